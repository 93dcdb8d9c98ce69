//! [`Index`]: a hash table of arena indices, one cache line a probe.

use alloc::vec::Vec;

use crate::monitor::{Memory, Stop};

const SLOTS: usize = 12;

/// Twelve slots with a byte of each one's hash: what a lookup reads is one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line {
    /// 0 is an empty slot; slots fill from the first one up. The last four are never used.
    tags: [u8; 16],
    slots: [u32; SLOTS],
}

impl Line {
    const EMPTY: Self = Self {
        tags: [0; 16],
        slots: [0; SLOTS],
    };

    /// A bit for each slot with this tag.
    #[inline]
    fn matches(&self, tag: u8) -> u32 {
        let mut mask = 0;
        for (slot, &other) in self.tags.iter().enumerate() {
            mask |= u32::from(other == tag) << slot;
        }
        mask
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.tags[SLOTS - 1] != 0
    }
}

/// Where each item of an arena is, by hash.
///
/// The items themselves stay in the arena. When the table has to grow it is dropped and built
/// anew by one pass over the arena, so that it never exists twice.
#[derive(Debug)]
pub(crate) struct Index {
    lines: Vec<Line>,
    len: usize,
    /// The length at which it has to grow.
    full: usize,
}

#[inline]
fn tag(hash: u64) -> u8 {
    (hash as u8).max(1)
}

impl Index {
    pub(crate) const fn new() -> Self {
        Self {
            lines: Vec::new(),
            len: 0,
            full: 0,
        }
    }

    /// The line where an item with this hash is looked for first.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (((hash >> 32) * self.lines.len() as u64) >> 32) as usize
    }

    /// The first item with this hash for which `is_it` holds.
    #[inline]
    pub(crate) fn find(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.lines.is_empty() {
            return None;
        }
        let tag = tag(hash);
        let mut at = self.home(hash);
        loop {
            let line = &self.lines[at];
            let mut candidates = line.matches(tag);
            while candidates != 0 {
                let index = line.slots[candidates.trailing_zeros() as usize % SLOTS];
                if is_it(index) {
                    return Some(index);
                }
                candidates &= candidates - 1;
            }
            if !line.is_full() {
                return None;
            }
            at = if at + 1 == self.lines.len() {
                0
            } else {
                at + 1
            };
        }
    }

    /// Whether [`reserve`](Self::reserve) has something to do before the next insertion.
    #[inline]
    pub(crate) const fn needs_room(&self) -> bool {
        self.len == self.full
    }

    /// Makes room for more items; `hashes` are those of all items, in index order.
    #[cold]
    pub(crate) fn reserve(
        &mut self,
        hashes: impl Iterator<Item = u64>,
        memory: &mut Memory,
    ) -> Result<(), Stop> {
        let old = self.lines.len();
        let new = (old + old / 2).max(old + 4);
        memory.claim((new - old) * size_of::<Line>())?;
        self.lines = Vec::new();
        self.lines
            .try_reserve_exact(new)
            .map_err(|_| Stop::OutOfMemory)?;
        self.lines.resize(new, Line::EMPTY);
        self.full = new * SLOTS * 3 / 4;
        self.len = 0;
        for (index, hash) in hashes.enumerate() {
            self.insert(hash, index as u32);
        }
        Ok(())
    }

    /// Adds an item that is not there yet, where there is room.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u64, index: u32) {
        let mut at = self.home(hash);
        while self.lines[at].is_full() {
            at = if at + 1 == self.lines.len() {
                0
            } else {
                at + 1
            };
        }
        let line = &mut self.lines[at];
        let slot = line.matches(0).trailing_zeros() as usize % SLOTS;
        line.tags[slot] = tag(hash);
        line.slots[slot] = index;
        self.len += 1;
    }
}
