//! [`Deepening`]: the loop of every depth-first search that walks the tree of paths repeatedly, within changing bounds.
//! Solvers differ in the [`NextBound`], the policy that chooses the bounds, and in the [`IterationWalk`], which walks
//! the tree once.
//!
//! Starts go in, and a verdict comes out. Each iteration visits the paths whose f = g + h is within its bound, and
//! reports its [`Cut`]: the least f among the paths that it pruned.
//!
//! Invariant: no solution costs less than the lower bound, except one that was found already. Only an iteration that is
//! complete raises the lower bound, to the least pruned f. That f was computed along a path. It is not the old bound
//! plus a step, so the rule is the same for exact and for rounded costs.
//!
//! A walk that stops keeps its resume point: the child indices along its path ([`ResumePoint`]). When the walk goes on,
//! it replays these edges without counting them again. If the bound was lowered in between, the replay ends at the
//! first edge that is now pruned, and the walk goes on from there.
//!
//! [`ResumePoint`]: crate::puzzle::traversal::ResumePoint

mod bound;
mod splitter;
mod walk;

use alloc::string::String;
use alloc::vec::Vec;

pub(crate) use bound::NextBound;
pub(crate) use bound::{Budgeted, Growing, LeastCut};
pub(crate) use splitter::Splitter;
pub(crate) use walk::OneByOne;
pub(crate) use walk::{Found, Goal, IterationWalk, SavedWalk, walk_from};

use crate::account::{Claimed, Stop};
use crate::cost::Cost;
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::Puzzle;
use crate::puzzle::traversal::{Bound, Cut};
use crate::report::Guarantee;
use crate::solution::Solution;
use crate::solver::{Loader, Run, Saver, Verdict, VerdictOf};
use bound::AfterGoal;

/// The run of a deepening solver: its starts, the progress of its iterations, and how each iteration is walked.
#[derive(Debug)]
pub(crate) struct Deepening<S, M, C, B, W> {
    pub(crate) starts: Vec<S>,
    pub(crate) iterations: Iterations<M, C, B>,
    pub(crate) walk: W,
}

impl<S, M, C, B, W> Deepening<S, M, C, B, W> {
    pub(crate) const fn new(policy: B, walk: W) -> Self {
        Self {
            starts: Vec::new(),
            iterations: Iterations::new(policy),
            walk,
        }
    }
}

impl<P, B, W> Run<P> for Deepening<P::State, P::Move, P::Cost, B, W>
where
    P: Puzzle,
    B: NextBound<P::Cost>,
    W: SavedWalk<P>,
{
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.starts = starts;
        self.iterations.begin();
        self.walk.clear();
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        self.iterations
            .advance(&self.starts, &mut self.walk, puzzle, monitor)
    }

    fn has_cut(&self) -> bool {
        self.iterations.is_capped
    }

    fn name(&self) -> Option<String> {
        let name = if W::INFORMED { B::NAME } else { B::BLIND_NAME };
        Some([name, W::NAME].concat())
    }

    fn save(&self, puzzle: &P, to: &mut Saver<'_, P::State>) {
        self.write(puzzle, to);
    }

    fn load(&mut self, puzzle: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        self.read(puzzle, from)
    }
}

impl<S, M: Clone, C: Cost, B: NextBound<C>, W> Deepening<S, M, C, B, W> {
    /// Does what [`Run::save`] does, also if the puzzle is not portable, as a reversed one may be.
    pub(crate) fn write<P>(&self, puzzle: &P, to: &mut Saver<'_, S>)
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
        W: SavedWalk<P>,
    {
        self.iterations.save(&self.starts, puzzle, to);
        self.walk.save(&self.starts, puzzle, to);
    }

    /// Does what [`Run::load`] does, also if the puzzle is not portable.
    pub(crate) fn read<P>(&mut self, puzzle: &P, from: &mut Loader<'_, S>) -> Option<()>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
        W: SavedWalk<P>,
    {
        self.iterations.load(&self.starts, puzzle, from)?;
        self.walk.load(&self.starts, puzzle, from)
    }
}

/// The progress of a deepening search: the iteration in progress, and what earlier ones have proved.
#[derive(Debug)]
pub(crate) struct Iterations<M, C, B> {
    policy: B,
    /// A lower bound on the cost of every solution not yet found. `None` until the least f of the starts is known.
    lower_bound: Option<C>,
    pruned: Pruned,
    iteration: Option<CurrentIteration<C>>,
    /// A solution that has not been handed to the monitor yet.
    unreported_goal: Option<Claimed<Goal<M, C>>>,
    /// Whether the limit on the cost has lowered a bound, so that paths beyond this limit may have been missed.
    is_capped: bool,
}

/// What the last complete iteration pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pruned {
    /// At least one path whose f is within the range of the cost type. Also assumed before the first iteration.
    WithinRange,
    /// Only paths whose f exceeds that range.
    BeyondRange,
    Nothing,
}

/// The iteration in progress.
#[derive(Clone, Copy, Debug)]
struct CurrentIteration<C> {
    /// The bound at its beginning: that of the policy, or the limit on the cost if it is lower.
    first_bound: C,
    /// The bound now, which the incumbent or the limit on the cost may have lowered.
    bound: Bound<C>,
    /// The number of states that the search had expanded when this iteration began.
    expanded_before: u64,
    /// The total number of expansions of the search at which the policy's budget for this iteration is spent.
    most_expanded: Option<u64>,
}

impl<M, C, B> Iterations<M, C, B> {
    pub(crate) const fn new(policy: B) -> Self {
        Self {
            policy,
            lower_bound: None,
            pruned: Pruned::WithinRange,
            iteration: None,
            unreported_goal: None,
            is_capped: false,
        }
    }
}

impl<M: Clone, C: Cost, B: NextBound<C>> Iterations<M, C, B> {
    /// Prepares for a new search.
    pub(crate) fn begin(&mut self) {
        self.policy.begin();
        (self.lower_bound, self.pruned, self.iteration) = (None, Pruned::WithinRange, None);
        (self.unreported_goal, self.is_capped) = (None, false);
    }

