//! [`Buckets`]: entries by key, and of each key by h.

use alloc::vec::Vec;

use super::Entry;
use crate::cost::Cost;
use crate::monitor::{Memory, Stop};
use crate::storage::arena::Arena;

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

/// The buckets of one key, by h.
#[derive(Debug, Default)]
struct Row {
    buckets: Vec<u32>,
    /// No bucket below this one has an entry.
    lowest: usize,
}

/// Entries by key, and of each key by h: a table of stacks, for values that lie in a small window.
#[derive(Debug)]
pub(crate) struct Buckets<C> {
    /// The key of the first row.
    pub(super) base: C,
    rows: Vec<Row>,
    /// No row below this one has an entry.
    lowest: usize,
    blocks: Arena<Block>,
    /// A free block, which leads to the others.
    free: u32,
    pub(super) pushed: usize,
    /// Bytes of rows and buckets.
    table_bytes: usize,
}

impl<C: Cost> Buckets<C> {
    pub(super) const fn new(base: C) -> Self {
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

    pub(super) fn clear(&mut self) {
        for row in &mut self.rows {
            row.buckets.fill(EMPTY);
            row.lowest = row.buckets.len();
        }
        self.lowest = self.rows.len();
        self.blocks.clear();
        (self.free, self.pushed) = (EMPTY, 0);
    }

    /// All entries: by key, of each key by h, and of these the latest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = Entry<C>> + Clone {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(move |(row, buckets)| {
            let columns = 0..buckets.buckets.len();
            columns.flat_map(move |column| self.bucket(row, column))
        })
    }

    /// All entries, those with the smallest h first.
    pub(super) fn nearest_first(&self) -> impl Iterator<Item = Entry<C>> {
        let columns = self.rows.iter().map(|row| row.buckets.len()).max();
        (0..columns.unwrap_or(0)).flat_map(move |column| {
            let rows = 0..self.rows.len();
            rows.flat_map(move |row| self.bucket(row, column))
        })
    }

    /// The entries of one bucket.
    fn bucket(&self, row: usize, column: usize) -> impl Iterator<Item = Entry<C>> + Clone {
        let bucket = self.rows[row].buckets.get(column);
        let key = C::from(row).and_then(|row| self.base.checked_add(&row));
        let values = key.zip(C::from(column));
        let nodes = self.nodes(bucket.copied().unwrap_or(EMPTY));
        nodes.filter_map(move |node| values.map(|(key, h)| Entry { key, h, node }))
    }

    /// What is in a bucket, the latest first.
    fn nodes(&self, mut cursor: u32) -> impl Iterator<Item = u32> + Clone {
        core::iter::from_fn(move || {
            if cursor == EMPTY {
                return None;
            }
            let Block(block) = self.blocks.get(cursor / BLOCK as u32);
            let node = block[(cursor & LAST) as usize];
            cursor = if cursor & LAST == 1 {
                block[0]
            } else {
                cursor - 1
            };
            Some(node)
        })
    }

    pub(super) fn bytes(&self) -> usize {
        self.table_bytes + self.blocks.bytes()
    }

    /// Returns false if the entry lies outside the window that buckets are good for.
    #[inline(always)]
    pub(super) fn push(&mut self, entry: Entry<C>, memory: &mut Memory) -> Result<bool, Stop> {
        if entry.key < self.base && !self.lower_base(entry.key, memory)? {
            return Ok(false);
        }
        let row = (entry.key - self.base).to_usize();
        let (Some(at), Some(column)) = (row, entry.h.to_usize()) else {
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

    /// How many bytes the rows may take, so that they are not mostly empty.
    const fn allowed(&self) -> usize {
        // A short search is not worth a large table.
        (1 << 14) + 16 * size_of::<u32>() * self.pushed
    }

    /// Begins with this key, which is less than that of the first row, unless there would be too many
    /// rows. An estimate that is not consistent can fall below the root's.
    #[cold]
    fn lower_base(&mut self, key: C, memory: &mut Memory) -> Result<bool, Stop> {
        let old = self.rows.len();
        // Twice as many as before, so that going down step by step moves little.
        let twice = C::from(old).map_or(key, |rows| {
            self.base.checked_sub(&rows).unwrap_or_else(C::zero)
        });
        let base = key.min(twice);
        let more = (self.base - base)
            .to_usize()
            .filter(|&more| more < self.allowed());
        let Some(more) = more else {
            return Ok(false);
        };
        let capacity = self.rows.capacity().max(old + more);
        let bytes = self.table_bytes + (capacity - self.rows.capacity()) * size_of::<Row>();
        if bytes > self.allowed() {
            return Ok(false);
        }
        let mut rows = Vec::new();
        memory.claim(capacity * size_of::<Row>())?;
        rows.try_reserve_exact(capacity)
            .map_err(|_| Stop::OutOfMemory)?;
        memory.release(self.rows.capacity() * size_of::<Row>());
        rows.resize_with(more, Row::default);
        rows.append(&mut self.rows);
        self.rows = rows;
        (self.base, self.table_bytes) = (base, bytes);
        self.lowest += more;
        Ok(true)
    }

    /// Makes the table cover this bucket, unless it would be mostly empty.
    #[cold]
    fn widen(&mut self, row: usize, column: usize, memory: &mut Memory) -> Result<bool, Stop> {
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
        if bytes > self.allowed() {
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
    pub(super) fn pop(&mut self) -> Option<Entry<C>> {
        loop {
            let row = self.rows.get_mut(self.lowest)?;
            match row.buckets.get_mut(row.lowest) {
                None => self.lowest += 1,
                Some(&mut EMPTY) => row.lowest += 1,
                Some(bucket) => {
                    let node = take(bucket, &mut self.blocks, &mut self.free);
                    return Some(Entry {
                        key: self.base + C::from(self.lowest)?,
                        h: C::from(row.lowest)?,
                        node,
                    });
                }
            }
        }
    }

    /// Takes out another entry like this one, which was the last taken out.
    #[inline]
    pub(super) fn pop_equal(&mut self, entry: Entry<C>) -> Option<Entry<C>> {
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
