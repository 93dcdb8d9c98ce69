//! [`Guided`]: a puzzle combined with a heuristic.

use core::fmt;
use core::ops::ControlFlow;

use super::Heuristic;
use crate::facts::Facts;
use crate::puzzle::Puzzle;
use crate::puzzle::adaptor::{
    delegate_deepen_by, delegate_encodings, delegate_puzzle, delegate_ranks,
};
use crate::puzzle::traversal::IterationOf;

/// A puzzle combined with a [`Heuristic`], which is used instead of the puzzle's own heuristic. States, moves and goals
/// are those of the puzzle, whose own methods are reached by [`puzzle`](Self::puzzle).
///
/// ```
/// use puzzle_search::heuristics::{Guided, Misplaced};
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{IdaStar, Solver};
///
/// let puzzle = Guided::new(SlidingTiles::new(3, 3)?, Misplaced)?;
/// let start = puzzle.puzzle().state(&[1, 2, 3, 4, 5, 6, 0, 7, 8])?;
/// assert_eq!(IdaStar::new().solve(&puzzle, &start).lower_bound, Some(2));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guided<P, H> {
    puzzle: P,
    heuristic: H,
}

impl<P: Puzzle, H: Heuristic<P>> Guided<P, H> {
    /// Combines `puzzle` with `heuristic`.
    ///
    /// # Errors
    ///
    /// Returns an error if the heuristic was made for [another puzzle](Heuristic::fits), such as a board of another
    /// size.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Guided, LinearConflict};
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let of_another_board = LinearConflict::new(&SlidingTiles::new(3, 3)?);
    /// assert!(Guided::new(SlidingTiles::new(4, 4)?, of_another_board).is_err());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn new(puzzle: P, heuristic: H) -> Result<Self, Mismatch> {
        if heuristic.fits(&puzzle) {
            Ok(Self { puzzle, heuristic })
        } else {
            Err(Mismatch(()))
        }
    }
}

impl<P, H> Guided<P, H> {
    /// Returns the puzzle without the heuristic.
    ///
    /// ```
    /// use puzzle_search::heuristics::Misplaced;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Puzzle;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Misplaced);
    /// assert_eq!(puzzle.heuristic(&puzzle.puzzle().goal()), Some(0));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// Returns the puzzle and the heuristic.
    #[must_use]
    pub const fn parts(&self) -> (&P, &H) {
        (&self.puzzle, &self.heuristic)
    }
}

/// The error of [`Guided::new`]: the heuristic was made for another puzzle.
///
/// ```
/// use puzzle_search::heuristics::{Guided, LinearConflict};
/// use puzzle_search::puzzles::SlidingTiles;
///
/// let heuristic = LinearConflict::new(&SlidingTiles::new(3, 3)?);
/// let error = Guided::new(SlidingTiles::new(4, 4)?, heuristic).expect_err("it is larger");
/// assert!(error.to_string().starts_with("the heuristic was made for another puzzle"));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch(());

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the heuristic was made for another puzzle: expected one of the same size and goal as \
             the puzzle that it is to guide",
        )
    }
}

impl core::error::Error for Mismatch {}

impl<P: Puzzle, H: Heuristic<P>> Puzzle for Guided<P, H> {
    delegate_puzzle!(P, self => self.puzzle);
    delegate_deepen_by!(self => self.puzzle);

    #[inline]
    fn heuristic(&self, state: &P::State) -> Option<P::Cost> {
        let memo = self.heuristic.memo(&self.puzzle, state);
        self.heuristic.estimate(&self.puzzle, memo)
    }

    fn facts(&self) -> Facts<P::Cost> {
        self.heuristic.facts(self.puzzle.facts().unguided())
    }

    #[inline]
    fn deepen(&self, iteration: &mut IterationOf<'_, P>) -> ControlFlow<()> {
        self.heuristic.deepen(&self.puzzle, iteration)
    }
}

delegate_encodings!([P: Puzzle, H: Heuristic<P>] Guided<P, H>, P, self => self.puzzle);
delegate_ranks!([P: Puzzle, H: Heuristic<P>] Guided<P, H>, P, self => self.puzzle);
