//! AcWing 108, the odd-number puzzle (奇数码问题): can one board of n x n be reached from another?
//!
//! No solver at all: with up to 249,001 cells only [`sliding_solvability`] can tell, which compares
//! two parities in time proportional to the number of cells.
//!
//! ```sh
//! printf '3\n1 2 3\n0 4 6\n7 5 8\n\n1 2 3\n4 5 6\n7 8 0\n' | cargo run --release --example acwing_108
//! ```

mod common;
#[path = "common/rows.rs"]
mod rows;

use std::error::Error;
use std::process::ExitCode;

use puzzle_search::puzzles::sliding_solvability;
use rows::{lines, row};

fn main() -> ExitCode {
    common::main(reachable)
}

fn reachable(text: &str) -> Result<String, Box<dyn Error>> {
    let mut lines = lines(text).peekable();
    let mut answers = String::new();
    for case in 1_usize.. {
        let n: usize = row(&mut lines, format_args!("n of case {case}"), 1, 1..=499)?[0];
        if n.is_multiple_of(2) {
            return Err(format!("n of case {case} is {n}: expected an odd number").into());
        }
        let mut board = |name| {
            let mut labels: Vec<u32> = Vec::with_capacity(n * n);
            for at in 1..=n {
                let what = format_args!("row {at} of the {name} of case {case}");
                labels.extend(row(&mut lines, what, n, 0..=(n * n - 1) as u32)?);
            }
            Ok::<_, Box<dyn Error>>(labels)
        };
        let (start, goal) = (board("board")?, board("goal")?);
        let solvability = sliding_solvability(n, n, &start, &goal);
        let solvability = solvability.map_err(|error| format!("case {case}: {error}"))?;
        answers += if solvability.is_solvable() {
            "TAK\n"
        } else {
            "NIE\n"
        };
        if lines.peek().is_none() {
            break;
        }
    }
    Ok(answers)
}
