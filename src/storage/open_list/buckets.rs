//! [`Buckets`]: a bucket queue by row, and within a row by tie. A bucket is a stack of nodes.
//!
//! A row stands for a key, counted from the base of the open list; a column stands for a tie. The *shape* is the number
//! of rows, of rows for which there is room, and of columns of each row. Invariant: no row below `lowest_row` has a
//! node, and no column below the `lowest_column` of its row has a node.

use alloc::vec::Vec;

use super::pool::{EMPTY, Pool};
use super::window::{QueuedNode, RowFront};
use crate::account::{Claim, Quota, Stop};
use crate::codec::{Reader, Writer};

/// The stacks of one row, a column for each tie.
#[derive(Debug, Default)]
struct Row {
    /// The stacks, each known by its cursor in the [`Pool`].
    stacks: Vec<u32>,
    /// No column below this one has a node.
    lowest_column: usize,
}

/// A stack of nodes for each row and tie, where both are small.
///
/// Whether the rows grow depends on the shape alone, not on the memory that is left from an earlier search. So a search
/// has the same order of nodes when it begins again.
#[derive(Debug)]
pub(super) struct Buckets {
    /// Rows behind the first `len` are empty, and kept for their memory.
    rows: Vec<Row>,
    len: usize,
    /// The number of rows for which there is room, and the bytes that the shape takes.
    row_capacity: usize,
    shape_bytes: usize,
    /// No row below this one has a node.
    lowest_row: usize,
    /// The nodes, in blocks of a cache line.
    nodes: Pool<u32, 15>,
    /// The number of nodes that were pushed, which limits the shape.
    pub(super) pushed: usize,
    /// For rows and stacks.
    claim: Claim,
}

impl Buckets {
    pub(super) const fn new() -> Self {
        Self {
            rows: Vec::new(),
            len: 0,
            row_capacity: 0,
            shape_bytes: 0,
            lowest_row: 0,
            nodes: Pool::new(),
            pushed: 0,
            claim: Claim::none(),
        }
    }

    /// Removes all nodes and the shape, and keeps the memory.
    pub(super) fn clear(&mut self) {
        for row in &mut self.rows[..self.len] {
            row.stacks.clear();
            row.lowest_column = 0;
        }
        self.nodes.clear();
        (self.len, self.row_capacity, self.shape_bytes) = (0, 0, 0);
        (self.lowest_row, self.pushed) = (0, 0);
    }

    pub(super) const fn rows(&self) -> usize {
        self.len
    }

    /// Passes on all nodes in the order of [`pop`](Self::pop).
    pub(super) fn each(&self, visit: &mut dyn FnMut(QueuedNode)) {
        for row in 0..self.len {
            for tie in 0..self.rows[row].stacks.len() as u32 {
                self.stack(row, tie).for_each(&mut *visit);
            }
        }
    }

    /// All nodes, those with the smallest tie first.
    pub(super) fn nearest_first(&self) -> impl Iterator<Item = QueuedNode> {
        let rows = &self.rows[..self.len];
        let ties = rows.iter().map(|row| row.stacks.len() as u32).max();
        (0..ties.unwrap_or(0))
            .flat_map(move |tie| (0..rows.len()).flat_map(move |row| self.stack(row, tie)))
    }

    /// The nodes of one row and tie.
    fn stack(&self, row: usize, tie: u32) -> impl Iterator<Item = QueuedNode> {
        let stack = self.rows[row].stacks.get(tie as usize);
        let nodes = self.nodes.iter(stack.copied().unwrap_or(EMPTY));
        nodes.map(move |node| QueuedNode { row, tie, node })
    }

    /// Adds a node; returns false if the table would be mostly empty with this row and tie.
    #[inline(always)]
    pub(super) fn push(&mut self, queued: QueuedNode, memory: &Quota) -> Result<bool, Stop> {
        let column = queued.tie as usize;
        if let Some(row) = self.rows.get_mut(queued.row)
            && let Some(stack) = row.stacks.get_mut(column)
            && self.nodes.push_within(stack, queued.node)
        {
            row.lowest_column = row.lowest_column.min(column);
            self.pushed += 1;
            self.lowest_row = self.lowest_row.min(queued.row);
            return Ok(true);
        }
        self.push_growing(queued, memory)
    }

