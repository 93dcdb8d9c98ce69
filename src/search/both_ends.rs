//! The loop behind the searches from both ends that are guided by estimates; they differ in their strategy.

mod children;
mod ends;
mod path;
mod run;
mod saved;
mod side;

use alloc::vec::Vec;
use core::hash::Hash;

use ends::{Ends, Order};
pub(super) use run::BothEndsRun;
use side::{BACK, FRONT, Link, Met, Reached, Side};

use super::batch::{self, Batch, Child};
use crate::account::{Memory, Stop};
use crate::cost::Cost;
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::reversed::TwoSided;
use crate::solver::VerdictOf;
use crate::storage::{BitSet, Entry, Node, NodeTable, OpenList};

/// In what order states of both sides come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    /// By b = 2g + h - h', the sides in turn: BAE*.
    ByError,
    /// In pairs, one of each side: NBS.
    InPairs,
}

/// The nearest states of both sides.
enum Pair<C> {
    /// A solution within the bound can go through them.
    Within,
    /// Every solution that is not known costs this or more.
    Beyond(C),
    /// This side has none.
    None(usize),
}

/// The searches from both ends, over one table of states. Plain data.
struct Both<S: Clone + Eq + Hash, C> {
    is_planted: bool,
    nodes: NodeTable<Reached<S, C>>,
    met: Met<C>,
    sides: [Side<C>; 2],
    /// Which side grows; the other one is next.
    side: usize,
    /// Children of that side that are not looked up yet.
    batch: Batch<S, C>,
    /// Entries for which its open list had no memory.
    waiting: Vec<Entry<C>>,
    /// Entries that were taken out of it together, and how many of them are done.
    entries: Vec<Entry<C>>,
    done: usize,
    /// Where the cheapest solution so far goes through, and what it costs.
    best: Option<(u32, C)>,
    bound: C,
    /// Of a search in pairs the bound before it is rounded.
    level: C,
    /// Of which sides the first state that waits is to be made ready.
    due: [bool; 2],
    /// Whether a path was left out since it exceeds the limit on the cost, or the cost type.
    cut: bool,
}

impl<S: Clone + Eq + Hash, C: Cost> Both<S, C> {
    fn new() -> Self {
        let side = || Side {
            open: OpenList::new(C::zero()),
            ready: OpenList::new(C::zero()),
            closed: BitSet::default(),
            least: C::zero(),
        };
        Self {
            is_planted: false,
            nodes: NodeTable::new(),
            met: Met::default(),
            sides: [side(), side()],
            side: BACK,
            batch: Batch::new(),
            waiting: Vec::new(),
            entries: Vec::new(),
            done: 0,
            best: None,
            bound: C::zero(),
            level: C::zero(),
            due: [false; 2],
            cut: false,
        }
    }

    fn clear(&mut self) {
        self.is_planted = false;
        self.nodes.clear();
        self.met.clear();
        for side in &mut self.sides {
            side.open.clear();
            side.ready.clear();
            side.closed.clear();
            side.least = C::zero();
        }
        self.side = BACK;
        self.due = [false; 2];
        self.batch.truncate(0);
        self.waiting.clear();
        self.entries.clear();
        (self.done, self.best, self.cut) = (0, None, false);
        (self.bound, self.level) = (C::zero(), C::zero());
    }

