//! The Lehmer code: a permutation of any length as digits.

use alloc::vec::Vec;

use num_traits::PrimInt;

use super::{PermutationError, indices};

/// For each item of a permutation, how many smaller ones come after it: the digits of its
/// lexicographic rank in the factorial number system, first one most significant. For permutations
/// of any length, whose rank may fit no integer.
///
/// O(n log n) time and O(n) memory, with a tree of counts (P. Fenwick, 1994).
///
/// # Errors
///
/// If `permutation` is not one.
///
/// ```
/// use puzzle_search::permutation::lehmer_code;
///
/// assert_eq!(lehmer_code(&[2, 0, 3, 1])?, [2, 0, 1, 0]); // 2 * 3! + 0 * 2! + 1 * 1!
/// # Ok::<(), puzzle_search::permutation::PermutationError>(())
/// ```
pub fn lehmer_code<T: PrimInt>(permutation: &[T]) -> Result<Vec<usize>, PermutationError> {
    let mut code = indices(permutation)?;
    let mut unused = Fenwick::of_ones(code.len());
    for item in &mut code {
        let used = *item;
        unused.remove(used);
        *item = unused.below(used);
    }
    Ok(code)
}

/// The permutation with this Lehmer code; the inverse of [`lehmer_code`], in O(n log n).
///
/// # Errors
///
/// If a digit has no meaning: that at position i of n can be 0 to n - 1 - i.
///
/// ```
/// use puzzle_search::permutation::from_lehmer_code;
///
/// assert_eq!(from_lehmer_code(&[2, 0, 1, 0])?, [2, 0, 3, 1]);
/// let error = from_lehmer_code(&[0, 2, 0]).unwrap_err();
/// assert_eq!(error.to_string(), "the item at position 1 is out of range: expected 0 to 1");
/// # Ok::<(), puzzle_search::permutation::PermutationError>(())
/// ```
pub fn from_lehmer_code(code: &[usize]) -> Result<Vec<usize>, PermutationError> {
    let mut unused = Fenwick::of_ones(code.len());
    let mut permutation = Vec::with_capacity(code.len());
    for (at, &digit) in code.iter().enumerate() {
        let left = code.len() - at;
        if digit >= left {
            return Err(PermutationError::out_of_range(at, left));
        }
        let item = unused.nth(digit);
        unused.remove(item);
        permutation.push(item);
    }
    Ok(permutation)
}

/// How many of the numbers below each are in a set, in logarithmic time.
struct Fenwick {
    /// At i, counted from 1, how many of the last `i & -i` numbers below i.
    counts: Vec<usize>,
}

impl Fenwick {
    /// The set of all numbers below `n`.
    fn of_ones(n: usize) -> Self {
        let lowest_bit = |i: usize| i & i.wrapping_neg();
        Self {
            counts: (0..=n).map(lowest_bit).collect::<Vec<_>>(),
        }
    }

    fn remove(&mut self, number: usize) {
        let mut at = number + 1;
        while at < self.counts.len() {
            self.counts[at] -= 1;
            at += at & at.wrapping_neg();
        }
    }

    fn below(&self, number: usize) -> usize {
        let (mut at, mut sum) = (number, 0);
        while at > 0 {
            sum += self.counts[at];
            at &= at - 1;
        }
        sum
    }

    /// The number that has so many below it in the set; there is one.
    fn nth(&self, mut below: usize) -> usize {
        let mut at = 0;
        let mut step = self.counts.len().next_power_of_two();
        while step > 0 {
            if let Some(&count) = self.counts.get(at + step).filter(|&&count| count <= below) {
                below -= count;
                at += step;
            }
            step /= 2;
        }
        at
    }
}
