//! The predecessors, reversed puzzles and heuristics that searches backward need, for the puzzles of this module.

use alloc::vec;

use super::manhattan::Manhattan;
use super::misplaced::Misplaced;
use super::pancake::Gap;
use super::sliding_tiles::LinearConflict;
use super::{
    BurntPancake, GraphTiles, Hanoi, Packed, Pancake, PocketCube, SlidingTiles, SwapGame,
    WeightedTiles,
};
use crate::puzzle::heuristic::TwoSidedHeuristic;
use crate::puzzle::heuristic::two_sided::unchanged_by_reversal;
use crate::puzzle::portable::Portable;
use crate::puzzle::reversed::{Reversed, TwoSided};
use crate::puzzle::{NeighborOf, Puzzle, Reversible};

/// For puzzles in which every move is its own reverse.
macro_rules! reversible_by_neighbors {
    ($($puzzle:ty),+) => {$(
        impl<B: Packed> Reversible for $puzzle {
            fn goals(&self) -> impl IntoIterator<Item = Self::State> {
                [self.goal()]
            }

            /// The predecessors of a state are its neighbors.
            #[inline]
            fn predecessors(&self, state: &Self::State) -> impl IntoIterator<Item = NeighborOf<Self>> {
                self.neighbors(state)
            }
        }
    )+};
}

reversible_by_neighbors!(Pancake<B>, BurntPancake<B>, SwapGame<B>, GraphTiles<B>);

/// For undirected puzzles in which any state can be the goal: the reversed puzzle is the same puzzle with the start as
/// its goal.
macro_rules! reversed_by_goal {
    ($($puzzle:ty $(, $packed:ident)?);+) => {$(
        impl$(<$packed: Packed>)? TwoSided for $puzzle {
            type Reversed = Self;

            fn reversed(&self, start: &Self::State) -> Self {
                let mut labels = vec![0; self.state_bytes()];
                self.write_state(start, &mut labels);
                // An invalid start has no reversed puzzle; the search reports the start.
                self.clone().with_goal(&labels).unwrap_or_else(|_| self.clone())
            }
        }
    )+};
}

reversed_by_goal!(
    SlidingTiles<B>, B; GraphTiles<B>, B; Pancake<B>, B; SwapGame<B>, B; Hanoi;
    WeightedTiles<B>, B
);

/// For all other puzzles: the reversed puzzle follows predecessors.
macro_rules! reversed_by_predecessors {
    ($($puzzle:ty $(, $packed:ident)?);+) => {$(
        impl$(<$packed: Packed>)? TwoSided for $puzzle {
            type Reversed = Reversed<Self>;

            fn reversed(&self, start: &<Self as Puzzle>::State) -> Reversed<Self> {
                Reversed::new(self.clone(), start)
            }
        }
    )+};
}

reversed_by_predecessors!(PocketCube; BurntPancake<B>, B);

unchanged_by_reversal!(Gap, Manhattan, Misplaced);

/// Heuristics that are made for one goal: the reversed heuristic is made for the other goal.
impl<B: Packed> TwoSidedHeuristic<SlidingTiles<B>> for LinearConflict {
    type Reversed = Self;

    fn reversed(&self, puzzle: &SlidingTiles<B>) -> Self {
        Self::new(puzzle)
    }
}
