//! [`Drawn`]: puzzles of which a picture can be made, and [`with`], which makes one of an
//! [`Instance`].

#[path = "sliding.rs"]
mod sliding;

use std::error::Error;
use std::fmt::Display;

use puzzle_search::Puzzle;
use puzzle_search::heuristics::{Heuristic, Manhattan, Misplaced};
use puzzle_search::puzzles::{
    Arrangement, Board, Direction, Generator, GraphTiles, MagicSquares, Packed, Slide, SlidingTiles,
};

use crate::instance::Instance;
use crate::places::Places;

/// A puzzle whose states are numbered pieces on places.
pub(crate) trait Drawn: Puzzle<Cost = u32, Move: Display> {
    /// What a move is, in a word or two.
    const MOVES: &'static str;
    /// The piece on each place, 0 where there is none.
    fn pieces(&self, state: &Self::State) -> Vec<u8>;
    /// The pieces at the goal.
    fn goal_pieces(&self) -> Vec<u8>;
    /// A move in a letter or a number.
    fn letter(mv: &Self::Move) -> String;
}

impl<B: Packed> Drawn for SlidingTiles<B> {
    const MOVES: &'static str = "moves of the blank";

    fn pieces(&self, board: &Board<B>) -> Vec<u8> {
        board.cells().collect()
    }

    fn goal_pieces(&self) -> Vec<u8> {
        self.goal().cells().collect()
    }

    fn letter(direction: &Direction) -> String {
        direction.letter().into()
    }
}

impl<B: Packed> Drawn for GraphTiles<B> {
    const MOVES: &'static str = "the pieces that move";

    fn pieces(&self, board: &Board<B>) -> Vec<u8> {
        board.cells().collect()
    }

    fn goal_pieces(&self) -> Vec<u8> {
        self.goal().cells().collect()
    }

    fn letter(slide: &Slide) -> String {
        slide.to_string()
    }
}

impl Drawn for MagicSquares {
    const MOVES: &'static str = "A swaps rows, B shifts, C turns the middle";

    fn pieces(&self, sheet: &Arrangement<u32>) -> Vec<u8> {
        sheet.labels(8).collect()
    }

    fn goal_pieces(&self) -> Vec<u8> {
        self.goal().labels(8).collect()
    }

    fn letter(generator: &Generator) -> String {
        generator.to_string()
    }
}

/// What the picture shows, whatever the state.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) places: Places,
}

/// So many moves, in words.
pub(crate) fn moves(count: usize) -> String {
    match count {
        1 => "1 move".into(),
        _ => format!("{count} moves"),
    }
}

/// What to do with a puzzle that can be drawn.
pub(crate) trait Task: Sized {
    type Answer;
    /// What boards of up to 16 and of up to 25 cells are packed into. Where small searches are drawn any
    /// packing does, and one is compiled in a third of the time of three.
    type UpTo16: Packed;
    type UpTo25: Packed;

    fn run<P: Drawn>(
        self,
        puzzle: P,
        start: &P::State,
        subject: Subject,
    ) -> Result<Self::Answer, Box<dyn Error>>
    where
        Manhattan: Heuristic<P>,
        Misplaced: Heuristic<P>;
}

/// Does it with the puzzle of this instance.
pub(crate) fn with<T: Task>(instance: Instance, task: T) -> Result<T::Answer, Box<dyn Error>> {
    // Each size class in the smallest packing.
    macro_rules! run {
        ($puzzle:expr, $subject:expr) => {{
            let (puzzle, start) = $puzzle?;
            task.run(puzzle, &start, $subject)
        }};
    }
    match instance {
        Instance::Sliding(tiles) => {
            let (rows, columns) = (tiles.rows, tiles.columns);
            let subject = || Subject {
                name: format!("sliding tiles {rows}x{columns}"),
                places: Places::grid(rows, columns),
            };
            match rows.saturating_mul(columns) {
                ..=16 => run!(sliding::puzzle::<T::UpTo16>(&tiles), subject()),
                17..=25 => run!(sliding::puzzle::<T::UpTo25>(&tiles), subject()),
                _ => run!(sliding::puzzle::<[u8; 64]>(&tiles), subject()),
            }
        }
        Instance::Graph(graph) => {
            let vertices = graph.vertices;
            let subject = || Subject {
                name: format!("pieces on a graph of {vertices} vertices"),
                places: Places::graph(vertices, &graph.edges),
            };
            match vertices {
                ..=16 => run!(graph.puzzle::<T::UpTo16>(), subject()),
                _ => run!(graph.puzzle::<[u8; 64]>(), subject()),
            }
        }
        Instance::MagicSquares(puzzle, start) => {
            let subject = Subject {
                name: "magic squares".into(),
                places: Places::sheet(),
            };
            task.run(*puzzle, &start, subject)
        }
    }
}
