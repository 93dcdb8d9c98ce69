//! [`Selection`]: which open states a side expands next, and what that proves.

use alloc::vec::Vec;
use core::hash::Hash;

use super::ends::{Ends, Order};
use super::side::{BACK, FRONT, Link, Met, Reached, Side};
use crate::account::{Quota, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;
use crate::facts::Facts;
use crate::puzzle::reversed::TwoSided;
use crate::search::batch;
use crate::storage::{Entry, Node, NodeTable};

/// What both sides have reached.
pub(in crate::search) struct Reach<S: Clone + Eq + Hash, C> {
    pub(super) nodes: NodeTable<Reached<S, C>>,
    pub(super) met: Met<C>,
    pub(in crate::search) sides: [Side<C>; 2],
    /// Whether a path was left out since it exceeds the limit on the cost, or the cost type.
    pub(in crate::search) cut: bool,
}

impl<S: Clone + Eq + Hash, C: Cost> Reach<S, C> {
    /// How a side has reached a state, if it has.
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

    /// The cost at which a side has reached a state, if it has.
    pub(in crate::search) fn cost(&self, node: u32, side: usize) -> Option<C> {
        self.link(node, side).map(|link| link.g)
    }
}

/// What is to be done next.
pub(in crate::search) enum Next<C> {
    /// The entries that were taken out are expanded; every solution that is not known costs this or more, if the
    /// order proves a bound.
    Expand(Option<C>),
    /// An entry was stale.
    Again,
    /// Every solution that is not known costs this or more.
    Raise(C),
    /// This side has no state left.
    Exhausted(usize),
}

/// Which open states a side expands next, and what that proves. States wait in the list of their
/// [side](Side::open), or where the selection puts them.
pub(in crate::search) trait Selection<C: Cost>: Default + Send {
    /// The name of the search.
    const NAME: &'static str;
    /// Whether of equal keys the least h comes first.
    const TIES_BY_H: bool;

    /// Learns the facts of both puzzles; returns by what a side orders its states.
    fn order(&mut self, forward: &Facts<C>, backward: &Facts<C>) -> Order;

    /// Forgets all states.
    fn clear(&mut self);

    /// Opens a state of a side, reached at this cost.
    fn open(
        &mut self,
        at: usize,
        side: &mut Side<C>,
        entry: Entry<C>,
        g: C,
        memory: &Quota,
    ) -> Result<(), Stop>;

    /// Opens all that waited for memory, in their order.
    fn open_all<S: Clone + Eq + Hash>(
        &mut self,
        at: usize,
        reach: &mut Reach<S, C>,
        waiting: &mut Vec<Entry<C>>,
        memory: &Quota,
    ) -> Result<(), Stop>;

    /// Takes the next entries of the side whose turn it is out of where they wait. There is room for
    /// [`MOST`](batch::MOST).
    fn select<P: TwoSided<Cost = C>>(
        &mut self,
        turn: usize,
        reach: &mut Reach<P::State, C>,
        ends: &Ends<'_, P>,
        entries: &mut Vec<Entry<C>>,
        memory: &Quota,
    ) -> Result<Next<C>, Stop>;

    /// Writes what it keeps.
    fn save(&self, to: &mut Writer<'_>);

    /// Reads it, of this many nodes.
    fn load(nodes: usize, from: &mut Reader<'_>) -> Option<Self>;
}

/// The sides in turn, each by its least key.
#[derive(Debug, Default)]
pub(in crate::search) struct InTurn;

impl<C: Cost> Selection<C> for InTurn {
    const NAME: &'static str = "BAE*";
    const TIES_BY_H: bool = false;

    fn order(&mut self, forward: &Facts<C>, backward: &Facts<C>) -> Order {
        if C::IS_EXACT && forward.consistent && backward.consistent {
            Order::ByError
        } else {
            Order::ByF
        }
    }

    fn clear(&mut self) {}

    #[inline(always)]
    fn open(
        &mut self,
        _: usize,
        side: &mut Side<C>,
        entry: Entry<C>,
        _: C,
        memory: &Quota,
    ) -> Result<(), Stop> {
        side.open.push(entry, memory)
    }

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

    #[inline(always)]
    fn select<P: TwoSided<Cost = C>>(
        &mut self,
        turn: usize,
        reach: &mut Reach<P::State, C>,
        ends: &Ends<'_, P>,
        entries: &mut Vec<Entry<C>>,
        _: &Quota,
    ) -> Result<Next<C>, Stop> {
        let side = &mut reach.sides[turn];
        let Some(first) = side.open.pop() else {
            return Ok(Next::Exhausted(turn));
        };
        if side.closed.has(first.node as usize) {
            return Ok(Next::Again);
        }
        entries.push(first);
        let size = batch::size(reach.nodes.len());
        if size > 1 {
            side.open.pop_equals(first, size - 1, entries);
            let nodes = entries.iter().map(|entry| entry.node);
            reach.nodes.read_ahead_nodes(nodes);
        }
        side.least = side.least.max(first.key);
        let least = [FRONT, BACK].map(|side| reach.sides[side].least);
        Ok(Next::Expand(Some(ends.bound(least))))
    }

    fn save(&self, _: &mut Writer<'_>) {}

    fn load(_: usize, _: &mut Reader<'_>) -> Option<Self> {
        Some(Self)
    }
}
