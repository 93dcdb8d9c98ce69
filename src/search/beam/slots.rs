//! [`BeamRun`]: monotonic beam search, layer by layer and slot by slot.
//!
//! Each layer has `width` numbered slots. For each slot in turn, the state in this layer is expanded, and then the slot
//! of the next layer is filled with the best child so far, except states that this slot or an earlier one has held in
//! any layer. So what a slot holds does not depend on later slots, and a wider beam holds all that a narrower one does.

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
    /// The number of starts that were stored or passed over.
    roots: usize,
    kept: KeptPaths<S, C>,
    depth: u64,
    /// By slot, the steps of this layer and those of the next, as far as it is filled.
    layer: Claimed<Vec<Option<u32>>>,
    next: Claimed<Vec<Option<u32>>>,
    /// Whether this layer was expanded up to the slot that is filled next, that slot included.
    is_expanded: bool,
    /// The children of this layer so far, whose parents are steps, and how many of them were examined.
    children: Batch<S, C>,
    examined: usize,
    /// Children not yet chosen: by guess or h, then by g, then latest first.
    open: Heap<C>,
    /// An entry that was taken out when there was no memory to keep its child.
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
            next: Claimed::new(),
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
        self.next.clear();
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
        for slots in [&self.layer, &self.next] {
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
        for slots in [&mut self.layer, &mut self.next] {
            for _ in 0..from.count(1)? {
                let step = match from.flag()? {
                    true => Some(from.index(self.kept.len())?),
                    false => None,
                };
                slots.push(step, &from.raw.memory).ok()?;
            }
        }
        self.is_expanded = from.flag()?;
        self.children = Batch::load(from, self.kept.len(), |from, state, parent| {
            Child::load::<false>(from, self.kept.nodes().hash(&state), state, parent)
        })?;
        let children = self.children.len();
        self.examined = from.index(children + 1)? as usize;
        self.open = Heap::load(children, &mut from.raw)?;
        self.held = from.entries(children, 0)?.last().copied();
        (self.may_be_over, self.has_dropped) = (from.flag()?, from.flag()?);
        (self.next.len() < self.width).then_some(())
    }
}

impl<S: Clone + Eq + Hash, C: Cost, G: Guesses<S, C>> BeamRun<S, C, G> {
    /// Continues until no state is left that could lead to a cheaper solution.
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
            let slot = self.next.len();
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
            // Behind the last state of this layer, slots are filled by leftover children only.
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
            if self.kept.slot(key, state).is_none() && puzzle.heuristic(state).is_some() {
                if self.layer.len() == self.width {
                    self.has_dropped = true;
                    // No later layer takes a start.
                    self.roots = self.starts.len();
                    break;
                }
                self.layer.reserve(1, monitor.memory())?;
                let child = Child {
                    key,
                    state: state.clone(),
                    // A root is its own parent: this is the index of its step.
                    parent: self.kept.len() as u32,
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

    /// Whether no state left in the two layers can lead to a solution cheaper than the incumbent.
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
        let left = self.layer.get(self.next.len()..).unwrap_or_default();
        let mut left = left.iter().chain(&*self.next).flatten();
        left.all(|&step| self.kept.step(step).g.saturating_add(least) >= best)
    }

    /// Adds a state's children to those of the layer and counts them; or does neither.
    fn expand<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        step: u32,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let nodes = self.kept.nodes();
        let &BeamStep { node, g, .. } = self.kept.step(step);
        let (from, children) = (self.children.len(), &mut self.children);
        // The child that leads back is not left out, as a slot may hold that state once more: so the node itself is
        // passed as its parent.
        self.has_dropped |= expand_later(children, puzzle, nodes, node, node, g, monitor)?;
        // A path goes along steps, not nodes.
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

    /// Chooses a child for the next slot; returns whether there was one.
    fn fill_slot<M>(&mut self, monitor: &mut Monitor<'_, S, M, C>) -> Result<bool, Stop> {
        let slot = self.next.len();
        self.next.reserve(1, monitor.memory())?;
        let mut chosen = None;
        while let Some(entry) = self.held.take().or_else(|| self.open.pop()) {
            let Some(child) = self.children.get(entry.node as usize) else {
                continue;
            };
            // A state that only later slots have held is not a duplicate here.
            let first = self.kept.slot(child.key, &child.state);
            if first.is_some_and(|first| first <= slot) {
                monitor.meter().duplicates(1);
                continue;
            }
            self.held = Some(entry);
            let step = self.kept.keep(child, slot, monitor)?;
            self.held = None;
            chosen = Some(step);
            break;
        }
        self.next.push_within(chosen);
        Ok(chosen.is_some())
    }

    fn end_layer<M>(&mut self, monitor: &mut Monitor<'_, S, M, C>) -> Result<(), Stop> {
        while !self.has_dropped
            && let Some(entry) = self.open.pop()
        {
            let child = self.children.get(entry.node as usize);
            let is_new = |child: &Child<S, C>| self.kept.slot(child.key, &child.state).is_none();
            self.has_dropped = child.is_some_and(is_new);
        }
        self.forget_children();
        mem::swap(&mut self.layer, &mut self.next);
        self.next.clear();
        while self.layer.last() == Some(&None) {
            self.layer.as_vec().pop();
        }
        self.depth += 1;
        self.may_be_over = true;
        let kept = self.layer.iter().flatten().count() as u64;
        monitor.meter().finish_layer(Side::Start, self.depth, kept)
    }
}
