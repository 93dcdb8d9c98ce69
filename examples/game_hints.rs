//! Hints in the loop of a game: how far the player's board is from the goal, and which moves bring it nearer. Moves are
//! read from standard input, one on a line; an empty line asks the computer to move.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::error::Error;
use std::io;

use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::space::DistanceOracle;
use puzzle_search::{Notation, Puzzle};

fn main() -> Result<(), Box<dyn Error>> {
    // The distances of all boards of the 8-puzzle, in a fraction of a second; they could be kept in a file.
    let oracle = DistanceOracle::new(SlidingTiles::new(3, 3)?)?;
    let game = oracle.puzzle();
    let mut board = game.parse("1 2 3  4 8 0  7 6 5")?;
    let mut lines = io::stdin().lines();
    while !game.is_goal(&board) {
        println!("\n{}", game.display(&board));
        let hints = oracle.best_moves(&board);
        let names: Vec<_> = hints.iter().map(|hint| hint.mv.to_string()).collect();
        let left = oracle
            .distance(&board)
            .ok_or("this board cannot be solved")?;
        println!("{left} moves to go; best: {}", names.join(" or "));
        let Some(line) = lines.next().transpose()? else {
            return Ok(());
        };
        let edges: Vec<_> = game.neighbors(&board).into_iter().collect();
        let played = edges.iter().find(|edge| edge.mv.to_string() == line.trim());
        match played.or(hints.first().filter(|_| line.trim().is_empty())) {
            Some(edge) => board = edge.state,
            None => println!("{:?} is no move here", line.trim()),
        }
    }
    println!("\n{}\nSolved.", game.display(&board));
    Ok(())
}
