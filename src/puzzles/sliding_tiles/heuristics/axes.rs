//! [`Axes`]: heuristics that estimate vertical and horizontal moves separately; and [`MaxPerAxis`]: their maximum for
//! each axis.

use crate::facts::Facts;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzles::{Board, Direction, Packed, SlidingTiles};

/// A heuristic for sliding tiles that adds two estimates: one for the vertical moves and one for the horizontal moves.
/// [`MaxPerAxis`] combines two such heuristics.
///
/// ```
/// use puzzle_search::heuristics::{Axes, Heuristic, InversionDistance};
/// use puzzle_search::puzzles::SlidingTiles;
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let inversions = InversionDistance::new(&puzzle);
/// let start = puzzle.state(&[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// let memo = inversions.memo(&puzzle, &start);
/// let [vertical, horizontal] = Axes::<u64>::axes(&inversions, memo);
/// assert_eq!(inversions.estimate(&puzzle, memo), Some(vertical + horizontal));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub trait Axes<B: Packed>: Heuristic<SlidingTiles<B>> {
    /// Returns the two estimates for the state with this [memo](Heuristic::memo): first of the number of vertical
    /// moves, then of the number of horizontal moves. Their sum is the [estimate](Heuristic::estimate) of the
    /// heuristic.
    ///
    /// Neither estimate exceeds the number of moves needed along its axis. If the heuristic's [facts](Heuristic::facts)
    /// say that it is consistent, a move along an axis lowers the estimate of that axis by at most one, and does not
    /// change the other estimate.
    fn axes(&self, memo: Self::Memo) -> [u32; 2];
}

/// A heuristic made of two heuristics for sliding tiles. It adds the larger of their estimates of the vertical moves
/// and the larger of their estimates of the horizontal moves. The sum is never less than the
/// [`Max`](crate::heuristics::Max) of the two heuristics.
///
/// Both heuristics must implement [`Axes`], as [`WalkingDistance`](crate::heuristics::WalkingDistance) and
/// [`InversionDistance`](crate::heuristics::InversionDistance) do. The estimate is admissible if both heuristics are
/// admissible, and consistent if both are consistent.
///
/// ```
/// use puzzle_search::heuristics::{InversionDistance, MaxPerAxis, WalkingDistance};
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Notation, Puzzle};
///
/// let puzzle = SlidingTiles::new(4, 4)?;
/// let walking = WalkingDistance::build(&puzzle).run()?;
/// let both = MaxPerAxis(walking, InversionDistance::new(&puzzle));
/// let puzzle = puzzle.guided_by(both);
/// let start = puzzle.parse("2 1 4 3  5 6 7 8  9 10 11 12  13 14 15 0")?;
/// assert_eq!(puzzle.heuristic(&start), Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MaxPerAxis<A, C>(pub A, pub C);

impl<B: Packed, A: Axes<B>, C: Axes<B>> Heuristic<SlidingTiles<B>> for MaxPerAxis<A, C> {
    type Memo = (A::Memo, C::Memo);

    fn memo(&self, puzzle: &SlidingTiles<B>, board: &Board<B>) -> Self::Memo {
        (self.0.memo(puzzle, board), self.1.memo(puzzle, board))
    }

    #[inline]
    fn advance(
        &self,
        puzzle: &SlidingTiles<B>,
        memo: Self::Memo,
        parent: &Board<B>,
        mv: &Direction,
        child: &Board<B>,
    ) -> Self::Memo {
        (
            self.0.advance(puzzle, memo.0, parent, mv, child),
            self.1.advance(puzzle, memo.1, parent, mv, child),
        )
    }

    fn fits(&self, puzzle: &SlidingTiles<B>) -> bool {
        self.0.fits(puzzle) && self.1.fits(puzzle)
    }

    fn facts(&self, space: Facts<u32>) -> Facts<u32> {
        let (a, c) = (self.0.facts(space), self.1.facts(space));
        space
            .admissible(a.admissible && c.admissible)
            .consistent(a.consistent && c.consistent)
    }

    #[inline]
    fn estimate(&self, _: &SlidingTiles<B>, memo: Self::Memo) -> Option<u32> {
        let (a, c) = (self.0.axes(memo.0), self.1.axes(memo.1));
        Some(a[0].max(c[0]) + a[1].max(c[1]))
    }
}
