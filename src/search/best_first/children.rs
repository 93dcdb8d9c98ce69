//! The children of a best-first search: [`Expansion`] generates those of one state into the batch, and
//! [`look_up`](BestFirstRun::look_up) stores and opens those of the batch that are new or reached at less cost.
//!
//! Invariant: a state is closed once its expansion was charged and its children are in the batch; if the charge is
//! refused, neither is done.

use alloc::vec::Vec;
use core::hash::Hash;
use core::marker::PhantomData;

use num_traits::Bounded;

use super::{BestFirstRun, BestNode};
use crate::account::{Claimed, Quota, Side, Stop};
use crate::cost::Cost;
use crate::monitor::{Expanded, Generated, MonitorOf};
use crate::puzzle::Puzzle;
use crate::search::batch::{Batch, ChildKey, NodePath};
use crate::search::order::Order;
use crate::search::settle::{Path, Priority, Receive, settle};
use crate::storage::{BitSet, Entry, Key, Keys, Node, NodeTable, OpenList};

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>, const TAGGED: bool> BestFirstRun<S, C, O, TAGGED> {
    /// Whether a stop has left children not looked up, or entries not in the open list.
    #[inline]
    pub(in crate::search) fn has_work_left(&self) -> bool {
        self.batch.len() > 0 || !self.waiting.is_empty()
    }

    /// Opens the entries that wait for memory, then stores the children of the batch, or the cheaper paths to states
    /// that are stored already, and opens these states.
    #[inline(always)]
    pub(in crate::search) fn look_up<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.open
            .push_all(self.waiting.as_vec(), monitor.memory())?;
        let mut receiver = OpenReceiver::<S, C, O, TAGGED> {
            order: self.order,
            below: self.below,
            tags: &mut self.tags,
            open: &mut self.open,
            closed: &self.closed,
            waiting: &mut self.waiting,
            cut: &mut self.cut,
            state: PhantomData,
        };
        let (nodes, batch) = (&mut self.nodes, &mut self.batch);
        settle(puzzle, nodes, batch, &mut receiver, self.elsewhere, monitor)
    }

    /// Expands a state: adds its children to the batch, and counts them; or does neither.
    #[cfg(feature = "std")]
    #[inline(always)]
    pub(in crate::search) fn expand<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        parent: Parent,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let expansion = Expansion::<S, C, O, TAGGED> {
            order: self.order,
            nodes: &self.nodes,
            batch: &mut self.batch,
            closed: &mut self.closed,
            cut: &mut self.cut,
        };
        expansion.expand_named(puzzle, parent, self.nodes.get(parent.node), monitor)
    }
}

/// A stored state that is expanded.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Parent {
    /// Its index in the table.
    pub(in crate::search) node: u32,
    /// The number that its children store as their parent: the same index or, if each shard has a table, one number
    /// made of shard and index.
    pub(in crate::search) name: u32,
    /// The index of its own parent, if that is in the same table.
    pub(in crate::search) parent: Option<u32>,
}

