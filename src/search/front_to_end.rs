//! The loop of front-to-end bidirectional heuristic search; solvers differ in their [`Selection`].
//!
//! There are two *sides*: the front is the search from the start, and the back is the search from the goals. They take
//! turns; the selection says which states a side expands, and which lower bound that proves. A path found where the
//! sides meet becomes the incumbent if it is the cheapest so far.
//!
//! Invariant: every solution not yet found costs at least `bound`. So the incumbent is optimal once it costs no more.
//!
//! Both sides share one table: one lookup of a child tells whether either side has reached the state. Paths that cannot
//! beat the incumbent are pruned. The two halves of a path are joined as lists of states; a replay finds the moves.

mod children;
mod ends;
mod in_pairs;
mod path;
mod run;
mod saved;
mod selection;
mod side;

use alloc::vec::Vec;
use core::hash::Hash;

use ends::{Ends, SideOrder};
pub(super) use in_pairs::InPairs;
pub(super) use run::FrontToEndRun;
pub(super) use selection::Alternating;
use selection::{Reach, Selected, Selection};
use side::{BACK, FRONT, HalfSearch, MetLinks};

use super::batch::{self, Batch, Child};
use crate::account::{Claimed, Stop};
use crate::cost::Cost;
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::reversed::TwoSided;
use crate::solver::VerdictOf;
use crate::storage::{BitSet, Entry, NodeTable, OpenList};

/// The searches from both ends, over one table of states.
struct FrontToEnd<S: Clone + Eq + Hash, C, L> {
    selection: L,
    /// Whether the start and all goals are stored.
    has_all_roots: bool,
    reach: Reach<S, C>,
    /// The side whose turn it is: `FRONT` or `BACK`.
    side: usize,
    /// Children of that side not yet looked up.
    batch: Batch<S, C>,
    /// Entries of that side for which its open list had no memory.
    waiting: Claimed<Vec<Entry<C>>>,
    /// Entries of that side that were selected, and so taken out of their list.
    entries: Claimed<Vec<Entry<C>>>,
    /// How many of these entries were visited.
    done: usize,
    /// The incumbent: a node on it that both sides have reached, and its cost.
    best: Option<(u32, C)>,
    /// Every solution that is not found yet costs at least this.
    bound: C,
}

impl<S: Clone + Eq + Hash, C: Cost, L: Default> FrontToEnd<S, C, L> {
    fn new() -> Self {
        let side = || HalfSearch {
            open: OpenList::new(C::zero()),
            closed: BitSet::default(),
            least_key: C::zero(),
        };
        Self {
            selection: L::default(),
            has_all_roots: false,
            reach: Reach {
                nodes: NodeTable::new(),
                met: MetLinks::default(),
                sides: [side(), side()],
                cut: false,
            },
            side: BACK,
            batch: Batch::new(),
            waiting: Claimed::new(),
            entries: Claimed::new(),
            done: 0,
            best: None,
            bound: C::zero(),
        }
    }
}

impl<S: Clone + Eq + Hash, C: Cost, L: Selection<C>> FrontToEnd<S, C, L> {
    fn clear(&mut self) {
        self.selection.clear();
        self.has_all_roots = false;
        self.reach.nodes.clear();
        self.reach.met.clear();
        self.reach.cut = false;
        for side in &mut self.reach.sides {
            side.open.clear();
            side.closed.clear();
            side.least_key = C::zero();
        }
        self.side = BACK;
        self.batch.truncate(0);
        self.waiting.clear();
        self.entries.clear();
        (self.done, self.best, self.bound) = (0, None, C::zero());
    }

