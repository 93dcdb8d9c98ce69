//! Additive pattern databases for sliding tiles.
//!
//! The tiles are divided into patterns. The database of a pattern counts only the moves of the pattern's tiles, so the
//! values of all databases add up to an admissible estimate. [`TilePatterns`] is a heuristic with a database for each
//! pattern. [`ReflectedTilePatterns`] also looks up the mirror image of each board, and returns the larger estimate. A
//! [`Partition`] defines which tiles form a pattern. A [`Style`] defines how a database treats the blank and stores its
//! entries.
//!
//! ```
//! use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! // Two patterns of four tiles. The tiles are named by their goal cells, counted from 0.
//! let partition = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 7]]);
//! let patterns = TilePatterns::build(&puzzle, &partition, Style::default()).run()?;
//! let puzzle = puzzle.guided_by(patterns.reflected()?);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! assert_eq!(puzzle.heuristic(&start), Some(29));
//! assert_eq!(IdaStar::new().solve(&puzzle, &start).lower_bound, Some(31));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
#[cfg(feature = "std")]
mod cache;
mod grid;
mod layout;
mod orders;
mod partition;
mod patterns;
mod reflected;
mod shape;
mod style;
mod table;

pub use partition::{Partition, TableSize};
pub use patterns::{PatternMemo, TilePatterns};
pub use reflected::ReflectedTilePatterns;
pub use style::{Blank, Entries, Style};
