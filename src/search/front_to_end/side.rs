//! [`HalfSearch`]: the open list of each of the two searches, and how states were reached.

use core::hash::Hash;

use crate::account::Quota;
use crate::cost::Cost;
use crate::storage::{BitSet, Entry, Map, Node, OpenList};

/// The side that grows from the start, and the one that grows from the goals.
pub(super) const FRONT: usize = 0;
pub(super) const BACK: usize = 1;

/// A stored state with the cheapest known path to it, from the side that reached it first.
#[derive(Clone, Debug)]
pub(super) struct TwoSidedNode<S, C> {
    pub(super) state: S,
    /// The highest bit of the parent is set if that is the back.
    pub(super) link: Link<C>,
}

/// How a state was reached: its parent, or itself if it is a root, and the cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<C> {
    pub(super) parent: u32,
    pub(super) g: C,
}

/// Marks a link from the back; so there are no more states than this.
pub(super) const FROM_BACK: u32 = 1 << 31;

impl<S, C> TwoSidedNode<S, C> {
    /// Returns the side that reached it first.
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

/// For the few states that both sides have reached: the paths of the side that came second.
pub(super) type MetLinks<C> = Map<u32, Link<C>>;

/// One of the two searches.
#[derive(Debug)]
pub(super) struct HalfSearch<C> {
    pub(super) open: OpenList<C>,
    /// Expanded states to which no cheaper path was found since.
    pub(super) closed: BitSet,
    /// No open state has a smaller key.
    pub(super) least: C,
}

impl<C: Cost> HalfSearch<C> {
    /// Returns the first open state that is not closed.
    pub(super) fn first(&mut self, memory: &Quota) -> Option<Entry<C>> {
        first(&mut self.open, &self.closed, memory)
    }
}

/// Returns the first entry of a list that is not stale.
pub(super) fn first<C: Cost>(
    list: &mut OpenList<C>,
    closed: &BitSet,
    memory: &Quota,
) -> Option<Entry<C>> {
    loop {
        let entry = list.pop()?;
        if !closed.has(entry.node as usize) {
            // An entry fits where it was just taken out.
            list.push(entry, memory).ok()?;
            return Some(entry);
        }
    }
}
