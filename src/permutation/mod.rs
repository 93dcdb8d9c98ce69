//! Permutations of the numbers `0..n`: products, powers, cycles and parity of a [`Permutation`], its rank in
//! [lexicographic](Lexicographic) order, and [groups](PermutationGroup) given by generators.
//!
//! [`Permutation::new`] takes slices of any primitive integer type.
//!
//! ```
//! use puzzle_search::permutation::{Lexicographic, Parity, Permutation};
//!
//! let turn = Permutation::from_cycles(5, &[&[0, 1, 2, 3, 4]])?;
//! assert_eq!((turn.order(), turn.parity()), (Some(5), Parity::Even));
//! let numbering = Lexicographic::new(5).expect("at most 34");
//! assert_eq!(numbering.rank(&[1, 2, 3, 4, 0])?, 33);
//! # Ok::<(), puzzle_search::permutation::PermutationError>(())
//! ```

mod algebra;
mod cycles;
mod error;
mod group;
mod lexicographic;
mod notation;
mod parity;
#[cfg(feature = "proptest")]
mod strategies;

pub use algebra::Permutation;
pub use error::PermutationError;
pub use group::PermutationGroup;
pub use lexicographic::Lexicographic;
pub use parity::Parity;
#[cfg(feature = "proptest")]
#[cfg_attr(docsrs, doc(cfg(feature = "proptest")))]
pub use strategies::permutations;

pub(crate) use lexicographic::{
    factorial, lexicographic_rank, lexicographic_unrank, rank_and_inversions,
};

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