    /// Searches until the incumbent is optimal, or one side has no open state left.
    fn search<P: TwoSided<State = S, Cost = C>>(
        &mut self,
        start: &S,
        ends: &Ends<'_, P>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        if !self.has_all_roots {
            self.store_starts(start, ends, monitor)?;
        }
        loop {
            // A stop may have left a part of the last selection, which is finished first.
            if self.done == 0 && self.batch.len() == 0 && self.waiting.is_empty() {
                if let Some(solved) = self.solved(monitor)? {
                    return Ok(solved);
                }
                if monitor.max_cost().is_some_and(|max| self.bound > max) {
                    return Err(monitor.stop_at_cost_limit());
                }
            }
            while let Some(&entry) = self.entries.get(self.done) {
                self.visit(entry, ends, monitor)?;
                self.done += 1;
            }
            self.entries.clear();
            self.done = 0;
            self.look_up(ends, monitor)?;
            // After the switch, keys of children in the batch would be of the old kind; but the batch is empty.
            self.reach
                .nodes
                .switch_to_addresses(ends.puzzle, monitor.memory());
            if let Some(solved) = self.solved(monitor)? {
                return Ok(solved);
            }
            let turn = 1 - self.side;
            let (reach, entries) = (&mut self.reach, self.entries.as_vec());
            let memory = monitor.memory();
            match self.selection.select(turn, reach, ends, entries, memory)? {
                Selected::Expand(bound) => {
                    self.side = turn;
                    bound.map_or(Ok(()), |bound| self.raise(bound, monitor))?;
                }
                Selected::Again => {}
                Selected::Raise(bound) => self.raise(bound, monitor)?,
                Selected::Exhausted(side) => return self.exhausted(side, monitor),
            }
        }
    }

    /// Notes that every solution not yet found costs at least `bound`.
    fn raise<M>(&mut self, bound: C, monitor: &mut Monitor<'_, S, M, C>) -> Result<(), Stop> {
        if bound <= self.bound {
            return Ok(());
        }
        self.bound = bound;
        let best = self.best.map(|(_, cost)| cost);
        monitor.raise_lower_bound(best.map_or(bound, |best| bound.min(best)))
    }

    /// Stores the start and the goals.
    fn store_starts<P: TwoSided<State = S, Cost = C>>(
        &mut self,
        start: &S,
        ends: &Ends<'_, P>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        if self.entries.capacity() == 0 {
            self.entries.reserve(batch::MOST_STATES, monitor.memory())?;
        }
        if self.reach.nodes.len() == 0 {
            self.reach.nodes.begin(ends.puzzle);
            let key_of = |side, state: &S| ends.key(C::zero(), ends.estimates(side, state)?);
            let goals = ends.puzzle.goals().into_iter();
            let keys = [
                key_of(FRONT, start),
                goals.filter_map(|goal| key_of(BACK, &goal)).min(),
            ];
            for (side, key) in self.reach.sides.iter_mut().zip(keys) {
                key.into_iter().for_each(|key| side.open.rebase(key));
            }
        }
        // A stop may have left roots that are stored and wait for a place in the open list.
        self.look_up(ends, monitor)?;
        self.side = FRONT;
        self.store_root(start, ends, monitor)?;
        self.side = BACK;
        for goal in ends.puzzle.goals() {
            self.store_root(&goal, ends, monitor)?;
        }
        self.has_all_roots = true;
        Ok(())
    }

    /// Stores and opens a root of the current side, unless either side has stored the state already.
    fn store_root<P: TwoSided<State = S, Cost = C>>(
        &mut self,
        state: &S,
        ends: &Ends<'_, P>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let key = self.reach.nodes.key(ends.puzzle, state);
        if self.reach.nodes.find(ends.puzzle, key, state).is_none() {
            let root = Child {
                key,
                state: state.clone(),
                parent: self.reach.nodes.len() as u32,
                g: C::zero(),
            };
            self.batch.push(root, monitor.memory())?;
            self.look_up(ends, monitor)
                .inspect_err(|_| self.batch.truncate(0))?;
        }
        Ok(())
    }

    /// Expands the state of an entry, unless no better solution can lead through it.
    #[inline(always)]
    fn visit<P: TwoSided<State = S, Cost = C>>(
        &mut self,
        Entry { node, .. }: Entry<C>,
        ends: &Ends<'_, P>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let (side, other) = (self.side, 1 - self.side);
        if self.reach.sides[side].closed.has(node as usize) {
            return Ok(()); // a stale entry
        }
        self.reach.sides[side]
            .closed
            .make_room(node as usize, monitor.memory())?;
        // The order by error requires consistent estimates. So if the other side has expanded the state, the cheapest
        // path from here to that end is known, and with it the cheapest solution through the state. This does not hold
        // if the least key of that side is beyond the range, since its states then come in any order.
        let in_order =
            ends.order == SideOrder::ByError && self.reach.sides[other].least_key < C::max_value();
        let is_settled = in_order && self.reach.sides[other].closed.has(node as usize);
        if !is_settled && self.is_promising(node, ends) {
            if side == FRONT {
                self.expand(ends.puzzle, node, ends, monitor)?;
            } else {
                self.expand(ends.reversed, node, ends, monitor)?;
            }
        }
        self.reach.sides[side].closed.insert(node as usize);
        Ok(())
    }

    /// Whether a solution through this state of the current side can be cheaper than the incumbent.
    fn is_promising<P: TwoSided<State = S, Cost = C>>(
        &self,
        node: u32,
        ends: &Ends<'_, P>,
    ) -> bool {
        let Some((_, best)) = self.best else {
            return true;
        };
        let reached = self.reach.nodes.get(node);
        let estimates = ends.estimates(self.side, &reached.state);
        let g = self.reach.link(node, self.side).map(|link| link.g);
        let f = g.zip(estimates).and_then(|(g, h)| g.checked_add(&h.ahead));
        f.is_some_and(|f| f < best)
    }
}
