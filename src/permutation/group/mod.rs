//! [`PermutationGroup`]: a group of permutations, given by generators.
//!
//! The group is stored as a stabilizer chain, which has one level for each point of the base. Invariant: each element
//! is, in exactly one way, a product of one coset representative of each level. The indices of these representatives
//! are the digits of the element's rank.

mod blocks;
mod chain;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::Permutation;
use crate::random::below;
use chain::StabilizerChain;

/// A group of permutations, given by generators. Its methods count the elements, number them, and test whether a
/// permutation is an element.
///
/// The deterministic Schreier-Sims algorithm computes a [base](Self::base) and a [strong generating
/// set](Self::strong_generators), in O(n^5) time for n points in the worst case. The number of stored
/// permutations is proportional to the sum of the [`orbit_lengths`](Self::orbit_lengths), and each takes O(n) memory.
///
/// **Papers**: C. C. Sims, 1970; D. F. Holt, B. Eick, E. A. O'Brien, *Handbook of Computational Group Theory*, 2005,
/// section 4.4.
///
/// ```
/// use puzzle_search::permutation::{Permutation, PermutationGroup};
///
/// // The symmetries of a square.
/// let turn = Permutation::new(&[1, 2, 3, 0])?;
/// let mirror = Permutation::new(&[1, 0, 3, 2])?;
/// let group = PermutationGroup::new(&[turn, mirror]);
/// assert_eq!(group.order(), Some(8));
/// assert!(!group.contains(&Permutation::new(&[1, 0, 2, 3])?));
/// # Ok::<(), puzzle_search::permutation::PermutationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PermutationGroup {
    generators: Box<[Permutation]>,
    chain: StabilizerChain,
}

impl PermutationGroup {
    /// Makes the group that the permutations `generators` generate. It acts on n points if the generator with the most
    /// points has n. Without generators, it consists of the identity alone.
    ///
    /// ```
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
    ///
    /// let three = PermutationGroup::new(&[Permutation::new(&[1, 2, 0])?]);
    /// assert_eq!(three.order(), Some(3));
    /// assert_eq!(PermutationGroup::new(&[]).order(), Some(1));
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn new(generators: &[Permutation]) -> Self {
        Self::with_base(generators, &[])
    }

    /// Makes the group that the permutations `generators` generate, with a base that begins with the points `base`.
    /// Points that are out of range are left out, and so are points that the stabilizer of the earlier ones fixes.
    pub(crate) fn with_base(generators: &[Permutation], base: &[u32]) -> Self {
        let points = generators.iter().map(Permutation::points).max();
        let points = points.unwrap_or(0);
        Self {
            generators: generators.into(),
            chain: StabilizerChain::new(points, generators, base),
        }
    }

    pub(crate) const fn generators(&self) -> &[Permutation] {
        &self.generators
    }

    /// Returns the number of points on which the group acts.
    ///
    /// ```
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
    ///
    /// let swap = Permutation::new(&[1, 0])?;
    /// assert_eq!(PermutationGroup::new(&[swap, Permutation::identity(5)]).points(), 5);
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub const fn points(&self) -> u32 {
        self.chain.points
    }

    /// Returns the base: points chosen so that only the identity fixes them all.
    ///
    /// ```
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
    ///
    /// // An element that fixes one corner of a triangle may still exchange the other two.
    /// let generators = [Permutation::new(&[1, 2, 0])?, Permutation::new(&[1, 0, 2])?];
    /// assert_eq!(PermutationGroup::new(&generators).base().len(), 2);
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn base(&self) -> Vec<u32> {
        let levels = self.chain.levels.iter();
        levels.map(|level| level.base_point).collect()
    }

    /// Returns, for each point of the base, the length of its orbit under the elements that fix all earlier points of
    /// the base.
    ///
    /// ```
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
    ///
    /// let turn = Permutation::new(&[1, 2, 3, 0])?;
    /// let mirror = Permutation::new(&[1, 0, 3, 2])?;
    /// let group = PermutationGroup::new(&[turn, mirror]);
    /// assert_eq!(group.orbit_lengths(), [4, 2]);
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn orbit_lengths(&self) -> Vec<u32> {
        let levels = self.chain.levels.iter();
        levels.map(|level| level.orbit.len() as u32).collect()
    }

