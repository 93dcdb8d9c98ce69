//! Heuristics for sliding tiles beyond the Manhattan distance.

mod linear_conflict;
mod tile_goals;
mod tile_guess;
mod walking_distance;

pub use linear_conflict::LinearConflict;
pub(super) use tile_goals::TileGoals;
pub use tile_guess::TileGuess;
pub use walking_distance::{WalkingDistance, WalkingMemo};

/// The greatest number of cells of a board.
const CELLS: usize = 64;