    fn search<P: TwoSided<State = S, Cost = C>>(
        &mut self,
        start: &S,
        ends: &Ends<'_, P>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        if !self.is_planted {
            self.plant(start, ends, monitor)?;
        }
        loop {
            // Not where a stop has left a part of what comes next.
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
            // No child waits, so nobody has the key of a state that is not stored.
            self.nodes.find_by_address(ends.puzzle, monitor.memory());
            if let Some(solved) = self.solved(monitor)? {
                return Ok(solved);
            }
            let turn = 1 - self.side;
            if let (Order::InPairs(edge), FRONT) = (ends.order, turn) {
                match self.pair(edge, monitor.memory())? {
                    Pair::Within => {}
                    Pair::Beyond(bound) => {
                        self.level = bound;
                        self.raise(ends.rounded(bound), monitor)?;
                        continue;
                    }
                    Pair::None(side) => return self.exhausted(side, monitor),
                }
            }
            let side = &mut self.sides[turn];
            let open = match ends.order {
                Order::InPairs(_) => &mut side.ready,
                _ => &mut side.open,
            };
            let Some(first) = open.pop() else {
                return self.exhausted(turn, monitor);
            };
            if side.closed.has(first.node as usize) {
                continue; // a stale entry
            }
            self.side = turn;
            // There is room for it.
            self.entries.push(first);
            let size = match ends.order {
                // One of each side at a time, or there might be more than twice as many as need be.
                Order::InPairs(_) => 1,
                _ => batch::size(self.nodes.len()),
            };
            if size > 1 {
                open.pop_equals(first, size - 1, &mut self.entries);
                let nodes = self.entries.iter().map(|entry| entry.node);
                self.nodes.read_ahead_nodes(nodes);
            }
            if !matches!(ends.order, Order::InPairs(_)) {
                side.least = side.least.max(first.key);
                let least = [FRONT, BACK].map(|side| self.sides[side].least);
                self.raise(ends.bound(least), monitor)?;
            }
        }
    }

    /// No solution that is not known costs less.
    fn raise<M>(&mut self, bound: C, monitor: &mut Monitor<'_, S, M, C>) -> Result<(), Stop> {
        if bound <= self.bound {
            return Ok(());
        }
        self.bound = bound;
        let best = self.best.map(|(_, cost)| cost);
        monitor.raise_lower_bound(best.map_or(bound, |best| bound.min(best)))
    }

    /// Whether a solution within the bound can go through the nearest states of both sides.
    fn pair(&mut self, edge: C, memory: &mut Memory) -> Result<Pair<C>, Stop> {
        loop {
            for side in [FRONT, BACK] {
                if self.due[side] {
                    self.make_ready(side, memory)?;
                    self.due[side] = false;
                }
            }
            let (mut beyond, mut sum) = (None, Some(edge));
            let mut waiting = [None; 2];
            for (side, waits) in [FRONT, BACK].into_iter().zip(&mut waiting) {
                *waits = loop {
                    let first = self.sides[side].waiting(memory);
                    match first.filter(|first| first.key < self.level) {
                        Some(_) => self.make_ready(side, memory)?,
                        None => break first.map(|first| first.key),
                    }
                };
                let least_g = self.sides[side].nearest(memory);
                if waits.is_none() && least_g.is_none() {
                    return Ok(Pair::None(side));
                }
                beyond = [beyond, *waits].into_iter().flatten().min();
                sum = match (sum, least_g) {
                    (Some(sum), Some(g)) => {
                        let more = sum.checked_add(&g);
                        self.cut |= more.is_none();
                        more
                    }
                    _ => None,
                };
            }
            if sum.is_some_and(|sum| sum <= self.level) {
                return Ok(Pair::Within);
            }
            // Of those on which a solution costs no less than the bound one at a time.
            self.due = waiting.map(|waits| waits.is_some_and(|f| f <= self.level));
            if self.due.contains(&true) {
                continue;
            }
            // If there is none, whatever there is costs more than the type can tell.
            let bound = [beyond, sum].into_iter().flatten().min();
            return Ok(bound.map_or(Pair::None(FRONT), Pair::Beyond));
        }
    }

    /// Makes the first of the states that wait ready.
    fn make_ready(&mut self, side: usize, memory: &mut Memory) -> Result<(), Stop> {
        let Some(entry) = self.sides[side].open.pop() else {
            return Ok(());
        };
        let g = self.link(entry.node, side).map(|link| link.g);
        let (key, h) = (g.unwrap_or(entry.key), C::zero());
        let Side { open, ready, .. } = &mut self.sides[side];
        let pushed = ready.push(Entry { key, h, ..entry }, memory);
        if pushed.is_err() {
            // There is room for what was just taken out.
            open.push(entry, memory)?;
        }
        pushed
    }

    /// Stores the start and the goals.
    fn plant<P: TwoSided<State = S, Cost = C>>(
        &mut self,
        start: &S,
        ends: &Ends<'_, P>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        if self.entries.capacity() == 0 {
            monitor.memory().grow(&mut self.entries, batch::MOST)?;
        }
        if self.nodes.len() == 0 {
            self.nodes.begin(ends.puzzle, monitor.memory());
            let least = |side, state: &S| ends.key(C::zero(), ends.estimates(side, state)?);
            let goals = ends.puzzle.goals().into_iter();
            let keys = [
                least(FRONT, start),
                goals.filter_map(|goal| least(BACK, &goal)).min(),
            ];
            for (side, key) in self.sides.iter_mut().zip(keys) {
                key.into_iter().for_each(|key| side.open.rebase(key));
            }
        }
        // What was stored before a stop is known, and may wait for a place.
        self.look_up(ends, monitor)?;
        self.side = FRONT;
        self.root(start, ends, monitor)?;
        self.side = BACK;
        for goal in ends.puzzle.goals() {
            self.root(&goal, ends, monitor)?;
        }
        self.is_planted = true;
        Ok(())
    }

    fn root<P: TwoSided<State = S, Cost = C>>(
        &mut self,
        state: &S,
        ends: &Ends<'_, P>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let key = self.nodes.key(ends.puzzle, state);
        if self.nodes.find(ends.puzzle, key, state).is_none() {
            let root = Child {
                key,
                state: state.clone(),
                parent: self.nodes.len() as u32,
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
        if self.sides[side].closed.has(node as usize) {
            return Ok(()); // a stale entry
        }
        self.sides[side]
            .closed
            .make_room(node as usize, monitor.memory())?;
        // Expanded on the other side its cheapest path to that end is known, and so is the solution; unless
        // keys are beyond the range there, and states have come in any order.
        let in_order = ends.order == Order::ByError && self.sides[other].least < C::max_value();
        let is_met = in_order && self.sides[other].closed.has(node as usize);
        if !is_met && self.is_promising(node, ends) {
            if side == FRONT {
                self.expand(ends.puzzle, node, ends, monitor)?;
            } else {
                self.expand(ends.reversed, node, ends, monitor)?;
            }
        }
        self.sides[side].closed.insert(node as usize);
        Ok(())
    }

    /// How a side has reached a state, if it has.
    #[inline]
    fn link(&self, node: u32, side: usize) -> Option<Link<C>> {
        let reached = self.nodes.get(node);
        if reached.side() == side {
            let (parent, g) = (reached.parent(), reached.link.g);
            Some(Link { parent, g })
        } else {
            self.met.get(&node).copied()
        }
    }

    /// Whether a path through a state of this side can be cheaper than the best solution.
    fn is_promising<P: TwoSided<State = S, Cost = C>>(
        &self,
        node: u32,
        ends: &Ends<'_, P>,
    ) -> bool {
        let Some((_, best)) = self.best else {
            return true;
        };
        let reached = self.nodes.get(node);
        let estimates = ends.estimates(self.side, &reached.state);
        let g = self.link(node, self.side).map(|link| link.g);
        let f = g.zip(estimates).and_then(|(g, (h, _))| g.checked_add(&h));
        f.is_some_and(|f| f < best)
    }
}
