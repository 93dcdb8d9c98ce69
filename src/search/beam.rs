//! [`Beam`]: monotonic beam search, in which a wider beam is never worse.
//!
//! The slots of a beam hold paths, not only states: a state kept by a later slot can be kept again by an earlier one,
//! with the earlier slot's path.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::hash::Hash;
use core::mem;

use super::batch::{Batch, Child, ChildKey, NodePath};
use super::best_first::show;
use super::guess::{self, Guesses};
use super::path;
use crate::account::{Claimed, Side, Stop};
use crate::cost::{Cost, CostExt};
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::solution::Solution;
use crate::solver::{Loader, Run, Saver, Solver, Verdict, VerdictOf};
use crate::storage::{Arena, ByHash, Entry, Heap, Node, NodeTable};

/// Beam search: at each depth, keeps only the `width` states that look nearest to a goal. These are the states with the
/// least heuristic estimate, or with the least guess (an estimate that may be too high) if the search is
/// [led by guesses](Self::led_by).
///
/// The solver uses monotonic beam search: a wider beam never finds a more expensive path. For this, the beam does not
/// always keep exactly the states that look nearest.
///
/// * **Finds** some path, not always a cheapest one.
/// * **Needs** a heuristic, admissible or not. Edges may cost zero. Limits on the cost or on moves are not supported
///   ([`Stop::UnsupportedLimit`](crate::Stop::UnsupportedLimit)).
/// * **Guarantee**: none. If states were dropped and no goal was found, the search ends with
///   [`Stop::Incomplete`](crate::Stop::Incomplete). A solution is proved optimal only if its cost equals an admissible
///   estimate for the start.
/// * **Time**: at most `width` expansions at each depth. **Memory**: every state that the beam has kept at any depth,
///   and the children of the states at one depth.
/// * **Unsolvable** starts are proved unsolvable if no state was dropped.
/// * **Prefer** [`Anytime`](crate::solvers::Anytime) if you do not know which width to choose.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::solvers::Beam;
/// use puzzle_search::{Notation, Puzzle, Solver};
///
/// let goal: Vec<u8> = (0..16).collect();
/// let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?.guided_by(Manhattan);
/// let start = puzzle.parse("14 13 15 7  11 12 9 5  6 0 2 1  4 8 10 3")?; // a shortest solution has 57 moves
/// let mut costs = vec![];
/// for width in [10, 100, 1_000] {
///     let report = Beam::new(width).solve(&puzzle, &start);
///     let solution = report.solution().expect("an even permutation");
///     assert!(solution.verify(&puzzle, &start).is_ok() && !report.is_optimal());
///     costs.push(solution.cost());
/// }
/// assert!(costs.is_sorted_by(|narrow, wide| narrow >= wide) && costs[2] < 70);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// [**Papers**](crate::guide::references): R. Bisiani, "Beam search", 1987; S. Lemons, C. Linares López, R. C. Holte,
/// W. Ruml, "Beam search: faster and monotonic", ICAPS 2022.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Beam<G = ()> {
    width: usize,
    guesses: G,
}

impl Beam {
    /// Creates the solver that keeps `width` states at each depth. A width of 0 is replaced by 1.
    #[must_use]
    pub const fn new(width: usize) -> Self {
        Self { width, guesses: () }
    }

    /// Returns the solver that is led by these [guesses](Guesses).
    ///
    /// ```
    /// use puzzle_search::puzzles::{Board, SlidingTiles};
    /// use puzzle_search::solvers::{Beam, Guess};
    /// use puzzle_search::{Notation, Solver};
    ///
    /// let tiles = SlidingTiles::new(3, 3)?;
    /// let start = tiles.parse("8 6 7  2 5 4  3 0 1")?;
    /// let goal = tiles.goal();
    /// let misplaced = |board: &Board| {
    ///     let differs = |&cell: &usize| board.tile(cell) != goal.tile(cell);
    ///     Guess::new((0..9).filter(differs).count() as u32)
    /// };
    /// let report = Beam::new(100).led_by(misplaced).solve(&tiles, &start);
    /// assert!(report.solution().is_some());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn led_by<G>(self, guesses: G) -> Beam<G> {
        let width = self.width;
        Beam { width, guesses }
    }
}

impl<P: Puzzle, G: Guesses<P::State, P::Cost> + Clone + Send> Solver<P> for Beam<G> {
    fn begin<'r>(&self) -> Box<dyn Run<P> + Send + 'r>
    where
        Self: 'r,
        P: 'r,
    {
        Box::new(BeamRun::new(self.width, self.guesses.clone()))
    }
}

