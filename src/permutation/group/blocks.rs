//! Blocks of imprimitivity.

use alloc::vec;
use alloc::vec::Vec;

use super::PermutationGroup;

impl PermutationGroup {
    /// Divides the [orbit](Self::orbit) of `point` into the smallest blocks that have more than one point.
    ///
    /// A block is a set of points that every element of the group maps to the same set or to a disjoint set. For
    /// example, the stickers of one piece of a puzzle are a block. If there are no blocks except the single points and
    /// the whole orbit, the method returns the single points. Takes O(n^2) time for each generator.
    ///
    /// **Paper**: M. D. Atkinson, "An algorithm for finding the blocks of a permutation group", 1975.
    ///
    /// ```
    /// use puzzle_search::permutation::{group::PermutationGroup, Permutation};
    ///
    /// // Whatever turns or mirrors a square, opposite corners stay opposite.
    /// let square = [Permutation::new(&[1, 2, 3, 0])?, Permutation::new(&[1, 0, 3, 2])?];
    /// assert_eq!(PermutationGroup::new(&square).blocks(0), [[0, 2], [1, 3]]);
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn blocks(&self, point: u32) -> Vec<Vec<u32>> {
        let orbit = self.orbit(point);
        let others = orbit.iter().filter(|&&other| other != point);
        let candidates = others.map(|&other| self.blocks_with(&orbit, point, other));
        let proper = candidates.filter(|blocks| blocks.len() > 1);
        let single = || orbit.iter().map(|&point| vec![point]).collect();
        // The more there are the smaller they are.
        let smallest = proper.reduce(|a, b| if b.len() > a.len() { b } else { a });
        smallest.unwrap_or_else(single)
    }

    /// The smallest blocks of which one contains both points.
    fn blocks_with(&self, orbit: &[u32], a: u32, b: u32) -> Vec<Vec<u32>> {
        // What each point was united with, up to a representative that stands for itself.
        let mut united: Vec<u32> = (0..self.points()).collect();
        fn representative(united: &mut [u32], mut point: u32) -> u32 {
            while united[point as usize] != point {
                let next = united[point as usize];
                united[point as usize] = united[next as usize];
                point = next;
            }
            point
        }
        let mut pairs = vec![(a, b)];
        while let Some((a, b)) = pairs.pop() {
            let a = representative(&mut united, a);
            let b = representative(&mut united, b);
            if a != b {
                united[b as usize] = a;
                let images = |mv: &crate::permutation::Permutation| (mv.image(a), mv.image(b));
                pairs.extend(self.generators.iter().map(images));
            }
        }
        let mut blocks: Vec<Vec<u32>> = Vec::new();
        let mut block_of = vec![None; united.len()];
        for &point in orbit {
            let representative = representative(&mut united, point) as usize;
            let block = *block_of[representative].get_or_insert(blocks.len());
            if block == blocks.len() {
                blocks.push(Vec::new());
            }
            blocks[block].push(point);
        }
        blocks
    }
}
