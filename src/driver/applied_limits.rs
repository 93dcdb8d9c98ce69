//! [`AppliedLimits`]: the limits of a run, in which the limits on moves and on the cost are translated for the solver.
//!
//! Where all edges cost one, moves and costs are the same, and either limit works with any solver except those that
//! would cut off states they need (greedy, depth-first, beam). Elsewhere a solver that counts moves accepts only
//! `max_moves`, and all others only `max_cost`. The other limit is refused by a typed stop, since the same number would
//! mean something else.

use num_traits::cast;

use crate::account::{Limits, Stop, least};
use crate::cost::{Cost, CostExt};
use crate::facts::Facts;

/// Whether a solver measures paths in moves or in costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Moves,
    Costs,
}

/// The limits that hold for a run.
#[derive(Clone, Debug)]
pub(crate) struct AppliedLimits<C> {
    pub(crate) limits: Limits,
    pub(crate) max_cost: Option<C>,
}

impl<C: Cost> AppliedLimits<C> {
    /// Both limits as they are.
    pub(crate) const fn unchanged(limits: Limits, max_cost: Option<C>) -> Self {
        Self { limits, max_cost }
    }

    /// The limits for a solver with this measure. With unit costs a limit on moves is one on the cost, and vice versa.
    pub(crate) fn new(
        facts: &Facts<C>,
        measure: Measure,
        limits: &Limits,
        max_cost: Option<C>,
    ) -> Result<Self, Stop> {
        let (mut moves, mut max_cost) = (limits.moves, max_cost);
        if facts.unit_costs {
            if let Some(cost) = max_cost {
                let beyond = if cost.is_negative() { 0 } else { u64::MAX };
                moves = least(moves, Some(cost.to_u64().unwrap_or(beyond)));
            }
            // A limit beyond the cost type limits nothing.
            max_cost = moves.and_then(cast::<u64, C>);
        } else {
            let refused = match measure {
                Measure::Moves => max_cost.is_some(),
                Measure::Costs => moves.is_some(),
            };
            if refused {
                return Err(Stop::UnsupportedLimit);
            }
        }
        let limits = limits.with_moves(moves);
        Ok(Self { limits, max_cost })
    }
}
