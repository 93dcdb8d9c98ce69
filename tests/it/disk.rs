//! Enumerations on disk: the layers of the engines in memory, whatever the limits and whatever ends them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use puzzle_search::puzzles::{Hanoi, MagicSquares, Pancake, SlidingTiles};
use puzzle_search::space::{Census, DiskError, Enumerate, OnDisk};
use puzzle_search::{Limits, Ranked, Stop};

/// A directory that is gone at the end.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        static SERIAL: AtomicU32 = AtomicU32::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let name = format!("puzzle-search-it-{}-{serial}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    /// The bytes of its files.
    fn bytes(&self) -> u64 {
        let length = |path: &PathBuf| fs::metadata(path).expect("it is there").len();
        self.files().iter().map(length).sum()
    }

    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).expect("it is there");
        let mut files: Vec<_> = entries.map(|e| e.expect("it is there").path()).collect();
        files.sort();
        files
    }

    fn copy(&self) -> Self {
        let copy = Self::new();
        fs::create_dir(&copy.0).expect("it is not there");
        for file in self.files() {
            let name = file.file_name().expect("it has one");
            fs::copy(&file, copy.0.join(name)).expect("it can be copied");
        }
        copy
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn bytes(most: usize) -> Limits {
    Limits::new().max_bytes(most)
}

const COUNT: Enumerate = Enumerate::new().with_hardest(5);

/// By rank with so many bytes of memory, against the engine in memory.
fn agrees<P: Ranked<State: PartialEq + std::fmt::Debug, Cost = u32> + Sync>(
    puzzle: &P,
    starts: &[P::State],
    most: usize,
) {
    let directory = Directory::new();
    let disk = COUNT.on_disk(&directory.0);
    let mut task = disk
        .count_by_rank(puzzle, starts.iter().cloned())
        .limits(bytes(most));
    let census = task.run().expect("there is room");
    let expected = COUNT.count_by_rank(puzzle, starts.iter().cloned()).run();
    let expected = expected.expect("it is numbered");
    assert_eq!(
        (&census.layers, &census.hardest),
        (&expected.layers, &expected.hardest)
    );
    assert!(census.is_complete() && census.peak_bytes <= most);
    assert_eq!(task.stats().expanded, expected.states());
    assert!(census.peak_disk_bytes >= directory.bytes());
    // What is over stays so, in this task and in another.
    let resumed = disk
        .resume()
        .count_by_rank(puzzle, starts.iter().cloned())
        .run();
    for again in [task.run(), resumed] {
        let again = again.expect("it is there");
        assert_eq!(
            (again.layers, again.hardest),
            (census.layers.clone(), census.hardest.clone())
        );
    }
}

#[test]
fn layers_are_those_of_the_engines_in_memory() {
    for most in [400_000, 1 << 20, 100 << 20] {
        let stack = Pancake::new(9).expect("a size");
        agrees(&stack, &[stack.goal()], most);
        // Moves that go one way only: all layers stay.
        let squares = MagicSquares::new(&[1, 2, 3, 4, 5, 6, 7, 8]).expect("a square");
        agrees(&squares, &[MagicSquares::initial()], most);
        let towers = Hanoi::new(9, 4).expect("a size");
        agrees(&towers, &[towers.goal(), towers.tower(0)], most);
    }
}
