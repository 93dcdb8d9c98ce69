//! [`gather`]: the graph of all cheapest solutions, out of what a search has stored.
//!
//! Once everything with a key up to the cost is expanded, every state on a cheapest path has its exact g, and the edges
//! of solutions are those along which g grows by the edge's cost. They are gathered by a depth-first walk that
//! remembers where it has been. In an undirected puzzle, a walk from the goals has first marked the states worth
//! entering, so that few others are asked for their neighbors again. The walk meets a cycle only where costs are zero;
//! that is how infinitely many solutions are detected.

use alloc::vec::Vec;

use super::along::{Along, keep_distinct};
use super::solution_graph::Graph;
use super::stored::Stored;
use crate::account::{Quota, Stop};
use crate::cost::Cost;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::solution::replay;
use crate::storage::BitSet;

/// The graph of the solutions of this cost from any of these starts. If a stop ends it that leaves all as it is, the
/// next call goes on.
pub(super) fn gather<P: Puzzle, T: Stored<P::State, P::Cost>>(
    begun: &mut Option<Gathering<P>>,
    source: Source<'_, P, T>,
    starts: &[P::State],
    monitor: &mut MonitorOf<'_, P>,
) -> Result<Graph<P>, Stop> {
    let held = monitor.memory().held();
    let gathering = begun.take();
    let mut gathering = gathering.unwrap_or_else(|| Gathering::new(source.cost, held));
    let gathered = gathering.gather(source, starts, monitor);
    if let Err(stop) = gathered
        && stop.is_between_steps()
    {
        *begun = Some(gathering);
        return Err(stop);
    }
    // What is handed out is not held any more, and the rest is given up.
    release_to(gathering.held, monitor.memory());
    gathered.map(|()| gathering.graph)
}

/// Releases all memory beyond `held`.
pub(super) fn release_to(held: usize, memory: &Quota) {
    memory.release(memory.held().saturating_sub(held));
}

/// What a search has stored, and what a solution costs.
pub(super) struct Source<'a, P: Puzzle, T> {
    pub(super) puzzle: &'a P,
    pub(super) stored: &'a T,
    pub(super) cost: P::Cost,
}

impl<P: Puzzle, T> Clone for Source<'_, P, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle, T> Copy for Source<'_, P, T> {}

impl<P: Puzzle, T: Stored<P::State, P::Cost>> Source<'_, P, T> {
    /// Whether a state was left as a goal at the cost of a solution.
    fn is_end(self, node: u32) -> bool {
        self.stored.g(node) == self.cost && self.puzzle.is_goal(self.stored.state(node))
    }

    /// The edges along which a state's children were reached at least cost, in neighbor order.
    fn edges(self, node: u32) -> impl Iterator<Item = Along<P::Move, P::Cost>> {
        let so_far = self.stored.g(node);
        let edges = self.puzzle.neighbors(self.stored.state(node)).into_iter();
        (0..).zip(edges).filter_map(move |(nth, edge)| {
            let (mv, cost) = (edge.mv, edge.cost);
            let g = so_far.checked_add(&cost)?;
            let to = self.stored.find(self.puzzle, &edge.state)?;
            (self.stored.g(to) == g).then_some(Along { mv, to, cost, nth })
        })
    }

    /// Edges to a state along which it was reached at least cost, of an undirected puzzle, by where they come from.
    fn edges_back(self, node: u32) -> impl Iterator<Item = u32> {
        let edges = self.puzzle.neighbors(self.stored.state(node)).into_iter();
        edges.filter_map(move |edge| {
            let before = self.stored.find(self.puzzle, &edge.state)?;
            let leads =
                self.stored.is_closed(before) && self.edges(before).any(|edge| edge.to == node);
            leads.then_some(before)
        })
    }
}

/// The states on cheapest paths, while they are gathered.
pub(super) struct Gathering<P: Puzzle> {
    /// How much was held before.
    held: usize,
    /// States from which a goal can be reached at that cost, if that is known beforehand; how many states were asked
    /// whether they are such a goal; and those before which no state was looked for yet.
    leading: Option<BitSet>,
    asked: usize,
    waiting: Vec<u32>,
    /// The index of each state in the graph, once that is known.
    places: Vec<u32>,
    /// How many starts were walked from, and the path from the next one.
    walked: usize,
    path: Vec<Frame<P::Move, P::Cost>>,
    graph: Graph<P>,
}

/// A state on the path that is walked, and its edges that may belong to a solution.
struct Frame<M, C> {
    node: u32,
    edges: Vec<Along<M, C>>,
    /// How many of them are done.
    done: usize,
    /// A path of cost zero leads from it back to it.
    is_in_cycle: bool,
}

/// What is known of a stored state.
const ON_PATH: u32 = u32::MAX;
const NOWHERE: u32 = u32::MAX - 1;
const UNSEEN: u32 = u32::MAX - 2;

impl<P: Puzzle> Gathering<P> {
    const fn new(cost: P::Cost, held: usize) -> Self {
        Self {
            held,
            leading: None,
            asked: 0,
            waiting: Vec::new(),
            places: Vec::new(),
            walked: 0,
            path: Vec::new(),
            graph: Graph::<P>::new(cost),
        }
    }

