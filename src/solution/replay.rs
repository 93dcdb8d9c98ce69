//! Replay: finds the moves between the states of a path, by generating each edge again. States go in, start first, and
//! a [`Solution`] comes out. Invariant: each of its moves leads from one state to the next and nowhere else, and its
//! cost is that of these edges.

use alloc::vec::Vec;

use num_traits::Zero;

use super::Solution;
use crate::account::{Claim, Quota, ReplayFault, Stop};
use crate::cost::{Cost, CostExt};
use crate::puzzle::{NeighborOf, Puzzle};

/// An empty list with room for `items` items, or an error if the allocator has no memory.
pub(crate) fn list<T>(items: usize) -> Result<Vec<T>, Stop> {
    let mut list = Vec::new();
    match list.try_reserve_exact(items) {
        Ok(()) => Ok(list),
        Err(_) => Err(Stop::OutOfMemory),
    }
}

/// Which one of several edges between the same two states a solution takes.
#[derive(Clone, Copy)]
pub(crate) enum EdgeChoice {
    /// The first edge in neighbor order.
    First,
    /// The cheapest edge, and among equal ones the first in neighbor order.
    Cheapest,
}

/// The index of the start at which a path begins.
pub(crate) fn start_of<S: PartialEq>(states: &[S], starts: &[S]) -> Result<usize, Stop> {
    if let Some(first) = states.first() {
        for (index, start) in starts.iter().enumerate() {
            if start == first {
                return Ok(index);
            }
        }
    }
    Err(Stop::Replay(ReplayFault::NotAStart))
}

/// The solution along `states`, start first. Its memory is added to `claim`.
pub(crate) fn along<P: Puzzle>(
    puzzle: &P,
    states: &[P::State],
    choice: EdgeChoice,
    claim: &mut Claim,
    memory: &Quota,
) -> Result<Solution<P::Move, P::Cost>, Stop> {
    let mut moves = Vec::new();
    claim.set_capacity(&mut moves, states.len().saturating_sub(1), memory)?;
    let mut cost = P::Cost::zero();
    for pair in states.windows(2) {
        let edge = find_edge(puzzle, &pair[0], &pair[1], choice);
        let edge = edge.ok_or(Stop::Replay(ReplayFault::NoSuchEdge))?;
        if edge.cost.is_negative() {
            return Err(Stop::NegativeCost);
        }
        check_move(puzzle, &pair[0], &edge.mv, &edge.state, edge.cost)?;
        cost = cost.checked_add(&edge.cost).ok_or(Stop::CostOverflow)?;
        moves.push(edge.mv);
    }
    Ok(Solution::new(moves, cost))
}

/// The edge from one state to another that a solution takes.
fn find_edge<P: Puzzle>(
    puzzle: &P,
    from: &P::State,
    to: &P::State,
    choice: EdgeChoice,
) -> Option<NeighborOf<P>> {
    let mut found: Option<NeighborOf<P>> = None;
    for edge in puzzle.neighbors(from) {
        if edge.state == *to && found.as_ref().is_none_or(|found| edge.cost < found.cost) {
            if matches!(choice, EdgeChoice::First) {
                return Some(edge);
            }
            found = Some(edge);
        }
    }
    found
}

/// Fails unless [`Puzzle::successor`] agrees that this move leads from `from` to `to` at this cost: otherwise two edges
/// have the same move.
pub(crate) fn check_move<P: Puzzle>(
    puzzle: &P,
    from: &P::State,
    mv: &P::Move,
    to: &P::State,
    cost: P::Cost,
) -> Result<(), Stop> {
    match puzzle.successor(from, mv) {
        Some(played) if (&played.state, played.cost) == (to, cost) => Ok(()),
        _ => Err(Stop::Replay(ReplayFault::AmbiguousMove)),
    }
}

/// The neighbor with index `nth`, if its move leads nowhere else.
pub(crate) fn neighbor<P: Puzzle>(
    puzzle: &P,
    from: &P::State,
    nth: u32,
) -> Result<NeighborOf<P>, Stop> {
    let edge = puzzle.neighbors(from).into_iter().nth(nth as usize);
    let edge = edge.ok_or(Stop::Replay(ReplayFault::NoSuchEdge))?;
    check_move(puzzle, from, &edge.mv, &edge.state, edge.cost)?;
    Ok(edge)
}
