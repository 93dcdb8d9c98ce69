//! The puzzles whose whole spaces fit into memory, chosen on the command line.

#[path = "edges.rs"]
mod edges;
#[path = "end.rs"]
pub(crate) mod end;
#[path = "file.rs"]
pub(crate) mod file;
#[path = "goal.rs"]
mod goal;
#[path = "items.rs"]
mod items;
#[path = "labels.rs"]
mod labels;

use std::error::Error;
use std::fmt::Display;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use puzzle_search::puzzles::{
    BurntPancake, Definition, GraphTiles, Hanoi, MagicSquares, Metric, Pancake, PermutationPuzzle,
    PocketCube, Ring, SlidingTiles, SwapGame, TopSpin,
};
use puzzle_search::{Notation, Portable, Ranked, Reversible};

use edges::edges;
use labels::labels;

/// What an example answers: nothing, or one sentence.
pub(crate) type Answer<T> = Result<T, Box<dyn Error>>;

#[derive(Args, Debug)]
pub(crate) struct Which {
    /// The puzzle
    #[arg(long, value_enum, default_value_t = PuzzleName::Sliding)]
    pub(crate) puzzle: PuzzleName,

    /// Rows x columns, such as 3x4; pieces x width of the turnstile for TopSpin; discs x pegs for Hanoi; the
    /// number of pancakes [default: 3x3, 8x4, 8x4, 8; magic squares are 2x4]
    #[arg(long, value_parser = parse_size)]
    pub(crate) size: Option<Size>,

    /// The goal: numbers, 0 for the blank; of sliding tiles also standard, blank-first or snail [default: 1 2 ..
    /// with the blank last]
    #[arg(long)]
    goal: Option<String>,

    /// Edges of a graph, such as "1-2 2-3 3-1"
    #[arg(long)]
    edges: Option<String>,

    /// A puzzle of permutations, defined in this file (see examples/puzzles)
    #[arg(long, conflicts_with_all = ["puzzle", "size", "edges"])]
    pub(crate) file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PuzzleName {
    Sliding,
    Graph,
    Swap,
    MagicSquares,
    Pancake,
    BurntPancake,
    /// TopSpin, where rotating the ring changes nothing
    TopSpin,
    /// TopSpin with numbered places
    TopSpinFixed,
    /// The 2x2x2 cube, half turns counting as one
    PocketCube,
    /// The 2x2x2 cube in quarter turns
    PocketCubeQuarterTurns,
    /// The towers of Hanoi
    Hanoi,
    /// The towers of Hanoi, where only the last peg has a name
    HanoiModuloPegs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) rows: usize,
    /// Not of pancakes.
    pub(crate) columns: Option<usize>,
}

impl Size {
    fn both(self) -> Answer<(usize, usize)> {
        let columns = self
            .columns
            .ok_or("expected rows x columns, such as --size 3x4")?;
        Ok((self.rows, columns))
    }

    fn one(self) -> Answer<usize> {
        match self.columns {
            None => Ok(self.rows),
            Some(_) => Err("expected one number, such as --size 8".into()),
        }
    }
}

fn parse_size(text: &str) -> Result<Size, &'static str> {
    let (rows, columns) = match text.split_once('x') {
        Some((rows, columns)) => (rows, Some(columns)),
        None => (text, None),
    };
    let columns = columns.map(str::parse).transpose();
    let size = rows.parse().ok().zip(columns.ok());
    let size = size.map(|(rows, columns)| Size { rows, columns });
    size.ok_or("expected rows x columns, such as 3x4, or a number")
}

/// What a puzzle is called.
pub(crate) struct Words {
    pub(crate) name: String,
    pub(crate) size: String,
}

impl Words {
    fn new(name: &str, size: impl Display) -> Self {
        Self {
            name: name.to_owned(),
            size: size.to_string(),
        }
    }
}

/// A board on one line, as it is read.
pub(crate) fn line<P: Notation>(puzzle: &P, state: &P::State) -> String {
    let drawn = puzzle.display(state).to_string();
    let words: Vec<_> = drawn.split_whitespace().collect();
    words.join(" ")
}

/// What to do with a puzzle, whichever it is; it answers the code to end with.
pub(crate) trait Task {
    fn run<P>(self, puzzle: P, words: Words) -> Answer<ExitCode>
    where
        P: Notation
            + Portable
            + Ranked<State: Send>
            + Reversible<Cost = u32, Move: Display>
            + Clone
            + Sync;
}

/// Does it with a puzzle, and with another goal if one is given.
macro_rules! run {
    ($task:expr, $puzzle:expr, $name:expr, $size:expr, $goal:expr) => {{
        let puzzle = match $goal {
            Some(goal) => $puzzle.with_goal(&goal)?,
            None => $puzzle,
        };
        $task.run(puzzle, Words::new($name, $size))
    }};
}

