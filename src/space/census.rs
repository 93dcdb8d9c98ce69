//! [`Census`]: what an enumeration found.

use alloc::vec::Vec;
use core::time::Duration;

use crate::monitor::Stop;

/// How many states there are at each depth, and some of the hardest.
///
/// ```
/// use puzzle_search::puzzles::MagicSquares;
/// use puzzle_search::space::Enumerate;
///
/// let puzzle = MagicSquares::new(&[1, 2, 3, 4, 5, 6, 7, 8])?;
/// let start = MagicSquares::initial();
/// let census = Enumerate::new().with_hardest(5).count_by_hashing(&puzzle, [start]).run();
/// assert!(census.is_complete());
/// assert_eq!((census.states(), census.depth()), (40_320, 22));
/// assert_eq!(census.hardest.len(), 5);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct Census<S> {
    /// How many states are so many moves away from the nearest start, from 0 moves on. Only
    /// complete layers are listed.
    pub layers: Vec<u64>,
    /// States of the last layer listed, as many as were asked for if there are: of a numbered space
    /// those with the least numbers, otherwise those that were found first.
    pub hardest: Vec<S>,
    /// Which limit ended the enumeration; `None` if it is complete.
    pub stop: Option<Stop>,
    /// Most bytes held at one time in lists and tables.
    pub peak_bytes: usize,
    /// Most bytes held at one time in files; none of an enumeration in memory.
    pub peak_disk_bytes: u64,
    /// How long it took; `None` without a clock (feature `std`).
    pub elapsed: Option<Duration>,
}

impl<S> Census<S> {
    /// Whether every state that can be reached was counted.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.stop.is_none()
    }

    /// How many states were counted; `u64::MAX` if that is exceeded.
    #[must_use]
    pub fn states(&self) -> u64 {
        let layers = self.layers.iter();
        layers.fold(0, |sum: u64, states| sum.saturating_add(*states))
    }

    /// The depth of the last layer: if the enumeration is complete, the number of moves that the
    /// hardest states need, which is called God's number.
    #[must_use]
    pub fn depth(&self) -> u64 {
        self.layers.len().saturating_sub(1) as u64
    }
}
