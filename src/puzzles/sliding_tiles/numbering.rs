//! Ranks of the solvable boards: first by the place of the blank on a snake, a path through all cells that goes back
//! and forth, and then by the lexicographic rank of the tiles along the snake, halved since only one parity is
//! reachable. Invariant: the solvable boards have the ranks 0, 1, 2 and so on, each its own.
//!
//! The boards with the blank on one cell are a section of the ranks. A move along the snake keeps the order of the
//! tiles, so a bit-parallel search combines the two sections word by word: this holds for 11 of the 17 edges of a 3x4
//! board, and for 13 of the 19 of a 2x7 board. Ranks in reading order would have fewer edges of this kind.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::SlidingTiles;
use super::bit_parallel::SectionMoves;
use crate::bit_parallel::BitParallel;
use crate::permutation::{Parity, factorial, lexicographic_unrank, rank_and_inversions};
use crate::puzzle::Ranked;
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;

/// The lookup tables for ranking.
///
/// The snake runs along the shorter lines (rows or columns) of the board, so that consecutive cells are adjacent. A
/// move along it keeps the order of the tiles. Any other move carries a tile past an even number of others, since the
/// places of two adjacent cells on the snake differ by an odd number. So all solvable boards have the same parity,
/// wherever the blank is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardNumbering {
    /// The number of ranks of each place of the blank; `None` if ranks exceed the range of `u128`.
    section_length: Option<u128>,
    /// The cells along the snake.
    snake: Box<[u8]>,
    /// The place of each cell on the snake.
    snake_places: Box<[u8]>,
    /// For each cell of the blank, the index in reading order of each tile along the snake.
    reading_indices: Box<[u8]>,
    /// The parity of the tile order of all solvable boards.
    parity: Parity,
}

impl BoardNumbering {
    pub(super) fn new<B: Packed>(rows: usize, columns: usize, goal: &Board<B>) -> Self {
        let cells = rows * columns;
        let section_length = if rows == 1 || columns == 1 {
            Some(1)
        } else {
            factorial(cells - 1).map(|orders| orders / 2)
        };
        let snake = snake(rows, columns);
        let mut snake_places = vec![0; cells];
        for (place, &cell) in snake.iter().enumerate() {
            snake_places[usize::from(cell)] = place as u8;
        }
        let reading_indices = (0..cells as u8).flat_map(|blank| {
            let tiles = snake.iter().filter(move |&&cell| cell != blank);
            tiles.map(move |&cell| cell - u8::from(cell > blank))
        });
        let labels = snake.iter().map(|&cell| goal.tile(cell.into()));
        let tiles: Vec<u8> = labels.filter(|&tile| tile != 0).collect();
        Self {
            section_length: section_length.filter(|n| n.checked_mul(cells as u128).is_some()),
            reading_indices: reading_indices.collect(),
            snake: snake.into(),
            snake_places: snake_places.into(),
            parity: parity(&tiles),
        }
    }

    /// The index in reading order of each tile along the snake, if the blank is on cell `blank`.
    #[inline]
    fn reading_indices(&self, blank: usize) -> &[u8] {
        let tiles = self.snake.len() - 1;
        &self.reading_indices[blank * tiles..][..tiles]
    }

    pub(super) fn parity(&self) -> Parity {
        self.parity
    }
}

/// The cells of a board along the snake.
pub(super) fn snake(rows: usize, columns: usize) -> Vec<u8> {
    let along_rows = columns <= rows;
    let (lines, length) = if along_rows {
        (rows, columns)
    } else {
        (columns, rows)
    };
    let cells = (0..lines).flat_map(|line| {
        (0..length).map(move |at| {
            // Every second line runs backward.
            let at = if line % 2 == 0 { at } else { length - 1 - at };
            let (row, column) = if along_rows { (line, at) } else { (at, line) };
            (row * columns + column) as u8
        })
    });
    cells.collect()
}

/// The parity of an order of the tiles, which are numbered from 1. With more than 34 tiles it may be wrong, but such
/// boards have no ranks.
fn parity(tiles: &[u8]) -> Parity {
    let items = tiles.iter().map(|&tile| usize::from(tile) - 1);
    let (_, inversions) = rank_and_inversions(items, tiles.len());
    Parity::of(inversions.into())
}

/// Numbers the solvable boards.
impl<B: Packed> Ranked for SlidingTiles<B> {
    fn state_count(&self) -> Option<u128> {
        let section_length = self.numbering.section_length?;
        Some(section_length * (self.rows * self.columns) as u128)
    }

    fn rank(&self, board: &Board<B>) -> Option<u128> {
        let numbering = &self.numbering;
        let section_length = numbering.section_length?;
        let (cells, blank) = (self.rows * self.columns, board.blank());
        if self.rows == 1 || self.columns == 1 {
            // On a single line, the tiles never change their order.
            let in_order = board.order().eq(self.goal.order()) && blank < cells;
            return in_order.then_some(blank as u128);
        }
        if !board.has_cell_count(cells) {
            return None;
        }
        let indices = numbering.reading_indices(blank).iter();
        let tiles = indices.map(|&index| board.nth_tile(index.into()) - 1);
        let (rank, inversions) = rank_and_inversions(tiles, cells - 1);
        let is_solvable = Parity::of(u64::from(inversions)) == numbering.parity;
        let place = u128::from(numbering.snake_places[blank]);
        // Ranks 2n and 2n + 1 differ only by an exchange of the last two tiles, so one of the two is solvable.
        is_solvable.then(|| place * section_length + rank / 2)
    }

    fn unrank(&self, rank: u128) -> Option<Board<B>> {
        if rank >= self.state_count()? {
            return None;
        }
        let numbering = &self.numbering;
        let section_length = numbering.section_length?;
        let (place, rank) = ((rank / section_length) as usize, rank % section_length);
        if self.rows == 1 || self.columns == 1 {
            return Some(Board::from_order(place, self.goal.order()));
        }
        let tiles = self.rows * self.columns - 1;
        let unranked = lexicographic_unrank(tiles, 2 * rank);
        let mut along_snake: Vec<u8> = unranked.map(|tile| tile as u8 + 1).collect();
        if parity(&along_snake) != numbering.parity {
            along_snake.swap(tiles - 2, tiles - 1);
        }
        let blank = usize::from(numbering.snake[place]);
        let mut order = vec![0; tiles];
        for (&index, tile) in numbering.reading_indices(blank).iter().zip(along_snake) {
            order[usize::from(index)] = tile;
        }
        Some(Board::from_order(blank, order.into_iter()))
    }

    fn bit_parallel(&self) -> Option<impl BitParallel> {
        SectionMoves::new(self.rows, self.columns, self.numbering.parity())
    }
}
