//! [`HashStore`]: breadth-first layers of the states of any puzzle, in hash tables.
//!
//! A search that begins on one thread has a single table. A search that begins on several threads has a fixed number of
//! shards, each with a table of its own, and the hash of a state says to which shard it belongs. A layer is expanded in
//! rounds. In a round, each shard stores the children that the others sent it in the round before. Then it expands its
//! own states, and puts their children into one buffer for each shard, until a buffer is full. Between rounds, the
//! buffers are handed to their shards.
//!
//! Invariant: in a round, only one thread accesses a shard and its buffers. So there are no locks, and the order of the
//! states is the same for any number of threads above one.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::hash::Hash;

use super::layer_table::{Grant, LayerTable, Pending};
use super::layers::{Front, LayerStore, Layered};
use super::spaces::{Retained, Space};
use crate::account::{Claimed, Meter, Stop};
use crate::storage::Key;
use crate::threads::parallel_for;

/// The number of states in a batch. Their children are looked up together, so that cache misses overlap.
const BATCH: u32 = 16;
/// The number of shards. With twice the number, the buffers take four times the room, fall out of the cache, and the
/// search takes a fifth longer.
const SHARDS: usize = 16;
/// The capacity of a buffer. With a tenth of it, it takes longer to start the threads of a round than to do their work.
const MOST_CAPACITY: usize = 512;
/// The capacity of a buffer where memory is scarce.
const LEAST_CAPACITY: usize = 64;
/// The capacity of the single buffer of one thread: enough for the children of a batch in most puzzles.
const SINGLE_CAPACITY: usize = 160;
/// If every shard has fewer states than this in the layer, one thread expands the layer.
const FEW_STATES: usize = 32;

/// How many children fit into the buffers.
#[derive(Clone, Copy, Debug)]
struct Room {
    /// The capacity of one buffer.
    buffer: usize,
    /// The free space that a batch needs: a buffer with less free space counts as full.
    batch: usize,
}

impl Room {
    const SINGLE: Self = Self {
        buffer: SINGLE_CAPACITY,
        batch: SINGLE_CAPACITY,
    };

    /// The room of the buffers of all shards, under a limit of `bytes` on the whole search.
    fn divided<S>(bytes: Option<usize>) -> Self {
        let buffer = bytes.map_or(MOST_CAPACITY, |bytes| {
            // A tenth of the memory is enough for children in transit.
            let children = bytes / 10 / size_of::<Pending<S>>().max(1);
            (children / (2 * SHARDS * SHARDS)).clamp(LEAST_CAPACITY, MOST_CAPACITY)
        });
        Self {
            buffer,
            batch: buffer / 4,
        }
    }
}

type Buffer<S> = Claimed<Vec<Pending<S>>>;

/// A part of the states, chosen by their hashes, with a table of its own.
struct HashShard<S: Clone + Eq + Hash> {
    table: LayerTable<S>,
    /// Received children, by the shard that sent them; and children to send, by the shard that they belong to.
    incoming: Vec<Buffer<S>>,
    outgoing: Vec<Buffer<S>>,
    /// The batch of states being expanded.
    parents: Claimed<Vec<S>>,
    /// The resume point: the next state to expand, and how many of its edges were followed before a buffer was full.
    next: u32,
    followed: usize,
    /// Whether the shard has finished this round.
    is_done: bool,
    /// What the shard may take in this round.
    grant: Grant,
}

impl<S: Clone + Eq + Hash> HashShard<S> {
    fn new(shards: usize, retained: Retained) -> Self {
        let (mut incoming, mut outgoing) = (Vec::new(), Vec::new());
        incoming.resize_with(shards, Claimed::default);
        outgoing.resize_with(shards, Claimed::default);
        Self {
            table: LayerTable::new(retained),
            incoming,
            outgoing,
            parents: Claimed::default(),
            next: 0,
            followed: 0,
            is_done: false,
            grant: Grant::default(),
        }
    }

