//! [`Cell`]: a cell of a map, given by its column and row.

use core::fmt;

/// A cell of a [`GridMap`](super::GridMap): its column x and its row y. Cell (0, 0) is in the upper left corner of the
/// map. The cells are the states of a [`Grid`](super::Grid).
///
/// ```
/// use puzzle_search::puzzles::Cell;
///
/// let cell = Cell::new(7, 4);
/// assert_eq!((cell.x(), cell.y(), cell.to_string()), (7, 4, "(7, 4)".into()));
/// assert_eq!(size_of::<Cell>(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
// One word is hashed and compared faster than two fields. The row is in the upper half.
pub struct Cell(u32);

impl Cell {
    /// Creates the cell in column `x` and row `y`.
    #[must_use]
    #[inline]
    pub const fn new(x: u16, y: u16) -> Self {
        Self((y as u32) << 16 | x as u32)
    }

    /// Returns the column x. The leftmost column is 0.
    #[must_use]
    #[inline]
    pub const fn x(self) -> u16 {
        self.0 as u16
    }

    /// Returns the row y. The top row is 0.
    #[must_use]
    #[inline]
    pub const fn y(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// The number that a step to the right and down adds to the word.
    pub(super) const fn step(right: i8, down: i8) -> u32 {
        // A step to the left of column 0 borrows from the row and gives a column beyond the width of any map.
        ((down as u32) << 16).wrapping_add(right as u32)
    }

    /// The cell after a step that adds this number.
    #[inline]
    pub(super) const fn moved(self, step: u32) -> Self {
        Self(self.0.wrapping_add(step))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({}, {})", self.x(), self.y())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x(), self.y())
    }
}
