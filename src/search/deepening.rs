//! The loop behind iterative deepening and IDA*; they differ in the heuristic they use.

use num_traits::{CheckedAdd, One, Saturating, Zero};

use super::walk::{Rule, Walk};
use crate::monitor::{Iteration, Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::solver::{Guarantee, Verdict};
use crate::traversal::{Edge, Step};

/// Searches depth-first for a path of cost at most the bound, with ever larger bounds.
///
/// Without `INFORMED` the heuristic is taken to be zero.
pub(super) fn run<P: Puzzle, const INFORMED: bool>(
    puzzle: &P,
    start: &P::State,
    monitor: &mut Monitor<'_, P>,
) -> Result<Verdict<P::Move, P::Cost>, Stop> {
    let mut bound = P::Cost::zero();
    if INFORMED {
        let Some(h) = puzzle.heuristic(start) else {
            return Ok(Verdict::dead_end());
        };
        bound = h;
    }
    loop {
        if monitor.limits().cost.is_some_and(|max| bound > max) {
            return Err(monitor.stop_at_cost_limit());
        }
        monitor.raise_lower_bound(bound)?;
        let before = Iteration::so_far(bound, monitor.stats());
        let rule = Within::<P, INFORMED>::new(puzzle, bound);
        let (rule, end) = Walk::new(rule, monitor).run(puzzle, start, bound);
        let told = monitor.finish_iteration(Iteration::so_far(bound, monitor.stats()) - before);
        if let Some(moves) = end? {
            let solution = Solution::new(moves, rule.goal);
            return Ok(Verdict::Solved(solution, Guarantee::Optimal));
        }
        told?;
        let Some(excess) = rule.least_excess else {
            return Ok(Verdict::exhausted());
        };
        let next = bound.checked_add(&excess);
        let next = next.and_then(|next| next.checked_add(&P::Cost::one()));
        bound = next.ok_or(Stop::CostOverflow)?;
    }
}

/// Every path within the bound. What is carried is the part of the bound that is not spent yet.
struct Within<'p, P: Puzzle, const INFORMED: bool> {
    puzzle: &'p P,
    bound: P::Cost,
    /// How much more than one the bound would have to grow for a child that was cut off, at the
    /// least; nothing if none was.
    least_excess: Option<P::Cost>,
    /// The cost of the path to the goal where the walk stopped.
    goal: P::Cost,
}

impl<'p, P: Puzzle, const INFORMED: bool> Within<'p, P, INFORMED> {
    fn new(puzzle: &'p P, bound: P::Cost) -> Self {
        Self {
            puzzle,
            bound,
            least_excess: None,
            goal: P::Cost::zero(),
        }
    }
}

impl<P: Puzzle, const INFORMED: bool> Within<'_, P, INFORMED> {
    #[inline]
    fn prune(&mut self, excess: P::Cost) -> Step<P::Cost> {
        if self.least_excess.is_none_or(|least| excess < least) {
            self.least_excess = Some(excess);
        }
        Step::Prune
    }
}

impl<P: Puzzle, const INFORMED: bool> Rule<P> for Within<'_, P, INFORMED> {
    const INFORMED: bool = INFORMED;
    type Carried = P::Cost;

    fn g(&self, left: P::Cost) -> P::Cost {
        self.bound - left
    }

    #[inline]
    fn decide(
        &mut self,
        left: P::Cost,
        edge: &Edge<'_, P>,
        h: P::Cost,
        _monitor: &mut Monitor<'_, P>,
    ) -> Result<Step<P::Cost>, Stop> {
        // The same as below for the most usual cost, in one comparison.
        if edge.cost.is_one() {
            if h >= left {
                return Ok(self.prune(h - left));
            }
        } else if edge.cost > left || h > left - edge.cost {
            let needed = h.saturating_add(edge.cost - P::Cost::one());
            return Ok(self.prune(needed - left));
        }
        let rest = left - edge.cost;
        if self.puzzle.is_goal(edge.child) {
            self.goal = self.bound - rest;
            return Ok(Step::Stop);
        }
        Ok(Step::Descend(rest))
    }
}
