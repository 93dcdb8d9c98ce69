//! [`Cells`]: sets of the cells of a grid, a bit for each.

/// The most cells that a set has room for.
pub(super) const MOST_CELLS: usize = 32;

/// A grid of at most 32 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    pub(super) rows: usize,
    pub(super) columns: usize,
    first_column: u64,
    all: u64,
}

impl Cells {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            first_column: (0..rows).map(|row| 1 << (row * columns)).sum(),
            all: (1 << (rows * columns)) - 1,
        }
    }

    pub(super) const fn count(self) -> usize {
        self.rows * self.columns
    }

    pub(super) const fn others(self, set: u32) -> u32 {
        (self.all & !(set as u64)) as u32
    }

    /// The cells next to those of a set.
    pub(super) const fn beside(self, set: u32) -> u32 {
        let set = set as u64;
        let vertical = set << self.columns | set >> self.columns;
        let right = (set << 1) & !self.first_column;
        let left = (set & !self.first_column) >> 1;
        ((vertical | right | left) & self.all) as u32
    }

    /// The cells that can be reached from one through cells of a set.
    pub(super) const fn region(self, cell: usize, within: u32) -> u32 {
        let mut region = (1 << cell) & within;
        loop {
            let grown = (region | self.beside(region)) & within;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// How far apart two cells are.
    pub(super) const fn distance(self, a: usize, b: usize) -> usize {
        let rows = (a / self.columns).abs_diff(b / self.columns);
        rows + (a % self.columns).abs_diff(b % self.columns)
    }
}

/// The members of a set, lowest first.
pub(super) fn members(mut set: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}
