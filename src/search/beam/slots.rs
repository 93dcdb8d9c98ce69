//! [`BeamRun`]: monotonic beam search, layer by layer and slot by slot (S. Lemons, C. Linares López, R. C. Holte,
//! W. Ruml, ICAPS 2022).
//!
//! A layer is the part of the beam at one depth: `width` numbered slots, each of which holds a state or is empty. Slot
//! by slot, the state in this layer is expanded, and then the slot with the same number in the next layer is filled:
//! with the best of all children of this layer so far, except states that this slot or a lower one has held at any
//! depth. Children that are left over remain candidates for the higher slots.
//!
//! Invariant: what a slot holds does not depend on the slots with higher numbers. So a wider beam holds all that a
//! narrower one does, and never finds a more expensive path.

use alloc::string::String;
use alloc::vec::Vec;
use core::hash::Hash;
use core::mem;

use super::kept_paths::{BeamStep, KeptPaths};
use crate::account::{Claimed, Side, Stop};
use crate::cost::{Cost, CostExt};
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::search::batch::{Batch, Child};
use crate::search::best_first::expand_later;
use crate::search::guess::{self, Guesses};
use crate::search::path;
use crate::solution::Solution;
use crate::solver::{Loader, Run, Saver, Verdict, VerdictOf};
use crate::storage::{Entry, Heap};

/// The state of a beam search.
#[derive(Debug)]
pub(super) struct BeamRun<S: Clone + Eq + Hash, C, G> {
    width: usize,
    guesses: G,
    starts: Vec<S>,
    /// The number of starts that were stored, or left out as duplicates or dead ends.
    roots: usize,
    kept: KeptPaths<S, C>,
    /// The depth of this layer.
    depth: u64,
    /// The step in each slot of this layer; `None` in an empty slot.
    layer: Claimed<Vec<Option<u32>>>,
    /// The step in each slot of the next layer that was filled so far. The slot after these is the current one.
    next_layer: Claimed<Vec<Option<u32>>>,
    /// Whether the state in the current slot of this layer was expanded.
    is_expanded: bool,
    /// The children of this layer so far. Their parents are steps.
    children: Batch<S, C>,
    /// The number of children that were examined: shown as a solution, or added to the open list.
    examined: usize,
    /// Children not yet chosen for a slot. The least guess (or h) comes first, then the least g (the tie), then the
    /// latest child.
    open: Heap<C>,
    /// An entry that was taken out of the open list, but whose child could not be kept for lack of memory.
    held: Option<Entry<C>>,
    /// Whether a layer has ended or the incumbent has improved, so that no state may be left to expand.
    may_be_over: bool,
    /// Whether states were dropped that may lead to a goal.
    has_dropped: bool,
}

impl<S: Clone + Eq + Hash, C: Cost, G> BeamRun<S, C, G> {
    pub(super) fn new(width: usize, guesses: G) -> Self {
        Self {
            // Slots are numbered by 32 bits, as states are.
            width: width.clamp(1, u32::MAX as usize),
            guesses,
            starts: Vec::new(),
            roots: 0,
            kept: KeptPaths::new(),
            depth: 0,
            layer: Claimed::new(),
            next_layer: Claimed::new(),
            is_expanded: false,
            children: Batch::new(),
            examined: 0,
            open: Heap::new(),
            held: None,
            may_be_over: false,
            has_dropped: false,
        }
    }

    fn forget_children(&mut self) {
        self.children.truncate(0);
        self.examined = 0;
        self.open.clear();
    }
}

