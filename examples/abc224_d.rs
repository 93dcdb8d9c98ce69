//! AtCoder ABC224 D, "8 Puzzle on Graph": eight pieces on a graph of nine vertices.
//!
//! [`BreadthFirst`]: there are at most 9! = 362,880 states, any graph may come, connected or not,
//! and seeing all states is what proves that the answer is -1.
//!
//! ```sh
//! printf '5\n1 2\n1 3\n1 9\n2 9\n3 9\n3 9 2 4 5 6 7 8\n' | cargo run --release --example abc224_d
//! ```

mod common;
#[path = "common/rows.rs"]
mod rows;

use std::error::Error;
use std::process::ExitCode;

use puzzle_search::puzzles::GraphTiles;
use puzzle_search::{BreadthFirst, Solver};
use rows::{lines, row};

fn main() -> ExitCode {
    common::main(fewest_moves)
}

fn fewest_moves(text: &str) -> Result<String, Box<dyn Error>> {
    let mut lines = lines(text);
    let edge_count = row(&mut lines, "the edge count M", 1, 0..=36)?[0];
    let mut edges = Vec::new();
    for edge in 1..=edge_count {
        let ends = row(&mut lines, format_args!("edge {edge}"), 2, 1..=9)?;
        let (u, v): (usize, usize) = (ends[0], ends[1]);
        if u == v {
            let loops = format!("edge {edge} joins vertex {u} to itself: expected two vertices");
            return Err(loops.into());
        }
        // The judge counts vertices from 1, the crate from 0.
        edges.push((u - 1, v - 1));
    }
    let vertices = row(&mut lines, "the vertices of the pieces", 8, 1..=9)?;
    if let Some((line, _)) = lines.next() {
        return Err(
            format!("line {line} follows the pieces: expected the end of the input").into(),
        );
    }

    // The judge lists the vertex of each piece, the crate the piece on each vertex.
    let mut pieces = [0; 9];
    for (piece, vertex) in (1..).zip(vertices) {
        let other = std::mem::replace(&mut pieces[vertex - 1], piece);
        if other != 0 {
            let both = format!("pieces {other} and {piece} are both on vertex {vertex}");
            return Err(format!("{both}: expected a vertex for each").into());
        }
    }
    let puzzle = GraphTiles::new(9, &edges)?;
    let report = BreadthFirst::new().solve(&puzzle, &puzzle.state(&pieces)?);
    let fewest = report
        .solution()
        .map_or(-1, |solution| i64::from(solution.cost()));
    Ok(format!("{fewest}\n"))
}
