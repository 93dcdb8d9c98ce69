//! [`StepTable`]: for each step of the blank, the tiles whose Manhattan distance it increases.

use super::SlidingTiles;
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;

/// The greatest number of cells of a board.
const CELLS: usize = 64;

/// For each cell and each of its four sides, the set of tiles that a step onto the cell from that side takes farther
/// from home. The step takes all other tiles nearer, since on a grid it changes the distance by one.
///
/// Each set is replicated through the word, so a four-bit tile is found whatever the two bits above it are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StepTable {
    farther: [[u64; 4]; CELLS],
}

impl StepTable {
    pub(super) fn new<B: Packed>(cells: usize, columns: usize, goal: &Board<B>) -> Self {
        let bits = Board::<B>::TILE_BITS.min(6);
        let mut farther = [[0; 4]; CELLS];
        for (home, tile) in goal.tiles() {
            let (home_row, home_column) = (home / columns, home % columns);
            for (cell, sides) in farther.iter_mut().take(cells).enumerate() {
                let (row, column) = (cell / columns, cell % columns);
                let (down, up) = (row > home_row, row < home_row);
                let (right, left) = (column > home_column, column < home_column);
                // In the order of `side`. In a single column, a step changes the cell's index by one, which `side`
                // takes for horizontal.
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

    /// Whether a step to an adjacent cell takes a tile farther from home. The bits above those of the tile may be
    /// anything.
    #[inline(always)]
    fn is_farther(&self, tile: u8, from: usize, to: usize) -> bool {
        self.farther[to % CELLS][side(from, to)] >> (tile % 64) & 1 != 0
    }
}

/// The side from which a step enters a cell: 0 left, 1 right, 2 above, 3 below.
const fn side(from: usize, to: usize) -> usize {
    match (from < to, from.abs_diff(to)) {
        (true, 1) => 0,
        (false, 1) => 1,
        (true, _) => 2,
        (false, _) => 3,
    }
}

/// The estimates before and after an edge, or both reduced by the same amount.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) from: u32,
    pub(super) to: u32,
}

impl Change {
    /// The slack of a child, given that of its parent; if its f exceeds the bound, the excess.
    #[inline(always)]
    pub(super) const fn child_slack(self, slack: u32) -> Result<u32, u32> {
        // At most the bound, as `from` is part of the estimate; saturation would take two more instructions.
        let left = slack.wrapping_add(self.from);
        match self.to.checked_add(1) {
            Some(needed) if needed <= left => Ok(left - needed),
            Some(needed) => Err(needed - left),
            None => Err(u32::MAX),
        }
    }
}

impl<B: Packed> SlidingTiles<B> {
    /// The change of the Manhattan distance along an edge; `GOAL` is a [`GoalHint`].
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

/// [`StepTable::is_farther`] for a tile of the 15-puzzle with this home. If both cells are constants, it is a
/// comparison with a constant.
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

/// The goal that code is specialised for: one of the usual two of the 15-puzzle, or any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum GoalHint {
    /// No specialisation.
    Any,
    /// The tiles in order after the blank.
    BlankFirst,
    /// The tiles in order before the blank.
    BlankLast,
}

/// The same as constants, since a const generic cannot be an enum.
pub(super) const ANY: u8 = GoalHint::Any as u8;
pub(super) const FIRST: u8 = GoalHint::BlankFirst as u8;
pub(super) const LAST: u8 = GoalHint::BlankLast as u8;

impl GoalHint {
    pub(super) fn of<B: Packed>(size: (usize, usize), goal: &Board<B>) -> Self {
        match size {
            (4, 4) if goal.labels().eq(0..16) => Self::BlankFirst,
            (4, 4) if goal.labels().eq((1..16).chain([0])) => Self::BlankLast,
            _ => Self::Any,
        }
    }
}
