//! [`LinearConflict`]: the Manhattan distance plus two moves for each tile that has to leave its goal line.
//!
//! A *line* is a row or a column, and its *removals* are the fewest tiles that have to leave it so that no two of the
//! others are in conflict: all tiles that are in their goal line, less a longest increasing subsequence of these.
//! Invariant: the memo is the estimate, which is the Manhattan distance plus twice the removals of all lines.

use alloc::boxed::Box;
use alloc::vec;

use super::CELLS;
use super::tile_goals::{DISTANCE, IN_COLUMN, IN_ROW, TileGoals};
use crate::facts::Facts;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzles::{Board, Direction, Packed, SlidingTiles};

/// The Manhattan distance of a sliding board, plus two moves for each tile that has to leave its goal row or column to
/// let other tiles pass.
///
/// Of the tiles that are in their goal row, as few as possible leave the row, so that the tiles that stay are in goal
/// order. Columns are treated in the same way. The estimate is admissible and consistent, and never less than the
/// [`Manhattan`](crate::heuristics::Manhattan) distance. The heuristic is valid only for the goal of the puzzle that it
/// was made for.
///
/// Updating the estimate after a move takes at most two passes over a row or column.
///
/// Paper: O. Hansson, A. Mayer, M. Yung, "Criticizing solutions to relaxed models yields powerful
/// admissible heuristics", 1992.
///
/// ```
/// use puzzle_search::heuristics::LinearConflict;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Notation, Puzzle};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let puzzle = puzzle.clone().guided_by(LinearConflict::new(&puzzle));
/// // Two of the three tiles in the first row have to leave it.
/// let start = puzzle.parse("3 2 1  4 5 6  7 8 0")?;
/// assert_eq!(puzzle.heuristic(&start), Some(4 + 2 * 2));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LinearConflict {
    goals: TileGoals,
    /// The removals of a row, and of a column. Rows have as many cells as the board has columns, and the reverse.
    row_removals: RemovalTable,
    column_removals: RemovalTable,
}

impl LinearConflict {
    /// Makes the heuristic for the goal of `puzzle`.
    #[must_use]
    pub fn new<B: Packed>(puzzle: &SlidingTiles<B>) -> Self {
        Self {
            goals: TileGoals::new(puzzle),
            row_removals: RemovalTable::new(puzzle.columns()),
            column_removals: RemovalTable::new(puzzle.rows()),
        }
    }

    /// The number of tiles that have to leave a row of the board.
    fn removals_in_row<B: Packed>(&self, board: &Board<B>, row: usize) -> u32 {
        let cells = (0..self.goals.columns).map(|column| row * self.goals.columns + column);
        let tiles = cells.map(|cell| board.tile(cell));
        self.row_removals.removals(tiles.map(|tile| {
            let belongs = tile != 0 && self.goals.row(tile) == row;
            belongs.then(|| self.goals.column(tile))
        }))
    }

    /// The number of tiles that have to leave a column of the board.
    fn removals_in_column<B: Packed>(&self, board: &Board<B>, column: usize) -> u32 {
        let cells = (0..self.goals.rows).map(|row| row * self.goals.columns + column);
        let tiles = cells.map(|cell| board.tile(cell));
        self.column_removals.removals(tiles.map(|tile| {
            let belongs = tile != 0 && self.goals.column(tile) == column;
            belongs.then(|| self.goals.row(tile))
        }))
    }
}

impl<B: Packed> Heuristic<SlidingTiles<B>> for LinearConflict {
    type Memo = u32;

    fn memo(&self, _: &SlidingTiles<B>, board: &Board<B>) -> u32 {
        // The sets of rows and of columns that have a conflict, with one bit for each line.
        let (mut distance, mut rows_in_conflict, mut columns_in_conflict) = (0, 0_u64, 0_u64);
        // For each row, one more than the goal column of the last tile so far that is in this row and belongs to it;
        // the next such tile is in conflict with it if its goal column is less. For each column, the same of goal rows.
        // The loop is branchless, since it cannot be predicted whether a tile is in its goal lines.
        let (mut min_columns, mut min_rows) = ([0; CELLS], [0; CELLS]);
        for (cell, tile) in board.tiles() {
            let tile = usize::from(tile) % CELLS;
            let flagged = self.goals.flagged_distances[tile][cell % CELLS];
            distance += u32::from(flagged & DISTANCE);
            let (goal_row, goal_column) = (self.goals.row[tile], self.goals.column[tile]);
            let min_column = &mut min_columns[usize::from(goal_row) % CELLS];
            let min_row = &mut min_rows[usize::from(goal_column) % CELLS];
            let (in_row, in_column) = (flagged & IN_ROW != 0, flagged & IN_COLUMN != 0);
            rows_in_conflict |= u64::from(in_row & (goal_column < *min_column)) << goal_row;
            columns_in_conflict |= u64::from(in_column & (goal_row < *min_row)) << goal_column;
            *min_column = if in_row { goal_column + 1 } else { *min_column };
            *min_row = if in_column { goal_row + 1 } else { *min_row };
        }
        let rows = (0..self.goals.rows).filter(|row| rows_in_conflict >> row & 1 != 0);
        let columns =
            (0..self.goals.columns).filter(|column| columns_in_conflict >> column & 1 != 0);
        let rows: u32 = rows.map(|row| self.removals_in_row(board, row)).sum();
        let columns = columns.map(|column| self.removals_in_column(board, column));
        distance + 2 * (rows + columns.sum::<u32>())
    }

