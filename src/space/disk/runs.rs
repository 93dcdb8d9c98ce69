//! [`Runs`]: states of any portable puzzle, divided by a hash of their bytes and sorted.
//!
//! (R. E. Korf, "Best-first frontier search with delayed duplicate detection", 2004.)

use core::cmp::Reverse;
use core::ops::Range;

use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::format;
use std::string::String;
use std::vec::Vec;

use super::blocks::{Blocks, READ};
use super::error::DiskError;
use super::keys::{self, Key};
use super::rounds::{Divided, Halt, Keeping, Part, Writer};
use super::store::Store;
use crate::account::{Memory, Meter};
use crate::puzzle::portable::Portable;
use crate::space::planes::{filled, reserved};
use crate::stable_hash::stable_hash;

/// So many keys are a block.
const KEYS: usize = 1 << 10;
/// A space is divided into no more parts than these.
const PARTS: usize = 16;
/// So many runs have to be merged at a time at least.
const LEAST: usize = 4;

/// A goal, and the state that it was reached from.
#[derive(Clone, Debug)]
pub(super) struct Reached<S> {
    pub(super) depth: u64,
    pub(super) from: S,
    pub(super) goal: S,
}

/// States on disk.
#[derive(Debug)]
pub(super) struct Runs<'a, P: Portable, K> {
    puzzle: &'a P,
    keeping: Keeping,
    /// How many bytes a state has.
    width: usize,
    /// Children on their way to their parts, so many at most for each.
    waiting: Vec<Vec<K>>,
    room: usize,
    /// How many runs, and how many old layers, are merged at a time.
    merged: usize,
    subtracted: usize,
    scratch: Vec<u8>,
    /// Whether a goal ends it, and the first one that was met.
    seeks: bool,
    pub(super) reached: Option<Reached<P::State>>,
}

impl<'a, P: Portable, K: Key> Runs<'a, P, K> {
    /// Divided as before, or else as memory allows; and into how many parts.
    pub(super) fn new(
        puzzle: &'a P,
        (keeping, seeks): (Keeping, bool),
        division: Option<u64>,
        bytes: usize,
        memory: &mut Memory,
    ) -> Result<(Self, u64), Halt> {
        let block = KEYS * size_of::<K>();
        let old = block + READ + 4 * KEYS;
        let beside = 4 * READ + 2 * block;
        // Half of the rest for children, a quarter each for runs and old layers.
        let rest = bytes.saturating_sub(beside);
        let (merged, subtracted) = (rest / 4 / block, (rest / 4 / old).min(256));
        let parts = match division {
            Some(parts) => parts as usize,
            None => (rest / 2 / block).clamp(1, PARTS),
        };
        let room = (rest / 2 / parts.max(1) / size_of::<K>()).min(1 << 24);
        if merged < LEAST || subtracted < 1 || room < KEYS / 16 {
            let needed = beside + 4 * block.max(old).max(block * LEAST);
            return Err(DiskError::Memory { needed }.into());
        }
        memory.claim(beside + parts * room * size_of::<K>() + merged * block + subtracted * old)?;
        let mut waiting = reserved(parts)?;
        for _ in 0..parts {
            waiting.push(reserved(room)?);
        }
        let width = puzzle.state_bytes();
        let runs = Self {
            puzzle,
            keeping,
            width,
            waiting,
            room,
            merged,
            subtracted,
            scratch: filled(width, 0)?,
            seeks,
            reached: None,
        };
        Ok((runs, parts as u64))
    }

    /// The key of a state, and the part that it belongs to.
    fn key(&mut self, state: &P::State) -> (K, usize) {
        self.puzzle.write_state(state, &mut self.scratch);
        let part = stable_hash(&self.scratch) % self.waiting.len() as u64;
        (K::read(&self.scratch), part as usize)
    }

    fn state(&self, key: K, scratch: &mut [u8]) -> Option<P::State> {
        key.write(scratch);
        self.puzzle.read_state(scratch)
    }

