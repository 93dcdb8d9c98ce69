//! Sliding tiles as a puzzle and a start.

use puzzle_search::puzzles::{Board, Packed, PuzzleError, SlidingTiles};

use crate::boards::Tiles;

/// The puzzle with its goal, and the start, packed in some way; an error if there are too many cells for that.
pub(crate) fn puzzle<B: Packed>(tiles: &Tiles) -> Result<(SlidingTiles<B>, Board<B>), PuzzleError> {
    let puzzle = SlidingTiles::packed(tiles.rows, tiles.columns)?;
    // No number of a board that can be packed is larger.
    let bytes = |labels: &[u32]| labels.iter().map(|&label| label as u8).collect::<Vec<_>>();
    let puzzle = puzzle.with_goal(&bytes(&tiles.goal))?;
    let start = puzzle.state(&bytes(&tiles.start))?;
    Ok((puzzle, start))
}
