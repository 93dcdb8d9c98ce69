//! [`Session`]: one run of a task on disk. It opens the directory, resumes from the checkpoint in it, and leaves one.

use std::vec::Vec;

use super::OnDisk;
use super::layers::{DiskLayers, DiskProgress, Partitioned};
use super::store::Store;
use crate::account::{Meter, Quota, Side, Stop};
use crate::space::census::Census;
use crate::space::error::SpaceError;
use crate::space::layers::LayeredSearch;

/// The memory to use if there is no limit.
pub(crate) const USUAL: usize = 256 << 20;

/// About how many bytes the list of layer sizes takes.
const LAYER_LIST: usize = 1 << 15;

/// The least memory in which `needed` bytes remain beside `hardest` bytes of lists, or beside half the memory if the
/// lists take more.
pub(crate) fn with_hardest(needed: usize, hardest: usize) -> usize {
    needed.saturating_add(hardest.min(needed))
}

/// The count of numbers in a checkpoint that identify the work and how it is partitioned; the resume point follows.
pub(super) const HEAD: usize = 3;

/// Identifies the work in a directory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorkId {
    pub(crate) number: u64,
    pub(crate) fingerprint: u64,
    /// The number of states, if it is known.
    pub(crate) states: Option<u64>,
}

/// A search or an enumeration in a directory.
pub(super) type DiskSearch<D> = LayeredSearch<DiskLayers<D>>;

/// The settings of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Session<'d> {
    pub(super) disk: &'d OnDisk,
    pub(super) kind: WorkId,
    /// About how many bytes the lists of hardest states may take.
    pub(super) hardest: usize,
}

impl Session<'_> {
    /// Works within the limits of the task, and resumes what the directory holds: the task itself keeps nothing
    /// between runs.
    ///
    /// `make` creates the partitioned space: partitioned as the checkpoint says, or else as this memory allows; it also
    /// returns how it is partitioned. `finish` makes the answer.
    pub(super) fn run<D: Partitioned, T>(
        self,
        make: impl FnOnce(Option<u64>, usize, &Quota) -> Result<(D, u64), SpaceError>,
        finish: impl FnOnce(
            &mut DiskSearch<D>,
            Result<(), Stop>,
            &mut Meter<'_>,
        ) -> Result<T, SpaceError>,
        meter: &mut Meter<'_>,
    ) -> Result<T, SpaceError> {
        let mut table = self.open(make, meter)?;
        let end = SpaceError::apart(table.grow(meter, &mut |_, _, _| Ok(())))?;
        if !table.store.space.has_found_goal() {
            table.store.commit()?;
        }
        finish(&mut table, end, meter)
    }

    /// Counts states, and lists some of the last layer.
    pub(super) fn count<D: Partitioned, S>(
        self,
        make: impl FnOnce(Option<u64>, usize, &Quota) -> Result<(D, u64), SpaceError>,
        list: impl FnOnce(&DiskSearch<D>, &Quota) -> Result<Vec<S>, SpaceError>,
        meter: &mut Meter<'_>,
    ) -> Result<Census<S>, SpaceError> {
        let finish = |table: &mut DiskSearch<D>, end, meter: &mut Meter<'_>| {
            let hardest = SpaceError::apart(list(table, meter.memory()))?;
            let mut census = table.census(end, hardest, meter);
            census.peak_disk_bytes = table.store.store.peak();
            Ok(census)
        };
        let counted = SpaceError::apart(self.run(make, finish, meter))?;
        Ok(counted.unwrap_or_else(|stop| Census::stopped_at_once(stop, meter)))
    }

    /// Opens the work in the directory, or begins it.
    fn open<D: Partitioned>(
        self,
        make: impl FnOnce(Option<u64>, usize, &Quota) -> Result<(D, u64), SpaceError>,
        meter: &mut Meter<'_>,
    ) -> Result<DiskSearch<D>, SpaceError> {
        let Self {
            disk,
            kind,
            hardest,
        } = self;
        let (mut store, numbers) = Store::open(&disk.directory, disk.max_bytes)?;
        if numbers.is_empty() {
            meter.begin();
        }
        if let Some(states) = kind.states {
            meter.expect_states(states);
        }
        let quota = meter.memory().clone();
        let make = |division| {
            // The last layer may have fewer states than are asked for, so at least half the memory is for the layers.
            let hardest = hardest.min(quota.free() / 2);
            let room = quota.free().saturating_sub(hardest + LAYER_LIST);
            let room = if quota.is_limited() { room } else { USUAL };
            make(division, room, &quota).map_err(|error| match error {
                SpaceError::TooLittleMemory { needed } => SpaceError::TooLittleMemory {
                    needed: with_hardest(needed.saturating_add(LAYER_LIST), self.hardest)
                        .saturating_add(quota.held()),
                },
                error => error,
            })
        };
        if numbers.is_empty() {
            let (mut space, division) = make(None)?;
            let first = space.start(&mut store, meter)?;
            let progress = DiskProgress {
                layers: [first].into_iter().filter(|&states| states > 0).collect(),
                is_over: first == 0,
                ..DiskProgress::default()
            };
            let head = [kind.number, kind.fingerprint, division].to_vec();
            let mut on_disk = DiskLayers::new(space, store, head, progress);
            on_disk.commit()?;
            return Ok(LayeredSearch::new(on_disk, Side::Start));
        }
        let another = || SpaceError::WrongDirectory {
            directory: disk.directory.clone(),
        };
        let head = numbers.split_first_chunk::<HEAD>();
        let (&[number, of, division], rest) = head.ok_or_else(another)?;
        let progress = DiskProgress::read(rest).ok_or_else(another)?;
        if (number, of) != (kind.number, kind.fingerprint) {
            return Err(another());
        }
        let (space, _) = make(Some(division))?;
        let (met, expanded) = progress.states();
        meter.cover(met);
        // Count the states that other processes expanded, as the limit includes them, but not those whose work was
        // lost.
        let counted = meter.counts().expanded;
        meter.count_expanded(expanded.saturating_sub(counted));
        meter.refund(counted.saturating_sub(expanded), 0);
        let head = [number, of, division].to_vec();
        let (layers, is_over) = (progress.layers.clone(), progress.is_over);
        let on_disk = DiskLayers::new(space, store, head, progress);
        let mut search = LayeredSearch::new(on_disk, Side::Start);
        search.resume(&layers, &quota)?;
        if is_over {
            search.end();
        }
        Ok(search)
    }
}
