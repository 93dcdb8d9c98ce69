//! Breadth-first search by threads: expands a layer of a [`BfsTree`] in rounds.
//!
//! The states are spread over [`Shards`] by their hash. A round takes the next states of the layer, some thousand, and
//! divides them into chunks in their order. It has four phases. The leader, which is the thread of the caller, begins
//! each when the one before is done, and all threads take part in it:
//!
//! 1. *Expand*: each chunk puts its children into parcels, one for each shard.
//! 2. *Make room*: each shard makes room for all children in its parcels.
//! 3. *Store*: each shard stores those of them that are new, from the parcel of the first chunk to that of the last.
//! 4. *Collect*: each chunk collects the names of its new children in the order in which they were generated. A *name*
//!    is a state's shard and its index there, in one number.
//!
//! Invariant: after each round, the states, their parents, their order and all counts are those that one thread has
//! after the same expansions. If a child meets the target, only what comes before it in that order is counted.
//!
//! One thread alone expands small layers, and the rest of a layer after a round that did not fit into the limits:
//! it stops at the very state at which a limit is reached. Storing cannot fail, since there is room for all children,
//! and is not interrupted; so the size of a round is chosen by the time that the last one took to store its states.
//! While tables are read, all threads share them; while states are added, each table belongs to one thread. So no two
//! threads contend for a lock.

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

use chunk::{Chunk, NumberedChildren, Parcel};

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

/// The number of chunks for each thread: several, so that threads that are done take work from one that is late.
const CHUNKS_PER_THREAD: usize = 4;
/// The greatest number of states of a chunk, and the number of children that a chunk should have: its number of states
/// is chosen for that by the average of the last round.
const CHUNK_STATES: usize = 1 << 10;
const CHUNK_CHILDREN: usize = 1 << 11;
/// A chunk that has put more children than this into parcels ends early.
const MOST_SENT: usize = 16 * CHUNK_CHILDREN;
/// A layer is divided among one thread for each of this many states, but at least two.
const STATES_PER_THREAD: usize = 2 * CHUNK_STATES;
/// The number of children whose places in the table are prefetched together.
const READ_AHEAD: usize = 64;
/// The leader reads the clock after this many states. If this time has passed, it checks the limit on the time and the
/// cancel flag, and shows the progress to the observer.
const STATES_PER_CHECK: usize = 16;
const TIME_PER_CHECK: Duration = Duration::from_millis(1);
/// How long a thread should at most store states in a round, since nothing can interrupt it.
const STORING_TIME: Duration = Duration::from_millis(50);
/// How often an idle thread looks for work before it sleeps between looks, and how long it sleeps each time.
const LOOKS_BEFORE_SLEEP: u32 = 128;
const SLEEP_TIME: Duration = Duration::from_micros(50);
/// The name of a child that was not new.
const NOT_NEW: u32 = u32::MAX;

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
            // Children that a stop has left in the batch come before those of the next states.
            if tree.batch.len() > 0 {
                let met = tree.look_up::<D, P, T>(puzzle, target, elsewhere, monitor)?;
                if met.is_some() {
                    return Ok(met);
                }
            }
            let met = expand_by_threads::<D, P, T>(tree, puzzle, target, elsewhere, monitor);
            // The batch is empty now.
            tree.batch_start = tree.frontier.start;
            if let Some(met) = met? {
                return Ok(Some(met));
            }
        }
        tree.expand_on_one_thread::<D, P, T>(puzzle, target, elsewhere, monitor)
    }
}

