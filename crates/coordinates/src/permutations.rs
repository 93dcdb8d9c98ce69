//! What the tables ask of a [`PermutationPuzzle`]: the permutations of its moves, and that of an arrangement.

use alloc::boxed::Box;
use alloc::vec::Vec;

use puzzle_search::job::BuildError;
use puzzle_search::permutation::Permutation;
use puzzle_search::puzzles::{Arrangement, Packed, PermutationPuzzle};

/// The permutation of each move.
pub(crate) fn permutations<B: Packed>(
    puzzle: &PermutationPuzzle<B>,
) -> impl Iterator<Item = &Permutation> {
    puzzle.moves().filter_map(|turn| puzzle.permutation(turn))
}

/// The permutation that takes each piece from its goal place to its place in `state`; `None` if the state belongs to
/// another puzzle.
pub(crate) fn relative<B: Packed>(
    puzzle: &PermutationPuzzle<B>,
    state: &Arrangement<B>,
) -> Option<Permutation> {
    let labels = |state: &Arrangement<B>| {
        state
            .labels(puzzle.places())
            .map(|label| u32::from(label).wrapping_sub(1))
    };
    let pieces: Vec<u32> = labels(state).collect();
    let places = Permutation::new(&pieces).ok()?.inverse();
    let images: Vec<u32> = labels(&puzzle.goal())
        .map(|piece| places.image(piece))
        .collect();
    Permutation::new(&images).ok()
}

/// The error of a table that cannot be built from its arguments.
#[cold]
pub(crate) fn unfit(why: impl Into<Box<str>>) -> BuildError {
    BuildError::Unfit(why.into())
}
