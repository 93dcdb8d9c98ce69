//! Strategies for property tests (feature `proptest`).

use core::ops::Range;

use proptest::prelude::*;

use super::Permutation;

/// Permutations of any of these numbers of points, all of one number equally likely; they shrink
/// towards the identity.
///
/// ```
/// use proptest::prelude::*;
/// use puzzle_search::permutation::strategies::permutations;
///
/// proptest!(|(p in permutations(0..9))| {
///     prop_assert!(p.then(&p.inverse()).is_identity());
/// });
/// ```
pub fn permutations(points: Range<u32>) -> impl Strategy<Value = Permutation> {
    points.prop_flat_map(permutations_of)
}

/// Permutations of so many points, all equally likely.
///
/// ```
/// use proptest::prelude::*;
/// use puzzle_search::permutation::strategies::permutations_of;
///
/// proptest!(|(p in permutations_of(5))| {
///     prop_assert_eq!(p.points(), 5);
/// });
/// ```
pub fn permutations_of(points: u32) -> impl Strategy<Value = Permutation> {
    let sorted: alloc::vec::Vec<u32> = (0..points).collect();
    Just(sorted)
        .prop_shuffle()
        .prop_map(Permutation::from_known)
}