    /// Runs the shard for one round, and adds the states it expands to `expanded`.
    fn run_round(
        &mut self,
        space: &dyn Space<S>,
        room: Room,
        expanded: &mut u64,
        look: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        for children in &mut self.incoming {
            if !children.is_empty() {
                self.table.store(children.as_vec(), &self.grant)?;
            }
        }
        let end = self.table.layer().end;
        if self.parents.capacity() == 0 {
            self.parents = Claimed::with_room(BATCH as usize, &self.grant.quota)?;
        }
        loop {
            if let [single] = &mut self.outgoing[..] {
                self.table.store(single.as_vec(), &self.grant)?;
            }
            let is_full = |children: &Buffer<S>| children.len() + room.batch > room.buffer;
            if self.next == end || self.outgoing.iter().any(is_full) {
                break;
            }
            look()?;
            for children in &mut self.outgoing {
                let more = if self.followed > 0 {
                    room.buffer - children.len()
                } else {
                    room.batch
                };
                children.reserve(more, &self.grant.quota)?;
            }
            let last = end.min(self.next.saturating_add(BATCH));
            self.parents.clear();
            let parents = &mut self.parents;
            self.table.for_each_state(self.next..last, |state| {
                parents.push_within(state.clone());
            });
            let (table, outgoing) = (&mut self.table, &mut self.outgoing);
            let (before, mut end_of_batch) = (self.followed, Ok(()));
            let followed = if let [single] = &mut outgoing[..] {
                let mut children = SingleBuffer {
                    table,
                    waiting: single.as_vec(),
                    grant: &self.grant,
                    end: Ok(()),
                };
                let followed =
                    space.successors(&self.parents, before, &mut |state| children.take(state));
                end_of_batch = children.end;
                followed
            } else {
                // A state of very many edges fills its buffers whole, since resuming within its edges takes time
                // proportional to the edges skipped.
                let is_within = before > 0;
                let mut taken = 0;
                space.successors(&self.parents, before, &mut |state| {
                    let key = table.key(&state);
                    let children = &mut outgoing[shard_of(key)];
                    children.push_within(Pending { key, state });
                    taken += 1;
                    taken < room.batch || is_within && children.len() < room.buffer
                })
            };
            // A state counts as expanded as soon as its first edge is followed.
            let begun = followed.states as u64 + u64::from(followed.edges > 0);
            *expanded += begun - u64::from(before > 0);
            self.next += followed.states as u32;
            self.followed = followed.edges;
            end_of_batch?;
        }
        self.is_done = true;
        Ok(())
    }
}

/// The children of a batch, and the single table to which they go.
struct SingleBuffer<'s, S: Clone + Eq + Hash> {
    table: &'s mut LayerTable<S>,
    waiting: &'s mut Vec<Pending<S>>,
    grant: &'s Grant,
    end: Result<(), Stop>,
}

impl<S: Clone + Eq + Hash> SingleBuffer<'_, S> {
    /// Takes a child; returns whether it takes another.
    #[inline]
    fn take(&mut self, state: S) -> bool {
        let key = self.table.key(&state);
        // With room for this child and another, the push makes no call, so that no registers are saved for one.
        let (len, room) = (self.waiting.len(), self.waiting.capacity());
        if len < room && len + 1 != room {
            self.waiting.push(Pending { key, state });
            return true;
        }
        self.take_last(Pending { key, state })
    }

    /// Takes the child that fills the buffer, which has more room than most batches need.
    #[cold]
    #[inline(never)]
    fn take_last(&mut self, child: Pending<S>) -> bool {
        self.waiting.push(child);
        self.end = self.table.store(self.waiting, self.grant);
        self.end.is_ok()
    }
}

/// The shard of a state, by bits of the hash that the index of its table does not use.
const fn shard_of(key: Key) -> usize {
    key.shard_bits() % SHARDS
}

/// The space whose layers are stored.
pub(super) type SharedSpace<'a, S> = Box<dyn Space<S> + Send + Sync + 'a>;

/// The layers of a space, in the tables of all shards.
pub(super) struct HashStore<'a, S: Clone + Eq + Hash> {
    space: SharedSpace<'a, S>,
    starts: Arc<Vec<S>>,
    shards: Vec<HashShard<S>>,
    room: Room,
}

/// The bytes of the buffers that a store on one thread has beside its table.
pub(super) const fn buffer_bytes<S>() -> usize {
    SINGLE_CAPACITY * size_of::<Pending<S>>() + BATCH as usize * size_of::<S>()
}

impl<'a, S: Clone + Eq + Hash + Send> HashStore<'a, S> {
    pub(super) const fn new(space: SharedSpace<'a, S>, starts: Arc<Vec<S>>) -> Self {
        Self {
            space,
            starts,
            shards: Vec::new(),
            room: Room::SINGLE,
        }
    }

    /// The number of states in all tables.
    fn stored(&self) -> u64 {
        let mut stored = 0;
        for shard in &self.shards {
            stored += shard.table.stored() as u64;
        }
        stored
    }

