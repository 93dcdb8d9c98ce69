//! [`TreeStore`]: how the states of a tree are stored and found; [`ExpandLayer`]: by whom its layers are expanded.

use super::{BfsTree, MeetingOf, Target, TreeSide};
use crate::account::{Quota, Stop};
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::storage::{ByHash, Key, Linked, NodeTable, Vacancy};

/// The states of a tree: in one table, or in a table for each thread.
pub(in crate::search) trait TreeStore<P: Puzzle> {
    /// The vacant place of a new state.
    type Place: Copy;

    /// Returns the number of states kept.
    fn len(&self) -> usize;
    /// Returns the name of the state with this index in order of insertion, among those kept. A name stays.
    fn name(&self, at: u32) -> u32 {
        at
    }
    /// Returns the node with this name.
    fn node(&self, name: u32) -> &Linked<P::State>;
    /// Returns the key that a state is looked up by.
    fn key(&self, puzzle: &P, state: &P::State) -> Key;
    /// Makes room for states with these keys.
    fn make_room(
        &mut self,
        keys: impl ExactSizeIterator<Item = Key>,
        memory: &Quota,
    ) -> Result<(), Stop>;
    /// Returns the place of a state if it is new.
    fn place(&self, key: Key, state: &P::State) -> Option<Self::Place>;
    /// Adds a state in its place, with the name of its parent; a root is its own parent.
    fn insert(&mut self, place: Self::Place, state: P::State, parent: Option<u32>);
    /// Reads ahead the lines in which these keys are looked up.
    fn read_ahead(&self, keys: impl Iterator<Item = Key> + Clone);
    /// Ends a layer: states with a smaller index are no longer asked for by their index. Returns how many of the first
    /// states are forgotten, by which later indices fall. By default none is, and names are indices.
    fn end_layer(&mut self, _at: u32) -> u32 {
        0
    }
    /// Returns the table of all states, by which a tree is saved, if there is one and names are its indices.
    fn table(&self) -> Option<&NodeTable<Linked<P::State>>> {
        None
    }
    /// Returns the same table, to load a tree into it.
    fn table_mut(&mut self) -> Option<&mut NodeTable<Linked<P::State>>> {
        None
    }
    fn clear(&mut self);
}

/// Expands the layers of a tree in this store: by one thread, or by several to the same effect.
pub(in crate::search) trait ExpandLayer<P: Puzzle, D: TreeSide<P>, T: Target<P>>:
    TreeStore<P> + Sized
{
    /// Expands the rest of the deepest layer, until a state is generated that is new to the tree and meets the target.
    /// `elsewhere` is the number of states that another tree stores.
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
        tree.expand_layer::<D, P, T>(puzzle, target, elsewhere, monitor)
    }
}

impl<P: Puzzle> TreeStore<P> for NodeTable<Linked<P::State>> {
    type Place = Vacancy;

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
    fn place(&self, key: Key, state: &P::State) -> Option<Vacancy> {
        self.find_or_place(&ByHash, key, state).err()
    }
    #[inline(always)]
    fn insert(&mut self, place: Vacancy, state: P::State, parent: Option<u32>) {
        let parent = parent.unwrap_or(Self::len(self) as u32);
        Self::insert(self, &ByHash, place, Linked { state, parent });
    }
    #[inline]
    fn read_ahead(&self, keys: impl Iterator<Item = Key> + Clone) {
        Target::<P>::read_ahead(self, keys);
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
