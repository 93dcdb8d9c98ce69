//! [`OracleError`]: why an oracle could not be built or read.

use core::fmt;

use super::error::EnumerateError;
use super::layers::Ending;
use crate::account::Stop;
#[cfg(feature = "std")]
use crate::table_file::TableFileError;
use crate::task::Stopped;

/// Why a [`DistanceOracle`](super::DistanceOracle) could not be built, or read from a file.
///
/// ```
/// use puzzle_search::puzzles::MagicSquares;
/// use puzzle_search::space::{DistanceOracle, Encoding};
///
/// let puzzle = MagicSquares::new(&[1, 2, 3, 4, 5, 6, 7, 8])?;
/// let error = DistanceOracle::build(&puzzle, Encoding::ModuloThree).run().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "a table modulo three needs moves that can be taken back, and the puzzle does not say that \
///      it has: expected a table of bytes",
/// );
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OracleError {
    /// The build could not begin: the puzzle has no ranks, or the table is too large.
    Enumerate(EnumerateError),
    /// A limit, the cancel flag, the observer or a lack of memory stopped the build.
    Stopped(Stop),
    /// [`Encoding::ModuloThree`](super::Encoding::ModuloThree) was requested for a puzzle that does not declare
    /// [`Facts::undirected`](crate::Facts::undirected).
    OneWay,
    /// A distance exceeds 254, the greatest distance that [`Encoding::Bytes`](super::Encoding::Bytes) can store.
    TooDeep,
    /// A file could not be read or written, or does not contain the expected table.
    #[cfg(feature = "std")]
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    File(TableFileError),
}

impl From<EnumerateError> for OracleError {
    fn from(error: EnumerateError) -> Self {
        Self::Enumerate(error)
    }
}

impl From<Stop> for OracleError {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<Ending<EnumerateError>> for OracleError {
    fn from(halt: Ending<EnumerateError>) -> Self {
        match Ending::apart(Err::<(), _>(halt)) {
            Ok(Ok(())) => unreachable!(),
            Ok(Err(stop)) => stop.into(),
            Err(error) => error.into(),
        }
    }
}

#[cfg(feature = "std")]
impl From<TableFileError> for OracleError {
    fn from(error: TableFileError) -> Self {
        Self::File(error)
    }
}

impl fmt::Display for OracleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Enumerate(error) => error.fmt(f),
            Self::Stopped(stop) => stop.fmt(f),
            Self::OneWay => f.write_str(
                "a table modulo three needs moves that can be taken back, and the puzzle does not \
                 say that it has: expected a table of bytes",
            ),
            Self::TooDeep => f.write_str(
                "a state is more than 254 moves from the goal, which is more than a byte holds: \
                 expected a table modulo three",
            ),
            #[cfg(feature = "std")]
            Self::File(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for OracleError {}

impl<T> Stopped for Result<T, OracleError> {
    fn stopped(stop: Stop) -> Self {
        Err(stop.into())
    }
}
