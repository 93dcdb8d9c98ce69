//! [`CubeTurn`]: a turn of a face.

use core::fmt;
use core::str::FromStr;

use crate::puzzles::error::PuzzleError;

/// A turn of a face of the [`PocketCube`](super::PocketCube).
///
/// The letter names the face. `U` is a clockwise quarter turn of the face U, `U2` is a half turn, and `U3` is a
/// counterclockwise quarter turn. `U3` is printed and parsed as `U'`.
///
/// ```
/// use puzzle_search::puzzles::CubeTurn;
///
/// assert_eq!("R'".parse::<CubeTurn>()?.to_string(), "R'");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are the notation")]
pub enum CubeTurn {
    U,
    U2,
    U3,
    R,
    R2,
    R3,
    F,
    F2,
    F3,
}

impl CubeTurn {
    /// All nine turns, in the order in which a search generates them.
    pub const ALL: [Self; 9] = [
        Self::U,
        Self::U2,
        Self::U3,
        Self::R,
        Self::R2,
        Self::R3,
        Self::F,
        Self::F2,
        Self::F3,
    ];

    const NAMES: [&str; 9] = ["U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'"];

    pub(super) const fn face(self) -> u8 {
        self as u8 / 3
    }

    pub(super) const fn inverse(self) -> Self {
        let face = 3 * (self as usize / 3);
        Self::ALL[face + 2 - self as usize % 3]
    }
}

impl fmt::Display for CubeTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Self::NAMES[*self as usize])
    }
}

impl FromStr for CubeTurn {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let number = Self::NAMES.iter().position(|&name| name == text);
        let turn = number.and_then(|number| Self::ALL.get(number).copied());
        turn.ok_or_else(|| PuzzleError::not_a_move(text, "U, R or F, alone or with 2 or '"))
    }
}
