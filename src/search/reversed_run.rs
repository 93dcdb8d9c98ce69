//! [`ReversedRun`]: adapts a run on the reversed puzzle to be a run on the puzzle itself.
//!
//! The inner run starts at the goals and looks for the start. Its path comes out in reverse, and is replayed along the
//! edges of the puzzle like that of any other search. Invariant: limits, counts and lower bounds are those of the inner
//! run, since a path and its reverse have the same cost. A saved search has a fingerprint of the estimates of the
//! reversed puzzle, since the search must be continued with the same ones.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::best_first::BestFirstRun;
use super::order::Order;
use crate::account::{Ledger, Limits, ReplayFault, Stop};
use crate::engines::deepening::{Deepening, NextBound, SavedWalk};
use crate::monitor::{Monitor, MonitorOf, Proof};
use crate::puzzle::reversed::TwoSided;
use crate::puzzle::{Puzzle, Reversible};
use crate::solution::Solution;
use crate::solver::{Loader, Run, Saver, SolverTraits, Verdict, VerdictOf};

/// A run that can be saved though its puzzle, a reversed one, is not known to be [`Portable`](crate::puzzle::Portable):
/// the saver writes states by the original puzzle, which is.
pub(super) trait SavedRun<P: Puzzle>: Run<P> {
    /// Writes the run as [`Run::save`] does.
    fn write(&self, puzzle: &P, to: &mut Saver<'_, P::State>);

    /// Reads the run as [`Run::load`] does.
    fn read(&mut self, puzzle: &P, from: &mut Loader<'_, P::State>) -> Option<()>;
}

/// Such a run on the heap. `'r` is the lifetime of the data that the puzzle and the solver borrow.
pub(super) type BoxedSavedRun<'r, P> = Box<dyn SavedRun<P> + Send + 'r>;

impl<P: Puzzle, O: Order<P::Cost>> SavedRun<P> for BestFirstRun<P::State, P::Cost, O> {
    fn write(&self, _: &P, to: &mut Saver<'_, P::State>) {
        self.write(to);
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

/// A run on the reversed puzzle. It makes that puzzle itself.
pub(super) struct ReversedRun<'r, P: TwoSided> {
    /// The reversed puzzle, made by the first call of [`advance`](Run::advance), since its heuristic may have tables
    /// that take long to make.
    reversed: Option<P::Reversed>,
    starts: Vec<P::State>,
    /// The inner run.
    run: BoxedSavedRun<'r, P::Reversed>,
    /// Whether the inner run uses the heuristic.
    is_informed: bool,
}

impl<'r, P: TwoSided> ReversedRun<'r, P> {
    /// Creates a run from a run on the reversed puzzle, whose solver has these traits.
    pub(super) fn new(run: BoxedSavedRun<'r, P::Reversed>, traits: &SolverTraits) -> Self {
        Self {
            reversed: None,
            starts: Vec::new(),
            run,
            is_informed: traits.is_informed,
        }
    }
}

impl<P: TwoSided> Run<P> for ReversedRun<'_, P> {
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
        let (mut states, guarantee) =
            match monitor.of_reversed(|monitor| run.advance(reversed, monitor))? {
                Verdict::Path { states, guarantee } => (states, guarantee),
                Verdict::Moves {
                    start: goal,
                    moves,
                    cost,
                    guarantee,
                } => {
                    let goal = puzzle.goals().into_iter().nth(goal);
                    let goal = goal.ok_or(Stop::Replay(ReplayFault::NotAStart))?;
                    let moves = Solution::new(moves, cost);
                    (moves.states(reversed, &goal)?, guarantee)
                }
                Verdict::Incumbent(guarantee) => return Ok(Verdict::Incumbent(guarantee)),
                Verdict::Unsolvable(_) => return Ok(Verdict::start_not_reached()),
            };
        states.reverse();
        Ok(Verdict::path(states, guarantee))
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

/// Writes a fingerprint of the estimates of the reversed puzzle: the estimate of the first goal, and whether the
/// estimates are consistent.
pub(super) fn save_estimates<P, Q>(puzzle: &P, reversed: &Q, to: &mut Saver<'_, P::State>)
where
    P: Reversible,
    Q: Puzzle<State = P::State, Cost = P::Cost>,
{
    let goal = puzzle.goals().into_iter().next();
    to.optional_cost(goal.and_then(|goal| reversed.heuristic(&goal)));
    to.flag(reversed.facts().consistent);
}

/// Reads the fingerprint; `None` if it is the fingerprint of other estimates.
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
    let estimate = goal.and_then(|goal| reversed.heuristic(&goal));
    let is_same = from.optional_cost()? == estimate && from.flag()? == reversed.facts().consistent;
    is_same.then_some(())
}
