//! [`EvenPermutations`]: a numbering of the alternating group. Of two permutations with the lexicographic ranks 2r and
//! 2r + 1, which differ in their last two items, exactly one is even: its rank is r.

use super::lexicographic::next_permutation;
use super::numbering::{Number, Numbering, OutOfRange};
use super::{Lexicographic, Parity, PermutationError};

/// A [numbering](Numbering) of the even permutations of `0..n` in lexicographic order.
///
/// Ranking and unranking take O(n) time.
///
/// ```
/// use puzzle_search::permutation::{EvenPermutations, Numbering};
///
/// let even = EvenPermutations::<u64>::new(4).expect("4!/2 fits into 64 bits");
/// assert_eq!(even.count(), 12);
/// assert_eq!(even.unrank(11), Some(vec![3, 2, 1, 0]));
/// let error = even.rank(&[1, 0, 2, 3]).unwrap_err();
/// assert_eq!(error.to_string(), "the permutation is odd: expected an even one");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EvenPermutations<N = u64> {
    all: Lexicographic<N>,
}

impl<N: Number> EvenPermutations<N> {
    /// Makes the numbering of the even permutations of `0..n`. Returns `None` if n! exceeds the range of `N`: if n is
    /// greater than 20 with `u64`, or greater than 34 with `u128`.
    #[must_use]
    pub fn new(n: usize) -> Option<Self> {
        let all = Lexicographic::new(n)?;
        Some(Self { all })
    }
}

/// The parity of a permutation of at most 64 items.
fn parity(items: &[u8]) -> Parity {
    let (mut larger, mut inversions) = (u64::MAX, 0);
    for &item in items {
        let bit = 1_u64 << (item % 64);
        larger &= !bit;
        inversions += u64::from((larger & (bit - 1)).count_ones());
    }
    Parity::of(inversions)
}

impl<N: Number> Numbering for EvenPermutations<N> {
    type Number = N;

    #[inline]
    fn count(&self) -> N {
        // For n < 2 there is one permutation, which is even.
        (self.all.count() >> 1).max(N::one())
    }

    #[inline]
    fn length(&self) -> usize {
        self.all.length()
    }

    #[inline]
    fn rank(&self, items: &[u8]) -> Result<N, PermutationError> {
        let rank = self.all.rank(items)?;
        match parity(items) {
            Parity::Even => Ok(rank >> 1),
            Parity::Odd => Err(PermutationError::new(
                "the permutation is odd: expected an even one",
            )),
        }
    }

    #[inline]
    fn unrank_into(&self, number: N, items: &mut [u8]) -> Result<(), OutOfRange> {
        if number >= self.count() {
            return Err(OutOfRange);
        }
        self.all.unrank_into(number << 1, items)?;
        if let (Parity::Odd, [.., a, b]) = (parity(items), items) {
            core::mem::swap(a, b);
        }
        Ok(())
    }

    #[inline]
    fn advance(&self, items: &mut [u8]) -> Result<(), OutOfRange> {
        self.rank(items).map_err(|_| OutOfRange)?;
        let n = items.len();
        if n < 3 || items.is_sorted_by(|a, b| a > b) {
            return Err(OutOfRange);
        }
        // An even permutation is at most three lexicographic steps away.
        let mut next = [0; 64];
        let next = next.get_mut(..n).ok_or(OutOfRange)?;
        next.copy_from_slice(items);
        loop {
            next_permutation(next)?;
            if parity(next) == Parity::Even {
                items.copy_from_slice(next);
                return Ok(());
            }
        }
    }
}
