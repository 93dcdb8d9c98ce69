//! [`KeptByNumber`]: the abstraction that keeps the pieces with some numbers and ignores the others.
//!
//! Invariant: the space has the moves of the puzzle that the abstraction was made for, and the goal places there of the
//! pieces. Another puzzle with the same space may use a database of it.

use alloc::boxed::Box;

use super::PermutationPuzzle;
use crate::puzzles::board::Arrangement;
use crate::puzzles::packed::Packed;
use crate::tables::{Abstraction, PieceSpace, Places};

#[derive(Clone, Debug)]
pub(super) struct KeptByNumber {
    pub(super) space: PieceSpace,
    pub(super) pieces: Box<[u8]>,
}

impl<B: Packed> Abstraction<PermutationPuzzle<B>> for KeptByNumber {
    type Space = PieceSpace;

    fn space(&self) -> &PieceSpace {
        &self.space
    }

    fn image(&self, puzzle: &PermutationPuzzle<B>, state: &Arrangement<B>) -> Places {
        let place_of = |&piece: &u8| puzzle.place_of(state, piece).unwrap_or(0) as u8;
        Places::of(self.pieces.iter().map(place_of))
    }

    fn fits(&self, puzzle: &PermutationPuzzle<B>) -> bool {
        puzzle
            .space_of(&self.pieces)
            .is_ok_and(|space| space == self.space)
    }
}
