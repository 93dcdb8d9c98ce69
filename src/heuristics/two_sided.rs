//! [`TwoSidedHeuristic`]: heuristics that estimate the cost from the start as they do that to the goal.

use super::{
    Either, Gap, Guided, Heuristic, InversionDistance, LinearConflict, Manhattan, Max, Misplaced,
    Zero,
};
use crate::puzzle::Puzzle;
use crate::puzzles::{Packed, SlidingTiles};
use crate::reversed::TwoSided;

/// A heuristic of which there is another one for the puzzle [seen from its goals](TwoSided).
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Notation, Puzzle, TwoSided};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let goal = puzzle.puzzle().goal();
/// assert_eq!(puzzle.heuristic(&start), puzzle.reversed(&start).heuristic(&goal));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` knows no estimates from the start of a `{P}`",
    note = "let `backward_by` make the puzzle seen from the goals, and guide it by what is made for its goal, the start"
)]
pub trait TwoSidedHeuristic<P: TwoSided>: Heuristic<P> {
    /// The heuristic for the puzzle seen from its goals.
    type Reversed: Heuristic<P::Reversed>;

    /// The same heuristic for the puzzle seen from its goals, whose goal is the start.
    fn reversed(&self, puzzle: &P::Reversed) -> Self::Reversed;
}

impl<P: TwoSided, H: TwoSidedHeuristic<P>> TwoSided for Guided<P, H> {
    type Reversed = Guided<P::Reversed, H::Reversed>;

    fn reversed(&self, start: &P::State) -> Self::Reversed {
        let (puzzle, heuristic) = self.parts();
        let puzzle = puzzle.reversed(start);
        let heuristic = heuristic.reversed(&puzzle);
        puzzle.guided_by(heuristic)
    }
}

/// Those that learn the goal from the puzzle.
macro_rules! the_same {
    ($($heuristic:ident),+) => {$(
        impl<P: TwoSided> TwoSidedHeuristic<P> for $heuristic
        where
            Self: Heuristic<P> + Heuristic<P::Reversed>,
        {
            type Reversed = Self;

            fn reversed(&self, _: &P::Reversed) -> Self {
                *self
            }
        }
    )+};
}

the_same!(Gap, Manhattan, Misplaced, Zero);

/// Those that are made for a board.
macro_rules! made_anew {
    ($($heuristic:ident),+) => {$(
        impl<B: Packed> TwoSidedHeuristic<SlidingTiles<B>> for $heuristic {
            type Reversed = Self;

            fn reversed(&self, puzzle: &SlidingTiles<B>) -> Self {
                Self::new(puzzle)
            }
        }
    )+};
}

made_anew!(LinearConflict, InversionDistance);

impl<P, A, B> TwoSidedHeuristic<P> for Max<A, B>
where
    P: TwoSided,
    A: TwoSidedHeuristic<P>,
    B: TwoSidedHeuristic<P>,
{
    type Reversed = Max<A::Reversed, B::Reversed>;

    fn reversed(&self, puzzle: &P::Reversed) -> Self::Reversed {
        Max(self.0.reversed(puzzle), self.1.reversed(puzzle))
    }
}

impl<P, A, B> TwoSidedHeuristic<P> for Either<A, B>
where
    P: TwoSided,
    A: TwoSidedHeuristic<P>,
    B: TwoSidedHeuristic<P>,
{
    type Reversed = Either<A::Reversed, B::Reversed>;

    fn reversed(&self, puzzle: &P::Reversed) -> Self::Reversed {
        match self {
            Self::Left(a) => Either::Left(a.reversed(puzzle)),
            Self::Right(b) => Either::Right(b.reversed(puzzle)),
        }
    }
}

impl<P: TwoSided, H: TwoSidedHeuristic<P>> TwoSidedHeuristic<P> for &H {
    type Reversed = H::Reversed;

    fn reversed(&self, puzzle: &P::Reversed) -> H::Reversed {
        (**self).reversed(puzzle)
    }
}
