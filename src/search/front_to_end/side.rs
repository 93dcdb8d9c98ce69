//! [`HalfSearch`]: one of the two searches, and how states were reached.
//!
//! A side is an index, [`FRONT`] or [`BACK`].

use core::hash::Hash;

use crate::account::Quota;
use crate::cost::Cost;
use crate::storage::{BitSet, Entry, Map, Node, OpenList};

/// The side that searches from the start.
pub(super) const FRONT: usize = 0;
/// The side that searches from the goals.
pub(super) const BACK: usize = 1;

/// A stored state with the cheapest known path to it from the side that reached it first.
#[derive(Clone, Debug)]
pub(super) struct TwoSidedNode<S, C> {
    pub(super) state: S,
    /// The path. The parent is marked with [`FROM_BACK`] if that side is the back.
    pub(super) link: Link<C>,
}

/// The end of the cheapest known path from a side to a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<C> {
    /// The node of the previous state; a root is its own parent.
    pub(super) parent: u32,
    /// The cost of the path.
    pub(super) g: C,
}

/// The highest bit of a parent, which marks a link from the back. So at most this many states can be stored.
pub(super) const FROM_BACK: u32 = 1 << 31;

impl<S, C> TwoSidedNode<S, C> {
    /// Returns the side that reached the state first.
    #[inline]
    pub(super) const fn side(&self) -> usize {
        (self.link.parent >> 31) as usize
    }
}

impl<S: Clone + Eq + Hash, C> Node for TwoSidedNode<S, C> {
    type State = S;
    type Cost = ();
    #[inline]
    fn state(&self) -> &S {
        &self.state
    }
    #[inline]
    fn parent(&self) -> u32 {
        self.link.parent & !FROM_BACK
    }
    fn cost(&self) {}
}

/// The links of the few states that both sides have reached, by node: for each the link of the side that came second.
pub(super) type MetLinks<C> = Map<u32, Link<C>>;

/// One of the two searches.
#[derive(Debug)]
pub(super) struct HalfSearch<C> {
    pub(super) open: OpenList<C>,
    /// Expanded states to which no cheaper path was found since.
    pub(super) closed: BitSet,
    /// The greatest value that the least key of the open list has had.
    pub(super) least_key: C,
}

impl<C: Cost> HalfSearch<C> {
    /// Returns the first entry of the open list that is not stale.
    pub(super) fn first_open(&mut self, memory: &Quota) -> Option<Entry<C>> {
        first_open(&mut self.open, &self.closed, memory)
    }
}

/// Returns the first entry of a list that is not stale, and removes the stale ones before it. An entry is stale if its
/// state is closed.
pub(super) fn first_open<C: Cost>(
    list: &mut OpenList<C>,
    closed: &BitSet,
    memory: &Quota,
) -> Option<Entry<C>> {
    loop {
        let entry = list.pop()?;
        if !closed.has(entry.node as usize) {
            // There is memory for it, since it was just taken out.
            list.push(entry, memory).ok()?;
            return Some(entry);
        }
    }
}
