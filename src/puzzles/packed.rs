//! [`Packed`]: small numbers side by side in one machine word or a few bytes.

use core::fmt::Debug;
use core::hash::Hash;

/// A row of small numbers, of one size, packed into a value: `u32` holds 8 and `u64` 16 of four
/// bits, `u128` 25 of five bits, `[u8; N]` N of eight bits.
///
/// This trait is sealed. Fields out of range read as 0 and are not written.
///
/// ```
/// use puzzle_search::puzzles::Packed;
///
/// let row = 0_u64.with_field(3, 7);
/// assert_eq!((row.field(3), row.field(2)), (7, 0));
/// ```
pub trait Packed: Copy + Eq + Hash + Debug + Send + Sync + 'static + sealed::Sealed {
    /// How many fields there are.
    const FIELDS: usize;
    /// The row of zeros.
    const ZERO: Self;

    /// The number in a field.
    #[must_use]
    fn field(&self, at: usize) -> u8;

    /// The same row with another number in a field.
    #[must_use]
    fn with_field(self, at: usize, number: u8) -> Self;

    /// The same row with the fields `first..=last` moved down by one, the first becoming the last.
    #[must_use]
    fn rotated_down(self, first: usize, last: usize) -> Self;

    /// The same row with the fields `first..=last` moved up by one, the last becoming the first.
    #[must_use]
    fn rotated_up(self, first: usize, last: usize) -> Self;
}

mod sealed {
    #[expect(unnameable_types, reason = "nobody else may implement `Packed`")]
    pub trait Sealed {}
}

macro_rules! packed_word {
    ($word:ty, $bits:literal) => {
        impl sealed::Sealed for $word {}

        impl Packed for $word {
            const FIELDS: usize = <$word>::BITS as usize / $bits;
            const ZERO: Self = 0;

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
            fn rotated_down(self, first: usize, last: usize) -> Self {
                const MASK: $word = (1 << $bits) - 1;
                if first >= last || last >= Self::FIELDS {
                    return self;
                }
                let (shift, span) = ($bits * first, $bits * (last - first));
                let window =
                    (self >> shift) & (<$word>::MAX >> (<$word>::BITS as usize - span - $bits));
                let rotated = (window >> $bits) | ((window & MASK) << span);
                self ^ ((window ^ rotated) << shift)
            }

            #[inline]
            fn rotated_up(self, first: usize, last: usize) -> Self {
                if first >= last || last >= Self::FIELDS {
                    return self;
                }
                let (shift, span) = ($bits * first, $bits * (last - first));
                let window =
                    (self >> shift) & (<$word>::MAX >> (<$word>::BITS as usize - span - $bits));
                let rotated = (window >> span)
                    | ((window & (<$word>::MAX >> (<$word>::BITS as usize - span))) << $bits);
                self ^ ((window ^ rotated) << shift)
            }
        }
    };
}

packed_word!(u32, 4);
packed_word!(u64, 4);
packed_word!(u128, 5);

impl<const N: usize> sealed::Sealed for [u8; N] {}

impl<const N: usize> Packed for [u8; N] {
    const FIELDS: usize = N;
    const ZERO: Self = [0; N];

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
    fn rotated_down(mut self, first: usize, last: usize) -> Self {
        if first < last
            && let Some(window) = self.get_mut(first..=last)
        {
            window.rotate_left(1);
        }
        self
    }

    #[inline]
    fn rotated_up(mut self, first: usize, last: usize) -> Self {
        if first < last
            && let Some(window) = self.get_mut(first..=last)
        {
            window.rotate_right(1);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::Packed;
    use proptest::prelude::*;

    fn like_bytes<B: Packed>(numbers: &[u8], first: usize, last: usize) {
        let row = (0..B::FIELDS).fold(B::ZERO, |row, at| row.with_field(at, numbers[at]));
        let mut bytes = numbers[..B::FIELDS].to_vec();
        let same = |row: B, bytes: &[u8]| (0..B::FIELDS).all(|at| row.field(at) == bytes[at]);
        assert!(same(row, &bytes));
        let (first, last) = (first % B::FIELDS, last % B::FIELDS);
        if first <= last {
            bytes[first..=last].rotate_left(1);
            assert!(same(row.rotated_down(first, last), &bytes));
            bytes.copy_from_slice(&numbers[..B::FIELDS]);
            bytes[first..=last].rotate_right(1);
            assert!(same(row.rotated_up(first, last), &bytes));
        } else {
            assert_eq!(row.rotated_up(first, last), row);
            assert_eq!(row.rotated_down(first, last), row);
        }
    }

    proptest! {
        #[test]
        fn words_behave_like_bytes(
            numbers in proptest::collection::vec(0..16_u8, 64),
            first in 0..64_usize,
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
        assert_eq!(1_u128.rotated_up(3, 25), 1);
        assert_eq!([1_u8; 4].rotated_down(1, 4), [1; 4]);
    }
}
