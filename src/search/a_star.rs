//! [`AStar`] search.

use core::hash::BuildHasher;

use super::best_first;
use crate::monitor::{Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::solver::{Solver, Verdict};
use crate::storage::FixedState;

/// A* search: expands states in the order of f = g + h, ties to the larger g.
///
/// * **Finds** a cheapest path.
/// * **Needs** an admissible heuristic; a consistent one never expands a state twice. Edges may
///   have any cost, zero included.
/// * **Guarantee**: complete and optimal. Where the heuristic is inconsistent, states are reopened.
/// * **Time and memory**: proportional to the states with f below the cost of the solution and some
///   with f equal to it; each state seen is stored with 8 bytes for parent and cost, and about 14
///   bytes of table and open list.
/// * **Unsolvable** starts are proved so when every state was seen.
/// * **Prefer** [`IdaStar`](crate::IdaStar) when memory ends or where few paths lead to the same
///   state, and [`UniformCost`](crate::UniformCost) without a heuristic.
/// * **Paper**: P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic
///   determination of minimum cost paths", 1968.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.state(&[6, 4, 7, 8, 5, 0, 3, 2, 1])?;
/// let report = AStar::new().solve(&puzzle, &start);
/// assert_eq!(report.lower_bound, Some(31));
/// let solution = report.solution().expect("an even permutation");
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AStar<B = FixedState> {
    build_hasher: B,
}

impl AStar {
    /// The solver with the crate's own hash.
    #[must_use]
    pub const fn new() -> Self {
        Self::with_hasher(FixedState)
    }
}

impl<B> AStar<B> {
    /// The solver with another hash.
    #[must_use]
    pub const fn with_hasher(build_hasher: B) -> Self {
        Self { build_hasher }
    }
}

impl<P: Puzzle, B: BuildHasher + Clone> Solver<P> for AStar<B> {
    fn run(
        &self,
        puzzle: &P,
        start: &P::State,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Verdict<P::Move, P::Cost>, Stop> {
        let heuristic = |state: &P::State| puzzle.heuristic(state);
        best_first::run(puzzle, start, heuristic, self.build_hasher.clone(), monitor)
    }
}
