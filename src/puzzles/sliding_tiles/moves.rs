//! The effects of move sequences on an unbounded board, for move pruning.

use alloc::vec::Vec;

use super::{Direction, SlidingTiles};
use crate::pruning::FixedMoves;
use crate::puzzles::packed::Packed;

/// Row and column relative to the first cell of the blank.
type Offset = (i16, i16);

/// The effect of a sequence of [`SlidingTiles`] moves: where the blank and the tiles would go if the board had no
/// border. This type is the [`FixedMoves::Effect`] of [`SlidingTiles`].
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
    blank: Offset,
    tiles: Vec<(Offset, Offset)>,
}

/// The smallest rectangle, relative to the cell of the blank, that contains the path of the blank in a sequence of
/// [`SlidingTiles`] moves. The sequence can be played in a state if, and only if, this rectangle lies within the board.
/// This type is the [`FixedMoves::Needs`] of [`SlidingTiles`].
///
/// ```
/// use puzzle_search::pruning::FixedMoves;
/// use puzzle_search::puzzles::{Direction, Extent, SlidingTiles};
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let (mut effect, mut needs) = puzzle.nothing();
/// puzzle.follow(&mut effect, &mut needs, puzzle.letter(&Direction::Left));
/// // If a move to the left can be played, the empty sequence can be played too. The converse is false.
/// assert!(puzzle.suffices(&Extent::default(), &needs));
/// assert!(!puzzle.suffices(&needs, &Extent::default()));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    least: Offset,
    most: Offset,
}

impl Displacement {
    /// Moves the tile that began on cell `tile` to `cell`.
    fn put(&mut self, cell: Offset, tile: Offset) {
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

/// The effect of a sequence of moves ignores the border of the board (L. A. Taylor and R. E. Korf, "Pruning duplicate
/// nodes in depth-first search", 1993).
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
        // The cell of the blank has no tile.
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
