//! [`TileGuess`]: an inadmissible estimate that quickly guides a search to some solution of a large board.

use super::CELLS;
use super::tile_goals::{IN_COLUMN, IN_ROW, TileGoals};
use crate::puzzles::{Board, Packed, SlidingTiles};
use crate::search::{Guess, Guesses};

/// A [guess](Guess) of the number of moves from a large sliding board to its goal. Its unit is a twentieth of a move.
/// The kind of a board is the cell of its blank.
///
/// The guess is a sum. A tile at Manhattan distance d from its goal cell adds d + d³/20 moves. Two tiles that are in
/// the wrong order in their common goal row or column add four moves.
///
/// The guess is not admissible, so it is no heuristic: it leads a solver. On boards of 6x6 to 8x8 cells,
/// [`Anytime`](crate::solvers::Anytime) then finds its first solution sooner than with [`LinearConflict`](super::LinearConflict) alone.
///
/// Computing a guess takes one pass over the board. It is of use only for the goal of the puzzle that it was made for.
///
/// ```
/// use puzzle_search::heuristics::{Manhattan, TileGuess};
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::solvers::Beam;
/// use puzzle_search::{Notation, Puzzle, Solver};
///
/// let tiles = SlidingTiles::<[u8; 64]>::packed(6, 6)?;
/// let puzzle = tiles.clone().guided_by(Manhattan);
/// let start = puzzle.parse(
///     "35 34 33 32 31 30  29 28 27 26 25 24  23 22 21 20 19 18 \
///      17 16 15 14 13 12  11 10 9 8 7 6  5 4 3 1 2 0",
/// )?;
/// let report = Beam::new(100).led_by(TileGuess::new(&tiles)).solve(&puzzle, &start);
/// assert!(report.best().is_some_and(|best| best.verify(&puzzle, &start).is_ok()));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TileGuess {
    goals: TileGoals,
}

/// The value of a move, and of a pair of tiles in the wrong order in a line.
const MOVE: u32 = 20;
const PAIR: u32 = 4 * MOVE;

impl TileGuess {
    /// Makes the guess for the goal of `puzzle`.
    #[must_use]
    pub fn new<B: Packed>(puzzle: &SlidingTiles<B>) -> Self {
        Self {
            goals: TileGoals::new(puzzle),
        }
    }
}

impl<B: Packed> Guesses<Board<B>, u32> for TileGuess {
    fn guess(&self, board: &Board<B>) -> Option<Guess<u32>> {
        let goals = &self.goals;
        let (mut sum, mut pairs) = (0, 0);
        // The sets of goal places of the earlier tiles in each row and in each column.
        let (mut before, mut above) = ([0_u64; CELLS], [0_u64; CELLS]);
        for (cell, tile) in board.tiles() {
            let tile = usize::from(tile) % CELLS;
            let flagged = goals.flagged_distances[tile][cell % CELLS];
            let distance = u32::from(flagged % IN_ROW);
            sum += distance * (MOVE + distance * distance);
            let (row, column) = (goals.row[tile], goals.column[tile]);
            // Whether a tile is in its lines cannot be predicted, so this is branchless. Pairs in the wrong order are
            // rare, so the branch below is predicted well.
            let in_row = u64::from(flagged & IN_ROW != 0);
            let in_column = u64::from(flagged & IN_COLUMN != 0);
            let before = &mut before[usize::from(row) % CELLS];
            let above = &mut above[usize::from(column) % CELLS];
            let (passed, climbed) = (*before >> column, *above >> row);
            if (passed * in_row) | (climbed * in_column) != 0 {
                pairs += (passed * in_row).count_ones() + (climbed * in_column).count_ones();
            }
            *before |= in_row << column;
            *above |= in_column << row;
        }
        Some(Guess {
            value: sum + PAIR * pairs,
            kind: board.blank() as u8,
        })
    }
}
