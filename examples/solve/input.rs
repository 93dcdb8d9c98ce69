//! Boards and edges as they are typed, and what can be wrong with them.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use puzzle_search::puzzles::PuzzleError;

use crate::options::Size;

/// The highest number on any board: the swap game has 64 cells and no blank.
const MOST: u8 = 64;

/// The labels in a text, cell by cell; the puzzle checks whether they make a board.
pub(crate) fn parse_labels(option: &'static str, text: &str) -> Result<Vec<u8>, InputError> {
    let label = |(at, item): (usize, &str)| {
        let number = item.parse().ok().filter(|number| *number <= MOST);
        number.ok_or_else(|| InputError::Label {
            option,
            at,
            text: shortened(item),
        })
    };
    text.split_whitespace().enumerate().map(label).collect()
}

/// The edges in a text, vertices counted from 0.
pub(crate) fn parse_edges(text: &str, vertices: usize) -> Result<Vec<(usize, usize)>, InputError> {
    let vertex = |digits: &str| -> Option<usize> {
        let number = digits.parse().ok().filter(|n| (1..=vertices).contains(n))?;
        Some(number - 1)
    };
    let edge = |(at, item): (usize, &str)| {
        let ends = item.split_once('-');
        let ends = ends.and_then(|(a, b)| Some((vertex(a)?, vertex(b)?)));
        ends.filter(|(a, b)| a != b)
            .ok_or_else(|| InputError::Edge {
                at,
                text: shortened(item),
                vertices,
            })
    };
    text.split_whitespace().enumerate().map(edge).collect()
}

/// The size that was given, or that of a square board.
pub(crate) fn size_of(board: &[u8], given: Option<Size>) -> Result<Size, InputError> {
    let (cells, side) = (board.len(), board.len().isqrt());
    let is_square = side * side == cells;
    let square = is_square.then_some(Size {
        rows: side,
        columns: side,
    });
    given.or(square).ok_or(InputError::NoSquare { cells })
}

fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

/// What is wrong with the input.
#[derive(Debug)]
pub(crate) enum InputError {
    /// An item of a board is no label.
    Label {
        option: &'static str,
        at: usize,
        text: String,
    },
    /// An item of the edges is no edge of this graph.
    Edge {
        at: usize,
        text: String,
        vertices: usize,
    },
    /// The size was left to a board that is not square.
    NoSquare { cells: usize },
    /// The puzzle cannot do without this option.
    Missing {
        option: &'static str,
        expected: &'static str,
    },
    /// The option means nothing to the puzzle.
    Unfit {
        option: &'static str,
        expected: &'static str,
    },
    /// The file with the definition cannot be read.
    File(PathBuf, io::Error),
    /// A file cannot be written.
    Written(PathBuf, io::Error),
    /// It defines no puzzle.
    Definition(PathBuf, PuzzleError),
    /// A word is no move of the puzzle.
    Scramble(PuzzleError),
    /// The puzzle does not accept a board, a goal or a graph.
    Board(PuzzleError),
}

impl InputError {
    pub(crate) const fn missing(option: &'static str, expected: &'static str) -> Self {
        Self::Missing { option, expected }
    }

    pub(crate) const fn unfit(option: &'static str, expected: &'static str) -> Self {
        Self::Unfit { option, expected }
    }
}

impl InputError {
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self::File(path.into(), error)
    }

    pub(crate) fn written(path: &Path, error: io::Error) -> Self {
        Self::Written(path.into(), error)
    }

    pub(crate) fn definition(path: &Path, error: PuzzleError) -> Self {
        Self::Definition(path.into(), error)
    }
}

impl From<PuzzleError> for InputError {
    fn from(error: PuzzleError) -> Self {
        Self::Board(error)
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Label { option, at, text } => write!(
                f,
                "item {} of --{option} is {text:?}: expected a number from 0 to {MOST}",
                at + 1
            ),
            Self::Edge { at, text, vertices } => write!(
                f,
                "item {} of --edges is {text:?}: expected two different vertices from 1 to \
                 {vertices}, such as 1-2",
                at + 1
            ),
            Self::NoSquare { cells } => write!(
                f,
                "--board has {cells} numbers, which make no square: expected a --size such as 2x3"
            ),
            Self::Missing { option, expected } => {
                write!(f, "--{option} is missing: expected {expected}")
            }
            Self::Unfit { option, expected } => {
                write!(
                    f,
                    "--{option} does not fit this puzzle: expected {expected}"
                )
            }
            Self::File(path, error) => {
                write!(f, "{} cannot be read: {error}", path.display())
            }
            Self::Written(path, error) => {
                write!(f, "{} cannot be written: {error}", path.display())
            }
            Self::Definition(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Scramble(error) => write!(f, "--scramble: {error}"),
            Self::Board(error) => error.fmt(f),
        }
    }
}