    /// Returns the number of elements of the group, which is the product of the [`orbit_lengths`](Self::orbit_lengths);
    /// `None` if this number exceeds the range of `u128`: then see [`order_in_decimal`](Self::order_in_decimal).
    ///
    /// ```
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
    ///
    /// let generators = [Permutation::new(&[1, 2, 3, 4, 0])?, Permutation::new(&[1, 2, 0, 3, 4])?];
    /// assert_eq!(PermutationGroup::new(&generators).order(), Some(60)); // both are even: the alternating group
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn order(&self) -> Option<u128> {
        let lengths = self.orbit_lengths().into_iter();
        lengths.map(u128::from).try_fold(1, u128::checked_mul)
    }

    /// Returns the [order](Self::order) of the group in decimal digits, however large it is.
    ///
    /// ```
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
    ///
    /// // All 40! permutations of 40 points.
    /// let turn = Permutation::new(&(1..40).chain([0]).collect::<Vec<u32>>())?;
    /// let group = PermutationGroup::new(&[turn, Permutation::new(&[1, 0])?]);
    /// assert_eq!(group.order(), None);
    /// assert_eq!(group.order_in_decimal(), "815915283247897734345611269596115894272000000000");
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn order_in_decimal(&self) -> String {
        // In base 10^9, the lowest digit first.
        let mut digits = vec![1_u64];
        for length in self.orbit_lengths() {
            let mut carry = 0;
            for digit in &mut digits {
                let product = *digit * u64::from(length) + carry;
                (*digit, carry) = (product % 1_000_000_000, product / 1_000_000_000);
            }
            if carry > 0 {
                digits.push(carry);
            }
        }
        let mut highest_first = digits.iter().rev();
        let first = highest_first
            .next()
            .map_or_else(String::new, ToString::to_string);
        highest_first.fold(first, |decimal, digit| decimal + &format!("{digit:09}"))
    }

    /// Returns a strong generating set: for every i, its members that fix the first i points of the base generate the
    /// subgroup of all elements that fix these i points.
    ///
    /// ```
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
    ///
    /// let generators = [Permutation::new(&[1, 2, 3, 0])?, Permutation::new(&[1, 0, 2, 3])?];
    /// let group = PermutationGroup::new(&generators);
    /// let again = PermutationGroup::new(&group.strong_generators());
    /// assert_eq!(again.order(), group.order());
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn strong_generators(&self) -> Vec<Permutation> {
        self.chain.strong_generators()
    }

