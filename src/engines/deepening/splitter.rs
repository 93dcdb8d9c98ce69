//! [`Splitter`]: an iteration in subtrees that threads can walk.
//!
//! The tree is divided by the loop that walks it, which [lists](crate::puzzle::traversal::Listed) the children of a node
//! instead of going below them: nothing is counted otherwise, or left out by another rule. How many states each subtree
//! had in the last iteration says how far down the next one is divided there. The parts are in depth-first order. A part
//! is walked as a search of its own that prunes and counts as within the tree, and can be paused. Where the first goal
//! ends the search, the first part in order that has one decides it: what comes after that is not to count.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::walk::{Found, Goal, SavedWalk, Walk, walk_from};
use crate::account::{Counts, Memory, ReplayFault, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::Puzzle;
use crate::puzzle::heuristic::Zero;
use crate::puzzle::portable::Portable;
use crate::puzzle::traversal::{Bound, Cut, End, Listed, Place, Root};
use crate::threads::sync::{Mutex, MutexGuard, open};
use crate::threads::team::{Team, Worker};

/// How many subtrees there are to be for each thread: in order, as they are begun, so that the last ones end at about
/// the same time.
const EACH: u64 = 64;
/// To divide a subtree of fewer states takes longer than it saves.
const FEWEST_STATES: u64 = 1_024;

/// An iteration in parts, and what is known of the one before. With `IMPROVES`, goals do not end it.
#[derive(Debug)]
#[expect(unnameable_types, reason = "it is a part of an `Algorithm::Run`")]
pub struct Splitter<S, M, C, const INFORMED: bool, const IMPROVES: bool> {
    threads: usize,
    /// The subtrees of the iteration before, in depth-first order, and how many of them were met again.
    before: Vec<Size<M>>,
    met: usize,
    parts: Vec<Part<S, M, C>>,
    is_begun: bool,
    /// How many parts are divided far enough, and how far down the next one is to be divided, once that is known.
    divided: usize,
    levels: Option<u32>,
    /// How many states a subtree had at least in the last iteration that is divided in this one, and by how many each
    /// level divides it.
    fewest: u64,
    branches: u64,
    /// The cheapest goal that threads have found and that is not told yet, and what has stopped them since.
    found: Option<Goal<M, C>>,
    stop: Option<Stop>,
    /// The part where the walk has ended at a goal.
    at_goal: Option<usize>,
    /// What is claimed for the lists, and for those of a search that is over.
    bytes: usize,
    unclaimed: usize,
}

/// A subtree of the iteration before: the moves from the start, and how many states it had.
#[derive(Debug)]
struct Size<M> {
    start: usize,
    path: Vec<M>,
    expanded: u64,
}

/// A part of the tree: below a state, or what is left there once subtrees were taken out.
#[derive(Debug)]
struct Part<S, M, C> {
    start: usize,
    /// The moves from the start, the state before the last one, the state they lead to, and what that costs.
    path: Vec<M>,
    before: Option<S>,
    state: S,
    g: C,
    /// How far down the part above it was divided, and whether it is what was left of one.
    levels_above: u32,
    is_rest: bool,
    /// What was counted above it after the part before, and within it.
    above: Counts,
    counts: Counts,
    place: Place<C>,
    end: PartEnd<M, C>,
}

/// How far the walk of a part has come.
#[derive(Debug)]
enum PartEnd<M, C> {
    /// Not to its end.
    Open,
    /// To its end, and this was cut off.
    Walked(Cut<C>),
    /// To a goal, by these moves from the root of the part, which cost this from the start.
    Goal(C, Vec<M>),
    /// To where a search cannot go on.
    Fault(Stop),
}

impl<S, M, C: Cost> Part<S, M, C> {
    fn root(&self) -> Root<'_, S, M, C> {
        let root = Root::new(&self.state);
        match &self.before {
            Some(before) => root.reached_from(before, &self.path, self.g),
            None => root,
        }
    }

    const fn is_open(&self) -> bool {
        matches!(self.end, PartEnd::Open)
    }

    /// Whether nothing after it counts.
    const fn decides(&self) -> bool {
        matches!(self.end, PartEnd::Goal(..) | PartEnd::Fault(_))
    }

    /// Notes how a walk has ended.
    fn note(&mut self, end: End<M, C>) -> Result<(), Stop> {
        self.end = match end {
            End::Exhausted(cut) => PartEnd::Walked(cut),
            End::Goal { moves, cost } => PartEnd::Goal(cost, moves),
            End::Stopped(stop) if stop.can_go_on() => return Err(stop),
            End::Stopped(stop) => PartEnd::Fault(stop),
        };
        Ok(())
    }

    /// Walks on, until it ends or is stopped.
    fn walk<P, const INFORMED: bool>(
        &mut self,
        bound: Bound<C>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        let mut place = core::mem::take(&mut self.place);
        let end = walk_from::<P, INFORMED>(self.root(), bound, &mut place, puzzle, monitor);
        self.place = place;
        self.note(end)
    }

    /// Goes on behind the goal where it has ended; returns that.
    fn pass(&mut self) -> Option<(C, Vec<M>)> {
        match core::mem::replace(&mut self.end, PartEnd::Open) {
            PartEnd::Goal(cost, moves) => {
                self.place.pass();
                Some((cost, moves))
            }
            other => {
                self.end = other;
                None
            }
        }
    }
}