/// The fields of a [`BestFirstRun`] that an expansion reads and changes. They are borrowed apart, so that the caller
/// can pass a reference to the expanded node, which it has read already.
pub(super) struct Expansion<'a, S: Clone + Eq + Hash, C: Cost, O, const TAGGED: bool> {
    pub(super) order: O,
    pub(super) nodes: &'a NodeTable<BestNode<S, C>>,
    pub(super) batch: &'a mut Batch<S, C>,
    pub(super) closed: &'a mut BitSet,
    pub(super) cut: &'a mut bool,
}

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>, const TAGGED: bool>
    Expansion<'_, S, C, O, TAGGED>
{
    /// Expands a node whose parent is in the same table.
    #[inline(always)]
    pub(super) fn expand<P: Puzzle<State = S, Cost = C>>(
        self,
        puzzle: &P,
        node: u32,
        reached: &BestNode<S, C>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let (name, parent) = (node, Some(reached.parent));
        self.expand_named(puzzle, Parent { node, name, parent }, reached, monitor)
    }

    /// Adds the children of a state, whose node is `reached`, to the batch and counts them; or does neither.
    #[inline(always)]
    fn expand_named<P: Puzzle<State = S, Cost = C>>(
        self,
        puzzle: &P,
        Parent { node, name, parent }: Parent,
        reached: &BestNode<S, C>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let Self {
            order,
            nodes,
            batch,
            closed,
            cut,
        } = self;
        let &BestNode { ref state, g, .. } = reached;
        closed.make_room(node as usize, monitor.memory())?;
        let show = |monitor: &mut MonitorOf<'_, P>| {
            let h = |state: &S| order.estimate(puzzle, state).filter(|_| O::INFORMED);
            show(puzzle, h, state, g, monitor)
        };
        let mut path = NodePath {
            state,
            name,
            parent: None,
            g,
        };
        // Most children are duplicates. If a lookup gains nothing from being one of a batch, as in a table of addresses
        // in the cache, each child is looked up at once, and duplicates, such as the state's parent, are left out of
        // the batch.
        let children = if !TAGGED && P::MAY_BE_ADDRESSES && nodes.is_looked_up_at_once() {
            // Duplicates are left out by a branch if the table is too large for a near cache: a lookup then takes long,
            // and the processor goes on meanwhile with the answer that it predicts. In a near cache, a lookup takes
            // less time than a misprediction.
            let by_branch = !nodes.is_near();
            let key = |state: &S, g: C| {
                let key = Key::of_address(puzzle.address(state));
                let is_known = nodes.knows(key, state, g);
                let leaves_out = by_branch && is_known;
                (!leaves_out).then_some(ChildKey { key, is_known })
            };
            batch.generate(puzzle, path, key, monitor.memory())?
        } else {
            path.parent = parent.map(|parent| nodes.get(parent).state());
            let key = |state: &S, _| ChildKey::later(nodes.key(puzzle, state));
            batch.generate(puzzle, path, key, monitor.memory())?
        };
        *cut |= batch.charge(children, monitor, show)?;
        let was_closed = closed.insert(node as usize);
        if was_closed {
            monitor.reopen(1);
        }
        Ok(())
    }
}

/// The fields of a [`BestFirstRun`] that children are received into.
struct OpenReceiver<'a, S, C, O, const TAGGED: bool> {
    order: O,
    below: Option<C>,
    tags: &'a mut Claimed<Vec<u8>>,
    open: &'a mut OpenList<C>,
    closed: &'a BitSet,
    waiting: &'a mut Claimed<Vec<Entry<C>>>,
    /// Whether a path was pruned by the limit on the cost, or by the range of costs.
    cut: &'a mut bool,
    state: PhantomData<S>,
}

