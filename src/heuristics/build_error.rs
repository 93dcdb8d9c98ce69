//! [`BuildError`]: why a heuristic's table could not be built.

use core::fmt;

use crate::monitor::Stop;

/// Why a heuristic's table could not be built.
///
/// ```
/// use puzzle_search::heuristics::WalkingDistance;
/// use puzzle_search::puzzles::SlidingTiles;
///
/// let error = WalkingDistance::new(&SlidingTiles::<[u8; 64]>::packed(8, 8)?).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the walking distance of 8 lines of 8 cells needs 227 bits for a position: expected at most 63",
/// );
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildError {
    /// A limit was reached, or there is no memory.
    Stopped(Stop),
    /// The positions of so many lines of so many cells do not fit into a word.
    WalkingDistance {
        /// How many lines.
        lines: usize,
        /// How many cells in each.
        cells: usize,
        /// How many bits a position takes.
        bits: usize,
    },
    /// More cells than pattern databases are built for.
    Cells {
        /// How many.
        found: usize,
        /// The most there may be.
        most: usize,
    },
    /// A pattern has no cells or too many.
    PatternSize {
        /// Which pattern, counted from 0.
        pattern: usize,
        /// How many cells it has.
        found: usize,
        /// The most it may have.
        most: usize,
    },
    /// A pattern names a cell that the board does not have, or the one of the goal's blank.
    PatternCell {
        /// Which pattern, counted from 0.
        pattern: usize,
        /// The cell.
        cell: usize,
    },
    /// Two patterns share a cell, or one names it twice: their sum would not be admissible.
    SharedCell {
        /// The cell.
        cell: usize,
    },
    /// A ready-made partition is for another board.
    Board {
        /// What it is for.
        expected: &'static str,
    },
    /// No symmetry of the board leaves its goal alone.
    NoReflection,
    /// The abstract space has no ranks.
    Unranked,
    /// A state costs more than an entry can say.
    CostTooLarge {
        /// The most that it can say.
        most: u64,
    },
}

impl From<Stop> for BuildError {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(stop) => write!(f, "the table was not built: {stop}"),
            Self::WalkingDistance { lines, cells, bits } => write!(
                f,
                "the walking distance of {lines} lines of {cells} cells needs {bits} bits for a \
                 position: expected at most 63"
            ),
            Self::Cells { found, most } => write!(
                f,
                "a board of {found} cells has no pattern databases: expected at most {most} cells"
            ),
            Self::PatternSize {
                pattern,
                found,
                most,
            } => write!(
                f,
                "pattern {} has {found} cells: expected 1 to {most}",
                pattern + 1
            ),
            Self::PatternCell { pattern, cell } => write!(
                f,
                "pattern {} names cell {cell}: expected cells of tiles, counted from 0",
                pattern + 1
            ),
            Self::SharedCell { cell } => {
                write!(
                    f,
                    "cell {cell} is named twice: expected patterns that share none"
                )
            }
            Self::Board { expected } => write!(f, "the partition is for {expected}"),
            Self::NoReflection => {
                f.write_str("no reflection of the board leaves its goal as it is")
            }
            Self::Unranked => f.write_str("the abstract states have no numbers"),
            Self::CostTooLarge { most } => write!(
                f,
                "a state costs more than an entry of the table can say: expected at most {most}"
            ),
        }
    }
}

impl core::error::Error for BuildError {}
