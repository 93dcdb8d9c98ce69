//! [`Sharded`]: layers in hash tables that are divided among threads by the hash of the states.
//!
//! Each shard expands its own states and puts their children into a box for each shard; when one of its
//! boxes is full, it waits. At the end of a round the boxes change hands, and in the next one each shard
//! first stores what is new to it. So no state is looked at by two threads in the same round, and what a
//! round does is the same for any number of threads.

use alloc::vec::Vec;
use core::hash::Hash;

use super::expansion::{Account, Child};
use super::hashing::Hashed;
use super::layer_table::LayerTable;
use super::layers::{Layers, SoFar};
use crate::account::{Memory, Meter, Stop};
use crate::puzzle::Puzzle;
use crate::storage::Key;
use crate::threads::share;

/// As many as most machines have cores that share their memory well: of twice as many the boxes take four
/// times the room, which no longer fits into the cache, and a fifth more time.
const SHARDS: usize = 16;
/// So many children there is room for in a box: with a tenth of them the threads, which are made anew for each
/// round, take longer to begin than to work.
const MOST: usize = 512;
/// And so many where little memory is free.
const LEAST: usize = 64;
/// With room for fewer than so many no further state is expanded: of most states all children find room.
const SPARE: usize = 16;

/// A layer of so few states in each shard is left to one thread.
const FEW: usize = 32;

/// Which shard a state belongs to: by bits of the key that are its own.
const fn shard_of(key: Key) -> usize {
    key.shard_bits() % SHARDS
}

pub(super) struct Sharded<P: Puzzle> {
    shards: Vec<Shard<P::State>>,
    /// So many children there is room for in a box.
    most: usize,
    forgets: bool,
}

/// Children on their way, by the shard that they come from or belong to.
type Boxes<S> = Vec<Vec<Child<S>>>;

struct Shard<S: Clone + Eq + Hash> {
    table: LayerTable<S>,
    incoming: Boxes<S>,
    outgoing: Boxes<S>,
    /// The state that is expanded next, and how many of its children were taken before a box was full.
    next: u32,
    taken: usize,
    /// Whether it has done its part in this round.
    is_done: bool,
    /// What it was granted for this round, and what it took.
    lease: Lease,
}

/// What a shard may take without asking.
#[derive(Default)]
pub(super) struct Lease {
    pub(super) memory: Memory,
    pub(super) stored: Option<u64>,
}

impl Account for Lease {
    fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn store(&mut self, states: u64) -> Result<(), Stop> {
        match self.stored {
            Some(most) if states > most => Err(Stop::Stored),
            _ => Ok(()),
        }
    }
}

/// The account of the task itself, when so many states are stored in other shards.
struct Beside<'m, 'o>(&'m mut Meter<'o>, usize);

impl Account for Beside<'_, '_> {
    fn memory(&mut self) -> &mut Memory {
        self.0.memory()
    }

    fn store(&mut self, states: u64) -> Result<(), Stop> {
        self.0.store(states + self.1 as u64)
    }
}

impl<S: Clone + Eq + Hash> Shard<S> {
    /// Does its part in a round; counts the states that it expands.
    fn work<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        most: usize,
        account: &mut impl Account,
        expanded: &mut u64,
    ) -> Result<(), Stop> {
        for children in &mut self.incoming {
            if !children.is_empty() {
                self.table.store(children, account)?;
            }
        }
        let end = self.table.layer().end;
        let mut is_full = false;
        while !is_full && self.next < end {
            let state = self.table.state(self.next).clone();
            let mut neighbors = puzzle.neighbors(&state).into_iter();
            if let Some(last) = self.taken.checked_sub(1) {
                drop(neighbors.nth(last));
            }
            let mut is_whole = true;
            for neighbor in neighbors {
                let key = self.table.key(&neighbor.state);
                let children = &mut self.outgoing[shard_of(key)];
                if children.len() >= most {
                    is_whole = false;
                    break;
                }
                let state = neighbor.state;
                account.memory().push(children, Child { key, state })?;
                *expanded += u64::from(self.taken == 0);
                self.taken += 1;
                is_full |= children.len() + SPARE > most;
            }
            if is_whole {
                *expanded += u64::from(self.taken == 0);
                self.next += 1;
                self.taken = 0;
            }
            is_full |= !is_whole;
        }
        self.is_done = true;
        Ok(())
    }
}

impl<P: Puzzle> Sharded<P> {
    /// Of a puzzle whose layers are forgotten where that is safe.
    pub(super) fn new(puzzle: &P) -> Self {
        Self {
            shards: Vec::new(),
            most: MOST,
            forgets: puzzle.facts().undirected,
        }
    }

    fn stored(&self) -> usize {
        self.shards.iter().map(|shard| shard.table.stored()).sum()
    }

