//! A run of a task on disk: the directory is opened, worked in and left as a checkpoint.

use alloc::boxed::Box;
use std::vec::Vec;

use super::OnDisk;
use super::error::DiskError;
use super::rounds::{Divided, Halt, Progress, Rounds};
use super::store::Store;
use crate::account::{Memory, Meter, Side, Stop};
use crate::puzzle::Puzzle;
use crate::space::census::Census;
use crate::space::enumerate::stopped_at_once;
use crate::space::layers::{Growth, Layers};

/// What is enumerated, and in which way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    pub(crate) number: u64,
    pub(crate) fingerprint: u64,
    /// How many states there are, if that is known.
    pub(crate) states: Option<u64>,
}

/// An enumeration in a directory.
pub(super) type Table<D> = Growth<Box<Rounds<D>>>;

/// Works within the limits of the task, from what the directory holds. What a task keeps from one run to
/// the next is in there.
///
/// `make` makes what works, divided as it was before, or else as memory allows, and says how; `start` writes
/// layer 0; `finish` answers, unless the disk has failed.
pub(super) fn run<P: Puzzle, D: Divided<P>, T>(
    disk: &mut OnDisk,
    puzzle: &P,
    kind: Kind,
    (make, start): (
        impl FnOnce(Option<u64>, &mut Memory) -> Result<(D, u64), Halt>,
        impl FnOnce(&mut D, &mut Store) -> Result<u64, DiskError>,
    ),
    finish: impl FnOnce(&mut Table<D>, Result<(), Stop>, &mut Meter<'_>) -> Result<T, Halt>,
    meter: &mut Meter<'_>,
) -> Result<Result<T, Stop>, DiskError> {
    let resumes = disk.resumes;
    if !resumes {
        meter.begin();
    }
    if let Some(states) = kind.states {
        meter.expect_states(states);
    }
    let done = begin::<P, D>(disk, kind, make, start, meter).and_then(|mut table| {
        if resumes {
            let (met, expanded) = table.table.progress.states();
            meter.meet(met);
            // What other processes did counts, too, as it does for the limit; what was lost does not.
            let counted = meter.counts().expanded;
            meter.count_expanded(expanded.saturating_sub(counted));
            meter.refund(counted.saturating_sub(expanded), 0);
        }
        let end = match table.grow(puzzle, meter, |_, _| Ok(())) {
            // A path that was found needs all layers.
            Err(Halt::Found) => return finish(&mut table, Ok(()), meter),
            Ok(()) => Ok(()),
            Err(Halt::Stop(stop)) => Err(stop),
            Err(failed) => return Err(failed),
        };
        table.table.commit()?;
        finish(&mut table, end, meter)
    });
    let held = meter.memory().held();
    meter.release(held);
    match done {
        Ok(answer) => Ok(Ok(answer)),
        Err(Halt::Stop(stop)) => Ok(Err(stop)),
        Err(Halt::Failed(error)) => Err(error),
        Err(Halt::Found) => unreachable!("it is answered above"),
    }
}

/// Counts, and lists some states of the last layer.
pub(super) fn count<P: Puzzle, D: Divided<P>>(
    disk: &mut OnDisk,
    puzzle: &P,
    kind: Kind,
    ways: (
        impl FnOnce(Option<u64>, &mut Memory) -> Result<(D, u64), Halt>,
        impl FnOnce(&mut D, &mut Store) -> Result<u64, DiskError>,
    ),
    listed: impl FnOnce(
        &dyn Layers<P, Item = D::Item, Error = Halt>,
        usize,
        &mut Memory,
    ) -> Result<Vec<P::State>, Halt>,
    meter: &mut Meter<'_>,
) -> Result<Census<P::State>, DiskError> {
    let most = disk.hardest;
    let finish = |table: &mut Table<D>, end, meter: &mut Meter<'_>| {
        let states = most.min(table.last_layer());
        let hardest = match listed(&*table.table, states, meter.memory()) {
            Err(Halt::Stop(stop)) => Err(stop),
            listed => Ok(listed?),
        };
        let mut census = table.census(end, hardest, meter);
        census.peak_disk_bytes = table.table.store.peak();
        Ok(census)
    };
    let counted = run(disk, puzzle, kind, ways, finish, meter)?;
    Ok(counted.unwrap_or_else(|stop| stopped_at_once(stop, meter)))
}

/// What the directory holds, or a new enumeration in it.
fn begin<P: Puzzle, D: Divided<P>>(
    disk: &mut OnDisk,
    Kind {
        number,
        fingerprint,
        ..
    }: Kind,
    make: impl FnOnce(Option<u64>, &mut Memory) -> Result<(D, u64), Halt>,
    start: impl FnOnce(&mut D, &mut Store) -> Result<u64, DiskError>,
    meter: &mut Meter<'_>,
) -> Result<Table<D>, Halt> {
    let directory = &disk.directory;
    if disk.resumes {
        let (store, numbers) = Store::open(directory, disk.max_bytes)?;
        let another = || DiskError::Another {
            directory: directory.clone(),
        };
        let (&[kind, of, division], rest) = numbers.split_first_chunk().ok_or_else(another)?;
        let progress = Progress::read(rest).ok_or_else(another)?;
        if (kind, of) != (number, fingerprint) {
            return Err(another().into());
        }
        let (divided, _) = make(Some(division), meter.memory())?;
        let (layers, is_over) = (progress.layers.clone(), progress.is_over);
        let rounds = Rounds::new(divided, store, [kind, of, division].to_vec(), progress);
        return Ok(Growth::resumed(
            Box::new(rounds),
            Side::Start,
            layers,
            is_over,
        ));
    }
    let mut store = Store::create(directory, disk.max_bytes)?;
    let (mut divided, division) = make(None, meter.memory())?;
    let first = start(&mut divided, &mut store)?;
    let progress = Progress {
        layers: [first].to_vec(),
        ..Progress::default()
    };
    let head = [number, fingerprint, division].to_vec();
    let mut rounds = Rounds::new(divided, store, head, progress);
    rounds.commit::<P>()?;
    disk.resumes = true;
    Ok(Growth::new(Box::new(rounds), Side::Start, first))
}
