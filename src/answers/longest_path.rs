//! A path of the greatest cost to a goal of an acyclic space.

use core::cmp::Reverse;
use core::ops::Deref;

use super::all_paths::all_paths;
use super::query::{Query, SolutionOf};
use crate::account::{Claimed, Stop};
use crate::cost::Cost;
use crate::puzzle::Puzzle;
use crate::report::Unsolved;
use crate::search::{DepthFirst, Fold};
use crate::solution::{Solution, replay};
use crate::solvability::Reason;

impl DepthFirst {
    /// Returns a query that finds a path of the greatest cost from `starts` to a goal. If several paths have this cost,
    /// it finds the first of them in neighbor order. A path ends at the first goal that it reaches.
    ///
    /// The search expands and stores every reachable state once.
    ///
    /// ```
    /// use puzzle_search::solvers::DepthFirst;
    /// use puzzle_search::from_fn;
    ///
    /// // An edge leads from a task to a later one. Its cost is the least time between their beginnings.
    /// // The cost of the longest path is the earliest time at which the roof can begin.
    /// let tasks = [("dig", "wall", 3), ("dig", "drain", 1), ("drain", "wall", 4), ("wall", "roof", 5)];
    /// let puzzle = from_fn(
    ///     |&now: &&str| tasks.into_iter().filter(move |task| task.0 == now).map(|task| (task.1, task.1, task.2 as u32)),
    ///     |&now| now == "roof",
    /// );
    /// let path = DepthFirst::new().longest_path(&puzzle, ["dig"]).run()?;
    /// assert_eq!((path.to_string(), path.cost()), ("drain wall roof".into(), 10));
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    ///
    /// The query ends with [`Stop::Cycle`] if a path leads back to one of its own states. It ends with
    /// [`Stop::RoundedCosts`] for costs whose sums are [rounded](crate::Cost::IS_EXACT), such as floating-point
    /// numbers, and with [`Stop::UnsupportedLimit`] if a limit on the cost or the moves of a solution is set.
    pub fn longest_path<'a, P: Puzzle + 'a>(
        &self,
        puzzle: impl Deref<Target = P> + 'a,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Query<'a, P, SolutionOf<P>> {
        all_paths(
            puzzle,
            starts,
            Longest,
            |puzzle, walk, starts, why, memory| {
                let known = |state: &P::State| walk.value(state).copied().flatten();
                let ends = starts.filter_map(|(at, start)| Some((known(start)?, at, start)));
                let Some(((cost, _), at, start)) = ends.max_by_key(|end| (end.0.0, Reverse(end.1)))
                else {
                    return Err(Unsolved::unsolvable(why.unwrap_or_else(|| {
                        Reason::new(
                            "every state that can be reached was searched and none is a goal",
                        )
                    })));
                };
                let mut moves = Claimed::new();
                let mut state = start.clone();
                let stopped = |stop| Unsolved::stopped(stop, None);
                while let Some((_, Some(nth))) = known(&state) {
                    let edge = replay::neighbor(puzzle, &state, nth).map_err(stopped)?;
                    moves.push(edge.mv, memory).map_err(stopped)?;
                    state = edge.state;
                }
                let solution = Solution::new(moves.into_inner(), cost).begun_at(at);
                let replayed = solution.verify(puzzle, start);
                replayed.map_err(|error| stopped(error.into()))?;
                Ok(solution)
            },
        )
    }
}

/// The value of a state is the cost of a longest path to a goal, and the position of the next state on this path among
/// the neighbors (`None` at a goal); the value is `None` if no path leads to a goal.
struct Longest;

impl<P: Puzzle> Fold<P> for Longest {
    type Value = Option<(P::Cost, Option<u32>)>;
    const COMPARES_COSTS: bool = true;

    fn goal(&self) -> Self::Value {
        Some((num_traits::zero(), None))
    }

    fn initial(&self) -> Self::Value {
        None
    }

    fn add_neighbor(
        &self,
        longest: &mut Self::Value,
        (cost, nth): (P::Cost, u32),
        next: &Self::Value,
    ) -> Result<(), Stop> {
        if let Some((rest, _)) = next {
            let cost = cost.checked_add(rest).ok_or(Stop::CostOverflow)?;
            if longest.is_none_or(|(most, _)| cost > most) {
                *longest = Some((cost, Some(nth)));
            }
        }
        Ok(())
    }
}
