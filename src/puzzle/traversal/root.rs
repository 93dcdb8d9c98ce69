//! [`Root`]: where a traversal begins, and where it goes on.

use core::fmt::{self, Debug};

/// Where a depth-first traversal begins or continues: a state and the path by which it was reached.
///
/// A traversal skips some moves, for example the move back. Which moves these are depends on the path to the root. If
/// you traverse a subtree separately, tell the traversal this path by [`reached_from`](Self::reached_from).
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::traversal::{Change, Edge, Root, Step, Visitor};
/// use puzzle_search::{Notation, Puzzle};
///
/// struct Children(u32);
/// impl<S, M, C> Visitor<S, M, C> for Children {
///     type Carried = ();
///     fn enter(
///         &mut self,
///         (): (),
///         _: Edge<'_, S, M, C>,
///         _: impl FnOnce() -> Option<Change<C>>,
///     ) -> Step<()> {
///         self.0 += 1;
///         Step::Prune
///     }
///     fn unwind(&mut self, _: u32, _: M) {}
/// }
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let (start, below) = (puzzle.goal(), puzzle.parse("1 2 3  4 5 0  7 8 6")?);
/// let children = |root| puzzle.depth_first(root, (), Children(0)).0.0;
/// assert_eq!(children(Root::new(&below)), 3);
/// assert_eq!(children(Root::new(&below).reached_from(&start, &[])), 2); // without the step back to `start`
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[non_exhaustive]
pub struct Root<'a, S, M> {
    /// The state at which the traversal begins.
    pub state: &'a S,
    /// The previous state on the path; `None` if `state` is the start of the search.
    pub before: Option<&'a S>,
    /// The moves from the start of the search to `state`.
    pub path: &'a [M],
    /// The path from `state` to the place where a paused traversal continues: for each edge, the index of the child
    /// among the neighbors of its parent. The path is empty for a new traversal.
    pub resume: &'a [u32],
    /// Whether the traversal had already [descended](super::Step::Descend) to the last child on the path `resume`. If
    /// true, the traversal expands this child next. Otherwise it enters this child next.
    pub entered: bool,
}

impl<'a, S, M> Root<'a, S, M> {
    /// Creates a root at the start of a search.
    #[must_use]
    #[inline]
    pub const fn new(state: &'a S) -> Self {
        Self {
            state,
            before: None,
            path: &[],
            resume: &[],
            entered: true,
        }
    }

    /// Returns this root with the previous state `before`, and with the moves `path` from the start of the search.
    #[must_use]
    pub const fn reached_from(self, before: &'a S, path: &'a [M]) -> Self {
        Self {
            before: Some(before),
            path,
            ..self
        }
    }

    /// Returns this root for a traversal that continues where another traversal was stopped.
    ///
    /// `resume` contains the indices that the stopped traversal passed to [`Visitor::unwind`](super::Visitor::unwind),
    /// in the opposite order. `entered` is true if the visitor stopped the traversal in
    /// [`expand`](super::Visitor::expand), and false if it stopped the traversal in [`enter`](super::Visitor::enter).
    #[must_use]
    pub const fn resumed(self, resume: &'a [u32], entered: bool) -> Self {
        Self {
            resume,
            entered,
            ..self
        }
    }

    /// Where to go on at the root: the index of a child and whether it was entered before.
    #[inline]
    pub(crate) fn next(&self) -> Next<'a> {
        Next {
            way: self.resume,
            entered: self.entered,
        }
    }
}

/// What is left of the way to where a paused traversal goes on.
#[derive(Clone, Copy)]
pub(crate) struct Next<'a> {
    way: &'a [u32],
    entered: bool,
}

impl Next<'_> {
    /// At a node that was not expanded before.
    pub(crate) const NEW: Self = Self {
        way: &[],
        entered: true,
    };

    /// The child to go on with and whether its edge was entered before, with what is left below it;
    /// none if the node is new.
    #[inline]
    pub(crate) fn split(self) -> Option<(u32, bool, Self)> {
        let (&first, way) = self.way.split_first()?;
        let replayed = self.entered || !way.is_empty();
        Some((first, replayed, Self { way, ..self }))
    }
}

impl<S, M> Clone for Root<'_, S, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, M> Copy for Root<'_, S, M> {}

impl<S: Debug, M: Debug> Debug for Root<'_, S, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Root")
            .field("state", self.state)
            .field("before", &self.before)
            .field("path", &self.path)
            .field("resume", &self.resume)
            .field("entered", &self.entered)
            .finish()
    }
}
