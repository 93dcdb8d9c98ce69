//! [`DiskLayers`]: breadth-first search in a space on disk, layer by layer and segment by segment, with checkpoints
//! between segments.
//!
//! Invariant: a checkpoint describes a point between two segments, at which all children are in files. A stop within a
//! segment is followed by a roll-back to the last such point that was marked.

use core::ops::{ControlFlow, Range};

use std::format;
use std::string::String;
use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

use super::store::Store;
use crate::account::{Meter, Stop};
use crate::space::error::SpaceError;
use crate::space::layers::{Front, LayerStore, Layered};
use crate::space::spaces::Retained;
use crate::threads::parallel_for;
use crate::threads::sync::lock;

/// A segment of a layer, by its number among the segments of the layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    /// The depth of the layer.
    pub(crate) depth: u64,
    pub(crate) index: usize,
}

impl Segment {
    /// The name of the file of the segment's states.
    pub(crate) fn layer_file(self) -> String {
        format!("layer-{}-{}", self.depth, self.index)
    }

    /// The same segment in the layer at `depth`.
    pub(crate) const fn in_layer(self, depth: u64) -> Self {
        Self { depth, ..self }
    }

    /// The prefix of the name of the file with the states generated for this segment, duplicates included. A number
    /// follows, which grows each time the file is rewritten.
    pub(super) fn children_prefix(self) -> String {
        format!("children-{}-{}-", self.depth, self.index)
    }
}

/// Which layers are retained for duplicate detection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retention {
    pub(super) seen_in: Retained,
    /// Whether the files of all layers remain, from which a path is read.
    pub(super) keeps_all: bool,
}

impl Retention {
    pub(super) const fn of(seen_in: Retained) -> Self {
        let keeps_all = false;
        Self { seen_in, keeps_all }
    }

    /// The depths of the earlier layers that can contain states generated for the layer at `depth`.
    pub(super) const fn seen(self, depth: u64) -> Range<u64> {
        let first = match self.seen_in {
            Retained::LastTwo => depth.saturating_sub(2),
            Retained::All => 0,
        };
        first..depth
    }

    /// Removes the files that are no longer read once this segment is deduplicated.
    pub(super) fn remove_unneeded(self, segment: Segment, store: &mut Store) {
        let before = segment.depth.checked_sub(2);
        if let Some(before) =
            before.filter(|_| self.seen_in == Retained::LastTwo && !self.keeps_all)
        {
            store.remove(&segment.in_layer(before).layer_file());
        }
        if let Some(children) = store.last_of(&segment.children_prefix()) {
            let children = String::from(children);
            store.remove(&children);
        }
    }
}

/// A space on disk that is partitioned into segments, one of which is in memory at a time.
pub(super) trait Partitioned {
    type Id;

    /// Writes the starts as layer 0; returns its size.
    fn start(&mut self, store: &mut Store, meter: &mut Meter<'_>) -> Result<u64, SpaceError>;

    /// The number of segments when the layer at `depth` is expanded.
    fn segments(&self, depth: u64) -> usize;

    /// Expands the states of a segment and sends the children to their segments, unless a goal is
    /// [found](Self::has_found_goal).
    fn expand(
        &mut self,
        segment: Segment,
        store: &mut Store,
        meter: &mut Meter<'_>,
    ) -> Result<(), SpaceError>;

    /// Whether a goal was reached that ends the search.
    fn has_found_goal(&self) -> bool {
        false
    }

    /// Writes the states sent to a segment of the next layer, without duplicates and without those of earlier layers.
    /// Returns how many it writes.
    fn deduplicate(
        &mut self,
        segment: Segment,
        store: &mut Store,
        meter: &mut Meter<'_>,
    ) -> Result<u64, SpaceError>;

    /// Writes to files the states generated for the layer at `depth` that are only in memory.
    fn flush(&mut self, depth: u64, store: &mut Store) -> Result<(), SpaceError>;

    /// Visits the states of a layer until `visit` returns `false`.
    fn visit_states(
        &self,
        depth: u64,
        store: &Store,
        visit: &mut dyn FnMut(&[Self::Id]) -> bool,
    ) -> Result<(), SpaceError>;
}

/// The progress of a search on disk, which is its resume point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DiskProgress {
    /// The sizes of the complete layers.
    pub(super) layers: Vec<u64>,
    pub(super) next: NextLayer,
    /// Whether there is no further layer.
    pub(super) is_over: bool,
}

