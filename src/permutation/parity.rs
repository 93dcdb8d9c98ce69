//! [`Parity`].

use core::fmt;
use core::ops::Add;

/// The parity of a permutation or of a number. A permutation is even if it is a product of an even number of
/// transpositions.
///
/// ```
/// use puzzle_search::permutation::Parity;
///
/// assert_eq!(Parity::Odd + Parity::Odd, Parity::Even);
/// assert_eq!(Parity::of(7), Parity::Odd);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// An even permutation or number.
    Even,
    /// An odd permutation or number.
    Odd,
}

impl Parity {
    /// Returns whether a number is even or odd.
    #[must_use]
    pub const fn of(number: u64) -> Self {
        if number.is_multiple_of(2) {
            Self::Even
        } else {
            Self::Odd
        }
    }
}

/// Adds two parities, as for the sum of two numbers or the product of two permutations.
impl Add for Parity {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        if self == other { Self::Even } else { Self::Odd }
    }
}

impl fmt::Display for Parity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Even => "even",
            Self::Odd => "odd",
        })
    }
}
