//! Building a coset table by direction-optimising breadth-first search over rows.
//!
//! A row is expanded as a whole: the transition of its representative by a move is found once, and by that move all
//! entries lead into one other row. The search is top-down, from the last layer to unreached cosets, until fewer cosets
//! are left than the last layer has; then it is bottom-up, from unreached cosets back to the last layer.
//!
//! **Paper**: S. Beamer, K. Asanovic, D. Patterson, "Direction-optimizing breadth-first search", 2012.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicU8, Ordering};

use puzzle_search::job::{BuildError, Claim, Front, Meter, TableBuilder};

use super::CosetTable;
use super::layout::TableLayout;
use super::subgroup::Subgroup;
use super::word::{self, BYTES, ENTRIES, LOW_BITS, MARKS, NO_BASE, UNREACHED};
#[cfg(feature = "std")]
use {
    crate::view::View,
    alloc::string::{String, ToString},
    puzzle_search::Stop,
    puzzle_search::job::CachedTable,
    puzzle_search::permutation::Permutation,
    puzzle_search::table_file::{TableBytes, TableEncoding, TableHeader, TableKind, checksum},
    std::io,
};

/// The number of rows that a thread takes at a time.
const AT_A_TIME: usize = 64;

/// The distances of the cosets modulo three, as far as known.
#[derive(Debug)]
pub(super) struct CosetTableBuilder {
    layout: TableLayout,
    /// Which colors the subgroup keeps.
    #[cfg(feature = "std")]
    view: View,
    /// The bytes of the words; then those of the marks, until the table is finished.
    bytes: Vec<AtomicU8>,
    claim: Claim,
}

impl CosetTableBuilder {
    pub(super) fn new(layout: TableLayout, subgroup: &Subgroup) -> Self {
        #[cfg(not(feature = "std"))]
        let _ = subgroup;
        Self {
            layout,
            #[cfg(feature = "std")]
            view: subgroup.view.clone(),
            bytes: Vec::new(),
            claim: Claim::default(),
        }
    }

    /// The bytes of the table until it is finished.
    pub(super) fn bytes_of(layout: &TableLayout) -> usize {
        (layout.table_bytes() / BYTES).saturating_mul(BYTES + MARKS)
    }

    /// The number of entries.
    fn entries(&self) -> u64 {
        self.layout.rows() as u64 * self.layout.row_length() as u64
    }

    fn rows(&self) -> SharedRows<'_> {
        let (bytes, marks) = self.bytes.split_at(self.layout.table_bytes());
        SharedRows {
            layout: &self.layout,
            bytes,
            marks,
        }
    }
}

impl TableBuilder for CosetTableBuilder {
    type Table = CosetTable;

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, BuildError> {
        let (bytes, words) = (Self::bytes_of(&self.layout), self.layout.table_bytes());
        self.claim.reserve(&mut self.bytes, bytes, meter)?;
        self.bytes.resize_with(words, || AtomicU8::new(u8::MAX));
        self.bytes.resize_with(bytes, AtomicU8::default);
        meter.expect_states(self.entries());
        let (row, entry) = self.layout.locate(super::CosetCoordinates::default());
        let same: Vec<_> = self.layout.symmetric_rows(row).collect();
        Ok(self.rows().mark_all(row, &same, entry, 0))
    }

    fn advance(&mut self, front: Front, meter: &mut Meter<'_>) -> Result<Option<u64>, BuildError> {
        const MOST: u8 = u8::MAX - 1;
        let depth = u8::try_from(front.depth).unwrap_or(MOST);
        let left = self.entries().saturating_sub(front.seen);
        let (rows, all) = (self.rows(), self.layout.rows());
        let ranges = (0..all).step_by(AT_A_TIME);
        let ranges = ranges.map(|first| first..all.min(first + AT_A_TIME));
        let found = meter.divide(ranges, |range| {
            if left < front.layer && rows.layout.is_total() {
                rows.expand_bottom_up(range, depth)
            } else {
                rows.expand_top_down(range, depth)
            }
        });
        if found > 0 && depth == MOST {
            let why = format!("a coset is too far: expected at most {MOST} moves to the subgroup");
            return Err(BuildError::unfit(why));
        }
        Ok((found > 0).then_some(found))
    }

