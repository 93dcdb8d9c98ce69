//! [`Order`]: in which order a best-first search expands states, and what that proves.
//!
//! An order is a key computed from g and h, and the bound that a key proves. An entry of the open list holds key and h;
//! it is stale if the present g of its node gives another key. So nothing is subtracted, and the loop is the same for
//! rounded sums.
//!
//! The key of weighted A* is g + w h, scaled to a whole number (w is a fraction), so that the proof is exact; the
//! factor is checked against the bound when the goal is taken out. The key of potential search is f: among states of
//! one f the least h has the greatest potential, so that entries stay where they are when the least f rises, and one
//! look at each row of f finds the next state. Greedy search does not reopen. It refuses a limit on the cost, since a
//! state that the limit cuts off may be within it along another path.

use core::fmt::Debug;

use num_traits::cast;

use crate::cost::Cost;
use crate::puzzle::Puzzle;
use crate::report::Guarantee;

/// The order of a best-first search: the state with the least key comes first, and of equal keys the
/// one with the least estimate.
pub(crate) trait Order<C: Cost>: Copy + Default + Debug {
    /// The name of the search in this order.
    const NAME: &'static str;
    /// Whether it wants the heuristic; otherwise that is taken to be zero.
    const INFORMED: bool;
    /// Whether a state comes again when a cheaper path to it is found. Then of two paths to one state the
    /// cheaper has the smaller key.
    const REOPENS: bool = true;

    /// Whether what is left may prove more than the least key does: a look at all of it is worth the time at
    /// the end.
    const WEIGHS: bool = false;

    /// Whether of the states with room that with most of it for its estimate comes first, rather than that with
    /// the least key.
    const BY_POTENTIAL: bool = false;

    /// Whether a state may come next with f beyond the bound.
    const MAY_EXCEED: bool = false;

    /// The key of a state that a path of cost `g` leads to, whose estimate is `h`; none if it is beyond
    /// the range.
    fn key(self, g: C, h: C) -> Option<C>;

    /// How far a key is below the greatest that may come next, where the least key there is or was is the
    /// floor; none if it is beyond that. For orders [by potential](Self::BY_POTENTIAL).
    fn room(self, _floor: C, _key: C) -> Option<f64> {
        None
    }

    /// No solution costs less than this, where an entry with this key comes next, above this floor.
    fn bound(self, key: C, floor: C) -> C;

    /// What is proved of the first goal in this order, which costs so much where no solution costs less
    /// than the bound.
    fn guarantee(self, _cost: C, _bound: C) -> Guarantee {
        Guarantee::Optimal
    }

    /// The order as a number, for searches that are saved.
    fn to_number(self) -> u64 {
        0
    }

    /// The order with this number.
    fn from_number(_: u64) -> Option<Self> {
        Some(Self::default())
    }

    /// The estimate for a state; none at a dead end.
    #[inline]
    fn estimate<P: Puzzle<Cost = C>>(self, puzzle: &P, state: &P::State) -> Option<C> {
        if Self::INFORMED {
            puzzle.heuristic(state)
        } else {
            Some(C::zero())
        }
    }
}

/// By f = g + h: A*.
#[derive(Clone, Copy, Debug, Default)]
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

/// By g: uniform-cost search.
#[derive(Clone, Copy, Debug, Default)]
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

/// What rounding may add to a key, as a share of it, and more.
const ROUNDING: f64 = 1e-6;

/// By g + w h: weighted A*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ByWeight {
    /// The weight as a fraction in lowest terms, one or more.
    above: u32,
    below: u32,
}

impl ByWeight {
    /// The weight of an order: of thousandths, from one to a thousand, and no more than was asked for.
    pub(super) fn new(weight: f64) -> Self {
        // What is no number counts as one.
        let product = weight.clamp(1.0, 1000.0) * 1000.0;
        // The product is rounded: 1000.9999999999999 is meant as 1001.
        let thousandths = (product * (1.0 + 4.0 * f64::EPSILON)) as u32;
        let thousandths = thousandths.max(1000);
        let (mut a, mut b) = (thousandths, 1000);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Self {
            above: thousandths / a,
            below: 1000 / a,
        }
    }

    pub(super) fn weight(self) -> f64 {
        f64::from(self.above) / f64::from(self.below)
    }

    /// The weight by which sums that are rounded are ordered: so much less that what their bound leaves for rounding
    /// does not take the factor beyond the weight.
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
    const WEIGHS: bool = true;
    const MAY_EXCEED: bool = true;

    /// So many times g + w h that it is a whole number; or the greatest cost, where that is beyond the
    /// range: then the order is lost and less is proved.
    #[inline]
    fn key(self, g: C, h: C) -> Option<C> {
        let key = if C::IS_EXACT {
            let times = |cost: C, factor: u32| cost.to_u128()?.checked_mul(factor.into());
            let sum = times(g, self.below).zip(times(h, self.above));
            sum.and_then(|(g, h)| cast(g.checked_add(h)?))
        } else {
            cast(g.to_f64()? + self.inner_weight() * h.to_f64()?)
        };
        Some(key.unwrap_or_else(C::max_value))
    }

    fn bound(self, key: C, _: C) -> C {
        let bound = if C::IS_EXACT {
            key.to_u128()
                .and_then(|key| cast(key.div_ceil(self.above.into())))
        } else if self.above == self.below {
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
                .and_then(|cost| cost.checked_mul(self.below.into()));
            let most = bound
                .to_u128()
                .and_then(|bound| bound.checked_mul(self.above.into()));
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
        u64::from(self.above) << 32 | u64::from(self.below)
    }

    fn from_number(number: u64) -> Option<Self> {
        let order = Self {
            above: (number >> 32) as u32,
            below: number as u32,
        };
        (1..=order.above).contains(&order.below).then_some(order)
    }
}

/// By the potential, (w L - g) / h, where L is the least f there is or was: dynamic potential search.
///
/// The key is f, since of one f the least h has the greatest potential: when L rises no entry moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct ByPotential(pub(super) ByWeight);

impl<C: Cost> Order<C> for ByPotential {
    const NAME: &'static str = "dynamic potential";
    const INFORMED: bool = true;
    const BY_POTENTIAL: bool = C::IS_EXACT;
    const MAY_EXCEED: bool = true;

    /// Sums that are rounded make no rows of one f: these are ordered by weight.
    #[inline]
    fn key(self, g: C, h: C) -> Option<C> {
        if C::IS_EXACT {
            g.checked_add(&h)
        } else {
            self.0.key(g, h)
        }
    }

    #[inline]
    fn room(self, floor: C, key: C) -> Option<f64> {
        let ByWeight { above, below, .. } = self.0;
        let most = floor.to_u128()?.checked_mul(above.into())?;
        let room = most.checked_sub(key.to_u128()?.checked_mul(below.into())?)?;
        Some(room as f64)
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

    fn from_number(number: u64) -> Option<Self> {
        <ByWeight as Order<C>>::from_number(number).map(Self)
    }
}

/// By h: greedy best-first search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ByH;

impl<C: Cost> Order<C> for ByH {
    const NAME: &'static str = "greedy best-first";
    const INFORMED: bool = true;
    const REOPENS: bool = false;

    #[inline(always)]
    fn key(self, _: C, h: C) -> Option<C> {
        Some(h)
    }

    /// Nothing is proved but by the estimates of the starts.
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
