//! [`Lexicographic`]: the numbering of all permutations in lexicographic order, by their Lehmer codes.
//!
//! The Lehmer code of a permutation of n items has for each position the number of smaller items at later positions.
//! Invariant: the digit at position i, counted from 0, is below n - i, and the code is the rank, written in the
//! factorial number system. Up to 16 items are handled in words of four-bit fields, more items in bit sets and rows of
//! bytes.

use alloc::vec;
use alloc::vec::Vec;

use super::{Parity, PermutationError, indices};

/// The numbering of all permutations of `0..n` in lexicographic order, from 0 1 2 .. to .. 2 1 0. It gives each
/// permutation a number, its rank. To unrank is to find the permutation with a given rank.
///
/// Ranking and unranking take O(n) time. Of the two permutations with the ranks 2 k and 2 k + 1, one is even and the
/// other odd. So half the rank, rounded down, numbers the permutations of one parity.
///
/// ```
/// use puzzle_search::permutation::Lexicographic;
///
/// let numbering = Lexicographic::new(3).expect("at most 34");
/// let all: Vec<_> = (0..numbering.count()).filter_map(|rank| numbering.unrank(rank)).collect();
/// assert_eq!(all, [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]);
/// assert_eq!(numbering.rank(&[2, 0, 1]), Ok(4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lexicographic {
    n: usize,
    count: u128,
}

impl Lexicographic {
    /// Makes the numbering of all permutations of `0..n`. Returns `None` if n! exceeds 128 bits: if n is greater than
    /// 34.
    #[must_use]
    pub fn new(n: usize) -> Option<Self> {
        let count = factorial(n)?;
        Some(Self { n, count })
    }

    /// Returns n!, the number of permutations.
    #[must_use]
    pub const fn count(&self) -> u128 {
        self.count
    }

    /// Returns the rank of a permutation.
    ///
    /// # Errors
    ///
    /// Returns an error if `items` is not a permutation of `0..n`.
    ///
    /// ```
    /// use puzzle_search::permutation::Lexicographic;
    ///
    /// let numbering = Lexicographic::new(3).expect("at most 34");
    /// let error = numbering.rank(&[2, 0, 2]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "2 stands at positions 0 and 2, and 1 is missing: expected each of 0 to 2 once"
    /// );
    /// ```
    #[inline]
    pub fn rank(&self, items: &[u8]) -> Result<u128, PermutationError> {
        self.rank_and_parity(items).map(|(rank, _)| rank)
    }

    /// The rank and the parity of a permutation, or an error as [`rank`](Self::rank) returns.
    #[inline]
    pub(crate) fn rank_and_parity(&self, items: &[u8]) -> Result<(u128, Parity), PermutationError> {
        let seen = items.iter().fold(0, |seen, &item| {
            seen | 1_u64.checked_shl(item.into()).unwrap_or(0)
        });
        if items.len() != self.n || seen != (1 << self.n) - 1 {
            return Err(self.invalid(items));
        }
        let items = items.iter().map(|&item| usize::from(item));
        let (rank, inversions) = rank_and_inversions(items, self.n);
        Ok((rank, Parity::of(inversions.into())))
    }

    /// The error for items that are no permutation of `0..n`.
    #[cold]
    fn invalid(&self, items: &[u8]) -> PermutationError {
        let wrong = indices(items).err().filter(|_| items.len() == self.n);
        wrong.unwrap_or_else(|| PermutationError::length(items.len(), self.n))
    }

    /// Returns the permutation with the given rank, or `None` if the rank is not below n!.
    #[must_use]
    pub fn unrank(&self, rank: u128) -> Option<Vec<u8>> {
        let mut items = vec![0; self.n];
        self.unrank_into(rank, &mut items)?;
        Some(items)
    }

    /// Writes the permutation with the given rank. If the rank is not below n!, or if `items` has another length than
    /// n, returns `None` and writes nothing.
    ///
    /// ```
    /// use puzzle_search::permutation::Lexicographic;
    ///
    /// let numbering = Lexicographic::new(3).expect("at most 34");
    /// let mut items = [0; 3];
    /// assert_eq!(numbering.unrank_into(4, &mut items), Some(()));
    /// assert_eq!(items, [2, 0, 1]);
    /// assert_eq!(numbering.unrank_into(6, &mut items), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn unrank_into(&self, rank: u128, items: &mut [u8]) -> Option<()> {
        if rank >= self.count || items.len() != self.n {
            return None;
        }
        write_items(rank, items);
        Some(())
    }
}

/// n!, or `None` if it exceeds `u128` (n > 34).
#[must_use]
pub(crate) fn factorial(n: usize) -> Option<u128> {
    (2..=n as u128).try_fold(1_u128, u128::checked_mul)
}