/// A state that was kept.
#[derive(Clone, Debug)]
struct KeptState<S> {
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
struct BeamStep<C> {
    node: u32,
    /// The step before; a root is its own parent.
    parent: u32,
    g: C,
}

/// The state of a beam search.
#[derive(Debug)]
pub(super) struct BeamRun<S: Clone + Eq + Hash, C, G> {
    width: usize,
    guesses: G,
    starts: Vec<S>,
    /// The number of starts that are stored.
    roots: usize,
    nodes: NodeTable<KeptState<S>>,
    steps: Arena<BeamStep<C>>,
    depth: u64,
    /// The steps kept at this depth and at the next, by slot.
    layer: Claimed<Vec<Option<u32>>>,
    next: Claimed<Vec<Option<u32>>>,
    /// Whether the state in the slot to be filled next was expanded.
    is_expanded: bool,
    /// The children of this layer so far, and how many of them were examined.
    children: Batch<S, C>,
    looked: usize,
    /// Children not yet chosen: by guess or h, then by g, then latest first.
    open: Heap<C>,
    /// An entry that was taken out when there was no memory to keep its child.
    held: Option<Entry<C>>,
    /// Whether all open states may cost as much as the incumbent.
    may_be_over: bool,
    /// Whether states were dropped that may lead to a goal.
    has_dropped: bool,
}

impl<S: Clone + Eq + Hash, C: Cost, G> BeamRun<S, C, G> {
    fn new(width: usize, guesses: G) -> Self {
        Self {
            // Slots are numbered by 32 bits, as states are.
            width: width.clamp(1, u32::MAX as usize),
            guesses,
            starts: Vec::new(),
            roots: 0,
            nodes: NodeTable::new(),
            steps: Arena::new(),
            depth: 0,
            layer: Claimed::new(),
            next: Claimed::new(),
            is_expanded: false,
            children: Batch::new(),
            looked: 0,
            open: Heap::new(),
            held: None,
            may_be_over: false,
            has_dropped: false,
        }
    }

    fn forget_children(&mut self) {
        self.children.truncate(0);
        self.looked = 0;
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
        self.nodes.clear();
        self.steps.clear();
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
        to.nodes(&self.nodes, |to, _, node| to.number(node.slot));
        to.count(self.steps.len());
        for step in self.steps.iter() {
            to.number(step.node);
            to.number(step.parent);
            to.cost(step.g);
        }
        to.number(self.depth);
        for slots in [&self.layer, &self.next] {
            to.list(&**slots, |to, step| {
                to.flag(step.is_some());
                step.iter().for_each(|&step| to.number(step));
            });
        }
        to.flag(self.is_expanded);
        self.children.save(to, Child::save::<false>);
        to.count(self.looked);
        self.open.save(to.raw());
        to.entries(self.held.as_slice());
        to.flag(self.may_be_over);
        to.flag(self.has_dropped);
    }

    fn load(&mut self, _: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        guess::load(&self.guesses, &self.starts, from)?;
        self.width = usize::try_from(from.number()?).ok()?;
        self.roots = from.index(self.starts.len() + 1)? as usize;
        let nodes = from.nodes(&mut self.nodes, |from, (_, state), _| {
            let slot = from.index(u32::MAX as usize)?;
            Some(KeptState { state, slot })
        })?;
        let steps = from.count(3)?;
        for at in 0..steps {
            let step = BeamStep {
                node: from.index(nodes)?,
                // A parent comes before its children.
                parent: from.index(at + 1)?,
                g: from.cost()?,
            };
            self.steps.push(step, &from.raw.memory).ok()?;
        }
        self.depth = from.summand()?;
        for slots in [&mut self.layer, &mut self.next] {
            for _ in 0..from.count(1)? {
                let step = match from.flag()? {
                    true => Some(from.index(steps)?),
                    false => None,
                };
                slots.push(step, &from.raw.memory).ok()?;
            }
        }
        self.is_expanded = from.flag()?;
        self.children = Batch::load(from, steps, |from, state, parent| {
            Child::load::<false>(from, self.nodes.hash(&state), state, parent)
        })?;
        let children = self.children.len();
        self.looked = from.index(children + 1)? as usize;
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
            self.look_at_children(puzzle, monitor)?;
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
            let key = self.nodes.hash(state);
            if self.nodes.find(&ByHash, key, state).is_none() && puzzle.heuristic(state).is_some() {
                if self.layer.len() == self.width {
                    self.has_dropped = true;
                    break;
                }
                self.layer.reserve(1, monitor.memory())?;
                let child = Child {
                    key,
                    state: state.clone(),
                    parent: self.steps.len() as u32,
                    g: C::zero(),
                };
                let slot = self.layer.len();
                let step = store(&mut self.nodes, &mut self.steps, &child, slot, monitor)?;
                self.layer.push_within(Some(step));
            }
            self.roots += 1;
        }
        Ok(())
    }

