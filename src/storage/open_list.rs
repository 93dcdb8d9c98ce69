//! [`OpenList`]: entries ordered by f, and within one f by the larger g.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::arena::Arena;
use crate::cost::Cost;
use crate::monitor::{Memory, Stop};
use crate::search::{Reader, Writer};

/// Entries ordered by f, ties by the smaller h (hence the larger g), then by the latest.
///
/// As long as the values lie in a small window they are kept in buckets; where they spread so
/// much that most buckets would be empty, in a heap.
#[derive(Debug)]
pub(crate) enum OpenList<C> {
    Buckets(Buckets<C>),
    Heap(Heap<C>),
}

/// An entry that was taken out: its values and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry<C> {
    pub(crate) f: C,
    pub(crate) h: C,
    pub(crate) node: u32,
}

impl<C: Cost> OpenList<C> {
    /// An empty list; `base` is the f of the root.
    pub(crate) const fn new(base: C) -> Self {
        Self::Buckets(Buckets::new(base))
    }

    /// The f from which buckets begin, of a list that is empty.
    pub(crate) fn rebase(&mut self, base: C) {
        match self {
            Self::Buckets(buckets) => buckets.base = base,
            Self::Heap(_) => {}
        }
    }

    /// Forgets all entries; keeps the memory.
    pub(crate) fn clear(&mut self) {
        match self {
            Self::Buckets(buckets) => buckets.clear(),
            Self::Heap(heap) => heap.clear(),
        }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, entry: Entry<C>, memory: &mut Memory) -> Result<(), Stop> {
        if let Self::Buckets(buckets) = self
            && buckets.push(entry, memory)?
        {
            return Ok(());
        }
        self.push_to_heap(entry, memory)
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<Entry<C>> {
        match self {
            Self::Buckets(buckets) => buckets.pop(),
            Self::Heap(heap) => {
                heap.pop()
                    .map(|Reverse((f, h, Reverse(node)))| Entry { f, h, node })
            }
        }
    }

    /// Takes out up to `most` more entries with the same f and h as this one, which was the last
    /// taken out.
    pub(crate) fn pop_equals(&mut self, first: Entry<C>, most: usize, entries: &mut Vec<Entry<C>>) {
        if let Self::Buckets(buckets) = self {
            entries.extend((0..most).map_while(|_| buckets.pop_equal(first)));
        }
    }

    #[cold]
    fn push_to_heap(&mut self, entry: Entry<C>, memory: &mut Memory) -> Result<(), Stop> {
        if let Self::Buckets(buckets) = self {
            let mut heap = BinaryHeap::new();
            // For all at once: an entry that was taken out needs a place.
            reserve(&mut heap, buckets.len() + 1, memory)?;
            while let Some(Entry { f, h, node }) = buckets.pop() {
                heap.push(Reverse((f, h, Reverse(node))));
            }
            memory.release(buckets.bytes());
            *self = Self::Heap(heap);
        }
        if let Self::Heap(heap) = self {
            let Entry { f, h, node } = entry;
            if heap.len() == heap.capacity() {
                reserve(heap, 2 * heap.capacity(), memory)?;
            }
            heap.push(Reverse((f, h, Reverse(node))));
        }
        Ok(())
    }
}

/// As bytes.
impl<C: Cost> OpenList<C> {
    pub(crate) fn save(&self, to: &mut Writer) {
        match self {
            Self::Buckets(buckets) => {
                to.flag(false);
                to.cost(buckets.base);
                to.number(buckets.pushed as u64);
                let entries = buckets.entries();
                to.number(entries.len() as u64);
                entries.iter().for_each(|entry| entry.save(to));
            }
            Self::Heap(heap) => {
                to.flag(true);
                to.number(heap.len() as u64);
                for &Reverse((f, h, Reverse(node))) in heap {
                    Entry { f, h, node }.save(to);
                }
            }
        }
    }

