//! [`Subject`]: a puzzle under test, as a trait object. So the laws are compiled once for each combination of states,
//! moves and costs, however many heuristics and adaptors are checked with it.

use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::ControlFlow;

use hashbrown::HashMap;

use crate::cost::Cost;
use crate::facts::Facts;
use crate::puzzle::traversal::{self, Change, Edge, Root, Step, Visitor};
use crate::puzzle::{Neighbor, NeighborOf, Puzzle};
use crate::solvability::Solvability;
use crate::storage::FixedState;

/// The bounds of [`Puzzle::State`] that the checks need.
pub(super) trait State: Clone + Eq + Hash + Debug {}
impl<S: Clone + Eq + Hash + Debug> State for S {}

/// The bounds of [`Puzzle::Move`] that the checks need.
pub(super) trait Move: Clone + PartialEq + Debug {}
impl<M: Clone + PartialEq + Debug> Move for M {}

pub(super) trait Subject<S, M, C> {
    fn neighbors(&self, state: &S) -> Vec<Neighbor<S, M, C>>;
    fn successor(&self, state: &S, mv: &M) -> Option<Neighbor<S, M, C>>;
    fn is_goal(&self, state: &S) -> bool;
    fn heuristic(&self, state: &S) -> Option<C>;
    fn addresses(&self) -> usize;
    fn address(&self, state: &S) -> usize;
    fn solvability(&self, state: &S) -> Solvability;
    fn is_redundant(&self, last: &M, next: &M) -> bool;
    fn facts(&self) -> Facts<C>;
    fn depth_first(
        &self,
        root: Root<'_, S, M>,
        carried: Carried<C>,
        witness: &mut dyn Witness<S, M, C>,
    ) -> ControlFlow<()>;
}

/// A [`Visitor`] as a trait object.
pub(super) trait Witness<S, M, C> {
    fn enter(
        &mut self,
        carried: Carried<C>,
        edge: Edge<'_, S, M, C>,
        change: Option<Change<C>>,
    ) -> Step<Carried<C>>;
    fn unwind(&mut self, index: u32, mv: M);
}

/// The cost of the path, how many moves are left, and the last edge.
pub(super) type Carried<C> = (C, usize, Option<usize>);

struct Shown<'w, S, M, C>(&'w mut dyn Witness<S, M, C>);

impl<S, M, C: Cost> Visitor<S, M, C> for Shown<'_, S, M, C> {
    type Carried = Carried<C>;

    fn enter(
        &mut self,
        carried: Carried<C>,
        edge: Edge<'_, S, M, C>,
        change: impl FnOnce() -> Option<Change<C>>,
    ) -> Step<Carried<C>> {
        let change = if edge.replayed { None } else { change() };
        self.0.enter(carried, edge, change)
    }

    fn unwind(&mut self, index: u32, mv: M) {
        self.0.unwind(index, mv);
    }
}

/// The puzzle of a check, with its own depth-first traversal or with the default one.
pub(super) struct Erased<'p, P: Puzzle, const OWN: bool> {
    puzzle: &'p P,
    /// Estimates are cached, since they are needed repeatedly and may be expensive.
    estimates: RefCell<HashMap<P::State, Option<P::Cost>, FixedState>>,
}

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

    fn depth_first(
        &self,
        root: Root<'_, P::State, P::Move>,
        carried: Carried<P::Cost>,
        witness: &mut dyn Witness<P::State, P::Move, P::Cost>,
    ) -> ControlFlow<()> {
        let (_, flow) = if OWN {
            self.puzzle.depth_first(root, carried, Shown(witness))
        } else {
            traversal::over_neighbors(self.puzzle, root, carried, Shown(witness))
        };
        flow
    }
}
