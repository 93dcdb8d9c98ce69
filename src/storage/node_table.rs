//! [`NodeTable`]: the nodes of a search, open and closed, each stored once and found by its state.
//!
//! A node has a state, the index of its parent (`u32`) and g: 16 bytes for a 15-puzzle state. The move to it is not
//! stored: replay finds it among the edges of its parent. States are found by their hashes in an [`Index`], or by the
//! addresses that the puzzle gives them (see [`Keys`]) in a [`DirectTable`]. The oldest nodes can be *forgotten*: they
//! are not found any more, and their memory is freed. Invariant: no two nodes have the same state, except forgotten
//! ones, and from each node the parents lead to a root.

mod addressed;

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::{BuildHasher, Hash};
use core::hint::black_box;

use addressed::DirectTable;

use super::arena::Arena;
use super::hash::FixedState;
use super::index::{AllKeys, FreeSlot, GoOn, Index, KEY_BATCH};
use super::key::{ByHash, Key, Keys};
use crate::account::{Meter, Quota, Stop};

/// An entry of a [`NodeTable`]. A root is its own parent.
pub(crate) trait Node {
    type State: Clone + Eq + Hash;
    /// The cost of a path, which [`NodeTable::knows`] compares; `()` in searches that do not call it.
    type Cost: Copy + Debug + PartialOrd;
    fn state(&self) -> &Self::State;
    fn cost(&self) -> Self::Cost;
    fn parent(&self) -> u32;
}

/// Nodes in the order of insertion, found by their state; the oldest can be forgotten.
#[derive(Debug)]
pub(crate) struct NodeTable<N: Node, B = FixedState> {
    nodes: Arena<N>,
    /// The index of the oldest node that is not forgotten.
    oldest: u32,
    index: Index,
    direct: DirectTable<N::State, N::Cost>,
    /// The number of nodes when a table of addresses was last refused for lack of memory.
    refused_at: usize,
    hasher: B,
}

/// Once the table has this many nodes, those that are not forgotten are renumbered, so that indices stay within `u32`.
const RENUMBER: usize = if cfg!(test) { 1 << 18 } else { 1 << 31 };

/// The key and the free slot of a state that is not stored yet; valid until the next insertion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vacancy {
    key: Key,
    slot: FreeSlot,
}

impl<N: Node> NodeTable<N> {
    pub(crate) const fn new() -> Self {
        Self::with_hasher(FixedState)
    }
}

impl<N: Node, B: BuildHasher> NodeTable<N, B> {
    const fn with_hasher(hasher: B) -> Self {
        Self {
            nodes: Arena::new(),
            oldest: 0,
            index: Index::new(),
            direct: DirectTable::new(),
            refused_at: 0,
            hasher,
        }
    }

