//! [`Numbers`]: random numbers for the unit tests of searches.

/// A linear congruential generator, seeded with a number, so that its numbers are the same in every run.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    /// Returns the next random number less than `bound`.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % bound
    }
}
