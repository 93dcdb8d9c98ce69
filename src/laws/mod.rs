//! Checks that a puzzle obeys the laws of its traits. Solvers rely on these laws. A check is one line in your tests.
//!
//! [`check`] tests the laws of [`Puzzle`], [`check_reversible`] those of [`Reversible`](crate::Reversible), and
//! [`check_ranked`] those of [`Ranked`](crate::Ranked). Each check explores up to [`MOST_STATES`] states, breadth-first
//! from a given state. [`check_traversal`] compares an overridden [`depth_first`](Puzzle::depth_first) with the
//! default.
//!
//! If a law is broken, the check returns the first [`Violation`] found. If possible, begin at a goal: violations near
//! the goal are easiest to understand. The guide has a [chapter](crate::guide::proving_it_right) on these checks.
//!
//! ```
//! use puzzle_search::{from_fn, laws};
//!
//! // Steps along the numbers 0 to 9, with 5 as the goal. The estimate is twice the distance.
//! let puzzle = from_fn(
//!     |&n: &i32| [("back", (n - 1).max(0), 1_u32), ("on", (n + 1).min(9), 1)],
//!     |&n| n == 5,
//! )
//! .with_heuristic(|&n| Some(2 * n.abs_diff(5)));
//!
//! let violation = laws::check(&puzzle, &4).unwrap_err();
//! assert_eq!(
//!     violation.to_string(),
//!     "the heuristic is not admissible in state 4, reached by no move: \
//!      it estimates 2, but there is a path to a goal that costs 1: \"on\"",
//! );
//! ```

mod bit_parallel;
mod edges;
mod facts;
mod graph;
mod ranked;
mod reversible;
mod subject;
mod traversal;
mod violation;

use alloc::format;

use core::hash::BuildHasher;

use facts::check_facts;
use graph::Graph;
use hashbrown::HashMap;
pub use ranked::check_ranked;
pub use reversible::check_reversible;
use subject::{Erased, Move, OWN, State, Subject};
pub use traversal::check_traversal;
pub use violation::{Law, Violation};

use crate::cost::Cost;
use crate::facts::Facts;
use crate::puzzle::Puzzle;
use crate::solvability::Solvability;
use crate::storage::FixedState;

/// The maximum number of states that a check explores from its start. [`check_reversible`] explores as many from each
/// goal.
pub const MOST_STATES: usize = 10_000;

/// The result of a [`check`] that found no violation.
///
/// ```
/// use puzzle_search::{laws, puzzles::SlidingTiles};
///
/// let puzzle = SlidingTiles::new(2, 3)?;
/// let checked = laws::check(&puzzle, &puzzle.goal()).expect("it keeps the laws");
/// assert_eq!((checked.states, checked.complete), (360, true));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Checked<C> {
    /// The number of states that were explored.
    pub states: usize,
    /// Whether all states that can be reached from the start were explored.
    pub complete: bool,
    /// The facts that are true for all explored states and edges. They may be false for other states: let
    /// [`Puzzle::facts`] return only facts that you know to be true.
    pub facts: Facts<C>,
}

/// Checks that a puzzle obeys the laws of [`Puzzle`] on up to [`MOST_STATES`] states that can be reached from `start`.
/// The enum [`Law`] lists the laws.
///
/// # Errors
///
/// Returns the first violation found.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{laws, Puzzle};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let checked = laws::check(&puzzle, &puzzle.puzzle().goal()).expect("it keeps the laws");
/// assert!(checked.facts.consistent && !checked.facts.acyclic);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub fn check<P: Puzzle>(puzzle: &P, start: &P::State) -> Result<Checked<P::Cost>, Violation> {
    check_subject(&Erased::<_, OWN>::new(puzzle), start)
}

fn check_subject<S: State, M: Move, C: Cost>(
    puzzle: &dyn Subject<S, M, C>,
    start: &S,
) -> Result<Checked<C>, Violation> {
    let graph = Graph::explore(puzzle, start)?;
    check_equality(&graph)?;
    check_addresses(puzzle, &graph)?;
    check_successors(puzzle, &graph)?;
    let facts = check_facts(puzzle, &graph)?;
    check_solvability(puzzle, &graph)?;
    traversal::check_paths(puzzle, &graph)?;
    Ok(Checked {
        states: graph.states.len(),
        complete: graph.edges.complete,
        facts,
    })
}

