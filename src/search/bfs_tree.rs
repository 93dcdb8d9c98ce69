//! [`BfsTree`]: a breadth-first search tree that grows layer by layer, from the start or from the goals.
//!
//! Children are looked up in batches. If one of them meets the target, the counts are reduced to those up to it, so
//! that they are the same as child by child. One loop serves both directions of a bidirectional search.

mod store;
mod target;

use core::hash::Hash;
use core::iter;
use core::ops::Range;

use num_traits::{Bounded, cast};

pub(super) use store::{ExpandLayer, TreeStore};
pub(super) use target::{Goals, Nowhere, Target};

use super::batch::{Batch, Child};
use crate::account::{Limited, Meter, Quota, Side, Stop};
use crate::monitor::{Expanded, Generated, MonitorOf};
use crate::puzzle::{NeighborOf, Puzzle, Reversible};
use crate::solver::{Loader, Saver};
use crate::storage::{Keys, Linked};

/// The batch is looked up when it has more children than this.
const LONGEST: usize = 32;

/// The edges along which a tree grows.
pub(super) trait TreeSide<P: Puzzle> {
    const SIDE: Side;
    fn edges(puzzle: &P, state: &P::State) -> impl IntoIterator<Item = NeighborOf<P>>;
}

/// From the start, along neighbors.
pub(super) struct FromStart;

impl<P: Puzzle> TreeSide<P> for FromStart {
    const SIDE: Side = Side::Start;
    #[inline]
    fn edges(puzzle: &P, state: &P::State) -> impl IntoIterator<Item = NeighborOf<P>> {
        puzzle.neighbors(state)
    }
}

/// From the goals, along predecessors.
pub(super) struct FromGoals;

impl<P: Reversible> TreeSide<P> for FromGoals {
    const SIDE: Side = Side::Goal;
    #[inline]
    fn edges(puzzle: &P, state: &P::State) -> impl IntoIterator<Item = NeighborOf<P>> {
        puzzle.predecessors(state)
    }
}

/// A breadth-first search tree: states, each with its parent. Plain data.
#[derive(Debug)]
pub(crate) struct BfsTree<S, K> {
    pub(super) store: K,
    /// Children not yet looked up.
    pub(super) batch: Batch<S, ()>,
    /// The first state whose children are in the batch, and how many of these were looked up.
    pub(super) first: u32,
    tried: usize,
    /// The number of grandparents among the children of the states in the batch.
    skipped: u64,
    /// The states of the deepest complete layer that are not expanded yet.
    pub(super) frontier: Range<u32>,
    /// The number of states in that layer.
    layer: usize,
    depth: u64,
}

/// Where a tree met its target: the child just generated, and what the target knows of it.
pub(super) struct Meeting<S, T> {
    pub(super) parent: u32,
    pub(super) state: S,
    pub(super) met: T,
}

pub(super) type MeetingOf<P, T> = Meeting<<P as Puzzle>::State, <T as Target<P>>::Met>;

impl<S: Clone + Eq + Hash, K: TreeStore<S>> BfsTree<S, K> {
    pub(super) fn new(store: K) -> Self {
        Self {
            store,
            batch: Batch::new(),
            first: 0,
            tried: 0,
            skipped: 0,
            frontier: 0..0,
            layer: 0,
            depth: 0,
        }
    }

    /// The number of moves to the deepest complete layer.
    pub(super) const fn depth(&self) -> u64 {
        self.depth
    }

    /// The number of states in that layer.
    pub(super) const fn layer_len(&self) -> usize {
        self.layer
    }

    /// Whether that layer is partly expanded.
    pub(super) fn is_within_layer(&self) -> bool {
        self.frontier.len() < self.layer || self.batch.len() > 0
    }

    pub(super) fn clear(&mut self) {
        self.store.clear();
        self.batch.truncate(0);
        (self.first, self.tried, self.skipped) = (0, 0, 0);
        (self.frontier, self.layer, self.depth) = (0..0, 0, 0);
    }

    pub(super) fn len(&self) -> u64 {
        self.store.len() as u64
    }

    /// Returns the state with this index in order of insertion.
    #[inline]
    pub(super) fn at(&self, at: u32) -> &Linked<S> {
        self.store.node(self.store.name(at))
    }

    /// Returns the state with this name and its ancestors, up to the root.
    pub(super) fn to_root(&self, name: u32) -> impl Iterator<Item = &S> {
        let names = iter::successors(Some(name), |&name| {
            let parent = self.store.node(name).parent;
            (parent != name).then_some(parent)
        });
        names.map(|name| &self.store.node(name).state)
    }

