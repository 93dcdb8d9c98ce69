//! Best-first search with an open and a closed list: the loop of A*, uniform-cost search, weighted A* and others, which
//! differ in their [`Order`].
//!
//! Starts go in; the node comes out at which a [`Judge`] ends the search, usually a goal. The judge decides about each
//! state that is taken out of the open list. A cheaper path to a stored state replaces its parent and g, and the state
//! is opened by a new entry; its old entry is then *stale*, and is skipped when it is taken out. If the state was
//! expanded already, it is *reopened*, and will be expanded again.
//!
//! Invariant: each stored state has the cheapest path found so far. Unless it was expanded by that path (or by any, if
//! the order does not reopen), was left by the judge, or exceeds the limit on the cost, it has an entry that is not
//! stale: in the open list, among the entries taken out of it, or among those that wait for memory. Children that are
//! not looked up yet are in the batch.
//!
//! A stop leaves nothing half counted. An expansion is charged with all its children before any child is looked up; if
//! the charge is refused, the state stays first among the entries taken out.

pub(super) mod children;
mod judge;
mod saved;

use alloc::string::String;
use alloc::vec::Vec;
use core::hash::Hash;

pub(super) use children::{expand_later, show};
pub(super) use judge::StopAtGoal;
pub(crate) use judge::{Decision, Judge};

use super::batch::{self, Batch, Child};
use super::order::{ByF, Order};
use super::path;
use super::store_then_deepen::{Leaf, StoringRun};
use crate::account::{Claimed, Stop};
use crate::cost::Cost;
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::Puzzle;
use crate::solver::{Loader, Run, Saver, Verdict, VerdictOf};
use crate::storage::{BitSet, Entry, Node, NodeTable, OpenList};

/// A stored state, with its parent on the cheapest known path to it and the cost of that path. The parent is stored by
/// its index or, if there are several shards, by one number made of shard and index. A root is its own parent.
#[derive(Clone, Debug)]
pub(crate) struct BestNode<S, C> {
    pub(crate) state: S,
    pub(crate) parent: u32,
    pub(crate) g: C,
}

impl<S: Clone + Eq + Hash, C: Cost> Node for BestNode<S, C> {
    type State = S;
    type Cost = C;
    #[inline]
    fn state(&self) -> &S {
        &self.state
    }
    #[inline]
    fn parent(&self) -> u32 {
        self.parent
    }
    #[inline]
    fn cost(&self) -> C {
        self.g
    }
}

/// The data of a best-first search in some order.
///
/// If the search is one of several shards (`TAGGED`), each state has a *tag*, a byte that its child brought along as
/// the label of its key.
#[derive(Debug)]
pub(crate) struct BestFirstRun<S: Clone + Eq + Hash, C: Cost, O, const TAGGED: bool = false> {
    pub(super) order: O,
    /// Starts not yet stored, last one first.
    starts: Vec<S>,
    pub(super) nodes: NodeTable<BestNode<S, C>>,
    /// The tag of each state, if the search is `TAGGED`.
    pub(super) tags: Claimed<Vec<u8>>,
    pub(super) open: OpenList<C>,
    /// The states that were expanded.
    closed: BitSet,
    /// Children not yet looked up.
    pub(super) batch: Batch<S, C>,
    /// Entries for which the open list had no memory.
    waiting: Claimed<Vec<Entry<C>>>,
    /// Entries that were taken out of the open list together, of which the first `done` were visited.
    pub(super) entries: Claimed<Vec<Entry<C>>>,
    pub(super) done: usize,
    /// The lower bound that the order has proved so far for the cost of solutions that are not found yet.
    bound: C,
    /// The greatest value that the least key has had, for orders by potential.
    floor: C,
    /// The upper bound, such as the cost of an incumbent: only paths with f below it are kept.
    pub(super) below: Option<C>,
    /// Whether a path was pruned by the limit on the cost, or because its cost is beyond the range of the cost type.
    pub(super) cut: bool,
    /// The number of states that other shards store under the same limit.
    pub(super) elsewhere: u64,
}

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>, const TAGGED: bool> BestFirstRun<S, C, O, TAGGED> {
    /// Begins a search from these starts, and forgets an earlier one.
    pub(crate) fn begin(&mut self, mut starts: Vec<S>) {
        starts.reverse();
        self.clear();
        self.starts = starts;
    }

    /// Whether the search is incomplete: a path was pruned by the limit on the cost, or by the range of costs.
    pub(crate) const fn has_cut(&self) -> bool {
        self.cut
    }

    /// The greatest number of entries that are taken out together. Shards exchange messages once for all of them, so
    /// they take out more.
    pub(super) const MOST_ENTRIES: usize = batch::MOST_STATES * if TAGGED { 4 } else { 1 };

    /// Creates a search in this order, without starts.
    pub(crate) fn new(order: O) -> Self {
        let zero = C::zero();
        Self {
            order,
            starts: Vec::new(),
            nodes: NodeTable::new(),
            tags: Claimed::new(),
            open: OpenList::new(zero),
            closed: BitSet::default(),
            batch: Batch::new(),
            waiting: Claimed::new(),
            entries: Claimed::new(),
            done: 0,
            bound: zero,
            floor: zero,
            below: None,
            cut: false,
            elsewhere: 0,
        }
    }

    /// Forgets all states, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.starts.clear();
        self.nodes.clear();
        self.tags.clear();
        self.open.clear();
        self.closed.clear();
        self.batch.truncate(0);
        self.waiting.clear();
        self.entries.clear();
        (self.done, self.cut, self.bound, self.floor) = (0, false, C::zero(), C::zero());
    }
}

