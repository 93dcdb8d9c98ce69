//! [`OwnedRuns`]: the states that a worker owns, as sorted runs in files. The worker's part of a layer is one sorted
//! file.
//!
//! To save is to write a checkpoint, which lists the files of the layers that are needed to resume. All workers save
//! after the same layers, but a worker that is killed may be one save behind the others. All resume after the last
//! layer that all have saved. Newer files are then removed, and a checkpoint is written without them before one of
//! their names is used again.
//!
//! Invariant: the files needed to resume from the last save and from the one before it are on disk.

use core::ops::Range;

use std::path::Path;
use std::vec::Vec;

use super::Quit;
use super::owned_states::{OwnedStates, StoredKey};
use crate::account::{Claim, Quota, Stop};
use crate::space::disk::{Runs, Segment, SortedFile, Store, USUAL, with_hardest};
use crate::space::error::SpaceError;
use crate::space::layer_table::Grant;
use crate::space::spaces::Retained;

/// A checkpoint with more states of one worker in a layer counts as damaged. Sums of smaller numbers do not overflow.
const MOST_STATES: u64 = 1 << 40;

/// What a worker needs to open its files.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunFiles<'d> {
    pub(super) directory: &'d Path,
    pub(super) max_bytes: Option<u64>,
    /// Identifies the work and the worker.
    pub(super) identity: u64,
    pub(super) retained: Retained,
    /// The number of bytes of a state.
    pub(super) width: usize,
    /// The bytes of memory for the states that are sent and received.
    pub(super) in_transit: usize,
    /// The greatest number of hardest states.
    pub(super) hardest: usize,
    /// The number of threads of the process.
    pub(super) threads: usize,
}

/// The bytes of the lists of this many hardest states: those of this worker, and those of all.
const fn bytes_of_hardest<K>(states: usize) -> usize {
    states.saturating_mul(4 * size_of::<K>())
}

/// The states that a worker owns, on disk.
#[derive(Debug)]
pub(super) struct OwnedRuns<K> {
    runs: Runs<K>,
    store: Store,
    identity: u64,
    retained: Retained,
    width: usize,
    grant: Grant,
    /// The numbers of complete layers at the last save and at the one before it; 0 if there was none.
    complete: [u64; 2],
    /// The sizes of the layers over all workers, as saved last.
    saved_layers: Vec<u64>,
    /// The sizes of the complete layers of this worker.
    layers: Vec<u64>,
    /// The number of states of the next layer, once it is free of duplicates.
    next_states: u64,
    /// The states of the last layer that have not been handed out.
    unread: Option<SortedFile<K>>,
    /// The claim for the states that are sent and received, and for the lists of hardest states.
    beside: Claim,
    in_transit: usize,
}

impl<K: StoredKey> OwnedRuns<K> {
    /// Opens the files in a directory, which may be empty or missing.
    pub(super) fn open(files: RunFiles<'_>, grant: Grant) -> Result<Self, Quit> {
        let RunFiles {
            directory,
            max_bytes,
            identity,
            retained,
            width,
            in_transit,
            hardest,
            threads,
        } = files;
        let (store, numbers) = Store::open(directory, max_bytes)?;
        let another = || SpaceError::WrongDirectory {
            directory: directory.to_path_buf(),
        };
        let (complete, layers) = match numbers.split_first_chunk() {
            None if numbers.is_empty() => ([0, 0], &[][..]),
            Some((&[found, last, before], layers))
                if found == identity
                    && last.checked_mul(2) == Some(layers.len() as u64)
                    && before <= last =>
            {
                ([last, before], layers)
            }
            _ => return Err(another().into()),
        };
        if layers.iter().any(|&states| states > MOST_STATES) {
            let file = store.checkpoint_path();
            return Err(SpaceError::Damaged { file }.into());
        }
        let (saved_layers, layers) = layers.split_at(layers.len() / 2);
        let quota = &grant.quota;
        let free = if quota.is_limited() {
            quota.free()
        } else {
            USUAL
        };
        let hardest = bytes_of_hardest::<K>(hardest);
        let beside = in_transit.saturating_add(hardest.min(free / 2));
        let room = if quota.is_limited() {
            free
        } else {
            beside.saturating_add(USUAL / threads)
        };
        let runs = Runs::new(width, Some(1), 1, room.saturating_sub(beside), quota);
        let runs = runs.map_err(|error| match error {
            SpaceError::TooLittleMemory { needed } => SpaceError::TooLittleMemory {
                needed: with_hardest(needed.saturating_add(in_transit), hardest)
                    .saturating_mul(threads),
            },
            error => error,
        });
        let is_new = numbers.is_empty();
        let mut opened = Self {
            runs: runs?,
            beside: Claim::new(beside, quota)?,
            in_transit,
            store,
            identity,
            retained,
            width,
            complete,
            saved_layers: saved_layers.to_vec(),
            layers: layers.to_vec(),
            next_states: 0,
            unread: None,
            grant,
        };
        if is_new {
            // The first checkpoint contains the identity, so that the directory refuses other work from now on.
            opened.commit()?;
        }
        Ok(opened)
    }