/// Expands states of the deepest layer by threads, until a child meets the target, the layer ends, or a round does not
/// fit into the limits.
fn expand_by_threads<D, P, T>(
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
    let useful_threads = (tree.frontier.len() / STATES_PER_THREAD).max(2);
    let threads = tree.store.threads.min(useful_threads);
    let (chunks, shards) = (CHUNKS_PER_THREAD * threads, tree.store.tables.len());
    let Ok(mut parcels) = Claimed::<Vec<_>>::with_room(chunks * shards, monitor.memory()) else {
        return Ok(None);
    };
    (0..chunks * shards).for_each(|_| parcels.push_within(Mutex::default()));
    let search = ParallelBfs {
        puzzle,
        target,
        shards: RwLock::new(core::mem::replace(&mut tree.store, Shards::new(1))),
        slots: repeat_with(Mutex::default).take(shards).collect(),
        chunks: repeat_with(Mutex::default).take(chunks).collect(),
        parcels,
        tickets: PhaseTickets::new(),
        clock: monitor.meter().clock(),
        ends_early: AtomicBool::new(false),
        first_meeting: Mutex::new(None),
    };
    let help = |_, crew: &Crew| search.help::<D>(crew);
    let mut chunk_states = read(&search.shards).chunk_states;
    let lead = |crew: &Crew| {
        let frontier = &mut tree.frontier;
        let met = search.lead::<D>(frontier, &mut chunk_states, elsewhere, crew, monitor);
        crew.stop();
        met
    };
    let (met, _) = fork_join(threads, help, lead);
    let shards = search.shards.into_inner();
    tree.store = shards.unwrap_or_else(PoisonError::into_inner);
    tree.store.chunk_states = chunk_states;
    met
}

/// The work that a phase does on each of its items. Items are the chunks, or the shards for `MakeRoom` and `Store`.
#[derive(Clone, Copy)]
enum Phase {
    Expand,
    MakeRoom,
    Store,
    Collect,
}

/// The phases by the number that their [`PhaseTickets`] have.
const PHASES: [Phase; 4] = [Phase::Expand, Phase::MakeRoom, Phase::Store, Phase::Collect];

/// The data that the threads share while they expand a layer.
struct ParallelBfs<'t, P: Puzzle, T: Target<P>> {
    puzzle: &'t P,
    target: &'t T,
    /// The shards. Their tables are here while all threads may read them.
    shards: RwLock<Shards<P::State>>,
    /// The tables while states are added: each is in the slot of its shard, locked by one thread.
    slots: Vec<Mutex<ShardSlot<P::State>>>,
    chunks: Vec<Mutex<Chunk>>,
    /// The parcels of each chunk for each shard, chunk by chunk.
    parcels: Claimed<Vec<Mutex<Parcel<P::State>>>>,
    tickets: PhaseTickets,
    clock: Clock,
    /// Whether chunks are to end early, as a limit is reached or the search is cancelled.
    ends_early: AtomicBool,
    /// The first child of the round that meets the target, among those looked up so far.
    first_meeting: Mutex<Option<FirstMeeting<P, T>>>,
}

