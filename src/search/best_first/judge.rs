//! [`Judge`]: what becomes of a state that is taken out of the open list, and when a best-first search ends.
//!
//! A plain search ends at a goal. All solutions leave goals unexpanded and end when the key exceeds the cost. The k
//! cheapest expand everything up to a growing bound. Distances pause at each state, or run to the end.

use super::BestNode;
use crate::puzzle::Puzzle;

/// Decides about the states that are taken out of the open list.
pub(crate) trait Judge<S, C> {
    /// Whether the search ends before it expands states whose keys prove this bound.
    #[inline]
    fn ends_before(&mut self, _bound: C) -> bool {
        false
    }

    /// Returns the lower bound on all solutions when states with this bound come next.
    #[inline]
    fn proves(&self, bound: C) -> C {
        bound
    }

    /// Decides about this state.
    fn judge(&mut self, node: u32, reached: &BestNode<S, C>) -> Decision;
}

/// What to do with a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Expand,
    /// The state is not expanded.
    Leave,
    /// The search ends; when resumed, it returns to this state.
    End,
}

/// Ends at a goal.
pub(in crate::search) struct StopAtGoal<'a, P>(pub(in crate::search) &'a P);

impl<P: Puzzle> Judge<P::State, P::Cost> for StopAtGoal<'_, P> {
    #[inline(always)]
    fn judge(&mut self, _: u32, reached: &BestNode<P::State, P::Cost>) -> Decision {
        if self.0.is_goal(&reached.state) {
            Decision::End
        } else {
            Decision::Expand
        }
    }
}
