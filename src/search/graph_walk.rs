//! [`GraphWalk`]: a depth-first walk that remembers states, and computes a value of each by a [`Fold`].
//!
//! Starts go in; a goal comes out, or the values of all states that were entered. Invariant: for each state of the
//! path, the list of edges has those that are not done yet, and the one that the path takes is the last of them.

use alloc::vec::Vec;
use core::hash::Hash;

use super::best_first::show;
use crate::account::{Claimed, Limited, Stop};
use crate::cost::{Cost, CostExt};
use crate::monitor::MonitorOf;
use crate::puzzle::{NeighborOf, Puzzle};
use crate::solver::{Loader, Saver};
use crate::storage::{Arena, ByHash, Node, NodeTable};

/// A value for each state of a walk, computed bottom-up: it is known once everything below the state was walked.
pub(crate) trait Fold<P: Puzzle> {
    type Value;

    /// Whether the walk ends at a goal.
    const ENDS_AT_GOAL: bool = false;
    /// Whether it compares costs of paths, which is unsupported for rounded costs.
    const COMPARES_COSTS: bool = false;

    /// Returns the value of a goal, from which no edges are followed.
    fn goal(&self) -> Self::Value;

    /// Returns the initial value of any other state.
    fn open(&self) -> Self::Value;

    /// Adds the value of a neighbor to that of its parent; `edge` has the cost and the index of the neighbor.
    fn add(
        &self,
        value: &mut Self::Value,
        edge: (P::Cost, u32),
        next: &Self::Value,
    ) -> Result<(), Stop>;

    /// Notes that an edge leads back to a state of the path. By default this is an error.
    fn close_cycle(&self) -> Result<(), Stop> {
        Err(Stop::Cycle)
    }
}

/// A state that was entered.
#[derive(Debug)]
pub(crate) struct Visited<S, V> {
    state: S,
    parent: u32,
    /// Whether everything below it was walked, so that it is not on the path.
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
    /// The cost of the path to it.
    g: C,
    /// The index of its edges in the list: those from here to the first of the next frame.
    first: usize,
}

/// A depth-first walk in neighbor order that enters no state twice. Plain data.
#[derive(Debug)]
pub(crate) struct GraphWalk<S: Clone + Eq + Hash, C, V> {
    /// Starts not yet entered, last one first.
    starts: Vec<S>,
    nodes: NodeTable<Visited<S, V>>,
    path: Claimed<Vec<WalkFrame<C>>>,
    /// The open edges of the path's states, last one first: where each leads, its cost, and the index of the neighbor.
    edges: Claimed<Vec<(S, C, u32)>>,
    /// The goal at which it has ended.
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

    /// Continues until everything was walked, or to a goal if that ends the walk.
    pub(crate) fn advance<P: Puzzle<State = S, Cost = C>, F: Fold<P, Value = V>>(
        &mut self,
        fold: &F,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<u32>, Stop> {
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
            let Some((state, cost, nth)) = self.edges.get(first..).and_then(<[_]>::last) else {
                self.nodes.get_mut(node).is_done = true;
                self.path.as_vec().pop();
                // The last edge now is the one by which the path came here.
                if let Some(parent) = self.path.last()
                    && let Some((_, cost, nth)) = self.edges.as_vec().pop()
                {
                    self.add(parent.node, (cost, nth), node, fold)?;
                }
                continue;
            };
            let known = self.nodes.find_state(&ByHash, state);
            let edge = (*cost, *nth);
            match known.map(|next| (next, self.nodes.get(next).is_done)) {
                None => {
                    let (state, g) = (state.clone(), g.saturating_add(edge.0));
                    self.enter(state, node, g, fold, puzzle, monitor)?;
                    continue;
                }
                Some((next, true)) => self.add(node, edge, next, fold)?,
                Some((_, false)) => fold.close_cycle()?,
            }
            monitor.meter().duplicates(1);
            self.edges.as_vec().pop();
        }
        Ok(self.goal)
    }

    /// Adds the value of `next` to that of `node`.
    fn add<P: Puzzle<State = S, Cost = C>, F: Fold<P, Value = V>>(
        &mut self,
        node: u32,
        edge: (C, u32),
        next: u32,
        fold: &F,
    ) -> Result<(), Stop> {
        // It is taken out, as two nodes cannot be borrowed together.
        let mut value = core::mem::replace(&mut self.nodes.get_mut(node).value, fold.open());
        let added = fold.add(&mut value, edge, &self.nodes.get(next).value);
        self.nodes.get_mut(node).value = value;
        added
    }

    /// Stores a state, and its edges unless it is a goal; or does neither.
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
        let value = if is_goal { fold.goal() } else { fold.open() };
        let met = Visited {
            state,
            parent,
            is_done: false,
            value,
        };
        if let Err(place) = self.nodes.find_or_place(&ByHash, key, &met.state) {
            let node = self.nodes.insert(&ByHash, place, met);
            self.path.push_within(WalkFrame { node, g, first });
            self.goal = Some(node).filter(|_| is_goal && F::ENDS_AT_GOAL);
        }
        Ok(())
    }

    /// Adds the edges of a state and counts them.
    fn expand<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        state: &S,
        g: C,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let first = self.edges.len();
        for (nth, edge) in (0..).zip(puzzle.neighbors(state)) {
            let NeighborOf::<P> { state, cost, .. } = edge;
            if cost.is_negative() {
                return Err(Stop::NegativeCost);
            }
            self.edges.push((state, cost, nth), monitor.memory())?;
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

/// A walk as bytes, if states have no value.
impl<S: Clone + Eq + Hash, C: Cost> GraphWalk<S, C, ()> {
    pub(super) fn save(&self, to: &mut Saver<'_, S>) {
        to.count(self.starts.len());
        to.nodes(&self.nodes, |to, _, met| {
            to.number(met.parent);
            to.flag(met.is_done);
        });
        to.list(&*self.path, |to, frame| {
            to.number(frame.node);
            to.cost(frame.g);
            to.count(frame.first);
        });
        to.list(&*self.edges, |to, (state, cost, nth)| {
            to.state(state);
            to.cost(*cost);
            to.number(*nth);
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
