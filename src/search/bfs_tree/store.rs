//! [`TreeStore`]: how the states of a tree are stored and found; [`ExpandLayer`]: whether one thread or several expand
//! its layers.
//!
//! Invariant: a state has an index, its position in the order of insertion, and a name, by which nodes store their
//! parents: the index, or in several tables the table and the index there. Neither changes as long as the tree grows.

use core::hash::Hash;

use super::{BfsTree, MeetingOf, Target, TreeSide};
use crate::account::{Meter, Quota, Stop};
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::search::batch;
use crate::storage::{Key, Keys, Linked, NodeTable, Vacancy};

/// The states of a tree: in one table, or in several tables, to which several threads can add. A parameter `keys` of
/// type `Keys` is the puzzle, which may number its states ([`Puzzle::addresses`]).
pub(crate) trait TreeStore<S: Clone + Eq + Hash> {
    /// Where a state that is not stored yet is to be inserted; valid until the next insertion.
    type Place: Copy;

    /// Returns the number of stored states.
    fn len(&self) -> usize;
    /// Returns the name of the state with this index in the order of insertion. The index must not be less than the
    /// last one that [`end_layer`](Self::end_layer) was given.
    fn name(&self, index: u32) -> u32 {
        index
    }
    /// Returns the node with this name.
    fn node(&self, name: u32) -> &Linked<S>;
    /// Returns the key by which a state is looked up.
    fn key(&self, keys: &impl Keys<S>, state: &S) -> Key;
    /// Prepares an empty store for a puzzle.
    fn begin(&mut self, _keys: &impl Keys<S>) {}
    /// Changes from lookup by hash to lookup by address if that pays. The batch must be empty, since the keys of its
    /// children would change.
    fn switch_to_addresses(&mut self, _keys: &impl Keys<S>, _memory: &Quota) {}
    /// Does the slow part of [`make_room`](Self::make_room) for `states` more states. It may stop at the limit on the
    /// time; the next call goes on.
    fn grow_in_time<'m>(
        &mut self,
        states: usize,
        meter: impl FnOnce() -> Meter<'m>,
    ) -> Result<(), Stop>;
    /// Makes the room for states with these keys that [`find_or_place`](Self::find_or_place) and
    /// [`insert`](Self::insert) need.
    fn make_room(
        &mut self,
        new_keys: impl ExactSizeIterator<Item = Key>,
        memory: &Quota,
    ) -> Result<(), Stop>;
    /// Returns the name of a state, or as the error where to insert it. Nothing is inserted.
    fn find_or_place(&self, keys: &impl Keys<S>, key: Key, state: &S) -> Result<u32, Self::Place>;
    /// Adds a state in its place, with the name of its parent, or as a root, which is its own parent.
    fn insert(&mut self, keys: &impl Keys<S>, place: Self::Place, state: S, parent: Option<u32>);
    /// Prefetches what lookups of these keys will read.
    fn read_ahead(&self, keys: &impl Keys<S>, upcoming: impl Iterator<Item = Key> + Clone);
    /// Ends a layer: the names of states with an index less than `_first` are not asked for any more.
    fn end_layer(&mut self, _first: u32) {}
    /// Returns the table of all states if the store is a table: then names are its indices, and the tree can be saved.
    fn table(&self) -> Option<&NodeTable<Linked<S>>> {
        None
    }
    /// Returns the same table, into which a tree is loaded.
    fn table_mut(&mut self) -> Option<&mut NodeTable<Linked<S>>> {
        None
    }
    fn clear(&mut self);
}

/// A store whose trees are expanded by one thread, or by several to the same effect.
pub(in crate::search) trait ExpandLayer<P: Puzzle, D: TreeSide<P>, T: Target<P>>:
    TreeStore<P::State> + Sized
{
    /// Expands the rest of the deepest complete layer, until a state is generated that is new to the tree and meets the
    /// target. `elsewhere` is the number of states that another tree stores, which count toward the limit too.
    fn expand_layer(
        tree: &mut BfsTree<P::State, Self>,
        puzzle: &P,
        target: &T,
        elsewhere: u64,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<MeetingOf<P, T>>, Stop>;
}

impl<P: Puzzle, D: TreeSide<P>, T: Target<P>> ExpandLayer<P, D, T> for NodeTable<Linked<P::State>> {
    fn expand_layer(
        tree: &mut BfsTree<P::State, Self>,
        puzzle: &P,
        target: &T,
        elsewhere: u64,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<MeetingOf<P, T>>, Stop> {
        tree.expand_on_one_thread::<D, P, T>(puzzle, target, elsewhere, monitor)
    }
}

impl<S: Clone + Eq + Hash> TreeStore<S> for NodeTable<Linked<S>> {
    type Place = Vacancy;

    fn len(&self) -> usize {
        Self::len(self)
    }
    #[inline]
    fn node(&self, name: u32) -> &Linked<S> {
        self.get(name)
    }
    #[inline]
    fn key(&self, keys: &impl Keys<S>, state: &S) -> Key {
        Self::key(self, keys, state)
    }
    fn begin(&mut self, keys: &impl Keys<S>) {
        Self::begin(self, keys);
    }
    fn switch_to_addresses(&mut self, keys: &impl Keys<S>, memory: &Quota) {
        Self::switch_to_addresses(self, keys, memory);
    }
    #[inline]
    fn grow_in_time<'m>(
        &mut self,
        states: usize,
        meter: impl FnOnce() -> Meter<'m>,
    ) -> Result<(), Stop> {
        Self::grow_in_time(self, states, meter)
    }
    #[inline]
    fn make_room(
        &mut self,
        new_keys: impl ExactSizeIterator<Item = Key>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        Self::make_room(self, new_keys.len(), memory)
    }
    #[inline(always)]
    fn find_or_place(&self, keys: &impl Keys<S>, key: Key, state: &S) -> Result<u32, Vacancy> {
        Self::find_or_place(self, keys, key, state)
    }
    #[inline(always)]
    fn insert(&mut self, keys: &impl Keys<S>, place: Vacancy, state: S, parent: Option<u32>) {
        let parent = parent.unwrap_or(Self::len(self) as u32);
        Self::insert(self, keys, place, Linked { state, parent });
    }
    #[inline]
    fn read_ahead(&self, keys: &impl Keys<S>, upcoming: impl Iterator<Item = Key> + Clone) {
        if !batch::is_cached(self.len()) {
            Self::read_ahead(self, keys, upcoming);
        }
    }
    fn table(&self) -> Option<&Self> {
        Some(self)
    }
    fn table_mut(&mut self) -> Option<&mut Self> {
        Some(self)
    }
    fn clear(&mut self) {
        Self::clear(self);
    }
}
