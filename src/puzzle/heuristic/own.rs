//! [`Own`]: the puzzle's own heuristic.

use super::Heuristic;
use crate::puzzle::Puzzle;

/// The puzzle's own method [`heuristic`](Puzzle::heuristic), as a heuristic. It is called once for each state.
///
/// It counts as [admissible](crate::Facts::admissible), even if the facts of the puzzle deny that: search such a puzzle
/// as it is, not guided by this.
///
/// ```
/// use puzzle_search::heuristics::{Heuristic, Own};
///
/// let puzzle = puzzle_search::from_fn(|&n: &u32| [((), n + 1, 1_u32)], |&n| n == 9)
///     .with_heuristic(|&n| 9_u32.checked_sub(n));
/// assert_eq!(Own.estimate(&puzzle, Own.memo(&puzzle, &4)), Some(5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Own;

impl<P: Puzzle> Heuristic<P> for Own {
    type Memo = Option<P::Cost>;

    #[inline]
    fn memo(&self, puzzle: &P, state: &P::State) -> Option<P::Cost> {
        puzzle.heuristic(state)
    }

    #[inline]
    fn estimate(&self, _: &P, memo: Option<P::Cost>) -> Option<P::Cost> {
        memo
    }
}
