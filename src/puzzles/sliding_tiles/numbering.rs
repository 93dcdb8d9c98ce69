//! The boards that can reach the goal, numbered by the blank's cell and then by the order of the
//! tiles.

use alloc::vec::Vec;

use super::SlidingTiles;
use crate::permutation::{Parity, factorial, inversions, lexicographic_rank, lexicographic_unrank};
use crate::puzzle::Ranked;
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;

impl<B: Packed> SlidingTiles<B> {
    /// How many tile orders belong to each cell of the blank.
    fn section(&self) -> Option<u128> {
        if self.rows == 1 || self.columns == 1 {
            return Some(1);
        }
        Some(factorial(self.rows * self.columns - 1)?.div_ceil(2))
    }

    /// The parity of the tile orders that can be reached with the blank on this cell: a vertical
    /// move carries a tile past `columns - 1` others, a horizontal one past none.
    fn parity(&self, blank: usize) -> Parity {
        let goal: Vec<u8> = self.goal.order().collect();
        let rows = (blank / self.columns).abs_diff(self.goal.blank() / self.columns);
        Parity::of(inversions(&goal) + ((self.columns - 1) * rows) as u64)
    }
}

/// `rank` = the blank's cell times the size of a section plus half the lexicographic rank of the
/// tiles in reading order: of two neighbors in that order exactly one has the right parity.
impl<B: Packed> Ranked for SlidingTiles<B> {
    fn state_count(&self) -> Option<u128> {
        self.section()?
            .checked_mul((self.rows * self.columns) as u128)
    }

    fn rank(&self, board: &Board<B>) -> Option<u128> {
        self.state_count()?;
        let (cells, blank) = (self.rows * self.columns, board.blank());
        let tiles = || board.order().map(|tile| usize::from(tile) - 1);
        if tiles().count() != cells - 1 || blank >= cells {
            return None;
        }
        if self.rows == 1 || self.columns == 1 {
            return board.order().eq(self.goal.order()).then_some(blank as u128);
        }
        let order: Vec<u8> = board.order().collect();
        if Parity::of(inversions(&order)) != self.parity(blank) {
            return None;
        }
        Some(blank as u128 * self.section()? + lexicographic_rank(tiles(), cells - 1) / 2)
    }

    fn unrank(&self, rank: u128) -> Option<Board<B>> {
        if rank >= self.state_count()? {
            return None;
        }
        let section = self.section()?;
        let (blank, order) = ((rank / section) as usize, rank % section);
        if self.rows == 1 || self.columns == 1 {
            return Some(Board::from_order(blank, self.goal.order()));
        }
        let tiles = self.rows * self.columns - 1;
        let unranked = lexicographic_unrank(tiles, 2 * order);
        let mut order: Vec<u8> = unranked.map(|tile| tile as u8 + 1).collect();
        if Parity::of(inversions(&order)) != self.parity(blank) {
            order.swap(tiles - 2, tiles - 1);
        }
        Some(Board::from_order(blank, order.into_iter()))
    }
}
