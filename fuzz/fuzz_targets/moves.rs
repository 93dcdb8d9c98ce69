//! Moves as text: names, and sequences of them. What is read prints to the same move.

#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle_search::puzzles::{
    CubeTurn, Definition, Direction, Facelets, Metric, PermutationPuzzle, PocketCube,
};
use puzzle_search::{Puzzle, Reversible};

const WHEELS: &str = "points 6\ngenerator L (1 2 3 4)\ngenerator R (3 4 5 6)\npowers\n";

fuzz_target!(|text: &str| {
    if let Ok(mv) = text.parse::<Direction>() {
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
    if let Ok(mv) = text.parse::<CubeTurn>() {
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }

    // A sequence and its inverse lead nowhere, and a sequence repeated is itself again and again.
    let undone = format!("({text}\n)'");
    let cube = PocketCube::new(Metric::QuarterTurns);
    if let Ok(state) = cube.play(&cube.goal(), text) {
        assert!(cube.solvability(&state).is_solvable());
        if let Ok(back) = cube.play(&state, &undone) {
            assert_eq!(back, cube.goal());
        }
    }
    if let Ok(after) = Facelets::SOLVED.play(text) {
        assert!(after.stickers().is_ok());
        assert_eq!(after.to_string().parse(), Ok(after));
        if let Ok(back) = after.play(&undone) {
            assert_eq!(back, Facelets::SOLVED);
        }
    }
    if let Ok(facelets) = text.parse::<Facelets>() {
        let _ = facelets.stickers();
    }

    let definition: Definition = WHEELS.parse().expect("a definition");
    let wheels = PermutationPuzzle::new(&definition).expect("a small puzzle");
    if let Ok(state) = wheels.play(&wheels.goal(), text) {
        assert!(wheels.solvability(&state).is_solvable());
        let twice = wheels.play(&state, text).expect("the same sequence");
        if let Ok(repeated) = wheels.play(&wheels.goal(), &format!("({text}\n)2")) {
            assert_eq!(repeated, twice);
        }
    }
    assert!(wheels.goals().into_iter().count() == 1);
});
