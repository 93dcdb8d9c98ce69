//! AcWing 179, the eight puzzle (八数码), which is POJ 1077 and, with many lines, HDU 1043: a
//! shortest path in the letters u, d, l and r, or `unsolvable`.
//!
//! [`AStar`] with the Manhattan distance: the 181,440 states fit into memory easily, and it expands
//! each state at most once. Boards of the wrong parity are refused without a search.
//!
//! ```sh
//! printf '2 3 4 1 5 x 7 6 8\n' | cargo run --release --example acwing_179
//! ```

mod common;

use std::error::Error;
use std::process::ExitCode;

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::{AStar, Puzzle, Solver};

fn main() -> ExitCode {
    common::main(shortest_paths)
}

fn shortest_paths(text: &str) -> Result<String, Box<dyn Error>> {
    let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
    let mut answers = String::new();
    for (line, board) in (1..)
        .zip(text.lines())
        .filter(|(_, board)| !board.trim().is_empty())
    {
        let start = puzzle.puzzle().state(&labels(line, board)?);
        let start = start.map_err(|error| format!("line {line}: {error}"))?;
        let report = AStar::new().solve(&puzzle, &start);
        if let Some(solution) = report.solution() {
            solution.verify(&puzzle, &start)?;
            let letters = solution.moves().iter().map(|direction| direction.letter());
            answers.extend(letters.map(|letter| letter.to_ascii_lowercase()));
        } else {
            answers += "unsolvable";
        }
        answers += "\n";
    }
    if answers.is_empty() {
        return Err("the input is empty: expected a board of 9 items on each line".into());
    }
    Ok(answers)
}

/// The judge writes the blank as x, the crate as 0.
fn labels(line: usize, board: &str) -> Result<Vec<u8>, String> {
    let label = |(at, item): (usize, &str)| match item.as_bytes() {
        b"x" => Ok(0),
        [digit @ b'1'..=b'8'] => Ok(digit - b'0'),
        _ => {
            let item: String = item.chars().take(20).collect();
            Err(format!(
                "item {at} of line {line} is {item:?}: expected 1 to 8 or x"
            ))
        }
    };
    (1..).zip(board.split_whitespace()).map(label).collect()
}
