//! [`Heuristic`]: an estimate of the cost to a goal; [`Guided`]: a puzzle with such a heuristic.
//!
//! Invariant: along a path, a memo that is advanced edge by edge gives the same estimate as one computed from scratch.

mod combinators;
mod either;
mod guided;
mod own;
mod several;
mod symmetry;
pub(crate) mod two_sided;
mod zero;

pub use combinators::{FnHeuristic, Scaled};
pub use either::Either;
pub use guided::{Guided, Mismatch};
pub use own::Own;
pub use several::{Max, Sum};
pub use symmetry::{Reflected, Symmetry};
pub use two_sided::{BothWays, TwoSidedHeuristic};
pub use zero::Zero;

use core::ops::ControlFlow;

use crate::facts::Facts;
use crate::puzzle::Puzzle;
use crate::puzzle::traversal::IterationOf;

/// An estimate of the cost from a state to a goal, which can be updated after each move. Solvers assume that the
/// estimate is admissible, unless [`facts`](Self::facts) declares that it is not.
///
/// The *memo* of a state is a small value from which the estimate is computed, such as a running sum. The memo of a
/// child can be computed from the memo of its parent. To make a heuristic of your own, implement `Memo`, `memo` and
/// `estimate`; everything else has a default.
///
/// # Laws
///
/// * Unless `facts` declares that the heuristic is not admissible, `estimate` never exceeds the cost of a cheapest path
///   to a goal. In any case, `estimate` returns `None` only for states from which no goal can be reached.
/// * On every path, the memos that `advance` returns give the same estimates as the memos that `memo` computes for the
///   same states.
/// * `deepen` visits the same nodes, in the same order, as the default does.
///
/// To test these laws, call [`laws::check`](crate::laws::check) with the [`Guided`] puzzle.
///
/// ```
/// use puzzle_search::heuristics::Heuristic;
/// use puzzle_search::puzzles::{Arrangement, Definition, PermutationPuzzle};
/// use puzzle_search::{AStar, BreadthFirst, Puzzle, Solver};
///
/// /// Estimates one move if any tile is out of place, since one move can bring all eight into place.
/// struct AnyMisplaced;
///
/// impl Heuristic<PermutationPuzzle> for AnyMisplaced {
///     type Memo = u32;
///     fn memo(&self, puzzle: &PermutationPuzzle, state: &Arrangement) -> u32 {
///         u32::from(!puzzle.is_goal(state))
///     }
///     fn estimate(&self, _: &PermutationPuzzle, memo: u32) -> Option<u32> {
///         Some(memo)
///     }
/// }
///
/// let puzzle = PermutationPuzzle::new(&Definition::magic_squares())?;
/// let start = puzzle.goal();
/// let puzzle = puzzle.with_goal(&[2, 6, 8, 4, 5, 7, 3, 1])?.guided_by(AnyMisplaced);
/// let report = AStar::new().solve(&puzzle, &start);
/// assert_eq!(report.lower_bound, Some(7));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a heuristic of `{P}`",
    note = "give a closure to `guided_by_fn`, or wrap it in `FnHeuristic`"
)]
pub trait Heuristic<P: Puzzle> {
    /// The memo of a state: the value from which the estimate for the state is computed.
    type Memo: Copy;

    /// Computes the [memo](Self::Memo) of a state from scratch.
    fn memo(&self, puzzle: &P, state: &P::State) -> Self::Memo;

