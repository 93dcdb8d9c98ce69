//! Levels for a game: boards that need exactly as many moves as the level asks for, each as likely as any other.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::error::Error;

use puzzle_search::Notation;
use puzzle_search::puzzles::{Definition, PermutationPuzzle};
use puzzle_search::space::DistanceOracle;

fn main() -> Result<(), Box<dyn Error>> {
    let oracle = DistanceOracle::new(PermutationPuzzle::new(&Definition::magic_squares())?)?;
    let deepest = oracle.layers().len() as u64 - 1;
    println!(
        "the hardest need {deepest} moves: {} of them",
        oracle.layers()[deepest as usize]
    );

    // Any source of random numbers will do.
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    for depth in [3, 8, 13, 18, deepest] {
        let board = oracle
            .random_at_depth(depth, &mut random)
            .ok_or("no board is so deep")?;
        assert_eq!(oracle.distance(&board), Some(depth));
        println!("{depth:>2} moves: {}", oracle.puzzle().display(&board));
    }
    Ok(())
}
