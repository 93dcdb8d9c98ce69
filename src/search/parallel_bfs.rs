//! The layers of a breadth-first search tree by threads, in rounds.
//!
//! A round is some thousand states, in the order of the layer, divided into chunks. First, each chunk is expanded, and
//! its children are put into a box for each shard. Then each shard stores its new states, from the box of the first
//! chunk to that of the last. Finally, each chunk collects the names of the new states, in the order in which they were
//! generated. So parents and order are those of one thread, whatever the number of threads, and a goal determines what
//! was counted before it. No two threads contend for a lock, and nothing is shared for each state.
//!
//! Small layers, and what does not fit into a limit as a whole, are expanded by one thread.
//!
//! Memory for all states that a round may store is reserved before it stores the first. So a round is completed, or not
//! begun, or ends after a definite state. The size of a round depends on the number of children and on the time it
//! takes to store them, since nothing interrupts the storing. While tables are read, all threads share them; while
//! states are added, each table belongs to one thread. The order takes 4 bytes for each state of two layers. A single
//! table needs no order, since its names are indices.

mod chunk;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::hash::Hash;
use core::iter::repeat_with;
use core::ops::Range;
use core::time::Duration;
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;

use chunk::{Chunk, Sent, WaitingChildren};

use super::batch::{self, Child};
use super::bfs_tree::{BfsTree, ExpandLayer, Meeting, MeetingOf, Target, TreeSide, TreeStore};
use super::phase_tickets::PhaseTickets;
use super::shards::{ShardTable, Shards};
use super::sync::{AtomicBool, Mutex, Ordering, PoisonError, lock};
use crate::account::{Claimed, Clock, Counts, Limited, Quota, Stop};
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::storage::{ByHash, Linked};
use crate::threads::{Crew, fork_join};

/// The number of chunks for each thread.
const EACH: usize = 4;
/// The greatest number of states of a chunk, and the number of children it aims at once their average is known.
const STATES: usize = 1 << 10;
const CHILDREN: usize = 1 << 11;
/// A chunk with more children than this ends early.
const TOO_MANY: usize = 16 * CHILDREN;
/// The number of states of a layer that are worth a thread.
const WORTH: usize = 2 * STATES;
/// The number of children that are read ahead together.
const AHEAD: usize = 64;
/// The leader looks at the clock after this many states, and at the cancel flag after this time.
const OFTEN: usize = 16;
const MOMENT: Duration = Duration::from_millis(1);
/// The target for the storing time of a thread in a round, which nothing can interrupt.
const PATIENCE: Duration = Duration::from_millis(50);
/// How often an idle thread looks for work before it sleeps, and for how long.
const LOOKS: u32 = 128;
const NAP: Duration = Duration::from_micros(50);
/// Marks a child that was not new.
const NONE: u32 = u32::MAX;

