//! Rubik's cube: states at each depth, and how many shortest solutions there are.

use std::collections::HashMap;

use puzzle_search::puzzles::{Arrangement, Definition, PermutationPuzzle};
use puzzle_search::space::Enumerate;
use puzzle_search::{AStar, Limits, Puzzle};
use puzzle_search_coordinates::CosetTable;

use crate::published::published;

type Cube = PermutationPuzzle<[u8; 48]>;

fn cube() -> Cube {
    let text = include_str!("../../../../examples/puzzles/cube.puzzle");
    let definition: Definition = text.parse().unwrap_or_else(|error| panic!("{error}"));
    Cube::packed(&definition).expect("48 places")
}

/// Counts states from the goal, and from one that is scrambled: a group looks the same from everywhere.
fn states_at_each_depth(deepest: u64) {
    let (cube, published) = (
        cube(),
        published(include_str!("../../../../tests/data/rubiks-cube.layers")),
    );
    let starts = [
        cube.goal(),
        cube.play(&cube.goal(), "R U' F2 D L B2")
            .expect("its moves"),
    ];
    for start in starts {
        let count = Enumerate::new().count_by_hashing(&cube, [start]);
        let limits = Limits::new().max_moves(deepest);
        let mut count = count.threads(2).limits(limits);
        assert_eq!(count.run().layers, published[..=deepest as usize]);
    }
}

#[test]
fn states_are_as_many_as_published() {
    states_at_each_depth(4);
}

#[test]
#[ignore = "ten gigabytes and minutes"]
fn states_are_as_many_as_published_farther_away() {
    states_at_each_depth(7);
}

type Ways = HashMap<Arrangement<[u8; 48]>, u128>;

/// By how many sequences of so many moves each arrangement is reached.
fn ways(cube: &Cube, start: Arrangement<[u8; 48]>, moves: usize) -> Ways {
    (0..moves).fold(Ways::from([(start, 1)]), |ways, _| {
        let mut next = Ways::new();
        for (state, count) in ways {
            for edge in cube.neighbors(&state) {
                *next.entry(edge.state).or_default() += count;
            }
        }
        next
    })
}

/// All shortest solutions of a scramble, with a table and by sequences of half as many moves from both ends.
fn solutions_are_counted(scramble: &str, subgroup: &[&str]) {
    let cube = cube();
    let start = cube.play(&cube.goal(), scramble).expect("its moves");
    let table = CosetTable::build(&cube, subgroup).threads(2).run();
    let puzzle = cube.clone().guided_by(table.expect("it fits"));
    let all = AStar::new().all_solutions(&puzzle, [start]).run();
    let all = all.expect("it can be solved");
    let moves = all.cost() as usize;
    let onward = ways(&cube, start, moves / 2);
    let back = ways(&cube, cube.goal(), moves - moves / 2);
    let meet = onward
        .iter()
        .filter_map(|(state, count)| Some(count * back.get(state)?));
    assert_eq!(all.count(), Some(meet.sum()), "{scramble}");
    // With a move less the ends do not meet.
    let onward = ways(&cube, start, moves / 2 - 1);
    assert!(onward.keys().all(|state| !back.contains_key(state)));
}

#[test]
fn shortest_solutions_are_as_many_from_both_ends() {
    let flips = ["U", "D", "L", "R", "F2", "B2"];
    solutions_are_counted("R L U D F2 B2", &flips);
    solutions_are_counted("R2 L2 U2 D2 F B' U", &flips);
}

#[test]
#[ignore = "gigabytes and minutes"]
fn shortest_solutions_of_twelve_moves_are_as_many_from_both_ends() {
    let subgroup = ["U", "D", "F2", "B2", "L2", "R2"];
    solutions_are_counted("R U F2 L' D B R2 U' F D2 L B2", &subgroup);
}
