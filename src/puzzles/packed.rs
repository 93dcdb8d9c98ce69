//! [`Packed`]: sequences of small numbers, packed into the bit fields of a machine word or into bytes.
//!
//! Invariant: words and byte arrays with the same numbers in their fields agree on every operation, as long as the
//! numbers fit. Fields that do not exist read as 0, and writing to them has no effect.

use core::fmt::Debug;
use core::hash::Hash;

/// What the small numbers of a state are packed into: an integer or an array of bytes.
///
/// Each number has its own *field*, a fixed group of bits. A puzzle with a type parameter `B: Packed` stores each state
/// in a value of type `B`, so the fields limit the size of the puzzle:
///
/// | type | fields | numbers below |
/// |---|---|---|
/// | `u32` | 8 | 16 |
/// | `u64` | 16 | 16 |
/// | `u128` | 25 | 32 |
/// | `[u8; N]` | N | 256 |
///
/// The trait is sealed.
///
/// ```
/// use puzzle_search::puzzles::{Board, Pancake};
///
/// assert_eq!(size_of::<Board<u64>>(), 8);
/// assert!(Pancake::<u64>::packed(16).is_ok() && Pancake::<u64>::packed(17).is_err());
/// assert!(Pancake::<[u8; 20]>::packed(20).is_ok());
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub trait Packed: Copy + Eq + Hash + Debug + Send + Sync + 'static + Fields {}

pub(in crate::puzzles) mod sealed {
    use core::fmt::Debug;

    /// A sequence of fields, counted from 0. Reading a field that does not exist returns 0, and writing to such a field has
    /// no effect.
    #[expect(unnameable_types, reason = "nobody else may implement `Packed`")]
    pub trait Fields: Sized {
        /// The number of fields.
        const FIELDS: usize;
        /// The number of bits in each field.
        const BITS: usize;
        /// The sequence whose fields are all 0.
        const ZERO: Self;

        /// A cyclic shift, by one position, of the fields from one field to another, both included. It takes longer to
        /// compute than to apply, so puzzles compute the rotations of their moves in advance.
        type Rotation: Copy + Debug + Eq + Send + Sync;

        /// The rotation that moves the number in field `from` to field `to`. It changes nothing if one of the fields
        /// does not exist.
        fn rotation(from: usize, to: usize) -> Self::Rotation;

        /// The sequence after a rotation.
        fn rotated(self, rotation: &Self::Rotation) -> Self;

        /// The number in a field.
        fn field(&self, at: usize) -> u8;

        /// A byte whose lowest [`BITS`](Self::BITS) bits are the number in a field. In a word, the other bits are the
        /// fields after it. It can be faster than [`field`](Self::field).
        fn field_and_more(&self, at: usize) -> u8;

        /// The same sequence with one field set to a number, of which a word keeps the lowest [`BITS`](Self::BITS) bits.
        fn with_field(self, at: usize, number: u8) -> Self;

        /// The same sequence with the number in field `from` moved to field `to`. The number in field `to` and all numbers
        /// between the two fields shift by one field toward `from`.
        #[inline]
        fn moved(self, from: usize, to: usize) -> Self {
            self.rotated(&Self::rotation(from, to))
        }

        /// The same sequence with the first `count` numbers in reverse order.
        fn reversed(self, count: usize) -> Self;

        /// The bitwise exclusive or of the sequence and `bits`.
        fn toggled(self, bits: Self) -> Self;
    }
}
use sealed::Fields;

/// A rotation of fields in a word.
#[expect(unnameable_types, reason = "nobody else may implement `Packed`")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordRotation<W> {
    /// The mask of the fields that rotate.
    mask: W,
    /// The number of bits by which the bits under the mask rotate to the right.
    right: u8,
    /// The number of bits of the same rotation to the left: the number of bits of the mask, less `right`.
    left: u8,
}