    /// Reads a list of entries for so many nodes.
    pub(crate) fn load(nodes: usize, from: &mut Reader<'_>) -> Option<Self> {
        if from.flag()? {
            let entries = from.count(40)?;
            let mut heap = BinaryHeap::new();
            reserve(&mut heap, entries, &mut from.memory).ok()?;
            for _ in 0..entries {
                let Entry { f, h, node } = Entry::load(nodes, from)?;
                heap.push(Reverse((f, h, Reverse(node))));
            }
            return Some(Self::Heap(heap));
        }
        let mut buckets = Buckets::new(from.cost()?);
        let pushed = usize::try_from(from.number()?).ok()?;
        // What the window may be depends on it.
        buckets.pushed = pushed;
        for _ in 0..from.count(40)? {
            let entry = Entry::load(nodes, from)?;
            if !buckets.push(entry, &mut from.memory).ok()? {
                return None;
            }
        }
        buckets.pushed = pushed;
        Some(Self::Buckets(buckets))
    }
}

impl<C: Cost> Entry<C> {
    pub(crate) fn save(&self, to: &mut Writer) {
        to.cost(self.f);
        to.cost(self.h);
        to.number(u64::from(self.node));
    }

    /// Reads an entry for one of so many nodes.
    pub(crate) fn load(nodes: usize, from: &mut Reader<'_>) -> Option<Self> {
        let (f, h): (C, C) = (from.cost()?, from.cost()?);
        let node = from.index(nodes)?;
        (h <= f).then_some(Self { f, h, node })
    }
}

type Heap<C> = BinaryHeap<Reverse<(C, C, Reverse<u32>)>>;

/// Makes room for this many entries in all.
fn reserve<C: Cost>(heap: &mut Heap<C>, entries: usize, memory: &mut Memory) -> Result<(), Stop> {
    let (old, new) = (heap.capacity(), entries.max(64));
    let entry_bytes = size_of::<(C, C, u32)>();
    memory.claim(new * entry_bytes)?;
    heap.try_reserve_exact(new - heap.len())
        .map_err(|_| Stop::OutOfMemory)?;
    memory.release(old * entry_bytes);
    Ok(())
}

/// Some entries of one bucket; buckets are stacks of blocks, so that none ever has to be copied.
/// The first number is the cursor of the block below, or the next free block.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Block([u32; BLOCK]);

const BLOCK: usize = 16;
const LAST: u32 = BLOCK as u32 - 1;

/// The cursor of an empty bucket. Otherwise a cursor says where the latest entry is: the block and,
/// in the four lowest bits, the place in it. Like a full block, an empty bucket ends in `LAST`.
const EMPTY: u32 = u32::MAX;

/// The buckets of one f, by h.
#[derive(Debug, Default)]
struct Row {
    buckets: Vec<u32>,
    /// No bucket below this one has an entry.
    lowest: usize,
}

#[derive(Debug)]
pub(crate) struct Buckets<C> {
    base: C,
    rows: Vec<Row>,
    /// No row below this one has an entry.
    lowest: usize,
    blocks: Arena<Block>,
    /// A free block, which leads to the others.
    free: u32,
    pushed: usize,
    /// Bytes of rows and buckets.
    table_bytes: usize,
}

impl<C: Cost> Buckets<C> {
    const fn new(base: C) -> Self {
        Self {
            base,
            rows: Vec::new(),
            lowest: 0,
            blocks: Arena::new(),
            free: EMPTY,
            pushed: 0,
            table_bytes: 0,
        }
    }

    fn clear(&mut self) {
        for row in &mut self.rows {
            row.buckets.fill(EMPTY);
            row.lowest = row.buckets.len();
        }
        self.lowest = self.rows.len();
        self.blocks.clear();
        (self.free, self.pushed) = (EMPTY, 0);
    }

