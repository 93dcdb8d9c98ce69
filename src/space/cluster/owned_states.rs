//! [`OwnedStates`]: the states that a worker owns, as keys in a hash table.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::Range;

use std::vec::Vec;

use crate::account::{Claimed, Quota, Stop};
use crate::space::disk::StateKey;
use crate::space::layer_table::{Grant, LayerTable, Pending};
use crate::space::spaces::Retained;

/// The number of keys that are looked up together, so that cache misses overlap.
const TOGETHER: usize = 128;

/// A key that can be stored in a hash table.
pub(super) trait StoredKey: StateKey + Hash + Debug + Send {}

impl<K: StateKey + Hash + Debug + Send> StoredKey for K {}

pub(super) struct OwnedStates<K: StoredKey> {
    known: LayerTable<K>,
    /// The ranges of the complete layers but the last, if all layers are retained.
    layers: Vec<Range<u32>>,
    waiting: Vec<Pending<K>>,
    grant: Grant,
    /// Why a key could not be stored.
    stop: Option<Stop>,
}

impl<K: StoredKey> OwnedStates<K> {
    /// An empty part.
    pub(super) fn new(retained: Retained, grant: Grant) -> Self {
        Self {
            known: LayerTable::new(retained),
            layers: Vec::new(),
            waiting: Vec::with_capacity(TOGETHER),
            grant,
            stop: None,
        }
    }

    /// Adds a start to the last layer, before any expansion.
    pub(super) fn start(&mut self, key: K) {
        if let Err(stop) = self.known.start(key, &self.grant) {
            self.stop.get_or_insert(stop);
        }
    }

    /// The range of the last layer.
    pub(super) fn layer(&self) -> Range<u32> {
        self.known.layer()
    }

    pub(super) fn key(&self, at: u32) -> K {
        *self.known.state(at)
    }

    /// Adds a generated state to the next layer, unless it is a duplicate.
    #[inline]
    pub(super) fn insert(&mut self, key: K) {
        let looked_up = self.known.key(&key);
        self.waiting.push(Pending {
            key: looked_up,
            state: key,
        });
        if self.waiting.len() == TOGETHER {
            self.look_up();
        }
    }

    fn look_up(&mut self) {
        if self.stop.is_none() {
            let stored = self.known.store(&mut self.waiting, &self.grant);
            self.stop = stored.err();
        }
        self.waiting.clear();
    }

    /// The size of the next layer.
    pub(super) fn next_layer_len(&mut self) -> u64 {
        self.look_up();
        self.known.next_layer_len() as u64
    }

    /// Makes the next layer the last one.
    pub(super) fn advance(&mut self) {
        if self.known.retained() == Retained::All {
            self.layers.push(self.layer());
        }
        self.known.advance();
    }

    /// The states of the layer at `depth` in ascending order; `last` is the depth of the last layer.
    pub(super) fn sorted_keys(&self, depth: u64, last: u64) -> Result<Claimed<Vec<K>>, Stop> {
        let layer = if self.known.retained() == Retained::LastTwo && depth < last {
            self.known.layer_before()
        } else {
            self.layer_at(depth)
        };
        let mut keys = Claimed::<Vec<_>>::with_room(layer.len(), &self.grant.quota)?;
        for at in layer {
            keys.push_within(self.key(at));
        }
        keys.sort_unstable();
        Ok(keys)
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

    /// The stop that kept a state from being stored.
    pub(super) const fn stop(&self) -> Option<Stop> {
        self.stop
    }

    pub(super) const fn memory(&self) -> &Quota {
        &self.grant.quota
    }
}
