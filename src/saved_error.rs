//! [`SavedError`]: why a search or a table could not be saved or loaded.

use alloc::borrow::Cow;
use core::fmt;
#[cfg(feature = "std")]
use std::{format, io, path::Path};

/// The error that is returned if a search or a table cannot be saved or loaded. Its message says why.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, Search};
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let error = Search::load(&AStar::new(), &puzzle, b"something else").expect_err("no search");
/// assert_eq!(error.to_string(), "the bytes are not those of a search: expected what `save` returned");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SavedError {
    is_not_found: bool,
    message: Cow<'static, str>,
}

impl SavedError {
    #[cold]
    pub(crate) fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            is_not_found: false,
            message: message.into(),
        }
    }

    /// The error of the operating system, for a file with `what`.
    #[cfg(feature = "std")]
    #[cold]
    pub(crate) fn io(what: &str, path: &Path, action: &str, error: &io::Error) -> Self {
        Self {
            is_not_found: error.kind() == io::ErrorKind::NotFound,
            ..Self::new(format!("the {what} {path:?} cannot be {action}: {error}"))
        }
    }

    /// Returns true if the file to read, or the directory to write to, does not exist.
    #[must_use]
    pub const fn is_not_found(&self) -> bool {
        self.is_not_found
    }
}

impl fmt::Display for SavedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for SavedError {}
