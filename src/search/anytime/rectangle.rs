//! [`RectangleRun`]: rectangle search (S. Lemons, W. Ruml, R. C. Holte, C. Linares López, AAAI 2024). Each [`Round`]
//! expands one more state of each depth so far, and as many states at new depths as rounds were made.
//!
//! A level has the open states of one depth. A round goes down the levels. All children of a level belong to the next
//! one, so they can be looked up together, in batches. A goal that is taken out of its level becomes the incumbent if
//! it is cheaper, and paths that cannot beat the incumbent are pruned. If the search is led by guesses, they order the
//! states within a level. States of different kinds, see [`Guess::kind`](crate::solvers::Guess::kind), take turns in
//! each level.
//!
//! Invariant: every solution cheaper than the incumbent goes through an open state, or through a child in the batch,
//! unless it exceeds the limit on the cost. So the least f of these is a lower bound, up to that limit.
//!
//! `MEASURED.md` compares this with repaired, restarted and beam searches.

use alloc::vec::Vec;
use core::hash::Hash;
use core::marker::PhantomData;

use super::levels::{LeastF, LevelNode, LevelReceiver, Levels, mark};
use super::round::Round;
use crate::account::Stop;
use crate::cost::Cost;
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::search::batch::{self, Batch, Child};
use crate::search::best_first::expand_later;
use crate::search::guess::Guesses;
use crate::search::path;
use crate::search::settle::settle;
use crate::search::store_then_deepen::{Leaf, StoringRun};
use crate::solution::Solution;
use crate::solver::{Loader, Run, Saver, Verdict, VerdictOf};
use crate::storage::{BitSet, Entry, NodeTable};

/// The state of a rectangle search.
#[derive(Debug)]
pub(super) struct RectangleRun<S: Clone + Eq + Hash, C, G> {
    pub(super) guesses: G,
    pub(super) starts: Vec<S>,
    /// The number of starts that were dealt with: stored, or left out as duplicates, as dead ends or by the limits.
    pub(super) roots: usize,
    pub(super) nodes: NodeTable<LevelNode<S, C>>,
    /// The states that were expanded at least once.
    pub(super) closed: BitSet,
    pub(super) levels: Levels<C>,
    pub(super) round: Round,
    /// A state that was taken out of its level and is yet to be expanded. It counts as open until then.
    pub(super) taken: Option<u32>,
    /// Children not yet looked up.
    pub(super) batch: Batch<S, C>,
    /// The level of these children.
    pub(super) child_level: usize,
    /// Whether the batch is to be looked up before anything else.
    pub(super) is_due: bool,
    /// The number of expansions so far.
    pub(super) expanded: u64,
    /// The number of expansions after which the lower bound is computed again.
    pub(super) bound_due_at: u64,
    /// The pass that computes it, which is not saved: a loaded search begins it anew.
    least_f: LeastF<C>,
    /// Whether a path was pruned by the limit on the cost, or since its cost overflows the type.
    pub(super) cut: bool,
}

impl<S: Clone + Eq + Hash, C: Cost, G> RectangleRun<S, C, G> {
    pub(super) fn new(guesses: G) -> Self {
        Self {
            guesses,
            starts: Vec::new(),
            roots: 0,
            nodes: NodeTable::new(),
            closed: BitSet::default(),
            levels: Levels::new(),
            round: Round::FIRST,
            taken: None,
            batch: Batch::new(),
            child_level: 0,
            is_due: false,
            expanded: 0,
            bound_due_at: 0,
            least_f: LeastF::BEGIN,
            cut: false,
        }
    }
}

