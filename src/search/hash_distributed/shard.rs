//! [`Shard`]: the states that one thread of hash-distributed A* owns, and their expansion.
//!
//! Invariant: each state has one owner among the shards, which alone stores and expands it. A generated child is in
//! exactly one place until its owner has looked it up: in the batch or an outgoing message of the shard that generated
//! it, in a mailbox, or in the batch of its owner. A shard is idle only if it has nothing to expand that is cheaper
//! than the incumbent, and all its outgoing messages are delivered.
//!
//! A message is a batch of children for one other shard. The sender gathers it in memory of its own and then copies it
//! into the mailbox in one go, so that two cores do not write and read the same cache lines in turns.
//!
//! A shard whose least key is larger than that of another shard is ahead. It waits for a moment, since the states that
//! it would expand may prove to cost more than the solution. While a shard rebuilds its table it collects no messages,
//! and soon the others have to wait for it. So each shard announces that its table grows, and a shard that waits grows
//! its own table meanwhile if that is nearly full. `MEASURED.md` says what both gain.

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

/// The greatest number of shards; more of them would not make the search faster.
pub(super) const MAX_SHARDS: usize = 64;
/// A message is due when it has this many children.
const MESSAGE_SIZE: usize = 256;
/// Smaller messages are due after each of this many rounds. A round is one call of [`Shard::make_ready`].
const ROUNDS_PER_MESSAGE: u32 = 16;
/// A shard stops expanding when it has this many children for another one that has not collected the previous message.
const MAX_UNDELIVERED: usize = 4 * MESSAGE_SIZE;
/// A waiting shard grows its table while another shard does, if it has no room for a third of its states in addition.
const EARLY_GROWTH_DIVISOR: usize = 3;
/// The credit that each expanding round earns: for how many looks at the other shards a shard may wait when it is
/// ahead. These looks take about as long as the round.
const CREDIT_PER_ROUND: u32 = 8;
/// The greatest credit: looks that take some hundredths of a second.
const MAX_CREDIT: u32 = 64 * LOOKS_BEFORE_NAP;
/// How often a thread without work looks for some before it sleeps. Two threads that wait for each other in turns lose
/// much time if both sleep each time.
const LOOKS_BEFORE_NAP: u32 = 2048;
/// How long it sleeps: about as long as these looks take.
const NAP: Duration = Duration::from_micros(200);
/// The leader looks at the clock and the cancel flag after this many naps.
const NAPS_PER_CLOCK_CHECK: u32 = 4;

/// The states of one thread. Its alignment keeps it out of the cache lines of other shards.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Shard<S: Clone + Eq + Hash, C: Cost, O> {
    pub(super) names: ShardNames,
    /// The best-first search of this shard, in which each state has a tag: eight bits of its parent's hash.
    pub(super) run: BestFirstRun<S, C, O, true>,
    /// For each shard, the children of its next message; always empty for this shard, whose children stay in the batch.
    pub(super) outgoing: Vec<Batch<S, C>>,
    /// The number of rounds so far.
    rounds: u32,
    /// For how many looks at the others it may still wait when it is ahead.
    credit: u32,
    /// The least key of the states that it has to expand, in the last round.
    pub(super) least_key: Option<C>,
    /// Whether another shard had a smaller key then, and this shard has to wait for it.
    is_ahead: bool,
    /// Whether it has nothing to do until a message comes.
    pub(super) is_idle: bool,
    /// Whether it waits for others: until they collect their messages, or until it is no longer ahead.
    waits: bool,
    /// Whether growing together with others has failed for lack of memory; it is not tried again.
    grows_alone: bool,
    /// The number of changes of the incumbent that it has taken notice of.
    known_changes: usize,
}

impl<S, C> Mail for Batch<S, C> {
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The names of the states of one shard. A name is a number that is unique among the states of all shards: it tells the
/// shard, and the index of the state in the table of that shard.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShardNames {
    /// The number of this shard.
    pub(super) shard: usize,
    /// The number of all shards.
    pub(super) shards: usize,
}

impl ShardNames {
    /// Returns the shard that owns the state with this key. It depends on bits of the key that no table uses.
    #[inline]
    pub(super) const fn owner(self, key: Key) -> usize {
        (key.shard_bits() * self.shards) >> Key::SHARD_BITS
    }

