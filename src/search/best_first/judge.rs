//! [`Judge`]: what becomes of a state that is taken out of the open list, and when a best-first search ends.
//!
//! A search for one path ends at the first goal. A search for all cheapest solutions leaves goals unexpanded, and ends
//! when the bound exceeds their cost. One for the k cheapest expands every state up to a bound that rises. One for
//! distances ends at each state, to be resumed there, or expands all states.

use super::BestNode;
use crate::puzzle::Puzzle;

/// Decides about the states that are taken out of the open list.
pub(crate) trait Judge<S, C> {
    /// Whether the search ends before the next state, which has just raised the bound to this one.
    #[inline]
    fn ends_before(&mut self, _bound: C) -> bool {
        false
    }

    /// Returns the lower bound on the cost of the cheapest solution, if the open states prove this bound for paths
    /// through them.
    #[inline]
    fn lower_bound(&self, bound: C) -> C {
        bound
    }

    /// Decides about a state that was taken out of the open list.
    fn judge(&mut self, node: u32, reached: &BestNode<S, C>) -> Decision;
}

/// What to do with a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The state is expanded.
    Expand,
    /// The state is not expanded, and the search goes on.
    Leave,
    /// The search ends. When it is resumed, it begins with this state, and the judge decides once more.
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
