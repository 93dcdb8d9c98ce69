//! Solvers written outside the crate, through its public interface alone, keep all it promises: counts,
//! limits, pauses, replay.

#[path = "../../benches/baseline/outside.rs"]
mod solvers;

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::{Pancake, SlidingTiles};
use puzzle_search::{BreadthFirst, IdaStar, Limits, Puzzle, Solver, Stop};
use solvers::{OutsideBreadthFirst, OutsideIdaStar};

/// The same moves and expansions as the crate's own solver, in one go and stopped at every step.
fn check<P: Puzzle<Cost = u32>>(
    puzzle: &P,
    start: &P::State,
    ours: &dyn Solver<P>,
    outside: &dyn Solver<P>,
) {
    let (ours, whole) = (ours.solve(puzzle, start), outside.solve(puzzle, start));
    assert_eq!(ours.outcome, whole.outcome);
    assert_eq!(ours.stats.expanded, whole.stats.expanded);
    assert_eq!(ours.lower_bound, whole.lower_bound);
    for step in [1, 7, 100] {
        let (mut search, mut allowed) = (outside.search(puzzle, start), 0);
        let paused = loop {
            allowed += step;
            search.set_limits(Limits::new().max_expanded(allowed));
            let report = search.run();
            if report.stop() != Some(Stop::Expanded) {
                break report;
            }
            assert_eq!(report.stats.expanded, allowed);
        };
        assert_eq!(paused.outcome, whole.outcome);
        assert_eq!(paused.stats.generated, whole.stats.generated);
        assert_eq!(paused.stats.iterations, whole.stats.iterations);
    }
}

#[test]
fn breadth_first_search() {
    let tiles = SlidingTiles::new(2, 3).expect("a size");
    let start = tiles.parse("4 5 0  1 2 3").expect("a board");
    check(&tiles, &start, &BreadthFirst::new(), &OutsideBreadthFirst);
    let stack = Pancake::new(6).expect("a size");
    let start = stack.state(&[3, 6, 1, 5, 2, 4]).expect("a stack");
    check(&stack, &start, &BreadthFirst::new(), &OutsideBreadthFirst);
}

#[test]
fn ida_star() {
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let start = tiles.parse("8 1 3  4 0 2  7 6 5").expect("a board");
    let puzzle = tiles.guided_by(Manhattan);
    check(&puzzle, &start, &IdaStar::new(), &OutsideIdaStar);
    let stack = Pancake::new(6).expect("a size");
    let start = stack.state(&[3, 6, 1, 5, 2, 4]).expect("a stack");
    check(&stack, &start, &IdaStar::new(), &OutsideIdaStar);
}
