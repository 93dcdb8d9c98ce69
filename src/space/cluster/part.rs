//! [`Part`]: the states that a worker owns, as keys in hash tables.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::Range;

use std::vec::Vec;

use crate::account::{Claimed, Quota, Stop};
use crate::space::disk::Key;
use crate::space::layer_table::{Child, Grant, LayerTable};

/// So many keys are looked up together.
const TOGETHER: usize = 128;

/// A key that can be stored in a table.
pub(super) trait Stored: Key + Hash + Debug + Send {}

impl<K: Key + Hash + Debug + Send> Stored for K {}

pub(super) struct Part<K: Stored> {
    known: LayerTable<K>,
    /// Where each layer is that is complete, if all are remembered.
    layers: Vec<Range<u32>>,
    waiting: Vec<Child<K>>,
    grant: Grant,
    /// Why a key could not be stored.
    stop: Option<Stop>,
}

impl<K: Stored> Part<K> {
    /// Remembers the last two layers, which is enough where moves can be taken back, or all.
    pub(super) fn new(forgets: bool, grant: Grant) -> Self {
        Self {
            known: LayerTable::new(forgets),
            layers: Vec::new(),
            waiting: Vec::with_capacity(TOGETHER),
            grant,
            stop: None,
        }
    }

    /// Adds a state to the last layer, which is the first or empty.
    pub(super) fn start(&mut self, key: K) {
        if let Err(stop) = self.known.start(key, &self.grant) {
            self.stop.get_or_insert(stop);
        }
    }

    /// Where the states of the last layer are.
    pub(super) fn layer(&self) -> Range<u32> {
        self.known.layer()
    }

    pub(super) fn key(&self, at: u32) -> K {
        *self.known.state(at)
    }

    /// Adds a state to the layer to come, if it is new.
    #[inline]
    pub(super) fn meet(&mut self, key: K) {
        let looked_up = self.known.key(&key);
        self.waiting.push(Child {
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

    /// How many states the layer to come has.
    pub(super) fn coming(&mut self) -> u64 {
        self.look_up();
        self.known.coming() as u64
    }

    /// Goes on to that layer.
    pub(super) fn turn(&mut self) {
        if !self.known.forgets() {
            self.layers.push(self.layer());
        }
        self.known.turn(&self.grant.quota);
    }

    /// The states of the layer before the last one, or of any if all are remembered, in order.
    pub(super) fn sorted_keys(&self, depth: u64, last: u64) -> Result<Claimed<Vec<K>>, Stop> {
        let layer = if self.known.forgets() && depth < last {
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

    /// Where the states of this layer are, of all that are remembered.
    pub(super) fn layer_at(&self, depth: u64) -> Range<u32> {
        let layer = self.layers.get(depth as usize).cloned();
        layer.unwrap_or_else(|| self.layer())
    }

    /// Whether the layer of this depth, of all that are remembered, has a state.
    pub(super) fn holds(&self, key: &K, depth: u64) -> bool {
        let found = self.known.find(self.known.key(key), key);
        found.is_some_and(|at| self.layer_at(depth).contains(&at))
    }

    /// Why a state could not be stored, if one could not.
    pub(super) const fn stop(&self) -> Option<Stop> {
        self.stop
    }

    pub(super) const fn memory(&self) -> &Quota {
        &self.grant.quota
    }
}
