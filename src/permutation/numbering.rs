//! [`Numbering`]: a bijection between sequences of items and the numbers below their count.
//!
//! A numbering is a value that stores its length and count, so `rank` and `unrank` check each input once and choose
//! their method by length: words of four-bit fields up to 16 items, bit sets and byte rows above.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Debug, Display};

use num_traits::{AsPrimitive, One, PrimInt, Unsigned, Zero};

use super::PermutationError;

/// The type of the ranks of a [`Numbering`]: `u64` or `u128`. This trait is sealed.
///
/// ```
/// use puzzle_search::permutation::{Lexicographic, Number};
///
/// // 20! fits into 64 bits, 34! into 128.
/// fn longest<N: Number>() -> usize {
///     (0..).take_while(|&n| Lexicographic::<N>::new(n).is_some()).count() - 1
/// }
/// assert_eq!((longest::<u64>(), longest::<u128>()), (20, 34));
/// ```
pub trait Number:
    PrimInt + Unsigned + AsPrimitive<u64> + Debug + Display + Send + Sync + sealed::Sealed
{
    /// Returns a number as a value of this type.
    ///
    /// ```
    /// use puzzle_search::permutation::Number;
    ///
    /// assert_eq!(<u128 as Number>::of(7), 7_u128);
    /// ```
    #[must_use]
    fn of(number: u64) -> Self;
}

mod sealed {
    #[expect(unnameable_types, reason = "nobody else may implement `Number`")]
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

impl Number for u64 {
    #[inline]
    fn of(number: u64) -> Self {
        number
    }
}

impl Number for u128 {
    #[inline]
    fn of(number: u64) -> Self {
        Self::from(number)
    }
}

/// The error of [`Numbering::unrank_into`] if no sequence has the given rank and length, and of [`Numbering::advance`]
/// if there is no next sequence.
///
/// ```
/// use puzzle_search::permutation::{Lexicographic, Numbering, OutOfRange};
///
/// let numbering = Lexicographic::<u64>::new(3).expect("it fits into 64 bits");
/// let mut last = [2, 1, 0];
/// assert_eq!(numbering.advance(&mut last), Err(OutOfRange));
/// assert_eq!(OutOfRange.to_string(), "there is no sequence with this rank and length");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutOfRange;

impl Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no sequence with this rank and length")
    }
}

impl core::error::Error for OutOfRange {}

/// A numbering of sequences of items, such as all permutations of `0..n`. The number of a sequence is its rank, from 0
/// to [`count`](Self::count) - 1. The items are numbers of type `u8`.
///
/// # Laws
///
/// `rank` and `unrank_into` are inverse to each other, for all ranks below `count`.
///
/// ```
/// use puzzle_search::permutation::{EvenPermutations, Numbering};
///
/// let even = EvenPermutations::<u64>::new(3).expect("it fits into 64 bits");
/// assert_eq!(even.count(), 3);
/// assert_eq!(even.unrank(1), Some(vec![1, 2, 0]));
/// assert_eq!(even.rank(&[1, 2, 0]), Ok(1));
/// assert_eq!(even.iter().last(), Some(vec![2, 0, 1]));
/// ```
pub trait Numbering {
    /// The type of the ranks: `u64` or `u128`.
    type Number: Number;

    /// Returns the number of sequences.
    fn count(&self) -> Self::Number;

    /// Returns the number of items in each sequence.
    ///
    /// ```
    /// use puzzle_search::permutation::{Lexicographic, Numbering};
    ///
    /// let numbering = Lexicographic::<u64>::new(5).expect("it fits into 64 bits");
    /// assert_eq!((numbering.length(), numbering.count()), (5, 120));
    /// ```
    fn length(&self) -> usize;

    /// Returns the rank of a sequence.
    ///
    /// # Errors
    ///
    /// Returns an error if `items` is not one of the numbered sequences.
    fn rank(&self, items: &[u8]) -> Result<Self::Number, PermutationError>;

