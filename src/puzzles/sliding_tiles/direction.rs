//! [`Direction`]: a move, named after the direction of the blank.

use core::fmt;
use core::str::FromStr;

use crate::puzzles::error::PuzzleError;

/// A move of [`SlidingTiles`](super::SlidingTiles): the direction in which the blank moves. The tile that slides into
/// the blank moves in the opposite direction.
///
/// ```
/// use puzzle_search::puzzles::Direction;
///
/// assert_eq!("left".parse::<Direction>()?, Direction::Left);
/// assert_eq!(Direction::Left.opposite().to_string(), "Right");
/// assert_eq!(Direction::Left.letter(), 'L');
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Direction {
    /// The blank moves to the row above.
    Up,
    /// The blank moves to the column on the left.
    Left,
    /// The blank moves to the column on the right.
    Right,
    /// The blank moves to the row below.
    Down,
}

impl Direction {
    /// All four directions, in the order in which a search generates moves.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    const NAMES: [&str; 4] = ["Up", "Left", "Right", "Down"];

    /// Returns the opposite direction.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::ALL[3 - self as usize]
    }

    /// Returns the first letter of the direction's name: `U`, `L`, `R` or `D`.
    #[must_use]
    pub const fn letter(self) -> char {
        Self::NAMES[self as usize].as_bytes()[0] as char
    }

    /// Whether the blank can move in this direction from a cell of a board of this size.
    pub(super) const fn is_open(self, cell: usize, rows: usize, columns: usize) -> bool {
        match self {
            Self::Up => cell >= columns,
            Self::Left => !cell.is_multiple_of(columns),
            Self::Right => !(cell + 1).is_multiple_of(columns),
            Self::Down => cell + columns < rows * columns,
        }
    }

    /// The next cell in this direction, which must exist.
    #[inline]
    pub(super) const fn from(self, cell: usize, columns: usize) -> usize {
        match self {
            Self::Up => cell - columns,
            Self::Left => cell - 1,
            Self::Right => cell + 1,
            Self::Down => cell + columns,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Self::NAMES[*self as usize])
    }
}

/// Parses a direction from its name or from the first letter of its name, in upper or lower case.
impl FromStr for Direction {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let is = |name: &str| text.eq_ignore_ascii_case(name);
        let named = |&at: &usize| is(Self::NAMES[at]) || is(&Self::NAMES[at][..1]);
        let found = (0..4).find(named).map(|at| Self::ALL[at]);
        let expected = "Up, Down, Left or Right, or its first letter";
        found.ok_or_else(|| PuzzleError::not_a_move(text, expected))
    }
}
