//! [`Subject`]: a puzzle under test, as a trait object. So the laws are compiled once for each combination of states,
//! moves and costs, however many heuristics and adaptors are checked with it.

use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt::Debug;
use core::hash::Hash;

use hashbrown::HashMap;

use super::recorder::WalkRecorder;
use crate::facts::Facts;
use crate::puzzle::heuristic::{Own, Zero};
use crate::puzzle::traversal::{Bound, End, Iteration, ResumePoint, Root, over_neighbors};
use crate::puzzle::{Neighbor, NeighborOf, Puzzle};
use crate::solvability::Solvability;
use crate::storage::FixedState;

/// The bounds of [`Puzzle::State`] that the checks need.
pub(super) trait State: Clone + Eq + Hash + Debug {}
impl<S: Clone + Eq + Hash + Debug> State for S {}

/// The bounds of [`Puzzle::Move`] that the checks need.
pub(super) trait Move: Clone + PartialEq + Debug {}
impl<M: Clone + PartialEq + Debug> Move for M {}

/// The methods of a puzzle that the checks call.
pub(super) trait Subject<S, M, C> {
    fn neighbors(&self, state: &S) -> Vec<Neighbor<S, M, C>>;
    fn successor(&self, state: &S, mv: &M) -> Option<Neighbor<S, M, C>>;
    fn is_goal(&self, state: &S) -> bool;
    fn heuristic(&self, state: &S) -> Option<C>;
    fn has_addresses(&self) -> bool;
    fn addresses(&self) -> usize;
    fn address(&self, state: &S) -> usize;
    fn solvability(&self, state: &S) -> Solvability;
    fn is_redundant(&self, last: &M, next: &M) -> bool;
    fn facts(&self) -> Facts<C>;
    /// Walks by the puzzle's heuristic or by none, on the account of a recorder.
    fn walk(
        &self,
        by: By,
        start: &S,
        bound: Bound<C>,
        place: &mut ResumePoint<C>,
        recorder: &mut WalkRecorder<S, M, C>,
    ) -> End<M, C>;
}

/// The estimate by which a walk cuts off states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// The puzzle's heuristic.
    Heuristic,
    /// None: a state is cut off by the cost of its path alone.
    Cost,
}

/// The puzzle of a check, with its own depth-first traversal or with the default one.
pub(super) struct Erased<'p, P: Puzzle, const OWN: bool> {
    puzzle: &'p P,
    /// Estimates are cached, since they are needed repeatedly and may be expensive.
    estimates: RefCell<HashMap<P::State, Option<P::Cost>, FixedState>>,
}

/// The values of the parameter `OWN` of [`Erased`].
pub(super) const OWN: bool = true;
pub(super) const BY_DEFAULT: bool = false;

impl<'p, P: Puzzle, const OWN: bool> Erased<'p, P, OWN> {
    pub(super) fn new(puzzle: &'p P) -> Self {
        let estimates = RefCell::default();
        Self { puzzle, estimates }
    }
}

impl<P: Puzzle, const OWN: bool> Subject<P::State, P::Move, P::Cost> for Erased<'_, P, OWN> {
    fn neighbors(&self, state: &P::State) -> Vec<NeighborOf<P>> {
        self.puzzle.neighbors(state).into_iter().collect()
    }

    fn successor(&self, state: &P::State, mv: &P::Move) -> Option<NeighborOf<P>> {
        self.puzzle.successor(state, mv)
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.puzzle.is_goal(state)
    }

    fn heuristic(&self, state: &P::State) -> Option<P::Cost> {
        if let Some(known) = self.estimates.borrow().get(state) {
            return *known;
        }
        // If the heuristic is not a function of the state, the second estimate may reveal it.
        let _ = self.puzzle.heuristic(state);
        let estimate = self.puzzle.heuristic(state);
        self.estimates.borrow_mut().insert(state.clone(), estimate);
        estimate
    }

    fn has_addresses(&self) -> bool {
        P::HAS_ADDRESSES
    }

    fn addresses(&self) -> usize {
        self.puzzle.addresses()
    }

    fn address(&self, state: &P::State) -> usize {
        self.puzzle.address(state)
    }

    fn solvability(&self, state: &P::State) -> Solvability {
        self.puzzle.solvability(state)
    }

    fn is_redundant(&self, last: &P::Move, next: &P::Move) -> bool {
        self.puzzle.is_redundant(last, next)
    }

    fn facts(&self) -> Facts<P::Cost> {
        self.puzzle.facts()
    }

    fn walk(
        &self,
        by: By,
        start: &P::State,
        bound: Bound<P::Cost>,
        place: &mut ResumePoint<P::Cost>,
        recorder: &mut WalkRecorder<P::State, P::Move, P::Cost>,
    ) -> End<P::Move, P::Cost> {
        let (puzzle, root) = (self.puzzle, Root::new(start));
        let mut iteration = Iteration::new(recorder, root, bound, place);
        let flow = match (by, OWN) {
            (By::Heuristic, true) => puzzle.deepen(&mut iteration),
            (By::Cost, true) => puzzle.deepen_by(&Zero, &mut iteration),
            (By::Heuristic, false) => over_neighbors(puzzle, &Own, &mut iteration),
            (By::Cost, false) => over_neighbors(puzzle, &Zero, &mut iteration),
        };
        iteration.finish(flow)
    }
}
