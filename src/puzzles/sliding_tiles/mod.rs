//! [`SlidingTiles`]: the 15-puzzle and other sliding-tile puzzles on rectangles. Its size and its goal go in; all
//! tables that moves, heuristics and ranks look up are computed from them. Invariant: the tables belong to the goal, so
//! another goal makes a new puzzle.

mod bit_parallel;
mod burst;
mod compiled;
mod deepen;
mod direction;
mod heuristics;
mod kernel;
mod moves;
mod numbering;
mod solvability;
mod steps;
mod symmetry;
pub mod tile_patterns;
mod window;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

pub use direction::Direction;
pub use heuristics::{LinearConflict, TileGuess, WalkingDistance, WalkingMemo};
pub use moves::{Displacement, Extent};
use numbering::BoardNumbering;
pub use solvability::sliding_solvability;
use steps::{GoalHint, StepTable};

use super::board::{BlankMove, Board};
use super::board_text::BoardSize;
pub(crate) use symmetry::GridSymmetry;
pub use symmetry::TileSymmetry;

use super::error::PuzzleError;
use super::homes::{self, Homes, tile_heuristics};
use super::packed::Packed;
use crate::facts::Facts;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzle::notation::Notation;
use crate::puzzle::traversal::IterationOf;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Reversible};
use crate::puzzles::{Manhattan, Misplaced};
use crate::solvability::Solvability;

/// Sliding-tile puzzles such as the 15-puzzle: numbered tiles on a board of up to 64 cells with one blank. A move
/// slides a tile into the blank. The move is named after the direction in which the blank moves.
///
/// A board is [packed](Packed) into a value of type `B`. This type limits the number of cells: up to 16 for `u64`, up
/// to 25 for `u128`, and up to 64 for `[u8; 64]`.
///
/// The puzzle has no built-in heuristic. To add a heuristic, usually [`Manhattan`], call
/// [`guided_by`](Puzzle::guided_by).
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(4, 4)?.guided_by(Manhattan);
/// let start = puzzle.parse("2 3 4 0  1 5 7 8  9 6 10 12  13 14 11 15")?;
/// let solution = IdaStar::new().solve(&puzzle, &start).into_result()?;
/// assert_eq!(solution.to_string(), "Left Left Left Down Right Down Right Down Right");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlidingTiles<B: Packed = u64> {
    rows: usize,
    columns: usize,
    goal: Board<B>,
    /// For each cell, the moves of the blank from it.
    exits: Box<[Exits<B>]>,
    /// For each cell and direction, the move of the blank, or `None` if it would leave the board.
    slides: Box<[[Option<BlankMove<B>>; 4]]>,
    /// For each cell, the directions in which the blank can go, as bits.
    open: [u8; 64],
    /// The distances of tiles from their goal cells, for heuristics.
    pub(in crate::puzzles) homes: Homes,
    /// For each move of a tile, how it changes the tile's distance.
    steps: StepTable,
    goal_hint: GoalHint,
    /// The ranks of boards.
    numbering: BoardNumbering,
}

/// The moves of the blank from one cell, in the order of directions.
type Exits<B> = Box<[(Direction, BlankMove<B>)]>;

impl SlidingTiles {
    /// Creates the puzzle on a board of `rows` x `columns` cells. The goal is 1, 2, 3 .. row by row, with the blank
    /// last. For more than 16 cells, use [`packed`](Self::packed).
    ///
    /// # Errors
    ///
    /// Returns an error if the board has no cells or more than 16 cells.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// assert_eq!(SlidingTiles::new(3, 4)?.goal().labels().last(), Some(0));
    /// let error = SlidingTiles::new(5, 5).unwrap_err();
    /// assert_eq!(error.to_string(), "a board of 5 x 5 cells is out of range: expected 1 to 16 cells");
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn new(rows: usize, columns: usize) -> Result<Self, PuzzleError> {
        Self::packed(rows, columns)
    }
}

