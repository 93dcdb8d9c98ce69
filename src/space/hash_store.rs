//! [`HashStore`]: layers of any states in hash tables.
//!
//! One thread has one table. Several threads share a fixed number of shards, to which states belong by their hash: each
//! shard expands its own states and puts their neighbors into a box for each shard; when one of its boxes is full, it
//! waits. At the end of a round the boxes change hands, and in the next one each shard first stores what is new to it.
//! So no state is looked at by two threads in the same round, and what a round does is the same for any number of
//! threads.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::hash::Hash;

use super::layer_table::{Child, Grant, LayerTable};
use super::layers::{LayerStore, Layered, SoFar};
use super::spaces::Space;
use crate::account::{Claimed, Meter, Stop};
use crate::storage::Key;
use crate::threads::share;

/// So many states are expanded before their neighbors are looked up together.
const AT_A_TIME: u32 = 16;
/// As many shards as most machines have cores that share their memory well: of twice as many the boxes take four
/// times the room, which no longer fits into the cache, and a fifth more time.
const SHARDS: usize = 16;
/// So many neighbors there is room for in a box: with a tenth of them the threads, which are made anew for each
/// round, take longer to begin than to work.
const MOST: usize = 512;
/// And so many where little memory is free.
const LEAST: usize = 64;
/// In the only box of the only shard: most states have so few neighbors that those of a batch find room.
const ALONE: usize = 160;
/// A layer of so few states in each shard is left to one thread.
const FEW: usize = 32;

/// How a round is done.
pub(super) trait Expander<S: Clone + Eq + Hash> {
    const SHARDS: usize;

    fn space(&self) -> &dyn Space<S>;

    /// Does what each of these shards may do without asking, by so many threads; returns how many states were
    /// expanded.
    fn share_out(
        &self,
        threads: usize,
        shards: &mut [Shard<S>],
        room: Room,
        meter: &mut Meter<'_>,
    ) -> (u64, Result<(), Stop>);
}

/// One thread.
pub(super) struct Alone<'a, S>(pub(super) Box<dyn Space<S> + 'a>);

impl<S: Clone + Eq + Hash> Expander<S> for Alone<'_, S> {
    const SHARDS: usize = 1;

    fn space(&self) -> &dyn Space<S> {
        &*self.0
    }

    fn share_out(
        &self,
        _: usize,
        _: &mut [Shard<S>],
        _: Room,
        _: &mut Meter<'_>,
    ) -> (u64, Result<(), Stop>) {
        (0, Ok(()))
    }
}

/// Several threads.
pub(super) struct Shared<'a, S>(pub(super) Box<dyn Space<S> + Sync + 'a>);

impl<S: Clone + Eq + Hash + Send> Expander<S> for Shared<'_, S> {
    const SHARDS: usize = SHARDS;

    fn space(&self) -> &dyn Space<S> {
        &*self.0
    }

    fn share_out(
        &self,
        threads: usize,
        shards: &mut [Shard<S>],
        room: Room,
        meter: &mut Meter<'_>,
    ) -> (u64, Result<(), Stop>) {
        let shards = shards.iter_mut().filter(|shard| !shard.is_done);
        let work = |shard: &mut Shard<S>| {
            let mut expanded = 0;
            // Where it is refused, it is the first thread that goes on.
            let _ = shard.work(&*self.0, room, &mut expanded, &mut || Ok(()));
            expanded
        };
        share(threads, shards, work, || meter.look())
    }
}

/// How many neighbors there is room for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// In a box.
    in_box: usize,
    /// Among those of a batch: a box that has less room left is full.
    at_a_time: usize,
}

type Children<S> = Claimed<Vec<Child<S>>>;

