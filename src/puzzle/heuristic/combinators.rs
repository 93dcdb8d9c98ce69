//! Heuristics made of heuristics: [`Max`], [`Sum`], [`Scaled`].

use num_traits::{Bounded, CheckedMul, PrimInt};

use super::Heuristic;
use crate::cost::Cost;
use crate::facts::Facts;
use crate::puzzle::Puzzle;

/// Forwards every method to the heuristic inside.
macro_rules! forward_heuristic {
    ($heuristic:ident => $inner:expr) => {
        type Memo = H::Memo;

        #[inline]
        fn memo(&self, puzzle: &P, state: &P::State) -> H::Memo {
            let $heuristic = self;
            $inner.memo(puzzle, state)
        }

        #[inline]
        fn advance(
            &self,
            puzzle: &P,
            memo: H::Memo,
            parent: &P::State,
            mv: &P::Move,
            child: &P::State,
        ) -> H::Memo {
            let $heuristic = self;
            $inner.advance(puzzle, memo, parent, mv, child)
        }

        #[inline]
        fn estimate(&self, puzzle: &P, memo: H::Memo) -> Option<P::Cost> {
            let $heuristic = self;
            $inner.estimate(puzzle, memo)
        }

        fn fits(&self, puzzle: &P) -> bool {
            let $heuristic = self;
            $inner.fits(puzzle)
        }

        fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost> {
            let $heuristic = self;
            $inner.facts(space)
        }

        #[inline]
        fn deepen(
            &self,
            puzzle: &P,
            iteration: &mut $crate::puzzle::traversal::IterationOf<'_, P>,
        ) -> core::ops::ControlFlow<()> {
            let $heuristic = self;
            $inner.deepen(puzzle, iteration)
        }
    };
}
pub(super) use forward_heuristic;

/// A reference to a heuristic is a heuristic, so several puzzles can share the tables of one heuristic.
impl<P: Puzzle, H: Heuristic<P>> Heuristic<P> for &H {
    forward_heuristic!(heuristic => (**heuristic));
}

macro_rules! both_memos {
    () => {
        type Memo = (A::Memo, B::Memo);

        #[inline]
        fn memo(&self, puzzle: &P, state: &P::State) -> Self::Memo {
            (self.0.memo(puzzle, state), self.1.memo(puzzle, state))
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
            (
                self.0.advance(puzzle, memo.0, parent, mv, child),
                self.1.advance(puzzle, memo.1, parent, mv, child),
            )
        }

        fn fits(&self, puzzle: &P) -> bool {
            self.0.fits(puzzle) && self.1.fits(puzzle)
        }
    };
}

/// A heuristic that returns the larger of two heuristics' estimates, or `None` if either heuristic returns `None`.
///
/// The estimate is admissible if both heuristics are admissible, and consistent if both are consistent. For three
/// heuristics, write `Max(a, Max(b, c))`.
///
/// ```
/// use puzzle_search::heuristics::{LinearConflict, Max, WalkingDistance};
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Notation, Puzzle};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let both = Max(LinearConflict::new(&puzzle), WalkingDistance::build(&puzzle).run()?);
/// let puzzle = puzzle.guided_by(both);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// assert_eq!(puzzle.heuristic(&start), Some(25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Max<A, B>(pub A, pub B);

impl<P: Puzzle, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for Max<A, B> {
    both_memos!();

    #[inline]
    fn estimate(&self, puzzle: &P, memo: Self::Memo) -> Option<P::Cost> {
        let a = self.0.estimate(puzzle, memo.0)?;
        Some(a.max(self.1.estimate(puzzle, memo.1)?))
    }

    fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost> {
        let (a, b) = (self.0.facts(space), self.1.facts(space));
        Facts {
            admissible: a.admissible && b.admissible,
            consistent: a.consistent && b.consistent,
            parity: a.parity && b.parity,
            ..a
        }
    }
}

/// A heuristic that returns the sum of two heuristics' estimates, or `None` if either heuristic returns `None`.
///
/// The two heuristics must be *additive*: the cost of each edge is counted by at most one of them. For example, each
/// heuristic may count the moves of its own set of tiles. If the heuristics are not additive, the sum may exceed the
/// true cost, even if both heuristics are admissible.
///
/// ```
/// use puzzle_search::heuristics::{FnHeuristic, Sum};
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Notation, Puzzle};
///
/// // `one` returns 1 if tile 1 has to move. `eight` returns 1 if tile 8 has to move.
/// let one = FnHeuristic(|_: &SlidingTiles, board: &_| Some(u32::from(tile(board, 0) != 1)));
/// let eight = FnHeuristic(|_: &SlidingTiles, board: &_| Some(u32::from(tile(board, 7) != 8)));
/// fn tile(board: &puzzle_search::puzzles::Board, cell: usize) -> u8 {
///     board.tile(cell)
/// }
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Sum(one, eight));
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// assert_eq!(puzzle.heuristic(&start), Some(2));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sum<A, B>(
    /// The first heuristic.
    pub A,
    /// The second heuristic.
    pub B,
);

impl<P: Puzzle, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for Sum<A, B> {
    both_memos!();

    #[inline]
    fn estimate(&self, puzzle: &P, memo: Self::Memo) -> Option<P::Cost> {
        let a = self.0.estimate(puzzle, memo.0)?;
        let b = self.1.estimate(puzzle, memo.1)?;
        // If the sum overflows, no path to a goal has a cost within the range either.
        Some(a.checked_add(&b).unwrap_or_else(P::Cost::max_value))
    }

    fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost> {
        let admissible = self.0.facts(space).admissible && self.1.facts(space).admissible;
        Facts {
            admissible,
            ..space
        }
    }
}

/// A heuristic that multiplies another heuristic's estimate by a weight and rounds down. The puzzle's costs have to be
/// integers. The product is exact, whatever the range of the cost type; a product beyond the range is replaced by the
/// greatest cost.
///
/// If the weight is at most one, the product is admissible if the other heuristic is, and consistent if the other
/// heuristic is. If the weight is above one, the product is not [admissible](Facts::admissible).
/// [`IdaStar`](crate::IdaStar) and [`AStar`](crate::AStar) then return a solution that costs at most the weight times
/// the optimum, provided that the other heuristic is admissible.
///
/// Paper: I. Pohl, "Heuristic search viewed as path finding in a graph", 1970.
///
/// ```
/// use puzzle_search::heuristics::{Manhattan, Scaled};
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Scaled::new(Manhattan, 3_u32, 2));
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// assert_eq!(puzzle.heuristic(&start), Some(31)); // 21 * 3 / 2
/// let report = AStar::new().solve(&puzzle, &start);
/// assert!(report.solution().is_some() && !report.is_optimal());
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scaled<H, C> {
    heuristic: H,
    numerator: C,
    denominator: C,
}

impl<H, C: Cost> Scaled<H, C> {
    /// Makes the heuristic that multiplies the estimates of `heuristic` by `numerator` / `denominator`. A denominator
    /// of zero counts as one.
    #[must_use]
    pub fn new(heuristic: H, numerator: C, denominator: C) -> Self {
        Self {
            heuristic,
            numerator,
            denominator: denominator.max(C::one()),
        }
    }
}

/// `number` times `numerator` / `denominator`, rounded down, for a product that overflows. If the quotient overflows
/// too, the greatest number. The quotient is exact, since an estimate rounded otherwise would not be consistent.
#[cold]
fn fraction<C: PrimInt>(number: C, numerator: C, denominator: C) -> C {
    let (whole, part) = (number / denominator, number % denominator);
    let (mut quotient, mut rest) = (C::zero(), C::zero());
    // Long multiplication by the numerator, one binary digit after another; the rest is always below the denominator.
    for digit in (0..numerator.count_zeros() + numerator.count_ones()).rev() {
        let is_set = numerator.unsigned_shr(digit) & C::one() == C::one();
        let summands = [Some((quotient, rest)), is_set.then_some((whole, part))];
        for (more, beyond) in summands.into_iter().flatten() {
            quotient = quotient.saturating_add(more);
            rest = if rest >= denominator - beyond {
                quotient = quotient.saturating_add(C::one());
                rest - (denominator - beyond)
            } else {
                rest + beyond
            };
        }
    }
    quotient
}

impl<P: Puzzle<Cost: PrimInt + CheckedMul>, H: Heuristic<P>> Heuristic<P> for Scaled<H, P::Cost> {
    type Memo = H::Memo;

    #[inline]
    fn memo(&self, puzzle: &P, state: &P::State) -> H::Memo {
        self.heuristic.memo(puzzle, state)
    }

    #[inline]
    fn advance(
        &self,
        puzzle: &P,
        memo: H::Memo,
        parent: &P::State,
        mv: &P::Move,
        child: &P::State,
    ) -> H::Memo {
        self.heuristic.advance(puzzle, memo, parent, mv, child)
    }

    #[inline]
    fn estimate(&self, puzzle: &P, memo: H::Memo) -> Option<P::Cost> {
        let estimate = self.heuristic.estimate(puzzle, memo)?;
        let product = estimate.checked_mul(&self.numerator);
        Some(match product {
            Some(product) => product / self.denominator,
            None => fraction(estimate, self.numerator, self.denominator),
        })
    }

    fn fits(&self, puzzle: &P) -> bool {
        self.heuristic.fits(puzzle)
    }

    fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost> {
        let facts = self.heuristic.facts(space);
        let shrinks = self.numerator <= self.denominator;
        Facts {
            admissible: shrinks && facts.admissible,
            consistent: shrinks && facts.consistent,
            parity: self.numerator == self.denominator && facts.parity,
            ..facts
        }
    }
}

/// A heuristic that calls a closure to estimate a state. The closure returns `None` for a state from which no goal can
/// be reached.
///
/// ```
/// use puzzle_search::heuristics::FnHeuristic;
/// use puzzle_search::puzzles::{Board, SlidingTiles};
/// use puzzle_search::Puzzle;
///
/// let corner = |_: &SlidingTiles, board: &Board| Some(u32::from(board.tile(0) != 1));
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(FnHeuristic(corner));
/// assert_eq!(puzzle.heuristic(&puzzle.puzzle().goal()), Some(0));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FnHeuristic<F>(pub F);

impl<F> core::fmt::Debug for FnHeuristic<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("FnHeuristic")
    }
}

impl<P, F> Heuristic<P> for FnHeuristic<F>
where
    P: Puzzle,
    F: Fn(&P, &P::State) -> Option<P::Cost>,
{
    type Memo = Option<P::Cost>;

    #[inline]
    fn memo(&self, puzzle: &P, state: &P::State) -> Self::Memo {
        (self.0)(puzzle, state)
    }

    #[inline]
    fn estimate(&self, _: &P, memo: Self::Memo) -> Option<P::Cost> {
        memo
    }
}
