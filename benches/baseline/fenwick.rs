//! Lexicographic rank and unrank as a textbook has it: with a tree of counts, in O(n log n).

/// Counts of the items not yet used; at i, counted from 1, of the last `i & -i` items.
struct Tree(Vec<u32>);

impl Tree {
    fn full(n: usize) -> Self {
        Self((0..=n).map(|i| (i & i.wrapping_neg()) as u32).collect())
    }

    fn remove(&mut self, item: usize) {
        let mut at = item + 1;
        while at < self.0.len() {
            self.0[at] -= 1;
            at += at & at.wrapping_neg();
        }
    }

    fn below(&self, item: usize) -> u32 {
        let (mut at, mut sum) = (item, 0);
        while at > 0 {
            sum += self.0[at];
            at &= at - 1;
        }
        sum
    }

    fn nth(&self, mut below: u32) -> usize {
        let (mut at, mut step) = (0, self.0.len().next_power_of_two());
        while step > 0 {
            if at + step < self.0.len() && self.0[at + step] <= below {
                at += step;
                below -= self.0[at];
            }
            step /= 2;
        }
        at
    }
}

pub(crate) fn rank(items: &[u8]) -> u128 {
    let mut unused = Tree::full(items.len());
    let mut rank = 0;
    for (item, left) in items.iter().zip((1..=items.len() as u128).rev()) {
        unused.remove(usize::from(*item));
        rank = rank * left + u128::from(unused.below(usize::from(*item)));
    }
    rank
}

pub(crate) fn unrank(mut rank: u128, items: &mut [u8]) {
    for (digit, base) in items.iter_mut().rev().zip(1..) {
        *digit = (rank % base) as u8;
        rank /= base;
    }
    let mut unused = Tree::full(items.len());
    for item in items {
        let found = unused.nth(u32::from(*item));
        unused.remove(found);
        *item = found as u8;
    }
}