impl Which {
    /// Does it with the puzzle that was chosen; where it cannot be done says so, and ends with code 2.
    pub(crate) fn end(&self, task: impl Task) -> ExitCode {
        end::end(self.run(task))
    }

    fn run(&self, task: impl Task) -> Answer<ExitCode> {
        if self.edges.is_some() && self.puzzle != PuzzleName::Graph {
            return Err("--edges goes with --puzzle graph only".into());
        }
        let size = |rows, columns| self.size.unwrap_or(Size { rows, columns });
        let goal = self.goal.as_deref().map(|goal| labels::<u8>("goal", goal));
        let goal = goal.transpose();
        if let Some(file) = &self.file {
            let definition: Definition = file::read(Some(file))?.parse()?;
            let puzzle = PermutationPuzzle::<u128>::packed(&definition)?;
            let name = definition.name().unwrap_or("permutations");
            let size = puzzle.places();
            return run!(task, puzzle, name, size, goal?);
        }
        match self.puzzle {
            PuzzleName::Sliding => {
                let (rows, columns) = size(3, Some(3)).both()?;
                let mut puzzle = SlidingTiles::new(rows, columns)?;
                if let Some(goal) = &self.goal {
                    let goal = goal::labels(goal, (rows, columns))?;
                    let goal: Vec<u8> = goal.into_iter().map(|label| label as u8).collect();
                    puzzle = puzzle.with_goal(&goal)?;
                }
                task.run(puzzle, Words::new("sliding", format!("{rows}x{columns}")))
            }
            PuzzleName::Graph => {
                if self.size.is_some() {
                    return Err("a graph has no --size: give its --edges".into());
                }
                let edges = edges(self.edges.as_deref().unwrap_or_default(), 16)?;
                let last = edges.iter().map(|&(a, b)| a.max(b)).max();
                let vertices = last.map_or(0, |last| last + 1);
                let puzzle = GraphTiles::new(vertices, &edges)?;
                run!(task, puzzle, "graph", vertices, goal?)
            }
            PuzzleName::Swap => {
                let (rows, columns) = size(3, Some(3)).both()?;
                let puzzle = SwapGame::new(rows, columns)?;
                run!(task, puzzle, "swap", format!("{rows}x{columns}"), goal?)
            }
            PuzzleName::MagicSquares => {
                if size(2, Some(4)).both()? != (2, 4) {
                    return Err("magic squares have --size 2x4".into());
                }
                let goal = goal?.unwrap_or_else(|| (1..=8).collect());
                let puzzle = MagicSquares::new(&goal)?;
                task.run(puzzle, Words::new("magic-squares", "2x4"))
            }
            PuzzleName::Pancake => {
                let count = size(8, None).one()?;
                run!(task, Pancake::new(count)?, "pancake", count, goal?)
            }
            PuzzleName::BurntPancake => {
                let count = size(6, None).one()?;
                let goal = self.goal.as_deref().map(|goal| labels::<i8>("goal", goal));
                let goal = goal.transpose()?;
                run!(
                    task,
                    BurntPancake::new(count)?,
                    "burnt-pancake",
                    count,
                    goal
                )
            }
            PuzzleName::TopSpin | PuzzleName::TopSpinFixed => {
                let (pieces, width) = size(8, Some(4)).both()?;
                let (ring, name) = match self.puzzle {
                    PuzzleName::TopSpin => (Ring::Rotates, "top-spin"),
                    _ => (Ring::Fixed, "top-spin-fixed"),
                };
                let puzzle = TopSpin::new(pieces, width, ring)?;
                run!(task, puzzle, name, format!("{pieces}x{width}"), goal?)
            }
            PuzzleName::Hanoi | PuzzleName::HanoiModuloPegs => {
                let (discs, pegs) = size(8, Some(4)).both()?;
                let puzzle = Hanoi::new(discs, pegs)?;
                let (puzzle, name) = match self.puzzle {
                    PuzzleName::Hanoi => (puzzle, "hanoi"),
                    _ => (puzzle.modulo_pegs(), "hanoi-modulo-pegs"),
                };
                run!(task, puzzle, name, format!("{discs}x{pegs}"), goal?)
            }
            PuzzleName::PocketCube | PuzzleName::PocketCubeQuarterTurns => {
                if self.size.is_some() {
                    return Err("the pocket cube has one size".into());
                }
                let (metric, name) = match self.puzzle {
                    PuzzleName::PocketCube => (Metric::HalfTurns, "pocket-cube"),
                    _ => (Metric::QuarterTurns, "pocket-cube-quarter-turns"),
                };
                let mut puzzle = PocketCube::new(metric);
                if let Some(goal) = &self.goal {
                    let corners: Vec<_> = puzzle.parse(goal)?.corners().collect();
                    puzzle = puzzle.with_goal(&corners)?;
                }
                task.run(puzzle, Words::new(name, "2x2x2"))
            }
        }
    }
}