/// How far the next layer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NextLayer {
    /// Whether the last layer is expanded, so that duplicates are being removed.
    deduplicates: bool,
    /// The number of segments done in this pass, and the number of states of the next layer in them.
    done: u64,
    found: u64,
}

impl DiskProgress {
    /// As the numbers of a checkpoint, after those that identify the work.
    pub(super) fn write(&self, head: &[u64]) -> Vec<u64> {
        let NextLayer {
            deduplicates,
            done,
            found,
        } = self.next;
        let numbers = [deduplicates.into(), self.is_over.into(), done, found];
        [head, &numbers, &self.layers].concat()
    }

    /// The number of states in complete layers, and the number of those that are expanded.
    pub(super) fn states(&self) -> (u64, u64) {
        let met: u64 = self.layers.iter().sum();
        let last = self.layers.last().filter(|_| !self.is_over);
        (met, met - last.copied().unwrap_or(0))
    }

    pub(super) fn read(numbers: &[u64]) -> Option<Self> {
        let (&[deduplicates, is_over, done, found], layers) = numbers.split_first_chunk()?;
        Some(Self {
            layers: layers.to_vec(),
            next: NextLayer {
                deduplicates: deduplicates != 0,
                done,
                found,
            },
            is_over: is_over != 0,
        })
    }
}

/// The breadth-first layers of a partitioned space.
#[derive(Debug)]
pub(super) struct DiskLayers<D> {
    pub(super) space: D,
    pub(super) store: Store,
    /// The numbers that identify the work in a checkpoint.
    pub(super) head: Vec<u64>,
    pub(super) progress: DiskProgress,
    /// The number of layers that were complete when the work began or resumed.
    pub(super) opened_with: u64,
    /// Whether no segment is half done.
    is_whole: bool,
    /// The progress in the next layer at the last mark of the store. No complete layer is rolled back.
    marked: NextLayer,
    /// Whether no segment was done since the work began or resumed.
    is_fresh: bool,
}

impl<D> DiskLayers<D> {
    pub(super) fn new(space: D, store: Store, head: Vec<u64>, progress: DiskProgress) -> Self {
        Self {
            space,
            store,
            head,
            marked: NextLayer::default(),
            opened_with: progress.layers.len() as u64,
            progress,
            is_fresh: true,
            is_whole: true,
        }
    }

    /// The depth of the last complete layer.
    pub(super) fn depth(&self) -> u64 {
        self.progress.layers.len().saturating_sub(1) as u64
    }

    /// Writes a checkpoint. In the middle of a segment, it rolls back to the last mark before that; if there is none,
    /// it writes nothing.
    pub(super) fn commit(&mut self) -> Result<(), SpaceError>
    where
        D: Partitioned,
    {
        if self.is_whole {
            self.space.flush(self.depth() + 1, &mut self.store)?;
            self.marked = self.progress.next;
        } else if self.store.roll_back() {
            self.progress.next = self.marked;
        } else {
            return Ok(());
        }
        self.store.commit(&self.progress.write(&self.head))
    }

    /// Marks this point as one to roll back to.
    fn mark(&mut self) -> Result<(), SpaceError>
    where
        D: Partitioned,
    {
        self.space.flush(self.depth() + 1, &mut self.store)?;
        self.store.mark();
        self.marked = self.progress.next;
        Ok(())
    }
}

impl<D: Partitioned> Layered for DiskLayers<D> {
    type Error = SpaceError;

    /// Layer 0 was written when the directory was opened.
    fn begin(&mut self, _: &mut Meter<'_>) -> Result<u64, SpaceError> {
        Ok(self.progress.layers.first().copied().unwrap_or(0))
    }

