//! [`Edges`]: which way an enumeration goes.

use crate::puzzle::{Puzzle, Reversible};

/// Where one move leads.
pub(super) trait Edges<P: Puzzle>: Copy + Sync {
    /// Whether one of the states is such.
    fn any(self, puzzle: &P, state: &P::State, is_such: impl FnMut(P::State) -> bool) -> bool;

    #[inline]
    fn each(self, puzzle: &P, state: &P::State, mut visit: impl FnMut(P::State)) {
        self.any(puzzle, state, |neighbor| {
            visit(neighbor);
            false
        });
    }
}

/// Moves forward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forward;

impl<P: Puzzle> Edges<P> for Forward {
    #[inline]
    fn any(self, puzzle: &P, state: &P::State, mut is_such: impl FnMut(P::State) -> bool) -> bool {
        let mut neighbors = puzzle.neighbors(state).into_iter();
        neighbors.any(|neighbor| is_such(neighbor.state))
    }
}

/// Moves backward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backward;

impl<P: Reversible> Edges<P> for Backward {
    #[inline]
    fn any(self, puzzle: &P, state: &P::State, mut is_such: impl FnMut(P::State) -> bool) -> bool {
        let mut neighbors = puzzle.predecessors(state).into_iter();
        neighbors.any(|neighbor| is_such(neighbor.state))
    }
}
