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

/// The greatest number of cells of a board.
const CELLS: usize = 64;

/// Whether a puzzle has this size, and its goal has each label on cell `cell_of(label)`.
fn has_goal<B: crate::puzzles::Packed>(
    puzzle: &crate::puzzles::SlidingTiles<B>,
    rows: usize,
    columns: usize,
    cell_of: impl Fn(usize) -> usize,
) -> bool {
    let mut goal = puzzle.goal().cells().enumerate();
    (puzzle.rows(), puzzle.columns()) == (rows, columns)
        && goal.all(|(cell, label)| cell_of(usize::from(label) % CELLS) == cell)
}

/// The move of a tile between two cells.
#[derive(Clone, Copy)]
pub(super) struct TileMove {
    pub(super) tile: u8,
    pub(super) from: usize,
    pub(super) to: usize,
}

impl TileMove {
    /// The move by which `child` follows from `parent`.
    #[inline]
    pub(super) fn between<B: crate::puzzles::Packed>(
        parent: &crate::puzzles::Board<B>,
        child: &crate::puzzles::Board<B>,
    ) -> Self {
        let (to, from) = (parent.blank(), child.blank());
        let tile = parent.tile(from);
        Self { tile, from, to }
    }
}
