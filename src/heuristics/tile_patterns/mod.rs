//! Additive pattern databases for sliding tiles.
//!
//! The tiles are divided among patterns. A database counts the moves of its own tiles only, so that
//! the values of all of them add up to an admissible estimate. [`TilePatterns`] is such a set,
//! [`ReflectedTilePatterns`] looks everything up a second time in the mirror, [`Partition`] says which
//! tiles belong together, and [`Style`] how the blank and the entries are treated.
//!
//! [`DynamicPatterns`] does without a partition: it has small patterns of all tiles, of which each board takes those
//! that give the best bound.
//!
//! ```
//! use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! // The tiles whose goals are these cells.
//! let partition = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 7]]);
//! let patterns = TilePatterns::new(&puzzle, &partition, Style::default())?;
//! let puzzle = puzzle.guided_by(patterns.reflected()?);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! assert_eq!(puzzle.heuristic(&start), Some(29));
//! assert_eq!(IdaStar::new().solve(&puzzle, &start).lower_bound, Some(31));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
#[cfg(feature = "std")]
mod cache;
mod dynamic;
mod grid;
mod orders;
mod partition;
mod patterns;
mod reflected;
mod shape;
mod style;
mod table;

pub use dynamic::{DynamicMemo, DynamicPatterns};
pub use partition::{Estimate, Partition};
pub use patterns::{PatternMemo, TilePatterns};
pub use reflected::ReflectedTilePatterns;
pub use style::{Blank, Entries, Style};
