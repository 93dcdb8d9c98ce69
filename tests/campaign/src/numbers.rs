//! [`Numbers`]: random ones that are the same everywhere, or those of a fuzzer's input.

pub(crate) enum Numbers {
    /// `SplitMix64`.
    Random(u64),
    Input {
        /// The next byte last.
        rest: Vec<u8>,
        /// What follows where the input ends.
        after: u64,
    },
}

impl Numbers {
    /// A sequence for each instance, so that one can be had without those before.
    pub(crate) const fn of(seed: u64, number: u64) -> Self {
        let mut state = seed;
        let first = bits(&mut state);
        Self::Random(first ^ number.wrapping_mul(0xd605_bbb5_8c8a_bbc9))
    }

    pub(crate) fn read(input: &[u8]) -> Self {
        Self::Input {
            rest: input.iter().rev().copied().collect(),
            after: 0,
        }
    }

    /// Less than the bound, which is not 0; of an input, of as many bytes as that takes.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        let (rest, after) = match self {
            Self::Random(state) => return bits(state) % bound,
            Self::Input { rest, after } => (rest, after),
        };
        let bytes = (u64::BITS - (bound - 1).leading_zeros()).div_ceil(8);
        let number = (0..bytes).fold(0, |number, _| {
            let byte = rest.pop().unwrap_or_else(|| {
                *after = after
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                (*after >> 56) as u8
            });
            number << 8 | u64::from(byte)
        });
        number % bound
    }

    /// One of these.
    pub(crate) fn of_these<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    /// Yes in one of so many cases.
    pub(crate) fn one_in(&mut self, cases: u64) -> bool {
        self.below(cases) == 0
    }

    /// Any size: small ones as likely as large ones.
    pub(crate) fn size(&mut self, bits: u64) -> u64 {
        let most = 1 << self.below(bits + 1);
        self.below(most)
    }

    /// Whether a panic can be caught: a fuzzer takes any for a fault.
    pub(crate) const fn may_panic(&self) -> bool {
        matches!(self, Self::Random(_))
    }
}

const fn bits(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut bits = *state;
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
