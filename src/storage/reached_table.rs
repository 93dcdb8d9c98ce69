//! [`ReachedTable`]: the states that a search has reached, for solvers outside the crate: a thin layer over a
//! [`NodeTable`]. Invariant: no state is in the table twice.

use alloc::vec::Vec;
use core::hash::Hash;

use super::key::{ByHash, Key};
use super::node_table::{Linked, NodeTable};
use crate::account::{Meter, Stop};

/// The number of states that are looked up together.
const AT_ONCE: usize = 64;
/// The message of a panic if there is no room.
const NO_ROOM: &str = "no room: call `reserve` before states are inserted";

/// A table of the states that a search has reached, open and closed, for a [solver of your own](crate::solver::Run).
/// Each state is stored once, with the parent from which it was first reached.
///
/// Each state takes its own size and, in a table of more than ten thousand states, 11 to 18 bytes more.
/// [`reserve`](Self::reserve) allocates this memory, and counts it and the states toward the limits of the search. A
/// [`Saver`](crate::solver::Saver::reached_table) writes the table, and a
/// [`Loader`](crate::solver::Loader::reached_table) reads it.
///
/// The states have indices: they are numbered from 0 in the order in which they were inserted. A root, such as the
/// start of the search, is its own parent: insert it with the index that it will get, which is [`len`](Self::len).
///
/// ```
/// use puzzle_search::solver::ReachedTable;
///
/// let reached: ReachedTable<u64> = ReachedTable::new();
/// assert_eq!(reached.find(&7), None);
/// assert!(reached.is_empty());
/// ```
#[derive(Debug)]
pub struct ReachedTable<S: Clone + Eq + Hash>(NodeTable<Linked<S>>);

impl<S: Clone + Eq + Hash> Default for ReachedTable<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Clone + Eq + Hash> ReachedTable<S> {
    pub(crate) const fn of(nodes: NodeTable<Linked<S>>) -> Self {
        Self(nodes)
    }

    pub(crate) const fn table(&self) -> &NodeTable<Linked<S>> {
        &self.0
    }

    /// Creates an empty table.
    #[must_use]
    pub const fn new() -> Self {
        Self(NodeTable::new())
    }

    /// Returns the number of states in the table.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the table contains no states.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the state with this index, and the index of its parent.
    ///
    /// # Panics
    ///
    /// Panics if there is no state with this index.
    #[must_use]
    #[inline]
    pub fn get(&self, index: u32) -> (&S, u32) {
        let Linked { state, parent } = self.0.get(index);
        (state, *parent)
    }

    /// Returns the index of `state`, or `None` if `state` is not in the table.
    #[must_use]
    pub fn find(&self, state: &S) -> Option<u32> {
        self.0.find_state(&ByHash, state)
    }

    /// Makes room for `states` additional states, and reports to the meter how many states the table may then have in
    /// all ([`Meter::store`]). Call `reserve` before [`insert`](Self::insert), since `insert` does not allocate.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory, if the limit on bytes or on stored states is reached, or if the
    /// table would have more states than there are 32-bit indices.
    #[inline]
    pub fn reserve(&mut self, states: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        meter.store((self.len() + states) as u64)?;
        self.0.make_room(states, meter.memory())
    }

    /// Adds a state whose parent has the index `parent`, and returns the index of the new state. The parent has to be
    /// in the table already, or to be the new state itself: otherwise a [path](Self::path_to) need not end. Call
    /// [`reserve`](Self::reserve) first.
    ///
    /// # Errors
    ///
    /// If the state is already in the table, returns its index as the error, and does not change the table.
    ///
    /// # Panics
    ///
    /// Panics if the state is new and there is no room for it, or if [`reserve`](Self::reserve) was never called.
    #[inline]
    pub fn insert(&mut self, state: S, parent: u32) -> Result<u32, u32> {
        let key = self.0.hash(&state);
        self.insert_by(key, state, parent)
    }

    #[inline]
    fn insert_by(&mut self, key: Key, state: S, parent: u32) -> Result<u32, u32> {
        let Self(table) = self;
        assert!(table.has_index(), "{NO_ROOM}");
        match table.find_or_place(&ByHash, key, &state) {
            Ok(known) => Err(known),
            Err(vacancy) => {
                // In a full hash table, the next lookup would never end.
                assert!(table.has_room_for(1), "{NO_ROOM}");
                Ok(table.insert(&ByHash, vacancy, Linked { state, parent }))
            }
        }
    }

    /// [Inserts](Self::insert) all states in order, each with the index of its parent, and drains the vector. For each
    /// state, the closure `inserted` is called with the result that `insert` would return. For large tables, this is
    /// faster than many calls of `insert`.
    ///
    /// # Panics
    ///
    /// Panics if a state is new and there is no room for it, or if [`reserve`](Self::reserve) was never called.
    ///
    /// ```
    /// use puzzle_search::job::Meter;
    /// use puzzle_search::solver::ReachedTable;
    /// use puzzle_search::Stop;
    ///
    /// // A solver of your own gets the meter from the crate.
    /// fn insert_three(reached: &mut ReachedTable<u8>, meter: &mut Meter<'_>) -> Result<(), Stop> {
    ///     reached.reserve(3, meter)?;
    ///     let mut indices = vec![];
    ///     // In an empty table, state 7 is a root: it gets the index 0, that of its parent.
    ///     reached.insert_all(&mut vec![(7, 0), (8, 0), (7, 1)], |index| indices.push(index));
    ///     assert_eq!(indices, [Ok(0), Ok(1), Err(0)]); // state 7 is in the table already, with index 0
    ///     assert_eq!((reached.path_to(1), reached.path_to(9)), (vec![7, 8], vec![]));
    ///     Ok(())
    /// }
    /// ```
    #[inline]
    pub fn insert_all(
        &mut self,
        states: &mut Vec<(S, u32)>,
        mut inserted: impl FnMut(Result<u32, u32>),
    ) {
        let mut keys = [Key::of_hash(0); AT_ONCE];
        let mut states = states.drain(..);
        while states.len() > 0 {
            let Self(table) = self;
            let batch = states.as_slice().iter().zip(&mut keys);
            batch.for_each(|((state, _), key)| *key = table.hash(state));
            let keys = &keys[..states.len().min(AT_ONCE)];
            if table.len() > 0 {
                table.read_ahead(&ByHash, keys.iter().copied());
            }
            // `zip` asks for a key first, so that no state is drained without one.
            for (&key, (state, parent)) in keys.iter().zip(states.by_ref()) {
                inserted(self.insert_by(key, state, parent));
            }
        }
    }

    /// Returns the states on the path from the root to the state with this index; empty if there is no state with this
    /// index.
    #[must_use]
    pub fn path_to(&self, index: u32) -> Vec<S> {
        if (index as usize) < self.len() {
            self.0.path_from_root(index)
        } else {
            Vec::new()
        }
    }

    /// Removes all states, but keeps the allocated memory for new states.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
