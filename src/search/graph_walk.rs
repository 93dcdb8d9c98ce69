//! [`GraphWalk`]: a depth-first traversal of a graph (R. Tarjan, 1972) that enters each state once, and computes a
//! value of each by a [`Fold`].
//!
//! Starts go in; a goal comes out, or the values of all states that were entered. The *path* leads from a start to the
//! state that was entered last. Invariant: for each state of the path, the list of edges has those that are not done
//! yet, and the one that the path takes is the last of them.

use alloc::vec::Vec;
use core::hash::Hash;

use super::best_first::show;
use crate::account::{Claimed, Limited, Stop};
use crate::cost::{Cost, CostExt};
use crate::monitor::MonitorOf;
use crate::puzzle::{NeighborOf, Puzzle};
use crate::solver::{Loader, Saver};
use crate::storage::{Arena, ByHash, Node, NodeTable};

/// Computes a value for each state of a walk from the values of its neighbors, such as the number of paths to a goal.
/// The value is complete once all states that can be reached from the state were walked.
pub(crate) trait Fold<P: Puzzle> {
    type Value;

    /// Whether the walk ends at the first goal.
    const ENDS_AT_GOAL: bool = false;
    /// Whether the fold compares costs of paths, which is not supported for rounded costs.
    const COMPARES_COSTS: bool = false;

    /// Returns the value of a goal, from which no edges are followed.
    fn goal(&self) -> Self::Value;

    /// Returns the value of any other state before those of its neighbors are added.
    fn initial(&self) -> Self::Value;

    /// Adds the value of a neighbor, `next`, to the value of a state. `edge` is the cost of the edge, and the
    /// neighbor's position among those of the state.
    fn add_neighbor(
        &self,
        value: &mut Self::Value,
        edge: (P::Cost, u32),
        next: &Self::Value,
    ) -> Result<(), Stop>;

    /// Is called for an edge that leads back to a state of the path, and so closes a cycle. By default this is an
    /// error.
    fn close_cycle(&self) -> Result<(), Stop> {
        Err(Stop::Cycle)
    }
}

/// A state that was entered, and the index of the state before it on the path. A start is its own parent.
#[derive(Debug)]
pub(crate) struct Visited<S, V> {
    state: S,
    parent: u32,
    /// Whether all edges of the state are done, so that it is not on the path any more.
    is_done: bool,
    pub(crate) value: V,
}

impl<S: Clone + Eq + Hash, V> Node for Visited<S, V> {
    type State = S;
    type Cost = ();
    fn state(&self) -> &S {
        &self.state
    }
    fn parent(&self) -> u32 {
        self.parent
    }
    fn cost(&self) {}
}

/// A state of the path.
#[derive(Debug)]
struct WalkFrame<C> {
    node: u32,
    /// The cost of the path to the state, which observers are shown.
    g: C,
    /// The index of the state's first edge in the list. Its edges end where those of the next frame begin.
    first: usize,
}

/// A depth-first walk that follows edges in the order of neighbors and enters no state twice.
#[derive(Debug)]
pub(crate) struct GraphWalk<S: Clone + Eq + Hash, C, V> {
    /// Starts not yet entered, last one first.
    starts: Vec<S>,
    nodes: NodeTable<Visited<S, V>>,
    path: Claimed<Vec<WalkFrame<C>>>,
    /// The edges of the path's states that are not done, the last one of a state first: where each leads, its cost, and
    /// the position of the neighbor.
    edges: Claimed<Vec<(S, C, u32)>>,
    /// The goal at which the walk has ended.
    goal: Option<u32>,
}

impl<S: Clone + Eq + Hash, C: Cost, V> GraphWalk<S, C, V> {
    pub(crate) const fn new() -> Self {
        Self {
            starts: Vec::new(),
            nodes: NodeTable::new(),
            path: Claimed::new(),
            edges: Claimed::new(),
            goal: None,
        }
    }

    /// Forgets all states, and begins from these; keeps the memory.
    pub(crate) fn start(&mut self, mut starts: Vec<S>) {
        starts.reverse();
        self.starts = starts;
        self.nodes.clear();
        self.path.clear();
        self.edges.clear();
        self.goal = None;
    }

    /// The states that were entered.
    pub(crate) const fn nodes(&self) -> &Arena<Visited<S, V>> {
        self.nodes.arena()
    }

    /// Returns the value of a state, if it was entered.
    pub(crate) fn value(&self, state: &S) -> Option<&V> {
        let node = self.nodes.find_state(&ByHash, state)?;
        Some(&self.nodes.get(node).value)
    }

