//! [`Cost`]: what an edge and a path cost.

use core::fmt::{Debug, Display};
use core::hash::Hash;

use num_traits::{PrimInt, Unsigned};

/// The cost of an edge or a path: any primitive unsigned integer.
///
/// Implemented for `u8` to `u128` and `usize`; there is nothing to implement. Unsigned, because a
/// negative edge would break every guarantee; integer, because sums must be exact. Scale rational
/// costs to a common denominator. All sums are checked: an overflow ends a search with
/// [`Stop::CostOverflow`](crate::Stop::CostOverflow).
///
/// ```
/// fn cheapest<C: puzzle_search::Cost>(a: C, b: C) -> C {
///     a.min(b)
/// }
/// assert_eq!(cheapest(3u32, 5), 3);
/// ```
pub trait Cost:
    PrimInt + Unsigned + Hash + Debug + Display + Default + Send + Sync + 'static
{
}

impl<T> Cost for T where
    T: PrimInt + Unsigned + Hash + Debug + Display + Default + Send + Sync + 'static
{
}
