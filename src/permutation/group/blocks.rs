//! The block systems (systems of imprimitivity) of a permutation group, by Atkinson's algorithm.

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
    /// use puzzle_search::permutation::{Permutation, PermutationGroup};
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
        // All blocks of one system have the same size, so the system with the most blocks has the smallest.
        let smallest = proper.reduce(|a, b| if b.len() > a.len() { b } else { a });
        smallest.unwrap_or_else(single)
    }

    /// The finest block system in which `a` and `b` are in one block. The blocks are the classes of a union-find
    /// structure, which is closed under the generators.
    fn blocks_with(&self, orbit: &[u32], a: u32, b: u32) -> Vec<Vec<u32>> {
        let mut parents: Vec<u32> = (0..self.points()).collect();
        fn find(parents: &mut [u32], mut point: u32) -> u32 {
            while parents[point as usize] != point {
                let parent = parents[point as usize];
                parents[point as usize] = parents[parent as usize];
                point = parent;
            }
            point
        }
        let mut pairs = vec![(a, b)];
        while let Some((a, b)) = pairs.pop() {
            let a = find(&mut parents, a);
            let b = find(&mut parents, b);
            if a != b {
                parents[b as usize] = a;
                let images = |mv: &crate::permutation::Permutation| (mv.image(a), mv.image(b));
                pairs.extend(self.generators.iter().map(images));
            }
        }
        let mut blocks: Vec<Vec<u32>> = Vec::new();
        let mut block_of = vec![None; parents.len()];
        for &point in orbit {
            let root = find(&mut parents, point) as usize;
            let block = *block_of[root].get_or_insert(blocks.len());
            if block == blocks.len() {
                blocks.push(Vec::new());
            }
            blocks[block].push(point);
        }
        blocks
    }
}
