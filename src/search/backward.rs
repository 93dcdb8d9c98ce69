//! [`Backward`]: a solver that searches from the goals to the start, by running on the reversed puzzle
//! ([`ReversedRun`]).

use alloc::boxed::Box;

use super::best_first::BestFirstRun;
use super::deepening::ByThreads;
use super::order::{ByF, ByG};
use super::reversed_run::{BoxedSavedRun, ReversedRun};
use super::{AStar, IdaStar, IterativeDeepening, UniformCost};
use crate::engines::deepening::{Deepening, LeastCut, OneByOne};
use crate::puzzle::Puzzle;
use crate::puzzle::reversed::TwoSided;
use crate::solver::{BoxedRun, Solver, SolverTraits};
use crate::threads::Threads;

/// A solver that searches backward: from the goals, along predecessors, to the start. It is made by [`AStar::backward`]
/// and the `backward` methods of other solvers.
///
/// The cost of the solution and its [guarantee](crate::Guarantee) are the same as in a forward search, except that
/// [sums](crate::Cost#rounded-sums) of floating-point costs may differ slightly. The backward search is usually faster
/// if states have fewer predecessors than neighbors, or if its heuristic is better.
///
/// The search works on the *reversed puzzle*: the same states, with all edges reversed and the start as the goal. The
/// [observer](crate::observe::Observer) is shown states of the reversed puzzle, but no moves. A search from several
/// starts ends with [`Stop::SeveralStarts`](crate::Stop::SeveralStarts).
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let report = AStar::new().backward().solve(&puzzle, &start);
/// let solution = report.solution().expect("an even permutation");
/// assert_eq!(solution.cost(), 31);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// The heuristic of the backward search is that of the reversed puzzle. To choose it, for example to use pattern
/// databases made for the start, guide the puzzle by [`BothWays`](crate::heuristics::BothWays):
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
/// use puzzle_search::heuristics::{BothWays, Manhattan};
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// // The search calls the closure once, when it begins. In `start`, the goal of the reversed puzzle, the blank is on
/// // cell 7.
/// let ways = BothWays::new(Manhattan, |reversed: &SlidingTiles| {
///     let partition = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 8]]);
///     TilePatterns::build(reversed, &partition, Style::default()).run().expect("they fit")
/// });
/// let report = IdaStar::new().backward().solve(&puzzle.guided_by(ways), &start);
/// assert_eq!(report.lower_bound, Some(31));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Backward<A>(A);

impl<P: TwoSided, A: BackwardSolver<P::Reversed>> Solver<P> for Backward<A> {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        let run = self.0.begin_reversed();
        BoxedRun::new(ReversedRun::<'r, P>::new(run, &self.0.traits()))
    }

    fn traits(&self) -> SolverTraits {
        self.0.traits()
    }
}

/// A solver that can run on a reversed puzzle `P`: its run can be saved though `P` is not known to be
/// [`Portable`](crate::puzzle::Portable).
trait BackwardSolver<P: Puzzle>: Solver<P> {
    /// Does what [`Solver::begin`] does.
    fn begin_reversed<'r>(&self) -> BoxedSavedRun<'r, P>
    where
        P: 'r;
}

macro_rules! backward {
    ($($solver:ty: $begin:expr $(, $sync:ident)?);+ $(;)?) => {$(
        impl $solver {
            /// Returns a solver that runs this algorithm from the goals to the start, on the puzzle that
            /// [`TwoSided::reversed`](crate::puzzle::TwoSided::reversed) returns. See [`Backward`].
            #[must_use]
            pub const fn backward(self) -> Backward<Self> {
                Backward(self)
            }
        }

        impl<P: Puzzle $(+ $sync)?> BackwardSolver<P> for $solver {
            fn begin_reversed<'r>(&self) -> BoxedSavedRun<'r, P>
            where
                P: 'r,
            {
                Box::new($begin(self))
            }
        }
    )+};
}

// These solvers return a path or its moves, which are then reversed. A solver that improves an incumbent would show
// reversed incumbents to the observer.
backward! {
    AStar: |_| BestFirstRun::new(ByF);
    UniformCost: |_| BestFirstRun::new(ByG);
    IdaStar: |_| Deepening::new(LeastCut, OneByOne::<P::Cost, true>::default());
    IterativeDeepening: |_| Deepening::new(LeastCut, OneByOne::<P::Cost, false>::default());
    Threads<IdaStar>: |solver: &Self| {
        Deepening::new(LeastCut, ByThreads::<P, true, false>::new(solver.threads))
    }, Sync;
    Threads<IterativeDeepening>: |solver: &Self| {
        Deepening::new(LeastCut, ByThreads::<P, false, false>::new(solver.threads))
    }, Sync;
}
