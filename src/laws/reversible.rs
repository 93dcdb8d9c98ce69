//! The laws of [`Reversible`]: `goals` lists the goals, and `predecessors` is the converse of `neighbors`.

use alloc::format;
use alloc::vec::Vec;

use hashbrown::HashSet;

use super::graph::GraphOf;
use super::tally::LawTally;
use super::violation::{Law, Violation};
use crate::puzzle::{Neighbor, Reversible};
use crate::storage::FixedState;

/// Checks that `goals` and `predecessors` agree with `is_goal` and `neighbors`, on the states of the graph.
pub(super) fn check<P: Reversible>(
    puzzle: &P,
    graph: &GraphOf<'_, P>,
    goals: &[P::State],
    tally: &mut LawTally,
) -> Result<(), Violation> {
    let mut listed = HashSet::with_hasher(FixedState);
    for goal in goals {
        let wrong = if !puzzle.is_goal(goal) {
            "`goals` lists it: expected a state for which `is_goal` holds"
        } else if !listed.insert(goal) {
            "`goals` lists it twice: expected each goal once"
        } else {
            continue;
        };
        return Err(graph.violation_at(Law::Goals, goal, wrong.into()));
    }
    for (at, state) in graph.states.iter().enumerate() {
        if puzzle.is_goal(state) && !listed.contains(state) {
            let detail = "it is a goal: expected it in the list that `goals` returns";
            return Err(graph.violation(Law::Goals, at, detail.into()));
        }
    }
    tally.count(Law::Goals, goals.len() + graph.states.len());
    let edges = check_edges(puzzle, graph)?;
    tally.count(Law::Predecessors, edges);
    Ok(())
}

/// Checks the edges out of each state and into it. Returns the number of these edges.
fn check_edges<P: Reversible>(puzzle: &P, graph: &GraphOf<'_, P>) -> Result<usize, Violation> {
    let mut edges = 0;
    for (at, state) in graph.states.iter().enumerate() {
        for next in puzzle.neighbors(state) {
            edges += 1;
            let back = Neighbor::new(next.mv.clone(), state.clone(), next.cost);
            let predecessors: Vec<_> = puzzle.predecessors(&next.state).into_iter().collect();
            if !predecessors.contains(&back) {
                let found = predecessors.iter().find(|edge| edge.state == *state);
                let found = found.map_or_else(|| "none".into(), |edge| format!("{edge:?}"));
                let detail = format!(
                    "the move {:?} leads to {:?}: expected {back:?} among its predecessors, found {found}",
                    next.mv, next.state
                );
                return Err(graph.violation(Law::Predecessors, at, detail));
            }
        }
        let predecessors: Vec<_> = puzzle.predecessors(state).into_iter().collect();
        for (index, before) in predecessors.iter().enumerate() {
            edges += 1;
            if predecessors[..index].contains(before) {
                let detail =
                    format!("{before:?} is twice among its predecessors: expected it once");
                return Err(graph.violation(Law::Predecessors, at, detail));
            }
            let forward = Neighbor::new(before.mv.clone(), state.clone(), before.cost);
            let mut neighbors = puzzle.neighbors(&before.state).into_iter();
            if !neighbors.any(|edge| edge == forward) {
                let detail = format!(
                    "{before:?} is among its predecessors: expected {forward:?} among the \
                     neighbors of that, found none"
                );
                return Err(graph.violation(Law::Predecessors, at, detail));
            }
        }
    }
    Ok(edges)
}
