//! [`BuildError`]: why a heuristic's table could not be built.

use alloc::boxed::Box;
use alloc::format;
use core::fmt;

use crate::account::Stop;
#[cfg(feature = "std")]
use crate::table_file::SavedError;
use crate::task::Stopped;

/// The error that is returned if a heuristic's table cannot be built.
///
/// ```
/// use puzzle_search::heuristics::WalkingDistance;
/// use puzzle_search::puzzles::SlidingTiles;
///
/// let error = WalkingDistance::build(&SlidingTiles::<[u8; 64]>::packed(8, 8)?).run().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the walking distance of 8 lines of 8 cells needs 227 bits for a position: expected at most 63",
/// );
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildError {
    /// A limit was reached, or there was not enough memory.
    Stopped(Stop),
    /// The table cannot be built from the given arguments. The text gives the reason.
    Unfit(Box<str>),
    /// A file could not be read or written, or does not contain the expected table.
    #[cfg(feature = "std")]
    File(SavedError),
}

impl BuildError {
    /// Returns the error of a table that cannot be built from the given arguments.
    ///
    /// ```
    /// use puzzle_search::job::BuildError;
    ///
    /// assert_eq!(BuildError::unfit("no pieces: expected one").to_string(), "no pieces: expected one");
    /// ```
    #[cold]
    pub fn unfit(why: impl Into<Box<str>>) -> Self {
        Self::Unfit(why.into())
    }

    /// A cost exceeds the range of an entry.
    #[cold]
    pub(crate) fn too_deep(what: &str, most: u64) -> Self {
        Self::unfit(format!(
            "{what} costs more than an entry of the table can say: expected at most {most}"
        ))
    }
}

impl From<Stop> for BuildError {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

#[cfg(feature = "std")]
impl From<SavedError> for BuildError {
    fn from(error: SavedError) -> Self {
        Self::File(error)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(stop) => write!(f, "the table was not built: {stop}"),
            Self::Unfit(why) => f.write_str(why),
            #[cfg(feature = "std")]
            Self::File(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for BuildError {}

impl<T> Stopped for Result<T, BuildError> {
    fn stopped(stop: Stop) -> Self {
        Err(stop.into())
    }
}
