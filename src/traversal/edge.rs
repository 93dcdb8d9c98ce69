//! [`Edge`]: what a visitor is told of an edge, and [`Change`], what of the estimate.

use core::fmt::{self, Debug};

use crate::puzzle::Puzzle;

/// The edge that a traversal is about to enter.
///
/// ```
/// use puzzle_search::puzzles::{Direction, SlidingTiles};
/// use puzzle_search::traversal::Edge;
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let (parent, child) = (puzzle.parse("1 0  3 2")?, puzzle.goal());
/// let edge = Edge::<SlidingTiles>::new(&parent, &Direction::Down, 1, &child);
/// assert!(edge.may_be_goal && edge.hint == 0); // for all that is known
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
#[non_exhaustive]
pub struct Edge<'a, P: Puzzle> {
    /// Where it comes from.
    pub parent: &'a P::State,
    /// The move.
    pub mv: &'a P::Move,
    /// What it costs.
    pub cost: P::Cost,
    /// Where it leads.
    pub child: &'a P::State,
    /// Whether the child may be a goal: false only if the traversal knows that it is none.
    pub may_be_goal: bool,
    /// What else a puzzle's own traversal knows of the edge, for heuristics that stand beside the
    /// puzzle; 0 says nothing.
    pub hint: u8,
}

impl<'a, P: Puzzle> Edge<'a, P> {
    /// An edge of which nothing else is known: the child may be a goal, and there is no hint.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Direction, SlidingTiles};
    /// use puzzle_search::traversal::Edge;
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let (parent, child) = (puzzle.goal(), puzzle.parse("1 0  3 2")?);
    /// let edge = Edge::<SlidingTiles>::new(&parent, &Direction::Up, 1, &child);
    /// let mut edge = edge;
    /// edge.may_be_goal = false; // known to be none
    /// assert_eq!(edge.child.blank(), 1);
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[inline]
    pub const fn new(
        parent: &'a P::State,
        mv: &'a P::Move,
        cost: P::Cost,
        child: &'a P::State,
    ) -> Self {
        Self {
            parent,
            mv,
            cost,
            child,
            may_be_goal: true,
            hint: 0,
        }
    }

    /// The same edge, of a puzzle that wraps this one or is wrapped by it.
    #[inline]
    pub(crate) const fn of<Q>(&self) -> Edge<'a, Q>
    where
        Q: Puzzle<State = P::State, Move = P::Move, Cost = P::Cost>,
    {
        Edge {
            parent: self.parent,
            mv: self.mv,
            cost: self.cost,
            child: self.child,
            may_be_goal: self.may_be_goal,
            hint: self.hint,
        }
    }
}

impl<P: Puzzle> Clone for Edge<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle> Copy for Edge<'_, P> {}

impl<P: Puzzle> Debug for Edge<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Edge")
            .field("parent", self.parent)
            .field("mv", self.mv)
            .field("cost", &self.cost)
            .field("child", self.child)
            .field("may_be_goal", &self.may_be_goal)
            .field("hint", &self.hint)
            .finish()
    }
}

/// How the estimate changes along an edge: two numbers of which only the difference counts.
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