    /// All entries, in an order in which they can be pushed again.
    fn entries(&self) -> Vec<Entry<C>> {
        let mut entries = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            for (column, &bucket) in row.buckets.iter().enumerate() {
                let first = entries.len();
                let mut cursor = bucket;
                while cursor != EMPTY {
                    let Block(block) = self.blocks.get(cursor / BLOCK as u32);
                    let of_block = (1..=(cursor & LAST) as usize).rev().map(|at| block[at]);
                    let values = C::from(at).zip(C::from(column));
                    entries.extend(of_block.zip(core::iter::repeat(values)).filter_map(
                        |(node, values)| {
                            let (row, h) = values?;
                            let f = self.base + row;
                            Some(Entry { f, h, node })
                        },
                    ));
                    cursor = block[0];
                }
                entries[first..].reverse();
            }
        }
        entries
    }

    /// How many entries there are.
    fn len(&self) -> usize {
        let buckets = self.rows.iter().flat_map(|row| &row.buckets);
        let of_bucket = |&bucket: &u32| {
            let (mut cursor, mut entries) = (bucket, 0);
            while cursor != EMPTY {
                entries += (cursor & LAST) as usize;
                cursor = self.blocks.get(cursor / BLOCK as u32).0[0];
            }
            entries
        };
        buckets.map(of_bucket).sum::<usize>()
    }

    fn bytes(&self) -> usize {
        self.table_bytes + self.blocks.bytes()
    }

    /// Returns false if the entry lies outside the window that buckets are good for.
    #[inline(always)]
    fn push(&mut self, entry: Entry<C>, memory: &mut Memory) -> Result<bool, Stop> {
        let (Some(at), Some(column)) = (self.row_of(entry.f), entry.h.to_usize()) else {
            return Ok(false);
        };
        let has = |row: &Row| column < row.buckets.len();
        if !self.rows.get(at).is_some_and(has) && !self.widen(at, column, memory)? {
            return Ok(false);
        }
        let row = &mut self.rows[at];
        let bucket = &mut row.buckets[column];
        let cursor = if *bucket & LAST == LAST {
            new_block(&mut self.blocks, &mut self.free, *bucket, memory)?
        } else {
            *bucket + 1
        };
        self.pushed += 1;
        *bucket = cursor;
        self.blocks.get_mut(cursor / BLOCK as u32).0[(cursor & LAST) as usize] = entry.node;
        row.lowest = row.lowest.min(column);
        self.lowest = self.lowest.min(at);
        Ok(true)
    }

    fn row_of(&self, f: C) -> Option<usize> {
        // An inconsistent heuristic can give a child a smaller f than the root.
        f.checked_sub(&self.base)?.to_usize()
    }

