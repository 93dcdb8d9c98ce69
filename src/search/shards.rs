//! [`Shards`]: the states of a breadth-first search, divided into tables by their hash, so that several threads can add
//! states at the same time.
//!
//! A state's *name* is one number made of its shard and its index in the table of the shard; nodes store the names of
//! their parents. Invariant: the [`InsertionOrder`] has the names of the last two layers in the order in which one
//! thread would have added the states. It takes 4 bytes for each of them. With one shard, names are the indices and
//! there is no list of them.

use alloc::vec::Vec;
use core::hash::Hash;
use core::ops::Range;

use super::batch;
use super::bfs_tree::TreeStore;
use crate::account::{Claimed, Meter, Quota, Stop};
use crate::storage::{ByHash, Key, Keys, Linked, NodeTable, Vacancy};

/// The table of one shard, to which one thread adds at a time.
pub(super) type ShardTable<S> = NodeTable<Linked<S>>;

/// More threads than this cost more than they help.
const MOST_THREADS: usize = 64;
/// The number of shards for each thread: more than one, so that others can help a thread that is late.
const SHARDS_PER_THREAD: usize = 2;
const MOST_SHARDS: usize = SHARDS_PER_THREAD * MOST_THREADS.next_power_of_two();
/// A layer of fewer states is expanded by one thread.
const MIN_PARALLEL: usize = 1 << 12;
/// The number of states in a chunk of the first round.
const FIRST_CHUNK_STATES: usize = 1 << 3;
/// The least capacity of a list of names when states are added one by one.
const LEAST_CAPACITY: usize = 1 << 10;

/// States in shards, and the order in which those of the last two layers were added.
#[derive(Debug)]
pub(super) struct Shards<S: Clone + Eq + Hash> {
    pub(super) names: NameBits,
    pub(super) tables: Vec<ShardTable<S>>,
    pub(super) order: InsertionOrder,
    pub(super) threads: usize,
    /// A layer of fewer states is expanded by one thread.
    pub(super) min_parallel: usize,
    /// The number of states in a chunk of the next round by threads.
    pub(super) chunk_states: usize,
}

impl<S: Clone + Eq + Hash> Shards<S> {
    /// Creates shards for `threads` threads.
    pub(super) fn new(threads: usize) -> Self {
        let threads = threads.clamp(1, MOST_THREADS);
        let shards = match threads {
            1 => 1,
            _ => SHARDS_PER_THREAD * threads.next_power_of_two(),
        };
        Self {
            names: NameBits {
                bits: shards.ilog2(),
            },
            tables: (0..shards).map(|_| NodeTable::new()).collect(),
            order: InsertionOrder::default(),
            threads,
            min_parallel: MIN_PARALLEL,
            chunk_states: FIRST_CHUNK_STATES,
        }
    }

    /// Whether there is one table only, so that names are indices.
    const fn is_single(&self) -> bool {
        self.names.bits == 0
    }
}

/// Makes names: the lowest `bits` bits of a name are the shard, and the others are the index there.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameBits {
    bits: u32,
}

impl NameBits {
    /// Returns the shard of a state, which bits of its key select that no table uses.
    #[inline]
    pub(super) const fn owner(self, key: Key) -> usize {
        key.shard_bits() & ((1 << self.bits) - 1)
    }

    /// Returns the name of the state with this index in this shard.
    #[inline]
    pub(super) const fn name(self, shard: usize, index: u32) -> u32 {
        index << self.bits | shard as u32
    }

    /// Returns the shard of a name, and the index there.
    #[inline]
    const fn shard_and_index(self, name: u32) -> (usize, u32) {
        (name as usize & ((1 << self.bits) - 1), name >> self.bits)
    }

    /// Returns the greatest number of states of a shard.
    pub(super) const fn most_states(self) -> usize {
        (u32::MAX >> self.bits) as usize
    }
}

/// The names of states in the order of insertion. Those of the first states may be forgotten.
#[derive(Debug, Default)]
pub(super) struct InsertionOrder {
    lists: Claimed<Vec<NameList>>,
    /// The number of states added, including those whose names are forgotten.
    len: u32,
}

/// Successive names.
#[derive(Debug)]
struct NameList {
    /// The index of the first name in the order of insertion.
    start: u32,
    names: Claimed<Vec<u32>>,
}

impl NameList {
    /// The index after the last name.
    fn end(&self) -> u32 {
        self.start + self.names.len() as u32
    }
}

impl InsertionOrder {
    /// Returns the names of the states with these indices in the order of insertion.
    pub(super) fn names(&self, Range { start, end }: Range<u32>) -> impl Iterator<Item = u32> {
        let first = self.lists.partition_point(|list| list.end() <= start);
        let lists = self.lists[first..].iter();
        let lists = lists.take_while(move |list| list.start < end);
        lists.flat_map(move |list| {
            let from = start.saturating_sub(list.start) as usize;
            let to = (end.min(list.end()) - list.start) as usize;
            list.names[from..to].iter().copied()
        })
    }

