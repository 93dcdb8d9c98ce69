//! Moves by replay: nodes store their parents, not the moves that lead from them.
//!
//! What a path takes is claimed by the search that hands it out ([`Search`](super::Search)). A solver only
//! asks whether there is that much, before it makes the path: where there is not, it stops, and finds the
//! goal again when it is run on.
//!
//! The search claims states, moves and its own copy while it makes them, and no longer counts what it has returned.

use alloc::vec::Vec;

use num_traits::Zero;

use crate::account::{Memory, ReplayFault, Stop};
use crate::cost::{Cost, CostExt};
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::{NeighborOf, Puzzle};
use crate::solution::Solution;
use crate::solver::Verdict;
use crate::storage::{Arena, Node, extend_to_root, states_to_root};

/// A list with room for so many items, if the allocator has it.
pub(super) fn list<T>(items: usize) -> Result<Vec<T>, Stop> {
    let mut list = Vec::new();
    let reserved = list.try_reserve_exact(items);
    reserved.map_err(|_| Stop::OutOfMemory)?;
    Ok(list)
}

/// Room for so many states of a path, if there is memory for them and for the moves along them.
pub(super) fn room<S, M, C: Cost>(
    states: usize,
    monitor: &mut Monitor<'_, S, M, C>,
) -> Result<Vec<S>, Stop> {
    let (state, mv) = (size_of::<S>(), size_of::<M>());
    // The moves, and first the states, then a copy of the moves.
    let each = mv.saturating_add(state.max(mv));
    let moves = states.saturating_sub(1);
    monitor.memory().ask(moves.saturating_mul(each))?;
    list(states)
}

/// The states from the root down to a node.
pub(super) fn from_root<S, M, C: Cost, N: Node<State = S>>(
    nodes: &Arena<N>,
    node: u32,
    monitor: &mut Monitor<'_, S, M, C>,
) -> Result<Vec<S>, Stop> {
    let mut states = room(states_to_root(nodes, node), monitor)?;
    extend_to_root(nodes, node, &mut states);
    states.reverse();
    Ok(states)
}

/// Which of several edges between the same two states a solution takes.
#[derive(Clone, Copy)]
pub(crate) enum Edge {
    /// The first in neighbor order.
    First,
    /// The cheapest, of equal ones the first in neighbor order.
    Cheapest,
}

/// The solution along these states, start first; its moves are claimed.
pub(crate) fn along<P: Puzzle>(
    puzzle: &P,
    states: &[P::State],
    take: Edge,
    memory: &mut Memory,
) -> Result<Solution<P::Move, P::Cost>, Stop> {
    let count = states.len().saturating_sub(1);
    let bytes = count.saturating_mul(size_of::<P::Move>());
    memory.claim(bytes)?;
    let found = list(count).and_then(|moves| played(puzzle, states, take, moves));
    found.inspect_err(|_| memory.release(bytes))
}

/// The moves along these states, for which there is room.
fn played<P: Puzzle>(
    puzzle: &P,
    states: &[P::State],
    take: Edge,
    mut moves: Vec<P::Move>,
) -> Result<Solution<P::Move, P::Cost>, Stop> {
    let mut cost = P::Cost::zero();
    for pair in states.windows(2) {
        let edge = edge(puzzle, &pair[0], &pair[1], take);
        let edge = edge.ok_or(Stop::Replay(ReplayFault::NoSuchEdge))?;
        if edge.cost.is_negative() {
            return Err(Stop::NegativeCost);
        }
        is_meant(puzzle, &pair[0], &edge.mv, (&edge.state, edge.cost))?;
        cost = cost.checked_add(&edge.cost).ok_or(Stop::CostOverflow)?;
        moves.push(edge.mv);
    }
    Ok(Solution::new(moves, cost))
}

/// The edge between two states that a solution takes.
fn edge<P: Puzzle>(
    puzzle: &P,
    from: &P::State,
    to: &P::State,
    take: Edge,
) -> Option<NeighborOf<P>> {
    let mut found: Option<NeighborOf<P>> = None;
    for edge in puzzle.neighbors(from) {
        if edge.state == *to && found.as_ref().is_none_or(|found| edge.cost < found.cost) {
            if matches!(take, Edge::First) {
                return Some(edge);
            }
            found = Some(edge);
        }
    }
    found
}

/// Fails unless this move means a way to that state at that cost, and no other.
pub(crate) fn is_meant<P: Puzzle>(
    puzzle: &P,
    from: &P::State,
    mv: &P::Move,
    (state, cost): (&P::State, P::Cost),
) -> Result<(), Stop> {
    match puzzle.successor(from, mv) {
        Some(played) if (&played.state, played.cost) == (state, cost) => Ok(()),
        _ => Err(Stop::Replay(ReplayFault::AmbiguousMove)),
    }
}

/// The neighbor of this number, if its move means no other.
pub(crate) fn neighbor<P: Puzzle>(
    puzzle: &P,
    from: &P::State,
    nth: u32,
) -> Result<NeighborOf<P>, Stop> {
    let edge = puzzle.neighbors(from).into_iter().nth(nth as usize);
    let edge = edge.ok_or(Stop::Replay(ReplayFault::NoSuchEdge))?;
    is_meant(puzzle, from, &edge.mv, (&edge.state, edge.cost))?;
    Ok(edge)
}

/// A path from one of the starts to a goal was found: it is replayed, and kept if it is the best so far.
///
/// Fails as [`Monitor::improve`] does.
pub(super) fn improve<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    states: &[P::State],
    monitor: &mut MonitorOf<'_, P>,
) -> Result<(), Stop> {
    let start = starts.iter().position(|start| *start == states[0]);
    let start = start.ok_or(Stop::Replay(ReplayFault::NotAStart))?;
    // With the solution a copy is claimed that a stop hands out: until then there is that much for the states.
    let copy = (states.len() - 1) * size_of::<P::Move>();
    let bytes = size_of_val(states).saturating_sub(copy);
    monitor.claim(bytes)?;
    let found = along(puzzle, states, Edge::Cheapest, monitor.memory());
    let improved = found.and_then(|found| {
        let at = (start, &states[0]);
        let improved = monitor.improve(puzzle, at, found.moves(), found.cost());
        monitor.release(size_of_val(found.moves()));
        improved
    });
    monitor.release(bytes);
    improved
}

/// Why a search that has seen all that it could has no path: there is none, or not within the limit on the
/// cost.
pub(super) fn none<S, M, C: Cost>(
    cut: bool,
    stored: usize,
    monitor: &mut Monitor<'_, S, M, C>,
) -> Result<Verdict<S, M, C>, Stop> {
    match monitor.max_cost() {
        Some(_) if cut => Err(monitor.stop_at_cost_limit()),
        None if cut => Err(Stop::CostOverflow),
        _ if stored == 0 => Ok(Verdict::dead_end()),
        _ => Ok(Verdict::exhausted()),
    }
}

/// The same solution once more; its moves are claimed.
pub(super) fn copied<M: Clone, C: Copy>(
    solution: &Solution<M, C>,
    memory: &mut Memory,
) -> Result<Solution<M, C>, Stop> {
    memory.claim(size_of_val(solution.moves()))?;
    solution.copied().map_err(|_| Stop::OutOfMemory)
}
