//! [`BfsTree`]: a breadth-first search tree that grows layer by layer, from the starts or from the goals, until a child
//! meets a [`Target`], such as a goal or a state of another tree.
//!
//! Invariant: the tree has each state once, in the order in which the states were generated, and no state of a layer is
//! expanded before the layer is complete. So each state has a parent in the layer before its own (a root is its own
//! parent), and its depth is the fewest moves from a root to it.
//!
//! Children are looked up in batches, but counted as if each were looked up when it is generated: if one of them meets
//! the target, the expansions and children after it are refunded. The tree calls its states by two numbers: an *index*
//! in the order of insertion, and a *name*, by which the store finds a node. In one table, both are the same.

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

/// The batch is looked up once it has more children than this.
const MOST_WAITING: usize = 32;

/// The edges along which a tree grows.
pub(super) trait TreeSide<P: Puzzle> {
    /// The side that observers are told.
    const SIDE: Side;
    /// Returns the edges to the children of a state.
    fn edges(puzzle: &P, state: &P::State) -> impl IntoIterator<Item = NeighborOf<P>>;
}

/// The tree grows from the starts, along neighbors.
pub(super) struct FromStart;

impl<P: Puzzle> TreeSide<P> for FromStart {
    const SIDE: Side = Side::Start;
    #[inline]
    fn edges(puzzle: &P, state: &P::State) -> impl IntoIterator<Item = NeighborOf<P>> {
        puzzle.neighbors(state)
    }
}

/// The tree grows from the goals, along predecessors.
pub(super) struct FromGoals;

impl<P: Reversible> TreeSide<P> for FromGoals {
    const SIDE: Side = Side::Goal;
    #[inline]
    fn edges(puzzle: &P, state: &P::State) -> impl IntoIterator<Item = NeighborOf<P>> {
        puzzle.predecessors(state)
    }
}

/// A breadth-first search tree: states, each with its parent, in a store of type `K`.
#[derive(Debug)]
pub(crate) struct BfsTree<S, K> {
    pub(super) store: K,
    /// Children not yet looked up.
    pub(super) batch: Batch<S, ()>,
    /// The index of the first state whose children were put into this batch.
    pub(super) batch_start: u32,
    /// The number of children that were taken out of this batch since.
    looked_up: usize,
    /// The number of children that were left out of it, since they are the parent of their parent.
    grandparents: u64,
    /// The indices of the states of the deepest complete layer that are not expanded yet. That layer is empty once all
    /// states are expanded.
    pub(super) frontier: Range<u32>,
    /// The number of states in that layer.
    layer_len: usize,
    /// The number of moves to that layer.
    depth: u64,
}

