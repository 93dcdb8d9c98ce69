//! [`IterationCounts`]: the counts of one iteration of an iterative search.

use crate::account::Counts;

/// One iteration of an iterative search, such as IDA*.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let report = IdaStar::new().solve(&puzzle, &start);
/// let bounds: Vec<u32> = report.iterations.iter().map(|i| i.bound).collect();
/// assert_eq!(bounds, [21, 23, 25, 27, 29, 31]);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct IterationCounts<C> {
    /// The bound of this iteration: the search cut off paths whose f = g + h exceeded it.
    pub bound: C,
    /// The number of states generated in this iteration, not counting the start.
    pub generated: u64,
    /// The number of states expanded in this iteration.
    pub expanded: u64,
}

impl<C> IterationCounts<C> {
    /// An iteration with these counts.
    #[must_use]
    pub(crate) const fn new(bound: C, generated: u64, expanded: u64) -> Self {
        Self {
            bound,
            generated,
            expanded,
        }
    }

    /// The counts of the whole search so far, in the form of an iteration.
    pub(crate) const fn so_far(bound: C, counts: Counts) -> Self
    where
        C: Copy,
    {
        Self::new(bound, counts.generated, counts.expanded)
    }

    /// The counts since `before`, an earlier moment of the same search.
    pub(crate) fn since(self, before: &Self) -> Self {
        Self::new(
            self.bound,
            self.generated.saturating_sub(before.generated),
            self.expanded.saturating_sub(before.expanded),
        )
    }
}