    /// Adds a root unless it is stored already. `elsewhere` is the number of states that another tree stores.
    pub(super) fn add_root(
        &mut self,
        state: &S,
        keys: &impl Keys<S>,
        elsewhere: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let key = self.store.key(keys, state);
        self.store.make_room(iter::once(key), meter.memory())?;
        if let Err(place) = self.store.find_or_place(keys, key, state) {
            meter.store(self.len() + 1 + elsewhere)?;
            self.store.insert(keys, place, state.clone(), None);
            self.frontier.end += 1;
            self.layer += 1;
        }
        Ok(())
    }

    /// Expands the rest of the deepest layer, until a state is generated that is new to this tree and meets the target.
    ///
    /// Children are counted as their parents are expanded and looked up in batches; if one of them meets the target,
    /// what comes after it is refunded.
    pub(super) fn expand_layer<D: TreeSide<P>, P: Puzzle<State = S>, T: Target<P>>(
        &mut self,
        puzzle: &P,
        target: &T,
        elsewhere: u64,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<MeetingOf<P, T>>, Stop> {
        let longest = if monitor.shows_nodes() { 0 } else { LONGEST };
        // Children left by a stop come first.
        let mut is_full = self.batch.len() > 0;
        let mut stop = Ok(());
        loop {
            if is_full || self.frontier.is_empty() || stop.is_err() {
                let met = self.look_up::<D, P, T>(puzzle, target, elsewhere, monitor)?;
                if met.is_some() {
                    return Ok(met);
                }
                stop?;
                if self.frontier.is_empty() {
                    break;
                }
            }
            stop = self.expand::<D, P, T>(puzzle, target, monitor);
            is_full = self.batch.len() > longest;
        }
        let expanded = self.frontier.end;
        self.store.end_layer(expanded);
        self.first = expanded;
        self.frontier = self.first..self.store.len() as u32;
        self.layer = self.frontier.len();
        self.depth += 1;
        if self.layer > 0 {
            monitor
                .meter()
                .finish_layer(D::SIDE, self.depth, self.layer as u64)?;
        }
        Ok(None)
    }

    /// Adds the children of the next state to the batch and counts them; or does neither.
    #[inline]
    fn expand<D: TreeSide<P>, P: Puzzle<State = S>, T: Target<P>>(
        &mut self,
        puzzle: &P,
        target: &T,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let waiting = self.batch.len();
        let expanded = self
            .generate::<D, P>(puzzle, monitor.memory())
            .and_then(|children| {
                monitor.charge_expansion(children)?;
                if monitor.shows_nodes() {
                    self.show::<D, P, T>(puzzle, target, monitor)
                        .inspect_err(|_| monitor.refund(1, children))?;
                }
                Ok(children)
            });
        match expanded {
            Ok(children) => {
                self.skipped += children - (self.batch.len() - waiting) as u64;
                self.frontier.start += 1;
                Ok(())
            }
            Err(stop) => {
                self.batch.truncate(waiting);
                Err(stop)
            }
        }
    }

    /// Adds the children of the next state to the batch, except its own parent; returns how many the state has.
    #[inline]
    fn generate<D: TreeSide<P>, P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        memory: &Quota,
    ) -> Result<u64, Stop> {
        let parent = self.store.name(self.frontier.start);
        let node = self.store.node(parent);
        // Where moves can be undone every expansion leads back to the parent.
        let before = &self.store.node(node.parent).state;
        let mut children = 0;
        for neighbor in D::edges(puzzle, &node.state) {
            children += 1;
            let child = Child {
                key: self.store.key(puzzle, &neighbor.state),
                state: neighbor.state,
                parent,
                g: (),
            };
            let known = child.state == *before;
            let others = self.batch.len();
            self.batch.push(child, memory)?;
            // The answer cannot be predicted: the compiler takes one of two lengths, without a branch.
            if known {
                self.batch.truncate(others);
            }
        }
        Ok(children)
    }

