//! [`Zero`]: the heuristic that is zero everywhere.

use super::Heuristic;
use crate::facts::Facts;
use crate::puzzle::Puzzle;

/// The heuristic that estimates zero for every state. A* with this heuristic is uniform-cost search.
///
/// ```
/// use puzzle_search::heuristics::Zero;
/// use puzzle_search::puzzles::SwapGame;
/// use puzzle_search::{Notation, Puzzle};
///
/// let puzzle = SwapGame::new(2, 2)?.guided_by(Zero);
/// let start = puzzle.parse("4 3  2 1")?;
/// assert_eq!(puzzle.heuristic(&start), Some(0));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Zero;

impl<P: Puzzle> Heuristic<P> for Zero {
    type Memo = ();

    #[inline]
    fn memo(&self, _: &P, _: &P::State) {}

    fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost> {
        space.consistent()
    }

    #[inline]
    fn estimate(&self, _: &P, (): ()) -> Option<P::Cost> {
        Some(num_traits::zero())
    }
}
