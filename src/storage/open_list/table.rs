//! [`BucketTable`]: stacks of nodes by row and column.

use alloc::vec::Vec;

use super::pool::{EMPTY, Pool};
use crate::account::{Claim, Quota, Stop};
use crate::codec::{Reader, Writer};

/// The stacks of one row.
#[derive(Debug, Default)]
struct Row {
    stacks: Vec<u32>,
    /// No column below this one has a node.
    lowest: usize,
}

/// Nodes by row and column, the latest first: the part of [`Buckets`](super::Buckets) that does not depend on the type
/// of costs, so that it is compiled once.
#[derive(Debug)]
pub(crate) struct BucketTable {
    rows: Vec<Row>,
    /// No row below this one has a node.
    lowest: usize,
    nodes: Pool<u32, 15>,
    pub(super) pushed: usize,
    /// For rows and stacks.
    claim: Claim,
}

impl BucketTable {
    pub(super) const fn new() -> Self {
        Self {
            rows: Vec::new(),
            lowest: 0,
            nodes: Pool::new(),
            pushed: 0,
            claim: Claim::none(),
        }
    }

    pub(super) const fn rows(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn columns(&self, row: usize) -> usize {
        self.rows[row].stacks.len()
    }

    /// Calls `visit` with the row, column and node of each entry: by row, then by column, the latest first.
    pub(super) fn each(&self, visit: &mut dyn FnMut(usize, usize, u32)) {
        for row in 0..self.rows() {
            for column in 0..self.columns(row) {
                for node in self.stack(row, column) {
                    visit(row, column, node);
                }
            }
        }
    }

    /// The nodes of one row and column.
    pub(super) fn stack(&self, row: usize, column: usize) -> impl Iterator<Item = u32> {
        let stack = self.rows[row].stacks.get(column);
        self.nodes.iter(stack.copied().unwrap_or(EMPTY))
    }

    pub(super) const fn bytes(&self) -> usize {
        self.claim.bytes() + self.nodes.bytes()
    }

    /// Adds a node; returns false if the table would be mostly empty with this row and column.
    #[inline(always)]
    pub(super) fn push(
        &mut self,
        row: usize,
        column: usize,
        node: u32,
        memory: &Quota,
    ) -> Result<bool, Stop> {
        if let Some(at) = self.rows.get_mut(row)
            && let Some(stack) = at.stacks.get_mut(column)
            && self.nodes.push_within(stack, node)
        {
            at.lowest = at.lowest.min(column);
            self.pushed += 1;
            self.lowest = self.lowest.min(row);
            return Ok(true);
        }
        self.push_growing(row, column, node, memory)
    }

    /// Adds a node for which room has to be made.
    #[cold]
    #[inline(never)]
    fn push_growing(
        &mut self,
        row: usize,
        column: usize,
        node: u32,
        memory: &Quota,
    ) -> Result<bool, Stop> {
        let has = |row: &Row| column < row.stacks.len();
        if !self.rows.get(row).is_some_and(has) && !self.widen(row, column, memory)? {
            return Ok(false);
        }
        let at = &mut self.rows[row];
        self.nodes.push(&mut at.stacks[column], node, memory)?;
        at.lowest = at.lowest.min(column);
        self.pushed += 1;
        self.lowest = self.lowest.min(row);
        Ok(true)
    }

    /// The bytes that rows and stacks may take, so that they are not mostly empty.
    const fn allowed(&self) -> usize {
        // A short search is not worth a large table.
        (1 << 14) + 16 * size_of::<u32>() * self.pushed
    }

    /// Adds `more` rows before the first one, unless there would be too many.
    pub(super) fn begin_before(&mut self, more: usize, memory: &Quota) -> Result<bool, Stop> {
        let old = self.rows.len();
        if more >= self.allowed() {
            return Ok(false);
        }
        let capacity = self.rows.capacity().max(old + more);
        let old_bytes = self.rows.capacity() * size_of::<Row>();
        let bytes = capacity * size_of::<Row>();
        if self.claim.bytes() - old_bytes + bytes > self.allowed() {
            return Ok(false);
        }
        let mut rows = Vec::new();
        self.claim.replace(old_bytes, bytes, memory, &mut || {
            rows.try_reserve_exact(capacity)
        })?;
        rows.resize_with(more, Row::default);
        rows.append(&mut self.rows);
        self.rows = rows;
        self.lowest += more;
        Ok(true)
    }

    /// Makes the table cover this row and column, unless it would be mostly empty.
    fn widen(&mut self, row: usize, column: usize, memory: &Quota) -> Result<bool, Stop> {
        let mut wanted = 0_usize;
        let mut room = |has: usize, needs: usize, size: usize| {
            // Growing by the factor two keeps the copying linear.
            let new = if needs > has { needs.max(2 * has) } else { has };
            let more = (new - has).checked_mul(size);
            wanted = more.and_then(|more| wanted.checked_add(more))?;
            Some(new)
        };
        let old_rows = self.rows.capacity();
        let old_columns = self.rows.get(row).map_or(0, |r| r.stacks.capacity());
        let rows = room(old_rows, row.saturating_add(1), size_of::<Row>());
        let columns = room(old_columns, column.saturating_add(1), size_of::<u32>());
        let (Some(rows), Some(columns)) = (rows, columns) else {
            return Ok(false);
        };
        let bytes = self.claim.bytes().checked_add(wanted);
        if bytes.is_none_or(|bytes| bytes > self.allowed()) {
            return Ok(false);
        }
        if rows > old_rows {
            // The rows stay even if there is no memory for the columns.
            self.claim.set_capacity(&mut self.rows, rows, memory)?;
        }
        if row >= self.rows.len() {
            self.rows.resize_with(row + 1, Row::default);
        }
        let stacks = &mut self.rows[row].stacks;
        if columns > old_columns {
            self.claim.set_capacity(stacks, columns, memory)?;
        }
        stacks.resize(columns, EMPTY);
        Ok(true)
    }

    /// Writes the capacity of the rows and the columns of each, on which later growth depends.
    pub(super) fn save_shape(&self, to: &mut Writer<'_>) {
        to.count(self.rows.capacity());
        to.list(&self.rows, |to, row| to.count(row.stacks.len()));
    }

    /// Makes an empty table of a saved shape, unless it would be mostly empty.
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
        self.claim = Claim::new(bytes, &from.memory).ok()?;
        self.rows.try_reserve_exact(rows).ok()?;
        for columns in columns {
            let mut row = Row::default();
            row.stacks.try_reserve_exact(columns).ok()?;
            row.stacks.resize(columns, EMPTY);
            self.rows.push(row);
        }
        Some(())
    }

