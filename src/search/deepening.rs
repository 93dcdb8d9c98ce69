//! The loop behind iterative deepening and IDA*; they differ in the heuristic they use.

use alloc::vec::Vec;

use num_traits::{Bounded, Zero};

use super::saved::{Reader, SavedRun, Writer};
use super::walk::{Place, Rule, Walk};
use crate::cost::{Cost, CostExt};
use crate::monitor::{Budget, Monitor, Stop};
use crate::portable::Portable;
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::solver::{Run, Verdict, VerdictOf};
use crate::traversal::{Carried, Change, EdgeOf, Slack, Step};

/// The state of a depth-first search that repeats itself with rising bounds, guided by the puzzle's
/// heuristic if it is `INFORMED`.
#[derive(Debug)]
#[expect(unnameable_types, reason = "its name is `Algorithm::Run`")]
pub struct DeepeningRun<S, C, const INFORMED: bool> {
    starts: Vec<S>,
    next: Next<C>,
    /// Which start the iteration has come to, and where below it.
    at: usize,
    place: Place,
    /// What was cut off so far at the least: by how much it exceeds the bound, or, where differences
    /// are not exact, the whole of it.
    found: Option<C>,
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
        Self {
            starts: Vec::new(),
            next: Next::First,
            at: 0,
            place: Place::ROOT,
            found: None,
        }
    }
}

impl<P: Puzzle, const INFORMED: bool> Run<P> for DeepeningRun<P::State, P::Cost, INFORMED> {
    fn start(&mut self, starts: Vec<P::State>) {
        *self = Self {
            starts,
            ..Self::new()
        };
    }

    fn advance(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<VerdictOf<P>, Stop> {
        loop {
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
                Next::Exhausted => return Ok(Verdict::exhausted()),
                Next::Overflow => return Err(Stop::CostOverflow),
                Next::Iteration(bound) | Next::Rest(bound) => bound,
            };
            if monitor.limits().cost.is_some_and(|max| bound > max) {
                return Err(monitor.stop_at_cost_limit());
            }
            monitor.raise_lower_bound(bound)?;
            if let Next::Iteration(_) = self.next {
                monitor.begin_iteration(bound)?;
                self.next = Next::Rest(bound);
            }
            if let Some(solved) = self.iterate(bound, puzzle, monitor)? {
                // Whatever the observer says, the goal is found.
                let _ = monitor.finish_iteration();
                return Ok(solved);
            }
            self.next = match self.found.take() {
                None => Next::Exhausted,
                Some(found) => beyond(bound, found).map_or(Next::Overflow, Next::Iteration),
            };
            self.at = 0;
            monitor.finish_iteration()?;
        }
    }
}

impl<P: Portable, const INFORMED: bool> SavedRun<P> for DeepeningRun<P::State, P::Cost, INFORMED> {
    const NAME: &'static str = if INFORMED {
        "IDA*"
    } else {
        "iterative deepening"
    };

    fn save(&self, puzzle: &P, to: &mut Writer) {
        to.states(puzzle, &self.starts);
        let (kind, bound) = match self.next {
            Next::First => (0, None),
            Next::Iteration(bound) => (1, Some(bound)),
            Next::Rest(bound) => (2, Some(bound)),
            Next::Exhausted => (3, None),
            Next::Overflow => (4, None),
        };
        to.number(kind);
        to.option(bound);
        to.number(self.at as u64);
        self.place.save(to);
        to.option(self.found);
    }

    fn load(puzzle: &P, from: &mut Reader<'_>) -> Option<Self> {
        let starts = from.states(puzzle)?;
        let (kind, bound) = (from.number()?, from.option()?);
        let next = match (kind, bound) {
            (0, None) => Next::First,
            (1, Some(bound)) => Next::Iteration(bound),
            (2, Some(bound)) => Next::Rest(bound),
            (3, None) => Next::Exhausted,
            (4, None) => Next::Overflow,
            _ => return None,
        };
        Some(Self {
            at: usize::try_from(from.number()?).ok()?,
            place: Place::load(from)?,
            found: from.option()?,
            starts,
            next,
        })
    }
}

