//! [`Census`]: the result of an enumeration.

use alloc::vec::Vec;
use core::time::Duration;

#[cfg(feature = "std")]
use crate::account::Meter;
use crate::account::{Stats, Stop};
use crate::task::Stopped;

/// The result of an enumeration: how many states there are at each depth, and some of the states at the greatest depth.
///
/// ```
/// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
/// use puzzle_search::space::Enumerate;
///
/// let puzzle = PermutationPuzzle::new(&Definition::magic_squares())?;
/// let start = puzzle.goal();
/// let census = Enumerate::new().hardest(5).count_by_hashing(&puzzle, [start]).run();
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
    /// States of the last layer in `layers`, no more than
    /// [`Enumerate::hardest`](super::Enumerate::hardest) allows. The method
    /// [`count_by_rank`](super::Enumerate::count_by_rank), also on disk, lists the states with the lowest ranks. Other
    /// methods may list any states of the layer.
    pub hardest: Vec<S>,
    /// What ended the enumeration early; `None` if it is complete.
    pub stop: Option<Stop>,
    /// The counts of what the enumeration did, such as the greatest number of bytes that lists and tables took at one
    /// time. By several processes, they are those of this one.
    pub stats: Stats,
    /// The greatest total size of all files at one time, in bytes; 0 for an enumeration in memory.
    pub peak_disk_bytes: u64,
    /// How long the enumeration took, on disk by this process alone; `None` if there is no clock: see
    /// [`Limits::with_clock`](crate::Limits::with_clock).
    pub elapsed: Option<Duration>,
}

impl<S> Census<S> {
    /// Returns whether every state that can be reached from the starts was counted.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.stop.is_none()
    }

    /// Returns the census if it is complete, or an error that says what ended the enumeration early.
    ///
    /// # Errors
    ///
    /// Returns the [`stop`](Self::stop) if there is one: the layers are then a part of all.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    /// use puzzle_search::{Limits, Stop};
    ///
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let mut task = Enumerate::new().count_by_hashing(&puzzle, [puzzle.goal()]).limits(Limits::new().max_moves(9));
    /// assert_eq!(task.run().into_result(), Err(Stop::Moves));
    /// task.set_limits(Limits::new());
    /// assert_eq!(task.run().into_result()?.states(), 360);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn into_result(self) -> Result<Self, Stop> {
        match self.stop {
            None => Ok(self),
            Some(stop) => Err(stop),
        }
    }

    /// Returns this census with each of the [`hardest`](Self::hardest) states replaced by what `convert` makes of it.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    /// use puzzle_search::Notation;
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let census = Enumerate::new().hardest(1).count_by_hashing(&puzzle, [puzzle.goal()]).run();
    /// let census = census.map(|board| puzzle.display(&board).to_string());
    /// assert_eq!(census.hardest, ["0 3\n2 1"]);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn map<T>(self, convert: impl FnMut(S) -> T) -> Census<T> {
        Census {
            layers: self.layers,
            hardest: self.hardest.into_iter().map(convert).collect(),
            stop: self.stop,
            stats: self.stats,
            peak_disk_bytes: self.peak_disk_bytes,
            elapsed: self.elapsed,
        }
    }

    /// Returns the total number of states in `layers`, or `u64::MAX` if there are more.
    #[must_use]
    pub fn states(&self) -> u64 {
        let layers = self.layers.iter();
        layers.fold(0, |sum: u64, states| sum.saturating_add(*states))
    }

    /// Returns the depth of the last complete layer. For a complete enumeration from the goals of a puzzle whose moves
    /// can be taken back, this is God's number: the number of moves needed to solve a hardest state.
    #[must_use]
    pub fn depth(&self) -> u64 {
        self.layers.len().saturating_sub(1) as u64
    }
}

impl<S> Census<S> {
    /// The census of an enumeration that was stopped before its first layer.
    #[cfg(feature = "std")]
    pub(super) fn stopped_at_once(stop: Stop, meter: &Meter<'_>) -> Self {
        Self {
            stats: meter.stats(),
            elapsed: meter.elapsed(),
            ..Self::stopped(stop)
        }
    }
}

impl<S> Stopped for Census<S> {
    fn stopped(stop: Stop) -> Self {
        Self {
            layers: Vec::new(),
            hardest: Vec::new(),
            stop: Some(stop),
            stats: Stats::default(),
            peak_disk_bytes: 0,
            elapsed: None,
        }
    }
}
