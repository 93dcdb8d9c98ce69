//! What sequences of moves do on a board without edges.

use alloc::vec::Vec;

use super::{Direction, SlidingTiles};
use crate::pruning::FixedMoves;
use crate::puzzles::packed::Packed;

/// A cell by row and column, counted from where the blank began.
type Cell = (i16, i16);

/// The effect of a sequence of [`SlidingTiles`] moves on an unbounded board: where the blank has gone and, for each
/// cell whose tile has changed, where the new tile came from. It is the [`FixedMoves::Effect`] of [`SlidingTiles`]; the
/// default value is the effect of no moves.
///
/// ```
/// use puzzle_search::pruning::FixedMoves;
/// use puzzle_search::puzzles::{Displacement, SlidingTiles};
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// assert_eq!(puzzle.nothing().0, Displacement::default());
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Displacement {
    blank: Cell,
    tiles: Vec<(Cell, Cell)>,
}

/// The smallest rectangle that contains all cells that the blank visits in a sequence of [`SlidingTiles`] moves. The
/// sequence can be played wherever this rectangle lies within the board.
///
/// It is stored relative to the cell where the blank begins. It is the [`FixedMoves::Needs`] of [`SlidingTiles`]; the
/// default value is the extent of no moves, which is this one cell.
///
/// ```
/// use puzzle_search::pruning::FixedMoves;
/// use puzzle_search::puzzles::{Direction, Extent, SlidingTiles};
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let (mut effect, mut needs) = puzzle.nothing();
/// puzzle.follow(&mut effect, &mut needs, puzzle.letter(&Direction::Left));
/// // The empty sequence can be played wherever a move to the left can, but not the other way round.
/// assert!(puzzle.suffices(&Extent::default(), &needs));
/// assert!(!puzzle.suffices(&needs, &Extent::default()));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    least: Cell,
    most: Cell,
}

impl Displacement {
    /// Puts a tile, named by where it came from, on a cell.
    fn put(&mut self, cell: Cell, tile: Cell) {
        match self.tiles.binary_search_by_key(&cell, |&(at, _)| at) {
            Ok(at) if tile == cell => {
                self.tiles.remove(at);
            }
            Ok(at) => self.tiles[at].1 = tile,
            Err(_) if tile == cell => {}
            Err(at) => self.tiles.insert(at, (cell, tile)),
        }
    }
}

/// For pruning, two sequences of moves count as equivalent if they have the same effect on an unbounded board (Taylor
/// and Korf, 1993). Sequence X can be played wherever sequence Y can if, in X, the blank stays within the smallest
/// rectangle that contains the path of the blank in Y.
impl<B: Packed> FixedMoves for SlidingTiles<B> {
    type Effect = Displacement;
    type Needs = Extent;

    fn letters(&self) -> impl ExactSizeIterator<Item = Direction> {
        Direction::ALL.into_iter()
    }

    #[inline]
    fn letter(&self, direction: &Direction) -> usize {
        *direction as usize
    }

    fn nothing(&self) -> (Displacement, Extent) {
        (Displacement::default(), Extent::default())
    }

    fn follow(&self, effect: &mut Displacement, needs: &mut Extent, letter: usize) {
        let Some(direction) = Direction::ALL.get(letter) else {
            return;
        };
        let (row, column) = effect.blank;
        let to = match direction {
            Direction::Up => (row - 1, column),
            Direction::Left => (row, column - 1),
            Direction::Right => (row, column + 1),
            Direction::Down => (row + 1, column),
        };
        let tiles = &effect.tiles;
        let tile = match tiles.binary_search_by_key(&to, |&(at, _)| at) {
            Ok(at) => tiles[at].1,
            Err(_) => to,
        };
        effect.put((row, column), tile);
        // The blank is not a tile: its cell has none.
        if let Ok(at) = effect.tiles.binary_search_by_key(&to, |&(at, _)| at) {
            effect.tiles.remove(at);
        }
        effect.blank = to;
        needs.least = (needs.least.0.min(to.0), needs.least.1.min(to.1));
        needs.most = (needs.most.0.max(to.0), needs.most.1.max(to.1));
    }

    fn suffices(&self, replacement: &Extent, replaced: &Extent) -> bool {
        replacement.least.0 >= replaced.least.0
            && replacement.least.1 >= replaced.least.1
            && replacement.most.0 <= replaced.most.0
            && replacement.most.1 <= replaced.most.1
    }
}
