//! Checks that a puzzle obeys the laws of its traits. Solvers rely on these laws. A check is one line in your tests.
//!
//! [`check`] tests the laws of [`Puzzle`], [`Check::reversible`] also those of [`Reversible`], [`Check::ranked`] those
//! of [`Ranked`], [`Check::portable`] those of [`Portable`], and [`Check::fixed_moves`] those of [`FixedMoves`]. Each
//! check explores up to 10,000 states, breadth-first from a given state. If no goal is among them, it looks for one and
//! explores as many states around it; `reversible` explores backward from the goals in any case. [`Check`] has an
//! option for this number. [`check_traversal`] compares an overridden [`deepen`](Puzzle::deepen) with the default.
//! [`check_solver`] checks a solver, whatever its puzzle.
//!
//! If a law is broken, the check returns the first [`Violation`] found. Begin at a goal if moves can be undone, since
//! violations near the goal are easiest to understand; otherwise at a start, from which a goal can be reached. If no
//! law is broken, [`Checked`] says how often each law was tested, and which laws could not be tested. The guide has a
//! [chapter](crate::guide::proving_it_right) on these checks.
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

// Invariant: each check gets the same explored graph and tally. It returns the first violation, or counts its tests in
// the tally; a law that concerns the puzzle and was not tested is marked there.

mod bit_parallel;
mod edges;
mod facts;
mod fixed_moves;
mod graph;
mod portable;
mod ranked;
mod recorder;
mod reversible;
mod solver;
mod subject;
mod tally;
mod traversal;
mod violation;
mod walked;

use alloc::format;
use alloc::vec::Vec;

use core::fmt;
use core::hash::BuildHasher;

use facts::check_facts;
use graph::{BackwardEdges, ExploredGraph, GraphOf};
use hashbrown::HashMap;
pub use solver::check_solver;
use subject::{Erased, Move, OWN, State};
use tally::LawTally;
pub use traversal::check_traversal;
pub use violation::{Law, Violation};

use crate::cost::Cost;
use crate::facts::Facts;
use crate::pruning::FixedMoves;
use crate::puzzle::portable::Portable;
use crate::puzzle::{Puzzle, Ranked, Reversible};
use crate::solvability::Solvability;
use crate::storage::FixedState;

/// The result of a check that found no violation: what was tested, and how often. Its `Display` is one line, which also
/// says what could not be tested.
///
/// ```
/// use puzzle_search::laws::{self, Law};
/// use puzzle_search::puzzles::SlidingTiles;
///
/// let puzzle = SlidingTiles::new(2, 3)?;
/// let checked = laws::check(&puzzle, &puzzle.goal()).expect("it keeps the laws");
/// assert_eq!((checked.states, checked.goals, checked.complete), (360, 1, true));
/// assert_eq!((checked.tested(Law::Admissible), checked.tested(Law::UnitCosts)), (360, 840));
/// assert!(checked.untested().is_empty());
/// assert_eq!(checked.to_string(), "lawful on 360 states, all that can be reached");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Checked<C> {
    /// The number of states that were explored.
    pub states: usize,
    /// The number of goals among these states.
    pub goals: usize,
    /// Whether all states that can be reached from the start were explored.
    pub complete: bool,
    /// The facts that were tested and are true for all explored states and edges. They may be false for other states:
    /// let [`Puzzle::facts`] return only facts that you know to be true. A fact that could not be tested is false here,
    /// for example `admissible` and `consistent` if no goal was found.
    pub facts: Facts<C>,
    tally: LawTally,
}

impl<C> Checked<C> {
    /// Returns on how many states or edges a law was tested; 0 if the law does not concern the puzzle or the check, or
    /// could not be tested ([`untested`](Self::untested)).
    ///
    /// [`Law::Admissible`] is tested on states from which a path to a goal was found, and on all states if every
    /// estimate is zero. [`Law::Consistent`] and [`Law::Parity`] count edges, if at least one goal was found or every
    /// estimate is zero.
    #[must_use]
    pub const fn tested(&self, law: Law) -> usize {
        self.tally.tested(law)
    }

    /// Returns the laws that concern the puzzle, for example because its [facts](Puzzle::facts) say so, but could not
    /// be tested, or not all of it. The usual reason is that no goal was found: begin at a goal, call
    /// [`Check::reversible`], or let [`Check`] explore more states.
    ///
    /// ```
    /// use puzzle_search::{from_fn, laws};
    ///
    /// // The only goal is a million steps away.
    /// let puzzle = from_fn(|&n: &u32| [("on", n + 1, 1_u32)], |&n| n == 1_000_000)
    ///     .with_heuristic(|&n| Some(2 * 1_000_000_u32.abs_diff(n)));
    /// let checked = laws::check(&puzzle, &0).expect("nothing contradicts the facts");
    /// assert_eq!((checked.goals, checked.untested()), (0, vec![laws::Law::Admissible]));
    /// assert_eq!(checked.to_string(), "lawful on 10000 states of more; no goal was found; not tested: [Admissible]");
    /// assert!(!checked.facts.admissible);
    /// assert!(laws::check(&puzzle, &999_000).is_err()); // here the goal is found
    /// ```
    #[must_use]
    pub fn untested(&self) -> Vec<Law> {
        self.tally.untested()
    }
}

