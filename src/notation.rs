//! [`Notation`]: states as text.

use core::fmt::Display;

use crate::puzzle::Puzzle;

/// A puzzle whose states can be read and printed. All puzzles of this crate can, and so can their
/// adaptors; what a text looks like stands with the puzzle.
///
/// # Laws
///
/// `parse` reads what `display` prints.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Notation, Puzzle};
///
/// let puzzle = SlidingTiles::new(2, 3)?.guided_by(Manhattan);
/// let board = puzzle.parse("1 2 3  4 0 5")?;
/// assert_eq!(puzzle.display(&board).to_string(), "1 2 3\n4 0 5");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub trait Notation: Puzzle {
    /// Why a text is not a state: what was found, where, and what was expected.
    type ParseError: core::error::Error + Send + Sync + 'static;

    /// The state that a text describes.
    ///
    /// # Errors
    ///
    /// If it describes none.
    fn parse(&self, text: &str) -> Result<Self::State, Self::ParseError>;

    /// Prints a state.
    fn display<'a>(&'a self, state: &'a Self::State) -> impl Display + 'a;
}
