//! Checks the [`Facts`] that a puzzle states against all edges and estimates that were explored.
//!
//! An explored graph goes in. Out come the facts that hold in it and were tested, or a violation: the first fact that
//! is stated and does not hold. Invariant: a returned fact is true only if it was tested and has no counterexample.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::edges::ExploredEdges;
use super::graph::ExploredGraph;
use super::subject::{Move, State};
use super::tally::LawTally;
use super::violation::{Law, Violation};
use crate::cost::{Cost, CostExt};
use crate::facts::Facts;

/// Returns the facts that were tested and hold for all explored states and edges, or a violation if the puzzle states a
/// fact that does not hold.
pub(super) fn check_facts<S: State, M: Move, C: Cost>(
    graph: &ExploredGraph<'_, S, M, C>,
    tally: &mut LawTally,
) -> Result<Facts<C>, Violation> {
    let explored = ExploredSpace {
        edges: &graph.edges,
        stated: graph.puzzle.facts(),
        estimates: graph
            .states
            .iter()
            .map(|s| graph.puzzle.heuristic(s))
            .collect(),
        describe: graph,
    };
    let facts = explored.facts_that_hold()?;
    Ok(explored.tested(facts, tally))
}

/// The graph as the source of words about states and paths, without the types of states and moves.
trait Describe<C> {
    fn state(&self, at: usize) -> String;
    fn violation(&self, law: Law, at: usize, detail: String) -> Violation;
    fn path_to_goal(&self, at: usize, cost: C) -> String;
}

impl<S: State, M: Move, C: Cost> Describe<C> for ExploredGraph<'_, S, M, C> {
    fn state(&self, at: usize) -> String {
        format!("{:?}", self.states[at])
    }

    fn violation(&self, law: Law, at: usize, detail: String) -> Violation {
        self.violation(law, at, detail)
    }

    fn path_to_goal(&self, at: usize, cost: C) -> String {
        self.path_to_goal(at, cost)
    }
}

/// The index of a state at which a fact does not hold, and what was found there and what was expected, in words; `None`
/// if the fact holds.
type Counterexample = Option<(usize, String)>;

/// The explored part of a puzzle, without the types of states and moves.
struct ExploredSpace<'a, C> {
    edges: &'a ExploredEdges<C>,
    stated: Facts<C>,
    estimates: Vec<Option<C>>,
    describe: &'a dyn Describe<C>,
}

