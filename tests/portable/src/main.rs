//! The same counts on every target and with every feature: `.ci/run` runs this as it stands, as a program
//! of 32 bits, as WebAssembly, which has no clock, and without feature `tiles`. Whatever differs ends it
//! with a panic.

use std::time::Duration;

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::{Packed, SlidingTiles};
use puzzle_search::space::Enumerate;
use puzzle_search::{
    AStar, BaeStar, Bidirectional, BreadthFirst, IdaStar, Limits, Puzzle, ReportOf, Solver,
};

fn main() {
    solvers();
    boards_with_functions_of_their_own();
    let puzzle = SlidingTiles::new(2, 4).expect("eight cells");
    let by_rank = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]);
    let by_rank = by_rank.threads(2).run().expect("it is small");
    let by_hashing = Enumerate::new()
        .count_by_hashing(&puzzle, [puzzle.goal()])
        .run();
    for census in [by_rank, by_hashing] {
        assert_eq!((census.states(), census.depth()), (20_160, 36));
    }
}

fn run<P: Puzzle<Cost = u32>>(solver: &dyn Solver<P>, puzzle: &P, start: &P::State) -> ReportOf<P> {
    let limits = Limits::new().max_time(Duration::from_secs(600));
    solver.search(puzzle, start).limits(limits).run()
}

/// One of the two hardest boards of nine cells.
fn solvers() {
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    let start = tiles.state(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).expect("a board");
    let puzzle = tiles.guided_by(Manhattan);
    let solvers: [(&dyn Solver<_>, u64); 6] = [
        (&BreadthFirst::new(), 181_380),
        (&BreadthFirst::new().threads(2), 181_380),
        (&Bidirectional::new(), 10_068),
        (&AStar::new(), 6_728),
        (&BaeStar::new(), 2_315),
        (&IdaStar::new().threads(2), 14_964),
    ];
    for (solver, expanded) in solvers {
        let report = run(solver, &puzzle, &start);
        assert_eq!(report.stats.expanded, expanded);
        assert_eq!(report.lower_bound, Some(31));
    }
}

/// IDA*, which walks them by these functions.
fn boards_with_functions_of_their_own() {
    fn counts<B: Packed>(tiles: SlidingTiles<B>, start: &[u8]) -> (Option<u32>, u64) {
        let start = tiles.state(start).expect("a board");
        let report = run(&IdaStar::new(), &tiles.guided_by(Manhattan), &start);
        (report.lower_bound, report.stats.generated)
    }
    let small = SlidingTiles::new(3, 3).expect("nine cells");
    assert_eq!(
        counts(small, &[8, 6, 7, 2, 5, 4, 3, 0, 1]),
        (Some(31), 24_015)
    );
    // The twelfth of Korf's instances, with the number of nodes that he gives.
    let goal: Vec<u8> = (0..16).collect();
    let korf = SlidingTiles::new(4, 4).and_then(|tiles| tiles.with_goal(&goal));
    let start = [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15];
    assert_eq!(counts(korf.expect("a goal"), &start), (Some(45), 546_344));
    let large = SlidingTiles::<u128>::packed(5, 5).expect("25 cells");
    let start = [
        2, 4, 9, 5, 10, 1, 0, 14, 11, 8, 12, 3, 7, 20, 15, 21, 16, 18, 13, 19, 17, 6, 22, 23, 24,
    ];
    assert_eq!(counts(large, &start), (Some(46), 416_560));
}
