//! [`Target`]: what a tree grows toward.

use core::convert::Infallible;
use core::hash::Hash;

use super::BfsTree;
use crate::puzzle::Puzzle;
use crate::search::batch;
use crate::storage::{ByHash, Key, Linked, NodeTable};

/// What a tree looks for among the states that are new to it.
pub(in crate::search) trait Target<S> {
    type Met;
    fn meet(&self, key: Key, state: &S) -> Option<Self::Met>;
    fn read_ahead(&self, keys: impl Iterator<Item = Key> + Clone);
}

/// The puzzle's goals.
pub(in crate::search) struct Goals<'a, P>(pub(in crate::search) &'a P);

impl<P: Puzzle> Target<P::State> for Goals<'_, P> {
    type Met = ();
    #[inline]
    fn meet(&self, _: Key, state: &P::State) -> Option<()> {
        self.0.is_goal(state).then_some(())
    }
    #[inline]
    fn read_ahead(&self, _: impl Iterator<Item = Key> + Clone) {}
}

/// Nothing, so that a layer is completed.
pub(in crate::search) struct Nowhere;

impl<S> Target<S> for Nowhere {
    type Met = Infallible;
    #[inline]
    fn meet(&self, _: Key, _: &S) -> Option<Infallible> {
        None
    }
    #[inline]
    fn read_ahead(&self, _: impl Iterator<Item = Key> + Clone) {}
}

/// The states of another tree.
impl<S, K: Target<S>> Target<S> for BfsTree<S, K> {
    type Met = K::Met;
    #[inline]
    fn meet(&self, key: Key, state: &S) -> Option<K::Met> {
        self.store.meet(key, state)
    }
    #[inline]
    fn read_ahead(&self, keys: impl Iterator<Item = Key> + Clone) {
        self.store.read_ahead(keys);
    }
}

impl<S: Clone + Eq + Hash> Target<S> for NodeTable<Linked<S>> {
    type Met = u32;
    #[inline]
    fn meet(&self, key: Key, state: &S) -> Option<u32> {
        self.find(&ByHash, key, state)
    }
    #[inline]
    fn read_ahead(&self, keys: impl Iterator<Item = Key> + Clone) {
        if !batch::is_cached(self.len()) {
            Self::read_ahead(self, &ByHash, keys);
        }
    }
}
