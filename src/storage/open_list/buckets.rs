//! [`Buckets`]: entries by key, and of each key by h.

use alloc::vec::Vec;

use super::Entry;
use super::pool::{EMPTY, Pool};
use crate::cost::Cost;
use crate::monitor::{Memory, Stop};
use crate::search::{Reader, Writer};

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
    nodes: Pool<u32, 15>,
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
            nodes: Pool::new(),
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
        self.nodes.clear();
        self.pushed = 0;
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
        let nodes = self.nodes.iter(bucket.copied().unwrap_or(EMPTY));
        nodes.filter_map(move |node| values.map(|(key, h)| Entry { key, h, node }))
    }

    pub(super) fn bytes(&self) -> usize {
        self.table_bytes + self.nodes.bytes()
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
        self.nodes.push(bucket, entry.node, memory)?;
        self.pushed += 1;
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
            // They are there even where there is no memory for the columns.
            self.table_bytes += (rows - old_rows) * size_of::<Row>();
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

    /// Writes how many rows there is room for, and how many buckets each has: what else fits depends on that.
    pub(super) fn save_shape(&self, to: &mut Writer<'_>) {
        to.count(self.rows.capacity());
        to.list(&self.rows, |to, row| to.count(row.buckets.len()));
    }

    /// Makes an empty table of that shape, unless it would be mostly empty.
    pub(super) fn load_shape(&mut self, from: &mut Reader<'_>) -> Option<()> {
        let number = |from: &mut Reader<'_>| usize::try_from(from.number()?).ok();
        let (rows, columns) = (number(from)?, from.list(number)?);
        let mut all = columns.iter();
        let cells = all.try_fold(0_usize, |all, &columns| all.checked_add(columns))?;
        let cells = cells.checked_mul(size_of::<u32>())?;
        let bytes = rows.checked_mul(size_of::<Row>())?.checked_add(cells)?;
        if rows < columns.len() || bytes > self.allowed() {
            return Some(());
        }
        from.memory.claim(bytes).ok()?;
        self.rows.try_reserve_exact(rows).ok()?;
        for columns in columns {
            let mut row = Row::default();
            row.buckets.try_reserve_exact(columns).ok()?;
            row.buckets.resize(columns, EMPTY);
            self.rows.push(row);
        }
        self.table_bytes = bytes;
        Some(())
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Entry<C>> {
        loop {
            let row = self.rows.get_mut(self.lowest)?;
            match row.buckets.get_mut(row.lowest) {
                None => self.lowest += 1,
                Some(&mut EMPTY) => row.lowest += 1,
                Some(bucket) => {
                    let node = self.nodes.pop(bucket);
                    return Some(Entry {
                        key: self.base + C::from(self.lowest)?,
                        h: C::from(row.lowest)?,
                        node,
                    });
                }
            }
        }
    }

    /// Each row that has an entry, with its key and the least h in it.
    pub(super) fn fronts(&mut self) -> impl Iterator<Item = (usize, C, C)> {
        let rows = self.rows.iter_mut().enumerate().skip(self.lowest);
        let (base, lowest) = (self.base, &mut self.lowest);
        rows.filter_map(move |(at, row)| {
            let is_empty = |row: &Row| row.buckets.get(row.lowest) == Some(&EMPTY);
            while is_empty(row) {
                row.lowest += 1;
            }
            if row.lowest < row.buckets.len() {
                return Some((at, base + C::from(at)?, C::from(row.lowest)?));
            }
            if *lowest == at {
                *lowest += 1;
            }
            None
        })
    }

    /// Takes out the first entry of a row that has one.
    #[inline]
    pub(super) fn pop_from(&mut self, at: usize) -> Option<Entry<C>> {
        let row = self.rows.get_mut(at)?;
        let bucket = row.buckets.get_mut(row.lowest)?;
        let node = self.nodes.pop(bucket);
        Some(Entry {
            key: self.base + C::from(at)?,
            h: C::from(row.lowest)?,
            node,
        })
    }

    /// Takes out another entry like this one, which was the last taken out.
    #[inline]
    pub(super) fn pop_equal(&mut self, entry: Entry<C>) -> Option<Entry<C>> {
        let row = self.rows.get_mut((entry.key - self.base).to_usize()?)?;
        let bucket = row.buckets.get_mut(row.lowest)?;
        if *bucket == EMPTY {
            return None;
        }
        let node = self.nodes.pop(bucket);
        Some(Entry { node, ..entry })
    }
}
