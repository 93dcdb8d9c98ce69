//! [`Stats`]: what a search did, counted the same way by every solver.

use alloc::vec::Vec;

/// Counts of what a search did. The counts of states are the same on every platform and with any number of threads,
/// with one exception: on several threads, the counts of best-first searches and of branch and bound vary from run to
/// run.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{BreadthFirst, Solver};
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let start = puzzle.state(&[0, 1, 3, 2])?;
/// let stats = BreadthFirst::new().solve(&puzzle, &start).stats;
/// assert_eq!((stats.expanded, stats.generated), (2, 5));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stats<C> {
    /// The number of expansions. A state counts each time it is expanded.
    pub expanded: u64,
    /// The number of starts, plus the number of children generated until the goal was found. A child counts even if its
    /// state was already stored.
    pub generated: u64,
    /// The number of times that a state was expanded again because a cheaper path to it was found.
    pub reopened: u64,
    /// The number of generated children whose states were already stored.
    pub duplicates: u64,
    /// The maximum number of states stored at one time. The current path of a depth-first search does not count.
    pub peak_stored: u64,
    /// The maximum number of bytes used at one time by lists and tables.
    pub peak_bytes: usize,
    /// The iterations of an iterative search such as IDA*; empty for other solvers. The last iteration may be
    /// incomplete.
    pub iterations: Vec<Iteration<C>>,
}

impl<C> Default for Stats<C> {
    /// The counts of a search that did nothing.
    fn default() -> Self {
        Self::new()
    }
}

impl<C> Stats<C> {
    pub(crate) const fn new() -> Self {
        Self {
            expanded: 0,
            generated: 0,
            reopened: 0,
            duplicates: 0,
            peak_stored: 0,
            peak_bytes: 0,
            iterations: Vec::new(),
        }
    }
}

/// One iteration of an iterative search, such as IDA*.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let stats = IdaStar::new().solve(&puzzle, &start).stats;
/// let bounds: Vec<u32> = stats.iterations.iter().map(|i| i.bound).collect();
/// assert_eq!(bounds, [21, 23, 25, 27, 29, 31]);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Iteration<C> {
    /// The bound of this iteration: the search cut off paths whose f = g + h exceeded it.
    pub bound: C,
    /// The number of states generated in this iteration, not counting the start.
    pub generated: u64,
    /// The number of states expanded in this iteration.
    pub expanded: u64,
}

impl<C> Iteration<C> {
    /// An iteration with these counts.
    #[must_use]
    pub(crate) const fn new(bound: C, generated: u64, expanded: u64) -> Self {
        Self {
            bound,
            generated,
            expanded,
        }
    }

    /// All that was done up to now, as if it were one iteration.
    pub(crate) const fn so_far(bound: C, stats: &Stats<C>) -> Self
    where
        C: Copy,
    {
        Self::new(bound, stats.generated, stats.expanded)
    }

    /// What was added since: the counts up to now less those before.
    pub(crate) fn since(self, before: &Self) -> Self {
        Self::new(
            self.bound,
            self.generated.saturating_sub(before.generated),
            self.expanded.saturating_sub(before.expanded),
        )
    }
}

/// How many states were expanded and generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl Counts {
    /// No search counts more.
    pub(crate) const MOST: u64 = 1 << 60;

    /// Whether more can be added.
    pub(crate) const fn is_summand(self) -> bool {
        self.expanded < Self::MOST && self.generated < Self::MOST
    }

    /// What was added since.
    pub(crate) const fn since(self, before: Self) -> Self {
        Self {
            expanded: self.expanded.saturating_sub(before.expanded),
            generated: self.generated.saturating_sub(before.generated),
        }
    }
}

impl core::ops::AddAssign for Counts {
    fn add_assign(&mut self, more: Self) {
        self.expanded += more.expanded;
        self.generated += more.generated;
    }
}

impl core::iter::Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |mut sum, more| {
            sum += more;
            sum
        })
    }
}