impl<P: Puzzle, G: Guesses<P::State, P::Cost>> Run<P> for RectangleRun<P::State, P::Cost, G> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.starts = starts;
        self.nodes.clear();
        self.closed.clear();
        self.levels.clear();
        self.batch.truncate(0);
        (self.roots, self.child_level, self.taken) = (0, 0, None);
        self.is_due = false;
        (self.round, self.expanded, self.bound_due_at) = (Round::FIRST, 0, 0);
        self.least_f = LeastF::BEGIN;
        self.cut = false;
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let max_cost = monitor.max_cost();
        self.store_starts(puzzle, monitor)?;
        loop {
            if !self.round.took_any {
                self.raise_bound(monitor)?;
            }
            let (best, bound) = (monitor.best().map(Solution::cost), monitor.lower_bound());
            if best.is_some() && bound >= best {
                break;
            }
            if max_cost.is_some() && bound > max_cost {
                return Err(monitor.stop_at_cost_limit());
            }
            if self.is_due {
                self.look_up(puzzle, monitor)?;
                self.is_due = false;
                // The batch is empty, so no child has a key that the switch would make invalid.
                self.nodes.switch_to_addresses(puzzle, monitor.memory());
            }
            let taken = self.taken.or_else(|| self.take(best, max_cost));
            self.taken = taken;
            if let Some(node) = taken {
                self.visit(node, puzzle, monitor)?;
            }
            // A batch is looked up when it is large enough, and at the end of a level.
            let together = batch::children_at_once(self.nodes.len());
            self.is_due = self.batch.len() >= if taken.is_some() { together } else { 1 };
            if self.is_due || taken.is_some() {
                continue;
            }
            // The round is over.
            let are_levels_empty =
                !self.round.took_any && self.round.level >= self.levels.lists.len();
            if are_levels_empty && best.is_none() {
                return self.exhausted(monitor);
            }
            if are_levels_empty {
                break;
            }
            self.round = self.round.next(self.levels.kinds, self.levels.first_level);
        }
        // No open state leads to a cheaper solution than the incumbent.
        let best = monitor.best().map(Solution::cost);
        if max_cost.is_some() && best > max_cost {
            // The limit was lowered after the solution was found.
            return Err(monitor.stop_at_cost_limit());
        }
        Ok(Verdict::Incumbent(Guarantee::Optimal))
    }

    fn has_cut(&self) -> bool {
        self.cut
    }

    fn save(&self, _: &P, to: &mut Saver<'_, P::State>) {
        self.write(to);
    }

    fn load(&mut self, puzzle: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        self.read(puzzle, from)
    }
}

impl<P: Puzzle, G: Guesses<P::State, P::Cost>> StoringRun<P>
    for RectangleRun<P::State, P::Cost, G>
{
    const NAME: &'static str = "IDA* after rectangles";

    fn starts(&self) -> Option<&[P::State]> {
        Some(&self.starts)
    }

    fn stored_count(&self) -> usize {
        self.nodes.len()
    }

    fn node(&self, index: u32) -> (&P::State, u32) {
        let node = self.nodes.get(index);
        (&node.state, node.parent)
    }

    fn has_all_roots(&self) -> bool {
        self.roots == self.starts.len()
    }

    fn frontier(&self, puzzle: &P, from: usize) -> impl Iterator<Item = Option<Leaf<P::Cost>>> {
        // The state stored last is likely to be the deepest, and comes first.
        let all = (0..self.nodes.len() as u32).rev();
        let open = all.filter(|&node| self.nodes.get(node).open_in.is_some());
        let expanded = self.batch.parents();
        let expanded = expanded.filter(|&node| self.nodes.get(node).open_in.is_none());
        open.chain(expanded).skip(from).map(|node| {
            let &LevelNode { ref state, g, .. } = self.nodes.get(node);
            let f = g.checked_add(&puzzle.heuristic(state)?)?;
            Some(Leaf { node, g, f })
        })
    }

    fn no_solution(&self, monitor: &mut MonitorOf<'_, P>) -> Result<VerdictOf<P>, Stop> {
        self.exhausted(monitor)
    }
}

