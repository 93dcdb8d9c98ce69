//! Counts states by several processes, on one machine or on several.

use std::ffi::OsString;
use std::io::Write;
use std::net::TcpListener;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use puzzle_search::Limits;
use puzzle_search::observe::{Layer, TaskObserver, TaskProgress};
use puzzle_search::space::OnCluster;

use super::report::{HEAD, LayerRows};
use super::{CountStates, Method};
use crate::CliResult;
use crate::any::NumberedSpace;
use crate::catalogue::Instance;
use crate::console::Console;
use crate::text::read_file;

/// Who takes part.
#[derive(Debug, Args)]
#[command(next_help_heading = "Several processes")]
pub(super) struct Cluster {
    /// The number of this process, from 0 on
    #[arg(long, value_name = "I", requires = "hosts", conflicts_with = "local")]
    process: Option<usize>,

    /// A file with the address of a process on each line, host:port; `-` is standard input
    #[arg(long, value_name = "FILE", requires = "process")]
    hosts: Option<PathBuf>,

    /// A file with a secret that all processes know; without one, everybody who can connect is taken for a process
    #[arg(long, value_name = "FILE")]
    secret_file: Option<PathBuf>,

    /// Start N processes on this machine
    #[arg(long, value_name = "N")]
    local: Option<NonZero<usize>>,
}

impl Cluster {
    pub(super) const fn is_asked_for(&self) -> bool {
        self.process.is_some() || self.local.is_some()
    }

    /// The number of processes that are started on this machine.
    pub(super) fn local(&self) -> usize {
        self.local.map_or(1, NonZero::get)
    }

    /// The addresses of all processes, and the index of this one.
    fn addresses(&self, console: &dyn Console) -> CliResult<(Vec<String>, usize)> {
        if self.local.is_some() {
            let any = |_| TcpListener::bind("127.0.0.1:0");
            let listeners: Vec<_> = (0..self.local()).map(any).collect::<Result<_, _>>()?;
            let addresses = listeners
                .iter()
                .map(|listener| Ok(listener.local_addr()?.to_string()));
            return Ok((addresses.collect::<CliResult<_>>()?, 0));
        }
        let file = self
            .hosts
            .as_deref()
            .ok_or("expected --hosts, or --local")?;
        let text = read_file(file, console)?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        Ok((lines.map(Into::into).collect(), self.process.unwrap_or(0)))
    }

    /// The shared secret, if there is one, without the end of its line.
    fn secret(&self) -> CliResult<Option<Vec<u8>>> {
        let Some(file) = &self.secret_file else {
            return Ok(None);
        };
        let secret = std::fs::read(file);
        let secret =
            secret.map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
        match secret.trim_ascii() {
            [] => Err(format!("{} is empty: expected a secret", file.display()).into()),
            secret => Ok(Some(secret.to_vec())),
        }
    }

    /// Starts the other processes of this machine, if this one is to do so.
    fn start_others(&self, addresses: &[String], mebibytes: usize) -> CliResult<Others> {
        let mut others = Others::default();
        if self.local() == 1 {
            return Ok(others);
        }
        let mut words: Vec<_> = std::env::args_os().skip(1).collect();
        let options_end = words.iter().position(|word| word == "--");
        let no_options = words.split_off(options_end.unwrap_or(words.len()));
        // The other processes get `--process` and `--hosts` instead of the first option, and their share of memory.
        for option in ["--local", "--max-memory-mb"] {
            let is_it = |word: &OsString| word.to_string_lossy().starts_with(option);
            if let Some(at) = words.iter().position(is_it) {
                let words_of_it = 1 + usize::from(words[at] == option);
                words.drain(at..at + words_of_it);
            }
        }
        for process in 1..addresses.len() {
            let mut command = Command::new(std::env::current_exe()?);
            command
                .args(&words)
                .args(["--max-memory-mb", &mebibytes.to_string()])
                .args(["--process", &process.to_string(), "--hosts", "-"])
                .args(&no_options)
                .stdin(Stdio::piped());
            let mut child = command.stdout(Stdio::null()).spawn()?;
            let hosts = child.stdin.take();
            others.0.push(child);
            if let Some(mut hosts) = hosts {
                // If this fails, the process has ended, which is found out later.
                let _ = hosts.write_all(addresses.join("\n").as_bytes());
            }
        }
        Ok(others)
    }
}

