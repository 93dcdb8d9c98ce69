//! [`KeptPaths`]: the states and paths that the slots of a beam have held.
//!
//! A slot holds a path, not only a state: a state held by a slot may be held again by a slot with a smaller number, and
//! then has two paths. So the table stores each state once, and each path is a chain of *steps* beside the table.
//!
//! Invariant: a step never changes, and comes after its parent. A state knows the lowest slot that has held it.

use alloc::vec::Vec;
use core::hash::Hash;
use core::iter;

use crate::account::{Meter, Stop};
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
    /// The smallest number of a slot that has held it.
    lowest_slot: u32,
}

impl<S: Clone + Eq + Hash> Node for KeptState<S> {
    type State = S;
    type Cost = ();
    #[inline]
    fn state(&self) -> &S {
        &self.state
    }
    /// Not used: a path is a chain of steps, not of states.
    #[inline]
    fn parent(&self) -> u32 {
        0
    }
    fn cost(&self) {}
}

/// The last step of a path that a slot has held.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamStep<C> {
    /// The index of the state that the step leads to.
    pub(super) node: u32,
    /// The index of the previous step; a root is its own parent.
    parent: u32,
    /// The cost of the path.
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
    pub(super) const fn step_count(&self) -> usize {
        self.steps.len()
    }

    pub(super) fn step(&self, index: u32) -> &BeamStep<C> {
        self.steps.get(index)
    }

    pub(super) const fn nodes(&self) -> &NodeTable<KeptState<S>> {
        &self.nodes
    }

    /// Completes the table if a stop has come while it grew.
    pub(super) fn go_on_growing(&mut self, meter: Meter<'_>) -> Result<(), Stop> {
        self.nodes.go_on_growing(meter)
    }

    /// Returns the lowest slot that has held a state; `None` if none has.
    pub(super) fn lowest_slot(&self, key: Key, state: &S) -> Option<usize> {
        let node = self.nodes.find(&ByHash, key, state)?;
        Some(self.nodes.get(node).lowest_slot as usize)
    }

    /// Keeps a child, whose parent is a step, in a slot that is lower than all that have held its state. Returns the
    /// step to it.
    pub(super) fn keep<M>(
        &mut self,
        child: &Child<S, C>,
        slot: usize,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<u32, Stop> {
        self.nodes.grow_in_time(1, || monitor.meter())?;
        self.nodes.make_room(1, monitor.memory())?;
        self.steps.make_room(1, monitor.memory())?;
        let node = match self.nodes.find_or_place(&ByHash, child.key, &child.state) {
            Ok(node) => {
                self.nodes.get_mut(node).lowest_slot = slot as u32;
                node
            }
            Err(place) => {
                monitor.meter().store(self.nodes.len() as u64 + 1)?;
                let kept = KeptState {
                    state: child.state.clone(),
                    lowest_slot: slot as u32,
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

    /// Returns the states on the path to a child, whose parent is a step.
    pub(super) fn path_to<M>(
        &self,
        child: &Child<S, C>,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<Vec<S>, Stop> {
        let previous = |&index: &u32| Some(self.step(index).parent).filter(|&step| step != index);
        let steps = || iter::successors(Some(child.parent), previous).map(|index| self.step(index));
        let mut states = path::with_room(steps().count() + 1, monitor)?;
        states.push(child.state.clone());
        states.extend(steps().map(|step| self.nodes.get(step.node).state.clone()));
        states.reverse();
        Ok(states)
    }

    pub(super) fn save(&self, to: &mut Saver<'_, S>) {
        to.nodes(&self.nodes, |to, _, node| to.number(node.lowest_slot));
        to.count(self.steps.len());
        for step in self.steps.iter() {
            to.number(step.node);
            to.number(step.parent);
            to.cost(step.g);
        }
    }

    pub(super) fn load(&mut self, from: &mut Loader<'_, S>) -> Option<()> {
        let nodes = from.nodes(&mut self.nodes, |from, (_, state), _| {
            let lowest_slot = from.index(u32::MAX as usize)?;
            Some(KeptState { state, lowest_slot })
        })?;
        for index in 0..from.count(3)? {
            let step = BeamStep {
                node: from.index(nodes)?,
                // A parent comes before its children.
                parent: from.index(index + 1)?,
                g: from.cost()?,
            };
            self.steps.push(step, &from.raw.memory).ok()?;
        }
        Some(())
    }
}