impl<S: Clone + Eq + Hash, C: Cost, G: Guesses<S, C>> RectangleRun<S, C, G> {
    /// Stores the starts, in the first level.
    fn store_starts<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        if self.roots == self.starts.len() {
            return Ok(());
        }
        let estimates = self.starts.iter();
        if let Some(least) = estimates.filter_map(|start| puzzle.heuristic(start)).min() {
            monitor.raise_lower_bound(least)?;
        }
        if self.nodes.len() == 0 {
            self.nodes.begin(puzzle);
        }
        while let Some(state) = self.starts.get(self.roots) {
            let key = self.nodes.key(puzzle, state);
            // A stop may have left this start in the batch. A root is its own parent.
            if self.batch.len() == 0 && self.nodes.find(puzzle, key, state).is_none() {
                let root = Child {
                    key,
                    state: state.clone(),
                    parent: self.nodes.len() as u32,
                    g: C::zero(),
                };
                self.batch.push(root, monitor.memory())?;
            }
            self.look_up(puzzle, monitor)?;
            self.roots += 1;
        }
        Ok(())
    }

    /// Takes the next state of this round out of its level; `None` if the round is over, or if children not yet looked
    /// up belong to the next level.
    fn take(&mut self, best: Option<C>, max_cost: Option<C>) -> Option<u32> {
        let (round, levels) = (&mut self.round, &mut self.levels);
        while let Some(level) = levels.lists.find_mut(round.level as u32) {
            if round.is_over() {
                break;
            }
            let wants_more = round.wants_more();
            let next = if wants_more { level.pop() } else { None };
            let Some(Entry { tie: h, node, .. }) = next else {
                if self.batch.len() > 0 {
                    break;
                }
                if wants_more && round.level == levels.first_level {
                    levels.first_level += 1;
                }
                round.begin_next_level();
                continue;
            };
            let reached = self.nodes.get(node);
            let f = reached.g.checked_add(&h);
            let is_stale = reached.open_in != mark(round.level);
            if is_stale || f.is_none() || best.is_some() && f >= best {
                continue;
            }
            if max_cost.is_some() && f > max_cost {
                // The limit was lowered after the state was stored.
                self.cut = true;
                continue;
            }
            round.count_taken();
            return Some(node);
        }
        None
    }

    /// Expands the state that was taken out. If it is a goal, makes the path to it the incumbent instead.
    fn visit<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        node: u32,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let mut improved = Ok(());
        let &LevelNode { ref state, g, .. } = self.nodes.get(node);
        if puzzle.is_goal(state) {
            let states = path::from_root(self.nodes.arena(), node, monitor)?;
            improved = path::improve(puzzle, &self.starts, &states, monitor);
            // If the observer ends the search, it has been shown the incumbent: the goal is not taken again.
            if !matches!(improved, Ok(()) | Err(Stop::Observer)) {
                return improved;
            }
        } else {
            self.closed.make_room(node as usize, monitor.memory())?;
            let (nodes, parent) = (&self.nodes, self.nodes.get(node).parent);
            self.cut |= expand_later(&mut self.batch, puzzle, nodes, node, parent, g, monitor)?;
            let was_closed = self.closed.insert(node as usize);
            if was_closed {
                monitor.reopen(1);
            }
            self.child_level = self.round.level + 1;
            self.expanded += 1;
        }
        self.nodes.get_mut(node).open_in = None;
        self.taken = None;
        improved
    }

    /// Stores the children of the batch in the table, or the cheaper paths to states already stored, and opens them in
    /// their level.
    fn look_up<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        if self.batch.len() > 0 {
            self.levels.prepare(self.child_level, monitor.memory())?;
        }
        let mut receiver = LevelReceiver {
            guesses: &self.guesses,
            level: self.child_level,
            best: monitor.best().map(Solution::cost),
            waiting: &mut self.levels.waiting,
            cut: &mut self.cut,
            state: PhantomData,
        };
        let (nodes, batch) = (&mut self.nodes, &mut self.batch);
        settle(puzzle, nodes, batch, &mut receiver, 0, monitor)?;
        self.levels.add_waiting(self.child_level, monitor.memory())
    }

    /// Raises the lower bound to the least open f (or to the incumbent's cost, if that is less), but only when the
    /// number of expansions has grown by half since the last time, since it takes a pass through all open states. Is
    /// called between two rounds.
    fn raise_bound<M>(&mut self, monitor: &mut Monitor<'_, S, M, C>) -> Result<(), Stop> {
        if self.expanded < self.bound_due_at {
            return Ok(());
        }
        let (levels, nodes) = (&self.levels, &self.nodes);
        let open = self.least_f.find(levels, nodes, &mut monitor.meter())?;
        self.least_f = LeastF::BEGIN;
        self.bound_due_at = self.expanded + self.expanded / 2;
        let best = monitor.best().map(Solution::cost);
        match best.into_iter().chain(open).min() {
            Some(least) => monitor.raise_lower_bound(least),
            None => Ok(()),
        }
    }

    /// Returns the verdict, or the stop, of a search that has no open state left and has found no solution.
    fn exhausted<M>(&self, monitor: &mut Monitor<'_, S, M, C>) -> Result<Verdict<S, M, C>, Stop> {
        if self.cut {
            return Err(path::stop_after_cut(monitor));
        }
        Ok(path::unsolvable(self.nodes.len()))
    }
}