    /// Adds a node for which room has to be made.
    #[cold]
    #[inline(never)]
    fn push_growing(&mut self, queued: QueuedNode, memory: &Quota) -> Result<bool, Stop> {
        let (row, column) = (queued.row, queued.tie as usize);
        let fits = |row: &Row| column < row.stacks.len();
        if !self.rows.get(row).is_some_and(fits) && !self.widen(row, column, memory)? {
            return Ok(false);
        }
        let row = &mut self.rows[row];
        self.nodes
            .push(&mut row.stacks[column], queued.node, memory)?;
        row.lowest_column = row.lowest_column.min(column);
        self.pushed += 1;
        self.lowest_row = self.lowest_row.min(queued.row);
        Ok(true)
    }

    /// The bytes that rows and stacks may take, so that they are not mostly empty.
    const fn most_bytes(&self) -> usize {
        // A short search is not worth a large table.
        (1 << 14) + 16 * size_of::<u32>() * self.pushed
    }

    /// Adds `more` rows before the first one, unless there would be too many.
    pub(super) fn prepend_rows(&mut self, more: usize, memory: &Quota) -> Result<bool, Stop> {
        if more >= self.most_bytes() {
            return Ok(false);
        }
        let capacity = self.row_capacity.max(self.len + more);
        let bytes = self.shape_bytes + (capacity - self.row_capacity) * size_of::<Row>();
        if bytes > self.most_bytes() {
            return Ok(false);
        }
        if capacity > self.rows.capacity() {
            self.claim.set_capacity(&mut self.rows, capacity, memory)?;
        }
        self.len += more;
        if self.len > self.rows.len() {
            self.rows.resize_with(self.len, Row::default);
        }
        // The rows that come to the front are empty.
        self.rows[..self.len].rotate_right(more);
        (self.row_capacity, self.shape_bytes) = (capacity, bytes);
        self.lowest_row += more;
        Ok(true)
    }

    /// Makes the table cover this row and column, unless it would be mostly empty.
    fn widen(&mut self, row: usize, column: usize, memory: &Quota) -> Result<bool, Stop> {
        let mut more_bytes = 0_usize;
        let mut grown = |old: usize, needs: usize, size: usize| {
            // Growing by the factor two keeps the copying linear.
            let new = if needs > old { needs.max(2 * old) } else { old };
            let more = (new - old).checked_mul(size);
            more_bytes = more.and_then(|more| more_bytes.checked_add(more))?;
            Some(new)
        };
        let old_columns = self.rows.get(row).map_or(0, |row| row.stacks.len());
        let capacity = grown(self.row_capacity, row.saturating_add(1), size_of::<Row>());
        let columns = grown(old_columns, column.saturating_add(1), size_of::<u32>());
        let (Some(capacity), Some(columns)) = (capacity, columns) else {
            return Ok(false);
        };
        let bytes = self.shape_bytes.checked_add(more_bytes);
        let Some(bytes) = bytes.filter(|&bytes| bytes <= self.most_bytes()) else {
            return Ok(false);
        };
        if capacity > self.rows.capacity() {
            self.claim.set_capacity(&mut self.rows, capacity, memory)?;
        }
        if row >= self.rows.len() {
            self.rows.resize_with(row + 1, Row::default);
        }
        // The rows are counted before the columns are made, since they stay even if there is no memory for the columns.
        self.len = self.len.max(row + 1);
        self.shape_bytes += (capacity - self.row_capacity) * size_of::<Row>();
        self.row_capacity = capacity;
        let stacks = &mut self.rows[row].stacks;
        if columns > stacks.capacity() {
            self.claim.set_capacity(stacks, columns, memory)?;
        }
        stacks.resize(columns, EMPTY);
        self.shape_bytes = bytes;
        Ok(true)
    }

    /// Writes the shape, on which later growth depends.
    pub(super) fn save_shape(&self, to: &mut Writer<'_>) {
        to.count(self.row_capacity);
        to.list(&self.rows[..self.len], |to, row| to.count(row.stacks.len()));
    }

