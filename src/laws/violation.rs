//! [`Violation`]: which law is broken, where, and what was expected.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A law of [`Puzzle`](crate::Puzzle) or one of its sub-traits, on which solvers rely, or of a
/// [`Solver`](crate::Solver).
///
/// The `Display` of a law describes how it is broken. A *fact* is a statement that
/// [`Puzzle::facts`](crate::Puzzle::facts) returns.
///
/// ```
/// assert_eq!(puzzle_search::laws::Law::UnitCosts.to_string(), "not every edge costs one");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Law {
    /// `neighbors` returns the same edges in the same order at every call, and for equal states.
    SameNeighbors,
    /// The moves of one state are distinct.
    DistinctMoves,
    /// `successor` returns the edge of `neighbors` that has the given move, or `None` if there is none.
    Successors,
    /// Equal states have equal hashes.
    EqualHashes,
    /// If the puzzle has [addresses](crate::Puzzle::addresses), no two states have the same address, and every address
    /// is less than `addresses()`, which is zero unless `HAS_ADDRESSES` is true.
    Addresses,
    /// If the fact [`unit_costs`](crate::Facts::unit_costs) is true, every edge costs one.
    UnitCosts,
    /// If the fact [`admissible`](crate::Facts::admissible) is true, the heuristic never exceeds the cost of a path to
    /// a goal. In any case, the heuristic returns `None` only for states from which no goal can be reached.
    Admissible,
    /// `solvability` returns `Solvable` only if a goal can be reached, and `Unsolvable` only if no goal can be reached.
    Solvability,
    /// `deepen` generates only neighbors, goes below those that are within the bound by the heuristic, and can be
    /// stopped and continued. [`check_traversal`](crate::laws::check_traversal) also compares it with the default.
    Traversal,
    /// `deepen` reaches every state by a cheapest path, even though it skips
    /// [redundant](crate::Puzzle::is_redundant) moves.
    Redundancy,
    /// `goals` lists exactly the states for which `is_goal` holds, each once.
    Goals,
    /// `predecessors` lists exactly the edges that lead into a state according to `neighbors`.
    Predecessors,
    /// No two states have the same rank, every rank is less than `state_count`, and `unrank` is the inverse of `rank`.
    /// Every state that needs a rank according to [`Ranked`](crate::Ranked) has one.
    Ranks,
    /// No edge costs less than the value of the fact [`least_cost`](crate::Facts::least_cost).
    LeastCost,
    /// If the fact [`undirected`](crate::Facts::undirected) is true, every move can be taken back.
    Undirected,
    /// If the fact [`acyclic`](crate::Facts::acyclic) is true, no path leads from a state back to the same state.
    Acyclic,
    /// If the fact [`consistent`](crate::Facts::consistent) is true, the heuristic is consistent.
    Consistent,
    /// If the fact [`parity`](crate::Facts::parity) is true, the estimate of a state and its distance to a goal are
    /// both even or both odd.
    Parity,
    /// The numbering that [`bit_parallel`](crate::Ranked::bit_parallel) returns obeys the laws of
    /// [`BitParallel`](crate::space::BitParallel).
    BitParallel,
    /// `read_state` returns the state whose bytes `write_state` wrote, and equal states have equal bytes.
    Bytes,
    /// `letters`, `follow` and `suffices` keep the laws of [`FixedMoves`](crate::pruning::FixedMoves), as far as all
    /// sequences up to some length show it in the first states explored.
    FixedMoves,
    /// What a solver reports is true: the solution, its guarantee, the lower bound, and that there is no solution.
    Answer,
    /// A search that was stopped and continued ends as it does without a stop.
    Pauses,
    /// A search keeps its limits, and has no others.
    Limits,
    /// An observer that [wants to see nodes](crate::observe::Observer::wants_nodes) is shown each expanded and each
    /// generated state.
    Observation,
}

