//! [`Table`]: the entries of one pattern, and where they are found.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::build::{self, Filling};
use super::orders::Order;
use super::shape::{Outline, Shape};
use super::style::{Blank, Entries, Style};
use crate::account::{Meter, Stop};

#[cfg(feature = "std")]
pub(super) type Bytes = crate::table_file::TableBytes;
#[cfg(not(feature = "std"))]
pub(super) type Bytes = Vec<u8>;

/// The database of one pattern.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) shape: Shape,
    pub(super) style: Style,
    pub(super) bytes: Bytes,
    /// How many entries there are for each order of the tiles.
    rows: usize,
}

/// Where a pattern stands: in the lower half its set of cells, then the order of its tiles, and in the
/// highest byte what the table says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing(u64);

impl Standing {
    pub(super) const UNKNOWN: Self = Self(0);

    #[inline]
    pub(super) const fn new(set: u32, order: Order, found: u8) -> Self {
        Self(set as u64 | (order.0 as u64) << 32 | (found as u64) << 56)
    }

    #[inline]
    const fn set(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    const fn order(self) -> Order {
        Order((self.0 >> 32) as u32 & 0xff_ffff)
    }

    /// Of a board of another size.
    #[inline]
    pub(super) const fn is_unknown(self) -> bool {
        self.set() == 0
    }

    /// What the table says.
    #[inline]
    pub(super) const fn found(self) -> u8 {
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

impl Table {
    pub(super) fn new(shape: Shape, style: Style, bytes: Bytes) -> Self {
        let rows = build::rows(&shape, style.blank);
        Self {
            shape,
            style,
            bytes,
            rows,
        }
    }

    /// Where the table has a pattern; the blank is on a cell.
    #[inline(always)]
    fn entry(&self, set: u32, order: Order, blank: usize) -> usize {
        let row = match self.style.blank {
            Blank::Minimised => self.shape.class(set),
            Blank::RegionKept => self.shape.block(set, blank),
        };
        // Most moves keep the order: what they lead to lies close together.
        self.shape.orders.rank(order) * self.rows + row
    }

    /// What it says there.
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

    /// The standing of tiles on these cells, given by number in the order of their cells, but for what the
    /// table says of it, and where it says that.
    #[inline]
    pub(super) fn unread(
        &self,
        set: u32,
        tiles: impl Iterator<Item = usize>,
        blank: usize,
    ) -> (Standing, usize) {
        let order = Order::of(tiles);
        let at = self.entry(set, order, blank);
        (Standing::new(set, order, 0), at)
    }

    /// The standing with what the table says of it.
    #[inline]
    pub(super) fn read(&self, (standing, at): (Standing, usize)) -> Standing {
        Standing(standing.0 | u64::from(self.look_up(at)) << 56)
    }

    /// The standing after a tile of the pattern has moved.
    #[inline]
    pub(super) fn moved(&self, standing: Standing, from: usize, to: usize) -> Standing {
        let before = standing.set();
        let order = Shape::passing(before, from, to).apply(standing.order());
        let set = before ^ (1 << from) ^ (1 << to);
        // The blank is where the tile was.
        let at = self.entry(set, order, from);
        Standing::new(set, order, self.look_up(at))
    }
}
