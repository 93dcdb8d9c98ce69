//! The loop behind the searches from both ends that are guided by estimates; they differ in their strategy.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::hash::Hash;

use num_traits::One;

use super::batch::{self, Batch, Child, Reaching};
use super::path;
use super::saved::{Reader, SavedRun, Writer};
use crate::cost::{Cost, CostExt};
use crate::monitor::{Generated, Memory, Monitor, Stop};
use crate::portable::Portable;
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::reversed::TwoSided;
use crate::solvability::Reason;
use crate::solver::{Run, Verdict, VerdictOf};
use crate::storage::{BitSet, Entry, Map, Node, NodeTable, OpenList, are_rooted, make_room_in};

/// In what order states of both sides come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    /// By b = 2g + h - h', the sides in turn: BAE*.
    ByError,
    /// In pairs, one of each side: NBS.
    InPairs,
}

/// The state of a search from both ends.
#[expect(unnameable_types, reason = "its name is `Algorithm::Run`")]
pub struct BothEndsRun<P: TwoSided> {
    strategy: Strategy,
    /// The puzzle seen from its goals, once it is made.
    reversed: Option<P::Reversed>,
    starts: Vec<P::State>,
    both: Both<P::State, P::Cost>,
}

impl<P: TwoSided> BothEndsRun<P> {
    pub(super) fn new(strategy: Strategy) -> Self {
        Self {
            strategy,
            reversed: None,
            starts: Vec::new(),
            both: Both::new(),
        }
    }
}

impl<P: TwoSided> Debug for BothEndsRun<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BothEndsRun")
            .field("strategy", &self.strategy)
            .field("starts", &self.starts)
            .finish_non_exhaustive()
    }
}

impl<P: TwoSided> Run<P> for BothEndsRun<P> {
    fn start(&mut self, starts: Vec<P::State>) {
        self.starts = starts;
        self.reversed = None;
        self.both.clear();
    }

    fn advance(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<VerdictOf<P>, Stop> {
        let [start] = &self.starts[..] else {
            return Err(Stop::Unsupported);
        };
        let reversed = match &self.reversed {
            Some(reversed) => reversed,
            None => self.reversed.insert(puzzle.reversed(start)),
        };
        monitor.trust_bounds(reversed.facts().admissible);
        let ends = Ends::new(puzzle, reversed, start, self.strategy);
        self.both.search(start, &ends, monitor)
    }

    fn has_cut(&self) -> bool {
        self.both.cut
    }
}

impl<P: TwoSided + Portable> SavedRun<P> for BothEndsRun<P> {
    fn name(&self) -> String {
        match self.strategy {
            Strategy::ByError => "BAE*".into(),
            Strategy::InPairs => "NBS".into(),
        }
    }

    fn save(&self, puzzle: &P, to: &mut Writer<'_>) {
        self.both.save(puzzle, to);
    }

    fn load(&mut self, puzzle: &P, from: &mut Reader<'_>) -> Option<()> {
        self.both.load(puzzle, from)
    }
}

/// The puzzle from both ends, and what is known of the estimates.
struct Ends<'a, P: TwoSided> {
    puzzle: &'a P,
    reversed: &'a P::Reversed,
    order: Order<P::Cost>,
    /// The estimate for the start, if solutions have its parity.
    parity: Option<P::Cost>,
}

/// The order of the states of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order<C> {
    /// By b.
    ByError,
    /// By f.
    ByF,
    /// Those with f within the bound by g, in pairs of which the sum of both g and of this edge, the cheapest
    /// one, is within the bound too; those with f at the bound as late as possible.
    InPairs(C),
}

impl<'a, P: TwoSided> Ends<'a, P> {
    fn new(puzzle: &'a P, reversed: &'a P::Reversed, start: &P::State, strategy: Strategy) -> Self {
        let (forward, backward) = (puzzle.facts(), reversed.facts());
        let parity = forward.parity.then(|| puzzle.heuristic(start)).flatten();
        Self {
            puzzle,
            reversed,
            order: match strategy {
                _ if !P::Cost::IS_EXACT => Order::ByF,
                Strategy::InPairs => Order::InPairs(forward.least_cost),
                Strategy::ByError if forward.consistent && backward.consistent => Order::ByError,
                Strategy::ByError => Order::ByF,
            },
            parity: parity.filter(|_| forward.admissible),
        }
    }

