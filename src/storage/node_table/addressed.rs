//! Nodes found by the addresses of their states: a direct-address table.
//!
//! A small table is made at the start. A larger one is made once the stored states exceed a 64th of the addresses,
//! since a short path on a large map would not pay for it, and only if it takes at most a quarter of the free memory.
//! It is made when no child is waiting, so that no hash is in use. Batches keep their size, so that only the time
//! changes.

use alloc::vec::Vec;
use core::hash::BuildHasher;
use core::hint::black_box;

use super::{Node, NodeTable};
use crate::account::{Quota, Stop};
use crate::storage::Index;
use crate::storage::key::{Key, Keys};

/// The most addresses, in 16 KiB, of a table that is made before anything is stored.
const FEW: usize = 1 << 12;
/// The most addresses, in 4 MiB, of a table that is assumed to be in the cache.
const CACHED: usize = 1 << 20;

/// Maps addresses to the indices of arena items.
///
/// The caller compares the item at the index with the one it looks for. So the table need not be cleared, and an
/// address without an item may have any index.
#[derive(Clone, Debug)]
pub(super) struct DirectTable(Vec<u32>);

impl DirectTable {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// A table of `addresses` addresses.
    pub(super) fn of(addresses: usize, memory: &Quota) -> Result<Self, Stop> {
        memory.list(addresses, 0).map(Self)
    }

    #[inline]
    pub(super) const fn addresses(&self) -> usize {
        self.0.len()
    }

    pub(super) fn release(&self, memory: &Quota) {
        memory.release_list(&self.0);
    }

    /// The index last set at an address; none if the address is too large, as in a puzzle that breaks the law.
    #[inline]
    pub(super) fn get(&self, address: usize) -> Option<u32> {
        self.0.get(address).copied()
    }

    #[inline]
    pub(super) fn set(&mut self, address: usize, index: u32) {
        if let Some(at) = self.0.get_mut(address) {
            *at = index;
        }
    }
}

/// Lookup by address, once it pays. For a puzzle without addresses the compiler removes all of it.
impl<N: Node, B: BuildHasher> NodeTable<N, B> {
    /// Whether states are found by their addresses in a table that is assumed to be in the cache, so that batches of
    /// lookups gain nothing.
    #[inline]
    pub(crate) fn is_looked_up_at_once(&self, keys: &impl Keys<N::State>) -> bool {
        self.is_addressed(keys) && self.direct.addresses() <= CACHED
    }

    /// Whether states are found by their addresses.
    #[inline]
    pub(crate) fn is_addressed(&self, keys: &impl Keys<N::State>) -> bool {
        keys.addresses() > 0 && self.direct.addresses() > 0
    }

    /// The node with this state and address, and its index, in a table of addresses.
    #[inline]
    pub(crate) fn at(&self, address: usize, state: &N::State) -> Option<(u32, &N)> {
        let index = self.direct.get(address)?;
        let node = self.nodes.find(index)?;
        (node.state() == state).then_some((index, node))
    }

    #[inline]
    pub(super) fn read_ahead_addressed(&self, keys: impl Iterator<Item = Key>) {
        if self.direct.addresses() > CACHED {
            let mut sum = 0_u32;
            for key in keys {
                if let Some(index) = self.direct.get(key.address())
                    && let Some(node) = self.nodes.find(index)
                {
                    sum = sum.wrapping_add(node.parent());
                }
            }
            black_box(sum);
        }
    }

    /// Prepares an empty table for a puzzle.
    #[inline]
    pub(crate) fn begin(&mut self, keys: &impl Keys<N::State>, memory: &Quota) {
        if self.direct.addresses() > 0 && self.direct.addresses() != keys.addresses() {
            self.direct.release(memory);
            (self.direct, self.index) = (DirectTable::new(), Index::new());
        }
        self.switch_to_addresses(keys, memory);
    }

    /// Changes to lookup by address, if states have addresses and enough are stored to pay for the table. No key from
    /// before may be used for a state that is not stored.
    #[inline]
    pub(crate) fn switch_to_addresses(&mut self, keys: &impl Keys<N::State>, memory: &Quota) {
        let addresses = keys.addresses();
        if addresses > 0 && self.direct.addresses() == 0 {
            let pays = addresses <= FEW || self.len() > addresses / 64;
            if pays && self.len() >= 2 * self.refused {
                self.make_direct(keys, memory);
            }
        }
    }

    #[cold]
    fn make_direct(&mut self, keys: &impl Keys<N::State>, memory: &Quota) {
        let addresses = keys.addresses();
        // If little memory would be left for nodes, they are still found by hash.
        let is_small = addresses <= memory.free() / (4 * size_of::<u32>());
        let direct = is_small.then(|| DirectTable::of(addresses, memory));
        let Some(Ok(direct)) = direct else {
            self.refused = self.len().max(1);
            return;
        };
        memory.release(self.index.bytes());
        (self.direct, self.index) = (direct, Index::closed());
        for index in 0..self.nodes.len() as u32 {
            let address = keys.address(self.nodes.get(index).state());
            self.direct.set(address, index);
        }
    }
}
