//! Moves as text: names, and sequences of them. What is read prints to the same move.

#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle_search::puzzles::{
    CubeTurn, Definition, Direction, Generator, Metric, PermutationPuzzle, PocketCube,
};
use puzzle_search::{Puzzle, Reversible};

const WHEELS: &str = "points 6\ngenerator L (1 2 3 4)\ngenerator R (3 4 5 6)\npowers\n";

fuzz_target!(|text: &str| {
    if let Ok(mv) = text.parse::<Direction>() {
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
    if let Ok(mv) = text.parse::<Generator>() {
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
    if let Ok(mv) = text.parse::<CubeTurn>() {
        assert_eq!(mv.to_string(), text);
    }

    let cube = PocketCube::new(Metric::QuarterTurns);
    if let Ok(state) = cube.play(&cube.goal(), text) {
        assert!(cube.solvability(&state).is_solvable());
        let turns: Vec<&str> = text.split_whitespace().rev().collect();
        let undone = turns.iter().map(|turn| match turn.strip_suffix('\'') {
            Some(plain) => plain.to_owned(),
            None if turn.ends_with('2') => (*turn).to_owned(),
            None => format!("{turn}'"),
        });
        let back = undone.collect::<Vec<_>>().join(" ");
        assert_eq!(cube.play(&state, &back), Ok(cube.goal()));
    }

    let definition: Definition = WHEELS.parse().expect("a definition");
    let wheels = PermutationPuzzle::new(&definition).expect("a small puzzle");
    if let Ok(state) = wheels.play(&wheels.goal(), text) {
        assert!(wheels.solvability(&state).is_solvable());
        // One by one they lead to the same.
        let mut by_one = wheels.goal();
        for word in text.split_whitespace() {
            let here = by_one;
            let mut neighbors = wheels.neighbors(&here).into_iter();
            let next = neighbors.find(|neighbor| neighbor.mv.to_string() == word);
            by_one = next.expect("a move of this name").state;
        }
        assert_eq!(state, by_one);
    }
    assert!(wheels.goals().into_iter().count() == 1);
});
