//! [`Ends`]: the puzzle from both ends, the keys of states on each side, and the lower bounds that the keys prove.
//!
//! The order by error has the keys and the bound of BAE* (S. Sadhukhan, 2012), and requires consistent estimates. The
//! order by f has those of A*, and requires admissible ones only.

use num_traits::One;

use super::side::FRONT;
use crate::cost::{Cost, CostExt};
use crate::puzzle::Puzzle;
use crate::puzzle::reversed::TwoSided;

/// The puzzle from both ends, and the facts about its estimates.
pub(super) struct Ends<'a, P: TwoSided> {
    pub(super) puzzle: &'a P,
    pub(super) reversed: &'a P::Reversed,
    pub(super) order: SideOrder,
    /// The estimate for the start, if the costs of all solutions are odd or even as it is.
    parity: Option<P::Cost>,
}

/// The estimates of a state that a side has reached.
#[derive(Clone, Copy)]
pub(super) struct Estimates<C> {
    /// h: the estimate to the end that the side searches for.
    pub(super) ahead: C,
    /// h': the estimate to the end that the side has come from.
    pub(super) behind: C,
}

/// The order of the states of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SideOrder {
    /// By b = 2g + h - h': the sum of f and of g - h', which is the error of the estimate h' of g.
    ByError,
    /// By f.
    ByF,
}

impl<'a, P: TwoSided> Ends<'a, P> {
    pub(super) fn new(
        puzzle: &'a P,
        reversed: &'a P::Reversed,
        start: &P::State,
        order: SideOrder,
    ) -> Self {
        let forward = puzzle.facts();
        let parity = forward.parity.then(|| puzzle.heuristic(start)).flatten();
        Self {
            puzzle,
            reversed,
            order,
            parity: parity.filter(|_| forward.admissible),
        }
    }

    /// Returns the estimates of a state reached by this side; `None` if it is on no solution.
    #[inline]
    pub(super) fn estimates(&self, side: usize, state: &P::State) -> Option<Estimates<P::Cost>> {
        let to_goal = self.puzzle.heuristic(state)?;
        let to_start = self.reversed.heuristic(state)?;
        let (ahead, behind) = if side == FRONT {
            (to_goal, to_start)
        } else {
            (to_start, to_goal)
        };
        Some(Estimates { ahead, behind })
    }

    /// Returns the key of a state; `None` if its f is beyond the range of costs.
    #[inline]
    pub(super) fn key(&self, g: P::Cost, estimates: Estimates<P::Cost>) -> Option<P::Cost> {
        let f = g.checked_add(&estimates.ahead)?;
        if self.order == SideOrder::ByError {
            // An admissible estimate behind is at most g. A key beyond the range becomes the greatest cost, which is
            // less than the true key, and so proves a smaller bound.
            Some(f.saturating_add(g.saturating_sub(estimates.behind)))
        } else {
            Some(f)
        }
    }

    /// Returns the lower bound on solutions not yet found that the least keys of both sides prove.
    pub(super) fn bound(&self, [front, back]: [P::Cost; 2]) -> P::Cost {
        self.rounded(if self.order == SideOrder::ByError {
            half_of_sum(front, back)
        } else {
            front.max(back)
        })
    }

    /// Rounds a bound up to a cost that a solution may have.
    pub(super) fn rounded(&self, bound: P::Cost) -> P::Cost {
        match self.parity {
            Some(parity) if parity.is_odd() != bound.is_odd() => {
                bound.checked_add(&P::Cost::one()).unwrap_or(bound)
            }
            _ => bound,
        }
    }
}

/// Returns half of the sum of two integers, rounded up, without computing the sum.
fn half_of_sum<C: Cost>(a: C, b: C) -> C {
    let (a, b) = (a.to_u128().unwrap_or(0), b.to_u128().unwrap_or(0));
    let half = a / 2 + b / 2 + (a % 2 + b % 2).div_ceil(2);
    C::from(half).unwrap_or_else(C::zero)
}
