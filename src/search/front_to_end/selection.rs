//! [`Selection`]: the policy of a front-to-end search: which open states a side expands next, and what that proves.
//!
//! A side is an index, `FRONT` or `BACK`. Invariant: a state that was reached is in `nodes` once, with the link of the
//! side that reached it first; if the other side has reached it too, its link is in `met`.

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
    /// Returns how a side has reached a state, if it has.
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

/// What to do next.
pub(super) enum Selected<C> {
    /// Expand the entries that were taken out. Every solution not yet found costs at least this, if the order proves a
    /// bound.
    Expand(Option<C>),
    /// Select again: the first entry was stale, and is taken out.
    Again,
    /// Raise the bound: every solution not yet found costs at least this.
    Raise(C),
    /// This side has no open state.
    Exhausted(usize),
}

/// Which open states a side expands next, and what that proves. States wait in the open list of their
/// [side](HalfSearch::open), or where the selection puts them.
pub(super) trait Selection<C: Cost>: Default + Send {
    /// The name of the search.
    const NAME: &'static str;

    /// Returns what decides among equal keys of states with estimate `h`, the least first.
    fn tie(_h: C) -> C {
        C::zero()
    }

    /// Takes in the facts of both puzzles; returns the order of the states of a side.
    fn order(&mut self, forward: &Facts<C>, backward: &Facts<C>) -> SideOrder;

    /// Forgets all states that it has put elsewhere.
    fn clear(&mut self) {}

    /// Opens a state, reached at this cost by the side with the index `at`; by default in the open list of the side.
    #[inline(always)]
    fn open(
        &mut self,
        _at: usize,
        side: &mut HalfSearch<C>,
        entry: Entry<C>,
        _g: C,
        memory: &Quota,
    ) -> Result<(), Stop> {
        side.open.push(entry, memory)
    }

    /// Opens all entries that waited for memory, in their order; by default in the open list of the side.
    #[inline(always)]
    fn open_all<S: Clone + Eq + Hash>(
        &mut self,
        at: usize,
        reach: &mut Reach<S, C>,
        waiting: &mut Vec<Entry<C>>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        reach.sides[at].open.push_all(waiting, memory)
    }

    /// Takes out the next entries of the side whose turn it is. There is room for [`MOST_STATES`](batch::MOST_STATES).
    fn select<P: TwoSided<Cost = C>>(
        &mut self,
        turn: usize,
        reach: &mut Reach<P::State, C>,
        ends: &Ends<'_, P>,
        entries: &mut Vec<Entry<C>>,
        memory: &Quota,
    ) -> Result<Selected<C>, Stop>;

    /// Writes its own data, if it has any.
    fn save(&self, _to: &mut Writer<'_>) {}

    /// Reads its own data, of a search with this many nodes.
    fn load(_nodes: usize, _from: &mut Reader<'_>) -> Option<Self> {
        Some(Self::default())
    }
}

/// The sides take turns, each by its least key.
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
        let side = &mut reach.sides[turn];
        let Some(first) = side.open.pop() else {
            return Ok(Selected::Exhausted(turn));
        };
        if side.closed.has(first.node as usize) {
            return Ok(Selected::Again);
        }
        entries.push(first);
        let size = batch::states_at_once(reach.nodes.len());
        if size > 1 {
            side.open.pop_equals(size - 1, entries);
            let nodes = entries.iter().map(|entry| entry.node);
            reach.nodes.read_ahead_nodes(nodes);
        }
        side.least = side.least.max(first.key);
        let least = [FRONT, BACK].map(|side| reach.sides[side].least);
        Ok(Selected::Expand(Some(ends.bound(least))))
    }
}
