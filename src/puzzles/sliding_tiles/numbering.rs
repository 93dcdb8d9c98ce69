//! The boards that can reach the goal, numbered by the blank's cell and then by the order of the
//! tiles.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::SlidingTiles;
use crate::permutation::{
    Parity, factorial, inversions, lexicographic_unrank, rank_and_inversions,
};
use crate::puzzle::Ranked;
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;

/// What numbers follow from, computed once for a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbering {
    /// How many tile orders belong to each cell of the blank; `None` if that exceeds `u128`.
    section: Option<u128>,
    /// The parity of the tile orders that can be reached with the blank on each cell: a vertical
    /// move carries a tile past `columns - 1` others, a horizontal one past none.
    parity: Box<[Parity]>,
}

impl Numbering {
    pub(super) fn new<B: Packed>(rows: usize, columns: usize, goal: &Board<B>) -> Self {
        let cells = rows * columns;
        let section = if rows == 1 || columns == 1 {
            Some(1)
        } else {
            factorial(cells - 1).map(|orders| orders / 2)
        };
        let order: Vec<u8> = goal.order().collect();
        let from_goal = |cell: usize| (cell / columns).abs_diff(goal.blank() / columns);
        let passed = |cell| ((columns - 1) * from_goal(cell)) as u64;
        Self {
            section: section.filter(|section| section.checked_mul(cells as u128).is_some()),
            parity: (0..cells)
                .map(|cell| Parity::of(inversions(&order) + passed(cell)))
                .collect(),
        }
    }
}

/// `rank` = the blank's cell times the size of a section plus half the lexicographic rank of the
/// tiles in reading order: of two neighbors in that order exactly one has the right parity.
impl<B: Packed> Ranked for SlidingTiles<B> {
    fn state_count(&self) -> Option<u128> {
        let section = self.numbering.section?;
        Some(section * (self.rows * self.columns) as u128)
    }

    fn rank(&self, board: &Board<B>) -> Option<u128> {
        let section = self.numbering.section?;
        let (cells, blank) = (self.rows * self.columns, board.blank());
        if self.rows == 1 || self.columns == 1 {
            let in_order = board.order().eq(self.goal.order()) && blank < cells;
            return in_order.then_some(blank as u128);
        }
        if !board.has_cells(cells) {
            return None;
        }
        let tiles = (0..cells - 1).map(|at| board.nth_tile(at) - 1);
        let (rank, inversions) = rank_and_inversions(tiles, cells - 1);
        let right = Parity::of(u64::from(inversions)) == self.numbering.parity[blank];
        right.then(|| blank as u128 * section + rank / 2)
    }

    fn unrank(&self, rank: u128) -> Option<Board<B>> {
        if rank >= self.state_count()? {
            return None;
        }
        let section = self.numbering.section?;
        let (blank, order) = ((rank / section) as usize, rank % section);
        if self.rows == 1 || self.columns == 1 {
            return Some(Board::from_order(blank, self.goal.order()));
        }
        let tiles = self.rows * self.columns - 1;
        let unranked = lexicographic_unrank(tiles, 2 * order);
        let mut order: Vec<u8> = unranked.map(|tile| tile as u8 + 1).collect();
        if Parity::of(inversions(&order)) != self.numbering.parity[blank] {
            order.swap(tiles - 2, tiles - 1);
        }
        Some(Board::from_order(blank, order.into_iter()))
    }
}
