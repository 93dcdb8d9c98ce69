//! The loop behind iterative deepening and IDA*; they differ in the heuristic they use.

use alloc::vec::Vec;

use num_traits::{Bounded, CheckedAdd, One, Saturating, Zero};

use super::saved::{Reader, SavedRun, Writer};
use super::walk::{Place, Rule, Walk};
use crate::cost::Cost;
use crate::monitor::{Monitor, Stop};
use crate::portable::Portable;
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::solver::{Run, Verdict, VerdictOf};
use crate::traversal::{Change, EdgeOf, Slack, Step, two};

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
    found: Excess<C>,
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
            found: Excess {
                two: false,
                other: None,
            },
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
                monitor.begin_iteration(bound);
                self.next = Next::Rest(bound);
            }
            if let Some(solved) = self.iterate(bound, puzzle, monitor)? {
                // Whatever the observer says, the goal is found.
                let _ = monitor.finish_iteration();
                return Ok(solved);
            }
            self.next = match self.found.least() {
                None => Next::Exhausted,
                Some(excess) => bound
                    .checked_add(&excess)
                    .map_or(Next::Overflow, Next::Iteration),
            };
            self.found = Excess::default();
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
        to.flag(self.found.two);
        to.option(self.found.other);
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
            found: Excess {
                two: from.flag()?,
                other: from.option()?,
            },
            starts,
            next,
        })
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
                    let rule = Within::<P, INFORMED>::new(puzzle, bound, &self.found);
                    let walk = Walk::new(rule, puzzle, monitor);
                    let (rule, end) = walk.run(start, &mut self.place, Slack(bound - h));
                    self.found = rule.excess();
                    if let Some(moves) = end? {
                        return Ok(Some(Verdict::Moves {
                            start: self.at,
                            moves,
                            cost: rule.goal,
                            guarantee: Guarantee::Optimal,
                        }));
                    }
                }
                Some(h) => self.found.note(h - bound),
                None => {}
            }
            self.at += 1;
        }
        Ok(None)
    }
}

/// By how much the bound was exceeded, at the least.
#[derive(Clone, Copy, Debug, Default)]
struct Excess<C> {
    /// Whether by two.
    two: bool,
    /// The least other excess.
    other: Option<C>,
}

impl<C: Cost> Excess<C> {
    fn note(&mut self, excess: C) {
        self.other = Some(self.other.map_or(excess, |other| other.min(excess)));
    }

    /// By how much the bound has to grow; `None` if no path was cut off.
    fn least(&self) -> Option<C> {
        self.two.then(two).into_iter().chain(self.other).min()
    }
}

/// Every path within the bound. What is carried is the slack: how much more may be spent than the
/// estimate says is needed.
///
/// Where every move costs one and changes the estimate by one, the slack changes by two or not at all;
/// most nodes have none left, or enough for one more detour.
struct Within<'p, P: Puzzle, const INFORMED: bool> {
    puzzle: &'p P,
    bound: P::Cost,
    /// Whether there is a child that was cut off for which the bound would have to grow by two.
    excess_of_two: bool,
    /// How much it would have to grow for any other, at the least; the largest value if there is
    /// none.
    other_excess: P::Cost,
    /// The cost of the path to the goal where the walk stopped.
    goal: P::Cost,
}

impl<'p, P: Puzzle, const INFORMED: bool> Within<'p, P, INFORMED> {
    fn new(puzzle: &'p P, bound: P::Cost, found: &Excess<P::Cost>) -> Self {
        Self {
            puzzle,
            bound,
            excess_of_two: found.two,
            other_excess: found.other.unwrap_or_else(P::Cost::max_value),
            goal: P::Cost::zero(),
        }
    }

    fn excess(&self) -> Excess<P::Cost> {
        Excess {
            two: self.excess_of_two,
            other: Some(self.other_excess).filter(|&other| other < P::Cost::max_value()),
        }
    }

    #[inline]
    fn prune(&mut self, excess: P::Cost) -> Step<Slack<P::Cost, INFORMED>> {
        // Where it is known to be two, as it usually is, to note that is one instruction.
        if excess == two::<P::Cost>() {
            self.excess_of_two = true;
        } else {
            // The next bound may be too small, which costs an iteration, but never too large.
            let excess = excess.min(P::Cost::max_value() - P::Cost::one());
            if excess < self.other_excess {
                self.other_excess = excess;
            }
        }
        Step::Prune
    }

    /// Takes the state by value, for the same reason as [`Walk`] does.
    #[cold]
    #[inline(never)]
    #[expect(clippy::needless_pass_by_value, reason = "it has no address otherwise")]
    fn reach(&mut self, slack: P::Cost, goal: P::State) {
        let h = estimate::<P, INFORMED>(self.puzzle)(&goal);
        self.goal = self.g(Slack(slack), h.unwrap_or_else(P::Cost::zero));
    }
}

impl<P: Puzzle, const INFORMED: bool> Rule<P> for Within<'_, P, INFORMED> {
    const INFORMED: bool = INFORMED;
    const COUNTS_AHEAD: bool = true;
    type Carried = Slack<P::Cost, INFORMED>;

    fn g(&self, Slack(slack): Self::Carried, h: P::Cost) -> P::Cost {
        self.bound.saturating_sub(slack).saturating_sub(h)
    }

    #[inline(always)]
    fn decide(
        &mut self,
        Slack(slack): Self::Carried,
        edge: &EdgeOf<'_, P>,
        Change { from, to }: Change<P::Cost>,
        _monitor: &mut Monitor<'_, P>,
    ) -> Result<Step<Self::Carried>, Stop> {
        // No more than the bound, as `from` is part of the estimate.
        let left = slack.saturating_add(from);
        let slack = match edge.cost.checked_add(&to) {
            Some(needed) if needed <= left => left - needed,
            Some(needed) => return Ok(self.prune(needed - left)),
            None => return Ok(self.prune(P::Cost::max_value())),
        };
        if edge.may_be_goal && self.puzzle.is_goal(edge.child) {
            self.reach(slack, edge.child.clone());
            return Ok(Step::Stop);
        }
        Ok(Step::Descend(Slack(slack)))
    }
}
