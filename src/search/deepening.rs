//! The loop behind iterative deepening and IDA*; they differ in the heuristic they use.

use num_traits::{Bounded, CheckedAdd, Saturating, Zero};

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
        if !rule.cut {
            return Ok(Verdict::exhausted());
        }
        bound = bound
            .checked_add(&rule.min_excess)
            .ok_or(Stop::CostOverflow)?;
    }
}

/// Every path within the bound. What is carried is the part of the bound that is not spent yet.
struct Within<'p, P: Puzzle, const INFORMED: bool> {
    puzzle: &'p P,
    bound: P::Cost,
    /// Whether a child was cut off, and by how much at the least it exceeded the bound.
    cut: bool,
    min_excess: P::Cost,
    /// The cost of the path to the goal where the walk stopped.
    goal: P::Cost,
}

impl<'p, P: Puzzle, const INFORMED: bool> Within<'p, P, INFORMED> {
    fn new(puzzle: &'p P, bound: P::Cost) -> Self {
        Self {
            puzzle,
            bound,
            cut: false,
            min_excess: P::Cost::max_value(),
            goal: P::Cost::zero(),
        }
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
        let needed = edge.cost.saturating_add(h);
        if needed > left {
            self.cut = true;
            if needed - left < self.min_excess {
                self.min_excess = needed - left;
            }
            return Ok(Step::Prune);
        }
        let left = left - edge.cost;
        if self.puzzle.is_goal(edge.child) {
            self.goal = self.bound - left;
            return Ok(Step::Stop);
        }
        Ok(Step::Descend(left))
    }
}
