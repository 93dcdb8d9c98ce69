//! [`Order`]: the policy of a best-first search: in which order states are expanded, and which lower bound that proves.
//!
//! An order computes from g and h two numbers for each entry of the open list: a key, and a tie, which decides among
//! equal keys. The key of the entry that comes next proves a lower bound on the cost of solutions. Invariant: key and
//! tie determine h. So the loop tells whether an entry is stale (a cheaper path was found since) by computing the key
//! again from h and the present g, and never subtracts costs, whose sums may be rounded.
//!
//! Best-first search is A* by f = g + h (P. E. Hart, N. J. Nilsson, B. Raphael, 1968), uniform-cost search by g,
//! weighted A* by g + w h, greedy search by h, and dynamic potential search by the potential (D. Gilon, A. Felner, R.
//! Stern, 2016).

use core::fmt::Debug;

use num_traits::cast;

use crate::cost::Cost;
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::storage::Entry;

/// The order of a best-first search: the least key comes first and, among equal keys, the least tie. A value of the
/// type has the settings, such as a weight.
pub(crate) trait Order<C: Cost>: Copy + Debug {
    /// The name of the search in this order.
    const NAME: &'static str;
    /// Whether the search uses the heuristic; otherwise h is zero.
    const INFORMED: bool;
    /// Whether a state is reopened when a cheaper path to it is found. If so, the cheaper of two paths to a state must
    /// have the smaller key, except for rounding.
    const REOPENS: bool = true;

    /// Whether the least f of the open states may be greater than the bound that keys prove, so that the search
    /// computes it when it ends.
    const ENDS_WITH_LEAST_F: bool = false;

    /// Whether the order is by potential: the state with the greatest ratio of [slack](Self::slack) to h comes first,
    /// not the one with the least key. The tie is then h.
    const BY_POTENTIAL: bool = false;

    /// Whether a state may come next whose f exceeds the bound. If the limit on the cost was lowered after its entry
    /// was made, f may then exceed the limit although the bound does not.
    const MAY_EXCEED: bool = false;

    /// Returns the key of a state reached at cost `g` with estimate `h`; `None` if it is beyond the range of costs.
    fn key(self, g: C, h: C) -> Option<C>;

    /// Returns the tie of a state reached at cost `_g` with estimate `h`. An order with another tie than h also defines
    /// [`h`](Self::h).
    #[inline(always)]
    fn tie(self, _g: C, h: C) -> C {
        h
    }

    /// Returns the estimate of the state of an entry, from its key and its [tie](Self::tie).
    #[inline(always)]
    fn h(self, entry: Entry<C>) -> C {
        entry.tie
    }

    /// Whether a cheaper path to the state was found after the entry was made; `g` is the cost of the cheapest known
    /// path.
    #[inline(always)]
    fn is_stale(self, entry: Entry<C>, g: C) -> bool {
        Self::REOPENS && self.key(g, self.h(entry)) != Some(entry.key)
    }

    /// Returns the slack of a key in an order [by potential](Self::BY_POTENTIAL): how much it is less than the greatest
    /// key that is expanded; `None` if it is greater. `_floor` is the greatest value that the least key has had.
    fn slack(self, _floor: C, _key: C) -> Option<f64> {
        None
    }

    /// Returns the lower bound on the cost of solutions that is proved when an entry with this key comes next. `floor`
    /// is the greatest value that the least key has had, in an order by potential.
    fn bound(self, key: C, floor: C) -> C;

    /// Returns the guarantee of the first goal that comes next, given its cost and the lower bound.
    fn guarantee(self, _cost: C, _bound: C) -> Guarantee {
        Guarantee::Optimal
    }

    /// Returns the settings as a number: a search that was saved with other settings is refused.
    fn to_number(self) -> u64 {
        0
    }

    /// Returns the estimate for a state; `None` at a dead end.
    #[inline]
    fn estimate<P: Puzzle<Cost = C>>(self, puzzle: &P, state: &P::State) -> Option<C> {
        if Self::INFORMED {
            puzzle.heuristic(state)
        } else {
            Some(C::zero())
        }
    }
}

/// The order of A*: by f = g + h.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByF;

impl<C: Cost> Order<C> for ByF {
    const NAME: &'static str = "A*";
    const INFORMED: bool = true;

    #[inline(always)]
    fn key(self, g: C, h: C) -> Option<C> {
        g.checked_add(&h)
    }

