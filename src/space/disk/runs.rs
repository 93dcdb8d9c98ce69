//! [`Runs`]: states as sorted runs in files. Duplicates are removed by merging the runs of children, without the states
//! of earlier layers (delayed duplicate detection).
//!
//! A run is a sorted sequence of keys without duplicates; a key is a state as an integer. The segment of a state is a
//! hash of its bytes. The children of a segment are first in a file of generation 0, one run after the other. If it has
//! more runs than can be merged at a time, they are merged in portions, each into one run in a file of the next
//! generation. When one merge can take all runs, it also leaves out the states of earlier layers, up to a number of
//! layers that can be open at a time. The merge that leaves out the last of the earlier layers writes the segment.
//!
//! Invariant: a file of children consists of whole runs, and the file of a segment of a layer is a single run. So equal
//! states meet when runs are merged.
//!
//! **Paper**: R. E. Korf, "Best-first frontier search with delayed duplicate detection", 2004.

use core::cmp::Reverse;
use core::ops::Range;

use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::format;
use std::string::String;
use std::vec::Vec;

use super::blocks::{BUFFER_BYTES, BlockReader, BlockWriter};
use super::keys::{self, MOST_BYTES, StateKey};
use super::layers::{Segment, reserved_buffers};
use super::store::Store;
use crate::account::{Claim, Quota};
use crate::space::error::SpaceError;
use crate::stable_hash::stable_hash;

/// The greatest number of keys in a block.
pub(super) const BLOCK_KEYS: usize = 1 << 10;
/// The greatest number of segments that is chosen for a space.
const MOST_SEGMENTS: usize = 16;
/// The least number of runs that must fit into memory at a time; a lower limit on bytes is refused.
const LEAST_RUNS: usize = 4;
/// The number of keys merged between looks at the clock.
const LOOK: u64 = 1 << 16;

/// The buffers of children, which are sorted and written as runs, and the claim on the memory to merge the runs.
#[derive(Debug)]
pub(crate) struct Runs<K> {
    /// The number of bytes of a state.
    pub(super) width: usize,
    /// The buffers of each thread: one for each segment, of at most `capacity` children.
    pub(super) buffers: Vec<Vec<Vec<K>>>,
    pub(super) capacity: usize,
    /// The greatest numbers of runs that are merged at a time, and of earlier layers that are open meanwhile.
    most_runs: usize,
    most_layers: usize,
    _claim: Claim,
}

impl<K: StateKey> Runs<K> {
    /// No runs yet, with this number of segments, or with the most that memory allows. A state takes `width` bytes.
    pub(crate) fn new(
        width: usize,
        segments: Option<u64>,
        threads: usize,
        bytes: usize,
        quota: &Quota,
    ) -> Result<Self, SpaceError> {
        let block = BLOCK_KEYS * size_of::<K>();
        let bytes_of_layer = block + BUFFER_BYTES + 4 * BLOCK_KEYS;
        // What each thread has beside its buffers.
        let bytes_of_thread = 4 * BUFFER_BYTES + 2 * block;
        let threads = threads.clamp(1, (bytes / (16 * bytes_of_thread)).max(1));
        // Half of the rest for children, a quarter each for runs and earlier layers.
        let rest = bytes.saturating_sub(threads * bytes_of_thread);
        let most_runs = rest / 4 / block;
        let most_layers = (rest / 4 / bytes_of_layer).min(256);
        let segments = match segments {
            Some(segments) => segments as usize,
            None => (rest / 2 / block).clamp(1, MOST_SEGMENTS),
        };
        let lists = segments.max(1) * threads;
        let capacity = (rest / 2 / lists / size_of::<K>()).min(1 << 24);
        if most_runs < LEAST_RUNS || most_layers < 1 || capacity < BLOCK_KEYS / 16 {
            let needed = bytes_of_thread + 4 * block.max(bytes_of_layer).max(block * LEAST_RUNS);
            return Err(SpaceError::TooLittleMemory { needed });
        }
        let children = lists * capacity * size_of::<K>();
        let merging = most_runs * block + most_layers * bytes_of_layer;
        let held = threads * bytes_of_thread + children + merging;
        let claim = Claim::new(held, quota)?;
        Ok(Self {
            width,
            buffers: reserved_buffers(threads, segments, capacity)?,
            capacity,
            most_runs,
            most_layers,
            _claim: claim,
        })
    }

