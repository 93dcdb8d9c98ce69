//! [`Compass`]: the steps on a map, and [`Connectivity`], which of them there are.

use core::fmt;

use super::Cell;

/// A move of [`Grid`](super::Grid): a step to a neighboring cell. North is up.
///
/// On the cells where x + y is even, steps are tried in the order below. On the other cells, the straight steps are
/// tried in reverse order, from west to north, and then the diagonal steps in reverse order, from northwest to
/// northeast. Where many paths are equally short, this alternation lets a search reach the goal sooner.
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
    /// To the cell above.
    North,
    /// To the cell on the right.
    East,
    /// To the cell below.
    South,
    /// To the cell on the left.
    West,
    /// Up and to the right.
    Northeast,
    /// Down and to the right.
    Southeast,
    /// Down and to the left.
    Southwest,
    /// Up and to the left.
    Northwest,
}

impl Compass {
    /// All eight steps.
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

    /// The opposite step.
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

    /// Whether the step is diagonal, that is, changes both the row and the column.
    #[must_use]
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        self as u8 >= 4
    }

    /// The cell to which it leads. Beyond an edge of the map it is none of the map's.
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

/// Which steps a [`Grid`](super::Grid) has: straight steps only, or diagonal steps too, with or without cutting
/// corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connectivity {
    /// Steps up, down, left and right.
    Four,
    /// Straight steps, and diagonal steps that cut no corner: a diagonal step is open only if the straight steps to the
    /// two cells beside the diagonal are open too.
    Eight,
    /// Straight steps, and diagonal steps whatever is on the two cells beside the diagonal, even walls.
    EightCuttingCorners,
}
