//! Builds a coset table by direction-optimising breadth-first search over rows.
//!
//! A row is expanded as a whole: the transition of its first two coordinates by a move is found once, since a move
//! leads from all entries of a row into the same row. The search is top-down, from the last layer to unreached cosets,
//! until fewer cosets are left than the last layer has. Then it is bottom-up, from unreached cosets back to the last
//! layer.
//!
//! Invariant: after layer d, an entry is its coset's distance modulo three if the distance is at most d, and otherwise
//! [`UNREACHED`]. The base of a word is the least distance in it, and its marks are the entries at exactly three more.
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
const ROWS_AT_A_TIME: usize = 64;

/// A table under construction: the distances of the cosets modulo three, as far as known.
#[derive(Debug)]
pub(super) struct CosetTableBuilder {
    layout: TableLayout,
    /// The view of the subgroup.
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

    /// The number of bytes of words and marks, until the table is finished.
    pub(super) fn bytes_of(layout: &TableLayout) -> usize {
        (layout.table_bytes() / BYTES).saturating_mul(BYTES + MARKS)
    }

    /// The number of entries of the table.
    fn entries(&self) -> u64 {
        self.layout.rows() as u64 * self.layout.row_length() as u64
    }

    /// The words and marks, for several threads to fill.
    fn shared_rows(&self) -> SharedRows<'_> {
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
        Ok(self.shared_rows().mark_all(row, &same, entry, 0))
    }

    fn advance(&mut self, front: Front, meter: &mut Meter<'_>) -> Result<Option<u64>, BuildError> {
        const MOST: u8 = u8::MAX - 1;
        let depth = u8::try_from(front.depth).unwrap_or(MOST);
        let left = self.entries().saturating_sub(front.seen);
        let (rows, all) = (self.shared_rows(), self.layout.rows());
        let ranges = (0..all).step_by(ROWS_AT_A_TIME);
        let ranges = ranges.map(|first| first..all.min(first + ROWS_AT_A_TIME));
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
            // The words "by what is arranged" tell the order of the entries.
            description: format!(
                "moves to the subgroup that keeps the colors {}{even}, by what is arranged",
                colors.join(" ")
            ),
            entries: self.entries(),
        }
    }

    /// Writes the bytes in chunks, since they are atomic.
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
        // The saved table is damaged unless the cosets of all layers and the unreached entries are all entries. Those
        // of the last word that are beyond the last row are never reached.
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

/// A table that threads fill together. Races are benign: in a layer, an entry can change only from unreached to the
/// distance of the layer.
struct SharedRows<'a> {
    layout: &'a TableLayout,
    bytes: &'a [AtomicU8],
    marks: &'a [AtomicU8],
}

impl SharedRows<'_> {
    /// Lists the entries of a row with this value, which is a distance modulo three or [`UNREACHED`].
    fn list_entries(&self, row: usize, value: u8, list: &mut Vec<u16>) {
        list.clear();
        let first = row * self.layout.row_length();
        let end = first + self.layout.row_length();
        let words = self.bytes.as_chunks::<BYTES>().0;
        let touched = first / ENTRIES..end.div_ceil(ENTRIES);
        for (word, index) in words[touched.clone()].iter().zip(touched) {
            let bytes = word.each_ref().map(|byte| byte.load(Ordering::Relaxed));
            // In `differs`, both bits of an entry with the value are clear.
            let differs = u64::from_le_bytes(bytes) ^ (LOW_BITS * u64::from(value));
            let mut same = !(differs | differs >> 1) & LOW_BITS;
            while same != 0 {
                let entry = index * ENTRIES + (same.trailing_zeros() / 2) as usize;
                if (first..end).contains(&entry) {
                    list.push((entry - first) as u16);
                }
                same &= same - 1;
            }
        }
    }

    /// The byte of an entry, the shift of the entry in it, and the byte with the base of the word.
    #[inline]
    fn bytes_of_entry(&self, row: usize, entry: usize) -> (&AtomicU8, u8, &AtomicU8) {
        let (word, at) = word::locate(row * self.layout.row_length() + entry);
        let first = word * BYTES;
        let byte = &self.bytes[first + usize::from(at / 4)];
        (byte, at % 4 * 2, &self.bytes[first + BYTES - 1])
    }

    /// Enters a distance, unless the entry is reached already; returns whether it was new.
    #[inline]
    fn enter(&self, row: usize, entry: usize, distance: u8) -> bool {
        let (byte, shift, base) = self.bytes_of_entry(row, entry);
        if byte.load(Ordering::Relaxed) >> shift & 3 != UNREACHED {
            return false;
        }
        // Distances are entered in ascending order, so the first of a word is its base. All threads enter the same
        // distance in a layer, so a race for the base is benign.
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

    /// Enters the distance of an entry, and of its images in the rows `same` (see [`TableLayout::symmetric_rows`]);
    /// returns how many are new.
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
            self.list_entries(row, depth % 3, &mut list);
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
            self.list_entries(row, UNREACHED, &mut list);
            for mv in 0..layout.moves.len() {
                if list.is_empty() {
                    break;
                }
                let (to, symmetry) = layout.row_after(row, mv);
                let (carried, moved) = (layout.rest_images(symmetry), layout.rest_after(mv));
                list.retain(|&rest| {
                    let entry = usize::from(carried[usize::from(moved[usize::from(rest)])]);
                    let (byte, shift, _) = self.bytes_of_entry(to, entry);
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