    /// The number of segments.
    pub(super) fn segments(&self) -> usize {
        self.buffers[0].len()
    }

    /// The segment of a state.
    pub(super) fn segment_of(&self, key: &K) -> usize {
        segment_of(key, self.width, self.segments())
    }

    /// Adds a state to those generated for a segment.
    #[inline]
    pub(crate) fn push(
        &mut self,
        key: K,
        segment: Segment,
        store: &mut Store,
    ) -> Result<(), SpaceError> {
        let buffer = &mut self.buffers[0][segment.index];
        buffer.push(key);
        if buffer.len() < self.capacity {
            return Ok(());
        }
        sort(buffer);
        spill(buffer, segment, self.width, store)
    }

    /// Writes the buffered states of a segment to its file.
    pub(super) fn flush(&mut self, segment: Segment, store: &mut Store) -> Result<(), SpaceError> {
        for buffers in &mut self.buffers {
            let buffer = &mut buffers[segment.index];
            if !buffer.is_empty() {
                sort(buffer);
                spill(buffer, segment, self.width, store)?;
            }
        }
        Ok(())
    }

    /// Writes a segment: the states generated for it that are in no layer at the depths `seen`, without duplicates.
    /// Returns the number of its states. Calls `look` from time to time.
    pub(crate) fn deduplicate<E: From<SpaceError>>(
        &mut self,
        segment: Segment,
        seen: impl Iterator<Item = u64>,
        store: &mut Store,
        look: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<u64, E> {
        self.flush(segment, store)?;
        let prefix = segment.children_prefix();
        let seen = seen.map(|depth| segment.in_layer(depth).layer_file());
        let mut seen: Vec<String> = seen.filter(|name| store.length(name).is_some()).collect();
        while let Some(name) = store.last_of(&prefix).map(String::from) {
            look()?;
            let generation = name[prefix.len()..].parse::<u64>().unwrap_or(0);
            let next_generation = format!("{prefix}{}", generation + 1);
            let runs = find_runs(store, &name)?;
            if runs.len() > self.most_runs {
                for runs in runs.chunks(self.most_runs) {
                    merge::<K, E>(&name, runs, &[], &next_generation, self.width, store, look)?;
                }
                store.remove(&name);
                continue;
            }
            let left = seen.split_off(seen.len().min(self.most_layers));
            let is_last = left.is_empty();
            let to = if is_last {
                segment.layer_file()
            } else {
                next_generation
            };
            let states = merge::<K, E>(&name, &runs, &seen, &to, self.width, store, look)?;
            store.remove(&name);
            seen = left;
            if is_last {
                return Ok(states);
            }
        }
        Ok(0)
    }
}

/// The segment of a state.
pub(super) fn segment_of<K: StateKey>(key: &K, width: usize, segments: usize) -> usize {
    let mut bytes = [0; MOST_BYTES];
    key.write(&mut bytes[..width]);
    (stable_hash(&bytes[..width]) % segments as u64) as usize
}

pub(super) fn sort<K: Ord>(buffer: &mut Vec<K>) {
    buffer.sort_unstable();
    buffer.dedup();
}

/// Appends a buffer of sorted children to the file of its segment, as a run.
pub(super) fn spill<K: StateKey>(
    buffer: &mut Vec<K>,
    segment: Segment,
    width: usize,
    store: &mut Store,
) -> Result<(), SpaceError> {
    let prefix = segment.children_prefix();
    let first = || format!("{prefix}0");
    let name = store.last_of(&prefix).map_or_else(first, Into::into);
    let mut run = RunWriter::new(store, name, width);
    buffer.drain(..).try_for_each(|key| run.push(key))?;
    run.finish()
}

/// The byte ranges of the sorted runs in a file.
fn find_runs(store: &Store, name: &str) -> Result<Vec<Range<u64>>, SpaceError> {
    let mut runs: Vec<Range<u64>> = Vec::new();
    let Some(mut blocks) = store.blocks(name)? else {
        return Ok(runs);
    };
    while let Some(at) = blocks.offset() {
        let Some([_, begins_run, _]) = blocks.skip()? else {
            break;
        };
        let end = blocks
            .offset()
            .unwrap_or_else(|| store.length(name).unwrap_or(at));
        match runs.last_mut().filter(|_| begins_run == 0) {
            Some(run) => run.end = end,
            None => runs.push(at..end),
        }
    }
    Ok(runs)
}

/// Merges runs of the file `name`, without duplicates and without the keys in the sorted files `seen`, and appends the
/// rest to the file `to` as one run. Returns the number of keys in that run.
fn merge<K: StateKey, E: From<SpaceError>>(
    name: &str,
    runs: &[Range<u64>],
    seen: &[String],
    to: &str,
    width: usize,
    store: &mut Store,
    look: &mut dyn FnMut() -> Result<(), E>,
) -> Result<u64, E> {
    let Some(mut blocks) = store.blocks(name)? else {
        return Ok(0);
    };
    let opened = seen
        .iter()
        .map(|name| SortedFile::<K>::open(store, name, width));
    let mut seen: Vec<(SortedFile<K>, Option<K>)> = Vec::new();
    for sorted in opened {
        if let Some(mut sorted) = sorted? {
            let first = sorted.next()?;
            seen.push((sorted, first));
        }
    }
    let mut readers: Vec<RunReader<K>> = runs.iter().cloned().map(RunReader::new).collect();
    let mut heap = BinaryHeap::with_capacity(readers.len());
    for (at, reader) in readers.iter_mut().enumerate() {
        if let Some(key) = reader.next(&mut blocks, width)? {
            heap.push(Reverse((key, at)));
        }
    }
    let mut run = RunWriter::new(store, to.into(), width);
    let (mut last, mut merged) = (None, 0);
    while let Some(mut top) = heap.peek_mut() {
        let Reverse((key, at)) = *top;
        merged += 1;
        if merged % LOOK == 0 {
            look()?;
        }
        match readers[at].next(&mut blocks, width)? {
            Some(next) => *top = Reverse((next, at)),
            None => drop(PeekMut::pop(top)),
        }
        if last == Some(key) {
            continue;
        }
        last = Some(key);
        let mut is_new = true;
        for (sorted, next) in &mut seen {
            while next.is_some_and(|next| next < key) {
                *next = sorted.next()?;
            }
            is_new &= *next != Some(key);
        }
        if is_new {
            run.push(key)?;
        }
    }
    // The rest of the files is read too, since a checksum is verified only when its block is read.
    for (sorted, _) in &mut seen {
        while sorted.blocks.next()?.is_some() {}
    }
    let written = run.written;
    run.finish()?;
    Ok(written)
}

/// Writes a sorted run.
struct RunWriter<'s, K> {
    writer: BlockWriter<'s>,
    width: usize,
    /// The keys of the next block, and whether it is the first block of the run.
    keys: Vec<K>,
    begins_run: bool,
    /// The number of keys so far.
    written: u64,
}

