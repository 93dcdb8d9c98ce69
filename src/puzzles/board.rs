//! States of board puzzles: [`Board`] with a blank, [`Arrangement`] without.

use alloc::vec::Vec;
use core::fmt;

use super::board_text::{BoardText, Size};
use super::error::{PuzzleError, check_each_once, parse_items};
use super::packed::Packed;
use crate::permutation::{factorial, lexicographic_rank, lexicographic_unrank};

/// How many pairs of tiles a word of sixteen fields has.
pub(super) const PAIRS: usize = 8;

/// A state of a puzzle with a blank: one cell is blank, and every other cell has a numbered tile. The numbers are
/// [packed](Packed) into a value of type `B`.
///
/// Boards are created by puzzles, for example by [`SlidingTiles::state`](super::SlidingTiles::state). Use a board only
/// with a puzzle that has the same number of cells. Cells are counted from 0, row by row. In
/// [`GraphTiles`](super::GraphTiles), the cells are the vertices of the graph.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
///
/// let board = SlidingTiles::new(2, 2)?.state(&[3, 1, 0, 2])?;
/// assert_eq!(board.blank(), 2);
/// assert_eq!(board.cells().collect::<Vec<_>>(), [3, 1, 0, 2]);
/// assert_eq!(size_of_val(&board), 8);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board<B = u64>(B);

impl<B: Packed> Board<B> {
    /// Whether a byte holds two tiles, and a word the board.
    pub(super) const IN_PAIRS: bool = B::BITS == 4 && B::FIELDS == 2 * PAIRS;
    /// How many bits there are for a tile.
    pub(super) const TILE_BITS: usize = B::BITS;
    /// How many cells a board of this size can have.
    pub(super) const CELLS: usize = B::FIELDS;

    /// The board with these labels on its cells, 0 on the blank; they are known to fit.
    pub(super) fn new(cells: impl Iterator<Item = u8>) -> Self {
        let (mut row, mut at) = (B::ZERO, 1);
        for (cell, label) in cells.enumerate() {
            if label == 0 {
                row = row.with_field(0, cell as u8);
            } else {
                row = row.with_field(at, label);
                at += 1;
            }
        }
        Self(row)
    }

    /// The board with these labels on so many cells; `input` says in an error what they are.
    pub(super) fn from_labels(
        labels: &[u8],
        cells: usize,
        input: &str,
    ) -> Result<Self, PuzzleError> {
        check_each_once(
            labels.iter().map(|&label| u64::from(label)),
            cells,
            0,
            input,
        )?;
        Ok(Self::new(labels.iter().copied()))
    }

    /// The board of this size in a text; its cells are known to fit.
    pub(super) fn parse(text: &str, size: Size) -> Result<Self, PuzzleError> {
        let labels = BoardText::read(text, size)?.labels;
        Ok(Self::new(labels.into_iter().map(|label| label as u8)))
    }

    /// Prints the labels of so many cells, in rows.
    pub(super) fn printed(&self, cells: usize, columns: usize) -> Grid {
        Grid {
            labels: (0..cells).map(|cell| self.tile(cell)).collect(),
            columns,
        }
    }

    /// The board with these tiles in the order of their cells around this blank.
    pub(super) fn from_order(blank: usize, tiles: impl Iterator<Item = u8>) -> Self {
        let row = B::ZERO.with_field(0, blank as u8);
        let row = (1..)
            .zip(tiles)
            .fold(row, |row, (at, tile)| row.with_field(at, tile));
        Self(row)
    }

