//! Breadth-first search over the rows of a table.
//!
//! A row is gone through as a whole: where a move leads from its representative is found once, and the
//! entries that are reached are those of one other row. First from the cosets of the last layer to what is
//! new; when less is left than was found last, from what is left back to the last layer.

use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicU8, Ordering};

use super::shape::Shape;
use super::word::{self, BYTES, EACH, ENTRIES, MARKS, NO_BASE, UNREACHED};
use crate::account::{Meter, Side, Stop};
use crate::tables::BuildError;
use crate::threads::share;

/// So many rows are gone through at a time.
const AT_A_TIME: usize = 64;

/// The distances of all cosets modulo three, as far as they are known.
#[derive(Debug)]
pub(super) struct Filling {
    pub(super) shape: Shape,
    /// The bytes of the words, one row's entries after the other's; then those beside them, until it is settled.
    bytes: Vec<AtomicU8>,
    pub(super) reached: Reached,
}

/// How far a table is filled: all layers up to this depth are complete.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub(super) depth: u8,
    /// How many entries the last layer has, and how many are left.
    pub(super) last: u64,
    pub(super) left: u64,
}

#[cfg(feature = "std")]
impl core::fmt::Display for Reached {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { depth, last, left } = self;
        write!(f, "{depth} {last} {left}")
    }
}

#[cfg(feature = "std")]
impl core::str::FromStr for Reached {
    type Err = core::num::ParseIntError;

    fn from_str(said: &str) -> Result<Self, Self::Err> {
        let mut numbers = said.splitn(3, ' ');
        let mut next = || numbers.next().unwrap_or_default();
        Ok(Self {
            depth: next().parse()?,
            last: next().parse()?,
            left: next().parse()?,
        })
    }
}

impl Filling {
    /// How many bytes it has until it is settled.
    pub(super) fn bytes_of(shape: &Shape) -> usize {
        (shape.table_bytes() / BYTES).saturating_mul(BYTES + MARKS)
    }

    pub(super) fn new(shape: Shape, meter: &mut Meter<'_>) -> Result<Self, BuildError> {
        let bytes = Self::bytes_of(&shape);
        meter.claim(bytes)?;
        let mut table = Vec::new();
        let reserved = table.try_reserve_exact(bytes);
        reserved.map_err(|_| Stop::OutOfMemory)?;
        table.resize(shape.table_bytes(), u8::MAX);
        table.resize(bytes, 0);
        let entries = shape.rows() as u64 * shape.entries() as u64;
        let reached = Reached {
            depth: 0,
            last: 0,
            left: entries,
        };
        let mut filling = Self::of(shape, table, reached, meter);
        let (row, entry) = filling.shape.entry(super::Standing::default());
        let same: Vec<_> = filling.shape.same(row).collect();
        let first = filling.rows().mark_all(row, &same, entry, 0);
        (filling.reached.last, filling.reached.left) = (first, entries - first);
        meter.meet(first);
        Ok(filling)
    }

    /// With a table whose memory is claimed.
    fn of(shape: Shape, table: Vec<u8>, reached: Reached, meter: &mut Meter<'_>) -> Self {
        let entries = shape.rows() as u64 * shape.entries() as u64;
        meter.expect_states(entries);
        meter.meet(entries - reached.left);
        Self {
            shape,
            bytes: table.into_iter().map(AtomicU8::new).collect(),
            reached,
        }
    }

    /// Goes on with a table whose memory is claimed; none if it is not filled as far as is said.
    #[cfg(feature = "std")]
    pub(super) fn resume(
        shape: Shape,
        table: Vec<u8>,
        reached: Reached,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        // What is behind the last entry is never reached.
        let beyond = shape.table_bytes() / BYTES * ENTRIES - shape.rows() * shape.entries();
        let unreached = |&word: &[u8; BYTES]| {
            let word = u64::from_le_bytes(word);
            u64::from((word & word >> 1 & EACH).count_ones())
        };
        let words = table.get(..shape.table_bytes()).unwrap_or_default();
        let left = words.as_chunks().0.iter().map(unreached).sum::<u64>();
        let is_it = table.len() == Self::bytes_of(&shape)
            && reached.depth < u8::MAX - 1
            && left == reached.left.saturating_add(beyond as u64);
        is_it.then(|| Self::of(shape, table, reached, meter))
    }

