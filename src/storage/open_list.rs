//! [`OpenList`]: entries ordered by f, and within one f by the larger g.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::arena::Arena;
use crate::cost::Cost;
use crate::monitor::{Memory, Stop};

/// Entries ordered by f, ties by the smaller h (hence the larger g), then by the latest.
///
/// As long as the values lie in a small window they are kept in buckets; where they spread so
/// much that most buckets would be empty, in a heap.
#[derive(Debug)]
pub(crate) enum OpenList<C> {
    Buckets(Buckets<C>),
    Heap(BinaryHeap<Reverse<(C, C, Reverse<u32>)>>),
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

    #[inline]
    pub(crate) fn push(&mut self, entry: Entry<C>, memory: &mut Memory) -> Result<(), Stop> {
        if let Self::Buckets(buckets) = self
            && buckets.push(entry, memory)?
        {
            return Ok(());
        }
        self.push_to_heap(entry, memory)
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Entry<C>> {
        match self {
            Self::Buckets(buckets) => buckets.pop(),
            Self::Heap(heap) => {
                heap.pop()
                    .map(|Reverse((f, h, Reverse(node)))| Entry { f, h, node })
            }
        }
    }

    /// Takes out up to `most` of the first entries, as long as they have the same f and h.
    #[inline]
    pub(crate) fn pop_equals(&mut self, most: usize, entries: &mut Vec<Entry<C>>) {
        let Some(first) = self.pop() else {
            return;
        };
        entries.push(first);
        if most > 1
            && let Self::Buckets(buckets) = self
        {
            let more = buckets.left_in_bucket().min(most - 1);
            entries.extend((0..more).filter_map(|_| buckets.pop()));
        }
    }

    #[cold]
    fn push_to_heap(&mut self, entry: Entry<C>, memory: &mut Memory) -> Result<(), Stop> {
        if let Self::Buckets(buckets) = self {
            let mut heap = BinaryHeap::new();
            while let Some(entry) = buckets.pop() {
                add(&mut heap, entry, memory)?;
            }
            memory.release(buckets.bytes());
            *self = Self::Heap(heap);
        }
        match self {
            Self::Heap(heap) => add(heap, entry, memory),
            Self::Buckets(_) => Ok(()),
        }
    }
}

fn add<C: Cost>(
    heap: &mut BinaryHeap<Reverse<(C, C, Reverse<u32>)>>,
    Entry { f, h, node }: Entry<C>,
    memory: &mut Memory,
) -> Result<(), Stop> {
    if heap.len() == heap.capacity() {
        let (old, new) = (heap.capacity(), (2 * heap.capacity()).max(64));
        let entry_bytes = size_of::<(C, C, u32)>();
        memory.claim(new * entry_bytes)?;
        heap.try_reserve_exact(new - old)
            .map_err(|_| Stop::OutOfMemory)?;
        memory.release(old * entry_bytes);
    }
    heap.push(Reverse((f, h, Reverse(node))));
    Ok(())
}

const BLOCK: usize = 15;

/// Some entries of one bucket; buckets are stacks of blocks, so that none ever has to be copied.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Block {
    nodes: [u32; BLOCK],
    /// The block below, or the next free one.
    below: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    len: u32,
    top: u32,
}

/// The buckets of one f, by h.
#[derive(Debug, Default)]
struct Row {
    buckets: Vec<Bucket>,
    /// No bucket below this one has an entry.
    lowest: usize,
    len: usize,
}

