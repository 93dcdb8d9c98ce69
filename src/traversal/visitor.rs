//! [`Visitor`]: the solver's side of a traversal.

use core::ops::ControlFlow;

use super::carried::Carried;
use super::edge::{Change, Edge};
use crate::monitor::Budget;

/// What a visitor tells the traversal to do after it has seen an edge.
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
    /// Leave the child out, and go on with its siblings.
    Prune,
    /// Descend: go on below the child, with this value as the carried value of the child.
    Descend(T),
    /// End the traversal.
    Stop,
}

impl<T> Step<T> {
    /// Returns this step with `f` applied to the carried value. By this method an adaptor can add a value of its own to
    /// the value that its visitor carries.
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
/// Two methods make a visitor, `enter` and `unwind`. To pause a traversal, the visitor stops in `expand` or `enter` and
/// keeps the indices that `unwind` is then given. To continue, start a new traversal from a root made by
/// [`Root::resumed`](super::Root::resumed) with these indices.
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
    /// The type of a small value that is handed from parent to child, for example the number of moves left.
    type Carried: Carried;

    /// Whether [`Carried`](Self::Carried) is [`Slack`](super::Slack) and [`enter`](Self::enter) follows the rules
    /// below, so that a traversal may apply the rules itself instead of calling `enter`; false by default.
    ///
    /// Set this to true only if `enter` follows these rules. If the child exceeds the bound according to
    /// [`Slack::below`](super::Slack::below), the visitor [notes](Budget::cut_off) by how much and prunes the child. If
    /// the child is a goal of the puzzle, the visitor stops the traversal. Otherwise it descends. The traversal may
    /// then apply these rules itself, as long as the [budget](Self::budget) of the visitor allows more nodes; on
    /// sliding boards this is several times as fast. `enter` is still called for every goal, and for every edge for
    /// which the budget allows no node.
    ///
    /// A visitor that does anything else with an edge, for example one that wraps another visitor, has to leave this
    /// false.
    const BY_SLACK: bool = false;

    /// Whether it asks how the estimate changes: if not, none is kept up for it.
    #[doc(hidden)]
    const IS_INFORMED: bool = true;

    /// Whether it enters few nodes, so that what it does at each need not be fast.
    #[doc(hidden)]
    const ENTERS_FEW: bool = false;

    /// Called for the root and for every child that is descended to, before the edges to its own children are entered.
    /// Returning `Break` ends the traversal as [`Step::Stop`] does. When a paused traversal goes on, this method is not
    /// called again for the nodes on the path to where the traversal was paused.
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

    /// Called for every edge out of an expanded node, in neighbor order, and returns what the traversal does next.
    /// Edges that lead straight back to the previous state, and edges that are
    /// [redundant](crate::Puzzle::is_redundant), are left out.
    ///
    /// `carried` is the carried value of the parent; return the value for the child in [`Step::Descend`].
    ///
    /// `change` computes how the [`heuristic`](crate::Puzzle::heuristic) changes along the edge, possibly without
    /// computing the heuristic itself; `None` means that the child is a dead end. The closure takes no time unless it
    /// is called. An edge that is [`replayed`](Edge::replayed) was descended before a pause, and the visitor has to
    /// descend again.
    fn enter(
        &mut self,
        carried: Self::Carried,
        edge: Edge<'_, S, M, C>,
        change: impl FnOnce() -> Option<Change<C>>,
    ) -> Step<Self::Carried>;

    /// Called after the visitor has stopped the traversal, for each edge of the path from the root to where it stopped,
    /// last edge first. `index` is the index of the child among the neighbors of its parent, and `mv` is the move.
    fn unwind(&mut self, index: u32, mv: M);

    /// Returns the budget to which the visitor charges its nodes, or `None`, the default, if it does not count them. A
    /// traversal that needs memory of its own asks the budget for it.
    #[inline]
    fn budget(&mut self) -> Option<&mut Budget<C>> {
        None
    }
}