    /// Shows the table piece by piece.
    #[cfg(feature = "std")]
    pub(super) fn show<E>(&self, see: &mut dyn FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut copy = [0; 1 << 12];
        self.bytes.chunks(copy.len()).try_for_each(|piece| {
            let copied = copy.iter_mut().zip(piece);
            copied.for_each(|(copy, byte)| *copy = byte.load(Ordering::Relaxed));
            see(&copy[..piece.len()])
        })
    }

    fn rows(&self) -> Rows<'_> {
        let (bytes, marks) = self.bytes.split_at(self.shape.table_bytes());
        Rows {
            shape: &self.shape,
            bytes,
            marks,
        }
    }

    /// Fills one more layer; returns whether there is a next.
    pub(super) fn layer(&mut self, meter: &mut Meter<'_>) -> Result<bool, BuildError> {
        let Reached { depth, last, left } = self.reached;
        if last == 0 {
            return Ok(false);
        }
        meter.look()?;
        let (rows, all) = (self.rows(), self.shape.rows());
        let ranges = (0..all).step_by(AT_A_TIME);
        let ranges = ranges.map(|first| first..all.min(first + AT_A_TIME));
        let go = |range| {
            if left < last && rows.shape.is_total() {
                rows.go_back(range, depth)
            } else {
                rows.go_on(range, depth)
            }
        };
        let (found, _) = share(meter.threads(), ranges, go, || Ok(()));
        if found > 0 && depth == u8::MAX - 1 {
            return Err(BuildError::unfit(
                "a coset is farther than a table can say: expected at most 254 moves",
            ));
        }
        self.reached = Reached {
            depth: depth.saturating_add(1),
            last: found,
            left: left.saturating_sub(found),
        };
        meter.meet(found);
        meter.finish_layer(Side::Goal, u64::from(self.reached.depth), found)?;
        Ok(found > 0)
    }

    /// Makes the words what is read of them, and forgets what was beside them.
    pub(super) fn settle(&mut self, meter: &mut Meter<'_>) {
        let (words, marks) = self.bytes.split_at_mut(self.shape.table_bytes());
        meter.release(marks.len());
        let words = words.as_chunks_mut::<BYTES>().0.iter_mut();
        for (word, marks) in words.zip(marks.as_chunks_mut::<MARKS>().0) {
            let filled = u64::from_le_bytes(word.each_mut().map(|byte| *byte.get_mut()));
            let marks = u32::from_le_bytes(marks.each_mut().map(|byte| *byte.get_mut()));
            *word = word::settled(filled, marks)
                .to_le_bytes()
                .map(AtomicU8::new);
        }
        self.bytes.truncate(self.shape.table_bytes());
        self.bytes.shrink_to_fit();
    }

    pub(super) fn into_parts(mut self, meter: &mut Meter<'_>) -> (Shape, Vec<u8>) {
        self.settle(meter);
        let bytes = self.bytes.into_iter().map(AtomicU8::into_inner);
        (self.shape, bytes.collect())
    }
}

/// A table that threads fill together: what one writes another may read, but only to find it not reached,
/// or reached in the next layer.
struct Rows<'a> {
    shape: &'a Shape,
    bytes: &'a [AtomicU8],
    marks: &'a [AtomicU8],
}

