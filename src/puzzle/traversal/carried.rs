//! [`Carried`]: what a visitor hands from parent to child.

use super::edge::Change;
use crate::cost::{Cost, CostExt};

/// A small value that a traversal stores for each node of the current path. The [`Visitor`](super::Visitor) computes
/// the value of a child from the value of its parent. Integers, `bool`, `char`, `()`, pairs, triples and `Option`
/// implement this trait. For a type of your own, write `impl Carried for MyValue {}`.
///
/// ```
/// use puzzle_search::traversal::Carried;
///
/// #[derive(Clone, Copy)]
/// struct Left { moves: u32, pushes: u32 }
/// impl Carried for Left {}
/// ```
pub trait Carried: Copy {
    /// Whether it is [`Slack`], which the traversal of the sliding boards can read and write.
    #[doc(hidden)]
    const IS_SLACK: bool = false;

    /// The slack.
    #[doc(hidden)]
    #[inline(always)]
    fn slack(self) -> u32 {
        0
    }

    /// The value that is this slack.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    fn of_slack(_slack: u32) -> Option<Self> {
        None
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

/// The slack of a node in IDA*: the bound minus f, where f = g + h.
///
/// A visitor whose carried value is a slack can set [`Visitor::BY_SLACK`](super::Visitor::BY_SLACK) to true. The
/// description of this constant states the conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slack<C>(
    /// The bound minus f.
    pub C,
);

impl<C: Cost> Slack<C> {
    /// Returns the slack of a child, given the cost of the edge and the change of the estimate along the edge.
    ///
    /// # Errors
    ///
    /// If f of the child exceeds the bound, returns the excess, f minus the bound, as the error.
    ///
    /// ```
    /// use puzzle_search::traversal::{Change, Slack};
    ///
    /// let (nearer, farther) = (Change { from: 5_u32, to: 4 }, Change { from: 5_u32, to: 6 });
    /// assert_eq!(Slack(2).below(1, nearer), Ok(Slack(2)));
    /// assert_eq!(Slack(2).below(1, farther), Ok(Slack(0)));
    /// assert_eq!(Slack(0).below(1, farther), Err(2));
    /// ```
    #[inline(always)]
    pub fn below(self, cost: C, Change { from, to }: Change<C>) -> Result<Self, C> {
        // No more than the bound, as `from` is part of the estimate.
        let left = self.0.saturating_add(from);
        match cost.checked_add(&to) {
            Some(needed) if needed <= left => Ok(Self(left - needed)),
            Some(needed) => Err(needed - left),
            None => Err(C::max_value()),
        }
    }
}

impl<C: Cost> Carried for Slack<C> {
    const IS_SLACK: bool = true;

    #[inline(always)]
    fn slack(self) -> u32 {
        self.0.to_u32().unwrap_or(u32::MAX)
    }

    #[inline(always)]
    fn of_slack(slack: u32) -> Option<Self> {
        C::from(slack).map(Self)
    }
}
