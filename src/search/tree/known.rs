//! [`Known`]: how the states of a tree are found again.

use super::Target;
use crate::account::{Quota, Stop};
use crate::puzzle::Puzzle;
use crate::storage::{ByHash, Key, Linked, NodeTable, Place};

/// What is known of the states in a tree: in one table, or in a table for each thread.
pub(in crate::search) trait Known<P: Puzzle> {
    /// Where a new state belongs.
    type Place: Copy;

    /// How many states there are.
    fn len(&self) -> usize;
    /// The state that was added as so many before it, by name.
    fn name(&self, at: u32) -> u32 {
        at
    }
    /// The node with this name.
    fn node(&self, name: u32) -> &Linked<P::State>;
    /// What a state is looked up by.
    fn key(&self, puzzle: &P, state: &P::State) -> Key;
    /// Makes room for states that are looked up by these.
    fn make_room(
        &mut self,
        keys: impl ExactSizeIterator<Item = Key>,
        memory: &Quota,
    ) -> Result<(), Stop>;
    /// The place of a state that is new.
    fn place(&self, key: Key, state: &P::State) -> Option<Self::Place>;
    /// Adds a state in its place, and the name of its parent; a root is its own.
    fn insert(&mut self, place: Self::Place, state: P::State, parent: Option<u32>);
    /// Reads ahead what these are going to be looked up by.
    fn read_ahead(&self, keys: impl Iterator<Item = Key> + Clone);
    /// The states before this one are not going to be asked for by their number any more.
    fn turn(&mut self, _at: u32, _memory: &Quota) {}
    fn clear(&mut self);
}

impl<P: Puzzle> Known<P> for NodeTable<Linked<P::State>> {
    type Place = Place;

    fn len(&self) -> usize {
        Self::len(self)
    }
    #[inline]
    fn node(&self, name: u32) -> &Linked<P::State> {
        self.get(name)
    }
    #[inline]
    fn key(&self, _: &P, state: &P::State) -> Key {
        self.hash(state)
    }
    #[inline]
    fn make_room(
        &mut self,
        keys: impl ExactSizeIterator<Item = Key>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        Self::make_room(self, keys.len(), memory)
    }
    #[inline(always)]
    fn place(&self, key: Key, state: &P::State) -> Option<Place> {
        self.find_or_place(&ByHash, key, state).err()
    }
    #[inline(always)]
    fn insert(&mut self, place: Place, state: P::State, parent: Option<u32>) {
        let parent = parent.unwrap_or(Self::len(self) as u32);
        Self::insert(self, &ByHash, place, Linked { state, parent });
    }
    #[inline]
    fn read_ahead(&self, keys: impl Iterator<Item = Key> + Clone) {
        Target::read_ahead(self, keys);
    }
    fn clear(&mut self) {
        Self::clear(self);
    }
}
