//! Luogu P1379, the eight digital puzzle (八数码难题): fewest moves to 123804765.
//!
//! [`AStar`] with the Manhattan distance: the 181,440 states fit into memory easily, and it expands
//! each state at most once, where IDA* would meet many of them again and again.
//!
//! ```sh
//! printf '283104765\n' | cargo run --release --example luogu_p1379
//! ```

mod common;

use std::error::Error;
use std::process::ExitCode;

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::{AStar, Puzzle, Solver};

fn main() -> ExitCode {
    common::main(fewest_moves)
}

fn fewest_moves(text: &str) -> Result<String, Box<dyn Error>> {
    let goal = [1, 2, 3, 8, 0, 4, 7, 6, 5];
    let tiles = SlidingTiles::new(3, 3)?.with_goal(&goal)?;

    if text.split_whitespace().count() > 1 {
        return Err("the input has more than one word: expected one of 9 digits".into());
    }
    let digit = |(at, letter): (usize, char)| {
        let digit = letter.to_digit(10).map(|digit| digit as u8);
        let item = letter.to_string();
        digit.ok_or_else(|| format!("item {at} of the board is {item:?}: expected a number"))
    };
    let digits = (1..).zip(text.trim().chars()).map(digit);
    let start = tiles.state(&digits.collect::<Result<Vec<_>, _>>()?)?;

    let puzzle = tiles.guided_by(Manhattan);
    let report = AStar::new().solve(&puzzle, &start);
    let out_of_reach = "the board cannot reach 123804765: expected one that can, as the judge says";
    let solution = report.solution().ok_or(out_of_reach)?;
    Ok(format!("{}\n", solution.cost()))
}
