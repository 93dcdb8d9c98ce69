//! [`HeldTo`]: what limits on moves and on the cost mean to work that can be limited in one of them.
//!
//! Where all edges cost one, moves and costs are the same, and either limit works with any solver except those that
//! would cut off states they need (greedy, depth-first, beam). Elsewhere a solver that counts moves accepts only
//! `max_moves`, and all others only `max_cost`. The other limit is refused by a typed stop, since the same number would
//! mean something else.

use num_traits::cast;

use crate::account::{Limits, Stop, least};
use crate::cost::{Cost, CostExt};
use crate::facts::Facts;

/// What the length of a path is measured in by a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Moves,
    Costs,
}

/// The limits that work is held to.
#[derive(Clone, Debug)]
pub(crate) struct HeldTo<C> {
    pub(crate) limits: Limits,
    pub(crate) max_cost: Option<C>,
}

impl<C: Cost> HeldTo<C> {
    /// These, whatever is measured.
    pub(crate) const fn all(limits: Limits, max_cost: Option<C>) -> Self {
        Self { limits, max_cost }
    }

    /// These, in what is measured: where all edges cost one moves and costs are the same.
    pub(crate) fn new(
        facts: &Facts<C>,
        measure: Measure,
        mut limits: Limits,
        max_cost: Option<C>,
    ) -> Result<Self, Stop> {
        if facts.unit_costs {
            let moves = max_cost.map(|cost| {
                let beyond = if cost.is_negative() { 0 } else { u64::MAX };
                cost.to_u64().unwrap_or(beyond)
            });
            limits.moves = least(limits.moves, moves);
            // A limit beyond the cost type limits nothing.
            let max_cost = limits.moves.and_then(cast::<u64, C>);
            return Ok(Self { limits, max_cost });
        }
        let refused = match measure {
            Measure::Moves => max_cost.is_some(),
            Measure::Costs => limits.moves.is_some(),
        };
        if refused {
            return Err(Stop::UnsupportedLimit);
        }
        Ok(Self { limits, max_cost })
    }
}
