//! [`NodeTable`]: every node once, found by its state.
//!
//! A node is state, parent (`u32`) and g: 16 bytes for a 15-puzzle state. The move is found again by replay.

mod addressed;

use alloc::vec;
use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};
use core::hint::black_box;

use addressed::Direct;

use super::arena::Arena;
use super::hash::FixedState;
use super::index::{AT_A_TIME, Index, Vacancy};
use super::key::{ByHash, Key, Keys};
use crate::account::{Quota, Stop};

/// What a [`NodeTable`] stores; the root is its own parent.
pub(crate) trait Node {
    type State: Clone + Eq + Hash;
    fn state(&self) -> &Self::State;
    fn parent(&self) -> u32;
}

/// Nodes in the order of insertion, found by their state; the oldest can be forgotten.
#[derive(Debug)]
pub(crate) struct NodeTable<N, B = FixedState> {
    nodes: Arena<N>,
    /// The first one that is not forgotten.
    first: u32,
    index: Index,
    direct: Direct,
    /// How many nodes there were when there was no memory for a table of addresses.
    refused: usize,
    build: B,
}

/// From so many on the indices of those that are left begin anew.
const RENUMBER: usize = if cfg!(test) { 1 << 18 } else { 1 << 31 };

/// The place of a state that is not stored yet; good until the next insertion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    key: Key,
    vacancy: Vacancy,
}

impl<N: Node> NodeTable<N> {
    pub(crate) const fn new() -> Self {
        Self::with_hasher(FixedState)
    }
}

impl<N: Node, B: BuildHasher> NodeTable<N, B> {
    const fn with_hasher(build: B) -> Self {
        Self {
            nodes: Arena::new(),
            first: 0,
            index: Index::new(),
            direct: Direct::new(),
            refused: 0,
            build,
        }
    }

    /// Forgets all nodes; keeps the memory.
    pub(crate) fn clear(&mut self) {
        if self.first == 0 {
            let (nodes, build) = (&self.nodes, &self.build);
            self.index.clear(&|take| keys_from(nodes, 0, build, take));
        } else {
            // What was forgotten may still stand in it.
            self.index.rebuild(0, &|_| {});
        }
        self.nodes.renumber();
        self.nodes.clear();
        (self.first, self.refused) = (0, 0);
    }

    /// One more than the index of the last one; so many there are if none was forgotten.
    pub(crate) const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many there are that are not forgotten.
    pub(crate) const fn kept(&self) -> usize {
        self.nodes.len() - self.first as usize
    }

    /// How many bytes it holds at most with so many nodes.
    pub(crate) const fn most_bytes(nodes: u128) -> u128 {
        Arena::<N>::most_bytes(nodes).saturating_add(Index::most_bytes(nodes))
    }

    /// How many bytes it holds.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.bytes() + self.index.bytes()
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> &N {
        self.nodes.get(index)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: u32) -> &mut N {
        self.nodes.get_mut(index)
    }

    /// What a state is looked up by where tables have no addresses.
    #[inline]
    pub(crate) fn hash(&self, state: &N::State) -> Key {
        Key::of_hash(self.build.hash_one(state))
    }

    /// What a state is looked up by: good until states are found [by address](Self::find_by_address).
    #[inline]
    pub(crate) fn key(&self, keys: &impl Keys<N::State>, state: &N::State) -> Key {
        if self.is_addressed(keys) {
            Key::of_address(keys.address(state))
        } else {
            self.hash(state)
        }
    }

    /// The node with this state and key.
    #[inline]
    pub(crate) fn find(
        &self,
        keys: &impl Keys<N::State>,
        key: Key,
        state: &N::State,
    ) -> Option<u32> {
        if self.is_addressed(keys) {
            return self.at(key.address(), state).map(|(index, _)| index);
        }
        if self.index.is_empty() {
            return None;
        }
        self.index.find(key, |index| self.is_it(index, state)).ok()
    }

    /// The node with this state.
    #[inline]
    pub(crate) fn find_state(&self, keys: &impl Keys<N::State>, state: &N::State) -> Option<u32> {
        self.find(keys, self.key(keys, state), state)
    }

    #[inline]
    fn is_it(&self, index: u32, state: &N::State) -> bool {
        index >= self.first && self.nodes.get(index).state() == state
    }

