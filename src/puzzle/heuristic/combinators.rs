//! [`Scaled`]: a heuristic that multiplies the estimates of another; [`FnHeuristic`]: a heuristic made of a closure.

use num_traits::{CheckedMul, PrimInt};

use super::Heuristic;
use crate::cost::Cost;
use crate::facts::Facts;
use crate::puzzle::Puzzle;

/// Delegates `memo`, `advance` and `fits` to the heuristics inside. `self => expression` is their value, and `$inner`
/// its type.
macro_rules! delegate_memos {
    ($inner:ty, $this:ident => $heuristic:expr) => {
        type Memo = <$inner>::Memo;

        #[inline]
        fn memo(&$this, puzzle: &P, state: &P::State) -> Self::Memo {
            $heuristic.memo(puzzle, state)
        }

        #[inline]
        fn advance(
            &$this,
            puzzle: &P,
            memo: Self::Memo,
            parent: &P::State,
            mv: &P::Move,
            child: &P::State,
        ) -> Self::Memo {
            $heuristic.advance(puzzle, memo, parent, mv, child)
        }

        fn fits(&$this, puzzle: &P) -> bool {
            $heuristic.fits(puzzle)
        }
    };
}
pub(super) use delegate_memos;

/// Delegates every method to the heuristic inside, whose type is `H`. `self => expression` is its value.
macro_rules! delegate_heuristic {
    ($this:ident => $inner:expr) => {
        $crate::puzzle::heuristic::combinators::delegate_memos!(H, $this => $inner);

        #[inline]
        fn estimate(&$this, puzzle: &P, memo: H::Memo) -> Option<P::Cost> {
            $inner.estimate(puzzle, memo)
        }

        fn facts(&$this, space: Facts<P::Cost>) -> Facts<P::Cost> {
            $inner.facts(space)
        }

        #[inline]
        fn deepen(
            &$this,
            puzzle: &P,
            iteration: &mut $crate::puzzle::traversal::IterationOf<'_, P>,
        ) -> core::ops::ControlFlow<()> {
            $inner.deepen(puzzle, iteration)
        }
    };
}
pub(super) use delegate_heuristic;

/// A reference to a heuristic is a heuristic, so several puzzles can share the tables of one heuristic.
impl<P: Puzzle, H: Heuristic<P>> Heuristic<P> for &H {
    delegate_heuristic!(self => (**self));
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

/// `number` times `numerator` / `denominator`, rounded down, if `number` times `numerator` overflows. If the result
/// overflows too, it is the greatest number. Otherwise it is exact: with another rounding, the heuristic would not be
/// consistent.
#[cold]
fn exact_fraction<C: PrimInt>(number: C, numerator: C, denominator: C) -> C {
    let (whole, part) = (number / denominator, number % denominator);
    let (mut quotient, mut rest) = (C::zero(), C::zero());
    // Long multiplication by the numerator, one binary digit after another, the highest first: each time, the fraction
    // quotient + rest / denominator is doubled, and number / denominator is added if the digit is one. The rest stays
    // below the denominator.
    for digit in (0..numerator.count_zeros() + numerator.count_ones()).rev() {
        let is_set = numerator.unsigned_shr(digit) & C::one() == C::one();
        let summands = [Some((quotient, rest)), is_set.then_some((whole, part))];
        for (whole, part) in summands.into_iter().flatten() {
            quotient = quotient.saturating_add(whole);
            // The sum `rest + part` may overflow. It is computed only if it is below the denominator.
            rest = if rest >= denominator - part {
                quotient = quotient.saturating_add(C::one());
                rest - (denominator - part)
            } else {
                rest + part
            };
        }
    }
    quotient
}

impl<P: Puzzle<Cost: PrimInt + CheckedMul>, H: Heuristic<P>> Heuristic<P> for Scaled<H, P::Cost> {
    delegate_memos!(H, self => self.heuristic);

    #[inline]
    fn estimate(&self, puzzle: &P, memo: H::Memo) -> Option<P::Cost> {
        let estimate = self.heuristic.estimate(puzzle, memo)?;
        let product = estimate.checked_mul(&self.numerator);
        Some(match product {
            Some(product) => product / self.denominator,
            None => exact_fraction(estimate, self.numerator, self.denominator),
        })
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
