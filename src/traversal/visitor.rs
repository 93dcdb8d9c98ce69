//! [`Visitor`]: the solver's side of a traversal.

use core::ops::ControlFlow;

use super::carried::Carried;
use super::edge::{Change, Edge};
use crate::monitor::Budget;

/// What a visitor wants after it has seen an edge.
///
/// ```
/// use puzzle_search::traversal::Step;
///
/// /// Goes down as long as there is something left to spend.
/// fn step(left: u32) -> Step<u32> {
///     left.checked_sub(1).map_or(Step::Prune, Step::Descend)
/// }
/// assert_eq!((step(3), step(0)), (Step::Descend(2), Step::Prune));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<T> {
    /// Leave the child out and go on with its siblings.
    Prune,
    /// Go on below the child, for which this value is carried.
    Descend(T),
    /// End the traversal.
    Stop,
}

impl<T> Step<T> {
    /// The same step with another value, as an adaptor needs it that carries more.
    ///
    /// ```
    /// use puzzle_search::traversal::Step;
    ///
    /// assert_eq!(Step::Descend(3).map(|left| ("memo", left)), Step::Descend(("memo", 3)));
    /// ```
    #[inline(always)]
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Step<U> {
        match self {
            Self::Prune => Step::Prune,
            Self::Descend(carried) => Step::Descend(f(carried)),
            Self::Stop => Step::Stop,
        }
    }
}

/// The solver's side of a depth-first traversal over states `S`, moves `M` and costs `C`; see the
/// [module](crate::traversal) for an example.
///
/// `enter` and `unwind` make a visitor. A visitor that is to be paused stops in `expand` or `enter`,
/// keeps the indices that `unwind` is then given, and goes on from a
/// [resumed root](super::Root::resumed).
///
/// ```
/// use core::ops::ControlFlow;
/// use puzzle_search::puzzles::{Direction, SlidingTiles};
/// use puzzle_search::traversal::{Change, Edge, Root, Step, Visitor};
/// use puzzle_search::{Notation, Puzzle};
///
/// /// Looks for a goal within some moves; what is carried is how many are left.
/// struct Seek<'a, P: Puzzle> {
///     puzzle: &'a P,
///     path: Vec<P::Move>,
/// }
///
/// impl<P: Puzzle> Visitor<P::State, P::Move, P::Cost> for Seek<'_, P> {
///     type Carried = u32;
///
///     fn enter(
///         &mut self,
///         left: u32,
///         edge: Edge<'_, P::State, P::Move, P::Cost>,
///         _change: impl FnOnce() -> Option<Change<P::Cost>>,
///     ) -> Step<u32> {
///         if edge.may_be_goal && self.puzzle.is_goal(edge.child) {
///             return Step::Stop;
///         }
///         if left > 1 { Step::Descend(left - 1) } else { Step::Prune }
///     }
///
///     fn unwind(&mut self, _index: u32, mv: P::Move) {
///         self.path.push(mv); // the last move first
///     }
/// }
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let start = puzzle.parse("1 2 3  4 5 6  0 7 8")?;
/// let seek = Seek { puzzle: &puzzle, path: vec![] };
/// let (seek, flow) = puzzle.depth_first(Root::new(&start), 2, seek);
/// assert_eq!(flow, ControlFlow::Break(()));
/// assert_eq!(seek.path, [Direction::Right, Direction::Right]);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub trait Visitor<S, M, C> {
    /// A small value handed from parent to child, for example the cost that is left to spend.
    type Carried: Carried;

    /// Whether it carries [`Slack`](super::Slack) and enters an edge as
    /// [`Slack::below`](super::Slack::below) says: it [notes](Budget::cut_off) by how much the bound is
    /// exceeded and leaves the child out, stops at a goal of the puzzle, and descends otherwise. A
    /// traversal may then do that in its place, within its [budget](Self::budget): on the sliding boards
    /// that is several times as fast. The visitor still enters every goal, and everything where nothing is
    /// granted.
    ///
    /// An adaptor that does anything else with an edge leaves it false.
    const BY_SLACK: bool = false;

    /// Whether it asks how the estimate changes: if not, none is kept up for it.
    #[doc(hidden)]
    const IS_INFORMED: bool = true;

    /// Whether it enters few nodes, so that what it does at each need not be fast.
    #[doc(hidden)]
    const ENTERS_FEW: bool = false;

    /// Called for the root and for every child that is descended to, before its own children are
    /// entered; `Break` ends the traversal as [`Step::Stop`] does. Not called again for the nodes on
    /// the way to where a paused traversal goes on.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::traversal::{Change, Edge, Root, Step, Visitor};
    /// use puzzle_search::Puzzle;
    ///
    /// /// Expands the start and its children.
    /// struct Nodes(u32);
    /// impl<S, M, C> Visitor<S, M, C> for Nodes {
    ///     type Carried = bool; // whether this is the start
    ///     fn expand(&mut self, _: bool, _: &S) -> ControlFlow<()> {
    ///         self.0 += 1;
    ///         ControlFlow::Continue(())
    ///     }
    ///     fn enter(
    ///         &mut self,
    ///         at_start: bool,
    ///         _: Edge<'_, S, M, C>,
    ///         _: impl FnOnce() -> Option<Change<C>>,
    ///     ) -> Step<bool> {
    ///         if at_start { Step::Descend(false) } else { Step::Prune }
    ///     }
    ///     fn unwind(&mut self, _: u32, _: M) {}
    /// }
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let (nodes, _) = puzzle.depth_first(Root::new(&puzzle.goal()), true, Nodes(0));
    /// assert_eq!(nodes.0, 3);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[inline]
    fn expand(&mut self, _carried: Self::Carried, _state: &S) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called for every edge below a descended node, in neighbor order, except those that lead
    /// straight back to the state before and those that are
    /// [redundant](crate::Puzzle::is_redundant).
    ///
    /// `change` computes how the [`heuristic`](crate::Puzzle::heuristic) changes, possibly without
    /// computing it; `None` means that the child is a dead end. Not calling it costs nothing. An edge
    /// that is [`replayed`](Edge::replayed) was descended before and has to be descended again.
    fn enter(
        &mut self,
        carried: Self::Carried,
        edge: Edge<'_, S, M, C>,
        change: impl FnOnce() -> Option<Change<C>>,
    ) -> Step<Self::Carried>;

    /// Called after the visitor has stopped, for each edge of the path from the root to where it did,
    /// last edge first: the index of the child among the neighbors of its parent, and the move.
    fn unwind(&mut self, index: u32, mv: M);

    /// What the visitor charges its nodes to, if it counts them; the traversal asks it for memory.
    #[inline]
    fn budget(&mut self) -> Option<&mut Budget<C>> {
        None
    }
}
