//! [`Buckets`]: a bucket queue by key, and within a key by tie.

use super::table::BucketTable;
use super::{Entry, lowered};
use crate::account::{Quota, Stop};
use crate::cost::Cost;

/// A bucket queue by key, and within a key by tie, for values in a small window: a table of stacks.
#[derive(Debug)]
pub(crate) struct Buckets<C> {
    /// The key of the first row.
    pub(super) base: C,
    pub(super) table: BucketTable,
}

impl<C: Cost> Buckets<C> {
    pub(super) const fn new(base: C) -> Self {
        let table = BucketTable::new();
        Self { base, table }
    }

    /// All entries, in the order of [`pop`](Self::pop).
    pub(super) fn iter(&self) -> impl Iterator<Item = Entry<C>> {
        let rows = 0..self.table.rows();
        rows.flat_map(move |row| {
            let columns = 0..self.table.columns(row);
            columns.flat_map(move |column| self.bucket(row, column))
        })
    }

    /// Passes on all entries in the order of [`iter`](Self::iter).
    pub(super) fn each(&self, visit: &mut dyn FnMut(Entry<C>)) {
        self.table.each(&mut |row, column, node| {
            if let Some(entry) = self.entry(row, column, node) {
                visit(entry);
            }
        });
    }

    /// All entries, those with the smallest tie first.
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

    /// The entry of a node in this row and column. It was pushed with this key, so the sum does not overflow.
    #[inline(always)]
    fn entry(&self, row: usize, column: usize, node: u32) -> Option<Entry<C>> {
        Some(Entry {
            key: self.base + C::from(row)?,
            tie: C::from(column)?,
            node,
        })
    }

    /// Adds an entry; returns false if it lies outside the window of the buckets.
    #[inline(always)]
    pub(super) fn push(&mut self, entry: Entry<C>, memory: &Quota) -> Result<bool, Stop> {
        if entry.key < self.base && !self.lower_base(entry.key, memory)? {
            return Ok(false);
        }
        let row = (entry.key - self.base).to_usize();
        let (Some(row), Some(column)) = (row, entry.tie.to_usize()) else {
            return Ok(false);
        };
        self.table.push(row, column, entry.node, memory)
    }

    /// Lowers the base to a key below the first row, unless that makes too many rows. With an inconsistent heuristic f
    /// can fall below that of the root.
    #[cold]
    fn lower_base(&mut self, key: C, memory: &Quota) -> Result<bool, Stop> {
        let base = lowered(self.base, self.table.rows(), key);
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

    /// Each row with an entry, its key and its least tie.
    pub(super) fn fronts(&mut self) -> impl Iterator<Item = (usize, C, C)> {
        let base = self.base;
        let fronts = self.table.fronts();
        fronts.filter_map(move |(row, column)| Some((row, base + C::from(row)?, C::from(column)?)))
    }

    /// Removes the first entry of a row.
    #[inline]
    pub(super) fn pop_from(&mut self, row: usize) -> Option<Entry<C>> {
        let (column, node) = self.table.pop_from(row)?;
        self.entry(row, column, node)
    }

    /// Removes another entry with the key and tie of `entry`, which was removed last.
    #[inline]
    pub(super) fn pop_equal(&mut self, entry: Entry<C>) -> Option<Entry<C>> {
        let row = (entry.key - self.base).to_usize()?;
        let (_, node) = self.table.pop_from(row)?;
        Some(Entry { node, ..entry })
    }
}