    /// The only segment of the next layer.
    const fn next_segment(&self) -> Segment {
        let (depth, index) = (self.layers.len() as u64, 0);
        Segment { depth, index }
    }

    /// The only segment of the last layer.
    const fn last_segment(&self) -> Segment {
        let next = self.next_segment();
        next.in_layer(next.depth.saturating_sub(1))
    }

    /// The depths of the layers that are needed to resume with `complete` complete layers.
    fn needed(&self, complete: u64) -> Range<u64> {
        let first = match self.retained {
            Retained::LastTwo => complete.saturating_sub(2),
            Retained::All => 0,
        };
        first..complete
    }

    /// Removes the layers at these depths that none of these numbers of complete layers needs.
    fn remove(&mut self, depths: Range<u64>, complete: &[u64]) {
        for depth in depths {
            let is_needed = |&complete: &u64| self.needed(complete).contains(&depth);
            if !complete.iter().any(is_needed) {
                let segment = Segment { depth, index: 0 };
                self.store.remove(&segment.layer_file());
            }
        }
    }

    fn commit(&mut self) -> Result<(), SpaceError> {
        let head = [&[self.identity], &self.complete[..]].concat();
        let numbers = [&head, &self.saved_layers, &self.layers].map(Vec::as_slice);
        self.store.commit(&numbers.concat())
    }

    /// Begins to hand out the last layer.
    fn open_layer(&mut self) -> Result<(), Quit> {
        self.unread = SortedFile::open(&self.store, &self.last_segment().layer_file(), self.width)?;
        Ok(())
    }
}

impl<K: StoredKey> OwnedStates<K> for OwnedRuns<K> {
    fn layer_len(&self) -> u64 {
        self.layers.last().copied().unwrap_or(0)
    }

    fn next(&mut self, keys: &mut Vec<K>) -> Result<(), Quit> {
        if let Some(unread) = &mut self.unread {
            unread.read_block(keys)?;
        }
        Ok(())
    }

    #[inline]
    fn insert(&mut self, key: K) -> Result<(), Quit> {
        let segment = self.next_segment();
        Ok(self.runs.push(key, segment, &mut self.store)?)
    }

    fn deduplicate(&mut self, look: &mut dyn FnMut() -> Result<(), Quit>) -> Result<u64, Quit> {
        let (segment, seen) = (self.next_segment(), self.needed(self.layers.len() as u64));
        let held: u64 = self.layers[seen.start as usize..].iter().sum();
        self.next_states = self
            .runs
            .deduplicate(segment, seen, &mut self.store, look)?;
        match self.grant.states {
            Some(most) if held + self.next_states > most => Err(Stop::Stored.into()),
            _ => Ok(self.next_states),
        }
    }

    fn advance(&mut self) -> Result<(), Quit> {
        self.layers.push(self.next_states);
        let complete = self.layers.len() as u64;
        let unneeded = self.needed(complete - 1).start..self.needed(complete).start;
        self.remove(unneeded, &[self.complete[0]]);
        self.open_layer()
    }

    fn least(&self, most: usize) -> Result<Vec<K>, Quit> {
        let listed = most.min(usize::try_from(self.layer_len()).unwrap_or(usize::MAX));
        let needed = bytes_of_hardest::<K>(listed).saturating_add(self.in_transit);
        let _claim = Claim::new(needed.saturating_sub(self.beside.bytes()), self.memory())?;
        let mut least = Vec::new();
        let layer = SortedFile::open(&self.store, &self.last_segment().layer_file(), self.width)?;
        if let Some(mut layer) = layer {
            while least.len() < most
                && let Some(key) = layer.next()?
            {
                least.push(key);
            }
        }
        Ok(least)
    }

    fn memory(&self) -> &Quota {
        &self.grant.quota
    }

    fn saved(&self) -> Option<[u64; 2]> {
        Some(self.complete)
    }

    fn resume(&mut self, complete: u64) -> Result<Vec<u64>, Quit> {
        for saved in self.complete {
            self.remove(self.needed(saved), &[complete]);
        }
        self.saved_layers.truncate(complete as usize);
        self.layers.truncate(complete as usize);
        self.complete = [complete; 2];
        self.commit()?;
        self.open_layer()?;
        Ok(self.saved_layers.clone())
    }

    fn is_due(&self) -> bool {
        self.complete[0] == 0 || self.store.is_due()
    }

    fn save(&mut self, layers: &[u64]) -> Result<(), Quit> {
        let complete = [layers.len() as u64, self.complete[0]];
        self.remove(self.needed(self.complete[1]), &complete);
        self.saved_layers = layers.to_vec();
        self.complete = complete;
        Ok(self.commit()?)
    }

    fn disk_peak(&self) -> u64 {
        self.store.peak()
    }
}
