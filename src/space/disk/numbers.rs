//! Sets of numbers as bytes: as the gaps between successive numbers, or as a bitmap where that is shorter.
//!
//! Invariant: the gap before a number is its difference from the previous number, less 1. The first gap is the distance
//! from the first bit of word `base`. A set written as gaps is read in ascending order.

use alloc::vec::Vec;

use super::blocks::Fields;

/// Describes the bytes of a set of numbers below 2^32, which are divided into words of 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SetHead {
    /// The word from which the numbers are counted.
    pub(super) base: u32,
    /// The number of words of the bitmap; 0 if the bytes are gaps.
    pub(super) words: u32,
    /// The size of the set.
    pub(super) count: u32,
}

impl SetHead {
    /// As the fields of a block.
    pub(super) const fn fields(self) -> Fields {
        [self.base, self.words, self.count]
    }

    pub(super) const fn from_fields([base, words, count]: Fields) -> Self {
        Self { base, words, count }
    }
}

/// Appends the set of the numbers whose bits are set in `words`, the first of which is word `base`.
pub(super) fn write_bits(base: u32, words: &[u64], to: &mut Vec<u8>) -> SetHead {
    let count = words.iter().map(|word| word.count_ones()).sum();
    // The plain bitmap takes `plain` bytes.
    let (begin, plain) = (to.len(), size_of_val(words));
    let mut head = SetHead {
        base,
        words: 0,
        count,
    };
    // Every gap takes at least one byte, so a larger set is never shorter as gaps.
    if (count as usize) < plain {
        let mut next = 0;
        for number in ones(words) {
            write_gap(number - next, to);
            next = number + 1;
        }
        if to.len() - begin < plain {
            return head;
        }
        to.truncate(begin);
    }
    for word in words {
        to.extend_from_slice(&word.to_le_bytes());
    }
    head.words = words.len() as u32;
    head
}

/// Appends the set of these numbers, which must ascend.
pub(super) fn write_ascending(numbers: &[u32], to: &mut Vec<u8>) -> SetHead {
    let mut next = 0;
    for &number in numbers {
        write_gap(u64::from(number) - next, to);
        next = u64::from(number) + 1;
    }
    SetHead {
        base: 0,
        words: 0,
        count: numbers.len() as u32,
    }
}

/// Visits the numbers in ascending order. The error is `damaged()` if the bytes do not encode such a set.
#[inline]
pub(super) fn for_each<E>(
    head: SetHead,
    bytes: &[u8],
    damaged: impl FnOnce() -> E,
    mut visit: impl FnMut(u64) -> Result<(), E>,
) -> Result<(), E> {
    let base = 64 * u64::from(head.base);
    if head.words > 0 {
        for (at, word) in (0_u64..).zip(bytes.as_chunks().0) {
            let mut bits = u64::from_le_bytes(*word);
            while bits != 0 {
                visit(base + 64 * at + u64::from(bits.trailing_zeros()))?;
                bits &= bits - 1;
            }
        }
        return Ok(());
    }
    let (mut next, mut bytes) = (base, bytes);
    for _ in 0..head.count {
        let Some((gap, rest)) = read_gap(bytes) else {
            return Err(damaged());
        };
        visit(next + gap)?;
        (next, bytes) = (next + gap + 1, rest);
    }
    Ok(())
}

/// Sets (`SET`) or clears the bits of the set's numbers in `words`, the first of which is word `from`; `None` if a
/// number lies outside.
pub(super) fn set_or_clear<const SET: bool>(
    head: SetHead,
    bytes: &[u8],
    words: &mut [u64],
    from: u32,
) -> Option<()> {
    let base = head.base.checked_sub(from)? as usize;
    if head.words > 0 {
        let words = words.get_mut(base..)?.get_mut(..head.words as usize)?;
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            let bits = u64::from_le_bytes(*bytes);
            *word = if SET { *word | bits } else { *word & !bits };
        }
        return Some(());
    }
    let first = 64 * u64::from(from);
    for_each(
        head,
        bytes,
        || (),
        |number| {
            let number = number - first;
            let word = words.get_mut((number / 64) as usize).ok_or(())?;
            let bit = 1 << (number % 64);
            *word = if SET { *word | bit } else { *word & !bit };
            Ok(())
        },
    )
    .ok()
}

/// The indices of the bits that are set.
fn ones(words: &[u64]) -> impl Iterator<Item = u64> {
    (0_u64..).zip(words).flat_map(|(at, &word)| {
        let mut bits = word;
        core::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros())?;
            bits &= bits - 1;
            Some(64 * at + u64::from(bit))
        })
    })
}

/// Appends a gap as a variable-length integer: seven bits a byte, the lowest first; the highest bit says that more
/// follow.
#[inline]
fn write_gap(mut gap: u64, to: &mut Vec<u8>) {
    while gap >= 0x80 {
        to.push(gap as u8 | 0x80);
        gap >>= 7;
    }
    to.push(gap as u8);
}

/// Reads a gap; returns it with the bytes that are left. `None` if it is cut off or has more than 42 bits.
#[inline]
fn read_gap(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (&first, mut rest) = bytes.split_first()?;
    let mut gap = u64::from(first & 0x7f);
    let (mut last, mut shift) = (first, 7);
    while last & 0x80 != 0 {
        let (&next, after) = rest.split_first().filter(|_| shift < 42)?;
        gap |= u64::from(next & 0x7f) << shift;
        (last, rest, shift) = (next, after, shift + 7);
    }
    Some((gap, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::vec;
    use proptest::prelude::*;

    fn read(head: SetHead, bytes: &[u8]) -> Vec<u64> {
        let mut numbers = Vec::new();
        let read = for_each(
            head,
            bytes,
            || (),
            |number| {
                numbers.push(number);
                Ok(())
            },
        );
        assert_eq!(read, Ok(()));
        numbers
    }

    proptest! {
        #[test]
        fn sets_survive_writing_and_reading(
            // From a few numbers to nearly all.
            thinned in 1..200_u64,
            seed in any::<u64>(),
            base in 0..1_000_u32,
        ) {
            let mut numbers = BTreeSet::new();
            let mut word = seed | 1;
            for number in 0..640_u64 {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                if (word >> 33).is_multiple_of(thinned) {
                    numbers.insert(number);
                }
            }
            let mut words = vec![0_u64; 10];
            for number in &numbers {
                words[(number / 64) as usize] |= 1 << (number % 64);
            }
            let mut bytes = Vec::new();
            let head = write_bits(base, &words, &mut bytes);
            prop_assert!(bytes.len() <= 80 && head.count as usize == numbers.len());
            let expected: Vec<u64> = numbers.iter().map(|n| n + 64 * u64::from(base)).collect();
            prop_assert_eq!(read(head, &bytes), expected.clone());
            let mut put_back = vec![0; 10];
            prop_assert_eq!(set_or_clear::<true>(head, &bytes, &mut put_back, base), Some(()));
            prop_assert_eq!(&put_back, &words);
            prop_assert_eq!(set_or_clear::<false>(head, &bytes, &mut put_back, base), Some(()));
            prop_assert_eq!(put_back, vec![0; 10]);
            let ascending: Vec<u32> = expected.iter().map(|&n| n as u32).collect();
            bytes.clear();
            let head = write_ascending(&ascending, &mut bytes);
            prop_assert_eq!(read(head, &bytes), expected);
        }
    }
}