#[derive(Debug)]
pub(crate) struct Buckets<C> {
    base: C,
    rows: Vec<Row>,
    /// No row below this one has an entry.
    lowest: usize,
    blocks: Arena<Block>,
    /// Free blocks, linked.
    free: u32,
    free_len: u32,
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
            free: 0,
            free_len: 0,
            pushed: 0,
            table_bytes: 0,
        }
    }

    fn bytes(&self) -> usize {
        self.table_bytes + self.blocks.bytes()
    }

    /// Answers false if the entry lies outside the window that buckets are good for.
    #[inline]
    fn push(&mut self, entry: Entry<C>, memory: &mut Memory) -> Result<bool, Stop> {
        let (Some(row), Some(column)) = (self.row_of(entry.f), entry.h.to_usize()) else {
            return Ok(false);
        };
        if self.rows.get(row).is_none_or(|r| r.buckets.len() <= column)
            && !self.widen(row, column, memory)?
        {
            return Ok(false);
        }
        self.pushed += 1;
        let bucket = self.rows[row].buckets[column];
        let within = bucket.len as usize % BLOCK;
        let top = if within == 0 {
            self.new_block(bucket.top, memory)?
        } else {
            bucket.top
        };
        self.blocks.get_mut(top).nodes[within] = entry.node;
        let row_of_entry = &mut self.rows[row];
        row_of_entry.buckets[column] = Bucket {
            len: bucket.len + 1,
            top,
        };
        row_of_entry.lowest = row_of_entry.lowest.min(column);
        row_of_entry.len += 1;
        self.lowest = self.lowest.min(row);
        Ok(true)
    }

    fn row_of(&self, f: C) -> Option<usize> {
        // An inconsistent heuristic can give a child a smaller f than the root.
        f.checked_sub(&self.base)?.to_usize()
    }

    fn new_block(&mut self, below: u32, memory: &mut Memory) -> Result<u32, Stop> {
        if self.free_len > 0 {
            let block = self.free;
            self.free_len -= 1;
            self.free = core::mem::replace(&mut self.blocks.get_mut(block).below, below);
            return Ok(block);
        }
        let nodes = [0; BLOCK];
        self.blocks.push(Block { nodes, below }, memory)
    }

    /// Makes the table cover this bucket, unless it would be mostly empty.
    #[cold]
    fn widen(&mut self, row: usize, column: usize, memory: &mut Memory) -> Result<bool, Stop> {
        let allowed = (1 << 20) + 4 * size_of::<u32>() * self.pushed;
        let rows = (row + 1).max(self.rows.len());
        let has = self.rows.get(row).map_or(0, |r| r.buckets.len());
        let columns = (column + 1).max(has);
        let more = rows
            .checked_sub(self.rows.len())
            .and_then(|rows| rows.checked_mul(size_of::<Row>()))
            .zip((columns - has).checked_mul(size_of::<Bucket>()))
            .and_then(|(rows, columns)| rows.checked_add(columns));
        let Some(more) = more.filter(|more| self.table_bytes.saturating_add(*more) <= allowed)
        else {
            return Ok(false);
        };
        memory.claim(more)?;
        self.table_bytes += more;
        let out_of_memory = |_| Stop::OutOfMemory;
        if rows > self.rows.len() {
            let additional = rows - self.rows.len();
            self.rows
                .try_reserve_exact(additional)
                .map_err(out_of_memory)?;
            self.rows.resize_with(rows, Row::default);
        }
        let buckets = &mut self.rows[row].buckets;
        buckets
            .try_reserve_exact(columns - has)
            .map_err(out_of_memory)?;
        buckets.resize(columns, Bucket::default());
        Ok(true)
    }

    /// How many entries are left in the bucket that the last one was taken from.
    fn left_in_bucket(&self) -> usize {
        let row = self.rows.get(self.lowest);
        let bucket = row.and_then(|row| row.buckets.get(row.lowest));
        bucket.map_or(0, |bucket| bucket.len as usize)
    }

    #[inline]
    fn pop(&mut self) -> Option<Entry<C>> {
        while self.rows.get(self.lowest)?.len == 0 {
            self.lowest += 1;
        }
        let row = &mut self.rows[self.lowest];
        while row.buckets[row.lowest].len == 0 {
            row.lowest += 1;
        }
        let bucket = &mut row.buckets[row.lowest];
        bucket.len -= 1;
        row.len -= 1;
        let within = bucket.len as usize % BLOCK;
        let top = bucket.top;
        let block = self.blocks.get_mut(top);
        let node = block.nodes[within];
        let (f, h) = (C::from(self.lowest), C::from(row.lowest));
        if within == 0 {
            bucket.top = core::mem::replace(&mut block.below, self.free);
            self.free = top;
            self.free_len += 1;
        }
        Some(Entry {
            f: self.base + f?,
            h: h?,
            node,
        })
    }
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
