//! Boards with functions of their own are walked as by the default.

use std::thread;

use puzzle_search::heuristics::{FnHeuristic, Heuristic, Manhattan};
use puzzle_search::puzzles::{Board, Direction, Packed, SlidingTiles};
use puzzle_search::solvers::{BranchAndBound, IterativeDeepening};
use puzzle_search::{
    AStar, BreadthFirst, Facts, IdaStar, Limits, NeighborOf, Notation, Puzzle, ReportOf,
    Solvability, Solver, Stop, from_steps,
};

use crate::support::{Closures, Numbers, walk_back};

/// The same puzzle and heuristic without a traversal of its own.
struct Plain<'a, B: Packed> {
    puzzle: &'a SlidingTiles<B>,
    estimate: &'a dyn Fn(&Board<B>) -> Option<u32>,
}

impl<B: Packed> Puzzle for Plain<'_, B> {
    type State = Board<B>;
    type Move = Direction;
    type Cost = u32;

    fn neighbors(&self, board: &Board<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.puzzle.neighbors(board)
    }

    fn is_goal(&self, board: &Board<B>) -> bool {
        self.puzzle.is_goal(board)
    }

    fn heuristic(&self, board: &Board<B>) -> Option<u32> {
        (self.estimate)(board)
    }
}

fn search<P: Puzzle<Cost = u32>>(puzzle: &P, start: &P::State, generated: u64) -> ReportOf<P> {
    let limits = Limits::new().max_generated(generated);
    IdaStar::new().search(puzzle, start).limits(limits).run()
}

fn walked_alike<B: Packed>(puzzle: SlidingTiles<B>) {
    let puzzle = puzzle.guided_by(Manhattan);
    let plain = Plain {
        puzzle: puzzle.puzzle(),
        estimate: &|board| puzzle.heuristic(board),
    };
    let mut numbers = Numbers(7);
    for moves in [8, 30, 90, 300] {
        let start = walk_back(&puzzle, moves, &mut numbers);
        // A limit that falls somewhere into the walk, and one that hardly ever does.
        for generated in [777, 60_000] {
            let own = search(&puzzle, &start, generated);
            let default = search(&plain, &start, generated);
            let size = (puzzle.puzzle().rows(), puzzle.puzzle().columns());
            assert_eq!(own.outcome, default.outcome, "{size:?} {start:?}");
            assert_eq!(own.lower_bound, default.lower_bound, "{size:?} {start:?}");
            let counts = (own.stats.generated, own.stats.expanded);
            let expected = (default.stats.generated, default.stats.expanded);
            assert_eq!(counts, expected, "{size:?} {start:?}");
            assert_eq!(own.iterations, default.iterations, "{size:?} {start:?}");
        }
    }
}

#[test]
fn boards_of_every_size_are_walked_as_by_the_default() -> Result<(), Box<dyn std::error::Error>> {
    let sizes = [
        (2, 5),
        (2, 6),
        (2, 7),
        (2, 8),
        (3, 3),
        (3, 4),
        (4, 3),
        (4, 4),
        (3, 5),
        (1, 6),
    ];
    for (rows, columns) in sizes {
        walked_alike(SlidingTiles::new(rows, columns)?);
        let blank_first: Vec<u8> = (0..rows * columns).map(|label| label as u8).collect();
        walked_alike(SlidingTiles::new(rows, columns)?.with_goal(&blank_first)?);
        let backward: Vec<u8> = blank_first.into_iter().rev().collect();
        walked_alike(SlidingTiles::new(rows, columns)?.with_goal(&backward)?);
    }
    walked_alike(SlidingTiles::<u128>::packed(5, 5)?);
    walked_alike(SlidingTiles::<u128>::packed(4, 5)?);
    Ok(())
}

/// Functions leave frames when a burst of them ends; with less memory the bursts are shorter.
#[test]
fn a_byte_limit_shortens_bursts_but_changes_no_count() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = SlidingTiles::new(4, 4)?.guided_by(Manhattan);
    let start = walk_back(&puzzle, 90, &mut Numbers(3));
    let unlimited = IdaStar::new().solve(&puzzle, &start);
    assert!(unlimited.stats.expanded > 1_000, "it takes several bursts");
    for bytes in [1_000, 5_000, 20_000, 200_000] {
        let limits = Limits::new().max_bytes(bytes);
        let report = IdaStar::new().search(&puzzle, &start).limits(limits).run();
        assert_eq!(report.outcome, unlimited.outcome, "{bytes} bytes");
        assert_eq!(
            report.stats.generated, unlimited.stats.generated,
            "{bytes} bytes"
        );
        assert!(report.stats.peak_bytes <= bytes, "{bytes} bytes");
    }
    let limits = Limits::new().max_bytes(50);
    let report = IdaStar::new().search(&puzzle, &start).limits(limits).run();
    assert_eq!(report.stop(), Some(Stop::Bytes));
    Ok(())
}

