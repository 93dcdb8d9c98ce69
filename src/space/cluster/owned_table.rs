//! [`OwnedTable`]: the states that a worker owns, as keys in a hash table.

use core::ops::Range;

use std::collections::BinaryHeap;
use std::vec::Vec;

use super::Quit;
use super::owned_states::{OwnedStates, StoredKey};
use super::worker::LOOK;
use crate::account::{Quota, Stop};
use crate::space::layer_table::{Grant, LayerTable, Pending};
use crate::space::spaces::Retained;

/// The number of keys that are looked up together, so that cache misses overlap.
const TOGETHER: usize = 128;

pub(super) struct OwnedTable<K: StoredKey> {
    known: LayerTable<K>,
    /// The ranges of the complete layers but the last, if all layers are retained.
    layers: Vec<Range<u32>>,
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
            layers: Vec::new(),
            waiting: Vec::with_capacity(TOGETHER),
            grant,
            left: 0..0,
        }
    }

    /// The range of the last layer.
    pub(super) fn layer(&self) -> Range<u32> {
        self.known.layer()
    }

    pub(super) fn key(&self, at: u32) -> K {
        *self.known.state(at)
    }

    fn look_up(&mut self) -> Result<(), Stop> {
        let stored = self.known.store(&mut self.waiting, &self.grant);
        self.waiting.clear();
        stored
    }

    /// The range of a layer that is retained.
    pub(super) fn layer_at(&self, depth: u64) -> Range<u32> {
        let layer = self.layers.get(depth as usize).cloned();
        layer.unwrap_or_else(|| self.layer())
    }

    /// Whether a retained layer has this state.
    pub(super) fn holds(&self, key: &K, depth: u64) -> bool {
        let found = self.known.find(self.known.key(key), key);
        found.is_some_and(|at| self.layer_at(depth).contains(&at))
    }
}

impl<K: StoredKey> OwnedStates<K> for OwnedTable<K> {
    fn start(&mut self, starts: Vec<K>) -> Result<(), Quit> {
        for key in starts {
            self.known.start(key, &self.grant)?;
        }
        self.left = self.layer();
        Ok(())
    }

    fn layer_len(&self) -> u64 {
        self.layer().len() as u64
    }

    fn next(&mut self, keys: &mut Vec<K>) -> Result<(), Quit> {
        let next = self.left.by_ref().take(LOOK as usize);
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
        if self.known.retained() == Retained::All {
            self.layers.push(self.layer());
        }
        self.known.advance();
        self.left = self.layer();
        Ok(())
    }

    fn least(&self, most: usize) -> Result<Vec<K>, Quit> {
        Ok(least(self.layer().map(|at| self.key(at)), most))
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