impl Rows<'_> {
    /// The entries of a row that say this.
    fn list(&self, row: usize, value: u8, list: &mut Vec<u16>) {
        list.clear();
        let first = row * self.shape.entries();
        let end = first + self.shape.entries();
        let words = self.bytes.as_chunks::<BYTES>().0;
        let touched = first / ENTRIES..end.div_ceil(ENTRIES);
        for (word, at) in words[touched.clone()].iter().zip(touched) {
            let bytes = word.each_ref().map(|byte| byte.load(Ordering::Relaxed));
            // A bit for each entry that is the same in both of its own.
            let differs = u64::from_le_bytes(bytes) ^ (EACH * u64::from(value));
            let mut same = !(differs | differs >> 1) & EACH;
            while same != 0 {
                let entry = at * ENTRIES + (same.trailing_zeros() / 2) as usize;
                if (first..end).contains(&entry) {
                    list.push((entry - first) as u16);
                }
                same &= same - 1;
            }
        }
    }

    /// The byte of an entry, the shift there, and the byte of its base.
    #[inline]
    fn find(&self, row: usize, entry: usize) -> (&AtomicU8, u8, &AtomicU8) {
        let (word, at) = word::place(row * self.shape.entries() + entry);
        let first = word * BYTES;
        let byte = &self.bytes[first + usize::from(at / 4)];
        (byte, at % 4 * 2, &self.bytes[first + BYTES - 1])
    }

    /// Marks an entry that is this far away, if it is not reached; returns whether it was not.
    #[inline]
    fn mark(&self, row: usize, entry: usize, distance: u8) -> bool {
        let (byte, shift, base) = self.find(row, entry);
        if byte.load(Ordering::Relaxed) >> shift & 3 != UNREACHED {
            return false;
        }
        // The first of a word to be reached is the nearest: whoever else marks one meanwhile says the same.
        let mut least = base.load(Ordering::Relaxed) >> 4;
        if least == NO_BASE {
            least = distance.min(NO_BASE);
            base.fetch_and(least << 4 | 0xF, Ordering::Relaxed);
        }
        if distance == least + 3 {
            let (word, at) = word::place(row * self.shape.entries() + entry);
            let marks = &self.marks[word * MARKS + usize::from(at / 8)];
            marks.fetch_or(1 << (at % 8), Ordering::Relaxed);
        }
        let mask = !(3 << shift) | (distance % 3) << shift;
        byte.fetch_and(mask, Ordering::Relaxed) >> shift & 3 == UNREACHED
    }

    /// Marks an entry, and those that are the same through the symmetries of its row; returns how many are new.
    #[inline]
    fn mark_all(&self, row: usize, same: &[(usize, usize)], entry: usize, distance: u8) -> u64 {
        if !self.mark(row, entry, distance) {
            return 0;
        }
        let same = same.iter().map(|&(row, symmetry)| {
            let entry = usize::from(self.shape.carried(symmetry)[entry]);
            u64::from(self.mark(row, entry, distance))
        });
        1 + same.sum::<u64>()
    }

    /// From the layer on to the next.
    fn go_on(&self, range: Range<usize>, depth: u8) -> u64 {
        let shape = self.shape;
        let (mut found, mut list, mut same) = (0, Vec::new(), Vec::new());
        for row in range {
            self.list(row, depth % 3, &mut list);
            if list.is_empty() {
                continue;
            }
            for mv in 0..shape.moves.len() {
                let (to, symmetry) = shape.row_after(row, mv);
                let (carried, moved) = (shape.carried(symmetry), shape.moved(mv));
                same.clear();
                same.extend(shape.same(to));
                for &rest in &list {
                    let entry = usize::from(carried[usize::from(moved[usize::from(rest)])]);
                    found += self.mark_all(to, &same, entry, depth + 1);
                }
            }
        }
        found
    }

    /// From what is not reached back to the layer.
    fn go_back(&self, range: Range<usize>, depth: u8) -> u64 {
        let shape = self.shape;
        let (mut found, mut list) = (0, Vec::new());
        for row in range {
            self.list(row, UNREACHED, &mut list);
            for mv in 0..shape.moves.len() {
                if list.is_empty() {
                    break;
                }
                let (to, symmetry) = shape.row_after(row, mv);
                let (carried, moved) = (shape.carried(symmetry), shape.moved(mv));
                list.retain(|&rest| {
                    let entry = usize::from(carried[usize::from(moved[usize::from(rest)])]);
                    let (byte, shift, _) = self.find(to, entry);
                    let is_last = byte.load(Ordering::Relaxed) >> shift & 3 == depth % 3;
                    if is_last {
                        found += u64::from(self.mark(row, usize::from(rest), depth + 1));
                    }
                    !is_last
                });
            }
        }
        found
    }
}
