//! [`Compass`]: the eight steps on a map; and [`Connectivity`]: the steps that a grid allows.
//!
//! Invariant: the straight steps have the indices 0 to 3, the diagonal steps 4 to 7, both clockwise. So the indices of
//! opposite steps differ in bit 1 alone.

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

    /// The step with this index, taken modulo 8.
    ///
    /// The compiler turns this `match` into nothing, since a step is stored as its index. From `ALL` it would load.
    #[inline]
    pub(super) const fn nth(index: usize) -> Self {
        match index % 8 {
            0 => Self::North,
            1 => Self::East,
            2 => Self::South,
            3 => Self::West,
            4 => Self::Northeast,
            5 => Self::Southeast,
            6 => Self::Southwest,
            _ => Self::Northwest,
        }
    }

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

    /// The number of columns to the right, and of rows down, by which the step changes the cell.
    const fn offset(self) -> (i8, i8) {
        match self {
            Self::North => (0, -1),
            Self::East => (1, 0),
            Self::South => (0, 1),
            Self::West => (-1, 0),
            Self::Northeast => (1, -1),
            Self::Southeast => (1, 1),
            Self::Southwest => (-1, 1),
            Self::Northwest => (-1, -1),
        }
    }

    /// The cell to which the step leads, which may be outside the map.
    #[inline]
    pub(super) const fn target(self, cell: Cell) -> Cell {
        self.target_after(cell, 1)
    }

    /// The cell to which `steps` steps in this direction lead, which may be outside the map.
    #[inline]
    pub(super) const fn target_after(self, cell: Cell, steps: u16) -> Cell {
        // For each step, the number that it adds to the word in which a cell is stored.
        const WORDS: [u32; 8] = {
            let mut words = [0; 8];
            let mut index = 0;
            while index < 8 {
                let (right, down) = Compass::ALL[index].offset();
                words[index] = Cell::step(right, down);
                index += 1;
            }
            words
        };
        cell.moved(WORDS[self as usize].wrapping_mul(steps as u32))
    }

    /// The number that the step adds to the index of a cell on a map of this width.
    pub(super) const fn stride(self, width: u16) -> isize {
        let (right, down) = self.offset();
        down as isize * width as isize + right as isize
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
#[non_exhaustive]
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
