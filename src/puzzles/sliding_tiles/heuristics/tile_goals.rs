//! [`TileGoals`]: the goal cells and Manhattan distances of tiles, for heuristics that are made for one goal.

use alloc::boxed::Box;

use super::{CELLS, has_goal};
use crate::puzzles::{Packed, SlidingTiles};

/// The goal cell of each tile, and its distance from there on each cell.
#[derive(Clone, Debug)]
pub(in crate::puzzles::sliding_tiles) struct TileGoals {
    rows: usize,
    columns: usize,
    /// The goal cell of each tile.
    cells: [u8; CELLS],
    /// The distance of each tile on each cell. A table avoids divisions at each move.
    distance: Box<[[u8; CELLS]]>,
}

impl TileGoals {
    pub(in crate::puzzles::sliding_tiles) fn new<B: Packed>(puzzle: &SlidingTiles<B>) -> Self {
        let (rows, columns) = (puzzle.rows(), puzzle.columns());
        let mut cells = [0; CELLS];
        for (cell, tile) in puzzle.goal().cells().enumerate() {
            cells[usize::from(tile) % CELLS] = cell as u8;
        }
        let distance = |a: usize, b: usize| {
            let vertical = (a / columns).abs_diff(b / columns);
            (vertical + (a % columns).abs_diff(b % columns)) as u8
        };
        let from = |goal: &u8| core::array::from_fn(|cell| distance(cell, usize::from(*goal)));
        Self {
            rows,
            columns,
            cells,
            distance: cells.iter().map(from).collect(),
        }
    }

    /// The Manhattan distance of a tile on a cell; unspecified for the blank.
    #[inline]
    pub(in crate::puzzles::sliding_tiles) fn distance(&self, tile: u8, cell: usize) -> u32 {
        let cells = self.distance.get(usize::from(tile));
        cells.map_or(0, |cells| u32::from(cells[cell % CELLS]))
    }

    /// The goal cell of a tile.
    #[inline]
    pub(in crate::puzzles::sliding_tiles) fn cell(&self, tile: u8) -> usize {
        usize::from(self.cells[usize::from(tile) % CELLS])
    }

    /// Whether these are the goals of a puzzle.
    pub(in crate::puzzles::sliding_tiles) fn fits<B: Packed>(
        &self,
        puzzle: &SlidingTiles<B>,
    ) -> bool {
        has_goal(puzzle, self.rows, self.columns, |tile| {
            self.cell(tile as u8)
        })
    }
}