    /// Returns the name of the state with this index in this shard.
    #[inline]
    pub(super) const fn name(self, index: u32) -> u32 {
        index * self.shards as u32 + self.shard as u32
    }

    /// Returns the shard of the state with this name, and its index there.
    #[inline]
    pub(super) const fn locate(self, name: u32) -> (usize, u32) {
        let shards = self.shards as u32;
        ((name % shards) as usize, name / shards)
    }

    /// Returns the greatest number of states that a shard has names for.
    pub(super) const fn names_per_shard(self) -> usize {
        u32::MAX as usize / self.shards
    }
}

/// The incumbent, which the shards share.
#[derive(Debug)]
pub(super) struct IncumbentPath<C> {
    /// The cost of the cheapest path to a goal so far, and the name of the goal.
    path: Mutex<Option<(C, u32)>>,
    /// The number of improvements. A shard compares it with the number that it knows, so that it seldom has to lock. If
    /// it learns of an improvement late, it expands some states in vain, no more.
    changes: AtomicUsize,
}

impl<C: Cost> IncumbentPath<C> {
    pub(super) const fn none() -> Self {
        Self {
            path: Mutex::new(None),
            changes: AtomicUsize::new(0),
        }
    }

    /// Locks the incumbent: the cost of the path, and the name of the goal.
    pub(super) fn path(&self) -> MutexGuard<'_, Option<(C, u32)>> {
        lock(&self.path)
    }

    /// Replaces the incumbent by the path to this goal if that costs less.
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
pub(super) struct Notice<C> {
    /// The least key of the states that it has to expand; `None` if there are none.
    least_key: Mutex<Option<C>>,
    /// Whether its table grows, so that it collects no messages for some time.
    grows: AtomicBool,
}

impl<C> Notice<C> {
    pub(super) const fn new(least_key: Option<C>) -> Self {
        Self {
            least_key: Mutex::new(least_key),
            grows: AtomicBool::new(false),
        }
    }
}

/// The data that threads share.
pub(super) struct SharedSearch<'c, P: Puzzle> {
    pub(super) puzzle: &'c P,
    pub(super) mail: &'c Mailboxes<Batch<P::State, P::Cost>>,
    /// What each shard announces; empty if one thread serves all shards.
    pub(super) notices: &'c [Notice<P::Cost>],
    pub(super) incumbent: &'c IncumbentPath<P::Cost>,
    pub(super) is_undirected: bool,
}

/// A shard of the puzzle `P`.
type ShardOf<P, O> = Shard<<P as Puzzle>::State, <P as Puzzle>::Cost, O>;

impl<P: Puzzle> SharedSearch<'_, P> {
    /// Serves these shards on one thread of a team, until the search is over or stopped.
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
                // No other thread would serve these shards, so all threads end.
                served.inspect_err(|_| crew.stop())?;
                looks = if is_served { 0 } else { looks };
            }
            looks += 1;
            if looks < crew.looks(LOOKS_BEFORE_NAP) {
                thread::yield_now();
                continue;
            }
            thread::sleep(NAP);
            // The nap takes as long as these looks.
            for shard in &mut *shards {
                shard.credit = shard.credit.saturating_sub(LOOKS_BEFORE_NAP);
            }
            naps += 1;
            if naps % NAPS_PER_CLOCK_CHECK == 0 {
                worker.show()?;
            }
        }
        Ok(())
    }

    /// Serves these shards: expands their states in the order of the keys, and exchanges messages, until none of them
    /// can go on or `enough` states are stored. Returns whether there was anything to do.
    pub(super) fn serve<O: Order<P::Cost>>(
        &self,
        shards: &mut [&mut ShardOf<P, O>],
        enough: u64,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<bool, Stop> {
        let mut had_work = false;
        loop {
            // The least key of a shard that is ready to expand, and the index of that shard.
            let mut first: Option<(P::Cost, usize)> = None;
            let mut stored = shards.iter().map(|shard| shard.stored()).sum::<u64>();
            if stored >= enough {
                return Ok(had_work);
            }
            for (index, shard) in shards.iter_mut().enumerate() {
                let before = shard.stored();
                // The limit on stored states is common to all shards.
                shard.run.elsewhere = stored - before;
                let key = shard.make_ready(self, monitor)?;
                stored += shard.stored() - before;
                first = first.into_iter().chain(key.map(|key| (key, index))).min();
            }
            match first {
                Some((_, index)) => shards[index].expand(self, monitor)?,
                None if shards
                    .iter()
                    .any(|shard| self.mail.has_mail(shard.names.shard)) => {}
                None => return Ok(had_work),
            }
            had_work = true;
        }
    }
}

