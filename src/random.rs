//! Numbers below a bound, out of random bits.

/// So often a draw may be rejected: no source of bits, however bad, holds up the caller.
const MOST_REJECTIONS: u32 = 64;

/// A number below `bound`, each with the same probability if `random` returns 64 uniformly random bits
/// at each call; zero if `bound` is zero. By D. Lemire's method ("Fast random integer generation in an
/// interval", 2019).
pub(crate) fn below(bound: u64, random: &mut impl FnMut() -> u64) -> u64 {
    if bound == 0 {
        return 0;
    }
    let mut draw = || {
        let product = u128::from(random()) * u128::from(bound);
        ((product >> 64) as u64, product as u64)
    };
    // Of the products, those are rejected that would favour some numbers.
    let favoured = bound.wrapping_neg() % bound;
    let (mut number, mut rest) = draw();
    for _ in 0..MOST_REJECTIONS {
        if rest >= favoured {
            break;
        }
        (number, rest) = draw();
    }
    number
}