impl<D, P, T> ExpandLayer<P, D, T> for Shards<P::State>
where
    D: TreeSide<P>,
    P: Puzzle + Sync,
    T: Target<P, Met: Send> + Sync,
{
    fn expand_layer(
        tree: &mut BfsTree<P::State, Self>,
        puzzle: &P,
        target: &T,
        elsewhere: u64,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<MeetingOf<P, T>>, Stop> {
        let Self {
            min_parallel,
            threads,
            ..
        } = tree.store;
        if tree.frontier.len() >= min_parallel && threads > 1 && !monitor.shows_nodes() {
            // Children left by a stop come first.
            if tree.batch.len() > 0 {
                let met = tree.look_up::<D, P, T>(puzzle, target, elsewhere, monitor)?;
                if met.is_some() {
                    return Ok(met);
                }
            }
            let met = divide::<D, P, T>(tree, puzzle, target, elsewhere, monitor);
            tree.first = tree.frontier.start;
            if let Some(met) = met? {
                return Ok(Some(met));
            }
        }
        tree.expand_layer::<D, P, T>(puzzle, target, elsewhere, monitor)
    }
}

/// Expands states by threads, as far as the limits allow.
fn divide<D, P, T>(
    tree: &mut BfsTree<P::State, Shards<P::State>>,
    puzzle: &P,
    target: &T,
    elsewhere: u64,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<Option<MeetingOf<P, T>>, Stop>
where
    D: TreeSide<P>,
    P: Puzzle + Sync,
    T: Target<P, Met: Send> + Sync,
{
    let most = tree.store.threads;
    let threads = most.min((tree.frontier.len() / WORTH).max(2));
    let (chunks, shards) = (EACH * threads, tree.store.tables.len());
    let boxes = chunks * shards;
    let Ok(mut sent) = Claimed::<Vec<_>>::with_room(boxes, monitor.memory()) else {
        return Ok(None);
    };
    (0..boxes).for_each(|_| sent.push_within(Mutex::default()));
    let search = ParallelBfs {
        puzzle,
        target,
        shards: RwLock::new(core::mem::replace(&mut tree.store, Shards::new(1))),
        slots: repeat_with(Mutex::default).take(shards).collect(),
        chunks: repeat_with(Mutex::default).take(chunks).collect(),
        boxes: sent,
        tickets: PhaseTickets::new(),
        clock: monitor.meter().clock(),
        is_ended: AtomicBool::new(false),
        found: Mutex::new(None),
    };
    let help = |_, crew: &Crew| search.help::<D>(crew);
    let mut states = read(&search.shards).states;
    let lead = |crew: &Crew| {
        let met = search.lead::<D>(&mut tree.frontier, &mut states, elsewhere, crew, monitor);
        crew.stop();
        met
    };
    let (met, _) = fork_join(threads, help, lead);
    tree.store = search
        .shards
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    tree.store.states = states;
    met
}

/// What is done with each chunk, or for each shard, in a phase.
#[derive(Clone, Copy)]
enum Phase {
    Expand,
    MakeRoom,
    Store,
    Collect,
}

/// The phases by number.
const PHASES: [Phase; 4] = [Phase::Expand, Phase::MakeRoom, Phase::Store, Phase::Collect];

/// The data that threads share.
struct ParallelBfs<'t, P: Puzzle, T: Target<P>> {
    puzzle: &'t P,
    target: &'t T,
    /// The shards while all threads may read them.
    shards: RwLock<Shards<P::State>>,
    /// The tables while states are added, each by one thread.
    slots: Vec<Mutex<ShardSlot<P::State>>>,
    chunks: Vec<Mutex<Chunk>>,
    /// The boxes of each chunk for each shard, chunk by chunk.
    boxes: Claimed<Vec<Mutex<Sent<P::State>>>>,
    tickets: PhaseTickets,
    clock: Clock,
    /// Whether chunks are to end early.
    is_ended: AtomicBool,
    /// The first child of the round that meets the target.
    found: Mutex<Option<FirstMeeting<P, T>>>,
}

/// The table of a shard while one thread owns it, and the quota of that thread.
struct ShardSlot<S: Clone + Eq + Hash> {
    table: Option<ShardTable<S>>,
    lease: Quota,
    is_refused: bool,
}

impl<S: Clone + Eq + Hash> Default for ShardSlot<S> {
    fn default() -> Self {
        Self {
            table: None,
            lease: Quota::default(),
            is_refused: false,
        }
    }
}

/// A child that meets the target: its chunk, and its number there.
struct FirstMeeting<P: Puzzle, T: Target<P>> {
    at: (usize, u32),
    meeting: MeetingOf<P, T>,
}

/// The part of a round that is kept once its chunks are expanded.
struct RoundTotals {
    states: usize,
    generated: u64,
    /// Whether limits have dropped a part.
    is_limited: bool,
}

fn read<T>(shared: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    shared.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(shared: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    shared.write().unwrap_or_else(PoisonError::into_inner)
}

/// Waits a moment, when there was nothing to do.
fn pause(looks: &mut u32, crew: &Crew) {
    *looks += 1;
    if *looks < crew.looks(LOOKS) {
        thread::yield_now();
    } else {
        thread::sleep(NAP);
    }
}

impl<P, T> ParallelBfs<'_, P, T>
where
    P: Puzzle + Sync,
    T: Target<P, Met: Send> + Sync,
{
    /// Works until the leader stops the threads.
    fn help<D: TreeSide<P>>(&self, crew: &Crew) {
        let mut looks = 0;
        while !crew.is_stopped() {
            if let Some((phase, at)) = self.tickets.take() {
                self.work::<D>(PHASES[phase], at, &mut || {});
                self.tickets.finish();
                looks = 0;
            } else {
                pause(&mut looks, crew);
            }
        }
    }

    fn work<D: TreeSide<P>>(&self, phase: Phase, at: usize, look: &mut dyn FnMut()) {
        match phase {
            Phase::Expand => self.expand::<D>(at, look),
            Phase::MakeRoom => self.make_room(at),
            Phase::Store => self.store(at),
            Phase::Collect => self.collect(at),
        }
    }

    /// Runs a phase together with the other threads; returns how long this thread has worked, or zero without a clock.
    fn run<D: TreeSide<P>>(
        &self,
        phase: Phase,
        crew: &Crew,
        look: &mut dyn FnMut(),
    ) -> Result<Duration, Stop> {
        let chunks = match phase {
            Phase::Expand | Phase::Collect => self.chunks.len(),
            Phase::MakeRoom | Phase::Store => self.slots.len(),
        };
        let begun = self.clock.elapsed().unwrap_or_default();
        self.tickets.begin(phase as usize, chunks);
        while let Some((_, at)) = self.tickets.take() {
            self.work::<D>(phase, at, look);
            self.tickets.finish();
        }
        let ended = self.clock.elapsed().unwrap_or_default();
        let mut looks = 0;
        while !self.tickets.is_done() {
            if crew.is_stopped() {
                return Err(Stop::Panicked);
            }
            look();
            pause(&mut looks, crew);
        }
        Ok(ended.saturating_sub(begun))
    }

    /// Expands the states of `frontier` in rounds, with `states` states in each chunk, until one meets the target or a
    /// limit is near.
    fn lead<D: TreeSide<P>>(
        &self,
        frontier: &mut Range<u32>,
        states: &mut usize,
        elsewhere: u64,
        crew: &Crew,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<MeetingOf<P, T>>, Stop> {
        while frontier.start < frontier.end {
            monitor.meter().look()?;
            let room = monitor.meter().room();
            let most = usize::try_from(room.expanded).unwrap_or(usize::MAX);
            let most = most.min(*states * self.chunks.len());
            self.assign(frontier.clone(), most, monitor);
            let (mut end, mut looked) = (Ok(()), self.clock.elapsed());
            self.is_ended.store(false, Ordering::Relaxed);
            self.run::<D>(Phase::Expand, crew, &mut || {
                let now = self.clock.elapsed();
                let time = now
                    .zip(looked)
                    .map(|(now, looked)| now.saturating_sub(looked));
                let is_time = time.is_none_or(|time| time >= MOMENT);
                if end.is_ok() && is_time {
                    (end, looked) = (monitor.meter().look(), now);
                    self.is_ended.store(end.is_err(), Ordering::Relaxed);
                }
            })?;
            let stored = elsewhere + read(&self.shards).len() as u64;
            let kept = self.keep(room.generated, stored, monitor);
            if kept.states == 0 || !self.reserve::<D>(crew, monitor)? {
                return end.map(|()| None);
            }
            let time = self.run::<D>(Phase::Store, crew, &mut || {})?;
            self.put_together();
            if let Some(found) = lock(&self.found).take() {
                self.count_before(found.at.0, found.at.1, stored, monitor)?;
                return Ok(Some(found.meeting));
            }
            let share = || monitor.memory().share(self.chunks.len());
            let chunks = self.chunks.iter().map(lock);
            chunks.for_each(|mut chunk| chunk.lease = share());
            self.run::<D>(Phase::Collect, crew, &mut || {})?;
            self.put_in_order();
            frontier.start += kept.states as u32;
            let new = elsewhere + read(&self.shards).len() as u64 - stored;
            monitor.meter().add_counts(Counts {
                expanded: kept.states as u64,
                generated: kept.generated,
            });
            monitor.meter().duplicates(kept.generated - new);
            monitor.meter().store(stored + new)?;
            end?;
            if kept.is_limited {
                return Ok(None);
            }
            *states = self.pace(&kept, time);
        }
        Ok(None)
    }

    /// Returns the number of states for each chunk of the next round, given the time for which a thread has stored in
    /// the last one.
    fn pace(&self, last: &RoundTotals, time: Duration) -> usize {
        let states = last.states as u128;
        let by_children = states * CHILDREN as u128 / u128::from(last.generated.max(1));
        let times = self.chunks.len() as u128 * time.as_nanos();
        let by_time = states * PATIENCE.as_nanos() / times.max(1);
        by_children.min(by_time).clamp(1, STATES as u128) as usize
    }

    /// Divides the first `most` of these states among the chunks.
    fn assign(&self, states: Range<u32>, most: usize, monitor: &mut MonitorOf<'_, P>) {
        let chunks = self.chunks.len();
        let most = most.min(states.len());
        let share = || monitor.memory().share(4 * chunks);
        for (at, chunk) in self.chunks.iter().enumerate() {
            let chunk = &mut *lock(chunk);
            let to = |at| states.start + (most as u64 * at as u64 / chunks as u64) as u32;
            chunk.states = to(at)..to(at + 1);
            chunk.lease = share();
        }
    }

    /// Returns the boxes of a chunk.
    fn row(&self, at: usize) -> &[Mutex<Sent<P::State>>] {
        let shards = self.slots.len();
        &self.boxes[at * shards..][..shards]
    }

    /// Returns the boxes for a shard.
    fn column(&self, shard: usize) -> impl Iterator<Item = &Mutex<Sent<P::State>>> {
        self.boxes[shard..].iter().step_by(self.slots.len())
    }

    /// Expands the states of a chunk, and sorts their children by shard.
    fn expand<D: TreeSide<P>>(&self, at: usize, look: &mut dyn FnMut()) {
        let shards = read(&self.shards);
        let chunk = &mut *lock(&self.chunks[at]);
        let mut boxes: Vec<_> = self.row(at).iter().map(lock).collect();
        for sent in &mut boxes {
            sent.children.clear();
            sent.new.clear();
        }
        chunk.counts.clear();
        (chunk.children, chunk.sent) = (0, 0);
        let mut row: Vec<_> = boxes.iter_mut().map(|sent| &mut sent.children).collect();
        let expanded = self.expand_chunk::<D>(&shards, chunk, &mut row, look);
        chunk.is_refused = expanded.is_err();
        if chunk.make_room(&mut boxes).is_err() {
            chunk.counts.clear();
            chunk.children = 0;
            chunk.is_refused = true;
        }
    }

    fn expand_chunk<D: TreeSide<P>>(
        &self,
        shards: &Shards<P::State>,
        chunk: &mut Chunk,
        row: &mut [&mut WaitingChildren<P::State>],
        look: &mut dyn FnMut(),
    ) -> Result<(), Stop> {
        chunk.counts.reserve(chunk.states.len(), &chunk.lease)?;
        for name in shards.order.names(chunk.states.clone()) {
            let expanded = chunk.counts.len();
            if expanded.is_multiple_of(OFTEN) {
                look();
            }
            // At least one state, so that a search that is stopped all the time still ends.
            let is_enough = self.is_ended.load(Ordering::Relaxed) || chunk.sent > TOO_MANY;
            if expanded > 0 && is_enough {
                break;
            }
            let count = chunk.expand::<D, P>(self.puzzle, shards, name, row)?;
            chunk.counts.push_within(count);
        }
        Ok(())
    }

    /// Keeps the expanded states, from the first on, that fit into the limits.
    fn keep(&self, generated: u64, stored: u64, monitor: &mut MonitorOf<'_, P>) -> RoundTotals {
        let left = monitor.limits().room(Limited::Stored, stored);
        let mut left = left.min(generated);
        let mut kept = RoundTotals {
            states: 0,
            generated: 0,
            is_limited: false,
        };
        let mut is_over = false;
        for (at, chunk) in self.chunks.iter().enumerate() {
            let chunk = &mut *lock(chunk);
            let was = (chunk.counts.len(), chunk.is_refused);
            if is_over {
                chunk.counts.clear();
                chunk.children = 0;
            } else if u64::from(chunk.children) > left {
                chunk.keep(left as u32);
                kept.is_limited = true;
            }
            is_over |= chunk.counts.len() < chunk.states.len();
            if was != (chunk.counts.len(), false) {
                for sent in self.row(at) {
                    let children = &mut lock(sent).children;
                    let left = children.partition_point(|child| child.g < chunk.children);
                    children.as_vec().truncate(left);
                }
            }
            left -= u64::from(chunk.children);
            kept.states += chunk.counts.len();
            kept.generated += u64::from(chunk.children);
            kept.is_limited |= chunk.is_refused;
        }
        kept
    }

    /// Makes room for all states that may be new, and for their names; returns whether there is enough. If so, each
    /// table is left where one thread can add to it.
    fn reserve<D: TreeSide<P>>(
        &self,
        crew: &Crew,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<bool, Stop> {
        let memory = monitor.memory();
        let chunks = self.chunks.len();
        let made = write(&self.shards)
            .order
            .make_room_for_lists(chunks, memory);
        if made.is_err() {
            return Ok(false);
        }
        let share = || memory.share(self.slots.len());
        for slot in &self.slots {
            lock(slot).lease = share();
        }
        self.take_apart();
        self.run::<D>(Phase::MakeRoom, crew, &mut || {})?;
        let is_room = self.slots.iter().all(|slot| !lock(slot).is_refused);
        if !is_room {
            self.put_together();
        }
        Ok(is_room)
    }

    /// Puts each table where one thread can add to it.
    fn take_apart(&self) {
        let tables = &mut write(&self.shards).tables;
        for (slot, table) in self.slots.iter().zip(tables.drain(..)) {
            lock(slot).table = Some(table);
        }
    }

    /// Puts the tables back where all threads can read them.
    fn put_together(&self) {
        let tables = &mut write(&self.shards).tables;
        tables.extend(self.slots.iter().filter_map(|slot| lock(slot).table.take()));
    }

    /// Makes room in a table for all children sent to it.
    fn make_room(&self, shard: usize) {
        let most = read(&self.shards).names.most();
        let slot = &mut *lock(&self.slots[shard]);
        let children = self.column(shard).map(|sent| lock(sent).children.len());
        let children: usize = children.sum();
        if let Some(table) = &mut slot.table {
            let made = table.make_room(children, &slot.lease);
            slot.is_refused = made.is_err() || table.len() + children > most;
        }
    }

    /// Stores the new states among the children sent to a shard, up to the first one that meets the target.
    fn store(&self, shard: usize) {
        let names = read(&self.shards).names;
        let Some(table) = &mut lock(&self.slots[shard]).table else {
            return;
        };
        for (at, sent) in self.column(shard).enumerate() {
            let Sent { children, new } = &mut *lock(sent);
            let mut children = children.as_vec().drain(..);
            while !children.as_slice().is_empty() {
                let keys = children.as_slice().iter().map(|child| child.key);
                let keys = keys.take(AHEAD);
                if !batch::is_cached(table.len()) {
                    table.read_ahead(&ByHash, keys.clone());
                }
                self.target.read_ahead(self.puzzle, keys);
                for child in children.by_ref().take(AHEAD) {
                    let Err(place) = table.find_or_place(&ByHash, child.key, &child.state) else {
                        continue;
                    };
                    let Child {
                        key,
                        state,
                        parent,
                        g: number,
                    } = child;
                    if let Some(met) = self.target.meet(self.puzzle, key, &state) {
                        let meeting = Meeting { parent, state, met };
                        self.note((at, number), meeting);
                        return;
                    }
                    let index = table.insert(&ByHash, place, Linked { state, parent });
                    new.push_within((number, names.name(shard, index)));
                }
            }
        }
    }

    /// Notes a child that meets the target, unless an earlier one does.
    fn note(&self, at: (usize, u32), meeting: MeetingOf<P, T>) {
        let mut found = lock(&self.found);
        if found.as_ref().is_none_or(|found| at < found.at) {
            *found = Some(FirstMeeting { at, meeting });
        }
    }

    /// Counts what comes up to the child that met the target.
    fn count_before(
        &self,
        last: usize,
        number: u32,
        stored: u64,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let (mut counts, mut new) = (Counts::default(), 0);
        for (at, chunk) in self.chunks[..=last].iter().enumerate() {
            let chunk = lock(chunk);
            let end = if at == last { number } else { chunk.children };
            let mut before = 0;
            let is_before = |count: &&u32| {
                let is_before = before <= end;
                before += **count;
                is_before
            };
            let expanded = match at == last {
                true => chunk.counts.iter().take_while(is_before).count(),
                false => chunk.counts.len(),
            };
            counts += Counts {
                expanded: expanded as u64,
                generated: u64::from(end) + u64::from(at == last),
            };
            for sent in self.row(at) {
                new += lock(sent).new.partition_point(|&(number, _)| number < end) as u64;
            }
        }
        monitor.meter().add_counts(counts);
        monitor.meter().duplicates(counts.generated - new - 1);
        monitor.meter().store(stored + new)
    }

    /// Collects the names of the new children of a chunk.
    fn collect(&self, at: usize) {
        let chunk = &mut *lock(&self.chunks[at]);
        let Chunk {
            found,
            names,
            lease,
            ..
        } = chunk;
        found.as_vec().resize(chunk.children as usize, NONE);
        for sent in self.row(at) {
            for &(number, name) in &*lock(sent).new {
                found[number as usize] = name;
            }
        }
        // Branchless, since which of them are new cannot be predicted.
        let mut len = 0;
        for at in 0..found.len() {
            let name = found[at];
            found[len] = name;
            len += usize::from(name != NONE);
        }
        found.as_vec().truncate(len);
        // The list is kept for long, so that it has no spare capacity, unless there is no memory for an exact copy.
        match names.set_capacity(len, lease) {
            Ok(()) => names.as_vec().extend_from_slice(found),
            Err(_) => core::mem::swap(names, found),
        }
    }

    /// Appends the new names to the order.
    fn put_in_order(&self) {
        let order = &mut write(&self.shards).order;
        for chunk in &self.chunks {
            let names = core::mem::take(&mut lock(chunk).names);
            order.append(names);
        }
    }
}
