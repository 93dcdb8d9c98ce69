//! [`Combinations`]: the k-subsets of n items, numbered in colexicographic order.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec;

use super::PermutationError;
use super::numbering::{Number, Numbering, OutOfRange, check_distinct};

/// A [numbering](Numbering) of the sets of k items out of `0..n`, each written as an ascending sequence. The sets are
/// in colexicographic order: by the largest item, then by the next largest, and so on.
///
/// The rank of a set of items a < b < c is (a choose 1) + (b choose 2) + (c choose 3). Ranking takes O(k) time, and
/// unranking O(n) time.
///
/// ```
/// use puzzle_search::permutation::{Combinations, Numbering};
///
/// let pairs = Combinations::<u64>::new(4, 2).expect("6 fits into 64 bits");
/// let all: Vec<_> = pairs.iter().collect();
/// assert_eq!(all, [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]]);
/// assert_eq!(pairs.rank(&[1, 3]), Ok(4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combinations<N = u64> {
    n: usize,
    k: usize,
    count: N,
    /// Row i contains (item choose i + 1) for each item.
    binomials: Box<[Box<[N]>]>,
}

impl<N: Number> Combinations<N> {
    /// Makes the numbering of the sets of k items out of `0..n`. Returns `None` if k is more than n, if n is
    /// more than 64, or if the number of sets exceeds the range of `N`.
    #[must_use]
    pub fn new(n: usize, k: usize) -> Option<Self> {
        if n > 64 || k > n {
            return None;
        }
        // Pascal's triangle: row i follows from row i - 1 by additions alone.
        let mut row = vec![N::one(); n + 1];
        let mut binomials = vec![];
        for _ in 0..k {
            let mut next = vec![N::zero(); n + 1];
            for item in 1..=n {
                // Entries that no set of k items uses may overflow.
                next[item] = next[item - 1].saturating_add(row[item - 1]);
            }
            binomials.push(next[..n].into());
            row = next;
        }
        let count = row[n];
        (count < N::max_value()).then_some(Self {
            n,
            k,
            count,
            binomials: binomials.into_boxed_slice(),
        })
    }
}

impl<N: Number> Numbering for Combinations<N> {
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
        if let Some(at) = items.windows(2).position(|pair| pair[0] > pair[1]) {
            return Err(PermutationError::new(format!(
                "the item at position {} is not larger than the one before: expected ascending \
                     items",
                at + 1
            )));
        }
        let terms = items.iter().zip(&self.binomials);
        Ok(terms.fold(N::zero(), |rank, (&item, row)| {
            rank + row[usize::from(item)]
        }))
    }

    #[inline]
    fn unrank_into(&self, number: N, items: &mut [u8]) -> Result<(), OutOfRange> {
        if number >= self.count || items.len() != self.k {
            return Err(OutOfRange);
        }
        let (mut number, mut below) = (number, self.n);
        for (item, row) in items.iter_mut().zip(&self.binomials).rev() {
            // The largest possible item: (item choose place) sets precede those that contain it.
            let largest = row[..below].iter().rposition(|&sets| sets <= number);
            below = largest.ok_or(OutOfRange)?;
            number = number - row[below];
            *item = below as u8;
        }
        Ok(())
    }

    #[inline]
    fn advance(&self, items: &mut [u8]) -> Result<(), OutOfRange> {
        self.rank(items).map_err(|_| OutOfRange)?;
        let above = |at: usize, items: &[u8]| items.get(at + 1).map_or(self.n, |&i| i.into());
        let at = (0..self.k).find(|&at| usize::from(items[at]) + 1 < above(at, items));
        let at = at.ok_or(OutOfRange)?;
        items[at] += 1;
        for (item, least) in items[..at].iter_mut().zip(0..) {
            *item = least;
        }
        Ok(())
    }
}
