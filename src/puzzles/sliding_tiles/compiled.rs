//! The functions for Manhattan distance, compiled with the crate (feature `tiles`), so that programs which use them
//! need not compile them again. Sizes: 2x5, 2x6, 2x7, 3x3, 3x4, 4x3, 4x4 and 5x5.

use core::any::Any;

use super::SlidingTiles;
use super::burst::Follow;
use super::kernel::{self, Lookup};
use super::steps::{ANY, Change};
use super::{Board, Direction};
use crate::puzzles::packed::Packed;

/// Manhattan distance: the change follows from the move alone, without a memo.
#[derive(Clone, Copy)]
pub(super) struct ByStep;

impl<B: Packed> Follow<B> for ByStep {
    type Memo = ();

    #[inline(always)]
    fn enter(
        self,
        puzzle: &SlidingTiles<B>,
        (): (),
        parent: &Board<B>,
        child: &Board<B>,
        _: &Direction,
    ) -> ((), Option<Change>) {
        ((), Some(puzzle.step::<ANY>(parent, child)))
    }

    fn estimate(self, puzzle: &SlidingTiles<B>, board: &Board<B>) -> Option<u32> {
        Some(puzzle.homes.total_distance(board))
    }
}

/// The functions for a puzzle, if there are any.
pub(super) fn functions<B: Packed>(puzzle: &SlidingTiles<B>) -> Option<Lookup<B, ByStep>> {
    let puzzle: &dyn Any = puzzle;
    let found: &dyn Any = if let Some(puzzle) = puzzle.downcast_ref() {
        &of_four_bits(puzzle)
    } else if let Some(puzzle) = puzzle.downcast_ref() {
        &of_five_bits(puzzle)
    } else {
        return None;
    };
    found.downcast_ref().copied().flatten()
}

#[inline(never)]
fn of_four_bits(puzzle: &SlidingTiles<u64>) -> Option<Lookup<u64, ByStep>> {
    kernel::functions(puzzle)
}

#[inline(never)]
fn of_five_bits(puzzle: &SlidingTiles<u128>) -> Option<Lookup<u128, ByStep>> {
    kernel::functions(puzzle)
}
