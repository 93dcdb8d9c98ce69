//! [`Lexicographic`]: all permutations in lexicographic order, ranked by their Lehmer codes.

use num_traits::AsPrimitive;

use super::numbering::{Number, Numbering, OutOfRange, check_distinct, falling_factorial};
use super::{PermutationError, lexicographic_rank};

/// A [numbering](Numbering) of all permutations of `0..n` in lexicographic order, from 0 1 2 .. to .. 2 1 0.
///
/// Ranking and unranking take O(n) time.
///
/// ```
/// use puzzle_search::permutation::{Lexicographic, Numbering};
///
/// let numbering = Lexicographic::<u64>::new(3).expect("3! fits into 64 bits");
/// let all: Vec<_> = numbering.iter().collect();
/// assert_eq!(all, [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]);
/// assert_eq!(numbering.rank(&[2, 0, 1]), Ok(4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lexicographic<N = u64> {
    n: usize,
    count: N,
}

impl<N: Number> Lexicographic<N> {
    /// Makes the numbering of all permutations of `0..n`. Returns `None` if n! exceeds the range of `N`: if n is
    /// greater than 20 with `u64`, or greater than 34 with `u128`.
    #[must_use]
    pub fn new(n: usize) -> Option<Self> {
        let count = falling_factorial(n, n)?;
        Some(Self { n, count })
    }
}

impl<N: Number> Numbering for Lexicographic<N> {
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
        let indices = items.iter().map(|&item| usize::from(item));
        if self.n <= 16 {
            return Ok(N::of(lexicographic_rank(indices, self.n) as u64));
        }
        let mut unused = u64::MAX;
        let mut rank = N::zero();
        for (item, left) in indices.zip((1..=self.n as u64).rev()) {
            let bit = 1_u64 << (item % 64);
            unused &= !bit;
            // Horner's rule.
            rank = rank * N::of(left) + N::of(u64::from((unused & (bit - 1)).count_ones()));
        }
        Ok(rank)
    }

    #[inline]
    fn unrank_into(&self, number: N, items: &mut [u8]) -> Result<(), OutOfRange> {
        if number >= self.count || items.len() != self.n {
            return Err(OutOfRange);
        }
        write_digits(number, self.n, items);
        match self.n {
            0..=16 => items_of_few_digits(items),
            17..=32 => items_of_digits::<32>(items),
            _ => items_of_digits::<64>(items),
        }
        Ok(())
    }

    #[inline]
    fn advance(&self, items: &mut [u8]) -> Result<(), OutOfRange> {
        check_distinct(items, self.n, self.n).map_err(|_| OutOfRange)?;
        next_permutation(items)
    }
}

/// Writes the n digits of a number in the factorial number system, highest first: the Lehmer code of the permutation.
#[inline]
fn write_digits<N: Number>(number: N, n: usize, digits: &mut [u8]) {
    let mut number = number;
    let mut base = 1;
    // Division of 128-bit numbers is slow, so the second loop goes on in 64 bits as soon as the number fits.
    let mut places = digits.iter_mut().take(n).rev();
    while number > N::of(u64::MAX) {
        let Some(digit) = places.next() else { return };
        let quotient = number / N::of(base);
        *digit = AsPrimitive::<u64>::as_(number - quotient * N::of(base)) as u8;
        number = quotient;
        base += 1;
    }
    let mut number: u64 = number.as_();
    for digit in places {
        *digit = (number % base) as u8;
        number /= base;
        base += 1;
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

/// Turns a Lehmer code of at most `LANES` digits into its permutation, in place. It goes from the last digit to the
/// first: prepending a digit increases all later items that are not smaller, which vectorises over the row.
#[inline]
fn items_of_digits<const LANES: usize>(items: &mut [u8]) {
    let mut row = [0_u8; LANES];
    for (at, &digit) in items.iter().enumerate().rev() {
        for item in &mut row {
            *item = item.wrapping_add(u8::from(*item >= digit));
        }
        if let Some(slot) = row.get_mut(at) {
            *slot = digit;
        }
    }
    for (item, found) in items.iter_mut().zip(row) {
        *item = found;
    }
}

/// Replaces a permutation by the next one in lexicographic order; returns an error after the last.
pub(super) fn next_permutation(items: &mut [u8]) -> Result<(), OutOfRange> {
    let ascent = items.windows(2).rposition(|pair| pair[0] < pair[1]);
    let ascent = ascent.ok_or(OutOfRange)?;
    let larger = items.iter().rposition(|&item| item > items[ascent]);
    let larger = larger.ok_or(OutOfRange)?;
    items.swap(ascent, larger);
    items[ascent + 1..].reverse();
    Ok(())
}
