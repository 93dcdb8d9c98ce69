//! [`TileSymmetry`]: the symmetries of a board that map its goal to itself. Invariant: a board and its image are
//! equally far from the goal, since moves are mapped to moves.

use alloc::vec::Vec;

use super::{Direction, SlidingTiles};
use crate::puzzle::heuristic::Symmetry;
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;

/// The greatest number of cells of a board.
const CELLS: usize = 64;

/// A symmetry of [`SlidingTiles`]: a reflection or rotation of the board, together with a renumbering of the tiles. A
/// symmetry maps the goal to itself, and every board to its image, which is a board at the same distance from the goal.
/// An estimate for the image is valid for the board too. The heuristic [`Reflected`](crate::heuristics::Reflected)
/// returns the larger of the estimates for a board and for its image.
///
/// ```
/// use puzzle_search::puzzles::{SlidingTiles, TileSymmetry};
///
/// assert_eq!(TileSymmetry::all(&SlidingTiles::new(4, 4)?).len(), 1);
/// let puzzle = SlidingTiles::new(3, 3)?.with_goal(&[1, 2, 3, 8, 0, 4, 7, 6, 5])?;
/// assert_eq!(TileSymmetry::all(&puzzle).len(), 7);
/// assert_eq!(TileSymmetry::all(&SlidingTiles::new(2, 3)?).len(), 0);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileSymmetry {
    /// The image of each cell.
    cells: [u8; CELLS],
    /// The image of each tile.
    tiles: [u8; CELLS],
    /// The symmetry of the grid to which this one belongs.
    grid: GridSymmetry,
}

impl TileSymmetry {
    /// Returns all symmetries of the puzzle except the identity.
    ///
    /// ```
    /// use puzzle_search::puzzles::{SlidingTiles, TileSymmetry};
    ///
    /// assert_eq!(TileSymmetry::all(&SlidingTiles::new(4, 4)?).len(), 1);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn all<B: Packed>(puzzle: &SlidingTiles<B>) -> Vec<Self> {
        let grids = GridSymmetry::all().skip(1);
        grids.filter_map(|grid| Self::of(puzzle, grid)).collect()
    }

    /// Returns the reflection in the main diagonal, from the upper left to the lower right. Returns `None` if the board
    /// is not square, or if the goal's blank is not on this diagonal.
    ///
    /// ```
    /// use puzzle_search::puzzles::{SlidingTiles, TileSymmetry};
    ///
    /// assert!(TileSymmetry::transposition(&SlidingTiles::new(4, 4)?).is_some());
    /// assert!(TileSymmetry::transposition(&SlidingTiles::new(3, 4)?).is_none());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn transposition<B: Packed>(puzzle: &SlidingTiles<B>) -> Option<Self> {
        let transposition = GridSymmetry {
            transposed: true,
            upside_down: false,
            left_to_right: false,
        };
        Self::of(puzzle, transposition)
    }

    /// The symmetry of the tiles that belongs to a symmetry of the grid, if it maps the board and the goal's blank to
    /// themselves.
    fn of<B: Packed>(puzzle: &SlidingTiles<B>, grid: GridSymmetry) -> Option<Self> {
        let (rows, columns, goal) = (puzzle.rows, puzzle.columns, puzzle.goal);
        if !grid.fits(rows, columns) || grid.image(goal.blank(), rows, columns) != goal.blank() {
            return None;
        }
        let (mut cells, mut tiles) = ([0; CELLS], [0; CELLS]);
        for (cell, tile) in goal.labels().enumerate() {
            let image = grid.image(cell, rows, columns);
            cells[cell] = image as u8;
            tiles[usize::from(tile) % CELLS] = goal.tile(image);
        }
        Some(Self { cells, tiles, grid })
    }

    /// The image of a cell.
    #[must_use]
    #[inline]
    pub(crate) fn cell(&self, cell: usize) -> usize {
        usize::from(self.cells[cell % CELLS])
    }

    /// The image of a tile.
    #[must_use]
    #[inline]
    pub(crate) fn tile(&self, tile: u8) -> u8 {
        self.tiles[usize::from(tile) % CELLS]
    }
}

impl<B: Packed> Symmetry<SlidingTiles<B>> for TileSymmetry {
    fn fits(&self, puzzle: &SlidingTiles<B>) -> bool {
        Self::of(puzzle, self.grid).as_ref() == Some(self)
    }

    fn image(&self, _: &SlidingTiles<B>, board: &Board<B>) -> Board<B> {
        let mut labels = [0; CELLS];
        let mut cells = 0;
        for (cell, tile) in board.labels().enumerate() {
            labels[self.cell(cell)] = self.tile(tile);
            cells = cell + 1;
        }
        Board::new(labels.into_iter().take(cells))
    }

    fn image_of_move(&self, _: &SlidingTiles<B>, mv: &Direction) -> Direction {
        self.grid.image_of_direction(*mv)
    }
}

/// A symmetry of a grid: a transposition, then a reflection of the rows, then one of the columns, each if its flag is
/// set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GridSymmetry {
    transposed: bool,
    upside_down: bool,
    left_to_right: bool,
}

impl GridSymmetry {
    /// The eight symmetries of a square, the identity first. The first four are those of any rectangle.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|flags| Self {
            transposed: flags & 4 != 0,
            upside_down: flags & 2 != 0,
            left_to_right: flags & 1 != 0,
        })
    }

    /// Whether the symmetry maps a grid of this size to itself.
    pub(crate) const fn fits(self, rows: usize, columns: usize) -> bool {
        !self.transposed || rows == columns
    }

    /// The image of a cell.
    pub(crate) const fn image(self, cell: usize, rows: usize, columns: usize) -> usize {
        let (mut row, mut column) = (cell / columns, cell % columns);
        if self.transposed {
            (row, column) = (column, row);
        }
        if self.upside_down {
            row = rows - 1 - row;
        }
        if self.left_to_right {
            column = columns - 1 - column;
        }
        row * columns + column
    }

    /// The image of a direction.
    const fn image_of_direction(self, mut direction: Direction) -> Direction {
        if self.transposed {
            direction = match direction {
                Direction::Up => Direction::Left,
                Direction::Left => Direction::Up,
                Direction::Right => Direction::Down,
                Direction::Down => Direction::Right,
            };
        }
        let is_reflected = match direction {
            Direction::Up | Direction::Down => self.upside_down,
            Direction::Left | Direction::Right => self.left_to_right,
        };
        if is_reflected {
            direction.opposite()
        } else {
            direction
        }
    }
}
