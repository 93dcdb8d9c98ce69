//! Pattern databases: the exact distances of a part of a puzzle guide the search for all of it. Here of the four
//! smallest pancakes, and of the four largest; the greater of both is the estimate.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::error::Error;

use puzzle_search::heuristics::{KeptPieces, Max, PatternDatabase, PieceSpace};
use puzzle_search::puzzles::Pancake;
use puzzle_search::{IdaStar, Notation, Puzzle, Solver};

const PANCAKES: u8 = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Pancake::new(PANCAKES.into())?;
    let start = puzzle.parse("3 8 1 5 2 7 4 6")?;

    // A flip of so many pancakes takes each of their places to another.
    let flip = |count: u8| {
        (0..PANCAKES).map(move |place| {
            if place < count {
                count - 1 - place
            } else {
                place
            }
        })
    };
    let flips: Vec<Vec<u8>> = (2..=PANCAKES).map(|count| flip(count).collect()).collect();
    let flips: Vec<&[u8]> = flips.iter().map(Vec::as_slice).collect();
    let database = |kept: [u8; 4]| -> Result<_, Box<dyn Error>> {
        let space = PieceSpace::new(&flips, &kept)?;
        let place = move |_: &Pancake, stack: &<Pancake as Puzzle>::State, piece: usize| {
            let mut labels = stack.labels(PANCAKES.into());
            labels
                .position(|label| label == kept[piece] + 1)
                .map_or(0, |place| place as u8)
        };
        Ok(PatternDatabase::new(
            &puzzle,
            KeptPieces::new(space, place),
        )?)
    };
    let (small, large) = (database([0, 1, 2, 3])?, database([4, 5, 6, 7])?);
    println!("{} entries each", small.entries());

    let guided = puzzle.clone().guided_by(Max([small, large]));
    let with = IdaStar::new().solve(&guided, &start);
    let without = IdaStar::new().solve(&puzzle, &start);
    println!(
        "{} states with them, {} without",
        with.stats.generated, without.stats.generated
    );
    println!("cost {}", with.into_result()?.cost());
    Ok(())
}
