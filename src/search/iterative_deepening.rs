//! [`IterativeDeepening`] search.

use super::deepening::DeepeningRun;
use crate::puzzle::Puzzle;
use crate::solver::Algorithm;

/// Depth-first iterative deepening: depth-first searches for a path within a bound on its cost that
/// grows, each time to the smallest cost that exceeded it.
///
/// b is the number of neighbors of a state, d the number of moves of the solution, C its cost.
///
/// * **Finds** a cheapest path.
/// * **Needs** edges that cost more than zero, unless the puzzle is [acyclic](crate::Facts::acyclic)
///   (elsewhere one of cost zero ends it with [`Stop::ZeroCostEdge`](crate::Stop::ZeroCostEdge)); asks for no
///   heuristic.
/// * **Guarantee**: complete and optimal.
/// * **Time**: every path that costs less than C is walked, and some that cost C: O(b^d) where every
///   edge costs the same. **Memory**: the current path.
/// * **Unsolvable** starts are proved so only by [`Puzzle::solvability`] or where all paths end;
///   on a puzzle with cycles it goes on until a limit ends it.
/// * **Prefer** [`IdaStar`](crate::IdaStar) where there is a heuristic,
///   [`BreadthFirst`](crate::BreadthFirst) or [`UniformCost`](crate::UniformCost) where memory suffices.
///
/// ```
/// use puzzle_search::puzzles::SwapGame;
/// use puzzle_search::{IterativeDeepening, Solver};
///
/// let puzzle = SwapGame::new(3, 3)?;
/// let start = puzzle.state(&[2, 1, 3, 7, 5, 9, 8, 4, 6])?;
/// let solution = IterativeDeepening::new().solve(&puzzle, &start).into_result()?;
/// assert_eq!(solution.cost(), 4);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// **Paper**: R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", 1985.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct IterativeDeepening;

impl IterativeDeepening {
    /// The solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: Puzzle> Algorithm<P> for IterativeDeepening {
    type Run = DeepeningRun<P::State, P::Cost, false>;

    fn begin(&self) -> Self::Run {
        DeepeningRun::new()
    }

    fn is_informed(&self) -> bool {
        false
    }
}
