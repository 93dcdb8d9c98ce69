//! [`Backward`]: a solver that goes from the goals to the start.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::best_first::BestFirstRun;
use super::deepening::ByThreads;
use super::order::{ByF, ByG, Order};
use super::{AStar, IdaStar, IterativeDeepening, UniformCost};
use crate::account::{Ledger, Limits, ReplayFault, Stop};
use crate::engines::deepening::{Deepening, LeastCut, NextBound, OneByOne, SavedWalk};
use crate::monitor::{Monitor, MonitorOf, Proof};
use crate::puzzle::reversed::TwoSided;
use crate::puzzle::{Puzzle, Reversible};
use crate::solution::Solution;
use crate::solver::{Loader, Run, Saver, Solver, SolverTraits, Verdict, VerdictOf};
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
/// starts ends with [`Stop::SeveralStarts`].
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

impl<P: TwoSided, A: Begin<P::Reversed>> Solver<P> for Backward<A> {
    fn begin<'r>(&self) -> Box<dyn Run<P> + Send + 'r>
    where
        Self: 'r,
        P: 'r,
    {
        Box::new(BackwardRun::<'r, P> {
            reversed: None,
            starts: Vec::new(),
            run: self.0.begin_saved(),
            is_informed: self.0.traits().is_informed,
        })
    }

    fn traits(&self) -> SolverTraits {
        self.0.traits()
    }
}

/// A solver whose run can be saved though the puzzle is not known to be [`Portable`](crate::puzzle::Portable).
trait Begin<P: Puzzle>: Solver<P> {
    /// Does what [`Solver::begin`] does.
    fn begin_saved<'r>(&self) -> Box<dyn SavedRun<P> + Send + 'r>
    where
        P: 'r;
}

/// A run that can be saved wherever its states are portable, though its puzzle is not known to be.
trait SavedRun<P: Puzzle>: Run<P> {
    /// Does what [`Run::save`] does.
    fn write(&self, puzzle: &P, to: &mut Saver<'_, P::State>);

    /// Does what [`Run::load`] does.
    fn read(&mut self, puzzle: &P, from: &mut Loader<'_, P::State>) -> Option<()>;
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

        impl<P: Puzzle $(+ $sync)?> Begin<P> for $solver {
            fn begin_saved<'r>(&self) -> Box<dyn SavedRun<P> + Send + 'r>
            where
                P: 'r,
            {
                Box::new($begin(self))
            }
        }
    )+};
}

// The solvers that return a path or its moves. One that improves incumbents would show reversed ones to the observer.
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

impl<P: Puzzle, O: Order<P::Cost>> SavedRun<P> for BestFirstRun<P::State, P::Cost, O> {
    fn write(&self, puzzle: &P, to: &mut Saver<'_, P::State>) {
        self.write(puzzle, to);
    }

    fn read(&mut self, puzzle: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        self.read_whole(puzzle, from)
    }
}

impl<P, B, W> SavedRun<P> for Deepening<P::State, P::Move, P::Cost, B, W>
where
    P: Puzzle,
    B: NextBound<P::Cost>,
    W: SavedWalk<P>,
{
    fn write(&self, puzzle: &P, to: &mut Saver<'_, P::State>) {
        self.write(puzzle, to);
    }

    fn read(&mut self, puzzle: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        self.read(puzzle, from)
    }
}

/// The state of a backward search.
struct BackwardRun<'r, P: TwoSided> {
    /// The reversed puzzle, once the search has begun: its heuristic may have tables that take long to make.
    reversed: Option<P::Reversed>,
    starts: Vec<P::State>,
    run: Box<dyn SavedRun<P::Reversed> + Send + 'r>,
    is_informed: bool,
}

impl<P: TwoSided> Run<P> for BackwardRun<'_, P> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.starts = starts;
        self.reversed = None;
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let [start] = &self.starts[..] else {
            return Err(Stop::SeveralStarts);
        };
        let run = &mut self.run;
        let reversed = match &self.reversed {
            Some(reversed) => reversed,
            None => {
                let reversed = puzzle.reversed(start);
                let goals = puzzle.goals().into_iter().collect();
                monitor.of_reversed(|monitor| run.start(&reversed, goals, monitor))?;
                self.reversed.insert(reversed)
            }
        };
        if self.is_informed && !reversed.facts().admissible {
            monitor.distrust_bounds();
        }
        match monitor.of_reversed(|monitor| run.advance(reversed, monitor))? {
            Verdict::Path {
                mut states,
                guarantee,
            } => {
                states.reverse();
                Ok(Verdict::path(states, guarantee))
            }
            Verdict::Moves {
                start: goal,
                moves,
                cost,
                guarantee,
            } => {
                let goal = puzzle.goals().into_iter().nth(goal);
                let goal = goal.ok_or(Stop::Replay(ReplayFault::NotAStart))?;
                let moves = Solution::new(moves, cost);
                let mut states = moves.states(reversed, &goal)?;
                states.reverse();
                Ok(Verdict::path(states, guarantee))
            }
            Verdict::Incumbent(_) => Err(Stop::Incomplete),
            Verdict::Unsolvable(_) => Ok(Verdict::start_not_reached()),
        }
    }

    fn has_cut(&self) -> bool {
        self.run.has_cut()
    }

    fn name(&self) -> Option<String> {
        Some([&*self.run.name()?, " backward"].concat())
    }

    fn save(&self, puzzle: &P, to: &mut Saver<'_, P::State>) {
        to.flag(self.reversed.is_some());
        if let Some(reversed) = &self.reversed {
            save_estimates(puzzle, reversed, to);
            self.run.write(reversed, to);
        }
    }

    fn load(&mut self, puzzle: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        if from.flag()? {
            let reversed = puzzle.reversed(self.starts.first()?);
            check_estimates(puzzle, &reversed, from)?;
            let (goals, limits) = (puzzle.goals().into_iter().collect(), Limits::new());
            let (mut account, mut proof) = (Ledger::default(), Proof::default());
            let mut nobody = ();
            let mut monitor =
                Monitor::new(&mut account, &limits, None, &mut nobody, &mut proof, &[]);
            self.run.start(&reversed, goals, &mut monitor).ok()?;
            self.run.read(&reversed, from)?;
            self.reversed = Some(reversed);
        }
        Some(())
    }
}

/// Writes a fingerprint of the estimates of the reversed puzzle.
pub(super) fn save_estimates<P, Q>(puzzle: &P, reversed: &Q, to: &mut Saver<'_, P::State>)
where
    P: Reversible,
    Q: Puzzle<State = P::State, Cost = P::Cost>,
{
    let goal = puzzle.goals().into_iter().next();
    to.option(goal.and_then(|goal| reversed.heuristic(&goal)));
    to.flag(reversed.facts().consistent);
}

/// Reads the fingerprint; `None` if it is that of other estimates.
pub(super) fn check_estimates<P, Q>(
    puzzle: &P,
    reversed: &Q,
    from: &mut Loader<'_, P::State>,
) -> Option<()>
where
    P: Reversible,
    Q: Puzzle<State = P::State, Cost = P::Cost>,
{
    let goal = puzzle.goals().into_iter().next();
    let estimate: Option<P::Cost> = from.option()?;
    let is_consistent = from.flag()?;
    let is_same = estimate == goal.and_then(|goal| reversed.heuristic(&goal))
        && is_consistent == reversed.facts().consistent;
    is_same.then_some(())
}
