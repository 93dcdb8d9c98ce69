//! Moves by replay: nodes store their parents, not the moves that lead from them.

use alloc::vec::Vec;

use num_traits::Zero;

use crate::cost::{Cost, CostExt};
use crate::monitor::Stop;
use crate::puzzle::Puzzle;
use crate::solution::{ReplayFault, Solution};

/// Which of several edges between the same two states a solution takes.
#[derive(Clone, Copy)]
pub(super) enum Edge {
    /// The first in neighbor order.
    First,
    /// The cheapest, of equal ones the first in neighbor order.
    Cheapest,
}

/// The solution along these states, start first.
pub(super) fn along<P: Puzzle>(
    puzzle: &P,
    states: &[P::State],
    take: Edge,
) -> Result<Solution<P::Move, P::Cost>, Stop> {
    let mut cost = P::Cost::zero();
    let mut moves = Vec::with_capacity(states.len());
    for pair in states.windows(2) {
        let edges = puzzle.neighbors(&pair[0]).into_iter();
        let mut edges = edges.filter(|n| n.state == pair[1]);
        let edge = match take {
            Edge::First => edges.next(),
            Edge::Cheapest => edges.min_by_key(|n| n.cost),
        };
        let edge = edge.ok_or(Stop::Replay(ReplayFault::NoSuchEdge))?;
        if edge.cost.is_negative() {
            return Err(Stop::NegativeCost);
        }
        cost = cost.checked_add(&edge.cost).ok_or(Stop::CostOverflow)?;
        moves.push(edge.mv);
    }
    Ok(Solution::new(moves, cost))
}