    /// Returns the index of the blank cell, counted from 0.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Notation;
    ///
    /// assert_eq!(SlidingTiles::new(3, 3)?.parse("8 6 7  2 5 4  3 0 1")?.blank(), 7);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn blank(&self) -> usize {
        usize::from(self.0.field(0))
    }

    /// Returns the number of the tile on `cell`, or 0 if the cell is blank or does not exist.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Notation;
    ///
    /// let board = SlidingTiles::new(3, 3)?.parse("8 6 7  2 5 4  3 0 1")?;
    /// assert_eq!((board.tile(0), board.tile(7), board.tile(99)), (8, 0, 0));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn tile(&self, cell: usize) -> u8 {
        let blank = self.blank();
        if cell == blank {
            return 0;
        }
        self.0.field(cell + usize::from(cell < blank))
    }

    /// Two neighboring fields of four bits, of which the first has an even number.
    #[inline(always)]
    pub(super) fn pair(&self, pair: usize) -> u8 {
        self.0.field_and_more(2 * pair)
    }

    /// The tile on a cell that is not blank, with something in the bits above.
    #[inline(always)]
    pub(super) fn tile_and_more(&self, cell: usize) -> u8 {
        self.0
            .field_and_more(cell + usize::from(cell < self.blank()))
    }

    /// The tiles in the order of their cells, without the blank.
    #[inline]
    pub(super) fn order(&self) -> impl Iterator<Item = u8> {
        let row = self.0;
        (1..B::FIELDS)
            .map(move |at| row.field(at))
            .take_while(|&tile| tile != 0)
    }

    /// The tiles with their cells, in the order of these.
    #[inline]
    pub(crate) fn tiles(&self) -> impl Iterator<Item = (usize, u8)> {
        let blank = self.blank();
        let cells = (0..).map(move |at| at + usize::from(at >= blank));
        self.order().zip(cells).map(|(tile, cell)| (cell, tile))
    }

    /// Whether there are so many cells, and a tile on each but one.
    #[inline]
    pub(super) fn has_cells(&self, cells: usize) -> bool {
        let tiles = (1..cells).all(|at| self.0.field(at) != 0);
        tiles && self.0.field(cells) == 0 && self.blank() < cells
    }

    /// A tile by its place in the order of their cells; there are more.
    #[inline]
    pub(super) fn nth_tile(&self, at: usize) -> usize {
        usize::from(self.0.field(at + 1))
    }

    /// Returns the number of the tile on each cell, with 0 for the blank.
    pub fn cells(&self) -> impl Iterator<Item = u8> + use<B> {
        let board = *self;
        (0..=self.order().count()).map(move |cell| board.tile(cell))
    }

    /// The same board, whose blank is known to be on this cell.
    #[inline]
    pub(super) fn with_known_blank(self, cell: usize) -> Self {
        Self(self.0.with_field(0, cell as u8))
    }

    /// The tiles after the blank has moved from one cell to another; the blank's cell is not kept up.
    #[inline(always)]
    pub(super) fn rotated(self, from: usize, to: usize) -> Self {
        let before = usize::from(to < from);
        Self(self.0.moved(to + before, from + 1 - before))
    }

    /// The board after the tile on `cell` has moved to the blank.
    #[inline]
    pub(super) fn with_blank_at(self, cell: usize) -> Self {
        self.after(&Slide::new(self.blank(), cell))
    }

    /// The board after a slide that begins where the blank is.
    #[inline]
    pub(super) fn after(self, slide: &Slide<B>) -> Self {
        let row = self.0.rotated(&slide.rotation);
        Self(row.with_field(0, slide.to))
    }
}

/// The blank's way from one cell to another, worked out beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slide<B: Packed> {
    rotation: B::Rotation,
    to: u8,
}

impl<B: Packed> Slide<B> {
    /// The blank's way from one cell to another.
    #[inline]
    pub(super) fn new(blank: usize, cell: usize) -> Self {
        // Tile fields are one up: the tile on a cell before the blank is in field cell + 1.
        let before = usize::from(cell < blank);
        Self {
            rotation: B::rotation(cell + before, blank + 1 - before),
            to: cell as u8,
        }
    }
}

impl<B: Packed> fmt::Debug for Board<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cells()).finish()
    }
}

/// A state of a puzzle without a blank: the numbers 1, 2, 3 .. in some order, one on each cell. The numbers are
/// [packed](Packed) into a value of type `B`.
///
/// Arrangements are created by puzzles, for example by [`SwapGame::state`](super::SwapGame::state). Use an arrangement
/// only with a puzzle that has the same number of cells. The `Debug` output may omit the last numbers.
///
/// ```
/// use puzzle_search::puzzles::MagicSquares;
///
/// let board = MagicSquares::initial();
/// assert_eq!(board.labels(8).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
/// assert_eq!(size_of_val(&board), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrangement<B = u64>(B);

impl<B: Packed> Arrangement<B> {
    /// How many cells there are.
    pub(super) const CELLS: usize = B::FIELDS;

    /// The arrangement with these indices, counted from 0; they are known to fit.
    pub(super) fn new(indices: impl Iterator<Item = usize>) -> Self {
        let home = (0..B::FIELDS).fold(B::ZERO, |row, at| row.with_field(at, at as u8));
        let row = indices
            .enumerate()
            .fold(home, |row, (at, index)| row.with_field(at, index as u8));
        Self(row)
    }