    fn advance(&mut self, so_far: Front, meter: &mut Meter<'_>) -> Result<Option<u64>, SpaceError> {
        if self.progress.is_over {
            return Ok(None);
        }
        let depth = self.depth();
        let segments = self.space.segments(depth);
        self.mark()?;
        loop {
            let Self {
                space,
                store,
                progress,
                ..
            } = self;
            let next = &mut progress.next;
            let index = next.done as usize;
            let segment = Segment { depth, index };
            if index < segments {
                self.is_whole = false;
                if next.deduplicates {
                    next.found += space.deduplicate(segment.in_layer(depth + 1), store, meter)?;
                } else {
                    space.expand(segment, store, meter)?;
                    if space.has_found_goal() {
                        return Ok(None);
                    }
                }
                next.done += 1;
                self.is_whole = true;
            } else if next.deduplicates {
                break;
            } else {
                (next.deduplicates, next.done) = (true, 0);
            }
            if self.store.is_due() {
                self.commit()?;
            } else if self.store.is_mark_due() || core::mem::take(&mut self.is_fresh) {
                // The first segment of each run is marked at once, so that a run makes progress however soon it stops.
                self.mark()?;
            }
            meter.look()?;
        }
        meter.store(so_far.seen + self.progress.next.found)?;
        meter.count_expanded(so_far.layer);
        let NextLayer { found, .. } = core::mem::take(&mut self.progress.next);
        if found == 0 {
            self.progress.is_over = true;
            return Ok(None);
        }
        self.progress.layers.push(found);
        Ok(Some(found))
    }

    /// The files remain.
    fn clear(&mut self) {}
}

impl<D: Partitioned> LayerStore for DiskLayers<D> {
    type Id = D::Id;

    fn visit_states(&self, visit: &mut dyn FnMut(&[D::Id]) -> bool) -> Result<(), SpaceError> {
        self.space.visit_states(self.depth(), &self.store, visit)
    }
}

/// Calls `work` on items, such as the blocks of a file, on one thread for each of `lists`, until a call breaks or
/// fails. During a call, no other has the same list.
pub(super) fn parallel_for_each<T: Send, L: Send>(
    mut items: impl Iterator<Item = Result<T, SpaceError>> + Send,
    lists: &mut [L],
    work: impl Fn(&mut L, T) -> Result<ControlFlow<()>, SpaceError> + Sync,
    meter: &mut Meter<'_>,
) -> Result<(), SpaceError> {
    let early_end = Mutex::new(None);
    let end = |end: Result<(), SpaceError>| {
        lock(&early_end).get_or_insert(end);
    };
    let threads = lists.len();
    let lists = Mutex::new(lists.iter_mut().collect::<Vec<_>>());
    let next = || {
        if lock(&early_end).is_some() {
            return None;
        }
        match items.next()? {
            Ok(item) => Some(item),
            Err(error) => {
                end(Err(error));
                None
            }
        }
    };
    let (_, looked) = parallel_for(
        threads,
        core::iter::from_fn(next),
        |item| {
            let list = lock(&lists).pop();
            if let Some(list) = list {
                match work(list, item) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => end(Ok(())),
                    Err(error) => end(Err(error)),
                }
                lock(&lists).push(list);
            }
            0
        },
        || meter.look(),
    );
    let early_end = early_end.into_inner();
    let early_end = early_end.unwrap_or_else(PoisonError::into_inner);
    early_end.unwrap_or_else(|| Ok(looked?))
}

/// An empty list with room for `len` items.
pub(super) fn reserved<T>(len: usize) -> Result<Vec<T>, Stop> {
    let mut list = Vec::new();
    list.try_reserve_exact(len).map_err(|_| Stop::OutOfMemory)?;
    Ok(list)
}

/// Buffers with room for `capacity` items each: for each thread, one for each segment.
pub(super) fn reserved_buffers<T>(
    threads: usize,
    segments: usize,
    capacity: usize,
) -> Result<Vec<Vec<Vec<T>>>, Stop> {
    let mut buffers = reserved(threads)?;
    for _ in 0..threads {
        let mut of_thread = reserved(segments)?;
        for _ in 0..segments {
            of_thread.push(reserved(capacity)?);
        }
        buffers.push(of_thread);
    }
    Ok(buffers)
}

/// A list of `len` equal items.
pub(super) fn filled<T: Clone>(len: usize, value: T) -> Result<Vec<T>, Stop> {
    let mut list = reserved(len)?;
    list.resize(len, value);
    Ok(list)
}