impl<C> fmt::Display for Checked<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lawful on {} states", self.states)?;
        f.write_str(if self.complete {
            ", all that can be reached"
        } else {
            " of more"
        })?;
        if self.goals == 0 {
            f.write_str("; no goal was found")?;
        }
        let untested = self.untested();
        if !untested.is_empty() {
            write!(f, "; not tested: {untested:?}")?;
        }
        Ok(())
    }
}

/// A check of laws, with the number of states to explore, which is 10,000 by default.
///
/// ```
/// use puzzle_search::{laws, puzzles::SlidingTiles};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let checked = laws::Check::new().states(200_000).puzzle(&puzzle, &puzzle.goal()).expect("it keeps the laws");
/// assert_eq!((checked.states, checked.complete), (181_440, true));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Check {
    states: usize,
}

impl Default for Check {
    fn default() -> Self {
        Self { states: 10_000 }
    }
}

impl Check {
    /// Creates a check that explores up to 10,000 states from its start, and as many around the goals where it does.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the number of states to explore from the start, and around the goals where the check does.
    #[must_use]
    pub const fn states(self, states: usize) -> Self {
        Self { states }
    }

    /// Checks the laws of [`Puzzle`], as [`check`] does.
    ///
    /// # Errors
    ///
    /// Returns the first violation found.
    pub fn puzzle<P: Puzzle>(
        self,
        puzzle: &P,
        start: &P::State,
    ) -> Result<Checked<P::Cost>, Violation> {
        self.check_with(puzzle, start, None, |_, _| Ok(()))
    }

