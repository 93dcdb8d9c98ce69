//! [`MyrvoldRuskey`]: all permutations in an order that both ranks and unranks in linear time.

use super::PermutationError;
use super::numbering::{Number, Numbering, OutOfRange, check_distinct, falling_factorial};

/// A [numbering](Numbering) of all permutations of `0..n`, in an arbitrary order made for fast ranking and unranking.
///
/// Ranking and unranking take O(n) time (W. Myrvold and F. Ruskey, "Ranking and unranking permutations in linear time",
/// 2001).
///
/// ```
/// use puzzle_search::permutation::{MyrvoldRuskey, Numbering};
///
/// let numbering = MyrvoldRuskey::<u64>::new(3).expect("3! fits into 64 bits");
/// assert_eq!(numbering.unrank(0), Some(vec![1, 2, 0]));
/// assert_eq!(numbering.rank(&[0, 1, 2]), Ok(5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MyrvoldRuskey<N = u64> {
    n: usize,
    count: N,
}

impl<N: Number> MyrvoldRuskey<N> {
    /// Makes the numbering of all permutations of `0..n`. Returns `None` if n! exceeds the range of `N`: if n is
    /// greater than 20 with `u64`, or greater than 34 with `u128`.
    #[must_use]
    pub fn new(n: usize) -> Option<Self> {
        let count = falling_factorial(n, n)?;
        Some(Self { n, count })
    }
}

impl<N: Number> Numbering for MyrvoldRuskey<N> {
    type Number = N;

    #[inline]
    fn count(&self) -> N {
        self.count
    }

    #[inline]
    fn length(&self) -> usize {
        self.n
    }

    #[inline]
    fn rank(&self, items: &[u8]) -> Result<N, PermutationError> {
        check_distinct(items, self.n, self.n)?;
        // There are at most 34 items. Indices modulo 64 need no bounds checks.
        let (mut at, mut place) = ([0_u8; 64], [0_u8; 64]);
        for (index, &item) in items.iter().enumerate() {
            at[index % 64] = item;
            place[usize::from(item % 64)] = index as u8;
        }
        let (mut rank, mut weight) = (N::zero(), N::one());
        for last in (1..self.n).rev() {
            // Undo the swaps of `unrank_into` in reverse order.
            let digit = at[last % 64];
            let index = place[last % 64];
            at[usize::from(index % 64)] = digit;
            place[usize::from(digit % 64)] = index;
            rank = rank + weight * N::of(u64::from(digit));
            weight = weight * N::of(last as u64 + 1);
        }
        Ok(rank)
    }

    #[inline]
    fn unrank_into(&self, number: N, items: &mut [u8]) -> Result<(), OutOfRange> {
        if number >= self.count || items.len() != self.n {
            return Err(OutOfRange);
        }
        for (item, index) in items.iter_mut().zip(0..) {
            *item = index;
        }
        let mut number = number;
        let mut left = self.n;
        while left > 1 && number > N::of(u64::MAX) {
            let base = N::of(left as u64);
            let quotient = number / base;
            let digit: u64 = (number - quotient * base).as_();
            items.swap(left - 1, digit as usize);
            number = quotient;
            left -= 1;
        }
        let mut number: u64 = number.as_();
        while left > 1 {
            items.swap(left - 1, (number % left as u64) as usize);
            number /= left as u64;
            left -= 1;
        }
        Ok(())
    }
}
