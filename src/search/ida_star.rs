//! [`IdaStar`] search.

use super::deepening::DeepeningRun;
use crate::puzzle::Puzzle;
use crate::solver::Algorithm;

/// Iterative-deepening A* (IDA*): repeated depth-first searches for a path whose f = g + h is within a bound. The next
/// bound is the smallest f that exceeded the last bound.
///
/// g is the cost of the path so far, h the heuristic's estimate of the remaining cost, C the cost of the
/// solution, b the number of neighbors of a state.
///
/// * **Finds** a cheapest path.
/// * **Needs** an admissible heuristic, and edges that cost more than zero. Edges of cost zero are allowed only if the
///   puzzle's facts state that it is [acyclic](crate::Facts::acyclic). Otherwise an edge of cost zero ends the search
///   with [`Stop::ZeroCostEdge`](crate::Stop::ZeroCostEdge).
/// * **Guarantee**: complete and optimal.
/// * **Time**: every path with f < C is walked, and some paths with f = C. If every edge costs one, about O(b^(C - k))
///   paths are walked, where k is the average estimate of all states of the puzzle. A state is searched again for every
///   path to it. [`Puzzle::is_redundant`] reduces the number of paths: a move is skipped if it is not needed right
///   after the last move. [`Pruned`](crate::pruning::Pruned) skips longer sequences of moves. **Memory**: the current
///   path.
/// * **Unsolvable** starts are proved unsolvable only if [`Puzzle::solvability`] proves it or the search tree is
///   finite. Otherwise the search for a solution that does not exist goes on until a limit ends it.
/// * **Prefer** [`AStar`](crate::AStar) if memory suffices and many paths lead to the same state. Prefer
///   [`Bts`](crate::Bts) if edges have many different costs, since IDA* may need an iteration for every distinct value
///   of f.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
///
/// // Instance 12 of the hundred 15-puzzles in the paper named below.
/// let goal: Vec<u8> = (0..16).collect();
/// let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?.guided_by(Manhattan);
/// let start = puzzle.parse("14 1 9 6  4 8 12 5  7 2 3 0  10 11 13 15")?;
/// let report = IdaStar::new().solve(&puzzle, &start);
/// assert_eq!(report.stats.generated, 546_344);
/// let solution = report.solution().expect("an even permutation");
/// assert_eq!(solution.cost(), 45);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// **Paper**: R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", 1985.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct IdaStar;

impl IdaStar {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: Puzzle> Algorithm<P> for IdaStar {
    type Run = DeepeningRun<P::State, P::Cost, true>;

    fn begin(&self) -> Self::Run {
        DeepeningRun::new()
    }
}
