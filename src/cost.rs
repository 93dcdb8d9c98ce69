//! [`Cost`]: the trait of the types of costs of edges and paths. Its laws are the invariant on which all proofs rely.

use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::ops::Sub;

use num_traits::{Bounded, NumCast, One, Zero};

/// The cost of an edge or a path.
///
/// The unsigned integers `u8`, `u16`, `u32`, `u64`, `u128` and `usize` are costs; `u32` is right for nearly every
/// puzzle. With the feature `ordered-float`, the types `NotNan<f32>` and `NotNan<f64>` of the crate `ordered-float`,
/// version 5, are costs too. A type of your own can implement this trait if it is totally ordered and can detect
/// overflowing sums.
///
/// Costs must not be negative: an edge of negative cost ends a search with
/// [`Stop::NegativeCost`](crate::Stop::NegativeCost). A sum beyond the range of the type ends it with
/// [`Stop::CostOverflow`](crate::Stop::CostOverflow).
///
/// # Rounded sums
///
/// Sums of integers are exact. Sums of floating-point numbers are rounded: the cost of a path is the rounded sum of the
/// costs of its edges, added up from the start. Rounding matters in three places:
///
/// * **Heuristics**: an estimate that is exact without rounding may be too large in its last digit. The solution may
///   then cost more than the optimum by this rounding error. To be safe, reduce the estimates: compute in `f64`, reduce
///   each estimate by a millionth of its value, and wrap only the result in a `NotNan`. Consistent estimates stay
///   consistent. A millionth suffices if no solution costs more than 10^9 times its cheapest edge. For `f32`, multiply
///   each estimate by 1 - N/10,000,000 if no solution costs more than N times its cheapest edge. Edges of cost zero do
///   not count.
/// * **Searches from the goal** ([`Backward`](crate::solvers::Backward), [`BaeStar`](crate::solvers::BaeStar),
///   [`Nbs`](crate::solvers::Nbs)) add up costs from the goal. The path may cost more than a cheapest path by the
///   rounding error, and the reported cost and the lower bound may be wrong by as much.
/// * **Ties**: paths that cost the same without rounding may have different rounded sums. A task that finds all
///   cheapest solutions, the k cheapest solutions or the longest path therefore ends with
///   [`Stop::RoundedCosts`](crate::Stop::RoundedCosts). Use whole numbers for these tasks: for example, multiply each
///   cost by a million, and round the product to the nearest `u64`. Compute the estimates from these whole numbers.
///
/// Infinity is not a cost: if an edge cannot be used, leave it out.
///
/// ```
/// # #[cfg(feature = "ordered-float")] {
/// use ordered_float::NotNan;
/// use puzzle_search::{from_fn, AStar, Solver};
///
/// let cost = |cost: f64| NotNan::new(cost).expect("a number");
/// // Diagonal steps cost the root of two.
/// let puzzle = from_fn(
///     |&(x, y): &(i32, i32)| {
///         [("right", (x + 1, y), cost(1.0)), ("aslant", (x + 1, y + 1), cost(2_f64.sqrt()))]
///     },
///     |&at| at == (3, 2),
/// );
/// // At least 3 - x steps are left, at a cost of 1 or more each; reduced by a millionth for rounding.
/// let puzzle = puzzle.with_heuristic(|&(x, _)| Some(cost(f64::from(3 - x).max(0.0) * (1.0 - 1e-6))));
/// let solution = AStar::new().search(&puzzle, &(0, 0))
///     .max_cost(cost(10.0))
///     .run();
/// let cost = solution.solution().map(|solution| solution.cost().into_inner());
/// assert!(cost.is_some_and(|cost| (cost - 3.8284).abs() < 0.0001));
/// # }
/// ```
///
/// # Laws
///
/// * `Ord` is a total order, zero is the neutral element of addition, and addition keeps the order: if a <= b, then a +
///   c <= b + c.
/// * If [`IS_EXACT`](Self::IS_EXACT) is true, (a + b) - b = a.
///
/// ```
/// fn cheapest<C: puzzle_search::Cost>(a: C, b: C) -> C {
///     a.min(b)
/// }
/// assert_eq!(cheapest(3_u32, 5), 3);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a cost",
    note = "write `1_u32` where a literal is inferred as `i32`; for `f64` use `NotNan<f64>` and the feature `ordered-float`"
)]
pub trait Cost:
    Copy
    + Ord
    + Hash
    + Debug
    + Display
    + Default
    + Zero
    + One
    + Bounded
    + NumCast
    + Sub<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// Whether sums and differences are exact, like those of integers. If not, some tasks end with
    /// [`Stop::RoundedCosts`](crate::Stop::RoundedCosts).
    const IS_EXACT: bool;

    /// Returns the sum of two costs, or `None` if the sum is beyond the range of the type.
    #[must_use]
    fn checked_add(&self, other: &Self) -> Option<Self>;

    /// Returns `self` minus `other`, or `None` if this difference is below zero.
    #[must_use]
    #[inline]
    fn checked_sub(&self, other: &Self) -> Option<Self> {
        (*other <= *self).then(|| *self - *other)
    }

    /// Returns the cost as bits that are the same on every platform, for [saved](crate::Search::save) searches. The
    /// default is right for integers only.
    #[must_use]
    fn to_bits(self) -> u128 {
        self.to_u128().unwrap_or(u128::MAX)
    }

    /// Returns the cost with these [bits](Self::to_bits), or `None` if there is no such cost.
    #[must_use]
    fn from_bits(bits: u128) -> Option<Self> {
        num_traits::cast(bits)
    }
}

