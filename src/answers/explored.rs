//! [`Explored`]: what a search has expanded, as a graph of numbers.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::along::{Along, keep_distinct};
use crate::cost::Cost;
use crate::monitor::{Memory, Stop};
use crate::puzzle::Puzzle;
use crate::search::{BestFirstRun, Order};

/// An edge between two states, which have the numbers that the search gave them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<C> {
    pub(super) to: u32,
    pub(super) cost: C,
    /// Which neighbor it leads to, or which of the starts.
    pub(super) nth: u32,
}

/// The states that were expanded and the edges between them; an edge from a source to each start, and
/// one from each goal to a sink. Of each state it is known what is left to the sink.
#[derive(Debug)]
pub(super) struct Explored<C> {
    /// Where the edges of each state end.
    ends: Vec<u32>,
    edges: Vec<Edge<C>>,
    /// What is left, and in how few moves at that cost; none if the sink cannot be reached.
    left: Vec<Option<(C, u32)>>,
    states: u32,
}

impl<C: Cost> Explored<C> {
    pub(super) fn new<P: Puzzle<Cost = C>, O: Order<C>>(
        puzzle: &P,
        run: &BestFirstRun<P::State, C, O>,
        starts: &[P::State],
        memory: &mut Memory,
    ) -> Result<Self, Stop> {
        let nodes = run.nodes();
        let states = nodes.len() as u32;
        let mut graph = Self {
            ends: Vec::new(),
            edges: Vec::new(),
            left: Vec::new(),
            states,
        };
        let mut edges = Vec::new();
        for node in 0..states {
            let state = &nodes.get(node).state;
            if run.is_closed(node) {
                for (nth, edge) in (0..).zip(puzzle.neighbors(state)) {
                    let to = nodes.find_in(puzzle, &edge.state);
                    let Some(to) = to.filter(|&to| run.is_closed(to)) else {
                        continue;
                    };
                    let (mv, cost) = (edge.mv, edge.cost);
                    memory.push(&mut edges, Along { mv, to, cost, nth })?;
                }
                keep_distinct(&mut edges);
                for Along { to, cost, nth, .. } in edges.drain(..) {
                    memory.push(&mut graph.edges, Edge { to, cost, nth })?;
                }
                if puzzle.is_goal(state) {
                    let to = graph.sink();
                    graph.add_end(to, 0, memory)?;
                }
            }
            graph.close(memory)?;
        }
        memory.release_list(&edges);
        drop(edges);
        for (at, start) in starts.iter().enumerate() {
            let root = nodes.find_in(puzzle, start);
            let is_first = starts[..at].iter().all(|other| other != start);
            if let Some(root) = root.filter(|_| is_first) {
                graph.add_end(root, at as u32, memory)?;
            }
        }
        graph.close(memory)?; // the source
        graph.close(memory)?; // the sink
        graph.find_left(memory)?;
        Ok(graph)
    }

    fn add_end(&mut self, to: u32, nth: u32, memory: &mut Memory) -> Result<(), Stop> {
        let cost = C::zero();
        memory.push(&mut self.edges, Edge { to, cost, nth })
    }

    fn close(&mut self, memory: &mut Memory) -> Result<(), Stop> {
        let end = u32::try_from(self.edges.len()).map_err(|_| Stop::TooManyStates)?;
        memory.push(&mut self.ends, end)
    }

    pub(super) const fn source(&self) -> u32 {
        self.states
    }

    pub(super) const fn sink(&self) -> u32 {
        self.states + 1
    }

    /// The numbers of the edges that lead from a state.
    pub(super) fn edges_of(&self, at: u32) -> core::ops::Range<u32> {
        let at = at as usize;
        at.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[at]
    }

    pub(super) fn edge(&self, number: u32) -> Edge<C> {
        self.edges[number as usize]
    }

    /// What is left from a state to the sink, and in how few moves at that cost.
    pub(super) fn left(&self, at: u32) -> Option<(C, u32)> {
        self.left[at as usize]
    }

    /// Whether an edge is a move: neither from the source nor to the sink.
    pub(super) fn is_move(&self, from: u32, edge: Edge<C>) -> bool {
        from != self.source() && edge.to != self.sink()
    }

    /// A cost and a number of moves, and those of one more edge.
    pub(super) fn further(
        &self,
        (g, moves): (C, u32),
        from: u32,
        edge: Edge<C>,
    ) -> Option<(C, u32)> {
        let moves = moves.checked_add(u32::from(self.is_move(from, edge)))?;
        Some((g.checked_add(&edge.cost)?, moves))
    }

    /// Dijkstra's algorithm from the sink, against the edges.
    fn find_left(&mut self, memory: &mut Memory) -> Result<(), Stop> {
        let all = self.ends.len();
        // The edges by where they lead, each with where it comes from.
        let mut first = memory.list(all + 1, 0_u32)?;
        for edge in &self.edges {
            first[edge.to as usize + 1] += 1;
        }
        for at in 0..all {
            first[at + 1] += first[at];
        }
        let mut next = memory.list(all, 0_u32)?;
        next.copy_from_slice(&first[..all]);
        let mut incoming = memory.list(self.edges.len(), (0_u32, 0_u32))?;
        for from in 0..all as u32 {
            for number in self.edges_of(from) {
                let place = &mut next[self.edge(number).to as usize];
                incoming[*place as usize] = (from, number);
                *place += 1;
            }
        }
        self.left = memory.list(all, None)?;
        let mut open = BinaryHeap::new();
        let mut room = 0;
        let sink = self.sink();
        self.left[sink as usize] = Some((C::zero(), 0));
        open.push(Reverse(((C::zero(), 0), sink)));
        while let Some(Reverse((left, at))) = open.pop() {
            if self.left[at as usize] != Some(left) {
                continue;
            }
            let edges = first[at as usize] as usize..first[at as usize + 1] as usize;
            for &(from, number) in &incoming[edges] {
                let Some(more) = self.further(left, from, self.edge(number)) else {
                    continue;
                };
                let known = &mut self.left[from as usize];
                if known.is_none_or(|known| more < known) {
                    *known = Some(more);
                    room = make_room(&mut open, room, memory)?;
                    open.push(Reverse((more, from)));
                }
            }
        }
        memory.release(room);
        memory.release_list(&first);
        memory.release_list(&next);
        memory.release_list(&incoming);
        Ok(())
    }
}

/// Makes room for one more item in a heap for which so many bytes are claimed; returns how many are now.
pub(super) fn make_room<T: Ord>(
    heap: &mut BinaryHeap<T>,
    claimed: usize,
    memory: &mut Memory,
) -> Result<usize, Stop> {
    if heap.len() < heap.capacity() {
        return Ok(claimed);
    }
    let more = heap.len().max(64);
    let bytes = (heap.len() + more) * size_of::<T>();
    memory.claim(bytes)?;
    heap.try_reserve_exact(more)
        .map_err(|_| Stop::OutOfMemory)?;
    memory.release(claimed);
    Ok(bytes)
}
