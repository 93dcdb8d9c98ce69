//! [`TwoSidedHeuristic`]: heuristics that can also be made for the reversed puzzle, where they estimate the cost from
//! the start; [`BothWays`]: combines a heuristic of each direction into one of this trait.

use core::fmt::{self, Debug};

use super::combinators::delegate_heuristic;
use super::{Either, Guided, Heuristic, Max, Zero};
use crate::facts::Facts;
use crate::puzzle::Puzzle;
use crate::puzzle::reversed::TwoSided;

/// A heuristic that can also be made for the [reversed puzzle](TwoSided), where it estimates the cost from the start.
///
/// In the reversed puzzle every edge leads the other way, and the only goal is the start of the original search.
/// Backward and bidirectional searches use the heuristic for the reversed puzzle. If a heuristic does not implement
/// this trait, use [`BothWays`] to combine it with a heuristic for the reversed puzzle.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::puzzle::TwoSided;
/// use puzzle_search::{Notation, Puzzle};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let goal = puzzle.puzzle().goal();
/// assert_eq!(puzzle.heuristic(&start), puzzle.reversed(&start).heuristic(&goal));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` knows no estimates from the start of a `{P}`",
    note = "`BothWays` adds a heuristic for the puzzle seen from the goals"
)]
pub trait TwoSidedHeuristic<P: TwoSided>: Heuristic<P> {
    /// The type of the heuristic for the reversed puzzle.
    type Reversed: Heuristic<P::Reversed> + Send;

    /// Returns the heuristic for `puzzle`, the reversed puzzle, whose goal is the start of the original search.
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

/// Implements [`TwoSidedHeuristic`] for heuristics that store no goal, but ask the puzzle for it. So each of them also
/// serves for the reversed puzzle.
macro_rules! unchanged_by_reversal {
    ($($heuristic:ident),+) => {$(
        impl<P: $crate::puzzle::TwoSided> $crate::puzzle::heuristic::TwoSidedHeuristic<P> for $heuristic
        where
            Self: $crate::puzzle::heuristic::Heuristic<P>
                + $crate::puzzle::heuristic::Heuristic<P::Reversed>,
        {
            type Reversed = Self;

            fn reversed(&self, _: &P::Reversed) -> Self {
                *self
            }
        }
    )+};
}

pub(crate) use unchanged_by_reversal;

unchanged_by_reversal!(Zero);

impl<P, H, const N: usize> TwoSidedHeuristic<P> for Max<[H; N]>
where
    P: TwoSided,
    H: TwoSidedHeuristic<P>,
{
    type Reversed = Max<[H::Reversed; N]>;

    fn reversed(&self, puzzle: &P::Reversed) -> Self::Reversed {
        Max(self
            .0
            .each_ref()
            .map(|heuristic| heuristic.reversed(puzzle)))
    }
}

/// Implements [`TwoSidedHeuristic`] for [`Max`] of a tuple, given the type and the index of each field.
macro_rules! reversed_max {
    ($($heuristic:ident $field:tt),+) => {
        impl<P, $($heuristic),+> TwoSidedHeuristic<P> for Max<($($heuristic),+)>
        where
            P: TwoSided,
            $($heuristic: TwoSidedHeuristic<P>),+
        {
            type Reversed = Max<($($heuristic::Reversed),+)>;

            fn reversed(&self, puzzle: &P::Reversed) -> Self::Reversed {
                Max(($(self.0.$field.reversed(puzzle)),+))
            }
        }
    };
}

reversed_max!(A 0, B 1);
reversed_max!(A 0, B 1, C 2);
reversed_max!(A 0, B 1, C 2, D 3);

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

/// A heuristic made of two heuristics, for bidirectional search. The heuristic for the forward side estimates the cost
/// to the goal. The heuristic for the backward side estimates the cost from the start, and is made by a closure.
///
/// The closure is called once for each search, and again when a saved search is loaded. If the backward heuristic takes
/// long to make, make it beforehand and let the closure clone it. In this case, search only from the start for which
/// the backward heuristic was made. From another start, the backward estimates are wrong. The search then panics if
/// [`fits`](Heuristic::fits) of the backward heuristic returns false; otherwise the solution may not be optimal.
///
/// ```
/// use puzzle_search::heuristics::BothWays;
/// use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::puzzle::TwoSided;
/// use puzzle_search::solvers::BaeStar;
/// use puzzle_search::{Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let forward = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 7]]); // cell 8 is left out: the goal has its blank there
/// let forward = TilePatterns::build(&puzzle, &forward, Style::default()).run()?;
/// let backward = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 8]]); // cell 7 is left out: the start has its blank there
/// let backward = TilePatterns::build(&puzzle.reversed(&start), &backward, Style::default()).run()?;
/// let both = BothWays::new(forward, |_: &SlidingTiles| backward.clone());
/// let report = BaeStar::new().solve(&puzzle.guided_by(both), &start);
/// assert_eq!((report.lower_bound, report.stats.expanded), (Some(31), 293));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct BothWays<H, F> {
    forward: H,
    backward: F,
}

impl<H, F> BothWays<H, F> {
    /// Combines the heuristic `forward` with the closure `backward`. The closure is called with the reversed puzzle,
    /// whose goal is the start of the search, and returns the heuristic that estimates the cost from the start.
    #[must_use]
    pub const fn new<Q, B: Heuristic<Q>>(forward: H, backward: F) -> Self
    where
        Q: Puzzle,
        F: Fn(&Q) -> B,
    {
        Self { forward, backward }
    }
}

impl<H: Debug, F> Debug for BothWays<H, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BothWays").field(&self.forward).finish()
    }
}

impl<P: Puzzle, H: Heuristic<P>, F> Heuristic<P> for BothWays<H, F> {
    delegate_heuristic!(self => self.forward);
}

impl<P: TwoSided, H: Heuristic<P>, B: Heuristic<P::Reversed> + Send, F> TwoSidedHeuristic<P>
    for BothWays<H, F>
where
    F: Fn(&P::Reversed) -> B,
{
    type Reversed = B;

    fn reversed(&self, puzzle: &P::Reversed) -> B {
        (self.backward)(puzzle)
    }
}
