//! [`Stats`]: the counts of a search, defined the same way for every solver.
//!
//! *Generated* counts each start once per search, and each child when it is tried, before its bound or its duplicate is
//! tested, up to the goal; a move skipped as redundant is not generated. These are the counts of R. E. Korf's papers,
//! and tests compare them.

use core::fmt;

/// Counts of what a search did. The counts of states are the same on every platform and with any number of threads,
/// with two exceptions on several threads: the counts of best-first searches and of branch and bound vary from run to
/// run, and a limit may stop any other search at other counts than on one thread.
///
/// Two are equal if they have the same counts of states. The bytes are not compared: a search that was paused, or saved
/// and loaded, may have grown its lists in other steps.
///
/// Printed, they are one line: what was expanded and generated, and of the other counts those that are not zero.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{BreadthFirst, Solver};
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let start = puzzle.state(&[0, 1, 3, 2])?;
/// let stats = BreadthFirst::new().solve(&puzzle, &start).stats;
/// assert_eq!((stats.expanded, stats.generated), (2, 5));
/// assert!(stats.to_string().starts_with("2 expanded, 5 generated, "));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stats {
    /// The number of expansions. A state counts each time it is expanded.
    pub expanded: u64,
    /// The number of starts, plus the number of children generated until the goal was found. A child counts even if its
    /// state was already stored.
    pub generated: u64,
    /// The number of times that a state was expanded again because a cheaper path to it was found; or by the same path,
    /// where weighted A* and dynamic potential search cannot tell two keys apart that are rounded. Searches from both
    /// ends ([`BaeStar`](crate::solvers::BaeStar), [`Nbs`](crate::solvers::Nbs)) count it when they find the path.
    pub reopened: u64,
    /// The number of generated children whose states were already stored.
    pub duplicates: u64,
    /// The maximum number of states stored at one time. The current path of a depth-first search does not count.
    pub peak_stored: u64,
    /// The maximum number of bytes used at one time by lists and tables.
    pub peak_bytes: usize,
}

impl Stats {
    pub(crate) const fn counts(&self) -> Counts {
        Counts {
            expanded: self.expanded,
            generated: self.generated,
        }
    }
}

impl PartialEq for Stats {
    fn eq(&self, other: &Self) -> bool {
        let rest = |stats: &Self| (stats.reopened, stats.duplicates, stats.peak_stored);
        self.counts() == other.counts() && rest(self) == rest(other)
    }
}

impl Eq for Stats {}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} expanded, {} generated",
            self.expanded, self.generated
        )?;
        for (count, what) in [
            (self.reopened, "reopened"),
            (self.duplicates, "duplicates"),
            (self.peak_stored, "stored"),
            (self.peak_bytes as u64, "bytes"),
        ] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        Ok(())
    }
}

/// The numbers of expanded and generated states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl Counts {
    /// Counts that are read must be below this, so that they can be added.
    pub(crate) const MOST: u64 = 1 << 60;

    /// Whether further counts can be added without overflow.
    pub(crate) const fn is_summand(self) -> bool {
        self.expanded < Self::MOST && self.generated < Self::MOST
    }

    /// The difference to earlier counts.
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