impl<P: Puzzle, O: Order<P::Cost>, const TAGGED: bool> Receive<P>
    for OpenReceiver<'_, P::State, P::Cost, O, TAGGED>
{
    type Node = BestNode<P::State, P::Cost>;
    type Estimate = P::Cost;
    type Priority = Priority<P::Cost>;

    #[inline(always)]
    fn make_room(&mut self, children: usize, memory: &Quota) -> Result<(), Stop> {
        if children > self.waiting.capacity() {
            self.waiting.reserve(children, memory)?;
        }
        if TAGGED && children > self.tags.capacity() - self.tags.len() {
            self.tags.reserve(children, memory)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn estimate(&self, puzzle: &P, state: &P::State) -> Option<(P::Cost, P::Cost)> {
        // The same h prunes and determines the priority.
        self.order.estimate(puzzle, state).map(|h| (h, h))
    }

    #[inline(always)]
    fn below(&self) -> Option<P::Cost> {
        self.below
    }

    #[inline(always)]
    fn priority(&self, _: &P, _: &P::State, g: P::Cost, h: P::Cost) -> Option<Self::Priority> {
        let (key, tie) = (self.order.key(g, h)?, self.order.tie(g, h));
        Some(Priority { key, tie })
    }

    #[inline(always)]
    fn note_cut(&mut self) {
        *self.cut = true;
    }

    #[inline(always)]
    fn cost(&self, nodes: &NodeTable<Self::Node>, node: u32) -> Option<P::Cost> {
        Some(nodes.get(node).g)
    }

    #[inline(always)]
    fn node(&mut self, state: P::State, Path { key, parent, g }: Path<P::Cost>) -> Self::Node {
        if TAGGED {
            self.tags.push_within(key.label());
        }
        BestNode { state, parent, g }
    }

    #[inline(always)]
    fn improve(
        &mut self,
        nodes: &mut NodeTable<Self::Node>,
        node: u32,
        path: Path<P::Cost>,
        Priority { key, tie }: Self::Priority,
        _: &mut MonitorOf<'_, P>,
    ) -> bool {
        let reached = nodes.get_mut(node);
        let old_g = core::mem::replace(&mut reached.g, path.g);
        reached.parent = path.parent;
        if TAGGED {
            self.tags[node as usize] = path.key.label();
        }
        if !O::REOPENS {
            return false;
        }
        // The cheaper path makes the old entry of an open state stale, unless the new path has the same key by
        // rounding: the state is then not opened again, since with two entries it would be expanded twice. If f may
        // exceed the bound, a state that is not closed may have no entry, since a lowered limit on the cost has dropped
        // it.
        let has_entry = !O::MAY_EXCEED && !self.closed.has(node as usize);
        P::Cost::IS_EXACT || !has_entry || self.order.is_stale(Entry { key, tie, node }, old_g)
    }

    #[inline(always)]
    fn open(
        &mut self,
        node: u32,
        _: P::Cost,
        Priority { key, tie }: Self::Priority,
        memory: &Quota,
    ) -> Result<(), Stop> {
        self.open.push(Entry { key, tie, node }, memory)
    }

    fn wait(&mut self, node: u32, Priority { key, tie }: Self::Priority) {
        self.waiting.push_within(Entry { key, tie, node });
    }
}

/// Expands a node: adds its children to a batch that is looked up later, except the one that leads back to its parent,
/// counts and shows all of them, or does none of this. `parent` is the index of the parent, and `g` the cost of the
/// path to the node. Returns whether a child was left out because its cost is beyond the range of costs.
pub(in crate::search) fn expand_later<P: Puzzle, N: Node<State = P::State>>(
    batch: &mut Batch<P::State, P::Cost>,
    puzzle: &P,
    nodes: &NodeTable<N>,
    node: u32,
    parent: u32,
    g: P::Cost,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<bool, Stop> {
    let state = nodes.get(node).state();
    let path = NodePath {
        state,
        name: node,
        parent: Some(nodes.get(parent).state()),
        g,
    };
    let key = |state: &P::State, _| ChildKey::later(nodes.key(puzzle, state));
    batch.expand(puzzle, path, key, monitor, |monitor| {
        show(puzzle, |state| puzzle.heuristic(state), state, g, monitor)
    })
}

/// Shows a state, reached at cost `g`, and its children to the observer. The children are generated once more, since
/// the batch has neither their moves nor the duplicates that were left out.
#[cold]
#[inline(never)]
pub(in crate::search) fn show<P: Puzzle>(
    puzzle: &P,
    estimate: impl Fn(&P::State) -> Option<P::Cost>,
    state: &P::State,
    g: P::Cost,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<(), Stop> {
    monitor.show_expanded(Expanded::new(Side::Start, state, g, estimate(state)))?;
    for neighbor in puzzle.neighbors(state) {
        let g = g.checked_add(&neighbor.cost);
        let h = g.and_then(|_| estimate(&neighbor.state));
        let g = g.unwrap_or(P::Cost::max_value());
        let child = Generated::new(Side::Start, &neighbor.state, g, h);
        monitor.show_generated(child.with_parent(state, &neighbor.mv))?;
    }
    Ok(())
}