    /// Does one round: on all threads as far as the grants of the shards reach, and then on this thread, which may use
    /// all that the limits leave.
    fn run_round(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.shards.len() > 1 {
            self.expand_shards(meter)?;
        }
        for at in 0..self.shards.len() {
            if self.shards[at].is_done {
                continue;
            }
            let here = self.shards[at].table.stored() as u64;
            let elsewhere = self.stored() - here;
            let shard = &mut self.shards[at];
            shard.grant = Grant::beside(elsewhere, meter);
            let mut expanded = 0;
            let space = &*self.space;
            let end = shard.run_round(space, self.room, &mut expanded, &mut || meter.look());
            meter.count_expanded(expanded);
            let stored = elsewhere + shard.table.stored() as u64;
            meter.store(stored)?;
            end?;
            meter.look()?;
        }
        Ok(())
    }

    /// Lets several threads run the shards as far as their grants allow.
    fn expand_shards(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut left = 0;
        for shard in &self.shards {
            left += usize::from(!shard.is_done);
        }
        let (quota, stored) = (meter.memory().clone(), self.stored());
        let free = quota.free() / left.max(1);
        let most = meter.limits().stored;
        let most = most.map(|most| most.saturating_sub(stored) / left.max(1) as u64);
        let mut is_small = true;
        for shard in &mut self.shards {
            shard.grant = Grant {
                quota: quota.lease(free),
                states: most.map(|most| shard.table.stored() as u64 + most),
            };
            is_small &= shard.table.layer().len() < FEW_STATES;
        }
        let threads = if is_small { 1 } else { meter.threads() };
        let (space, room) = (&*self.space, self.room);
        let work = |shard: &mut HashShard<S>| {
            let mut expanded = 0;
            // A shard whose grant is used up is finished by the first thread.
            let _ = shard.run_round(space, room, &mut expanded, &mut || Ok(()));
            expanded
        };
        let shards = self.shards.iter_mut().filter(|shard| !shard.is_done);
        let (expanded, end) = parallel_for(threads, shards, work, || meter.look());
        meter.count_expanded(expanded);
        meter.store(self.stored())?;
        end
    }

    /// Hands the buffers over; returns whether any had children in it.
    fn exchange(&mut self) -> bool {
        let (shards, mut is_any) = (self.shards.len(), false);
        if shards == 1 {
            return false;
        }
        for from in 0..shards {
            for to in 0..shards {
                let sent = core::mem::take(&mut self.shards[from].outgoing[to]);
                is_any |= !sent.is_empty();
                let emptied = core::mem::replace(&mut self.shards[to].incoming[from], sent);
                self.shards[from].outgoing[to] = emptied;
            }
            self.shards[from].is_done = false;
        }
        is_any
    }
}

impl<S: Clone + Eq + Hash + Send> Layered for HashStore<'_, S> {
    type Error = Stop;

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        let retained = self.space.retained();
        let shards = if meter.threads() > 1 { SHARDS } else { 1 };
        self.shards = Vec::new();
        self.shards
            .resize_with(shards, || HashShard::new(shards, retained));
        self.room = if shards == 1 {
            Room::SINGLE
        } else {
            Room::divided::<S>(meter.limits().bytes)
        };
        for at in 0..self.starts.len() {
            let start = &self.starts[at];
            let key = self.shards[0].table.key(start);
            let to = if shards == 1 { 0 } else { shard_of(key) };
            let elsewhere = self.stored() - self.shards[to].table.stored() as u64;
            let grant = Grant::beside(elsewhere, meter);
            self.shards[to].table.start(start.clone(), &grant)?;
            meter.store(self.stored())?;
        }
        for shard in &mut self.shards {
            shard.next = shard.table.layer().start;
        }
        Ok(self.stored())
    }

    fn advance(&mut self, _: Front, meter: &mut Meter<'_>) -> Result<Option<u64>, Stop> {
        loop {
            self.run_round(meter)?;
            if !self.exchange() {
                break;
            }
        }
        let mut states = 0;
        for shard in &self.shards {
            states += shard.table.next_layer_len() as u64;
        }
        if states == 0 {
            return Ok(None);
        }
        for shard in &mut self.shards {
            shard.table.advance();
            (shard.next, shard.followed) = (shard.table.layer().start, 0);
            shard.is_done = false;
        }
        Ok(Some(states))
    }

    fn clear(&mut self) {
        self.shards = Vec::new();
    }
}

impl<S: Clone + Eq + Hash + Send> LayerStore for HashStore<'_, S> {
    type Id = S;

    fn visit_states(&self, visit: &mut dyn FnMut(&[S]) -> bool) -> Result<(), Stop> {
        for shard in &self.shards {
            if shard.table.visit_states(visit) {
                break;
            }
        }
        Ok(())
    }
}