    /// Makes the table cover this bucket, unless it would be mostly empty.
    #[cold]
    fn widen(&mut self, row: usize, column: usize, memory: &mut Memory) -> Result<bool, Stop> {
        let allowed = (1 << 20) + 4 * size_of::<u32>() * self.pushed;
        let mut wanted = 0_usize;
        let mut room = |has: usize, needs: usize, size: usize| {
            // Twice as much as before, so that growing step by step copies little.
            let new = if needs > has { needs.max(2 * has) } else { has };
            let more = (new - has).checked_mul(size);
            wanted = more.and_then(|more| wanted.checked_add(more))?;
            Some(new)
        };
        let old_rows = self.rows.capacity();
        let old_columns = self.rows.get(row).map_or(0, |r| r.buckets.capacity());
        let rows = room(old_rows, row.saturating_add(1), size_of::<Row>());
        let columns = room(old_columns, column.saturating_add(1), size_of::<u32>());
        let (Some(rows), Some(columns)) = (rows, columns) else {
            return Ok(false);
        };
        let Some(bytes) = self.table_bytes.checked_add(wanted) else {
            return Ok(false);
        };
        if bytes > allowed {
            return Ok(false);
        }
        let out_of_memory = |_| Stop::OutOfMemory;
        if rows > old_rows {
            memory.claim(rows * size_of::<Row>())?;
            let more = rows - self.rows.len();
            self.rows.try_reserve_exact(more).map_err(out_of_memory)?;
            memory.release(old_rows * size_of::<Row>());
        }
        if row >= self.rows.len() {
            self.rows.resize_with(row + 1, Row::default);
        }
        let buckets = &mut self.rows[row].buckets;
        if columns > old_columns {
            memory.claim(columns * size_of::<u32>())?;
            let more = columns - buckets.len();
            buckets.try_reserve_exact(more).map_err(out_of_memory)?;
            memory.release(old_columns * size_of::<u32>());
        }
        buckets.resize(columns, EMPTY);
        self.table_bytes = bytes;
        Ok(true)
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Entry<C>> {
        loop {
            let row = self.rows.get_mut(self.lowest)?;
            match row.buckets.get_mut(row.lowest) {
                None => self.lowest += 1,
                Some(&mut EMPTY) => row.lowest += 1,
                Some(bucket) => {
                    let node = take(bucket, &mut self.blocks, &mut self.free);
                    return Some(Entry {
                        f: self.base + C::from(self.lowest)?,
                        h: C::from(row.lowest)?,
                        node,
                    });
                }
            }
        }
    }

    /// Takes out another entry like this one, which was the last taken out.
    #[inline]
    fn pop_equal(&mut self, entry: Entry<C>) -> Option<Entry<C>> {
        let row = self.rows.get_mut(self.lowest)?;
        let bucket = row.buckets.get_mut(row.lowest)?;
        if *bucket == EMPTY {
            return None;
        }
        let node = take(bucket, &mut self.blocks, &mut self.free);
        Some(Entry { node, ..entry })
    }
}

/// Takes the latest entry out of a bucket that has one.
#[inline]
fn take(bucket: &mut u32, blocks: &mut Arena<Block>, free: &mut u32) -> u32 {
    let cursor = *bucket;
    let number = cursor / BLOCK as u32;
    let Block(block) = blocks.get_mut(number);
    let node = block[(cursor & LAST) as usize];
    *bucket = cursor - 1;
    if cursor & LAST == 1 {
        *bucket = core::mem::replace(&mut block[0], *free);
        *free = number;
    }
    node
}

/// The cursor of the first entry in a new block on top of what lies below.
fn new_block(
    blocks: &mut Arena<Block>,
    free: &mut u32,
    below: u32,
    memory: &mut Memory,
) -> Result<u32, Stop> {
    let block = if *free == EMPTY {
        let block = blocks.push(Block([below; BLOCK]), memory)?;
        if block >= EMPTY / BLOCK as u32 {
            return Err(Stop::TooManyStates);
        }
        block
    } else {
        let block = *free;
        *free = core::mem::replace(&mut blocks.get_mut(block).0[0], below);
        block
    };
    Ok(block * BLOCK as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::{Entry, OpenList};
    use crate::monitor::Memory;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    fn pops_in_order(base: u64, entries: &[(u64, u64)], heap: bool) {
        let mut memory = Memory::new(None);
        let mut open = OpenList::new(base);
        let mut left = Vec::new();
        for (node, &(f, h)) in (0..).zip(entries) {
            let entry = Entry { f, h, node };
            assert!(open.push(entry, &mut memory).is_ok());
            left.push(entry);
            if node % 3 == 2 {
                take(&mut open, &mut left);
            }
        }
        assert_eq!(matches!(open, OpenList::Heap(_)), heap);
        while !left.is_empty() {
            take(&mut open, &mut left);
        }
        assert_eq!(open.pop(), None);
    }

    fn take(open: &mut OpenList<u64>, left: &mut Vec<Entry<u64>>) {
        let got = open.pop().expect("entries are left");
        let least = left.iter().map(|e| (e.f, e.h)).min();
        assert_eq!(Some((got.f, got.h)), least);
        let at = left.iter().position(|e| *e == got);
        left.remove(at.expect("each entry comes out once"));
    }

    proptest! {
        #[test]
        fn smallest_f_then_smallest_h_comes_first(
            entries in proptest::collection::vec((10..40_u64, 0..30_u64), 0..300),
        ) {
            pops_in_order(10, &entries, false);
        }

        #[test]
        fn widely_spread_values_move_to_a_heap(
            mut entries in proptest::collection::vec((0..u64::MAX, 0..u64::MAX), 0..300),
        ) {
            entries.push((u64::MAX, 7));
            pops_in_order(10, &entries, true);
        }
    }
}
