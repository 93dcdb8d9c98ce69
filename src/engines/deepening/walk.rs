//! [`IterationWalk`]: how an iteration of a deepening search is walked. [`OneByOne`] walks the trees below the starts
//! one after the other, on one thread.
//!
//! Starts and a bound on f = g + h go in. A goal comes out, or the [`Cut`], a summary of what was pruned.
//!
//! Invariant: a walk that was stopped, or has ended at a goal, goes on at its resume point (the child indices along its
//! path), so that no node is counted twice.

use alloc::vec::Vec;
use core::fmt::Debug;

use num_traits::Zero;

use crate::account::{Claim, Claimed, Quota, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::heuristic::Zero as NoHeuristic;
use crate::puzzle::traversal::{Bound, Cut, End, IterationOf, ResumePoint, Root};
use crate::solver::{Loader, Saver};

/// A goal: its start, the moves from there, and their cost.
#[derive(Clone, Debug)]
pub(crate) struct Goal<M, C> {
    pub(crate) start: usize,
    pub(crate) moves: Vec<M>,
    pub(crate) cost: C,
}

impl<M, C> Goal<M, C> {
    /// Claims the memory of the moves, which counts towards the search's limit on bytes. This cannot fail: the
    /// quota was asked for the memory when the moves were listed.
    pub(crate) fn claimed(self, memory: &Quota) -> Claimed<Self> {
        let bytes = self.moves.capacity() * size_of::<M>();
        Claimed::adopt(self, Claim::of_free(bytes, memory))
    }
}

/// The goal at which a walk has ended; `None` if all nodes within the bound were visited.
pub(crate) type Found<P> = Option<Goal<<P as Puzzle>::Move, <P as Puzzle>::Cost>>;

/// How the iterations of a search are walked.
pub(crate) trait IterationWalk<P: Puzzle> {
    /// Whether the puzzle's heuristic is used.
    const INFORMED: bool;

    /// Returns the least f of all starts; `None` if all are dead ends.
    fn least_f(&self, starts: &[P::State], puzzle: &P) -> Option<P::Cost> {
        let estimates = starts.iter().filter_map(|start| {
            if Self::INFORMED {
                puzzle.heuristic(start)
            } else {
                Some(P::Cost::zero())
            }
        });
        estimates.min()
    }

    /// Begins or continues the iteration, within a bound that may be lower than before. Ends at the first goal. Another
    /// call ends there again, unless the goal was [passed](Self::pass_goal).
    fn walk(
        &mut self,
        starts: &[P::State],
        bound: Bound<P::Cost>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Found<P>, Stop>;

    /// Moves the resume point behind the goal at which the walk has ended.
    fn pass_goal(&mut self);

    /// Ends the iteration, complete or not, and returns its cut so far. The next walk begins at the first start.
    fn finish(&mut self, monitor: &mut MonitorOf<'_, P>) -> Cut<P::Cost>;

    /// Prepares for a new search.
    fn clear(&mut self);
}

/// An [`IterationWalk`] that can be saved.
pub(crate) trait SavedWalk<P: Puzzle>: IterationWalk<P> {
    /// The suffix that the walk adds to the name of the search.
    const NAME: &'static str;

    fn save(&self, starts: &[P::State], puzzle: &P, to: &mut Saver<'_, P::State>);

    fn load(
        &mut self,
        starts: &[P::State],
        puzzle: &P,
        from: &mut Loader<'_, P::State>,
    ) -> Option<()>;
}

/// Walks the tree below a root from a resume point on, with the puzzle's heuristic if `INFORMED`, otherwise with h = 0.
pub(crate) fn walk_from<P: Puzzle, const INFORMED: bool>(
    root: Root<'_, P::State, P::Move, P::Cost>,
    bound: Bound<P::Cost>,
    resume_point: &mut ResumePoint<P::Cost>,
    puzzle: &P,
    monitor: &mut MonitorOf<'_, P>,
) -> End<P::Move, P::Cost> {
    walk_iteration::<P, INFORMED>(puzzle, monitor.iteration(root, bound, resume_point))
}

/// Walks an iteration that is set up, with the puzzle's heuristic if `INFORMED`, otherwise with h = 0.
pub(super) fn walk_iteration<P: Puzzle, const INFORMED: bool>(
    puzzle: &P,
    mut iteration: IterationOf<'_, P>,
) -> End<P::Move, P::Cost> {
    let flow = if const { INFORMED } {
        puzzle.deepen(&mut iteration)
    } else {
        iteration = iteration.uninformed();
        puzzle.deepen_by(&NoHeuristic, &mut iteration)
    };
    iteration.finish(flow)
}

/// A walk on one thread that visits the trees below several roots one after the other. The roots are the starts, or the
/// open states of an earlier search.
#[derive(Debug)]
pub(crate) struct OneByOne<C, const INFORMED: bool> {
    /// The index of the current root; the number of roots at the end.
    pub(crate) root_index: usize,
    /// The resume point below the current root.
    pub(crate) resume_point: ResumePoint<C>,
    /// The cut of the trees below earlier roots.
    pub(crate) cut: Cut<C>,
}

impl<C, const INFORMED: bool> Default for OneByOne<C, INFORMED> {
    fn default() -> Self {
        Self {
            root_index: 0,
            resume_point: ResumePoint::default(),
            cut: Cut::default(),
        }
    }
}

impl<C: Cost, const INFORMED: bool> OneByOne<C, INFORMED> {
    pub(crate) fn save(&self, to: &mut Writer<'_>) {
        to.number(self.root_index as u64);
        self.resume_point.save(to);
        self.cut.save(to);
    }

    /// Reads a walk over at most `root_count` roots.
    pub(crate) fn load(root_count: usize, from: &mut Reader<'_>) -> Option<Self> {
        Some(Self {
            root_index: usize::try_from(from.number()?)
                .ok()
                .filter(|&index| index <= root_count)?,
            resume_point: ResumePoint::load(from)?,
            cut: Cut::load(from)?,
        })
    }
}

impl<P: Puzzle, const INFORMED: bool> IterationWalk<P> for OneByOne<P::Cost, INFORMED> {
    const INFORMED: bool = INFORMED;

    fn walk(
        &mut self,
        starts: &[P::State],
        bound: Bound<P::Cost>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Found<P>, Stop> {
        while let Some(state) = starts.get(self.root_index) {
            let (root, resume_point) = (Root::new(state), &mut self.resume_point);
            match walk_from::<P, INFORMED>(root, bound, resume_point, puzzle, monitor) {
                End::Exhausted(cut) => {
                    self.cut.merge(cut);
                    self.root_index += 1;
                }
                End::Goal { moves, cost } => {
                    let start = self.root_index;
                    return Ok(Some(Goal { start, moves, cost }));
                }
                End::Stopped(stop) => return Err(stop),
            }
        }
        Ok(None)
    }

    fn pass_goal(&mut self) {
        self.resume_point.pass();
    }

    fn finish(&mut self, _: &mut MonitorOf<'_, P>) -> Cut<P::Cost> {
        core::mem::take(self).cut
    }

    fn clear(&mut self) {
        *self = Self::default();
    }
}

impl<P: Puzzle, const INFORMED: bool> SavedWalk<P> for OneByOne<P::Cost, INFORMED> {
    const NAME: &'static str = "";

    fn save(&self, _: &[P::State], _: &P, to: &mut Saver<'_, P::State>) {
        self.save(to.raw());
    }

    fn load(&mut self, starts: &[P::State], _: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        *self = Self::load(starts.len(), &mut from.raw)?;
        Some(())
    }
}

impl<C: Cost> ResumePoint<C> {
    pub(crate) fn save(&self, to: &mut Writer<'_>) {
        to.list(&self.path, |to, &index| to.number(index));
        to.flag(self.entered);
        self.cut.save(to);
    }

    pub(crate) fn load(from: &mut Reader<'_>) -> Option<Self> {
        Some(Self {
            path: from.list(|from| from.index(u32::MAX as usize))?,
            entered: from.flag()?,
            cut: Cut::load(from)?,
        })
    }

    /// Whether this is the root, not yet expanded.
    pub(crate) const fn is_root(&self) -> bool {
        self.path.is_empty()
    }
}

impl<C: Cost> Cut<C> {
    pub(crate) fn save(&self, to: &mut Writer<'_>) {
        to.optional_cost(self.least);
        to.flag(self.overflow);
    }

    pub(crate) fn load(from: &mut Reader<'_>) -> Option<Self> {
        Some(Self {
            least: from.optional_cost()?,
            overflow: from.flag()?,
        })
    }
}
