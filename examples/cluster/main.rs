//! Whole spaces by several processes, on one machine or on many.
//!
//! ```sh
//! # Two processes on this machine.
//! cargo run --release --features timely --example cluster -- --local 2 --size 3x4
//! # A secret that all processes know, so that nobody else takes part: a file that is copied to each machine.
//! head -c 16 /dev/urandom | base64 > secret.txt
//! # On each of several machines; a line of the file is the address of a process, such as 10.0.0.7:2101.
//! cluster --process 0 --hosts hosts.txt --secret-file secret.txt --size 3x4 --checkpoint /var/tmp/3x4
//! cluster --process 1 --hosts hosts.txt --secret-file secret.txt --size 3x4 --checkpoint /var/tmp/3x4
//! # After one was lost: the same again everywhere goes on from the last layer that all have saved.
//! ```
//!
//! It ends with code 0, with 2 on bad input or where another process was lost or stopped, and with 3 if a limit
//! of its own or Ctrl-C stopped it: what it knows until then is printed.

#[path = "../common/census.rs"]
mod census;
#[path = "../common/ctrl_c.rs"]
mod ctrl_c;
#[path = "../common/live.rs"]
mod live;
#[path = "../common/spaces.rs"]
mod spaces;

use std::fmt::Display;
use std::io::{self, Write};
use std::net::TcpListener;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Instant;

use clap::Parser;
use puzzle_search::space::Enumerate;
use puzzle_search::{Limits, Notation, Portable, Ranked, Reversible};

use census::{Format, HEAD, Rows};
use spaces::{Answer, Task, Which, Words};

/// Counts the positions of a puzzle at each depth, by several processes.
#[derive(Debug, Parser)]
#[command(name = "cluster")]
struct Options {
    #[command(flatten)]
    which: Which,

    /// The number of this process, from 0 on
    #[arg(
        long,
        value_name = "I",
        requires = "hosts",
        required_unless_present = "local"
    )]
    process: Option<usize>,

    /// A file with the address of a process on each line, host:port; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "local")]
    hosts: Option<PathBuf>,

    /// A file with a secret that all processes know; without one, everybody who can connect is taken for a process
    #[arg(long, value_name = "FILE")]
    secret_file: Option<PathBuf>,

    /// Start so many processes on this machine
    #[arg(long, value_name = "N", conflicts_with = "process")]
    local: Option<NonZero<usize>>,

    /// Count from this board instead of from the goal
    #[arg(long)]
    from: Option<String>,

    /// How many threads each process has
    #[arg(long, default_value = "1")]
    threads: NonZero<usize>,

    /// Most memory of each process for tables, in units of 1024 x 1024 bytes
    #[arg(long, value_name = "M", default_value_t = 8192)]
    max_memory_mb: u32,

    /// Save the layers in this directory
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,

    /// Deepest layer to count
    #[arg(long, value_name = "D")]
    max_depth: Option<u64>,

    /// How many of the hardest positions are listed
    #[arg(long, value_name = "N", default_value_t = 3)]
    hardest: usize,

    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

fn main() -> ExitCode {
    let options = Options::parse();
    options.which.end(&options)
}

impl Task for &Options {
    fn run<P>(self, puzzle: P, words: Words) -> Answer<ExitCode>
    where
        P: Notation + Portable + Ranked + Reversible<Cost = u32, Move: Display> + Clone + Sync,
    {
        let starts = match &self.from {
            Some(board) => vec![puzzle.parse(board)?],
            None => puzzle.goals().into_iter().collect(),
        };
        let mut limits = Limits::new().with_cancel(ctrl_c::cancel_flag()?);
        limits.bytes = Some((self.max_memory_mb as usize).saturating_mul(1 << 20));
        limits.moves = self.max_depth;
        let (addresses, process) = self.addresses()?;
        let secret = self.secret()?;
        let _others = self.start_others(&addresses)?;
        let enumerate = Enumerate::new().with_hardest(self.hardest);
        let mut cluster = enumerate.on_cluster(addresses, process);
        if let Some(secret) = secret {
            cluster = cluster.secret(secret);
        }
        if let Some(directory) = &self.checkpoint {
            cluster = cluster.checkpoints(directory);
        }
        if self.format == Format::Text {
            write!(
                io::stdout().lock(),
                "{} {}\n\n{HEAD}",
                words.name,
                words.size
            )?;
        }
        let begun = Instant::now();
        let count = cluster.count(&puzzle, starts).limits(limits);
        let rows = Rows::new(self.format == Format::Text);
        let census = count.threads(self.threads.get()).watch(rows).run()?;
        let seconds = begun.elapsed().as_secs_f64();
        Ok(self.format.tell(&puzzle, &words, &census, seconds)?)
    }
}

impl Options {
    /// Where the processes are, and which of them this one is.
    fn addresses(&self) -> Answer<(Vec<String>, usize)> {
        if let Some(processes) = self.local {
            let any = |_| TcpListener::bind("127.0.0.1:0");
            let listeners: Vec<_> = (0..processes.get()).map(any).collect::<Result<_, _>>()?;
            let address = |listener: &TcpListener| Ok(listener.local_addr()?.to_string());
            let addresses: io::Result<_> = listeners.iter().map(address).collect();
            return Ok((addresses?, 0));
        }
        let file = self
            .hosts
            .as_deref()
            .ok_or("expected --hosts, or --local")?;
        let text = spaces::file::read(Some(file))?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        Ok((lines.map(Into::into).collect(), self.process.unwrap_or(0)))
    }

    /// What all processes know, if they have a secret; the end of the line is no part of it.
    fn secret(&self) -> Answer<Option<Vec<u8>>> {
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

    /// The other processes of this machine, if this one is to start them.
    fn start_others(&self, addresses: &[String]) -> Answer<Others> {
        let mut others = Others::default();
        if self.local.is_none_or(|processes| processes.get() == 1) {
            return Ok(others);
        }
        let mut words: Vec<_> = std::env::args_os().skip(1).collect();
        // Of these options the others have their own.
        if let Some(at) = words
            .iter()
            .position(|word| word.to_string_lossy().starts_with("--local"))
        {
            let words_of_it = 1 + usize::from(words[at] == "--local");
            words.drain(at..at + words_of_it);
        }
        for process in 1..addresses.len() {
            let mut command = Command::new(std::env::current_exe()?);
            command
                .args(&words)
                .arg("--process")
                .arg(process.to_string());
            command.args(["--hosts", "-"]).stdin(Stdio::piped());
            let mut child = command.stdout(Stdio::null()).spawn()?;
            let hosts = child.stdin.take();
            others.children.push(child);
            if let Some(mut hosts) = hosts {
                hosts.write_all(addresses.join("\n").as_bytes())?;
            }
        }
        Ok(others)
    }
}

/// Processes that this one has started.
#[derive(Default)]
struct Others {
    children: Vec<Child>,
}

impl Drop for Others {
    fn drop(&mut self) {
        for child in &mut self.children {
            let _ = child.wait();
        }
    }
}
