//! [`AStar`] search.

use core::hash::BuildHasher;

use super::best_first;
use crate::monitor::{Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::solver::{Solver, Verdict};
use crate::storage::FixedState;

/// A* search: expands states in the order of f = g + h, ties to the larger g.
///
/// g is the cost of the best path to a state that is known so far, h the heuristic's estimate of what
/// is left. C is the cost of the solution.
///
/// * **Finds** a cheapest path.
/// * **Needs** an admissible heuristic. With a consistent one no state is expanded twice; with another
///   one states are reopened. Edges may have any cost, zero included.
/// * **Guarantee**: complete and optimal.
/// * **Time**: each state with f < C is expanded, and some with f = C. **Memory**: each state seen is
///   stored, with 8 bytes for parent and cost (if the cost is a `u32`) and, of a large search, 11 to 14
///   bytes of table and open list.
/// * **Unsolvable** starts are proved so when every state was seen.
/// * **Prefer** [`IdaStar`](crate::IdaStar) when memory ends or where few paths lead to the same
///   state, [`UniformCost`](crate::UniformCost) without a heuristic.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("6 4 7  8 5 0  3 2 1")?;
/// let report = AStar::new().solve(&puzzle, &start);
/// let solution = report.solution().expect("an even permutation");
/// assert_eq!(solution.cost(), 31);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// assert_eq!(report.stats.expanded, 6_728); // of 181,440
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
///
/// **Paper**: P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic determination of
/// minimum cost paths", 1968.
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
    ///
    /// ```
    /// use std::hash::RandomState;
    /// use puzzle_search::puzzles::SwapGame;
    /// use puzzle_search::{AStar, Solver};
    ///
    /// let (puzzle, solver) = (SwapGame::new(2, 2)?, AStar::with_hasher(RandomState::new()));
    /// let report = solver.solve(&puzzle, &puzzle.state(&[4, 3, 2, 1])?);
    /// assert_eq!(report.solution().map(|solution| solution.cost()), Some(4));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
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
