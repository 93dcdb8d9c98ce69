//! The facts that a puzzle states: each is looked for in what was seen of it.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use num_traits::{One, Zero};

use super::graph::Graph;
use super::violation::{Law, Violation};
use crate::cost::{Cost, CostExt};
use crate::facts::Facts;
use crate::puzzle::Puzzle;

/// A fact that does not hold: the state where it fails, and what was expected there.
type Counterexample = Option<(usize, String)>;

/// The facts that hold of all that was seen; a violation if the puzzle states one that does not.
pub(super) fn check_facts<P: Puzzle>(
    puzzle: &P,
    graph: &Graph<P>,
) -> Result<Facts<P::Cost>, Violation> {
    let stated = puzzle.facts();
    let estimates: Vec<_> = graph.states.iter().map(|s| puzzle.heuristic(s)).collect();
    // Whether it holds; if it does not and is stated, that is an error.
    let holds = |law, stated: bool, found: Counterexample| match found {
        Some((at, detail)) if stated => Err(graph.violation(law, at, detail)),
        found => Ok(found.is_none()),
    };
    let least = graph.edges().map(|(_, _, cost)| cost).min();
    let unit_costs = holds(Law::UnitCosts, stated.unit_costs, other_cost(graph))?;
    holds(Law::LeastCost, true, cheaper_edge(graph, stated.least_cost))?;
    Ok(Facts::new()
        .unit_costs(unit_costs)
        .least_cost(least.unwrap_or(stated.least_cost))
        .undirected(holds(Law::Undirected, stated.undirected, one_way(graph))?)
        .acyclic(holds(Law::Acyclic, stated.acyclic, cycle(graph))?)
        .admissible(check_admissible(puzzle, graph, stated, &estimates)?)
        .consistent(holds(
            Law::Consistent,
            stated.consistent,
            fall(puzzle, graph, &estimates),
        )?)
        .parity(holds(
            Law::Parity,
            stated.parity,
            odd(puzzle, graph, &estimates),
        )?))
}

fn other_cost<P: Puzzle>(graph: &Graph<P>) -> Counterexample {
    let (from, to, cost) = graph.edges().find(|(_, _, cost)| !cost.is_one())?;
    let detail = format!(
        "the edge to {:?} costs {cost}: expected 1, since the facts say so",
        graph.states[to]
    );
    Some((from, detail))
}

fn cheaper_edge<P: Puzzle>(graph: &Graph<P>, least: P::Cost) -> Counterexample {
    let (from, to, cost) = graph.edges().find(|&(_, _, cost)| cost < least)?;
    let detail = format!(
        "the edge to {:?} costs {cost}: expected {least} or more, since the facts say so",
        graph.states[to]
    );
    Some((from, detail))
}

/// An edge along which there is no way back.
fn one_way<P: Puzzle>(graph: &Graph<P>) -> Counterexample {
    let leads_back = |&(from, to, _): &(usize, usize, _)| graph.edges_of(to).any(|at| at == from);
    let (from, to, _) = graph.edges().find(|edge| !leads_back(edge))?;
    let detail = format!(
        "an edge leads to {:?}, from where none leads back: expected one, since the facts say that \
         the puzzle is undirected",
        graph.states[to]
    );
    Some((from, detail))
}

/// A state on a cycle: one that is left when those without edges to others that are left are taken
/// away, again and again.
fn cycle<P: Puzzle>(graph: &Graph<P>) -> Counterexample {
    let mut incoming = vec![Vec::new(); graph.states.len()];
    let mut left = vec![0_usize; graph.states.len()];
    for (from, to, _) in graph.edges() {
        incoming[to].push(from);
        left[from] += 1;
    }
    let mut done: Vec<usize> = (0..left.len()).filter(|&at| left[at] == 0).collect();
    while let Some(at) = done.pop() {
        for &from in &incoming[at] {
            left[from] -= 1;
            if left[from] == 0 {
                done.push(from);
            }
        }
    }
    // Each that is left leads to another that is left: to follow them ends in a cycle.
    let mut at = left.iter().position(|&edges| edges > 0)?;
    let mut seen = vec![false; left.len()];
    while !core::mem::replace(&mut seen[at], true) {
        let next = graph.edges_of(at).find(|&to| left[to] > 0);
        at = next.unwrap_or(at);
    }
    let detail = "a path leads from it back to it: expected none, since the facts say so";
    Some((at, detail.into()))
}

/// Whether the heuristic is admissible. That it sees no dead end where there is none it has to be in
/// any case.
fn check_admissible<P: Puzzle>(
    puzzle: &P,
    graph: &Graph<P>,
    stated: Facts<P::Cost>,
    estimates: &[Option<P::Cost>],
) -> Result<bool, Violation> {
    let mut admissible = true;
    for (at, (&estimate, &cost)) in estimates.iter().zip(&graph.to_goal).enumerate() {
        let Some(cost) = cost.filter(|&cost| estimate.is_none_or(|estimate| estimate > cost))
        else {
            continue;
        };
        admissible = false;
        let estimates = match estimate {
            Some(_) if !stated.admissible => continue,
            Some(estimate) => format!("it estimates {estimate}"),
            None => "it answers `None`, a dead end".into(),
        };
        let near = graph.but_a_goal_is_near(puzzle, at, cost);
        let detail = format!("{estimates}, but {near}");
        return Err(graph.violation(Law::Admissible, at, detail));
    }
    Ok(admissible)
}

/// A goal with an estimate.
fn estimated_goal<P: Puzzle>(
    puzzle: &P,
    graph: &Graph<P>,
    estimates: &[Option<P::Cost>],
) -> Counterexample {
    let goals = (0..estimates.len()).filter(|&at| puzzle.is_goal(&graph.states[at]));
    let estimated = goals.map(|at| (at, estimates[at]));
    let (at, estimate) = estimated
        .filter_map(|(at, estimate)| Some((at, estimate?)))
        .find(|(_, estimate)| !estimate.is_zero())?;
    let detail = format!("it estimates {estimate} at a goal: expected 0");
    Some((at, detail))
}

/// An edge along which the estimate falls by more than the cost.
fn fall<P: Puzzle>(puzzle: &P, graph: &Graph<P>, estimates: &[Option<P::Cost>]) -> Counterexample {
    let falls = graph.edges().find_map(|(from, to, cost)| {
        let (high, low) = (estimates[from]?, estimates[to]?);
        // An overflowing bound is kept to by any estimate.
        if low.checked_add(&cost).is_none_or(|bound| high <= bound) {
            return None;
        }
        let detail = format!(
            "it estimates {high}, and {low} in {:?}, to which an edge of cost {cost} leads: expected \
             no fall by more than that, since the facts say that it is consistent",
            graph.states[to]
        );
        Some((from, detail))
    });
    falls.or_else(|| estimated_goal(puzzle, graph, estimates))
}

/// An edge along which estimate and cost do not go together, modulo two.
fn odd<P: Puzzle>(puzzle: &P, graph: &Graph<P>, estimates: &[Option<P::Cost>]) -> Counterexample {
    let odd = graph.edges().find_map(|(from, to, cost)| {
        let (before, after) = (estimates[from]?, estimates[to]?);
        if before.is_odd() == (after.is_odd() != cost.is_odd()) {
            return None;
        }
        let detail = format!(
            "it estimates {before}, and {after} in {:?}, to which an edge of cost {cost} leads: \
             expected three numbers of which two or none are odd, since the facts say that it has \
             the parity of the distance",
            graph.states[to]
        );
        Some((from, detail))
    });
    odd.or_else(|| estimated_goal(puzzle, graph, estimates))
}