impl Law {
    /// All laws, in the order in which they are declared.
    pub(super) const ALL: [Self; 25] = [
        Self::SameNeighbors,
        Self::DistinctMoves,
        Self::Successors,
        Self::EqualHashes,
        Self::Addresses,
        Self::UnitCosts,
        Self::Admissible,
        Self::Solvability,
        Self::Traversal,
        Self::Redundancy,
        Self::Goals,
        Self::Predecessors,
        Self::Ranks,
        Self::LeastCost,
        Self::Undirected,
        Self::Acyclic,
        Self::Consistent,
        Self::Parity,
        Self::BitParallel,
        Self::Bytes,
        Self::FixedMoves,
        Self::Answer,
        Self::Pauses,
        Self::Limits,
        Self::Observation,
    ];
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SameNeighbors => "the neighbors are not a function of the state",
            Self::DistinctMoves => "two moves of one state are the same",
            Self::Successors => "a successor is not the neighbor with that move",
            Self::EqualHashes => "equality and hash disagree",
            Self::Addresses => "an address is shared, out of range or not announced",
            Self::UnitCosts => "not every edge costs one",
            Self::Admissible => "the heuristic is not admissible",
            Self::Solvability => "the solvability is wrong",
            Self::Traversal => "the depth-first traversal is wrong",
            Self::Redundancy => "the depth-first traversal loses a cheapest way",
            Self::Goals => "the list of goals is wrong",
            Self::Predecessors => "predecessors are not the converse of neighbors",
            Self::Ranks => "the numbering is not a bijection",
            Self::LeastCost => "an edge costs less than the least",
            Self::Acyclic => "the puzzle is not acyclic",
            Self::Consistent => "the heuristic is not consistent",
            Self::Parity => "the heuristic has not the parity of the distance",
            Self::Undirected => "not every move can be taken back",
            Self::BitParallel => "the expansion of whole layers is wrong",
            Self::Bytes => "the bytes are not those of the state",
            Self::FixedMoves => "the moves are not fixed as stated",
            Self::Answer => "the answer of the solver is wrong",
            Self::Pauses => "the search does not go on as if it had not stopped",
            Self::Limits => "the search does not keep its limits",
            Self::Observation => "an observer is not shown every node",
        })
    }
}

/// The first place at which a check finds that a puzzle breaks a [law](super::Law).
///
/// The `Display` of a violation is one sentence with all its fields.
///
/// ```
/// use puzzle_search::{from_fn, laws};
///
/// let puzzle = from_fn(|&n: &u8| [("a", n / 2, 1_u32), ("a", n / 3, 1)], |&n| n == 0);
/// let violation = laws::check(&puzzle, &9).unwrap_err();
/// assert_eq!(violation.law, laws::Law::DistinctMoves);
/// assert_eq!(
///     violation.to_string(),
///     "two moves of one state are the same in state 9, reached by no move: \
///      the move \"a\" leads to 4 and to 3: expected distinct moves",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Violation {
    /// The law that is broken.
    pub law: Law,
    /// The state in which the law is broken, formatted by `Debug`; for some violations of [`Law::Ranks`], a rank such
    /// as `number 7`.
    pub state: String,
    /// The moves from the start of the check to this state, formatted by `Debug`; `None` if the state was found
    /// backward from a goal, if `state` is a rank, or if the law is one of a solver (then `state` is the start of the
    /// search).
    pub moves: Option<Vec<String>>,
    /// What was found and what was expected.
    pub detail: String,
}

impl Violation {
    pub(super) const fn new(law: Law, state: String, moves: Vec<String>, detail: String) -> Self {
        Self {
            law,
            state,
            moves: Some(moves),
            detail,
        }
    }

    /// A violation at a state to which no path is known.
    pub(super) const fn at(law: Law, state: String, detail: String) -> Self {
        Self {
            law,
            state,
            moves: None,
            detail,
        }
    }

    /// A violation at a rank.
    pub(super) fn at_rank(law: Law, rank: u128, detail: String) -> Self {
        Self::at(law, format!("number {rank}"), detail)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            law,
            state,
            moves,
            detail,
        } = self;
        match moves.as_deref() {
            None => write!(f, "{law} at {state}: {detail}"),
            Some([]) => write!(f, "{law} in state {state}, reached by no move: {detail}"),
            Some(moves) => {
                let moves = moves.join(", ");
                write!(f, "{law} in state {state}, reached by {moves}: {detail}")
            }
        }
    }
}

impl core::error::Error for Violation {}
