//! [`UniformCost`]: the solver, as a best-first search in the order of g ([`ByG`]).

use super::best_first::BestFirstRun;
#[cfg(feature = "std")]
use super::hash_distributed::DistributedRun;
use super::order::ByG;
use crate::puzzle::Puzzle;
use crate::solver::{BoxedRun, Solver, SolverTraits};
use crate::threads::Threads;

/// Uniform-cost search (Dijkstra's algorithm): expands states in the order of their cost from the start.
///
/// * **Finds** a cheapest path.
/// * **Needs** only a [`Puzzle`](crate::Puzzle). A heuristic is not used. Edges may cost zero.
/// * **Guarantee**: complete and optimal.
/// * **Time**: each state that costs less to reach than the cheapest goal is expanded, and some that cost the same.
///   **Memory**: each generated state is stored, as by [`AStar`](crate::AStar).
/// * **Unsolvable** starts are proved unsolvable once every reachable state has been expanded.
/// * **Prefer** [`BreadthFirst`](crate::BreadthFirst) if all edges cost the same, `AStar` if there is a heuristic, and
///   [`IterativeDeepening`](crate::solvers::IterativeDeepening) if memory does not suffice.
///
/// ```
/// use puzzle_search::{from_fn, Solver, UniformCost};
///
/// // From 1 to 100: doubling costs 3, adding one costs 1.
/// let puzzle = from_fn(|&n: &u32| [("double", 2 * n, 3_u32), ("add", n + 1, 1)], |&n| n == 100);
/// let solution = UniformCost::new().solve(&puzzle, &1).into_result()?;
/// assert_eq!(solution.cost(), 18);
/// assert!(solution.verify(&puzzle, &1).is_ok());
/// # Ok::<(), puzzle_search::Unsolved<u32>>(())
/// ```
///
/// [**Paper**](crate::guide::references): E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UniformCost;

impl UniformCost {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }

    /// Makes the solver use `threads` threads. The puzzle must be one that threads can share ([`Sync`]).
    /// [`AStar::threads`](crate::AStar::threads) says how the search then differs.
    ///
    /// ```
    /// use puzzle_search::{from_fn, Solver, UniformCost};
    ///
    /// let puzzle = from_fn(|&n: &u32| [("double", 2 * n, 3_u32), ("add", n + 1, 1)], |&n| n == 100);
    /// assert_eq!(UniformCost::new().threads(2).cost(&puzzle, &1)?, 18);
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    #[must_use]
    pub const fn threads(self, threads: usize) -> Threads<Self> {
        Threads { of: self, threads }
    }
}

impl<P: Puzzle> Solver<P> for UniformCost {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(BestFirstRun::new(ByG))
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::UNINFORMED
    }
}

impl<P: Puzzle + Sync> Solver<P> for Threads<UniformCost> {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        #[cfg(feature = "std")]
        let run = DistributedRun::new(ByG, self.threads);
        #[cfg(not(feature = "std"))]
        let run = BestFirstRun::new(ByG);
        BoxedRun::new(run)
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::UNINFORMED
    }
}
