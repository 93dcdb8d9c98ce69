//! Permutations as text: one-line notation and cycle notation.
//!
//! Invariant: a permutation that is printed in one-line notation is parsed again as an equal one. So is one in cycle
//! notation with points from 0, if it is parsed with the same number of points.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{Permutation, PermutationError};

/// Writes one-line notation: the images of the points 0, 1, 2 and so on, separated by spaces.
///
/// ```
/// use puzzle_search::permutation::Permutation;
///
/// assert_eq!(Permutation::new(&[2, 0, 1])?.to_string(), "2 0 1");
/// # Ok::<(), puzzle_search::permutation::PermutationError>(())
/// ```
impl fmt::Display for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, image) in self.images().iter().enumerate() {
            let separator = if at == 0 { "" } else { " " };
            write!(f, "{separator}{image}")?;
        }
        Ok(())
    }
}

/// Reads one-line notation: the images of the points 0, 1, 2 and so on, separated by white space or commas. The
/// list may be enclosed in square brackets.
///
/// ```
/// use puzzle_search::permutation::Permutation;
///
/// let permutation: Permutation = "[2, 0, 1]".parse()?;
/// assert_eq!(permutation.images(), [2, 0, 1]);
/// # Ok::<(), puzzle_search::permutation::PermutationError>(())
/// ```
impl FromStr for Permutation {
    type Err = PermutationError;

    fn from_str(text: &str) -> Result<Self, PermutationError> {
        let trimmed = text.trim();
        let inner = trimmed.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
        Self::new(&numbers(text, inner.unwrap_or(trimmed))?)
    }
}

impl Permutation {
    /// Returns the permutation in cycle notation. Fixed points are left out, and the identity is `()`. Points are
    /// counted from `first`, which is 1 in most books. [`parse_cycles`](Self::parse_cycles) reads the text if `first`
    /// is 0.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    ///
    /// let permutation = Permutation::new(&[3, 1, 4, 0, 2])?;
    /// assert_eq!(permutation.cycle_notation(0).to_string(), "(0 3)(2 4)");
    /// assert_eq!(permutation.cycle_notation(1).to_string(), "(1 4)(3 5)");
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn cycle_notation(&self, first: u32) -> impl fmt::Display {
        CycleNotation {
            permutation: self,
            first,
        }
    }

    /// Reads a permutation of `points` points from cycle notation such as `(0 3)(2 4)`. Points are counted from
    /// 0, and separated by white space or commas.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not in cycle notation, or if a point is out of range or occurs twice.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    ///
    /// assert_eq!(Permutation::parse_cycles(4, "(0 2,3)")?.images(), [2, 1, 3, 0]);
    /// let error = Permutation::parse_cycles(4, "(0 2").unwrap_err();
    /// assert_eq!(error.to_string(), "the text ends within a cycle: expected \")\"");
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    pub fn parse_cycles(points: u32, text: &str) -> Result<Self, PermutationError> {
        let mut cycles: Vec<Vec<u32>> = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let Some(opened) = rest.strip_prefix('(') else {
                let found = rest.chars().next().into_iter().collect::<String>();
                let at = offset(text, rest);
                return Err(unexpected(&found, at, "\"(\""));
            };
            let Some((inner, after)) = opened.split_once(')') else {
                return Err(PermutationError::new(
                    "the text ends within a cycle: expected \")\"",
                ));
            };
            cycles.push(numbers(text, inner)?);
            rest = after.trim_start();
        }
        Self::from_cycles(points, &cycles)
    }
}

/// Returns the byte at which `part` begins in the text of which it is a slice.
fn offset(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

/// The error for the text `found` at a byte offset. The message quotes at most 20 characters of it, and counts bytes
/// from one.
fn unexpected(found: &str, offset: usize, expected: &str) -> PermutationError {
    let (quoted, byte) = (found.chars().take(20).collect::<String>(), offset + 1);
    PermutationError::new(format!("{quoted:?} at byte {byte}: expected {expected}"))
}

/// The numbers in `part`, which is a slice of `text`.
fn numbers(text: &str, part: &str) -> Result<Vec<u32>, PermutationError> {
    let items = part.split(|c: char| c.is_whitespace() || c == ',');
    let items = items.filter(|item| !item.is_empty());
    items.map(|item| number(item, offset(text, item))).collect()
}

/// Reads a number that consists of digits alone: `parse` would accept a plus sign, too. The number is at a byte offset.
fn number(item: &str, offset: usize) -> Result<u32, PermutationError> {
    let is_digits = item.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_digits.then(|| item.parse().ok()).flatten();
    number.ok_or_else(|| unexpected(item, offset, "a number"))
}

struct CycleNotation<'a> {
    permutation: &'a Permutation,
    /// The number that stands for point 0.
    first: u32,
}

impl fmt::Display for CycleNotation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { permutation, first } = *self;
        let cycles = permutation.cycles();
        if cycles.is_empty() {
            return f.write_str("()");
        }
        for cycle in cycles {
            for (at, &point) in cycle.iter().enumerate() {
                let separator = if at == 0 { "(" } else { " " };
                write!(f, "{separator}{}", u64::from(point) + u64::from(first))?;
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}
