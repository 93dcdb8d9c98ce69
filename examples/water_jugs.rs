//! A puzzle of closures: four litres by jugs of eight, five and three, without a type of your own.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::error::Error;

use puzzle_search::{BreadthFirst, Solver, from_fn};

const SIZES: [u32; 3] = [8, 5, 3];

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = from_fn(
        |litres: &[u32; 3]| {
            let mut edges = Vec::new();
            for from in 0..3 {
                for into in (0..3).filter(|&into| into != from) {
                    let poured = litres[from].min(SIZES[into] - litres[into]);
                    let mut then = *litres;
                    then[from] -= poured;
                    then[into] += poured;
                    edges.push(((from, into), then, 1_u32)); // a move, the state it leads to, and what it costs
                }
            }
            edges
        },
        |litres| litres.contains(&4),
    );
    let start = [8, 0, 0];
    let solution = BreadthFirst::new().solve(&puzzle, &start).into_result()?;
    for litres in solution.states(&puzzle, &start)? {
        println!("{litres:?}");
    }
    Ok(())
}