/// The rank of `items`, which are a permutation of `0..n` with n at most 34.
#[inline]
pub(crate) fn lexicographic_rank(items: impl Iterator<Item = usize>, n: usize) -> u128 {
    rank_and_inversions(items, n).0
}

/// k! for all k for which it fits into 64 bits.
const FACTORIALS: [u64; 21] = {
    let mut factorials = [1; 21];
    let mut k = 1;
    while k < 21 {
        factorials[k] = factorials[k - 1] * k as u64;
        k += 1;
    }
    factorials
};

/// The rank of `items`, which are a permutation of `0..n` with n at most 34, and the number of inversions, which is
/// the sum of the digits of the rank in the factorial number system.
#[inline]
pub(crate) fn rank_and_inversions(items: impl Iterator<Item = usize>, n: usize) -> (u128, u32) {
    if n <= 16 {
        let (rank, inversions) = rank_of_few(items, n);
        return (u128::from(rank), inversions);
    }
    let mut unused = u64::MAX;
    let digits = items.zip((0..=n).rev()).map(|(item, base)| {
        let bit = 1_u64 << (item % 64);
        unused &= !bit;
        (base, (unused & (bit - 1)).count_ones())
    });
    // Horner's rule.
    digits.fold((0, 0), |(rank, inversions), (base, digit)| {
        let rank = u128::wrapping_mul(rank, base as u128);
        (rank.wrapping_add(u128::from(digit)), inversions + digit)
    })
}

/// [`rank_and_inversions`] for at most 16 items. The word `smaller` stores for each item, in four bits, the number of
/// smaller items that have not come yet.
#[inline]
fn rank_of_few(items: impl Iterator<Item = usize>, n: usize) -> (u64, u32) {
    let (mut rank, mut inversions) = (0_u64, 0);
    let mut smaller = 0xfedc_ba98_7654_3210_u64;
    for (item, at) in items.zip(1..=n) {
        let shift = 4 * (item % 16);
        let digit = (smaller >> shift) & 15;
        // From now on, each larger item has one smaller item less that has not come yet.
        smaller = smaller.wrapping_sub(0x1111_1111_1111_1110 << shift);
        rank = rank.wrapping_add(digit.wrapping_mul(FACTORIALS[n - at]));
        inversions += digit as u32;
    }
    (rank, inversions)
}

/// The items of the permutation of `0..n` with this rank, where n is at most 34 and the rank below n!.
#[inline]
pub(crate) fn lexicographic_unrank(n: usize, rank: u128) -> impl Iterator<Item = usize> {
    let mut items = [0; LANES];
    write_items(rank, &mut items[..n.min(LANES)]);
    items.into_iter().take(n).map(usize::from)
}

/// The length of a row of bytes: the next multiple of a 16-byte register above 34 items.
const LANES: usize = 48;

/// Writes the permutation with this rank.
#[inline]
fn write_items(rank: u128, items: &mut [u8]) {
    write_digits(rank, items);
    if items.len() <= 16 {
        items_of_few_digits(items);
    } else {
        items_of_digits(items);
    }
}

/// Writes the Lehmer code with this rank.
#[inline]
fn write_digits(rank: u128, digits: &mut [u8]) {
    let mut digits = digits.iter_mut().rev().zip(1_u64..);
    let mut wide = rank;
    // Division of 128-bit numbers is slow, so the second loop goes on in 64 bits as soon as the number fits.
    let mut rank = loop {
        if let Ok(rank) = u64::try_from(wide) {
            break rank;
        }
        let Some((digit, base)) = digits.next() else {
            return;
        };
        *digit = (wide % u128::from(base)) as u8;
        wide /= u128::from(base);
    };
    for (digit, base) in digits {
        *digit = (rank % base) as u8;
        rank /= base;
    }
}

/// Turns a Lehmer code of at most 16 digits into its permutation, in place.
#[inline]
fn items_of_few_digits(items: &mut [u8]) {
    // The unused items in ascending order, four bits for each.
    let mut unused = 0xfedc_ba98_7654_3210_u64;
    for item in items {
        let shift = 4 * u32::from(*item % 16);
        *item = ((unused >> shift) & 15) as u8;
        let below = (1_u64 << shift) - 1;
        unused = (unused & below) | ((unused >> 4) & !below);
    }
}

/// Turns a Lehmer code into its permutation, in place, from the last digit to the first. The items from a position on
/// are kept as a permutation of `0..k`. When the digit before them is prepended, each item that is not smaller than the
/// digit increases by one, which vectorises over the row.
fn items_of_digits(items: &mut [u8]) {
    let mut row = [0_u8; LANES];
    for (at, &digit) in items.iter().enumerate().rev() {
        for item in &mut row {
            *item = item.wrapping_add(u8::from(*item >= digit));
        }
        if let Some(slot) = row.get_mut(at) {
            *slot = digit;
        }
    }
    for (item, of_row) in items.iter_mut().zip(row) {
        *item = of_row;
    }
}
