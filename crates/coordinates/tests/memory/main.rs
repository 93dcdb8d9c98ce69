//! Limits on bytes, and what is reported, against an allocator that counts what is really held.

#[path = "../../../../tests/memory/checked.rs"]
mod checked;
#[expect(dead_code, reason = "what only other tests need")]
#[path = "../../../../tests/memory/counting.rs"]
mod counting;

use puzzle_search::job::BuildError;
use puzzle_search::puzzles::PermutationPuzzle;
use puzzle_search::{Puzzle, Solver};
use puzzle_search_coordinates::{Phases, TwoPhase};

use checked::check;

/// One test: the allocator counts for all threads.
#[test]
fn limits_on_bytes_are_true() {
    let cube = include_str!("../../../../examples/puzzles/pocket-cube.puzzle");
    let cube = cube.parse().expect("a definition");
    let cube = PermutationPuzzle::<[u8; 24]>::packed(&cube).expect("few places");
    let build = || Phases::build(&cube, &["U", "R2", "F2"]);
    check("phases", &|limits| {
        let mut task = build().limits(limits);
        let stop = match task.run() {
            Err(BuildError::Stopped(stop)) => Some(stop),
            _ => None,
        };
        (stop, task.stats().peak_bytes)
    });
    let phases = build().run().expect("there is memory");
    let start = cube.play(&cube.goal(), "R U F2 R' U2 F R U' R F'");
    let (start, cube) = (start.expect("its moves"), cube.clone().guided_by(phases));
    check("two phases", &|limits| {
        let starts = [start; 200];
        let search = TwoPhase::new().search(&cube, &start).also_from(starts);
        let report = search.limits(limits.max_expanded(20_000)).run();
        (report.stop(), report.stats.peak_bytes)
    });
}
