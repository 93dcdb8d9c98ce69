//! [`NumberedSpace`]: the states of a ranked puzzle, each given by its rank.

use std::collections::TryReserveError;

use puzzle_search::puzzle::Portable;
use puzzle_search::space::{BitParallel, Pieces, Place};
use puzzle_search::{Facts, Puzzle, Ranked, Reversible, Solvability};

use super::{AnyPuzzle, Move, RankedEdge, State};

/// A puzzle whose states are the ranks of another's: searches of whole spaces are compiled once, and a state takes 8
/// bytes.
#[derive(Clone)]
pub(crate) struct NumberedSpace(pub(crate) AnyPuzzle);

impl NumberedSpace {
    /// A state on one line, as the parser reads it.
    pub(crate) fn line(&self, rank: u64) -> String {
        let state = self.0.0.unrank(rank.into());
        state.map_or_else(String::new, |state| self.0.line(&state))
    }

    /// Whether all ranks fit into 64 bits.
    pub(crate) fn is_numbered(&self) -> bool {
        let count = self.0.0.state_count();
        count.is_some_and(|count| count <= u128::from(u64::MAX))
    }

    pub(crate) fn number(&self, state: &State) -> Option<u64> {
        self.0.0.rank(state)?.try_into().ok()
    }
}

impl Puzzle for NumberedSpace {
    type State = u64;
    type Move = Move;
    type Cost = u32;

    fn neighbors(&self, rank: &u64) -> impl IntoIterator<Item = RankedEdge> {
        self.0.0.steps((*rank).into())
    }

    fn is_goal(&self, rank: &u64) -> bool {
        let state = self.0.0.unrank((*rank).into());
        state.is_some_and(|state| self.0.0.is_goal(&state))
    }

    fn facts(&self) -> Facts<u32> {
        self.0.0.facts()
    }

    fn solvability(&self, rank: &u64) -> Solvability {
        match self.state_count() {
            Some(count) if u128::from(*rank) < count => Solvability::Unknown,
            _ => Solvability::NotAState,
        }
    }
}

impl Reversible for NumberedSpace {
    fn goals(&self) -> impl IntoIterator<Item = u64> {
        let goals = self.0.0.goals().into_iter();
        goals.filter_map(|goal| self.number(&goal))
    }

    fn predecessors(&self, rank: &u64) -> impl IntoIterator<Item = RankedEdge> {
        self.0.0.steps_back((*rank).into())
    }
}

impl Ranked for NumberedSpace {
    fn state_count(&self) -> Option<u128> {
        self.0.0.state_count()
    }

    fn rank(&self, rank: &u64) -> Option<u128> {
        Some((*rank).into())
    }

    fn unrank(&self, rank: u128) -> Option<u64> {
        rank.try_into().ok()
    }

    fn bit_parallel(&self) -> Option<impl BitParallel> {
        self.0.0.bit_parallel().map(AnyNumbering)
    }
}

impl Portable for NumberedSpace {
    fn state_bytes(&self) -> usize {
        size_of::<u64>()
    }

    fn write_state(&self, rank: &u64, bytes: &mut [u8]) {
        bytes.copy_from_slice(&rank.to_le_bytes());
    }

    fn read_state(&self, bytes: &[u8]) -> Option<u64> {
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }
}

/// The puzzle's bit-parallel numbering.
struct AnyNumbering<'a>(Box<dyn BitParallel + 'a>);

impl BitParallel for AnyNumbering<'_> {
    fn piece_words(&self) -> usize {
        self.0.piece_words()
    }

    fn pieces(&self) -> [usize; 2] {
        self.0.pieces()
    }

    fn locate(&self, rank: u128) -> Option<Place> {
        self.0.locate(rank)
    }

    fn rank(&self, place: Place) -> u128 {
        self.0.rank(place)
    }

    fn own_bytes(&self) -> usize {
        self.0.own_bytes()
    }

    fn prepare(&mut self) -> Result<(), TryReserveError> {
        self.0.prepare()
    }

    fn gather(&self, piece: usize, layer: &Pieces<'_>, into: &mut [u64]) -> bool {
        self.0.gather(piece, layer, into)
    }
}
