//! [`BranchAndBound`]: the solver, as a deepening search whose bound grows up to the incumbent's cost ([`Growing`]).

use super::deepening::ByThreads;
use crate::engines::deepening::{Deepening, Growing, OneByOne};
use crate::puzzle::Puzzle;
use crate::solver::{BoxedRun, Solver};
use crate::threads::Threads;

/// Depth-first branch and bound: walks every path whose f = g + h is less than the cost of the best solution so far
/// (the incumbent).
///
/// g is the cost of the path so far, h the heuristic's estimate of the remaining cost.
///
/// * **Finds** a cheapest path. Before that, the search finds more expensive paths, each cheaper than the path before.
///   The [observer](crate::observe::Observer::incumbent) is shown every path that is found. A stopped search returns
///   the last path found.
/// * **Needs** an admissible heuristic, and edges that cost more than zero. Unless the puzzle declares
///   [`Facts::acyclic`](crate::Facts::acyclic), an edge of cost zero ends the search with
///   [`Stop::ZeroCostEdge`](crate::Stop::ZeroCostEdge).
/// * **Guarantee**: complete and optimal.
/// * **Time**: until a solution is found, the search walks the paths whose f is within a rising bound. After that, it
///   walks every path with f below the cost of the incumbent. **Memory**: the current path, and the incumbent.
/// * **Known** solutions save time: see [`Search::with_incumbent`](crate::Search::with_incumbent).
/// * **Unsolvable** starts are proved unsolvable only if [`Puzzle::solvability`] says so or the search tree is finite.
///   Otherwise, the search goes on until a limit ends it.
/// * **Prefer** [`IdaStar`](crate::IdaStar) if edges have few different costs, [`Bts`](crate::solvers::Bts) if they
///   have many, and [`AStar`](crate::AStar) if memory suffices.
///
/// ```
/// use puzzle_search::solvers::BranchAndBound;
/// use puzzle_search::{from_fn, Solver};
///
/// // From 1 to 100: doubling costs 30, adding one costs 11.
/// let puzzle = from_fn(|&n: &u32| [("double", 2 * n, 30_u32), ("add", n + 1, 11)], |&n| n == 100)
///     .with_heuristic(|&n| (n <= 100).then_some(0));
/// let solution = BranchAndBound::new().solve(&puzzle, &1).into_result()?;
/// assert_eq!(solution.cost(), 183);
/// assert!(solution.verify(&puzzle, &1).is_ok());
/// # Ok::<(), puzzle_search::Unsolved<u32>>(())
/// ```
///
/// [**Papers**](crate::guide::references): A. H. Land, A. G. Doig, "An automatic method of solving discrete programming
/// problems", 1960; the growing bound after U. K. Sarkar et al., "Reducing reexpansions in iterative-deepening search
/// by controlling cutoff bounds", 1991.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BranchAndBound;

impl BranchAndBound {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }

    /// Makes the solver use `threads` threads. The puzzle must be one that threads can share ([`Sync`]). Without the
    /// feature `std`, the search uses one thread.
    ///
    /// The cost of the final solution and its [guarantee](crate::Guarantee) are the same as with one thread. The path
    /// and the counts in the report may differ from run to run. Limits apply to all threads together. A stopped search
    /// can be continued. The observer is called on the thread that called [`run`](crate::Search::run). If the observer
    /// [wants to see every node](crate::observe::Observer::wants_nodes), the search uses only this thread.
    ///
    /// ```
    /// use puzzle_search::solvers::BranchAndBound;
    /// use puzzle_search::{from_fn, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u32| [("double", 2 * n, 30_u32), ("add", n + 1, 11)], |&n| n == 100)
    ///     .with_heuristic(|&n| (n <= 100).then_some(0));
    /// let solution = BranchAndBound::new().threads(2).solve(&puzzle, &1).into_result()?;
    /// assert_eq!(solution.cost(), 183);
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    #[must_use]
    pub const fn threads(self, threads: usize) -> Threads<Self> {
        Threads { of: self, threads }
    }
}

impl<P: Puzzle> Solver<P> for BranchAndBound {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(Deepening::new(
            Growing::default(),
            OneByOne::<P::Cost, true>::default(),
        ))
    }
}

impl<P> Solver<P> for Threads<BranchAndBound>
where
    P: Puzzle + Sync,
{
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(Deepening::new(
            Growing::default(),
            ByThreads::<P, true, true>::new(self.threads),
        ))
    }
}