    /// Removes the first node; returns it with its row and column.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<(usize, usize, u32)> {
        loop {
            let row = self.rows.get_mut(self.lowest)?;
            match row.stacks.get_mut(row.lowest) {
                None => self.lowest += 1,
                Some(&mut EMPTY) => row.lowest += 1,
                Some(stack) => {
                    let node = self.nodes.pop(stack);
                    return Some((self.lowest, row.lowest, node));
                }
            }
        }
    }

    /// Each row with a node, and its least column with a node.
    pub(super) fn fronts(&mut self) -> impl Iterator<Item = (usize, usize)> {
        let rows = self.rows.iter_mut().enumerate().skip(self.lowest);
        let lowest = &mut self.lowest;
        rows.filter_map(move |(at, row)| {
            while row.stacks.get(row.lowest) == Some(&EMPTY) {
                row.lowest += 1;
            }
            if row.lowest < row.stacks.len() {
                return Some((at, row.lowest));
            }
            if *lowest == at {
                *lowest += 1;
            }
            None
        })
    }

    /// Removes the first node of a row, if the column that was first still has one; returns it with its column.
    #[inline]
    pub(super) fn pop_from(&mut self, row: usize) -> Option<(usize, u32)> {
        let row = self.rows.get_mut(row)?;
        let stack = row.stacks.get_mut(row.lowest)?;
        if *stack == EMPTY {
            return None;
        }
        let node = self.nodes.pop(stack);
        Some((row.lowest, node))
    }
}