    /// Writes layer 0, and returns how many states it has.
    pub(super) fn start(
        &mut self,
        starts: &[P::State],
        store: &mut Store,
    ) -> Result<u64, DiskError> {
        for start in starts {
            let (key, part) = self.key(start);
            self.waiting[part].push(key);
        }
        let mut states = 0;
        for (segment, waiting) in self.waiting.iter_mut().enumerate() {
            waiting.sort_unstable();
            waiting.dedup();
            states += waiting.len() as u64;
            let mut run = Run::new(store, Part { depth: 0, segment }.layer(), self.width);
            waiting.drain(..).try_for_each(|key| run.push(key))?;
            run.end()?;
        }
        Ok(states)
    }

    /// Appends the children that wait for a part to its file, as a run.
    fn spill(&mut self, part: Part, store: &mut Store) -> Result<(), DiskError> {
        let prefix = part.children();
        let first = || format!("{prefix}0");
        let name = store.beginning_with(&prefix).map_or_else(first, Into::into);
        let waiting = &mut self.waiting[part.segment];
        waiting.sort_unstable();
        waiting.dedup();
        let mut run = Run::new(store, name, self.width);
        waiting.drain(..).try_for_each(|key| run.push(key))?;
        run.end()
    }

    /// Visits the states of a segment until it is told that it is enough; returns whether it was.
    fn each_of(
        &self,
        part: Part,
        store: &Store,
        visit: &mut dyn FnMut(P::State) -> bool,
    ) -> Result<bool, DiskError> {
        let Some(mut sorted) = Sorted::<K>::open(store, &part.layer(), self.width)? else {
            return Ok(false);
        };
        let mut scratch = self.scratch.clone();
        while let Some(key) = sorted.next()? {
            let state = self.state(key, &mut scratch);
            if !visit(state.ok_or_else(|| sorted.blocks.damaged())?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A state of a layer from which a move leads to this one.
    pub(super) fn before(
        &mut self,
        state: &P::State,
        depth: u64,
        store: &Store,
    ) -> Result<Option<P::State>, DiskError> {
        let puzzle = self.puzzle;
        if self.keeping.undirected {
            for neighbor in puzzle.neighbors(state) {
                let (key, segment) = self.key(&neighbor.state);
                let name = Part { depth, segment }.layer();
                let Some(mut sorted) = Sorted::<K>::open(store, &name, self.width)? else {
                    continue;
                };
                while let Some(other) = sorted.next()? {
                    if other == key {
                        return Ok(Some(neighbor.state));
                    }
                    if other > key {
                        break;
                    }
                }
            }
            return Ok(None);
        }
        let mut before = None;
        for segment in 0..self.waiting.len() {
            let leads = self.each_of(Part { depth, segment }, store, &mut |from| {
                let leads = puzzle.neighbors(&from).into_iter();
                if { leads }.any(|neighbor| neighbor.state == *state) {
                    before = Some(from.clone());
                }
                before.is_none()
            });
            if leads? {
                break;
            }
        }
        Ok(before)
    }
}

impl<P: Portable, K: Key> Divided<P> for Runs<'_, P, K> {
    type Item = P::State;

    fn segments(&self, _: u64) -> usize {
        self.waiting.len()
    }

    fn expand(
        &mut self,
        part: Part,
        puzzle: &P,
        store: &mut Store,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        let Some(mut sorted) = Sorted::<K>::open(store, &part.layer(), self.width)? else {
            return Ok(());
        };
        let mut scratch = self.scratch.clone();
        let mut read = 0_usize;
        while let Some(key) = sorted.next()? {
            if read.is_multiple_of(KEYS) {
                meter.look()?;
            }
            read += 1;
            let state = self.state(key, &mut scratch);
            let state = state.ok_or_else(|| sorted.blocks.damaged())?;
            for neighbor in puzzle.neighbors(&state) {
                if self.seeks && puzzle.is_goal(&neighbor.state) {
                    self.reached = Some(Reached {
                        depth: part.depth,
                        from: state.clone(),
                        goal: neighbor.state,
                    });
                    return Err(Halt::Found);
                }
                let (key, segment) = self.key(&neighbor.state);
                self.waiting[segment].push(key);
                if self.waiting[segment].len() == self.room {
                    self.spill(Part { segment, ..part }, store)?;
                }
            }
        }
        Ok(())
    }

    fn merge(&mut self, part: Part, store: &mut Store, meter: &mut Meter<'_>) -> Result<u64, Halt> {
        if !self.waiting[part.segment].is_empty() {
            self.spill(part, store)?;
        }
        let prefix = part.children();
        let seen = self
            .keeping
            .seen(part.depth)
            .map(|depth| part.at(depth).layer());
        let mut seen: Vec<String> = seen.filter(|name| store.length(name).is_some()).collect();
        let mut found = 0;
        while let Some(name) = store.beginning_with(&prefix).map(String::from) {
            meter.look()?;
            let generation = name[prefix.len()..].parse::<u64>().unwrap_or(0);
            let anew = format!("{prefix}{}", generation + 1);
            let runs = runs(store, &name)?;
            if runs.len() > self.merged {
                for runs in runs.chunks(self.merged) {
                    merge::<K>((&name, runs), &[], &anew, self.width, store)?;
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
            let states = merge::<K>((&name, &runs), &seen, &to, self.width, store)?;
            store.remove(&name);
            seen = left;
            if is_last {
                found = states;
                break;
            }
        }
        self.keeping.leave(part, store);
        Ok(found)
    }

    fn flush(&mut self, depth: u64, store: &mut Store) -> Result<(), DiskError> {
        for segment in 0..self.waiting.len() {
            if !self.waiting[segment].is_empty() {
                self.spill(Part { depth, segment }, store)?;
            }
        }
        Ok(())
    }

    fn each(
        &self,
        depth: u64,
        store: &Store,
        visit: &mut dyn FnMut(P::State) -> bool,
    ) -> Result<(), DiskError> {
        for segment in 0..self.waiting.len() {
            if self.each_of(Part { depth, segment }, store, visit)? {
                break;
            }
        }
        Ok(())
    }
}

/// Where the runs of a file begin and end.
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

/// Merges runs of a file, without the keys of sorted files, to the end of another; returns how many keys
/// there are.
fn merge<K: Key>(
    (name, runs): (&str, &[Range<u64>]),
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
        .map(|name| Sorted::<K>::open(store, name, width));
    let mut seen: Vec<(Sorted<K>, Option<K>)> = Vec::new();
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
    let mut run = Run::new(store, to.into(), width);
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
    // What is left of the files is read too: damage is noticed wherever it is.
    for (sorted, _) in &mut seen {
        while sorted.blocks.next()?.is_some() {}
    }
    let written = run.written;
    run.end()?;
    Ok(written)
}

/// Writes sorted keys.
pub(crate) struct Run<'s, K> {
    writer: Writer<'s>,
    width: usize,
    keys: Vec<K>,
    begins: bool,
    written: u64,
}

impl<'s, K: Key> Run<'s, K> {
    pub(crate) fn new(store: &'s mut Store, name: String, width: usize) -> Self {
        Self {
            writer: Writer::new(store, name),
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

/// Reads a run among others.
struct Cursor<K> {
    left: Range<u64>,
    keys: Vec<K>,
    at: usize,
}

impl<K: Key> Cursor<K> {
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

/// Reads a file that is sorted as a whole.
pub(crate) struct Sorted<K> {
    blocks: Blocks,
    width: usize,
    keys: Vec<K>,
    at: usize,
}

impl<K: Key> Sorted<K> {
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

/// Reads the keys of the next block.
fn read_block<K: Key>(
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
