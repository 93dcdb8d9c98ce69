//! [`Table`]: the database of one pattern; and [`PatternState`], by which estimates are updated incrementally.
//!
//! A pattern on a board is one word: set of cells, order, value. A move exchanges two bits of the set, rotates a few
//! fields of the order, and looks up the number of either in tables that fit into the caches. All sets of one order lie
//! side by side, since half of the moves keep the order, so that depth-first lookups stay within a few pages.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::build::{self, Filling};
use super::orders::TileOrder;
use super::shape::{Outline, Shape};
use super::style::{Blank, Entries, Style};
use crate::account::{Meter, Stop};

#[cfg(feature = "std")]
pub(super) use crate::table_file::TableBytes as EntryBytes;
#[cfg(not(feature = "std"))]
pub(super) type EntryBytes = Vec<u8>;

/// The database of one pattern.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) shape: Shape,
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

    /// Whether the board has another size.
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

/// Tables that are being built: those that are done, and the one that is under way.
#[derive(Debug, Default)]
pub(super) struct Tables {
    done: Vec<Arc<Table>>,
    filling: Option<Filling>,
    /// Whether the account of the work has begun.
    begun: bool,
}

impl Tables {
    /// Begins, unless it is under way.
    pub(super) fn begin(&mut self, meter: &mut Meter<'_>) {
        if !self.begun {
            meter.begin();
            self.begun = true;
        }
    }

    /// A table that is done.
    pub(super) fn done(&self, outline: Outline) -> Option<Arc<Table>> {
        let mut done = self.done.iter();
        done.find(|table| table.shape.outline == outline).cloned()
    }

    pub(super) fn add(&mut self, table: Table) -> Arc<Table> {
        let table = Arc::new(table);
        self.done.push(Arc::clone(&table));
        table
    }

    /// The table of an outline: built, unless it is done.
    pub(super) fn build(
        &mut self,
        outline: Outline,
        style: Style,
        meter: &mut Meter<'_>,
    ) -> Result<Arc<Table>, Stop> {
        if let Some(done) = self.done(outline) {
            return Ok(done);
        }
        if self.filling.is_none() {
            let held = meter.memory().held();
            let filling = Shape::new(outline, meter)
                .and_then(|shape| Filling::new(shape, style.blank, meter));
            self.filling = Some(filling.inspect_err(|_| {
                // It begins anew.
                let lost = meter.memory().held() - held;
                meter.release(lost);
            })?);
        }
        let Some(filling) = &mut self.filling else {
            return Err(Stop::OutOfMemory);
        };
        filling.fill(meter)?;
        let (shape, costs) = (&filling.shape, &filling.costs);
        let claimed = match style.entries {
            Entries::Bytes => costs.len(),
            Entries::HalvedNibbles => costs.len().div_ceil(2),
        };
        meter.claim(claimed)?;
        let bytes: Vec<u8> = match style.entries {
            Entries::Bytes => build::by_order(costs, shape.orders.count, meter.threads()),
            Entries::HalvedNibbles => build::halved(shape, style.blank, costs),
        }
        .inspect_err(|_| meter.release(claimed))?;
        meter.release(costs.len());
        let Some(Filling { shape, .. }) = self.filling.take() else {
            return Err(Stop::OutOfMemory);
        };
        Ok(self.add(Table::new(shape, style, bytes.into())))
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

impl Table {
    pub(super) fn new(shape: Shape, style: Style, bytes: EntryBytes) -> Self {
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

    /// Starts a lookup: `tiles` are the indices of the tiles in the order of their cells.
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
        let order = Shape::passing(before, from, to).apply(state.order());
        let set = before ^ (1 << from) ^ (1 << to);
        // The blank is on the cell that the tile has left.
        let at = self.index(set, order, from);
        PatternState::new(set, order, self.look_up(at))
    }
}
