//! [`Turn`]: a move of a permutation puzzle, as a value with its name.

use core::fmt;

/// The greatest number of bytes in a name.
pub(super) const LONGEST: usize = 15;

/// A move of a [`PermutationPuzzle`](super::PermutationPuzzle). A turn is printed as the name of the move.
///
/// ```
/// use puzzle_search::puzzles::PermutationPuzzle;
///
/// let puzzle = PermutationPuzzle::new(&"points 3 \n generator T (1 2 3) \n inverses".parse()?)?;
/// let names: Vec<String> = puzzle.moves().map(|turn| turn.to_string()).collect();
/// assert_eq!(names, ["T", "T'"]);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Turn {
    number: u8,
    /// The name in UTF-8, padded with zeros.
    name: [u8; LONGEST],
}

impl Turn {
    /// A name that is too long is cut; definitions do not accept such names.
    pub(super) fn new(name: &str, number: u8) -> Self {
        let mut padded = [0; LONGEST];
        for (slot, byte) in padded.iter_mut().zip(name.bytes()) {
            *slot = byte;
        }
        Self {
            number,
            name: padded,
        }
    }

    /// Returns the index of the move in the order of [`moves`](super::PermutationPuzzle::moves).
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 3 \n generator T (1 2 3) \n inverses".parse()?)?;
    /// assert!(puzzle.moves().map(|turn| turn.index()).eq([0, 1]));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.number as usize
    }

    /// Returns the name of the move.
    pub(crate) fn name(&self) -> &str {
        let length = self.name.iter().position(|&byte| byte == 0);
        let name = self.name.get(..length.unwrap_or(LONGEST));
        core::str::from_utf8(name.unwrap_or_default()).unwrap_or_default()
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
