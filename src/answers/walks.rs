//! The k cheapest walks through the explored graph.
//!
//! Best-first search over prefixes of walks, with the exact remaining cost as its heuristic: only prefixes of walks
//! that are returned, or tie with the last one, are extended. Ties go to fewer moves, so a cycle of cost zero cannot be
//! repeated forever. Invariant: each walk that is not found yet has a prefix in the open list.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::explored::{Explored, Length, MinHeap};
use super::listing::{ListedPath, Listing, Paths};
use crate::account::{Claimed, Meter, Quota, Stop};
use crate::cost::Cost;

/// A prefix of a walk: the prefix before its last edge, this edge, and the node to which it leads.
struct Prefix {
    before: u32,
    edge: u32,
    node: u32,
}

/// The total length f, then the index of the prefix, latest first, and its length g.
type OpenPrefix<C> = (Length<C>, Reverse<u32>, Length<C>);

/// The cheapest walks from source to sink, cheapest first; of equal cost, those with fewer moves first.
#[derive(Default)]
pub(super) struct Walks<C: Cost> {
    found: Paths<C>,
    /// Empty before the first call.
    prefixes: Claimed<Vec<Prefix>>,
    open: MinHeap<OpenPrefix<C>>,
}

impl<C: Cost> Walks<C> {
    fn begin(&mut self, graph: &Explored<C>, memory: &Quota) -> Result<(), Stop> {
        let (before, edge, node) = (0, 0, graph.source());
        self.prefixes.push(Prefix { before, edge, node }, memory)?;
        if let Some(f) = graph.remaining(node) {
            let first = Reverse((f, Reverse(0), (C::zero(), 0)));
            self.open.push(first, memory)?;
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
        if self.prefixes.is_empty() {
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
            let node = self.prefixes[number as usize].node;
            if node == graph.sink() {
                let mut edges = Claimed::new();
                let mut prefix = number;
                while prefix > 0 {
                    let Prefix { before, edge, .. } = self.prefixes[prefix as usize];
                    edges.push(edge, memory)?;
                    prefix = before;
                }
                edges.reverse();
                self.found.push(ListedPath { cost: f, edges }, memory)?;
                continue;
            }
            for edge in graph.edges_of(node).rev() {
                let along = graph.edge(edge);
                let Some(so_far) = graph.extended(so_far, node, along) else {
                    continue;
                };
                let Some((cost, moves)) = graph.remaining(along.to) else {
                    continue;
                };
                let f = so_far.0.checked_add(&cost);
                let Some(f) = f.zip(so_far.1.checked_add(moves)) else {
                    continue;
                };
                let next = u32::try_from(self.prefixes.len()).map_err(|_| Stop::TooManyStates)?;
                let (before, node) = (number, along.to);
                self.prefixes.push(Prefix { before, edge, node }, memory)?;
                self.open
                    .push(Reverse((f, Reverse(next), so_far)), memory)?;
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> Paths<C> {
        core::mem::take(self).found
    }
}
