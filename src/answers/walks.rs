//! The k cheapest walks through what was explored.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::explored::{Explored, make_room};
use crate::cost::Cost;
use crate::monitor::{Memory, Stop};

/// A beginning of a walk: the one that it continues, its last edge, and where that leads.
struct Step {
    before: u32,
    edge: u32,
    at: u32,
}

/// Up to `k` of the cheapest walks from source to sink that cost no more than `most`, as edges, cheapest
/// first and of equal cost those of fewer moves.
///
/// What is left is known exactly: a beginning is taken up only if it is that of a walk that is returned,
/// or that ties with the last of them.
pub(super) fn walks<C: Cost>(
    graph: &Explored<C>,
    k: usize,
    most: Option<C>,
    memory: &mut Memory,
) -> Result<Vec<(C, Vec<u32>)>, Stop> {
    let mut found = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    // What a walk costs in all, and its moves; the latest first; what its beginning costs, and its moves.
    type Open<C> = BinaryHeap<Reverse<((C, u32), Reverse<u32>, (C, u32))>>;
    let mut open: Open<C> = BinaryHeap::new();
    let mut room = 0;
    let zero = (C::zero(), 0);
    if let Some(left) = graph.left(graph.source()) {
        memory.push(
            &mut steps,
            Step {
                before: 0,
                edge: 0,
                at: graph.source(),
            },
        )?;
        room = make_room(&mut open, room, memory)?;
        open.push(Reverse((left, Reverse(0), zero)));
    }
    while let Some(Reverse(((f, _), Reverse(number), so_far))) = open.pop() {
        if found.len() == k || most.is_some_and(|most| f > most) {
            break;
        }
        let at = steps[number as usize].at;
        if at == graph.sink() {
            let mut edges = Vec::new();
            let mut step = number;
            while step > 0 {
                let Step { before, edge, .. } = steps[step as usize];
                memory.push(&mut edges, edge)?;
                step = before;
            }
            edges.reverse();
            memory.push(&mut found, (f, edges))?;
            continue;
        }
        for edge in graph.edges_of(at).rev() {
            let along = graph.edge(edge);
            let Some(so_far) = graph.further(so_far, at, along) else {
                continue;
            };
            let Some((cost, moves)) = graph.left(along.to) else {
                continue;
            };
            let (Some(f), Some(moves)) = (so_far.0.checked_add(&cost), so_far.1.checked_add(moves))
            else {
                continue;
            };
            let next = u32::try_from(steps.len()).map_err(|_| Stop::TooManyStates)?;
            let (before, at) = (number, along.to);
            memory.push(&mut steps, Step { before, edge, at })?;
            room = make_room(&mut open, room, memory)?;
            open.push(Reverse(((f, moves), Reverse(next), so_far)));
        }
    }
    memory.release(room);
    memory.release_list(&steps);
    Ok(found)
}
