//! [`Shard`]: the states that one thread owns, and their expansion.
//!
//! A message is gathered in memory of the sender alone and copied in one go, under a lock that nobody else holds for
//! long: the cost of a message is in the cache lines that two cores write and read alternately.
//!
//! A shard whose least f is larger than that of others waits for them a moment, since it might expand states beyond the
//! solution in vain. While a shard rebuilds its table it collects no messages, and soon the others have to wait for it.
//! So each shard announces that its table grows, and a shard that would have to wait grows its own table meanwhile if
//! that is nearly full. `MEASURED.md` says what both gain.

use alloc::vec::Vec;
use core::hash::Hash;
use std::thread;
use std::time::Duration;

use crate::account::{Quota, Stop};
use crate::cost::Cost;
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::Puzzle;
use crate::search::batch::{self, Batch, Child};
use crate::search::best_first::BestFirstRun;
use crate::search::best_first::children::Parent;
use crate::search::mailboxes::{Mail, Mailboxes};
use crate::search::order::Order;
use crate::storage::{Entry, Key};
use crate::threads::sync::{AtomicBool, AtomicUsize, Mutex, MutexGuard, Ordering, lock};
use crate::threads::team::Worker;

/// More shards than this cost more than they help.
pub(super) const MOST: usize = 64;
/// The number of children in a message; or fewer, after this many rounds.
const MESSAGE: usize = 256;
const ROUNDS: u32 = 16;
/// A shard stops expanding when it has this many children for another one that has not collected the previous message.
const TOO_MANY: usize = 4 * MESSAGE;
/// A table grows together with another one if it would have to grow within `1 / SOON` more states.
const SOON: usize = 3;
/// A shard that is ahead of others waits for them: each of its rounds earns it this many looks, which take about as
/// long as the round.
const PATIENCE: u32 = 8;
/// The greatest number of looks that it may save up: some hundredths of a second.
const MOST_PATIENCE: u32 = 64 * LOOKS;
/// How often an idle thread looks for work before it sleeps, and for how long: about as long as the looks take. Two
/// threads that wait for each other in turns lose much time if both sleep each time.
const LOOKS: u32 = 2048;
const NAP: Duration = Duration::from_micros(200);
/// The leader looks at the clock and the cancel flag after this many naps.
const NAPS: u32 = 4;

/// The states of one thread; shares no cache line with those of another.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Shard<S: Clone + Eq + Hash, C: Cost, O> {
    pub(super) names: ShardNames,
    /// The search of this shard, in which a state is tagged with a part of its parent's hash.
    pub(super) run: BestFirstRun<S, C, O, true>,
    /// Children on their way to each other shard; its own stay in the batch.
    pub(super) outgoing: Vec<Batch<S, C>>,
    rounds: u32,
    /// For how many looks it may still wait for shards that are behind.
    credit: u32,
    /// The least key that it has to expand, and whether another shard has a smaller one.
    pub(super) key: Option<C>,
    is_ahead: bool,
    /// Whether it has nothing to do until a message comes.
    pub(super) is_idle: bool,
    /// Whether it waits for others: until they collect their messages, or until they have come as far.
    waits: bool,
    /// Whether there was no memory to grow together with others.
    grows_alone: bool,
    /// The number of changes of the incumbent that it knows of.
    known_changes: usize,
}

impl<S, C> Mail for Batch<S, C> {
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The shard and the names of states; a name tells shard and index.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShardNames {
    pub(super) shard: usize,
    pub(super) shards: usize,
}

impl ShardNames {
    /// Returns the shard of a state, by bits of the key that no table uses.
    #[inline]
    pub(super) const fn owner(self, key: Key) -> usize {
        (key.shard_bits() * self.shards) >> Key::SHARD_BITS
    }

    /// Returns the name of a state in this shard.
    #[inline]
    pub(super) const fn name(self, index: u32) -> u32 {
        index * self.shards as u32 + self.shard as u32
    }

    /// Returns the shard of a name, and the index there.
    #[inline]
    pub(super) const fn place(self, name: u32) -> (usize, u32) {
        let shards = self.shards as u32;
        ((name % shards) as usize, name / shards)
    }

