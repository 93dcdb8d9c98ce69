//! Programs that are killed at random moments: the same command is typed again each time, and the answer at the end is
//! that of a run that nobody kills. They take minutes, and run on request:
//!
//! ```sh
//! cargo test --profile checked --test command -- --ignored killed
//! ```
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::runner::{Temporary, program};
use crate::spaces::published_layers;

/// How often each command is killed.
const KILLS: u64 = 50;

/// A command that keeps its work in a directory.
struct KeptWork<'a> {
    name: &'a str,
    args: &'a [&'a str],
    /// The option that takes the directory.
    keeps_in: &'a str,
    /// After how many seconds runs that are not killed before stop by themselves, but for the last one.
    stops_after: Option<f64>,
}

/// The moments at which programs are killed: splitmix64.
struct Moments(u64);

impl Moments {
    fn next_below(&mut self, limit: Duration) -> Duration {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        limit.mul_f64((bits >> 11) as f64 / (1_u64 << 53) as f64)
    }
}

impl KeptWork<'_> {
    fn start(&self, directory: &Path, stops_after: Option<f64>) -> Child {
        let directory = directory.to_str().expect("it is UTF-8");
        let mut command = program(self.name, self.args);
        command.args([self.keeps_in, directory]);
        if let Some(seconds) = stops_after {
            command.args(["--max-seconds", &seconds.to_string()]);
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, in which are all processes that it starts.
        command.process_group(0).spawn().expect("it starts")
    }

    /// The standard output of a run that nobody kills.
    fn answer(&self, directory: &Path) -> String {
        let output = self.start(directory, None).wait_with_output();
        let output = output.expect("it ends");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {complaint}", self.name);
        String::from_utf8(output.stdout).expect("it is UTF-8")
    }

    /// Kills runs at random moments; whenever one ends before, or at the end, the answer is looked at by `check`, with
    /// the directory, and the work begins anew.
    fn is_right_after_kills(&self, seed: u64, check: impl Fn(&str, &Path)) {
        let directory = Temporary::new(&format!("killed-{seed}"));
        let begun = Instant::now();
        check(&self.answer(&directory.0), &directory.0);
        let whole = begun.elapsed().mul_f64(0.6);
        let within = |seconds: f64| Duration::from_secs_f64(seconds * 1.2);
        let within = self.stops_after.map_or(whole, within);
        let mut moments = Moments(seed);
        let (mut last, mut ended) = (Duration::ZERO, 0);
        fs::remove_dir_all(&directory.0).expect("it is there");
        for kill in 0..KILLS {
            let mut child = self.start(&directory.0, self.stops_after);
            last = moments.next_below(within);
            thread::sleep(last);
            if matches!(child.try_wait(), Ok(Some(_))) {
                let output = child.wait_with_output().expect("it has ended");
                let complaint = String::from_utf8_lossy(&output.stderr);
                let stopped = self.stops_after.is_some() && output.status.code() == Some(3);
                let says = format!("seed {seed}, kill {kill} after {last:?}: {complaint}");
                assert!(output.status.success() || stopped, "{says}");
                if !stopped {
                    check(&String::from_utf8_lossy(&output.stdout), &directory.0);
                    fs::remove_dir_all(&directory.0).expect("it is there");
                    ended += 1;
                }
                continue;
            }
            // Every other time, processes that it has started are left to find out by themselves.
            let all = format!("-{}", child.id());
            let killed = if kill % 2 == 0 {
                all
            } else {
                child.id().to_string()
            };
            let sent = Command::new("kill").args(["-KILL", "--", &killed]).status();
            assert!(sent.expect("there is such a command").success());
            child.wait().expect("it has ended");
        }
        let answer = self.answer(&directory.0);
        assert!(
            !answer.is_empty(),
            "seed {seed}, {ended} ended, last killed after {last:?}"
        );
        check(&answer, &directory.0);
    }
}

/// Kills counts on disk; the layers at the end are those published.
fn counts(args: &[&str], layers: &str, seed: u64) {
    let layers = published_layers(layers);
    let work = KeptWork {
        name: "count",
        args: &[args, &["--format", "json"]].concat(),
        keeps_in: "--disk",
        stops_after: None,
    };
    work.is_right_after_kills(seed, |answer, _| {
        let object: serde_json::Value = serde_json::from_str(answer).expect("one object");
        assert_eq!(object["layers"], layers);
    });
}

/// The files of a directory, without those that were being written.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).expect("it is there");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let tables = paths.filter(|path| path.extension().is_some_and(|kind| kind == "table"));
    let name = |path: &Path| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    let file = |path: std::path::PathBuf| Some((name(&path)?, fs::read(path).ok()?));
    tables.filter_map(file).collect()
}

#[test]
#[ignore = "takes long without optimisation"]
fn a_count_in_pieces() {
    let layers = include_str!("../../../../tests/data/sliding-3x4.layers");
    counts(&["tiles", "3x4", "--max-memory-mb", "8"], layers, 1);
}

#[test]
#[ignore = "takes long without optimisation"]
fn a_count_in_segments() {
    let layers = include_str!("../../../../tests/data/pancake-10.layers");
    counts(&["pancakes", "10", "--max-memory-mb", "8"], layers, 2);
}

#[test]
#[ignore = "takes long without optimisation"]
fn a_count_in_sorted_runs_by_two_processes() {
    let layers = include_str!("../../../../tests/data/pancake-9.layers");
    let args = ["pancakes", "9", "--local", "2", "--max-memory-mb", "16"];
    counts(&args, layers, 3);
}

/// Kills the builds of tables, which save what they have when the time is over, too. The tables at the end are those of
/// a build that nobody kills, byte for byte.
fn builds(name: &str, args: &[&str], seconds: f64, seed: u64) {
    let reference = Temporary::new(&format!("not-killed-{seed}"));
    let work = KeptWork {
        name,
        args,
        keeps_in: "--cache",
        stops_after: Some(seconds),
    };
    work.answer(&reference.0);
    let tables = files(&reference.0);
    assert!(!tables.is_empty());
    work.is_right_after_kills(seed, |_, directory| {
        assert!(files(directory) == tables, "seed {seed}: other tables");
    });
}

#[test]
#[ignore = "takes long without optimisation"]
fn a_pattern_database() {
    let board = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15";
    let args = [board, "--heuristic", "pdb-6-6-3"];
    builds("solve", &args, 0.3, 4);
}

#[test]
#[ignore = "takes long without optimisation"]
fn a_table_of_cosets() {
    let args = ["--scramble", "R U F2", "--table-mb", "60"];
    builds("cube", &args, 2.0, 5);
}
