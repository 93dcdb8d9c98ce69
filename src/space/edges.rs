//! [`Edges`]: which way an enumeration goes.

use crate::puzzle::{Puzzle, Reversible};

/// Where one move leads.
pub(super) trait Edges<P: Puzzle>: Copy + Sync {
    fn each(self, puzzle: &P, state: &P::State, visit: impl FnMut(P::State));
}

/// Moves forward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forward;

impl<P: Puzzle> Edges<P> for Forward {
    #[inline]
    fn each(self, puzzle: &P, state: &P::State, mut visit: impl FnMut(P::State)) {
        for neighbor in puzzle.neighbors(state) {
            visit(neighbor.state);
        }
    }
}

/// Moves backward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backward;

impl<P: Reversible> Edges<P> for Backward {
    #[inline]
    fn each(self, puzzle: &P, state: &P::State, mut visit: impl FnMut(P::State)) {
        for neighbor in puzzle.predecessors(state) {
            visit(neighbor.state);
        }
    }
}