    /// Returns the number of names for each shard.
    pub(super) const fn most(self) -> usize {
        u32::MAX as usize / self.shards
    }
}

/// The incumbent: the cost of the cheapest path to a goal so far, and the name of the goal.
#[derive(Debug)]
pub(super) struct IncumbentPath<C> {
    path: Mutex<Option<(C, u32)>>,
    /// The number of changes.
    changes: AtomicUsize,
}

impl<C: Cost> IncumbentPath<C> {
    pub(super) const fn none() -> Self {
        Self {
            path: Mutex::new(None),
            changes: AtomicUsize::new(0),
        }
    }

    pub(super) fn path(&self) -> MutexGuard<'_, Option<(C, u32)>> {
        lock(&self.path)
    }

    pub(super) fn improve(&self, cost: C, goal: u32) {
        let mut path = self.path();
        if path.is_none_or(|(before, _)| cost < before) {
            *path = Some((cost, goal));
            self.changes.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// What a shard announces to the others, in a cache line of its own.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Sign<C> {
    /// The least key that it has to expand; `None` if it has nothing to do.
    key: Mutex<Option<C>>,
    /// Whether its table grows, so that it collects no messages for some time.
    grows: AtomicBool,
}

impl<C> Sign<C> {
    pub(super) const fn new(key: Option<C>) -> Self {
        Self {
            key: Mutex::new(key),
            grows: AtomicBool::new(false),
        }
    }
}

/// The data that threads share.
pub(super) struct SharedSearch<'c, P: Puzzle> {
    pub(super) puzzle: &'c P,
    pub(super) mail: &'c Mailboxes<Batch<P::State, P::Cost>>,
    /// What the shards announce; empty if one thread serves them all.
    pub(super) signs: &'c [Sign<P::Cost>],
    pub(super) best: &'c IncumbentPath<P::Cost>,
    pub(super) is_undirected: bool,
}

/// A shard of the puzzle `P`.
type ShardOf<P, O> = Shard<<P as Puzzle>::State, <P as Puzzle>::Cost, O>;

impl<P: Puzzle> SharedSearch<'_, P> {
    /// Serves these shards until the search is over or stopped.
    pub(super) fn work<O: Order<P::Cost>>(
        &self,
        shards: &mut [&mut ShardOf<P, O>],
        worker: &mut Worker<'_, '_, '_, P::State, P::Move, P::Cost>,
    ) -> Result<(), Stop> {
        worker.add_stored(shards.iter().map(|shard| shard.stored()).sum());
        let crew = worker.crew();
        let (mut looks, mut naps) = (0, 0);
        while !crew.is_stopped() && !self.mail.is_over() {
            if shards.iter().any(|shard| shard.may_work(self.mail)) {
                let mut is_served = false;
                let served = worker.work(|monitor| {
                    is_served |= self.serve(shards, u64::MAX, monitor)?;
                    Ok(())
                });
                // Nobody else would serve these shards.
                served.inspect_err(|_| crew.stop())?;
                looks = if is_served { 0 } else { looks };
            }
            looks += 1;
            if looks < crew.looks(LOOKS) {
                thread::yield_now();
                continue;
            }
            thread::sleep(NAP);
            for shard in &mut *shards {
                shard.credit = shard.credit.saturating_sub(LOOKS);
            }
            naps += 1;
            if naps % NAPS == 0 {
                worker.show()?;
            }
        }
        Ok(())
    }

    /// Expands the states of these shards, until they have nothing to do or `enough` states are stored; returns whether
    /// there were any.
    pub(super) fn serve<O: Order<P::Cost>>(
        &self,
        shards: &mut [&mut ShardOf<P, O>],
        enough: u64,
        monitor: &mut MonitorOf<'_, P>,
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
                    .any(|shard| self.mail.has_mail(shard.names.shard)) => {}
                None => return Ok(is_any),
            }
            is_any = true;
        }
    }
}

impl<S: Clone + Eq + Hash, C: Cost, O> Shard<S, C, O> {
    pub(super) fn stored(&self) -> u64 {
        self.run.nodes.len() as u64
    }

