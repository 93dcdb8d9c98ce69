//! [`Explored`]: the graph of the states that a search has expanded, with the cost of a cheapest path in this graph
//! from each state to a goal.
//!
//! A best-first search goes in. States have the indices of its nodes; those that it has not expanded get no edges.
//! Edges are numbered in the order of their origins. Invariant: the edges out of state i are those from `ends[i - 1]`
//! (or 0) up to `ends[i]`.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cell::Cell;
use core::cmp::Reverse;

use super::move_edge::{MoveEdge, keep_distinct};
use crate::account::{Claimed, Meter, Quota, Stop};
use crate::cost::Cost;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::search::{BestFirstRun, ByF};

/// A cost and a number of moves, compared in this order.
pub(super) type Length<C> = (C, u32);

/// A heap whose least item is taken out first.
pub(super) type MinHeap<T> = Claimed<BinaryHeap<Reverse<T>>>;

/// An edge of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphEdge<C> {
    /// The index of the target.
    pub(super) to: u32,
    pub(super) cost: C,
    /// The position of the target among the neighbors of the origin or, for an edge from the source, among the starts.
    pub(super) nth: u32,
}

/// The expanded states and the edges between them, with an edge from a source to each start and from each goal to a
/// sink. The *remaining cost* of a state is the cost of a cheapest path from it to the sink in this graph.
#[derive(Debug, Default)]
pub(super) struct Explored<C: Cost> {
    /// The end of each state's range in `edges`.
    ends: Claimed<Vec<u32>>,
    edges: Claimed<Vec<GraphEdge<C>>>,
    /// The remaining cost of each state, and the fewest moves at this cost; `None` if the sink cannot be reached.
    remaining: Claimed<Vec<Option<Length<C>>>>,
    /// The number of nodes of the search. The source and the sink have the next two indices.
    states: u32,
    /// Whether a sum was beyond the range of costs.
    has_overflowed: Cell<bool>,
    workspace: Workspace<C>,
}

/// The lists that are needed only while the graph is built.
#[derive(Debug, Default)]
struct Workspace<C: Cost> {
    /// A linked list of the edges into each state, as numbers of edges. This is the last edge into each state, or
    /// [`NONE`].
    last_into: Claimed<Vec<u32>>,
    /// For each edge its origin, and the edge before it in the list of its target, or [`NONE`].
    in_edges: Claimed<Vec<(u32, u32)>>,
    /// Open states of Dijkstra's algorithm, least remaining cost first.
    open: MinHeap<(Length<C>, u32)>,
}

/// The end of a linked list.
const NONE: u32 = u32::MAX;

impl<C: Cost> Explored<C> {
    /// A graph without edges, for a search with `states` nodes.
    pub(super) fn new(states: usize) -> Self {
        Self {
            states: states as u32,
            ..Self::default()
        }
    }

    /// Builds the graph. After a stop at a [`step`](Meter::step) the next call resumes; after any other error the graph
    /// is unusable.
    pub(super) fn make<P: Puzzle<Cost = C>>(
        &mut self,
        puzzle: &P,
        run: &BestFirstRun<P::State, C, ByF>,
        starts: &[P::State],
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let all = self.states as usize + 2;
        if self.workspace.last_into.is_empty() && self.remaining.is_empty() {
            self.workspace.last_into = Claimed::filled(all, NONE, monitor.memory())?;
        }
        let mut edges = Claimed::new();
        while self.ends.len() < self.states as usize {
            monitor.step()?;
            self.add_edges_of(self.ends.len() as u32, &mut edges, puzzle, run, monitor)?;
        }
        if self.ends.len() < all {
            self.add_starts(puzzle, run, starts, monitor.memory())?;
        }
        self.find_remaining(&mut monitor.meter())
    }

    /// Adds the edges from a state to expanded states, and to the sink if the state is a goal. `edges` is an empty
    /// buffer.
    fn add_edges_of<P: Puzzle<Cost = C>>(
        &mut self,
        node: u32,
        edges: &mut Claimed<Vec<MoveEdge<P::Move, C>>>,
        puzzle: &P,
        run: &BestFirstRun<P::State, C, ByF>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let (nodes, memory) = (run.nodes(), monitor.memory());
        let state = &nodes.get(node).state;
        if run.is_closed(node) {
            for (nth, edge) in (0..).zip(puzzle.neighbors(state)) {
                let to = nodes.find_state(puzzle, &edge.state);
                let Some(to) = to.filter(|&to| run.is_closed(to)) else {
                    continue;
                };
                let (mv, cost) = (edge.mv, edge.cost);
                edges.push(MoveEdge { mv, to, cost, nth }, memory)?;
            }
            keep_distinct(edges.as_vec());
            for MoveEdge { to, cost, nth, .. } in edges.as_vec().drain(..) {
                self.add(GraphEdge { to, cost, nth }, memory)?;
            }
            if puzzle.is_goal(state) {
                self.add_free_edge(self.sink(), 0, memory)?;
            }
        }
        self.end_range(memory)
    }

