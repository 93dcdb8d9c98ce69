//! [`Selection`]: the policy of a front-to-end search: which open states a side expands next, and which lower bound
//! that proves. [`Alternating`] is the policy of BAE*.
//!
//! Invariant of [`Reach`]: a state that was reached is in `nodes` once, with the link of the side that reached it
//! first. If the other side has reached it, too, the link of that side is in `met`.

use alloc::vec::Vec;
use core::hash::Hash;

use super::ends::{Ends, SideOrder};
use super::side::{BACK, FRONT, HalfSearch, Link, MetLinks, TwoSidedNode};
use crate::account::{Quota, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;
use crate::facts::Facts;
use crate::puzzle::reversed::TwoSided;
use crate::search::batch;
use crate::storage::{Entry, Node, NodeTable};

/// The states that the two sides have reached, and their searches.
pub(super) struct Reach<S: Clone + Eq + Hash, C> {
    pub(super) nodes: NodeTable<TwoSidedNode<S, C>>,
    pub(super) met: MetLinks<C>,
    pub(super) sides: [HalfSearch<C>; 2],
    /// Whether a path was pruned by the limit on the cost, or by the range of costs.
    pub(super) cut: bool,
}

impl<S: Clone + Eq + Hash, C: Cost> Reach<S, C> {
    /// Returns the link by which a side has reached a state, if it has.
    #[inline]
    pub(super) fn link(&self, node: u32, side: usize) -> Option<Link<C>> {
        let reached = self.nodes.get(node);
        if reached.side() == side {
            let (parent, g) = (reached.parent(), reached.link.g);
            Some(Link { parent, g })
        } else {
            self.met.get(&node).copied()
        }
    }

    /// Returns the cost at which a side has reached a state, if it has.
    pub(super) fn cost(&self, node: u32, side: usize) -> Option<C> {
        self.link(node, side).map(|link| link.g)
    }
}

/// What the search does after a selection.
pub(super) enum Selected<C> {
    /// Expand the entries that were taken out. The cost is a lower bound on solutions not yet found, if the selection
    /// proves one.
    Expand(Option<C>),
    /// Select again: the first entry was stale, and was removed.
    Again,
    /// Raise the bound: every solution not yet found costs at least this.
    Raise(C),
    /// This side has no open state.
    Exhausted(usize),
}

/// The policy that selects the states to expand. Open states are in the open list of their [side](HalfSearch::open), or
/// in lists of the selection.
pub(super) trait Selection<C: Cost>: Default + Send {
    /// The name of the search.
    const NAME: &'static str;

    /// Returns the tie of a state with estimate `h`: among equal keys, the least tie comes first.
    fn tie(_h: C) -> C {
        C::zero()
    }

    /// Takes note of the facts of the puzzle in both directions; returns the order of the states of a side.
    fn order(&mut self, forward: &Facts<C>, backward: &Facts<C>) -> SideOrder;

    /// Forgets the states in the lists of the selection.
    fn clear(&mut self) {}

    /// Opens a state, which this side has reached at the cost `_g`; by default in the open list of the side, which is
    /// part of `half`.
    #[inline(always)]
    fn open(
        &mut self,
        _side: usize,
        half: &mut HalfSearch<C>,
        entry: Entry<C>,
        _g: C,
        memory: &Quota,
    ) -> Result<(), Stop> {
        half.open.push(entry, memory)
    }

    /// Opens all entries that waited for memory, in their order; by default in the open list of the side.
    #[inline(always)]
    fn open_all<S: Clone + Eq + Hash>(
        &mut self,
        side: usize,
        reach: &mut Reach<S, C>,
        waiting: &mut Vec<Entry<C>>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        reach.sides[side].open.push_all(waiting, memory)
    }

    /// Takes the next entries of the side `turn` out of their list, into `entries`, which has room for
    /// [`MOST_STATES`](batch::MOST_STATES).
    fn select<P: TwoSided<Cost = C>>(
        &mut self,
        turn: usize,
        reach: &mut Reach<P::State, C>,
        ends: &Ends<'_, P>,
        entries: &mut Vec<Entry<C>>,
        memory: &Quota,
    ) -> Result<Selected<C>, Stop>;

    /// Writes the data of the selection, if it has any.
    fn save(&self, _to: &mut Writer<'_>) {}

    /// Reads the data of the selection in a search with this many nodes.
    fn load(_nodes: usize, _from: &mut Reader<'_>) -> Option<Self> {
        Some(Self::default())
    }
}

/// The selection of BAE*: the sides take turns, and each expands a state with its least key.
#[derive(Debug, Default)]
pub(in crate::search) struct Alternating;

impl<C: Cost> Selection<C> for Alternating {
    const NAME: &'static str = "BAE*";

    fn order(&mut self, forward: &Facts<C>, backward: &Facts<C>) -> SideOrder {
        if C::IS_EXACT && forward.consistent && backward.consistent {
            SideOrder::ByError
        } else {
            SideOrder::ByF
        }
    }

    #[inline(always)]
    fn select<P: TwoSided<Cost = C>>(
        &mut self,
        turn: usize,
        reach: &mut Reach<P::State, C>,
        ends: &Ends<'_, P>,
        entries: &mut Vec<Entry<C>>,
        _: &Quota,
    ) -> Result<Selected<C>, Stop> {
        let half = &mut reach.sides[turn];
        let Some(first) = half.open.pop() else {
            return Ok(Selected::Exhausted(turn));
        };
        if half.closed.has(first.node as usize) {
            return Ok(Selected::Again);
        }
        entries.push(first);
        let size = batch::states_at_once(reach.nodes.len());
        if size > 1 {
            half.open.pop_equals(size - 1, entries);
            let nodes = entries.iter().map(|entry| entry.node);
            reach.nodes.read_ahead_nodes(nodes);
        }
        half.least_key = half.least_key.max(first.key);
        let least_keys = [FRONT, BACK].map(|side| reach.sides[side].least_key);
        Ok(Selected::Expand(Some(ends.bound(least_keys))))
    }
}
