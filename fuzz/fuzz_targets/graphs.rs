//! Graphs of sliding tiles from lists of edges: small ones are compared with a search through all their
//! boards.

#![no_main]

use std::collections::HashSet;

use libfuzzer_sys::fuzz_target;
use puzzle_search::Puzzle;
use puzzle_search::puzzles::GraphTiles;

/// With more vertices there are too many boards to go through.
const SMALL: usize = 6;

fuzz_target!(|input: (u8, Vec<(u8, u8)>, Vec<u8>)| {
    let (vertices, edges, pieces) = input;
    let vertices = usize::from(vertices % 66);
    let edges: Vec<(usize, usize)> = edges
        .into_iter()
        .map(|(a, b)| (usize::from(a), usize::from(b)))
        .collect();
    let puzzle = match GraphTiles::<[u8; 64]>::packed(vertices, &edges) {
        Ok(puzzle) => puzzle,
        Err(error) => {
            assert!(!error.to_string().contains('\n'));
            return;
        }
    };
    let start = match puzzle.state(&pieces) {
        Ok(start) => start,
        // A board there is always: the last two pieces of the goal exchanged.
        Err(_) => {
            let mut pieces: Vec<u8> = puzzle.goal().labels().take(vertices).collect();
            if vertices > 2 {
                pieces.swap(0, 1);
            }
            puzzle.state(&pieces).expect("a board")
        }
    };
    let said = puzzle.solvability(&start);
    if vertices > SMALL {
        return;
    }
    let (mut seen, mut stack) = (HashSet::from([start]), vec![start]);
    let mut is_reached = false;
    while let Some(board) = stack.pop() {
        is_reached |= puzzle.is_goal(&board);
        for neighbor in puzzle.neighbors(&board) {
            if seen.insert(neighbor.state) {
                stack.push(neighbor.state);
            }
        }
    }
    assert_eq!(said.is_solvable(), is_reached, "{said} {edges:?}");
});
