//! [`Either`]: one of two heuristics, chosen when the program runs.

use core::ops::ControlFlow;

use num_traits::Zero;

use super::Heuristic;
use crate::facts::Facts;
use crate::puzzle::Puzzle;
use crate::puzzle::traversal::IterationOf;

/// One of two heuristics, chosen at run time. The [`Guided`](super::Guided) puzzle has the same type for both choices.
/// For a choice of three, use `Either<A, Either<B, C>>`.
///
/// ```
/// use puzzle_search::heuristics::{Either, LinearConflict, Manhattan};
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Notation, Puzzle};
///
/// let tiles = SlidingTiles::new(3, 3)?;
/// for (name, expected) in [("manhattan", 21), ("linear-conflict", 23)] {
///     let heuristic = match name {
///         "manhattan" => Either::Left(Manhattan),
///         _ => Either::Right(LinearConflict::new(&tiles)),
///     };
///     let puzzle = tiles.clone().guided_by(heuristic);
///     let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
///     assert_eq!(puzzle.heuristic(&start), Some(expected));
/// }
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Either<A, B> {
    /// The first heuristic, or a [memo](Heuristic::Memo) of the first heuristic.
    Left(A),
    /// The second heuristic, or a [memo](Heuristic::Memo) of the second heuristic.
    Right(B),
}

/// Evaluates the same expression for either heuristic.
macro_rules! of_either {
    ($either:expr, $heuristic:ident => $value:expr) => {
        match $either {
            Either::Left($heuristic) => $value,
            Either::Right($heuristic) => $value,
        }
    };
}

impl<P: Puzzle, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for Either<A, B> {
    type Memo = Either<A::Memo, B::Memo>;

    #[inline]
    fn memo(&self, puzzle: &P, state: &P::State) -> Self::Memo {
        match self {
            Self::Left(a) => Either::Left(a.memo(puzzle, state)),
            Self::Right(b) => Either::Right(b.memo(puzzle, state)),
        }
    }

    #[inline]
    fn advance(
        &self,
        puzzle: &P,
        memo: Self::Memo,
        parent: &P::State,
        mv: &P::Move,
        child: &P::State,
    ) -> Self::Memo {
        match (self, memo) {
            (Self::Left(a), Either::Left(memo)) => {
                Either::Left(a.advance(puzzle, memo, parent, mv, child))
            }
            (Self::Right(b), Either::Right(memo)) => {
                Either::Right(b.advance(puzzle, memo, parent, mv, child))
            }
            // The memo belongs to the other heuristic.
            _ => self.memo(puzzle, child),
        }
    }

    #[inline]
    fn estimate(&self, puzzle: &P, memo: Self::Memo) -> Option<P::Cost> {
        match (self, memo) {
            (Self::Left(a), Either::Left(memo)) => a.estimate(puzzle, memo),
            (Self::Right(b), Either::Right(memo)) => b.estimate(puzzle, memo),
            // A memo of the other heuristic says nothing.
            _ => Some(P::Cost::zero()),
        }
    }

    fn fits(&self, puzzle: &P) -> bool {
        of_either!(self, heuristic => heuristic.fits(puzzle))
    }

    fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost> {
        of_either!(self, heuristic => heuristic.facts(space))
    }

    #[inline]
    fn deepen(&self, puzzle: &P, iteration: &mut IterationOf<'_, P>) -> ControlFlow<()> {
        of_either!(self, heuristic => heuristic.deepen(puzzle, iteration))
    }
}
