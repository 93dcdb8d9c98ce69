//! Save a search to a file, and go on with it another day: nothing is searched twice.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::error::Error;

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::{AStar, Limits, Notation, Puzzle, Search, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
    let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    let file = std::env::temp_dir().join(format!("example-{}.search", std::process::id()));

    let mut search = Search::new(&AStar::new(), &puzzle, [start]);
    search.set_limits(Limits::new().max_expanded(5_000));
    let report = search.run();
    println!("stopped after {} states", report.stats.expanded);
    search.save_to(&file)?;
    drop(search);

    // Another process, another day. The file is checked: that it is whole, and of this puzzle and solver.
    let mut search = Search::load_from(&AStar::new(), &puzzle, &file)?;
    let report = search.run();
    println!("solved after {} states", report.stats.expanded);
    std::fs::remove_file(&file)?;

    let at_once = AStar::new().solve(&puzzle, &start);
    assert_eq!(report.stats.expanded, at_once.stats.expanded);
    println!("cost {}", report.into_result()?.cost());
    Ok(())
}