/// Where a tree met its target: a child, which is not stored, with the name of its parent; and what the target answers.
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
            batch_start: 0,
            looked_up: 0,
            grandparents: 0,
            frontier: 0..0,
            layer_len: 0,
            depth: 0,
        }
    }

    /// The number of moves to the deepest complete layer.
    pub(super) const fn depth(&self) -> u64 {
        self.depth
    }

    /// The number of states in the deepest complete layer.
    pub(super) const fn layer_len(&self) -> usize {
        self.layer_len
    }

    /// Whether the deepest complete layer is partly expanded.
    pub(super) fn is_within_layer(&self) -> bool {
        self.frontier.len() < self.layer_len || self.batch.len() > 0
    }

    pub(super) fn clear(&mut self) {
        self.store.clear();
        self.batch.truncate(0);
        (self.batch_start, self.looked_up, self.grandparents) = (0, 0, 0);
        (self.frontier, self.layer_len, self.depth) = (0..0, 0, 0);
    }

    pub(super) fn len(&self) -> u64 {
        self.store.len() as u64
    }

    /// Returns the node with this index in the order of insertion, in the deepest complete layer or after it.
    #[inline]
    pub(super) fn node_at(&self, index: u32) -> &Linked<S> {
        self.store.node(self.store.name(index))
    }

    /// Returns the state with this name and its ancestors, the root last.
    pub(super) fn to_root(&self, name: u32) -> impl Iterator<Item = &S> {
        let names = iter::successors(Some(name), |&name| {
            let parent = self.store.node(name).parent;
            (parent != name).then_some(parent)
        });
        names.map(|name| &self.store.node(name).state)
    }

    /// Adds a root to layer 0, unless it is stored already. `keys` is the puzzle; `elsewhere` is the number of states
    /// that another tree stores.
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
            self.layer_len += 1;
        }
        Ok(())
    }

    /// Expands the rest of the deepest complete layer, until a state is generated that is new to this tree and meets
    /// the target. Returns `None` if there is none: the next layer is then the deepest. `elsewhere` is the number of
    /// states that another tree stores.
    pub(super) fn expand_on_one_thread<D: TreeSide<P>, P: Puzzle<State = S>, T: Target<P>>(
        &mut self,
        puzzle: &P,
        target: &T,
        elsewhere: u64,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<MeetingOf<P, T>>, Stop> {
        // If nodes are shown, each batch has the children of one state: children are shown up to the one that meets the
        // target, and to know that one, all children of earlier states must be stored.
        let most_waiting = MOST_WAITING * usize::from(!monitor.shows_nodes());
        // Children that a stop has left in the batch come first.
        let mut must_look_up = self.batch.len() > 0;
        let mut last_expansion = Ok(());
        loop {
            if must_look_up || self.frontier.is_empty() || last_expansion.is_err() {
                // Before a stop, too: a child that waits may meet the target.
                let met = self.look_up::<D, P, T>(puzzle, target, elsewhere, monitor)?;
                if met.is_some() {
                    return Ok(met);
                }
                last_expansion?;
                if self.frontier.is_empty() {
                    break;
                }
            }
            last_expansion = self.expand::<D, P, T>(puzzle, target, monitor);
            must_look_up = self.batch.len() > most_waiting;
        }
        let next_layer = self.frontier.end;
        self.store.end_layer(next_layer);
        self.batch_start = next_layer;
        self.frontier = self.batch_start..self.store.len() as u32;
        self.layer_len = self.frontier.len();
        self.depth += 1;
        if self.layer_len > 0 {
            monitor
                .meter()
                .finish_layer(D::SIDE, self.depth, self.layer_len as u64)?;
        }
        Ok(None)
    }

    /// Expands the next state of the frontier: adds its children to the batch and counts them; or does neither.
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
                self.grandparents += children - (self.batch.len() - waiting) as u64;
                self.frontier.start += 1;
                Ok(())
            }
            Err(stop) => {
                self.batch.truncate(waiting);
                Err(stop)
            }
        }
    }

    /// Adds the children of the next state to the batch, except their grandparent; returns the number of all of them.
    #[inline]
    fn generate<D: TreeSide<P>, P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        memory: &Quota,
    ) -> Result<u64, Stop> {
        let parent = self.store.name(self.frontier.start);
        let node = self.store.node(parent);
        // If moves can be undone, every state but a root has its parent among its children.
        let grandparent = &self.store.node(node.parent).state;
        let mut children = 0;
        for neighbor in D::edges(puzzle, &node.state) {
            children += 1;
            let child = Child {
                key: self.store.key(puzzle, &neighbor.state),
                state: neighbor.state,
                parent,
                g: (),
            };
            let is_grandparent = child.state == *grandparent;
            let others = self.batch.len();
            self.batch.push(child, memory)?;
            // The child is pushed and then removed, so that the compiler selects one of two lengths without a branch,
            // which could not be predicted.
            if is_grandparent {
                self.batch.truncate(others);
            }
        }
        Ok(children)
    }

    /// Looks up the children of the batch and stores the new ones, up to one that meets the target; counts both the new
    /// ones and the duplicates.
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
        let (stored, looked_up) = (self.len(), self.looked_up);
        let most_states = monitor.limits().room(Limited::Stored, elsewhere);
        let end = self.store_batch(puzzle, target, most_states, monitor);
        let new = self.len() - stored;
        if new > 0 {
            monitor.meter().store(self.len() + elsewhere)?;
        }
        let not_new = (self.looked_up - looked_up) as u64 - new;
        let (duplicates, result) = match end {
            Ok(None) => {
                let duplicates = not_new + self.grandparents;
                (self.batch_start, self.looked_up, self.grandparents) = (self.frontier.start, 0, 0);
                (duplicates, Ok(None))
            }
            Ok(Some(meeting)) => {
                // The child that met the target is not new, as it is not stored, but no duplicate either.
                let grandparents = self.refund_after_meeting::<D, P>(puzzle, monitor);
                (not_new - 1 + grandparents, Ok(Some(meeting)))
            }
            Err(stop) => (not_new, Err(stop)),
        };
        monitor.meter().duplicates(duplicates);
        result
    }

    /// Takes children out of the batch and stores the new ones, until one meets the target or the tree would have more
    /// than `most_states` states. Children that are not looked up before a stop stay in the batch.
    #[inline]
    fn store_batch<P: Puzzle<State = S>, T: Target<P>>(
        &mut self,
        puzzle: &P,
        target: &T,
        most_states: u64,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<MeetingOf<P, T>>, Stop> {
        while let Some(first) = self.batch.first() {
            let room = most_states.saturating_sub(self.store.len() as u64);
            let portion = self.batch.portion(room);
            // Everything that can fail is done before a child is taken out of the batch.
            self.store.grow_in_time(portion, || monitor.meter())?;
            self.store
                .make_room(self.batch.keys().take(portion), monitor.memory())?;
            // At the limit on stored states, a child is taken out only if it is a duplicate or meets the target.
            if room == 0
                && self
                    .store
                    .find_or_place(puzzle, first.key, &first.state)
                    .is_err()
                && target.meet(puzzle, first.key, &first.state).is_none()
            {
                return Err(Stop::Stored);
            }
            let (store, looked_up) = (&mut self.store, &mut self.looked_up);
            for child in self.batch.drain(portion) {
                *looked_up += 1;
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

    /// Refunds the expansions and children after the child that met the target, which is the last one looked up;
    /// returns how many children before it lead back to the parent of their parent. The states from `batch_start` on
    /// are expanded again to find out.
    #[cold]
    fn refund_after_meeting<D: TreeSide<P>, P: Puzzle<State = S>>(
        &self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> u64 {
        let (mut left, mut grandparents) = (self.looked_up, 0);
        let (mut expanded, mut generated) = (0, 0);
        for parent in self.batch_start..self.frontier.start {
            expanded += u64::from(left == 0);
            let node = self.node_at(parent);
            let grandparent = &self.store.node(node.parent).state;
            for neighbor in D::edges(puzzle, &node.state) {
                if left == 0 {
                    generated += 1;
                } else if neighbor.state == *grandparent {
                    grandparents += 1;
                } else {
                    left -= 1;
                }
            }
        }
        monitor.refund(expanded, generated);
        grandparents
    }

    /// Shows the observer the next state and its children, up to one that is new and meets the target.
    #[cold]
    #[inline(never)]
    fn show<D: TreeSide<P>, P: Puzzle<State = S>, T: Target<P>>(
        &self,
        puzzle: &P,
        target: &T,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        // The observer is shown moves as costs.
        let in_moves = |depth| cast(depth).unwrap_or_else(P::Cost::max_value);
        let state = &self.node_at(self.frontier.start).state;
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

/// A tree as bytes, if it is in one table, so that names are indices.
impl<S: Clone + Eq + Hash, K: TreeStore<S>> BfsTree<S, K> {
    pub(super) fn save(&self, to: &mut Saver<'_, S>) {
        if let Some(table) = self.store.table() {
            to.tree(table);
        }
        self.batch.save(to, |_, _| {});
        let Range { start, end } = self.frontier;
        for index in [self.batch_start, start, end] {
            to.number(index);
        }
        to.count(self.looked_up);
        to.count(self.layer_len);
        to.number(self.grandparents);
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
        (self.batch_start, self.frontier) = (first?, start?..end?);
        (self.looked_up, self.layer_len) =
            (from.summand()? as usize, from.index(count + 1)? as usize);
        (self.grandparents, self.depth) = (from.summand()?, from.summand()?);
        (first <= start && start <= end).then_some(())
    }
}
