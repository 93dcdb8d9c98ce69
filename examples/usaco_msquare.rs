//! USACO Training 3.2, "Magic Squares" (msquare; Luogu P2730, AcWing 1107): the shortest sequence
//! of moves to a target, and of those the lexicographically least.
//!
//! [`BreadthFirst`]: it tries A, B and C in this order in every layer, and so the first path it
//! finds is the least one. The other solvers find a shortest path, but not always this one.
//!
//! ```sh
//! printf '2 6 8 4 5 7 3 1\n' | cargo run --release --example usaco_msquare
//! ```

mod common;

use std::error::Error;
use std::process::ExitCode;

use puzzle_search::puzzles::{Definition, PermutationPuzzle};
use puzzle_search::{BreadthFirst, Notation, Solver};

fn main() -> ExitCode {
    common::main(least_sequence)
}

fn least_sequence(text: &str) -> Result<String, Box<dyn Error>> {
    let sorted = PermutationPuzzle::new(&Definition::magic_squares())?;
    let start = sorted.goal();
    let target: Vec<u8> = sorted.parse(text)?.labels(8).collect();
    let puzzle = sorted.with_goal(&target)?;
    let solution = BreadthFirst::new().solve(&puzzle, &start).into_result()?;
    solution.verify(&puzzle, &start)?;

    let letters: Vec<String> = solution.moves().iter().map(ToString::to_string).collect();
    // 60 letters on a line; the empty sequence is an empty line.
    let lines: Vec<String> = letters.chunks(60).map(<[String]>::concat).collect();
    Ok(format!("{}\n{}\n", solution.len(), lines.join("\n")))
}
