//! Which boards are searched by a guess.

use puzzle_search::heuristics::{Heuristic, TileGuess, WithGuess};
use puzzle_search::puzzles::SlidingTiles;

use crate::tile_heuristics::Size;

/// A packing of boards, and what is added to a heuristic for those that are too large for databases.
pub(crate) trait Guessed: Size {
    type Led<H: Heuristic<SlidingTiles<Self>> + Sync>: Heuristic<SlidingTiles<Self>> + Sync;

    fn led<H>(puzzle: &SlidingTiles<Self>, heuristic: H) -> Self::Led<H>
    where
        H: Heuristic<SlidingTiles<Self>> + Sync;
}

macro_rules! by_the_heuristic_alone {
    ($($packing:ty),*) => {
        $(impl Guessed for $packing {
            type Led<H: Heuristic<SlidingTiles<Self>> + Sync> = H;

            fn led<H>(_: &SlidingTiles<Self>, heuristic: H) -> H
            where
                H: Heuristic<SlidingTiles<Self>> + Sync,
            {
                heuristic
            }
        })*
    };
}

by_the_heuristic_alone!(u64, u128);

impl Guessed for [u8; 64] {
    type Led<H: Heuristic<SlidingTiles<Self>> + Sync> = WithGuess<H, TileGuess>;

    fn led<H>(puzzle: &SlidingTiles<Self>, heuristic: H) -> WithGuess<H, TileGuess>
    where
        H: Heuristic<SlidingTiles<Self>> + Sync,
    {
        WithGuess(heuristic, TileGuess::new(puzzle))
    }
}
