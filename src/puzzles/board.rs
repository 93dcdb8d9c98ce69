//! States of board puzzles: [`Board`] with a blank, [`Arrangement`] without.
//!
//! Both are sequences of fields ([`Packed`]). The *label* of a cell is the number that it shows: 0 for the blank, and
//! otherwise from 1 on.
//!
//! Invariants: field 0 of a board has the blank's cell, the next fields have the labels of the other cells in reading
//! order, and all others are 0. Field i of an arrangement has the *item* of cell i, which is its label less 1, and
//! fields without a cell have their own index, so that the fields are a permutation.
//!
//! In a word of 64 bits, a board is the blank and 15 tiles of four bits. A horizontal move changes only the blank's
//! field. On a board of c columns, a vertical move rotates c fields, by a mask and two shifts that are precomputed for
//! each cell and direction.

use alloc::vec::Vec;
use core::fmt;

use super::board_text::{BoardSize, BoardText};
use super::error::{PuzzleError, check_each_once, parse_items};
use super::packed::Packed;
use crate::permutation::{factorial, lexicographic_rank, lexicographic_unrank};

/// The number of pairs of fields in a word of sixteen fields.
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
/// assert_eq!(board.labels().collect::<Vec<_>>(), [3, 1, 0, 2]);
/// assert_eq!(size_of_val(&board), 8);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board<B = u64>(B);

impl<B: Packed> Board<B> {
    /// Whether a board is sixteen fields of four bits, two in each byte: then distances are looked up by pairs of
    /// tiles.
    pub(super) const IN_PAIRS: bool = B::BITS == 4 && B::FIELDS == 2 * PAIRS;
    /// The number of bits of a tile.
    pub(super) const TILE_BITS: usize = B::BITS;
    /// The greatest number of cells of a board.
    pub(super) const MOST_CELLS: usize = B::FIELDS;

    /// Makes the board with these labels, 0 for the blank. They must be valid and fit into `B`.
    pub(super) fn new(cells: impl Iterator<Item = u8>) -> Self {
        let (mut fields, mut at) = (B::ZERO, 1);
        for (cell, label) in cells.enumerate() {
            if label == 0 {
                fields = fields.with_field(0, cell as u8);
            } else {
                fields = fields.with_field(at, label);
                at += 1;
            }
        }
        Self(fields)
    }

    /// Makes the board with these labels on `cells` cells. `input` is the word for the labels in messages of errors,
    /// such as "goal".
    pub(super) fn from_labels(
        labels: &[u8],
        cells: usize,
        input: &str,
    ) -> Result<Self, PuzzleError> {
        check_each_once(labels.iter().copied(), cells, 0, input)?;
        Ok(Self::new(labels.iter().copied()))
    }

    /// Parses a board of this size, whose cells must fit into `B`.
    pub(super) fn parse(text: &str, size: BoardSize) -> Result<Self, PuzzleError> {
        let labels = BoardText::read(text, size)?.labels;
        Ok(Self::new(labels.into_iter().map(|label| label as u8)))
    }

    /// The labels of the first `cells` cells, to be displayed in rows.
    pub(super) fn printed(&self, cells: usize, columns: usize) -> LabelRows {
        LabelRows {
            labels: (0..cells).map(|cell| self.tile(cell)).collect(),
            columns,
        }
    }