    /// Whether there was never room for a node.
    #[inline]
    pub(crate) const fn is_unmade(&self) -> bool {
        self.index.is_empty()
    }

    /// Whether there is room for so many more nodes.
    #[inline]
    pub(crate) const fn has_room_for(&self, nodes: usize) -> bool {
        !self.index.needs_room(nodes) && self.nodes.has_room_for(nodes)
    }

    /// Whether [`grow_for`](Self::grow_for) so many has something to do.
    #[cfg(feature = "std")]
    pub(crate) const fn must_grow(&self, nodes: usize) -> bool {
        self.index.needs_room(nodes)
    }

    /// Makes room for so many more nodes, which [`find_or_place`](Self::find_or_place) and
    /// [`insert`](Self::insert) need.
    #[inline]
    pub(crate) fn make_room(&mut self, nodes: usize, memory: &Quota) -> Result<(), Stop> {
        self.grow_for(nodes, memory)?;
        self.nodes.make_room(nodes, memory)
    }

    /// Builds anew what finds nodes, if it has no room for so many more: it takes longest of making room.
    #[inline]
    pub(crate) fn grow_for(&mut self, nodes: usize, memory: &Quota) -> Result<(), Stop> {
        while self.index.needs_room(nodes) {
            let (nodes, build, first) = (&self.nodes, &self.build, self.first);
            let kept = first..nodes.len() as u32;
            let keys = |take: &mut dyn FnMut(&[Key])| keys_from(nodes, first, build, take);
            self.index.reserve(kept, &keys, memory)?;
        }
        Ok(())
    }

    /// Adds a node of a table without addresses; none if its state is there already, or there is no memory.
    pub(crate) fn add_new(&mut self, node: N, memory: &Quota) -> Option<()> {
        self.make_room(1, memory).ok()?;
        let place = self.find_or_place(&ByHash, self.hash(node.state()), node.state());
        self.insert(&ByHash, place.err()?, node);
        Some(())
    }

    /// The node with this state and key, or the place for it.
    #[inline(always)]
    pub(crate) fn find_or_place(
        &self,
        keys: &impl Keys<N::State>,
        key: Key,
        state: &N::State,
    ) -> Result<u32, Place> {
        if self.is_addressed(keys) {
            let found = self.at(key.address(), state).map(|(index, _)| index);
            let vacancy = Vacancy::NONE;
            return found.ok_or(Place { key, vacancy });
        }
        let found = self.index.find(key, |index| self.is_it(index, state));
        found.map_err(|vacancy| Place { key, vacancy })
    }

    /// Forgets the nodes before this one, which must not be asked for any more; returns by how much the indices of
    /// the others are less than before.
    pub(crate) fn forget_before(&mut self, index: u32, memory: &Quota) -> u32 {
        self.nodes.forget_before(index, memory);
        self.first = index;
        if self.nodes.len() < RENUMBER {
            return 0;
        }
        let less = self.nodes.renumber();
        if less == 0 {
            return 0;
        }
        self.first -= less;
        let (nodes, build, first) = (&self.nodes, &self.build, self.first);
        self.index
            .rebuild(first, &|take| keys_from(nodes, first, build, take));
        less
    }

    /// Adds a node in its place.
    #[inline(always)]
    pub(crate) fn insert(&mut self, keys: &impl Keys<N::State>, place: Place, node: N) -> u32 {
        let index = self.nodes.push_within(node);
        if self.is_addressed(keys) {
            self.direct.set(place.key.address(), index);
        } else {
            self.index.fill(place.vacancy, place.key, index);
        }
        index
    }

    /// Reads these nodes ahead, as [`read_ahead`](Self::read_ahead) does.
    #[inline]
    pub(crate) fn read_ahead_nodes(&self, nodes: impl Iterator<Item = u32>) {
        let mut sum = 0_u32;
        for index in nodes {
            sum = sum.wrapping_add(self.nodes.get(index).parent());
        }
        black_box(sum);
    }

