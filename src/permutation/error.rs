//! [`PermutationError`]: why a slice is not a permutation.

use core::fmt;

/// Why a slice is not a permutation of `0..n`, or not a choice of some of `0..n`.
///
/// ```
/// use puzzle_search::permutation::parity_by_cycles;
///
/// let error = parity_by_cycles(&[0, 2, 2]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "2 stands at positions 1 and 2, and 1 is missing: expected each of 0 to 2 once",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PermutationError(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    OutOfRange {
        at: usize,
        length: usize,
    },
    Twice {
        item: usize,
        first: usize,
        second: usize,
        missing: Option<usize>,
        length: usize,
    },
    Length {
        found: usize,
        expected: usize,
    },
    NotAscending {
        at: usize,
    },
    Odd,
    TooMany {
        length: usize,
        most: usize,
    },
    Kept {
        found: usize,
        most: usize,
    },
}

impl PermutationError {
    pub(crate) const fn out_of_range(at: usize, length: usize) -> Self {
        Self(Kind::OutOfRange { at, length })
    }

    pub(crate) const fn twice(
        item: usize,
        first: usize,
        second: usize,
        missing: Option<usize>,
        length: usize,
    ) -> Self {
        Self(Kind::Twice {
            item,
            first,
            second,
            missing,
            length,
        })
    }

    pub(crate) const fn length(found: usize, expected: usize) -> Self {
        Self(Kind::Length { found, expected })
    }

    pub(super) const fn not_ascending(at: usize) -> Self {
        Self(Kind::NotAscending { at })
    }

    pub(super) const fn odd() -> Self {
        Self(Kind::Odd)
    }

    pub(super) const fn too_many(length: usize, most: usize) -> Self {
        Self(Kind::TooMany { length, most })
    }

    pub(crate) const fn kept(found: usize, most: usize) -> Self {
        Self(Kind::Kept { found, most })
    }

    /// The first position, counted from 0, at which something is wrong; `None` if it is wrong as a
    /// whole.
    ///
    /// ```
    /// use puzzle_search::permutation::rank;
    ///
    /// assert_eq!(rank(&[0, 1, 3]).unwrap_err().position(), Some(2));
    /// ```
    #[must_use]
    pub const fn position(&self) -> Option<usize> {
        match self.0 {
            Kind::OutOfRange { at, .. } | Kind::NotAscending { at } => Some(at),
            Kind::Twice { second, .. } => Some(second),
            Kind::Length { .. } | Kind::Odd | Kind::TooMany { .. } | Kind::Kept { .. } => None,
        }
    }
}

impl fmt::Display for PermutationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::OutOfRange { at, length: 0 } => {
                write!(f, "there is an item at position {at}: expected none")
            }
            Kind::OutOfRange { at, length } => write!(
                f,
                "the item at position {at} is out of range: expected 0 to {}",
                length - 1
            ),
            Kind::Twice {
                item,
                first,
                second,
                missing,
                length,
            } => {
                write!(f, "{item} stands at positions {first} and {second}")?;
                if let Some(missing) = missing {
                    write!(f, ", and {missing} is missing")?;
                }
                let often = if missing.is_some() {
                    "once"
                } else {
                    "at most once"
                };
                write!(f, ": expected each of 0 to {} {often}", length - 1)
            }
            Kind::Length { found, expected } => {
                write!(f, "there are {found} items: expected {expected}")
            }
            Kind::NotAscending { at } => write!(
                f,
                "the item at position {at} is not larger than the one before: expected ascending \
                 items"
            ),
            Kind::Odd => f.write_str("the permutation is odd: expected an even one"),
            Kind::TooMany { length, most } => write!(
                f,
                "a permutation of {length} items is too long: expected at most {most}"
            ),
            Kind::Kept { found, most } => {
                write!(f, "there are {found} pieces to keep: expected 1 to {most}")
            }
        }
    }
}

impl core::error::Error for PermutationError {}
