//! The functions that follow Manhattan distance, compiled with the crate (feature `tiles`): programs that
//! use them need not compile them again.

use core::any::Any;

use super::SlidingTiles;
use super::kernel::{self, Lookup};
use crate::puzzle::heuristic::estimator::Estimator;
use crate::puzzle::traversal::{Change, EdgeOf};
use crate::puzzles::packed::Packed;

/// Manhattan distance, whose change follows from the move alone.
#[derive(Clone, Copy)]
pub(super) struct ByStep;

impl<B: Packed> Estimator<SlidingTiles<B>> for ByStep {
    type Memo = ();

    fn functions<T: Packed>(puzzle: &SlidingTiles<T>) -> Option<Lookup<T, Self>> {
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

    #[inline(always)]
    fn enter(
        self,
        puzzle: &SlidingTiles<B>,
        (): (),
        edge: &EdgeOf<'_, SlidingTiles<B>>,
    ) -> ((), Option<Change<u32>>) {
        ((), Some(puzzle.step(edge)))
    }
}

#[inline(never)]
fn of_four_bits(puzzle: &SlidingTiles<u64>) -> Option<Lookup<u64, ByStep>> {
    kernel::functions(puzzle)
}

#[inline(never)]
fn of_five_bits(puzzle: &SlidingTiles<u128>) -> Option<Lookup<u128, ByStep>> {
    kernel::functions(puzzle)
}
