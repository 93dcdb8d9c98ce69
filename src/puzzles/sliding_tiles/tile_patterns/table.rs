//! [`PatternTable`]: the database of one pattern; and [`PatternState`], by which estimates are updated incrementally.
//!
//! The state of a pattern is one word: the set of the cells that its tiles are on, the order of the tiles on these
//! cells, and the entry of the table. A move exchanges two bits of the set, rotates a few fields of the order, and
//! looks up the rank of each in tables that fit into the caches. The entries of all sets with the same order are
//! adjacent, since half of the moves keep the order, so depth-first lookups stay within a few pages.
//!
//! Invariant: a state that is not unknown has the table's entry for its set, its order and the cell of the blank.

use alloc::vec::Vec;

use super::build::{self, PatternSearch};
use super::layout;
use super::orders::TileOrder;
use super::shape::{Outline, PatternShape};
use super::style::{Blank, Entries, Style};
use crate::account::{Claim, Claimed, Meter};
use crate::space::layers::Front;
use crate::tables::BuildError;
use crate::tables::build::{BuildTable, TableBuilder};

#[cfg(feature = "std")]
pub(super) use crate::table_file::TableBytes as EntryBytes;
#[cfg(not(feature = "std"))]
pub(super) type EntryBytes = Vec<u8>;

/// The database of one pattern.
#[derive(Debug)]
pub(super) struct PatternTable {
    pub(super) shape: PatternShape,
    pub(super) style: Style,
    pub(super) bytes: EntryBytes,
    /// The number of entries for each order of the tiles: of classes, or of blocks if the region of the blank is kept
    /// (see [`PatternShape`]).
    rows: usize,
}

/// The state of a pattern in one word: the set of cells in the lower half, then the order of the tiles, and the entry
/// of the table in the highest byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PatternState(u64);

impl PatternState {
    /// The state on a board of the wrong size.
    pub(super) const UNKNOWN: Self = Self(0);

    #[inline]
    pub(super) const fn new(set: u32, order: TileOrder, entry: u8) -> Self {
        Self(set as u64 | (order.0 as u64) << 32 | (entry as u64) << 56)
    }

    #[inline]
    const fn set(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    const fn order(self) -> TileOrder {
        TileOrder((self.0 >> 32) as u32 & 0xff_ffff)
    }

    /// Whether the board has the wrong size.
    #[inline]
    pub(super) const fn is_unknown(self) -> bool {
        self.set() == 0
    }

    /// The entry of the table for this state.
    #[inline]
    pub(super) const fn entry(self) -> u8 {
        (self.0 >> 56) as u8
    }
}

pub(super) type BuildPattern = BuildTable<'static, PatternTableBuilder>;

/// A table under construction, and the claims on the memory of its shape and of the tables that rank its states.
pub(super) struct PatternTableBuilder {
    pub(super) search: PatternSearch,
    pub(super) style: Style,
    pub(super) claims: [Claim; 2],
    /// The entries in the order of the table, once all are known.
    pub(super) bytes: Claimed<Vec<u8>>,
}

impl PatternTableBuilder {
    pub(super) fn build(outline: Outline, style: Style) -> BuildPattern {
        BuildTable::new(move |meter| {
            let (shape, claim) = PatternShape::new(outline, meter.memory())?;
            let numbering = Claim::new(build::numbering_bytes(&shape), meter.memory())?;
            Ok(Self {
                search: PatternSearch::new(shape, style.blank),
                style,
                claims: [claim, numbering],
                bytes: Claimed::default(),
            })
        })
    }
}

impl TableBuilder for PatternTableBuilder {
    type Table = (PatternTable, [Claim; 3]);

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, BuildError> {
        self.search.begin(meter)
    }

    fn advance(&mut self, front: Front, meter: &mut Meter<'_>) -> Result<Option<u64>, BuildError> {
        self.search.advance(front, meter)
    }

    /// Brings the entries into the order of lookups.
    fn complete(&mut self, meter: &mut Meter<'_>) -> Result<(), BuildError> {
        let (threads, quota) = (meter.threads(), meter.memory());
        self.search.finish_costs(threads)?;
        let (shape, costs) = (&self.search.shape, &self.search.costs);
        self.bytes = match self.style.entries {
            Entries::Bytes => layout::transposed(costs, shape.orders.count, threads, quota)?,
            Entries::HalvedNibbles => layout::nibbles(shape, self.style.blank, costs, quota)?,
        };
        // Other tables may be built before this one is finished.
        self.search.costs = Claimed::default();
        Ok(())
    }

    fn finish(self) -> Self::Table {
        let (bytes, claim) = self.bytes.into_parts();
        let [shape, numbering] = self.claims;
        let table = PatternTable::new(self.search.shape, self.style, bytes.into());
        (table, [shape, numbering, claim])
    }
}

/// A lookup whose entry has not been read yet. Several are started before the first is finished, so that they wait for
/// memory at the same time.
#[derive(Clone, Copy)]
pub(super) struct PendingLookup {
    /// The state without its entry.
    pub(super) state: PatternState,
    index: usize,
}

impl PendingLookup {
    pub(super) const UNKNOWN: Self = Self {
        state: PatternState::UNKNOWN,
        index: 0,
    };
}

impl PatternTable {
    pub(super) fn new(shape: PatternShape, style: Style, bytes: EntryBytes) -> Self {
        let rows = build::rows(&shape, style.blank);
        Self {
            shape,
            style,
            bytes,
            rows,
        }
    }

    /// The index of the entry for these cells, this order and this cell of the blank.
    #[inline(always)]
    fn index(&self, set: u32, order: TileOrder, blank: usize) -> usize {
        let row = match self.style.blank {
            Blank::Minimized => self.shape.class(set),
            Blank::RegionKept => self.shape.block(set, blank),
        };
        // Most moves do not change the order, so the entries of neighbors are close together.
        self.shape.orders.rank(order) * self.rows + row
    }

    /// The entry with this index.
    #[inline]
    fn look_up(&self, index: usize) -> u8 {
        match self.style.entries {
            Entries::Bytes => self.byte(index),
            Entries::HalvedNibbles => (self.byte(index / 2) >> (4 * (index % 2))) & 15,
        }
    }

    #[inline]
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// Starts a lookup. `tiles` are the indices of the tiles in the order of their cells.
    #[inline]
    pub(super) fn start_lookup(
        &self,
        set: u32,
        tiles: impl Iterator<Item = usize>,
        blank: usize,
    ) -> PendingLookup {
        let order = TileOrder::of(tiles);
        PendingLookup {
            state: PatternState::new(set, order, 0),
            index: self.index(set, order, blank),
        }
    }

    /// Reads the entry of a lookup.
    #[inline]
    pub(super) fn finish_lookup(&self, lookup: PendingLookup) -> PatternState {
        PatternState(lookup.state.0 | u64::from(self.look_up(lookup.index)) << 56)
    }

    /// The state after a tile of the pattern has moved.
    #[inline]
    pub(super) fn moved(&self, state: PatternState, from: usize, to: usize) -> PatternState {
        let before = state.set();
        let order = PatternShape::passing(before, from, to).apply(state.order());
        let set = before ^ (1 << from) ^ (1 << to);
        // The blank is on the cell that the tile has left.
        let index = self.index(set, order, from);
        PatternState::new(set, order, self.look_up(index))
    }
}
