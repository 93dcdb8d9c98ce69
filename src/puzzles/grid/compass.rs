//! [`Compass`]: the steps on a map, and [`Connectivity`], which of them there are.

use core::fmt;

use super::Cell;

/// A step to a neighboring cell, north being up.
///
/// On every other cell, as on a chessboard, they are tried in this order, and on the others in each group the
/// other way round: from west to north, then from northwest to northeast. Of many shortest ways a search then finds
/// one sooner.
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
    /// To the row above.
    North,
    /// To the column on the right.
    East,
    /// To the row below.
    South,
    /// To the column on the left.
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
    /// All eight.
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

    /// The step back.
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

    /// Whether it leads to another row and another column.
    #[must_use]
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        self as u8 >= 4
    }

    /// The cell to which it leads. Beyond an edge of the map it is none of the map's.
    #[inline]
    pub(super) const fn from(self, cell: Cell) -> Cell {
        const STEPS: [(i8, i8); 8] = [
            (0, -1),
            (1, 0),
            (0, 1),
            (-1, 0),
            (1, -1),
            (1, 1),
            (-1, 1),
            (-1, -1),
        ];
        let (right, down) = STEPS[self as usize];
        cell.moved(right, down)
    }
}

/// N, E, S, W, NE, SE, SW or NW.
impl fmt::Display for Compass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["N", "E", "S", "W", "NE", "SE", "SW", "NW"][*self as usize])
    }
}

/// The set of steps on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connectivity {
    /// Up, down, left and right.
    Four,
    /// Diagonal steps too, where both cells beside the step are open as well: no corner is cut.
    Eight,
    /// Diagonal steps too, whatever is beside them.
    EightCuttingCorners,
}
