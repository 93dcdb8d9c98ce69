//! Best-first search by threads: the states are distributed among them by their hash.
//!
//! Each shard has its own table and open list, and is the work of one thread. A child is sent to the shard
//! that it belongs to, with some hundred others, and stored there. So a shard may expand a state before the
//! cheapest path to it has arrived: then it is reopened. The first goal is not the end, but the cost of the
//! cheapest so far: the search ends when no shard has anything cheaper, and nothing is under way
//! ([`Post`]).

mod saved;

use alloc::vec::Vec;
use core::hash::Hash;
use std::thread;
use std::time::Duration;

use super::batch::{self, Child, Reaching};
use super::best_first::{BestFirstRun, least};
use super::order::Order;
use super::path;
use super::post::Post;
use super::sync::{AtomicUsize, Mutex, MutexGuard, Ordering, open};
use super::team::{Team, Worker, is_shared};
use crate::cost::Cost;
use crate::monitor::{Memory, Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::solver::{Run, Verdict, VerdictOf};
use crate::storage::Entry;

/// More shards than this cost more than they help.
const MOST: usize = 64;
/// A search of so few states is left to one thread.
const FEW: u64 = 4_096;
/// So many children are sent together; or fewer, after so many rounds.
const LETTER: usize = 256;
const ROUNDS: u32 = 16;
/// With so many for one shard, which has not collected those before, no state is expanded.
const TOO_MANY: usize = 4 * LETTER;
/// A shard that has come to a larger key than others waits for them a moment, once for so many rounds.
const PATIENCE: u32 = 32;
/// How often a thread that has nothing to do looks for work before it sleeps, and for how long.
const LOOKS: u32 = 64;
const NAP: Duration = Duration::from_micros(200);
/// The leader looks at clock and cancel flag once in so many naps.
const NAPS: u32 = 4;

/// The state of a best-first search by threads.
#[derive(Debug)]
#[expect(unnameable_types, reason = "its name is `Algorithm::Run`")]
pub struct DistributedRun<S: Clone + Eq + Hash, C, O> {
    order: O,
    /// How many states one thread stores before there are others.
    few: u64,
    /// So many threads search at most: a search that is read may have other shards.
    threads: usize,
    /// Starts that are not stored yet, last one first.
    starts: Vec<S>,
    shards: Vec<Shard<S, C, O>>,
    post: Post<Child<S, C>>,
    /// The key that each shard has come to, unless it has nothing to do.
    keys: Vec<Mutex<Option<C>>>,
    best: Best<C>,
}

/// The states of one thread.
#[derive(Debug)]
struct Shard<S: Clone + Eq + Hash, C, O> {
    names: Names,
    /// A state is tagged with a part of its parent's hash.
    run: BestFirstRun<S, C, O, true>,
    /// Children on their way to each shard: to this one itself they go at once.
    outgoing: Vec<Vec<Child<S, C>>>,
    /// How many rounds there were, and in how many it may still wait for others.
    rounds: u32,
    credit: u32,
    /// The key it has come to, and whether another has not come so far.
    key: Option<C>,
    is_ahead: bool,
    /// Whether it has nothing to do until a letter comes, and whether it has to wait for others to collect
    /// theirs.
    rests: bool,
    waits: bool,
    /// Which best solution it knows of.
    known: usize,
}

/// Where states belong, and what they are called in other shards: the index there, and the shard.
#[derive(Clone, Copy, Debug)]
struct Names {
    shard: usize,
    shards: usize,
}

impl Names {
    /// The shard of a state: by bits of the hash that its table makes no use of.
    #[inline]
    const fn owner(self, hash: u64) -> usize {
        const BITS: u32 = 16;
        let bits = (hash >> 16) % (1 << BITS);
        ((bits * self.shards as u64) >> BITS) as usize
    }

    /// The name of a state in this shard.
    #[inline]
    const fn name(self, index: u32) -> u32 {
        index * self.shards as u32 + self.shard as u32
    }

    /// Where a state with this name is: the shard, and the index there.
    #[inline]
    const fn place(self, name: u32) -> (usize, u32) {
        let shards = self.shards as u32;
        ((name % shards) as usize, name / shards)
    }

    /// How many states there are names for.
    const fn most(self) -> usize {
        u32::MAX as usize / self.shards
    }
}

/// The cheapest path to a goal so far: what it costs, and the name of the goal.
#[derive(Debug)]
struct Best<C> {
    path: Mutex<Option<(C, u32)>>,
    /// How often it has changed.
    changes: AtomicUsize,
}

impl<C: Cost> Best<C> {
    const fn none() -> Self {
        Self {
            path: Mutex::new(None),
            changes: AtomicUsize::new(0),
        }
    }

    fn path(&self) -> MutexGuard<'_, Option<(C, u32)>> {
        open(&self.path)
    }

    fn improve(&self, cost: C, goal: u32) {
        let mut path = self.path();
        if path.is_none_or(|(before, _)| cost < before) {
            *path = Some((cost, goal));
            self.changes.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>> DistributedRun<S, C, O> {
    pub(super) fn by_threads(threads: usize) -> Self {
        let shards = threads.clamp(1, MOST);
        let shard = |shard| Shard {
            names: Names { shard, shards },
            run: BestFirstRun::new(),
            outgoing: (0..shards).map(|_| Vec::new()).collect(),
            rounds: 0,
            credit: 0,
            key: None,
            is_ahead: false,
            rests: false,
            waits: false,
            known: 0,
        };
        Self {
            order: O::default(),
            few: FEW,
            threads: shards,
            starts: Vec::new(),
            shards: (0..shards).map(shard).collect(),
            post: Post::new(shards),
            keys: (0..shards).map(|_| Mutex::new(None)).collect(),
            best: Best::none(),
        }
    }

    /// Stores the starts.
    fn plant<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        if let Some(least) = least(self.order, puzzle, &self.starts) {
            if self.stored() == 0 {
                monitor.raise_lower_bound(least)?;
            }
            for shard in &mut self.shards {
                shard.run.begin_at(least, monitor)?;
            }
        }
        while let Some(start) = self.starts.pop() {
            let stored = self.stored();
            let Shard { names, run, .. } = &self.shards[0];
            let owner = names.owner(run.nodes().hash(&start));
            let shard = &mut self.shards[owner];
            shard.run.elsewhere = stored - shard.stored();
            let name = shard.names.name(shard.run.nodes().len() as u32);
            if let Err(stop) = shard.run.plant_one(puzzle, &start, name, monitor) {
                self.starts.push(start);
                return Err(stop);
            }
        }
        Ok(())
    }

    fn stored(&self) -> u64 {
        self.shards.iter().map(Shard::stored).sum()
    }

    /// Expands what is left, on all threads and where that is too little on this one.
    fn expand<P>(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Cost = C> + Sync,
        S: Send,
        O: Send,
    {
        self.post.begin();
        for shard in &mut self.shards {
            shard.rests = false;
        }
        let threads = self.threads.min(self.shards.len());
        if threads > 1 && !monitor.shows_nodes() {
            self.serve(self.few, puzzle, monitor)?;
            if !self.post.is_over()
                && let Some(team) = Team::new(threads, self.stored(), monitor)
            {
                let end = self.divide(&team, puzzle, monitor);
                monitor.store(self.stored())?;
                match end {
                    Err(stop) if is_shared(stop) => {}
                    end => return end,
                }
            }
        }
        self.serve(u64::MAX, puzzle, monitor)?;
        if self.post.is_over() {
            Ok(())
        } else {
            Err(Stop::Lost)
        }
    }

    /// Expands on this thread, until there is nothing left or so many states are stored.
    fn serve<P>(
        &mut self,
        enough: u64,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Cost = C>,
    {
        let mut shards: Vec<_> = self.shards.iter_mut().collect();
        let common = Common {
            puzzle,
            post: &self.post,
            keys: &[],
            best: &self.best,
            is_undirected: puzzle.facts().undirected,
        };
        common.serve(&mut shards, enough, monitor).map(|_| ())
    }

    /// Expands on all threads.
    fn divide<P>(
        &mut self,
        team: &Team<C>,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Cost = C> + Sync,
        S: Send,
        O: Send,
    {
        let all = self.shards.len();
        let common = Common {
            puzzle,
            post: &self.post,
            keys: &self.keys,
            best: &self.best,
            is_undirected: puzzle.facts().undirected,
        };
        let shards: Vec<_> = self.shards.iter_mut().map(Some).map(Mutex::new).collect();
        team.work(monitor, |at, worker| {
            // The leader takes what there are no threads for.
            let others = if at == 0 {
                worker.crew().size()..all
            } else {
                0..0
            };
            let mine = core::iter::once(at).chain(others);
            let mine = mine.filter_map(|at| shards[at].lock().ok()?.take());
            common.work(&mut mine.collect::<Vec<_>>(), worker)
        })
    }

    /// No solution costs less than this, unless a shard has run dry.
    fn least<P: Puzzle<State = S, Cost = C>>(&self, puzzle: &P) -> Option<C> {
        let estimate = |child: &Child<S, C>| {
            let h = self.order.estimate(puzzle, &child.state)?;
            self.order.key(child.g, h)
        };
        let mut least = self.best.path().map(|(cost, _)| cost);
        let mut note = |key: Option<C>| {
            let bound = key.map(|key| self.order.bound(key, key));
            least = least.into_iter().chain(bound).min();
        };
        for shard in &self.shards {
            note(shard.run.least_key());
            let children = shard
                .outgoing
                .iter()
                .flatten()
                .chain(shard.run.batch.iter());
            children.for_each(|child| note(estimate(child)));
        }
        for letter in self.post.letters() {
            letter.iter().for_each(|child| note(estimate(child)));
        }
        least
    }

    /// The states from the start down to a goal.
    fn path_to<P: Puzzle<State = S, Cost = C>>(
        &self,
        goal: u32,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Vec<S>, Stop> {
        let names = self.shards[0].names;
        let reached = |name| {
            let (shard, index) = names.place(name);
            self.shards[shard].run.nodes().get(index)
        };
        let to_root = || {
            let parents = core::iter::successors(Some(goal), |&name| {
                let parent = reached(name).parent;
                (parent != name).then_some(parent)
            });
            parents.map(|name| &reached(name).state)
        };
        let mut states = path::room(to_root().count(), monitor)?;
        states.extend(to_root().cloned());
        states.reverse();
        Ok(states)
    }
}

impl<P, O> Run<P> for DistributedRun<P::State, P::Cost, O>
where
    P: Puzzle<State: Send> + Sync,
    O: Order<P::Cost> + Send,
{
    fn start(&mut self, mut starts: Vec<P::State>) {
        starts.reverse();
        self.starts = starts;
        for shard in &mut self.shards {
            shard.clear();
        }
        self.post.letters().for_each(|mut letter| letter.clear());
        self.keys.iter_mut().for_each(|key| *key = Mutex::new(None));
        self.best = Best::none();
    }

    fn advance(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<VerdictOf<P>, Stop> {
        self.plant(puzzle, monitor)?;
        if let Err(stop) = self.expand(puzzle, monitor) {
            if let Some(least) = self.least(puzzle) {
                // Whatever the observer says, the search is stopped.
                let _ = monitor.raise_lower_bound(least);
            }
            return Err(stop);
        }
        let max_cost = monitor.limits().cost;
        let best = *self.best.path();
        match best {
            Some((cost, goal)) if max_cost.is_none_or(|max| cost <= max) => {
                let states = self.path_to(goal, monitor)?;
                Ok(Verdict::path(states, Guarantee::Optimal))
            }
            // Nothing that is left is within the limit.
            _ if max_cost.is_some() && (self.has_cut_any() || self.least(puzzle).is_some()) => {
                Err(monitor.stop_at_cost_limit())
            }
            _ if self.has_cut_any() => Err(Stop::CostOverflow),
            _ if self.stored() == 0 => Ok(Verdict::dead_end()),
            _ => Ok(Verdict::exhausted()),
        }
    }

    fn has_cut(&self) -> bool {
        self.has_cut_any()
    }
}

impl<S: Clone + Eq + Hash, C, O> DistributedRun<S, C, O> {
    /// Whether a path was left out since it exceeds the limit on the cost, or the cost type.
    fn has_cut_any(&self) -> bool {
        self.shards.iter().any(|shard| shard.run.cut)
    }
}

/// What all threads know.
struct Common<'c, P: Puzzle> {
    puzzle: &'c P,
    post: &'c Post<Child<P::State, P::Cost>>,
    /// What the shards have come to, where they are not served by one thread.
    keys: &'c [Mutex<Option<P::Cost>>],
    best: &'c Best<P::Cost>,
    is_undirected: bool,
}

/// A shard of the puzzle `P`.
type ShardOf<P, O> = Shard<<P as Puzzle>::State, <P as Puzzle>::Cost, O>;

impl<P: Puzzle> Common<'_, P> {
    /// Works on these shards until all is over, or something stops it.
    fn work<O: Order<P::Cost>>(
        &self,
        shards: &mut [&mut ShardOf<P, O>],
        worker: &mut Worker<'_, '_, '_, P>,
    ) -> Result<(), Stop> {
        worker.add_stored(shards.iter().map(|shard| shard.stored()).sum());
        let crew = worker.crew();
        let (mut looks, mut naps) = (0, 0);
        while !crew.is_stopped() && !self.post.is_over() {
            if shards.iter().any(|shard| shard.may_work(self.post)) {
                let mut is_served = false;
                let served = worker.work(|monitor| {
                    is_served |= self.serve(shards, u64::MAX, monitor)?;
                    Ok(())
                });
                // Nobody would serve these shards any more.
                served.inspect_err(|_| crew.stop())?;
                looks = if is_served { 0 } else { looks };
            }
            looks += 1;
            if looks < LOOKS && !shards.iter().any(|shard| shard.is_ahead) {
                thread::yield_now();
                continue;
            }
            thread::sleep(NAP);
            naps += 1;
            if naps % NAPS == 0 {
                worker.show()?;
            }
        }
        Ok(())
    }

    /// Expands the states of these shards, until they have nothing to do or so many states are stored; returns
    /// whether there were any.
    fn serve<O: Order<P::Cost>>(
        &self,
        shards: &mut [&mut ShardOf<P, O>],
        enough: u64,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<bool, Stop> {
        let mut is_any = false;
        loop {
            let mut first: Option<(P::Cost, usize)> = None;
            let mut stored = shards.iter().map(|shard| shard.stored()).sum::<u64>();
            if stored >= enough {
                return Ok(is_any);
            }
            for (at, shard) in shards.iter_mut().enumerate() {
                let before = shard.stored();
                shard.run.elsewhere = stored - before;
                let key = shard.make_ready(self, monitor)?;
                stored += shard.stored() - before;
                first = first.into_iter().chain(key.map(|key| (key, at))).min();
            }
            match first {
                Some((_, at)) => shards[at].expand(self, monitor)?,
                None if shards
                    .iter()
                    .any(|shard| self.post.has_mail(shard.names.shard)) => {}
                None => return Ok(is_any),
            }
            is_any = true;
        }
    }
}

impl<S: Clone + Eq + Hash, C, O> Shard<S, C, O> {
    fn stored(&self) -> u64 {
        self.run.nodes.len() as u64
    }

    /// Whether there may be something to do that there was not before.
    fn may_work(&self, post: &Post<Child<S, C>>) -> bool {
        self.waits || !self.rests || post.has_mail(self.names.shard)
    }
}

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>> Shard<S, C, O> {
    fn clear(&mut self) {
        self.run.clear();
        self.run.below = None;
        self.outgoing.iter_mut().for_each(Vec::clear);
        (self.rests, self.waits, self.known) = (false, false, 0);
        (self.key, self.is_ahead, self.credit) = (None, false, 0);
    }

    /// Brings all children to where they belong, and takes out the states that come first; returns their
    /// key, if there is something to expand.
    fn make_ready<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        common: &Common<'_, P>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<C>, Stop> {
        let changes = common.best.changes.load(Ordering::Relaxed);
        if changes != self.known {
            self.known = changes;
            self.run.below = common.best.path().map(|(cost, _)| cost);
        }
        self.sort_out(monitor.memory())?;
        let Self { run, rests, .. } = self;
        common.post.collect(self.names.shard, rests, |letter| {
            run.batch.append(letter, monitor.memory())
        })?;
        if run.batch.len() > 0 {
            if run.nodes.len() + run.batch.len() > self.names.most() {
                return Err(Stop::TooManyStates);
            }
            run.look_up(common.puzzle, monitor)?;
            // What has come may be better.
            while let Some(&entry) = run.entries.get(run.done) {
                run.open.push(entry, monitor.memory())?;
                run.done += 1;
            }
        }
        let first = self.take_out();
        let max_cost = monitor.limits().cost;
        let is_of_use = |&key: &C| {
            let bound = self.run.order.bound(key, key);
            max_cost.is_none_or(|max| bound <= max)
                && self.run.below.is_none_or(|below| bound < below)
        };
        let key = first.map(|entry| entry.key).filter(is_of_use);
        self.rounds = self.rounds.wrapping_add(1);
        let is_time = key.is_none() || self.rounds.is_multiple_of(ROUNDS);
        let (mut is_sent, mut is_too_much) = (true, false);
        for (to, letter) in self.outgoing.iter_mut().enumerate() {
            let is_due = letter.len() >= LETTER || is_time && !letter.is_empty();
            if is_due && !common.post.deliver(self.names.shard, to, letter) {
                is_sent = false;
                is_too_much |= letter.len() >= TOO_MANY;
            }
        }
        self.is_ahead = self.compare(key, common.keys);
        self.waits = is_too_much || self.is_ahead || key.is_none() && !is_sent;
        if key.is_none() && is_sent && !core::mem::replace(&mut self.rests, true) {
            common.post.rest();
        }
        Ok(key.filter(|_| !self.waits))
    }

    /// Tells the others which key it has come to; returns whether it is to wait for one of them.
    fn compare(&mut self, key: Option<C>, keys: &[Mutex<Option<C>>]) -> bool {
        if self.rounds.is_multiple_of(PATIENCE) {
            self.credit += 1;
        }
        if key != self.key {
            self.key = key;
            if let Some(shared) = keys.get(self.names.shard) {
                *open(shared) = key;
            }
        } else if !self.is_ahead {
            return false;
        }
        let is_ahead = self.credit > 0
            && key.is_some()
            && keys
                .iter()
                .any(|other| open(other).is_some_and(|other| Some(other) < key));
        self.credit -= u32::from(is_ahead);
        is_ahead
    }

    /// Sorts out those children that belong elsewhere.
    fn sort_out(&mut self, memory: &mut Memory) -> Result<(), Stop> {
        let (names, children) = (self.names, self.run.batch.len());
        if names.shards == 1 || children == 0 {
            return Ok(());
        }
        for letter in &mut self.outgoing {
            if letter.capacity() - letter.len() < children {
                memory.grow(letter, children.max(LETTER))?;
            }
        }
        for child in self.run.batch.drain(children) {
            self.outgoing[names.owner(child.hash)].push(child);
        }
        core::mem::swap(self.run.batch.list(), &mut self.outgoing[names.shard]);
        Ok(())
    }

    /// Takes the states that come first out of the open list, unless some are left; returns the first.
    fn take_out(&mut self) -> Option<Entry<C>> {
        let run = &mut self.run;
        if run.done == run.entries.len() {
            run.entries.clear();
            run.done = 0;
            let first = run.open.pop()?;
            run.entries.push(first);
            let size = batch::size(run.nodes.len());
            if size > 1 {
                run.open.pop_equals(first, size - 1, &mut run.entries);
                let nodes = run.entries.iter().map(|entry| entry.node);
                run.nodes.read_ahead_nodes(nodes);
            }
        }
        run.entries.get(run.done).copied()
    }

    /// Expands the states that were taken out, up to a goal.
    fn expand<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        common: &Common<'_, P>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        let (run, names) = (&mut self.run, self.names);
        while let Some(&Entry { key, h, node }) = run.entries.get(run.done) {
            let reached = run.nodes.get(node);
            // Otherwise it is a stale entry: a cheaper path was found after it was made.
            if run.order.key(reached.g, h) == Some(key) {
                if common.puzzle.is_goal(&reached.state) {
                    common.best.improve(reached.g, names.name(node));
                    run.done += 1;
                    return Ok(());
                }
                let (owner, before) = names.place(reached.parent);
                let is_mine = owner == names.shard;
                let path = Reaching {
                    node,
                    name: names.name(node),
                    before: is_mine.then_some(before),
                    g: reached.g,
                };
                let tag = run.nodes.hash(&reached.state) as u8;
                let waiting = run.batch.len();
                run.expand(common.puzzle, path, monitor)?;
                // One of the children is the parent: the only one that may be it.
                let parent = run.tags[node as usize];
                let may_be = |child: &Child<S, C>| {
                    child.hash as u8 == parent && names.owner(child.hash) == owner
                };
                if !is_mine && common.is_undirected && run.batch.remove_only(waiting, may_be) {
                    monitor.duplicates(1);
                }
                run.batch.tag(waiting, tag);
            }
            run.done += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::{Common, DistributedRun};
    use crate::monitor::{Ledger, Limits, Monitor, Stop};
    use crate::search::numbers::Numbers;
    use crate::search::order::ByF;
    use crate::solver::{Algorithm, Run, Solver};
    use crate::{Facts, Neighbor, NeighborOf, Puzzle, Solution};

    /// Searches by threads from the first state on.
    struct AtOnce(usize);

    impl Algorithm<Graph> for AtOnce {
        type Run = DistributedRun<u32, u32, ByF>;

        fn begin(&self) -> Self::Run {
            let mut run = DistributedRun::by_threads(self.0);
            run.few = 0;
            run
        }
    }

    /// A random graph whose estimates are admissible and mostly not consistent. Vertex 0 is the start.
    #[derive(Debug)]
    struct Graph {
        edges: Vec<Vec<(u32, u32)>>,
        is_undirected: bool,
        goal: u32,
        estimates: Vec<Option<u32>>,
        /// What a cheapest path from the start costs.
        cost: Option<u32>,
    }

    impl Graph {
        fn random(numbers: &mut Numbers) -> Self {
            let vertices = 2 + numbers.below(60);
            let ways = 1 + numbers.below(4);
            let dearest = [1, 2, 5, 1_000_000][numbers.below(4) as usize];
            let is_undirected = numbers.below(2) == 0;
            let mut edges = vec![vec![]; vertices as usize];
            for from in 0..vertices as u32 {
                for _ in 0..ways {
                    let to = numbers.below(vertices) as u32;
                    let cost = numbers.below(dearest + 1) as u32;
                    edges[from as usize].push((to, cost));
                    if is_undirected {
                        edges[to as usize].push((from, cost));
                    }
                }
            }
            let goal = 1 + numbers.below(vertices - 1) as u32;
            let mut exact: Vec<Option<u32>> = vec![None; vertices as usize];
            exact[goal as usize] = Some(0);
            for _ in 0..vertices {
                for (from, ways) in edges.iter().enumerate() {
                    let through = ways
                        .iter()
                        .filter_map(|&(to, cost)| Some(exact[to as usize]? + cost));
                    exact[from] = exact[from].into_iter().chain(through).min();
                }
            }
            let estimates = exact.iter().map(|exact| match exact {
                Some(exact) => Some(numbers.below(u64::from(*exact) + 1) as u32),
                None => (numbers.below(2) == 0).then_some(1),
            });
            Self {
                estimates: estimates.collect(),
                edges,
                is_undirected,
                goal,
                cost: exact[0],
            }
        }
    }

    impl Puzzle for Graph {
        type State = u32;
        type Move = u32;
        type Cost = u32;

        fn neighbors(&self, &vertex: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
            let ways = self.edges[vertex as usize].iter();
            ways.zip(0..)
                .map(|(&(to, cost), mv)| Neighbor::new(mv, to, cost))
        }

        fn is_goal(&self, &vertex: &u32) -> bool {
            vertex == self.goal
        }

        fn facts(&self) -> Facts<u32> {
            Facts::new().undirected(self.is_undirected)
        }

        fn heuristic(&self, &vertex: &u32) -> Option<u32> {
            self.estimates[vertex as usize]
        }
    }

    /// How a simulation has ended.
    #[derive(Debug, PartialEq)]
    enum End {
        Over(Option<u32>),
        /// All rest, nothing is under way, and yet it is not over.
        Lost,
    }

    /// Lets the shards take turns at random, as threads might; throws away the letter that is under way at
    /// this turn, if there is one. After each turn what is proved has to be true.
    fn simulate(graph: &Graph, shards: usize, lost_at: u32, numbers: &mut Numbers) -> End {
        let limits = Limits::new();
        let (mut ledger, mut observer) = (Ledger::default(), ());
        let mut monitor = Monitor::new(&limits, &mut observer, &mut ledger, &[]);
        let mut run = DistributedRun::<u32, u32, ByF>::by_threads(shards);
        Run::<Graph>::start(&mut run, vec![0]);
        assert_eq!(run.plant(graph, &mut monitor), Ok(()));
        run.post.begin();
        let mut is_lost = false;
        for turn in 0.. {
            let is_empty = run.post.letters().all(|letter| letter.is_empty());
            let may_work = run.shards.iter().any(|shard| shard.may_work(&run.post));
            if run.post.is_over() {
                assert!(!is_lost && is_empty);
                let best = *run.best.path();
                return End::Over(best.map(|(cost, _)| cost));
            }
            if is_empty && !may_work {
                assert!(is_lost);
                return End::Lost;
            }
            if turn >= lost_at && !is_lost {
                let mut letters = run.post.letters();
                let lost = letters.find(|letter| !letter.is_empty());
                is_lost = lost.map(|mut letter| letter.clear()).is_some();
            }
            let common = Common {
                puzzle: graph,
                post: &run.post,
                keys: &run.keys,
                best: &run.best,
                is_undirected: graph.facts().undirected,
            };
            let shard = &mut run.shards[numbers.below(shards as u64) as usize];
            match shard.make_ready(&common, &mut monitor) {
                Ok(Some(_)) => assert_eq!(shard.expand(&common, &mut monitor), Ok(())),
                end => assert_eq!(end, Ok(None)),
            }
            if let (Some(cost), false) = (graph.cost, is_lost) {
                let bound = run.least(graph);
                assert!(bound.is_some_and(|bound| bound <= cost), "{bound:?} {cost}");
            }
        }
        unreachable!()
    }

    #[test]
    fn in_any_order_of_turns_the_cost_is_right_and_the_bound_is_too() {
        let mut numbers = Numbers(1);
        for round in 0..2_000 {
            let graph = Graph::random(&mut numbers);
            let shards = [1, 2, 3, 8][round % 4];
            let end = simulate(&graph, shards, u32::MAX, &mut numbers);
            assert_eq!(end, End::Over(graph.cost), "{graph:?}");
        }
    }

    #[test]
    fn a_letter_that_is_lost_is_noticed() {
        let mut numbers = Numbers(2);
        let mut noticed = 0;
        for round in 0..500 {
            let graph = Graph::random(&mut numbers);
            let lost_at = numbers.below(60) as u32;
            match simulate(&graph, [2, 3, 8][round % 3], lost_at, &mut numbers) {
                End::Over(cost) => assert_eq!(cost, graph.cost),
                End::Lost => noticed += 1,
            }
        }
        assert!(noticed > 150, "{noticed}");
    }

    fn check(graphs: u64, seed: u64) {
        let mut numbers = Numbers(seed);
        for round in 0..graphs {
            let graph = Graph::random(&mut numbers);
            let threads = [2, 3, 8][round as usize % 3];
            let report = AtOnce(threads).solve(&graph, &0);
            let solution = report.solution();
            assert_eq!(solution.map(Solution::cost), graph.cost, "{graph:?}");
            assert_eq!(report.is_unsolvable(), graph.cost.is_none());
            assert_eq!(report.lower_bound, graph.cost);
            assert!(solution.is_none_or(|solution| solution.verify(&graph, &0).is_ok()));
            // Stopped after each few states, it goes on.
            let mut search = AtOnce(threads).search(&graph, &0);
            for allowed in (1..).step_by(7) {
                search.set_limits(Limits::new().max_expanded(allowed));
                let report = search.run();
                if report.stop() != Some(Stop::Expanded) {
                    let cost = report.solution().map(Solution::cost);
                    assert_eq!((cost, report.lower_bound), (graph.cost, graph.cost));
                    break;
                }
                assert_eq!(report.stats.expanded, allowed);
                assert!(graph.cost.is_none() || report.lower_bound <= graph.cost);
            }
        }
    }

    #[test]
    fn random_graphs_are_solved_by_threads() {
        check(120, 3);
    }

    #[test]
    #[ignore = "it takes a minute"]
    fn a_hundred_thousand_random_graphs_are_solved_by_threads() {
        check(100_000, 4);
    }
}
