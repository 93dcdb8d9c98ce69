//! [`PermutationError`]: why a slice is not a permutation.

use core::fmt;

/// Why a slice is not a permutation of `0..n`.
///
/// ```
/// use puzzle_search::permutation::parity_by_cycles;
///
/// let error = parity_by_cycles(&[0, 2, 2]).unwrap_err();
/// assert_eq!(error.to_string(), "2 stands at positions 1 and 2: expected each of 0 to 2 once");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PermutationError(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    OutOfRange {
        at: usize,
        length: usize,
    },
    Twice {
        item: usize,
        first: usize,
        second: usize,
        length: usize,
    },
}

impl PermutationError {
    pub(super) const fn out_of_range(at: usize, length: usize) -> Self {
        Self(Kind::OutOfRange { at, length })
    }

    pub(super) const fn twice(item: usize, first: usize, second: usize, length: usize) -> Self {
        Self(Kind::Twice {
            item,
            first,
            second,
            length,
        })
    }
}

impl fmt::Display for PermutationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::OutOfRange { at, length } => write!(
                f,
                "the item at position {at} is out of range: expected 0 to {}",
                length - 1
            ),
            Kind::Twice {
                item,
                first,
                second,
                length,
            } => write!(
                f,
                "{item} stands at positions {first} and {second}: expected each of 0 to {} once",
                length - 1
            ),
        }
    }
}

impl core::error::Error for PermutationError {}