    /// Brings the words into their final form, and drops the marks.
    fn complete(&mut self, meter: &mut Meter<'_>) -> Result<(), BuildError> {
        let (words, marks) = self.bytes.split_at_mut(self.layout.table_bytes());
        let words = words.as_chunks_mut::<BYTES>().0.iter_mut();
        for (word, marks) in words.zip(marks.as_chunks_mut::<MARKS>().0) {
            let filled = u64::from_le_bytes(word.each_mut().map(|byte| *byte.get_mut()));
            let marks = u32::from_le_bytes(marks.each_mut().map(|byte| *byte.get_mut()));
            *word = word::settled(filled, marks)
                .to_le_bytes()
                .map(AtomicU8::new);
        }
        self.bytes.truncate(self.layout.table_bytes());
        self.bytes.shrink_to_fit();
        Ok(self.claim.resize(self.bytes.len(), meter)?)
    }

    fn finish(self) -> CosetTable {
        let bytes = self.bytes.into_iter().map(AtomicU8::into_inner);
        CosetTable::of(self.layout, bytes.collect::<Vec<u8>>())
    }
}

#[cfg(feature = "std")]
impl CachedTable for CosetTableBuilder {
    fn header(&self) -> TableHeader {
        let layout = &self.layout;
        let moves: Vec<String> = layout.moves.iter().map(ToString::to_string).collect();
        let places = layout.moves.first().map_or(0, Permutation::points);
        let colors = (0..places).map(|place| self.view.color(place).to_string());
        let colors: Vec<String> = colors.collect();
        let odd = (0..layout.moves.len()).filter(|&mv| layout.is_odd(mv));
        let odd: Vec<String> = odd.map(|mv| mv.to_string()).collect();
        let even = if layout.tells_parity() {
            format!(" and is even where moves {} are odd", odd.join(" "))
        } else {
            String::new()
        };
        TableHeader {
            kind: TableKind::PatternDatabase,
            encoding: TableEncoding::ModuloThreeWithBase,
            puzzle: checksum(moves.join("\n").as_bytes()),
            // The last words stand for the order of the entries.
            description: format!(
                "moves to the subgroup that keeps the colors {}{even}, by what is arranged",
                colors.join(" ")
            ),
            entries: self.entries(),
        }
    }

    /// In chunks.
    fn write(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut copy = [0; 1 << 12];
        self.bytes.chunks(copy.len()).try_for_each(|piece| {
            let copied = copy.iter_mut().zip(piece);
            copied.for_each(|(copy, byte)| *copy = byte.load(Ordering::Relaxed));
            sink(&copy[..piece.len()])
        })
    }

    fn read(self, entries: TableBytes, meter: &mut Meter<'_>) -> Result<CosetTable, BuildError> {
        Ok(CosetTable::of(self.layout, entries.in_large_pages(meter)))
    }

    fn unfinished_bytes(&self) -> Result<Option<usize>, BuildError> {
        Ok(Some(Self::bytes_of(&self.layout)))
    }

    fn resume(
        &mut self,
        saved: Vec<u8>,
        layers: &[u64],
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        self.claim.resize(saved.len(), meter)?;
        meter.expect_states(self.entries());
        // Entries beyond the last row are never reached.
        let layout = &self.layout;
        let beyond = layout.table_bytes() / BYTES * ENTRIES - layout.rows() * layout.row_length();
        let unreached = |&word: &[u8; BYTES]| {
            let word = u64::from_le_bytes(word);
            u64::from((word & word >> 1 & LOW_BITS).count_ones())
        };
        let words = saved.get(..layout.table_bytes()).unwrap_or_default();
        let left = words.as_chunks().0.iter().map(unreached).sum::<u64>();
        let seen = layers
            .iter()
            .try_fold(0_u64, |sum, &layer| sum.checked_add(layer));
        let seen = seen.and_then(|seen| seen.checked_add(left));
        self.bytes = saved.into_iter().map(AtomicU8::new).collect();
        Ok(self.bytes.len() == Self::bytes_of(&self.layout)
            && layers.len() < usize::from(u8::MAX)
            && seen == Some(self.entries() + beyond as u64))
    }
}

/// A table that threads fill together. Races are benign: an entry changes only from unreached to the next layer's
/// distance.
struct SharedRows<'a> {
    layout: &'a TableLayout,
    bytes: &'a [AtomicU8],
    marks: &'a [AtomicU8],
}

