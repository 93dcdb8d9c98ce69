//! The puzzles: a block for each, which makes a puzzle and a start of the options.

use std::path::Path;

use puzzle_search::heuristics::{DiscPatterns, Either, TileGuess, WithGuess, Zero};
use puzzle_search::puzzles::{
    Board, Definition, Hanoi, MagicSquares, Packed, Pancake, PermutationPuzzle, SlidingTiles,
    SwapGame, WeightedTiles,
};

use crate::Failure;
use crate::answer::{Answer, Question};
use crate::boards::{GraphText, Tiles};
use crate::cores::cores;
use crate::file;
use crate::input::{self, InputError, Instance};
use crate::live::Live;
use crate::options::{Costs, HeuristicName, Options, PuzzleChoice, PuzzleName, Size};
use crate::pieces::{Pieces, State, Wide};
use crate::search::Task;
use crate::sliding;
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
    let name = match (&options.puzzle, task.instance) {
        (PuzzleChoice::Named(name), _) => *name,
        (PuzzleChoice::File(path), Instance::Other(text)) => {
            return defined(task, path, text.as_deref());
        }
        (PuzzleChoice::File(path), _) => return defined(task, path, None),
    };
    if options.scramble.is_some() {
        let expected = "it only with a puzzle from a file";
        return Err(InputError::unfit("scramble", expected).into());
    }
    if options.edges.is_some() && name != PuzzleName::Graph {
        let expected = "it only with --puzzle graph";
        return Err(InputError::unfit("edges", expected).into());
    }
    match (name, task.instance) {
        (_, Instance::Sliding(tiles)) => sliding(task, tiles),
        (_, Instance::Graph(graph)) => self::graph(task, graph),
        (PuzzleName::MagicSquares, Instance::Other(text)) => magic_squares(task, text.as_deref()),
        (PuzzleName::Hanoi, Instance::Other(text)) => hanoi(task, text.as_deref()),
        (name, Instance::Other(text)) => {
            let missing = InputError::missing("board", "numbers separated by spaces");
            let board = labels("board", text.as_deref().ok_or(missing)?)?;
            match name {
                PuzzleName::Pancake => pancake(task, &board),
                _ => swap(task, &board),
            }
        }
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

fn sliding(task: &Task<'_>, tiles: &Tiles) -> Result<Answer, Failure> {
    let &Tiles { rows, columns, .. } = tiles;
    let size = Size { rows, columns };
    if task.options.costs == Costs::Heavy {
        return heavy(task, tiles);
    }
    if task.options.is_two_sided() && task.options.heuristic().of_tiles().is_some() {
        let expected = "manhattan, misplaced or none with bae-star, nbs and --backward";
        return Err(InputError::unfit("heuristic", expected).into());
    }
    return match size.cells() {
        1..=16 => run::<u64>(tiles, task),
        17..=25 => run::<u128>(tiles, task),
        _ => large(task, tiles),
    };

    fn run<B: Packing>(tiles: &Tiles, task: &Task<'_>) -> Result<Answer, Failure> {
        let (puzzle, start, question) = board_of::<B>(tiles)?;
        task.run_tiles(puzzle, &start, question)
    }
}

/// The puzzle with its goal, and its start.
fn board_of<B: Packed>(tiles: &Tiles) -> Result<(SlidingTiles<B>, Board<B>, Question), Failure> {
    let (puzzle, start) = sliding::puzzle(tiles)?;
    let &Tiles { rows, columns, .. } = tiles;
    let question = Question::new(Size { rows, columns }, &puzzle, &start, &puzzle.goal());
    Ok((puzzle, start, question))
}

/// Boards too large for databases: what need not be optimal is led by a guess.
fn large(task: &Task<'_>, tiles: &Tiles) -> Result<Answer, Failure> {
    let (puzzle, start, question) = board_of::<Wide>(tiles)?;
    let heuristic = match task.of_tiles(&puzzle) {
        Ok(heuristic) => WithGuess(heuristic, TileGuess::new(&puzzle)),
        Err(none) => return task.without_tables(question, none),
    };
    let (puzzle, start) = (Pieces::Large(puzzle, heuristic), State::Large(start));
    task.run_pieces(puzzle, &start, question)
}

/// Sliding tiles whose moves cost as much as the number on the tile.
fn heavy(task: &Task<'_>, tiles: &Tiles) -> Result<Answer, Failure> {
    let (puzzle, start, question) = board_of(tiles)?;
    let puzzle = WeightedTiles::heavy(puzzle);
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

fn pancake(task: &Task<'_>, board: &[u8]) -> Result<Answer, Failure> {
    if task.options.size.is_some() {
        let expected = "as many pancakes as --board has numbers";
        return Err(InputError::unfit("size", expected).into());
    }
    let mut puzzle = Pancake::<Wide>::packed(board.len())?;
    let start = puzzle.state(board)?;
    if let Some(goal) = goal(task.options)? {
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

fn hanoi(task: &Task<'_>, text: Option<&str>) -> Result<Answer, Failure> {
    let options = task.options;
    let board = text.map(|text| labels("board", text)).transpose()?;
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
        let build = build.limits(task.limits()).watch(Live::new("databases"));
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

fn graph(task: &Task<'_>, graph: &GraphText) -> Result<Answer, Failure> {
    let (puzzle, start) = graph.puzzle::<Wide>()?;
    let question = Question::new(puzzle.vertices(), &puzzle, &start, &puzzle.goal());
    let (puzzle, start) = (Pieces::Graph(puzzle, task.common()), State::Graph(start));
    task.run_pieces(puzzle, &start, question)
}

fn swap(task: &Task<'_>, board: &[u8]) -> Result<Answer, Failure> {
    let size = input::size_of(board, task.options.size)?;
    let Size { rows, columns } = size;
    let mut puzzle = SwapGame::<Wide>::packed(rows, columns)?;
    let start = puzzle.state(board)?;
    if let Some(goal) = goal(task.options)? {
        puzzle = puzzle.with_goal(&goal)?;
    }
    let question = Question::new(size, &puzzle, &start, &puzzle.goal());
    let (puzzle, start) = (Pieces::Swap(puzzle, task.common()), State::Swap(start));
    task.run_pieces(puzzle, &start, question)
}

fn magic_squares(task: &Task<'_>, text: Option<&str>) -> Result<Answer, Failure> {
    let size = Size {
        rows: 2,
        columns: 4,
    };
    if task.options.size.is_some_and(|given| given != size) {
        return Err(InputError::unfit("size", "2x4 or none at all").into());
    }
    let sorted = || vec![1, 2, 3, 4, 5, 6, 7, 8];
    let puzzle = MagicSquares::new(&goal(task.options)?.unwrap_or_else(sorted))?;
    let start = match text {
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

fn defined(task: &Task<'_>, path: &Path, text: Option<&str>) -> Result<Answer, Failure> {
    if task.options.size.is_some() || task.options.edges.is_some() {
        let option = match task.options.size {
            Some(_) => "size",
            None => "edges",
        };
        let expected = "all of the puzzle in its file";
        return Err(InputError::unfit(option, expected).into());
    }
    let wrong = |error| InputError::definition(path, error);
    let definition = file::read(Some(path)).map_err(InputError::from)?;
    let definition: Definition = definition.parse().map_err(wrong)?;
    let mut puzzle = PermutationPuzzle::<Wide>::packed(&definition).map_err(wrong)?;
    if let Some(goal) = goal(task.options)? {
        puzzle = puzzle.with_goal(&goal)?;
    }
    let start = match (text, &task.options.scramble) {
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

fn goal(options: &Options) -> Result<Option<Vec<u8>>, InputError> {
    let text = options.goal.as_deref();
    text.map(|text| labels("goal", text)).transpose()
}

fn labels(option: &'static str, text: &str) -> Result<Vec<u8>, InputError> {
    Ok(crate::labels::labels(option, text)?)
}
