//! [`equal_bytes`]: sixteen comparisons at a time.

/// A bit for each byte that is equal to this one.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn equal_bytes(bytes: u128, byte: u8) -> u32 {
    use core::arch::x86_64::{_mm_cmpeq_epi8, _mm_movemask_epi8, _mm_set_epi64x, _mm_set1_epi8};

    #[target_feature(enable = "sse2")]
    #[inline]
    fn sse2(bytes: u128, byte: u8) -> u32 {
        let bytes = _mm_set_epi64x((bytes >> 64) as i64, bytes as i64);
        let equal = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte.cast_signed()));
        _mm_movemask_epi8(equal).cast_unsigned()
    }

    // Ten per cent of the time of a breadth-first or A* search.
    #[expect(unsafe_code, reason = "a search spends much of its time here")]
    // SAFETY: every x86_64 processor has SSE2, and the function asks for nothing else.
    unsafe {
        sse2(bytes, byte)
    }
}

/// A bit for each byte that is equal to this one.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) fn equal_bytes(bytes: u128, byte: u8) -> u32 {
    portable(bytes, byte)
}

#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline]
fn portable(bytes: u128, byte: u8) -> u32 {
    let half = |bytes: u64| {
        const LOW: u64 = u64::MAX / 255 * 0x7f;
        let differ = bytes ^ (u64::from(byte) * (u64::MAX / 255));
        // The top bit of each byte that is zero, then all of them side by side.
        let zero = !(((differ & LOW) + LOW) | differ | LOW);
        ((zero >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    };
    half(bytes as u64) | half((bytes >> 64) as u64) << 8
}

#[cfg(test)]
mod tests {
    use super::{equal_bytes, portable};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equal_bytes_are_marked(bytes in any::<[u8; 16]>(), at in 0..16_usize) {
            let expected = |byte| (0..16).filter(|&i| bytes[i] == byte).map(|i| 1 << i).sum::<u32>();
            for byte in [bytes[at], 0, 0x80, 0xff] {
                let word = u128::from_le_bytes(bytes);
                prop_assert_eq!(equal_bytes(word, byte), expected(byte));
                prop_assert_eq!(portable(word, byte), expected(byte));
            }
        }
    }
}