    /// Returns the memo of a child, given the memo of its parent and the move that leads to the child. The default
    /// computes the memo from scratch.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Heuristic, LinearConflict};
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Notation, Puzzle};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let heuristic = LinearConflict::new(&puzzle);
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// let memo = heuristic.memo(&puzzle, &start);
    /// for edge in puzzle.neighbors(&start) {
    ///     let kept_up = heuristic.advance(&puzzle, memo, &start, &edge.mv, &edge.state);
    ///     let recomputed = heuristic.memo(&puzzle, &edge.state);
    ///     assert_eq!(heuristic.estimate(&puzzle, kept_up), heuristic.estimate(&puzzle, recomputed));
    /// }
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[inline]
    fn advance(
        &self,
        puzzle: &P,
        _memo: Self::Memo,
        _parent: &P::State,
        _mv: &P::Move,
        child: &P::State,
    ) -> Self::Memo {
        self.memo(puzzle, child)
    }

    /// Returns the estimate for the state with a given memo, or `None` if it is certain that no goal can be reached.
    ///
    /// Solvers call this method often, so put costly work into [`memo`](Self::memo) and [`advance`](Self::advance).
    fn estimate(&self, puzzle: &P, memo: Self::Memo) -> Option<P::Cost>;

    /// Returns whether this heuristic is valid for a given puzzle, for example for the puzzle's size and goal. If it is
    /// not, [`Guided::new`] returns an error and [`guided_by`](Puzzle::guided_by) panics. The default returns true.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Guided, Heuristic, LinearConflict};
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let of_another_board = LinearConflict::new(&SlidingTiles::new(3, 3)?);
    /// let puzzle = SlidingTiles::new(4, 4)?;
    /// assert!(!of_another_board.fits(&puzzle));
    /// assert!(Guided::new(puzzle, of_another_board).is_err());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn fits(&self, _puzzle: &P) -> bool {
        true
    }

    /// Returns the [facts](Facts) of the [`Guided`] puzzle, given the facts `space` of the puzzle itself.
    ///
    /// In `space`, the caller has reset the facts about the heuristic: `admissible` is true, `consistent` and `parity`
    /// are false. Set `consistent` to true if the estimates are consistent, and `admissible` to false if they are not
    /// admissible. The default returns `space` unchanged.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Manhattan, Scaled};
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Puzzle;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// assert!(puzzle.clone().guided_by(Manhattan).facts().consistent);
    /// assert!(!puzzle.guided_by(Scaled::new(Manhattan, 3, 2)).facts().admissible);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost> {
        space
    }

    /// Walks one [`Iteration`](crate::puzzle::traversal::Iteration) by this heuristic. [`Guided`] puzzles call this
    /// method.
    ///
    /// Override this method if there is a faster walk for this heuristic than that of the puzzle for all heuristics. The
    /// default calls the latter, [`Puzzle::deepen_by`].
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::heuristics::{Heuristic, Manhattan};
    /// use puzzle_search::puzzles::{Board, SlidingTiles};
    /// use puzzle_search::puzzle::traversal::IterationOf;
    /// use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
    ///
    /// /// Manhattan distance, whose walks are counted.
    /// struct Counted(std::cell::Cell<u32>);
    /// impl Heuristic<SlidingTiles> for Counted {
    ///     type Memo = u32;
    ///     fn memo(&self, puzzle: &SlidingTiles, board: &Board) -> u32 {
    ///         Manhattan.memo(puzzle, board)
    ///     }
    ///     fn estimate(&self, puzzle: &SlidingTiles, memo: u32) -> Option<u32> {
    ///         Manhattan.estimate(puzzle, memo)
    ///     }
    ///     fn deepen(
    ///         &self,
    ///         puzzle: &SlidingTiles,
    ///         iteration: &mut IterationOf<'_, SlidingTiles>,
    ///     ) -> ControlFlow<()> {
    ///         self.0.set(self.0.get() + 1);
    ///         Manhattan.deepen(puzzle, iteration)
    ///     }
    /// }
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Counted(0.into()));
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// assert_eq!(IdaStar::new().cost(&puzzle, &start)?, 31);
    /// assert_eq!(puzzle.parts().1.0.get(), 6); // within 21, 23 .. 31
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    fn deepen(&self, puzzle: &P, iteration: &mut IterationOf<'_, P>) -> ControlFlow<()>
    where
        Self: Sized,
    {
        puzzle.deepen_by(self, iteration)
    }
}
