//! A task whose observer panics says so when it is run again, and never returns what was left half done.

use std::fs;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use puzzle_search::job::BuildError;
use puzzle_search::observe::{Layer, TaskObserver, TaskProgress};
use puzzle_search::puzzles::PermutationPuzzle;
use puzzle_search::{Stop, Task};
use puzzle_search_coordinates::{CosetTable, Phases};

/// Panics at one look or layer.
struct Startled(u32);

impl Startled {
    fn see(&mut self) -> ControlFlow<()> {
        assert!(self.0 != 0, "startled");
        self.0 -= 1;
        ControlFlow::Continue(())
    }
}

impl TaskObserver for Startled {
    fn layer(&mut self, _: &Layer) -> ControlFlow<()> {
        self.see()
    }

    fn progress(&mut self, _: &TaskProgress) -> ControlFlow<()> {
        self.see()
    }
}

/// Lets the observer panic at one look after the other.
fn at_every_look<'a, T>(task: impl Fn() -> Task<'a, Result<T, BuildError>>, what: &str) {
    for looks in 0.. {
        let mut task = task().observe(Startled(looks));
        match catch_unwind(AssertUnwindSafe(|| task.run())) {
            Ok(built) => {
                assert!(built.is_ok() && looks > 0, "{what}");
                return;
            }
            Err(_) => {
                for _again in 0..2 {
                    let stopped = Some(BuildError::Stopped(Stop::Panicked));
                    assert_eq!(task.run().err(), stopped, "{what}");
                }
            }
        }
    }
}

#[test]
fn a_build_that_panicked_says_so() {
    let definition = "points 6 \n generator T (1 2 3 4) \n generator U (3 4 5 6) \n powers";
    let puzzle = PermutationPuzzle::new(&definition.parse().expect("a definition"));
    let puzzle = puzzle.expect("a puzzle");
    at_every_look(|| CosetTable::build(&puzzle, &["T2"]), "coset table");
    let name = format!("puzzle-search-panics-cosets-{}", std::process::id());
    let directory = std::env::temp_dir().join(name);
    let cached = || {
        let _ = fs::remove_dir_all(&directory);
        CosetTable::open_or_build(&puzzle, &["T2"], &directory)
    };
    at_every_look(cached, "coset table in a file");
    let _ = fs::remove_dir_all(&directory);
    at_every_look(|| Phases::build(&puzzle, &["T2"]), "two phases");
}
