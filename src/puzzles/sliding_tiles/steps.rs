//! [`Steps`]: which tiles get farther from home by a step, for the heuristic.

use super::SlidingTiles;
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;

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
        for (home, tile) in goal.tiles() {
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

    /// Whether a tile gets farther from home by a step to the next cell. There may be anything in the
    /// bits above those of a tile.
    #[inline(always)]
    fn is_farther(&self, tile: u8, from: usize, to: usize) -> bool {
        self.farther[to % CELLS][side(from, to)] >> (tile % 64) & 1 != 0
    }
}

/// From which side a step leads to a cell: 0 left, 1 right, 2 above, 3 below.
const fn side(from: usize, to: usize) -> usize {
    match (from < to, from.abs_diff(to)) {
        (true, 1) => 0,
        (false, 1) => 1,
        (true, _) => 2,
        (false, _) => 3,
    }
}

/// How an estimate changes along an edge: both estimates, or both less the same.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) from: u32,
    pub(super) to: u32,
}

impl Change {
    /// The slack of a child, by that of its parent; or by how much its f exceeds the bound.
    #[inline(always)]
    pub(super) const fn below(self, slack: u32) -> Result<u32, u32> {
        // No more than the bound, as `from` is part of the estimate.
        let left = slack.saturating_add(self.from);
        match self.to.checked_add(1) {
            Some(needed) if needed <= left => Ok(left - needed),
            Some(needed) => Err(needed - left),
            None => Err(u32::MAX),
        }
    }
}

impl<B: Packed> SlidingTiles<B> {
    /// How the distance of the tile that moves along an edge changes, where so much is known of the goal.
    #[inline(always)]
    pub(super) fn step<const GOAL: u8>(&self, parent: &Board<B>, child: &Board<B>) -> Change {
        let (to, from) = (parent.blank(), child.blank());
        let is_farther = match GOAL {
            FIRST => is_farther_in_order(parent.tile(from), from, to),
            LAST => is_farther_in_order(parent.tile(from).wrapping_sub(1), from, to),
            _ => {
                let tile = parent.tile_and_more(from);
                self.steps.is_farther(tile, from, to)
            }
        };
        if is_farther {
            Change { from: 0, to: 1 }
        } else {
            Change { from: 1, to: 0 }
        }
    }
}

/// Whether a tile of the 15-puzzle with this home gets farther from it by a step to the next cell:
/// where both cells are constants, a comparison with a constant.
#[inline(always)]
const fn is_farther_in_order(home: u8, from: usize, to: usize) -> bool {
    let (row, column) = (home as usize / 4, home as usize % 4);
    match side(from, to) {
        0 => column < to % 4,
        1 => column > to % 4,
        2 => row < to / 4,
        _ => row > to / 4,
    }
}

/// What is known of the goal where code is made for it: that it is a usual one of the 15-puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum GoalHint {
    /// Nothing.
    Any,
    /// The tiles in order, the blank before them.
    BlankFirst,
    /// The tiles in order, the blank after them.
    BlankLast,
}

/// The same, as the parameter of a constant can have it.
pub(super) const ANY: u8 = GoalHint::Any as u8;
pub(super) const FIRST: u8 = GoalHint::BlankFirst as u8;
pub(super) const LAST: u8 = GoalHint::BlankLast as u8;

impl GoalHint {
    pub(super) fn of<B: Packed>(size: (usize, usize), goal: &Board<B>) -> Self {
        match size {
            (4, 4) if goal.cells().eq(0..16) => Self::BlankFirst,
            (4, 4) if goal.cells().eq((1..16).chain([0])) => Self::BlankLast,
            _ => Self::Any,
        }
    }
}