    fn gather<T: Stored<P::State, P::Cost>>(
        &mut self,
        source: Source<'_, P, T>,
        starts: &[P::State],
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let Source { puzzle, stored, .. } = source;
        if puzzle.facts().undirected {
            self.walk_back(source, monitor)?;
        }
        if self.places.is_empty() {
            self.places = monitor.memory().list(stored.len(), UNSEEN)?;
        }
        while let Some(start) = starts.get(self.walked) {
            let is_first = starts[..self.walked].iter().all(|other| other != start);
            if let Some(root) = stored.find(puzzle, start).filter(|_| is_first) {
                self.walk(root, source, monitor)?;
                let place = self.places[root as usize];
                if place < UNSEEN {
                    let start = (self.walked, place);
                    monitor.memory().push(&mut self.graph.starts, start)?;
                }
            }
            self.walked += 1;
        }
        Ok(())
    }

    /// Finds the states from which a goal can be reached at least cost, of an undirected puzzle.
    fn walk_back<T: Stored<P::State, P::Cost>>(
        &mut self,
        source: Source<'_, P, T>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let states = source.stored.len();
        if self.leading.is_none() {
            let mut none = BitSet::default();
            none.make_room(states, monitor.memory())?;
            self.leading = Some(none);
        }
        let Some(leading) = &mut self.leading else {
            return Ok(());
        };
        while self.asked < states {
            monitor.step()?;
            if source.is_end(self.asked as u32) {
                leading.insert(self.asked);
                monitor
                    .memory()
                    .push(&mut self.waiting, self.asked as u32)?;
            }
            self.asked += 1;
        }
        while !self.waiting.is_empty() {
            monitor.step()?;
            let Some(node) = self.waiting.pop() else {
                break;
            };
            for before in source.edges_back(node) {
                if leading.insert(before as usize) {
                    continue;
                }
                monitor.memory().push(&mut self.waiting, before)?;
            }
        }
        monitor.memory().release_list(&self.waiting);
        self.waiting = Vec::new();
        Ok(())
    }

    /// Walks along edges of cheapest paths, depth first, and adds the states that lead to a goal to the
    /// graph: those after a state come before it.
    fn walk<T: Stored<P::State, P::Cost>>(
        &mut self,
        root: u32,
        source: Source<'_, P, T>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        if self.places[root as usize] == UNSEEN {
            self.enter(root, source, monitor.memory())?;
        }
        while !self.path.is_empty() {
            monitor.step()?;
            let memory = monitor.memory();
            let Some(frame) = self.path.last_mut() else {
                break;
            };
            let Some(&Along { to: child, .. }) = frame.edges.get(frame.done) else {
                let Some(frame) = self.path.pop() else { break };
                self.leave(frame, source, memory)?;
                continue;
            };
            frame.done += 1;
            match self.places[child as usize] {
                UNSEEN => self.enter(child, source, memory)?,
                ON_PATH => {
                    // Back where it was, at no cost.
                    let met = self.path.iter_mut().find(|frame| frame.node == child);
                    met.into_iter().for_each(|frame| frame.is_in_cycle = true);
                }
                _ => {}
            }
        }
        monitor.memory().release_list(&self.path);
        self.path = Vec::new();
        Ok(())
    }

    fn enter<T: Stored<P::State, P::Cost>>(
        &mut self,
        node: u32,
        source: Source<'_, P, T>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        self.places[node as usize] = ON_PATH;
        let mut edges = Vec::new();
        if source.stored.is_closed(node) {
            for edge in source.edges(node) {
                let leads = self.leading.as_ref();
                if leads.is_none_or(|leading| leading.has(edge.to as usize)) {
                    memory.push(&mut edges, edge)?;
                }
            }
            keep_distinct(&mut edges);
        }
        let frame = Frame {
            node,
            edges,
            done: 0,
            is_in_cycle: false,
        };
        memory.push(&mut self.path, frame)
    }

    fn leave<T: Stored<P::State, P::Cost>>(
        &mut self,
        frame: Frame<P::Move, P::Cost>,
        source: Source<'_, P, T>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        let before = self.graph.edges.len();
        memory.release_list(&frame.edges);
        for Along { mv, to, cost, .. } in frame.edges {
            let place = self.places[to as usize];
            if place < UNSEEN {
                let states = [frame.node, to].map(|node| source.stored.state(node));
                replay::is_meant(source.puzzle, states[0], &mv, (states[1], cost))?;
                memory.push(&mut self.graph.edges, (mv, place))?;
            }
        }
        let leads = self.graph.edges.len() > before || source.is_end(frame.node);
        if !leads {
            self.places[frame.node as usize] = NOWHERE;
            return Ok(());
        }
        if frame.is_in_cycle {
            return Err(Stop::ZeroCostCycle);
        }
        self.places[frame.node as usize] = self.graph.states.len() as u32;
        let state = source.stored.state(frame.node).clone();
        memory.push(&mut self.graph.states, state)?;
        let end = u32::try_from(self.graph.edges.len()).map_err(|_| Stop::TooManyStates)?;
        memory.push(&mut self.graph.ends, end)
    }
}