impl<P: Puzzle, O: Order<P::Cost>> Run<P> for BestFirstRun<P::State, P::Cost, O> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.begin(starts);
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        if !O::REOPENS && monitor.max_cost().is_some() {
            // A state pruned by the limit may be within it along a cheaper path, which is not followed.
            return Err(Stop::UnsupportedLimit);
        }
        if let Some(goal) = self.search(puzzle, monitor, &mut StopAtGoal(puzzle))? {
            let states = path::from_root(self.nodes.arena(), goal, monitor)?;
            let cost = self.nodes.get(goal).g;
            if O::ENDS_WITH_LEAST_F {
                self.raise_to_least_f(puzzle, cost, monitor)?;
            }
            return Ok(Verdict::path(
                states,
                self.order.guarantee(cost, self.bound),
            ));
        }
        self.no_solution(monitor)
    }

    fn has_cut(&self) -> bool {
        self.cut
    }

    fn name(&self) -> Option<String> {
        Some(O::NAME.into())
    }

    fn save(&self, _: &P, to: &mut Saver<'_, P::State>) {
        self.write(to);
    }

    fn load(&mut self, puzzle: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        self.read_whole(puzzle, from)
    }
}

impl<P: Puzzle> StoringRun<P> for BestFirstRun<P::State, P::Cost, ByF> {
    const NAME: &'static str = "IDA* after A*";

    fn stored_count(&self) -> usize {
        self.nodes.len()
    }

    fn node(&self, index: u32) -> (&P::State, u32) {
        let node = self.nodes.get(index);
        (&node.state, node.parent)
    }

    fn has_all_roots(&self) -> bool {
        self.starts.is_empty()
    }

    fn frontier(&self, puzzle: &P, from: usize) -> impl Iterator<Item = Option<Leaf<P::Cost>>> {
        let not_in_list = self.waiting.iter().chain(&self.entries[self.done..]);
        let entries = self.open.nearest_first().chain(not_in_list.copied());
        let open = entries.map(|entry| {
            let Entry { key: f, node, .. } = entry;
            let g = self.nodes.get(node).g;
            (!self.order.is_stale(entry, g)).then_some(Leaf { node, g, f })
        });
        let parents = self.batch.parents().map(|node| {
            let &BestNode { ref state, g, .. } = self.nodes.get(node);
            let f = g.checked_add(&puzzle.heuristic(state)?)?;
            Some(Leaf { node, g, f })
        });
        open.chain(parents).skip(from)
    }