/// Operations on costs that only the crate needs.
pub(crate) trait CostExt: Cost {
    /// The sum, or the greatest cost on overflow.
    #[inline]
    fn saturating_add(self, other: Self) -> Self {
        self.checked_add(&other).unwrap_or_else(Self::max_value)
    }

    /// The difference, or zero if it would be negative.
    #[inline]
    fn saturating_sub(self, other: Self) -> Self {
        self.checked_sub(&other).unwrap_or_else(Self::zero)
    }

    /// Whether the cost is an odd integer; always false for floating-point costs.
    #[inline]
    fn is_odd(self) -> bool {
        Self::IS_EXACT && self.to_u128().is_some_and(|cost| cost % 2 == 1)
    }

    /// Whether the cost is less than zero, which breaks a law of [`Cost`].
    #[inline(always)]
    fn is_negative(self) -> bool {
        // For unsigned types the first comparison is a constant, so the second is compiled away.
        Self::min_value() < Self::zero() && self < Self::zero()
    }
}

impl<C: Cost> CostExt for C {}

macro_rules! integers {
    ($($integer:ty),+) => {$(
        impl Cost for $integer {
            const IS_EXACT: bool = true;

            #[inline(always)]
            fn checked_add(&self, other: &Self) -> Option<Self> {
                <$integer>::checked_add(*self, *other)
            }

            #[inline(always)]
            fn checked_sub(&self, other: &Self) -> Option<Self> {
                <$integer>::checked_sub(*self, *other)
            }
        }
    )+};
}

integers!(u8, u16, u32, u64, u128, usize);

#[cfg(feature = "ordered-float")]
macro_rules! floats {
    ($($float:ty),+) => {$(
        impl Cost for ordered_float::NotNan<$float> {
            const IS_EXACT: bool = false;

            #[inline]
            fn checked_add(&self, other: &Self) -> Option<Self> {
                let sum = self.into_inner() + other.into_inner();
                // Infinity is beyond the range.
                Self::new(sum).ok().filter(|sum| sum.is_finite())
            }

            fn to_bits(self) -> u128 {
                self.into_inner().to_bits().into()
            }

            fn from_bits(bits: u128) -> Option<Self> {
                let bits = num_traits::cast(bits)?;
                Self::new(<$float>::from_bits(bits)).ok()
            }
        }
    )+};
}

#[cfg(feature = "ordered-float")]
floats!(f32, f64);
