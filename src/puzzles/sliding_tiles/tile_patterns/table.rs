//! [`PatternTable`]: the database of one pattern; and [`PatternState`], by which estimates are updated incrementally.
//!
//! The state of a pattern is one word: set of cells, order of the tiles, entry. A move exchanges two bits of the set,
//! rotates a few fields of the order, and looks up the rank of each in tables that fit into the caches. The entries of
//! all sets with the same order are adjacent, since half of the moves keep the order: depth-first lookups stay within a
//! few pages.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::build::{self, PatternSearch};
use super::orders::TileOrder;
use super::shape::{Outline, PatternShape};
use super::style::{Blank, Entries, Style};
use crate::account::{Claim, Claimed, Meter, Side};
use crate::space::layers::LayeredSearch;
#[cfg(feature = "std")]
use crate::table_file::TableHeader;
use crate::tables::BuildError;
#[cfg(feature = "std")]
use crate::tables::build::Sink;
use crate::tables::build::{Build, BuildTable};

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
    /// The number of entries for each order of the tiles.
    rows: usize,
}

/// The state of a pattern in one word: the set of cells in the lower half, then the order of the tiles, and the entry
/// of the table in the highest byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PatternState(u64);

impl PatternState {
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

    /// Whether the board had the wrong size.
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

/// The tables of a heuristic under construction: those that are finished, and the next one.
#[derive(Default)]
pub(super) struct PatternTables {
    done: Vec<Arc<PatternTable>>,
    /// The claims on the memory of the finished tables.
    claims: Vec<[Claim; 3]>,
    next: Option<BuildTable<OfOutline>>,
}

impl PatternTables {
    /// Returns the table of an outline, or builds or reads it with the options set by `make`.
    pub(super) fn table(
        &mut self,
        outline: Outline,
        style: Style,
        make: impl FnOnce(BuildTable<OfOutline>) -> BuildTable<OfOutline>,
        meter: &mut Meter<'_>,
    ) -> Result<Arc<PatternTable>, BuildError> {
        let mut done = self.done.iter();
        if let Some(done) = done.find(|table| table.shape.outline == outline) {
            return Ok(Arc::clone(done));
        }
        if self.done.is_empty() && self.next.is_none() {
            meter.begin();
        }
        let next = || make(BuildTable::new(OfOutline { outline, style }));
        let (table, claims) = self.next.get_or_insert_with(next).go_on(meter)?;
        let table = Arc::new(table);
        self.next = None;
        self.done.push(Arc::clone(&table));
        self.claims.push(claims);
        Ok(table)
    }
}

/// The table of an outline and style, as [`Build`] makes it.
pub(super) struct OfOutline {
    outline: Outline,
    style: Style,
}

/// A table under construction, and the claims on the memory of its shape and numbering.
pub(super) struct Building {
    growth: LayeredSearch<PatternSearch>,
    claims: [Claim; 2],
    /// The entries in the order of the table, once all are known.
    bytes: Claimed<Vec<u8>>,
}

impl OfOutline {
    fn table(&self, work: Building, read: Option<EntryBytes>) -> (PatternTable, [Claim; 3]) {
        let (bytes, claim) = work.bytes.into_parts();
        let bytes = read.unwrap_or_else(|| bytes.into());
        let [shape, numbering] = work.claims;
        let table = PatternTable::new(work.growth.store.shape, self.style, bytes);
        (table, [shape, numbering, claim])
    }
}

impl Build for OfOutline {
    type Table = (PatternTable, [Claim; 3]);
    type Work = Building;

    fn begin(&self, meter: &mut Meter<'_>) -> Result<Building, BuildError> {
        let (shape, claim) = PatternShape::new(self.outline, meter.memory())?;
        let numbering = Claim::new(build::numbering_bytes(&shape), meter.memory())?;
        Ok(Building {
            growth: LayeredSearch::new(PatternSearch::new(shape, self.style.blank), Side::Goal),
            claims: [claim, numbering],
            bytes: Claimed::default(),
        })
    }

    /// Fills the table, then brings its entries into the order of lookups.
    fn go_on(&self, work: &mut Building, meter: &mut Meter<'_>) -> Result<(), BuildError> {
        let growth = &mut work.growth;
        growth.grow(meter, &mut |_, _, _| Ok::<_, BuildError>(()))?;
        let (search, threads, quota) = (&mut growth.store, meter.threads(), meter.memory());
        search.finish_costs(threads)?;
        let (shape, costs) = (&search.shape, &search.costs);
        work.bytes = match self.style.entries {
            Entries::Bytes => build::transposed(costs, shape.orders.count, threads, quota)?,
            Entries::HalvedNibbles => build::nibbles(shape, self.style.blank, costs, quota)?,
        };
        Ok(())
    }

    fn finish(&self, work: Building) -> Self::Table {
        self.table(work, None)
    }

    #[cfg(feature = "std")]
    fn header(&self, work: &Building) -> TableHeader {
        super::cache::header(&work.growth.store.shape, self.style)
    }

    #[cfg(feature = "std")]
    fn show(&self, work: &Building, see: &mut Sink<'_>) -> std::io::Result<()> {
        see(&work.bytes)
    }

    #[cfg(feature = "std")]
    fn with_entries(&self, work: Building, entries: EntryBytes) -> Result<Self::Table, BuildError> {
        Ok(self.table(work, Some(entries)))
    }
}

/// A lookup whose entry has not been read: several lookups then wait for memory at the same time.
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
            Blank::Minimised => self.shape.class(set),
            Blank::RegionKept => self.shape.block(set, blank),
        };
        // Most moves do not change the order, so the entries of neighbors are close together.
        self.shape.orders.rank(order) * self.rows + row
    }

    /// The entry with this index.
    #[inline]
    fn look_up(&self, at: usize) -> u8 {
        match self.style.entries {
            Entries::Bytes => self.byte(at),
            Entries::HalvedNibbles => (self.byte(at / 2) >> (4 * (at % 2))) & 15,
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
        let at = self.index(set, order, from);
        PatternState::new(set, order, self.look_up(at))
    }
}
