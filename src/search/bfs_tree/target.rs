//! [`Target`]: what a tree grows toward.

use core::convert::Infallible;

use super::{BfsTree, TreeStore};
use crate::puzzle::Puzzle;
use crate::storage::Key;

/// What a tree looks for among the states that are new to it.
pub(in crate::search) trait Target<P: Puzzle> {
    /// What is known of a state that meets the target.
    type Met;
    fn meet(&self, puzzle: &P, key: Key, state: &P::State) -> Option<Self::Met>;
    /// Reads ahead what these keys are looked up in, if anything.
    #[inline]
    fn read_ahead(&self, _puzzle: &P, _keys: impl Iterator<Item = Key> + Clone) {}
}

/// The puzzle's goals.
pub(in crate::search) struct Goals;

impl<P: Puzzle> Target<P> for Goals {
    type Met = ();
    #[inline]
    fn meet(&self, puzzle: &P, _: Key, state: &P::State) -> Option<()> {
        puzzle.is_goal(state).then_some(())
    }
}

/// Nothing, so that a layer is completed.
pub(in crate::search) struct Nowhere;

impl<P: Puzzle> Target<P> for Nowhere {
    type Met = Infallible;
    #[inline]
    fn meet(&self, _: &P, _: Key, _: &P::State) -> Option<Infallible> {
        None
    }
}

/// The states of another tree.
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