    fn bound(self, key: C, _: C) -> C {
        key
    }
}

/// The order of uniform-cost search: by g.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByG;

impl<C: Cost> Order<C> for ByG {
    const NAME: &'static str = "uniform cost";
    const INFORMED: bool = false;

    #[inline(always)]
    fn key(self, g: C, _: C) -> Option<C> {
        Some(g)
    }

    fn bound(self, key: C, _: C) -> C {
        key
    }
}

/// No key computed in floating point has a greater relative error than this.
const ROUNDING: f64 = 1e-6;

/// The order of weighted A*: by g + w h, times the denominator of w, so that the key is a whole number and the proof is
/// exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ByWeight {
    /// The weight as a fraction in lowest terms, at least one.
    numerator: u32,
    denominator: u32,
}

impl ByWeight {
    /// Creates the order whose weight is `weight`, clamped to the range from 1 to 1000 and rounded down to thousandths.
    pub(super) fn new(weight: f64) -> Self {
        // NaN is cast to zero, and so becomes one.
        let product = weight.clamp(1.0, 1000.0) * 1000.0;
        // The product may be rounded down to less than a whole number: 1000.9999999999999 is meant as 1001.
        let thousandths = (product * (1.0 + 4.0 * f64::EPSILON)) as u32;
        let thousandths = thousandths.max(1000);
        // Euclid's algorithm: `divisor` becomes the greatest common one.
        let (mut divisor, mut rest) = (thousandths, 1000);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Self {
            numerator: thousandths / divisor,
            denominator: 1000 / divisor,
        }
    }

    pub(super) fn weight(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }

    /// The weight by which floating-point costs are ordered. It is a little less than the weight, since the bound that
    /// their keys prove is lowered by the error of rounding, and the factor proved must still be within the weight.
    fn inner_weight(self) -> f64 {
        (self.weight() * (1.0 - 2.0 * ROUNDING)).max(1.0)
    }
}

impl Default for ByWeight {
    fn default() -> Self {
        Self::new(1.0)
    }
}

impl<C: Cost> Order<C> for ByWeight {
    const NAME: &'static str = "weighted A*";
    const INFORMED: bool = true;
    const ENDS_WITH_LEAST_F: bool = true;
    const MAY_EXCEED: bool = true;

    /// Returns g + w h, times the denominator of w if costs are exact. If that is beyond the range, returns the
    /// greatest cost: such states come in any order, and less is proved.
    #[inline]
    fn key(self, g: C, h: C) -> Option<C> {
        let key = if C::IS_EXACT {
            let times = |cost: C, factor: u32| cost.to_u128()?.checked_mul(factor.into());
            let sum = times(g, self.denominator).zip(times(h, self.numerator));
            sum.and_then(|(g, h)| cast(g.checked_add(h)?))
        } else {
            cast(g.to_f64()? + self.inner_weight() * h.to_f64()?)
        };
        Some(key.unwrap_or_else(C::max_value))
    }

    fn bound(self, key: C, _: C) -> C {
        let bound = if C::IS_EXACT {
            key.to_u128()
                .and_then(|key| cast(key.div_ceil(self.numerator.into())))
        } else if self.numerator == self.denominator {
            Some(key)
        } else {
            key.to_f64()
                .and_then(|key| cast(key / self.inner_weight() * (1.0 - ROUNDING)))
        };
        bound.unwrap_or_else(C::zero)
    }

    fn guarantee(self, cost: C, bound: C) -> Guarantee {
        let is_within = if C::IS_EXACT {
            let cost = cost
                .to_u128()
                .and_then(|cost| cost.checked_mul(self.denominator.into()));
            let most = bound
                .to_u128()
                .and_then(|bound| bound.checked_mul(self.numerator.into()));
            cost.is_some_and(|cost| most.is_none_or(|most| cost <= most))
        } else {
            let factor = cost
                .to_f64()
                .zip(bound.to_f64())
                .map(|(cost, bound)| cost / bound);
            factor.is_some_and(|factor| factor <= self.weight())
        };
        match is_within {
            _ if cost <= bound => Guarantee::Optimal,
            true => Guarantee::Within,
            false => Guarantee::Unproved,
        }
    }

    fn to_number(self) -> u64 {
        u64::from(self.numerator) << 32 | u64::from(self.denominator)
    }
}

