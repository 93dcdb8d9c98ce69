//! What can be wrong with a board, a graph or the name of a move.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// Why a board, a goal or a graph is not one.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
///
/// let error = SlidingTiles::new(2, 2)?.state(&[1, 2, 2, 0]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "numbers 2 and 3 of the board are both 2: expected each of 0 to 3 once",
/// );
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardError {
    input: Input,
    kind: Kind,
}

/// Which input is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Input {
    Board,
    Goal,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Size {
        rows: usize,
        columns: usize,
        most: usize,
    },
    Length {
        found: usize,
        expected: usize,
    },
    NotANumber {
        at: usize,
        text: Box<str>,
    },
    OutOfRange {
        at: usize,
        number: u64,
        least: u64,
        most: u64,
    },
    Twice {
        first: usize,
        second: usize,
        number: u64,
        least: u64,
        most: u64,
    },
    Vertices {
        vertices: usize,
        most: usize,
    },
    Vertex {
        edge: usize,
        vertex: usize,
        vertices: usize,
    },
    Loop {
        edge: usize,
        vertex: usize,
    },
    Parallel {
        first: usize,
        second: usize,
    },
}

impl BoardError {
    const fn new(kind: Kind) -> Self {
        Self {
            input: Input::Board,
            kind,
        }
    }

    pub(super) const fn of(mut self, input: Input) -> Self {
        self.input = input;
        self
    }

    pub(super) const fn size(rows: usize, columns: usize, most: usize) -> Self {
        Self::new(Kind::Size {
            rows,
            columns,
            most,
        })
    }

    pub(super) const fn length(found: usize, expected: usize) -> Self {
        Self::new(Kind::Length { found, expected })
    }

    pub(super) const fn vertices(vertices: usize, most: usize) -> Self {
        Self::new(Kind::Vertices { vertices, most })
    }

    pub(super) const fn vertex(edge: usize, vertex: usize, vertices: usize) -> Self {
        Self::new(Kind::Vertex {
            edge,
            vertex,
            vertices,
        })
    }

    pub(super) const fn self_loop(edge: usize, vertex: usize) -> Self {
        Self::new(Kind::Loop { edge, vertex })
    }

    pub(super) const fn parallel(first: usize, second: usize) -> Self {
        Self::new(Kind::Parallel { first, second })
    }
}

impl BoardError {
    /// The first number, or the first edge of a graph, that is wrong, counted from 0; `None` if it is
    /// wrong as a whole.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Notation;
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let error = puzzle.parse("1 2 x 0").unwrap_err();
    /// assert_eq!(error.position(), Some(2));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[must_use]
    pub const fn position(&self) -> Option<usize> {
        match self.kind {
            Kind::NotANumber { at, .. } | Kind::OutOfRange { at, .. } => Some(at),
            Kind::Twice { second, .. } | Kind::Parallel { second, .. } => Some(second),
            Kind::Vertex { edge, .. } | Kind::Loop { edge, .. } => Some(edge),
            Kind::Size { .. } | Kind::Length { .. } | Kind::Vertices { .. } => None,
        }
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let input = match self.input {
            Input::Board => "board",
            Input::Goal => "goal",
        };
        match &self.kind {
            Kind::Size {
                rows,
                columns,
                most,
            } => write!(
                f,
                "a board of {rows} x {columns} cells is out of range: expected 1 to {most} cells"
            ),
            Kind::Length { found, expected } => write!(
                f,
                "the {input} has {found} numbers: expected {expected}, one for each cell"
            ),
            Kind::NotANumber { at, text } => write!(
                f,
                "item {} of the {input} is {text:?}: expected a number",
                at + 1
            ),
            Kind::OutOfRange {
                at,
                number,
                least,
                most,
            } => write!(
                f,
                "number {} of the {input} is {number}: expected {least} to {most}",
                at + 1
            ),
            Kind::Twice {
                first,
                second,
                number,
                least,
                most,
            } => write!(
                f,
                "numbers {} and {} of the {input} are both {number}: \
                 expected each of {least} to {most} once",
                first + 1,
                second + 1
            ),
            Kind::Vertices { vertices, most } => write!(
                f,
                "a graph of {vertices} vertices is out of range: expected 1 to {most} vertices"
            ),
            Kind::Vertex {
                edge,
                vertex,
                vertices,
            } => write!(
                f,
                "edge {} of the graph names vertex {vertex}: expected 0 to {}",
                edge + 1,
                vertices - 1
            ),
            Kind::Loop { edge, vertex } => write!(
                f,
                "edge {} of the graph joins vertex {vertex} to itself: expected two vertices",
                edge + 1
            ),
            Kind::Parallel { first, second } => write!(
                f,
                "edges {} and {} of the graph are the same: expected each once",
                first + 1,
                second + 1
            ),
        }
    }
}