    /// The estimates of what is left on this side and on the other; none if the state is on no solution.
    #[inline]
    fn estimates(&self, side: usize, state: &P::State) -> Option<(P::Cost, P::Cost)> {
        let (to_goal, to_start) = (
            self.puzzle.heuristic(state)?,
            self.reversed.heuristic(state)?,
        );
        Some(if side == FRONT {
            (to_goal, to_start)
        } else {
            (to_start, to_goal)
        })
    }

    /// In what order a state comes; none if that is beyond the range.
    #[inline]
    fn key(&self, g: P::Cost, (h, other): (P::Cost, P::Cost)) -> Option<P::Cost> {
        let f = g.checked_add(&h)?;
        if self.order == Order::ByError {
            // An admissible estimate of g is not more than that. A key beyond the range is the greatest one:
            // less than it should be, which a bound may be.
            Some(f.saturating_add(g.saturating_sub(other)))
        } else {
            Some(f)
        }
    }

    /// No solution costs less if no state that is left has a smaller key than these.
    fn bound(&self, [front, back]: [P::Cost; 2]) -> P::Cost {
        self.rounded(if self.order == Order::ByError {
            half_of_sum(front, back)
        } else {
            front.max(back)
        })
    }

    /// A bound, rounded up to what a solution may cost.
    fn rounded(&self, bound: P::Cost) -> P::Cost {
        match self.parity {
            Some(parity) if parity.is_odd() != bound.is_odd() => {
                bound.checked_add(&P::Cost::one()).unwrap_or(bound)
            }
            _ => bound,
        }
    }
}

/// Half of the sum of two integers, rounded up, without the sum.
fn half_of_sum<C: Cost>(a: C, b: C) -> C {
    let (a, b) = (a.to_u128().unwrap_or(0), b.to_u128().unwrap_or(0));
    let half = a / 2 + b / 2 + (a % 2 + b % 2).div_ceil(2);
    C::from(half).unwrap_or_else(C::zero)
}

/// The side that grows from the start, and the one that grows from the goals.
const FRONT: usize = 0;
const BACK: usize = 1;

/// A stored state with the cheapest path to it that is known, from the side that reached it first.
#[derive(Clone, Debug)]
struct Reached<S, C> {
    state: S,
    /// From the back the highest bit of the parent is set.
    link: Link<C>,
}

/// How a state was reached: from which other one, or from itself if it is a root, and at what cost.
#[derive(Clone, Copy, Debug)]
struct Link<C> {
    parent: u32,
    g: C,
}

/// Marks a link from the back; so there are no more states than this.
const FROM_BACK: u32 = 1 << 31;

impl<S, C> Reached<S, C> {
    /// The side that reached it first.
    #[inline]
    const fn side(&self) -> usize {
        (self.link.parent >> 31) as usize
    }
}

impl<S: Clone + Eq + Hash, C> Node for Reached<S, C> {
    type State = S;
    #[inline]
    fn state(&self) -> &S {
        &self.state
    }
    #[inline]
    fn parent(&self) -> u32 {
        self.link.parent & !FROM_BACK
    }
}

/// The paths to states that both sides have reached, from the side that came second: few.
type Met<C> = Map<u32, Link<C>>;

/// One of the two searches.
#[derive(Debug)]
struct Side<C> {
    open: OpenList<C>,
    /// Of a search in pairs those of them with f within the bound, by g.
    ready: OpenList<C>,
    /// States that were expanded, and to which no cheaper path was found since.
    closed: BitSet,
    /// No state that is left has a smaller key.
    least: C,
}

impl<C: Cost> Side<C> {
    /// The first of the states that wait.
    fn waiting(&mut self, memory: &mut Memory) -> Option<Entry<C>> {
        first(&mut self.open, &self.closed, memory)
    }

    /// The least g of the states that are ready.
    fn nearest(&mut self, memory: &mut Memory) -> Option<C> {
        first(&mut self.ready, &self.closed, memory).map(|entry| entry.key)
    }

    /// Adds an entry, by this g to what is ready, otherwise to what is open.
    #[inline(always)]
    fn put(&mut self, entry: Entry<C>, g: Option<C>, memory: &mut Memory) -> Result<(), Stop> {
        match g {
            Some(key) => {
                let h = C::zero();
                self.ready.push(Entry { key, h, ..entry }, memory)
            }
            None => self.open.push(entry, memory),
        }
    }
}

