//! A whole space: how many positions there are at each depth, in memory and on disk, and which are the hardest.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::error::Error;

use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::space::{Enumerate, OnDisk};
use puzzle_search::{Limits, Notation};

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = SlidingTiles::new(3, 3)?;
    let count = Enumerate::new()
        .hardest(2)
        .count_by_rank(&puzzle, [puzzle.goal()]);
    let census = count.threads(2).run()?;
    println!(
        "{} boards, at most {} moves from the goal",
        census.states(),
        census.depth()
    );
    println!("at each depth: {:?}", census.layers);
    for board in &census.hardest {
        println!("\n{}", puzzle.display(board));
    }

    // With less memory than the space takes, on disk; stopped after ten layers, and gone on with.
    let directory = std::env::temp_dir().join(format!("example-{}-space", std::process::id()));
    let disk = OnDisk::new(&directory);
    let count = disk
        .count_by_rank(&puzzle, [puzzle.goal()])
        .limits(Limits::new().max_moves(10))
        .run()?;
    println!("\nstopped with {} boards", count.states());
    let again = disk.count_by_rank(&puzzle, [puzzle.goal()]).run()?;
    println!(
        "in the end {} boards, {} bytes on disk",
        again.states(),
        again.peak_disk_bytes
    );
    std::fs::remove_dir_all(&directory)?;
    assert_eq!(again.layers, census.layers);
    Ok(())
}