    /// Writes the sequence with a given rank into a slice.
    ///
    /// # Errors
    ///
    /// Returns an error, and writes nothing, if `number` is not below [`count`](Self::count), or if the length of
    /// `items` is not [`length`](Self::length).
    ///
    /// ```
    /// use puzzle_search::permutation::{Lexicographic, Numbering, OutOfRange};
    ///
    /// let numbering = Lexicographic::<u64>::new(3).expect("it fits into 64 bits");
    /// let mut items = [0; 3];
    /// assert_eq!(numbering.unrank_into(5, &mut items), Ok(()));
    /// assert_eq!(items, [2, 1, 0]);
    /// assert_eq!(numbering.unrank_into(6, &mut items), Err(OutOfRange));
    /// ```
    fn unrank_into(&self, number: Self::Number, items: &mut [u8]) -> Result<(), OutOfRange>;

    /// Returns the sequence with a given rank, or `None` if the rank is not less than [`count`](Self::count).
    #[must_use]
    fn unrank(&self, number: Self::Number) -> Option<Vec<u8>> {
        let mut items = vec![0; self.length()];
        self.unrank_into(number, &mut items).ok()?;
        Some(items)
    }

    /// Replaces a sequence by the one with the next rank.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if `items` is the last sequence, or not one of the numbered sequences.
    ///
    /// ```
    /// use puzzle_search::permutation::{Lexicographic, Numbering};
    ///
    /// let numbering = Lexicographic::<u64>::new(3).expect("it fits into 64 bits");
    /// let mut items = [0, 2, 1];
    /// assert_eq!(numbering.advance(&mut items), Ok(()));
    /// assert_eq!(items, [1, 0, 2]);
    /// ```
    fn advance(&self, items: &mut [u8]) -> Result<(), OutOfRange> {
        let number = self.rank(items).map_err(|_| OutOfRange)?;
        self.unrank_into(number + Self::Number::one(), items)
    }

    /// Returns an iterator over all sequences in the order of their ranks.
    fn iter(&self) -> impl Iterator<Item = Vec<u8>>
    where
        Self: Sized,
    {
        core::iter::successors(self.unrank(Self::Number::zero()), |items| {
            let mut next = items.clone();
            self.advance(&mut next).ok()?;
            Some(next)
        })
    }
}

/// Checks that there are k distinct items below n, where n is at most 64.
#[inline]
pub(super) fn check_distinct(items: &[u8], n: usize, k: usize) -> Result<(), PermutationError> {
    let mut seen = 0_u64;
    let mut all_fit = items.len() == k;
    for &item in items {
        all_fit &= usize::from(item) < n;
        seen |= 1 << (item % 64);
    }
    if all_fit && seen.count_ones() as usize == k {
        return Ok(());
    }
    Err(invalid_items(items, n, k))
}

#[cold]
fn invalid_items(items: &[u8], n: usize, k: usize) -> PermutationError {
    if items.len() != k {
        return PermutationError::length(items.len(), k);
    }
    for (at, item) in items.iter().enumerate() {
        if usize::from(*item) >= n {
            return PermutationError::out_of_range(at, n);
        }
        if let Some(first) = items[..at].iter().position(|earlier| earlier == item) {
            // With k < n, no particular item is missing.
            let missing = (0..n as u8).find(|other| n == k && !items.contains(other));
            let missing = missing.map(usize::from);
            return PermutationError::repeated(usize::from(*item), first, at, missing, n);
        }
    }
    PermutationError::length(items.len(), k)
}

/// The position of the set bit with exactly `below` set bits under it (select).
#[inline]
pub(super) fn select(mut bits: u64, mut below: u32) -> u32 {
    let mut at = 0;
    // Binary search for the bit: each step discards half of the word.
    for width in [32, 16, 8, 4, 2, 1] {
        let half = (bits & ((1 << width) - 1)).count_ones();
        if below >= half {
            below -= half;
            bits >>= width;
            at += width;
        }
    }
    at
}

/// n · (n - 1) · .. · (n - k + 1), or `None` on overflow or if k > n.
pub(super) fn falling_factorial<N: Number>(n: usize, k: usize) -> Option<N> {
    let mut factors = (n.checked_sub(k)? + 1)..=n;
    factors.try_fold(N::one(), |product, factor| {
        product.checked_mul(&N::of(factor as u64))
    })
}
