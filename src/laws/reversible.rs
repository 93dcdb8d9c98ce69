//! The laws of [`Reversible`].

use alloc::format;
use alloc::vec::Vec;

use hashbrown::HashSet;

use super::graph::{Graph, GraphOf};
use super::subject::{Erased, OWN};
use super::violation::{Law, Violation};
use crate::puzzle::{Neighbor, Reversible};
use crate::storage::FixedState;

/// Checks that a puzzle obeys the laws of [`Reversible`], on states that can be reached from `start` or from a goal.
///
/// # Errors
///
/// Returns the first violation found.
///
/// ```
/// use puzzle_search::puzzles::MagicSquares;
/// use puzzle_search::laws;
///
/// let puzzle = MagicSquares::new(&[2, 6, 8, 4, 5, 7, 3, 1])?;
/// laws::check_reversible(&puzzle, &MagicSquares::initial()).expect("it can be taken back");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub fn check_reversible<P: Reversible>(puzzle: &P, start: &P::State) -> Result<(), Violation> {
    let graph = Graph::explore(&Erased::<_, OWN>::new(puzzle), start)?;
    let goals: Vec<P::State> = puzzle.goals().into_iter().collect();
    let mut listed = HashSet::with_hasher(FixedState);
    for goal in &goals {
        let wrong = if !puzzle.is_goal(goal) {
            "`goals` lists it: expected a state for which `is_goal` holds"
        } else if !listed.insert(goal) {
            "`goals` lists it twice: expected each goal once"
        } else {
            continue;
        };
        let graph = Graph::explore(&Erased::<_, OWN>::new(puzzle), goal)?;
        return Err(graph.violation(Law::Goals, 0, wrong.into()));
    }
    for (at, state) in graph.states.iter().enumerate() {
        if puzzle.is_goal(state) && !listed.contains(state) {
            let detail = "it is a goal: expected it in the list that `goals` returns";
            return Err(graph.violation(Law::Goals, at, detail.into()));
        }
    }
    check_edges(puzzle, &graph)?;
    // Around goals that were not met around those before.
    let mut seen = HashSet::with_hasher(FixedState);
    seen.extend(graph.states);
    for goal in &goals {
        if !seen.contains(goal) {
            let graph = Graph::explore(&Erased::<_, OWN>::new(puzzle), goal)?;
            check_edges(puzzle, &graph)?;
            seen.extend(graph.states);
        }
    }
    Ok(())
}

fn check_edges<P: Reversible>(puzzle: &P, graph: &GraphOf<P>) -> Result<(), Violation> {
    for (at, state) in graph.states.iter().enumerate() {
        for next in puzzle.neighbors(state) {
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
        for before in puzzle.predecessors(state) {
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
    Ok(())
}
