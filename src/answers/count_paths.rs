//! Counting all paths to a goal of an acyclic space.

use core::ops::Deref;

use super::all_paths::all_paths;
use super::query::Query;
use crate::account::Stop;
use crate::puzzle::Puzzle;
use crate::search::{DepthFirst, Fold};

impl DepthFirst {
    /// Returns a query that counts all paths from `starts` to a goal, whatever they cost. The result is `None` if the
    /// count is 2^128 or more. A path ends at the first goal that it reaches.
    ///
    /// Two paths are different if they differ in an edge or begin at different starts; a start that is listed twice
    /// counts once. The search expands and stores every reachable state once.
    ///
    /// ```
    /// use puzzle_search::solvers::DepthFirst;
    /// use puzzle_search::from_steps;
    ///
    /// // The paths from corner to corner of a board of 8x8 squares, by steps to the right or down.
    /// let puzzle = from_steps(
    ///     |&(x, y): &(u8, u8)| [(x + 1, y), (x, y + 1)].into_iter().filter(|&(x, y)| x < 8 && y < 8),
    ///     |&at| at == (7, 7),
    /// );
    /// assert_eq!(DepthFirst::new().count_paths(&puzzle, [(0, 0)]).run()?, Some(3_432));
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    ///
    /// The query ends with [`Stop::Cycle`] if a path leads back to one of its own states, and with
    /// [`Stop::UnsupportedLimit`] if a limit on the cost or the moves of a solution is set.
    pub fn count_paths<'a, P: Puzzle + 'a>(
        &self,
        puzzle: impl Deref<Target = P> + 'a,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Query<'a, P, Option<u128>> {
        all_paths(puzzle, starts, Count, |_, walk, starts, _, _| {
            // A start without a value was not walked: it is known to be unsolvable.
            let mut counts =
                starts.map(|(_, start)| walk.value(start).map_or(Some(0), |&count| count));
            Ok(counts.try_fold(0_u128, |sum, count| sum.checked_add(count?)))
        })
    }
}

/// The value of a state is the number of paths to a goal; `None` if it is 2^128 or more.
struct Count;

impl<P: Puzzle> Fold<P> for Count {
    type Value = Option<u128>;

    fn goal(&self) -> Option<u128> {
        Some(1)
    }

    fn initial(&self) -> Option<u128> {
        Some(0)
    }

    fn add_neighbor(
        &self,
        count: &mut Option<u128>,
        _: (P::Cost, u32),
        next: &Option<u128>,
    ) -> Result<(), Stop> {
        *count = count.and_then(|count| count.checked_add((*next)?));
        Ok(())
    }
}
