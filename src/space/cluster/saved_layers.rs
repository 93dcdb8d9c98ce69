//! [`SavedLayers`]: the layers that a worker has saved, from which it can resume.
//!
//! All workers save the same layers, but a worker that is killed may be one layer behind. So the files
//! of the last two saves are retained.

use core::ops::Range;

use std::collections::BTreeSet;
use std::format;
use std::path::Path;
use std::string::String;
use std::vec::Vec;

use super::Quit;
use super::owned_states::{OwnedStates, StoredKey};
use crate::space::disk::{DiskError, RunWriter, SortedFile, Store};
use crate::space::spaces::Retained;

#[derive(Debug)]
pub(super) struct SavedLayers {
    store: Store,
    /// Identifies the work and the worker.
    of: u64,
    /// The numbers of complete layers when the work was last saved, and the time before; 0 if it was not.
    complete: [u64; 2],
    layers: Vec<u64>,
    /// The layers that are needed to resume.
    retained: Retained,
    kept: BTreeSet<u64>,
}

fn name(depth: u64) -> String {
    format!("layer-{depth}-0")
}

impl SavedLayers {
    /// Opens what a directory holds, which may be nothing.
    pub(super) fn open(directory: &Path, of: u64, retained: Retained) -> Result<Self, DiskError> {
        let new = |store| Self {
            store,
            of,
            complete: [0, 0],
            layers: Vec::new(),
            retained,
            kept: BTreeSet::new(),
        };
        let (store, numbers) = Store::open(directory, None)?;
        if numbers.is_empty() {
            return Ok(new(store));
        }
        let another = || DiskError::Another {
            directory: directory.to_path_buf(),
        };
        let (&[found, last, before], rest) = numbers.split_first_chunk().ok_or_else(another)?;
        let layers = usize::try_from(last)
            .ok()
            .and_then(|layers| rest.split_at_checked(layers));
        let (layers, kept) = layers.filter(|_| found == of).ok_or_else(another)?;
        Ok(Self {
            complete: [last, before],
            layers: layers.to_vec(),
            kept: kept.iter().copied().collect(),
            ..new(store)
        })
    }

    /// The numbers of layers from which the work can resume: as saved last, and the time before.
    pub(super) const fn complete(&self) -> [u64; 2] {
        self.complete
    }

    /// The sizes of the first layers.
    pub(super) fn layers(&self, complete: u64) -> Vec<u64> {
        let layers = self.layers.iter().copied();
        layers.take(complete as usize).collect()
    }

    /// Whether it is time to save.
    pub(super) fn is_due(&self) -> bool {
        self.complete[0] == 0 || self.store.is_due()
    }

    /// The most bytes that the files took at one time.
    pub(super) const fn peak(&self) -> u64 {
        self.store.peak()
    }

    /// The depths of the layers that are needed to resume with `complete` layers.
    fn needed(&self, complete: u64) -> Range<u64> {
        let first = if self.retained == Retained::LastTwo {
            complete.saturating_sub(2)
        } else {
            0
        };
        first..complete
    }

    /// Saves the last layer.
    pub(super) fn commit<K: StoredKey>(
        &mut self,
        part: &OwnedStates<K>,
        layers: &[u64],
        width: usize,
    ) -> Result<(), Quit> {
        let complete = layers.len() as u64;
        for at in self.needed(complete) {
            if self.store.length(&name(at)).is_none() {
                let keys = part.sorted_keys(at, complete - 1)?;
                let mut run = RunWriter::new(&mut self.store, name(at), width);
                let written = keys.iter().try_for_each(|&key| run.push(key));
                let written = written.and_then(|()| run.end());
                written?;
            }
        }
        let complete = [complete, self.complete[0]];
        let needed = complete.map(|complete| self.needed(complete));
        self.kept.extend(needed[0].clone());
        for at in core::mem::take(&mut self.kept) {
            if needed.iter().any(|needed| needed.contains(&at)) {
                self.kept.insert(at);
            } else {
                self.store.remove(&name(at));
            }
        }
        let head = [&[self.of], &complete[..], layers].concat();
        let kept: Vec<u64> = self.kept.iter().copied().collect();
        self.store.commit(&[head, kept].concat())?;
        self.layers = layers.to_vec();
        self.complete = complete;
        Ok(())
    }

    /// Loads the work with `complete` layers into a part that holds at most the starts.
    pub(super) fn load<K: StoredKey>(
        &mut self,
        part: &mut OwnedStates<K>,
        complete: u64,
        width: usize,
    ) -> Result<(), DiskError> {
        self.complete = [complete; 2];
        for at in self.needed(complete) {
            if let Some(mut sorted) = SortedFile::<K>::open(&self.store, &name(at), width)? {
                while let Some(key) = sorted.next()? {
                    part.start(key);
                }
            }
            if at + 1 < complete {
                part.advance();
            }
        }
        Ok(())
    }
}