    /// Continues until all states that can be reached were entered, or until a goal ends the walk; returns that goal.
    pub(crate) fn advance<P: Puzzle<State = S, Cost = C>, F: Fold<P, Value = V>>(
        &mut self,
        fold: &F,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<u32>, Stop> {
        self.nodes.go_on_growing(monitor.meter())?;
        while self.goal.is_none() {
            let Some(&WalkFrame { node, g, first }) = self.path.last() else {
                let Some(start) = self.starts.last() else {
                    break;
                };
                if self.value(start).is_none() {
                    let (start, root) = (start.clone(), self.nodes.len() as u32);
                    self.enter(start, root, C::zero(), fold, puzzle, monitor)?;
                }
                self.starts.pop();
                continue;
            };
            let edges = self.edges.get(first..).unwrap_or_default();
            let Some((state, cost, position)) = edges.last() else {
                self.nodes.get_mut(node).is_done = true;
                self.path.as_vec().pop();
                // The last edge in the list is now the one by which the path came here.
                if let Some(parent) = self.path.last()
                    && let Some((_, cost, position)) = self.edges.as_vec().pop()
                {
                    self.add_value(parent.node, (cost, position), node, fold)?;
                }
                continue;
            };
            let known = self.nodes.find_state(&ByHash, state);
            let edge = (*cost, *position);
            match known.map(|next| (next, self.nodes.get(next).is_done)) {
                None => {
                    let (state, g) = (state.clone(), g.saturating_add(edge.0));
                    self.enter(state, node, g, fold, puzzle, monitor)?;
                    continue;
                }
                Some((next, true)) => self.add_value(node, edge, next, fold)?,
                Some((_, false)) => fold.close_cycle()?,
            }
            monitor.meter().duplicates(1);
            self.edges.as_vec().pop();
        }
        Ok(self.goal)
    }

    /// Adds the value of the neighbor `next` to that of `node`.
    fn add_value<P: Puzzle<State = S, Cost = C>, F: Fold<P, Value = V>>(
        &mut self,
        node: u32,
        edge: (C, u32),
        next: u32,
        fold: &F,
    ) -> Result<(), Stop> {
        // The value is taken out of its node, as two nodes cannot be borrowed together.
        let mut value = core::mem::replace(&mut self.nodes.get_mut(node).value, fold.initial());
        let added = fold.add_neighbor(&mut value, edge, &self.nodes.get(next).value);
        self.nodes.get_mut(node).value = value;
        added
    }

    /// Enters a state: stores it, and its edges unless it is a goal; or does neither.
    fn enter<P: Puzzle<State = S, Cost = C>, F: Fold<P, Value = V>>(
        &mut self,
        state: S,
        parent: u32,
        g: C,
        fold: &F,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let stored = self.nodes.len() as u64;
        monitor.limits().admit(Limited::Stored, stored + 1)?;
        self.nodes.grow_in_time(1, || monitor.meter())?;
        self.nodes.make_room(1, monitor.memory())?;
        self.path.reserve(1, monitor.memory())?;
        let first = self.edges.len();
        let is_goal = puzzle.is_goal(&state);
        if !is_goal {
            let expanded = self.expand(&state, g, puzzle, monitor);
            expanded.inspect_err(|_| self.edges.as_vec().truncate(first))?;
        }
        monitor.meter().store(stored + 1)?;
        let key = self.nodes.hash(&state);
        let value = if is_goal { fold.goal() } else { fold.initial() };
        let visited = Visited {
            state,
            parent,
            is_done: false,
            value,
        };
        if let Err(place) = self.nodes.find_or_place(&ByHash, key, &visited.state) {
            let node = self.nodes.insert(&ByHash, place, visited);
            self.path.push_within(WalkFrame { node, g, first });
            self.goal = Some(node).filter(|_| is_goal && F::ENDS_AT_GOAL);
        }
        Ok(())
    }

    /// Adds the edges of a state to the list and counts its expansion. If that fails, the caller removes them.
    fn expand<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        state: &S,
        g: C,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let first = self.edges.len();
        for (position, edge) in (0..).zip(puzzle.neighbors(state)) {
            let NeighborOf::<P> { state, cost, .. } = edge;
            if cost.is_negative() {
                return Err(Stop::NegativeCost);
            }
            self.edges.push((state, cost, position), monitor.memory())?;
        }
        let children = (self.edges.len() - first) as u64;
        self.edges[first..].reverse();
        monitor.charge_expansion(children)?;
        if monitor.shows_nodes() {
            show(puzzle, |_| None, state, g, monitor)
                .inspect_err(|_| monitor.refund(1, children))?;
        }
        Ok(())
    }
}

/// A walk as bytes, if its states have no values.
impl<S: Clone + Eq + Hash, C: Cost> GraphWalk<S, C, ()> {
    pub(super) fn save(&self, to: &mut Saver<'_, S>) {
        to.count(self.starts.len());
        to.nodes(&self.nodes, |to, _, visited| {
            to.number(visited.parent);
            to.flag(visited.is_done);
        });
        to.list(&*self.path, |to, frame| {
            to.number(frame.node);
            to.cost(frame.g);
            to.count(frame.first);
        });
        to.list(&*self.edges, |to, (state, cost, position)| {
            to.state(state);
            to.cost(*cost);
            to.number(*position);
        });
        to.flag(self.goal.is_some());
        self.goal.into_iter().for_each(|goal| to.number(goal));
    }

    pub(super) fn load(&mut self, from: &mut Loader<'_, S>) -> Option<()> {
        from.starts(&mut self.starts)?;
        let count = from.nodes(&mut self.nodes, |from, (at, state), _| {
            // A parent is entered before its children.
            let parent = from.index(at + 1)?;
            let (is_done, value) = (from.flag()?, ());
            Some(Visited {
                state,
                parent,
                is_done,
                value,
            })
        })?;
        for _ in 0..from.count(3)? {
            let frame = WalkFrame {
                node: from.index(count)?,
                g: from.cost()?,
                first: from.number()?.try_into().ok()?,
            };
            self.path.push(frame, &from.raw.memory).ok()?;
        }
        for _ in 0..from.count(from.state_bytes() + 2)? {
            let (state, cost) = (from.state()?, from.cost()?);
            let edge = (state, cost, from.index(u32::MAX as usize)?);
            self.edges.push(edge, &from.raw.memory).ok()?;
        }
        if from.flag()? {
            self.goal = Some(from.index(count)?);
        }
        Some(())
    }
}
