//! [`Tree`]: a breadth-first search tree that grows by layers, from either end.

use alloc::vec::Vec;
use core::hash::BuildHasher;
use core::ops::Range;

use num_traits::{CheckedAdd, One, Zero};

use crate::monitor::{Generated, Layer, Monitor, Side, Stop};
use crate::puzzle::{Neighbor, Puzzle, Reversible};
use crate::storage::{Linked, NodeTable};

/// Which edges a tree grows along.
pub(super) trait Direction<P: Puzzle> {
    const SIDE: Side;
    fn edges(puzzle: &P, state: &P::State) -> impl IntoIterator<Item = Neighbor<P>>;
}

pub(super) struct Forward;

impl<P: Puzzle> Direction<P> for Forward {
    const SIDE: Side = Side::Start;
    #[inline]
    fn edges(puzzle: &P, state: &P::State) -> impl IntoIterator<Item = Neighbor<P>> {
        puzzle.neighbors(state)
    }
}

pub(super) struct Backward;

impl<P: Reversible> Direction<P> for Backward {
    const SIDE: Side = Side::Goal;
    #[inline]
    fn edges(puzzle: &P, state: &P::State) -> impl IntoIterator<Item = Neighbor<P>> {
        puzzle.predecessors(state)
    }
}

/// All states seen so far, each with its parent; the last layer is the frontier.
pub(super) struct Tree<P: Puzzle, B> {
    nodes: NodeTable<Linked<P::State>, B>,
    frontier: Range<u32>,
    depth: P::Cost,
}

/// The edge on which a tree met what it looked for.
pub(super) struct Meeting<S, T> {
    pub(super) parent: u32,
    pub(super) state: S,
    pub(super) met: T,
}

impl<P: Puzzle, B: BuildHasher> Tree<P, B> {
    pub(super) fn new(build_hasher: B) -> Self {
        Self {
            nodes: NodeTable::new(build_hasher),
            frontier: 0..0,
            depth: P::Cost::zero(),
        }
    }

    /// How many moves the frontier is away from the roots.
    pub(super) const fn depth(&self) -> P::Cost {
        self.depth
    }

    pub(super) const fn len(&self) -> u64 {
        self.nodes.len() as u64
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.frontier.is_empty()
    }

    pub(super) fn frontier_len(&self) -> usize {
        self.frontier.len()
    }

    pub(super) fn find(&self, state: &P::State) -> Option<u32> {
        self.nodes.find(self.nodes.hash(state), state)
    }

    /// Adds a root, unless it is there already; `elsewhere` states are stored in other trees.
    pub(super) fn add_root(
        &mut self,
        state: P::State,
        elsewhere: u64,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        let hash = self.nodes.hash(&state);
        if self.nodes.find(hash, &state).is_none() {
            monitor.store(self.len() + 1 + elsewhere)?;
            let parent = self.frontier.end;
            let root = Linked { state, parent };
            self.nodes.insert(hash, root, monitor.memory())?;
            self.frontier.end += 1;
        }
        Ok(())
    }

    /// Grows the tree by a layer; ends early, with the edge, where a child is met.
    pub(super) fn expand_layer<D: Direction<P>, T>(
        &mut self,
        puzzle: &P,
        meet: impl Fn(&P::State) -> Option<T>,
        elsewhere: u64,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<Meeting<P::State, T>>, Stop> {
        let depth = self.depth;
        let below = depth
            .checked_add(&P::Cost::one())
            .ok_or(Stop::CostOverflow)?;
        for parent in self.frontier.clone() {
            let state = self.nodes.get(parent).state.clone();
            monitor.expand(&state, depth)?;
            for neighbor in D::edges(puzzle, &state) {
                monitor.generate(|| Generated {
                    parent: Some(&state),
                    mv: Some(&neighbor.mv),
                    state: &neighbor.state,
                    g: below,
                    h: None,
                })?;
                let state = neighbor.state;
                if let Some(met) = meet(&state) {
                    return Ok(Some(Meeting { parent, state, met }));
                }
                let hash = self.nodes.hash(&state);
                if self.nodes.find(hash, &state).is_some() {
                    monitor.duplicate();
                    continue;
                }
                monitor.store(self.len() + 1 + elsewhere)?;
                let child = Linked { state, parent };
                self.nodes.insert(hash, child, monitor.memory())?;
            }
        }
        self.frontier = self.frontier.end..self.nodes.len() as u32;
        self.depth = below;
        if !self.is_exhausted() {
            let depth = num_traits::cast(below).unwrap_or(u64::MAX);
            let states = self.frontier.len() as u64;
            monitor.finish_layer(Layer::new(D::SIDE, depth, states))?;
        }
        Ok(None)
    }

    /// The states from this node up to its root.
    pub(super) fn path_to_root(&self, mut node: u32) -> Vec<P::State> {
        let mut states = Vec::new();
        loop {
            let Linked { state, parent } = self.nodes.get(node);
            states.push(state.clone());
            if *parent == node {
                return states;
            }
            node = *parent;
        }
    }

    /// The states from the root down to this node.
    pub(super) fn path_from_root(&self, node: u32) -> Vec<P::State> {
        let mut states = self.path_to_root(node);
        states.reverse();
        states
    }
}