    /// Reads ahead what lookups of these keys are going to read, unless that is in the cache: as no read depends on
    /// another, the memory serves many at a time.
    #[inline]
    pub(crate) fn read_ahead(
        &self,
        keys: &impl Keys<N::State>,
        looked_up: impl Iterator<Item = Key> + Clone,
    ) {
        if self.is_addressed(keys) {
            self.read_ahead_addressed(looked_up);
        } else {
            Self::read_ahead_in(|_| self, looked_up);
        }
    }

    /// The same by hash, where each key has its table.
    #[inline]
    pub(crate) fn read_ahead_in<'t>(
        table: impl Fn(Key) -> &'t Self + Copy,
        looked_up: impl Iterator<Item = Key> + Clone,
    ) where
        Self: 't,
    {
        let mut sum = 0_u32;
        for key in looked_up.clone() {
            sum = sum.wrapping_add(table(key).index.touch(key));
        }
        // Not before all lines are read.
        sum = black_box(sum);
        for key in looked_up {
            let table = table(key);
            if let Some(node) = table.index.guess(key)
                && node >= table.first
            {
                sum = sum.wrapping_add(table.nodes.get(node).parent());
            }
        }
        black_box(sum);
    }

    /// The same where nodes have no parent that could be read: their states are compared.
    #[inline]
    pub(crate) fn read_ahead_states<'s>(
        &self,
        states: impl Iterator<Item = (Key, &'s N::State)> + Clone,
    ) where
        N: 's,
    {
        let lines = states.clone().map(|(key, _)| self.index.touch(key));
        black_box(lines.fold(0, u32::wrapping_add));
        let same =
            states.filter_map(|(key, state)| Some(self.is_it(self.index.guess(key)?, state)));
        black_box(same.fold(0, |count, same| count + u32::from(same)));
    }

    /// The states from the root down to this node.
    pub(crate) fn path_from_root(&self, index: u32) -> Vec<N::State> {
        let mut states = Vec::with_capacity(states_to_root(&self.nodes, index));
        extend_to_root(&self.nodes, index, &mut states);
        states.reverse();
        states
    }

    /// All nodes.
    pub(crate) const fn arena(&self) -> &Arena<N> {
        &self.nodes
    }
}

/// Tells the keys of the nodes from one on, made of their hashes.
fn keys_from<N: Node, B: BuildHasher>(
    nodes: &Arena<N>,
    first: u32,
    build: &B,
    take: &mut dyn FnMut(&[Key]),
) {
    let mut keys = [Key::of_hash(0); AT_A_TIME];
    for nodes in nodes.chunks_from(first) {
        for nodes in nodes.chunks(AT_A_TIME) {
            let keys = &mut keys[..nodes.len()];
            for (at, node) in nodes.iter().enumerate() {
                keys[at] = Key::of_hash(build.hash_one(node.state()));
            }
            take(keys);
        }
    }
}

/// How many states there are from a node up to its root, both included.
pub(crate) fn states_to_root<N: Node>(nodes: &Arena<N>, index: u32) -> usize {
    let mut states = 0;
    to_root(nodes, index, &mut |_| states += 1);
    states
}

/// Adds the states from a node up to its root.
pub(crate) fn extend_to_root<N: Node>(nodes: &Arena<N>, index: u32, states: &mut Vec<N::State>) {
    to_root(nodes, index, &mut |node| states.push(node.state().clone()));
}

/// Tells a node, the one before it and so on up to its root.
fn to_root<N: Node>(nodes: &Arena<N>, mut index: u32, tell: &mut dyn FnMut(&N)) {
    loop {
        let node = nodes.get(index);
        tell(node);
        if node.parent() == index {
            return;
        }
        index = node.parent();
    }
}

/// Whether from each of so many nodes parents lead to one that is its own, and none costs more than what it
/// leads to: then no cheaper path makes a circle of them. A node is known by its parent and its cost.
pub(crate) fn are_rooted<C: Ord>(nodes: usize, link: &dyn Fn(u32) -> (u32, C)) -> bool {
    let mut rooted = vec![false; nodes];
    let parent = |node| link(node).0;
    (0..nodes as u32).all(|node| {
        let (mut at, mut steps) = (node, 0);
        while !rooted[at as usize] && parent(at) != at && steps <= nodes {
            (at, steps) = (parent(at), steps + 1);
        }
        let mut known = node;
        while steps <= nodes && !core::mem::replace(&mut rooted[known as usize], true) {
            known = parent(known);
        }
        let (parent, cost) = link(node);
        steps <= nodes && link(parent).1 <= cost
    })
}

