//! Puzzles that are ready to use: one file or folder each.

mod board;
mod error;
mod graph_tiles;
mod homes;
mod magic_squares;
mod packed;
mod sliding_tiles;
mod swap_game;

pub use board::{Arrangement, Board};
pub use error::{BoardError, ParseMoveError};
pub use graph_tiles::{GraphTiles, Slide};
pub use magic_squares::{Generator, MagicSquares};
pub use packed::Packed;
pub(crate) use sliding_tiles::Grid;
pub use sliding_tiles::{Direction, SlidingTiles, TileSymmetry, sliding_solvability};
pub use swap_game::{Swap, SwapGame};
