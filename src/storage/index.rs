//! [`Index`]: a hash table of arena indices, one cache line a probe.
//!
//! A line is 64 bytes: twelve slots (`u32`) and a byte of hash for each, so that a probe reads one cache line. A table
//! that grows is dropped first and rebuilt in one pass over the arena, so that two tables never exist at the same time.
//! (`hashbrown::HashTable` holds both for that moment, and offers no prefetch.) A large table doubles: one that grew
//! fourfold would hold too much just after it has grown.

use alloc::vec::Vec;
use core::hint::black_box;
use core::ops::Range;

use super::bytes::equal_bytes;
use super::key::Key;
use crate::account::{Quota, Stop};

const SLOTS: usize = 12;
/// How many items are put into a new table at a time, at most.
pub(crate) const AT_A_TIME: usize = 64;
/// A table of so many lines fits into the cache.
const CACHED: usize = 1 << 12;

/// Twelve slots with a byte of each one's key: what a lookup reads is one cache line.
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

    /// A bit for each slot with this tag, and the first empty slot, or `SLOTS`.
    #[inline]
    fn look(&self, tag: u8) -> (u32, usize) {
        // Tags beyond the last slot are always empty, and no tag is like them.
        let (matches, empty) = equal_bytes(&self.tags, tag);
        (matches, empty.trailing_zeros() as usize)
    }
}

/// Where each item of an arena is, by key.
///
/// The items themselves stay in the arena. When the table has to grow it is dropped and built
/// anew by one pass over the arena, so that it never exists twice.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    lines: Vec<Line>,
    /// For how many lines memory is claimed: so many there are, unless the allocator has refused them.
    claimed: usize,
    len: usize,
    /// The length at which it has to grow.
    full: usize,
}

/// Tells the keys of items in their order, some at a time: what they are of need not be known here.
pub(crate) type AllKeys<'k> = &'k dyn Fn(&mut dyn FnMut(&[Key]));

/// The slot where an item that was not found belongs; good until the next insertion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vacancy {
    line: usize,
    slot: usize,
}

/// What stands in a line for a key: not zero, which marks a slot that is free.
#[inline]
fn tag(key: Key) -> u8 {
    key.fingerprint().max(1)
}

impl Vacancy {
    /// That of an item that is not in an index.
    pub(crate) const NONE: Self = Self { line: 0, slot: 0 };
}

impl Index {
    pub(crate) const fn new() -> Self {
        Self {
            lines: Vec::new(),
            claimed: 0,
            len: 0,
            full: 0,
        }
    }

    /// One that never has a line, nor asks for room.
    pub(crate) const fn closed() -> Self {
        let mut closed = Self::new();
        closed.full = usize::MAX;
        closed
    }

    /// How many bytes its lines hold at most with so many items: just after it has grown, by half, since they were
    /// more than two thirds of those that there was room for.
    pub(crate) const fn most_bytes(items: u128) -> u128 {
        let lines = items.saturating_mul(4) / (3 * SLOTS as u128);
        // While the table is small it grows by four.
        let quarters = if lines < 1 << 10 { 24 } else { 9 };
        let lines = (lines.saturating_mul(quarters) / 4).saturating_add(16);
        lines.saturating_mul(size_of::<Line>() as u128)
    }

    /// How many bytes its lines hold.
    pub(crate) fn bytes(&self) -> usize {
        self.claimed * size_of::<Line>()
    }

    /// Whether there is no line to look into.
    pub(crate) const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Forgets all items, whose keys these are; keeps the memory.
    pub(crate) fn clear(&mut self, keys: AllKeys<'_>) {
        if self.len < self.lines.len() / 8 {
            // Few lines were used: an item stands in its home line or in those after it.
            keys(&mut |some| {
                for &key in some {
                    let mut at = self.home(key);
                    while self.lines[at].tags[0] != 0 {
                        self.lines[at] = Line::EMPTY;
                        at = self.after(at);
                    }
                }
            });
        } else {
            self.lines.fill(Line::EMPTY);
        }
        self.len = 0;
    }

    /// The line where an item with this key is looked for first.
    #[inline]
    const fn home(&self, key: Key) -> usize {
        key.line(self.lines.len())
    }

    #[inline]
    fn after(&self, line: usize) -> usize {
        if line + 1 == self.lines.len() {
            0
        } else {
            line + 1
        }
    }

