//! [`StartStatus`]: what a puzzle says about the starts of a search before the search begins.

use alloc::vec::Vec;

use crate::account::Stop;
use crate::puzzle::Puzzle;
use crate::solvability::{Reason, Solvability};

/// The knowledge about the starts of a search before it begins. Searches, agents, queries and enumerations all ask here, so
/// that they judge the same start in the same way.
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
        let solvability = |index: usize| puzzle.solvability(&starts[index]);
        let is_goal = |index: usize| puzzle.is_goal(&starts[index]);
        Self::judge(starts.len(), &solvability, &is_goal)
    }

    /// Refuses starts of which one is not a state of the puzzle.
    pub(crate) fn admit<P: Puzzle>(puzzle: &P, starts: &[P::State]) -> Result<(), Stop> {
        let is_state = |start| puzzle.solvability(start) != Solvability::NotAState;
        if starts.iter().all(is_state) {
            Ok(())
        } else {
            Err(Stop::NotAState)
        }
    }

    /// Judges this many starts, given by index; compiled once for all puzzles.
    fn judge(
        starts: usize,
        solvability: &dyn Fn(usize) -> Solvability,
        is_goal: &dyn Fn(usize) -> bool,
    ) -> Self {
        let (mut open, mut goal, mut reason) = (Vec::new(), None, None);
        for index in 0..starts {
            match solvability(index) {
                Solvability::NotAState => return Self::NotAState,
                Solvability::Unsolvable(why) => reason = Some(why),
                Solvability::Unknown | Solvability::Solvable(_) => open.push(index),
            }
            if goal.is_none() && is_goal(index) {
                goal = Some(index);
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
