//! [`Edges`]: which way an enumeration goes.

use crate::puzzle::{Puzzle, Reversible};

/// Where one move leads.
pub(super) trait Edges<P: Puzzle>: Copy + Sync {
    fn states(self, puzzle: &P, state: &P::State) -> impl Iterator<Item = P::State>;
}

/// Moves forward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forward;

impl<P: Puzzle> Edges<P> for Forward {
    #[inline]
    fn states(self, puzzle: &P, state: &P::State) -> impl Iterator<Item = P::State> {
        let neighbors = puzzle.neighbors(state).into_iter();
        neighbors.map(|neighbor| neighbor.state)
    }
}

/// Moves backward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backward;

impl<P: Reversible> Edges<P> for Backward {
    #[inline]
    fn states(self, puzzle: &P, state: &P::State) -> impl Iterator<Item = P::State> {
        let neighbors = puzzle.predecessors(state).into_iter();
        neighbors.map(|neighbor| neighbor.state)
    }
}