    /// Makes room for `names` names to be [pushed](Self::push).
    fn make_room(&mut self, names: usize, memory: &Quota) -> Result<(), Stop> {
        let is_room = |list: &NameList| list.names.capacity() - list.names.len() >= names;
        if !self.lists.last().is_some_and(is_room) {
            self.make_room_for_lists(1, memory)?;
            let list = Claimed::with_room(names.max(LEAST_CAPACITY), memory)?;
            self.append(list);
        }
        Ok(())
    }

    /// Makes room for `lists` lists to be [appended](Self::append).
    pub(super) fn make_room_for_lists(&mut self, lists: usize, memory: &Quota) -> Result<(), Stop> {
        self.lists.reserve(lists, memory)
    }

    /// Adds a list of names; there must be room for it.
    pub(super) fn append(&mut self, names: Claimed<Vec<u32>>) {
        let start = self.len;
        self.len += names.len() as u32;
        self.lists.push_within(NameList { start, names });
    }

    /// Adds a name; there must be room for it.
    #[inline]
    fn push(&mut self, name: u32) {
        if let Some(last) = self.lists.last_mut() {
            last.names.push_within(name);
        }
        self.len += 1;
    }

    /// Drops the lists of which all names are before this index.
    fn forget_before(&mut self, index: u32) {
        let forgotten = self.lists.partition_point(|list| list.end() <= index);
        // The last list stays, as it may have room for more names.
        let forgotten = forgotten.min(self.lists.len().saturating_sub(1));
        self.lists.as_vec().drain(..forgotten);
    }

    /// Removes all names; the memory stays claimed.
    fn clear(&mut self) {
        // The lists are emptied, not dropped, so that their memory stays claimed until the search ends.
        for list in &mut *self.lists {
            list.names.clear();
            list.start = 0;
        }
        self.len = 0;
    }
}

impl<S: Clone + Eq + Hash> TreeStore<S> for Shards<S> {
    /// The shard, and the place there.
    type Place = (usize, Vacancy);

    fn len(&self) -> usize {
        self.order.len as usize
    }
    #[inline]
    fn name(&self, index: u32) -> u32 {
        if self.is_single() {
            return index;
        }
        let mut names = self.order.names(index..index + 1);
        names.next().unwrap_or_default()
    }
    #[inline]
    fn node(&self, name: u32) -> &Linked<S> {
        let (shard, index) = self.names.shard_and_index(name);
        self.tables[shard].get(index)
    }
    #[inline]
    fn key(&self, _: &impl Keys<S>, state: &S) -> Key {
        self.tables[0].hash(state)
    }
    fn grow_in_time<'m>(&mut self, _: usize, _: impl FnOnce() -> Meter<'m>) -> Result<(), Stop> {
        Ok(())
    }
    fn make_room(
        &mut self,
        keys: impl ExactSizeIterator<Item = Key>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        let mut counts = [0_u32; MOST_SHARDS];
        if self.is_single() {
            counts[0] = keys.len() as u32;
        } else {
            self.order.make_room(keys.len(), memory)?;
            keys.for_each(|key| counts[self.names.owner(key)] += 1);
        }
        for (table, &states) in self.tables.iter_mut().zip(&counts) {
            if table.len() + states as usize > self.names.most_states() {
                return Err(Stop::TooManyStates);
            }
            // There is room for at least one state, since a lookup in a table without memory would fail.
            table.make_room((states as usize).max(1), memory)?;
        }
        Ok(())
    }
    #[inline(always)]
    fn find_or_place(
        &self,
        _: &impl Keys<S>,
        key: Key,
        state: &S,
    ) -> Result<u32, (usize, Vacancy)> {
        let shard = self.names.owner(key);
        match self.tables[shard].find_or_place(&ByHash, key, state) {
            Ok(index) => Ok(self.names.name(shard, index)),
            Err(place) => Err((shard, place)),
        }
    }
    #[inline(always)]
    fn insert(&mut self, _: &impl Keys<S>, place: (usize, Vacancy), state: S, parent: Option<u32>) {
        let (shard, place) = place;
        let table = &mut self.tables[shard];
        let name = self.names.name(shard, table.len() as u32);
        let parent = parent.unwrap_or(name);
        table.insert(&ByHash, place, Linked { state, parent });
        self.order.push(name);
    }
    fn read_ahead(&self, _: &impl Keys<S>, keys: impl Iterator<Item = Key> + Clone) {
        if !batch::is_cached(self.tables[0].len() * self.tables.len()) {
            NodeTable::read_ahead_in(|key| &self.tables[self.names.owner(key)], keys);
        }
    }
    fn end_layer(&mut self, first: u32) {
        // Only names are forgotten: the states stay, and the number of them.
        self.order.forget_before(first);
    }
    fn clear(&mut self) {
        self.tables.iter_mut().for_each(NodeTable::clear);
        self.order.clear();
    }
}
