//! A heuristic of your own, and a check that it never estimates too much.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::error::Error;

use puzzle_search::heuristics::Heuristic;
use puzzle_search::puzzles::{Board, SlidingTiles};
use puzzle_search::{AStar, Notation, Puzzle, Solver, laws};

/// How many tiles are in a wrong row, and how many in a wrong column: a move changes one of them by one.
struct RowsAndColumns;

impl Heuristic<SlidingTiles> for RowsAndColumns {
    /// The estimate itself; it could be what is kept up to date from move to move.
    type Memo = u32;

    fn memo(&self, puzzle: &SlidingTiles, board: &Board) -> u32 {
        let goal = puzzle.goal();
        let cells = puzzle.rows() * puzzle.columns();
        let wrong = |cell: usize| {
            let tile = board.tile(cell);
            let home = (0..cells)
                .find(|&home| goal.tile(home) == tile)
                .unwrap_or(cell);
            let columns = puzzle.columns();
            let (row, column) = (
                cell / columns != home / columns,
                cell % columns != home % columns,
            );
            if tile == 0 {
                0
            } else {
                u32::from(row) + u32::from(column)
            }
        };
        (0..cells).map(wrong).sum()
    }

    fn estimate(&self, _: &SlidingTiles, memo: u32) -> Option<u32> {
        Some(memo)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let tiles = SlidingTiles::new(3, 3)?;
    let start = tiles.parse("8 6 7  2 5 4  3 0 1")?;
    let puzzle = tiles.clone().guided_by(RowsAndColumns);

    // A heuristic that estimates too much, or that a move changes by more than it costs, is found here.
    let checked = laws::check(&puzzle, &start)?;
    println!("lawful on {} states", checked.states);

    let with = AStar::new().solve(&puzzle, &start);
    let without = AStar::new().solve(&tiles, &start);
    println!(
        "{} states with it, {} without",
        with.stats.expanded, without.stats.expanded
    );
    println!("cost {}", with.into_result()?.cost());
    Ok(())
}
