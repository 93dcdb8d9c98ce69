//! The loop behind iterative deepening and IDA*; they differ in the heuristic they use.

use alloc::string::String;
use alloc::vec::Vec;

use num_traits::{Bounded, Zero};

use super::saved::{SavedPart, SavedRun};
use super::walk::{Place, Rule, Walk, Whole};
use crate::account::{Budget, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::{Cost, CostExt};
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::portable::Portable;
use crate::puzzle::traversal::{Carried, Change, EdgeOf, Root, Slack, Step};
use crate::report::Guarantee;
use crate::solution::Solution;
use crate::solver::{Run, Verdict, VerdictOf};

/// The state of a depth-first search that repeats itself with rising bounds, guided by the puzzle's
/// heuristic if it is `INFORMED`.
#[derive(Debug)]
#[expect(unnameable_types, reason = "its name is `Algorithm::Run`")]
pub struct DeepeningRun<S, C, const INFORMED: bool, W = Whole> {
    starts: Vec<S>,
    next: Next<C>,
    /// How far the iteration has come.
    walked: W,
    /// What was cut off so far at the least: by how much it exceeds the bound, or, where differences
    /// are not exact, the whole of it.
    found: Option<C>,
}

/// How an iteration is walked.
#[expect(unnameable_types, reason = "two ways to do it are all there are")]
pub trait Iterate<P: Puzzle, const INFORMED: bool> {
    /// Walks what is left of the iteration; notes what is cut off.
    fn iterate(
        &mut self,
        starts: &[P::State],
        bound: P::Cost,
        found: &mut Option<P::Cost>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop>;

    /// The iteration has ended without a goal.
    fn finish(&mut self, monitor: &mut MonitorOf<'_, P>);

    /// Another search begins.
    fn clear(&mut self);

    /// Whether something was left out since it exceeds the limit on the cost.
    fn has_cut(&self) -> bool {
        false
    }
}

/// What comes next.
#[derive(Clone, Copy, Debug)]
enum Next<C> {
    /// The first iteration.
    First,
    /// An iteration with this bound.
    Iteration(C),
    /// The rest of an iteration with this bound.
    Rest(C),
    /// Nothing: no path was cut off.
    Exhausted,
    /// A bound beyond the range of the cost type.
    Overflow,
}

impl<S, C: Cost, const INFORMED: bool> DeepeningRun<S, C, INFORMED> {
    pub(super) const fn new() -> Self {
        Self::walked(Whole::NEW)
    }
}

impl<S, C: Cost, const INFORMED: bool, W> DeepeningRun<S, C, INFORMED, W> {
    pub(super) const fn walked(walked: W) -> Self {
        Self {
            starts: Vec::new(),
            next: Next::First,
            walked,
            found: None,
        }
    }
}

impl<P, W, const INFORMED: bool> Run<P> for DeepeningRun<P::State, P::Cost, INFORMED, W>
where
    P: Puzzle,
    W: Iterate<P, INFORMED>,
{
    fn start(&mut self, starts: Vec<P::State>) {
        (self.starts, self.next, self.found) = (starts, Next::First, None);
        self.walked.clear();
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        loop {
            let max_cost = monitor.max_cost();
            let best = monitor.best().map(Solution::cost);
            let bound = match self.next {
                Next::First => {
                    let estimates = self
                        .starts
                        .iter()
                        .filter_map(estimate::<P, INFORMED>(puzzle));
                    let Some(least) = estimates.min() else {
                        return Ok(Verdict::dead_end());
                    };
                    self.next = Next::Iteration(least);
                    continue;
                }
                Next::Exhausted if best.is_none() => return Ok(Verdict::exhausted()),
                Next::Overflow if best.is_none() => return Err(Stop::CostOverflow),
                Next::Exhausted | Next::Overflow => P::Cost::max_value(),
                Next::Iteration(bound) | Next::Rest(bound) => bound,
            };
            let is_rest = matches!(self.next, Next::Rest(_));
            if best.is_some_and(|best| !is_rest && best <= max_cost.unwrap_or(bound).min(bound)) {
                // What is known costs no more.
                return Ok(Verdict::Incumbent(Guarantee::Optimal));
            }
            if max_cost.is_some_and(|max| bound > max) {
                return Err(monitor.stop_at_cost_limit());
            }
            monitor.raise_lower_bound(bound)?;
            if let Next::Iteration(_) = self.next {
                monitor.begin_iteration(bound)?;
                self.next = Next::Rest(bound);
            }
            let Self { starts, found, .. } = self;
            let walked = &mut self.walked;
            if let Some(solved) = walked.iterate(starts, bound, found, puzzle, monitor)? {
                // Whatever the observer says, the goal is found.
                let _ = monitor.finish_iteration();
                return Ok(solved);
            }
            self.next = match self.found.take() {
                None => Next::Exhausted,
                Some(found) => beyond(bound, found).map_or(Next::Overflow, Next::Iteration),
            };
            self.walked.finish(monitor);
            monitor.finish_iteration()?;
        }
    }

    fn has_cut(&self) -> bool {
        self.walked.has_cut()
    }
}

impl<P, W, const INFORMED: bool> SavedRun<P> for DeepeningRun<P::State, P::Cost, INFORMED, W>
where
    P: Portable,
    W: Iterate<P, INFORMED> + SavedPart<P, INFORMED>,
{
    fn name(&self) -> String {
        let name = if INFORMED {
            "IDA*"
        } else {
            "iterative deepening"
        };
        [name, W::NAME].concat()
    }

    fn save(&self, puzzle: &P, to: &mut Writer<'_>) {
        let (kind, bound) = match self.next {
            Next::First => (0_u8, None),
            Next::Iteration(bound) => (1, Some(bound)),
            Next::Rest(bound) => (2, Some(bound)),
            Next::Exhausted => (3, None),
            Next::Overflow => (4, None),
        };
        to.number(kind);
        to.option(bound);
        to.option(self.found);
        self.walked.save(puzzle, &self.starts, to);
    }

    fn load(&mut self, puzzle: &P, from: &mut Reader<'_>) -> Option<()> {
        let (kind, bound) = (from.number()?, from.option()?);
        self.next = match (kind, bound) {
            (0, None) => Next::First,
            (1, Some(bound)) => Next::Iteration(bound),
            (2, Some(bound)) => Next::Rest(bound),
            (3, None) => Next::Exhausted,
            (4, None) => Next::Overflow,
            _ => return None,
        };
        self.found = from.option()?;
        self.walked.load(puzzle, (&self.starts, bound), from)
    }
}

/// The next bound, where this was found beyond the last one; none if it is beyond the range.
pub(super) fn beyond<C: Cost>(bound: C, found: C) -> Option<C> {
    if C::IS_EXACT {
        bound.checked_add(&found)
    } else {
        Some(found).filter(|&found| found > bound)
    }
}

/// The estimate for a start; zero without a heuristic.
fn estimate<P: Puzzle, const INFORMED: bool>(puzzle: &P) -> impl Fn(&P::State) -> Option<P::Cost> {
    move |start| {
        if INFORMED {
            puzzle.heuristic(start)
        } else {
            Some(P::Cost::zero())
        }
    }
}

impl<P: Puzzle, const INFORMED: bool> Iterate<P, INFORMED> for Whole {
    fn iterate(
        &mut self,
        starts: &[P::State],
        bound: P::Cost,
        found: &mut Option<P::Cost>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        while let Some(start) = starts.get(self.at) {
            if let Some(carried) = within::<P, INFORMED>(start, bound, found, puzzle) {
                let place = (&mut self.place, &mut *found);
                let root = (Root::new(start), carried);
                let goal = walk_within::<P, INFORMED>(root, bound, place, puzzle, monitor)?;
                if let Some((cost, moves)) = goal {
                    return Ok(Some(solved(self.at, moves, cost)));
                }
            }
            self.at += 1;
        }
        Ok(None)
    }

    fn finish(&mut self, _: &mut MonitorOf<'_, P>) {
        self.at = 0;
    }

    fn clear(&mut self) {
        *self = Self::NEW;
    }
}

/// The verdict on a path within the bound.
pub(super) fn solved<S, M, C>(start: usize, moves: Vec<M>, cost: C) -> Verdict<S, M, C> {
    Verdict::Moves {
        start,
        moves,
        cost,
        guarantee: Guarantee::Optimal,
    }
}

/// What is carried to a start, unless its estimate exceeds the bound, which is noted, or it is a dead
/// end.
pub(super) fn within<P: Puzzle, const INFORMED: bool>(
    start: &P::State,
    bound: P::Cost,
    found: &mut Option<P::Cost>,
    puzzle: &P,
) -> Option<P::Cost> {
    let h = estimate::<P, INFORMED>(puzzle)(start)?;
    let is_exact = P::Cost::IS_EXACT;
    if h > bound {
        let cut = if is_exact { h - bound } else { h };
        note(found, Some(cut));
        return None;
    }
    Some(if is_exact { bound - h } else { P::Cost::zero() })
}

/// Notes what was cut off.
pub(super) fn note<C: Cost>(found: &mut Option<C>, cut: Option<C>) {
    *found = [*found, cut].into_iter().flatten().min();
}

/// What a path to a goal costs, and its moves.
pub(super) type Found<P> = (<P as Puzzle>::Cost, Vec<<P as Puzzle>::Move>);

/// A state, and what is carried to it.
pub(super) type Begin<'r, P> = (
    Root<'r, <P as Puzzle>::State, <P as Puzzle>::Move>,
    <P as Puzzle>::Cost,
);

/// Where a walk goes on, and what was cut off so far.
pub(super) type SoFar<'w, C> = (&'w mut Place, &'w mut Option<C>);

/// Walks on every path within the bound, as [`Within`] does.
pub(super) fn walk_within<P: Puzzle, const INFORMED: bool>(
    root: Begin<'_, P>,
    bound: P::Cost,
    so_far: SoFar<'_, P::Cost>,
    puzzle: &P,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<Option<Found<P>>, Stop> {
    if const { P::Cost::IS_EXACT } {
        let rule = Within::<P, INFORMED, true>::new(puzzle, bound);
        walk(rule, root, so_far, puzzle, monitor)
    } else {
        let rule = Within::<P, INFORMED, false>::new(puzzle, bound);
        walk(rule, root, so_far, puzzle, monitor)
    }
}

/// Walks on under a rule, and notes what is cut off; returns the path to the goal where it stopped, if it
/// did.
pub(super) fn walk<P: Puzzle, R: Deepening<P>>(
    rule: R,
    (root, carried): Begin<'_, P>,
    (place, found): SoFar<'_, P::Cost>,
    puzzle: &P,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<Option<Found<P>>, Stop> {
    let mut walk = Walk::new(rule, puzzle, monitor);
    if let Some(found) = *found {
        walk.budget.cut_off(found);
    }
    let carried = walk.rule.carry(carried);
    let (rule, cut_off, end) = walk.run(root, place, carried);
    *found = cut_off;
    end.map(|moves| moves.map(|moves| (rule.goal(), moves)))
}

/// Every path within the bound. What is carried is the slack: how much more may be spent than the
/// estimate says is needed; or, where differences are not `EXACT`, what was spent.
pub(super) struct Within<'p, P: Puzzle, const INFORMED: bool, const EXACT: bool> {
    puzzle: &'p P,
    bound: P::Cost,
    /// The cost of the path to the goal where the walk stopped.
    goal: P::Cost,
}

/// What it carries as a plain value.
pub(super) trait Deepening<P: Puzzle>: Rule<P> {
    fn carry(&self, value: P::Cost) -> Self::Carried;
    fn value(carried: Self::Carried) -> P::Cost;
    /// The cost of the path to the goal where the walk stopped.
    fn goal(&self) -> P::Cost;
}

impl<'p, P: Puzzle, const INFORMED: bool, const EXACT: bool> Within<'p, P, INFORMED, EXACT> {
    pub(super) fn new(puzzle: &'p P, bound: P::Cost) -> Self {
        Self {
            puzzle,
            bound,
            goal: P::Cost::zero(),
        }
    }
}

impl<P: Puzzle, const INFORMED: bool> Within<'_, P, INFORMED, true> {
    /// Takes the state by value, for the same reason as [`Walk`] does.
    #[cold]
    #[inline(never)]
    #[expect(clippy::needless_pass_by_value, reason = "it has no address otherwise")]
    fn reach(&mut self, slack: P::Cost, goal: P::State) {
        let h = estimate::<P, INFORMED>(self.puzzle)(&goal);
        self.goal = self.g(Slack(slack), h.unwrap_or_else(P::Cost::zero));
    }
}

impl<P: Puzzle, const INFORMED: bool> Deepening<P> for Within<'_, P, INFORMED, true> {
    fn carry(&self, slack: P::Cost) -> Slack<P::Cost> {
        Slack(slack)
    }

    fn value(Slack(slack): Slack<P::Cost>) -> P::Cost {
        slack
    }

    fn goal(&self) -> P::Cost {
        self.goal
    }
}

impl<P: Puzzle, const INFORMED: bool> Rule<P> for Within<'_, P, INFORMED, true> {
    const INFORMED: bool = INFORMED;
    type Carried = Slack<P::Cost>;

    fn g(&self, Slack(slack): Self::Carried, h: P::Cost) -> P::Cost {
        self.bound.saturating_sub(slack).saturating_sub(h)
    }

    #[inline(always)]
    fn decide(
        &mut self,
        slack: Self::Carried,
        edge: &EdgeOf<'_, P>,
        change: Change<P::Cost>,
        _: &mut MonitorOf<'_, P>,
        budget: &mut Budget<P::Cost>,
    ) -> Result<Step<Self::Carried>, Stop> {
        Ok(match slack.below(edge.cost, change) {
            Ok(Slack(slack)) if edge.may_be_goal && self.puzzle.is_goal(edge.child) => {
                self.reach(slack, edge.child.clone());
                Step::Stop
            }
            Ok(slack) => Step::Descend(slack),
            Err(excess) => {
                budget.cut_off(excess);
                Step::Prune
            }
        })
    }
}

