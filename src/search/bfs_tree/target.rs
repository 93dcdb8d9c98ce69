//! [`Target`]: what a tree grows toward.

use core::convert::Infallible;

use super::BfsTree;
use crate::puzzle::Puzzle;
use crate::search::batch;
use crate::storage::{ByHash, Key, Linked, NodeTable};

/// What a tree looks for among the states that are new to it.
pub(in crate::search) trait Target<P: Puzzle> {
    /// What is known of a state that meets the target.
    type Met;
    fn meet(&self, puzzle: &P, key: Key, state: &P::State) -> Option<Self::Met>;
    fn read_ahead(&self, keys: impl Iterator<Item = Key> + Clone);
}

/// The puzzle's goals.
pub(in crate::search) struct Goals;

impl<P: Puzzle> Target<P> for Goals {
    type Met = ();
    #[inline]
    fn meet(&self, puzzle: &P, _: Key, state: &P::State) -> Option<()> {
        puzzle.is_goal(state).then_some(())
    }
    #[inline]
    fn read_ahead(&self, _: impl Iterator<Item = Key> + Clone) {}
}

/// Nothing, so that a layer is completed.
pub(in crate::search) struct Nowhere;

impl<P: Puzzle> Target<P> for Nowhere {
    type Met = Infallible;
    #[inline]
    fn meet(&self, _: &P, _: Key, _: &P::State) -> Option<Infallible> {
        None
    }
    #[inline]
    fn read_ahead(&self, _: impl Iterator<Item = Key> + Clone) {}
}

/// The states of another tree.
impl<P: Puzzle, K: Target<P>> Target<P> for BfsTree<P::State, K> {
    type Met = K::Met;
    #[inline]
    fn meet(&self, puzzle: &P, key: Key, state: &P::State) -> Option<K::Met> {
        self.store.meet(puzzle, key, state)
    }
    #[inline]
    fn read_ahead(&self, keys: impl Iterator<Item = Key> + Clone) {
        self.store.read_ahead(keys);
    }
}

impl<P: Puzzle> Target<P> for NodeTable<Linked<P::State>> {
    type Met = u32;
    #[inline]
    fn meet(&self, _: &P, key: Key, state: &P::State) -> Option<u32> {
        self.find(&ByHash, key, state)
    }
    #[inline]
    fn read_ahead(&self, keys: impl Iterator<Item = Key> + Clone) {
        if !batch::is_cached(self.len()) {
            Self::read_ahead(self, &ByHash, keys);
        }
    }
}
