//! [`Map`]: a hash map whose memory is claimed.

use core::hash::Hash;

use hashbrown::HashMap;

use super::hash::FixedState;
use crate::account::{Quota, Stop};

/// A general hash map, where a search stores too few items for a [`NodeTable`](super::NodeTable).
pub(crate) type Map<K, V> = HashMap<K, V, FixedState>;

/// Makes room for `more` items.
#[inline]
pub(crate) fn make_room_in<K: Eq + Hash, V>(
    map: &mut Map<K, V>,
    more: usize,
    memory: &Quota,
) -> Result<(), Stop> {
    if map.capacity() - map.len() < more {
        return grow(map, more, memory);
    }
    Ok(())
}

#[cold]
fn grow<K: Eq + Hash, V>(map: &mut Map<K, V>, more: usize, memory: &Quota) -> Result<(), Stop> {
    // The map has a power of two of buckets, at most seven eighths of them full, and a byte of control for each. While
    // items move, the old buckets are held too.
    let all = (map.len() + more).max(2 * map.capacity());
    let buckets = (all * 8 / 7).next_power_of_two().max(16);
    let most = buckets.saturating_mul(size_of::<(K, V)>() + 1);
    let most = most.saturating_add(64);
    let old = map.allocation_size();
    memory.claim(most)?;
    let reserved = map.try_reserve(all - map.len());
    let grown = map.allocation_size() - old;
    memory.release(most.saturating_sub(grown));
    reserved.map_err(|_| Stop::OutOfMemory)
}
