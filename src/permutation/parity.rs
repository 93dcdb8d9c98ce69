//! [`Parity`], and the number of inversions, which has the parity of the permutation.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Add;

use num_traits::PrimInt;

use super::{PermutationError, indices};

/// The parity of a permutation or of a number. A permutation is even if it is a product of an even number of
/// transpositions.
///
/// ```
/// use puzzle_search::permutation::Parity;
///
/// assert_eq!(Parity::Odd + Parity::Odd, Parity::Even);
/// assert_eq!(Parity::of(7), Parity::Odd);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// An even permutation or number.
    Even,
    /// An odd permutation or number.
    Odd,
}

impl Parity {
    /// Returns whether a number is even or odd.
    #[must_use]
    pub const fn of(number: u64) -> Self {
        if number.is_multiple_of(2) {
            Self::Even
        } else {
            Self::Odd
        }
    }
}

/// Adds two parities, as for the sum of two numbers or the product of two permutations.
impl Add for Parity {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        if self == other { Self::Even } else { Self::Odd }
    }
}

impl fmt::Display for Parity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Even => "even",
            Self::Odd => "odd",
        })
    }
}

/// Returns the parity of a permutation of `0..n`.
///
/// Takes O(n) time and memory.
///
/// # Errors
///
/// Returns an error if the slice is not a permutation of `0..n`.
///
/// ```
/// use puzzle_search::permutation::{parity, Parity};
///
/// assert_eq!(parity(&[1, 2, 0])?, Parity::Even);
/// assert_eq!(parity(&[1, 0, 2])?, Parity::Odd);
/// # Ok::<(), puzzle_search::permutation::PermutationError>(())
/// ```
pub fn parity<T: PrimInt>(permutation: &[T]) -> Result<Parity, PermutationError> {
    let mut next = indices(permutation)?;
    let mut transpositions = 0;
    for at in 0..next.len() {
        // Each swap puts one item in its place.
        while next[at] != at {
            let home = next[at];
            next.swap(at, home);
            transpositions += 1;
        }
    }
    Ok(Parity::of(transpositions))
}

/// Returns the number of inversions, which are pairs of items in which the larger item comes first.
///
/// Takes O(n log n) time and O(n) memory. The items need not be a permutation. Two equal items are not an inversion.
///
/// ```
/// assert_eq!(puzzle_search::permutation::inversions(&[3, 1, 2]), 2);
/// ```
#[must_use]
pub fn inversions<T: Ord + Copy>(items: &[T]) -> u64 {
    let mut sorted: Vec<T> = items.to_vec();
    let Some(&any) = items.first() else {
        return 0;
    };
    let mut merged = vec![any; items.len()];
    let mut count = 0;
    let mut width = 1;
    while width < items.len() {
        for (from, to) in sorted.chunks(2 * width).zip(merged.chunks_mut(2 * width)) {
            let (left, right) = from.split_at(width.min(from.len()));
            let (mut l, mut r) = (0, 0);
            for slot in to {
                // An item from the right half is smaller than all remaining items of the left half.
                let from_left = r == right.len() || (l < left.len() && left[l] <= right[r]);
                if from_left {
                    *slot = left[l];
                    l += 1;
                } else {
                    *slot = right[r];
                    r += 1;
                    count += (left.len() - l) as u64;
                }
            }
        }
        core::mem::swap(&mut sorted, &mut merged);
        width *= 2;
    }
    count
}