/// The first entry of a list that is not stale.
fn first<C: Cost>(
    list: &mut OpenList<C>,
    closed: &BitSet,
    memory: &mut Memory,
) -> Option<Entry<C>> {
    loop {
        let entry = list.pop()?;
        if !closed.has(entry.node as usize) {
            // There is room for what was just taken out.
            list.push(entry, memory).ok()?;
            return Some(entry);
        }
    }
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
        let cut = &mut self.cut;
        self.batch.expand(
            puzzle,
            &self.nodes,
            edge,
            cut,
            monitor,
            |children, monitor| show(state, g, children, monitor),
        )
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

/// As bytes.
impl<S: Clone + Eq + Hash, C: Cost> Both<S, C> {
    fn save<P: Portable<State = S>>(&self, puzzle: &P, to: &mut Writer<'_>) {
        to.flag(self.is_planted);
        to.nodes(puzzle, &self.nodes, |to, at, node| {
            to.number(node.link.parent);
            to.cost(node.link.g);
            self.sides
                .iter()
                .for_each(|side| to.flag(side.closed.has(at)));
        });
        let mut met: Vec<_> = self.met.iter().collect();
        met.sort_unstable_by_key(|&(&node, _)| node);
        to.list(met, |to, (&node, link)| {
            to.number(node);
            to.number(link.parent);
            to.cost(link.g);
        });
        for side in &self.sides {
            side.open.save(to);
            side.ready.save(to);
            to.cost(side.least);
        }
        to.count(self.side);
        self.batch.save(puzzle, to, Child::save::<false>);
        to.entries(&self.waiting);
        to.entries(&self.entries[self.done..]);
        to.flag(self.best.is_some());
        if let Some((node, cost)) = self.best {
            to.number(node);
            to.cost(cost);
        }
        to.cost(self.bound);
        to.cost(self.level);
        self.due.into_iter().for_each(|due| to.flag(due));
        to.flag(self.cut);
    }

    fn load<P: Portable<State = S>>(&mut self, puzzle: &P, from: &mut Reader<'_>) -> Option<()> {
        self.is_planted = from.flag()?;
        let sides = &mut self.sides;
        let count = from.nodes(puzzle, &mut self.nodes, |from, (at, state), count| {
            let parent = u32::try_from(from.number()?).ok()?;
            let g = from.cost()?;
            for side in &mut *sides {
                side.closed.make_room(at, &mut from.memory).ok()?;
                if from.flag()? {
                    side.closed.insert(at);
                }
            }
            let link = Link { parent, g };
            ((parent & !FROM_BACK) < count as u32).then_some(Reached { state, link })
        })?;
        let met = from.count(3)?;
        make_room_in(&mut self.met, met, &mut from.memory).ok()?;
        for _ in 0..met {
            let (node, parent) = (from.index(count)?, from.index(count)?);
            let g = from.cost()?;
            self.met.insert(node, Link { parent, g });
        }
        for side in &mut self.sides {
            side.open = OpenList::load(count, from)?;
            side.ready = OpenList::load(count, from)?;
            side.least = from.cost()?;
        }
        self.side = from.index(2)? as usize;
        self.batch = Batch::load(puzzle, from, count, |from, state, parent| {
            Child::load::<false>(from, self.nodes.hash(&state), state, parent)
        })?;
        self.waiting = from.entries(count, batch::MOST)?;
        self.entries = from.entries(count, batch::MOST)?;
        if from.flag()? {
            self.best = Some((from.index(count)?, from.cost()?));
        }
        (self.bound, self.level) = (from.cost()?, from.cost()?);
        self.due = [from.flag()?, from.flag()?];
        self.cut = from.flag()?;
        let link = |node, side| {
            let link = self.link(node, side);
            link.map_or((node, C::zero()), |link| (link.parent, link.g))
        };
        let mut children = self.batch.iter();
        let are_dearer = children.all(|child| {
            let parent = self.link(child.parent, self.side);
            parent.is_some_and(|parent| parent.g <= child.g)
        });
        let mut sides = [FRONT, BACK].into_iter();
        let are_rooted = sides.all(|side| {
            // A parent that this side has not reached could be reached through its child later.
            let reached = |node| self.link(node, side);
            let mut links = (0..count as u32).filter_map(reached);
            links.all(|link| reached(link.parent).is_some())
                && are_rooted(count, &|node| link(node, side))
        });
        (are_dearer && are_rooted).then_some(())
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