    /// Checks that a puzzle obeys the laws of [`Puzzle`] and [`Reversible`], on states that can be reached from
    /// `start`, and on as many more states from which a goal can be reached, nearest to a goal first.
    ///
    /// # Errors
    ///
    /// Returns the first violation found.
    ///
    /// ```
    /// use puzzle_search::laws::{self, Law};
    /// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
    ///
    /// let puzzle = PermutationPuzzle::new(&Definition::magic_squares())?;
    /// let checked = laws::Check::new().reversible(&puzzle, &puzzle.goal()).expect("it can be taken back");
    /// assert!(checked.tested(Law::Predecessors) > 60_000);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn reversible<P: Reversible>(
        self,
        puzzle: &P,
        start: &P::State,
    ) -> Result<Checked<P::Cost>, Violation> {
        let goals: Vec<P::State> = puzzle.goals().into_iter().collect();
        let predecessors = |state: &P::State| {
            let edges = puzzle.predecessors(state).into_iter();
            edges.map(|edge| edge.state).collect()
        };
        let backward = BackwardEdges {
            goals: &goals,
            predecessors: &predecessors,
        };
        self.check_with(puzzle, start, Some(&backward), |graph, tally| {
            reversible::check(puzzle, graph, &goals, tally)
        })
    }

    /// Checks that a puzzle obeys the laws of [`Puzzle`] and [`Ranked`], on the same states as [`check`]. It also calls
    /// `unrank` for evenly spaced ranks in `0..state_count`, up to the [number of states](Self::states) to explore.
    ///
    /// If [`bit_parallel`](Ranked::bit_parallel) returns a numbering, the laws of
    /// [`BitParallel`](crate::space::BitParallel) are checked too. For large puzzles, the method
    /// [`gather`](crate::space::BitParallel::gather) is not checked: [`Checked::untested`] then lists
    /// [`Law::BitParallel`].
    ///
    /// # Errors
    ///
    /// Returns the first violation found.
    ///
    /// ```
    /// use puzzle_search::laws::{self, Law};
    /// use puzzle_search::puzzles::SwapGame;
    ///
    /// let puzzle = SwapGame::new(3, 3)?;
    /// let checked = laws::Check::new().ranked(&puzzle, &puzzle.goal()).expect("a bijection");
    /// assert!(checked.tested(Law::Ranks) > 10_000);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn ranked<P: Ranked>(
        self,
        puzzle: &P,
        start: &P::State,
    ) -> Result<Checked<P::Cost>, Violation> {
        self.check_with(puzzle, start, None, |graph, tally| {
            ranked::check(puzzle, graph, self.states, tally)
        })
    }

    /// Checks that a puzzle obeys the laws of [`Puzzle`] and [`Portable`], on the same states as [`check`].
    ///
    /// # Errors
    ///
    /// Returns the first violation found.
    ///
    /// ```
    /// use puzzle_search::laws::{self, Law};
    /// use puzzle_search::puzzles::Pancake;
    ///
    /// let puzzle = Pancake::new(6)?;
    /// let checked = laws::Check::new().portable(&puzzle, &puzzle.goal()).expect("each state has its bytes");
    /// assert_eq!(checked.tested(Law::Bytes), 720);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn portable<P: Portable>(
        self,
        puzzle: &P,
        start: &P::State,
    ) -> Result<Checked<P::Cost>, Violation> {
        self.check_with(puzzle, start, None, |graph, tally| {
            portable::check(puzzle, graph, tally)
        })
    }

    /// Checks that a puzzle obeys the laws of [`Puzzle`], on the same states as [`check`], and those of [`FixedMoves`].
    /// The list of moves is compared with the edges of these states. In the 64 states nearest to `start`, sequences of
    /// moves are played: all sequences of at most n moves, where n is the greatest number for which there are at most a
    /// thousand of them. If the puzzle has more than 31 moves, n is 1: pairs of moves are not tested.
    ///
    /// # Errors
    ///
    /// Returns the first violation found.
    ///
    /// ```
    /// use puzzle_search::laws;
    /// use puzzle_search::puzzles::{Metric, PocketCube};
    ///
    /// let cube = PocketCube::new(Metric::HalfTurns);
    /// assert!(laws::Check::new().fixed_moves(&cube, &cube.goal()).is_ok());
    /// ```
    pub fn fixed_moves<P: FixedMoves>(
        self,
        puzzle: &P,
        start: &P::State,
    ) -> Result<Checked<P::Cost>, Violation> {
        self.check_with(puzzle, start, None, |graph, tally| {
            fixed_moves::check(puzzle, graph, tally)
        })
    }

    /// Checks the laws of [`Puzzle`], and before them those that `more` checks, on the same states.
    fn check_with<P: Puzzle>(
        self,
        puzzle: &P,
        start: &P::State,
        backward: Option<&BackwardEdges<'_, P::State>>,
        more: impl FnOnce(&GraphOf<'_, P>, &mut LawTally) -> Result<(), Violation>,
    ) -> Result<Checked<P::Cost>, Violation> {
        let subject = Erased::<_, OWN>::new(puzzle);
        let graph = ExploredGraph::explore(&subject, start, self.states, backward)?;
        let mut tally = LawTally::default();
        more(&graph, &mut tally)?;
        graph.check(tally)
    }
}

/// Checks that a puzzle obeys the laws of [`Puzzle`] on up to 10,000 states that can be reached from `start`. The enum
/// [`Law`] lists the laws.
///
/// If none of these states is a goal, the check looks for a goal by greedy best-first search, which expands up to
/// 10,000 states, and explores up to 10,000 more states around the path that it finds.
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
/// assert!(checked.untested().is_empty());
/// assert!(checked.facts.consistent && !checked.facts.acyclic);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub fn check<P: Puzzle>(puzzle: &P, start: &P::State) -> Result<Checked<P::Cost>, Violation> {
    Check::new().puzzle(puzzle, start)
}

/// The number of states on which [`Law::EqualHashes`] and [`Law::Successors`] are tested, and of edges of each.
const MOST_SAMPLED: usize = 300;
const MOST_EDGES: usize = 100;

