//! [`Buckets`]: entries by key, and of each key by h.

use super::Entry;
use super::table::Table;
use crate::account::{Quota, Stop};
use crate::cost::Cost;

/// Entries by key, and of each key by h: a table of stacks, for values that lie in a small window.
#[derive(Debug)]
pub(crate) struct Buckets<C> {
    /// The key of the first row.
    pub(super) base: C,
    pub(super) table: Table,
}

impl<C: Cost> Buckets<C> {
    pub(super) const fn new(base: C) -> Self {
        let table = Table::new();
        Self { base, table }
    }

    /// All entries: by key, of each key by h, and of these the latest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = Entry<C>> {
        let rows = 0..self.table.rows();
        rows.flat_map(move |row| {
            let columns = 0..self.table.columns(row);
            columns.flat_map(move |column| self.bucket(row, column))
        })
    }

    /// Passes on all entries in the order of [`iter`](Self::iter).
    pub(super) fn each(&self, tell: &mut dyn FnMut(Entry<C>)) {
        self.table.each(&mut |row, column, node| {
            if let Some(entry) = self.entry(row, column, node) {
                tell(entry);
            }
        });
    }

    /// All entries, those with the smallest h first.
    pub(super) fn nearest_first(&self) -> impl Iterator<Item = Entry<C>> {
        let rows = self.table.rows();
        let columns = (0..rows).map(|row| self.table.columns(row)).max();
        (0..columns.unwrap_or(0)).flat_map(move |column| {
            let rows = 0..rows;
            rows.flat_map(move |row| self.bucket(row, column))
        })
    }

    /// The entries of one bucket.
    fn bucket(&self, row: usize, column: usize) -> impl Iterator<Item = Entry<C>> {
        let nodes = self.table.stack(row, column);
        nodes.filter_map(move |node| self.entry(row, column, node))
    }

    /// The entry of a node, which had this place among the rows when it was pushed: its key is within the range.
    #[inline(always)]
    fn entry(&self, row: usize, column: usize, node: u32) -> Option<Entry<C>> {
        Some(Entry {
            key: self.base + C::from(row)?,
            h: C::from(column)?,
            node,
        })
    }

    /// Returns false if the entry lies outside the window that buckets are good for.
    #[inline(always)]
    pub(super) fn push(&mut self, entry: Entry<C>, memory: &Quota) -> Result<bool, Stop> {
        if entry.key < self.base && !self.lower_base(entry.key, memory)? {
            return Ok(false);
        }
        let row = (entry.key - self.base).to_usize();
        let (Some(row), Some(column)) = (row, entry.h.to_usize()) else {
            return Ok(false);
        };
        self.table.push(row, column, entry.node, memory)
    }

    /// Begins with this key, which is less than that of the first row, unless there would be too many
    /// rows. An estimate that is not consistent can fall below the root's.
    #[cold]
    fn lower_base(&mut self, key: C, memory: &Quota) -> Result<bool, Stop> {
        // Twice as many as before, so that going down step by step moves little.
        let twice = C::from(self.table.rows()).map_or(key, |rows| {
            self.base.checked_sub(&rows).unwrap_or_else(C::zero)
        });
        let base = key.min(twice);
        let Some(more) = (self.base - base).to_usize() else {
            return Ok(false);
        };
        let has_room = self.table.begin_before(more, memory)?;
        if has_room {
            self.base = base;
        }
        Ok(has_room)
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Entry<C>> {
        let (row, column, node) = self.table.pop()?;
        self.entry(row, column, node)
    }

    /// Each row that has an entry, with its key and the least h in it.
    pub(super) fn fronts(&mut self) -> impl Iterator<Item = (usize, C, C)> {
        let base = self.base;
        let fronts = self.table.fronts();
        fronts.filter_map(move |(row, column)| Some((row, base + C::from(row)?, C::from(column)?)))
    }

    /// Takes out the first entry of a row that has one.
    #[inline]
    pub(super) fn pop_from(&mut self, row: usize) -> Option<Entry<C>> {
        let (column, node) = self.table.pop_from(row)?;
        self.entry(row, column, node)
    }

    /// Takes out another entry like this one, which was the last taken out.
    #[inline]
    pub(super) fn pop_equal(&mut self, entry: Entry<C>) -> Option<Entry<C>> {
        let row = (entry.key - self.base).to_usize()?;
        let (_, node) = self.table.pop_from(row)?;
        Some(Entry { node, ..entry })
    }
}
