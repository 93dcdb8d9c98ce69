//! Whether a puzzle can be solved, and why: without a search.
//!
//! The text, from a file or from standard input, is one of
//!
//! * boards of sliding tiles in any of the usual forms: rows on lines, 0 or `_` for the blank; several have blank
//!   lines between them, or each comes after a line with its size;
//! * a graph: `edges 1-2 2-3 ..`, then `start` and the piece on each vertex, 0 being the blank;
//! * the definition of a puzzle by its moves, and `start` with the piece on each place.
//!
//! The word `goal` with numbers can follow, of sliding tiles also `standard`, `blank-first` or `snail`; the default
//! is 1 2 3 .. with the blank last. What follows a `#` is a comment. There is a line for each board. It ends with code
//! 0 if all are solvable, 1 if one is not, and 2 on bad input.
//!
//! ```sh
//! printf '1 2 3\n4 5 6\n8 7 0\n' | cargo run --release --example solvable
//! printf '867254301\ngoal snail\n' | cargo run --release --example solvable
//! printf 'edges 1-2 2-3 3-1\nstart 2 1 0\n' | cargo run --release --example solvable
//! ```

#[path = "common/boards.rs"]
mod boards;
#[path = "common/text.rs"]
mod text;

use std::error::Error;
use std::process::ExitCode;

use puzzle_search::puzzles::{Definition, PermutationPuzzle, sliding_solvability};
use puzzle_search::{Notation, Puzzle, Solvability};

use boards::GraphText;

const USAGE: &str = "usage: solvable [FILE], a file with a board, with a graph and a start, or with \
                     the definition of a puzzle and a start, or standard input\n";

type Answer = Result<Vec<Solvability>, Box<dyn Error>>;

fn main() -> ExitCode {
    text::main(USAGE, |text| {
        let (mut lines, mut worst) = (String::new(), 0);
        for said in decide(text)? {
            lines += &format!("{said}\n");
            worst = worst.max(match said {
                Solvability::Solvable(_) => 0,
                Solvability::Unsolvable(_) => 1,
                Solvability::Unknown => 3,
            });
        }
        Ok((lines, worst))
    })
}

fn decide(text: &str) -> Answer {
    let begins = |line: &str, word: &str| line.split_whitespace().next() == Some(word);
    if boards::is_graph(text) {
        graph(text)
    } else if text.lines().any(|line| begins(line, "points")) {
        definition(text)
    } else {
        boards(text)
    }
}

/// Any size, any goal.
fn boards(text: &str) -> Answer {
    let decide = |board: &boards::Tiles| {
        let (rows, columns) = (board.rows, board.columns);
        Ok(sliding_solvability(
            rows,
            columns,
            &board.start,
            &board.goal,
        )?)
    };
    let boards = boards::tiles(text, None, None)?;
    boards::remark(&boards);
    boards.iter().map(decide).collect()
}

fn graph(text: &str) -> Answer {
    let (puzzle, start) = GraphText::read(text)?.puzzle::<[u8; 64]>()?;
    Ok(vec![puzzle.solvability(&start)])
}

/// A definition knows no start: its line is left out, and the others keep their numbers.
fn definition(text: &str) -> Answer {
    let (mut start, mut others) = (None, String::new());
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.split('#').next().unwrap_or_default().trim();
        match code
            .strip_prefix("start")
            .filter(|rest| !rest.starts_with(char::is_alphanumeric))
        {
            Some(_) if start.is_some() => {
                return Err(format!("line {number} is another start: expected one").into());
            }
            Some(pieces) => start = Some(pieces),
            None => others += line,
        }
        others += "\n";
    }
    let start = start.ok_or("the start is missing: expected a line such as start 2 1 3")?;
    let definition: Definition = others.parse()?;
    let puzzle = PermutationPuzzle::<[u8; 255]>::packed(&definition)?;
    Ok(vec![puzzle.solvability(&puzzle.parse(start)?)])
}
