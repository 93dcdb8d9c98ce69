//! [`Index`]: a hash table of arena indices with one cache line for each probe.
//!
//! A line is 64 bytes: twelve slots (`u32`) and a byte of hash for each, so that a probe reads one cache line. A lookup
//! begins at the home line of its key, and goes on from a full line to the next one (linear probing). Invariant: all
//! lines from the home line of a key up to the line before that of its item are full, and the used slots of a line come
//! first.
//!
//! A table that grows is dropped first and rebuilt in one pass over the arena, so that two tables never exist at the
//! same time. (`hashbrown::HashTable` holds both at that time, and offers no prefetch.) A small table grows fourfold; a
//! large one doubles, since it would otherwise be mostly empty after it has grown. Rebuilding a large table takes
//! longer than a frame of a game. So the rebuilding can be interrupted, and the next call goes on with it; until it is
//! done the table is not [whole](Index::is_whole), and nothing is looked up in it.

use alloc::vec::Vec;
use core::hint::black_box;
use core::ops::Range;

use super::bytes::equal_bytes;
use super::key::Key;
use crate::account::{Claim, Quota, Stop};

const SLOTS: usize = 12;
/// The greatest number of items whose keys are passed on together when a table is built.
pub(crate) const KEY_BATCH: usize = 64;
/// The greatest number of lines of a table that is assumed to fit into the cache.
const CACHED_LINES: usize = 1 << 12;
/// The lines that are cleared, and the items that are put into them, between two calls of [`GoOn`]: a twentieth of a
/// millisecond of work.
const LINES_A_STEP: usize = 1 << 10;
const ITEMS_A_STEP: usize = 1 << 11;

/// Twelve slots, and for each a tag of one byte of its key.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line {
    /// 0 marks an empty slot. Slots fill from the first one up. The last four tags are unused.
    tags: [u8; 16],
    slots: [u32; SLOTS],
}

impl Line {
    const EMPTY: Self = Self {
        tags: [0; 16],
        slots: [0; SLOTS],
    };

    /// A bit for each slot with this tag, and the first empty slot, or `SLOTS` if there is none.
    #[inline]
    fn match_tag(&self, tag: u8) -> (u32, usize) {
        // Tags beyond the last slot are always zero, and the tag of a key never is.
        let (matches, empty) = equal_bytes(&self.tags, tag);
        (matches, empty.trailing_zeros() as usize)
    }
}

/// Maps keys to the indices of arena items.
///
/// Keys are not stored: when the table grows, it is rebuilt from the items.
#[derive(Debug)]
pub(crate) struct Index {
    lines: Vec<Line>,
    /// The claim for the lines. It also counts lines that the allocator has refused: see [`reserve`](Self::reserve).
    claim: Claim,
    len: usize,
    /// The greatest number of items before the table has to grow; 0 unless the table is whole.
    most_items: usize,
}

/// A function that passes the keys of the items from an index on to a closure, in index order and some at a time, until
/// the closure returns an error. So the table need not know the items.
pub(crate) type AllKeys<'k> =
    &'k dyn Fn(u32, &mut dyn FnMut(&[Key]) -> Result<(), Stop>) -> Result<(), Stop>;
/// A function that long work calls from time to time to ask whether to go on; an error interrupts the work.
pub(crate) type GoOn<'g> = &'g dyn Fn() -> Result<(), Stop>;

/// The free slot for a key that was not found; valid until the next insertion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FreeSlot {
    line: usize,
    slot: usize,
}

/// The tag of a key in a line. It is never zero, since zero marks an empty slot.
#[inline]
fn tag(key: Key) -> u8 {
    key.fingerprint().max(1)
}

impl FreeSlot {
    /// A placeholder where items are not in an index.
    pub(crate) const NONE: Self = Self { line: 0, slot: 0 };
}

impl Index {
    pub(crate) const fn new() -> Self {
        Self {
            lines: Vec::new(),
            claim: Claim::none(),
            len: 0,
            most_items: 0,
        }
    }

