//! Random numbers that are the same everywhere: `SplitMix64`.

/// A sequence for each instance, so that one can be had without those before.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) const fn of(seed: u64, number: u64) -> Self {
        let mut numbers = Self(seed);
        let first = numbers.bits();
        Self(first ^ number.wrapping_mul(0xd605_bbb5_8c8a_bbc9))
    }

    pub(crate) const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// Less than the bound, which is not 0.
    pub(crate) const fn below(&mut self, bound: u64) -> u64 {
        self.bits() % bound
    }

    /// One of these.
    pub(crate) fn of_these<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    /// Yes in one of so many cases.
    pub(crate) const fn one_in(&mut self, cases: u64) -> bool {
        self.below(cases) == 0
    }

    /// Any size: small ones as likely as large ones.
    pub(crate) const fn size(&mut self, bits: u64) -> u64 {
        let most = 1 << self.below(bits + 1);
        self.below(most)
    }

    /// Whether a panic can be caught.
    pub(crate) const fn may_panic(&self) -> bool {
        true
    }
}
