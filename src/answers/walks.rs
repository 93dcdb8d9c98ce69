//! The k cheapest walks through what was explored.
//!
//! Walks are listed best first: a prefix is extended only if it belongs to a walk that is returned or ties with the
//! last one. Since ties go to fewer moves, cycles of cost zero do not hold the listing up.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::explored::{Explored, make_room};
use super::listing::{Listing, Paths};
use crate::account::{Meter, Quota, Stop};
use crate::cost::Cost;

/// A beginning of a walk: the one that it continues, its last edge, and where that leads.
struct Step {
    before: u32,
    edge: u32,
    at: u32,
}

/// What a walk costs in all, and its moves; the latest first; what its beginning costs, and its moves.
type Open<C> = ((C, u32), Reverse<u32>, (C, u32));

/// The cheapest walks from source to sink, cheapest first and of equal cost those of fewer moves.
///
/// What is left is known exactly: a beginning is taken up only if it is that of a walk that is returned,
/// or that ties with the last of them.
pub(super) struct Walks<C> {
    found: Paths<C>,
    /// None before the first.
    beginnings: Vec<Step>,
    open: BinaryHeap<Reverse<Open<C>>>,
    room: usize,
}

impl<C: Cost> Walks<C> {
    pub(super) const fn new() -> Self {
        Self {
            found: Vec::new(),
            beginnings: Vec::new(),
            open: BinaryHeap::new(),
            room: 0,
        }
    }

    fn begin(&mut self, graph: &Explored<C>, memory: &Quota) -> Result<(), Stop> {
        let (before, edge, at) = (0, 0, graph.source());
        memory.push(&mut self.beginnings, Step { before, edge, at })?;
        if let Some(left) = graph.left(at) {
            self.room = make_room(&mut self.open, self.room, memory)?;
            self.open.push(Reverse((left, Reverse(0), (C::zero(), 0))));
        }
        Ok(())
    }
}

impl<C: Cost> Listing<C> for Walks<C> {
    fn go_on(
        &mut self,
        graph: &Explored<C>,
        k: usize,
        most: Option<C>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if self.beginnings.is_empty() {
            self.begin(graph, meter.memory())?;
        }
        while self.found.len() < k {
            meter.step()?;
            let Some(Reverse(((f, _), Reverse(number), so_far))) = self.open.pop() else {
                break;
            };
            if most.is_some_and(|most| f > most) {
                break;
            }
            let memory = meter.memory();
            let at = self.beginnings[number as usize].at;
            if at == graph.sink() {
                let mut edges = Vec::new();
                let mut step = number;
                while step > 0 {
                    let Step { before, edge, .. } = self.beginnings[step as usize];
                    memory.push(&mut edges, edge)?;
                    step = before;
                }
                edges.reverse();
                memory.push(&mut self.found, (f, edges))?;
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
                let f = so_far.0.checked_add(&cost);
                let Some(f) = f.zip(so_far.1.checked_add(moves)) else {
                    continue;
                };
                let next = u32::try_from(self.beginnings.len()).map_err(|_| Stop::TooManyStates)?;
                let (before, at) = (number, along.to);
                memory.push(&mut self.beginnings, Step { before, edge, at })?;
                self.room = make_room(&mut self.open, self.room, memory)?;
                self.open.push(Reverse((f, Reverse(next), so_far)));
            }
        }
        Ok(())
    }

    fn finish(&mut self, memory: &Quota) -> Paths<C> {
        memory.release(self.room);
        memory.release_list(&self.beginnings);
        core::mem::replace(self, Self::new()).found
    }
}
