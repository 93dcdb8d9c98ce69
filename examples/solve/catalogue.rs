//! The puzzles: a block for each, which makes a puzzle and a start of the options.

use std::path::Path;

use puzzle_search::heuristics::{DiscPatterns, Either, TileGuess, WithGuess, Zero};
use puzzle_search::puzzles::{
    Board, Definition, GraphTiles, Hanoi, MagicSquares, Packed, Pancake, PermutationPuzzle,
    SlidingTiles, SwapGame, WeightedTiles,
};

use crate::Failure;
use crate::answer::{Answer, Question};
use crate::cores::cores;
use crate::input::{self, InputError};
use crate::live::Live;
use crate::options::{Costs, HeuristicName, Options, PuzzleChoice, PuzzleName, Size};
use crate::pieces::{Pieces, State, Wide};
use crate::search::Task;
use crate::tile_heuristics::Size as Packing;
use crate::weighted_patterns;

pub(crate) fn solve(task: &Task<'_>) -> Result<Answer, Failure> {
    let options = task.options;
    if let Some(expected) = other_heuristic(options) {
        return Err(InputError::unfit("heuristic", expected).into());
    }
    let sliding_only = PuzzleChoice::Named(PuzzleName::Sliding);
    if options.costs != Costs::Unit && options.puzzle != sliding_only {
        return Err(InputError::unfit("costs", "it only with --puzzle sliding").into());
    }
    let name = match &options.puzzle {
        PuzzleChoice::Named(name) => *name,
        PuzzleChoice::File(path) => return defined(task, path),
    };
    if options.scramble.is_some() {
        let expected = "it only with a puzzle from a file";
        return Err(InputError::unfit("scramble", expected).into());
    }
    if options.edges.is_some() && name != PuzzleName::Graph {
        let expected = "it only with --puzzle graph";
        return Err(InputError::unfit("edges", expected).into());
    }
    match name {
        PuzzleName::Sliding => sliding(task),
        PuzzleName::Graph => graph(task),
        PuzzleName::Swap => swap(task),
        PuzzleName::MagicSquares => magic_squares(task),
        PuzzleName::Pancake => pancake(task),
        PuzzleName::Hanoi => hanoi(task),
    }
}

/// The heuristics that the puzzle has, if it does not have the one that was chosen.
fn other_heuristic(options: &Options) -> Option<&'static str> {
    let name = options.heuristic();
    let (tiles, gap) = (name.of_tiles().is_some(), name.of_pancakes().is_some());
    let discs = name == HeuristicName::Discs;
    let PuzzleChoice::Named(puzzle) = &options.puzzle else {
        let expected = "manhattan, misplaced or none for a puzzle from a file";
        return (tiles || gap || discs).then_some(expected);
    };
    match puzzle {
        PuzzleName::Sliding if options.costs == Costs::Heavy => {
            let other = tiles && name != HeuristicName::Pdb555;
            let expected = "manhattan, misplaced, none or pdb-5-5-5 with heavy costs";
            (other || gap || discs).then_some(expected)
        }
        PuzzleName::Sliding => (gap || discs).then_some("one of sliding tiles"),
        PuzzleName::Pancake => {
            let other = !gap && name != HeuristicName::None;
            other.then_some("gap, gap-1 to gap-4 or none: the others are not for pancakes")
        }
        PuzzleName::Hanoi => {
            (tiles || gap).then_some("discs, manhattan, misplaced or none for hanoi")
        }
        _ => (tiles || gap || discs)
            .then_some("manhattan, misplaced or none: the others are for sliding tiles"),
    }
}

/// Korf's instance 12: easy enough for a first try, and 45 moves long.
const KORF_12: &str = "14 1 9 6  4 8 12 5  7 2 3 0  10 11 13 15";
/// In Korf's goal the blank comes first.
const KORF_GOAL: &str = "0 1 2 3  4 5 6 7  8 9 10 11  12 13 14 15";

fn sliding(task: &Task<'_>) -> Result<Answer, Failure> {
    let Options { size, .. } = task.options;
    let (board, goal) = match (&task.options.board, size, &task.options.goal) {
        (None, None, None) => (labels("board", KORF_12)?, Some(labels("goal", KORF_GOAL)?)),
        _ => (board(task.options)?, goal(task.options)?),
    };
    let size = input::size_of(&board, *size)?;
    let Size { rows, columns } = size;
    if task.options.costs == Costs::Heavy {
        return heavy(task, size, &board, goal);
    }
    if task.options.is_two_sided() && task.options.heuristic().of_tiles().is_some() {
        let expected = "manhattan, misplaced or none with bae-star, nbs and --backward";
        return Err(InputError::unfit("heuristic", expected).into());
    }
    return match size.cells() {
        1..=16 => run(SlidingTiles::new(rows, columns)?, size, &board, goal, task),
        17..=25 => run(
            SlidingTiles::<u128>::packed(rows, columns)?,
            size,
            &board,
            goal,
            task,
        ),
        _ => large(task, size, &board, goal),
    };

    fn run<B: Packing>(
        puzzle: SlidingTiles<B>,
        size: Size,
        board: &[u8],
        goal: Option<Vec<u8>>,
        task: &Task<'_>,
    ) -> Result<Answer, Failure> {
        let (puzzle, start, question) = board_of(puzzle, size, board, goal)?;
        task.run_tiles(puzzle, &start, question)
    }
}

