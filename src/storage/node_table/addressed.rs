//! Nodes found by the addresses of their states: a direct-address table.
//!
//! The table is made at once where it is small, otherwise once more than a 64th as many states are stored, since a short
//! path on a large map would not pay for it, and never where it would take more than a quarter of the memory that is
//! left. It is made when no child is waiting, so that no hash is in use. Batches stay as large as before, so that
//! only the time changes.

use alloc::vec::Vec;
use core::hash::BuildHasher;
use core::hint::black_box;

use super::{Node, NodeTable};
use crate::account::{Quota, Stop};
use crate::storage::Index;
use crate::storage::key::{Key, Keys};

/// A table of so few addresses, 16 KiB, is made before anything is stored.
const FEW: usize = 1 << 12;
/// Up to so many addresses, 4 MiB, a table is taken to be in the cache.
const CACHED: usize = 1 << 20;

/// Where each item of an arena is, by its address.
///
/// Whoever finds an index here compares the item there with the one that is looked for: so the table need not
/// be cleared, and says something of an address where there is nothing.
#[derive(Clone, Debug)]
pub(super) struct Direct(Vec<u32>);

impl Direct {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// A table of so many addresses.
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

    /// What was said last of an address. A puzzle that breaks the law has some that are too large.
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

/// Nodes that are found by the addresses of their states once that pays. Where the compiler knows that a puzzle has no
/// addresses, nothing of this is left.
impl<N: Node, B: BuildHasher> NodeTable<N, B> {
    /// Whether states are found by their addresses, in a table that is taken to be in the cache: a lookup takes no
    /// longer alone than together with others.
    #[inline]
    pub(crate) fn is_looked_up_at_once(&self, keys: &impl Keys<N::State>) -> bool {
        self.is_addressed(keys) && self.direct.addresses() <= CACHED
    }

    /// Whether states are found by their addresses.
    #[inline]
    pub(crate) fn is_addressed(&self, keys: &impl Keys<N::State>) -> bool {
        keys.addresses() > 0 && self.direct.addresses() > 0
    }

    /// The node with this state, whose address this is, and its index: in a table of addresses.
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

    /// An empty table is for this puzzle now.
    #[inline]
    pub(crate) fn begin(&mut self, keys: &impl Keys<N::State>, memory: &Quota) {
        if self.direct.addresses() > 0 && self.direct.addresses() != keys.addresses() {
            self.direct.release(memory);
            (self.direct, self.index) = (Direct::new(), Index::new());
        }
        self.find_by_address(keys, memory);
    }

    /// Finds states by their addresses from now on, if there are some and enough states are stored to pay for
    /// the table. Nobody may have the key of a state that is not stored.
    #[inline]
    pub(crate) fn find_by_address(&mut self, keys: &impl Keys<N::State>, memory: &Quota) {
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
        // Not where little memory would be left for nodes: they are found as before.
        let is_small = addresses <= memory.free() / (4 * size_of::<u32>());
        let direct = is_small.then(|| Direct::of(addresses, memory));
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