impl<P: Puzzle, G: Guesses<P::State, P::Cost>> Run<P> for BeamRun<P::State, P::Cost, G> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.starts = starts;
        self.roots = 0;
        self.kept.clear();
        self.depth = 0;
        self.layer.clear();
        self.next_layer.clear();
        (self.is_expanded, self.may_be_over, self.has_dropped) = (false, false, false);
        self.forget_children();
        self.held = None;
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        if monitor.max_cost().is_some() {
            // A state pruned by the limit may be within it along a cheaper path.
            return Err(Stop::UnsupportedLimit);
        }
        let estimates = self.starts.iter();
        let Some(least) = estimates.filter_map(|start| puzzle.heuristic(start)).min() else {
            return Ok(Verdict::dead_end());
        };
        monitor.raise_lower_bound(least)?;
        self.kept.go_on_growing(monitor.meter())?;
        self.descend(puzzle, monitor)?;
        match monitor.best().map(Solution::cost) {
            Some(cost) if monitor.lower_bound() >= Some(cost) => {
                Ok(Verdict::Incumbent(Guarantee::Optimal))
            }
            Some(_) => Ok(Verdict::Incumbent(Guarantee::Unproved)),
            None if self.has_dropped => Err(Stop::Incomplete),
            None => Ok(Verdict::exhausted()),
        }
    }

    fn name(&self) -> Option<String> {
        Some("beam".into())
    }

    fn save(&self, _: &P, to: &mut Saver<'_, P::State>) {
        guess::save(&self.guesses, &self.starts, to);
        to.count(self.width);
        to.count(self.roots);
        self.kept.save(to);
        to.number(self.depth);
        for slots in [&self.layer, &self.next_layer] {
            to.list(&**slots, |to, step| {
                to.flag(step.is_some());
                step.iter().for_each(|&step| to.number(step));
            });
        }
        to.flag(self.is_expanded);
        self.children.save(to, Child::save::<false>);
        to.count(self.examined);
        self.open.save(to.raw());
        to.entries(self.held.as_slice());
        to.flag(self.may_be_over);
        to.flag(self.has_dropped);
    }

    fn load(&mut self, _: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        guess::check(&self.guesses, &self.starts, from)?;
        self.width = usize::try_from(from.number()?).ok()?;
        self.roots = from.index(self.starts.len() + 1)? as usize;
        self.kept.load(from)?;
        self.depth = from.summand()?;
        for slots in [&mut self.layer, &mut self.next_layer] {
            for _ in 0..from.count(1)? {
                let step = match from.flag()? {
                    true => Some(from.index(self.kept.step_count())?),
                    false => None,
                };
                slots.push(step, &from.raw.memory).ok()?;
            }
        }
        self.is_expanded = from.flag()?;
        self.children = Batch::load(from, self.kept.step_count(), |from, state, parent| {
            Child::load::<false>(from, self.kept.nodes().hash(&state), state, parent)
        })?;
        let children = self.children.len();
        self.examined = from.index(children + 1)? as usize;
        self.open = Heap::load(children, &mut from.raw)?;
        self.held = from.entries(children, 0)?.last().copied();
        (self.may_be_over, self.has_dropped) = (from.flag()?, from.flag()?);
        (self.next_layer.len() < self.width).then_some(())
    }
}

