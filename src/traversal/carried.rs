//! [`Carried`]: what a visitor hands from parent to child.

use num_traits::PrimInt;

/// A small value that a [`Visitor`](super::Visitor) hands from parent to child. For a type of your
/// own, `impl Carried for MyValue {}` is all; numbers, `bool`, `()` and pairs are ready.
///
/// ```
/// use puzzle_search::traversal::Carried;
///
/// #[derive(Clone, Copy)]
/// struct Left { moves: u32, pushes: u32 }
/// impl Carried for Left {}
/// ```
pub trait Carried: Copy {
    /// How many classes of values there are: the traversal of the sliding boards has code of its own
    /// for each. Any value may belong to class 0.
    #[doc(hidden)]
    const CLASSES: usize = 1;

    /// The class of a value, less than `CLASSES`.
    #[doc(hidden)]
    #[inline(always)]
    fn class(self) -> usize {
        0
    }

    /// The class of a child's value, given the parent's and its class, from which it may be easier to
    /// tell.
    #[doc(hidden)]
    #[inline(always)]
    fn class_below<const PARENT: usize>(self, _parent: Self) -> usize {
        self.class()
    }

    /// The same value, known to belong to a class.
    #[doc(hidden)]
    #[inline(always)]
    fn of_class<const CLASS: usize>(self) -> Self {
        self
    }
}

macro_rules! carried {
    ($($value:ty),+) => { $(impl Carried for $value {})+ };
}

carried!(
    (),
    bool,
    char,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize
);

impl<A: Copy, B: Copy> Carried for (A, B) {}

impl<A: Copy, B: Copy, C: Copy> Carried for (A, B, C) {}

impl<T: Copy> Carried for Option<T> {}

/// What IDA* carries: how much of the bound is left beyond the estimate.
///
/// Most nodes have no slack or a slack of two, where edges cost one and the estimate keeps the parity
/// of the distance: the sliding boards have code of their own for each, unless `CLASSED` is false.
///
/// ```
/// use puzzle_search::traversal::Slack;
///
/// let Slack(left) = Slack::<u32>(4);
/// assert_eq!(left, 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slack<C, const CLASSED: bool = true>(pub C);

impl<C: PrimInt, const CLASSED: bool> Carried for Slack<C, CLASSED> {
    const CLASSES: usize = if CLASSED { 3 } else { 1 };

    #[inline(always)]
    fn class(self) -> usize {
        if self.0.is_zero() {
            1
        } else if self.0 == two() {
            2
        } else {
            0
        }
    }

    #[inline(always)]
    fn class_below<const PARENT: usize>(self, parent: Self) -> usize {
        if self.0 == parent.0 {
            PARENT
        } else {
            self.class()
        }
    }

    #[inline(always)]
    fn of_class<const CLASS: usize>(self) -> Self {
        match CLASS {
            1 => Self(C::zero()),
            2 => Self(two()),
            _ => self,
        }
    }
}

/// The usual excess over the bound, and the usual slack.
#[inline(always)]
pub(crate) fn two<C: PrimInt>() -> C {
    C::one() + C::one()
}
