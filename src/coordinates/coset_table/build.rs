//! Breadth-first search over the rows of a table.
//!
//! A row is gone through as a whole: where a move leads from its representative is found once, and the
//! entries that are reached are those of one other row. First from the cosets of the last layer to what is
//! new; when less is left than was found last, from what is left back to the last layer.

use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicU8, Ordering};

use super::shape::Shape;
use crate::heuristics::BuildError;
use crate::monitor::{Monitor, Side, Stop};
use crate::puzzle::Puzzle;
use crate::threads::share;

/// Two bits that say that an entry was not reached.
pub(super) const UNREACHED: u8 = 3;
/// So many rows are gone through at a time.
const AT_A_TIME: usize = 64;

/// The distances of all cosets modulo three, as far as they are known.
#[derive(Debug)]
pub(super) struct Filling {
    pub(super) shape: Shape,
    /// Two bits for each entry, the first lowest; a row begins with a byte.
    bytes: Vec<AtomicU8>,
    depth: u8,
    /// How many entries the last layer has, and how many are left.
    last: u64,
    left: u64,
}

impl Filling {
    pub(super) fn new<P: Puzzle>(
        shape: Shape,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Self, BuildError> {
        let bytes = shape.rows() * shape.row_bytes();
        monitor.claim(bytes)?;
        let entries = shape.rows() as u64 * shape.entries() as u64;
        monitor.expect_states(entries);
        let mut table = Vec::new();
        let reserved = table.try_reserve_exact(bytes);
        reserved.map_err(|_| Stop::OutOfMemory)?;
        table.resize_with(bytes, || AtomicU8::new(u8::MAX));
        let mut filling = Self {
            shape,
            bytes: table,
            depth: 0,
            last: 0,
            left: entries,
        };
        let rows = filling.rows();
        let (row, entry) = filling.shape.entry(super::Standing::default());
        filling.last = rows.mark_all(row, entry, 0);
        filling.left -= filling.last;
        monitor.meet(filling.last);
        Ok(filling)
    }

    const fn rows(&self) -> Rows<'_> {
        Rows {
            shape: &self.shape,
            bytes: self.bytes.as_slice(),
        }
    }

    /// Goes on layer by layer.
    pub(super) fn fill<P: Puzzle>(
        &mut self,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), BuildError> {
        while self.last > 0 {
            monitor.look()?;
            let (rows, depth) = (self.rows(), self.depth % 3);
            let all = self.shape.rows();
            let ranges = (0..all).step_by(AT_A_TIME);
            let ranges = ranges.map(|first| first..all.min(first + AT_A_TIME));
            let is_backward = self.left < self.last;
            let go = |range| {
                if is_backward {
                    rows.go_back(range, depth)
                } else {
                    rows.go_on(range, depth)
                }
            };
            let (found, _) = share(monitor.threads(), ranges, go, || Ok(()));
            if self.depth == u8::MAX - 1 {
                return Err(BuildError::unfit(
                    "a coset is farther than a table can say: expected at most 254 moves",
                ));
            }
            self.depth += 1;
            self.last = found;
            self.left -= found;
            monitor.meet(found);
            monitor.finish_layer(Side::Goal, u64::from(self.depth), found)?;
        }
        Ok(())
    }

    pub(super) fn into_parts(self) -> (Shape, Vec<u8>) {
        let bytes = self.bytes.into_iter().map(AtomicU8::into_inner);
        (self.shape, bytes.collect())
    }
}

/// A table that threads fill together: what one writes another may read, but only to find it not reached,
/// or reached in the next layer.
struct Rows<'a> {
    shape: &'a Shape,
    bytes: &'a [AtomicU8],
}

impl Rows<'_> {
    fn row(&self, row: usize) -> &[AtomicU8] {
        let width = self.shape.row_bytes();
        &self.bytes[row * width..][..width]
    }

    /// The entries of a row that say this.
    fn list(&self, row: usize, value: u8, list: &mut Vec<u16>) {
        list.clear();
        let entries = self.shape.entries();
        for (byte, first) in self.row(row).iter().zip((0_usize..).step_by(4)) {
            let byte = byte.load(Ordering::Relaxed);
            // Of most bytes all four entries are as yet unreached, or none is.
            if byte == u8::MAX && value != UNREACHED {
                continue;
            }
            for at in 0..4 {
                if byte >> (2 * at) & 3 == value && first + at < entries {
                    list.push((first + at) as u16);
                }
            }
        }
    }

    /// Marks an entry, if it is not reached; returns whether it was not.
    #[inline]
    fn mark(row: &[AtomicU8], entry: usize, value: u8) -> bool {
        let (byte, shift) = (&row[entry / 4], entry % 4 * 2);
        if byte.load(Ordering::Relaxed) >> shift & 3 != UNREACHED {
            return false;
        }
        let mask = !(3 << shift) | value << shift;
        byte.fetch_and(mask, Ordering::Relaxed) >> shift & 3 == UNREACHED
    }

    /// Marks an entry, and those that a symmetry of the row makes of it; returns how many are new.
    fn mark_all(&self, row: usize, entry: usize, value: u8) -> u64 {
        let bytes = self.row(row);
        let mut found = u64::from(Self::mark(bytes, entry, value));
        for symmetry in self.shape.fixing(row) {
            let entry = usize::from(self.shape.carried(symmetry)[entry]);
            found += u64::from(Self::mark(bytes, entry, value));
        }
        found
    }

    /// From the layer on to the next.
    fn go_on(&self, range: Range<usize>, depth: u8) -> u64 {
        let (shape, value) = (self.shape, (depth + 1) % 3);
        let (mut found, mut list) = (0, Vec::new());
        for row in range {
            self.list(row, depth, &mut list);
            if list.is_empty() {
                continue;
            }
            for mv in 0..shape.moves.len() {
                let (to, symmetry) = shape.row_after(row, mv);
                let (carried, moved) = (shape.carried(symmetry), shape.moved(mv));
                let bytes = self.row(to);
                let is_fixed = shape.fixing(to).next().is_some();
                for &rest in &list {
                    let entry = usize::from(carried[usize::from(moved[usize::from(rest)])]);
                    if is_fixed {
                        found += self.mark_all(to, entry, value);
                    } else {
                        found += u64::from(Self::mark(bytes, entry, value));
                    }
                }
            }
        }
        found
    }

    /// From what is not reached back to the layer.
    fn go_back(&self, range: Range<usize>, depth: u8) -> u64 {
        let (shape, value) = (self.shape, (depth + 1) % 3);
        let (mut found, mut list) = (0, Vec::new());
        for row in range {
            self.list(row, UNREACHED, &mut list);
            for mv in 0..shape.moves.len() {
                if list.is_empty() {
                    break;
                }
                let (to, symmetry) = shape.row_after(row, mv);
                let (carried, moved) = (shape.carried(symmetry), shape.moved(mv));
                let bytes = self.row(to);
                list.retain(|&rest| {
                    let entry = usize::from(carried[usize::from(moved[usize::from(rest)])]);
                    let there = bytes[entry / 4].load(Ordering::Relaxed) >> (entry % 4 * 2) & 3;
                    if there == depth {
                        let entry = usize::from(rest);
                        found += u64::from(Self::mark(self.row(row), entry, value));
                    }
                    there != depth
                });
            }
        }
        found
    }
}
