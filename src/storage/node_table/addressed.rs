//! [`DirectTable`]: nodes found by the addresses of their states, in a direct-address table.
//!
//! An address is a number that the puzzle gives a state: see [`Puzzle::addresses`](crate::Puzzle::addresses).
//!
//! Invariant: a slot whose number is that of a node of this search repeats the state and the cost of the node, at the
//! address of the state. So most children are found to be duplicates by reading one cache line.
//!
//! A small table is made once a state is stored. A larger one is made once the stored states exceed a 64th of the
//! addresses, since a short path on a large map would not pay for it, and only if it takes at most a quarter of the
//! free memory. A table of more than 64 MiB waits until they exceed a quarter, so that it does not take many times the
//! memory of the nodes. Making a table is not interrupted, whatever time the search was given; it takes a second for
//! some hundred million addresses. A search changes to a table while no batch of children waits for lookup, so that no
//! hash is in use. The batches keep their size, so that the search takes the same steps as without the table, only
//! faster.

use alloc::vec::Vec;
use core::hash::BuildHasher;
use core::hint::black_box;

use super::{Node, NodeTable};
use crate::account::{Claimed, Quota, Stop};
use crate::storage::Index;
use crate::storage::key::{Key, Keys};

/// The greatest number of addresses of a table that is made as soon as anything is stored.
const FEW_ADDRESSES: usize = 1 << 12;
/// The greatest number of addresses of a table that is assumed to be in the cache.
const CACHED_ADDRESSES: usize = 1 << 20;
/// The greatest number of bytes of a table of which most is assumed to be in a cache near the processor.
const NEAR_BYTES: usize = 1 << 22;
/// The greatest number of bytes of a table that may take many times the memory of the nodes.
const SMALL_BYTES: usize = 1 << 26;

/// Maps addresses to the indices of nodes, beside their states and costs.
///
/// The *number* of a node is its index plus `base`. A new search has a greater base, so that the slots of earlier
/// searches count as empty and need not be cleared.
#[derive(Debug)]
pub(super) struct DirectTable<S, C> {
    slots: Claimed<Vec<Slot<S, C>>>,
    /// The number of the node with index 0.
    base: u32,
}

/// The number of a node, with its state and cost. A slot whose number is less than the base is empty.
#[derive(Clone, Debug)]
struct Slot<S, C> {
    number: u32,
    state: S,
    cost: C,
}

impl<S: Clone + Eq, C: Copy> DirectTable<S, C> {
    /// The most addresses, so that numbers do not overflow.
    const MOST: usize = u32::MAX as usize / 2;

    pub(super) const fn new() -> Self {
        let slots = Claimed::new();
        Self { slots, base: 1 }
    }

    /// An empty table of `addresses` addresses. Its slots, which count as empty, repeat `node`, which may be any node.
    fn of<N: Node<State = S, Cost = C>>(
        addresses: usize,
        node: &N,
        memory: &Quota,
    ) -> Result<Self, Stop> {
        let slots = Claimed::filled(addresses, Slot::of(0, node), memory)?;
        Ok(Self { slots, base: 1 })
    }

    /// Removes all `nodes` nodes.
    pub(super) fn clear(&mut self, nodes: usize) {
        self.base = self.base.saturating_add(nodes as u32);
        if self.base as usize > Self::MOST {
            self.base = 1;
            for slot in &mut *self.slots {
                slot.number = 0;
            }
        }
    }

    #[inline]
    pub(super) fn addresses(&self) -> usize {
        self.slots.len()
    }

    /// The index of the node with this address and state, if there is one. An address can be too large in a puzzle that
    /// breaks `Law::Addresses`.
    #[inline(always)]
    pub(super) fn find(&self, address: usize, state: &S) -> Option<u32> {
        let slot = self.slots.get(address)?;
        let index = slot.number.checked_sub(self.base)?;
        (slot.state == *state).then_some(index)
    }

    #[inline]
    pub(super) fn set<N: Node<State = S, Cost = C>>(
        &mut self,
        address: usize,
        index: u32,
        node: &N,
    ) {
        if let Some(slot) = self.slots.get_mut(address) {
            *slot = Slot::of(self.base.wrapping_add(index), node);
        }
    }
}

impl<S: Clone, C> Slot<S, C> {
    #[inline(always)]
    fn of<N: Node<State = S, Cost = C>>(number: u32, node: &N) -> Self {
        Self {
            number,
            state: node.state().clone(),
            cost: node.cost(),
        }
    }
}