impl<'s, K: StateKey> RunWriter<'s, K> {
    fn new(store: &'s mut Store, name: String, width: usize) -> Self {
        Self {
            writer: BlockWriter::new(store, name),
            width,
            keys: Vec::with_capacity(BLOCK_KEYS),
            begins_run: true,
            written: 0,
        }
    }

    #[inline]
    fn push(&mut self, key: K) -> Result<(), SpaceError> {
        self.keys.push(key);
        self.written += 1;
        if self.keys.len() < BLOCK_KEYS {
            return Ok(());
        }
        self.write()
    }

    fn write(&mut self) -> Result<(), SpaceError> {
        let (keys, width, begins_run) = (&self.keys, self.width, self.begins_run);
        self.writer.write_block(|to| {
            keys::write(keys, width, to);
            [keys.len() as u32, begins_run.into(), 0]
        })?;
        self.begins_run = false;
        self.keys.clear();
        Ok(())
    }

    fn finish(mut self) -> Result<(), SpaceError> {
        if !self.keys.is_empty() {
            self.write()?;
        }
        self.writer.finish()
    }
}

/// Reads one of the sorted runs in a file.
struct RunReader<K> {
    /// The byte range of the blocks that are left.
    left: Range<u64>,
    /// The keys of the block that was read, and the index of the next one.
    keys: Vec<K>,
    at: usize,
}

