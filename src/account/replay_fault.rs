//! [`ReplayFault`]: why a path cannot be replayed.

use core::fmt;

/// What is wrong with a path that a search has found, if it cannot be replayed. The search then ends with
/// [`Stop::Replay`](crate::Stop::Replay). The usual reason is that the puzzle breaks one of its
/// [laws](crate::Puzzle#laws).
///
/// ```
/// use puzzle_search::solver::ReplayFault;
///
/// assert_eq!(ReplayFault::NotAGoal.to_string(), "its last state is not a goal");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReplayFault {
    /// The path does not begin at a start of the search.
    NotAStart,
    /// An edge of the path is missing when the path is replayed: `neighbors` returned other edges during the search, or
    /// does not agree with [`predecessors`](crate::Reversible::predecessors).
    NoSuchEdge,
    /// A move of the path is not possible in the state to which the earlier moves lead.
    NoSuchMove,
    /// Two edges out of a state on the path have the same move, but lead to different states or differ in cost.
    AmbiguousMove,
    /// The costs of the edges do not add up to the cost of the path.
    WrongCost,
    /// The last state of the path is not a goal.
    NotAGoal,
}

impl fmt::Display for ReplayFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAStart => "it does not begin at a start of the search",
            Self::NoSuchEdge => {
                "an edge is not there when it is asked for again: the neighbors of its state have \
                 changed, or do not agree with its predecessors"
            }
            Self::NoSuchMove => "a move cannot be played in the state it is reached in",
            Self::AmbiguousMove => {
                "two moves of a state are equal and lead to different states, or at different costs, so \
                 that nobody can tell which is meant: moves have to be distinct (`from_edges` and \
                 `from_steps` number them)"
            }
            Self::WrongCost => "its edges cost something else",
            Self::NotAGoal => "its last state is not a goal",
        })
    }
}
