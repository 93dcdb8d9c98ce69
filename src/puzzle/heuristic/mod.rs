//! [`Heuristic`]: an estimate of the cost to a goal as a value of its own; [`Guided`]: a puzzle with one.

mod combinators;
mod either;
pub(crate) mod estimator;
mod guided;
mod symmetry;
pub(crate) mod two_sided;
mod zero;

pub use combinators::{FnHeuristic, Max, Scaled, Sum, WithGuess};
pub use either::Either;
pub use guided::{Guided, Mismatch};
pub use symmetry::{Reflected, Symmetry};
pub use two_sided::{BothWays, TwoSidedHeuristic};
pub use zero::Zero;

use core::ops::ControlFlow;

use crate::cost::Cost;
use crate::facts::Facts;
use crate::guess::Guess;
use crate::puzzle::Puzzle;
use crate::puzzle::traversal::{Change, EdgeOf, Root, Visitor};
use estimator::{ByChange, ByMemo};

/// An estimate of the cost from a state to a goal. It can be updated after each move. Solvers assume that the estimate
/// is admissible, unless [`facts`](Self::facts) declares that it is not.
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
/// * In every [`Change`] that `change` returns, `to - from` equals the estimate of the child minus the estimate of the
///   parent.
///
/// To test these laws, call [`laws::check`](crate::laws::check) with the [`Guided`] puzzle.
///
/// ```
/// use puzzle_search::heuristics::Heuristic;
/// use puzzle_search::puzzles::MagicSquares;
/// use puzzle_search::{AStar, BreadthFirst, Puzzle, Solver};
///
/// /// Estimates one move if any tile is out of place, since one move can bring all eight into place.
/// struct AnyMisplaced;
///
/// impl Heuristic<MagicSquares> for AnyMisplaced {
///     type Memo = u32;
///     fn memo(&self, puzzle: &MagicSquares, state: &<MagicSquares as Puzzle>::State) -> u32 {
///         u32::from(!puzzle.is_goal(state))
///     }
///     fn estimate(&self, _: &MagicSquares, memo: u32) -> Option<u32> {
///         Some(memo)
///     }
/// }
///
/// let puzzle = MagicSquares::new(&[2, 6, 8, 4, 5, 7, 3, 1])?.guided_by(AnyMisplaced);
/// let report = AStar::new().solve(&puzzle, &MagicSquares::initial());
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
    ///     let anew = heuristic.memo(&puzzle, &edge.state);
    ///     assert_eq!(heuristic.estimate(&puzzle, kept_up), heuristic.estimate(&puzzle, anew));
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

    /// Returns a [guess](Puzzle::guess) of the cost from a state to a goal. The guess may be too high. If the result is
    /// `None`, solvers use the guess of the puzzle itself. The default returns `None`.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Heuristic, Manhattan};
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// assert_eq!(Manhattan.guess(&puzzle, &puzzle.goal()), None);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[inline]
    fn guess(&self, _puzzle: &P, _state: &P::State) -> Option<Guess<P::Cost>> {
        None
    }

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

    /// Returns the [facts](Facts) of the [`Guided`] puzzle, given the facts of the puzzle itself.
    ///
    /// In the argument, the caller has reset the facts about the heuristic: `admissible` is true, `consistent` and
    /// `parity` are false. Set `consistent` to true if the estimates are consistent, and `admissible` to false if they
    /// are not admissible. The default returns the argument unchanged.
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

    /// Whether calling [`change`](Self::change) is faster than updating the [memo](Self::Memo). If true, depth-first
    /// solvers call `change`, unless the cost type [rounds sums](Cost::IS_EXACT), as floating-point numbers do.
    const CHANGE_IS_LOCAL: bool = false;

    /// Returns whether solvers may call [`change`](Self::change) for all edges below a state: those out of the state,
    /// and those out of its descendants. The result must be false if `change` is wrong for one of these edges. The
    /// default returns [`CHANGE_IS_LOCAL`](Self::CHANGE_IS_LOCAL).
    ///
    /// ```
    /// use puzzle_search::heuristics::{Heuristic, Manhattan, Zero};
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// assert!(Manhattan.is_local_below(&puzzle, &puzzle.goal()));
    /// assert!(!Zero.is_local_below(&puzzle, &puzzle.goal()));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn is_local_below(&self, _puzzle: &P, _start: &P::State) -> bool {
        Self::CHANGE_IS_LOCAL
    }

    /// Returns how the estimate changes along an edge, or `None` if no goal can be reached from the parent or the
    /// child. In the [`Change`], `to - from` must be the child's estimate minus the parent's estimate.
    ///
    /// The default computes both estimates from scratch. If the change can be computed from the edge alone, override
    /// this method and [`CHANGE_IS_LOCAL`](Self::CHANGE_IS_LOCAL).
    ///
    /// ```
    /// use puzzle_search::heuristics::{Heuristic, Manhattan};
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::traversal::Edge;
    /// use puzzle_search::Puzzle;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let goal = puzzle.goal();
    /// for next in puzzle.neighbors(&goal) {
    ///     let edge = Edge::new(&goal, &next.mv, next.cost, &next.state);
    ///     let change = Manhattan.change(&puzzle, &edge).expect("no dead end");
    ///     assert_eq!(change.to - change.from, 1); // the tile that moves leaves its place
    /// }
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[inline]
    fn change(&self, puzzle: &P, edge: &EdgeOf<'_, P>) -> Option<Change<P::Cost>> {
        let of = |state| self.estimate(puzzle, self.memo(puzzle, state));
        let (from, to) = (of(edge.parent)?, of(edge.child)?);
        Some(Change { from, to })
    }

    /// The puzzle's traversal, following this heuristic.
    #[doc(hidden)]
    #[inline]
    fn depth_first<V: Visitor<P::State, P::Move, P::Cost>>(
        &self,
        puzzle: &P,
        root: Root<'_, P::State, P::Move>,
        carried: V::Carried,
        visitor: V,
    ) -> (V, ControlFlow<()>)
    where
        Self: Sized,
    {
        // A constant, so that what is not taken is not compiled. Of a local change only the difference counts.
        if const { P::Cost::IS_EXACT && Self::CHANGE_IS_LOCAL }
            && self.is_local_below(puzzle, root.state)
        {
            return puzzle.informed_depth_first(root, (ByChange(self), ()), carried, visitor);
        }
        let memo = self.memo(puzzle, root.state);
        puzzle.informed_depth_first(root, (ByMemo(self), memo), carried, visitor)
    }
}
