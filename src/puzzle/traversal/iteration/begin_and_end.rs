//! The methods of an [`Iteration`] by which a solver begins and ends a walk.
//!
//! Invariant: [`Iteration::finish`] leaves a resume point from which the next walk charges nothing a second time,
//! unless there was no memory for the path of the resume point.

use core::ops::ControlFlow;

use super::{Cause, DescentRule, End, Iteration, MoveFilter, WalkProgress};
use crate::account::{Budget, ReplayFault, Stop};
use crate::cost::Cost;
use crate::puzzle::traversal::{Bound, Cut, ResumePoint, Root, WalkAccount};

/// Methods for solvers.
impl<'a, S, M, C: Cost> Iteration<'a, S, M, C> {
    pub(crate) fn new(
        account: &'a mut (dyn WalkAccount<S, M, C> + 'a),
        root: Root<'a, S, M, C>,
        bound: Bound<C>,
        resume_point: &'a mut ResumePoint<C>,
    ) -> Self {
        let progress = WalkProgress::new(account.lend(), resume_point.cut, resume_point.path.len());
        let greatest = bound.greatest().filter(|_| C::IS_EXACT);
        Self {
            root,
            bound,
            greatest: greatest.unwrap_or_else(|| bound.cost()),
            is_strict: greatest.is_none() && matches!(bound, Bound::Below(_)),
            resume_point,
            account,
            filter: None,
            rule: None,
            prunes: false,
            progress,
        }
    }

    /// Hides estimates from the observer.
    pub(crate) fn uninformed(mut self) -> Self {
        self.progress.is_informed = false;
        self
    }

    /// Lets a rule say below which children the walk goes on.
    ///
    /// With a rule that [prunes](DescentRule::prunes), the walk skips no redundant moves. So if the rule prunes little,
    /// the walk generates more nodes than without it. All walks from one [`ResumePoint`] must have the same rule, or
    /// all must have none.
    #[must_use]
    pub fn with_rule(mut self, rule: &'a mut (dyn DescentRule<S, M, C> + 'a)) -> Self {
        self.prunes = rule.prunes();
        self.rule = Some(rule);
        self
    }

    /// Ends the walk: `flow` is the return value of the loop. Settles the charges, releases the memory of the loop, and
    /// sets the [`ResumePoint`].
    pub fn finish(self, flow: ControlFlow<()>) -> End<M, C> {
        let Self {
            resume_point,
            account,
            rule,
            progress,
            ..
        } = self;
        let WalkProgress {
            mut budget,
            cut,
            has_begun,
            cause,
            mut moves,
            path,
            ..
        } = progress;
        account.settle(&mut budget);
        let is_refused = budget.is_refused();
        drop(budget);
        resume_point.cut = cut;
        let cause = match (flow, cause) {
            (ControlFlow::Continue(()), _) => {
                *resume_point = ResumePoint::default();
                return End::Exhausted(cut);
            }
            (ControlFlow::Break(()), Some(cause)) => cause,
            // No method of the iteration has recorded a cause: memory was refused, or the loop broke for no reason.
            (ControlFlow::Break(()), None) => Cause::AtNode(if !is_refused {
                Stop::Replay(ReplayFault::NotAGoal)
            } else if account.memory().is_limited() {
                Stop::Bytes
            } else {
                Stop::OutOfMemory
            }),
        };
        let cause = match cause {
            Cause::Goal(cost) => {
                // The moves take up their capacity, and the search makes a copy of their exact number.
                let bytes = moves.capacity().saturating_add(moves.len());
                match account.memory().ask(bytes.saturating_mul(size_of::<M>())) {
                    Ok(()) => Cause::Goal(cost),
                    Err(stop) => Cause::AtNode(stop),
                }
            }
            other => other,
        };
        if let Cause::AtNode(stop) | Cause::AtChild(stop) = cause
            && (!has_begun || !stop.can_go_on())
        {
            // If the walk charged nothing, or if no walk can resume, the resume point stays as it is.
            return End::Stopped(stop);
        }
        let Some(mut path) = path else {
            // There was no memory for the resume point, so the next walk begins at the root.
            *resume_point = ResumePoint::default();
            if let Some(rule) = rule {
                rule.forget();
            }
            return End::Stopped(Stop::OutOfMemory);
        };
        path.reverse();
        resume_point.path = path;
        resume_point.entered = !matches!(cause, Cause::AtChild(_));
        match cause {
            Cause::AtNode(stop) | Cause::AtChild(stop) => End::Stopped(stop),
            Cause::Goal(cost) => {
                moves.reverse();
                End::Goal { moves, cost }
            }
        }
    }

    /// Calls `walk` with this iteration and a filter of moves. The filter is ignored if the iteration has one already.
    /// It is also ignored if a rule prunes: a filter skips a move since another path leads to the same state, but the
    /// rule may leave out that path.
    pub(crate) fn filtered(
        &mut self,
        filter: &dyn MoveFilter<M>,
        walk: impl FnOnce(&mut Iteration<'_, S, M, C>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_filtered() {
            return walk(self);
        }
        let empty = WalkProgress::new(Budget::default(), Cut::default(), 0);
        let mut progress = core::mem::replace(&mut self.progress, empty);
        progress.filter_state = filter.after(self.root.path);
        let mut filtered = Iteration {
            root: self.root,
            bound: self.bound,
            greatest: self.greatest,
            is_strict: self.is_strict,
            resume_point: &mut *self.resume_point,
            account: &mut *self.account,
            filter: Some(filter),
            rule: match &mut self.rule {
                Some(rule) => Some(&mut **rule),
                None => None,
            },
            prunes: self.prunes,
            progress,
        };
        let flow = walk(&mut filtered);
        self.progress = filtered.progress;
        flow
    }
}
