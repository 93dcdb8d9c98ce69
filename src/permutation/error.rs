//! [`PermutationError`]: the reason why a slice or a text is not a permutation.

use alloc::boxed::Box;
use alloc::format;
use core::fmt;

/// The error for a slice or a text that is not a permutation of `0..n`, or not a selection of k different numbers from
/// `0..n`. Its message gives the reason.
///
/// ```
/// use puzzle_search::permutation::Permutation;
///
/// let error = Permutation::new(&[0, 2, 2]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "2 stands at positions 1 and 2, and 1 is missing: expected each of 0 to 2 once",
/// );
/// let error = "0 2 x".parse::<Permutation>().unwrap_err();
/// assert_eq!(error.to_string(), "\"x\" at byte 5: expected a number");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PermutationError(Box<str>);

impl PermutationError {
    #[cold]
    pub(crate) fn new(message: impl Into<Box<str>>) -> Self {
        Self(message.into())
    }

    #[cold]
    pub(crate) fn out_of_range(at: usize, length: usize) -> Self {
        Self::new(match length.checked_sub(1) {
            None => format!("there is an item at position {at}: expected none"),
            Some(last) => {
                format!("the item at position {at} is out of range: expected 0 to {last}")
            }
        })
    }

    #[cold]
    pub(crate) fn repeated(
        item: usize,
        first: usize,
        second: usize,
        missing: Option<usize>,
        length: usize,
    ) -> Self {
        let last = length - 1;
        let wrong = format!("{item} stands at positions {first} and {second}");
        let message = match missing {
            Some(missing) => {
                format!("{wrong}, and {missing} is missing: expected each of 0 to {last} once")
            }
            None => format!("{wrong}: expected each of 0 to {last} at most once"),
        };
        Self::new(message)
    }

    #[cold]
    pub(crate) fn length(found: usize, expected: usize) -> Self {
        Self::new(format!("there are {found} items: expected {expected}"))
    }
}

impl fmt::Display for PermutationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for PermutationError {}