macro_rules! packed_word {
    ($word:ty, $bits:literal) => {
        impl Packed for $word {}

        impl Fields for $word {
            const FIELDS: usize = <$word>::BITS as usize / $bits;
            const BITS: usize = $bits;
            const ZERO: Self = 0;

            type Rotation = WordRotation<$word>;

            #[inline]
            fn rotation(from: usize, to: usize) -> WordRotation<$word> {
                let (first, last) = (from.min(to), from.max(to));
                if last >= Self::FIELDS {
                    let (right, left) = (0, 0);
                    return WordRotation {
                        mask: 0,
                        right,
                        left,
                    };
                }
                // The field `from` shifts past all others, and these shift by one field the other way.
                let span = $bits * (last - first);
                let (right, left) = if from < to {
                    ($bits, span)
                } else {
                    (span, $bits)
                };
                let mask = <$word>::MAX >> (<$word>::BITS as usize - $bits - span);
                WordRotation {
                    mask: mask << ($bits * first),
                    right: right as u8,
                    left: left as u8,
                }
            }

            #[inline]
            fn rotated(self, rotation: &WordRotation<$word>) -> Self {
                let &WordRotation { mask, right, left } = rotation;
                let window = self & mask;
                (self ^ window) | (((window >> right) | (window << left)) & mask)
            }

            #[inline]
            fn field_and_more(&self, at: usize) -> u8 {
                self.checked_shr(($bits * at) as u32).unwrap_or(0) as u8
            }

            #[inline]
            fn field(&self, at: usize) -> u8 {
                const MASK: $word = (1 << $bits) - 1;
                if at < Self::FIELDS {
                    ((*self >> ($bits * at)) & MASK) as u8
                } else {
                    0
                }
            }

            #[inline]
            fn with_field(self, at: usize, number: u8) -> Self {
                const MASK: $word = (1 << $bits) - 1;
                if at >= Self::FIELDS {
                    return self;
                }
                let shift = $bits * at;
                (self & !(MASK << shift)) | ((<$word>::from(number) & MASK) << shift)
            }

            #[inline]
            fn moved(self, from: usize, to: usize) -> Self {
                let first = from.min(to);
                if $bits == 4 && from.abs_diff(to) == 3 && first + 3 < Self::FIELDS {
                    // A vertical move of the 15-puzzle rotates four fields, and a processor rotates their 16 bits by
                    // one instruction.
                    let window = (self >> ($bits * first)) as u16;
                    let by = if from < to { $bits } else { 16 - $bits };
                    let changed = window ^ window.rotate_right(by);
                    return self ^ (<$word>::from(changed) << ($bits * first));
                }
                self.rotated(&Self::rotation(from, to))
            }

            #[inline]
            fn reversed(self, count: usize) -> Self {
                if $bits != 4 {
                    let (mut all, mut last) = (self, count.min(Self::FIELDS));
                    for first in 0..last / 2 {
                        last -= 1;
                        let (a, b) = (all.field(first), all.field(last));
                        all = all.with_field(first, b).with_field(last, a);
                    }
                    return all;
                }
                // Reverse all fields: the bytes, and the two fields in each byte. Then shift the first `count` into
                // place.
                const LOW: $word = <$word>::MAX / 0x11;
                let bytes = self.swap_bytes();
                let all = ((bytes >> 4) & LOW) | ((bytes & LOW) << 4);
                if count == 0 {
                    return self;
                }
                let rest = Self::FIELDS.saturating_sub(count);
                let mask = <$word>::MAX >> (4 * rest);
                (self & !mask) | ((all >> (4 * rest)) & mask)
            }

            #[inline]
            fn toggled(self, bits: Self) -> Self {
                self ^ bits
            }
        }
    };
}

packed_word!(u32, 4);
packed_word!(u64, 4);
packed_word!(u128, 5);

impl<const N: usize> Packed for [u8; N] {}

impl<const N: usize> Fields for [u8; N] {
    const FIELDS: usize = N;
    const BITS: usize = 8;
    const ZERO: Self = [0; N];

    type Rotation = (usize, usize);

    #[inline]
    fn rotation(from: usize, to: usize) -> (usize, usize) {
        (from, to)
    }

    #[inline]
    fn rotated(mut self, &(from, to): &(usize, usize)) -> Self {
        if let Some(window) = self.get_mut(from.min(to)..=from.max(to)) {
            if from < to {
                window.rotate_left(1);
            } else {
                window.rotate_right(1);
            }
        }
        self
    }

    #[inline]
    fn field_and_more(&self, at: usize) -> u8 {
        self.field(at)
    }

    #[inline]
    fn field(&self, at: usize) -> u8 {
        self.get(at).copied().unwrap_or(0)
    }

    #[inline]
    fn with_field(mut self, at: usize, number: u8) -> Self {
        if let Some(field) = self.get_mut(at) {
            *field = number;
        }
        self
    }

    #[inline]
    fn reversed(mut self, count: usize) -> Self {
        self[..count.min(N)].reverse();
        self
    }

    #[inline]
    fn toggled(mut self, bits: Self) -> Self {
        for (field, bits) in self.iter_mut().zip(bits) {
            *field ^= bits;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::sealed::Fields;
    use proptest::prelude::*;

    fn like_bytes<B: Fields + Copy>(numbers: &[u8], first: usize, last: usize) {
        let packed = (0..B::FIELDS).fold(B::ZERO, |all, at| all.with_field(at, numbers[at]));
        let mut bytes = numbers[..B::FIELDS].to_vec();
        let same = |all: B, bytes: &[u8]| (0..B::FIELDS).all(|at| all.field(at) == bytes[at]);
        assert!(same(packed, &bytes));
        let (from, to) = (first % B::FIELDS, last % B::FIELDS);
        let number = bytes.remove(from);
        bytes.insert(to, number);
        assert!(same(packed.moved(from, to), &bytes));
        let mut bytes = numbers[..B::FIELDS].to_vec();
        bytes[..first.min(B::FIELDS)].reverse();
        assert!(same(packed.reversed(first), &bytes));
    }

    proptest! {
        #[test]
        fn words_behave_like_bytes(
            numbers in proptest::collection::vec(0..16_u8, 64),
            first in 0..65_usize,
            last in 0..64_usize,
        ) {
            like_bytes::<u32>(&numbers, first, last);
            like_bytes::<u64>(&numbers, first, last);
            like_bytes::<u128>(&numbers, first, last);
            like_bytes::<[u8; 64]>(&numbers, first, last);
        }
    }

    #[test]
    fn fields_out_of_range_are_harmless() {
        assert_eq!(1_u64.field(16), 0);
        assert_eq!(1_u64.with_field(16, 3), 1);
        assert_eq!(1_u128.moved(3, 25), 1);
        assert_eq!([1_u8; 4].moved(4, 1), [1; 4]);
    }
}