/// Lookup by address, once it pays. [`Keys::MAY_BE_ADDRESSES`] is asked before, so that little of this is compiled for
/// a puzzle without addresses.
impl<N: Node, B: BuildHasher> NodeTable<N, B> {
    /// Whether states are found by their addresses in a table that is assumed to be in the cache, so that batches of
    /// lookups gain nothing.
    #[inline]
    pub(crate) fn is_looked_up_at_once(&self) -> bool {
        self.is_addressed() && self.direct.addresses() <= CACHED_ADDRESSES
    }

    /// Whether states are found by their addresses. The puzzle is not asked again, since a table of addresses has no
    /// index.
    #[inline]
    pub(crate) fn is_addressed(&self) -> bool {
        self.direct.addresses() > 0
    }

    /// Whether most slots of the table of addresses are in a cache near the processor.
    #[inline]
    pub(crate) fn is_near(&self) -> bool {
        self.direct.addresses() * size_of::<Slot<N::State, N::Cost>>() <= NEAR_BYTES
    }

    /// Whether the node with this state and address is reached at no more than this cost, in a table of addresses.
    #[inline(always)]
    pub(crate) fn knows(&self, key: Key, state: &N::State, cost: N::Cost) -> bool {
        let DirectTable { slots, base } = &self.direct;
        let slot = slots.get(key.address());
        // The answer cannot be predicted, so it takes no branch.
        slot.is_some_and(|slot| {
            (slot.number >= *base) & (slot.state == *state) & (slot.cost <= cost)
        })
    }

    #[inline]
    pub(super) fn read_ahead_addressed(&self, keys: impl Iterator<Item = Key>) {
        if !self.is_near() {
            let mut sum = 0_u32;
            for key in keys {
                let slot = self.direct.slots.get(key.address());
                sum = sum.wrapping_add(slot.map_or(0, |slot| slot.number));
            }
            black_box(sum);
        }
    }

    /// Repeats in the table of addresses a node that has changed; `key` is the key by which it was found.
    #[inline]
    pub(crate) fn update<K: Keys<N::State>>(&mut self, _: &K, key: Key, index: u32) {
        if K::MAY_BE_ADDRESSES && self.is_addressed() {
            self.direct.set(key.address(), index, self.nodes.get(index));
        }
    }

    /// Prepares an empty table for a search, which may be in another puzzle than the last one.
    #[inline]
    pub(crate) fn begin<K: Keys<N::State>>(&mut self, keys: &K) {
        if K::MAY_BE_ADDRESSES {
            let addresses = self.direct.addresses();
            if addresses > 0 && addresses != keys.addresses() {
                (self.direct, self.index) = (DirectTable::new(), Index::new());
            }
        }
    }

    /// Changes to lookup by address, if states have addresses and enough are stored to pay for the table. No key from
    /// before may be used for a state that is not stored.
    #[inline]
    pub(crate) fn switch_to_addresses<K: Keys<N::State>>(&mut self, keys: &K, memory: &Quota) {
        if !K::MAY_BE_ADDRESSES {
            return;
        }
        let addresses = keys.addresses();
        if addresses > 0 && self.direct.addresses() == 0 {
            let bytes = addresses.saturating_mul(size_of::<Slot<N::State, N::Cost>>());
            let share = if bytes <= SMALL_BYTES { 64 } else { 4 };
            let pays = addresses <= FEW_ADDRESSES || self.len() > addresses / share;
            if pays && self.len() >= 2 * self.refused_at {
                self.make_direct(keys, addresses, memory);
            }
        }
    }

    #[cold]
    fn make_direct(&mut self, keys: &impl Keys<N::State>, addresses: usize, memory: &Quota) {
        let Some(first) = self.nodes.find(0) else {
            return;
        };
        // If little memory would be left for nodes, they are still found by hash.
        let most = memory.free() / (4 * size_of::<Slot<N::State, N::Cost>>());
        let is_small = addresses <= most.min(DirectTable::<N::State, N::Cost>::MOST);
        let direct = is_small.then(|| DirectTable::of(addresses, first, memory));
        let Some(Ok(direct)) = direct else {
            self.refused_at = self.len().max(1);
            return;
        };
        (self.direct, self.index) = (direct, Index::unused());
        for index in 0..self.nodes.len() as u32 {
            let node = self.nodes.get(index);
            let address = keys.address(node.state());
            self.direct.set(address, index, node);
        }
    }
}