    /// Makes the board with the blank on this cell and these tiles, in order, on the other cells.
    pub(super) fn from_order(blank: usize, tiles: impl Iterator<Item = u8>) -> Self {
        let fields = B::ZERO.with_field(0, blank as u8);
        let fields = (1..)
            .zip(tiles)
            .fold(fields, |fields, (at, tile)| fields.with_field(at, tile));
        Self(fields)
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

    /// The fields `2 * pair` and `2 * pair + 1`, for fields of four bits.
    #[inline(always)]
    pub(super) fn pair(&self, pair: usize) -> u8 {
        self.0.field_and_more(2 * pair)
    }

    /// The tile on a cell that is not blank, in the lowest bits. The higher bits are unspecified.
    #[inline(always)]
    pub(super) fn tile_and_more(&self, cell: usize) -> u8 {
        self.0
            .field_and_more(cell + usize::from(cell < self.blank()))
    }

    /// The tiles in the order of their cells, without the blank.
    #[inline]
    pub(super) fn order(&self) -> impl Iterator<Item = u8> {
        let fields = self.0;
        (1..B::FIELDS)
            .map(move |at| fields.field(at))
            .take_while(|&tile| tile != 0)
    }

    /// The cell and the number of each tile, in the order of the cells.
    #[inline]
    pub(crate) fn tiles(&self) -> impl Iterator<Item = (usize, u8)> {
        let blank = self.blank();
        let cells = (0..).map(move |at| at + usize::from(at >= blank));
        self.order().zip(cells).map(|(tile, cell)| (cell, tile))
    }

    /// Whether the board has this number of cells, with a tile on each except one.
    #[inline]
    pub(super) fn has_cell_count(&self, cells: usize) -> bool {
        let tiles = (1..cells).all(|at| self.0.field(at) != 0);
        tiles && self.0.field(cells) == 0 && self.blank() < cells
    }

    /// The tile with this index in the order of the cells, without the blank; there must be one.
    #[inline]
    pub(super) fn nth_tile(&self, at: usize) -> usize {
        usize::from(self.0.field(at + 1))
    }

    /// Returns the number of the tile on each cell, with 0 for the blank.
    pub fn labels(&self) -> impl Iterator<Item = u8> + use<B> {
        let board = *self;
        (0..=self.order().count()).map(move |cell| board.tile(cell))
    }

    /// The board with its blank's field set to `cell`, and all tile fields as they are. It completes a move after
    /// [`with_tiles_rotated`](Self::with_tiles_rotated).
    #[inline]
    pub(super) fn with_blank_field(self, cell: usize) -> Self {
        Self(self.0.with_field(0, cell as u8))
    }

    /// The board whose tile fields are those after a move of the blank from cell `from` to cell `to`. The blank's field
    /// is not updated.
    #[inline(always)]
    pub(super) fn with_tiles_rotated(self, from: usize, to: usize) -> Self {
        // The tile on `to` moves to `from`; its field is as in `BlankMove::new`.
        let is_before = usize::from(to < from);
        Self(self.0.moved(to + is_before, from + 1 - is_before))
    }

    /// The board after a whole move of the blank to `cell`: the tile on `cell` is where the blank was.
    #[inline]
    pub(super) fn with_blank_moved(self, cell: usize) -> Self {
        self.after(&BlankMove::new(self.blank(), cell))
    }

    /// The board after a move that begins on the blank's cell.
    #[inline]
    pub(super) fn after(self, slide: &BlankMove<B>) -> Self {
        let fields = self.0.rotated(&slide.rotation);
        Self(fields.with_field(0, slide.to))
    }
}

/// A move of the blank from one cell to another: the rotation of fields that it amounts to, computed in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlankMove<B: Packed> {
    rotation: B::Rotation,
    to: u8,
}

impl<B: Packed> BlankMove<B> {
    /// The move of the blank from cell `blank` to `cell`.
    #[inline]
    pub(super) fn new(blank: usize, cell: usize) -> Self {
        // Field 0 has the blank's cell, so the tile on a cell c is in field c + 1 before the blank, and in field c
        // after it.
        let is_before = usize::from(cell < blank);
        Self {
            rotation: B::rotation(cell + is_before, blank + 1 - is_before),
            to: cell as u8,
        }
    }
}

impl<B: Packed> fmt::Debug for Board<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.labels()).finish()
    }
}

/// A state of a puzzle without a blank: the numbers 1, 2, 3 .. in some order, one on each cell. The numbers are
/// [packed](Packed) into a value of type `B`.
///
/// Arrangements are created by puzzles, for example by [`SwapGame::state`](super::SwapGame::state). Use an arrangement
/// only with a puzzle that has the same number of cells. The `Debug` output may omit the last numbers.
///
/// ```
/// use puzzle_search::puzzles::SwapGame;
///
/// let board = SwapGame::<u32>::packed(2, 4)?.goal();
/// assert_eq!(board.labels(8).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
/// assert_eq!(size_of_val(&board), 4);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrangement<B = u64>(B);

impl<B: Packed> Arrangement<B> {
    /// The greatest number of cells of an arrangement, whose labels fit into a byte.
    pub(super) const MOST_CELLS: usize = if B::FIELDS < 255 { B::FIELDS } else { 255 };

    /// Makes the arrangement with these items, which must fit into `B`. Fields beyond them hold their own index.
    pub(super) fn new(items: impl Iterator<Item = usize>) -> Self {
        let identity = (0..B::FIELDS).fold(B::ZERO, |all, at| all.with_field(at, at as u8));
        let fields = items
            .enumerate()
            .fold(identity, |all, (at, item)| all.with_field(at, item as u8));
        Self(fields)
    }

