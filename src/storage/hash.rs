//! [`FixedState`]: a fast hash for small integer states. Invariant: the hash of a state is the same in every run.

use core::hash::{BuildHasher, Hasher};

/// Builds a hasher with one folded multiplication for each word and a fixed seed, so that a search is the same in every
/// run and on every platform. It does not defend against states chosen to collide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct FixedState;

impl BuildHasher for FixedState {
    type Hasher = FoldHasher;

    #[inline]
    fn build_hasher(&self) -> FoldHasher {
        FoldHasher::new()
    }
}

/// The first fractional bits of pi, and 2^64 divided by the golden ratio.
const SEED: u64 = 0x243f_6a88_85a3_08d3;
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hasher of [`FixedState`].
#[derive(Clone, Debug)]
pub(crate) struct FoldHasher {
    state: u64,
}

impl FoldHasher {
    pub(crate) const fn new() -> Self {
        Self { state: SEED }
    }

    #[inline]
    fn fold(&mut self, word: u64) {
        let product = u128::from(self.state ^ word) * u128::from(FACTOR);
        self.state = (product as u64) ^ ((product >> 64) as u64);
    }
}

impl Hasher for FoldHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.state
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.fold(u64::from_le_bytes(word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.fold(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.fold(u64::from(word));
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.fold(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.fold(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.fold(word);
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.fold(word as u64);
        self.fold((word >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.fold(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::FixedState;
    use alloc::vec;
    use core::hash::BuildHasher;

    /// Both ends of the hash must spread: the table takes its line from the top bits and its tag
    /// from the bottom ones.
    #[test]
    fn consecutive_integers_spread_over_both_ends() {
        for shift in [56, 0] {
            let mut seen = vec![0_u32; 256];
            for value in 0..25_600_u64 {
                seen[(FixedState.hash_one(value) >> shift) as usize & 255] += 1;
            }
            let (least, most) = (seen.iter().min(), seen.iter().max());
            assert!(least > Some(&50) && most < Some(&150), "{least:?} {most:?}");
        }
    }
}