impl SharedRows<'_> {
    /// Lists the entries of a row with this value, which is a distance modulo three or [`UNREACHED`].
    fn list(&self, row: usize, value: u8, list: &mut Vec<u16>) {
        list.clear();
        let first = row * self.layout.row_length();
        let end = first + self.layout.row_length();
        let words = self.bytes.as_chunks::<BYTES>().0;
        let touched = first / ENTRIES..end.div_ceil(ENTRIES);
        for (word, at) in words[touched.clone()].iter().zip(touched) {
            let bytes = word.each_ref().map(|byte| byte.load(Ordering::Relaxed));
            // In `differs`, both bits of an entry with the value are clear.
            let differs = u64::from_le_bytes(bytes) ^ (LOW_BITS * u64::from(value));
            let mut same = !(differs | differs >> 1) & LOW_BITS;
            while same != 0 {
                let entry = at * ENTRIES + (same.trailing_zeros() / 2) as usize;
                if (first..end).contains(&entry) {
                    list.push((entry - first) as u16);
                }
                same &= same - 1;
            }
        }
    }

    /// The byte of an entry, the entry's shift in it, and the byte with the base of the word.
    #[inline]
    fn find(&self, row: usize, entry: usize) -> (&AtomicU8, u8, &AtomicU8) {
        let (word, at) = word::locate(row * self.layout.row_length() + entry);
        let first = word * BYTES;
        let byte = &self.bytes[first + usize::from(at / 4)];
        (byte, at % 4 * 2, &self.bytes[first + BYTES - 1])
    }

    /// Enters a distance, unless the entry is reached; returns whether it was new.
    #[inline]
    fn enter(&self, row: usize, entry: usize, distance: u8) -> bool {
        let (byte, shift, base) = self.find(row, entry);
        if byte.load(Ordering::Relaxed) >> shift & 3 != UNREACHED {
            return false;
        }
        // The word's first distance is the least. All threads enter the same distance in a layer.
        let mut least = base.load(Ordering::Relaxed) >> 4;
        if least == NO_BASE {
            least = distance.min(NO_BASE);
            base.fetch_and(least << 4 | 0xF, Ordering::Relaxed);
        }
        if distance == least + 3 {
            let (word, at) = word::locate(row * self.layout.row_length() + entry);
            let marks = &self.marks[word * MARKS + usize::from(at / 8)];
            marks.fetch_or(1 << (at % 8), Ordering::Relaxed);
        }
        let mask = !(3 << shift) | (distance % 3) << shift;
        byte.fetch_and(mask, Ordering::Relaxed) >> shift & 3 == UNREACHED
    }

    /// Enters the distance of an entry and of its images under the symmetries of its row; returns how many are new.
    #[inline]
    fn mark_all(&self, row: usize, same: &[(usize, usize)], entry: usize, distance: u8) -> u64 {
        if !self.enter(row, entry, distance) {
            return 0;
        }
        let same = same.iter().map(|&(row, symmetry)| {
            let entry = usize::from(self.layout.rest_images(symmetry)[entry]);
            u64::from(self.enter(row, entry, distance))
        });
        1 + same.sum::<u64>()
    }

    /// Top-down: expands the cosets of the layer in these rows; returns the number of new cosets.
    fn expand_top_down(&self, range: Range<usize>, depth: u8) -> u64 {
        let layout = self.layout;
        let (mut found, mut list, mut same) = (0, Vec::new(), Vec::new());
        for row in range {
            self.list(row, depth % 3, &mut list);
            if list.is_empty() {
                continue;
            }
            for mv in 0..layout.moves.len() {
                let (to, symmetry) = layout.row_after(row, mv);
                let (carried, moved) = (layout.rest_images(symmetry), layout.rest_after(mv));
                same.clear();
                same.extend(layout.symmetric_rows(to));
                for &rest in &list {
                    let entry = usize::from(carried[usize::from(moved[usize::from(rest)])]);
                    found += self.mark_all(to, &same, entry, depth + 1);
                }
            }
        }
        found
    }

    /// Bottom-up: finds the unreached cosets in these rows that have a neighbor in the layer; returns their number.
    fn expand_bottom_up(&self, range: Range<usize>, depth: u8) -> u64 {
        let layout = self.layout;
        let (mut found, mut list) = (0, Vec::new());
        for row in range {
            self.list(row, UNREACHED, &mut list);
            for mv in 0..layout.moves.len() {
                if list.is_empty() {
                    break;
                }
                let (to, symmetry) = layout.row_after(row, mv);
                let (carried, moved) = (layout.rest_images(symmetry), layout.rest_after(mv));
                list.retain(|&rest| {
                    let entry = usize::from(carried[usize::from(moved[usize::from(rest)])]);
                    let (byte, shift, _) = self.find(to, entry);
                    let is_last = byte.load(Ordering::Relaxed) >> shift & 3 == depth % 3;
                    if is_last {
                        found += u64::from(self.enter(row, usize::from(rest), depth + 1));
                    }
                    !is_last
                });
            }
        }
        found
    }
}