impl<S: State, M: Move, C: Cost> ExploredGraph<'_, S, M, C> {
    /// Checks the laws of [`Puzzle`], and adds to what was tested before.
    fn check(&self, mut tally: LawTally) -> Result<Checked<C>, Violation> {
        // These two were tested while the graph was explored.
        tally.count(Law::SameNeighbors, self.states.len());
        tally.count(Law::DistinctMoves, self.states.len());
        self.check_equality(&mut tally)?;
        self.check_addresses(&mut tally)?;
        self.check_successors(&mut tally)?;
        let facts = check_facts(self, &mut tally)?;
        self.check_solvability(&mut tally)?;
        traversal::check_paths(self, &mut tally)?;
        let is_goal = |goal: &&bool| **goal;
        Ok(Checked {
            states: self.states.len(),
            goals: self.edges.goals.iter().filter(is_goal).count(),
            complete: self.edges.complete,
            facts,
            tally,
        })
    }

    /// Checks on the first states that equal states have equal hashes. Since the graph finds equal states by their hash
    /// and merges them, two equal states that are both in it have different hashes. (`at` is the index of a state in
    /// the graph.)
    fn check_equality(&self, tally: &mut LawTally) -> Result<(), Violation> {
        let sample = &self.states[..self.states.len().min(MOST_SAMPLED)];
        tally.count(Law::EqualHashes, sample.len());
        for (at, state) in sample.iter().enumerate() {
            if let Some(equal) = sample[..at].iter().find(|&other| other == state) {
                let detail =
                    format!("it is equal to {equal:?}, which has another hash: expected the same");
                return Err(self.violation(Law::EqualHashes, at, detail));
            }
            if FixedState.hash_one(state) != FixedState.hash_one(state.clone()) {
                let detail = "its clone has another hash: expected the same";
                return Err(self.violation(Law::EqualHashes, at, detail.into()));
            }
        }
        Ok(())
    }

    /// Checks that no two states have the same address, and that all addresses are in range.
    fn check_addresses(&self, tally: &mut LawTally) -> Result<(), Violation> {
        let addresses = self.puzzle.addresses();
        if addresses == 0 {
            return Ok(());
        }
        if !self.puzzle.has_addresses() {
            let detail =
                format!("there are {addresses} addresses: expected HAS_ADDRESSES to be true");
            return Err(self.violation(Law::Addresses, 0, detail));
        }
        tally.count(Law::Addresses, self.states.len());
        let mut owners: HashMap<usize, usize, FixedState> = HashMap::default();
        for (at, state) in self.states.iter().enumerate() {
            let address = self.puzzle.address(state);
            if address >= addresses {
                let detail = format!("its address is {address}: expected less than {addresses}");
                return Err(self.violation(Law::Addresses, at, detail));
            }
            if let Some(owner) = owners.insert(address, at) {
                let other = &self.states[owner];
                let detail = format!("its address is {address}, as that of {other:?}");
                return Err(self.violation(Law::Addresses, at, detail));
            }
        }
        Ok(())
    }

    /// Checks on the first states that `successor` agrees with `neighbors`, also for moves that a state does not have.
    fn check_successors(&self, tally: &mut LawTally) -> Result<(), Violation> {
        let mut others = Vec::new();
        for (at, state) in self.states.iter().take(MOST_SAMPLED).enumerate() {
            let mut neighbors = self.puzzle.neighbors(state);
            neighbors.truncate(MOST_EDGES);
            tally.count(Law::Successors, neighbors.len() + others.len());
            for expected in &neighbors {
                let found = self.puzzle.successor(state, &expected.mv);
                if found.as_ref() != Some(expected) {
                    let detail = format!("it answers {found:?}, expected {expected:?}");
                    return Err(self.violation(Law::Successors, at, detail));
                }
            }
            // These are moves of other states, which this state may not have.
            for mv in &others {
                let found = self.puzzle.successor(state, mv);
                let edge = self
                    .puzzle
                    .neighbors(state)
                    .into_iter()
                    .find(|n| n.mv == *mv);
                if found != edge {
                    let detail = format!("it answers {found:?} for {mv:?}, expected {edge:?}");
                    return Err(self.violation(Law::Successors, at, detail));
                }
            }
            if others.len() < 8 {
                others.extend(neighbors.into_iter().take(8).map(|neighbor| neighbor.mv));
            }
        }
        Ok(())
    }

    /// Checks what `solvability` says about each state against the distances to goals in the graph.
    fn check_solvability(&self, tally: &mut LawTally) -> Result<(), Violation> {
        let (mut answers, mut tested) = (0, 0);
        for (at, state) in self.states.iter().enumerate() {
            let (answer, to_goal) = (self.puzzle.solvability(state), self.edges.to_goal[at]);
            if !matches!(answer, Solvability::Unknown) {
                answers += 1;
                tested += usize::from(to_goal.is_some() || self.edges.complete);
            }
            match (answer, to_goal) {
                (Solvability::NotAState, _) => {
                    let detail =
                        "it is said to be no state of the puzzle, but it was reached".into();
                    return Err(self.violation(Law::Solvability, at, detail));
                }
                (Solvability::Unsolvable(reason), Some(cost)) => {
                    let path = self.path_to_goal(at, cost);
                    let detail = format!("it is said to be unsolvable ({reason}), but {path}");
                    return Err(self.violation(Law::Solvability, at, detail));
                }
                (Solvability::Solvable(reason), None)
                    if self.edges.complete && !self.edges.reaches_goal(at) =>
                {
                    let detail = format!(
                        "it is said to be solvable ({reason}), but no state that can be reached is a \
                     goal"
                    );
                    return Err(self.violation(Law::Solvability, at, detail));
                }
                _ => {}
            }
        }
        tally.count(Law::Solvability, tested);
        if answers > 0 && tested == 0 {
            tally.mark_untested(Law::Solvability);
        }
        Ok(())
    }
}