/// The order of dynamic potential search: by the potential (w L - g) / h, greatest first. L is the greatest value that
/// the least f has had, which the loop keeps as the floor.
///
/// The key is f, and the tie is h: among states of equal f, the one with the least h has the greatest potential,
/// whatever L is. So no entry moves when L rises, and only the first entries of each f need to be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct ByPotential(pub(super) ByWeight);

impl<C: Cost> Order<C> for ByPotential {
    const NAME: &'static str = "dynamic potential";
    const INFORMED: bool = true;
    const BY_POTENTIAL: bool = C::IS_EXACT;
    const MAY_EXCEED: bool = true;

    /// Returns f, or the key of weighted A* for floating-point costs: few of their sums are equal, so that the loop
    /// would have to compare nearly all entries.
    #[inline]
    fn key(self, g: C, h: C) -> Option<C> {
        if C::IS_EXACT {
            g.checked_add(&h)
        } else {
            self.0.key(g, h)
        }
    }

    /// Returns w L - f, times the denominator of w. Its ratio to h has the same order as the potential, since that is
    /// (w L - g) / h = (w L - f) / h + 1.
    #[inline]
    fn slack(self, floor: C, key: C) -> Option<f64> {
        let ByWeight {
            numerator,
            denominator,
        } = self.0;
        let most = floor.to_u128()?.checked_mul(numerator.into())?;
        let slack = most.checked_sub(key.to_u128()?.checked_mul(denominator.into())?)?;
        Some(slack as f64)
    }

    fn bound(self, key: C, floor: C) -> C {
        if C::IS_EXACT {
            floor
        } else {
            self.0.bound(key, floor)
        }
    }

    fn guarantee(self, cost: C, bound: C) -> Guarantee {
        self.0.guarantee(cost, bound)
    }

    fn to_number(self) -> u64 {
        Order::<C>::to_number(self.0)
    }
}

/// The order of greedy best-first search: by h, without reopening.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByH;

impl<C: Cost> Order<C> for ByH {
    const NAME: &'static str = "greedy best-first";
    const INFORMED: bool = true;
    const REOPENS: bool = false;

    #[inline(always)]
    fn key(self, _: C, h: C) -> Option<C> {
        Some(h)
    }

    /// Returns zero: the order proves nothing beyond the least estimate of the starts.
    fn bound(self, _: C, _: C) -> C {
        C::zero()
    }

    fn guarantee(self, cost: C, bound: C) -> Guarantee {
        if cost <= bound {
            Guarantee::Optimal
        } else {
            Guarantee::Unproved
        }
    }
}

#[cfg(test)]
mod tests {

    use super::{ByF, Order};
    use crate::cost::Cost;
    use crate::puzzle::Puzzle;
    use crate::puzzles::SlidingTiles;
    use crate::search::{AStar, BestFirstRun};
    use crate::solver::{BoxedRun, Solver};
    use crate::storage::Entry;
    use crate::{Notation, heuristics::Manhattan};

    /// By f and, among equal f, the largest h first.
    #[derive(Clone, Copy, Debug)]
    struct LargestH;

    impl<C: Cost> Order<C> for LargestH {
        const NAME: &'static str = "A* by large h";
        const INFORMED: bool = true;

        fn key(self, g: C, h: C) -> Option<C> {
            ByF.key(g, h)
        }

        fn tie(self, g: C, _: C) -> C {
            g
        }

        fn h(self, entry: Entry<C>) -> C {
            entry.key - entry.tie
        }

        fn bound(self, key: C, _: C) -> C {
            key
        }
    }

    impl<P: Puzzle> Solver<P> for LargestH {
        fn begin<'r>(&self) -> BoxedRun<'r, P> {
            BoxedRun::new(BestFirstRun::new(*self))
        }
    }

    #[test]
    fn an_order_says_the_tie() {
        let puzzle = SlidingTiles::new(3, 3).expect("a board");
        let start = puzzle.parse("8 6 7  2 5 4  3 0 1").expect("a state");
        let puzzle = puzzle.guided_by(Manhattan);
        let [small, large] = [
            AStar::new().solve(&puzzle, &start),
            LargestH.solve(&puzzle, &start),
        ];
        assert_eq!(small.lower_bound, large.lower_bound);
        assert!(small.stats.expanded < large.stats.expanded);
        assert_eq!((large.stats.reopened, large.lower_bound), (0, Some(31)));
    }
}