/// The cost of the path to a node.
#[derive(Clone, Copy)]
pub(super) struct Spent<C>(C);

impl<C: Copy> Carried for Spent<C> {}

impl<P: Puzzle, const INFORMED: bool> Deepening<P> for Within<'_, P, INFORMED, false> {
    fn carry(&self, spent: P::Cost) -> Spent<P::Cost> {
        Spent(spent)
    }

    fn value(Spent(spent): Spent<P::Cost>) -> P::Cost {
        spent
    }

    fn goal(&self) -> P::Cost {
        self.goal
    }
}

impl<P: Puzzle, const INFORMED: bool> Rule<P> for Within<'_, P, INFORMED, false> {
    const INFORMED: bool = INFORMED;
    type Carried = Spent<P::Cost>;

    fn g(&self, Spent(g): Self::Carried, _: P::Cost) -> P::Cost {
        g
    }

    fn decide(
        &mut self,
        Spent(g): Self::Carried,
        edge: &EdgeOf<'_, P>,
        change: Change<P::Cost>,
        _: &mut MonitorOf<'_, P>,
        budget: &mut Budget<P::Cost>,
    ) -> Result<Step<Self::Carried>, Stop> {
        let g = g.saturating_add(edge.cost);
        let f = g.saturating_add(change.to);
        // A sum that overflows is cut off like any that exceeds the bound.
        Ok(if f > self.bound || f == P::Cost::max_value() {
            budget.cut_off(f);
            Step::Prune
        } else if edge.may_be_goal && self.puzzle.is_goal(edge.child) {
            self.goal = g;
            Step::Stop
        } else {
            Step::Descend(Spent(g))
        })
    }
}