    /// Makes an empty table of a saved shape. If that would be mostly empty, the table stays without rows.
    pub(super) fn load_shape(&mut self, from: &mut Reader<'_>) -> Option<()> {
        let number = |from: &mut Reader<'_>| usize::try_from(from.number()?).ok();
        let (capacity, columns) = (number(from)?, from.list(number)?);
        let mut all = columns.iter();
        let cells = all.try_fold(0_usize, |all, &columns| all.checked_add(columns))?;
        let cells = cells.checked_mul(size_of::<u32>())?;
        let bytes = capacity.checked_mul(size_of::<Row>())?.checked_add(cells)?;
        if capacity < columns.len() || bytes > self.most_bytes() {
            return Some(());
        }
        self.claim = Claim::new(bytes, &from.memory).ok()?;
        self.rows.try_reserve_exact(capacity).ok()?;
        (self.len, self.row_capacity, self.shape_bytes) = (columns.len(), capacity, bytes);
        for columns in columns {
            let mut row = Row::default();
            row.stacks.try_reserve_exact(columns).ok()?;
            row.stacks.resize(columns, EMPTY);
            self.rows.push(row);
        }
        Some(())
    }

    /// Removes the first node.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<QueuedNode> {
        loop {
            let row = self.rows.get_mut(self.lowest_row)?;
            match row.stacks.get_mut(row.lowest_column) {
                None => self.lowest_row += 1,
                Some(&mut EMPTY) => row.lowest_column += 1,
                Some(stack) => {
                    return Some(QueuedNode {
                        row: self.lowest_row,
                        tie: row.lowest_column as u32,
                        node: self.nodes.pop(stack),
                    });
                }
            }
        }
    }

    /// The first row with a node.
    #[cfg(feature = "std")]
    pub(super) fn first_row(&self) -> Option<usize> {
        let is_used = |row: &usize| self.rows[*row].stacks.iter().any(|&stack| stack != EMPTY);
        (self.lowest_row..self.len).find(is_used)
    }

    /// The rows that have nodes, from the first on, each with the least tie in it.
    pub(super) fn fronts(&mut self) -> impl Iterator<Item = RowFront> {
        let rows = self.rows[..self.len].iter_mut().enumerate();
        let rows = rows.skip(self.lowest_row);
        let lowest_row = &mut self.lowest_row;
        rows.filter_map(move |(index, row)| {
            while row.stacks.get(row.lowest_column) == Some(&EMPTY) {
                row.lowest_column += 1;
            }
            if row.lowest_column < row.stacks.len() {
                let tie = row.lowest_column as u32;
                return Some(RowFront { row: index, tie });
            }
            if *lowest_row == index {
                *lowest_row += 1;
            }
            None
        })
    }

    /// Removes a node from the column of a row that was last found to be its first: by [`pop`](Self::pop) or
    /// [`fronts`](Self::fronts). Returns `None` if that column is empty now.
    #[inline(always)]
    pub(super) fn pop_from(&mut self, row: usize) -> Option<QueuedNode> {
        let columns = self.rows.get_mut(row)?;
        let stack = columns.stacks.get_mut(columns.lowest_column)?;
        if *stack == EMPTY {
            return None;
        }
        Some(QueuedNode {
            row,
            tie: columns.lowest_column as u32,
            node: self.nodes.pop(stack),
        })
    }

    /// Removes up to `most` nodes from the same column as [`pop_from`](Self::pop_from), and passes its tie and each
    /// node to `take`.
    #[inline]
    pub(super) fn pop_some_from(
        &mut self,
        row: usize,
        most: usize,
        take: &mut impl FnMut(u32, u32),
    ) {
        if let Some(columns) = self.rows.get_mut(row)
            && let Some(stack) = columns.stacks.get_mut(columns.lowest_column)
        {
            let tie = columns.lowest_column as u32;
            self.nodes.pop_some(stack, most, |node| take(tie, node));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleared_table_has_claimed_what_it_holds() {
        let memory = Quota::new(None);
        let mut buckets = Buckets::new();
        let fill = |buckets: &mut Buckets, rows: usize| {
            for row in 0..rows {
                let tie = row as u32;
                let queued = QueuedNode { row, tie, node: 0 };
                assert_eq!(buckets.push(queued, &memory), Ok(true));
            }
        };
        fill(&mut buckets, 20);
        buckets.clear();
        fill(&mut buckets, 3);
        assert_eq!(buckets.prepend_rows(40, &memory), Ok(true));
        let stacks = buckets.rows.iter().map(|row| row.stacks.capacity());
        let stacks = stacks.sum::<usize>() * size_of::<u32>();
        let rows = buckets.rows.capacity() * size_of::<Row>();
        assert_eq!(buckets.claim.bytes(), rows + stacks);
    }
}
