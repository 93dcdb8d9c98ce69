//! [`Stacks`]: a bucket queue by key alone, and within a key the latest first.

use alloc::vec::Vec;

use super::buckets::Buckets;
use super::pool::{EMPTY, Pool};
use super::{Entry, lowered};
use crate::account::{Claimed, Quota, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;

/// A stack of entries for each key, where keys lie in a small window and ties do not.
#[derive(Debug)]
pub(crate) struct Stacks<C> {
    /// The key of the first row.
    pub(super) base: C,
    pub(super) rows: Rows,
    /// tie and node.
    entries: Pool<(C, u32), 7>,
}

/// The stacks by row: the part of [`Stacks`] that does not depend on the type of costs, so that it is compiled once.
#[derive(Debug)]
pub(super) struct Rows {
    stacks: Claimed<Vec<u32>>,
    /// No row below this one has an entry.
    lowest: usize,
    pub(super) pushed: usize,
}

impl Rows {
    /// Adds `front` rows before the first one, and makes a row with the index `row`, unless there would be too many.
    fn cover(&mut self, front: usize, row: usize, memory: &Quota) -> Result<bool, Stop> {
        let (old, most) = (self.stacks.len(), self.most());
        let all = match front.checked_add(old) {
            Some(all) if all <= most && row < most => all.max(row + 1),
            _ => return Ok(false),
        };
        let all = all.max((2 * old).min(most));
        if front > 0 || all > self.stacks.capacity() {
            let mut stacks = Claimed::<Vec<_>>::with_room(all, memory)?;
            stacks.as_vec().resize(front, EMPTY);
            stacks.as_vec().append(self.stacks.as_vec());
            self.stacks = stacks;
        }
        self.stacks.as_vec().resize(all, EMPTY);
        self.lowest += front;
        Ok(true)
    }

    /// The greatest number of rows that the pushed entries are worth. A saved list has the same.
    const fn most(&self) -> usize {
        (1 << 10) + 4 * self.pushed
    }

    /// Writes the number of rows, on which later growth depends.
    pub(super) fn save_shape(&self, to: &mut Writer<'_>) {
        to.count(self.stacks.len());
    }

    /// Reads the number of rows and makes them, unless there would be too many.
    pub(super) fn load_shape(&mut self, from: &mut Reader<'_>) -> Option<()> {
        let rows = usize::try_from(from.number()?).ok()?;
        if rows <= self.most() {
            self.stacks = Claimed::filled(rows, EMPTY, &from.memory).ok()?;
        }
        Some(())
    }
}

impl<C: Cost> Stacks<C> {
    pub(super) const fn new(base: C) -> Self {
        Self {
            base,
            rows: Rows {
                stacks: Claimed::new(),
                lowest: 0,
                pushed: 0,
            },
            entries: Pool::new(),
        }
    }

    /// Moves the entries of buckets to stacks, unless there would be too many rows.
    pub(super) fn of(buckets: &Buckets<C>, memory: &Quota) -> Result<Option<Self>, Stop> {
        let mut stacks = Self::new(buckets.base);
        let has_place = stacks.take_over(buckets, memory)?;
        Ok(has_place.then_some(stacks))
    }

    fn take_over(&mut self, buckets: &Buckets<C>, memory: &Quota) -> Result<bool, Stop> {
        self.rows.pushed = buckets.table.pushed;
        let mut has_place = Ok(true);
        buckets.each(&mut |entry| {
            if matches!(has_place, Ok(true)) {
                has_place = self.push(entry, memory);
            }
        });
        if !has_place? {
            return Ok(false);
        }
        self.rows.pushed = buckets.table.pushed;
        // The first entry of a row was pushed first, and has to be removed first.
        for row in &mut *self.rows.stacks {
            self.entries.reverse(row, memory)?;
        }
        Ok(true)
    }

    /// All entries, in the order of [`pop`](Self::pop).
    pub(super) fn iter(&self) -> impl Iterator<Item = Entry<C>> {
        let rows = self.rows.stacks.iter().enumerate();
        rows.flat_map(|(row, &entries)| {
            let key = C::from(row).and_then(|row| self.base.checked_add(&row));
            let entries = self.entries.iter(entries);
            entries.filter_map(move |(tie, node)| key.map(|key| Entry { key, tie, node }))
        })
    }

    /// Passes on all entries in the order of [`iter`](Self::iter).
    pub(super) fn each(&self, visit: &mut dyn FnMut(Entry<C>)) {
        for row in 0..self.rows.stacks.len() {
            let key = C::from(row).and_then(|row| self.base.checked_add(&row));
            for (tie, node) in self.entries.iter(self.rows.stacks[row]) {
                if let Some(key) = key {
                    visit(Entry { key, tie, node });
                }
            }
        }
    }

    /// Adds an entry; returns false if it lies outside the window of the rows.
    #[inline(always)]
    pub(super) fn push(&mut self, entry: Entry<C>, memory: &Quota) -> Result<bool, Stop> {
        let row = entry
            .key
            .checked_sub(&self.base)
            .and_then(|row| row.to_usize());
        let row = match row {
            Some(row) if row < self.rows.stacks.len() => row,
            _ => match self.cover(entry.key, memory)? {
                Some(row) => row,
                None => return Ok(false),
            },
        };
        let stack = &mut self.rows.stacks[row];
        self.entries.push(stack, (entry.tie, entry.node), memory)?;
        self.rows.pushed += 1;
        self.rows.lowest = self.rows.lowest.min(row);
        Ok(true)
    }

    /// Makes a row for a key and returns it, unless there would be too many rows.
    #[cold]
    fn cover(&mut self, key: C, memory: &Quota) -> Result<Option<usize>, Stop> {
        let base = if key < self.base {
            lowered(self.base, self.rows.stacks.len(), key)
        } else {
            self.base
        };
        let (front, row) = ((self.base - base).to_usize(), (key - base).to_usize());
        let (Some(front), Some(row)) = (front, row) else {
            return Ok(None);
        };
        if !self.rows.cover(front, row, memory)? {
            return Ok(None);
        }
        self.base = base;
        Ok(Some(row))
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Entry<C>> {
        while self.rows.lowest < self.rows.stacks.len() {
            if let Some(entry) = self.pop_from(self.rows.lowest) {
                return Some(entry);
            }
            self.rows.lowest += 1;
        }
        None
    }

    /// Each row with an entry, its key and the tie of its latest entry.
    pub(super) fn fronts(&mut self) -> impl Iterator<Item = (usize, C, C)> {
        while self.rows.stacks.get(self.rows.lowest) == Some(&EMPTY) {
            self.rows.lowest += 1;
        }
        let rows = self.rows.stacks.iter().enumerate().skip(self.rows.lowest);
        rows.filter_map(|(at, &row)| {
            let (tie, _) = self.entries.iter(row).next()?;
            Some((at, self.base + C::from(at)?, tie))
        })
    }

    /// Removes the latest entry of a row.
    pub(super) fn pop_from(&mut self, at: usize) -> Option<Entry<C>> {
        let stack = self
            .rows
            .stacks
            .get_mut(at)
            .filter(|stack| **stack != EMPTY)?;
        let (tie, node) = self.entries.pop(stack);
        let key = self.base + C::from(at)?;
        Some(Entry { key, tie, node })
    }

    /// Removes another entry with the key of `entry`, which was removed last.
    #[inline]
    pub(super) fn pop_equal(&mut self, entry: Entry<C>) -> Option<Entry<C>> {
        self.pop_from((entry.key - self.base).to_usize()?)
    }
}
