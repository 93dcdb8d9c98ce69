//! [`Gap`]: the gap heuristic for pancakes, and GAP-k.

use super::{Flip, Pancake};
use crate::facts::Facts;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzles::{Arrangement, Packed};

/// The number of gaps in a stack of [`Pancake`]s. A gap is a pair of adjacent pancakes that are not adjacent in the
/// goal. The plate under the stack counts as one more pancake, the largest.
///
/// The heuristic is admissible and consistent. Depth-first solvers update the estimate in constant time.
/// [`ignoring`](Self::ignoring) makes weaker heuristics, which are known as GAP-k.
///
/// Paper: M. Helmert, "Landmark heuristics for the pancake problem", 2010.
///
/// ```
/// use puzzle_search::heuristics::Gap;
/// use puzzle_search::puzzles::Pancake;
/// use puzzle_search::{IdaStar, Puzzle, Solver};
///
/// let puzzle = Pancake::new(7)?.guided_by(Gap::new());
/// let start = puzzle.puzzle().state(&[7, 6, 5, 4, 1, 2, 3])?;
/// assert_eq!(puzzle.heuristic(&start), Some(2)); // between 4 and 1, and between 3 and the plate
/// assert_eq!(IdaStar::new().solve(&puzzle, &start).lower_bound, Some(2));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Gap {
    ignored: u8,
}

impl Gap {
    /// Makes the heuristic that counts all gaps.
    #[must_use]
    pub const fn new() -> Self {
        Self::ignoring(0)
    }

    /// Makes the heuristic GAP-k, where k is `smallest`. A gap does not count if one of its two pancakes is among the k
    /// smallest, pancakes 1 to k.
    ///
    /// ```
    /// use puzzle_search::heuristics::Gap;
    /// use puzzle_search::puzzles::Pancake;
    /// use puzzle_search::Puzzle;
    ///
    /// let puzzle = Pancake::new(5)?;
    /// let stack = puzzle.state(&[2, 4, 1, 5, 3])?;
    /// assert_eq!(puzzle.clone().guided_by(Gap::new()).heuristic(&stack), Some(5));
    /// // The gaps of pancakes 1 and 2 do not count: 2 on 4, 4 on 1, and 1 on 5.
    /// assert_eq!(puzzle.guided_by(Gap::ignoring(2)).heuristic(&stack), Some(2));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn ignoring(smallest: u8) -> Self {
        Self { ignored: smallest }
    }

    /// 1 if there is a gap between the pancake at `upper` and the one, or the plate, at `lower`; otherwise 0.
    #[inline]
    fn between<B: Packed>(
        self,
        puzzle: &Pancake<B>,
        stack: &Arrangement<B>,
        upper: usize,
        lower: usize,
    ) -> u32 {
        let (upper, lower) = (puzzle.pancake(stack, upper), puzzle.pancake(stack, lower));
        let is_ignored = upper.min(lower) < usize::from(self.ignored);
        u32::from(!is_ignored && puzzle.home(upper).abs_diff(puzzle.home(lower)) != 1)
    }
}

impl<B: Packed> Heuristic<Pancake<B>> for Gap {
    type Memo = u32;

    #[inline]
    fn memo(&self, puzzle: &Pancake<B>, stack: &Arrangement<B>) -> u32 {
        let size = puzzle.size();
        if self.ignored > 0 {
            let gap = |lower| self.between(puzzle, stack, lower - 1, lower);
            return (1..=size).map(gap).sum();
        }
        // With all places in one row, the comparisons vectorise.
        let mut homes = [0; 256];
        puzzle.write_homes(stack, &mut homes);
        let pairs = homes[..size].iter().zip(&homes[1..=size]);
        let gaps = pairs.map(|(upper, lower)| u8::from(upper.abs_diff(*lower) != 1));
        // A stack has at most 255 gaps.
        gaps.fold(0, u8::wrapping_add).into()
    }

    #[inline]
    fn advance(
        &self,
        puzzle: &Pancake<B>,
        memo: u32,
        parent: &Arrangement<B>,
        &Flip(count): &Flip,
        _child: &Arrangement<B>,
    ) -> u32 {
        let below = usize::from(count);
        let parted = self.between(puzzle, parent, below.saturating_sub(1), below);
        memo + self.between(puzzle, parent, 0, below) - parted
    }

    #[inline]
    fn estimate(&self, _: &Pancake<B>, memo: u32) -> Option<u32> {
        Some(memo)
    }

    fn facts(&self, space: Facts<u32>) -> Facts<u32> {
        space.consistent()
    }
}
