//! Permutations of `0..n`: parity, rank and unrank.
//!
//! A permutation is a slice of any primitive integer type in which each of `0..n` occurs once; what
//! is not one is answered with a [`PermutationError`] that says why.

mod error;
mod parity;
mod rank;

pub use error::PermutationError;
pub use parity::{Parity, inversions, parity_by_cycles, parity_by_inversions};
pub(crate) use rank::{factorial, lexicographic_rank, lexicographic_unrank, rank_and_inversions};
pub use rank::{rank, unrank};

use alloc::vec;
use alloc::vec::Vec;

use num_traits::PrimInt;

/// The items as indices, if they are a permutation.
fn indices<T: PrimInt>(items: &[T]) -> Result<Vec<usize>, PermutationError> {
    let length = items.len();
    let mut position = vec![None; length];
    let mut indices = Vec::with_capacity(length);
    for (at, item) in items.iter().enumerate() {
        let Some(index) = item.to_usize().filter(|&index| index < length) else {
            return Err(PermutationError::out_of_range(at, length));
        };
        if let Some(first) = position[index].replace(at) {
            return Err(PermutationError::twice(index, first, at, length));
        }
        indices.push(index);
    }
    Ok(indices)
}
