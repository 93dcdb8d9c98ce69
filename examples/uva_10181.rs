//! UVa 10181, "15-Puzzle Problem": a shortest path for each board, in the letters L, R, U and D.
//!
//! [`IdaStar`] with the Manhattan distance: there are 10,461,394,944,000 states, too many to keep,
//! and it keeps only the path. Boards of the wrong parity are refused without a search.
//!
//! ```sh
//! printf '1\n2 3 4 0\n1 5 7 8\n9 6 10 12\n13 14 11 15\n' | cargo run --release --example uva_10181
//! ```

mod common;
#[path = "common/rows.rs"]
mod rows;

use std::error::Error;
use std::process::ExitCode;

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::{IdaStar, Puzzle, Solver};
use rows::{lines, row};

fn main() -> ExitCode {
    common::main(shortest_paths)
}

fn shortest_paths(text: &str) -> Result<String, Box<dyn Error>> {
    let tiles = SlidingTiles::new(4, 4)?;
    let mut lines = lines(text);
    let count = row(&mut lines, "the board count N", 1, 0..=u32::MAX)?[0];
    let mut starts = Vec::new();
    for board in 1..=count {
        let mut labels = Vec::new();
        for at in 1..=4 {
            let what = format_args!("row {at} of board {board}");
            labels.extend(row(&mut lines, what, 4, 0..=15)?);
        }
        let start = tiles.state(&labels);
        starts.push(start.map_err(|error| format!("board {board}: {error}"))?);
    }
    if let Some((line, _)) = lines.next() {
        return Err(
            format!("line {line} follows the boards: expected the end of the input").into(),
        );
    }

    let puzzle = tiles.guided_by(Manhattan);
    let mut answers = String::new();
    for start in starts {
        let report = IdaStar::new().solve(&puzzle, &start);
        if let Some(solution) = report.solution() {
            solution.verify(&puzzle, &start)?;
            answers.extend(solution.moves().iter().map(|direction| direction.letter()));
        } else {
            answers += "This puzzle is not solvable.";
        }
        answers += "\n";
    }
    Ok(answers)
}
