//! [`Law`]: the laws that can be checked, and [`Violation`]: which law is broken, where, and what was expected.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Defines the laws, each with the words that say how it is broken.
macro_rules! laws {
    ($(#[$about:meta])* pub enum Law { $($(#[$law:meta])* $name:ident = $broken:literal,)+ }) => {
        $(#[$about])*
        pub enum Law {
            $($(#[$law])* $name,)+
        }

        impl Law {
            /// All laws, in the order in which they are declared.
            pub(super) const ALL: &[Self] = &[$(Self::$name),+];
        }

        impl fmt::Display for Law {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$name => $broken),+
                })
            }
        }
    };
}

laws! {
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
        SameNeighbors = "the neighbors are not a function of the state",
        /// The moves of one state are distinct.
        DistinctMoves = "two moves of one state are the same",
        /// `successor` returns the edge of `neighbors` that has the given move, or `None` if there is none.
        Successors = "a successor is not the neighbor with that move",
        /// Equal states have equal hashes.
        EqualHashes = "equality and hash disagree",
        /// If the puzzle has [addresses](crate::Puzzle::addresses), no two states have the same address, and every
        /// address is less than `addresses()`, which is zero unless `HAS_ADDRESSES` is true.
        Addresses = "an address is shared, out of range or not announced",
        /// If the fact [`unit_costs`](crate::Facts::unit_costs) is true, every edge costs one.
        UnitCosts = "not every edge costs one",
        /// If the fact [`admissible`](crate::Facts::admissible) is true, the heuristic never exceeds the cost of a path
        /// to a goal. In any case, the heuristic returns `None` only for states from which no goal can be reached.
        Admissible = "the heuristic is not admissible",
        /// `solvability` returns `Solvable` only if a goal can be reached, and `Unsolvable` only if no goal can be
        /// reached.
        Solvability = "the solvability is wrong",
        /// `deepen` generates only neighbors, goes below those that are within the bound by the heuristic, and can be
        /// stopped and continued. [`check_traversal`](crate::laws::check_traversal) also compares it with the default.
        Traversal = "the depth-first traversal is wrong",
        /// `deepen` reaches every state by a cheapest path, even though it skips
        /// [redundant](crate::Puzzle::is_redundant) moves.
        Redundancy = "the depth-first traversal loses a cheapest way",
        /// `goals` lists exactly the states for which `is_goal` holds, each once.
        Goals = "the list of goals is wrong",
        /// `predecessors` lists exactly the edges that lead into a state according to `neighbors`, each once.
        Predecessors = "predecessors are not the converse of neighbors",
        /// No two states have the same rank, every rank is less than `state_count`, and `unrank` is the inverse of
        /// `rank`. Every state that needs a rank according to [`Ranked`](crate::Ranked) has one.
        Ranks = "the numbering is not a bijection",
        /// No edge costs less than the value of the fact [`least_cost`](crate::Facts::least_cost).
        LeastCost = "an edge costs less than the least",
        /// If the fact [`undirected`](crate::Facts::undirected) is true, every move can be taken back.
        Undirected = "not every move can be taken back",
        /// If the fact [`acyclic`](crate::Facts::acyclic) is true, no path leads from a state back to the same state.
        Acyclic = "the puzzle is not acyclic",
        /// If the fact [`consistent`](crate::Facts::consistent) is true, the heuristic is consistent.
        Consistent = "the heuristic is not consistent",
        /// If the fact [`parity`](crate::Facts::parity) is true, the estimate of a state and its distance to a goal are
        /// both even or both odd.
        Parity = "the heuristic has not the parity of the distance",
        /// The numbering that [`bit_parallel`](crate::Ranked::bit_parallel) returns obeys the laws of
        /// [`BitParallel`](crate::space::BitParallel).
        BitParallel = "the expansion of whole layers is wrong",
        /// `read_state` returns the state whose bytes `write_state` wrote, and equal states have equal bytes.
        Bytes = "the bytes are not those of the state",
        /// `letters`, `follow` and `suffices` keep the laws of [`FixedMoves`](crate::pruning::FixedMoves), as far as
        /// all sequences up to some length show it in the first states explored.
        FixedMoves = "the moves are not fixed as stated",
        /// What a solver reports is true: the solution, its guarantee, the lower bound, and that there is no solution.
        Answer = "the answer of the solver is wrong",
        /// A search that was stopped and continued, or started over, ends as it does without a stop.
        Pauses = "the search does not go on as if it had not stopped",
        /// A search keeps its limits, and has no others.
        Limits = "the search does not keep its limits",
        /// An observer that [wants to see nodes](crate::observe::Observer::wants_nodes) is shown each expanded and each
        /// generated state.
        Observation = "an observer is not shown every node",
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
