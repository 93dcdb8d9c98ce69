//! The loop behind iterative deepening and IDA*; they differ in the heuristic they use.

use num_traits::{Bounded, CheckedAdd, One, Saturating, Zero};

use super::walk::{Rule, Walk};
use crate::cost::Cost;
use crate::monitor::{Iteration, Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::solver::{Guarantee, Verdict};
use crate::traversal::{Change, Edge, Step};

/// Searches depth-first for a path of cost at most the bound, with ever larger bounds.
///
/// Without `INFORMED` the heuristic is taken to be zero.
pub(super) fn run<P: Puzzle, const INFORMED: bool>(
    puzzle: &P,
    start: &P::State,
    monitor: &mut Monitor<'_, P>,
) -> Result<Verdict<P::Move, P::Cost>, Stop> {
    let mut h = P::Cost::zero();
    if INFORMED {
        let Some(of_start) = puzzle.heuristic(start) else {
            return Ok(Verdict::dead_end());
        };
        h = of_start;
    }
    let mut bound = h;
    loop {
        if monitor.limits().cost.is_some_and(|max| bound > max) {
            return Err(monitor.stop_at_cost_limit());
        }
        monitor.raise_lower_bound(bound)?;
        let before = Iteration::so_far(bound, monitor.stats());
        let rule = Within::<P, INFORMED>::new(puzzle, bound);
        let (rule, end) = Walk::new(rule, puzzle, monitor).run(start, bound - h);
        let told =
            monitor.finish_iteration(Iteration::so_far(bound, monitor.stats()).since(&before));
        if let Some(moves) = end? {
            let solution = Solution::new(moves, rule.goal);
            return Ok(Verdict::Solved(solution, Guarantee::Optimal));
        }
        told?;
        let Some(excess) = rule.least_excess() else {
            return Ok(Verdict::exhausted());
        };
        let next = bound.checked_add(&excess);
        bound = next.ok_or(Stop::CostOverflow)?;
    }
}

/// Every path within the bound. What is carried is the slack: how much more may be spent than the
/// estimate says is needed.
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
    fn new(puzzle: &'p P, bound: P::Cost) -> Self {
        Self {
            puzzle,
            bound,
            excess_of_two: false,
            other_excess: P::Cost::max_value(),
            goal: P::Cost::zero(),
        }
    }

    /// How much the bound has to grow; `None` if no child was cut off.
    fn least_excess(&self) -> Option<P::Cost> {
        let two = self.excess_of_two.then(two::<P::Cost>);
        let other = (self.other_excess < P::Cost::max_value()).then_some(self.other_excess);
        two.into_iter().chain(other).min()
    }

    #[inline]
    fn prune(&mut self, excess: P::Cost) -> Step<P::Cost> {
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
        let h = if INFORMED {
            self.puzzle.heuristic(&goal)
        } else {
            None
        };
        self.goal = self.g(slack, h.unwrap_or_else(P::Cost::zero));
    }
}

impl<P: Puzzle, const INFORMED: bool> Rule<P> for Within<'_, P, INFORMED> {
    const INFORMED: bool = INFORMED;
    const COUNTS_AHEAD: bool = true;
    type Carried = P::Cost;

    /// Where every move costs one and changes the estimate by one, the slack changes by two or not
    /// at all; most nodes have none left, or enough for one more detour.
    const CLASSES: usize = if INFORMED { 3 } else { 1 };

    #[inline]
    fn class(slack: P::Cost) -> usize {
        if slack.is_zero() {
            1
        } else if slack == two::<P::Cost>() {
            2
        } else {
            0
        }
    }

    #[inline]
    fn class_below<const PARENT: usize>(parent: P::Cost, slack: P::Cost) -> usize {
        if slack == parent {
            PARENT
        } else {
            Self::class(slack)
        }
    }

    #[inline]
    fn of_class<const CLASS: usize>(slack: P::Cost) -> P::Cost {
        match CLASS {
            1 => P::Cost::zero(),
            2 => two::<P::Cost>(),
            _ => slack,
        }
    }

    fn g(&self, slack: P::Cost, h: P::Cost) -> P::Cost {
        self.bound.saturating_sub(slack).saturating_sub(h)
    }

    #[inline(always)]
    fn decide(
        &mut self,
        slack: P::Cost,
        edge: &Edge<'_, P>,
        Change { from, to }: Change<P::Cost>,
        _monitor: &mut Monitor<'_, P>,
    ) -> Result<Step<P::Cost>, Stop> {
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
        Ok(Step::Descend(slack))
    }
}

fn two<C: Cost>() -> C {
    C::one() + C::one()
}
