//! [`Cost`]: what an edge and a path cost.

use core::fmt::{Debug, Display};
use core::hash::Hash;

use num_traits::{PrimInt, Unsigned};

/// The cost of an edge or a path: any primitive unsigned integer.
///
/// Implemented for `u8` to `u128` and `usize`, and for nothing else. Unsigned, because a
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
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a cost: costs are unsigned integers",
    note = "scale fractions to a common denominator; write `1_u32` where a literal is inferred as `i32`"
)]
pub trait Cost:
    Sealed + PrimInt + Unsigned + Hash + Debug + Display + Default + Send + Sync + 'static
{
}

mod sealed {
    #[expect(unnameable_types, reason = "nobody else may implement `Cost`")]
    pub trait Sealed {}
}
use sealed::Sealed;

macro_rules! costs {
    ($($integer:ty),+) => {$(
        impl Sealed for $integer {}
        impl Cost for $integer {}
    )+};
}

costs!(u8, u16, u32, u64, u128, usize);
