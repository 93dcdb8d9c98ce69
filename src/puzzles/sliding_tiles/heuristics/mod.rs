//! Heuristics for sliding tiles beyond the Manhattan distance.

mod axes;
mod inversion_distance;
mod linear_conflict;
mod tile_goals;
mod tile_guess;
mod walking_distance;

pub use axes::{Axes, MaxPerAxis};
pub use inversion_distance::InversionDistance;
pub use linear_conflict::LinearConflict;
pub(super) use tile_goals::TileGoals;
pub use tile_guess::TileGuess;
pub use walking_distance::{WalkingDistance, WalkingMemo};

/// No board has more cells.
const CELLS: usize = 64;

/// Whether a puzzle has so many rows and columns, and its goal each label on this cell.
fn is_board<B: crate::puzzles::Packed>(
    puzzle: &crate::puzzles::SlidingTiles<B>,
    (rows, columns): (usize, usize),
    cell_of: impl Fn(usize) -> usize,
) -> bool {
    let mut goal = puzzle.goal().cells().enumerate();
    (puzzle.rows(), puzzle.columns()) == (rows, columns)
        && goal.all(|(cell, label)| cell_of(usize::from(label) % CELLS) == cell)
}

/// The cells of a tile's move, as `(from, to)`, and the tile.
#[inline]
pub(super) fn slide<B: crate::puzzles::Packed>(
    parent: &crate::puzzles::Board<B>,
    child: &crate::puzzles::Board<B>,
) -> (u8, usize, usize) {
    let (to, from) = (parent.blank(), child.blank());
    (parent.tile(from), from, to)
}