    /// The first item with this key for which `is_it` holds, or where it belongs. There must be
    /// room for one.
    #[inline]
    pub(crate) fn find(
        &self,
        key: Key,
        mut is_it: impl FnMut(u32) -> bool,
    ) -> Result<u32, Vacancy> {
        let tag = tag(key);
        let mut at = self.home(key);
        loop {
            let line = &self.lines[at];
            let (mut candidates, slot) = line.look(tag);
            while let Some(&index) = line.slots.get(candidates.trailing_zeros() as usize) {
                if is_it(index) {
                    return Ok(index);
                }
                candidates &= candidates - 1;
            }
            if slot < SLOTS {
                return Err(Vacancy { line: at, slot });
            }
            at = self.after(at);
        }
    }

    /// The item that [`find`](Self::find) is going to look at first, if any: for reading ahead.
    #[inline]
    pub(crate) fn guess(&self, key: Key) -> Option<u32> {
        let line = self.lines.get(self.home(key))?;
        let (matches, _) = line.look(tag(key));
        line.slots.get(matches.trailing_zeros() as usize).copied()
    }

    /// Something of the line where this key is looked for first: for reading ahead.
    #[inline]
    pub(crate) fn touch(&self, key: Key) -> u32 {
        let line = self.lines.get(self.home(key));
        line.map_or(0, |line| line.slots[0])
    }

    /// Whether [`reserve`](Self::reserve) has something to do before so many are added.
    #[inline]
    pub(crate) const fn needs_room(&self, items: usize) -> bool {
        self.len + items > self.full
    }

    /// Makes room for more items; `keys` are those of all `items`, in the order of their indices. Whatever
    /// is not among them is forgotten.
    #[cold]
    pub(crate) fn reserve(
        &mut self,
        items: Range<u32>,
        keys: AllKeys<'_>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        let old = self.claimed;
        let forgets = items.len() < self.len;
        if forgets && items.len() <= self.full / 3 * 2 && self.lines.len() == old {
            self.rebuild(items.start, keys);
            return Ok(());
        }
        // While the table is small its size matters less than building it often.
        let new = if old < 1 << 10 {
            (4 * old).max(16)
        } else if forgets {
            old + old / 2
        } else {
            2 * old
        };
        let more = (new - old) * size_of::<Line>();
        memory.claim(more)?;
        (self.lines, self.full, self.len) = (Vec::new(), 0, 0);
        if self.lines.try_reserve_exact(new).is_ok() {
            self.build(new, items.start, keys);
            return Ok(());
        }
        memory.release(more);
        // As it was, so that the search can go on; without memory even for that, when it grows again.
        if self.lines.try_reserve_exact(old).is_ok() {
            self.build(old, items.start, keys);
        }
        Err(Stop::OutOfMemory)
    }

    /// Takes the items from this one on, whose keys these are, in the place of all that there were, of which
    /// there were no fewer.
    pub(crate) fn rebuild(&mut self, first: u32, keys: AllKeys<'_>) {
        if self.is_empty() {
            return;
        }
        self.lines.fill(Line::EMPTY);
        self.len = 0;
        self.build(self.lines.len(), first, keys);
    }

    /// Makes a table of so many lines, for which there is room, of the items from the first one on.
    fn build(&mut self, lines: usize, first: u32, keys: AllKeys<'_>) {
        self.lines.resize(lines, Line::EMPTY);
        self.claimed = lines;
        self.full = lines * SLOTS * 3 / 4;
        let mut index = first;
        keys(&mut |some| {
            if lines > CACHED {
                // As no read depends on another, the memory serves many at a time.
                let lines = some.iter().map(|&key| self.touch(key));
                black_box(lines.fold(0, u32::wrapping_add));
            }
            for &key in some {
                self.fill(self.place(key), key, index);
                index += 1;
            }
        });
    }

    /// Where a new item with this key belongs.
    #[inline]
    fn place(&self, key: Key) -> Vacancy {
        let mut line = self.home(key);
        loop {
            let (_, slot) = self.lines[line].look(0);
            if slot < SLOTS {
                return Vacancy { line, slot };
            }
            line = self.after(line);
        }
    }

    /// Adds an item where it belongs.
    #[inline]
    pub(crate) fn fill(&mut self, vacancy: Vacancy, key: Key, index: u32) {
        let Vacancy { line, slot } = vacancy;
        let line = &mut self.lines[line];
        if let Some(place) = line.slots.get_mut(slot) {
            *place = index;
            line.tags[slot] = tag(key);
        }
        self.len += 1;
    }
}