    /// Goes on until the search is decided or stopped.
    pub(crate) fn advance<P, W>(
        &mut self,
        starts: &[P::State],
        walk: &mut W,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop>
    where
        P: Puzzle<Move = M, Cost = C>,
        W: IterationWalk<P>,
    {
        loop {
            self.report_goal(starts, puzzle, monitor)?;
            let Some(lower) = self.lower_bound.or_else(|| walk.least_f(starts, puzzle)) else {
                return Ok(Verdict::dead_end());
            };
            self.lower_bound = Some(lower);
            if self.iteration.is_none()
                && let Some(verdict) = self.verdict(lower, monitor)
            {
                return verdict;
            }
            if monitor.max_cost().is_some_and(|max| lower > max) {
                return Err(monitor.stop_at_cost_limit());
            }
            monitor.raise_lower_bound(lower)?;
            let iteration = self.resume_or_begin(lower, monitor)?;
            monitor.meter().expand_no_more_than(iteration.most_expanded);
            let end = walk.walk(starts, iteration.bound, puzzle, monitor);
            monitor.meter().expand_no_more_than(None);
            let expanded = monitor.counts().expanded;
            let is_complete = match end {
                Ok(None) => true,
                Ok(Some(goal)) => match self.policy.after_goal(goal.cost, lower) {
                    AfterGoal::End => {
                        // The goal decides, even if the observer asks for a stop.
                        let _ = monitor.finish_iteration();
                        return Ok(Verdict::Moves {
                            start: goal.start,
                            moves: goal.moves,
                            cost: goal.cost,
                            guarantee: Guarantee::Optimal,
                        });
                    }
                    AfterGoal::GoOn => {
                        walk.pass_goal();
                        self.unreported_goal = Some(goal.claimed(monitor.memory()));
                        continue;
                    }
                    AfterGoal::Restart => {
                        self.policy.note_goal(goal.cost);
                        self.unreported_goal = Some(goal.claimed(monitor.memory()));
                        false
                    }
                },
                Err(Stop::Expanded) if iteration.most_expanded == Some(expanded) => {
                    self.policy.note_budget_spent(iteration.first_bound);
                    false
                }
                Err(stop) => return Err(stop),
            };
            let cut = walk.finish(monitor);
            if is_complete {
                self.note_complete(cut, iteration, expanded);
            }
            self.iteration = None;
            monitor.finish_iteration()?;
        }
    }

    /// Hands the unreported goal, if there is one, to the monitor as a solution.
    fn report_goal<P>(
        &mut self,
        starts: &[P::State],
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<Move = M, Cost = C>,
    {
        let Some(goal) = &self.unreported_goal else {
            return Ok(());
        };
        let Goal { start, moves, cost } = goal.value();
        let kept = monitor.improve(puzzle, *start, &starts[*start], moves, *cost);
        // Without memory for the copy, the goal stays, to be reported when the search goes on.
        if !matches!(kept, Err(Stop::Bytes | Stop::OutOfMemory)) {
            self.unreported_goal = None;
        }
        kept
    }

    /// Returns the verdict that the bounds imply between two iterations; `None` if another iteration is needed.
    fn verdict<S>(
        &self,
        lower: C,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Option<Result<Verdict<S, M, C>, Stop>> {
        let max = monitor.max_cost();
        let best = monitor.best().map(Solution::cost);
        let is_too_dear = best.is_some_and(|best| max.is_some_and(|max| best > max));
        let no_pruned_is_cheaper = |best| best <= lower || self.pruned != Pruned::WithinRange;
        if !is_too_dear && best.is_some_and(no_pruned_is_cheaper) {
            return Some(Ok(Verdict::Incumbent(Guarantee::Optimal)));
        }
        match self.pruned {
            Pruned::WithinRange => None,
            _ if is_too_dear => Some(Err(monitor.stop_at_cost_limit())),
            Pruned::Nothing => Some(Ok(Verdict::exhausted())),
            Pruned::BeyondRange => Some(Err(Stop::CostOverflow)),
        }
    }

    /// Returns the iteration in progress, or begins the next one. Its bound is lowered if the limit on the cost was
    /// lowered in a pause, or if a solution was just found.
    fn resume_or_begin<S>(
        &mut self,
        lower: C,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<CurrentIteration<C>, Stop> {
        let max = monitor.max_cost();
        let best = monitor.best().map(Solution::cost);
        let best = best.filter(|&best| max.is_none_or(|max| best <= max));
        let mut iteration = match self.iteration {
            Some(iteration) => iteration,
            None => {
                let next = self.policy.next(lower, best);
                let capped = max.filter(|&max| next.bound > max);
                // If an incumbent is within the limit, no path beyond the limit is missed: it costs more.
                self.is_capped |= capped.is_some() && best.is_none();
                let bound = capped.unwrap_or(next.bound);
                monitor.begin_iteration(bound)?;
                let expanded_before = monitor.counts().expanded;
                CurrentIteration {
                    first_bound: bound,
                    bound: Bound::AtMost(bound),
                    expanded_before,
                    most_expanded: next.budget.map(|most| expanded_before.saturating_add(most)),
                }
            }
        };
        if let Some(max) = max.filter(|&max| max < iteration.bound.cost()) {
            (iteration.bound, self.is_capped) = (Bound::AtMost(max), true);
        }
        if let Some(best) = best.filter(|&best| B::IMPROVES && iteration.bound.admits(best)) {
            iteration.bound = Bound::Below(best);
        }
        self.iteration = Some(iteration);
        Ok(iteration)
    }

    /// Raises the lower bound after a complete iteration, when the search has expanded `expanded` states in all.
    fn note_complete(&mut self, cut: Cut<C>, iteration: CurrentIteration<C>, expanded: u64) {
        self.pruned = match (cut.least, cut.overflow) {
            (Some(least), _) => {
                self.lower_bound = Some(least);
                self.policy
                    .note_complete(iteration.first_bound, expanded - iteration.expanded_before);
                Pruned::WithinRange
            }
            (None, true) => Pruned::BeyondRange,
            (None, false) => Pruned::Nothing,
        };
    }

    pub(crate) fn save<P>(&self, starts: &[P::State], puzzle: &P, to: &mut Saver<'_, P::State>)
    where
        P: Puzzle<Move = M, Cost = C>,
    {
        self.policy.save(to.raw());
        to.optional_cost(self.lower_bound);
        to.number(match self.pruned {
            Pruned::WithinRange => 0_u8,
            Pruned::BeyondRange => 1,
            Pruned::Nothing => 2,
        });
        to.flag(self.iteration.is_some());
        if let Some(iteration) = self.iteration {
            to.cost(iteration.first_bound);
            to.flag(matches!(iteration.bound, Bound::Below(_)));
            to.cost(iteration.bound.cost());
            to.number(iteration.expanded_before);
            to.flag(iteration.most_expanded.is_some());
            to.number(iteration.most_expanded.unwrap_or(0));
        }
        to.flag(self.unreported_goal.is_some());
        if let Some(goal) = self.unreported_goal.as_ref().map(Claimed::value) {
            to.count(goal.start);
            to.moves(puzzle, &starts[goal.start], &goal.moves);
        }
        to.flag(self.is_capped);
    }

    pub(crate) fn load<P>(
        &mut self,
        starts: &[P::State],
        puzzle: &P,
        from: &mut Loader<'_, P::State>,
    ) -> Option<()>
    where
        P: Puzzle<Move = M, Cost = C>,
    {
        self.policy.load(&mut from.raw)?;
        self.lower_bound = from.optional_cost()?;
        self.pruned = match from.number()? {
            0 => Pruned::WithinRange,
            1 => Pruned::BeyondRange,
            2 => Pruned::Nothing,
            _ => return None,
        };
        if from.flag()? {
            let (first_bound, is_below, cost) = (from.cost()?, from.flag()?, from.cost()?);
            let bound = if is_below {
                Bound::Below(cost)
            } else {
                Bound::AtMost(cost)
            };
            let expanded_before = from.summand()?;
            let is_limited = from.flag()?;
            let most_expanded = Some(from.number()?).filter(|_| is_limited);
            if expanded_before > from.raw.saved_counts.expanded {
                return None;
            }
            self.iteration = Some(CurrentIteration {
                first_bound,
                bound,
                expanded_before,
                most_expanded,
            });
        }
        if from.flag()? {
            let start = from.index(starts.len())? as usize;
            let trail = from.path(puzzle, &starts[start])?;
            let goal = Goal {
                start,
                moves: trail.moves,
                cost: trail.cost,
            };
            self.unreported_goal = Some(goal.claimed(&from.raw.memory));
        }
        self.is_capped = from.flag()?;
        Some(())
    }
}