    /// The arrangement with these labels on so many cells; `input` says in an error what they are.
    pub(super) fn from_labels(
        labels: &[u8],
        cells: usize,
        input: &str,
    ) -> Result<Self, PuzzleError> {
        check_each_once(
            labels.iter().map(|&label| u64::from(label)),
            cells,
            1,
            input,
        )?;
        Ok(Self::new(
            labels.iter().map(|&label| usize::from(label) - 1),
        ))
    }

    /// The arrangement in a text: as many numbers as there are cells.
    pub(super) fn parse(text: &str, cells: usize) -> Result<Self, PuzzleError> {
        let labels: Vec<u64> = parse_items(text, |item| item, u64::MAX)?;
        check_each_once(labels.iter().copied(), cells, 1, "board")?;
        Ok(Self::new(labels.iter().map(|&label| label as usize - 1)))
    }

    /// The lexicographic number of the items of so many cells; `None` if there are too many to number.
    #[inline]
    pub(super) fn rank(&self, cells: usize) -> Option<u128> {
        let count = factorial(cells)?;
        let items = (0..cells).map(|cell| self.index(cell));
        Some(lexicographic_rank(items, cells)).filter(|&rank| rank < count)
    }

    /// The arrangement of so many cells with this lexicographic number.
    #[inline]
    pub(super) fn unrank(cells: usize, rank: u128) -> Option<Self> {
        (rank < factorial(cells)?).then(|| Self::new(lexicographic_unrank(cells, rank)))
    }

    /// Prints the labels of so many cells, in rows.
    pub(super) fn printed(&self, cells: usize, columns: usize) -> Grid {
        Grid {
            labels: self.labels(cells).collect(),
            columns,
        }
    }

    /// The number on a cell, less one.
    #[inline]
    pub(crate) fn index(&self, cell: usize) -> usize {
        usize::from(self.0.field(cell))
    }

    /// The arrangement with two cells exchanged.
    #[inline]
    pub(super) fn swapped(self, a: usize, b: usize) -> Self {
        let (at_a, at_b) = (self.0.field(a), self.0.field(b));
        Self(self.0.with_field(a, at_b).with_field(b, at_a))
    }

    /// The arrangement with the first `count` cells in the opposite order.
    #[inline]
    pub(super) fn reversed(self, count: usize) -> Self {
        Self(self.0.reversed(count))
    }

    /// The arrangement in which each cell `to` has what `from` had, for these pairs.
    #[inline]
    pub(super) fn permuted(&self, moved: &[(u8, u8)]) -> Self {
        let mut row = self.0;
        for &(to, from) in moved {
            row = row.with_field(usize::from(to), self.0.field(usize::from(from)));
        }
        Self(row)
    }

    /// Whether the items of so many cells are those cells' own.
    pub(super) fn has_items(&self, cells: usize) -> bool {
        self.labels(cells).all(|label| usize::from(label) <= cells)
    }

    /// Returns the numbers on the first `cells` cells. To get the numbers on all cells, pass the number of cells of the
    /// puzzle.
    pub fn labels(&self, cells: usize) -> impl Iterator<Item = u8> + use<B> {
        let row = self.0;
        (0..cells.min(B::FIELDS)).map(move |cell| row.field(cell) + 1)
    }
}

impl<B: Packed> fmt::Debug for Arrangement<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // How many cells there are is not known here: what is at home at the end may be none.
        let away = (0..B::FIELDS).rposition(|cell| self.index(cell) != cell);
        let cells = away.map_or(0, |last| last + 1);
        debug_row(f, self.labels(cells), cells == B::FIELDS)
    }
}

/// Prints numbers as a list; if these are not all, the others are at home.
pub(super) fn debug_row(
    f: &mut fmt::Formatter<'_>,
    numbers: impl Iterator<Item: fmt::Debug>,
    all: bool,
) -> fmt::Result {
    let mut list = f.debug_list();
    list.entries(numbers);
    if all {
        list.finish()
    } else {
        list.finish_non_exhaustive()
    }
}

/// Prints labels in rows, aligned.
pub(super) struct Grid {
    pub(super) labels: Vec<u8>,
    pub(super) columns: usize,
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wide = self.labels.iter().any(|&label| label > 9);
        let width = if wide { 2 } else { 1 };
        for (at, label) in self.labels.iter().enumerate() {
            match at {
                0 => {}
                _ if at.is_multiple_of(self.columns.max(1)) => f.write_str("\n")?,
                _ => f.write_str(" ")?,
            }
            write!(f, "{label:width$}")?;
        }
        Ok(())
    }
}
