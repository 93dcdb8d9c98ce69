//! [`Compass`]: the eight steps on a map; and [`Connectivity`]: the steps that a grid allows.

use core::fmt;

use super::Cell;

/// A move of [`Grid`](super::Grid): a step to a neighboring cell. North is up.
///
/// ```
/// use puzzle_search::puzzles::Compass;
///
/// assert_eq!(Compass::Southwest.to_string(), "SW");
/// assert!(Compass::Southwest.is_diagonal());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Compass {
    /// A step to the cell above.
    North,
    /// A step to the cell on the right.
    East,
    /// A step to the cell below.
    South,
    /// A step to the cell on the left.
    West,
    /// A step up and to the right.
    Northeast,
    /// A step down and to the right.
    Southeast,
    /// A step down and to the left.
    Southwest,
    /// A step up and to the left.
    Northwest,
}

impl Compass {
    /// All eight steps: first the straight steps, then the diagonal steps.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::East,
        Self::South,
        Self::West,
        Self::Northeast,
        Self::Southeast,
        Self::Southwest,
        Self::Northwest,
    ];

    /// Returns the step in the opposite direction.
    ///
    /// ```
    /// use puzzle_search::puzzles::Compass;
    ///
    /// assert_eq!(Compass::Northeast.opposite(), Compass::Southwest);
    /// ```
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 2]
    }

    /// Returns whether the step is diagonal.
    #[must_use]
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        self as u8 >= 4
    }

    /// The cell to which the step leads, which may be outside the map.
    #[inline]
    pub(super) const fn from(self, cell: Cell) -> Cell {
        const STEPS: [u32; 8] = [
            Cell::step(0, -1),
            Cell::step(1, 0),
            Cell::step(0, 1),
            Cell::step(-1, 0),
            Cell::step(1, -1),
            Cell::step(1, 1),
            Cell::step(-1, 1),
            Cell::step(-1, -1),
        ];
        cell.moved(STEPS[self as usize])
    }
}

/// A step is printed as N, E, S, W, NE, SE, SW or NW.
impl fmt::Display for Compass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["N", "E", "S", "W", "NE", "SE", "SW", "NW"][*self as usize])
    }
}

/// The steps that a [`Grid`](super::Grid) allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connectivity {
    /// Straight steps only: up, down, left and right.
    Four,
    /// Straight steps, and the diagonal steps that cut no corner. For example, a step to the northeast is allowed only
    /// if the steps to the north and to the east are allowed too.
    Eight,
    /// Straight steps, and the diagonal steps that cut at most one corner. For example, a step to the northeast is
    /// allowed if the step to the north or the step to the east is allowed too.
    EightCuttingOneCorner,
    /// Straight steps and all diagonal steps, even between two walls.
    EightCuttingCorners,
}