    fn advance(
        &self,
        _: &SlidingTiles<B>,
        memo: u32,
        parent: &Board<B>,
        mv: &Direction,
        child: &Board<B>,
    ) -> u32 {
        let (to, from) = (parent.blank(), child.blank());
        let tile = parent.tile(from);
        let mut memo = memo + self.goals.distance(tile, to) - self.goals.distance(tile, from);
        // A vertical move leaves the order of its column as it is, and changes the removals of one row at most: of the
        // tile's goal row, if the tile enters or leaves it, since a tile counts in no other. Horizontal moves are
        // alike.
        if matches!(mv, Direction::Up | Direction::Down) {
            let row = self.goals.row(tile);
            if row == from / self.goals.columns || row == to / self.goals.columns {
                memo += 2 * self.removals_in_row(child, row);
                memo -= 2 * self.removals_in_row(parent, row);
            }
        } else {
            let column = self.goals.column(tile);
            if column == from % self.goals.columns || column == to % self.goals.columns {
                memo += 2 * self.removals_in_column(child, column);
                memo -= 2 * self.removals_in_column(parent, column);
            }
        }
        memo
    }

    fn fits(&self, puzzle: &SlidingTiles<B>) -> bool {
        self.goals.fits(puzzle)
    }

    fn facts(&self, space: Facts<u32>) -> Facts<u32> {
        space.consistent().parity()
    }

    #[inline]
    fn estimate(&self, _: &SlidingTiles<B>, memo: u32) -> Option<u32> {
        Some(memo)
    }
}

/// The removals of a line with a given number of cells: from a table of all configurations of the line, if there are
/// not too many.
#[derive(Clone, Debug)]
struct RemovalTable {
    length: usize,
    /// For each configuration, its removals; empty if there are too many configurations. A configuration is a number
    /// with one digit for each cell, the first cell in the least significant digit. The digit is the goal position of
    /// the cell's tile in the line, counted from 1, or 0 if the tile does not belong to the line.
    table: Box<[u8]>,
}

impl RemovalTable {
    /// Lines of up to 6 cells have fewer configurations, at most 7^6. Lines of 7 cells have more: 8^7.
    const MOST_CONFIGURATIONS: usize = 1 << 17;

    fn new(length: usize) -> Self {
        let configurations = (length + 1).checked_pow(length as u32);
        let configurations = configurations.filter(|&number| number <= Self::MOST_CONFIGURATIONS);
        let mut table = vec![0; configurations.unwrap_or(0)];
        for (mut configuration, removals) in table.iter_mut().enumerate() {
            let positions = (0..length).map(|_| {
                let digit = configuration % (length + 1);
                configuration /= length + 1;
                digit.checked_sub(1)
            });
            *removals = removals_in_line(positions) as u8;
        }
        Self {
            length,
            table: table.into(),
        }
    }

    /// The removals of a line, given as for [`removals_in_line`].
    #[inline]
    fn removals(&self, line: impl Iterator<Item = Option<usize>>) -> u32 {
        if self.table.is_empty() {
            return removals_in_line(line);
        }
        let (mut configuration, mut place_value) = (0, 1);
        for position in line {
            configuration += place_value * position.map_or(0, |position| position + 1);
            place_value *= self.length + 1;
        }
        self.table.get(configuration).copied().map_or(0, u32::from)
    }
}

/// The number of tiles that have to leave a line: all that belong to it, except a longest increasing subsequence, whose
/// length is found by patience sorting. The line has for each cell the goal position of its tile in the line, or `None`
/// if the tile does not belong to the line.
fn removals_in_line(line: impl Iterator<Item = Option<usize>>) -> u32 {
    // For each length, less one, the least last item of an increasing subsequence of this length.
    let mut least_last = [0; CELLS];
    let (mut longest, mut tiles) = (0, 0);
    for position in line.flatten() {
        // The length of the longest subsequence that the position extends.
        let extended = least_last[..longest].partition_point(|&last| last < position);
        least_last[extended] = position;
        longest = longest.max(extended + 1);
        tiles += 1;
    }
    tiles - longest as u32
}
