//! [`gather`]: the graph of all cheapest solutions, collected from the stored states of a search.
//!
//! A search that has expanded every state with an f up to the solution cost goes in, and a `SolutionGraph` comes out.
//! After such a search, each state on a cheapest path has its exact g, and the edges of cheapest solutions are among
//! those along which g grows by the cost of the edge. A depth-first walk over these edges visits each state once, and
//! collects the states from which it comes to a goal. In an undirected puzzle, a walk back from the goals first marks
//! the states that lead to a goal, so that few other states are expanded again. Since g never falls along these edges,
//! a cycle of them has cost zero; it means infinitely many solutions.
//!
//! Invariant: a state that the walk has left is in the graph, behind all its children, or lies on no solution.

use alloc::vec::Vec;

use super::move_edge::{MoveEdge, keep_distinct};
use super::node_store::NodeStore;
use super::solution_graph::{Graph, GraphInProgress};
use crate::account::{Claimed, Quota, Stop};
use crate::cost::Cost;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::solution::replay;
use crate::storage::BitSet;

/// Collects the cheapest solutions from the starts. If the clock, the observer or the cancel flag stops it, `begun`
/// keeps the progress, and the next call resumes.
pub(super) fn gather<P: Puzzle, T: NodeStore<P::State, P::Cost>>(
    begun: &mut Option<Gathering<P>>,
    search: FinishedSearch<'_, P, T>,
    starts: &[P::State],
    monitor: &mut MonitorOf<'_, P>,
) -> Result<Graph<P>, Stop> {
    let gathering = begun.take();
    let mut gathering = gathering.unwrap_or_else(|| Gathering::new(search.cost));
    let gathered = gathering.gather(search, starts, monitor);
    if let Err(stop) = gathered
        && stop.is_between_steps()
    {
        *begun = Some(gathering);
        return Err(stop);
    }
    gathered.map(|()| gathering.graph.into_graph())
}

/// A search that has found a solution: its stored states, and the cost of the cheapest solutions.
pub(super) struct FinishedSearch<'a, P: Puzzle, T> {
    pub(super) puzzle: &'a P,
    pub(super) stored: &'a T,
    pub(super) cost: P::Cost,
}

impl<P: Puzzle, T> Clone for FinishedSearch<'_, P, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle, T> Copy for FinishedSearch<'_, P, T> {}

impl<P: Puzzle, T: NodeStore<P::State, P::Cost>> FinishedSearch<'_, P, T> {
    /// Whether a solution ends at this state.
    fn is_end(self, node: u32) -> bool {
        self.stored.g(node) == self.cost && self.puzzle.is_goal(self.stored.state(node))
    }

    /// The edges of a state that lie on cheapest paths to its children, in neighbor order.
    fn edges(self, node: u32) -> impl Iterator<Item = MoveEdge<P::Move, P::Cost>> {
        let so_far = self.stored.g(node);
        let edges = self.puzzle.neighbors(self.stored.state(node)).into_iter();
        (0..).zip(edges).filter_map(move |(nth, edge)| {
            let (mv, cost) = (edge.mv, edge.cost);
            let g = so_far.checked_add(&cost)?;
            let to = self.stored.find(self.puzzle, &edge.state)?;
            (self.stored.g(to) == g).then_some(MoveEdge { mv, to, cost, nth })
        })
    }

    /// The states before a state on cheapest paths to it, found among its neighbors, in an undirected puzzle.
    fn predecessors(self, node: u32) -> impl Iterator<Item = u32> {
        let edges = self.puzzle.neighbors(self.stored.state(node)).into_iter();
        edges.filter_map(move |edge| {
            let before = self.stored.find(self.puzzle, &edge.state)?;
            let precedes =
                self.stored.is_closed(before) && self.edges(before).any(|edge| edge.to == node);
            precedes.then_some(before)
        })
    }
}

/// The progress of the collection.
pub(super) struct Gathering<P: Puzzle> {
    /// In an undirected puzzle, the states marked so far, which lie on cheapest paths to a goal.
    marked: Option<BitSet>,
    /// The number of states that were tested as ends of solutions.
    tested: usize,
    /// The marked states whose predecessors are still to be marked.
    waiting: Claimed<Vec<u32>>,
    /// The index of each state in the graph, or its status as long as it has none.
    graph_index: Claimed<Vec<u32>>,
    /// The number of starts from which the walk is done.
    walked: usize,
    /// The current path, from the next start.
    path: Claimed<Vec<GatherFrame<P::Move, P::Cost>>>,
    graph: GraphInProgress<P::State, P::Move, P::Cost>,
}

/// A state on the current path, and its edges that may belong to a solution.
struct GatherFrame<M, C> {
    node: u32,
    edges: Claimed<Vec<MoveEdge<M, C>>>,
    /// The number of edges that the walk has tried.
    tried: usize,
    /// Whether the state lies on a cycle of cost zero.
    is_in_cycle: bool,
}

/// The status of a state that has no index in the graph: it is on the current path, lies on no solution, or was not
/// entered. Indices are less than these values.
const ON_PATH: u32 = u32::MAX;
const ON_NO_SOLUTION: u32 = u32::MAX - 1;
const UNSEEN: u32 = u32::MAX - 2;

impl<P: Puzzle> Gathering<P> {
    fn new(cost: P::Cost) -> Self {
        Self {
            marked: None,
            tested: 0,
            waiting: Claimed::default(),
            graph_index: Claimed::default(),
            walked: 0,
            path: Claimed::default(),
            graph: GraphInProgress::new(cost),
        }
    }

