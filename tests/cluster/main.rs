//! Several processes: the layers of the engines in one, whatever the numbers of processes and threads and whatever
//! becomes of one of them. Most processes here are threads; those that are killed are real.

mod connections;
mod counts;
mod files;
mod killed;
mod predictions;

use std::fmt::Arguments;
use std::io::{self, Write};
use std::net::TcpListener;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use puzzle_search::observe::{Layer, TaskObserver};
use puzzle_search::puzzle::Portable;
use puzzle_search::puzzles::{Arrangement, Definition, PermutationPuzzle};
use puzzle_search::space::{Census, OnCluster};

/// Addresses at which nobody listens.
fn addresses(processes: usize) -> Vec<String> {
    let any = |_| TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let listeners: Vec<_> = (0..processes).map(any).collect();
    let address = |listener: &TcpListener| listener.local_addr().expect("it has one").to_string();
    listeners.iter().map(address).collect()
}

/// The Magic Squares, and their tiles in order.
fn magic_squares() -> (PermutationPuzzle, Arrangement) {
    let puzzle = PermutationPuzzle::new(&Definition::magic_squares()).expect("eight places");
    let start = puzzle.goal();
    (puzzle, start)
}

/// What each of so many processes answers.
fn each<T: Send>(processes: usize, run: impl Fn(OnCluster, usize) -> T + Sync) -> Vec<T> {
    let addresses = addresses(processes);
    let one = |process| {
        let cluster = OnCluster::new(&addresses, process).hardest(3);
        run(cluster.patience(Duration::from_secs(20)), process)
    };
    thread::scope(|scope| {
        let one = &one;
        let others = (1..processes).map(|process| scope.spawn(move || one(process)));
        let others: Vec<_> = others.collect();
        let first = one(0);
        let others = others
            .into_iter()
            .map(|other| other.join().expect("it does not panic"));
        std::iter::once(first).chain(others).collect()
    })
}

fn counted<P: Portable + Sync>(
    puzzle: &P,
    start: &P::State,
    processes: usize,
    threads: usize,
) -> Vec<Census<P::State>>
where
    P::State: Send + Sync,
{
    each(processes, |cluster, _| {
        let task = cluster.count(puzzle, [start.clone()]);
        task.threads(threads).run().expect("nothing is in the way")
    })
}

const DIVISIONS: [(usize, usize); 5] = [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1)];

/// Numbers without pattern, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// A directory that is gone at the end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!(
            "puzzle-search-cluster-{name}-{}",
            std::process::id()
        )))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Sleeps so long at each layer.
struct Sleeps(Duration);

impl TaskObserver for Sleeps {
    fn layer(&mut self, _: &Layer) -> ControlFlow<()> {
        thread::sleep(self.0);
        ControlFlow::Continue(())
    }
}

fn published(name: &str) -> Vec<u64> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{name}.layers"));
    let text = std::fs::read_to_string(path).expect("it is there");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.trim().parse().expect("a number"))
        .collect()
}

fn say(words: Arguments<'_>) {
    writeln!(io::stdout().lock(), "{words}").expect("somebody listens");
}
