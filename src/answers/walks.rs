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
    /// The first is the empty prefix, which has no last edge. Before the first call, there is none.
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
        max_cost: Option<C>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if self.prefixes.is_empty() {
            self.begin(graph, meter.memory())?;
        }
        while self.found.len() < k {
            meter.step()?;
            let Some(Reverse(((f, _), Reverse(index), g))) = self.open.pop() else {
                break;
            };
            if max_cost.is_some_and(|max_cost| f > max_cost) {
                break;
            }
            let memory = meter.memory();
            let node = self.prefixes[index as usize].node;
            if node == graph.sink() {
                let mut edges = Claimed::new();
                let mut prefix = index;
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
                let Some(g) = graph.extended(g, node, along) else {
                    continue;
                };
                let remaining = graph.remaining(along.to);
                let Some(f) = remaining.and_then(|remaining| graph.sum(g, remaining)) else {
                    continue;
                };
                let next = u32::try_from(self.prefixes.len()).map_err(|_| Stop::TooManyStates)?;
                let (before, node) = (index, along.to);
                self.prefixes.push(Prefix { before, edge, node }, memory)?;
                self.open.push(Reverse((f, Reverse(next), g)), memory)?;
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> Paths<C> {
        core::mem::take(self).found
    }
}
