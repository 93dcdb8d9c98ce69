//! LeetCode 773, "Sliding Puzzle": fewest moves to sort a board of 2 x 3, or -1.
//!
//! [`BreadthFirst`]: with 360 states that can be reached there is nothing for a heuristic to save,
//! and parity tells the other 360 without a search.
//!
//! ```sh
//! printf '[[1,2,3],[4,0,5]]\n' | cargo run --release --example leetcode_773
//! ```

mod common;

use std::error::Error;
use std::process::ExitCode;

use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::{BreadthFirst, Notation, Solver};

fn main() -> ExitCode {
    common::main(fewest_moves)
}

fn fewest_moves(text: &str) -> Result<String, Box<dyn Error>> {
    let not_a_board = "the input is not a board of 2 rows and 3 columns: \
                       expected one like [[1,2,3],[4,0,5]]";
    let puzzle = SlidingTiles::new(2, 3)?;
    let start = puzzle.parse(&numbers(text).ok_or(not_a_board)?)?;
    let report = BreadthFirst::new().solve(&puzzle, &start);
    let fewest = report
        .solution()
        .map_or(-1, |solution| i64::from(solution.cost()));
    Ok(format!("{fewest}\n"))
}

/// The six items between the brackets, separated by spaces.
fn numbers(text: &str) -> Option<String> {
    let text = text.trim().replace(", ", ",");
    let items = text.strip_prefix("[[")?.strip_suffix("]]")?;
    let (upper, lower) = items.split_once("],[")?;
    let fits = |row: &str| row.split(',').count() == 3 && !row.contains(char::is_whitespace);
    (fits(upper) && fits(lower)).then(|| format!("{upper},{lower}").replace(',', " "))
}
