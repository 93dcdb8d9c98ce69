//! Lexicographic rank and unrank of permutations given item by item, for states that pack their items.

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
    let digits = items.zip((0..=n).rev()).map(|(item, left)| {
        let bit = 1_u64 << (item % 64);
        unused &= !bit;
        (left, (unused & (bit - 1)).count_ones())
    });
    // Horner's rule.
    digits.fold((0, 0), |(rank, sum), (left, digit)| {
        let rank = u128::wrapping_mul(rank, left as u128);
        (rank.wrapping_add(u128::from(digit)), sum + digit)
    })
}

/// [`rank_and_inversions`] for at most 16 items. One word stores for each item, in four bits, the number of smaller
/// items that are still unused.
#[inline]
fn rank_of_few(items: impl Iterator<Item = usize>, n: usize) -> (u64, u32) {
    let (mut rank, mut sum) = (0_u64, 0);
    let mut smaller = 0xfedc_ba98_7654_3210_u64;
    for (item, at) in items.zip(1..=n) {
        let shift = 4 * (item % 16);
        let digit = (smaller >> shift) & 15;
        // Each larger item now has one fewer unused item below it.
        smaller = smaller.wrapping_sub(0x1111_1111_1111_1110 << shift);
        rank = rank.wrapping_add(digit.wrapping_mul(FACTORIALS[n - at]));
        sum += digit as u32;
    }
    (rank, sum)
}

/// The items of the permutation of `0..n` with this rank, where n is at most 34 and the rank below n!.
pub(crate) fn lexicographic_unrank(n: usize, mut rank: u128) -> impl Iterator<Item = usize> {
    let mut weight = factorial(n).unwrap_or(1);
    let mut unused = u64::MAX;
    (0..n).map(move |at| {
        weight /= (n - at) as u128;
        let (digit, rest) = (rank / weight, rank % weight);
        rank = rest;
        let mut candidates = unused;
        for _ in 0..digit {
            candidates &= candidates - 1;
        }
        unused &= !(candidates & candidates.wrapping_neg());
        candidates.trailing_zeros() as usize
    })
}
