//! [`Cell`]: a place on a map.

use core::fmt;
use core::hash::{Hash, Hasher};

/// A place on a map: `x` cells to the right of the upper left corner and `y` below it.
///
/// ```
/// use puzzle_search::puzzles::Cell;
///
/// let cell = Cell::new(7, 4);
/// assert_eq!((cell.x, cell.y, cell.to_string()), (7, 4, "(7, 4)".into()));
/// assert_eq!(size_of::<Cell>(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// The row, from 0 at the top.
    pub y: u16,
    /// The column, from 0 on the left.
    pub x: u16,
}

impl Cell {
    /// The cell in this column and row.
    #[must_use]
    #[inline]
    pub const fn new(x: u16, y: u16) -> Self {
        Self { y, x }
    }
}

/// As one word: hashed once.
impl Hash for Cell {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u32(u32::from(self.y) << 16 | u32::from(self.x));
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}