/// How long the other processes may take to end by themselves when this one has failed.
const PATIENCE: Duration = Duration::from_secs(10);

/// Child processes, which are waited for on drop.
#[derive(Default)]
struct Others(Vec<Child>);

impl Others {
    /// The number of a process that has failed, if there is one.
    fn failed(&mut self) -> Option<usize> {
        let has_failed = |child: &mut Child| {
            let status = child.try_wait();
            status.is_ok_and(|status| status.is_some_and(|status| !status.success()))
        };
        self.0.iter_mut().position(has_failed).map(|at| at + 1)
    }

    /// Waits for the processes, and kills those that have not ended after `patience`.
    fn end_within(&mut self, patience: Duration) {
        let begun = Instant::now();
        let runs = |child: &mut Child| matches!(child.try_wait(), Ok(None));
        while self.0.iter_mut().any(runs) && begun.elapsed() < patience {
            std::thread::sleep(Duration::from_millis(20));
        }
        self.0.iter_mut().for_each(|child| drop(child.kill()));
    }
}

impl Drop for Others {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.wait();
        }
    }
}

/// Prints layers. A child process that fails before the first one is not waited for.
struct RowsOfAll<'a> {
    rows: LayerRows<'a>,
    others: Others,
    has_begun: bool,
    /// The number of that process.
    failed: Option<usize>,
}

impl TaskObserver for RowsOfAll<'_> {
    fn progress(&mut self, progress: &TaskProgress) -> ControlFlow<()> {
        if !self.has_begun {
            self.failed = self.others.failed();
            if self.failed.is_some() {
                // The rest would wait for it, too.
                self.others.end_within(Duration::ZERO);
                return ControlFlow::Break(());
            }
        }
        self.rows.progress(progress)
    }

    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        self.has_begun = true;
        self.rows.layer(layer)
    }
}

impl CountStates {
    pub(super) fn by_processes(
        &self,
        instance: &Instance,
        space: &NumberedSpace,
        starts: Vec<u64>,
        limits: Limits,
        console: &dyn Console,
    ) -> CliResult {
        if self.method != Method::Auto {
            return Err(
                "--method goes with one process only: several divide states by a hash".into(),
            );
        }
        let (addresses, process) = self.cluster.addresses(console)?;
        let secret = self.cluster.secret()?;
        let others = self.cluster.start_others(&addresses, self.mebibytes())?;
        let mut cluster = OnCluster::new(addresses, process).hardest(self.hardest);
        if let Some(secret) = secret {
            cluster = cluster.secret(secret);
        }
        if let Some(directory) = &self.disk {
            cluster = cluster.on_disk(directory);
            if let Some(most) = self.max_disk_bytes() {
                cluster = cluster.max_disk_bytes(most);
            }
        }
        if !self.format.is_json() {
            console.print(format_args!(
                "{} {}\n\n{HEAD}",
                instance.name, instance.size
            ))?;
        }
        let begun = Instant::now();
        let threads = self.threads.map_or(1, NonZero::get);
        let count = cluster.count(space, starts).limits(limits);
        let mut rows = RowsOfAll {
            rows: LayerRows::new(console, self.format),
            others,
            has_begun: false,
            failed: None,
        };
        let census = count.threads(threads).observe(&mut rows).run();
        if let Some(process) = rows.failed {
            return Err(format!("process {process} has ended at once: see what it says").into());
        }
        if census.is_err() {
            rows.others.end_within(PATIENCE);
        }
        let census = census?;
        self.write_census(instance, &census, |&rank| space.line(rank), begun, console)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_hangs_is_killed_and_not_waited_for() {
        let begun = Instant::now();
        let hangs = Command::new("sleep").arg("60").spawn();
        let mut others = Others(vec![hangs.expect("there is such a command")]);
        assert_eq!(others.failed(), None);
        others.end_within(Duration::from_millis(50));
        drop(others);
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}
