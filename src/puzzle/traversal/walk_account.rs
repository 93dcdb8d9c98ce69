//! The interfaces of a walk to the rest of its search: [`WalkAccount`] has the counts, the limits and the observer,
//! [`MoveFilter`] says which moves to skip, and [`DescentRule`] below which children to go on.

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

/// The interface of a walk to the [`Monitor`](crate::solver::Monitor) of its search, without the monitor's type. The
/// methods are those of the monitor and its [`Meter`](crate::job::Meter).
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
    fn step(&self, automaton_state: u32, mv: &M) -> Option<u32>;
}

/// A child within the bound that is not a goal, about which a [`DescentRule`] is asked.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EnteredChild<S, M, C> {
    /// The move to the child.
    pub mv: M,
    /// The child.
    pub state: S,
    /// The cost of the path to the child.
    pub g: C,
    /// The counts of the search, this child included.
    pub(crate) counts: Counts,
}

/// Whether a child is new to the walk, or was entered by a walk that was stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ChildEntry {
    New,
    Again,
}

/// A rule by which a solver decides below which children a walk goes on: see [`Iteration::with_rule`].
///
/// A rule is asked about each child that was generated, is within the bound and is not a goal. It is asked once: not
/// again about a child that a stopped walk enters again to go on below it.
///
/// Here is the rule of a transposition table. It keeps the least g at which the walk has entered each state. Each
/// iteration begins with an empty table.
///
/// ```
/// use std::collections::HashMap;
/// use std::hash::Hash;
/// use puzzle_search::puzzle::traversal::{DescentRule, EnteredChild};
/// use puzzle_search::Stop;
///
/// struct Transpositions<S, C>(HashMap<S, C>);
///
/// impl<S: Eq + Hash, M, C: Copy + PartialOrd> DescentRule<S, M, C> for Transpositions<S, C> {
///     fn descends(&mut self, child: EnteredChild<S, M, C>) -> Result<bool, Stop> {
///         let is_known = self.0.get(&child.state).is_some_and(|&g| g <= child.g);
///         if !is_known {
///             self.0.insert(child.state, child.g);
///         }
///         Ok(!is_known)
///     }
///
///     fn forget(&mut self) {
///         self.0.clear();
///     }
/// }
/// ```
///
/// [`Iteration::with_rule`]: super::Iteration::with_rule
pub trait DescentRule<S, M, C> {
    /// Returns whether the walk goes on below this child.
    ///
    /// # Errors
    ///
    /// An error stops the walk before the child, which is then not counted. If the search can go on after this
    /// [`Stop`], the next walk generates the child again, and the rule is asked again.
    fn descends(&mut self, child: EnteredChild<S, M, C>) -> Result<bool, Stop>;

    /// Returns whether the states below a child are left out of the search if the rule does not descend. By default,
    /// they are. The walk then skips neither [redundant](crate::Puzzle::is_redundant) moves nor those that
    /// [`Pruned`](crate::pruning::Pruned) skips: a move is skipped because another path leads to the same state, and
    /// the rule may leave out that path. A rule that hands the child to another walk returns false.
    fn prunes(&self) -> bool {
        true
    }

    /// Forgets for which children the walk has descended, since it has given up paths below some of them: the bound was
    /// lowered during a pause, or there was no memory for the [`ResumePoint`](super::ResumePoint). By default, nothing
    /// is done. A rule that remembers states has to forget them.
    fn forget(&mut self) {}
}
