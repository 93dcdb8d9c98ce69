//! [`WalkAccount`]: the account and the observer of a walk; [`MoveFilter`]: the moves that it skips.

use crate::account::{Budget, Counts, Quota, Stop};

/// A node of a walk, as shown to an observer.
///
/// ```
/// use puzzle_search::puzzle::traversal::NodeRef;
///
/// let node = NodeRef { state: &"a", g: 3_u32, h: Some(4) };
/// assert_eq!(node.h, Some(4));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NodeRef<'s, S, C> {
    /// The state.
    pub state: &'s S,
    /// The cost of the path to it.
    pub g: C,
    /// Its estimate; `None` at a dead end.
    pub h: Option<C>,
}

/// The interface of a walk to the monitor of its search, without the monitor's type.
pub(crate) trait WalkAccount<S, M, C> {
    fn lend(&mut self) -> Budget;
    fn charge(&mut self, budget: &mut Budget, expansions: u64, children: u64) -> Result<(), Stop>;
    fn settle(&mut self, budget: &mut Budget);
    fn refund(&mut self, expansions: u64, children: u64);
    fn counts(&mut self) -> Counts;
    fn memory(&self) -> &Quota;
    fn shows_nodes(&self) -> bool;
    fn show_expanded(&mut self, node: NodeRef<'_, S, C>) -> Result<(), Stop>;
    fn show_generated(&mut self, from: &S, mv: &M, node: NodeRef<'_, S, C>) -> Result<(), Stop>;
}

/// A finite automaton over moves that tells a walk which moves to skip, without counting them.
pub(crate) trait MoveFilter<M> {
    /// The automaton's state after these moves.
    fn after(&self, path: &[M]) -> u32;
    /// The automaton's state after one more move; `None` if the move is skipped.
    fn step(&self, state: u32, mv: &M) -> Option<u32>;
}

/// A child that is listed instead of walked below, and the counts at that time.
#[derive(Debug)]
pub(crate) struct ListedChild<S, M, C> {
    pub(crate) mv: M,
    pub(crate) state: S,
    pub(crate) g: C,
    pub(crate) counts: Counts,
}