    /// Adds the edges from the source to the starts. The sink has none.
    fn add_starts<P: Puzzle<Cost = C>>(
        &mut self,
        puzzle: &P,
        run: &BestFirstRun<P::State, C, ByF>,
        starts: &[P::State],
        memory: &Quota,
    ) -> Result<(), Stop> {
        for (index, start) in starts.iter().enumerate() {
            let root = run.nodes().find_state(puzzle, start);
            let is_first = starts[..index].iter().all(|other| other != start);
            if let Some(root) = root.filter(|_| is_first) {
                self.add_free_edge(root, index as u32, memory)?;
            }
        }
        self.end_range(memory)?;
        self.end_range(memory)
    }

    /// Adds an edge out of the state whose range of edges has not ended yet.
    fn add(&mut self, edge: GraphEdge<C>, memory: &Quota) -> Result<(), Stop> {
        let number = u32::try_from(self.edges.len()).map_err(|_| Stop::TooManyStates)?;
        let from = self.ends.len() as u32;
        let previous = core::mem::replace(&mut self.workspace.last_into[edge.to as usize], number);
        self.workspace.in_edges.push((from, previous), memory)?;
        self.edges.push(edge, memory)
    }

    /// Adds an edge out of the source or into the sink, which costs nothing.
    fn add_free_edge(&mut self, to: u32, nth: u32, memory: &Quota) -> Result<(), Stop> {
        let cost = C::zero();
        self.add(GraphEdge { to, cost, nth }, memory)
    }

    /// Ends the range of a state's edges; edges that are added later are those of the next state.
    fn end_range(&mut self, memory: &Quota) -> Result<(), Stop> {
        let end = u32::try_from(self.edges.len()).map_err(|_| Stop::TooManyStates)?;
        self.ends.push(end, memory)
    }

    pub(super) const fn source(&self) -> u32 {
        self.states
    }

    pub(super) const fn sink(&self) -> u32 {
        self.states + 1
    }

    /// The numbers of the edges out of a state.
    pub(super) fn edges_of(&self, node: u32) -> core::ops::Range<u32> {
        let node = node as usize;
        node.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[node]
    }

    pub(super) fn edge(&self, number: u32) -> GraphEdge<C> {
        self.edges[number as usize]
    }

    /// The remaining cost of a state, and the fewest moves at this cost.
    pub(super) fn remaining(&self, node: u32) -> Option<Length<C>> {
        self.remaining[node as usize]
    }

    /// Whether an edge is a move of the puzzle: not out of the source nor into the sink.
    pub(super) fn is_move(&self, from: u32, edge: GraphEdge<C>) -> bool {
        from != self.source() && edge.to != self.sink()
    }

    /// The length of a path of length `path` and one more edge, which leaves `from`; `None` if it is beyond the range.
    pub(super) fn extended(
        &self,
        path: Length<C>,
        from: u32,
        edge: GraphEdge<C>,
    ) -> Option<Length<C>> {
        self.sum(path, (edge.cost, self.is_move(from, edge).into()))
    }

    /// The length of two paths together; `None` if it is beyond the range.
    pub(super) fn sum(&self, one: Length<C>, other: Length<C>) -> Option<Length<C>> {
        let sum = one.0.checked_add(&other.0).zip(one.1.checked_add(other.1));
        self.has_overflowed
            .set(self.has_overflowed.get() | sum.is_none());
        sum
    }

    /// Whether a path may have been left out, since its length is beyond the range.
    pub(super) const fn has_overflowed(&self) -> bool {
        self.has_overflowed.get()
    }

    /// Dijkstra's algorithm backward from the sink.
    fn find_remaining(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.remaining.is_empty() {
            self.remaining = Claimed::filled(self.ends.len(), None, meter.memory())?;
            let sink = self.sink();
            self.remaining[sink as usize] = Some((C::zero(), 0));
            let first = Reverse(((C::zero(), 0), sink));
            self.workspace.open.push(first, meter.memory())?;
        }
        while !self.workspace.open.is_empty() {
            meter.step()?;
            let Some(Reverse((remaining, node))) = self.workspace.open.pop() else {
                break;
            };
            if self.remaining[node as usize] != Some(remaining) {
                continue;
            }
            let mut number = self.workspace.last_into[node as usize];
            while number != NONE {
                let (from, previous) = self.workspace.in_edges[number as usize];
                let length = self.extended(remaining, from, self.edge(number));
                number = previous;
                let Some(length) = length else { continue };
                let known = &mut self.remaining[from as usize];
                if known.is_none_or(|known| length < known) {
                    *known = Some(length);
                    let next = Reverse((length, from));
                    self.workspace.open.push(next, meter.memory())?;
                }
            }
        }
        self.workspace = Workspace::default();
        Ok(())
    }
}
