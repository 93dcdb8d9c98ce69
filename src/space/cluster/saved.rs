//! [`Saved`]: the layers that a worker has saved, from which it can go on.
//!
//! The workers save the same layers, one after the other, but one that is killed may have saved one less: so
//! the last two saved stay.

use std::collections::BTreeSet;
use std::format;
use std::path::Path;
use std::string::String;
use std::time::{Duration, Instant};
use std::vec::Vec;

use super::Halt;
use super::part::{Part, Stored};
use crate::space::disk::{DiskError, Run, Sorted, Store};

/// Saving brings files to disk, which takes some milliseconds each: it is not worth it more often.
const OFTEN: Duration = Duration::from_millis(250);

#[derive(Debug)]
pub(super) struct Saved {
    store: Store,
    /// What tells this work, and this worker, from others.
    of: u64,
    /// The last layer saved, and the one saved before; the same if there is one.
    depths: [u64; 2],
    layers: Vec<u64>,
    /// Whether the last two layers are enough to go on.
    of_two: bool,
    kept: BTreeSet<u64>,
    is_resumed: bool,
    since: Option<Instant>,
}

fn name(depth: u64) -> String {
    format!("layer-{depth}-0")
}

impl Saved {
    /// What a directory holds, or an empty one.
    pub(super) fn open(
        directory: &Path,
        (of, of_two, resumes): (u64, bool, bool),
    ) -> Result<Self, DiskError> {
        let new = |store| Self {
            store,
            of,
            depths: [0, 0],
            layers: Vec::new(),
            of_two,
            kept: BTreeSet::new(),
            is_resumed: resumes,
            since: None,
        };
        if !resumes {
            return Ok(new(Store::create(directory, None)?));
        }
        let (store, numbers) = Store::open(directory, None)?;
        let another = || DiskError::Another {
            directory: directory.to_path_buf(),
        };
        let (&[found, last, before, layers], rest) =
            numbers.split_first_chunk().ok_or_else(another)?;
        let layers = usize::try_from(layers)
            .ok()
            .and_then(|layers| rest.split_at_checked(layers));
        let (layers, kept) = layers.filter(|_| found == of).ok_or_else(another)?;
        Ok(Self {
            depths: [last, before],
            layers: layers.to_vec(),
            kept: kept.iter().copied().collect(),
            since: Some(Instant::now()),
            ..new(store)
        })
    }

    pub(super) const fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    pub(super) const fn depths(&self) -> [u64; 2] {
        self.depths
    }

    /// The counts up to this depth.
    pub(super) fn layers(&self, depth: u64) -> Vec<u64> {
        self.layers
            .iter()
            .copied()
            .take(depth as usize + 1)
            .collect()
    }

    /// Whether it is time to save.
    pub(super) fn is_due(&self) -> bool {
        self.since.is_none_or(|since| since.elapsed() >= OFTEN)
    }

    /// The most bytes that there were at one time.
    pub(super) const fn peak(&self) -> u64 {
        self.store.peak()
    }

    /// The layers that are needed to go on from this one.
    fn needed(&self, depth: u64) -> core::ops::RangeInclusive<u64> {
        let first = if self.of_two {
            depth.saturating_sub(1)
        } else {
            0
        };
        first..=depth
    }

    /// Saves the last layer.
    pub(super) fn commit<K: Stored>(
        &mut self,
        part: &mut Part<K>,
        layers: &[u64],
        width: usize,
    ) -> Result<(), Halt> {
        let depth = layers.len().saturating_sub(1) as u64;
        for at in self.needed(depth) {
            if self.store.length(&name(at)).is_none() {
                let keys = part.sorted_keys(at, depth)?;
                let mut run = Run::new(&mut self.store, name(at), width);
                let written = keys.iter().try_for_each(|&key| run.push(key));
                let written = written.and_then(|()| run.end());
                part.release(&keys);
                written?;
            }
        }
        let before = if self.since.is_some() {
            self.depths[0]
        } else {
            depth
        };
        self.depths = [depth, before.min(depth)];
        self.kept.extend(self.needed(depth));
        let needed = [self.needed(depth), self.needed(self.depths[1])];
        for at in core::mem::take(&mut self.kept) {
            if needed.iter().any(|needed| needed.contains(&at)) {
                self.kept.insert(at);
            } else {
                self.store.remove(&name(at));
            }
        }
        self.layers = layers.to_vec();
        let head = [self.of, self.depths[0], self.depths[1], layers.len() as u64];
        let kept: Vec<u64> = self.kept.iter().copied().collect();
        self.store.commit(&[&head, layers, &kept].concat())?;
        self.since = Some(Instant::now());
        Ok(())
    }

    /// Reads what was saved up to this layer into an empty part.
    pub(super) fn load<K: Stored>(
        &mut self,
        part: &mut Part<K>,
        depth: u64,
        width: usize,
    ) -> Result<(), DiskError> {
        self.depths = [depth; 2];
        for at in self.needed(depth) {
            if let Some(mut sorted) = Sorted::<K>::open(&self.store, &name(at), width)? {
                while let Some(key) = sorted.next()? {
                    part.start(key);
                }
            }
            if at < depth {
                part.turn();
            }
        }
        Ok(())
    }
}
