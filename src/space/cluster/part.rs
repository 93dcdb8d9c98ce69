//! [`Part`]: the states that a worker owns, as keys in hash tables.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::Range;

use std::vec::Vec;

use crate::monitor::{Memory, Stop};
use crate::space::disk::Key;
use crate::space::expansion::{Child, Tables, store};
use crate::space::hashing::{Seen, Starting, ThreeLayers};
use crate::space::layers::list_of;
use crate::space::sharded::Lease;

/// So many keys are looked up together.
const TOGETHER: usize = 128;

/// A key that can be stored in a table.
pub(super) trait Stored: Key + Hash + Debug + Send {}

impl<K: Key + Hash + Debug + Send> Stored for K {}

pub(super) struct Part<K: Stored> {
    known: Known<K>,
    waiting: Vec<Child<K>>,
    lease: Lease,
    /// Why a key could not be stored.
    stop: Option<Stop>,
}

enum Known<K: Stored> {
    Two(ThreeLayers<K>),
    /// And where each layer is.
    All(Seen<K>, Vec<Range<u32>>),
}

/// The same of either tables.
macro_rules! of_either {
    ($known:expr, $tables:ident => $answer:expr) => {
        match $known {
            Known::Two($tables) => $answer,
            Known::All($tables, _) => $answer,
        }
    };
}

impl<K: Stored> Part<K> {
    /// Remembers the last two layers: enough where moves can be taken back.
    pub(super) fn of_two_layers(lease: Lease) -> Self {
        Self::new(Known::Two(ThreeLayers::new()), lease)
    }

    /// Remembers all layers.
    pub(super) fn of_all_layers(lease: Lease) -> Self {
        Self::new(Known::All(Seen::new(), Vec::new()), lease)
    }

    fn new(known: Known<K>, lease: Lease) -> Self {
        Self {
            known,
            waiting: Vec::with_capacity(TOGETHER),
            lease,
            stop: None,
        }
    }

    /// Adds a state to the last layer, which is the first or empty.
    pub(super) fn start(&mut self, key: K) {
        let (lease, known) = (&mut self.lease, &mut self.known);
        if let Err(stop) = of_either!(known, tables => tables.start(key, lease)) {
            self.stop.get_or_insert(stop);
        }
    }

    /// Where the states of the last layer are.
    pub(super) fn layer(&self) -> Range<u32> {
        of_either!(&self.known, tables => tables.layer())
    }

    pub(super) fn key(&self, at: u32) -> K {
        of_either!(&self.known, tables => *tables.state(at))
    }

    /// Adds a state to the layer to come, if it is new.
    #[inline]
    pub(super) fn meet(&mut self, key: K) {
        let hash = of_either!(&self.known, tables => tables.hash(&key));
        self.waiting.push(Child { hash, state: key });
        if self.waiting.len() == TOGETHER {
            self.look_up();
        }
    }

    fn look_up(&mut self) {
        if self.stop.is_none() {
            let (waiting, lease) = (&mut self.waiting, &mut self.lease);
            let stored = of_either!(&mut self.known, tables => store(waiting, tables, lease));
            self.stop = stored.err();
        }
        self.waiting.clear();
    }

    /// How many states the layer to come has.
    pub(super) fn coming(&mut self) -> u64 {
        self.look_up();
        of_either!(&self.known, tables => tables.coming() as u64)
    }

    /// Goes on to that layer.
    pub(super) fn turn(&mut self) {
        if let Known::All(tables, layers) = &mut self.known {
            layers.push(tables.layer());
        }
        let memory = &mut self.lease.memory;
        of_either!(&mut self.known, tables => tables.turn(memory));
    }

    /// The states of the layer before the last one, or of any if all are remembered, in order. Whoever has
    /// done with them [releases](Self::release) them.
    pub(super) fn sorted_keys(&mut self, depth: u64, last: u64) -> Result<Vec<K>, Stop> {
        let layer = self.layer_at(depth);
        let memory = &mut self.lease.memory;
        let mut keys = match &self.known {
            Known::Two(tables) if depth < last => {
                let mut keys = list_of(tables.layer_before().len(), memory)?;
                keys.extend(tables.layer_before().copied());
                keys
            }
            known => {
                let mut keys = list_of(layer.len(), memory)?;
                keys.extend(layer.map(|at| of_either!(known, tables => *tables.state(at))));
                keys
            }
        };
        keys.sort_unstable();
        Ok(keys)
    }

    pub(super) fn release(&mut self, keys: &Vec<K>) {
        self.lease.memory.release_list(keys);
    }

    /// Where the states of this layer are, of all that are remembered.
    pub(super) fn layer_at(&self, depth: u64) -> Range<u32> {
        let layer = match &self.known {
            Known::Two(_) => None,
            Known::All(_, layers) => layers.get(depth as usize).cloned(),
        };
        layer.unwrap_or_else(|| self.layer())
    }

    /// Whether the layer of this depth, of all that are remembered, has a state.
    pub(super) fn holds(&self, key: &K, depth: u64) -> bool {
        let Known::All(tables, _) = &self.known else {
            return false;
        };
        let layer = self.layer_at(depth);
        let found = tables.find(tables.hash(key), key);
        found.is_some_and(|at| layer.contains(&at))
    }

    /// Why a state could not be stored, if one could not.
    pub(super) const fn stop(&self) -> Option<Stop> {
        self.stop
    }

    pub(super) const fn memory(&self) -> &Memory {
        &self.lease.memory
    }
}
