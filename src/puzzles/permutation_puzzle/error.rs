//! [`DefinitionError`]: what is wrong with the definition of a puzzle.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// Why a text or a list of moves defines no permutation puzzle: what, where and what was expected.
///
/// ```
/// use puzzle_search::puzzles::Definition;
///
/// let error = "points 3\ngenerator T (1 2 2)".parse::<Definition>().unwrap_err();
/// assert_eq!((error.line(), error.column()), (Some(2), Some(18)));
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 18: 2 stands at column 16 already: expected each number once",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DefinitionError {
    line: Option<usize>,
    column: Option<usize>,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Points {
        points: u32,
        most: u32,
    },
    Ring {
        pieces: usize,
        most: usize,
    },
    Window {
        width: usize,
        pieces: usize,
    },
    Point {
        point: u64,
        points: u32,
    },
    Pieces {
        found: u32,
        points: u32,
    },
    Twice {
        number: u32,
        before: usize,
    },
    NotANumber(Box<str>),
    Keyword(Box<str>),
    Superfluous(Box<str>),
    Unexpected {
        text: Box<str>,
        expected: &'static str,
    },
    Missing(&'static str),
    NoPoints,
    Repeated(&'static str),
    BadName(Box<str>),
    SameName(Box<str>),
    Identity(Box<str>),
    TooManyMoves(usize),
    UnknownMove {
        name: Box<str>,
        known: Box<str>,
    },
}

fn shortened(text: &str) -> Box<str> {
    text.chars().take(20).collect::<String>().into_boxed_str()
}

impl DefinitionError {
    const fn new(kind: Kind) -> Self {
        Self {
            line: None,
            column: None,
            kind,
        }
    }

    /// At this place, unless it is known already.
    pub(super) fn at(mut self, line: Option<usize>, column: usize) -> Self {
        self.line = self.line.or(line);
        self.column = self.column.or(Some(column));
        self
    }

    pub(super) fn on_line(mut self, line: usize) -> Self {
        self.line = self.line.or(Some(line));
        self
    }

    /// The line of the text, from 1, if it came from a text of several lines.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        self.line
    }

    /// The character of the line, from 1, if it came from a text.
    #[must_use]
    pub const fn column(&self) -> Option<usize> {
        self.column
    }

    pub(super) const fn points(points: u32, most: u32) -> Self {
        Self::new(Kind::Points { points, most })
    }

    pub(in crate::puzzles) const fn ring(pieces: usize, most: usize) -> Self {
        Self::new(Kind::Ring { pieces, most })
    }

    pub(in crate::puzzles) const fn window(width: usize, pieces: usize) -> Self {
        Self::new(Kind::Window { width, pieces })
    }

    pub(super) const fn point(point: u64, points: u32) -> Self {
        Self::new(Kind::Point { point, points })
    }

    pub(super) const fn pieces(found: u32, points: u32) -> Self {
        Self::new(Kind::Pieces { found, points })
    }

    pub(super) const fn twice(number: u32, before: usize) -> Self {
        Self::new(Kind::Twice { number, before })
    }

    pub(super) fn not_a_number(text: &str) -> Self {
        Self::new(Kind::NotANumber(shortened(text)))
    }

    pub(super) fn keyword(text: &str) -> Self {
        Self::new(Kind::Keyword(shortened(text)))
    }

    pub(super) fn superfluous(text: &str) -> Self {
        Self::new(Kind::Superfluous(shortened(text)))
    }

    pub(super) fn unexpected(text: &str, expected: &'static str) -> Self {
        let text = shortened(text);
        Self::new(Kind::Unexpected { text, expected })
    }

    pub(super) const fn missing(what: &'static str) -> Self {
        Self::new(Kind::Missing(what))
    }

    pub(super) const fn no_points() -> Self {
        Self::new(Kind::NoPoints)
    }

    pub(super) const fn repeated(what: &'static str) -> Self {
        Self::new(Kind::Repeated(what))
    }

    pub(super) fn bad_name(name: &str) -> Self {
        Self::new(Kind::BadName(shortened(name)))
    }

    pub(super) fn same_name(name: &str) -> Self {
        Self::new(Kind::SameName(shortened(name)))
    }

    pub(super) fn identity(name: &str) -> Self {
        Self::new(Kind::Identity(shortened(name)))
    }

    pub(super) const fn too_many_moves(most: usize) -> Self {
        Self::new(Kind::TooManyMoves(most))
    }

    pub(super) fn unknown_move<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let mut list = String::new();
        for name in known {
            list.push(' ');
            list.push_str(name);
        }
        Self::new(Kind::UnknownMove {
            name: shortened(name),
            known: list.into_boxed_str(),
        })
    }
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A word of a single line says its column within the sentence.
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, "line {line}, column {column}: ")?;
        } else if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        match &self.kind {
            Kind::Points { points, most } => write!(
                f,
                "a puzzle of {points} points is out of range: expected 1 to {most} points"
            ),
            Kind::Ring { pieces, most } => write!(
                f,
                "a ring of {pieces} pieces is out of range: expected 2 to {most} pieces"
            ),
            Kind::Window { width, pieces } => {
                write!(f, "the window is {width} wide: expected 2 to {pieces}")
            }
            Kind::Point { point, points } => {
                write!(f, "the point is {point}: expected 1 to {points}")
            }
            Kind::Pieces { found, points } => write!(
                f,
                "the goal has {found} pieces: expected {points}, one for each point"
            ),
            Kind::Twice { number, before } => write!(
                f,
                "{number} stands at column {before} already: expected each number once"
            ),
            Kind::NotANumber(text) => write!(f, "{text:?} is not a number: expected one"),
            Kind::Keyword(text) => write!(
                f,
                "{text:?} begins no statement: expected name, points, generator, inverses, powers \
                 or goal"
            ),
            Kind::Superfluous(text) => write!(f, "{text:?} is too much: expected the line's end"),
            Kind::Unexpected { text, expected } => write!(f, "{text:?}: expected {expected}"),
            Kind::Missing(what) => write!(f, "the line ends too early: expected {what}"),
            Kind::NoPoints => f.write_str("the number of points is not known: expected points"),
            Kind::Repeated(what) => {
                write!(f, "{what} stands a second time: expected it once")
            }
            Kind::BadName(name) => write!(
                f,
                "{name:?} cannot name a move: expected a letter or digit, then letters, digits \
                 and ', at most 15 bytes"
            ),
            Kind::SameName(name) => {
                write!(f, "{name:?} names a move already: expected another name")
            }
            Kind::Identity(name) => {
                write!(
                    f,
                    "the move {name:?} changes nothing: expected a point to move"
                )
            }
            Kind::TooManyMoves(most) => {
                write!(f, "there are too many moves: expected at most {most}")
            }
            Kind::UnknownMove { name, known } => {
                write!(f, "{name:?}")?;
                if let (None, Some(column)) = (self.line, self.column) {
                    write!(f, " at column {column}")?;
                }
                if known.is_empty() {
                    return f.write_str(" is not a move: there is none yet");
                }
                write!(f, " is not a move: expected one of{known}")
            }
        }
    }
}

impl core::error::Error for DefinitionError {}
