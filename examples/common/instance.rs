//! Which puzzle, from where to where: from the command line, or from a file.

use std::error::Error;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use puzzle_search::Notation;
use puzzle_search::puzzles::{Arrangement, MagicSquares};

use crate::boards::{self, GraphText, Tiles};
use crate::file;

type Read<T> = Result<T, Box<dyn Error>>;

#[derive(Args, Debug)]
pub(crate) struct Which {
    /// The puzzle [default: sliding, or what the file holds]
    #[arg(long, value_enum)]
    puzzle: Option<PuzzleName>,

    /// Where to start: numbers row by row, 0 or _ for the blank; magic squares are read clockwise
    #[arg(long, allow_hyphen_values = true)]
    board: Option<String>,

    /// Rows x columns, such as 2x3 [default: square, as many cells as the board has numbers]
    #[arg(long, value_parser = parse_size)]
    size: Option<(usize, usize)>,

    /// Where to go: numbers, or of sliding tiles standard, blank-first or snail [default: 1 2 .. with the
    /// blank last]
    #[arg(long, allow_hyphen_values = true)]
    goal: Option<String>,

    /// A board, its rows on lines, or a graph: lines such as "edges 1-2 2-3 3-1" and "start 2 1 0"; - is standard
    /// input. A goal can follow, after the word goal
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
    Sliding(Tiles),
    Graph(GraphText),
    MagicSquares(Box<MagicSquares>, Arrangement<u32>),
}

impl Which {
    /// What was asked for; of sliding tiles this square board, if none was given.
    pub(crate) fn instance(&self, board: &str) -> Read<Instance> {
        if let Some(path) = &self.file {
            let text = file::read(Some(path))?;
            let name = path.display();
            let expected = match (self.puzzle, boards::is_graph(&text)) {
                (Some(PuzzleName::MagicSquares), _) => {
                    return Err(
                        "magic squares are not read from a file: expected --board or --goal".into(),
                    );
                }
                (Some(PuzzleName::Graph), false) => "a board: expected a graph, with its edges",
                (Some(PuzzleName::Sliding), true) => "a graph: expected a board, its rows on lines",
                (_, true) => return Ok(Instance::Graph(GraphText::read(&text)?)),
                (_, false) => return one(boards::tiles(&text, None, None)?),
            };
            return Err(format!("{name} holds {expected}").into());
        }
        match self.puzzle.unwrap_or(PuzzleName::Sliding) {
            PuzzleName::Sliding => {
                let board = self.board.as_deref().unwrap_or(board);
                one(boards::tiles(board, self.size, self.goal.as_deref())?)
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
                let sample = match self.board {
                    None => "2 6 8 4 5 7 3 1",
                    Some(_) => "1 2 3 4 5 6 7 8",
                };
                let sorted = MagicSquares::new(&[1, 2, 3, 4, 5, 6, 7, 8])?;
                let goal = sorted.parse(self.goal.as_deref().unwrap_or(sample))?;
                let puzzle = MagicSquares::new(&goal.labels(8).collect::<Vec<_>>())?;
                let start = match &self.board {
                    Some(board) => puzzle.parse(board)?,
                    None => MagicSquares::initial(),
                };
                Ok(Instance::MagicSquares(Box::new(puzzle), start))
            }
        }
    }
}

/// The only one of these boards.
fn one(mut boards: Vec<Tiles>) -> Read<Instance> {
    boards::remark(&boards);
    match (boards.pop(), boards.len()) {
        (Some(board), 0) => Ok(Instance::Sliding(board)),
        (_, others) => Err(format!("there are {} boards: expected one", others + 1).into()),
    }
}

fn parse_size(text: &str) -> Result<(usize, usize), &'static str> {
    let size = text.split_once('x');
    let size = size.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    size.ok_or("expected rows x columns, such as 2x3")
}