impl<S, M, C, const INFORMED: bool, const IMPROVES: bool> Splitter<S, M, C, INFORMED, IMPROVES> {
    pub(crate) const fn new(threads: usize) -> Self {
        Self {
            threads,
            before: Vec::new(),
            met: 0,
            parts: Vec::new(),
            is_begun: false,
            divided: 0,
            levels: None,
            fewest: FEWEST_STATES,
            branches: 2,
            found: None,
            stop: None,
            at_goal: None,
            bytes: 0,
            unclaimed: 0,
        }
    }
}

impl<S, M, C, const INFORMED: bool, const IMPROVES: bool> Splitter<S, M, C, INFORMED, IMPROVES>
where
    S: Clone,
    M: Clone + PartialEq,
    C: Cost,
{
    /// The starts become parts.
    fn begin(&mut self, starts: &[S], memory: &mut Memory) -> Result<(), Stop> {
        self.make_room(starts.len(), memory)?;
        for (start, state) in starts.iter().enumerate() {
            self.parts.push(Part {
                start,
                path: Vec::new(),
                before: None,
                state: state.clone(),
                g: C::zero(),
                levels_above: 0,
                is_rest: false,
                above: Counts::default(),
                counts: Counts::default(),
                place: Place::default(),
                end: PartEnd::Open,
            });
        }
        self.is_begun = true;
        Ok(())
    }

    /// Makes room for so many more parts.
    fn make_room(&mut self, more: usize, memory: &mut Memory) -> Result<(), Stop> {
        let before = self.parts.capacity();
        if before - self.parts.len() < more {
            memory.grow(&mut self.parts, more)?;
        }
        self.bytes += (self.parts.capacity() - before) * size_of::<Part<S, M, C>>();
        Ok(())
    }

    /// How far down a part is to be divided; asked once for each, in order.
    fn levels(&mut self, at: usize) -> u32 {
        let part = &self.parts[at];
        if !part.is_open() || !part.place.is_root() {
            return 0;
        }
        let known = self.before.get(self.met);
        let known = known.filter(|known| {
            known.start == part.start && known.path.iter().take(part.path.len()).eq(&part.path)
        });
        match known.map(|known| (known.path.len().cmp(&part.path.len()), known.expanded)) {
            Some((Ordering::Equal, mut states)) => {
                self.met += 1;
                let mut levels = 0;
                while states > self.fewest {
                    states /= self.branches;
                    levels += 1;
                }
                levels
            }
            // It was divided before.
            Some((Ordering::Greater, _)) => 1,
            _ => part.levels_above.saturating_sub(1),
        }
    }

    /// Divides what is left to be divided.
    fn divide<P>(
        &mut self,
        bound: Bound<C>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        while self.divided < self.parts.len() {
            let levels = match self.levels {
                Some(levels) => levels,
                None => self.levels(self.divided),
            };
            self.levels = Some(levels);
            if levels > 0 {
                self.divide_next(levels, bound, puzzle, monitor)?;
            } else {
                self.divided += 1;
            }
            self.levels = None;
        }
        Ok(())
    }

    /// Takes the children out of the next part. What is left of that comes after them.
    fn divide_next<P>(
        &mut self,
        levels: u32,
        bound: Bound<C>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        let at = self.divided;
        let begun = monitor.counts();
        let mut place = core::mem::take(&mut self.parts[at].place);
        let iteration = monitor.iteration(self.parts[at].root(), bound, &mut place);
        let mut listed = Vec::new();
        let mut iteration = iteration.listing(&mut listed);
        let flow = if const { INFORMED } {
            puzzle.deepen(&mut iteration)
        } else {
            iteration = iteration.uninformed();
            puzzle.deepen_by(&Zero, &mut iteration)
        };
        let end = iteration.finish(flow);
        let (children, list_bytes) = (
            listed.len(),
            listed.capacity() * size_of::<Listed<S, M, C>>(),
        );
        let counted = monitor.counts();
        let span = (begun, counted);
        let taken = self.take_out(listed, levels, span, monitor.memory());
        monitor.release(list_bytes);
        if let Err(stop) = taken {
            // As if it had not been tried.
            let void = counted.since(begun);
            monitor.refund(void.expanded, void.generated);
            return Err(stop);
        }
        let rest = &mut self.parts[at + children];
        rest.place = place;
        let end = rest.note(end);
        if end.is_ok() || !rest.place.is_root() {
            rest.is_rest = true;
            let ends_here = rest.decides() && !IMPROVES;
            self.divided += children + 1;
            self.levels = None;
            if ends_here {
                self.parts.truncate(self.divided);
            }
        }
        end
    }

    /// Puts children before the part that they were listed below, where all was counted between these two times.
    fn take_out(
        &mut self,
        listed: Vec<Listed<S, M, C>>,
        levels: u32,
        (begun, counted): (Counts, Counts),
        memory: &mut Memory,
    ) -> Result<(), Stop> {
        let at = self.divided;
        self.make_room(listed.len(), memory)?;
        let mut children: Vec<Part<S, M, C>> = Vec::new();
        memory.reserve(&mut children, listed.len())?;
        let (mut path_bytes, mut made) = (0, Ok(()));
        let part = &self.parts[at];
        let (mut above, mut before) = (part.above, begun);
        for child in listed {
            let mut path = Vec::new();
            made = memory.reserve(&mut path, part.path.len() + 1);
            if made.is_err() {
                break;
            }
            path_bytes += path.capacity() * size_of::<M>();
            path.extend_from_slice(&part.path);
            path.push(child.mv);
            above += child.counts.since(before);
            children.push(Part {
                start: part.start,
                path,
                before: Some(part.state.clone()),
                state: child.state,
                g: child.g,
                levels_above: levels,
                is_rest: false,
                above: core::mem::take(&mut above),
                counts: Counts::default(),
                place: Place::default(),
                end: PartEnd::Open,
            });
            before = child.counts;
        }
        if made.is_ok() {
            above += counted.since(before);
            self.parts[at].above = above;
            self.bytes += path_bytes;
            self.parts.splice(at..at, children.drain(..));
        } else {
            memory.release(path_bytes);
        }
        memory.release_list(&children);
        made
    }

    /// What is found at a part, as moves from the start.
    fn goal(
        &self,
        at: usize,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<Option<Goal<M, C>>, Stop> {
        let part = &self.parts[at];
        match &part.end {
            PartEnd::Goal(cost, moves) => Ok(Some(joined(part, moves, *cost, monitor)?)),
            _ => Ok(None),
        }
    }

    /// What the first part says that was not walked to its end; of those after it nothing counts.
    fn decide(
        &mut self,
        walked: Result<(), Stop>,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<Option<Goal<M, C>>, Stop> {
        let is_walked = |part: &Part<_, _, _>| matches!(part.end, PartEnd::Walked(_));
        let Some(at) = self.parts.iter().position(|part| !is_walked(part)) else {
            return walked.map(|()| None);
        };
        let decided = match self.parts[at].end {
            PartEnd::Open | PartEnd::Walked(_) => {
                walked?;
                unreachable!("a part is left open only by a stop");
            }
            PartEnd::Goal(..) => self.goal(at, monitor)?,
            PartEnd::Fault(stop) if IMPROVES => return Err(stop),
            PartEnd::Fault(_) => None,
        };
        if IMPROVES {
            self.at_goal = Some(at);
            self.stop = walked.err().filter(|stop| !stop.is_shared());
            return Ok(decided);
        }
        let mut void = Counts::default();
        for part in self.parts.drain(at + 1..) {
            void += part.above;
            void += part.counts;
        }
        self.divided = self.divided.min(self.parts.len());
        monitor.refund(void.expanded, void.generated);
        match self.parts[at].end {
            PartEnd::Fault(stop) => Err(stop),
            _ => Ok(decided),
        }
    }

    /// Walks what is left of the parts, one after the other, to the first goal.
    fn walk_in_order<P>(
        &mut self,
        bound: Bound<C>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        for part in &mut self.parts {
            if part.is_open() {
                let before = monitor.counts();
                let end = part.walk::<P, INFORMED>(bound, puzzle, monitor);
                part.counts += monitor.counts().since(before);
                end?;
            }
            if part.decides() {
                break;
            }
        }
        Ok(())
    }

    /// The parts become those of the iteration before.
    fn renew(&mut self, memory: &mut Memory) {
        let parts = core::mem::take(&mut self.parts);
        let counts: Counts = parts.iter().map(|part| part.counts).sum();
        self.fewest = (counts.expanded / (EACH * self.threads.max(1) as u64)).max(FEWEST_STATES);
        self.branches = (counts.generated / counts.expanded.max(1)).max(2);
        self.before = Vec::new();
        let sizes = parts.iter().filter(|part| !part.is_rest).count();
        let mut held = 0;
        // Without memory for them the next iteration is divided anew.
        if memory.reserve(&mut self.before, sizes).is_ok() {
            held = self.before.capacity() * size_of::<Size<M>>();
            self.bytes += held;
            for part in parts.into_iter().filter(|part| !part.is_rest) {
                held += part.path.capacity() * size_of::<M>();
                self.before.push(Size {
                    start: part.start,
                    path: part.path,
                    expanded: part.counts.expanded,
                });
            }
        }
        memory.release(self.bytes - held);
        self.bytes = held;
        (self.met, self.divided, self.levels) = (0, 0, None);
        (self.is_begun, self.at_goal) = (false, None);
    }
}

/// The goal of a part, as moves from the start.
fn joined<S, M: Clone, C: Cost>(
    part: &Part<S, M, C>,
    rest: &[M],
    cost: C,
    monitor: &mut Monitor<'_, S, M, C>,
) -> Result<Goal<M, C>, Stop> {
    let length = part.path.len() + rest.len();
    // The search keeps a copy.
    let bytes = length.saturating_mul(2 * size_of::<M>());
    monitor.memory().ask(bytes)?;
    let mut moves = Vec::new();
    let reserved = moves.try_reserve_exact(length);
    reserved.map_err(|_| Stop::OutOfMemory)?;
    moves.extend_from_slice(&part.path);
    moves.extend_from_slice(rest);
    Ok(Goal {
        start: part.start,
        moves,
        cost,
    })
}

impl<P, const INFORMED: bool, const IMPROVES: bool> Walk<P>
    for Splitter<P::State, P::Move, P::Cost, INFORMED, IMPROVES>
where
    P: Puzzle<State: Send, Move: Send> + Sync,
{
    const INFORMED: bool = INFORMED;

    fn walk(
        &mut self,
        starts: &[P::State],
        bound: Bound<P::Cost>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Found<P>, Stop> {
        monitor.release(core::mem::take(&mut self.unclaimed));
        if let Some(found) = self.found.take() {
            return Ok(Some(found));
        }
        if let Some(stop) = self.stop.take() {
            return Err(stop);
        }
        if !self.is_begun {
            self.begin(starts, monitor.memory())?;
        }
        let mut walked = Ok(());
        if self.threads > 1 && !monitor.shows_nodes() {
            self.divide(bound, puzzle, monitor)?;
            walked = self.walk_side_by_side(bound, puzzle, monitor);
            if self.found.is_some() {
                self.stop = walked.err().filter(|&stop| !stop.is_shared());
                return Ok(self.found.take());
            }
        }
        // What is too little to be divided is left to one thread.
        if walked.is_ok() || walked.is_err_and(Stop::is_shared) {
            walked = self.walk_in_order(bound, puzzle, monitor);
        }
        self.decide(walked, monitor)
    }

    fn pass_goal(&mut self) {
        if let Some(at) = self.at_goal.take() {
            self.parts[at].pass();
        }
    }

    fn finish(&mut self, monitor: &mut MonitorOf<'_, P>) -> Cut<P::Cost> {
        let mut cut = Cut::default();
        for part in &self.parts {
            match part.end {
                PartEnd::Walked(walked) => cut.merge(walked),
                _ => cut.merge(part.place.cut),
            }
        }
        self.renew(monitor.memory());
        cut
    }

    fn clear(&mut self) {
        let unclaimed = self.unclaimed + self.bytes;
        *self = Self {
            unclaimed,
            ..Self::new(self.threads)
        };
    }
}

/// Parts walked side by side: each thread takes the first one that is left.
impl<S, M, C, const INFORMED: bool, const IMPROVES: bool> Splitter<S, M, C, INFORMED, IMPROVES>
where
    S: Clone + Send,
    M: Clone + PartialEq + Send,
    C: Cost,
{
    /// Walks what is left of the parts, on all threads.
    fn walk_side_by_side<P>(
        &mut self,
        bound: Bound<C>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C> + Sync,
    {
        let parts = &mut self.parts;
        let decider = parts.iter().position(Part::decides);
        let decider = decider.filter(|_| !IMPROVES).unwrap_or(parts.len());
        let left = parts[..decider].iter().filter(|part| part.is_open());
        let Some(team) = Team::new(self.threads.min(left.count()), 0, monitor) else {
            return Ok(());
        };
        team.decider
            .store(decider, core::sync::atomic::Ordering::Relaxed);
        let queue = Mutex::new(parts.iter_mut().enumerate());
        let next = || {
            let next = open(&queue).find(|(_, part)| part.is_open());
            next.filter(|(at, _)| team.needs(*at))
        };
        let best = Best {
            bound: Mutex::new(bound),
            found: Mutex::new(None),
        };
        let walked = team.work(monitor, |_, worker| {
            while !worker.crew().is_stopped()
                && let Some((at, part)) = next()
            {
                worker.go_on_to(at);
                let before = worker.counts();
                let end = part.walk_beside::<P, INFORMED, IMPROVES>(&best, &team, puzzle, worker);
                part.counts += worker.counts().since(before);
                end?;
                if part.decides() && !IMPROVES {
                    team.decide(at);
                }
                // Stopped, or not needed any more.
                if part.is_open() {
                    break;
                }
            }
            Ok(())
        });
        self.found = best.found().take();
        walked
    }
}

/// The cheapest solution that one of several threads has found, and what it leaves to be looked for.
struct Best<M, C> {
    bound: Mutex<Bound<C>>,
    found: Mutex<Option<Goal<M, C>>>,
}

impl<M, C: Cost> Best<M, C> {
    fn bound(&self) -> MutexGuard<'_, Bound<C>> {
        open(&self.bound)
    }

    fn found(&self) -> MutexGuard<'_, Option<Goal<M, C>>> {
        open(&self.found)
    }
}

impl<S, M: Clone, C: Cost> Part<S, M, C> {
    /// Walks to the end, below the cost of the best solution that any thread has found.
    fn walk_beside<P, const INFORMED: bool, const IMPROVES: bool>(
        &mut self,
        best: &Best<M, C>,
        team: &Team<C>,
        puzzle: &P,
        worker: &mut Worker<'_, '_, '_, S, M, C>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        loop {
            let bound = *best.bound();
            let end = worker.work(|monitor| {
                self.walk::<P, INFORMED>(bound, puzzle, monitor)?;
                if let (true, PartEnd::Goal(cost, moves)) = (IMPROVES, &self.end) {
                    let goal = joined(self, moves, *cost, monitor)?;
                    let mut bound = best.bound();
                    if bound.admits(goal.cost) {
                        *bound = Bound::Below(goal.cost);
                        *best.found() = Some(goal);
                        team.tell_news();
                    }
                }
                Ok(())
            });
            end?;
            let goes_on = if IMPROVES {
                self.pass().is_some() || self.is_open()
            } else {
                false
            };
            if !goes_on || worker.is_stopped() {
                return Ok(());
            }
        }
    }
}

/// Why a walk may be at its end without a goal.
const FAULTS: [Stop; 4] = [
    Stop::ZeroCostEdge,
    Stop::NegativeCost,
    Stop::CostOverflow,
    Stop::Replay(ReplayFault::NotAGoal),
];

impl<P, const INFORMED: bool, const IMPROVES: bool> SavedWalk<P>
    for Splitter<P::State, P::Move, P::Cost, INFORMED, IMPROVES>
where
    P: Portable<State: Send, Move: Send> + Sync,
{
    const NAME: &'static str = " by threads";

    fn save(&self, starts: &[P::State], puzzle: &P, to: &mut Writer<'_>) {
        to.list(&self.before, |to, size| {
            to.count(size.start);
            to.moves(puzzle, &starts[size.start], &size.path);
            to.number(size.expanded);
        });
        to.count(self.met);
        to.list(&self.parts, |to, part| part.save(starts, puzzle, to));
        to.flag(self.is_begun);
        to.count(self.divided);
        to.flag(self.levels.is_some());
        to.number(self.levels.unwrap_or(0));
        to.number(self.fewest);
        to.number(self.branches);
    }

    fn load(&mut self, starts: &[P::State], puzzle: &P, from: &mut Reader<'_>) -> Option<()> {
        let mut counted = Counts::default();
        self.before = from.list(|from| {
            let start = from.index(starts.len())? as usize;
            let path = from.way(puzzle, &starts[start])?.moves;
            let expanded = from.summand()?;
            Some(Size {
                start,
                path,
                expanded,
            })
        })?;
        self.met = from.index(self.before.len() + 1)? as usize;
        self.parts = from.list(|from| {
            let part = Part::load(starts, puzzle, from)?;
            for counts in [part.above, part.counts] {
                counted += counts;
                counted.is_summand().then_some(())?;
            }
            Some(part)
        })?;
        self.is_begun = from.flag()?;
        self.divided = from.index(self.parts.len() + 1)? as usize;
        let has_levels = from.flag()?;
        self.levels = Some(from.index(u32::MAX as usize)?).filter(|_| has_levels);
        self.fewest = from.number()?;
        self.branches = from.number().filter(|&branches| branches > 1)?;
        let paths = self.parts.iter().map(|part| part.path.capacity());
        let sizes = self.before.iter().map(|size| size.path.capacity());
        self.bytes = paths.chain(sizes).sum::<usize>() * size_of::<P::Move>()
            + self.parts.capacity() * size_of::<Part<P::State, P::Move, P::Cost>>()
            + self.before.capacity() * size_of::<Size<P::Move>>();
        from.memory.add(self.bytes);
        Some(())
    }
}

impl<S: Clone, M: Clone, C: Cost> Part<S, M, C> {
    fn save<P>(&self, starts: &[S], puzzle: &P, to: &mut Writer<'_>)
    where
        P: Portable<State = S, Move = M, Cost = C>,
    {
        to.count(self.start);
        to.moves(puzzle, &starts[self.start], &self.path);
        to.number(self.levels_above);
        to.flag(self.is_rest);
        to.counts(self.above);
        to.counts(self.counts);
        self.place.save(to);
        match &self.end {
            PartEnd::Open => to.number(0_u8),
            PartEnd::Walked(cut) => {
                to.number(1_u8);
                cut.save(to);
            }
            PartEnd::Goal(cost, moves) => {
                to.number(2_u8);
                to.cost(*cost);
                to.moves(puzzle, &self.state, moves);
            }
            PartEnd::Fault(stop) => {
                to.number(3_u8);
                to.count(FAULTS.iter().position(|fault| fault == stop).unwrap_or(0));
            }
        }
    }

    fn load<P>(starts: &[S], puzzle: &P, from: &mut Reader<'_>) -> Option<Self>
    where
        P: Portable<State = S, Move = M, Cost = C>,
    {
        let start = from.index(starts.len())? as usize;
        let way = from.way(puzzle, &starts[start])?;
        Some(Self {
            start,
            path: way.moves,
            before: way.parent,
            g: way.cost,
            levels_above: from.index(u32::MAX as usize)?,
            is_rest: from.flag()?,
            above: from.counts()?,
            counts: from.counts()?,
            place: Place::load(from)?,
            end: match from.number()? {
                0 => PartEnd::Open,
                1 => PartEnd::Walked(Cut::load(from)?),
                2 => PartEnd::Goal(from.cost()?, from.way(puzzle, &way.state)?.moves),
                3 => PartEnd::Fault(FAULTS[from.index(FAULTS.len())? as usize]),
                _ => return None,
            },
            state: way.state,
        })
    }
}
