//! [`Permutation`]: a bijection of the points `0..n`, with products, inverses and powers.
//!
//! Invariant: the list of images has each of the numbers `0..n` exactly once.

use alloc::format;
use core::fmt;

use num_traits::PrimInt;
use smallvec::SmallVec;

use super::{Parity, PermutationError, indices};
use crate::random::below;

/// A permutation of the n points `0..n`; n is also called the degree. The *image* of a point is the point to which the
/// permutation takes it.
///
/// Products are read from left to right: `a.then(&b)` applies first `a`, then `b`. Permutations of different numbers of
/// points can be multiplied: the permutation with fewer points leaves all further points where they are. Two
/// permutations are equal only if they have the same number of points.
///
/// ```
/// use puzzle_search::permutation::Permutation;
///
/// let turn = Permutation::new(&[1, 2, 0])?; // 0 goes to 1, 1 to 2, 2 to 0
/// let swap = Permutation::new(&[1, 0, 2])?;
/// assert_eq!(turn.then(&swap).images(), [0, 2, 1]);
/// assert_eq!(turn.then(&turn.inverse()), Permutation::identity(3));
/// assert_eq!(turn.cycle_notation(0).to_string(), "(0 1 2)");
/// # Ok::<(), puzzle_search::permutation::PermutationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Permutation(SmallVec<[u32; 16]>);

impl Permutation {
    /// Makes the permutation with these images: point i goes to `images[i]`. Takes O(n) time.
    ///
    /// # Errors
    ///
    /// Returns an error if the images are not the numbers `0..n`, each exactly once, or if n exceeds `u32::MAX`.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    ///
    /// assert_eq!(Permutation::new(&[1_u8, 2, 0])?, Permutation::new(&[1_u64, 2, 0])?);
    /// assert!(Permutation::new(&[1, 1, 0]).is_err());
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    pub fn new<T: PrimInt>(images: &[T]) -> Result<Self, PermutationError> {
        if u32::try_from(images.len()).is_err() {
            let (found, most) = (images.len(), u32::MAX);
            return Err(PermutationError::new(format!(
                "a permutation of {found} items is too long: expected at most {most}"
            )));
        }
        let images = indices(images)?;
        Ok(Self::from_images(images.into_iter().map(|i| i as u32)))
    }

    /// Makes a permutation from images that are distinct and below n, which is not checked.
    pub(crate) fn from_images(images: impl IntoIterator<Item = u32>) -> Self {
        Self(images.into_iter().collect())
    }

    /// Returns the identity: the permutation that leaves each of `points` points where it is.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    ///
    /// assert!(Permutation::identity(4).is_identity());
    /// ```
    #[must_use]
    pub fn identity(points: u32) -> Self {
        Self::from_images(0..points)
    }

    /// Returns a random permutation of `points` points. All permutations are equally likely if `random` returns 64
    /// uniformly random bits at each call. Takes O(n) time, by the Fisher-Yates shuffle.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    ///
    /// let mut seed = 1_u64;
    /// let shuffled = Permutation::random(52, || {
    ///     // xorshift64*: any generator will do.
    ///     seed ^= seed >> 12;
    ///     seed ^= seed << 25;
    ///     seed ^= seed >> 27;
    ///     seed.wrapping_mul(0x2545_f491_4f6c_dd1d)
    /// });
    /// assert_eq!(shuffled.points(), 52);
    /// ```
    #[must_use]
    pub fn random(points: u32, mut random: impl FnMut() -> u64) -> Self {
        let mut shuffled = Self::identity(points);
        for last in (1..points).rev() {
            let chosen = below(u64::from(last) + 1, &mut random);
            shuffled.0.swap(last as usize, chosen as usize);
        }
        shuffled
    }

    /// Returns the number of points, n: the degree of the permutation.
    ///
    /// ```
    /// assert_eq!(puzzle_search::permutation::Permutation::identity(4).points(), 4);
    /// ```
    #[must_use]
    #[inline]
    pub fn points(&self) -> u32 {
        self.0.len() as u32
    }

    /// Returns the images of all points: point i goes to `images()[i]`.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    ///
    /// assert_eq!(Permutation::new(&[1, 2, 0])?.images(), [1, 2, 0]);
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn images(&self) -> &[u32] {
        &self.0
    }

    /// Returns the image of `point`. A point that is out of range stays where it is.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    ///
    /// let swap = Permutation::new(&[1, 0])?;
    /// assert_eq!((swap.image(0), swap.image(9)), (1, 9));
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn image(&self, point: u32) -> u32 {
        self.0.get(point as usize).copied().unwrap_or(point)
    }

    /// Returns whether this is the identity.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    ///
    /// let turn = Permutation::new(&[1, 2, 0])?;
    /// assert!(turn.power(3).is_identity() && !turn.is_identity());
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.0.iter().zip(0..).all(|(&image, point)| image == point)
    }

    /// Returns the product, which applies first this permutation, then `next`. Takes O(n) time.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    ///
    /// let (turn, swap) = (Permutation::new(&[1, 2, 0])?, Permutation::new(&[1, 0, 2])?);
    /// assert_eq!(turn.then(&swap).images(), [0, 2, 1]);
    /// assert_eq!(swap.then(&turn).images(), [2, 1, 0]);
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let points = self.points().max(next.points());
        Self::from_images((0..points).map(|point| next.image(self.image(point))))
    }

    /// Returns the inverse permutation. Takes O(n) time.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    ///
    /// let turn = Permutation::new(&[1, 2, 0])?;
    /// assert_eq!(turn.inverse().images(), [2, 0, 1]);
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut inverse: SmallVec<[u32; 16]> = SmallVec::from_elem(0, self.0.len());
        for (&image, point) in self.0.iter().zip(0..) {
            inverse[image as usize] = point;
        }
        Self(inverse)
    }

    /// Returns the permutation applied `exponent` times, or the inverse applied `-exponent` times if the exponent is
    /// negative. Takes O(n) time, however large the exponent is.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    ///
    /// let turn = Permutation::new(&[1, 2, 3, 4, 0])?;
    /// assert_eq!(turn.power(-2), turn.power(3));
    /// assert_eq!(turn.power(5_000_000_001), turn);
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn power(&self, exponent: i64) -> Self {
        let mut power = self.clone();
        for cycle in self.all_cycles() {
            let shift = i128::from(exponent).rem_euclid(cycle.len() as i128) as usize;
            for (at, &point) in cycle.iter().enumerate() {
                power.0[point as usize] = cycle[(at + shift) % cycle.len()];
            }
        }
        power
    }

    /// Returns whether the permutation is even or odd. Takes O(n) time.
    ///
    /// ```
    /// use puzzle_search::permutation::{Parity, Permutation};
    ///
    /// assert_eq!(Permutation::new(&[1, 2, 0])?.parity(), Parity::Even);
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn parity(&self) -> Parity {
        // A cycle of k points is a product of k - 1 transpositions.
        let cycles = self.all_cycles().count();
        Parity::of((self.0.len() - cycles) as u64)
    }
}

impl AsRef<[u32]> for Permutation {
    fn as_ref(&self) -> &[u32] {
        &self.0
    }
}

impl fmt::Debug for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.0).finish()
    }
}