/// States that are equal were merged by their hash; where it disagrees with `Eq` some were not.
fn check_equality<S: State, M: Move, C: Cost>(graph: &Graph<S, M, C>) -> Result<(), Violation> {
    let sample = &graph.states[..graph.states.len().min(300)];
    for (at, state) in sample.iter().enumerate() {
        if let Some(equal) = sample[..at].iter().find(|&other| other == state) {
            let detail =
                format!("it is equal to {equal:?}, which has another hash: expected the same");
            return Err(graph.violation(Law::EqualHashes, at, detail));
        }
        if FixedState.hash_one(state) != FixedState.hash_one(state.clone()) {
            let detail = "its clone has another hash: expected the same";
            return Err(graph.violation(Law::EqualHashes, at, detail.into()));
        }
    }
    Ok(())
}

fn check_addresses<S: State, M: Move, C: Cost>(
    puzzle: &dyn Subject<S, M, C>,
    graph: &Graph<S, M, C>,
) -> Result<(), Violation> {
    let addresses = puzzle.addresses();
    if addresses == 0 {
        return Ok(());
    }
    let mut owners: HashMap<usize, usize, FixedState> = HashMap::default();
    for (at, state) in graph.states.iter().enumerate() {
        let address = puzzle.address(state);
        if address >= addresses {
            let detail = format!("its address is {address}: expected less than {addresses}");
            return Err(graph.violation(Law::Addresses, at, detail));
        }
        if let Some(owner) = owners.insert(address, at) {
            let other = &graph.states[owner];
            let detail = format!("its address is {address}, as that of {other:?}");
            return Err(graph.violation(Law::Addresses, at, detail));
        }
    }
    Ok(())
}

/// A move that is asked for by itself leads to where it leads among the neighbors.
fn check_successors<S: State, M: Move, C: Cost>(
    puzzle: &dyn Subject<S, M, C>,
    graph: &Graph<S, M, C>,
) -> Result<(), Violation> {
    let mut others = alloc::vec::Vec::new();
    for (at, state) in graph.states.iter().take(300).enumerate() {
        let mut neighbors = puzzle.neighbors(state);
        neighbors.truncate(100);
        for expected in &neighbors {
            let found = puzzle.successor(state, &expected.mv);
            if found.as_ref() != Some(expected) {
                let detail = format!("it answers {found:?}, expected {expected:?}");
                return Err(graph.violation(Law::Successors, at, detail));
            }
        }
        // Moves of other states that this one does not have.
        for mv in &others {
            let found = puzzle.successor(state, mv);
            let edge = puzzle.neighbors(state).into_iter().find(|n| n.mv == *mv);
            if found != edge {
                let detail = format!("it answers {found:?} for {mv:?}, expected {edge:?}");
                return Err(graph.violation(Law::Successors, at, detail));
            }
        }
        if others.len() < 8 {
            others.extend(neighbors.into_iter().take(8).map(|neighbor| neighbor.mv));
        }
    }
    Ok(())
}

fn check_solvability<S: State, M: Move, C: Cost>(
    puzzle: &dyn Subject<S, M, C>,
    graph: &Graph<S, M, C>,
) -> Result<(), Violation> {
    for (at, state) in graph.states.iter().enumerate() {
        match (puzzle.solvability(state), graph.edges.to_goal[at]) {
            (Solvability::Unsolvable(reason), Some(cost)) => {
                let near = graph.but_a_goal_is_near(puzzle, at, cost);
                let detail = format!("it is said to be unsolvable ({reason}), but {near}");
                return Err(graph.violation(Law::Solvability, at, detail));
            }
            (Solvability::Solvable(reason), None) if graph.edges.complete => {
                let detail = format!(
                    "it is said to be solvable ({reason}), but no state that can be reached is a \
                     goal"
                );
                return Err(graph.violation(Law::Solvability, at, detail));
            }
            _ => {}
        }
    }
    Ok(())
}
