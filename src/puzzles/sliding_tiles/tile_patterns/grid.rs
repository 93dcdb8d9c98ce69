//! [`Cells`]: operations on sets of cells of a grid, which are bit sets.

/// The greatest number of cells of a board with tile patterns.
pub(super) const MOST_CELLS: usize = 32;

/// A grid of at most 64 cells.
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
            all: u64::MAX >> (64 - rows * columns),
        }
    }

    pub(super) const fn count(self) -> usize {
        self.rows * self.columns
    }

    pub(super) const fn others(self, set: u64) -> u64 {
        self.all & !set
    }

    /// The neighbors of the cells of a set.
    pub(super) const fn beside(self, set: u64) -> u64 {
        let columns = self.columns as u32;
        let vertical = set.unbounded_shl(columns) | set.unbounded_shr(columns);
        let right = (set << 1) & !self.first_column;
        let left = (set & !self.first_column) >> 1;
        (vertical | right | left) & self.all
    }

    /// The connected component of a cell in the set `within`.
    pub(super) const fn region(self, cell: usize, within: u64) -> u64 {
        let mut region = (1 << cell) & within;
        loop {
            let grown = (region | self.beside(region)) & within;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }
}

/// The members of a set in ascending order.
#[inline]
pub(super) fn members(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut set = set.into();
    core::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}