/// The table of a shard while one thread owns it, and the memory that this thread may claim for it.
struct ShardSlot<S: Clone + Eq + Hash> {
    table: Option<ShardTable<S>>,
    lease: Quota,
    /// Whether there was no room for all children.
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

/// A child that meets the target: its chunk, and its number among the children of the chunk.
struct FirstMeeting<P: Puzzle, T: Target<P>> {
    chunk: usize,
    number: u32,
    meeting: MeetingOf<P, T>,
}

/// The sums over the states of a round that are kept: those that were expanded within the limits.
#[derive(Default)]
struct RoundTotals {
    states: usize,
    generated: u64,
    /// Whether states were dropped because of a limit.
    is_limited: bool,
}

fn read<T>(shared: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    shared.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(shared: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    shared.write().unwrap_or_else(PoisonError::into_inner)
}

/// Waits a moment. `idle_looks` counts how often the thread has found no work since it last worked.
fn pause(idle_looks: &mut u32, crew: &Crew) {
    *idle_looks += 1;
    if *idle_looks < crew.looks(LOOKS_BEFORE_SLEEP) {
        thread::yield_now();
    } else {
        thread::sleep(SLEEP_TIME);
    }
}

impl<P, T> ParallelBfs<'_, P, T>
where
    P: Puzzle + Sync,
    T: Target<P, Met: Send> + Sync,
{
    /// The work of each thread but the leader: takes items until the leader stops the threads.
    fn help<D: TreeSide<P>>(&self, crew: &Crew) {
        let mut idle_looks = 0;
        while !crew.is_stopped() {
            if let Some((phase, item)) = self.tickets.take() {
                self.work::<D>(PHASES[phase], item, &mut || {});
                self.tickets.finish();
                idle_looks = 0;
            } else {
                pause(&mut idle_looks, crew);
            }
        }
    }

    /// Does one item of a phase, and calls `check` now and then if it expands a chunk.
    fn work<D: TreeSide<P>>(&self, phase: Phase, item: usize, check: &mut dyn FnMut()) {
        match phase {
            Phase::Expand => self.expand::<D>(item, check),
            Phase::MakeRoom => self.make_room(item),
            Phase::Store => self.store(item),
            Phase::Collect => self.collect(item),
        }
    }

    /// Runs a phase together with the other threads, and calls `check` now and then; returns how long this thread has
    /// worked on items, or zero without a clock.
    fn run_phase<D: TreeSide<P>>(
        &self,
        phase: Phase,
        crew: &Crew,
        check: &mut dyn FnMut(),
    ) -> Result<Duration, Stop> {
        let items = match phase {
            Phase::Expand | Phase::Collect => self.chunks.len(),
            Phase::MakeRoom | Phase::Store => self.slots.len(),
        };
        let begun = self.clock.elapsed().unwrap_or_default();
        self.tickets.begin(phase as usize, items);
        while let Some((_, item)) = self.tickets.take() {
            self.work::<D>(phase, item, check);
            self.tickets.finish();
        }
        let ended = self.clock.elapsed().unwrap_or_default();
        let mut idle_looks = 0;
        while !self.tickets.is_done() {
            if crew.is_stopped() {
                return Err(Stop::Panicked);
            }
            check();
            pause(&mut idle_looks, crew);
        }
        Ok(ended.saturating_sub(begun))
    }

    /// Expands the states of `frontier` in rounds, with `chunk_states` states in each chunk, until a child meets the
    /// target or a round does not fit into the limits. `elsewhere` is the number of states that another tree stores.
    /// Expanded states are removed from `frontier`, and `chunk_states` is adapted after each round.
    fn lead<D: TreeSide<P>>(
        &self,
        frontier: &mut Range<u32>,
        chunk_states: &mut usize,
        elsewhere: u64,
        crew: &Crew,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<MeetingOf<P, T>>, Stop> {
        while frontier.start < frontier.end {
            monitor.meter().look()?;
            let room = monitor.meter().room();
            let expansions_left = usize::try_from(room.expanded).unwrap_or(usize::MAX);
            let round_states = expansions_left.min(*chunk_states * self.chunks.len());
            self.assign(frontier.clone(), round_states, monitor);
            let (mut end, mut last_check) = (Ok(()), self.clock.elapsed());
            self.ends_early.store(false, Ordering::Relaxed);
            self.run_phase::<D>(Phase::Expand, crew, &mut || {
                let now = self.clock.elapsed();
                let is_due =
                    |(now, last): (Duration, _)| now.saturating_sub(last) >= TIME_PER_CHECK;
                if end.is_ok() && now.zip(last_check).is_none_or(is_due) {
                    (end, last_check) = (monitor.meter().look(), now);
                    self.ends_early.store(end.is_err(), Ordering::Relaxed);
                }
            })?;
            let stored = elsewhere + read(&self.shards).len() as u64;
            let kept = self.trim(room.generated, stored, monitor);
            if kept.states == 0 || !self.reserve::<D>(crew, monitor)? {
                return end.map(|()| None);
            }
            let storing_time = self.run_phase::<D>(Phase::Store, crew, &mut || {})?;
            self.take_back_tables();
            if let Some(first) = lock(&self.first_meeting).take() {
                self.count_up_to(&first, stored, monitor)?;
                return Ok(Some(first.meeting));
            }
            let share = || monitor.memory().share(self.chunks.len());
            let chunks = self.chunks.iter().map(lock);
            chunks.for_each(|mut chunk| chunk.lease = share());
            self.run_phase::<D>(Phase::Collect, crew, &mut || {})?;
            self.append_to_order();
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
            *chunk_states = self.next_chunk_states(&kept, storing_time);
        }
        Ok(None)
    }

    /// Returns the number of states for each chunk of the next round, given the time for which the leader has stored
    /// states in the last one.
    fn next_chunk_states(&self, last: &RoundTotals, storing_time: Duration) -> usize {
        let states = last.states as u128;
        let by_children = states * CHUNK_CHILDREN as u128 / u128::from(last.generated.max(1));
        let times = self.chunks.len() as u128 * storing_time.as_nanos();
        let by_time = states * STORING_TIME.as_nanos() / times.max(1);
        by_children.min(by_time).clamp(1, CHUNK_STATES as u128) as usize
    }

    /// Divides the first `states` states of the frontier, or all if there are fewer, among the chunks, in their order.
    fn assign(&self, frontier: Range<u32>, states: usize, monitor: &mut MonitorOf<'_, P>) {
        let chunks = self.chunks.len();
        let states = states.min(frontier.len()) as u64;
        // The chunks have a quarter of the free memory; the rest is for the tables.
        let share = || monitor.memory().share(4 * chunks);
        let start = |at| frontier.start + (states * at as u64 / chunks as u64) as u32;
        for (at, chunk) in self.chunks.iter().enumerate() {
            let chunk = &mut *lock(chunk);
            chunk.states = start(at)..start(at + 1);
            chunk.lease = share();
        }
    }

    /// Returns the parcels of a chunk, by shard.
    fn parcels_of_chunk(&self, chunk: usize) -> &[Mutex<Parcel<P::State>>] {
        let shards = self.slots.len();
        &self.parcels[chunk * shards..][..shards]
    }

    /// Returns the parcels for a shard, by chunk.
    fn parcels_of_shard(&self, shard: usize) -> impl Iterator<Item = &Mutex<Parcel<P::State>>> {
        self.parcels[shard..].iter().step_by(self.slots.len())
    }

    /// Expands the states of a chunk, puts their children into its parcels, and makes room there for the names of the
    /// new ones.
    fn expand<D: TreeSide<P>>(&self, chunk: usize, check: &mut dyn FnMut()) {
        let shards = read(&self.shards);
        let mut parcels: Vec<_> = self.parcels_of_chunk(chunk).iter().map(lock).collect();
        let chunk = &mut *lock(&self.chunks[chunk]);
        for parcel in &mut parcels {
            parcel.children.clear();
            parcel.new.clear();
        }
        chunk.child_counts.clear();
        (chunk.generated, chunk.sent) = (0, 0);
        let children = parcels.iter_mut().map(|parcel| &mut parcel.children);
        let expanded =
            self.expand_chunk::<D>(&shards, chunk, &mut children.collect::<Vec<_>>(), check);
        chunk.is_refused = expanded.is_err();
        if chunk.make_room(&mut parcels).is_err() {
            chunk.child_counts.clear();
            chunk.generated = 0;
            chunk.is_refused = true;
        }
    }

    /// Expands states of a chunk until all are expanded or it is to end early; fails if its lease is used up.
    fn expand_chunk<D: TreeSide<P>>(
        &self,
        shards: &Shards<P::State>,
        chunk: &mut Chunk,
        by_shard: &mut [&mut NumberedChildren<P::State>],
        check: &mut dyn FnMut(),
    ) -> Result<(), Stop> {
        let states = chunk.states.len();
        chunk.child_counts.reserve(states, &chunk.lease)?;
        for name in shards.order.names(chunk.states.clone()) {
            let expanded = chunk.child_counts.len();
            if expanded.is_multiple_of(STATES_PER_CHECK) {
                check();
            }
            // At least one state is expanded, so that a search that is stopped again and again still ends.
            let is_enough = self.ends_early.load(Ordering::Relaxed) || chunk.sent > MOST_SENT;
            if expanded > 0 && is_enough {
                break;
            }
            let children = chunk.expand::<D, P>(self.puzzle, shards, name, by_shard)?;
            chunk.child_counts.push_within(children);
        }
        Ok(())
    }

    /// Trims the round to the states before the first one that was not expanded or whose children do not fit into the
    /// limits, and drops the children of the others. `generated` is how many more children may be generated, and
    /// `stored` how many states are stored.
    fn trim(&self, generated: u64, stored: u64, monitor: &mut MonitorOf<'_, P>) -> RoundTotals {
        let storable = monitor.limits().room(Limited::Stored, stored);
        let mut left = storable.min(generated);
        let mut kept = RoundTotals::default();
        let mut is_over = false;
        for (at, chunk) in self.chunks.iter().enumerate() {
            let chunk = &mut *lock(chunk);
            let expanded = chunk.child_counts.len();
            if is_over {
                chunk.child_counts.clear();
                chunk.generated = 0;
            } else if u64::from(chunk.generated) > left {
                chunk.keep_within(left as u32);
                kept.is_limited = true;
            }
            is_over |= chunk.child_counts.len() < chunk.states.len();
            if chunk.child_counts.len() < expanded || chunk.is_refused {
                for parcel in self.parcels_of_chunk(at) {
                    let children = &mut lock(parcel).children;
                    let counted = children.partition_point(|child| child.g < chunk.generated);
                    children.as_vec().truncate(counted);
                }
            }
            left -= u64::from(chunk.generated);
            kept.states += chunk.child_counts.len();
            kept.generated += u64::from(chunk.generated);
            kept.is_limited |= chunk.is_refused;
        }
        kept
    }

    /// Makes room for all states that may be new, and for the lists of their names; returns whether there is enough.
    /// If so, each table is left in the slot of its shard.
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
        self.hand_out_tables();
        self.run_phase::<D>(Phase::MakeRoom, crew, &mut || {})?;
        let is_room = self.slots.iter().all(|slot| !lock(slot).is_refused);
        if !is_room {
            self.take_back_tables();
        }
        Ok(is_room)
    }

    /// Moves each table to the slot of its shard, where one thread can add to it.
    fn hand_out_tables(&self) {
        let tables = &mut write(&self.shards).tables;
        for (slot, table) in self.slots.iter().zip(tables.drain(..)) {
            lock(slot).table = Some(table);
        }
    }

    /// Puts the tables back where all threads can read them.
    fn take_back_tables(&self) {
        let tables = &mut write(&self.shards).tables;
        tables.extend(self.slots.iter().filter_map(|slot| lock(slot).table.take()));
    }

    /// Makes room in the table of a shard for all children sent to it.
    fn make_room(&self, shard: usize) {
        let most_states = read(&self.shards).names.most_states();
        let slot = &mut *lock(&self.slots[shard]);
        let parcels = self.parcels_of_shard(shard);
        let children: usize = parcels.map(|parcel| lock(parcel).children.len()).sum();
        if let Some(table) = &mut slot.table {
            let made = table.make_room(children, &slot.lease);
            slot.is_refused = made.is_err() || table.len() + children > most_states;
        }
    }

    /// Stores the new states among the children sent to a shard, up to the first one that meets the target.
    fn store(&self, shard: usize) {
        let names = read(&self.shards).names;
        let Some(table) = &mut lock(&self.slots[shard]).table else {
            return;
        };
        for (chunk, parcel) in self.parcels_of_shard(shard).enumerate() {
            let Parcel { children, new } = &mut *lock(parcel);
            let mut children = children.as_vec().drain(..);
            while !children.as_slice().is_empty() {
                let keys = children.as_slice().iter().map(|child| child.key);
                let keys = keys.take(READ_AHEAD);
                if !batch::is_cached(table.len()) {
                    table.read_ahead(&ByHash, keys.clone());
                }
                self.target.read_ahead(self.puzzle, keys);
                for child in children.by_ref().take(READ_AHEAD) {
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
                        return self.note(FirstMeeting {
                            chunk,
                            number,
                            meeting,
                        });
                    }
                    let index = table.insert(&ByHash, place, Linked { state, parent });
                    new.push_within((number, names.name(shard, index)));
                }
            }
        }
    }

    /// Notes a child that meets the target, unless one that was generated earlier does.
    fn note(&self, met: FirstMeeting<P, T>) {
        let mut first = lock(&self.first_meeting);
        let earliest = first.as_ref().map(|first| (first.chunk, first.number));
        if earliest.is_none_or(|earliest| (met.chunk, met.number) < earliest) {
            *first = Some(met);
        }
    }

    /// Counts the expansions, the children and the new states of the round up to the child that met the target; its
    /// parent is the last state that counts as expanded. `stored` is the number of states stored before the round.
    fn count_up_to(
        &self,
        met: &FirstMeeting<P, T>,
        stored: u64,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let (mut counts, mut new) = (Counts::default(), 0);
        for (at, chunk) in self.chunks[..=met.chunk].iter().enumerate() {
            let (chunk, is_last) = (lock(chunk), at == met.chunk);
            let end = if is_last { met.number } else { chunk.generated };
            // Expanded were the states whose first child does not come after the child that met the target.
            let mut first_child = 0;
            let is_before = |children: &&u32| {
                let is_before = first_child <= end;
                first_child += **children;
                is_before
            };
            let expanded = match is_last {
                true => chunk.child_counts.iter().take_while(is_before).count(),
                false => chunk.child_counts.len(),
            };
            counts += Counts {
                expanded: expanded as u64,
                generated: u64::from(end) + u64::from(is_last),
            };
            for parcel in self.parcels_of_chunk(at) {
                new += lock(parcel).new.partition_point(|new| new.0 < end) as u64;
            }
        }
        monitor.meter().add_counts(counts);
        monitor.meter().duplicates(counts.generated - new - 1);
        monitor.meter().store(stored + new)
    }

    /// Collects the names of the new children of a chunk, in the order in which they were generated.
    fn collect(&self, chunk: usize) {
        let (parcels, chunk) = (self.parcels_of_chunk(chunk), &self.chunks[chunk]);
        let chunk = &mut *lock(chunk);
        let Chunk {
            child_names: names,
            new_names,
            lease,
            ..
        } = chunk;
        names.as_vec().resize(chunk.generated as usize, NOT_NEW);
        for parcel in parcels {
            for &(number, name) in &*lock(parcel).new {
                names[number as usize] = name;
            }
        }
        // Branchless, since which of them are new cannot be predicted.
        let mut len = 0;
        for at in 0..names.len() {
            let name = names[at];
            names[len] = name;
            len += usize::from(name != NOT_NEW);
        }
        names.as_vec().truncate(len);
        // The list is kept for long, so that it has no spare capacity, unless there is no memory for an exact copy.
        match new_names.set_capacity(len, lease) {
            Ok(()) => new_names.as_vec().extend_from_slice(names),
            Err(_) => core::mem::swap(new_names, names),
        }
    }

    /// Appends the names of the new states to the order of insertion.
    fn append_to_order(&self) {
        let order = &mut write(&self.shards).order;
        for chunk in &self.chunks {
            order.append(core::mem::take(&mut lock(chunk).new_names));
        }
    }
}