    fn no_solution(&self, monitor: &mut MonitorOf<'_, P>) -> Result<VerdictOf<P>, Stop> {
        self.no_solution(monitor)
    }
}

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>, const TAGGED: bool> BestFirstRun<S, C, O, TAGGED> {
    /// The stored states.
    pub(crate) const fn nodes(&self) -> &NodeTable<BestNode<S, C>> {
        &self.nodes
    }

    /// Whether a state was expanded at least once.
    #[inline]
    pub(crate) fn is_closed(&self, node: u32) -> bool {
        self.closed.has(node as usize)
    }

    /// Raises the bound to the least f of all open states and of the goal, which has this cost: an optimal path is the
    /// goal's own, or leads through an open state.
    #[cold]
    fn raise_to_least_f<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        cost: C,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let mut least = cost;
        let mut consider = |entry: Entry<C>| {
            let g = self.nodes.get(entry.node).g;
            let f = g.checked_add(&self.order.h(entry));
            if let Some(f) = f.filter(|_| !self.order.is_stale(entry, g)) {
                least = least.min(f);
            }
        };
        self.open.each(&mut consider);
        for &entry in &self.entries[self.done..] {
            consider(entry);
        }
        for child in self.batch.iter() {
            let h = self.order.estimate(puzzle, &child.state);
            if let Some(f) = h.and_then(|h| child.g.checked_add(&h)) {
                least = least.min(f);
            }
        }
        if least > self.bound {
            self.bound = least;
            monitor.raise_lower_bound(least)?;
        }
        Ok(())
    }

    /// Returns the least key of all entries. Children that are not looked up yet have no entries.
    #[cfg(feature = "std")]
    pub(super) fn least_key(&self) -> Option<C> {
        let mut least = self.open.least_key();
        for taken in [&self.waiting[..], &self.entries[self.done..]] {
            for entry in taken {
                least = Some(least.map_or(entry.key, |least| least.min(entry.key)));
            }
        }
        least
    }

    /// Returns why a search without open states has found no goal: there is none, or none within the limit on the cost.
    pub(crate) fn no_solution<M>(
        &self,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<Verdict<S, M, C>, Stop> {
        if self.cut {
            return Err(path::stop_after_cut(monitor));
        }
        Ok(path::unsolvable(self.nodes.len()))
    }

    /// Expands states in order until the judge ends the search; returns the state at which it did, or `None` if no open
    /// state is left. After a stop, another call continues.
    pub(crate) fn search<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
        judge: &mut impl Judge<S, C>,
    ) -> Result<Option<u32>, Stop> {
        if self.nodes.len() == 0 {
            self.nodes.begin(puzzle);
        }
        self.store_starts(puzzle, monitor)?;
        loop {
            while let Some(&entry) = self.entries.get(self.done) {
                if let Some(end) = self.visit(entry, puzzle, monitor, judge)? {
                    return Ok(Some(end));
                }
                self.done += 1;
            }
            self.entries.clear();
            self.done = 0;
            if self.has_work_left() {
                self.look_up(puzzle, monitor)?;
            }
            // The batch is empty, so no child has a key that would change with the table.
            self.nodes.switch_to_addresses(puzzle, monitor.memory());
            let Some(first) = self.pop() else {
                return Ok(None);
            };
            self.entries.push_within(first);
            // More entries of the same key are taken out if the table does not fit into the cache.
            let states = batch::states_at_once(self.nodes.len());
            if states > 1 {
                self.open.pop_equals(states - 1, self.entries.as_vec());
                let nodes = self.entries.iter().map(|entry| entry.node);
                self.nodes.read_ahead_nodes(nodes);
            }
        }
    }

    /// Takes the next entry out of the open list.
    #[inline(always)]
    fn pop(&mut self) -> Option<Entry<C>> {
        if !O::BY_POTENTIAL {
            return self.open.pop();
        }
        let (order, floor) = (self.order, &mut self.floor);
        self.open.pop_by_potential(|least, key| {
            *floor = (*floor).max(least);
            order.slack(*floor, key)
        })
    }

    /// Stores the starts that are not stored yet.
    fn store_starts<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        if monitor.max_cost().is_some_and(|max| self.bound > max) {
            return Err(monitor.stop_at_cost_limit());
        }
        if let Some(least) = least_estimate(self.order, puzzle, &self.starts) {
            // Later, the starts that are left may all have greater estimates than a start that is stored.
            if self.nodes.len() == 0 {
                monitor.raise_lower_bound(least)?;
            }
            self.begin_at(least, monitor)?;
        }
        while let Some(start) = self.starts.pop() {
            let name = self.nodes.len() as u32;
            if let Err(stop) = self.store_start(puzzle, &start, name, monitor) {
                self.starts.push(start);
                return Err(stop);
            }
        }
        Ok(())
    }

    /// Makes room for the entries taken out. If no start is stored yet, also sets the bound and the first key of the
    /// open list to `least`, the least estimate of all starts.
    pub(super) fn begin_at<M>(
        &mut self,
        least: C,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<(), Stop> {
        if self.entries.capacity() == 0 {
            self.entries.reserve(Self::MOST_ENTRIES, monitor.memory())?;
        }
        if self.nodes.len() == 0 {
            self.bound = least;
            self.open.rebase(least);
        }
        Ok(())
    }

    /// Stores a start, unless it is stored already. It is its own parent, so that `name` is the name of its parent.
    pub(super) fn store_start<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        start: &S,
        name: u32,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        if self.nodes.find_state(puzzle, start).is_some() {
            return Ok(());
        }
        let root = Child {
            key: self.nodes.key(puzzle, start),
            state: start.clone(),
            parent: name,
            g: C::zero(),
        };
        self.batch.push(root, monitor.memory())?;
        let stored = self.look_up(puzzle, monitor);
        if stored.is_err() {
            self.batch.truncate(0);
        }
        stored
    }

    /// Skips an entry that is stale, or raises the bound and does with its state what the judge decides; returns the
    /// state if the search ends there.
    #[inline(always)]
    fn visit<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        entry @ Entry { node, .. }: Entry<C>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
        judge: &mut impl Judge<S, C>,
    ) -> Result<Option<u32>, Stop> {
        let reached = self.nodes.get(node);
        if self.order.is_stale(entry, reached.g) {
            return Ok(None);
        }
        if O::MAY_EXCEED
            && let Some(max) = monitor.max_cost()
            && let f = reached.g.checked_add(&self.order.h(entry))
            && f.is_none_or(|f| f > max)
        {
            // The limit on the cost was lowered after the entry was made, and a later entry may still be within it.
            self.cut = true;
            return Ok(None);
        }
        let bound = self.order.bound(entry.key, self.floor);
        if bound > self.bound {
            if monitor.max_cost().is_some_and(|max| bound > max) {
                // The limit on the cost was lowered after the entry was made, and all open states exceed it.
                return Err(monitor.stop_at_cost_limit());
            }
            if judge.ends_before(bound) {
                return Ok(Some(node));
            }
            self.bound = bound;
            monitor.raise_lower_bound(judge.lower_bound(bound))?;
        }
        match judge.judge(node, reached) {
            Decision::Expand => {
                let here = children::Expansion::<S, C, O, TAGGED> {
                    order: self.order,
                    nodes: &self.nodes,
                    batch: &mut self.batch,
                    closed: &mut self.closed,
                    cut: &mut self.cut,
                };
                here.expand(puzzle, node, reached, monitor).map(|()| None)
            }
            Decision::Leave => Ok(None),
            Decision::End => Ok(Some(node)),
        }
    }
}

/// Returns the least heuristic estimate of these states; `None` if all are dead ends.
pub(super) fn least_estimate<P: Puzzle>(
    order: impl Order<P::Cost>,
    puzzle: &P,
    states: &[P::State],
) -> Option<P::Cost> {
    let mut least = None;
    for state in states {
        if let Some(h) = order.estimate(puzzle, state) {
            least = Some(least.map_or(h, |least: P::Cost| least.min(h)));
        }
    }
    least
}
