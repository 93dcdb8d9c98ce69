//! [`Solvability`]: whether a goal can be reached from a state, as far as a puzzle knows without search.

use alloc::borrow::Cow;
use core::fmt;

/// Whether a goal can be reached from a state, and why.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Puzzle, Solvability};
///
/// let puzzle = SlidingTiles::new(4, 4)?;
/// // Sam Loyd's challenge: everything in place but 14 and 15.
/// let start = puzzle.state(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0])?;
/// let Solvability::Unsolvable(reason) = puzzle.solvability(&start) else {
///     panic!("nobody has ever solved it");
/// };
/// assert_eq!(
///     reason.to_string(),
///     "the permutation from start to goal is odd while the blank moves an even distance, \
///      for the goal with the blank last; the goal with the blank first can be reached",
/// );
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default, Hash)]
pub enum Solvability {
    /// It is not known whether a goal can be reached.
    #[default]
    Unknown,
    /// A goal can be reached.
    Solvable(Reason),
    /// No goal can be reached.
    Unsolvable(Reason),
    /// The value is not a state of this puzzle: for example, it is a board of another size.
    NotAState,
}

impl Solvability {
    /// Returns whether it is certain that a goal can be reached.
    ///
    /// ```
    /// use puzzle_search::puzzle::Reason;
    /// use puzzle_search::Solvability;
    ///
    /// assert!(Solvability::Solvable(Reason::new("every piece is at home")).is_solvable());
    /// assert!(!Solvability::Unknown.is_solvable());
    /// ```
    #[must_use]
    pub const fn is_solvable(&self) -> bool {
        matches!(self, Self::Solvable(_))
    }

    /// Returns whether it is certain that no goal can be reached.
    ///
    /// ```
    /// use puzzle_search::puzzle::Reason;
    /// use puzzle_search::Solvability;
    ///
    /// assert!(Solvability::Unsolvable(Reason::new("the parity is odd")).is_unsolvable());
    /// assert!(!Solvability::Unknown.is_unsolvable());
    /// ```
    #[must_use]
    pub const fn is_unsolvable(&self) -> bool {
        matches!(self, Self::Unsolvable(_))
    }

    /// Returns the reason why a goal can or cannot be reached, or `None` if neither is certain.
    ///
    /// ```
    /// use puzzle_search::puzzle::Reason;
    /// use puzzle_search::Solvability;
    ///
    /// assert_eq!(Solvability::Unknown.reason(), None);
    /// let solvable = Solvability::Solvable(Reason::new("it is a ring"));
    /// assert_eq!(solvable.reason(), Some(&Reason::new("it is a ring")));
    /// ```
    #[must_use]
    pub const fn reason(&self) -> Option<&Reason> {
        match self {
            Self::Unknown | Self::NotAState => None,
            Self::Solvable(reason) | Self::Unsolvable(reason) => Some(reason),
        }
    }
}

impl fmt::Display for Solvability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("unknown"),
            Self::Solvable(reason) => write!(f, "solvable: {reason}"),
            Self::Unsolvable(reason) => write!(f, "unsolvable: {reason}"),
            Self::NotAState => f.write_str("not a state of the puzzle"),
        }
    }
}

/// The reason why a goal can or cannot be reached, as a text for people.
///
/// ```
/// use puzzle_search::puzzle::Reason;
///
/// assert_eq!(Reason::new("every piece is at home").to_string(), "every piece is at home");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason(Cow<'static, str>);

impl Reason {
    /// Creates a reason from `words`: one sentence without a full stop at the end.
    #[must_use]
    pub fn new(words: impl Into<Cow<'static, str>>) -> Self {
        Self(words.into())
    }
}

impl AsRef<str> for Reason {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
