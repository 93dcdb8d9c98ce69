//! [`Edge`]: what a visitor is told of an edge, and [`Change`], what of the estimate.

use core::fmt::{self, Debug};

use crate::puzzle::Puzzle;

/// The edge that a traversal is about to enter, between states `S` by a move `M` at a cost `C`.
///
/// ```
/// use puzzle_search::puzzles::{Direction, SlidingTiles};
/// use puzzle_search::traversal::Edge;
/// use puzzle_search::Notation;
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let (parent, child) = (puzzle.parse("1 0  3 2")?, puzzle.goal());
/// let edge = Edge::new(&parent, &Direction::Down, 1_u32, &child);
/// assert!(edge.may_be_goal && !edge.replayed); // for all that is known
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[non_exhaustive]
pub struct Edge<'a, S, M, C> {
    /// The state it leaves.
    pub parent: &'a S,
    /// The move.
    pub mv: &'a M,
    /// What it costs.
    pub cost: C,
    /// The state it leads to.
    pub child: &'a S,
    /// Whether the child may be a goal: false only if the traversal knows that it is none.
    pub may_be_goal: bool,
    /// Whether the edge was entered before the traversal was paused, and descended: it is counted
    /// already, and has to be descended again.
    pub replayed: bool,
    /// What the sliding boards know of the goal, for the heuristics that stand beside them.
    pub(crate) hint: u8,
}

/// An edge of the puzzle `P`.
pub type EdgeOf<'a, P> = Edge<'a, <P as Puzzle>::State, <P as Puzzle>::Move, <P as Puzzle>::Cost>;

impl<'a, S, M, C> Edge<'a, S, M, C> {
    /// An edge of which nothing else is known: the child may be a goal.
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

    /// The same edge, entered once more after a pause.
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

/// How the estimate changes along an edge: two numbers of which only the difference counts where
/// differences of costs are [exact](crate::Cost::IS_EXACT). Elsewhere they are the estimates.
///
/// They are the estimates of parent and child, or both less the same amount: a sum over tiles, of
/// which a move moves one, leaves out what stays.
///
/// ```
/// use puzzle_search::traversal::Change;
///
/// // From 21 to 22, or a tile that was two moves away and now is three.
/// let (whole, part) = (Change { from: 21, to: 22 }, Change { from: 2, to: 3 });
/// assert_eq!(whole.to - whole.from, part.to - part.from);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<C> {
    /// At most the parent's estimate.
    pub from: C,
    /// At most the child's estimate.
    pub to: C,
}
