//! [`OwnedStates`]: the states that a worker owns, layer by layer.

use core::fmt::Debug;
use core::hash::Hash;

use std::vec::Vec;

use super::Quit;
use crate::account::Quota;
use crate::space::disk::StateKey;

/// A key that can be stored in a hash table.
pub(super) trait StoredKey: StateKey + Hash + Debug + Send {}

impl<K: StateKey + Hash + Debug + Send> StoredKey for K {}

/// The layers of a worker. States of the last layer are handed out to be expanded, and generated states are collected
/// into the next layer; so are the starts, before there is a layer.
pub(super) trait OwnedStates<K: StoredKey> {
    /// The size of the last layer.
    fn layer_len(&self) -> u64;

    /// Appends the next states of the last layer to `keys`; none if all were handed out.
    fn next(&mut self, keys: &mut Vec<K>) -> Result<(), Quit>;

    /// Adds a generated state to the next layer. It may be a duplicate.
    fn insert(&mut self, key: K) -> Result<(), Quit>;

    /// Removes the duplicates from the next layer, to which nothing is added any more; returns its size. Calls `look`
    /// meanwhile.
    fn deduplicate(&mut self, look: &mut dyn FnMut() -> Result<(), Quit>) -> Result<u64, Quit>;

    /// Makes the next layer the last one.
    fn advance(&mut self) -> Result<(), Quit>;

    /// The `most` least states of the last layer, in ascending order.
    fn least(&self, most: usize) -> Result<Vec<K>, Quit>;

    fn memory(&self) -> &Quota;

    /// The two numbers of complete layers with which the work can be resumed: as of the last save, and of the save
    /// before it; 0 if there was no such save. `None` if these states are never saved.
    fn saved(&self) -> Option<[u64; 2]> {
        None
    }

    /// Resumes with one of these numbers of complete layers; returns their sizes over all workers. With 0, the starts
    /// are still to be added.
    fn resume(&mut self, _complete: u64) -> Result<Vec<u64>, Quit> {
        Ok(Vec::new())
    }

    /// Whether it is time to save.
    fn is_due(&self) -> bool {
        false
    }

    /// Saves the complete layers, which have these sizes over all workers.
    fn save(&mut self, _layers: &[u64]) -> Result<(), Quit> {
        Ok(())
    }

    /// The greatest number of bytes on disk at one time.
    fn disk_peak(&self) -> u64 {
        0
    }
}