pub(super) struct Shard<S: Clone + Eq + Hash> {
    table: LayerTable<S>,
    /// Neighbors on their way, by the shard that they come from or belong to.
    incoming: Vec<Children<S>>,
    outgoing: Vec<Children<S>>,
    /// States that are expanded together.
    parents: Claimed<Vec<S>>,
    /// The state that is expanded next, and how many of its edges were followed before a box was full.
    next: u32,
    followed: usize,
    /// Whether it has done its part in this round.
    is_done: bool,
    /// What it was granted for this round.
    grant: Grant,
}

impl<S: Clone + Eq + Hash> Shard<S> {
    fn new(shards: usize, forgets: bool) -> Self {
        let boxes = || (0..shards).map(|_| Claimed::default()).collect();
        Self {
            table: LayerTable::new(forgets),
            incoming: boxes(),
            outgoing: boxes(),
            parents: Claimed::default(),
            next: 0,
            followed: 0,
            is_done: false,
            grant: Grant::default(),
        }
    }

    /// Does its part in a round; counts the states that it expands.
    fn work(
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
            self.parents = Claimed::with_room(AT_A_TIME as usize, &self.grant.quota)?;
        }
        loop {
            if let [alone] = &mut self.outgoing[..] {
                self.table.store(alone.as_vec(), &self.grant)?;
            }
            let is_full = |children: &Children<S>| children.len() + room.at_a_time > room.in_box;
            if self.next == end || self.outgoing.iter().any(is_full) {
                break;
            }
            look()?;
            for children in &mut self.outgoing {
                let more = if self.followed > 0 {
                    room.in_box - children.len()
                } else {
                    room.at_a_time
                };
                children.reserve(more, &self.grant.quota)?;
            }
            let last = end.min(self.next.saturating_add(AT_A_TIME));
            self.parents.clear();
            for at in self.next..last {
                self.parents.push_within(self.table.state(at).clone());
            }
            let (table, outgoing) = (&mut self.table, &mut self.outgoing);
            let (before, mut end_of_batch) = (self.followed, Ok(()));
            let followed = if let [alone] = &mut outgoing[..] {
                let grant = &self.grant;
                space.successors(&self.parents, before, &mut |state| {
                    let key = table.key(&state);
                    alone.push_within(Child { key, state });
                    if alone.len() < room.at_a_time {
                        return true;
                    }
                    end_of_batch = table.store_within_state(alone.as_vec(), grant);
                    end_of_batch.is_ok()
                })
            } else {
                // A state of very many edges fills its boxes, since to go on within its edges takes as long as they
                // are many.
                let is_within = before > 0;
                let mut taken = 0;
                space.successors(&self.parents, before, &mut |state| {
                    let key = table.key(&state);
                    let children = &mut outgoing[shard_of(key)];
                    children.push_within(Child { key, state });
                    taken += 1;
                    taken < room.at_a_time || is_within && children.len() < room.in_box
                })
            };
            // Each state counts when it is begun.
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

/// Which shard a state belongs to: by bits of the hash that its table makes no use of.
const fn shard_of(key: Key) -> usize {
    key.shard_bits() % SHARDS
}

pub(super) struct HashStore<S: Clone + Eq + Hash, X> {
    expander: X,
    starts: Arc<Vec<S>>,
    shards: Vec<Shard<S>>,
    room: Room,
}

/// How many bytes it holds beside its table, on one thread.
pub(super) const fn bytes_beside<S>() -> usize {
    ALONE * size_of::<Child<S>>() + AT_A_TIME as usize * size_of::<S>()
}

impl<S: Clone + Eq + Hash, X: Expander<S>> HashStore<S, X> {
    pub(super) const fn new(expander: X, starts: Arc<Vec<S>>) -> Self {
        Self {
            expander,
            starts,
            shards: Vec::new(),
            room: Room {
                in_box: ALONE,
                at_a_time: ALONE,
            },
        }
    }

    fn stored(&self) -> u64 {
        self.shards
            .iter()
            .map(|shard| shard.table.stored() as u64)
            .sum()
    }

    /// One round, by all threads as far as they are granted enough, and then by this one.
    fn round(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if X::SHARDS > 1 {
            self.share_out(meter)?;
        }
        for at in 0..self.shards.len() {
            if self.shards[at].is_done {
                continue;
            }
            let here = self.shards[at].table.stored() as u64;
            let elsewhere = self.stored() - here;
            let shard = &mut self.shards[at];
            shard.grant = Grant {
                quota: meter.memory().clone(),
                states: meter
                    .limits()
                    .stored
                    .map(|most| most.saturating_sub(elsewhere)),
            };
            let mut expanded = 0;
            let space = self.expander.space();
            let end = shard.work(space, self.room, &mut expanded, &mut || meter.look());
            meter.count_expanded(expanded);
            let stored = elsewhere + shard.table.stored() as u64;
            meter.store(stored)?;
            end?;
            meter.look()?;
        }
        Ok(())
    }

    fn share_out(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let left = self.shards.iter().filter(|shard| !shard.is_done).count();
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
            is_small &= shard.table.layer().len() < FEW;
        }
        let threads = if is_small { 1 } else { meter.threads() };
        let expander = &self.expander;
        let (expanded, end) = expander.share_out(threads, &mut self.shards, self.room, meter);
        meter.count_expanded(expanded);
        meter.store(self.stored())?;
        end
    }

    /// Changes boxes; returns whether there was anything in them.
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

impl<S: Clone + Eq + Hash, X: Expander<S>> Layered for HashStore<S, X> {
    type Error = Stop;

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        let forgets = self.expander.space().is_undirected();
        let shard = |_| Shard::new(X::SHARDS, forgets);
        self.shards = (0..X::SHARDS).map(shard).collect();
        let mut in_box = if X::SHARDS == 1 { ALONE } else { MOST };
        if let Some(bytes) = meter.limits().bytes
            && X::SHARDS > 1
        {
            // Some tenth of the memory is enough for children on their way.
            let children = bytes / 10 / size_of::<Child<S>>().max(1);
            in_box = (children / (2 * SHARDS * SHARDS)).clamp(LEAST, MOST);
        }
        let at_a_time = if X::SHARDS == 1 { ALONE } else { in_box / 4 };
        self.room = Room { in_box, at_a_time };
        for at in 0..self.starts.len() {
            let start = &self.starts[at];
            let key = self.shards[0].table.key(start);
            let to = if X::SHARDS == 1 { 0 } else { shard_of(key) };
            let elsewhere = self.stored() - self.shards[to].table.stored() as u64;
            let grant = Grant {
                quota: meter.memory().clone(),
                states: meter
                    .limits()
                    .stored
                    .map(|most| most.saturating_sub(elsewhere)),
            };
            self.shards[to].table.start(start.clone(), &grant)?;
            meter.store(self.stored())?;
        }
        for shard in &mut self.shards {
            shard.next = shard.table.layer().start;
        }
        Ok(self.stored())
    }

    fn advance(&mut self, _: SoFar, meter: &mut Meter<'_>) -> Result<Option<u64>, Stop> {
        loop {
            self.round(meter)?;
            if !self.exchange() {
                break;
            }
        }
        let shards = self.shards.iter();
        let states = shards.map(|shard| shard.table.coming() as u64).sum();
        if states == 0 {
            return Ok(None);
        }
        for shard in &mut self.shards {
            shard.table.turn(meter.memory());
            (shard.next, shard.followed) = (shard.table.layer().start, 0);
            shard.is_done = false;
        }
        Ok(Some(states))
    }

    fn clear(&mut self) {
        self.shards = Vec::new();
    }
}

impl<S: Clone + Eq + Hash, X: Expander<S>> LayerStore for HashStore<S, X> {
    type Id = S;

    fn each(&self, visit: &mut dyn FnMut(&[S]) -> bool) -> Result<(), Stop> {
        let _ = self.shards.iter().any(|shard| shard.table.each(visit));
        Ok(())
    }
}
