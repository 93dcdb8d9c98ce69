//! [`StartStatus`]: what a puzzle says about the starts of a search before the search begins.

use alloc::vec::Vec;

use crate::puzzle::Puzzle;
use crate::solvability::{Reason, Solvability};

/// What is known of starts without a search. Searches, agents and queries all ask here, so that they judge the same
/// start in the same way.
pub(crate) enum StartStatus {
    /// A start is not a state of the puzzle.
    NotAState,
    /// The start with this index is a goal.
    Goal(usize),
    /// No goal can be reached from any start.
    Unsolvable(Reason),
    /// The starts with these indices are not known to be unsolvable.
    Open(Vec<usize>),
}

impl StartStatus {
    pub(crate) fn of<P: Puzzle>(puzzle: &P, starts: &[P::State]) -> Self {
        let (mut open, mut goal, mut reason) = (Vec::new(), None, None);
        for (at, start) in starts.iter().enumerate() {
            match puzzle.solvability(start) {
                Solvability::NotAState => return Self::NotAState,
                Solvability::Unsolvable(why) => reason = Some(why),
                Solvability::Unknown | Solvability::Solvable(_) => open.push(at),
            }
            if goal.is_none() && puzzle.is_goal(start) {
                goal = Some(at);
            }
        }
        if let Some(goal) = goal {
            return Self::Goal(goal);
        }
        if open.is_empty() {
            return Self::Unsolvable(reason.unwrap_or_else(|| Reason::new("there is no start")));
        }
        Self::Open(open)
    }
}
