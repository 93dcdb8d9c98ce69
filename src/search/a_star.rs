//! [`AStar`]: the solver, as a best-first search in the order of f ([`ByF`]).

use super::best_first::BestFirstRun;
#[cfg(feature = "std")]
use super::hash_distributed::DistributedRun;
use super::order::ByF;
use crate::puzzle::Puzzle;
use crate::solver::{BoxedRun, Solver};
use crate::threads::Threads;

/// A* search: expands states in the order of f = g + h, the cost so far plus the estimate of the remaining cost.
///
/// g is the cost of the best known path to a state, h the heuristic's estimate of the remaining cost, and C the cost of
/// the solution.
///
/// * **Finds** a cheapest path.
/// * **Needs** an admissible heuristic. Edges may cost zero.
/// * **Guarantee**: complete and optimal. With a consistent heuristic no state is expanded twice. With an inconsistent
///   heuristic, a state is expanded again (reopened) if a cheaper path to it is found.
/// * **Time**: each state with f < C is expanded, and some states with f = C. **Memory**: each generated state is
///   stored, with about 20 additional bytes (if the cost is a `u32`).
/// * **Unsolvable** starts are proved unsolvable once every reachable state has been expanded.
/// * **Prefer** [`IdaStar`](crate::IdaStar) if memory does not suffice or few paths lead to the same state, and
///   [`UniformCost`](crate::UniformCost) if there is no heuristic.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("6 4 7  8 5 0  3 2 1")?;
/// let report = AStar::new().solve(&puzzle, &start);
/// let solution = report.solution().expect("an even permutation");
/// assert_eq!(solution.cost(), 31);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// assert_eq!(report.stats.expanded, 6_728); // of the 181,440 states that can be reached
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// [**Paper**](crate::guide::references): P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic
/// determination of minimum cost paths", 1968.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AStar;

impl AStar {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }

    /// Returns hash-distributed A*, which uses `threads` threads. The puzzle must be one that threads can share
    /// ([`Sync`]). The search uses at most 64 threads, and only one without the feature `std`.
    ///
    /// If the heuristic is admissible, the cost of the solution and its [guarantee](crate::Guarantee) are the same as
    /// with one thread. The path and the counts in the report may differ from run to run. States may be reopened even
    /// if the heuristic is consistent.
    ///
    /// The search needs about as much memory as on one thread, plus one byte for each stored state and a buffer for
    /// each pair of threads.
    ///
    /// Limits apply to all threads together. A stopped search can be continued. The lower bound is updated only when
    /// the search stops. The observer is called on the thread that called [`run`](crate::Search::run). If the observer
    /// [wants to see every node](crate::observe::Observer::wants_nodes), the search uses only this thread.
    ///
    /// ```
    /// use puzzle_search::heuristics::Manhattan;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{AStar, Notation, Puzzle, Solver};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
    /// let start = puzzle.parse("6 4 7  8 5 0  3 2 1")?;
    /// let report = AStar::new().threads(2).solve(&puzzle, &start);
    /// assert_eq!(report.solution().map(|solution| solution.cost()), Some(31));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    ///
    /// [**Paper**](crate::guide::references): A. Kishimoto, A. Fukunaga, A. Botea, "Evaluation of a simple, scalable,
    /// parallel best-first search strategy", 2013.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Threads<Self> {
        Threads { of: self, threads }
    }
}

impl<P: Puzzle> Solver<P> for AStar {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(BestFirstRun::new(ByF))
    }
}

impl<P: Puzzle + Sync> Solver<P> for Threads<AStar> {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        #[cfg(feature = "std")]
        let run = DistributedRun::new(ByF, self.threads);
        #[cfg(not(feature = "std"))]
        let run = BestFirstRun::new(ByF);
        BoxedRun::new(run)
    }
}
