//! [`TileGoals`]: where the tiles of a board belong, for the heuristics that are made for one goal.

use alloc::boxed::Box;

use super::{CELLS, is_board};
use crate::puzzles::{Packed, SlidingTiles};

/// Where each tile of a board belongs, and how far it is from there.
#[derive(Clone, Debug)]
pub(in crate::puzzles::sliding_tiles) struct TileGoals {
    rows: usize,
    columns: usize,
    /// By tile.
    cells: [u8; CELLS],
    /// By tile and cell: to divide at each move would take longer.
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

    /// How far a tile on a cell is from its goal; of the blank it means nothing.
    #[inline]
    pub(in crate::puzzles::sliding_tiles) fn distance(&self, tile: u8, cell: usize) -> u32 {
        let cells = self.distance.get(usize::from(tile));
        cells.map_or(0, |cells| u32::from(cells[cell % CELLS]))
    }

    /// The cell where a tile belongs.
    #[inline]
    pub(in crate::puzzles::sliding_tiles) fn cell(&self, tile: u8) -> usize {
        usize::from(self.cells[usize::from(tile) % CELLS])
    }

    /// Whether they are those of a puzzle.
    pub(in crate::puzzles::sliding_tiles) fn fits<B: Packed>(
        &self,
        puzzle: &SlidingTiles<B>,
    ) -> bool {
        is_board(puzzle, (self.rows, self.columns), |tile| {
            self.cell(tile as u8)
        })
    }
}
