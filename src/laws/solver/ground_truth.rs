//! [`GroundTruth`]: the answer that a solver has to find, computed without it.

use alloc::format;
use alloc::vec::Vec;

use super::MOST_LIMITS;
use crate::cost::Cost;
use crate::laws::graph::ExploredGraph;
use crate::laws::subject::{Erased, OWN};
use crate::laws::violation::{Law, Violation};
use crate::puzzle::Puzzle;

/// The ground truth is computed only if no more states than this can be reached.
const MOST_STATES: usize = 100_000;

/// The right answer for a start, from all states that can be reached from it.
#[derive(Clone, Debug, Default)]
pub(super) struct GroundTruth<C> {
    /// The cost of a cheapest path to a goal.
    pub(super) cheapest: Option<C>,
    /// The fewest moves to a goal.
    pub(super) fewest: Option<usize>,
    /// Costs to try as limits, in ascending order.
    pub(super) costs: Vec<C>,
}

impl<C: Cost> GroundTruth<C> {
    pub(super) fn of<P: Puzzle<Cost = C>>(puzzle: &P, start: &P::State) -> Result<Self, Violation> {
        let subject = Erased::<_, OWN>::new(puzzle);
        let graph = ExploredGraph::explore(&subject, start, MOST_STATES, None)?;
        if !graph.edges.complete {
            let detail = format!(
                "more than {MOST_STATES} states can be reached: expected a smaller space, in which the answer is known"
            );
            return Err(graph.violation(Law::Answer, 0, detail));
        }
        let cheapest = graph.edges.to_goal[0];
        let mut costs: Vec<C> = graph.edges.to_goal.iter().copied().flatten().collect();
        costs.extend([C::zero(), C::one()]);
        costs.sort_unstable();
        costs.dedup();
        let step = costs.len() / MOST_LIMITS + 1;
        let mut costs: Vec<C> = costs.into_iter().step_by(step).collect();
        costs.extend(cheapest);
        Ok(Self {
            cheapest,
            fewest: graph.edges.fewest_moves(),
            costs,
        })
    }

    /// Whether there is a solution within a limit on the cost.
    pub(super) fn is_within(&self, limit: Option<C>) -> bool {
        let pair = self.cheapest.zip(limit);
        pair.is_some_and(|(cheapest, limit)| cheapest <= limit)
    }

    /// The right answer for a search from the starts of both answers.
    pub(super) fn or(self, other: &Self) -> Self {
        let least = |a: Option<C>, b: Option<C>| a.into_iter().chain(b).min();
        let mut costs = self.costs;
        costs.extend(&other.costs);
        Self {
            cheapest: least(self.cheapest, other.cheapest),
            fewest: self.fewest.into_iter().chain(other.fewest).min(),
            costs,
        }
    }
}
