//! [`OwnedTable`]: the states that a worker owns, as keys in a hash table.

use core::ops::Range;

use std::collections::BinaryHeap;
use std::vec::Vec;

use super::Quit;
use super::owned_states::{OwnedStates, StoredKey};
use crate::account::{Quota, Stop};
use crate::space::layer_table::{Grant, LayerTable, Pending};
use crate::space::spaces::Retained;

/// The number of keys that are looked up together, so that cache misses overlap.
const TOGETHER: usize = 128;
/// The states that are expanded between looks at the clock and the inbox.
const LOOK: usize = 1 << 8;

pub(super) struct OwnedTable<K: StoredKey> {
    known: LayerTable<K>,
    waiting: Vec<Pending<K>>,
    grant: Grant,
    /// The states of the last layer that were not handed out.
    left: Range<u32>,
}

impl<K: StoredKey> OwnedTable<K> {
    /// An empty part.
    pub(super) fn new(retained: Retained, grant: Grant) -> Self {
        Self {
            known: LayerTable::new(retained),
            waiting: Vec::with_capacity(TOGETHER),
            grant,
            left: 0..0,
        }
    }

    fn look_up(&mut self) -> Result<(), Stop> {
        let stored = self.known.store(&mut self.waiting, &self.grant);
        self.waiting.clear();
        stored
    }
}

impl<K: StoredKey> OwnedStates<K> for OwnedTable<K> {
    fn layer_len(&self) -> u64 {
        self.known.layer().len() as u64
    }

    fn next(&mut self, keys: &mut Vec<K>) -> Result<(), Quit> {
        let next = self.left.by_ref().take(LOOK);
        keys.extend(next.map(|at| *self.known.state(at)));
        Ok(())
    }

    #[inline]
    fn insert(&mut self, key: K) -> Result<(), Quit> {
        let looked_up = self.known.key(&key);
        self.waiting.push(Pending {
            key: looked_up,
            state: key,
        });
        if self.waiting.len() == TOGETHER {
            self.look_up()?;
        }
        Ok(())
    }

    fn deduplicate(&mut self, _: &mut dyn FnMut() -> Result<(), Quit>) -> Result<u64, Quit> {
        self.look_up()?;
        Ok(self.known.next_layer_len() as u64)
    }

    fn advance(&mut self) -> Result<(), Quit> {
        self.known.advance();
        self.left = self.known.layer();
        Ok(())
    }

    fn least(&self, most: usize) -> Result<Vec<K>, Quit> {
        Ok(least(
            self.known.layer().map(|at| *self.known.state(at)),
            most,
        ))
    }

    fn memory(&self) -> &Quota {
        &self.grant.quota
    }
}

/// The `most` least keys, in ascending order.
pub(super) fn least<K: StoredKey>(keys: impl Iterator<Item = K>, most: usize) -> Vec<K> {
    let mut least = BinaryHeap::new();
    for key in keys {
        if least.len() < most {
            least.push(key);
        } else if let Some(mut greatest) = least.peek_mut().filter(|greatest| key < **greatest) {
            *greatest = key;
        }
    }
    least.into_sorted_vec()
}
