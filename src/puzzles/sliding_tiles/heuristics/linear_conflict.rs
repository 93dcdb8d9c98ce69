//! [`LinearConflict`]: the Manhattan distance plus two moves for each tile that has to leave its goal line.

use alloc::boxed::Box;
use alloc::vec;

use super::CELLS;
use super::tile_goals::{IN_COLUMN, IN_ROW, TileGoals};
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
    in_row: ConflictTable,
    in_column: ConflictTable,
}

impl LinearConflict {
    /// Makes the heuristic for the goal of `puzzle`.
    #[must_use]
    pub fn new<B: Packed>(puzzle: &SlidingTiles<B>) -> Self {
        Self {
            goals: TileGoals::new(puzzle),
            in_row: ConflictTable::new(puzzle.columns()),
            in_column: ConflictTable::new(puzzle.rows()),
        }
    }

    /// The number of tiles that have to leave a row.
    fn leaving_row<B: Packed>(&self, board: &Board<B>, row: usize) -> u32 {
        let cells = (0..self.goals.columns).map(|column| row * self.goals.columns + column);
        let tiles = cells.map(|cell| board.tile(cell));
        self.in_row.leaving(tiles.map(|tile| {
            let belongs = tile != 0 && self.goals.row(tile) == row;
            belongs.then(|| self.goals.column(tile))
        }))
    }

    /// The number of tiles that have to leave a column.
    fn leaving_column<B: Packed>(&self, board: &Board<B>, column: usize) -> u32 {
        let cells = (0..self.goals.rows).map(|row| row * self.goals.columns + column);
        let tiles = cells.map(|cell| board.tile(cell));
        self.in_column.leaving(tiles.map(|tile| {
            let belongs = tile != 0 && self.goals.column(tile) == column;
            belongs.then(|| self.goals.row(tile))
        }))
    }
}

impl<B: Packed> Heuristic<SlidingTiles<B>> for LinearConflict {
    type Memo = u32;

    fn memo(&self, _: &SlidingTiles<B>, board: &Board<B>) -> u32 {
        let (mut distance, mut mixed_rows, mut mixed_columns) = (0, 0_u64, 0_u64);
        // Of the previous tile that belongs to each row, and to each column: its goal position there, counted from 1.
        // This loop is branchless, since it cannot be predicted whether a tile is in its lines.
        let (mut before, mut above) = ([0; CELLS], [0; CELLS]);
        for (cell, tile) in board.tiles() {
            let tile = usize::from(tile) % CELLS;
            let flagged = self.goals.flagged_distances[tile][cell % CELLS];
            distance += u32::from(flagged % IN_ROW);
            let (row, column) = (self.goals.row[tile], self.goals.column[tile]);
            let before = &mut before[usize::from(row) % CELLS];
            let above = &mut above[usize::from(column) % CELLS];
            let (in_row, in_column) = (flagged & IN_ROW != 0, flagged & IN_COLUMN != 0);
            mixed_rows |= u64::from(in_row & (column < *before)) << row;
            mixed_columns |= u64::from(in_column & (row < *above)) << column;
            *before = if in_row { column + 1 } else { *before };
            *above = if in_column { row + 1 } else { *above };
        }
        let rows = (0..self.goals.rows).filter(|row| mixed_rows >> row & 1 != 0);
        let columns = (0..self.goals.columns).filter(|column| mixed_columns >> column & 1 != 0);
        let rows: u32 = rows.map(|row| self.leaving_row(board, row)).sum();
        let columns = columns.map(|column| self.leaving_column(board, column));
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
        // A move along a line does not change its order; a move across lines matters only for the tile's goal line.
        if matches!(mv, Direction::Up | Direction::Down) {
            let row = self.goals.row(tile);
            if row == from / self.goals.columns || row == to / self.goals.columns {
                memo += 2 * self.leaving_row(child, row);
                memo -= 2 * self.leaving_row(parent, row);
            }
        } else {
            let column = self.goals.column(tile);
            if column == from % self.goals.columns || column == to % self.goals.columns {
                memo += 2 * self.leaving_column(child, column);
                memo -= 2 * self.leaving_column(parent, column);
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

/// The number of tiles that have to leave a line, for each content of the line if the table is small enough.
#[derive(Clone, Debug)]
struct ConflictTable {
    length: usize,
    /// The index has one digit for each cell: the goal position of its tile in the line, counted from 1, or 0 if the
    /// tile does not belong to the line. Empty if there are too many contents.
    table: Box<[u8]>,
}

impl ConflictTable {
    const MOST_CONTENTS: usize = 1 << 17;

    fn new(length: usize) -> Self {
        let contents = (length + 1).checked_pow(length as u32);
        let contents = contents.filter(|&contents| contents <= Self::MOST_CONTENTS);
        let mut table = vec![0; contents.unwrap_or(0)];
        for (mut content, leaving) in table.iter_mut().enumerate() {
            let digits = (0..length).map(|_| {
                let digit = content % (length + 1);
                content /= length + 1;
                digit.checked_sub(1)
            });
            *leaving = leaving_line(digits) as u8;
        }
        Self {
            length,
            table: table.into(),
        }
    }

    #[inline]
    fn leaving(&self, line: impl Iterator<Item = Option<usize>>) -> u32 {
        if self.table.is_empty() {
            return leaving_line(line);
        }
        let (mut content, mut weight) = (0, 1);
        for position in line {
            content += weight * position.map_or(0, |position| position + 1);
            weight *= self.length + 1;
        }
        self.table.get(content).copied().map_or(0, u32::from)
    }
}

/// The number of tiles that belong to a line and have to leave it: all except a longest increasing subsequence.
fn leaving_line(line: impl Iterator<Item = Option<usize>>) -> u32 {
    // The least last item of an increasing subsequence of each length.
    let mut least = [0; CELLS];
    let (mut longest, mut tiles) = (0, 0);
    for position in line.flatten() {
        let length = least[..longest].partition_point(|&last| last < position);
        least[length] = position;
        longest = longest.max(length + 1);
        tiles += 1;
    }
    tiles - longest as u32
}
