//! All cheapest solutions, counted without listing them; and the cheapest few, dearer ones included.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::error::Error;

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::{AStar, Notation, Puzzle, Solution};

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
    let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;

    let all = AStar::new().all_solutions(&puzzle, [start]).run()?;
    println!("{:?} solutions of cost {}", all.count(), all.cost());
    for solution in all.iter().take(2) {
        solution.verify(&puzzle, &start)?;
        println!("{solution}");
    }

    let cheapest = AStar::new().k_cheapest_paths(&puzzle, [start], 42).run()?;
    let costs: Vec<_> = cheapest.iter().map(Solution::cost).collect();
    println!("the 40th costs {}, the 42nd {}", costs[39], costs[41]);
    Ok(())
}
