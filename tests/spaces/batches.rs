//! Children are looked up in batches: what that may not change.

use core::ops::ControlFlow;

use puzzle_search::heuristics::{Guided, Manhattan};
use puzzle_search::observe::{Generated, Observer};
use puzzle_search::puzzles::{Board, Direction, SlidingTiles};
use puzzle_search::solver::ReplayFault;
use puzzle_search::{
    AStar, BreadthFirst, NeighborOf, Notation, Outcome, Puzzle, Solver, Stop, UniformCost,
};

use crate::support::{Closures, Named};

/// The 15-puzzle with a heuristic that knows less about every other state.
struct Uneven(Guided<SlidingTiles, Manhattan>);

impl Puzzle for Uneven {
    type State = Board;
    type Move = Direction;
    type Cost = u32;

    fn neighbors(&self, board: &Board) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.0.neighbors(board)
    }

    fn is_goal(&self, board: &Board) -> bool {
        self.0.is_goal(board)
    }

    fn heuristic(&self, board: &Board) -> Option<u32> {
        let mixed = board.labels().fold(0_u32, |mixed, tile| {
            (mixed ^ u32::from(tile))
                .wrapping_mul(0x9e37_79b9)
                .rotate_left(5)
        });
        let less = if mixed.is_multiple_of(2) { 6 } else { 0 };
        self.0.heuristic(board).map(|h| h.saturating_sub(less))
    }
}

/// In a table too large for the cache many states are expanded before their children are known.
#[test]
fn a_star_reopens_states_in_batches() {
    let goal: Vec<u8> = (0..16).collect();
    let puzzle = SlidingTiles::new(4, 4).and_then(|puzzle| puzzle.with_goal(&goal));
    let puzzle = Uneven(puzzle.expect("a legal goal").guided_by(Manhattan));
    let korf_12 = puzzle
        .0
        .puzzle()
        .parse("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15");
    let start = korf_12.expect("a legal board");
    let report = AStar::new().solve(&puzzle, &start);
    let solution = report.solution().expect("it can be solved");
    assert_eq!((solution.cost(), report.is_optimal()), (45, true));
    assert_eq!(solution.verify(&puzzle, &start), Ok(()));
    assert!(report.stats.peak_stored > 50_000, "{:?}", report.stats);
    assert!(report.stats.reopened > 100, "{:?}", report.stats);
}

#[derive(Default)]
struct Observing(u64);

impl<S, M, C> Observer<S, M, C> for Observing {
    fn wants_nodes(&self) -> bool {
        true
    }

    fn generated(&mut self, _: Generated<'_, S, M, C>) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// States with more children than a batch was made for.
#[test]
fn many_children_are_counted_like_few() {
    for children in [1, 31, 32, 33, 63, 64, 65, 1_000] {
        let puzzle = Closures::new(
            |n| (1..=children).map(move |k| (k, n + k, 1)),
            |n| n == 3 * children + 7,
        );
        let solvers: [Named<_>; 3] = [
            ("breadth-first", Box::new(BreadthFirst::new())),
            ("A*", Box::new(AStar::new())),
            ("uniform cost", Box::new(UniformCost::new())),
        ];
        for (name, solver) in solvers {
            let unseen = solver.solve(&puzzle, &0);
            let solution = unseen.solution().expect("it can be solved");
            let moves = (3 * children + 7).div_ceil(children);
            assert_eq!(solution.cost(), moves, "{name}, {children} children");
            let mut observing = Observing::default();
            let seen = solver.search(&puzzle, &0).observe(&mut observing).run();
            assert_eq!(
                (&seen.outcome, &seen.stats),
                (&unseen.outcome, &unseen.stats),
                "{name}, {children} children"
            );
            assert_eq!(observing.0, seen.stats.generated, "{name}");
        }
    }
}

/// A path that cannot be replayed is no solution.
#[test]
fn neighbors_that_change_end_a_search() {
    let found = std::cell::Cell::new(false);
    let puzzle = Closures::new(
        // Once the goal is found the way there is gone.
        |n| [(0, if found.get() { n } else { n + 1 }, 1)],
        |n| {
            found.set(n == 2);
            n == 2
        },
    );
    let report = AStar::new().solve(&puzzle, &0);
    let Outcome::Stopped { stop, .. } = report.outcome else {
        panic!("{:?}", report.outcome);
    };
    assert_eq!(stop, Stop::Replay(ReplayFault::NoSuchEdge));
}
