//! [`gather`]: the graph of all cheapest solutions, out of what a search has stored.

use alloc::vec::Vec;

use super::along::{Along, keep_distinct};
use super::solution_graph::{Graph, SolutionGraph};
use super::stored::Stored;
use crate::cost::Cost;
use crate::monitor::{Memory, Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::search::path;
use crate::storage::BitSet;

/// The graph of the solutions of this cost from any of these starts.
pub(super) fn gather<P: Puzzle, T: Stored<P::State, P::Cost>>(
    puzzle: &P,
    stored: &T,
    cost: P::Cost,
    starts: &[P::State],
    monitor: &mut Monitor<'_, P>,
) -> Result<Graph<P>, Stop> {
    let memory = monitor.memory();
    let held = memory.held();
    let gathering = Gathering::new(puzzle, stored, cost, memory);
    let graph = gathering.and_then(|gathering| gathering.gather(starts, memory));
    // What is handed out is not held any more, and the rest is given up.
    memory.release(memory.held() - held);
    graph
}

/// The states on cheapest paths, while they are gathered.
struct Gathering<'a, P: Puzzle, T> {
    puzzle: &'a P,
    stored: &'a T,
    cost: P::Cost,
    /// States from which a goal can be reached at that cost, if that is known beforehand.
    leading: Option<BitSet>,
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

impl<'a, P: Puzzle, T: Stored<P::State, P::Cost>> Gathering<'a, P, T> {
    fn new(puzzle: &'a P, stored: &'a T, cost: P::Cost, memory: &mut Memory) -> Result<Self, Stop> {
        let mut gathering = Self {
            puzzle,
            stored,
            cost,
            leading: None,
            graph: SolutionGraph {
                cost,
                states: Vec::new(),
                ends: Vec::new(),
                edges: Vec::new(),
                starts: Vec::new(),
            },
        };
        if puzzle.facts().undirected {
            gathering.leading = Some(gathering.walk_back(memory)?);
        }
        Ok(gathering)
    }

    /// Whether a state was left as a goal at the cost of a solution.
    fn is_end(&self, node: u32) -> bool {
        self.stored.g(node) == self.cost && self.puzzle.is_goal(self.stored.state(node))
    }

    /// The edges along which a state's children were reached at least cost, in neighbor order.
    fn edges(&self, node: u32) -> impl Iterator<Item = Along<P::Move, P::Cost>> {
        let so_far = self.stored.g(node);
        let edges = self.puzzle.neighbors(self.stored.state(node)).into_iter();
        (0..).zip(edges).filter_map(move |(nth, edge)| {
            let (mv, cost) = (edge.mv, edge.cost);
            let g = so_far.checked_add(&cost)?;
            let to = self.stored.find(self.puzzle, &edge.state)?;
            (self.stored.g(to) == g).then_some(Along { mv, to, cost, nth })
        })
    }

    /// The states from which a goal can be reached at least cost, of an undirected puzzle.
    fn walk_back(&self, memory: &mut Memory) -> Result<BitSet, Stop> {
        let states = self.stored.len();
        let mut leading = BitSet::default();
        leading.make_room(states, memory)?;
        let mut waiting: Vec<u32> = Vec::new();
        for node in (0..states as u32).filter(|&node| self.is_end(node)) {
            leading.insert(node as usize);
            memory.push(&mut waiting, node)?;
        }
        while let Some(node) = waiting.pop() {
            for edge in self.puzzle.neighbors(self.stored.state(node)) {
                let before = self
                    .stored
                    .find(self.puzzle, &edge.state)
                    .filter(|&before| {
                        self.stored.is_closed(before)
                            && !leading.has(before as usize)
                            && self.edges(before).any(|edge| edge.to == node)
                    });
                if let Some(before) = before {
                    leading.insert(before as usize);
                    memory.push(&mut waiting, before)?;
                }
            }
        }
        memory.release_list(&waiting);
        Ok(leading)
    }

    fn gather(mut self, starts: &[P::State], memory: &mut Memory) -> Result<Graph<P>, Stop> {
        // The index of each state in the graph, once that is known.
        let mut places = memory.list(self.stored.len(), UNSEEN)?;
        for (at, start) in starts.iter().enumerate() {
            let Some(root) = self.stored.find(self.puzzle, start) else {
                continue;
            };
            let is_first = starts[..at].iter().all(|other| other != start);
            if is_first && places[root as usize] == UNSEEN {
                self.walk(root, &mut places, memory)?;
            }
            let place = places[root as usize];
            if is_first && place < UNSEEN {
                memory.push(&mut self.graph.starts, (at, place))?;
            }
        }
        Ok(self.graph)
    }

    /// Walks along edges of cheapest paths, depth first, and adds the states that lead to a goal to the
    /// graph: those after a state come before it.
    fn walk(&mut self, root: u32, places: &mut [u32], memory: &mut Memory) -> Result<(), Stop> {
        let mut path = Vec::new();
        let entered = self.enter(root, places, memory)?;
        memory.push(&mut path, entered)?;
        while let Some(frame) = path.last_mut() {
            let Some(&Along { to: child, .. }) = frame.edges.get(frame.done) else {
                let Some(frame) = path.pop() else { break };
                self.leave(frame, places, memory)?;
                continue;
            };
            frame.done += 1;
            match places[child as usize] {
                UNSEEN => {
                    let entered = self.enter(child, places, memory)?;
                    memory.push(&mut path, entered)?;
                }
                ON_PATH => {
                    // Back where it was, at no cost.
                    let met = path.iter_mut().find(|frame| frame.node == child);
                    met.into_iter().for_each(|frame| frame.is_in_cycle = true);
                }
                _ => {}
            }
        }
        memory.release_list(&path);
        Ok(())
    }

    fn enter(
        &self,
        node: u32,
        places: &mut [u32],
        memory: &mut Memory,
    ) -> Result<Frame<P::Move, P::Cost>, Stop> {
        places[node as usize] = ON_PATH;
        let mut edges = Vec::new();
        if self.stored.is_closed(node) {
            for edge in self.edges(node) {
                let leads = self.leading.as_ref();
                if leads.is_none_or(|leading| leading.has(edge.to as usize)) {
                    memory.push(&mut edges, edge)?;
                }
            }
            keep_distinct(&mut edges);
        }
        Ok(Frame {
            node,
            edges,
            done: 0,
            is_in_cycle: false,
        })
    }

    fn leave(
        &mut self,
        frame: Frame<P::Move, P::Cost>,
        places: &mut [u32],
        memory: &mut Memory,
    ) -> Result<(), Stop> {
        let before = self.graph.edges.len();
        memory.release_list(&frame.edges);
        for Along { mv, to, cost, .. } in frame.edges {
            let place = places[to as usize];
            if place < UNSEEN {
                let (from, to) = (self.stored.state(frame.node), self.stored.state(to));
                path::is_meant(self.puzzle, from, &mv, (to, cost))?;
                memory.push(&mut self.graph.edges, (mv, place))?;
            }
        }
        let leads = self.graph.edges.len() > before || self.is_end(frame.node);
        if !leads {
            places[frame.node as usize] = NOWHERE;
            return Ok(());
        }
        if frame.is_in_cycle {
            return Err(Stop::ZeroCostCycle);
        }
        places[frame.node as usize] = self.graph.states.len() as u32;
        let state = self.stored.state(frame.node).clone();
        memory.push(&mut self.graph.states, state)?;
        let end = u32::try_from(self.graph.edges.len()).map_err(|_| Stop::TooManyStates)?;
        memory.push(&mut self.graph.ends, end)
    }
}