    /// Whether it may have something to do.
    pub(super) fn may_work(&self, mail: &Mailboxes<Batch<S, C>>) -> bool {
        self.waits || !self.is_idle || mail.has_mail(self.names.shard)
    }
}

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>> Shard<S, C, O> {
    pub(super) fn new(order: O, names: ShardNames) -> Self {
        Self {
            names,
            run: BestFirstRun::new(order),
            outgoing: (0..names.shards).map(|_| Batch::new()).collect(),
            rounds: 0,
            credit: 0,
            key: None,
            is_ahead: false,
            is_idle: false,
            waits: false,
            grows_alone: false,
            known_changes: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.run.clear();
        self.run.below = None;
        let outgoing = self.outgoing.iter_mut();
        outgoing.for_each(|message| message.truncate(0));
        (self.is_idle, self.waits, self.known_changes) = (false, false, 0);
        (self.key, self.is_ahead, self.credit) = (None, false, 0);
    }

    /// Moves all children to their shards, and takes out the states that come first; returns their key, if there is
    /// something to expand.
    pub(super) fn make_ready<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        shared: &SharedSearch<'_, P>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<C>, Stop> {
        let changes = shared.best.changes.load(Ordering::Relaxed);
        if changes != self.known_changes {
            self.known_changes = changes;
            self.run.below = shared.best.path().map(|(cost, _)| cost);
        }
        self.move_to_outgoing(monitor.memory())?;
        let Self { run, is_idle, .. } = self;
        shared.mail.collect(self.names.shard, is_idle, |message| {
            run.batch.append(message, monitor.memory())
        })?;
        if run.has_work_left() {
            if run.nodes.len() + run.batch.len() > self.names.most() {
                return Err(Stop::TooManyStates);
            }
            let sign = shared.signs.get(self.names.shard);
            let sign = sign.filter(|_| run.nodes.must_grow(run.batch.len()));
            let say = |grows| sign.inspect(|sign| sign.grows.store(grows, Ordering::Relaxed));
            say(true);
            let looked_up = run.look_up(shared.puzzle, monitor);
            say(false);
            looked_up?;
            // The new children may come before the entries taken out.
            while let Some(&entry) = run.entries.get(run.done) {
                run.open.push(entry, monitor.memory())?;
                run.done += 1;
            }
        }
        let first = self.take_out();
        let max_cost = monitor.max_cost();
        let is_of_use = |&key: &C| {
            let bound = self.run.order.bound(key, key);
            max_cost.is_none_or(|max| bound <= max)
                && self.run.below.is_none_or(|below| bound < below)
        };
        let key = first.map(|entry| entry.key).filter(is_of_use);
        self.rounds = self.rounds.wrapping_add(1);
        let is_time = key.is_none() || self.rounds.is_multiple_of(ROUNDS);
        // Whether every message that was due could be delivered, and whether too much is left for one shard.
        let (mut is_sent, mut is_too_much) = (true, false);
        for (to, message) in self.outgoing.iter_mut().enumerate() {
            let is_due = message.len() >= MESSAGE || is_time && message.len() > 0;
            if !is_due {
                continue;
            }
            let is_delivered = shared.mail.deliver(self.names.shard, to, |place| {
                place.append(message, monitor.memory())
            })?;
            is_sent &= is_delivered;
            is_too_much |= message.len() >= TOO_MANY;
        }
        self.is_ahead = self.announce(key, shared.signs);
        self.waits = is_too_much || self.is_ahead || key.is_none() && !is_sent;
        if self.waits {
            self.grow_with_others(shared.signs, monitor);
        }
        if key.is_none() && is_sent && !core::mem::replace(&mut self.is_idle, true) {
            shared.mail.go_idle();
        }
        Ok(key.filter(|_| !self.waits))
    }

    /// Grows its table too while another one grows, if it would soon have to: otherwise it would wait.
    fn grow_with_others<M>(&mut self, signs: &[Sign<C>], monitor: &mut Monitor<'_, S, M, C>) {
        let nodes = &mut self.run.nodes;
        let soon = nodes.len() / SOON;
        let is_time = signs.iter().any(|sign| sign.grows.load(Ordering::Relaxed));
        // A limit on memory might be reached before that.
        if is_time && !self.grows_alone && nodes.must_grow(soon) && monitor.limits().bytes.is_none()
        {
            // Without memory for it, it may not be needed.
            self.grows_alone = nodes.grow_for(soon, monitor.memory(), &|| Ok(())).is_err();
        }
    }

    /// Announces its least key; returns whether it is to wait for a shard with a smaller one.
    fn announce(&mut self, key: Option<C>, signs: &[Sign<C>]) -> bool {
        if key != self.key {
            self.key = key;
            if let Some(sign) = signs.get(self.names.shard) {
                *lock(&sign.key) = key;
            }
        } else if !self.is_ahead {
            return false;
        }
        let is_ahead = self.credit > 0
            && key.is_some()
            && signs
                .iter()
                .any(|other| lock(&other.key).is_some_and(|other| Some(other) < key));
        self.credit -= u32::from(is_ahead);
        is_ahead
    }

    /// Moves children of other shards to their outgoing lists.
    fn move_to_outgoing(&mut self, memory: &Quota) -> Result<(), Stop> {
        let (names, children) = (self.names, self.run.batch.len());
        if names.shards == 1 || children == 0 {
            return Ok(());
        }
        // Nothing is sent to this shard itself.
        let mut others = (0..)
            .zip(&self.outgoing)
            .filter(|&(to, _)| to != names.shard);
        if others.any(|(_, message)| message.room() < children) {
            let mut counts = [0; MOST];
            for key in self.run.batch.keys() {
                counts[names.owner(key)] += 1;
            }
            counts[names.shard] = 0;
            for (message, count) in self.outgoing.iter_mut().zip(counts) {
                if message.room() < count {
                    message.reserve(message.len() + count.max(MESSAGE), memory)?;
                }
            }
        }
        for child in self
            .run
            .batch
            .take_out(|child| names.owner(child.key) != names.shard)
        {
            self.outgoing[names.owner(child.key)].push(child, memory)?;
        }
        Ok(())
    }

    /// Takes the states that come first out of the open list, unless some are left; returns the first.
    fn take_out(&mut self) -> Option<Entry<C>> {
        let run = &mut self.run;
        if run.done == run.entries.len() {
            run.entries.clear();
            run.done = 0;
            let first = run.open.pop()?;
            run.entries.push_within(first);
            if !batch::is_cached(run.nodes.len()) {
                // A single shard searches as one thread does.
                let together = match self.names.shards {
                    1 => batch::MOST_STATES,
                    _ => BestFirstRun::<S, C, O, true>::MOST_ENTRIES,
                };
                run.open.pop_equals(together - 1, run.entries.as_vec());
                let nodes = run.entries.iter().map(|entry| entry.node);
                run.nodes.read_ahead_nodes(nodes);
            }
        }
        run.entries.get(run.done).copied()
    }

    /// Expands the states that were taken out, up to a goal.
    pub(super) fn expand<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        shared: &SharedSearch<'_, P>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.credit = (self.credit + PATIENCE).min(MOST_PATIENCE);
        let (run, names) = (&mut self.run, self.names);
        while let Some(&entry) = run.entries.get(run.done) {
            let node = entry.node;
            let reached = run.nodes.get(node);
            if !run.order.is_stale(entry, reached.g) {
                if shared.puzzle.is_goal(&reached.state) {
                    shared.best.improve(reached.g, names.name(node));
                    run.done += 1;
                    return Ok(());
                }
                let (owner, grandparent) = names.place(reached.parent);
                let is_mine = owner == names.shard;
                let parent = Parent {
                    node,
                    name: names.name(node),
                    parent: is_mine.then_some(grandparent),
                };
                // Its children take a part of its hash with them, as a label, and keep it as their tag.
                let label = run.nodes.hash(&reached.state).fingerprint();
                let waiting = run.batch.len();
                run.expand(shared.puzzle, parent, monitor)?;
                // In an undirected puzzle, one of the children is the parent of this state. If that is in another
                // shard, its tag is all that is known of it here: the child with this tag is left out if it is the only
                // one.
                let tag = run.tags[node as usize];
                let may_be = |child: &Child<S, C>| {
                    child.key.fingerprint() == tag && names.owner(child.key) == owner
                };
                if !is_mine && shared.is_undirected && run.batch.remove_only(waiting, may_be) {
                    monitor.meter().duplicates(1);
                }
                run.batch.label(waiting, label);
            }
            run.done += 1;
        }
        Ok(())
    }
}