/// The puzzle with this goal, if there is one, and its start.
fn board_of<B: Packed>(
    mut puzzle: SlidingTiles<B>,
    size: Size,
    board: &[u8],
    goal: Option<Vec<u8>>,
) -> Result<(SlidingTiles<B>, Board<B>, Question), Failure> {
    let start = puzzle.state(board)?;
    if let Some(goal) = goal {
        puzzle = puzzle.with_goal(&goal)?;
    }
    let question = Question::new(size, &puzzle, &start, &puzzle.goal());
    Ok((puzzle, start, question))
}

/// Boards too large for databases: what need not be optimal is led by a guess.
fn large(
    task: &Task<'_>,
    size: Size,
    board: &[u8],
    goal: Option<Vec<u8>>,
) -> Result<Answer, Failure> {
    let puzzle = SlidingTiles::<Wide>::packed(size.rows, size.columns)?;
    let (puzzle, start, question) = board_of(puzzle, size, board, goal)?;
    let heuristic = match task.of_tiles(&puzzle) {
        Ok(heuristic) => WithGuess(heuristic, TileGuess::new(&puzzle)),
        Err(none) => return task.without_tables(question, none),
    };
    let (puzzle, start) = (Pieces::Large(puzzle, heuristic), State::Large(start));
    task.run_pieces(puzzle, &start, question)
}

/// Sliding tiles whose moves cost as much as the number on the tile.
fn heavy(
    task: &Task<'_>,
    size: Size,
    board: &[u8],
    goal: Option<Vec<u8>>,
) -> Result<Answer, Failure> {
    let mut puzzle = WeightedTiles::heavy(SlidingTiles::new(size.rows, size.columns)?);
    let start = puzzle.tiles().state(board)?;
    if let Some(goal) = goal {
        puzzle = puzzle.with_goal(&goal)?;
    }
    let question = Question::new(size, &puzzle, &start, &puzzle.goal());
    let wants_databases = task.options.heuristic() == HeuristicName::Pdb555;
    let heuristic = if wants_databases && task.options.is_informed() {
        match weighted_patterns::five_five_five(&puzzle, task.limits()) {
            Ok(patterns) => Either::Right(patterns),
            Err(none) => return task.without_tables(question, none),
        }
    } else {
        Either::Left(task.common())
    };
    let (puzzle, start) = (Pieces::Heavy(puzzle, heuristic), State::Heavy(start));
    task.run_pieces(puzzle, &start, question)
}

fn pancake(task: &Task<'_>) -> Result<Answer, Failure> {
    if task.options.size.is_some() {
        let expected = "as many pancakes as --board has numbers";
        return Err(InputError::unfit("size", expected).into());
    }
    let (board, goal) = (board(task.options)?, goal(task.options)?);
    let mut puzzle = Pancake::<Wide>::packed(board.len())?;
    let start = puzzle.state(&board)?;
    if let Some(goal) = goal {
        puzzle = puzzle.with_goal(&goal)?;
    }
    let question = Question::new(puzzle.size(), &puzzle, &start, &puzzle.goal());
    let gap = task.options.heuristic().of_pancakes();
    let heuristic = gap.map_or(Either::Left(Zero), Either::Right);
    let (puzzle, start) = (Pieces::Pancake(puzzle, heuristic), State::Pancake(start));
    task.run_pieces(puzzle, &start, question)
}

/// So many of the largest discs have a table of their own: a million entries on four pegs.
const DISCS: usize = 10;

fn hanoi(task: &Task<'_>) -> Result<Answer, Failure> {
    let options = task.options;
    let board = options.board.as_deref();
    let board = board.map(|text| labels("board", text)).transpose()?;
    let discs = board.as_ref().map_or(8, Vec::len);
    let size = options.size.unwrap_or(Size {
        rows: discs,
        columns: 4,
    });
    let mut puzzle = Hanoi::new(size.rows, size.columns)?;
    if let Some(goal) = goal(options)? {
        puzzle = puzzle.with_goal(&goal)?;
    }
    let start = match board {
        Some(board) => puzzle.state(&board)?,
        None => puzzle.tower(0),
    };
    let question = Question::new(size, &puzzle, &start, &puzzle.goal());
    let largest = puzzle.discs().min(DISCS);
    let parts = [largest, puzzle.discs() - largest];
    let heuristic = if options.heuristic() == HeuristicName::Discs && options.is_informed() {
        let build = DiscPatterns::build(&puzzle, if parts[1] == 0 { &parts[..1] } else { &parts });
        let build = build.limits(task.limits()).observe(Live::new("databases"));
        match build.threads(cores()).run() {
            Ok(patterns) => Either::Right(patterns),
            Err(error) => return task.without_tables(question, error.into()),
        }
    } else {
        Either::Left(task.common())
    };
    let (puzzle, start) = (Pieces::Hanoi(puzzle, heuristic), State::Hanoi(start));
    task.run_pieces(puzzle, &start, question)
}