    /// Removes all nodes, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        if self.oldest == 0 {
            let (nodes, hasher) = (&self.nodes, &self.hasher);
            self.index
                .clear(&|from, take| pass_keys(nodes, from, hasher, take));
        } else {
            // Forgotten nodes may still be in the index.
            self.index.rebuild(0, &|_, _| Ok(()));
        }
        // An arena with forgotten items must not be cleared before.
        self.nodes.renumber();
        self.direct.clear(self.nodes.len());
        self.nodes.clear();
        (self.oldest, self.refused_at) = (0, 0);
    }

    /// One more than the last index. Forgotten nodes count until the next renumbering.
    pub(crate) const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of nodes that are not forgotten.
    pub(crate) const fn kept(&self) -> usize {
        self.nodes.len() - self.oldest as usize
    }

    /// The greatest number of bytes of a table of `nodes` nodes.
    pub(crate) const fn most_bytes(nodes: u128) -> u128 {
        Arena::<N>::most_bytes(nodes).saturating_add(Index::most_bytes(nodes))
    }

    /// The bytes of the table.
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

    /// The key of a state in tables without addresses.
    #[inline]
    pub(crate) fn hash(&self, state: &N::State) -> Key {
        Key::of_hash(self.hasher.hash_one(state))
    }

    /// The key of a state; valid until the table changes to [addresses](Self::switch_to_addresses).
    #[inline]
    pub(crate) fn key<K: Keys<N::State>>(&self, keys: &K, state: &N::State) -> Key {
        if K::MAY_BE_ADDRESSES && self.is_addressed() {
            Key::of_address(keys.address(state))
        } else {
            self.hash(state)
        }
    }

    /// The node with this state and key.
    #[inline]
    pub(crate) fn find<K: Keys<N::State>>(
        &self,
        keys: &K,
        key: Key,
        state: &N::State,
    ) -> Option<u32> {
        let is_whole = self.index.is_whole() || K::MAY_BE_ADDRESSES && self.is_addressed();
        if !is_whole {
            // A search that was stopped while the index grew may be asked about a state: each node is compared.
            return (self.oldest..self.nodes.len() as u32).find(|&node| self.matches(node, state));
        }
        self.find_or_place(keys, key, state).ok()
    }

    /// The node with this state.
    #[inline]
    pub(crate) fn find_state(&self, keys: &impl Keys<N::State>, state: &N::State) -> Option<u32> {
        self.find(keys, self.key(keys, state), state)
    }

    /// Whether a node is not forgotten and has this state.
    #[inline]
    fn matches(&self, index: u32, state: &N::State) -> bool {
        index >= self.oldest && self.nodes.get(index).state() == state
    }

    /// Whether all nodes are in the index: false before it is made, and while it is rebuilt.
    #[inline]
    pub(crate) const fn has_index(&self) -> bool {
        self.index.is_whole()
    }

    /// Whether there is room for `nodes` more nodes.
    #[inline]
    pub(crate) const fn has_room_for(&self, nodes: usize) -> bool {
        !self.index.needs_room(nodes) && self.nodes.has_room_for(nodes)
    }

    /// Whether [`grow_for`](Self::grow_for) has to rebuild the index for `nodes` more nodes.
    #[inline]
    pub(crate) const fn must_grow(&self, nodes: usize) -> bool {
        self.index.needs_room(nodes)
    }

    /// Makes room for `nodes` more nodes, which [`find_or_place`](Self::find_or_place) and [`insert`](Self::insert)
    /// need.
    #[inline]
    pub(crate) fn make_room(&mut self, nodes: usize, memory: &Quota) -> Result<(), Stop> {
        self.grow_for(nodes, memory, &|| Ok(()))?;
        self.nodes.make_room(nodes, memory)
    }

    /// Rebuilds the index like [`grow_for`](Self::grow_for) until the time is used up. The next call continues.
    #[inline]
    pub(crate) fn grow_in_time<'m>(
        &mut self,
        nodes: usize,
        meter: impl FnOnce() -> Meter<'m>,
    ) -> Result<(), Stop> {
        if !self.must_grow(nodes) {
            return Ok(());
        }
        let meter = meter();
        self.grow_for(nodes, meter.memory(), &|| meter.check_time_and_cancel())
    }

    /// Completes the index if a stop has come while it was rebuilt. Until that is done, to find a node compares all.
    pub(crate) fn go_on_growing(&mut self, meter: Meter<'_>) -> Result<(), Stop> {
        if self.nodes.len() == 0 || self.has_index() {
            return Ok(());
        }
        self.grow_in_time(1, || meter)
    }

    /// Rebuilds the index if it has no room for `nodes` more nodes, which is the slow part of making room.
    #[inline]
    pub(crate) fn grow_for(
        &mut self,
        nodes: usize,
        memory: &Quota,
        go_on: GoOn<'_>,
    ) -> Result<(), Stop> {
        while self.index.needs_room(nodes) {
            let (nodes, hasher) = (&self.nodes, &self.hasher);
            let kept = self.oldest..nodes.len() as u32;
            let keys: AllKeys<'_> = &|from, take| pass_keys(nodes, from, hasher, take);
            self.index.reserve(kept, keys, memory, go_on)?;
        }
        Ok(())
    }

    /// Adds a node to a table without addresses; `None` if its state is stored already, or if there is no memory.
    pub(crate) fn add_new(&mut self, node: N, memory: &Quota) -> Option<()> {
        self.make_room(1, memory).ok()?;
        let found = self.find_or_place(&ByHash, self.hash(node.state()), node.state());
        self.insert(&ByHash, found.err()?, node);
        Some(())
    }

    /// The node with this state and key, or the vacancy for it. The puzzle is passed for its type alone.
    #[inline(always)]
    pub(crate) fn find_or_place<K: Keys<N::State>>(
        &self,
        _: &K,
        key: Key,
        state: &N::State,
    ) -> Result<u32, Vacancy> {
        if K::MAY_BE_ADDRESSES && self.is_addressed() {
            let found = self.direct.find(key.address(), state);
            let slot = FreeSlot::NONE;
            return found.ok_or(Vacancy { key, slot });
        }
        let found = self.index.find(key, |index| self.matches(index, state));
        found.map_err(|slot| Vacancy { key, slot })
    }

    /// Forgets the nodes before `index`, which must not be read any more; returns by how much the indices of the others
    /// shrink.
    pub(crate) fn forget_before(&mut self, index: u32) -> u32 {
        self.nodes.forget_before(index);
        self.oldest = index;
        if self.nodes.len() < RENUMBER {
            return 0;
        }
        let less = self.nodes.renumber();
        if less == 0 {
            return 0;
        }
        self.oldest -= less;
        let (nodes, hasher, first) = (&self.nodes, &self.hasher, self.oldest);
        self.index
            .rebuild(first, &|from, take| pass_keys(nodes, from, hasher, take));
        less
    }

    /// Adds a node in its vacancy.
    #[inline(always)]
    pub(crate) fn insert<K: Keys<N::State>>(&mut self, _: &K, vacancy: Vacancy, node: N) -> u32 {
        if K::MAY_BE_ADDRESSES && self.is_addressed() {
            let index = self.nodes.len() as u32;
            self.direct.set(vacancy.key.address(), index, &node);
            return self.nodes.push_within(node);
        }
        let index = self.nodes.push_within(node);
        self.index.insert(vacancy.slot, vacancy.key, index);
        index
    }

    /// Prefetches these nodes.
    #[inline]
    pub(crate) fn read_ahead_nodes(&self, nodes: impl Iterator<Item = u32>) {
        let mut sum = 0_u32;
        for index in nodes {
            sum = sum.wrapping_add(self.nodes.get(index).parent());
        }
        black_box(sum);
    }

    /// Prefetches the lines and nodes that lookups of these keys will read, unless they are in the cache. The reads are
    /// independent, so their cache misses overlap.
    #[inline]
    pub(crate) fn read_ahead<K: Keys<N::State>>(
        &self,
        _: &K,
        looked_up: impl Iterator<Item = Key> + Clone,
    ) {
        if K::MAY_BE_ADDRESSES && self.is_addressed() {
            self.read_ahead_addressed(looked_up);
        } else {
            Self::read_ahead_in(|_| self, looked_up);
        }
    }

    /// Prefetches the lines and nodes that lookups of hashes will read, where states are spread over several tables.
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
        // The lines of the indices are read before any node, so that no read waits for another.
        sum = black_box(sum);
        for key in looked_up {
            let table = table(key);
            if let Some(node) = table.index.first_candidate(key)
                && node >= table.oldest
            {
                sum = sum.wrapping_add(table.nodes.get(node).parent());
            }
        }
        black_box(sum);
    }

    /// A word of the line that a lookup of this key in a table without addresses reads first, for prefetching.
    #[inline]
    pub(crate) fn touch(&self, key: Key) -> u32 {
        self.index.touch(key)
    }

    /// Whether the node that a lookup compares first has this state. If not, it may still be stored.
    #[inline]
    pub(crate) fn is_found_first(&self, key: Key, state: &N::State) -> bool {
        let first = self.index.first_candidate(key);
        first.is_some_and(|index| self.matches(index, state))
    }

    /// Up to `most` nodes from `index` on, which must be the index of a node.
    pub(crate) fn slice_from(&self, index: u32, most: usize) -> &[N] {
        self.nodes.slice_from(index, most)
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

/// Passes the hashes of the nodes from `first` on to `take`, some at a time.
fn pass_keys<N: Node, B: BuildHasher>(
    nodes: &Arena<N>,
    first: u32,
    hasher: &B,
    take: &mut dyn FnMut(&[Key]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let (mut keys, mut from) = ([Key::of_hash(0); KEY_BATCH], first);
    while (from as usize) < nodes.len() {
        let some = nodes.slice_from(from, KEY_BATCH);
        // A `zip` would be compiled anew for each type of state.
        for (at, node) in some.iter().enumerate() {
            keys[at] = Key::of_hash(hasher.hash_one(node.state()));
        }
        take(&keys[..some.len()])?;
        from += some.len() as u32;
    }
    Ok(())
}

/// The number of states from a node up to its root, both included.
pub(crate) fn states_to_root<N: Node>(nodes: &Arena<N>, index: u32) -> usize {
    let mut states = 0;
    visit_to_root(nodes, index, &mut |_| states += 1);
    states
}

/// Appends the states from a node up to its root.
pub(crate) fn extend_to_root<N: Node>(nodes: &Arena<N>, index: u32, states: &mut Vec<N::State>) {
    visit_to_root(nodes, index, &mut |node| states.push(node.state().clone()));
}

/// Visits a node, its parent and so on up to its root.
fn visit_to_root<N: Node>(nodes: &Arena<N>, mut index: u32, visit: &mut dyn FnMut(&N)) {
    loop {
        let node = nodes.get(index);
        visit(node);
        if node.parent() == index {
            return;
        }
        index = node.parent();
    }
}

/// Whether loaded nodes keep the invariant of the table: from each of `nodes` nodes the parents lead to a root, and no
/// parent costs more than its child. Otherwise a cheaper path, found later, might make a node its own ancestor. `link`
/// returns the parent and the cost of a node.
pub(crate) fn are_rooted<C: Ord>(nodes: usize, link: &dyn Fn(u32) -> (u32, C)) -> bool {
    let mut rooted = vec![false; nodes];
    let parent = |node| link(node).0;
    (0..nodes as u32).all(|node| {
        // More steps than nodes are steps around a cycle.
        let (mut ancestor, mut steps) = (node, 0);
        while !rooted[ancestor as usize] && parent(ancestor) != ancestor && steps <= nodes {
            (ancestor, steps) = (parent(ancestor), steps + 1);
        }
        let mut on_path = node;
        while steps <= nodes && !core::mem::replace(&mut rooted[on_path as usize], true) {
            on_path = parent(on_path);
        }
        let (parent, cost) = link(node);
        steps <= nodes && link(parent).1 <= cost
    })
}

/// A state and the index of its parent, from which it was first reached.
#[derive(Clone, Debug)]
pub(crate) struct Linked<S> {
    pub(crate) state: S,
    pub(crate) parent: u32,
}

impl<S: Clone + Eq + Hash> Node for Linked<S> {
    type State = S;
    type Cost = ();
    #[inline]
    fn state(&self) -> &S {
        &self.state
    }
    #[inline]
    fn parent(&self) -> u32 {
        self.parent
    }
    fn cost(&self) {}
}

#[cfg(test)]
mod tests {
    use super::{Node, NodeTable};
    use crate::account::{Quota, Stop};
    use crate::storage::{ByHash, FixedState};
    use core::hash::{BuildHasher, Hasher};

    impl Node for u64 {
        type State = Self;
        type Cost = ();
        fn state(&self) -> &Self {
            self
        }
        fn cost(&self) {}
        fn parent(&self) -> u32 {
            (*self / 2) as u32
        }
    }

    fn fill<B: BuildHasher>(hasher: B, states: u64, memory: &Quota) -> Result<(), Stop> {
        let mut table = NodeTable::with_hasher(hasher);
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
    fn forgotten_nodes_are_not_found() {
        let memory = Quota::new(None);
        let mut table = NodeTable::new();
        // Windows of different lengths and steps; the last one is renumbered.
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
                    shift += u64::from(table.forget_before((first - shift) as u32));
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
