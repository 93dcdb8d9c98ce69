//! [`Root`]: where a walk begins; [`ResumePoint`]: where it goes on after a stop.

use alloc::vec::Vec;
use core::fmt::{self, Debug};

use super::bound::Cut;
use crate::cost::Cost;

/// Where a walk begins: a state, and the path by which it was reached.
///
/// A walk skips some moves, for example the move back. Which moves these are depends on the path to the root. If you
/// walk a subtree separately, tell the walk this path by [`reached_from`](Self::reached_from).
///
/// ```
/// use puzzle_search::puzzle::traversal::Root;
///
/// let root = Root::new(&"b").reached_from(&"a", &['x'], 7_u32);
/// assert_eq!((root.state, root.before, root.g), (&"b", Some(&"a"), 7));
/// ```
#[non_exhaustive]
pub struct Root<'a, S, M, C> {
    /// The state at which the walk begins.
    pub state: &'a S,
    /// The previous state on the path; `None` if `state` is the start of the search.
    pub before: Option<&'a S>,
    /// The moves from the start of the search to `state`.
    pub path: &'a [M],
    /// The cost of the path from the start of the search to `state`.
    pub g: C,
}

impl<'a, S, M, C: Cost> Root<'a, S, M, C> {
    /// Creates a root at the start of a search.
    #[must_use]
    #[inline]
    pub fn new(state: &'a S) -> Self {
        Self {
            state,
            before: None,
            path: &[],
            g: C::zero(),
        }
    }

    /// Returns this root with the previous state `before`, the moves `path` from the start of the search, and their
    /// cost.
    #[must_use]
    pub const fn reached_from(self, before: &'a S, path: &'a [M], g: C) -> Self {
        Self {
            before: Some(before),
            path,
            g,
            ..self
        }
    }
}

impl<S, M, C: Copy> Clone for Root<'_, S, M, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, M, C: Copy> Copy for Root<'_, S, M, C> {}

impl<S: Debug, M: Debug, C: Debug> Debug for Root<'_, S, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Root")
            .field("state", self.state)
            .field("before", &self.before)
            .field("path", &self.path)
            .field("g", &self.g)
            .finish()
    }
}

/// Where a walk goes on after a stop or a goal, and the cut until then.
///
/// The default is that of a walk that has not begun. [`Iteration::finish`](super::Iteration::finish) sets it to where
/// the walk goes on, and back to the default once all nodes within the bound are visited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResumePoint<C> {
    /// For each edge from the root down, the index of the child among the neighbors of its parent.
    pub(crate) path: Vec<u32>,
    /// Whether the last of these children was entered, so that it is expanded next; otherwise it is entered next.
    pub(crate) entered: bool,
    pub(crate) cut: Cut<C>,
}

impl<C> Default for ResumePoint<C> {
    fn default() -> Self {
        Self {
            path: Vec::new(),
            entered: true,
            cut: Cut::default(),
        }
    }
}

impl<C: Copy> ResumePoint<C> {
    /// Passes the goal where a walk has ended: the next walk goes on behind it.
    pub fn pass(&mut self) {
        if let Some(last) = self.path.last_mut() {
            *last += u32::from(self.entered);
            self.entered = false;
        }
    }
}

/// The child at which a stopped walk resumes below a node, as [`Iteration::resumed`](super::Iteration::resumed) returns
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// The index of the child among the neighbors of the node.
    pub index: u32,
    /// Whether the child was entered before: it is charged and shown already.
    pub entered: bool,
}
