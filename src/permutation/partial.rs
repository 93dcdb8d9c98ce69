//! [`PartialPermutations`]: sequences of k distinct items out of n, numbered in lexicographic order.

use super::PermutationError;
use super::numbering::{Number, Numbering, OutOfRange, check_distinct, falling_factorial, select};

/// A [numbering](Numbering) of the sequences of k different items out of `0..n`, in lexicographic order. For example,
/// such a sequence gives the places of k pieces of a puzzle.
///
/// Ranking and unranking take O(k) time.
///
/// ```
/// use puzzle_search::permutation::{Numbering, PartialPermutations};
///
/// let pairs = PartialPermutations::<u64>::new(4, 2).expect("12 fits into 64 bits");
/// assert_eq!(pairs.count(), 12);
/// assert_eq!(pairs.unrank(4), Some(vec![1, 2]));
/// assert_eq!(pairs.rank(&[3, 2]), Ok(11));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartialPermutations<N = u64> {
    n: usize,
    k: usize,
    count: N,
}

impl<N: Number> PartialPermutations<N> {
    /// Makes the numbering of the sequences of k different items out of `0..n`. Returns `None` if k is more
    /// than n, if n is more than 64, or if the number of sequences exceeds the range of `N`.
    #[must_use]
    pub fn new(n: usize, k: usize) -> Option<Self> {
        let count = falling_factorial(n, k)?;
        (n <= 64).then_some(Self { n, k, count })
    }
}

impl<N: Number> Numbering for PartialPermutations<N> {
    type Number = N;

    #[inline]
    fn count(&self) -> N {
        self.count
    }

    #[inline]
    fn length(&self) -> usize {
        self.k
    }

    #[inline]
    fn rank(&self, items: &[u8]) -> Result<N, PermutationError> {
        check_distinct(items, self.n, self.k)?;
        let mut unused = u64::MAX;
        let mut rank = N::zero();
        for (&item, left) in items.iter().zip((1..=self.n as u64).rev()) {
            let bit = 1_u64 << (item % 64);
            unused &= !bit;
            rank = rank * N::of(left) + N::of(u64::from((unused & (bit - 1)).count_ones()));
        }
        Ok(rank)
    }

    #[inline]
    fn unrank_into(&self, number: N, items: &mut [u8]) -> Result<(), OutOfRange> {
        if number >= self.count || items.len() != self.k {
            return Err(OutOfRange);
        }
        let mut number = number;
        for (digit, base) in items.iter_mut().rev().zip((self.n - self.k + 1) as u64..) {
            let quotient = number / N::of(base);
            let rest: u64 = (number - quotient * N::of(base)).as_();
            *digit = rest as u8;
            number = quotient;
        }
        let mut unused = u64::MAX;
        for item in items {
            let at = select(unused, u32::from(*item));
            unused &= !(1 << (at % 64));
            *item = at as u8;
        }
        Ok(())
    }
}