/// A state and the one it was first reached from.
#[derive(Clone, Debug)]
pub(crate) struct Linked<S> {
    pub(crate) state: S,
    pub(crate) parent: u32,
}

impl<S: Clone + Eq + Hash> Node for Linked<S> {
    type State = S;
    #[inline]
    fn state(&self) -> &S {
        &self.state
    }
    #[inline]
    fn parent(&self) -> u32 {
        self.parent
    }
}

#[cfg(test)]
mod tests {
    use super::{Node, NodeTable};
    use crate::account::{Quota, Stop};
    use crate::storage::{ByHash, FixedState};
    use core::hash::{BuildHasher, Hasher};

    impl Node for u64 {
        type State = Self;
        fn state(&self) -> &Self {
            self
        }
        fn parent(&self) -> u32 {
            (*self / 2) as u32
        }
    }

    fn fill<B: BuildHasher>(build: B, states: u64, memory: &Quota) -> Result<(), Stop> {
        let mut table = NodeTable::with_hasher(build);
        for state in 0..states {
            let hash = table.hash(&state);
            table.make_room(1, memory)?;
            let place = table.find_or_place(&ByHash, hash, &state);
            let place = place.expect_err("it is not there yet");
            table.insert(&ByHash, place, state);
        }
        for state in 0..states {
            assert_eq!(table.find_state(&ByHash, &state), Some(state as u32));
        }
        for state in states..2 * states {
            assert_eq!(table.find_state(&ByHash, &state), None);
        }
        assert_eq!(table.len() as u64, states);
        Ok(())
    }

    #[test]
    fn what_is_forgotten_is_not_found() {
        let memory = Quota::new(None);
        let mut table = NodeTable::new();
        // Windows of so many states, by so many at a time; the indices begin anew in the last.
        for (window, step) in [(5, 1), (3_000, 1_000), (200_000, 90_000)] {
            table.clear();
            let (mut shift, mut first) = (0, 0);
            for state in 0..5 * window {
                let hash = table.hash(&state);
                table.make_room(1, &memory).expect("there is memory");
                let place = table.find_or_place(&ByHash, hash, &state);
                table.insert(&ByHash, place.expect_err("it is not there yet"), state);
                if state + 1 == first + window {
                    first += step;
                    shift += u64::from(table.forget_before((first - shift) as u32, &memory));
                    assert_eq!(table.kept() as u64, window - step);
                    for state in first.saturating_sub(2 * step)..state + 1 {
                        let found = table.find_state(&ByHash, &state);
                        let expected = (state >= first).then(|| (state - shift) as u32);
                        assert_eq!(found, expected, "{state}");
                    }
                }
            }
            assert_eq!(memory.held(), table.bytes());
            assert!(table.bytes() as u128 <= NodeTable::<u64>::most_bytes(window.into()));
            assert_eq!(shift > 0, window > 100_000);
        }
    }

    #[test]
    fn states_are_found_after_growth() {
        for states in [0, 1, 35, 36, 37, 1_000, 200_000] {
            assert_eq!(fill(FixedState, states, &Quota::new(None)), Ok(()));
        }
    }

    /// A hash that always collides makes the table slow but not wrong.
    #[derive(Clone, Default)]
    struct Constant;

    impl BuildHasher for Constant {
        type Hasher = Self;
        fn build_hasher(&self) -> Self {
            Self
        }
    }

    impl Hasher for Constant {
        fn finish(&self) -> u64 {
            u64::MAX
        }
        fn write(&mut self, _: &[u8]) {}
    }

    #[test]
    fn collisions_are_told_apart() {
        assert_eq!(fill(Constant, 500, &Quota::new(None)), Ok(()));
    }

    #[test]
    fn memory_is_bounded_at_every_moment() {
        let memory = Quota::new(Some(1 << 20));
        assert_eq!(fill(FixedState, 1 << 20, &memory), Err(Stop::Bytes));
        assert!(memory.peak() <= 1 << 20);
        assert!(memory.peak() > 1 << 19);
    }
}