fn graph(task: &Task<'_>) -> Result<Answer, Failure> {
    if task.options.size.is_some() {
        let expected = "as many vertices as --board has numbers";
        return Err(InputError::unfit("size", expected).into());
    }
    let (board, goal) = (board(task.options)?, goal(task.options)?);
    let vertices = board.len();
    let edges = task.options.edges.as_deref();
    let edges = edges.ok_or(InputError::missing("edges", "edges such as \"1-2 2-3\""))?;
    let edges = input::parse_edges(edges, vertices)?;
    let mut puzzle = GraphTiles::<Wide>::packed(vertices, &edges)?;
    let start = puzzle.state(&board)?;
    if let Some(goal) = goal {
        puzzle = puzzle.with_goal(&goal)?;
    }
    let question = Question::new(puzzle.vertices(), &puzzle, &start, &puzzle.goal());
    let (puzzle, start) = (Pieces::Graph(puzzle, task.common()), State::Graph(start));
    task.run_pieces(puzzle, &start, question)
}

fn swap(task: &Task<'_>) -> Result<Answer, Failure> {
    let (board, goal) = (board(task.options)?, goal(task.options)?);
    let size = input::size_of(&board, task.options.size)?;
    let Size { rows, columns } = size;
    let mut puzzle = SwapGame::<Wide>::packed(rows, columns)?;
    let start = puzzle.state(&board)?;
    if let Some(goal) = goal {
        puzzle = puzzle.with_goal(&goal)?;
    }
    let question = Question::new(size, &puzzle, &start, &puzzle.goal());
    let (puzzle, start) = (Pieces::Swap(puzzle, task.common()), State::Swap(start));
    task.run_pieces(puzzle, &start, question)
}

fn magic_squares(task: &Task<'_>) -> Result<Answer, Failure> {
    let size = Size {
        rows: 2,
        columns: 4,
    };
    if task.options.size.is_some_and(|given| given != size) {
        return Err(InputError::unfit("size", "2x4 or none at all").into());
    }
    let sorted = || vec![1, 2, 3, 4, 5, 6, 7, 8];
    let puzzle = MagicSquares::new(&goal(task.options)?.unwrap_or_else(sorted))?;
    let start = match &task.options.board {
        Some(board) => puzzle.state(&labels("board", board)?)?,
        None => MagicSquares::initial(),
    };
    let question = Question::new(size, &puzzle, &start, &puzzle.goal());
    let (puzzle, start) = (
        Pieces::MagicSquares(puzzle, task.common()),
        State::MagicSquares(start),
    );
    task.run_pieces(puzzle, &start, question)
}

fn defined(task: &Task<'_>, path: &Path) -> Result<Answer, Failure> {
    if task.options.size.is_some() || task.options.edges.is_some() {
        let option = match task.options.size {
            Some(_) => "size",
            None => "edges",
        };
        let expected = "all of the puzzle in its file";
        return Err(InputError::unfit(option, expected).into());
    }
    let text = std::fs::read_to_string(path).map_err(|error| InputError::file(path, error))?;
    let wrong = |error| InputError::definition(path, error);
    let definition: Definition = text.parse().map_err(wrong)?;
    let mut puzzle = PermutationPuzzle::<Wide>::packed(&definition).map_err(wrong)?;
    if let Some(goal) = goal(task.options)? {
        puzzle = puzzle.with_goal(&goal)?;
    }
    let start = match (&task.options.board, &task.options.scramble) {
        (Some(_), Some(_)) => {
            return Err(InputError::unfit("scramble", "it or --board, not both").into());
        }
        (Some(pieces), None) => puzzle.state(&labels("board", pieces)?)?,
        (None, Some(moves)) => {
            let played = puzzle.play(&puzzle.goal(), moves);
            played.map_err(InputError::Scramble)?
        }
        (None, None) => {
            let expected = "it, or --scramble with moves";
            return Err(InputError::missing("board", expected).into());
        }
    };
    let question = Question::new(puzzle.places(), &puzzle, &start, &puzzle.goal());
    let (puzzle, start) = (
        Pieces::Defined(puzzle, task.common()),
        State::Defined(start),
    );
    task.run_pieces(puzzle, &start, question)
}

fn board(options: &Options) -> Result<Vec<u8>, InputError> {
    let text = options.board.as_deref();
    let text = text.ok_or(InputError::missing("board", "numbers separated by spaces"))?;
    labels("board", text)
}

fn goal(options: &Options) -> Result<Option<Vec<u8>>, InputError> {
    let text = options.goal.as_deref();
    text.map(|text| labels("goal", text)).transpose()
}

fn labels(option: &'static str, text: &str) -> Result<Vec<u8>, InputError> {
    input::parse_labels(option, text)
}