impl<S: Clone + Eq + Hash, C: Cost, G: Guesses<S, C>> BeamRun<S, C, G> {
    /// Fills slot after slot, until no state is left that could lead to a cheaper solution.
    fn descend<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.store_starts(puzzle, monitor)?;
        loop {
            if self.may_be_over {
                if self.is_over(puzzle, monitor) {
                    return Ok(());
                }
                self.may_be_over = false;
            }
            let slot = self.next_layer.len();
            if !self.is_expanded
                && let Some(&Some(step)) = self.layer.get(slot)
            {
                self.expand(puzzle, step, monitor)?;
            }
            self.is_expanded = true;
            self.examine_children(puzzle, monitor)?;
            if self.may_be_over {
                continue;
            }
            let is_filled = self.fill_slot(monitor)?;
            self.is_expanded = false;
            // Above the last state of this layer, slots are filled with children left over, until there are none.
            let is_last = slot + 1 >= self.layer.len() && !is_filled;
            if is_last || slot + 1 == self.width {
                self.end_layer(monitor)?;
            }
        }
    }

    /// Stores the starts, which are the first layer.
    fn store_starts<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        while let Some(state) = self.starts.get(self.roots) {
            let key = self.kept.nodes().hash(state);
            if self.kept.lowest_slot(key, state).is_none() && puzzle.heuristic(state).is_some() {
                if self.layer.len() == self.width {
                    self.has_dropped = true;
                    // The starts that are left are dropped, too.
                    self.roots = self.starts.len();
                    break;
                }
                self.layer.reserve(1, monitor.memory())?;
                let child = Child {
                    key,
                    state: state.clone(),
                    // A root is its own parent: this will be the index of its step.
                    parent: self.kept.step_count() as u32,
                    g: C::zero(),
                };
                let slot = self.layer.len();
                let step = self.kept.keep(&child, slot, monitor)?;
                self.layer.push_within(Some(step));
            }
            self.roots += 1;
        }
        Ok(())
    }

    /// Whether no state left in the two layers, nor a child left over, can lead to a solution cheaper than the
    /// incumbent: one more edge would make its path as expensive.
    fn is_over<P: Puzzle<State = S, Cost = C>>(
        &self,
        puzzle: &P,
        monitor: &MonitorOf<'_, P>,
    ) -> bool {
        let Some(best) = monitor.best().map(Solution::cost) else {
            return self.layer.is_empty();
        };
        let facts = puzzle.facts();
        let least = if facts.unit_costs {
            num_traits::one()
        } else {
            facts.least_cost
        };
        // The states of the lower slots have been expanded. Those of their children that are left over are open.
        let left = self.layer.get(self.next_layer.len()..).unwrap_or_default();
        let left = left.iter().chain(&*self.next_layer).flatten();
        let kept = left.map(|&step| self.kept.step(step).g);
        let mut paths = kept.chain(self.open.iter().map(|entry| entry.tie));
        paths.all(|g| g.saturating_add(least) >= best)
    }

    /// Adds the children of the state at this step to those of the layer and counts them; or does neither.
    fn expand<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        step: u32,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let nodes = self.kept.nodes();
        let &BeamStep { node, g, .. } = self.kept.step(step);
        let (from, children) = (self.children.len(), &mut self.children);
        // The parent's state is not left out of the children, since a lower slot may hold it once more. For this, the
        // node is passed as its own parent.
        self.has_dropped |= expand_later(children, puzzle, nodes, node, node, g, monitor)?;
        // The parent of a child is the step, since a path is a chain of steps, not of nodes.
        self.children.set_parent(from, step);
        Ok(())
    }

    /// Adds the children not yet examined to the open list, and shows the goals among them.
    fn examine_children<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        while let Some(child) = self.children.get(self.examined) {
            if puzzle.is_goal(&child.state) {
                let best = monitor.best().map(Solution::cost);
                let mut improved = Ok(());
                if best.is_none_or(|best| child.g < best) {
                    let states = self.kept.path_to(child, monitor)?;
                    improved = path::improve(puzzle, &self.starts, &states, monitor);
                    if !matches!(improved, Ok(()) | Err(Stop::Observer)) {
                        return improved;
                    }
                    self.may_be_over = true;
                }
                self.examined += 1;
                improved?;
                continue;
            }
            if let Some(h) = puzzle.heuristic(&child.state) {
                let guess = self.guesses.guess(&child.state);
                let entry = Entry {
                    key: guess.map_or(h, |guess| guess.value),
                    tie: child.g,
                    node: self.examined as u32,
                };
                self.open.push(entry, monitor.memory())?;
            }
            self.examined += 1;
        }
        Ok(())
    }

    /// Chooses a child for the current slot; returns whether there was one.
    fn fill_slot<M>(&mut self, monitor: &mut Monitor<'_, S, M, C>) -> Result<bool, Stop> {
        let slot = self.next_layer.len();
        self.next_layer.reserve(1, monitor.memory())?;
        let mut chosen = None;
        while let Some(entry) = self.held.take().or_else(|| self.open.pop()) {
            let Some(child) = self.children.get(entry.node as usize) else {
                continue;
            };
            // A state that only higher slots have held is not a duplicate here.
            let lowest = self.kept.lowest_slot(child.key, &child.state);
            if lowest.is_some_and(|lowest| lowest <= slot) {
                monitor.meter().duplicates(1);
                continue;
            }
            self.held = Some(entry);
            let step = self.kept.keep(child, slot, monitor)?;
            self.held = None;
            chosen = Some(step);
            break;
        }
        self.next_layer.push_within(chosen);
        Ok(chosen.is_some())
    }

    /// Drops the children left over, and makes the next layer the current one.
    fn end_layer<M>(&mut self, monitor: &mut Monitor<'_, S, M, C>) -> Result<(), Stop> {
        while !self.has_dropped
            && let Some(entry) = self.open.pop()
        {
            let child = self.children.get(entry.node as usize);
            let is_new =
                |child: &Child<S, C>| self.kept.lowest_slot(child.key, &child.state).is_none();
            self.has_dropped = child.is_some_and(is_new);
        }
        self.forget_children();
        mem::swap(&mut self.layer, &mut self.next_layer);
        self.next_layer.clear();
        while self.layer.last() == Some(&None) {
            self.layer.as_vec().pop();
        }
        self.depth += 1;
        self.may_be_over = true;
        let kept = self.layer.iter().flatten().count() as u64;
        monitor.meter().finish_layer(Side::Start, self.depth, kept)
    }
}
