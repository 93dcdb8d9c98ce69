//! [`Steps`]: which tiles get farther from home by a step, for the heuristic.

use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;
use crate::traversal::Change;

/// No board has more cells.
const CELLS: usize = 64;

/// For each cell and each of its four sides, the set of tiles that get farther from home when they
/// come to the cell from that side. All others get nearer: on a grid, a step changes the distance
/// by one.
///
/// A set is repeated as often as it fits: a tile of four bits is found in it with any two bits above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Steps {
    farther: [[u64; 4]; CELLS],
}

impl Steps {
    pub(super) fn new<B: Packed>(cells: usize, columns: usize, goal: &Board<B>) -> Self {
        let bits = Board::<B>::TILE_BITS.min(6);
        let mut farther = [[0; 4]; CELLS];
        for (home, tile) in goal.cells().enumerate().filter(|&(_, tile)| tile != 0) {
            let (home_row, home_column) = (home / columns, home % columns);
            for (cell, sides) in farther.iter_mut().take(cells).enumerate() {
                let (row, column) = (cell / columns, cell % columns);
                let (down, up) = (row > home_row, row < home_row);
                let (right, left) = (column > home_column, column < home_column);
                // In the order of `side`; in a single column the next cell is the one below.
                let away = match columns {
                    1 => [down, up, down, up],
                    _ => [right, left, down, up],
                };
                for (set, away) in sides.iter_mut().zip(away) {
                    for copy in (usize::from(tile)..64).step_by(1 << bits) {
                        *set |= u64::from(away) << copy;
                    }
                }
            }
        }
        Self { farther }
    }

    /// How the distance of a tile from home changes by a step to the next cell. There may be anything
    /// in the bits above those of a tile.
    #[inline(always)]
    pub(super) fn change(&self, tile: u8, from: usize, to: usize) -> Change<u32> {
        let side = match (from < to, from.abs_diff(to)) {
            (true, 1) => 0,
            (false, 1) => 1,
            (true, _) => 2,
            (false, _) => 3,
        };
        if self.farther[to % CELLS][side] >> (tile % 64) & 1 == 0 {
            Change { from: 1, to: 0 }
        } else {
            Change { from: 0, to: 1 }
        }
    }
}