    /// An index that is not used: it stays empty and never needs room.
    pub(crate) const fn unused() -> Self {
        let mut unused = Self::new();
        unused.most_items = usize::MAX;
        unused
    }

    /// The greatest number of bytes of an index of `items` items: just after it has grown, when it is least full.
    pub(crate) const fn most_bytes(items: u128) -> u128 {
        let lines = items.saturating_mul(4) / (3 * SLOTS as u128);
        // A small table grows fourfold, a large one twofold; both grow before they are full, since room is also made
        // for items that turn out to be duplicates.
        let quarters = if lines < 1 << 10 { 24 } else { 9 };
        let lines = (lines.saturating_mul(quarters) / 4).saturating_add(16);
        lines.saturating_mul(size_of::<Line>() as u128)
    }

    /// The bytes of its lines.
    pub(crate) const fn bytes(&self) -> usize {
        self.claim.bytes()
    }

    /// Whether all items are in the table. It is not whole before it has lines, and while it grows.
    #[inline]
    pub(crate) const fn is_whole(&self) -> bool {
        self.most_items > 0
    }

    /// Removes all items, whose keys `keys` passes on from index 0, and keeps the memory.
    pub(crate) fn clear(&mut self, keys: AllKeys<'_>) {
        if self.is_whole() && self.len < self.lines.len() / 8 {
            // Few lines are in use. By the invariant, the line of an item is found before any empty one.
            let clear = &mut |some: &[Key]| {
                for &key in some {
                    let mut line = self.home_line(key);
                    while self.lines[line].tags[0] != 0 {
                        self.lines[line] = Line::EMPTY;
                        line = self.line_after(line);
                    }
                }
                Ok(())
            };
            keys(0, clear).unwrap_or_default();
        } else {
            self.lines.fill(Line::EMPTY);
        }
        self.len = 0;
    }

    /// The first line that a lookup of this key probes.
    #[inline]
    const fn home_line(&self, key: Key) -> usize {
        key.line(self.lines.len())
    }

    #[inline]
    fn line_after(&self, line: usize) -> usize {
        if line + 1 == self.lines.len() {
            0
        } else {
            line + 1
        }
    }

    /// The first item with this key for which `is_match` holds, or the slot for a new one. There must be a free slot.
    #[inline(always)]
    pub(crate) fn find(
        &self,
        key: Key,
        mut is_match: impl FnMut(u32) -> bool,
    ) -> Result<u32, FreeSlot> {
        let tag = tag(key);
        let mut line = self.home_line(key);
        loop {
            let probed = &self.lines[line];
            let (mut candidates, slot) = probed.match_tag(tag);
            while let Some(&index) = probed.slots.get(candidates.trailing_zeros() as usize) {
                if is_match(index) {
                    return Ok(index);
                }
                candidates &= candidates - 1;
            }
            if slot < SLOTS {
                return Err(FreeSlot { line, slot });
            }
            line = self.line_after(line);
        }
    }

    /// The item that [`find`](Self::find) would compare first, for prefetching.
    #[inline]
    pub(crate) fn first_candidate(&self, key: Key) -> Option<u32> {
        let line = self.lines.get(self.home_line(key))?;
        let (matches, _) = line.match_tag(tag(key));
        line.slots.get(matches.trailing_zeros() as usize).copied()
    }

    /// A word of the home line of this key, for prefetching.
    #[inline]
    pub(crate) fn touch(&self, key: Key) -> u32 {
        let line = self.lines.get(self.home_line(key));
        line.map_or(0, |line| line.slots[0])
    }

    /// Whether [`reserve`](Self::reserve) must be called before `items` items are added.
    #[inline]
    pub(crate) const fn needs_room(&self, items: usize) -> bool {
        self.len + items > self.most_items
    }