    /// Walks from the starts one after the other, and goes on after a stop.
    fn gather<T: NodeStore<P::State, P::Cost>>(
        &mut self,
        search: FinishedSearch<'_, P, T>,
        starts: &[P::State],
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let FinishedSearch { puzzle, stored, .. } = search;
        if puzzle.facts().undirected {
            self.walk_back(search, monitor)?;
        }
        if self.graph_index.is_empty() {
            self.graph_index = Claimed::filled(stored.len(), UNSEEN, monitor.memory())?;
        }
        while let Some(start) = starts.get(self.walked) {
            let is_first = starts[..self.walked].iter().all(|other| other != start);
            if let Some(root) = stored.find(puzzle, start).filter(|_| is_first) {
                self.walk(root, search, monitor)?;
                let index = self.graph_index[root as usize];
                if index < UNSEEN {
                    let start = (self.walked, index);
                    self.graph.starts.push(start, monitor.memory())?;
                }
            }
            self.walked += 1;
        }
        Ok(())
    }

    /// Marks the states on cheapest paths to a goal, in an undirected puzzle.
    fn walk_back<T: NodeStore<P::State, P::Cost>>(
        &mut self,
        search: FinishedSearch<'_, P, T>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let states = search.stored.len();
        if self.marked.is_none() {
            let mut marked = BitSet::default();
            marked.make_room(states, monitor.memory())?;
            self.marked = Some(marked);
        }
        let Some(marked) = &mut self.marked else {
            return Ok(());
        };
        while self.tested < states {
            monitor.step()?;
            if search.is_end(self.tested as u32) {
                marked.insert(self.tested);
                self.waiting.push(self.tested as u32, monitor.memory())?;
            }
            self.tested += 1;
        }
        while !self.waiting.is_empty() {
            monitor.step()?;
            let Some(node) = self.waiting.as_vec().pop() else {
                break;
            };
            for before in search.predecessors(node) {
                if marked.insert(before as usize) {
                    // The state was marked before.
                    continue;
                }
                self.waiting.push(before, monitor.memory())?;
            }
        }
        self.waiting = Claimed::default();
        Ok(())
    }

    /// Walks along cheapest paths, depth first, and adds the states that lead to a goal to the graph in postorder: the
    /// children of a state come before it.
    fn walk<T: NodeStore<P::State, P::Cost>>(
        &mut self,
        root: u32,
        search: FinishedSearch<'_, P, T>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        if self.graph_index[root as usize] == UNSEEN {
            self.enter(root, search, monitor.memory())?;
        }
        while !self.path.is_empty() {
            monitor.step()?;
            let memory = monitor.memory();
            let Some(frame) = self.path.last_mut() else {
                break;
            };
            let Some(&MoveEdge { to: child, .. }) = frame.edges.get(frame.tried) else {
                let Some(frame) = self.path.as_vec().pop() else {
                    break;
                };
                self.leave(frame, search, memory)?;
                continue;
            };
            frame.tried += 1;
            match self.graph_index[child as usize] {
                UNSEEN => self.enter(child, search, memory)?,
                ON_PATH => {
                    // The edge closes a cycle of cost zero.
                    let met = self.path.iter_mut().find(|frame| frame.node == child);
                    met.into_iter().for_each(|frame| frame.is_in_cycle = true);
                }
                _ => {}
            }
        }
        self.path = Claimed::default();
        Ok(())
    }

    /// Puts a state on the path, with the edges that may belong to a solution.
    fn enter<T: NodeStore<P::State, P::Cost>>(
        &mut self,
        node: u32,
        search: FinishedSearch<'_, P, T>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        self.graph_index[node as usize] = ON_PATH;
        let mut edges = Claimed::new();
        if search.stored.is_closed(node) {
            for edge in search.edges(node) {
                let marked = self.marked.as_ref();
                if marked.is_none_or(|marked| marked.has(edge.to as usize)) {
                    edges.push(edge, memory)?;
                }
            }
            keep_distinct(edges.as_vec());
        }
        let frame = GatherFrame {
            node,
            edges,
            tried: 0,
            is_in_cycle: false,
        };
        self.path.push(frame, memory)
    }

    /// Adds a state that was taken off the path to the graph, with the edges that lead to states of the graph, unless
    /// it lies on no solution.
    fn leave<T: NodeStore<P::State, P::Cost>>(
        &mut self,
        frame: GatherFrame<P::Move, P::Cost>,
        search: FinishedSearch<'_, P, T>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        let edges_before = self.graph.edges.len();
        for MoveEdge { mv, to, cost, .. } in frame.edges.into_inner() {
            let index = self.graph_index[to as usize];
            if index < UNSEEN {
                let states = [frame.node, to].map(|node| search.stored.state(node));
                replay::check_move(search.puzzle, states[0], &mv, states[1], cost)?;
                self.graph.edges.push((mv, index), memory)?;
            }
        }
        let leads = self.graph.edges.len() > edges_before || search.is_end(frame.node);
        if !leads {
            self.graph_index[frame.node as usize] = ON_NO_SOLUTION;
            return Ok(());
        }
        if frame.is_in_cycle {
            return Err(Stop::ZeroCostCycle);
        }
        self.graph_index[frame.node as usize] = self.graph.states.len() as u32;
        let state = search.stored.state(frame.node).clone();
        self.graph.states.push(state, memory)?;
        let end = u32::try_from(self.graph.edges.len()).map_err(|_| Stop::TooManyStates)?;
        self.graph.ends.push(end, memory)
    }
}
