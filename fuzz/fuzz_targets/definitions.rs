//! Puzzle definitions: what is read prints to a text that reads as the same definition, and the puzzle
//! made of it has moves that can be taken back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle_search::puzzles::{Definition, PermutationPuzzle};
use puzzle_search::{Notation, Puzzle, Ranked, Reversible};

/// The group of more points or moves takes longer than a try may.
const POINTS: usize = 10;
const MOVES: usize = 6;

fuzz_target!(|input: (&str, &str)| {
    let (text, board) = input;
    let definition: Definition = match text.parse() {
        Ok(definition) => definition,
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{error}");
            return;
        }
    };
    assert_eq!(definition.to_string().parse().as_ref(), Ok(&definition));
    if definition.points() as usize > POINTS || definition.moves().len() > MOVES {
        return;
    }
    let Ok(puzzle) = PermutationPuzzle::new(&definition) else {
        return;
    };
    let Ok(state) = puzzle.parse(board) else {
        return;
    };
    let printed = puzzle.display(&state).to_string();
    assert_eq!(puzzle.parse(&printed), Ok(state));
    assert_eq!(
        puzzle.rank(&state).is_some(),
        puzzle.solvability(&state).is_solvable()
    );
    if let Some(rank) = puzzle.rank(&state) {
        assert_eq!(puzzle.unrank(rank), Some(state));
    }
    for neighbor in puzzle.neighbors(&state) {
        let mut back = puzzle.predecessors(&neighbor.state).into_iter();
        assert!(back.any(|edge| edge.state == state && edge.mv == neighbor.mv));
    }
});
