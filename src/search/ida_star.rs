//! [`IdaStar`]: the solver, as a deepening search whose next bound is the least pruned f ([`LeastCut`]).

use crate::engines::deepening::{Deepening, LeastCut, OneByOne};
use crate::puzzle::Puzzle;
use crate::solver::{BoxedRun, Solver};

/// Iterative-deepening A* (IDA*): repeated depth-first searches for a path whose f = g + h is within a bound. The next
/// bound is the smallest f that exceeded the last bound.
///
/// g is the cost of the path so far, h the heuristic's estimate of the remaining cost, C the cost of the solution.
///
/// * **Finds** a cheapest path.
/// * **Needs** an admissible heuristic, and edges that cost more than zero. Unless the puzzle declares
///   [`Facts::acyclic`](crate::Facts::acyclic), an edge of cost zero ends the search with
///   [`Stop::ZeroCostEdge`](crate::Stop::ZeroCostEdge).
/// * **Guarantee**: complete and optimal.
/// * **Time**: every path with f < C is walked, and some paths with f = C. A state is searched again for every path to
///   it. [`Puzzle::is_redundant`] and [`Pruned`](crate::pruning::Pruned) reduce the number of paths. **Memory**: the
///   current path.
/// * **Unsolvable** starts are proved unsolvable only if [`Puzzle::solvability`] says so or the search tree is finite.
///   Otherwise, the search goes on until a limit ends it.
/// * **Prefer** [`AStar`](crate::AStar) if memory suffices and many paths lead to the same state, and
///   [`Bts`](crate::solvers::Bts) if edges have many different costs.
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
/// [**Paper**](crate::guide::references): R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree
/// search", 1985.
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

impl<P: Puzzle> Solver<P> for IdaStar {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(Deepening::new(
            LeastCut,
            OneByOne::<P::Cost, true>::default(),
        ))
    }
}
