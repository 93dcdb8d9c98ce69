//! Heuristics, which estimate the cost from a state to a goal, and [`Guided`], a puzzle combined with a heuristic.
//!
//! A puzzle can define a heuristic by its own method [`Puzzle::heuristic`](crate::Puzzle::heuristic). A [`Heuristic`]
//! is a separate value, which can be exchanged for another heuristic.
//!
//! ```
//! use puzzle_search::heuristics::{Manhattan, Misplaced};
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{AStar, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let coarse = AStar::new().solve(&puzzle.clone().guided_by(Misplaced), &start);
//! let finer = AStar::new().solve(&puzzle.guided_by(Manhattan), &start);
//! assert_eq!(coarse.lower_bound, finer.lower_bound);
//! assert!(10 * finer.stats.expanded < coarse.stats.expanded);
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```

pub use crate::puzzle::heuristic::{
    BothWays, Either, FnHeuristic, Guided, Heuristic, Max, Mismatch, Own, Reflected, Scaled, Sum,
    Symmetry, TwoSidedHeuristic, Zero,
};
#[cfg(feature = "puzzles")]
pub use crate::puzzles::{
    hanoi::DiscPatterns,
    manhattan::Manhattan,
    misplaced::Misplaced,
    pancake::Gap,
    sliding_tiles::{LinearConflict, TileGuess, WalkingDistance, WalkingMemo, tile_patterns},
    weighted_tiles::WeightedPatterns,
};
pub use crate::tables::{Abstraction, KeptPieces, PatternDatabase, PieceSpace, Places};
