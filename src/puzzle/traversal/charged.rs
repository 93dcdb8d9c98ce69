//! [`Charged`]: who is charged for a walk, and shown its nodes; [`MoveFilter`], which moves it leaves out.

use crate::account::{Budget, Counts, Quota, Stop};

/// A node of a walk, as an observer is shown it.
///
/// ```
/// use puzzle_search::puzzle::traversal::Node;
///
/// let node = Node { state: &"a", g: 3_u32, h: Some(4) };
/// assert_eq!(node.h, Some(4));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Node<'s, S, C> {
    /// The state.
    pub state: &'s S,
    /// The cost of the path to it.
    pub g: C,
    /// Its estimate; `None` at a dead end.
    pub h: Option<C>,
}

/// Who is charged for a walk: the monitor of a search.
pub(crate) trait Charged<S, M, C> {
    fn lend(&mut self) -> Budget;
    fn charge(&mut self, budget: &mut Budget, expansions: u64, children: u64) -> Result<(), Stop>;
    fn settle(&mut self, budget: &mut Budget);
    fn refund(&mut self, expansions: u64, children: u64);
    fn counts(&mut self) -> Counts;
    fn memory(&self) -> &Quota;
    fn shows_nodes(&self) -> bool;
    fn show_expanded(&mut self, node: Node<'_, S, C>) -> Result<(), Stop>;
    fn show_generated(&mut self, from: &S, mv: &M, node: Node<'_, S, C>) -> Result<(), Stop>;
}

/// Which moves a walk leaves out, uncounted, by the moves before: of these it keeps a state.
pub(crate) trait MoveFilter<M> {
    /// The state after these moves.
    fn after(&self, path: &[M]) -> u32;
    /// The state after one more; none if that is left out.
    fn step(&self, state: u32, mv: &M) -> Option<u32>;
}

/// A child that is listed in the place of a walk below it, and what was counted until then.
#[derive(Debug)]
pub(crate) struct Listed<S, M, C> {
    pub(crate) mv: M,
    pub(crate) state: S,
    pub(crate) g: C,
    pub(crate) counts: Counts,
}