impl<C: Cost> ExploredSpace<'_, C> {
    /// The facts that hold, whether they are stated or not.
    fn facts_that_hold(&self) -> Result<Facts<C>, Violation> {
        let stated = &self.stated;
        // A counterexample to a fact that is not stated is no violation.
        let holds = |law, stated: bool, found: Counterexample| match found {
            Some((at, detail)) if stated => Err(self.describe.violation(law, at, detail)),
            found => Ok(found.is_none()),
        };
        let least = self.edges.all().map(|(_, _, cost)| cost).min();
        let unit_costs = holds(Law::UnitCosts, stated.unit_costs, self.non_unit_cost())?;
        holds(Law::LeastCost, true, self.cheaper_edge())?;
        Ok(Facts {
            unit_costs,
            least_cost: least.unwrap_or(stated.least_cost),
            undirected: holds(Law::Undirected, stated.undirected, self.one_way_edge())?,
            acyclic: holds(Law::Acyclic, stated.acyclic, self.state_on_cycle())?,
            admissible: self.check_admissible()?,
            consistent: holds(Law::Consistent, stated.consistent, self.inconsistent_edge())?,
            parity: holds(Law::Parity, stated.parity, self.estimate_of_wrong_parity())?
                && C::IS_EXACT,
        })
    }

    /// Restricts facts that hold to those that were tested. Counts the tests, and records which facts are stated but
    /// untested.
    fn tested(&self, holds: Facts<C>, tally: &mut LawTally) -> Facts<C> {
        let stated = &self.stated;
        let edges = self.edges.all().count();
        let has_estimates = |&(from, to, _): &(usize, usize, C)| {
            self.estimates[from].is_some() && self.estimates[to].is_some()
        };
        let estimated = self.edges.all().filter(has_estimates).count();
        let is_zero = |estimate: &Option<C>| estimate.is_some_and(|estimate| estimate.is_zero());
        let are_zero = self.estimates.iter().all(is_zero);
        // Without a goal, neither its estimate nor the parity of any distance is known. But estimates that are all zero
        // are admissible and consistent wherever the goals are.
        let has_goal = self.edges.goals.contains(&true);
        let consistency_tests = if has_goal || are_zero { estimated } else { 0 };
        let parity_tests = if has_goal { estimated } else { 0 };
        let admissibility_tests = if are_zero {
            self.estimates.len()
        } else {
            self.edges.to_goal.iter().flatten().count()
        };
        let mut tested = |law, is_stated: bool, count: usize| {
            let is_tested = count > 0 || self.edges.complete;
            tally.count(law, count);
            if is_stated && !is_tested {
                tally.mark_untested(law);
            }
            is_tested
        };
        // A dead end is a statement, too, even if admissibility is not stated.
        let states_admissible = stated.admissible || self.estimates.contains(&None);
        tested(Law::LeastCost, !stated.least_cost.is_zero(), edges);
        Facts {
            unit_costs: tested(Law::UnitCosts, stated.unit_costs, edges) && holds.unit_costs,
            undirected: tested(Law::Undirected, stated.undirected, edges) && holds.undirected,
            acyclic: tested(Law::Acyclic, stated.acyclic, edges) && holds.acyclic,
            admissible: tested(Law::Admissible, states_admissible, admissibility_tests)
                && holds.admissible,
            consistent: tested(Law::Consistent, stated.consistent, consistency_tests)
                && holds.consistent,
            parity: tested(Law::Parity, stated.parity, parity_tests) && holds.parity,
            ..holds
        }
    }

    /// An edge that does not cost one.
    fn non_unit_cost(&self) -> Counterexample {
        let (from, to, cost) = self.edges.all().find(|(_, _, cost)| !cost.is_one())?;
        let detail = format!(
            "the edge to {} costs {cost}: expected 1, since the facts say so",
            self.describe.state(to)
        );
        Some((from, detail))
    }

    /// An edge that costs less than the least cost that is stated.
    fn cheaper_edge(&self) -> Counterexample {
        let least = self.stated.least_cost;
        let (from, to, cost) = self.edges.all().find(|&(_, _, cost)| cost < least)?;
        let detail = format!(
            "the edge to {} costs {cost}: expected {least} or more, since the facts say so",
            self.describe.state(to)
        );
        Some((from, detail))
    }

    /// An edge that has no edge back.
    fn one_way_edge(&self) -> Counterexample {
        let leads_back =
            |&(from, to, _): &(usize, usize, _)| self.edges.neighbors_of(to).any(|at| at == from);
        let (from, to, _) = self.edges.all().find(|edge| !leads_back(edge))?;
        let detail = format!(
            "an edge leads to {}, from where none leads back: expected one, since the facts say that \
             the puzzle is undirected",
            self.describe.state(to)
        );
        Some((from, detail))
    }

    /// A state on a cycle. States without outgoing edges are removed until none is left (Kahn's algorithm, backward):
    /// every state that remains leads to a cycle.
    fn state_on_cycle(&self) -> Counterexample {
        let mut incoming = vec![Vec::new(); self.estimates.len()];
        let mut outgoing = vec![0_usize; self.estimates.len()];
        for (from, to, _) in self.edges.all() {
            incoming[to].push(from);
            outgoing[from] += 1;
        }
        let mut removed: Vec<usize> = (0..outgoing.len())
            .filter(|&at| outgoing[at] == 0)
            .collect();
        while let Some(at) = removed.pop() {
            for &from in &incoming[at] {
                outgoing[from] -= 1;
                if outgoing[from] == 0 {
                    removed.push(from);
                }
            }
        }
        // Each remaining state has a remaining neighbor, so the first state that this walk repeats is on a cycle.
        let mut at = outgoing.iter().position(|&edges| edges > 0)?;
        let mut seen = vec![false; outgoing.len()];
        while !core::mem::replace(&mut seen[at], true) {
            let next = self.edges.neighbors_of(at).find(|&to| outgoing[to] > 0);
            at = next.unwrap_or(at);
        }
        let detail = "a path leads from it back to it: expected none, since the facts say so";
        Some((at, detail.into()))
    }

    /// Whether the heuristic is admissible. An estimate of `None` says that no goal can be reached: if a goal can be
    /// reached nevertheless, this is a violation even if admissibility is not stated.
    fn check_admissible(&self) -> Result<bool, Violation> {
        let mut admissible = true;
        for (at, (&estimate, &cost)) in self.estimates.iter().zip(&self.edges.to_goal).enumerate() {
            let Some(cost) = cost.filter(|&cost| estimate.is_none_or(|estimate| estimate > cost))
            else {
                continue;
            };
            admissible = false;
            let estimates = match estimate {
                Some(_) if !self.stated.admissible => continue,
                Some(estimate) => format!("it estimates {estimate}"),
                None => "it answers `None`, a dead end".into(),
            };
            let path = self.describe.path_to_goal(at, cost);
            let detail = format!("{estimates}, but {path}");
            return Err(self.describe.violation(Law::Admissible, at, detail));
        }
        Ok(admissible)
    }

    /// A goal whose estimate is not zero.
    fn estimated_goal(&self) -> Counterexample {
        let goals = (0..self.estimates.len()).filter(|&at| self.edges.goals[at]);
        let estimated = goals.map(|at| (at, self.estimates[at]));
        let (at, estimate) = estimated
            .filter_map(|(at, estimate)| Some((at, estimate?)))
            .find(|(_, estimate)| !estimate.is_zero())?;
        let detail = format!("it estimates {estimate} at a goal: expected 0");
        Some((at, detail))
    }

    /// An edge along which the estimate falls by more than the cost, or a goal whose estimate is not zero.
    fn inconsistent_edge(&self) -> Counterexample {
        let falls = self.edges.all().find_map(|(from, to, cost)| {
            let (high, low) = (self.estimates[from]?, self.estimates[to]?);
            // A bound that overflows is greater than every estimate.
            if low.checked_add(&cost).is_none_or(|bound| high <= bound) {
                return None;
            }
            let detail = format!(
                "it estimates {high}, and {low} in {}, to which an edge of cost {cost} leads: expected \
                 no fall by more than that, since the facts say that it is consistent",
                self.describe.state(to)
            );
            Some((from, detail))
        });
        falls.or_else(|| self.estimated_goal())
    }

    /// A state whose estimate is even and the cost of a cheapest path odd, or the other way round; or a goal whose
    /// estimate is not zero. Unless the whole space was explored, that cost is not known: then an edge along which the
    /// estimate changes by an amount that differs from the cost modulo two.
    fn estimate_of_wrong_parity(&self) -> Counterexample {
        if self.edges.complete {
            for (at, estimate) in self.estimates.iter().enumerate() {
                if let (Some(h), Some(cost)) = (*estimate, self.edges.to_goal[at])
                    && h.is_odd() != cost.is_odd()
                {
                    let detail = format!(
                        "it estimates {h}, and a cheapest path costs {cost}: expected that both are even or both \
                         odd, as the facts say"
                    );
                    return Some((at, detail));
                }
            }
            return self.estimated_goal();
        }
        let wrong = self.edges.all().find_map(|(from, to, cost)| {
            let (before, after) = (self.estimates[from]?, self.estimates[to]?);
            // The sum of the three has to be even.
            if before.is_odd() == (after.is_odd() != cost.is_odd()) {
                return None;
            }
            let detail = format!(
                "it estimates {before}, and {after} in {}, to which an edge of cost {cost} leads: \
                 expected three numbers of which two or none are odd, since the facts say that it has \
                 the parity of the distance",
                self.describe.state(to)
            );
            Some((from, detail))
        });
        wrong.or_else(|| self.estimated_goal())
    }
}
