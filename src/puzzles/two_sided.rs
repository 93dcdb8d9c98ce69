//! How the puzzles look from their goals.

use alloc::vec;

use super::manhattan::Manhattan;
use super::misplaced::Misplaced;
use super::pancake::Gap;
use super::sliding_tiles::{InversionDistance, LinearConflict};
use super::{
    BurntPancake, GraphTiles, Hanoi, MagicSquares, Packed, Pancake, PermutationPuzzle, PocketCube,
    SlidingTiles, SwapGame, TopSpin, WeightedTiles,
};
use crate::puzzle::Puzzle;
use crate::puzzle::heuristic::TwoSidedHeuristic;
use crate::puzzle::heuristic::two_sided::unchanged_by_reversal;
use crate::puzzle::portable::Portable;
use crate::puzzle::reversed::{Reversed, TwoSided};

/// Where moves can be taken back, and any state can be the goal: the same puzzle with another goal.
macro_rules! same_puzzle {
    ($($puzzle:ty $(, $packed:ident)?);+) => {$(
        impl$(<$packed: Packed>)? TwoSided for $puzzle {
            type Reversed = Self;

            fn reversed(&self, start: &Self::State) -> Self {
                let mut labels = vec![0; self.state_bytes()];
                self.write_state(start, &mut labels);
                // What is no state is no goal either.
                self.clone().with_goal(&labels).unwrap_or_else(|_| self.clone())
            }
        }
    )+};
}

same_puzzle!(
    SlidingTiles<B>, B; GraphTiles<B>, B; Pancake<B>, B; SwapGame<B>, B; TopSpin<B>, B; Hanoi;
    WeightedTiles<B>, B
);

/// Elsewhere, along predecessors.
macro_rules! along_predecessors {
    ($($puzzle:ty $(, $packed:ident)?);+) => {$(
        impl$(<$packed: Packed>)? TwoSided for $puzzle {
            type Reversed = Reversed<Self>;

            fn reversed(&self, start: &<Self as Puzzle>::State) -> Reversed<Self> {
                Reversed::new(self.clone(), start)
            }
        }
    )+};
}

along_predecessors!(MagicSquares; PocketCube; BurntPancake<B>, B; PermutationPuzzle<B>, B);

unchanged_by_reversal!(Gap, Manhattan, Misplaced);

/// Heuristics that are made for the goal of one board.
macro_rules! made_anew {
    ($($heuristic:ident),+) => {$(
        impl<B: Packed> TwoSidedHeuristic<SlidingTiles<B>> for $heuristic {
            type Reversed = Self;

            fn reversed(&self, puzzle: &SlidingTiles<B>) -> Self {
                Self::new(puzzle)
            }
        }
    )+};
}

made_anew!(LinearConflict, InversionDistance);
