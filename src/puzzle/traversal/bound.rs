//! [`Bound`]: the bound on f of a depth-first walk; [`Cut`]: the least f beyond it.

use crate::cost::Cost;

/// The bound on f = g + h of the children that a walk enters.
///
/// ```
/// use puzzle_search::puzzle::traversal::Bound;
///
/// assert_eq!(Bound::AtMost(4_u32).greatest(), Bound::Below(5_u32).greatest());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound<C> {
    /// Children whose f is at most this.
    AtMost(C),
    /// Children whose f is less than this, the cost of a known solution.
    Below(C),
}

impl<C: Cost> Bound<C> {
    /// Returns whether a child with this f is within the bound.
    #[inline]
    pub(crate) fn admits(self, f: C) -> bool {
        match self {
            Self::AtMost(most) => f <= most,
            Self::Below(end) => f < end,
        }
    }

    /// Returns the cost that the bound names.
    pub(crate) const fn cost(self) -> C {
        match self {
            Self::AtMost(cost) | Self::Below(cost) => cost,
        }
    }

    /// Returns the greatest f within the bound, where costs are integers, or `None` if there is none.
    ///
    /// ```
    /// use puzzle_search::puzzle::traversal::Bound;
    ///
    /// assert_eq!(Bound::Below(5_u32).greatest(), Some(4));
    /// ```
    #[must_use]
    pub fn greatest(self) -> Option<C> {
        match self {
            Self::AtMost(most) => Some(most),
            Self::Below(end) => end.checked_sub(&C::one()),
        }
    }
}

/// Summary of the paths that a walk has cut off, since their f = g + h is beyond the bound.
///
/// ```
/// use puzzle_search::puzzle::traversal::Cut;
///
/// assert_eq!(Cut::<u32>::default(), Cut { least: None, overflow: false }); // nothing
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut<C> {
    /// The least f that was cut off; `None` if there was none, or if all were beyond the range of the cost type.
    pub least: Option<C>,
    /// Whether an f was beyond the range of the cost type.
    pub overflow: bool,
}

impl<C> Default for Cut<C> {
    fn default() -> Self {
        Self {
            least: None,
            overflow: false,
        }
    }
}

impl<C: Cost> Cut<C> {
    /// Records an f that was cut off; `None` is beyond the range.
    #[inline]
    pub(crate) fn note(&mut self, f: Option<C>) {
        match f {
            Some(f) => {
                if self.least.is_none_or(|least| f < least) {
                    self.least = Some(f);
                }
            }
            None => self.overflow = true,
        }
    }

    /// Adds the cuts of another walk.
    pub(crate) fn merge(&mut self, other: Self) {
        if other.least.is_some() {
            self.note(other.least);
        }
        self.overflow |= other.overflow;
    }
}