    /// Stores the new children of the batch, up to one that meets the target.
    #[inline(never)]
    pub(super) fn look_up<D: TreeSide<P>, P: Puzzle<State = S>, T: Target<P>>(
        &mut self,
        puzzle: &P,
        target: &T,
        elsewhere: u64,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<MeetingOf<P, T>>, Stop> {
        self.store.read_ahead(puzzle, self.batch.keys());
        target.read_ahead(puzzle, self.batch.keys());
        let (stored, tried) = (self.len(), self.tried);
        let most = monitor.limits().room(Limited::Stored, elsewhere);
        let end = self.store(puzzle, target, most, monitor);
        let new = self.len() - stored;
        if new > 0 {
            monitor.meter().store(self.len() + elsewhere)?;
        }
        let tried = self.tried - tried;
        match end {
            Ok(None) => {
                monitor
                    .meter()
                    .duplicates(tried as u64 - new + self.skipped);
                (self.first, self.tried, self.skipped) = (self.frontier.start, 0, 0);
                Ok(None)
            }
            Ok(Some(meeting)) => {
                let skipped = self.recount::<D, P>(puzzle, monitor);
                monitor.meter().duplicates(tried as u64 - new - 1 + skipped);
                Ok(Some(meeting))
            }
            Err(stop) => {
                monitor.meter().duplicates(tried as u64 - new);
                Err(stop)
            }
        }
    }

    /// Takes children out of the batch and stores the new ones, up to `most` states in all; counts those tried.
    /// Children not tried before a stop wait in their order.
    #[inline]
    fn store<P: Puzzle<State = S>, T: Target<P>>(
        &mut self,
        puzzle: &P,
        target: &T,
        most: u64,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<MeetingOf<P, T>>, Stop> {
        while let Some(first) = self.batch.first() {
            let room = most.saturating_sub(self.store.len() as u64);
            let portion = self.batch.portion(room);
            // Whatever can fail is done before a child is taken out.
            self.store.grow_in_time(portion, || monitor.meter())?;
            self.store
                .make_room(self.batch.keys().take(portion), monitor.memory())?;
            if room == 0
                && self
                    .store
                    .find_or_place(puzzle, first.key, &first.state)
                    .is_err()
                && target.meet(puzzle, first.key, &first.state).is_none()
            {
                return Err(Stop::Stored);
            }
            let Self { store, tried, .. } = self;
            for child in self.batch.drain(portion) {
                *tried += 1;
                let Err(place) = store.find_or_place(puzzle, child.key, &child.state) else {
                    continue;
                };
                let Child {
                    key, state, parent, ..
                } = child;
                if let Some(met) = target.meet(puzzle, key, &state) {
                    return Ok(Some(Meeting { parent, state, met }));
                }
                store.insert(puzzle, place, state, Some(parent));
            }
        }
        Ok(None)
    }

    /// Refunds what comes after the child that met the target, the last one looked up; returns the number of
    /// grandparents among the children before it.
    #[cold]
    fn recount<D: TreeSide<P>, P: Puzzle<State = S>>(
        &self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> u64 {
        let (mut left, mut skipped) = (self.tried, 0);
        let (mut expanded, mut generated) = (0, 0);
        for parent in self.first..self.frontier.start {
            expanded += u64::from(left == 0);
            let node = self.at(parent);
            let before = &self.store.node(node.parent).state;
            for neighbor in D::edges(puzzle, &node.state) {
                if left == 0 {
                    generated += 1;
                } else if neighbor.state == *before {
                    skipped += 1;
                } else {
                    left -= 1;
                }
            }
        }
        monitor.refund(expanded, generated);
        skipped
    }

    /// Shows the next state and its children, up to one that meets the target, to the observer.
    #[cold]
    #[inline(never)]
    fn show<D: TreeSide<P>, P: Puzzle<State = S>, T: Target<P>>(
        &self,
        puzzle: &P,
        target: &T,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let in_moves = |depth| cast(depth).unwrap_or_else(P::Cost::max_value);
        let state = &self.at(self.frontier.start).state;
        let node = Expanded::new(D::SIDE, state, in_moves(self.depth), None);
        monitor.show_expanded(node)?;
        for neighbor in D::edges(puzzle, state) {
            let child = Generated::new(D::SIDE, &neighbor.state, in_moves(self.depth + 1), None);
            let child = child.with_parent(state, &neighbor.mv);
            monitor.show_generated(child)?;
            let key = self.store.key(puzzle, &neighbor.state);
            let found = self.store.find_or_place(puzzle, key, &neighbor.state);
            let is_new = found.is_err();
            if is_new && target.meet(puzzle, key, &neighbor.state).is_some() {
                break;
            }
        }
        Ok(())
    }
}

/// A tree in one table as bytes: names are indices.
impl<S: Clone + Eq + Hash, K: TreeStore<S>> BfsTree<S, K> {
    pub(super) fn save(&self, to: &mut Saver<'_, S>) {
        if let Some(table) = self.store.table() {
            to.tree(table);
        }
        self.batch.save(to, |_, _| {});
        let Range { start, end } = self.frontier;
        for index in [self.first, start, end] {
            to.number(index);
        }
        to.count(self.tried);
        to.count(self.layer);
        to.number(self.skipped);
        to.number(self.depth);
    }

    /// Reads a tree into an empty one.
    pub(super) fn load(&mut self, from: &mut Loader<'_, S>) -> Option<()> {
        let table = self.store.table_mut()?;
        let count = from.tree(table)?;
        self.batch = Batch::load(from, count, |_, state, parent| {
            Some(Child {
                key: table.hash(&state),
                state,
                parent,
                g: (),
            })
        })?;
        let [first, start, end] = [(); 3].map(|()| from.index(count + 1));
        (self.first, self.frontier) = (first?, start?..end?);
        (self.tried, self.layer) = (from.summand()? as usize, from.index(count + 1)? as usize);
        (self.skipped, self.depth) = (from.summand()?, from.summand()?);
        (first <= start && start <= end).then_some(())
    }
}
