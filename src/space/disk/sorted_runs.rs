//! [`SortedRuns`]: states of any portable puzzle, partitioned by a hash of their bytes, in sorted files. Duplicates are
//! removed by merging sorted runs of children against earlier layers (delayed duplicate detection).
//!
//! **Paper**: R. E. Korf, "Best-first frontier search with delayed duplicate detection", 2004.

use core::cmp::Reverse;
use core::ops::Range;

use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::format;
use std::string::String;
use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

use super::blocks::{Blocks, READ};
use super::codes::{CodeSpace, GoalTest};
use super::error::DiskError;
use super::keys::{self, MOST, StateKey};
use super::layers::{
    BlockWriter, Halt, Partitioned, Retention, Segment, by_threads, open, reserved,
};
use super::store::Store;
use crate::account::{Claim, Meter, Quota};
use crate::space::spaces::Retained;
use crate::stable_hash::stable_hash;

/// The number of keys in a block.
const KEYS: usize = 1 << 10;
/// The most segments of a space.
const PARTS: usize = 16;
/// Memory for fewer runs at a time than this is refused.
const LEAST: usize = 4;

/// A goal and the state from which it was generated.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReachedGoal<K> {
    pub(super) from: K,
    pub(super) goal: K,
}

/// The layers on disk.
pub(super) struct SortedRuns<'a, K> {
    space: &'a (dyn CodeSpace<K> + Sync),
    starts: &'a [K],
    retention: Retention,
    /// The number of bytes of a state.
    width: usize,
    /// The buffers of children: of each thread, for each segment, of at most `room` children.
    waiting: Vec<Vec<Vec<K>>>,
    room: usize,
    /// The most runs, and the most earlier layers, that are merged at a time.
    merged: usize,
    subtracted: usize,
    /// Whether a goal ends the search, and the first goal reached, with the depth from which it was generated.
    seeks: bool,
    pub(super) reached: Option<(u64, ReachedGoal<K>)>,
    _claim: Claim,
}

impl<'a, K: StateKey> SortedRuns<'a, K> {
    /// An empty space, with the same number of segments as before, or else as memory allows; also returns this number.
    pub(super) fn new(
        space: &'a (dyn CodeSpace<K> + Sync),
        starts: &'a [K],
        division: Option<u64>,
        threads: usize,
        bytes: usize,
        quota: &Quota,
    ) -> Result<(Self, u64), Halt> {
        let block = KEYS * size_of::<K>();
        // Bytes to read an earlier layer, and what each thread has beside its buffers.
        let old = block + READ + 4 * KEYS;
        let beside = 4 * READ + 2 * block;
        // Each thread has its own buffers, and a block that it reads.
        let threads = threads.clamp(1, (bytes / (16 * beside)).max(1));
        // Half of the rest for children, a quarter each for runs and earlier layers.
        let rest = bytes.saturating_sub(threads * beside);
        let (merged, subtracted) = (rest / 4 / block, (rest / 4 / old).min(256));
        let parts = match division {
            Some(parts) => parts as usize,
            None => (rest / 2 / block).clamp(1, PARTS),
        };
        let lists = parts.max(1) * threads;
        let room = (rest / 2 / lists / size_of::<K>()).min(1 << 24);
        if merged < LEAST || subtracted < 1 || room < KEYS / 16 {
            let needed = beside + 4 * block.max(old).max(block * LEAST);
            return Err(DiskError::Memory { needed }.into());
        }
        let children = lists * room * size_of::<K>();
        let held = threads * beside + children + merged * block + subtracted * old;
        let claim = Claim::new(held, quota)?;
        let mut waiting = reserved(threads)?;
        for _ in 0..threads {
            let mut lists = reserved(parts)?;
            for _ in 0..parts {
                lists.push(reserved(room)?);
            }
            waiting.push(lists);
        }
        let runs = Self {
            space,
            starts,
            retention: Retention::of(space.retained()),
            width: space.width(),
            waiting,
            room,
            merged,
            subtracted,
            seeks: false,
            reached: None,
            _claim: claim,
        };
        Ok((runs, parts as u64))
    }

    /// Makes the enumeration a search: it ends at a goal, and retains all layers.
    pub(super) const fn seeking(mut self) -> Self {
        (self.retention.keeps_all, self.seeks) = (true, true);
        self
    }

