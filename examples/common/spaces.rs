//! The puzzles whose whole spaces fit into memory, chosen on the command line.

use std::error::Error;
use std::fmt::Display;

use clap::{Args, ValueEnum};
use puzzle_search::puzzles::{
    Arrangement, Board, BoardError, GraphTiles, MagicSquares, SlidingTiles, SwapGame,
};
use puzzle_search::{Puzzle, Ranked, Reversible};

/// What an example answers: nothing, or one sentence.
pub(crate) type Answer<T> = Result<T, Box<dyn Error>>;

#[derive(Args, Debug)]
pub(crate) struct Which {
    /// The puzzle
    #[arg(long, value_enum, default_value_t = PuzzleName::Sliding)]
    puzzle: PuzzleName,

    /// Rows x columns, such as 3x4 [default: 3x3; magic squares are 2x4]
    #[arg(long, value_parser = parse_size)]
    size: Option<Size>,

    /// The goal: numbers separated by spaces, 0 for the blank [default: 1 2 .. with the blank last]
    #[arg(long)]
    goal: Option<String>,

    /// Edges of a graph, such as "1-2 2-3 3-1"
    #[arg(long)]
    edges: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PuzzleName {
    Sliding,
    Graph,
    Swap,
    MagicSquares,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    rows: usize,
    columns: usize,
}

fn parse_size(text: &str) -> Result<Size, &'static str> {
    let number = |digits: &str| digits.parse().ok();
    let size = text.split_once('x').and_then(|(rows, columns)| {
        Some(Size {
            rows: number(rows)?,
            columns: number(columns)?,
        })
    });
    size.ok_or("expected rows x columns, such as 3x4")
}

/// What a puzzle is called, and how its boards are read and written.
pub(crate) struct Words<P: Puzzle> {
    pub(crate) name: &'static str,
    pub(crate) size: String,
    pub(crate) parse: fn(&P, &str) -> Result<P::State, BoardError>,
    labels: fn(&P, &P::State) -> Vec<u8>,
}

impl<P: Puzzle> Words<P> {
    /// A board on one line, as it is read.
    pub(crate) fn line(&self, puzzle: &P, state: &P::State) -> String {
        let labels = (self.labels)(puzzle, state);
        let labels: Vec<_> = labels.iter().map(ToString::to_string).collect();
        labels.join(" ")
    }
}

/// What to do with a puzzle, whichever it is.
pub(crate) trait Task<T> {
    fn run<P>(self, puzzle: P, words: Words<P>) -> Answer<T>
    where
        P: Ranked + Reversible<Cost = u32, Move: Display> + Sync;
}

impl Which {
    /// Does it with the puzzle that was chosen.
    pub(crate) fn run<T>(&self, task: impl Task<T>) -> Answer<T> {
        if self.edges.is_some() && self.puzzle != PuzzleName::Graph {
            return Err("--edges goes with --puzzle graph only".into());
        }
        let given = self.size;
        let size = given.unwrap_or(Size {
            rows: 3,
            columns: 3,
        });
        let Size { rows, columns } = size;
        let goal = self.goal.as_deref().map(labels).transpose()?;
        match self.puzzle {
            PuzzleName::Sliding => {
                let mut puzzle = SlidingTiles::new(rows, columns)?;
                if let Some(goal) = goal {
                    puzzle = puzzle.with_goal(&goal)?;
                }
                let words = Words {
                    name: "sliding",
                    size: format!("{rows}x{columns}"),
                    parse: SlidingTiles::parse,
                    labels: |_, board: &Board| board.cells().collect(),
                };
                task.run(puzzle, words)
            }
            PuzzleName::Graph => {
                if given.is_some() {
                    return Err("a graph has no --size: give its --edges".into());
                }
                let edges = edges(self.edges.as_deref().unwrap_or_default())?;
                let last = edges.iter().map(|&(a, b)| a.max(b)).max();
                let vertices = last.map_or(0, |last| last + 1);
                let mut puzzle = GraphTiles::new(vertices, &edges)?;
                if let Some(goal) = goal {
                    puzzle = puzzle.with_goal(&goal)?;
                }
                let words = Words {
                    name: "graph",
                    size: vertices.to_string(),
                    parse: GraphTiles::parse,
                    labels: |_, board: &Board| board.cells().collect(),
                };
                task.run(puzzle, words)
            }
            PuzzleName::Swap => {
                let mut puzzle = SwapGame::new(rows, columns)?;
                if let Some(goal) = goal {
                    puzzle = puzzle.with_goal(&goal)?;
                }
                let words = Words {
                    name: "swap",
                    size: format!("{rows}x{columns}"),
                    parse: SwapGame::parse,
                    labels: |puzzle, board: &Arrangement| {
                        let drawn = puzzle.display(board).to_string();
                        drawn.split_whitespace().flat_map(str::parse).collect()
                    },
                };
                task.run(puzzle, words)
            }
            PuzzleName::MagicSquares => {
                if given.is_some_and(|size| (size.rows, size.columns) != (2, 4)) {
                    return Err("magic squares have --size 2x4".into());
                }
                let goal = goal.unwrap_or_else(|| (1..=8).collect());
                let words = Words {
                    name: "magic-squares",
                    size: "2x4".into(),
                    parse: |_, text| MagicSquares::parse(text),
                    labels: |_, sheet: &Arrangement<u32>| sheet.labels(8).collect(),
                };
                task.run(MagicSquares::new(&goal)?, words)
            }
        }
    }
}

fn labels(text: &str) -> Answer<Vec<u8>> {
    let label = |(at, item): (usize, &str)| {
        let number = item.parse().ok();
        number.ok_or_else(|| format!("item {at} of the goal is {item:?}: expected a number").into())
    };
    (1..).zip(text.split_whitespace()).map(label).collect()
}

/// Edges with vertices counted from 1.
fn edges(text: &str) -> Answer<Vec<(usize, usize)>> {
    let edge = |(at, item): (usize, &str)| {
        let vertex = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
        let ends = item.split_once('-');
        let ends = ends.and_then(|(a, b)| Some((vertex(a)?, vertex(b)?)));
        ends.filter(|&(a, b)| a.max(b) < 16).ok_or_else(|| {
            let expected = "two different vertices from 1 to 16, such as 1-2";
            format!("edge {at} is {item:?}: expected {expected}").into()
        })
    };
    (1..).zip(text.split_whitespace()).map(edge).collect()
}
