//! [`Map`]: a hash map that claims what it holds.

use core::hash::Hash;

use hashbrown::HashMap;

use super::hash::FixedState;
use crate::account::{Quota, Stop};

/// A hash map, for what is too little to deserve a table of its own.
pub(crate) type Map<K, V> = HashMap<K, V, FixedState>;

/// Makes room in it for so many more.
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
    // A table of buckets, a power of two of which no more than seven eighths are full, and a byte more for
    // each. While they move the old ones are held too.
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
