//! Puzzles of permutations through coordinates.

use std::collections::HashMap;

use puzzle_search::coordinates::{Coordinates, View};
use puzzle_search::heuristics::PatternDatabase;
use puzzle_search::puzzles::{Definition, Packed, PermutationPuzzle};
use puzzle_search::space::Enumerate;
use puzzle_search::{Puzzle, Ranked, laws};

use crate::support::Numbers;

const POCKET: &str = include_str!("../../examples/puzzles/pocket-cube.puzzle");
const PYRAMINX: &str = include_str!("../../examples/puzzles/pyraminx.puzzle");
const SKEWB: &str = include_str!("../../examples/puzzles/skewb.puzzle");
const CUBE: &str = include_str!("../../examples/puzzles/cube.puzzle");
/// Two rings of four that share two places, with a swap: whatever there is.
const SMALL: &str = "points 6 \n generator L (1 2 3 4) \n generator R (3 4 5 6) \n inverses";

fn puzzle<B: Packed>(text: &str) -> PermutationPuzzle<B> {
    let definition: Definition = text.parse().unwrap_or_else(|error| panic!("{error}"));
    PermutationPuzzle::packed(&definition).expect("few places")
}

/// The numbers in a `.layers` file: comments, then one for each depth from 0.
fn published(name: &str) -> Vec<u64> {
    let path = format!("{}/tests/data/{name}.layers", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a data file");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.parse().expect("a number")).collect()
}

/// Distances from the goal, by a search through arrangements.
fn distances<B: Packed>(
    puzzle: &PermutationPuzzle<B>,
) -> HashMap<<PermutationPuzzle<B> as Puzzle>::State, u32> {
    let mut distances = HashMap::from([(puzzle.goal(), 0)]);
    let mut layer = vec![puzzle.goal()];
    for distance in 1.. {
        let next: Vec<_> = layer
            .iter()
            .flat_map(|state| puzzle.neighbors(state).into_iter().map(|edge| edge.state))
            .filter(|&state| distances.insert(state, distance).inspect(|&before| {
                // Known already, and not farther.
                assert!(before <= distance);
            }).is_none())
            .collect();
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}

#[test]
fn whole_puzzles_at_each_depth() {
    for (text, name) in [
        (POCKET, "pocket-cube-half-turns"),
        (PYRAMINX, "pyraminx"),
        (SKEWB, "skewb"),
    ] {
        let puzzle = puzzle::<[u8; 27]>(text);
        let coordinates = Coordinates::whole(&puzzle).expect("few states");
        let counted = Enumerate::new().count_by_rank(&coordinates, [coordinates.goal()]);
        let census = counted.threads(2).run().expect("all have numbers");
        assert_eq!(census.layers, published(name), "{name}");
        assert_eq!(Some(u128::from(census.states())), puzzle.state_count(), "{name}");
    }
}
