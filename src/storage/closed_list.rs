//! [`ClosedList`]: the states a search has met, for solvers outside the crate.

use alloc::vec::Vec;
use core::hash::Hash;

use super::node_table::{Linked, NodeTable};
use crate::monitor::{Monitor, Stop};
use crate::puzzle::Puzzle;

/// The states that a search has met, each once, with the one it was first reached from: what the
/// breadth-first solvers of this crate keep, for a solver of your own.
///
/// A state takes its size and 4 bytes, and the table 5 to 11 more. Memory is claimed from the
/// [`Monitor`] before it is allocated. A root is its own parent.
///
/// ```
/// use puzzle_search::ClosedList;
///
/// let closed: ClosedList<u64> = ClosedList::new();
/// assert_eq!(closed.find(&7), None);
/// assert!(closed.is_empty());
/// ```
#[derive(Debug)]
pub struct ClosedList<S: Clone + Eq + Hash>(NodeTable<Linked<S>>);

impl<S: Clone + Eq + Hash> Default for ClosedList<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Clone + Eq + Hash> ClosedList<S> {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self(NodeTable::new())
    }

    /// How many states there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The state with this index, and the index of its parent.
    ///
    /// # Panics
    ///
    /// If there are not so many states.
    #[must_use]
    #[inline]
    pub fn get(&self, index: u32) -> (&S, u32) {
        let Linked { state, parent } = self.0.get(index);
        (state, *parent)
    }

    /// The index of a state.
    #[must_use]
    pub fn find(&self, state: &S) -> Option<u32> {
        self.0.find(self.0.hash(state), state)
    }

    /// Makes room for so many more states, which [`insert`](Self::insert) needs.
    ///
    /// # Errors
    ///
    /// If there is no memory, or a limit on it is reached.
    #[inline]
    pub fn reserve<P: Puzzle>(
        &mut self,
        states: usize,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        self.0.make_room(states, monitor.memory())
    }

    /// Reads ahead what is needed to [find](Self::find) or [insert](Self::insert) these states. As no
    /// read depends on another, the memory serves many at a time: where the list is larger than the
    /// cache, some dozen states are looked up in the time that one takes by itself.
    ///
    /// ```
    /// use puzzle_search::ClosedList;
    ///
    /// let closed = ClosedList::<u8>::new();
    /// closed.read_ahead([1, 2, 3].iter());
    /// assert!(closed.is_empty()); // nothing is changed
    /// ```
    #[inline]
    pub fn read_ahead<'a>(&self, states: impl Iterator<Item = &'a S> + Clone)
    where
        S: 'a,
    {
        if !self.is_empty() {
            self.0.read_ahead(states.map(|state| self.0.hash(state)));
        }
    }

    /// Adds a state, for which there is room; returns its index, or as an error the index at which it
    /// stands already.
    ///
    /// # Errors
    ///
    /// If the state is not new.
    ///
    /// # Panics
    ///
    /// If there is no room.
    #[inline]
    pub fn insert(&mut self, state: S, parent: u32) -> Result<u32, u32> {
        let Self(table) = self;
        let place = match table.find_or_place(table.hash(&state), &state) {
            Ok(known) => return Err(known),
            Err(place) => place,
        };
        Ok(table.insert(place, Linked { state, parent }))
    }

    /// The states from the root down to this one.
    #[must_use]
    pub fn path_to(&self, index: u32) -> Vec<S> {
        self.0.path_from_root(index)
    }

    /// Forgets all states; keeps the memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
