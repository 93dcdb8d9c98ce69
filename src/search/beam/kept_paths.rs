//! [`KeptPaths`]: the paths that the slots of a beam have held.
//!
//! Slots hold paths, not only states: a state kept by a later slot can be kept again by an earlier one, with the
//! earlier slot's path. So each step of a path is kept apart from its state, and a path never changes once it is kept.

use alloc::vec::Vec;
use core::hash::Hash;
use core::iter;

use crate::account::Stop;
use crate::cost::Cost;
use crate::monitor::Monitor;
use crate::search::batch::Child;
use crate::search::path;
use crate::solver::{Loader, Saver};
use crate::storage::{Arena, ByHash, Key, Node, NodeTable};

/// A state that was kept.
#[derive(Clone, Debug)]
pub(super) struct KeptState<S> {
    state: S,
    /// The first slot that it was kept in.
    slot: u32,
}

impl<S: Clone + Eq + Hash> Node for KeptState<S> {
    type State = S;
    type Cost = ();
    #[inline]
    fn state(&self) -> &S {
        &self.state
    }
    #[inline]
    fn parent(&self) -> u32 {
        0
    }
    fn cost(&self) {}
}

/// A state in a slot, and the path to it. The path does not depend on later slots, which may have kept the same state
/// before.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamStep<C> {
    pub(super) node: u32,
    /// The step before; a root is its own parent.
    parent: u32,
    pub(super) g: C,
}

/// All states that were kept, and all steps to them.
#[derive(Debug)]
pub(super) struct KeptPaths<S: Clone + Eq + Hash, C> {
    nodes: NodeTable<KeptState<S>>,
    steps: Arena<BeamStep<C>>,
}

impl<S: Clone + Eq + Hash, C: Cost> KeptPaths<S, C> {
    pub(super) const fn new() -> Self {
        Self {
            nodes: NodeTable::new(),
            steps: Arena::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.steps.clear();
    }

    /// Returns the number of steps.
    pub(super) const fn len(&self) -> usize {
        self.steps.len()
    }

    pub(super) fn step(&self, at: u32) -> &BeamStep<C> {
        self.steps.get(at)
    }

    pub(super) const fn nodes(&self) -> &NodeTable<KeptState<S>> {
        &self.nodes
    }

    /// Returns the first slot that a state was kept in, if it was.
    pub(super) fn slot(&self, key: Key, state: &S) -> Option<usize> {
        let node = self.nodes.find(&ByHash, key, state)?;
        Some(self.nodes.get(node).slot as usize)
    }

    /// Keeps a child in a slot; returns the step to it.
    pub(super) fn keep<M>(
        &mut self,
        child: &Child<S, C>,
        slot: usize,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<u32, Stop> {
        self.nodes.make_room(1, monitor.memory())?;
        self.steps.make_room(1, monitor.memory())?;
        let node = match self.nodes.find_or_place(&ByHash, child.key, &child.state) {
            Ok(node) => {
                self.nodes.get_mut(node).slot = slot as u32;
                node
            }
            Err(place) => {
                monitor.meter().store(self.nodes.len() as u64 + 1)?;
                let kept = KeptState {
                    state: child.state.clone(),
                    slot: slot as u32,
                };
                self.nodes.insert(&ByHash, place, kept)
            }
        };
        Ok(self.steps.push_within(BeamStep {
            node,
            parent: child.parent,
            g: child.g,
        }))
    }

    /// Returns the path to a child.
    pub(super) fn path_to<M>(
        &self,
        child: &Child<S, C>,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<Vec<S>, Stop> {
        let step = |at: u32| self.steps.get(at);
        let before = |&at: &u32| Some(step(at).parent).filter(|&parent| parent != at);
        let steps = || iter::successors(Some(child.parent), before);
        let mut states = path::with_room(steps().count() + 1, monitor)?;
        states.push(child.state.clone());
        states.extend(steps().map(|at| self.nodes.get(step(at).node).state.clone()));
        states.reverse();
        Ok(states)
    }

    pub(super) fn save(&self, to: &mut Saver<'_, S>) {
        to.nodes(&self.nodes, |to, _, node| to.number(node.slot));
        to.count(self.steps.len());
        for step in self.steps.iter() {
            to.number(step.node);
            to.number(step.parent);
            to.cost(step.g);
        }
    }

    pub(super) fn load(&mut self, from: &mut Loader<'_, S>) -> Option<()> {
        let nodes = from.nodes(&mut self.nodes, |from, (_, state), _| {
            let slot = from.index(u32::MAX as usize)?;
            Some(KeptState { state, slot })
        })?;
        for at in 0..from.count(3)? {
            let step = BeamStep {
                node: from.index(nodes)?,
                // A parent comes before its children.
                parent: from.index(at + 1)?,
                g: from.cost()?,
            };
            self.steps.push(step, &from.raw.memory).ok()?;
        }
        Some(())
    }
}
