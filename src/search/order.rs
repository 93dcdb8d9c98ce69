//! [`Order`]: in which order a best-first search expands states, and what that proves.

use core::fmt::Debug;

use crate::cost::Cost;
use crate::puzzle::Puzzle;

/// The order of a best-first search: the state with the least key comes first, and of equal keys the
/// one with the least estimate.
#[expect(unnameable_types, reason = "the orders are the crate's own")]
pub trait Order<C: Cost>: Copy + Default + Debug {
    /// The name of the search in this order.
    const NAME: &'static str;
    /// Whether it wants the heuristic; otherwise that is taken to be zero.
    const INFORMED: bool;

    /// The key of a state that a path of cost `g` leads to, whose estimate is `h`; none if it is beyond
    /// the range. Of two paths to one state the cheaper has the smaller key.
    fn key(self, g: C, h: C) -> Option<C>;

    /// No solution costs less than this if no state that is left has a smaller key.
    fn bound(self, key: C) -> C;

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
#[expect(unnameable_types, reason = "the orders are the crate's own")]
pub struct ByF;

impl<C: Cost> Order<C> for ByF {
    const NAME: &'static str = "A*";
    const INFORMED: bool = true;

    #[inline(always)]
    fn key(self, g: C, h: C) -> Option<C> {
        g.checked_add(&h)
    }

    fn bound(self, key: C) -> C {
        key
    }
}

/// By g: uniform-cost search.
#[derive(Clone, Copy, Debug, Default)]
#[expect(unnameable_types, reason = "the orders are the crate's own")]
pub struct ByG;

impl<C: Cost> Order<C> for ByG {
    const NAME: &'static str = "uniform cost";
    const INFORMED: bool = false;

    #[inline(always)]
    fn key(self, g: C, _: C) -> Option<C> {
        Some(g)
    }

    fn bound(self, key: C) -> C {
        key
    }
}
