//! [`Cell`]: a place on a map.

use core::fmt;

/// A cell of a [`GridMap`](super::GridMap), which is a state of [`Grid`](super::Grid): its column x and its row y, both
/// counted from 0 in the upper left corner.
///
/// ```
/// use puzzle_search::puzzles::Cell;
///
/// let cell = Cell::new(7, 4);
/// assert_eq!((cell.x(), cell.y(), cell.to_string()), (7, 4, "(7, 4)".into()));
/// assert_eq!(size_of::<Cell>(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
// One word, hashed and compared at once: the row in the upper half.
pub struct Cell(u32);

impl Cell {
    /// The cell in column `x` and row `y`, both counted from 0.
    #[must_use]
    #[inline]
    pub const fn new(x: u16, y: u16) -> Self {
        Self((y as u32) << 16 | x as u32)
    }

    /// The column, counted from 0 on the left.
    #[must_use]
    #[inline]
    pub const fn x(self) -> u16 {
        self.0 as u16
    }

    /// The row, counted from 0 at the top.
    #[must_use]
    #[inline]
    pub const fn y(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// The cell so much further on. Beyond an edge of a map it is none of the map's.
    #[inline]
    pub(super) const fn moved(self, right: i8, down: i8) -> Self {
        // A step to the left of the first column borrows from the row: no map is as wide as that.
        Self(
            self.0
                .wrapping_add_signed(((down as i32) << 16) + right as i32),
        )
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