impl<B: Packed> SlidingTiles<B> {
    /// Creates the puzzle on a board of `rows` x `columns` cells. States are packed into `B`.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has no cells, more than 64 cells, or more cells than fit into `B`.
    ///
    /// ```
    /// use puzzle_search::puzzles::{PuzzleError, Packed, SlidingTiles};
    ///
    /// let puzzle = SlidingTiles::<u128>::packed(5, 5)?;
    /// assert_eq!(size_of_val(&puzzle.goal()), 16);
    ///
    /// // A function that is generic over the type `B`:
    /// fn square<B: Packed>(side: usize) -> Result<SlidingTiles<B>, PuzzleError> {
    ///     SlidingTiles::packed(side, side)
    /// }
    /// assert!(square::<u64>(5).is_err());
    /// assert!(square::<[u8; 36]>(6).is_ok());
    /// # Ok::<(), PuzzleError>(())
    /// ```
    pub fn packed(rows: usize, columns: usize) -> Result<Self, PuzzleError> {
        let most = Board::<B>::MOST_CELLS.min(homes::CELLS);
        let cells = rows.checked_mul(columns).filter(|n| (1..=most).contains(n));
        let cells = cells.ok_or_else(|| PuzzleError::size(rows, columns, most))?;
        let goal = (1..cells).chain([0]).map(|label| label as u8);
        Ok(Self::for_goal(rows, columns, Board::new(goal)))
    }

    fn for_goal(rows: usize, columns: usize, goal: Board<B>) -> Self {
        let cells = rows * columns;
        let slides = (0..cells).map(|cell| {
            Direction::ALL.map(|direction| {
                let open = direction.is_open(cell, rows, columns);
                open.then(|| BlankMove::new(cell, direction.from(cell, columns)))
            })
        });
        let slides: Box<[[Option<BlankMove<B>>; 4]]> = slides.collect();
        let exits = slides.iter().map(|slides| -> Exits<B> {
            let all = Direction::ALL.into_iter().zip(slides);
            all.filter_map(|(direction, slide)| Some((direction, (*slide)?)))
                .collect()
        });
        let mut open = [0; 64];
        for (cell, directions) in open.iter_mut().enumerate().take(cells) {
            *directions = kernel::open_directions((rows, columns), cell, kernel::NOWHERE);
        }
        let homes = goal.labels().zip(0..).filter(|&(tile, _)| tile != 0);
        let mut puzzle = Self {
            rows,
            columns,
            goal,
            exits: exits.collect(),
            slides,
            open,
            homes: Homes::on_grid(cells, columns, homes),
            steps: StepTable::new(cells, columns, &goal),
            goal_hint: GoalHint::of((rows, columns), &goal),
            numbering: BoardNumbering::new(rows, columns, &goal),
        };
        puzzle.homes.add_pairs::<B>();
        puzzle
    }

    /// Returns the same puzzle with another goal. `labels` lists the tile numbers row by row, with 0 for the blank. Boards
    /// from R. E. Korf's papers are meant for the goal with the blank first, and on 4x4 cells no board can reach both.
    ///
    /// # Errors
    ///
    /// Returns an error unless `labels` lists each number from 0 to the number of tiles exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?.with_goal(&[1, 2, 3, 8, 0, 4, 7, 6, 5])?;
    /// assert_eq!(puzzle.goal().blank(), 4);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn with_goal(self, labels: &[u8]) -> Result<Self, PuzzleError> {
        let goal = Board::from_labels(labels, self.rows * self.columns, "goal")?;
        Ok(Self::for_goal(self.rows, self.columns, goal))
    }

    /// Returns the goal state.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// assert_eq!(puzzle.goal().labels().collect::<Vec<_>>(), [1, 2, 3, 0]);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn goal(&self) -> Board<B> {
        self.goal
    }

    /// Returns the number of rows of the board.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// assert_eq!(SlidingTiles::new(2, 7)?.rows(), 2);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns of the board.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// assert_eq!(SlidingTiles::new(2, 7)?.columns(), 7);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the state that `labels` describes: the tile numbers row by row, with 0 for the blank.
    ///
    /// # Errors
    ///
    /// Returns an error unless `labels` lists each number from 0 to the number of tiles exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// assert_eq!(puzzle.state(&[1, 2, 3, 0])?, puzzle.goal());
    /// assert!(puzzle.state(&[1, 2, 3, 3]).is_err());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn state(&self, labels: &[u8]) -> Result<Board<B>, PuzzleError> {
        Board::from_labels(labels, self.rows * self.columns, "board")
    }

    /// Whether the board has the size of this puzzle.
    fn fits(&self, board: &Board<B>) -> bool {
        board.has_cell_count(self.rows * self.columns)
    }

    /// The possible directions and the boards to which they lead.
    #[inline]
    fn children(&self, board: &Board<B>) -> impl Iterator<Item = (Direction, Board<B>)> {
        // A board of another size may have its blank on a cell that this one lacks.
        let exits = self.exits.get(board.blank()).map_or(&[][..], |exits| exits);
        let board = *board;
        exits
            .iter()
            .map(move |(direction, slide)| (*direction, board.after(slide)))
    }
}