    /// Changes boxes; returns whether there was anything in them.
    fn exchange(&mut self) -> bool {
        let mut is_any = false;
        for from in 0..SHARDS {
            for to in 0..SHARDS {
                let mut sent = core::mem::take(&mut self.shards[from].outgoing[to]);
                is_any |= !sent.is_empty();
                core::mem::swap(&mut sent, &mut self.shards[to].incoming[from]);
                self.shards[from].outgoing[to] = sent;
            }
            self.shards[from].is_done = false;
        }
        is_any
    }

    /// One round, by all threads as far as they are granted enough, and then by this one.
    fn round(&mut self, puzzle: &P, meter: &mut Meter<'_>) -> Result<(), Stop>
    where
        P: Puzzle + Sync,
    {
        let stored = self.stored();
        let left = self.shards.iter().filter(|shard| !shard.is_done).count();
        let limits = meter.limits();
        let (bytes, most) = (limits.bytes, limits.stored);
        let bytes = bytes.map(|_| meter.memory().free() / left.max(1));
        let most = most.map(|most| most.saturating_sub(stored as u64) / left.max(1) as u64);
        let held = meter.memory().held();
        let room = self.most;
        let is_small = self
            .shards
            .iter()
            .all(|shard| shard.table.layer().len() < FEW);
        let shards = self.shards.iter_mut().filter(|shard| !shard.is_done);
        let work = |shard: &mut Shard<P::State>| {
            let mut lease = Lease::default();
            lease.memory.limit_to(bytes);
            lease.stored = most.map(|most| shard.table.stored() as u64 + most);
            let mut expanded = 0;
            // Where it is refused, it is this thread that goes on.
            let _ = shard.work(puzzle, room, &mut lease, &mut expanded);
            shard.lease = lease;
            expanded
        };
        let threads = if is_small { 1 } else { meter.threads() };
        let (expanded, end) = share(threads, shards, work, || meter.look());
        meter.count_expanded(expanded);
        let mut peak = held;
        for shard in &mut self.shards {
            let Lease { memory, .. } = core::mem::take(&mut shard.lease);
            meter.memory().add(memory.held());
            peak = peak.saturating_add(memory.peak());
        }
        meter.memory().raise_peak(peak);
        meter.store(self.stored() as u64)?;
        end?;
        for at in 0..SHARDS {
            let elsewhere = self.stored() - self.shards[at].table.stored();
            let shard = &mut self.shards[at];
            if !shard.is_done {
                let mut expanded = 0;
                let mut account = Beside(meter, elsewhere);
                let end = shard.work(puzzle, room, &mut account, &mut expanded);
                meter.count_expanded(expanded);
                end?;
                meter.look()?;
            }
        }
        Ok(())
    }
}

impl<P: Puzzle + Sync> Hashed<P> for Sharded<P> {
    fn start(&mut self, starts: &[P::State], meter: &mut Meter<'_>) -> Result<u64, Stop> {
        if let Some(bytes) = meter.limits().bytes {
            // Some tenth of the memory is enough for children on their way.
            let children = bytes / 10 / size_of::<Child<P::State>>().max(1);
            self.most = (children / (2 * SHARDS * SHARDS)).clamp(LEAST, MOST);
        }
        let list = || (0..SHARDS).map(|_| Vec::new()).collect();
        let shard = |_| Shard {
            table: LayerTable::new(self.forgets),
            incoming: list(),
            outgoing: list(),
            next: 0,
            taken: 0,
            is_done: false,
            lease: Lease::default(),
        };
        self.shards = (0..SHARDS).map(shard).collect();
        for start in starts {
            let stored = self.stored();
            let at = shard_of(self.shards[0].table.key(start));
            let table = &mut self.shards[at].table;
            let mut account = Beside(meter, stored - table.stored());
            table.start(start.clone(), &mut account)?;
        }
        Ok(self.stored() as u64)
    }
}

impl<P: Puzzle + Sync> Layers<P> for Sharded<P> {
    type Item = P::State;
    type Error = Stop;

    fn advance(&mut self, puzzle: &P, _: SoFar, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        loop {
            self.round(puzzle, meter)?;
            if !self.exchange() {
                break;
            }
        }
        let states = self
            .shards
            .iter()
            .map(|shard| shard.table.coming() as u64)
            .sum();
        if states > 0 {
            for shard in &mut self.shards {
                shard.table.turn(meter.memory());
                (shard.next, shard.taken) = (shard.table.layer().start, 0);
            }
        }
        Ok(states)
    }

    fn each(&self, visit: &mut dyn FnMut(P::State) -> bool) -> Result<(), Stop> {
        let _ = self
            .shards
            .iter()
            .any(|shard| shard.table.each_state(visit));
        Ok(())
    }
}
