//! [`PuzzleError`]: why a puzzle, state, goal, move, map or definition cannot be created or parsed; and the checks that
//! all lists of numbers share. Invariant: positions are counted from 0; lines, columns and the items in messages are
//! counted from 1.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use smallvec::{SmallVec, smallvec};

use super::board_text::items;

/// The error for a puzzle, state, goal, move, map or definition that cannot be created or parsed. The message names the
/// input, the place and the expected input.
///
/// ```
/// use puzzle_search::puzzles::{Definition, Direction, SlidingTiles};
///
/// let error = SlidingTiles::new(2, 2)?.state(&[1, 2, 2, 0]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "numbers 2 and 3 of the board are both 2: expected each of 0 to 3 once",
/// );
/// let error = "Sideways".parse::<Direction>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "\"Sideways\" is not a move: expected Up, Down, Left or Right, or its first letter",
/// );
/// let error = "points 3\ngenerator T (1 2 2)".parse::<Definition>().unwrap_err();
/// assert_eq!((error.line(), error.column()), (Some(2), Some(18)));
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 18: 2 stands at column 16 already: expected each number once",
/// );
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PuzzleError {
    /// Counted from 1, as is the column.
    line: Option<usize>,
    column: Option<usize>,
    /// The index of the wrong item, counted from 0.
    position: Option<usize>,
    message: Box<str>,
}

impl PuzzleError {
    /// An error without a position.
    #[cold]
    pub(super) fn new(message: impl Into<Box<str>>) -> Self {
        Self {
            line: None,
            column: None,
            position: None,
            message: message.into(),
        }
    }

    /// An error about the item, edge or word at this position, counted from 0.
    #[cold]
    pub(super) fn of_item(position: usize, message: impl Into<Box<str>>) -> Self {
        Self {
            position: Some(position),
            ..Self::new(message)
        }
    }

    /// Sets the column, unless it is known already.
    pub(super) fn at_column(mut self, column: usize) -> Self {
        self.column = self.column.or(Some(column));
        self
    }

    /// Sets the line, unless it is known already.
    pub(super) fn on_line(mut self, line: usize) -> Self {
        self.line = self.line.or(Some(line));
        self
    }

    /// The error for a board with too few or too many cells.
    #[cold]
    pub(super) fn size(rows: usize, columns: usize, most: usize) -> Self {
        Self::new(format!(
            "a board of {rows} x {columns} cells is out of range: expected 1 to {most} cells"
        ))
    }

    /// The error for a stack with too few or too many pancakes.
    #[cold]
    pub(super) fn stack(pancakes: usize, most: usize) -> Self {
        Self::new(format!(
            "a stack of {pancakes} pancakes is out of range: expected 1 to {most} pancakes"
        ))
    }

    /// The error for a text that is not a move. `expected` lists the moves.
    #[cold]
    pub(super) fn not_a_move(text: &str, expected: &str) -> Self {
        let text = shortened(text);
        Self::new(format!("{text:?} is not a move: expected {expected}"))
    }

    /// Returns the position of the first wrong item in the input, counted from 0. An item is a number, a word, a goal
    /// or a graph edge. Returns `None` if the error has no position.
    ///
    /// ```
    /// use puzzle_search::Notation;
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let error = puzzle.parse("1 2 c 0").unwrap_err();
    /// assert_eq!(error.position(), Some(2));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn position(&self) -> Option<usize> {
        self.position
    }

    /// Returns the line of the error in a definition, a map, a file of routes, or a sequence of moves that has several
    /// lines, counted from 1. Returns `None` for other input.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        self.line
    }

    /// Returns the column of the error in characters, counted from 1, or `None` if the column is not known. Without a
    /// [`line`](Self::line), the column is counted from the beginning of the text.
    #[must_use]
    pub const fn column(&self) -> Option<usize> {
        self.column
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: ")?,
            (Some(line), None) => write!(f, "line {line}: ")?,
            (None, Some(column)) => write!(f, "column {column}: ")?,
            (None, None) => {}
        }
        f.write_str(&self.message)
    }
}

/// Prints the same text as `Display`.
impl fmt::Debug for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl core::error::Error for PuzzleError {}

/// The first 20 characters of a text, for a message.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Checks that `numbers` contains each of the `expected` numbers from `least` on exactly once. `input` is the word for
/// the numbers in messages of errors, such as "goal".
pub(super) fn check_each_once(
    numbers: impl ExactSizeIterator<Item: Into<u64>> + Clone,
    expected: usize,
    least: u64,
    input: &str,
) -> Result<(), PuzzleError> {
    let mut numbers = numbers.map(Into::into);
    if numbers.len() != expected {
        let found = numbers.len();
        return Err(PuzzleError::new(format!(
            "the {input} has {found} numbers: expected {expected}, one for each cell"
        )));
    }
    // A board has at least one cell.
    let most = least + (expected as u64).saturating_sub(1);
    // A bit set, usually of one word and not on the heap, since files of other programs may have millions of states.
    let mut seen: SmallVec<[u64; 1]> = smallvec![0; expected.div_ceil(64)];
    for (at, number) in numbers.clone().enumerate() {
        if !(least..=most).contains(&number) {
            let message = format!(
                "number {} of the {input} is {number}: expected {least} to {most}",
                at + 1
            );
            return Err(PuzzleError::of_item(at, message));
        }
        let index = (number - least) as usize;
        let (bits, bit) = (&mut seen[index / 64], 1 << (index % 64));
        if *bits & bit != 0 {
            let first = numbers.position(|other| other == number).unwrap_or(at);
            let message = format!(
                "numbers {} and {} of the {input} are both {number}: expected each of {least} to \
                 {most} once",
                first + 1,
                at + 1
            );
            return Err(PuzzleError::of_item(at, message));
        }
        *bits |= bit;
    }
    Ok(())
}

/// The numbers in a text, which may have a minus sign.
pub(super) fn parse_signed(text: &str) -> Result<Vec<i64>, PuzzleError> {
    parse_items(text, |item| item.strip_prefix('-').unwrap_or(item))
}

/// The numbers in a text, separated in any way that boards are. `digits` returns an item without its sign.
pub(super) fn parse_items<T: FromStr>(
    text: &str,
    digits: impl Fn(&str) -> &str,
) -> Result<Vec<T>, PuzzleError> {
    let items = items(text).enumerate();
    items
        .map(|(at, item)| parse_item(at, item, &digits, "state"))
        .collect()
}

/// The number that the item at position `at` of the `input` is. `digits` returns an item without its sign.
pub(super) fn parse_item<T: FromStr>(
    at: usize,
    item: &str,
    digits: impl Fn(&str) -> &str,
    input: &str,
) -> Result<T, PuzzleError> {
    let digits = digits(item);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = item.parse().ok().filter(|_| is_number);
    number.ok_or_else(|| {
        let fewer = if is_number { " with fewer digits" } else { "" };
        let (number, text) = (at + 1, shortened(item));
        let message = format!("item {number} of the {input} is {text:?}: expected a number{fewer}");
        PuzzleError::of_item(at, message)
    })
}
