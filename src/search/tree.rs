//! [`Tree`]: a breadth-first search tree that grows by layers, from either end.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};
use core::ops::Range;

use num_traits::{CheckedAdd, One, Zero};

use super::batch::{self, Batch, Child};
use crate::monitor::{Generated, Layer, Monitor, Side, Stop};
use crate::puzzle::{Neighbor, Puzzle, Reversible};
use crate::storage::{Node, NodeTable};

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

/// A state and the one it was first reached from; a root is its own parent.
struct Linked<S> {
    state: S,
    parent: u32,
}

impl<S: Clone + Eq + Hash> Node for Linked<S> {
    type State = S;
    #[inline]
    fn state(&self) -> &S {
        &self.state
    }
    #[inline]
    fn parent(&self) -> u32 {
        self.parent
    }
}

/// All states seen so far, each with its parent; the last layer is the frontier.
pub(super) struct Tree<P: Puzzle, B> {
    nodes: NodeTable<Linked<P::State>, B>,
    batch: Batch<P::State, ()>,
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
            batch: Batch::new(),
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
        self.nodes.find(state)
    }

    /// Adds a root, unless it is there already; `elsewhere` states are stored in other trees.
    pub(super) fn add_root(
        &mut self,
        state: P::State,
        elsewhere: u64,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        let hash = self.nodes.hash(&state);
        let place = self.nodes.find_or_place(hash, &state, monitor.memory())?;
        if let Err(place) = place {
            monitor.store(self.len() + 1 + elsewhere)?;
            let parent = self.frontier.end;
            let root = Linked { state, parent };
            self.nodes.insert(place, root, monitor.memory())?;
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
        let mut parents = self.frontier.clone();
        while !parents.is_empty() {
            for parent in parents.by_ref().take(batch::size(self.nodes.len())) {
                let node = self.nodes.get(parent);
                let (state, before) = (node.state.clone(), node.parent);
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
                    // Where moves can be undone every expansion leads back to the parent.
                    if state == self.nodes.get(before).state {
                        monitor.duplicate();
                        continue;
                    }
                    if let Some(met) = meet(&state) {
                        return Ok(Some(Meeting { parent, state, met }));
                    }
                    let hash = self.nodes.hash(&state);
                    let child = Child {
                        hash,
                        state,
                        parent,
                        g: (),
                    };
                    self.batch.push(child, monitor.memory())?;
                }
            }
            if self.batch.len() > 4 {
                self.nodes.read_ahead(self.batch.hashes());
            }
            for child in self.batch.drain() {
                let Child {
                    hash,
                    state,
                    parent,
                    ..
                } = child;
                match self.nodes.find_or_place(hash, &state, monitor.memory())? {
                    Ok(_) => monitor.duplicate(),
                    Err(place) => {
                        monitor.store(self.nodes.len() as u64 + 1 + elsewhere)?;
                        let child = Linked { state, parent };
                        self.nodes.insert(place, child, monitor.memory())?;
                    }
                }
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
    pub(super) fn path_to_root(&self, node: u32) -> Vec<P::State> {
        self.nodes.path_to_root(node)
    }

    /// The states from the root down to this node.
    pub(super) fn path_from_root(&self, node: u32) -> Vec<P::State> {
        self.nodes.path_from_root(node)
    }
}