    /// Visits the states of a segment until `visit` returns `false`; returns whether it did.
    fn visit_segment(
        &self,
        part: Segment,
        store: &Store,
        visit: &mut dyn FnMut(&[K]) -> bool,
    ) -> Result<bool, DiskError> {
        let Some(mut blocks) = store.blocks(&part.layer())? else {
            return Ok(false);
        };
        let mut keys = Vec::new();
        while blocks.at().is_some() {
            keys.clear();
            read_block(&mut blocks, self.width, &mut keys)?;
            if !visit(&keys) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A state of the layer at `depth` that has an edge to this one.
    pub(super) fn predecessor(
        &mut self,
        key: K,
        depth: u64,
        store: &Store,
    ) -> Result<Option<K>, DiskError> {
        let (space, mut found) = (self.space, None);
        if self.retention.seen_in == Retained::All {
            for segment in 0..self.waiting[0].len() {
                self.visit_segment(Segment { depth, segment }, store, &mut |keys| {
                    found = keys.iter().copied().find(|&from| {
                        let mut leads = false;
                        space.successors(&[from], 0, &mut |to| {
                            leads |= to == key;
                            !leads
                        });
                        leads
                    });
                    found.is_none()
                })?;
                if found.is_some() {
                    break;
                }
            }
            return Ok(found);
        }
        let mut neighbors = Vec::new();
        space.successors(&[key], 0, &mut |neighbor| {
            neighbors.push(neighbor);
            true
        });
        for neighbor in neighbors {
            let segment = segment_of(&neighbor, self.width, self.waiting[0].len());
            let name = Segment { depth, segment }.layer();
            let Some(mut sorted) = SortedFile::<K>::open(store, &name, self.width)? else {
                continue;
            };
            while let Some(other) = sorted.next()? {
                if other == neighbor {
                    return Ok(Some(neighbor));
                }
                if other > neighbor {
                    break;
                }
            }
        }
        Ok(None)
    }
}

/// The segment of a state.
fn segment_of<K: StateKey>(key: &K, width: usize, parts: usize) -> usize {
    let mut bytes = [0; MOST];
    key.write(&mut bytes[..width]);
    (stable_hash(&bytes[..width]) % parts as u64) as usize
}

fn sort<K: StateKey>(waiting: &mut Vec<K>) {
    waiting.sort_unstable();
    waiting.dedup();
}

/// Appends a buffer of sorted children to the file of its segment, as a run.
fn spill<K: StateKey>(
    waiting: &mut Vec<K>,
    part: Segment,
    width: usize,
    store: &mut Store,
) -> Result<(), DiskError> {
    let prefix = part.children();
    let first = || format!("{prefix}0");
    let name = store.last_of(&prefix).map_or_else(first, Into::into);
    let mut run = RunWriter::new(store, name, width);
    waiting.drain(..).try_for_each(|key| run.push(key))?;
    run.end()
}

impl<K: StateKey> Partitioned for SortedRuns<'_, K> {
    type Id = K;

    fn start(&mut self, store: &mut Store) -> Result<u64, DiskError> {
        let (width, parts) = (self.width, self.waiting[0].len());
        for start in self.starts {
            self.waiting[0][segment_of(start, width, parts)].push(*start);
        }
        let mut states = 0;
        for (segment, waiting) in self.waiting[0].iter_mut().enumerate() {
            sort(waiting);
            states += waiting.len() as u64;
            let mut run = RunWriter::new(store, Segment { depth: 0, segment }.layer(), width);
            waiting.drain(..).try_for_each(|key| run.push(key))?;
            run.end()?;
        }
        Ok(states)
    }

    fn segments(&self, _: u64) -> usize {
        self.waiting[0].len()
    }

    fn expand(
        &mut self,
        part: Segment,
        store: &mut Store,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        let Some(mut blocks) = store.blocks(&part.layer())? else {
            return Ok(());
        };
        let path = store.path(&part.layer());
        let Self {
            space,
            width,
            waiting,
            room,
            seeks,
            ..
        } = self;
        let (width, parts) = (*width, waiting[0].len());
        let (store, reached) = (Mutex::new(store), Mutex::new(None::<ReachedGoal<K>>));
        let expanded = by_threads(
            &mut blocks,
            waiting,
            |waiting, [count, ..], bytes| {
                let (mut keys, mut end) = (Vec::new(), Ok(()));
                let read = keys::read(bytes, width, count as usize, &mut keys);
                read.ok_or_else(|| DiskError::Damaged { file: path.clone() })?;
                let mut send = |key: K| {
                    // The first failed write is reported, even if later ones succeed.
                    if end.is_err() {
                        return false;
                    }
                    let segment = segment_of(&key, width, parts);
                    let waiting = &mut waiting[segment];
                    waiting.push(key);
                    if waiting.len() == *room {
                        sort(waiting);
                        end = spill(
                            waiting,
                            Segment { segment, ..part },
                            width,
                            &mut open(&store),
                        );
                    }
                    end.is_ok()
                };
                if !*seeks {
                    space.successors(&keys, 0, &mut send);
                    return Ok(end?);
                }
                for &from in &keys {
                    let mut goal = None;
                    space.expand(&from, GoalTest::Needed, &mut |key, is_goal| {
                        goal = is_goal.then_some(key);
                        !is_goal && send(key)
                    });
                    if let Some(goal) = goal {
                        let mut reached = open(&reached);
                        if reached.is_none_or(|reached: ReachedGoal<K>| from < reached.from) {
                            *reached = Some(ReachedGoal { from, goal });
                        }
                        return Err(Halt::Found);
                    }
                }
                Ok(end?)
            },
            meter,
        );
        let reached = reached.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.reached = reached.map(|reached| (part.depth, reached));
        expanded
    }

    fn deduplicate(
        &mut self,
        part: Segment,
        store: &mut Store,
        meter: &mut Meter<'_>,
    ) -> Result<u64, Halt> {
        self.flush_part(part, store)?;
        let prefix = part.children();
        let seen = self
            .retention
            .seen(part.depth)
            .map(|depth| part.at(depth).layer());
        let mut seen: Vec<String> = seen.filter(|name| store.length(name).is_some()).collect();
        let mut found = 0;
        while let Some(name) = store.last_of(&prefix).map(String::from) {
            meter.look()?;
            let generation = name[prefix.len()..].parse::<u64>().unwrap_or(0);
            let anew = format!("{prefix}{}", generation + 1);
            let runs = runs(store, &name)?;
            if runs.len() > self.merged {
                for runs in runs.chunks(self.merged) {
                    merge::<K>(&name, runs, &[], &anew, self.width, store)?;
                }
                store.remove(&name);
                continue;
            }
            let left = seen.split_off(seen.len().min(self.subtracted));
            let is_last = left.is_empty();
            let to = if is_last {
                part.at(part.depth + 1).layer()
            } else {
                anew
            };
            let states = merge::<K>(&name, &runs, &seen, &to, self.width, store)?;
            store.remove(&name);
            seen = left;
            if is_last {
                found = states;
                break;
            }
        }
        self.retention.remove_unneeded(part, store);
        Ok(found)
    }

    fn flush(&mut self, depth: u64, store: &mut Store) -> Result<(), DiskError> {
        (0..self.waiting[0].len())
            .try_for_each(|segment| self.flush_part(Segment { depth, segment }, store))
    }

    fn visit_states(
        &self,
        depth: u64,
        store: &Store,
        visit: &mut dyn FnMut(&[K]) -> bool,
    ) -> Result<(), DiskError> {
        for segment in 0..self.waiting[0].len() {
            if self.visit_segment(Segment { depth, segment }, store, visit)? {
                break;
            }
        }
        Ok(())
    }
}

impl<K: StateKey> SortedRuns<'_, K> {
    /// Writes the buffered children of a segment to its file.
    fn flush_part(&mut self, part: Segment, store: &mut Store) -> Result<(), DiskError> {
        for waiting in &mut self.waiting {
            let waiting = &mut waiting[part.segment];
            if !waiting.is_empty() {
                sort(waiting);
                spill(waiting, part, self.width, store)?;
            }
        }
        Ok(())
    }
}

