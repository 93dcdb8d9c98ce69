//! [`TileGoals`]: the goal cells and Manhattan distances of tiles, for heuristics that are made for one goal.

use alloc::boxed::Box;

use super::CELLS;
use crate::puzzles::{Packed, SlidingTiles};

/// The flag of a tile in its goal row, beside its distance.
pub(super) const IN_ROW: u8 = 1 << 6;
/// The flag of a tile in its goal column.
pub(super) const IN_COLUMN: u8 = 1 << 7;
/// The bits of the distance, below the flags.
pub(super) const DISTANCE: u8 = IN_ROW - 1;

/// The goal row and column of each tile, and its distance on each cell.
#[derive(Clone, Debug)]
pub(in crate::puzzles::sliding_tiles) struct TileGoals {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) row: [u8; CELLS],
    pub(super) column: [u8; CELLS],
    /// For each tile and cell: the Manhattan distance, with the flags [`IN_ROW`] and [`IN_COLUMN`]. A table avoids
    /// divisions at each move.
    pub(super) flagged_distances: Box<[[u8; CELLS]; CELLS]>,
}

impl TileGoals {
    pub(in crate::puzzles::sliding_tiles) fn new<B: Packed>(puzzle: &SlidingTiles<B>) -> Self {
        let (rows, columns) = (puzzle.rows(), puzzle.columns());
        let (mut row, mut column) = ([0; CELLS], [0; CELLS]);
        for (cell, tile) in puzzle.goal().labels().enumerate() {
            row[usize::from(tile) % CELLS] = (cell / columns) as u8;
            column[usize::from(tile) % CELLS] = (cell % columns) as u8;
        }
        let flagged = |tile: usize, cell: usize| {
            let vertical = (cell / columns).abs_diff(row[tile].into());
            let horizontal = (cell % columns).abs_diff(column[tile].into());
            let in_row = if vertical == 0 { IN_ROW } else { 0 };
            let in_column = if horizontal == 0 { IN_COLUMN } else { 0 };
            (vertical + horizontal) as u8 | in_row | in_column
        };
        let of_tile =
            |tile| core::array::from_fn(|cell| if tile == 0 { 0 } else { flagged(tile, cell) });
        Self {
            rows,
            columns,
            row,
            column,
            flagged_distances: Box::new(core::array::from_fn(of_tile)),
        }
    }

    /// The goal row of a tile.
    #[inline]
    pub(super) fn row(&self, tile: u8) -> usize {
        usize::from(self.row[usize::from(tile) % CELLS])
    }

    /// The goal column of a tile.
    #[inline]
    pub(super) fn column(&self, tile: u8) -> usize {
        usize::from(self.column[usize::from(tile) % CELLS])
    }

    /// The Manhattan distance of a tile on a cell; 0 for the blank.
    #[inline]
    pub(in crate::puzzles::sliding_tiles) fn distance(&self, tile: u8, cell: usize) -> u32 {
        u32::from(self.flagged_distances[usize::from(tile) % CELLS][cell % CELLS] & DISTANCE)
    }

    /// Whether these are the goals of a puzzle.
    pub(in crate::puzzles::sliding_tiles) fn fits<B: Packed>(
        &self,
        puzzle: &SlidingTiles<B>,
    ) -> bool {
        let mut goal = puzzle.goal().labels().enumerate();
        let is_goal = |(cell, tile)| self.row(tile) * self.columns + self.column(tile) == cell;
        (puzzle.rows(), puzzle.columns()) == (self.rows, self.columns) && goal.all(is_goal)
    }
}
