//! Threads: the same search by one and by several. IDA* counts the same states either way.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::error::Error;
use std::thread::available_parallelism;

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::{AStar, IdaStar, Notation, Puzzle, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = SlidingTiles::new(4, 4)?.guided_by(Manhattan);
    let start = puzzle.parse("5 2 4 8  10 3 11 14  6 0 9 12  13 1 15 7")?;
    let threads = available_parallelism()?.get();

    let one = IdaStar::new().solve(&puzzle, &start);
    let several = IdaStar::new().threads(threads).solve(&puzzle, &start);
    assert_eq!(one.stats.generated, several.stats.generated);
    println!(
        "IDA*: {} states, by {threads} threads too",
        several.stats.generated
    );

    // A* by threads may search some more states than by one, and finds as cheap a solution.
    let best_first = AStar::new().threads(threads).solve(&puzzle, &start);
    let (cost, other) = (one.into_result()?.cost(), best_first.into_result()?.cost());
    assert_eq!(cost, other);
    println!("cost {cost}");
    Ok(())
}
