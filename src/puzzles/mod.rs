//! Ready-made puzzles, such as sliding tiles, grid maps, the towers of Hanoi and permutation puzzles.
//!
//! Each puzzle creates its own states: from numbers by a method such as [`SlidingTiles::state`], or from text by
//! [`Notation::parse`](crate::Notation::parse). [`Grid`] has a built-in heuristic. To give any other puzzle a
//! heuristic, call [`guided_by`](crate::Puzzle::guided_by).
//!
//! ```
//! use puzzle_search::puzzles::{Metric, Pancake, PocketCube, SlidingTiles};
//! use puzzle_search::Ranked;
//!
//! // The number of states that can reach the goal:
//! assert_eq!(SlidingTiles::new(4, 4)?.state_count(), Some(10_461_394_944_000));
//! assert_eq!(Pancake::new(10)?.state_count(), Some(3_628_800));
//! assert_eq!(PocketCube::new(Metric::HalfTurns).state_count(), Some(3_674_160));
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```

mod board;
mod board_text;
mod burnt_pancake;
mod by_group;
mod cube;
mod error;
mod graph_tiles;
mod grid;
pub(crate) mod hanoi;
mod homes;
pub(crate) mod manhattan;
pub(crate) mod misplaced;
mod packed;
pub(crate) mod pancake;
mod permutation_puzzle;
mod pocket_cube;
mod portable;
mod sequence;
pub(crate) mod sliding_tiles;
mod swap_game;
mod two_sided;
pub(crate) mod weighted_tiles;

pub use board::{Arrangement, Board};
pub use board_text::BoardText;
pub use burnt_pancake::{BurntPancake, BurntStack};
pub use cube::Facelets;
pub use error::PuzzleError;
pub use graph_tiles::{GraphTiles, Slide};
pub use grid::{Cell, Compass, Connectivity, Grid, GridMap, Jump, JumpGrid, JumpPoint, Route};
pub use hanoi::{Hanoi, PegMove, Towers};
pub(crate) use manhattan::Manhattan;
pub(crate) use misplaced::Misplaced;
pub use packed::Packed;
pub use pancake::{Flip, Pancake};
pub use permutation_puzzle::{Definition, NamedMove, PermutationPuzzle, Ring, Turn};
pub use pocket_cube::{Corners, CubeTurn, Metric, PocketCube};
pub(crate) use sliding_tiles::GridSymmetry;
pub use sliding_tiles::{
    Direction, Displacement, Extent, SlidingTiles, TileSymmetry, sliding_solvability,
};
pub use swap_game::{Swap, SwapGame};
pub use weighted_tiles::WeightedTiles;