    /// Makes room for more items. `keys` passes on the keys of `items`; all other items were forgotten, and are
    /// removed. If `go_on` returns an error, another call continues the work.
    #[cold]
    pub(crate) fn reserve(
        &mut self,
        items: Range<u32>,
        keys: AllKeys<'_>,
        memory: &Quota,
        go_on: GoOn<'_>,
    ) -> Result<(), Stop> {
        let old_lines = self.bytes() / size_of::<Line>();
        if !self.is_whole() && self.lines.capacity() > 0 {
            return self.build(old_lines, items.start, keys, go_on);
        }
        let forgets = items.len() < self.len;
        if forgets && items.len() <= self.most_items / 3 * 2 && self.lines.len() == old_lines {
            self.rebuild(items.start, keys);
            return Ok(());
        }
        // For a small table, frequent rebuilding costs more than its size.
        let new_lines = if old_lines < 1 << 10 {
            (4 * old_lines).max(16)
        } else if forgets {
            old_lines + old_lines / 2
        } else {
            2 * old_lines
        };
        let more = (new_lines - old_lines) * size_of::<Line>();
        let (lines, mut keeps_old) = (&mut self.lines, true);
        let grown = self.claim.replace(0, more, memory, &mut || {
            // There is never more than one table.
            (*lines, keeps_old) = (Vec::new(), false);
            lines.try_reserve_exact(new_lines)
        });
        // The claim was refused before the old table was dropped.
        if keeps_old {
            return grown;
        }
        (self.most_items, self.len) = (0, 0);
        if grown.is_ok() {
            self.build(new_lines, items.start, keys, go_on)
        } else if self.lines.try_reserve_exact(old_lines).is_ok() {
            // The old table is built again, so that the search can go on. If there is no memory even for that, the next
            // call of `reserve` builds it.
            self.build(old_lines, items.start, keys, &|| Ok(()))
                .and(grown)
        } else {
            grown
        }
    }

    /// Replaces all items by those from `first` on, whose keys `keys` passes on. They must not be more than before.
    pub(crate) fn rebuild(&mut self, first: u32, keys: AllKeys<'_>) {
        self.lines.fill(Line::EMPTY);
        self.len = 0;
        if self.is_whole() {
            let built = self.build(self.lines.len(), first, keys, &|| Ok(()));
            debug_assert!(built.is_ok(), "nothing stops it");
        }
    }

    /// Builds a table of the items from `first` on, or goes on with it. It has `lines` lines, for which there is room.
    fn build(
        &mut self,
        lines: usize,
        first: u32,
        keys: AllKeys<'_>,
        go_on: GoOn<'_>,
    ) -> Result<(), Stop> {
        while self.lines.len() < lines {
            let cleared = self.lines.len() + LINES_A_STEP;
            self.lines.resize(cleared.min(lines), Line::EMPTY);
            if cleared < lines {
                go_on()?;
            }
        }
        let mut index = first + self.len as u32;
        keys(index, &mut |some| {
            if lines > CACHED_LINES {
                // These reads are independent, so their cache misses overlap.
                let lines = some.iter().map(|&key| self.touch(key));
                black_box(lines.fold(0, u32::wrapping_add));
            }
            for (item, &key) in (index..).zip(some) {
                self.insert_uncounted(key, item);
            }
            index += some.len() as u32;
            self.len += some.len();
            if self.len % ITEMS_A_STEP < some.len() {
                go_on()?;
            }
            Ok(())
        })?;
        self.most_items = lines * SLOTS * 3 / 4;
        Ok(())
    }

    /// Puts a new item with this key into the first free slot; the caller counts it.
    #[inline]
    fn insert_uncounted(&mut self, key: Key, index: u32) {
        let mut line = self.home_line(key);
        loop {
            let probed = &mut self.lines[line];
            let (_, slot) = probed.match_tag(0);
            if let Some(place) = probed.slots.get_mut(slot) {
                *place = index;
                probed.tags[slot] = tag(key);
                return;
            }
            line = self.line_after(line);
        }
    }

    /// Adds an item in the free slot that was found for its key.
    #[inline]
    pub(crate) fn insert(&mut self, free: FreeSlot, key: Key, index: u32) {
        let FreeSlot { line, slot } = free;
        let line = &mut self.lines[line];
        if let Some(place) = line.slots.get_mut(slot) {
            *place = index;
            line.tags[slot] = tag(key);
        }
        self.len += 1;
    }
}
