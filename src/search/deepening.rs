//! The `threads` option of IDA* and of iterative deepening, and the walk by threads, which branch and bound uses too.
//!
//! The option wraps the solver in [`Threads`]. Invariant: if a search of IDA* or of iterative deepening is not stopped,
//! its report is the same for any number of threads, except for peak bytes and time.

use crate::engines::deepening::{Deepening, LeastCut, Splitter};
use crate::puzzle::Puzzle;
use crate::solver::{BoxedRun, Solver, SolverTraits};
use crate::threads::Threads;

use super::{IdaStar, IterativeDeepening};

/// The walk of an iteration by threads. With `INFORMED`, it uses the puzzle's heuristic. With `IMPROVES`, which is for
/// branch and bound, a goal does not end the iteration.
pub(super) type ByThreads<P, const INFORMED: bool, const IMPROVES: bool> =
    Splitter<<P as Puzzle>::State, <P as Puzzle>::Move, <P as Puzzle>::Cost, INFORMED, IMPROVES>;

macro_rules! threads {
    ($($solver:ident, $informed:literal);+) => {$(
        impl $solver {
            /// Makes the solver use `threads` threads. The puzzle must be one that threads can share ([`Sync`]).
            /// Without the feature `std`, the search uses one thread.
            ///
            /// If the search is not stopped, the report is the same for any number of threads, except for
            /// [`peak_bytes`](crate::Stats::peak_bytes) and the time. Limits apply to all threads together. The limits
            /// also count states that one thread would not have searched. A stopped search can be continued.
            ///
            /// The observer is called on the thread that called [`run`](crate::Search::run). If the observer [wants to
            /// see every node](crate::observe::Observer::wants_nodes), the search uses only this thread.
            ///
            /// ```
            /// use puzzle_search::heuristics::Manhattan;
            /// use puzzle_search::puzzles::SlidingTiles;
            #[doc = concat!("use puzzle_search::solvers::", stringify!($solver), ";")]
            /// use puzzle_search::{Notation, Puzzle, Solver};
            ///
            /// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
            /// let start = puzzle.parse("8 1 3  4 0 2  7 6 5")?;
            #[doc = concat!("let report = ", stringify!($solver), "::new().threads(2).solve(&puzzle, &start);")]
            #[doc = concat!("let alone = ", stringify!($solver), "::new().solve(&puzzle, &start);")]
            /// assert_eq!((report.outcome, report.stats.expanded), (alone.outcome, alone.stats.expanded));
            /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
            /// ```
            #[must_use]
            pub const fn threads(self, threads: usize) -> Threads<Self> {
                Threads { of: self, threads }
            }
        }

        impl<P> Solver<P> for Threads<$solver>
        where
            P: Puzzle + Sync,
        {
            fn begin<'r>(&self) -> BoxedRun<'r, P> {
                let walk = ByThreads::<P, $informed, false>::new(self.threads);
                BoxedRun::new(Deepening::new(LeastCut, walk))
            }

            fn traits(&self) -> SolverTraits {
                SolverTraits {
                    is_informed: $informed,
                    ..SolverTraits::default()
                }
            }
        }
    )+};
}

threads!(IdaStar, true; IterativeDeepening, false);
