//! Strategies that generate random permutations for property tests (feature `proptest`).

use alloc::vec::Vec;
use core::ops::Range;

use proptest::prelude::*;

use super::Permutation;

/// Generates permutations whose number of points is in the range `points`. The permutations shrink towards the
/// identity.
///
/// ```
/// use proptest::prelude::*;
/// use puzzle_search::permutation::permutations;
///
/// proptest!(|(p in permutations(0..9))| {
///     prop_assert!(p.then(&p.inverse()).is_identity());
/// });
/// ```
pub fn permutations(points: Range<u32>) -> impl Strategy<Value = Permutation> {
    points.prop_flat_map(|points| {
        let sorted: Vec<u32> = (0..points).collect();
        Just(sorted)
            .prop_shuffle()
            .prop_map(Permutation::from_images)
    })
}
