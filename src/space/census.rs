//! [`Census`]: what an enumeration found.

use alloc::vec::Vec;
use core::time::Duration;

use crate::monitor::Stop;

/// The result of an enumeration: how many states there are at each depth, and some of the hardest states.
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
    /// The number of states at each depth: `layers[d]` states are `d` moves away from the nearest start. Only
    /// complete layers are listed.
    pub layers: Vec<u64>,
    /// States of the last layer in `layers`: all of them, or as many as
    /// [`with_hardest`](super::Enumerate::with_hardest) asked for. If there are more, an enumeration by rank lists
    /// those with the lowest ranks, and an enumeration by hashing on one thread those that were found first. An
    /// enumeration by hashing on several threads, by sorting on disk, or on a cluster may list other states of that
    /// layer.
    pub hardest: Vec<S>,
    /// What ended the enumeration early; `None` if it is complete.
    pub stop: Option<Stop>,
    /// The maximum number of bytes held at one time in lists and tables.
    pub peak_bytes: usize,
    /// The maximum number of bytes held at one time in files; 0 for an enumeration in memory.
    pub peak_disk_bytes: u64,
    /// How long the enumeration took; `None` without a clock, that is, without feature `std`.
    pub elapsed: Option<Duration>,
}

impl<S> Census<S> {
    /// Whether every state that can be reached from the starts was counted.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.stop.is_none()
    }

    /// How many states were counted in all layers together; `u64::MAX` if there are more than that.
    #[must_use]
    pub fn states(&self) -> u64 {
        let layers = self.layers.iter();
        layers.fold(0, |sum: u64, states| sum.saturating_add(*states))
    }

    /// The depth of the last complete layer. If the enumeration is complete, this is the number of moves from the
    /// nearest start to each of the hardest states. If moves can be taken back and the starts are the goals, it is the
    /// number of moves that the hardest states need, which is called God's number.
    #[must_use]
    pub fn depth(&self) -> u64 {
        self.layers.len().saturating_sub(1) as u64
    }
}
