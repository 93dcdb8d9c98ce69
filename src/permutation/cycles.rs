//! Cycle decomposition of a [`Permutation`], and its order, which is the least common multiple of the cycle lengths.

use alloc::vec;
use alloc::vec::Vec;

use super::{Permutation, PermutationError};

impl Permutation {
    /// Iterates over all cycles, including fixed points. The order is that of [`cycles`](Self::cycles).
    pub(super) fn all_cycles(&self) -> impl Iterator<Item = Vec<u32>> {
        let mut seen = vec![false; self.images().len()];
        (0..self.points()).filter_map(move |first| {
            if seen[first as usize] {
                return None;
            }
            let mut cycle = Vec::new();
            let mut point = first;
            while !seen[point as usize] {
                seen[point as usize] = true;
                cycle.push(point);
                point = self.image(point);
            }
            Some(cycle)
        })
    }

    /// Returns the cycles of two or more points. Each cycle begins with its smallest point, and the cycles are in the
    /// order of these points. Takes O(n) time.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    ///
    /// let permutation = Permutation::new(&[3, 1, 4, 0, 2])?;
    /// assert_eq!(permutation.cycles(), [vec![0, 3], vec![2, 4]]);
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn cycles(&self) -> Vec<Vec<u32>> {
        self.all_cycles().filter(|cycle| cycle.len() > 1).collect()
    }

    /// Returns the order of the permutation: the least positive exponent for which the [`power`](Self::power) is the
    /// identity; `None` if the order exceeds the range of `u128`.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    ///
    /// assert_eq!(Permutation::new(&[1, 0, 3, 4, 2])?.order(), Some(6));
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn order(&self) -> Option<u128> {
        self.all_cycles().try_fold(1_u128, |order, cycle| {
            let length = cycle.len() as u128;
            let (mut a, mut b) = (order, length);
            while b != 0 {
                (a, b) = (b, a % b);
            }
            order.checked_mul(length / a)
        })
    }

    /// Makes the permutation of `points` points with these cycles. In each cycle, every point goes to the next point,
    /// and the last point to the first. Takes O(n) time.
    ///
    /// # Errors
    ///
    /// Returns an error if a point is out of range or occurs twice.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    ///
    /// let permutation = Permutation::from_cycles(5, &[&[0, 3], &[2, 4]])?;
    /// assert_eq!(permutation.images(), [3, 1, 4, 0, 2]);
    /// let error = Permutation::from_cycles(3, &[&[0, 1], &[1, 2]]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "1 stands at positions 1 and 2: expected each of 0 to 2 at most once",
    /// );
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    pub fn from_cycles<C: AsRef<[u32]>>(
        points: u32,
        cycles: &[C],
    ) -> Result<Self, PermutationError> {
        let length = points as usize;
        let mut images: Vec<u32> = (0..points).collect();
        let mut position: Vec<Option<usize>> = vec![None; length];
        let mut at = 0;
        for cycle in cycles {
            let cycle = cycle.as_ref();
            for (index, &point) in cycle.iter().enumerate() {
                if point >= points {
                    return Err(PermutationError::out_of_range(at, length));
                }
                if let Some(first) = position[point as usize].replace(at) {
                    let point = point as usize;
                    return Err(PermutationError::repeated(point, first, at, None, length));
                }
                images[point as usize] = cycle[(index + 1) % cycle.len()];
                at += 1;
            }
        }
        Ok(Self::from_images(images))
    }
}
