//! [`InversionDistance`]: a lower bound from the numbers of inversions by rows and by columns.

use super::axes::Axes;
use super::{CELLS, TileMove};
use crate::facts::Facts;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzles::{Board, Direction, Packed, SlidingTiles};

/// A lower bound on the number of moves that solve a sliding board, computed from its inversions. An inversion is a
/// pair of tiles in the wrong order.
///
/// If a board is read row by row, a vertical move carries a tile past `columns - 1` other tiles. The move therefore
/// changes the number of inversions by at most `columns - 1`, and by an odd number if `columns - 1` is odd. This gives
/// a lower bound on the number of vertical moves. In the same way, a lower bound on the number of horizontal moves
/// follows from the board read column by column. The estimate is the sum of the two bounds.
///
/// The estimate is admissible and consistent. The heuristic is strong on boards where
/// [`Manhattan`](crate::heuristics::Manhattan) is weak, so combine it with another heuristic by
/// [`Max`](crate::heuristics::Max) or [`MaxPerAxis`](crate::heuristics::MaxPerAxis). The heuristic is valid only for
/// the goal of the puzzle that it was made for. Updating the estimate after a move takes at most one pass over a row or
/// column.
///
/// The heuristic is due to Takahashi Ken'ichiro.
///
/// ```
/// use puzzle_search::heuristics::InversionDistance;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Notation, Puzzle};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let puzzle = puzzle.clone().guided_by(InversionDistance::new(&puzzle));
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// assert_eq!(puzzle.heuristic(&start), Some(23));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct InversionDistance {
    rows: usize,
    columns: usize,
    /// The place of each tile in the goal, counted row by row, and counted column by column.
    by_row: [u8; CELLS],
    by_column: [u8; CELLS],
}

impl InversionDistance {
    /// Makes the heuristic for the goal of `puzzle`.
    #[must_use]
    pub fn new<B: Packed>(puzzle: &SlidingTiles<B>) -> Self {
        let (rows, columns) = (puzzle.rows(), puzzle.columns());
        let (mut by_row, mut by_column) = ([0; CELLS], [0; CELLS]);
        for (cell, tile) in puzzle.goal().cells().enumerate() {
            by_row[usize::from(tile) % CELLS] = cell as u8;
            let place = (cell % columns) * rows + cell / columns;
            by_column[usize::from(tile) % CELLS] = place as u8;
        }
        Self {
            rows,
            columns,
            by_row,
            by_column,
        }
    }

    /// The number of inversions if the cells are read in this order.
    fn inversions<B: Packed>(
        board: &Board<B>,
        cells: impl Iterator<Item = usize> + Clone,
        place: &[u8; CELLS],
    ) -> u32 {
        let tiles = cells.map(|cell| board.tile(cell)).filter(|&tile| tile != 0);
        let mut places = tiles.map(|tile| place[usize::from(tile) % CELLS]);
        let mut count = 0;
        while let Some(one) = places.next() {
            count += places.clone().filter(|&other| other < one).count() as u32;
        }
        count
    }
}

/// The direction in which a tile passes others in the order of the cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PassDirection {
    Forward,
    Backward,
}

impl PassDirection {
    const fn of(from: usize, to: usize) -> Self {
        if from < to {
            Self::Forward
        } else {
            Self::Backward
        }
    }
}

/// The number of inversions after a tile has passed others: each pair becomes an inversion or ceases to be one.
fn inversions_after(
    inversions: u32,
    tile: u8,
    others: impl Iterator<Item = u8>,
    place: &[u8; CELLS],
    direction: PassDirection,
) -> u32 {
    let place_of = |tile: u8| place[usize::from(tile) % CELLS];
    others.fold(inversions, |count, other| {
        let was_in_order =
            (place_of(tile) < place_of(other)) == (direction == PassDirection::Forward);
        if was_in_order {
            count + 1
        } else {
            count.saturating_sub(1)
        }
    })
}

/// The least number of moves that can remove all inversions, if each move passes `passed` tiles.
const fn moves(inversions: u32, passed: u32) -> u32 {
    if passed == 0 {
        return 0;
    }
    let least = inversions.div_ceil(passed);
    // If a move passes an odd number of tiles, it changes the parity of the inversions.
    if passed % 2 == 1 && least % 2 != inversions % 2 {
        least + 1
    } else {
        least
    }
}

impl<B: Packed> Heuristic<SlidingTiles<B>> for InversionDistance {
    /// The number of inversions in row order, and the number of inversions in column order.
    type Memo = (u32, u32);

    fn memo(&self, _: &SlidingTiles<B>, board: &Board<B>) -> (u32, u32) {
        let (rows, columns) = (self.rows, self.columns);
        let row_by_row = 0..rows * columns;
        let column_by_column = row_by_row.clone().map(|at| at % rows * columns + at / rows);
        (
            Self::inversions(board, row_by_row, &self.by_row),
            Self::inversions(board, column_by_column, &self.by_column),
        )
    }

    fn advance(
        &self,
        _: &SlidingTiles<B>,
        memo: (u32, u32),
        parent: &Board<B>,
        mv: &Direction,
        child: &Board<B>,
    ) -> (u32, u32) {
        let TileMove { tile, from, to } = TileMove::between(parent, child);
        let (by_row, by_column) = memo;
        let (first, last, columns) = (from.min(to), from.max(to), self.columns);
        if matches!(mv, Direction::Up | Direction::Down) {
            let passed = (first + 1..last).map(|cell| parent.tile(cell));
            let by_row = inversions_after(
                by_row,
                tile,
                passed,
                &self.by_row,
                PassDirection::of(from, to),
            );
            return (by_row, by_column);
        }
        // Column by column, the tile passes those below it in the left column, then those above it in the right one.
        let (left, right, row) = (first % columns, last % columns, first / columns);
        let below = (row + 1..self.rows).map(|row| row * columns + left);
        let above = (0..row).map(|row| row * columns + right);
        let passed = below.chain(above).map(|cell| parent.tile(cell));
        let by_column = inversions_after(
            by_column,
            tile,
            passed,
            &self.by_column,
            PassDirection::of(from, to),
        );
        (by_row, by_column)
    }

    fn fits(&self, puzzle: &SlidingTiles<B>) -> bool {
        super::has_goal(puzzle, self.rows, self.columns, |tile| {
            usize::from(self.by_row[tile])
        })
    }

    fn facts(&self, space: Facts<u32>) -> Facts<u32> {
        space.consistent(true)
    }

    #[inline]
    fn estimate(&self, _: &SlidingTiles<B>, memo: (u32, u32)) -> Option<u32> {
        let [vertical, horizontal] = Axes::<B>::axes(self, memo);
        Some(vertical + horizontal)
    }
}

impl<B: Packed> Axes<B> for InversionDistance {
    #[inline]
    fn axes(&self, memo: (u32, u32)) -> [u32; 2] {
        let (by_row, by_column) = memo;
        [
            moves(by_row, self.columns as u32 - 1),
            moves(by_column, self.rows as u32 - 1),
        ]
    }
}
