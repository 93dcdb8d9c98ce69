//! [`AStar`] search.

use super::best_first::BestFirstRun;
#[cfg(feature = "std")]
use super::hash_distributed::DistributedRun;
use super::order::ByF;
use crate::puzzle::Puzzle;
use crate::solver::Algorithm;
use crate::threads::Threads;

/// A* search: expands states in the order of f = g + h, ties to the larger g (where
/// estimates span a wide range, as on large maps, to the latest).
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
/// use puzzle_search::{AStar, Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("6 4 7  8 5 0  3 2 1")?;
/// let report = AStar::new().solve(&puzzle, &start);
/// let solution = report.solution().expect("an even permutation");
/// assert_eq!(solution.cost(), 31);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// assert_eq!(report.stats.expanded, 6_728); // of 181,440
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// **Paper**: P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic determination of
/// minimum cost paths", 1968.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AStar;

impl AStar {
    /// The solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }

    /// The same solver by so many threads, at most 64 (feature `std`), for puzzles that can be shared between
    /// them: hash-distributed A*.
    ///
    /// The cost of the solution is the same, and so is what is proved. In which order states are expanded
    /// depends on the threads: so do the counts, and which of several cheapest paths is found. A state may
    /// be expanded before the cheapest path to it is known, and is reopened then, whatever the heuristic.
    /// States are assigned to threads by their hash. Memory is that of one thread, a byte more for each state, and
    /// for each pair of threads room for some thousand children. Without a limit on bytes tables grow together, so
    /// that some grow when they are three quarters full. Limits hold for all threads together.
    /// A search that was stopped can be run on. The lower bound is brought up to date only when it stops.
    /// Observers are called on the thread that runs the search; if one
    /// [wants nodes](crate::Observer::wants_nodes), that is the only thread.
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
    /// **Paper**: A. Kishimoto, A. Fukunaga, A. Botea, "Evaluation of a simple, scalable, parallel best-first
    /// search strategy", 2013.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Threads<Self> {
        Threads { of: self, threads }
    }
}

impl<P: Puzzle> Algorithm<P> for AStar {
    type Run = BestFirstRun<P::State, P::Cost, ByF>;

    fn begin(&self) -> Self::Run {
        BestFirstRun::new()
    }
}

impl<P: Puzzle<State: Send> + Sync> Algorithm<P> for Threads<AStar> {
    #[cfg(feature = "std")]
    type Run = DistributedRun<P::State, P::Cost, ByF>;
    #[cfg(not(feature = "std"))]
    type Run = BestFirstRun<P::State, P::Cost, ByF>;

    fn begin(&self) -> Self::Run {
        Self::Run::by_threads(self.threads)
    }
}
