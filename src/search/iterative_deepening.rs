//! [`IterativeDeepening`]: the solver, as a deepening search without a heuristic whose next bound is the least pruned
//! cost ([`LeastCut`]).

use crate::engines::deepening::{Deepening, LeastCut, OneByOne};
use crate::puzzle::Puzzle;
use crate::solver::{BoxedRun, Solver, SolverTraits};

/// Depth-first iterative deepening: repeated depth-first searches for a path whose cost is within a bound. The next
/// bound is the smallest cost that exceeded the last bound.
///
/// * **Finds** a cheapest path.
/// * **Needs** edges that cost more than zero; uses no heuristic. Unless the puzzle declares
///   [`Facts::acyclic`](crate::Facts::acyclic), an edge of cost zero ends the search with
///   [`Stop::ZeroCostEdge`](crate::Stop::ZeroCostEdge).
/// * **Guarantee**: complete and optimal.
/// * **Time**: every path that costs less than the solution is walked, and some paths that cost as much. If every edge
///   costs the same, these are O(b^d) paths, where b is the number of neighbors of a state and d the number of moves of
///   the solution. **Memory**: the current path.
/// * **Unsolvable** starts are proved unsolvable only if [`Puzzle::solvability`] says so or the search tree is finite.
///   Otherwise, the search goes on until a limit ends it.
/// * **Prefer** [`IdaStar`](crate::IdaStar) if there is a heuristic. If memory suffices, prefer
///   [`BreadthFirst`](crate::BreadthFirst) when all edges cost the same, and [`UniformCost`](crate::UniformCost) when
///   costs differ.
///
/// ```
/// use puzzle_search::puzzles::SwapGame;
/// use puzzle_search::solvers::IterativeDeepening;
/// use puzzle_search::Solver;
///
/// let puzzle = SwapGame::new(3, 3)?;
/// let start = puzzle.state(&[2, 1, 3, 7, 5, 9, 8, 4, 6])?;
/// let solution = IterativeDeepening::new().solve(&puzzle, &start).into_result()?;
/// assert_eq!(solution.cost(), 4);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// [**Paper**](crate::guide::references): R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree
/// search", 1985.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct IterativeDeepening;

impl IterativeDeepening {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: Puzzle> Solver<P> for IterativeDeepening {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(Deepening::new(
            LeastCut,
            OneByOne::<P::Cost, false>::default(),
        ))
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::UNINFORMED
    }
}