impl<B: Packed> Puzzle for SlidingTiles<B> {
    type State = Board<B>;
    type Move = Direction;
    type Cost = u32;

    #[inline]
    fn neighbors(&self, board: &Board<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.children(board)
            .map(|(direction, board)| Neighbor::unit(direction, board))
    }

    #[inline]
    fn is_goal(&self, board: &Board<B>) -> bool {
        *board == self.goal
    }

    fn solvability(&self, board: &Board<B>) -> Solvability {
        let (start, goal) = (board.labels().collect(), self.goal.labels().collect());
        let (start, goal): (Vec<u8>, Vec<u8>) = (start, goal);
        // There is an error if the board has another size.
        let answer = sliding_solvability(self.rows, self.columns, &start, &goal);
        answer.unwrap_or(Solvability::NotAState)
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new().unit_costs().undirected().consistent()
    }

    #[inline]
    fn is_redundant(&self, last: &Direction, next: &Direction) -> bool {
        *next == last.opposite()
    }

    #[inline]
    fn deepen_by<H: Heuristic<Self>>(
        &self,
        heuristic: &H,
        iteration: &mut IterationOf<'_, Self>,
    ) -> ControlFlow<()> {
        self.walk_by(heuristic, iteration)
    }
}

/// A board is printed as its tile numbers row by row, with 0 for the blank, and is read in all forms of
/// [`BoardText`](super::BoardText).
///
/// ```
/// use puzzle_search::Notation;
/// use puzzle_search::puzzles::SlidingTiles;
///
/// let puzzle = SlidingTiles::new(2, 3)?;
/// assert_eq!(puzzle.parse("1 2 3  4 5 0")?, puzzle.goal());
/// assert_eq!(puzzle.parse("[[1, 2, 3], [4, 5, _]]")?, puzzle.goal());
/// assert!(puzzle.parse("1 2 3").is_err());
/// assert_eq!(puzzle.display(&puzzle.goal()).to_string(), "1 2 3\n4 5 0");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
impl<B: Packed> Notation for SlidingTiles<B> {
    type ParseError = PuzzleError;

    fn parse(&self, text: &str) -> Result<Board<B>, PuzzleError> {
        Board::parse(text, BoardSize::Rows(self.rows, self.columns))
    }

    fn display<'a>(&'a self, board: &'a Board<B>) -> impl fmt::Display + 'a {
        board.printed(self.rows * self.columns, self.columns)
    }
}

crate::puzzles::portable::portable!(
    SlidingTiles<B>,
    |this, state| (0..this.rows() * this.columns()).map(|cell| state.tile(cell)),
    |this, bytes| this.state(bytes),
    B
);

impl<B: Packed> Reversible for SlidingTiles<B> {
    fn goals(&self) -> impl IntoIterator<Item = Board<B>> {
        [self.goal]
    }

    #[inline]
    fn predecessors(&self, board: &Board<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.children(board)
            .map(|(back, board)| Neighbor::unit(back.opposite(), board))
    }
}

tile_heuristics!(
    SlidingTiles:
    Manhattan by distance, in all total_distance, with parity true, walking by walk_by_steps;
    Misplaced by misplaced, in all total_misplaced, with parity false;
);
