//! [`Notation`]: states as text, parsed and printed.

use core::fmt::Display;

use crate::puzzle::Puzzle;

/// A puzzle whose states can be read from text and printed. All puzzles of the module [`puzzles`](crate::puzzles)
/// implement this trait. The page of each puzzle describes the format of the text.
///
/// # Laws
///
/// If `parse` is given the text that `display` prints for a state, it returns this state.
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
    /// The error for a text that does not describe a state.
    type ParseError: core::error::Error + Send + Sync + 'static;

    /// Parses a text and returns the state that it describes.
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not describe a state.
    fn parse(&self, text: &str) -> Result<Self::State, Self::ParseError>;

    /// Returns a value that prints a state.
    fn display<'a>(&'a self, state: &'a Self::State) -> impl Display + 'a;
}