impl<S: Clone + Eq + Hash, C: Cost, O> Shard<S, C, O> {
    pub(super) fn stored(&self) -> u64 {
        self.run.nodes.len() as u64
    }

    /// Whether the shard may have something to do.
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
            least_key: None,
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
        (self.least_key, self.is_ahead, self.credit) = (None, false, 0);
    }

    /// Does all of a round but the expansion: exchanges messages, looks up the children that have arrived, and takes
    /// the states with the least key out of the open list. Returns that key if they are to be expanded now; `None` if
    /// the shard has nothing to expand, or waits.
    pub(super) fn make_ready<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        shared: &SharedSearch<'_, P>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<C>, Stop> {
        let changes = shared.incumbent.changes.load(Ordering::Relaxed);
        if changes != self.known_changes {
            self.known_changes = changes;
            self.run.below = shared.incumbent.path().map(|(cost, _)| cost);
        }
        self.move_to_outgoing(monitor.memory())?;
        let Self { run, is_idle, .. } = self;
        shared.mail.collect(self.names.shard, is_idle, |message| {
            run.batch.append(message, monitor.memory())
        })?;
        if run.has_work_left() {
            if run.nodes.len() + run.batch.len() > self.names.names_per_shard() {
                return Err(Stop::TooManyStates);
            }
            let mine = shared.notices.get(self.names.shard);
            let mine = mine.filter(|_| run.nodes.must_grow(run.batch.len()));
            let announce = |grows| mine.inspect(|mine| mine.grows.store(grows, Ordering::Relaxed));
            announce(true);
            let looked_up = run.look_up(shared.puzzle, monitor);
            announce(false);
            looked_up?;
            // New states may come before the entries that were taken out, so those go back.
            while let Some(&entry) = run.entries.get(run.done) {
                run.open.push(entry, monitor.memory())?;
                run.done += 1;
            }
        }
        let first = self.take_out();
        let max_cost = monitor.max_cost();
        // Whether a state with this key can lead to a cheaper solution than the incumbent, within the limit.
        let may_improve = |&key: &C| {
            let bound = self.run.order.bound(key, key);
            max_cost.is_none_or(|max| bound <= max)
                && self.run.below.is_none_or(|below| bound < below)
        };
        let least_key = first.map(|entry| entry.key).filter(may_improve);
        self.rounds = self.rounds.wrapping_add(1);
        // A shard that has nothing to expand keeps no child to itself: it may become idle only when all are delivered.
        let sends_all = least_key.is_none() || self.rounds.is_multiple_of(ROUNDS_PER_MESSAGE);
        // Whether every message that was due could be delivered, and whether one that could not has grown too long.
        let (mut is_sent, mut is_too_much) = (true, false);
        for (to, message) in self.outgoing.iter_mut().enumerate() {
            let is_due = message.len() >= MESSAGE_SIZE || sends_all && message.len() > 0;
            if !is_due {
                continue;
            }
            let is_delivered = shared.mail.deliver(self.names.shard, to, |place| {
                place.append(message, monitor.memory())
            })?;
            is_sent &= is_delivered;
            is_too_much |= message.len() >= MAX_UNDELIVERED;
        }
        self.is_ahead = self.announce(least_key, shared.notices);
        self.waits = is_too_much || self.is_ahead || least_key.is_none() && !is_sent;
        if self.waits {
            self.grow_with_others(shared.notices, monitor);
        }
        if least_key.is_none() && is_sent && !core::mem::replace(&mut self.is_idle, true) {
            shared.mail.go_idle();
        }
        Ok(least_key.filter(|_| !self.waits))
    }

    /// Grows the table of this shard while it waits, if another shard grows its table and this one would soon have to.
    fn grow_with_others<M>(&mut self, notices: &[Notice<C>], monitor: &mut Monitor<'_, S, M, C>) {
        let nodes = &mut self.run.nodes;
        let soon = nodes.len() / EARLY_GROWTH_DIVISOR;
        let grows = |other: &Notice<C>| other.grows.load(Ordering::Relaxed);
        // An early growth might reach a limit on bytes before the states do.
        let is_limited = monitor.limits().bytes.is_some();
        if notices.iter().any(grows) && !self.grows_alone && !is_limited && nodes.must_grow(soon) {
            // A failure does not stop the search, which may end before it needs the memory.
            self.grows_alone = nodes.grow_for(soon, monitor.memory(), &|| Ok(())).is_err();
        }
    }

    /// Announces the least key of this shard; returns whether the shard has to wait for one with a smaller key.
    fn announce(&mut self, least_key: Option<C>, notices: &[Notice<C>]) -> bool {
        if least_key != self.least_key {
            self.least_key = least_key;
            if let Some(mine) = notices.get(self.names.shard) {
                *lock(&mine.least_key) = least_key;
            }
        } else if !self.is_ahead {
            // Other shards are looked at only when the key has changed, or while this shard waits.
            return false;
        }
        let is_ahead = self.credit > 0
            && least_key.is_some()
            && notices
                .iter()
                .any(|other| lock(&other.least_key).is_some_and(|other| Some(other) < least_key));
        self.credit -= u32::from(is_ahead);
        is_ahead
    }

    /// Moves the children that other shards own out of the batch, to the outgoing messages.
    fn move_to_outgoing(&mut self, memory: &Quota) -> Result<(), Stop> {
        let (names, children) = (self.names, self.run.batch.len());
        if names.shards == 1 || children == 0 {
            return Ok(());
        }
        // In most rounds each message has room for the whole batch. Otherwise room is made for what each will get.
        let mut others = (0..)
            .zip(&self.outgoing)
            .filter(|&(to, _)| to != names.shard);
        if others.any(|(_, message)| message.room() < children) {
            let mut counts = [0; MAX_SHARDS];
            for key in self.run.batch.keys() {
                counts[names.owner(key)] += 1;
            }
            counts[names.shard] = 0;
            for (message, count) in self.outgoing.iter_mut().zip(counts) {
                if message.room() < count {
                    message.reserve(message.len() + count.max(MESSAGE_SIZE), memory)?;
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

    /// Takes the entries with the least key out of the open list, unless some of an earlier call are left; returns the
    /// first.
    fn take_out(&mut self) -> Option<Entry<C>> {
        let run = &mut self.run;
        if run.done == run.entries.len() {
            run.entries.clear();
            run.done = 0;
            let first = run.open.pop()?;
            run.entries.push_within(first);
            if !batch::is_cached(run.nodes.len()) {
                // A single shard searches in the same order as a search on one thread.
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
        self.credit = (self.credit + CREDIT_PER_ROUND).min(MAX_CREDIT);
        let (run, names) = (&mut self.run, self.names);
        while let Some(&entry) = run.entries.get(run.done) {
            let node = entry.node;
            let reached = run.nodes.get(node);
            if !run.order.is_stale(entry, reached.g) {
                if shared.puzzle.is_goal(&reached.state) {
                    shared.incumbent.improve(reached.g, names.name(node));
                    run.done += 1;
                    return Ok(());
                }
                let (owner, grandparent) = names.locate(reached.parent);
                let is_mine = owner == names.shard;
                let parent = Parent {
                    node,
                    name: names.name(node),
                    parent: is_mine.then_some(grandparent),
                };
                // The children carry eight bits of this state's hash as a label, which becomes their tag when stored.
                let label = run.nodes.hash(&reached.state).fingerprint();
                let first_child = run.batch.len();
                let had_cut = core::mem::take(&mut run.cut);
                let expanded = run.expand(shared.puzzle, parent, monitor);
                let has_all_children = !run.cut;
                run.cut |= had_cut;
                expanded?;
                // In an undirected puzzle, one of the children is the parent of this state. If another shard owns the
                // parent, only its shard and eight bits of its hash (the tag) are known here. If exactly one child has
                // these, it is the parent, a duplicate; unless the parent was left out, since its cost overflows.
                let tag = run.tags[node as usize];
                let may_be_parent = |child: &Child<S, C>| {
                    child.key.fingerprint() == tag && names.owner(child.key) == owner
                };
                let is_among_them = !is_mine && shared.is_undirected && has_all_children;
                if is_among_them && run.batch.remove_only(first_child, may_be_parent) {
                    monitor.meter().duplicates(1);
                }
                run.batch.label(first_child, label);
            }
            run.done += 1;
        }
        Ok(())
    }
}
