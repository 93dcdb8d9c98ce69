//! Permutations of the numbers `0..n`: products, powers, cycles and parity of a [`Permutation`], numberings of
//! permutations and combinations, and [groups](PermutationGroup) given by generators.
//!
//! [`Permutation::new`] and [`parity`](fn@parity) take slices of any primitive integer type.
//!
//! # Which numbering?
//!
//! A numbering gives each sequence of some kind a number, its rank. To unrank is to find the sequence with a given
//! rank.
//!
//! | numbering | sequences | order | time to rank and unrank |
//! |---|---|---|---|
//! | [`Lexicographic`] | all n! permutations | lexicographic | O(n) |
//! | [`MyrvoldRuskey`] | all n! permutations | arbitrary | O(n), the fastest to unrank |
//! | [`EvenPermutations`] | the n!/2 even permutations | lexicographic | O(n) |
//! | [`PartialPermutations`] | k different items out of n | lexicographic | O(k) |
//! | [`Combinations`] | k items out of n in ascending order | colexicographic | O(k) to rank, O(n) to unrank |
//!
//! All these types implement the trait [`Numbering`].
//!
//! ```
//! use puzzle_search::permutation::{Lexicographic, Numbering, Parity, Permutation};
//!
//! let turn = Permutation::from_cycles(5, &[&[0, 1, 2, 3, 4]])?;
//! assert_eq!((turn.order(), turn.parity()), (Some(5), Parity::Even));
//! let numbering = Lexicographic::<u64>::new(5).expect("120 fits into 64 bits");
//! assert_eq!(numbering.rank(&[1, 2, 3, 4, 0])?, 33);
//! # Ok::<(), puzzle_search::permutation::PermutationError>(())
//! ```

mod algebra;
mod combinations;
mod cycles;
mod error;
mod even;
mod group;
mod lexicographic;
mod myrvold_ruskey;
mod notation;
mod numbering;
mod parity;
mod partial;

mod rank;
#[cfg(feature = "proptest")]
mod strategies;

pub use algebra::Permutation;
pub use combinations::Combinations;
pub use error::PermutationError;
pub use even::EvenPermutations;
pub use group::PermutationGroup;
pub use lexicographic::Lexicographic;
pub use myrvold_ruskey::MyrvoldRuskey;
pub use numbering::{Number, Numbering, OutOfRange};
pub use parity::{Parity, inversions, parity};
pub use partial::PartialPermutations;
#[cfg(feature = "proptest")]
#[cfg_attr(docsrs, doc(cfg(feature = "proptest")))]
pub use strategies::permutations;

pub(crate) use rank::{factorial, lexicographic_rank, lexicographic_unrank, rank_and_inversions};

use alloc::vec;
use alloc::vec::Vec;

use num_traits::PrimInt;

/// Converts the items to indices and checks that they are a permutation of `0..n`.
pub(crate) fn indices<T: PrimInt>(items: &[T]) -> Result<Vec<usize>, PermutationError> {
    let length = items.len();
    let mut position = vec![None; length];
    let mut indices = Vec::with_capacity(length);
    let mut repeated = None;
    for (at, item) in items.iter().enumerate() {
        let Some(index) = item.to_usize().filter(|&index| index < length) else {
            return Err(PermutationError::out_of_range(at, length));
        };
        if let Some(first) = position[index].replace(at) {
            repeated = repeated.or(Some((index, first, at)));
        }
        indices.push(index);
    }
    if let Some((index, first, second)) = repeated {
        let missing = position.iter().position(Option::is_none);
        return Err(PermutationError::repeated(
            index, first, second, missing, length,
        ));
    }
    Ok(indices)
}
