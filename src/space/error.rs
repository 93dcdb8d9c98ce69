//! [`EnumerateError`]: why an enumeration or an oracle could not begin.

use core::fmt;

use crate::account::Stop;
use crate::task::Stopped;

/// Why the states of a puzzle could not be enumerated, or why the build of a [`DistanceOracle`](super::DistanceOracle)
/// could not begin.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::{Enumerate, EnumerateError};
/// use puzzle_search::Limits;
///
/// let puzzle = SlidingTiles::new(4, 4)?;
/// let limits = Limits::new().max_bytes(16 << 30);
/// let mut count = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]).limits(limits);
/// let error = count.run().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "a table of 10461394944000 states takes 2615987248875 bytes: the limit is 17179869184",
/// );
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EnumerateError {
    /// The puzzle has no ranks, because it has more states than a `u128` can count.
    Unnumbered,
    /// One of the starts has no rank, or its rank is not below the puzzle's
    /// [`state_count`](crate::Ranked::state_count).
    Start {
        /// The index of this start among the starts, counted from 0.
        at: usize,
    },
    /// A table with an entry for each rank exceeds the limit on bytes or the address space.
    TooLarge {
        /// How many states have a rank.
        states: u128,
        /// How many bytes the table takes.
        bytes: u128,
        /// How many bytes the table may take.
        limit: u128,
    },
    /// There is not enough memory for a table with an entry for each rank, and not enough for hash tables of the
    /// states. Only tasks of [`Enumerate::count`](super::Enumerate::count) return this error.
    Neither {
        /// How many bytes the table with an entry for each rank takes; `None` if the puzzle has no ranks.
        table: Option<u128>,
        /// The limit on bytes; `None` if no limit was set.
        limit: Option<usize>,
        /// The depth of the last layer that was complete when the hash tables were full.
        depth: u64,
        /// How many states there are up to that depth.
        states: u64,
    },
}

impl fmt::Display for EnumerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unnumbered => f.write_str(
                "the puzzle has more states than can be numbered: expected fewer than 2^128",
            ),
            Self::Start { at } => write!(
                f,
                "start {at} has no number: expected a state that the puzzle numbers"
            ),
            Self::TooLarge {
                states,
                bytes,
                limit,
            } => write!(
                f,
                "a table of {states} states takes {bytes} bytes: the limit is {limit}"
            ),
            Self::Neither {
                table,
                limit,
                depth,
                states,
            } => {
                match table {
                    Some(bytes) => write!(f, "a table by rank takes {bytes} bytes")?,
                    None => f.write_str("the states are not numbered")?,
                }
                write!(
                    f,
                    ", and hash tables were full after {states} states to depth {depth}: "
                )?;
                match limit {
                    Some(limit) => write!(f, "the limit is {limit} bytes"),
                    None => f.write_str("there is no more memory"),
                }
            }
        }
    }
}

impl core::error::Error for EnumerateError {}

impl<T: Stopped> Stopped for Result<T, EnumerateError> {
    /// A stop is no error: the result says what stopped the work.
    fn stopped(stop: Stop) -> Self {
        Ok(T::stopped(stop))
    }
}
