//! [`KeyWindow`]: the buckets or stacks of an open list, which do not depend on the type of costs and are compiled
//! once.
//!
//! A *row* stands for a key: its number is how far the key is above the base of the open list. Invariant: only the kind
//! that is in use has nodes.

use super::buckets::Buckets;
use super::stacks::Stacks;
use crate::account::{Quota, Stop};
use crate::codec::{Reader, Writer};

/// A node with its row and its tie.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueuedNode {
    pub(super) row: usize,
    pub(super) tie: u32,
    pub(super) node: u32,
}

/// A row that has nodes, and the tie of its first node.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowFront {
    pub(super) row: usize,
    pub(super) tie: u32,
}

/// Nodes whose keys lie in a small window, in buckets or in stacks.
#[derive(Debug)]
pub(super) struct KeyWindow {
    pub(super) kind: QueueKind,
    buckets: Buckets,
    stacks: Stacks,
}

/// The queue that holds the nodes of an open list. A list only changes to a later kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueueKind {
    Buckets,
    Stacks,
    /// No node has a place here: all are in the heap.
    Heap,
}

impl KeyWindow {
    pub(super) const fn new(kind: QueueKind) -> Self {
        Self {
            kind,
            buckets: Buckets::new(),
            stacks: Stacks::new(),
        }
    }

    /// Removes all nodes. Memory is kept, but nothing that later decisions depend on.
    pub(super) fn clear(&mut self, kind: QueueKind) {
        self.kind = kind;
        self.buckets.clear();
        self.stacks.clear();
    }

    /// Removes all nodes; from now on no node has a place here.
    pub(super) fn close(&mut self) {
        *self = Self::new(QueueKind::Heap);
    }

    /// Changes from buckets to stacks; returns false if there are no buckets, or if there would be too many rows.
    pub(super) fn change_to_stacks(&mut self, memory: &Quota) -> Result<bool, Stop> {
        if self.kind != QueueKind::Buckets {
            return Ok(false);
        }
        let has_place = self.stacks.fill(&self.buckets, memory);
        if matches!(has_place, Ok(true)) {
            self.buckets = Buckets::new();
            self.kind = QueueKind::Stacks;
        } else {
            // A part of the nodes would be in both.
            self.stacks = Stacks::new();
        }
        has_place
    }

    /// Changes to stacks, if buckets are in use and have no row.
    pub(super) fn begin_with_stacks(&mut self) {
        if self.kind == QueueKind::Buckets && self.buckets.rows() == 0 {
            self.kind = QueueKind::Stacks;
        }
    }

    /// Adds a node; returns false if it has no place here.
    #[inline(always)]
    pub(super) fn push(&mut self, queued: QueuedNode, memory: &Quota) -> Result<bool, Stop> {
        match self.kind {
            QueueKind::Buckets => self.buckets.push(queued, memory),
            QueueKind::Stacks => self.stacks.push(queued, memory),
            QueueKind::Heap => Ok(false),
        }
    }

    /// Adds rows before the first one: doubles their number, but adds at most `most`, and in any case `needed`. So the
    /// cost of moving rows stays linear. Returns the number of rows added; `None` if there would be too many.
    pub(super) fn prepend_rows(
        &mut self,
        needed: usize,
        most: usize,
        memory: &Quota,
    ) -> Result<Option<usize>, Stop> {
        let rows = self.buckets.rows().max(self.stacks.rows());
        let more = needed.max(rows.min(most));
        let has_room = match self.kind {
            QueueKind::Buckets => self.buckets.prepend_rows(more, memory)?,
            QueueKind::Stacks => self.stacks.prepend_rows(more, memory)?,
            QueueKind::Heap => false,
        };
        Ok(has_room.then_some(more))
    }

    /// Removes the first node.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<QueuedNode> {
        match self.kind {
            QueueKind::Buckets => self.buckets.pop(),
            QueueKind::Stacks => self.stacks.pop(),
            QueueKind::Heap => None,
        }
    }

    /// Removes the first node of a row; from buckets, only a node of the [column found last](Buckets::pop_from).
    #[inline(always)]
    pub(super) fn pop_from(&mut self, row: usize) -> Option<QueuedNode> {
        match self.kind {
            QueueKind::Buckets => self.buckets.pop_from(row),
            QueueKind::Stacks => self.stacks.pop_from(row),
            QueueKind::Heap => None,
        }
    }

    /// Removes up to `most` of the first nodes of a row, and passes the tie and the node of each to `take`; from
    /// buckets, only nodes of the [column found last](Buckets::pop_from).
    #[inline]
    pub(super) fn pop_some_from(
        &mut self,
        row: usize,
        most: usize,
        take: &mut impl FnMut(u32, u32),
    ) {
        match self.kind {
            QueueKind::Buckets => self.buckets.pop_some_from(row, most, take),
            QueueKind::Stacks => self.stacks.pop_some_from(row, most, take),
            QueueKind::Heap => {}
        }
    }

    /// Passes on all nodes in the order of [`pop`](Self::pop).
    pub(super) fn each(&self, visit: &mut dyn FnMut(QueuedNode)) {
        self.buckets.each(visit);
        self.stacks.iter().for_each(visit);
    }

    /// All nodes; those in buckets are sorted by tie, the least first.
    pub(super) fn nearest_first(&self) -> impl Iterator<Item = QueuedNode> {
        self.buckets.nearest_first().chain(self.stacks.iter())
    }

    /// The rows that have nodes, from the first on.
    pub(super) fn fronts(&mut self) -> impl Iterator<Item = RowFront> {
        self.buckets.fronts().chain(self.stacks.fronts())
    }

    /// The first row with a node.
    #[cfg(feature = "std")]
    pub(super) fn first_row(&self) -> Option<usize> {
        self.buckets.first_row().or_else(|| self.stacks.first_row())
    }

    /// The number of nodes that were pushed, which limits the rows.
    pub(super) const fn pushed(&self) -> usize {
        self.buckets.pushed + self.stacks.pushed
    }

    pub(super) const fn set_pushed(&mut self, pushed: usize) {
        match self.kind {
            QueueKind::Buckets => self.buckets.pushed = pushed,
            QueueKind::Stacks => self.stacks.pushed = pushed,
            QueueKind::Heap => {}
        }
    }

    /// Writes the shape, on which later growth depends.
    pub(super) fn save_shape(&self, to: &mut Writer<'_>) {
        match self.kind {
            QueueKind::Buckets => self.buckets.save_shape(to),
            QueueKind::Stacks => self.stacks.save_shape(to),
            QueueKind::Heap => {}
        }
    }

    /// Makes an empty window of a saved shape, unless it would be mostly empty.
    pub(super) fn load_shape(&mut self, from: &mut Reader<'_>) -> Option<()> {
        match self.kind {
            QueueKind::Buckets => self.buckets.load_shape(from),
            QueueKind::Stacks => self.stacks.load_shape(from),
            QueueKind::Heap => Some(()),
        }
    }
}