impl core::error::Error for BoardError {}

/// Checks that `numbers` has `expected` items, each of those from `least` up once.
pub(super) fn check_each_once(
    numbers: impl ExactSizeIterator<Item = u64>,
    expected: usize,
    least: u64,
) -> Result<(), BoardError> {
    if numbers.len() != expected {
        return Err(BoardError::length(numbers.len(), expected));
    }
    // A board has a cell at least.
    let most = least + (expected as u64).saturating_sub(1);
    let mut position: Vec<Option<usize>> = vec![None; expected];
    for (at, number) in numbers.enumerate() {
        if !(least..=most).contains(&number) {
            return Err(BoardError::new(Kind::OutOfRange {
                at,
                number,
                least,
                most,
            }));
        }
        if let Some(first) = position[(number - least) as usize].replace(at) {
            return Err(BoardError::new(Kind::Twice {
                first,
                second: at,
                number,
                least,
                most,
            }));
        }
    }
    Ok(())
}

/// The numbers in a text, separated by white space; those too large for a label become 255.
pub(super) fn parse_numbers(
    text: &str,
    least: u64,
    expected: usize,
) -> Result<Vec<u8>, BoardError> {
    let mut numbers = Vec::with_capacity(expected);
    for (at, item) in text.split_whitespace().enumerate() {
        let digits = !item.is_empty() && item.bytes().all(|b| b.is_ascii_digit());
        if !digits {
            let text = item.chars().take(20).collect::<alloc::string::String>();
            let text = text.into_boxed_str();
            return Err(BoardError::new(Kind::NotANumber { at, text }));
        }
        // Only an absurdly long run of digits fails to parse; it is out of range as well.
        numbers.push(item.parse().unwrap_or(u64::MAX));
    }
    check_each_once(numbers.iter().copied(), expected, least)?;
    Ok(numbers.into_iter().map(|number| number as u8).collect())
}

/// The numbers in a text, separated by white space, negative ones with a sign.
pub(super) fn parse_signed(text: &str) -> Result<Vec<i8>, BoardError> {
    let number = |(at, item): (usize, &str)| {
        let digits = item.strip_prefix('-').unwrap_or(item);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            let text = item.chars().take(20).collect::<alloc::string::String>();
            let text = text.into_boxed_str();
            return Err(BoardError::new(Kind::NotANumber { at, text }));
        }
        // What does not fit is larger than any label.
        Ok(item.parse().unwrap_or(i8::MAX))
    };
    text.split_whitespace().enumerate().map(number).collect()
}

/// A text that does not name a move.
///
/// ```
/// use puzzle_search::puzzles::Direction;
///
/// let error = "Sideways".parse::<Direction>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "\"Sideways\" is not a move: expected Up, Down, Left or Right, or its first letter",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParseMoveError {
    text: Box<str>,
    expected: &'static str,
}

impl ParseMoveError {
    pub(super) fn new(text: &str, expected: &'static str) -> Self {
        Self {
            text: text.into(),
            expected,
        }
    }
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a move: expected {}",
            self.text, self.expected
        )
    }
}

impl core::error::Error for ParseMoveError {}
