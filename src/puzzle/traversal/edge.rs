//! [`Edge`]: what a visitor is told of an edge, and [`Change`], what of the estimate.

use core::fmt::{self, Debug};

use crate::account::Budget;
use crate::puzzle::Puzzle;

/// The edge that a traversal is about to enter, from a parent to a child.
///
/// ```
/// use puzzle_search::puzzles::{Direction, SlidingTiles};
/// use puzzle_search::traversal::Edge;
/// use puzzle_search::Notation;
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let (parent, child) = (puzzle.parse("1 0  3 2")?, puzzle.goal());
/// let edge = Edge::new(&parent, &Direction::Down, 1_u32, &child);
/// assert!(edge.may_be_goal && !edge.replayed); // `new` sets these two fields so
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[non_exhaustive]
pub struct Edge<'a, S, M, C> {
    /// The state that the edge leaves.
    pub parent: &'a S,
    /// The move along the edge.
    pub mv: &'a M,
    /// The cost of the edge.
    pub cost: C,
    /// The state that the edge leads to.
    pub child: &'a S,
    /// Whether the child may be a goal. If false, it is certain that the child is not a goal.
    pub may_be_goal: bool,
    /// True if the visitor descended along this edge before the traversal was paused. The visitor must then not count
    /// the child again, and must return [`Step::Descend`](super::Step::Descend).
    pub replayed: bool,
    /// What the sliding boards know of the goal, for the heuristics that stand beside them.
    pub(crate) hint: u8,
}

/// The type of an [`Edge`] of the puzzle `P`.
pub type EdgeOf<'a, P> = Edge<'a, <P as Puzzle>::State, <P as Puzzle>::Move, <P as Puzzle>::Cost>;

impl<'a, S, M, C> Edge<'a, S, M, C> {
    /// Creates an edge with these values, with `may_be_goal` true and `replayed` false.
    #[inline]
    pub const fn new(parent: &'a S, mv: &'a M, cost: C, child: &'a S) -> Self {
        Self {
            parent,
            mv,
            cost,
            child,
            may_be_goal: true,
            replayed: false,
            hint: 0,
        }
    }

    /// Returns this edge with its field `replayed` set to the given value.
    #[must_use]
    #[inline]
    pub fn replayed(self, replayed: bool) -> Self {
        Self { replayed, ..self }
    }
}

impl<S, M, C: Copy> Clone for Edge<'_, S, M, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, M, C: Copy> Copy for Edge<'_, S, M, C> {}

impl<S: Debug, M: Debug, C: Debug> Debug for Edge<'_, S, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Edge")
            .field("parent", self.parent)
            .field("mv", self.mv)
            .field("cost", &self.cost)
            .field("child", self.child)
            .field("may_be_goal", &self.may_be_goal)
            .field("replayed", &self.replayed)
            .finish_non_exhaustive()
    }
}

/// How the heuristic estimate changes along an edge.
///
/// If sums of costs are [not rounded](crate::Cost::IS_EXACT), only the difference between `from` and `to` matters. For
/// example, if the estimate is a sum over all tiles and one tile moves, `from` and `to` may be the terms of this tile.
/// With rounded sums, such as those of floating-point costs, `from` and `to` have to be the estimates themselves.
///
/// ```
/// use puzzle_search::traversal::Change;
///
/// // A tile that was two moves away is now three moves away. The sum over all tiles was 21 and is now 22.
/// let (whole, part) = (Change { from: 21, to: 22 }, Change { from: 2, to: 3 });
/// assert_eq!(whole.to - whole.from, part.to - part.from);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<C> {
    /// The estimate of the parent, or this estimate minus some amount.
    pub from: C,
    /// The estimate of the child, minus the same amount.
    pub to: C,
}

impl<C> Budget<C> {
    /// Charges the child that an edge leads to. Returns false if the charge is refused. If the field
    /// [`replayed`](Edge::replayed) of the edge is true, the method charges nothing and returns true.
    #[must_use]
    #[inline(always)]
    pub fn enter<S, M>(&mut self, edge: &Edge<'_, S, M, C>) -> bool {
        edge.replayed || self.generate()
    }
}
