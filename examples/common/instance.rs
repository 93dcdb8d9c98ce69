//! Which puzzle, from where to where: from the command line, or from a file.

use std::error::Error;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::board_text::{self, BoardText, GraphText};

type Read<T> = Result<T, Box<dyn Error>>;

#[derive(Args, Debug)]
pub(crate) struct Which {
    /// The puzzle [default: sliding, or what the file holds]
    #[arg(long, value_enum)]
    puzzle: Option<PuzzleName>,

    /// Where to start: numbers row by row, 0 for the blank; magic squares are read clockwise
    #[arg(long, allow_hyphen_values = true)]
    board: Option<String>,

    /// Rows x columns, such as 2x3 [default: square, as many cells as the board has numbers]
    #[arg(long, value_parser = parse_size)]
    size: Option<(usize, usize)>,

    /// Where to go [default: 1 2 .. with the blank last]
    #[arg(long, allow_hyphen_values = true)]
    goal: Option<String>,

    /// A board, its rows on lines, or a graph: lines such as "edges 1-2 2-3 3-1" and "start 2 1 0".
    /// A line "goal 1 2 0" can follow
    #[arg(long, conflicts_with_all = ["board", "size", "goal"])]
    file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PuzzleName {
    Sliding,
    /// Sliding pieces on a graph; needs a file
    Graph,
    MagicSquares,
}

/// A puzzle, and where it starts.
pub(crate) enum Instance {
    Sliding(BoardText<u8>),
    Graph(GraphText),
    MagicSquares {
        start: Vec<u8>,
        goal: Option<Vec<u8>>,
    },
}

impl Which {
    /// What was asked for; of sliding tiles this square board, if none was given.
    pub(crate) fn instance(&self, board: &str) -> Read<Instance> {
        if let Some(path) = &self.file {
            let instance = read(path)?;
            return match (self.puzzle, &instance) {
                (Some(PuzzleName::Graph), Instance::Sliding(_)) => {
                    let path = path.display();
                    Err(format!("{path} holds a board: expected a graph, with its edges").into())
                }
                (Some(PuzzleName::Sliding), Instance::Graph(_)) => {
                    let path = path.display();
                    Err(format!("{path} holds a graph: expected a board, its rows on lines").into())
                }
                (Some(PuzzleName::MagicSquares), _) => {
                    Err("magic squares are not read from a file: expected --board or --goal".into())
                }
                _ => Ok(instance),
            };
        }
        let goal = self.goal.as_deref().map(|text| labels("goal", text));
        let goal = goal.transpose()?;
        match self.puzzle.unwrap_or(PuzzleName::Sliding) {
            PuzzleName::Sliding => {
                let start = labels("board", self.board.as_deref().unwrap_or(board))?;
                let (rows, columns) = size_of(&start, self.size)?;
                Ok(Instance::Sliding(BoardText {
                    rows,
                    columns,
                    start,
                    goal,
                }))
            }
            PuzzleName::Graph => Err(
                "a graph comes from a file: expected --file, such as --file \
                     examples/puzzles/theta.graph"
                    .into(),
            ),
            PuzzleName::MagicSquares => {
                if self.size.is_some_and(|size| size != (2, 4)) {
                    return Err("magic squares have --size 2x4".into());
                }
                // What the judge asks for, if nothing else is.
                let sample = || vec![2, 6, 8, 4, 5, 7, 3, 1];
                let goal = goal.or_else(|| self.board.is_none().then(sample));
                let start = self.board.as_deref().unwrap_or("1 2 3 4 5 6 7 8");
                let start = labels("board", start)?;
                Ok(Instance::MagicSquares { start, goal })
            }
        }
    }
}

fn read(path: &Path) -> Read<Instance> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let statements = board_text::statements(&text);
    Ok(if board_text::is_graph(&statements) {
        Instance::Graph(GraphText::read(&statements)?)
    } else {
        Instance::Sliding(BoardText::read(&statements)?)
    })
}

/// The labels in a text, cell by cell; the puzzle checks whether they make a board.
fn labels(option: &str, text: &str) -> Read<Vec<u8>> {
    let label = |(at, item): (usize, &str)| {
        item.parse().map_err(|_| {
            let item: String = item.chars().take(20).collect();
            format!("item {at} of --{option} is {item:?}: expected a number from 0 to 255").into()
        })
    };
    (1..).zip(text.split_whitespace()).map(label).collect()
}

/// The size that was given, or that of a square board.
fn size_of(board: &[u8], given: Option<(usize, usize)>) -> Read<(usize, usize)> {
    let (cells, side) = (board.len(), board.len().isqrt());
    let square = (side * side == cells).then_some((side, side));
    given.or(square).ok_or_else(|| {
        format!("--board has {cells} numbers, which make no square: expected a --size such as 2x3")
            .into()
    })
}

fn parse_size(text: &str) -> Result<(usize, usize), &'static str> {
    let size = text.split_once('x');
    let size = size.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    size.ok_or("expected rows x columns, such as 2x3")
}