impl<K: StateKey> RunReader<K> {
    const fn new(left: Range<u64>) -> Self {
        Self {
            left,
            keys: Vec::new(),
            at: 0,
        }
    }

    #[inline]
    fn next(&mut self, blocks: &mut BlockReader, width: usize) -> Result<Option<K>, SpaceError> {
        if self.at == self.keys.len() {
            self.keys.clear();
            self.at = 0;
            if self.left.is_empty() {
                return Ok(None);
            }
            blocks.seek(self.left.start)?;
            read_block(blocks, width, &mut self.keys)?;
            self.left.start = blocks.offset().unwrap_or(self.left.end);
        }
        self.at += 1;
        Ok(self.keys.get(self.at - 1).copied())
    }
}

/// Reads a file that is one sorted run.
#[derive(Debug)]
pub(crate) struct SortedFile<K> {
    blocks: BlockReader,
    width: usize,
    /// The keys of the block that was read, and the index of the next one.
    keys: Vec<K>,
    at: usize,
}

impl<K: StateKey> SortedFile<K> {
    pub(crate) fn open(
        store: &Store,
        name: &str,
        width: usize,
    ) -> Result<Option<Self>, SpaceError> {
        Ok(store.blocks(name)?.map(|blocks| Self {
            blocks,
            width,
            keys: Vec::new(),
            at: 0,
        }))
    }

    /// Appends the keys of the next block to `keys`; none at the end of the file.
    pub(crate) fn read_block(&mut self, keys: &mut Vec<K>) -> Result<(), SpaceError> {
        match self.blocks.offset() {
            None => Ok(()),
            Some(_) => read_block(&mut self.blocks, self.width, keys),
        }
    }

    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<K>, SpaceError> {
        if self.at == self.keys.len() {
            self.keys.clear();
            self.at = 0;
            if self.blocks.offset().is_none() {
                return Ok(None);
            }
            read_block(&mut self.blocks, self.width, &mut self.keys)?;
        }
        self.at += 1;
        Ok(self.keys.get(self.at - 1).copied())
    }
}

/// Appends the keys of the next block to `keys`.
pub(super) fn read_block<K: StateKey>(
    blocks: &mut BlockReader,
    width: usize,
    keys: &mut Vec<K>,
) -> Result<(), SpaceError> {
    let read = match blocks.next()? {
        Some(([count, ..], bytes)) => keys::read(bytes, width, count as usize, keys),
        None => None,
    };
    read.ok_or_else(|| blocks.damaged())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::Stop;

    #[test]
    fn a_merge_looks_at_the_clock_and_ends_with_its_error() {
        let name = format!("puzzle-search-merge-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let (mut store, _) = Store::open(&directory, None).expect("an empty directory");
        let quota = Quota::default();
        let runs = Runs::<u128>::new(4, Some(1), 1, 1 << 20, &quota);
        let mut runs = runs.expect("enough memory");
        let segment = Segment { depth: 0, index: 0 };
        for at in 0..4 * LOOK as u32 {
            let key = StateKey::read(&at.wrapping_mul(0x9e37_79b9).to_be_bytes());
            runs.push(key, segment, &mut store)
                .expect("it can be written");
        }
        // Once for the file, and then within the merge.
        let mut looks = 0;
        let mut look = || {
            looks += 1;
            match looks {
                3 => Err(SpaceError::from(Stop::Cancelled)),
                _ => Ok(()),
            }
        };
        let end = runs.deduplicate(segment, 0..0, &mut store, &mut look);
        assert_eq!(end, Err(Stop::Cancelled.into()));
        assert_eq!(looks, 3);
        std::fs::remove_dir_all(&directory).expect("it is there");
    }
}
