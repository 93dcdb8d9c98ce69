//! The loop behind the searches from both ends that are guided by estimates; they differ in their strategy.

mod ends;
mod run;
mod saved;
mod side;

use alloc::vec::Vec;
use core::hash::Hash;

use ends::{Ends, Order};
pub(super) use run::BothEndsRun;
use side::{BACK, FROM_BACK, FRONT, Link, Met, Reached, Side};

use super::batch::{self, Batch, Child, Reaching};
use super::path;
use crate::cost::Cost;
use crate::monitor::{Generated, Memory, Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::reversed::TwoSided;
use crate::solvability::Reason;
use crate::solver::{Verdict, VerdictOf};
use crate::storage::{BitSet, Entry, Node, NodeTable, OpenList, make_room_in};

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
        monitor: &mut Monitor<'_, P>,
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
                if monitor.limits().cost.is_some_and(|max| self.bound > max) {
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
    fn raise<P: Puzzle<Cost = C>>(
        &mut self,
        bound: C,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        if bound <= self.bound {
            return Ok(());
        }
        self.bound = bound;
        // What was left out costs more than the limit, and may cost less than the bound.
        let best = self.best.map(|(_, cost)| cost);
        let known = best.into_iter().chain(monitor.limits().cost).min();
        monitor.raise_lower_bound(known.map_or(bound, |known| bound.min(known)))
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
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        if self.entries.capacity() == 0 {
            monitor.memory().grow(&mut self.entries, batch::MOST)?;
        }
        if self.nodes.len() == 0 {
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
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        let hash = self.nodes.hash(state);
        if self.nodes.find(hash, state).is_none() {
            let root = Child {
                hash,
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
        monitor: &mut Monitor<'_, P>,
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
                self.expand(ends.puzzle, node, monitor)?;
            } else {
                self.expand(ends.reversed, node, monitor)?;
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

    /// Adds a state's children to the batch and counts them; or does neither.
    fn expand<Q, P>(
        &mut self,
        puzzle: &Q,
        node: u32,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop>
    where
        Q: Puzzle<State = S, Cost = C>,
        P: Puzzle<State = S, Cost = C>,
    {
        let Some(Link { parent, g }) = self.link(node, self.side) else {
            return Ok(());
        };
        let state = &self.nodes.get(node).state;
        let edge = Reaching {
            node,
            name: node,
            before: Some(parent),
            g,
        };
        self.cut |= self.batch.expand(
            puzzle,
            &self.nodes,
            edge,
            |_| false,
            monitor,
            |children, monitor| show(state, g, children, monitor),
        )?;
        Ok(())
    }

    /// Stores the children of the batch, or the cheaper paths to what is stored already.
    #[inline(always)]
    fn look_up<P: TwoSided<State = S, Cost = C>>(
        &mut self,
        ends: &Ends<'_, P>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        self.place_waiting(ends.order, monitor.memory())?;
        if !batch::is_cached(self.nodes.len()) {
            self.nodes.read_ahead(self.batch.hashes());
        }
        let most = monitor.limits().stored.unwrap_or(u64::MAX);
        if self.nodes.len() + self.batch.len() >= FROM_BACK as usize {
            return Err(Stop::TooManyStates);
        }
        while let Some(first) = self.batch.first() {
            let room = most.saturating_sub(self.nodes.len() as u64);
            let piece = self.batch.piece(room);
            // Before a child is taken out there is room for all that is to be stored.
            self.nodes.make_room(piece, monitor.memory())?;
            make_room_in(&mut self.met, piece, monitor.memory())?;
            if piece > self.waiting.capacity() {
                monitor.memory().grow(&mut self.waiting, piece)?;
            }
            if room == 0 && self.nodes.find(first.hash, &first.state).is_none() {
                return Err(Stop::Stored);
            }
            self.store(piece, ends, monitor)?;
        }
        Ok(())
    }

    /// Puts what waited for memory where it belongs.
    #[inline]
    fn place_waiting(&mut self, order: Order<C>, memory: &mut Memory) -> Result<(), Stop> {
        if !matches!(order, Order::InPairs(_)) {
            return self.sides[self.side]
                .open
                .push_all(&mut self.waiting, memory);
        }
        while let Some(&entry) = self.waiting.first() {
            let link = self.link(entry.node, self.side);
            let g = link.filter(|_| entry.key < self.level).map(|link| link.g);
            self.sides[self.side].put(entry, g, memory)?;
            self.waiting.remove(0);
        }
        Ok(())
    }

    /// Stores the first so many children of the batch.
    #[inline(always)]
    fn store<P: TwoSided<State = S, Cost = C>>(
        &mut self,
        piece: usize,
        ends: &Ends<'_, P>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        let max_cost = monitor.limits().cost;
        let side = self.side;
        let Self {
            nodes,
            met,
            sides,
            batch,
            waiting,
            best,
            cut,
            level,
            ..
        } = self;
        let mut end = Ok(());
        let stored = nodes.len();
        for Child {
            hash,
            state,
            parent,
            g,
        } in batch.drain(piece)
        {
            let known = nodes.find_or_place(hash, &state);
            if let Ok(node) = known {
                let reached = nodes.get(node);
                let link = if reached.side() == side {
                    Some(reached.link)
                } else {
                    met.get(&node).copied()
                };
                monitor.duplicates(u64::from(link.is_some()));
                if link.is_some_and(|link| link.g <= g) {
                    continue;
                }
            }
            let Some(estimates) = ends.estimates(side, &state) else {
                continue;
            };
            let f = g.checked_add(&estimates.0);
            if let (Some(f), Some((_, cost))) = (f, *best)
                && f >= cost
            {
                continue;
            }
            let f = f.filter(|&f| max_cost.is_none_or(|max| f <= max));
            let Some(key) = f.and_then(|_| ends.key(g, estimates)) else {
                *cut = true;
                continue;
            };
            let node = match known {
                Ok(node) => {
                    let reached = nodes.get_mut(node);
                    let rest = if reached.side() == side {
                        let from = reached.link.parent & FROM_BACK;
                        let parent = parent | from;
                        reached.link = Link { parent, g };
                        met.get(&node).map(|link| link.g)
                    } else {
                        met.insert(node, Link { parent, g });
                        Some(reached.link.g)
                    };
                    if let Some(rest) = rest {
                        let cost = g.checked_add(&rest);
                        match cost.filter(|&cost| max_cost.is_none_or(|max| cost <= max)) {
                            Some(cost) if best.is_none_or(|(_, least)| cost < least) => {
                                *best = Some((node, cost));
                            }
                            Some(_) => {}
                            None => *cut = true,
                        }
                    }
                    if sides[side].closed.has(node as usize) {
                        sides[side].closed.remove(node as usize);
                        monitor.reopen(1);
                    }
                    node
                }
                Err(place) => {
                    let from = if side == BACK { FROM_BACK } else { 0 };
                    let parent = parent | from;
                    let link = Link { parent, g };
                    nodes.insert(place, Reached { state, link })
                }
            };
            let in_pairs = matches!(ends.order, Order::InPairs(_));
            let h = if in_pairs { estimates.0 } else { C::zero() };
            let entry = Entry { key, h, node };
            if end.is_ok() {
                let is_ready = in_pairs && key < *level;
                end = sides[side].put(entry, is_ready.then_some(g), monitor.memory());
            }
            if end.is_err() {
                // In its order, after those before it.
                waiting.push(entry);
            }
        }
        if nodes.len() > stored {
            monitor.store(nodes.len() as u64)?;
        }
        end
    }

    /// The best solution, if nothing cheaper can be found.
    #[inline]
    fn solved<P: Puzzle<State = S, Cost = C>>(
        &self,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        match self.best {
            Some((node, cost)) if cost <= self.bound => self.path_through(node, monitor).map(Some),
            _ => Ok(None),
        }
    }

    /// The cheapest path known through this state.
    #[cold]
    fn path_through<P: Puzzle<State = S, Cost = C>>(
        &self,
        node: u32,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let before = self.to_root(node, FRONT).count();
        let after = self.to_root(node, BACK).count() - 1;
        let mut states = path::room(before + after, monitor)?;
        states.extend(
            self.to_root(node, FRONT)
                .map(|node| self.nodes.get(node).state.clone()),
        );
        states.reverse();
        let rest = self.to_root(node, BACK).skip(1);
        states.extend(rest.map(|node| self.nodes.get(node).state.clone()));
        Ok(Verdict::path(states, Guarantee::Optimal))
    }

    /// The nodes from this one to the root of a side.
    fn to_root(&self, node: u32, side: usize) -> impl Iterator<Item = u32> {
        core::iter::successors(Some(node), move |&node| {
            let parent = self.link(node, side).map_or(node, |link| link.parent);
            (parent != node).then_some(parent)
        })
    }

    /// One side has no state left: what solution there is was found.
    #[cold]
    fn exhausted<P: Puzzle<State = S, Cost = C>>(
        &self,
        side: usize,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        match self.best {
            Some((node, _)) => self.path_through(node, monitor),
            None if self.cut && monitor.limits().cost.is_some() => {
                Err(monitor.stop_at_cost_limit())
            }
            None if self.cut => Err(Stop::CostOverflow),
            _ if side == FRONT => Ok(Verdict::exhausted()),
            _ => Ok(Verdict::Unsolvable(Reason::new(
                "every state from which a goal can be reached was searched and none is the start",
            ))),
        }
    }
}

/// Shows a state and its children to the observer, which are not told apart by moves.
#[cold]
#[inline(never)]
fn show<P: Puzzle>(
    state: &P::State,
    g: P::Cost,
    children: &[Child<P::State, P::Cost>],
    monitor: &mut Monitor<'_, P>,
) -> Result<(), Stop> {
    monitor.show_expanded(state, g)?;
    children
        .iter()
        .try_for_each(|child| monitor.show_generated(Generated::new(&child.state, child.g, None)))
}