    /// Returns whether the permutation is an element of the group. Takes O(n) time for each point of the base.
    ///
    /// ```
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
    ///
    /// let turn = Permutation::new(&[1, 2, 3, 0])?;
    /// let group = PermutationGroup::new(&[turn.clone()]);
    /// assert!(group.contains(&turn.power(2)));
    /// assert!(!group.contains(&Permutation::new(&[1, 0, 2, 3])?));
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, permutation: &Permutation) -> bool {
        self.sift(permutation).is_some()
    }

    /// The coset representatives whose product is this permutation, as an index for each level; `None` if the
    /// permutation is not an element.
    fn sift(&self, permutation: &Permutation) -> Option<Vec<usize>> {
        let images = self.chain.images_of(permutation)?;
        let (residue, steps) = self.chain.sift(images, 0);
        chain::first_moved(&residue).is_none().then_some(steps)
    }

    /// Whether some element of the group maps `points`, on which the group acts, to the same images as the permutation
    /// does. Takes about as long as [`with_base`](Self::with_base).
    pub(crate) fn has_element_with_images(
        &self,
        permutation: &Permutation,
        points: &[u32],
    ) -> bool {
        let chain = Self::with_base(&self.generators, points).chain;
        chain.images_of(permutation).is_some_and(|images| {
            // The residue has to fix these points only.
            let (residue, _) = chain.sift(images, 0);
            points
                .iter()
                .all(|&point| residue.get(point as usize) == Some(&point))
        })
    }

    /// Returns the rank of an element of the group: its number, counted from 0; `None` if the permutation is not an
    /// element, or if the order of the group exceeds the range of `u128`. The identity has rank 0. Takes O(n) time for
    /// each point of the base.
    ///
    /// ```
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
    ///
    /// let turn = Permutation::new(&[1, 2, 3, 0])?;
    /// let group = PermutationGroup::new(&[turn]);
    /// for number in 0..4 {
    ///     let element = group.unrank(number).expect("there are four");
    ///     assert_eq!(group.rank(&element), Some(number));
    /// }
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn rank(&self, permutation: &Permutation) -> Option<u128> {
        self.order()?;
        let steps = self.sift(permutation)?;
        let lengths = self.chain.levels.iter().map(|level| level.orbit.len());
        Some(steps.iter().zip(lengths).fold(0, |rank, (&step, length)| {
            rank * length as u128 + step as u128
        }))
    }

    /// Returns the element with this [`rank`](Self::rank); `None` if there is no such element, or if the order of the
    /// group exceeds the range of `u128`.
    ///
    /// ```
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
    ///
    /// let group = PermutationGroup::new(&[Permutation::new(&[1, 2, 3, 0])?]);
    /// assert!(group.unrank(0).is_some_and(|element| element.is_identity()));
    /// assert_eq!(group.unrank(4), None);
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn unrank(&self, rank: u128) -> Option<Permutation> {
        if rank >= self.order()? {
            return None;
        }
        let levels = &self.chain.levels;
        let (mut steps, mut rest) = (vec![0; levels.len()], rank);
        for (step, level) in steps.iter_mut().zip(levels).rev() {
            let length = level.orbit.len() as u128;
            *step = (rest % length) as usize;
            rest /= length;
        }
        Some(self.chain.element(&steps))
    }

    /// Returns a random element. All elements are equally likely if `random` returns 64 uniformly random bits at each
    /// call. Takes O(n) time for each point of the base.
    ///
    /// ```
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
    ///
    /// let group = PermutationGroup::new(&[Permutation::new(&[1, 2, 3, 0])?]);
    /// let mut seed = 1_u64;
    /// let element = group.random(|| {
    ///     // xorshift64*: any generator will do.
    ///     seed ^= seed >> 12;
    ///     seed ^= seed << 25;
    ///     seed ^= seed >> 27;
    ///     seed.wrapping_mul(0x2545_f491_4f6c_dd1d)
    /// });
    /// assert!(group.contains(&element));
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn random(&self, mut random: impl FnMut() -> u64) -> Permutation {
        let choose = |level: &chain::Level| below(level.orbit.len() as u64, &mut random) as usize;
        let steps: Vec<usize> = self.chain.levels.iter().map(choose).collect();
        self.chain.element(&steps)
    }

    /// Returns the orbit of a point: all points to which elements of the group take it, in ascending order. Takes O(n)
    /// time for each generator.
    ///
    /// ```
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
    ///
    /// let group = PermutationGroup::new(&[Permutation::new(&[3, 1, 4, 0, 2])?]);
    /// assert_eq!(group.orbit(3), [0, 3]);
    /// assert_eq!(group.orbits(), [vec![0, 3], vec![1], vec![2, 4]]);
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn orbit(&self, point: u32) -> Vec<u32> {
        let mut orbit = vec![point];
        let mut seen = vec![false; self.points() as usize];
        if let Some(seen) = seen.get_mut(point as usize) {
            *seen = true;
        }
        let mut index = 0;
        while let Some(&point) = orbit.get(index) {
            for generator in &self.generators {
                let image = generator.image(point);
                if let Some(seen @ false) = seen.get_mut(image as usize) {
                    *seen = true;
                    orbit.push(image);
                }
            }
            index += 1;
        }
        orbit.sort_unstable();
        orbit
    }

    /// Returns all orbits, each in ascending order, sorted by their smallest points.
    ///
    /// ```
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
    ///
    /// let group = PermutationGroup::new(&[Permutation::new(&[3, 1, 4, 0, 2])?]);
    /// assert_eq!(group.orbits(), [vec![0, 3], vec![1], vec![2, 4]]);
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn orbits(&self) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.points() as usize];
        let mut orbits = Vec::new();
        for point in 0..self.points() {
            if !seen[point as usize] {
                let orbit = self.orbit(point);
                for &point in &orbit {
                    seen[point as usize] = true;
                }
                orbits.push(orbit);
            }
        }
        orbits
    }

    /// Returns the stabilizer of these points: the subgroup of all elements that fix each of the points. Takes about as
    /// long as [`new`](Self::new).
    ///
    /// ```
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
    ///
    /// let turn = Permutation::new(&[1, 2, 3, 4, 0])?;
    /// let swap = Permutation::new(&[1, 0, 2, 3, 4])?;
    /// let group = PermutationGroup::new(&[turn, swap]);
    /// assert_eq!(group.stabilizer(&[0, 3]).order(), Some(6));
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn stabilizer(&self, points: &[u32]) -> Self {
        let chain = Self::with_base(&self.strong_generators(), points).chain;
        let fixing = |generator: &Permutation| points.iter().all(|&p| generator.image(p) == p);
        let mut generators = chain.strong_generators();
        generators.retain(fixing);
        if generators.is_empty() {
            generators.push(Permutation::identity(self.points()));
        }
        Self::new(&generators)
    }
}
