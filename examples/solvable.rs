//! Whether a puzzle can be solved, and why: without a search.
//!
//! The text, from a file or from standard input, is one of
//!
//! * a board of sliding tiles, its rows on lines, 0 being the blank;
//! * a graph: `edges 1-2 2-3 ..`, then `start` and the piece on each vertex, 0 being the blank;
//! * the definition of a puzzle by its moves, and `start` with the piece on each place.
//!
//! A line `goal` with numbers can follow; the default is 1 2 3 .. with the blank last. What follows
//! a `#` is a comment. It ends with code 0 if the puzzle is solvable, 1 if not, and 2 on bad input.
//!
//! ```sh
//! printf '1 2 3\n4 5 6\n8 7 0\n' | cargo run --release --example solvable
//! printf 'edges 1-2 2-3 3-1\nstart 2 1 0\n' | cargo run --release --example solvable
//! ```

#[path = "common/board_text.rs"]
mod board_text;
#[path = "common/text.rs"]
mod text;

use std::error::Error;
use std::process::ExitCode;

use puzzle_search::puzzles::{Definition, GraphTiles, PermutationPuzzle, sliding_solvability};
use puzzle_search::{Puzzle, Solvability};

use board_text::{BoardText, GraphText, Statement};

const USAGE: &str = "usage: solvable [FILE], a file with a board, with a graph and a start, or with \
                     the definition of a puzzle and a start, or standard input\n";

type Answer = Result<Solvability, Box<dyn Error>>;

fn main() -> ExitCode {
    text::main(USAGE, |text| {
        let said = decide(text)?;
        let code = match said {
            Solvability::Solvable(_) => 0,
            Solvability::Unsolvable(_) => 1,
            Solvability::Unknown => 3,
        };
        Ok((format!("{said}\n"), code))
    })
}

fn decide(text: &str) -> Answer {
    let statements = board_text::statements(text);
    if board_text::is_graph(&statements) {
        graph(&statements)
    } else if statements
        .iter()
        .any(|statement| statement.word == "points")
    {
        definition(text, &statements)
    } else {
        board(&statements)
    }
}

/// Any size, any goal.
fn board(statements: &[Statement<'_>]) -> Answer {
    let board = BoardText::<u32>::read(statements)?;
    let cells = board.start.len() as u32;
    let goal = board
        .goal
        .unwrap_or_else(|| (1..cells).chain([0]).collect());
    Ok(sliding_solvability(
        board.rows,
        board.columns,
        &board.start,
        &goal,
    )?)
}

fn graph(statements: &[Statement<'_>]) -> Answer {
    let graph = GraphText::read(statements)?;
    let mut puzzle = GraphTiles::<[u8; 64]>::packed(graph.start.len(), &graph.edges)?;
    if let Some(goal) = graph.goal {
        puzzle = puzzle.with_goal(&goal)?;
    }
    Ok(puzzle.solvability(&puzzle.state(&graph.start)?))
}

fn definition(text: &str, statements: &[Statement<'_>]) -> Answer {
    let mut starts = statements
        .iter()
        .filter(|statement| statement.word == "start");
    let start = starts.next();
    let start = start.ok_or("the start is missing: expected a line such as start 2 1 3")?;
    if let Some(second) = starts.next() {
        return Err(second.unexpected("start once"));
    }
    // A definition knows no start: its line is left out, and the others keep their numbers.
    let lines = (1..).zip(text.lines());
    let others = lines.map(|(number, line)| if number == start.number { "" } else { line });
    let definition: Definition = others.collect::<Vec<_>>().join("\n").parse()?;
    let puzzle = PermutationPuzzle::<[u8; 255]>::packed(&definition)?;
    let start = puzzle.state(&start.numbers(start.rest)?)?;
    Ok(puzzle.solvability(&start))
}
