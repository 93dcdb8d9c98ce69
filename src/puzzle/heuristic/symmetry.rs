//! [`Reflected`]: a heuristic applied to a state and to its image under a symmetry.

use super::Heuristic;
use crate::facts::Facts;
use crate::puzzle::Puzzle;

/// A symmetry of a puzzle. It maps each state to its *image*, a state at the same distance from the goals.
///
/// # Laws
///
/// * The image of a state is a goal if, and only if, the state is a goal.
/// * If `mv` leads from `a` to `b`, then `image_of_move(mv)` leads from `image(a)` to `image(b)` at the same cost.
/// * Every move out of `image(a)` is the image of a move out of `a`.
///
/// ```
/// use puzzle_search::heuristics::Symmetry;
/// use puzzle_search::puzzles::{SlidingTiles, TileSymmetry};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let transposition = TileSymmetry::transposition(&puzzle).expect("square, the blank in a corner");
/// let board = puzzle.state(&[1, 2, 3, 4, 5, 6, 7, 0, 8])?;
/// let image = transposition.image(&puzzle, &board);
/// assert_eq!(image, puzzle.state(&[1, 2, 3, 4, 5, 0, 7, 8, 6])?);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub trait Symmetry<P: Puzzle> {
    /// Returns whether this is a symmetry of the given puzzle; see [`Heuristic::fits`]. The default returns true.
    fn fits(&self, _puzzle: &P) -> bool {
        true
    }

    /// Returns the image of a state.
    fn image(&self, puzzle: &P, state: &P::State) -> P::State;

    /// Returns the image of a move.
    ///
    /// ```
    /// use puzzle_search::heuristics::Symmetry;
    /// use puzzle_search::puzzles::{Direction, SlidingTiles, TileSymmetry};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let transposition = TileSymmetry::transposition(&puzzle).expect("square, the blank in a corner");
    /// assert_eq!(transposition.image_of_move(&puzzle, &Direction::Up), Direction::Left);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn image_of_move(&self, puzzle: &P, mv: &P::Move) -> P::Move;
}

/// A heuristic that applies another heuristic to a state and to the state's image under a [`Symmetry`], and returns the
/// larger estimate.
///
/// `Reflected` is admissible if the other heuristic is admissible, and consistent if the other heuristic is consistent.
/// For several symmetries, wrap one `Reflected` in another.
///
/// Paper: J. C. Culberson and J. Schaeffer, "Pattern databases", 1998.
///
/// ```
/// use puzzle_search::heuristics::{LinearConflict, Reflected};
/// use puzzle_search::puzzles::{SlidingTiles, TileSymmetry};
/// use puzzle_search::Puzzle;
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let transposition = TileSymmetry::transposition(&puzzle).expect("square, the blank in a corner");
/// let reflected = Reflected::new(LinearConflict::new(&puzzle), transposition);
/// let puzzle = puzzle.guided_by(reflected);
/// assert_eq!(puzzle.heuristic(&puzzle.puzzle().goal()), Some(0));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reflected<H, S> {
    heuristic: H,
    symmetry: S,
}

impl<H, S> Reflected<H, S> {
    /// Makes the heuristic from another heuristic and a symmetry.
    #[must_use]
    pub const fn new(heuristic: H, symmetry: S) -> Self {
        Self {
            heuristic,
            symmetry,
        }
    }
}

impl<P: Puzzle, H: Heuristic<P>, S: Symmetry<P>> Heuristic<P> for Reflected<H, S> {
    type Memo = (H::Memo, H::Memo);

    fn memo(&self, puzzle: &P, state: &P::State) -> Self::Memo {
        let image = self.symmetry.image(puzzle, state);
        (
            self.heuristic.memo(puzzle, state),
            self.heuristic.memo(puzzle, &image),
        )
    }

    fn advance(
        &self,
        puzzle: &P,
        memo: Self::Memo,
        parent: &P::State,
        mv: &P::Move,
        child: &P::State,
    ) -> Self::Memo {
        let image = |state| self.symmetry.image(puzzle, state);
        let (from, to) = (image(parent), image(child));
        let turned = self.symmetry.image_of_move(puzzle, mv);
        (
            self.heuristic.advance(puzzle, memo.0, parent, mv, child),
            self.heuristic.advance(puzzle, memo.1, &from, &turned, &to),
        )
    }

    #[inline]
    fn estimate(&self, puzzle: &P, memo: Self::Memo) -> Option<P::Cost> {
        let plain = self.heuristic.estimate(puzzle, memo.0)?;
        let reflected = self.heuristic.estimate(puzzle, memo.1)?;
        Some(plain.max(reflected))
    }

    fn fits(&self, puzzle: &P) -> bool {
        self.heuristic.fits(puzzle) && self.symmetry.fits(puzzle)
    }

    fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost> {
        self.heuristic.facts(space)
    }
}
