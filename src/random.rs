//! Uniform random numbers below a bound.

/// The limit on rejected draws, so that a bad source of bits cannot cause an endless loop.
const MOST_REJECTIONS: u32 = 64;

/// A number below `bound`, all with the same probability if `random` returns 64 uniformly random bits at each call;
/// zero if `bound` is zero. Paper: D. Lemire, "Fast random integer generation in an interval", 2019.
pub(crate) fn below(bound: u64, random: &mut impl FnMut() -> u64) -> u64 {
    if bound == 0 {
        return 0;
    }
    let mut draw = || {
        let product = u128::from(random()) * u128::from(bound);
        ((product >> 64) as u64, product as u64)
    };
    // Products whose low half is less than 2^64 mod bound would favour some numbers.
    let threshold = bound.wrapping_neg() % bound;
    let (mut number, mut rest) = draw();
    for _ in 0..MOST_REJECTIONS {
        if rest >= threshold {
            break;
        }
        (number, rest) = draw();
    }
    number
}