/// The next bound, where this was found beyond the last one; none if it is beyond the range.
fn beyond<C: Cost>(bound: C, found: C) -> Option<C> {
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

impl<S, C: Cost, const INFORMED: bool> DeepeningRun<S, C, INFORMED> {
    /// Walks on below the starts that are left in this iteration.
    fn iterate<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        bound: C,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        while let Some(start) = self.starts.get(self.at) {
            match estimate::<P, INFORMED>(puzzle)(start) {
                Some(h) if h <= bound => {
                    let place = (&mut self.place, &mut self.found);
                    let solved = if const { C::IS_EXACT } {
                        walk::<P, INFORMED, true>(start, (h, bound), place, puzzle, monitor)
                    } else {
                        walk::<P, INFORMED, false>(start, (h, bound), place, puzzle, monitor)
                    };
                    if let Some((cost, moves)) = solved? {
                        return Ok(Some(Verdict::Moves {
                            start: self.at,
                            moves,
                            cost,
                            guarantee: Guarantee::Optimal,
                        }));
                    }
                }
                Some(h) => {
                    let cut = if C::IS_EXACT { h - bound } else { h };
                    self.found = Some(self.found.map_or(cut, |found| found.min(cut)));
                }
                None => {}
            }
            self.at += 1;
        }
        Ok(None)
    }
}

/// What a path to a goal costs, and its moves.
type Found<P> = (<P as Puzzle>::Cost, Vec<<P as Puzzle>::Move>);

/// Walks on below a start, and notes what is cut off; returns the path to the goal where it stopped, if
/// it did.
fn walk<'p, P: Puzzle, const INFORMED: bool, const EXACT: bool>(
    start: &P::State,
    (h, bound): (P::Cost, P::Cost),
    (place, found): (&mut Place, &mut Option<P::Cost>),
    puzzle: &'p P,
    monitor: &mut Monitor<'_, P>,
) -> Result<Option<Found<P>>, Stop>
where
    Within<'p, P, INFORMED, EXACT>: Deepening<P>,
{
    let rule = Within::new(puzzle, bound);
    let root = rule.root(h);
    let mut walk = Walk::new(rule, puzzle, monitor);
    if let Some(found) = *found {
        walk.budget.cut_off(found);
    }
    let (rule, cut_off, end) = walk.run(start, place, root);
    *found = cut_off;
    end.map(|moves| moves.map(|moves| (rule.goal, moves)))
}

/// Every path within the bound. What is carried is the slack: how much more may be spent than the
/// estimate says is needed; or, where differences are not `EXACT`, what was spent.
struct Within<'p, P: Puzzle, const INFORMED: bool, const EXACT: bool> {
    puzzle: &'p P,
    bound: P::Cost,
    /// The cost of the path to the goal where the walk stopped.
    goal: P::Cost,
}

/// A rule with a bound.
trait Deepening<P: Puzzle>: Rule<P> {
    /// What is carried to a start with this estimate.
    fn root(&self, h: P::Cost) -> Self::Carried;
}

impl<'p, P: Puzzle, const INFORMED: bool, const EXACT: bool> Within<'p, P, INFORMED, EXACT> {
    fn new(puzzle: &'p P, bound: P::Cost) -> Self {
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
    fn root(&self, h: P::Cost) -> Slack<P::Cost> {
        Slack(self.bound - h)
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
        _: &mut Monitor<'_, P>,
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
struct Spent<C>(C);

impl<C: Copy> Carried for Spent<C> {}

impl<P: Puzzle, const INFORMED: bool> Deepening<P> for Within<'_, P, INFORMED, false> {
    fn root(&self, _: P::Cost) -> Spent<P::Cost> {
        Spent(P::Cost::zero())
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
        _: &mut Monitor<'_, P>,
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
