//! [`Map`]: a hash map whose memory is claimed. Invariant: the claim has the size of the allocation.

use core::hash::Hash;
use core::ops::{Deref, DerefMut};

use hashbrown::HashMap;

use super::hash::FixedState;
use crate::account::{Claim, Quota, Stop};

/// A general hash map, where a search stores too few items for a [`NodeTable`](super::NodeTable). Call
/// [`make_room`](Self::make_room) before items are added.
#[derive(Debug)]
pub(crate) struct Map<K, V> {
    items: HashMap<K, V, FixedState>,
    claim: Claim,
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self {
            items: HashMap::default(),
            claim: Claim::default(),
        }
    }
}

impl<K: Eq + Hash, V> Map<K, V> {
    /// Makes room for `more` items.
    #[inline]
    pub(crate) fn make_room(&mut self, more: usize, memory: &Quota) -> Result<(), Stop> {
        if self.items.capacity() - self.items.len() < more {
            return self.grow(more, memory);
        }
        Ok(())
    }

    #[cold]
    fn grow(&mut self, more: usize, memory: &Quota) -> Result<(), Stop> {
        // The map has a power of two of buckets, at most seven eighths of them full, and a byte of control for each.
        // While items move, the old buckets are held too.
        let items = &mut self.items;
        let all = (items.len() + more).max(2 * items.capacity());
        let buckets = (all * 8 / 7).next_power_of_two().max(16);
        let most = buckets.saturating_mul(size_of::<(K, V)>() + 1);
        let mut claim = Claim::new(most.saturating_add(64), memory)?;
        let reserved = items.try_reserve(all - items.len());
        reserved.map_err(|_| Stop::OutOfMemory)?;
        claim.shrink_to(items.allocation_size());
        self.claim = claim;
        Ok(())
    }
}

impl<K, V> Deref for Map<K, V> {
    type Target = HashMap<K, V, FixedState>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.items
    }
}

impl<K, V> DerefMut for Map<K, V> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.items
    }
}