    /// Makes the arrangement with these labels on `cells` cells. `input` is the word for the labels in messages of
    /// errors.
    pub(super) fn from_labels(
        labels: &[u8],
        cells: usize,
        input: &str,
    ) -> Result<Self, PuzzleError> {
        check_each_once(labels.iter().copied(), cells, 1, input)?;
        let items = labels.iter().map(|&label| usize::from(label) - 1);
        Ok(Self::new(items))
    }

    /// Parses an arrangement of `cells` cells.
    pub(super) fn parse(text: &str, cells: usize) -> Result<Self, PuzzleError> {
        let labels: Vec<u64> = parse_items(text, |item| item)?;
        check_each_once(labels.iter().copied(), cells, 1, "state")?;
        Ok(Self::new(labels.iter().map(|&label| label as usize - 1)))
    }

    /// The lexicographic rank of an arrangement of `cells` cells, or `None` if there are more ranks than a `u128` can
    /// count.
    #[inline]
    pub(super) fn rank(&self, cells: usize) -> Option<u128> {
        let count = factorial(cells)?;
        let items = (0..cells).map(|cell| self.item(cell));
        // An arrangement of another puzzle may have no such rank.
        Some(lexicographic_rank(items, cells)).filter(|&rank| rank < count)
    }

    /// The arrangement of `cells` cells with this lexicographic rank, or `None` if it is out of range.
    #[inline]
    pub(super) fn unrank(cells: usize, rank: u128) -> Option<Self> {
        (rank < factorial(cells)?).then(|| Self::new(lexicographic_unrank(cells, rank)))
    }

    /// The labels of the first `cells` cells, to be displayed in rows.
    pub(super) fn printed(&self, cells: usize, columns: usize) -> LabelRows {
        LabelRows {
            labels: self.labels(cells).collect(),
            columns,
        }
    }

    /// The item on a cell, which is the label less 1.
    #[inline]
    pub(crate) fn item(&self, cell: usize) -> usize {
        usize::from(self.0.field(cell))
    }

    /// The arrangement with the items on two cells swapped.
    #[inline]
    pub(super) fn swapped(self, a: usize, b: usize) -> Self {
        let (item_a, item_b) = (self.0.field(a), self.0.field(b));
        Self(self.0.with_field(a, item_b).with_field(b, item_a))
    }

    /// The arrangement with the items on the first `count` cells in reverse order.
    #[inline]
    pub(super) fn reversed(self, count: usize) -> Self {
        Self(self.0.reversed(count))
    }

    /// The arrangement whose cell `to` has the item that was on cell `from`, for all pairs `(to, from)` at once.
    #[inline]
    pub(super) fn permuted(&self, moved: &[(u8, u8)]) -> Self {
        let mut fields = self.0;
        for &(to, from) in moved {
            fields = fields.with_field(usize::from(to), self.0.field(usize::from(from)));
        }
        Self(fields)
    }

    /// Whether every cell from `cells` on has its own item. Then the first `cells` cells have the labels from 1 to
    /// `cells`, since the fields are a permutation.
    pub(super) fn permutes_first(&self, cells: usize) -> bool {
        let mut beyond = cells..B::FIELDS;
        beyond.all(|cell| self.0.field(cell) == cell as u8)
    }

    /// Returns the numbers on the first `cells` cells. To get the numbers on all cells, pass the number of cells of the
    /// puzzle.
    pub fn labels(&self, cells: usize) -> impl Iterator<Item = u8> + use<B> {
        let fields = self.0;
        (0..cells.min(Self::MOST_CELLS)).map(move |cell| fields.field(cell) + 1)
    }
}

impl<B: Packed> fmt::Debug for Arrangement<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The number of cells is not known here. Cells at the end that have their own number may not exist.
        let last_moved = (0..B::FIELDS).rposition(|cell| self.0.field(cell) != cell as u8);
        let cells = last_moved.map_or(0, |last| last + 1);
        let mut list = f.debug_list();
        list.entries(self.labels(cells));
        if cells == B::FIELDS {
            list.finish()
        } else {
            list.finish_non_exhaustive()
        }
    }
}

/// Labels that are displayed in aligned rows.
pub(super) struct LabelRows {
    pub(super) labels: Vec<u8>,
    pub(super) columns: usize,
}

impl fmt::Display for LabelRows {
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