/// The ranges of the sorted runs in a file.
fn runs(store: &Store, name: &str) -> Result<Vec<Range<u64>>, DiskError> {
    let mut runs: Vec<Range<u64>> = Vec::new();
    let Some(mut blocks) = store.blocks(name)? else {
        return Ok(runs);
    };
    while let Some(at) = blocks.at() {
        let Some([_, begins, _]) = blocks.skip()? else {
            break;
        };
        let end = blocks
            .at()
            .unwrap_or_else(|| store.length(name).unwrap_or(at));
        match runs.last_mut().filter(|_| begins == 0) {
            Some(run) => run.end = end,
            None => runs.push(at..end),
        }
    }
    Ok(runs)
}

/// Merges sorted runs of a file, without duplicates and without keys in the sorted files `seen`, and appends them as
/// one run; returns its length.
fn merge<K: StateKey>(
    name: &str,
    runs: &[Range<u64>],
    seen: &[String],
    to: &str,
    width: usize,
    store: &mut Store,
) -> Result<u64, DiskError> {
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
    let mut cursors: Vec<Cursor<K>> = runs.iter().cloned().map(Cursor::new).collect();
    let mut heap = BinaryHeap::with_capacity(cursors.len());
    for (at, cursor) in cursors.iter_mut().enumerate() {
        if let Some(key) = cursor.next(&mut blocks, width)? {
            heap.push(Reverse((key, at)));
        }
    }
    let mut run = RunWriter::new(store, to.into(), width);
    let mut last = None;
    while let Some(mut top) = heap.peek_mut() {
        let Reverse((key, at)) = *top;
        match cursors[at].next(&mut blocks, width)? {
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
    // Read the rest of the files, too, so that damage is noticed wherever it is.
    for (sorted, _) in &mut seen {
        while sorted.blocks.next()?.is_some() {}
    }
    let written = run.written;
    run.end()?;
    Ok(written)
}

/// Writes a sorted run.
pub(crate) struct RunWriter<'s, K> {
    writer: BlockWriter<'s>,
    width: usize,
    keys: Vec<K>,
    begins: bool,
    written: u64,
}

impl<'s, K: StateKey> RunWriter<'s, K> {
    pub(crate) fn new(store: &'s mut Store, name: String, width: usize) -> Self {
        Self {
            writer: BlockWriter::new(store, name),
            width,
            keys: Vec::with_capacity(KEYS),
            begins: true,
            written: 0,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, key: K) -> Result<(), DiskError> {
        self.keys.push(key);
        self.written += 1;
        if self.keys.len() < KEYS {
            return Ok(());
        }
        self.write()
    }

    fn write(&mut self) -> Result<(), DiskError> {
        let (keys, width, begins) = (&self.keys, self.width, self.begins);
        self.writer.block(|to| {
            keys::write(keys, width, to);
            [keys.len() as u32, begins.into(), 0]
        })?;
        self.begins = false;
        self.keys.clear();
        Ok(())
    }

    pub(crate) fn end(mut self) -> Result<(), DiskError> {
        if !self.keys.is_empty() {
            self.write()?;
        }
        self.writer.finish()
    }
}

/// Reads one of the sorted runs in a file.
struct Cursor<K> {
    left: Range<u64>,
    keys: Vec<K>,
    at: usize,
}

impl<K: StateKey> Cursor<K> {
    const fn new(left: Range<u64>) -> Self {
        Self {
            left,
            keys: Vec::new(),
            at: 0,
        }
    }

    #[inline]
    fn next(&mut self, blocks: &mut Blocks, width: usize) -> Result<Option<K>, DiskError> {
        if self.at == self.keys.len() {
            self.keys.clear();
            self.at = 0;
            if self.left.is_empty() {
                return Ok(None);
            }
            blocks.seek(self.left.start)?;
            read_block(blocks, width, &mut self.keys)?;
            self.left.start = blocks.at().unwrap_or(self.left.end);
        }
        self.at += 1;
        Ok(self.keys.get(self.at - 1).copied())
    }
}

/// Reads a file that is one sorted run.
pub(crate) struct SortedFile<K> {
    blocks: Blocks,
    width: usize,
    keys: Vec<K>,
    at: usize,
}

impl<K: StateKey> SortedFile<K> {
    pub(crate) fn open(store: &Store, name: &str, width: usize) -> Result<Option<Self>, DiskError> {
        Ok(store.blocks(name)?.map(|blocks| Self {
            blocks,
            width,
            keys: Vec::new(),
            at: 0,
        }))
    }

    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<K>, DiskError> {
        if self.at == self.keys.len() {
            self.keys.clear();
            self.at = 0;
            if self.blocks.at().is_none() {
                return Ok(None);
            }
            read_block(&mut self.blocks, self.width, &mut self.keys)?;
        }
        self.at += 1;
        Ok(self.keys.get(self.at - 1).copied())
    }
}

/// Appends the keys of the next block.
fn read_block<K: StateKey>(
    blocks: &mut Blocks,
    width: usize,
    keys: &mut Vec<K>,
) -> Result<(), DiskError> {
    let read = match blocks.next()? {
        Some(([count, ..], bytes)) => keys::read(bytes, width, count as usize, keys),
        None => None,
    };
    read.ok_or_else(|| blocks.damaged())
}
