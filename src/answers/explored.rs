//! [`Explored`]: what a search has expanded, as a graph of numbers.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::along::{Along, keep_distinct};
use crate::account::{Meter, Quota, Stop};
use crate::cost::Cost;
use crate::monitor::MonitorOf;
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
    making: Making<C>,
}

/// What is needed while it is made.
#[derive(Debug)]
struct Making<C> {
    /// Of each state the last edge that leads to it, and of each edge where it comes from and the edge before it
    /// that leads to the same state.
    last: Vec<u32>,
    before: Vec<(u32, u32)>,
    /// States by what is left, least first.
    open: BinaryHeap<Reverse<((C, u32), u32)>>,
    room: usize,
}

/// No edge.
const NONE: u32 = u32::MAX;

impl<C: Cost> Explored<C> {
    /// A graph of this many states, none of which is known yet.
    pub(super) const fn new(states: usize) -> Self {
        Self {
            ends: Vec::new(),
            edges: Vec::new(),
            left: Vec::new(),
            states: states as u32,
            making: Making {
                last: Vec::new(),
                before: Vec::new(),
                open: BinaryHeap::new(),
                room: 0,
            },
        }
    }

    /// Goes on until all is known. What was done before a stop by a [`step`](Meter::step) stays; whatever else ends
    /// it leaves nothing that can be used.
    pub(super) fn make<P: Puzzle<Cost = C>, O: Order<C>>(
        &mut self,
        puzzle: &P,
        run: &BestFirstRun<P::State, C, O>,
        starts: &[P::State],
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let all = self.states as usize + 2;
        if self.making.last.is_empty() && self.left.is_empty() {
            self.making.last = monitor.memory().list(all, NONE)?;
        }
        let mut edges = Vec::new();
        while self.ends.len() < self.states as usize {
            let stepped = monitor.step();
            stepped.inspect_err(|_| monitor.memory().release_list(&edges))?;
            self.add_edges_of(self.ends.len() as u32, &mut edges, puzzle, run, monitor)?;
        }
        monitor.memory().release_list(&edges);
        if self.ends.len() < all {
            self.add_starts(puzzle, run, starts, monitor.memory())?;
        }
        self.find_left(&mut monitor.meter())
    }

    fn add_edges_of<P: Puzzle<Cost = C>, O: Order<C>>(
        &mut self,
        node: u32,
        edges: &mut Vec<Along<P::Move, C>>,
        puzzle: &P,
        run: &BestFirstRun<P::State, C, O>,
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
                memory.push(edges, Along { mv, to, cost, nth })?;
            }
            keep_distinct(edges);
            for Along { to, cost, nth, .. } in edges.drain(..) {
                self.add(Edge { to, cost, nth }, memory)?;
            }
            if puzzle.is_goal(state) {
                self.add_end(self.sink(), 0, memory)?;
            }
        }
        self.close(memory)
    }

    /// Adds the edges of the source, and those of the sink, which has none.
    fn add_starts<P: Puzzle<Cost = C>, O: Order<C>>(
        &mut self,
        puzzle: &P,
        run: &BestFirstRun<P::State, C, O>,
        starts: &[P::State],
        memory: &Quota,
    ) -> Result<(), Stop> {
        for (at, start) in starts.iter().enumerate() {
            let root = run.nodes().find_state(puzzle, start);
            let is_first = starts[..at].iter().all(|other| other != start);
            if let Some(root) = root.filter(|_| is_first) {
                self.add_end(root, at as u32, memory)?;
            }
        }
        self.close(memory)?;
        self.close(memory)
    }

    fn add(&mut self, edge: Edge<C>, memory: &Quota) -> Result<(), Stop> {
        let number = u32::try_from(self.edges.len()).map_err(|_| Stop::TooManyStates)?;
        let from = self.ends.len() as u32;
        let last = core::mem::replace(&mut self.making.last[edge.to as usize], number);
        memory.push(&mut self.making.before, (from, last))?;
        memory.push(&mut self.edges, edge)
    }

    fn add_end(&mut self, to: u32, nth: u32, memory: &Quota) -> Result<(), Stop> {
        let cost = C::zero();
        self.add(Edge { to, cost, nth }, memory)
    }

    fn close(&mut self, memory: &Quota) -> Result<(), Stop> {
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
    fn find_left(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.left.is_empty() {
            self.left = meter.memory().list(self.ends.len(), None)?;
            let sink = self.sink();
            self.left[sink as usize] = Some((C::zero(), 0));
            self.open(((C::zero(), 0), sink), meter.memory())?;
        }
        while !self.making.open.is_empty() {
            meter.step()?;
            let Some(Reverse((left, at))) = self.making.open.pop() else {
                break;
            };
            if self.left[at as usize] != Some(left) {
                continue;
            }
            let mut number = self.making.last[at as usize];
            while number != NONE {
                let (from, before) = self.making.before[number as usize];
                let more = self.further(left, from, self.edge(number));
                number = before;
                let Some(more) = more else { continue };
                let known = &mut self.left[from as usize];
                if known.is_none_or(|known| more < known) {
                    *known = Some(more);
                    self.open((more, from), meter.memory())?;
                }
            }
        }
        let Making {
            last, before, room, ..
        } = &self.making;
        let memory = meter.memory();
        memory.release_list(last);
        memory.release_list(before);
        memory.release(*room);
        self.making = Self::new(0).making;
        Ok(())
    }

    fn open(&mut self, entry: ((C, u32), u32), memory: &Quota) -> Result<(), Stop> {
        let Making { open, room, .. } = &mut self.making;
        *room = make_room(open, *room, memory)?;
        open.push(Reverse(entry));
        Ok(())
    }
}

/// Makes room for one more item in a heap for which so many bytes are claimed; returns how many are now.
pub(super) fn make_room<T: Ord>(
    heap: &mut BinaryHeap<T>,
    claimed: usize,
    memory: &Quota,
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
