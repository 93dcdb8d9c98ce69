//! What is to be solved, from the command line or from a file, and what can be wrong with it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fmt, io};

use puzzle_search::puzzles::{PuzzleError, SlidingTiles};

use crate::boards::{self, GraphText, Tiles};
use crate::file;
use crate::options::{Options, PuzzleChoice, PuzzleName, Size};
use crate::pieces::Wide;

/// Korf's instance 12: easy enough for a first try, and 45 moves long.
const KORF_12: &str = "14 1 9 6  4 8 12 5  7 2 3 0  10 11 13 15";

/// A start, and perhaps a goal.
pub(crate) enum Instance {
    Sliding(Tiles),
    Graph(GraphText),
    /// Of another puzzle the text of the start, if there is one.
    Other(Option<String>),
}

/// What is to be solved: of sliding tiles it can be several boards.
pub(crate) fn instances(options: &Options) -> Result<Vec<Instance>, InputError> {
    let read = |path: &PathBuf| file::read(Some(path));
    let text = options.file.as_ref().map(read).transpose()?;
    let is_graph = text.as_deref().is_some_and(boards::is_graph);
    let text = text.or_else(|| options.board.clone());
    let missing = InputError::missing("board", "numbers separated by spaces");
    let goal = options.goal.as_deref();
    match options.puzzle {
        PuzzleChoice::Named(PuzzleName::Sliding) => {
            if is_graph {
                return Err(InputError::unfit(
                    "file",
                    "a board, or --puzzle graph with it",
                ));
            }
            let size = options.size.map(|size| (size.rows, size.columns));
            if let Some((rows, columns)) = size {
                SlidingTiles::<Wide>::packed(rows, columns)?;
            }
            let tiles = match text {
                Some(text) => boards::tiles(&text, size, goal)?,
                // In Korf's goal the blank comes first.
                None if size.is_none() && goal.is_none() => {
                    boards::tiles(KORF_12, None, Some("blank-first"))?
                }
                None => return Err(missing),
            };
            boards::remark(&tiles);
            Ok(tiles.into_iter().map(Instance::Sliding).collect())
        }
        PuzzleChoice::Named(PuzzleName::Graph) => {
            if options.size.is_some() {
                let expected = "as many vertices as --board has numbers";
                return Err(InputError::unfit("size", expected));
            }
            let text = text.ok_or(missing)?;
            let graph = if is_graph {
                GraphText::read(&text)?
            } else {
                let edges = options.edges.as_deref();
                let edges =
                    edges.ok_or(InputError::missing("edges", "edges such as \"1-2 2-3\""))?;
                GraphText::new(edges, &text, goal)?
            };
            Ok(vec![Instance::Graph(graph)])
        }
        _ => Ok(vec![Instance::Other(text)]),
    }
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

/// What is wrong with the input.
#[derive(Debug)]
pub(crate) enum InputError {
    /// A text cannot be read, or says what cannot be.
    Text(Box<dyn Error>),
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
    pub(crate) fn written(path: &Path, error: io::Error) -> Self {
        Self::Written(path.into(), error)
    }

    pub(crate) fn definition(path: &Path, error: PuzzleError) -> Self {
        Self::Definition(path.into(), error)
    }
}

impl From<Box<dyn Error>> for InputError {
    fn from(error: Box<dyn Error>) -> Self {
        Self::Text(error)
    }
}

impl From<String> for InputError {
    fn from(sentence: String) -> Self {
        Self::Text(sentence.into())
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
            Self::Text(error) => error.fmt(f),
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
            Self::Written(path, error) => {
                write!(f, "{} cannot be written: {error}", path.display())
            }
            Self::Definition(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Scramble(error) => write!(f, "--scramble: {error}"),
            Self::Board(error) => error.fmt(f),
        }
    }
}
