//! [`Visitor`]: the solver's side of a traversal.

use core::ops::ControlFlow;

use super::carried::Carried;
use super::edge::{Change, Edge};
use crate::account::Budget;

/// What a [`Visitor`] returns for an edge: what the traversal does next.
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
    /// Skip the child, and continue with its siblings.
    Prune,
    /// Descend to the child. The field is the [carried value](Carried) of the child.
    Descend(T),
    /// End the traversal.
    Stop,
}

impl<T> Step<T> {
    /// Returns this step with `f` applied to the value of `Descend`.
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

/// The solver's side of a [depth-first traversal](crate::traversal). The traversal calls the visitor for each edge.
/// `S`, `M` and `C` are the types of states, moves and costs.
///
/// A visitor has to define `enter` and `unwind`. To pause a traversal, stop it in `expand` or `enter`, and store the
/// indices that are passed to `unwind`. [`Root::resumed`](super::Root::resumed) continues the traversal.
///
/// ```
/// use core::ops::ControlFlow;
/// use puzzle_search::puzzles::{Direction, SlidingTiles};
/// use puzzle_search::traversal::{Change, Edge, Root, Step, Visitor};
/// use puzzle_search::{Notation, Puzzle};
///
/// /// Looks for a goal within some number of moves; the carried value is the number of moves left.
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
///         self.path.push(mv); // called for the last move first
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
    /// The type of the value that is handed from parent to child, for example the number of moves left.
    type Carried: Carried;

    /// Whether a traversal may follow the rules below without a call of [`enter`](Self::enter); false by default. On
    /// sliding boards, this is several times as fast.
    ///
    /// Set this constant to true only if [`Carried`](Self::Carried) is [`Slack`](super::Slack) and `enter` does exactly
    /// this:
    ///
    /// * If `change` returns `None`, the visitor prunes the child.
    /// * If f of the child exceeds the bound, [`Slack::below`](super::Slack::below) returns the excess. The visitor
    ///   [records](Budget::cut_off) the excess in its budget and prunes the child.
    /// * If f of the child does not exceed the bound and the child is a goal, the visitor stops the traversal.
    /// * Otherwise the visitor descends to the child.
    ///
    /// The traversal still calls `enter` for every goal within the bound, and for every edge if the
    /// [budget](Self::budget) of the visitor is used up.
    const BY_SLACK: bool = false;

    /// Whether it asks how the estimate changes: if not, none is kept up for it.
    #[doc(hidden)]
    const IS_INFORMED: bool = true;

    /// Whether it enters few nodes, so that what it does at each need not be fast.
    #[doc(hidden)]
    const ENTERS_FEW: bool = false;

    /// Called before the edges out of a node are entered. The node is the root or a child to which the visitor has
    /// descended.
    ///
    /// If the method returns `Break`, the traversal ends. A continued traversal calls this method again for the node at
    /// which it returned `Break`, but not for nodes that were expanded before the pause.
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

    /// Called for the edges out of an expanded node, in neighbor order; returns what the traversal does next.
    ///
    /// The traversal skips edges that lead straight back to the previous state, and edges whose move is
    /// [redundant](crate::Puzzle::is_redundant).
    ///
    /// `carried` is the carried value of the parent. [`Step::Descend`] takes the carried value of the child.
    ///
    /// The closure `change` returns how the [`heuristic`](crate::Puzzle::heuristic) changes along the edge, or `None`
    /// if the heuristic of the parent or the child is `None`. Call the closure only if you need the estimate. If the
    /// edge is [`replayed`](Edge::replayed), the visitor has to descend.
    fn enter(
        &mut self,
        carried: Self::Carried,
        edge: Edge<'_, S, M, C>,
        change: impl FnOnce() -> Option<Change<C>>,
    ) -> Step<Self::Carried>;

    /// Called after the visitor has stopped the traversal, once for each edge of the path from the root to the child
    /// entered last.
    ///
    /// The last edge comes first. `index` is the index of the child among the neighbors of its parent, and `mv` is the
    /// move along the edge.
    fn unwind(&mut self, index: u32, mv: M);

    /// Returns the [budget](Budget) to which the visitor charges its nodes, or `None` (the default) if nodes are not
    /// counted.
    ///
    /// A traversal that needs memory [reserves](Budget::reserve) it from this budget.
    #[inline]
    fn budget(&mut self) -> Option<&mut Budget<C>> {
        None
    }
}
