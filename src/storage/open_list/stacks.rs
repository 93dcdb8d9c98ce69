//! [`Stacks`]: a bucket queue by row alone, and within a row the latest first.
//!
//! A row stands for a key, counted from the base of the open list. Invariant: no row below `lowest_row` has a node.

use alloc::vec::Vec;

use super::buckets::Buckets;
use super::pool::{EMPTY, Pool};
use super::window::{QueuedNode, RowFront};
use crate::account::{Claimed, Quota, Stop};
use crate::codec::{Reader, Writer};

/// A stack of nodes and their ties for each row, where keys lie in a small window and ties do not.
#[derive(Debug)]
pub(super) struct Stacks {
    /// The stack of each row, known by its cursor in the [`Pool`].
    rows: Claimed<Vec<u32>>,
    /// No row below this one has a node.
    lowest_row: usize,
    /// The number of nodes that were pushed, which limits the rows.
    pub(super) pushed: usize,
    nodes: Pool<TiedNode, 7>,
}

/// A node with its tie.
#[derive(Clone, Copy, Debug)]
struct TiedNode {
    tie: u32,
    node: u32,
}

impl TiedNode {
    const fn in_row(self, row: usize) -> QueuedNode {
        let Self { tie, node } = self;
        QueuedNode { row, tie, node }
    }
}

impl Stacks {
    pub(super) const fn new() -> Self {
        Self {
            rows: Claimed::new(),
            lowest_row: 0,
            pushed: 0,
            nodes: Pool::new(),
        }
    }

    /// Removes all nodes and rows, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.nodes.clear();
        (self.lowest_row, self.pushed) = (0, 0);
    }

    /// Copies the nodes of buckets into empty stacks. Returns false if there would be too many rows; then only some of
    /// the nodes are copied.
    pub(super) fn fill(&mut self, buckets: &Buckets, memory: &Quota) -> Result<bool, Stop> {
        self.pushed = buckets.pushed;
        let mut fits = Ok(true);
        buckets.each(&mut |queued| {
            if matches!(fits, Ok(true)) {
                fits = self.push(queued, memory);
            }
        });
        if !fits? {
            return Ok(false);
        }
        self.pushed = buckets.pushed;
        // The first node of a row was pushed first, and has to be removed first.
        for row in &mut *self.rows {
            self.nodes.reverse(row, memory)?;
        }
        Ok(true)
    }

    pub(super) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// All nodes, in the order of [`pop`](Self::pop).
    pub(super) fn iter(&self) -> impl Iterator<Item = QueuedNode> {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(row, &stack)| {
            let nodes = self.nodes.iter(stack);
            nodes.map(move |tied| tied.in_row(row))
        })
    }

    /// Adds a node; returns false if there would be too many rows.
    #[inline(always)]
    pub(super) fn push(&mut self, queued: QueuedNode, memory: &Quota) -> Result<bool, Stop> {
        let QueuedNode { row, tie, node } = queued;
        let tied = TiedNode { tie, node };
        if let Some(stack) = self.rows.as_vec().get_mut(row)
            && self.nodes.push_within(stack, tied)
        {
            self.pushed += 1;
            self.lowest_row = self.lowest_row.min(row);
            return Ok(true);
        }
        self.push_growing(row, tied, memory)
    }

    /// Adds a node for which room has to be made.
    #[inline(never)]
    fn push_growing(&mut self, row: usize, tied: TiedNode, memory: &Quota) -> Result<bool, Stop> {
        if row >= self.rows.len() && !self.cover(0, row, memory)? {
            return Ok(false);
        }
        let stack = &mut self.rows[row];
        self.nodes.push(stack, tied, memory)?;
        self.pushed += 1;
        self.lowest_row = self.lowest_row.min(row);
        Ok(true)
    }

    /// Adds `more` rows before the first one, unless there would be too many.
    pub(super) fn prepend_rows(&mut self, more: usize, memory: &Quota) -> Result<bool, Stop> {
        self.cover(more, 0, memory)
    }

    /// Adds `front` rows before the first one, and makes a row with the index `row`, unless there would be too many.
    #[cold]
    #[inline(never)]
    fn cover(&mut self, front: usize, row: usize, memory: &Quota) -> Result<bool, Stop> {
        let (old, most) = (self.rows.len(), self.most_rows());
        let all = match front.checked_add(old) {
            Some(all) if all <= most && row < most => all.max(row + 1),
            _ => return Ok(false),
        };
        let all = all.max((2 * old).min(most));
        if front > 0 || all > self.rows.capacity() {
            let mut rows = Claimed::<Vec<_>>::with_room(all, memory)?;
            rows.as_vec().resize(front, EMPTY);
            rows.as_vec().append(self.rows.as_vec());
            self.rows = rows;
        }
        self.rows.as_vec().resize(all, EMPTY);
        self.lowest_row += front;
        Ok(true)
    }

    /// The greatest number of rows. It depends only on the number of pushed nodes, which is saved, so that a loaded
    /// list has the same.
    const fn most_rows(&self) -> usize {
        (1 << 10) + 4 * self.pushed
    }

    /// Removes the first node.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<QueuedNode> {
        loop {
            let stack = self.rows.as_vec().get_mut(self.lowest_row)?;
            if *stack != EMPTY {
                return Some(self.nodes.pop(stack).in_row(self.lowest_row));
            }
            self.lowest_row += 1;
        }
    }

    /// The first row with a node.
    #[cfg(feature = "std")]
    pub(super) fn first_row(&self) -> Option<usize> {
        (self.lowest_row..self.rows.len()).find(|&row| self.rows[row] != EMPTY)
    }

    /// The rows that have nodes, from the first on, each with the tie of its latest node.
    pub(super) fn fronts(&mut self) -> impl Iterator<Item = RowFront> {
        while self.rows.get(self.lowest_row) == Some(&EMPTY) {
            self.lowest_row += 1;
        }
        let rows = self.rows.iter().enumerate().skip(self.lowest_row);
        rows.filter_map(|(row, &stack)| {
            let TiedNode { tie, .. } = self.nodes.iter(stack).next()?;
            Some(RowFront { row, tie })
        })
    }

    /// Removes the latest node of a row.
    #[inline(always)]
    pub(super) fn pop_from(&mut self, row: usize) -> Option<QueuedNode> {
        let stack = self.rows.as_vec().get_mut(row)?;
        if *stack == EMPTY {
            return None;
        }
        Some(self.nodes.pop(stack).in_row(row))
    }

    /// Removes up to `most` of the latest nodes of a row, and passes the tie and the node of each to `take`.
    #[inline]
    pub(super) fn pop_some_from(
        &mut self,
        row: usize,
        most: usize,
        take: &mut impl FnMut(u32, u32),
    ) {
        if let Some(stack) = self.rows.as_vec().get_mut(row) {
            let take = |TiedNode { tie, node }| take(tie, node);
            self.nodes.pop_some(stack, most, take);
        }
    }

    /// Writes the number of rows, on which later growth depends.
    pub(super) fn save_shape(&self, to: &mut Writer<'_>) {
        to.count(self.rows.len());
    }

    /// Reads the number of rows and makes them, unless there would be too many.
    pub(super) fn load_shape(&mut self, from: &mut Reader<'_>) -> Option<()> {
        let rows = usize::try_from(from.number()?).ok()?;
        if rows <= self.most_rows() {
            self.rows = Claimed::filled(rows, EMPTY, &from.memory).ok()?;
        }
        Some(())
    }
}
