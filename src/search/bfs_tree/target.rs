//! [`Target`]: what a tree looks for among the states that are new to it: goals, the states of another tree, or
//! nothing.

use core::convert::Infallible;

use super::{BfsTree, TreeStore};
use crate::puzzle::Puzzle;
use crate::storage::Key;

/// What a tree looks for among the states that are new to it.
pub(in crate::search) trait Target<P: Puzzle> {
    /// What the target answers about a state that meets it.
    type Met;
    /// Returns the answer if a state, whose key this is, meets the target.
    fn meet(&self, puzzle: &P, key: Key, state: &P::State) -> Option<Self::Met>;
    /// Prefetches the memory that is read when states with these keys are asked about.
    #[inline]
    fn read_ahead(&self, _puzzle: &P, _keys: impl Iterator<Item = Key> + Clone) {}
}

/// The goals of the puzzle.
pub(in crate::search) struct Goals;

impl<P: Puzzle> Target<P> for Goals {
    type Met = ();
    #[inline]
    fn meet(&self, puzzle: &P, _: Key, state: &P::State) -> Option<()> {
        puzzle.is_goal(state).then_some(())
    }
}

/// A target that no state meets, so that each layer is completed.
pub(in crate::search) struct Nowhere;

impl<P: Puzzle> Target<P> for Nowhere {
    type Met = Infallible;
    #[inline]
    fn meet(&self, _: &P, _: Key, _: &P::State) -> Option<Infallible> {
        None
    }
}

/// The states of another tree; the answer is the name of the state in that tree.
impl<P: Puzzle, K: TreeStore<P::State>> Target<P> for BfsTree<P::State, K> {
    type Met = u32;
    #[inline]
    fn meet(&self, puzzle: &P, key: Key, state: &P::State) -> Option<u32> {
        self.store.find_or_place(puzzle, key, state).ok()
    }
    #[inline]
    fn read_ahead(&self, puzzle: &P, keys: impl Iterator<Item = Key> + Clone) {
        self.store.read_ahead(puzzle, keys);
    }
}