#[test]
fn estimates_up_to_the_largest_are_followed_as_by_the_default() {
    for most in [u32::MAX, u32::MAX - 1, u32::MAX - 40] {
        // From there on no path is within the range, but it is not proved that there is none.
        let far = move |tiles: &SlidingTiles, board: &Board| {
            Some(if tiles.is_goal(board) {
                0
            } else if board.blank() < 3 {
                most
            } else {
                1
            })
        };
        let tiles = SlidingTiles::new(3, 3).expect("a size");
        let puzzle = tiles.guided_by(FnHeuristic(far));
        let plain = Plain {
            puzzle: puzzle.puzzle(),
            estimate: &|board| puzzle.heuristic(board),
        };
        for text in [
            "1 2 3  4 5 6  0 7 8",
            "1 2 3  4 8 5  7 0 6",
            "1 0 3  4 2 6  7 5 8",
        ] {
            let start = puzzle.parse(text).expect("a board");
            let own = search(&puzzle, &start, 100_000);
            let default = search(&plain, &start, 100_000);
            assert_eq!(own.outcome, default.outcome, "{most} {text}");
            assert_eq!(
                own.stats.generated, default.stats.generated,
                "{most} {text}"
            );
            assert_eq!(own.iterations, default.iterations, "{most} {text}");
        }
    }
}

/// An estimate of which every move home takes away a lot: from so high a bound, paths of thousands of moves.
fn walks_deep<B: Packed>(side: usize) -> u64 {
    let tiles = SlidingTiles::<B>::packed(side, side).expect("a size");
    let mut board: Vec<u8> = (0..(side * side) as u8).rev().collect();
    let mut start = tiles.state(&board).expect("a board");
    if matches!(tiles.solvability(&start), Solvability::Unsolvable(_)) {
        board.swap(1, 2);
        start = tiles.state(&board).expect("a board");
    }
    let puzzle = tiles.guided_by_fn(|tiles: &SlidingTiles<B>, board: &Board<B>| {
        Some(60 * Manhattan.memo(tiles, board))
    });
    let limits = Limits::new().max_expanded(100_000);
    let mut search = IdaStar::new().search(&puzzle, &start).limits(limits);
    search.run().stats.expanded
}

type Walk = fn(usize) -> u64;

/// Their functions call themselves.
#[test]
fn boards_take_half_a_megabyte_of_stack() {
    let walks: [(Walk, usize); 3] = [
        (walks_deep::<u64>, 4),
        (walks_deep::<u128>, 5),
        (walks_deep::<[u8; 64]>, 8),
    ];
    for (walk, side) in walks {
        let thread = thread::Builder::new().stack_size(640 << 10);
        let expanded = thread.spawn(move || walk(side)).expect("a thread").join();
        assert_eq!(expanded.expect("no panic"), 100_000, "{side}");
    }
}

#[test]
fn a_thread_of_64_kib_is_enough() {
    const LENGTH: u32 = 50_000;
    let line = |length: u32| {
        let steps = move |at: u32| [(0, (at + 1).min(length), 1), (1, at.saturating_sub(1), 1)];
        let line = Closures::new(steps, move |at| at == length);
        let line = line.with_facts(Facts::new().unit_costs());
        line.with_heuristic(move |at| Some(length - at))
    };
    let small = || thread::Builder::new().stack_size(64 << 10);
    let long = small().spawn(move || {
        let puzzle = line(LENGTH);
        let solvers: [Box<dyn Solver<_>>; 4] = [
            Box::new(IdaStar::new()),
            Box::new(BranchAndBound::new()),
            Box::new(BreadthFirst::new()),
            Box::new(AStar::new()),
        ];
        solvers.map(|solver| solver.solve(&puzzle, &0).lower_bound)
    });
    let found = long.expect("a thread").join().expect("no panic");
    assert_eq!(found, [Some(LENGTH); 4]);
    let blind = small().spawn(move || IterativeDeepening::new().solve(&line(500), &0).lower_bound);
    let found = blind.expect("a thread").join().expect("no panic");
    assert_eq!(found, Some(500));
    let large = small().spawn(|| {
        type State = (u32, [u8; 196]);
        let steps = |&(at, rest): &State| [(at + 1, rest), (at.saturating_sub(1), rest)];
        let line = from_steps(steps, |&(at, _)| at == LENGTH);
        let line = line.with_heuristic(|&(at, _)| Some(LENGTH.saturating_sub(at)));
        IdaStar::new().solve(&line, &(0, [0; 196])).lower_bound
    });
    let found = large.expect("a thread").join().expect("no panic");
    assert_eq!(found, Some(LENGTH));
    // Below the states on the path to where it was stopped, a walk goes on by a function of its own.
    let resumed = small().spawn(move || {
        let limits = Limits::new().max_expanded(1_000);
        let puzzle = line(LENGTH);
        let mut search = IdaStar::new().search(&puzzle, &0).limits(limits);
        let stopped = search.run().stats.expanded;
        search.set_limits(Limits::new());
        (stopped, search.run().lower_bound)
    });
    let found = resumed.expect("a thread").join().expect("no panic");
    assert_eq!(found, (1_000, Some(LENGTH)));
    // The functions of the sliding boards call each other. The puzzle itself is large where it is moved.
    let puzzle = SlidingTiles::new(4, 4).expect("a size");
    let puzzle = Box::new(puzzle.guided_by(Manhattan));
    let tiles = small().spawn(move || {
        let start = puzzle.parse("14 15 8 12  10 11 13 9  6 2 5 1  3 7 4 0");
        let start = start.expect("a board");
        let limits = Limits::new().max_expanded(200_000);
        let mut search = IdaStar::new().search(&*puzzle, &start).limits(limits);
        search.run().stats.expanded
    });
    let expanded = tiles.expect("a thread").join().expect("no panic");
    assert_eq!(expanded, 200_000);
}