    /// Whether no state kept can lead to a solution cheaper than the incumbent.
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
        left.all(|&step| self.steps.get(step).g.saturating_add(least) >= best)
    }

    /// Adds a state's children to those of the layer and counts them; or does neither.
    fn expand<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        step: u32,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let nodes = &self.nodes;
        let &BeamStep { node, g, .. } = self.steps.get(step);
        // Only the slots decide which children are duplicates.
        let (parent, from) = (node, self.children.len());
        let path = NodePath {
            node,
            name: node,
            before: Some(parent),
            g,
        };
        self.has_dropped |= self.children.expand(
            puzzle,
            nodes,
            path,
            |state, _| ChildKey::later(nodes.key(puzzle, state)),
            monitor,
            |_, monitor| {
                let estimate = |state: &S| puzzle.heuristic(state);
                show(puzzle, estimate, &nodes.get(node).state, g, monitor)
            },
        )?;
        self.children.come_from(from, step);
        Ok(())
    }

    /// Adds the children not yet examined to the open list, and shows the goals among them.
    fn look_at_children<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        while let Some(child) = self.children.get(self.looked) {
            if puzzle.is_goal(&child.state) {
                let best = monitor.best().map(Solution::cost);
                let mut improved = Ok(());
                if best.is_none_or(|best| child.g < best) {
                    let states = self.path_to(child, monitor)?;
                    improved = path::improve(puzzle, &self.starts, &states, monitor);
                    if !matches!(improved, Ok(()) | Err(Stop::Observer)) {
                        return improved;
                    }
                    self.may_be_over = true;
                }
                self.looked += 1;
                improved?;
                continue;
            }
            if let Some(h) = puzzle.heuristic(&child.state) {
                let guess = self.guesses.guess(&child.state);
                let entry = Entry {
                    key: guess.map_or(h, |guess| guess.value),
                    tie: child.g,
                    node: self.looked as u32,
                };
                self.open.push(entry, monitor.memory())?;
            }
            self.looked += 1;
        }
        Ok(())
    }

    fn path_to<M>(
        &self,
        child: &Child<S, C>,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<Vec<S>, Stop> {
        let step = |at: u32| self.steps.get(at);
        let before = |&at: &u32| Some(step(at).parent).filter(|&parent| parent != at);
        let steps = || core::iter::successors(Some(child.parent), before);
        let mut states = path::room(steps().count() + 1, monitor)?;
        states.push(child.state.clone());
        states.extend(steps().map(|at| self.nodes.get(step(at).node).state.clone()));
        states.reverse();
        Ok(states)
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
            let known = self.nodes.find(&ByHash, child.key, &child.state);
            // States kept first by a later slot do not matter to this one.
            let is_barred = |node| self.nodes.get(node).slot as usize <= slot;
            if known.is_some_and(is_barred) {
                monitor.meter().duplicates(1);
                continue;
            }
            self.held = Some(entry);
            let step = store(&mut self.nodes, &mut self.steps, child, slot, monitor)?;
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
            let is_new =
                |child: &Child<S, C>| self.nodes.find(&ByHash, child.key, &child.state).is_none();
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

/// Keeps a state in a slot.
fn store<S: Clone + Eq + Hash, M, C: Cost>(
    nodes: &mut NodeTable<KeptState<S>>,
    steps: &mut Arena<BeamStep<C>>,
    child: &Child<S, C>,
    slot: usize,
    monitor: &mut Monitor<'_, S, M, C>,
) -> Result<u32, Stop> {
    nodes.make_room(1, monitor.memory())?;
    steps.make_room(1, monitor.memory())?;
    let node = match nodes.find_or_place(&ByHash, child.key, &child.state) {
        Ok(node) => {
            nodes.get_mut(node).slot = slot as u32;
            node
        }
        Err(place) => {
            monitor.meter().store(nodes.len() as u64 + 1)?;
            let kept = KeptState {
                state: child.state.clone(),
                slot: slot as u32,
            };
            nodes.insert(&ByHash, place, kept)
        }
    };
    Ok(steps.push_within(BeamStep {
        node,
        parent: child.parent,
        g: child.g,
    }))
}
