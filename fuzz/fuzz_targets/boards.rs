//! Boards of every puzzle as text: what is read prints to a text that reads as the same board, and its
//! number is its own.

#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle_search::puzzles::{
    BoardText, BurntPancake, Corners, Definition, GraphTiles, Hanoi, Metric, Packed, Pancake,
    PermutationPuzzle, PocketCube, Ring, SlidingTiles, SwapGame, sliding_solvability,
};
use puzzle_search::{Notation, Puzzle, Ranked, Solvability};

fuzz_target!(|input: (u8, u8, u8, &str)| {
    let (which, rows, columns, text) = input;
    let (rows, columns) = (usize::from(rows % 9), usize::from(columns % 9));
    if let Ok(board) = text.parse::<BoardText>() {
        let rows = board.labels.chunks(board.columns);
        let printed: Vec<_> = rows.map(|row| format!("{row:?}")).collect();
        let again = printed.join("\n").parse::<BoardText>();
        assert_eq!(again.map(|again| again.labels), Ok(board.labels));
    }
    match which % 15 {
        0 => sliding(SlidingTiles::new(rows, columns), text),
        1 => sliding(SlidingTiles::<u128>::packed(rows, columns), text),
        2 => sliding(SlidingTiles::<[u8; 64]>::packed(rows, columns), text),
        3 => drop(read(SwapGame::new(rows, columns).ok(), text)),
        4 => drop(read(SwapGame::<u128>::packed(rows, columns).ok(), text)),
        5 => drop(read(SwapGame::<[u8; 64]>::packed(rows, columns).ok(), text)),
        6 => {
            let vertices = rows.max(1);
            let path: Vec<_> = (1..vertices).map(|vertex| (vertex - 1, vertex)).collect();
            let puzzle = GraphTiles::new(vertices, &path).expect("a path");
            drop(read(Some(puzzle), text));
        }
        7 => {
            let sorted = PermutationPuzzle::new(&Definition::magic_squares()).expect("a sheet");
            if let Some((puzzle, sheet)) = read(Some(sorted), text) {
                let labels: Vec<u8> = sheet.labels(8).collect();
                assert_eq!(puzzle.state(&labels), Ok(sheet));
                is_numbered(&puzzle.with_goal(&labels).expect("a sheet"), &sheet);
            }
        }
        8 => drop(read(Pancake::new(rows).ok(), text)),
        9 => drop(read(Pancake::<u128>::packed(rows * columns).ok(), text)),
        10 => burnt(BurntPancake::new(rows), text),
        11 => burnt(BurntPancake::<[u8; 64]>::packed(rows * columns), text),
        12 => drop(read(Hanoi::new(4 * rows, columns).ok(), text)),
        13 => {
            let ring = Definition::top_spin(rows, columns, Ring::Rotates);
            let ring = ring.and_then(|ring| PermutationPuzzle::new(&ring));
            drop(read(ring.ok(), text));
        }
        _ => {
            if let Ok(corners) = text.parse::<Corners>() {
                assert_eq!(corners.to_string().parse(), Ok(corners));
                let puzzle = PocketCube::new(Metric::HalfTurns);
                if puzzle.solvability(&corners).is_solvable() {
                    is_numbered(&puzzle, &corners);
                } else {
                    assert_eq!(puzzle.rank(&corners), None);
                }
            }
        }
    }
});

/// Of a text that is a state, the puzzle and the state.
fn read<P: Notation + Ranked>(puzzle: Option<P>, text: &str) -> Option<(P, P::State)> {
    let puzzle = puzzle?;
    let state = puzzle.parse(text).ok()?;
    let printed = puzzle.display(&state).to_string();
    assert_eq!(puzzle.parse(&printed).ok().as_ref(), Some(&state));
    is_numbered(&puzzle, &state);
    Some((puzzle, state))
}

/// Of a state that can reach the goal the number leads back to it.
fn is_numbered<P: Ranked>(puzzle: &P, state: &P::State) {
    if let Some(rank) = puzzle.rank(state) {
        assert_eq!(puzzle.unrank(rank).as_ref(), Some(state));
        assert!(puzzle.state_count().is_some_and(|count| rank < count));
    }
}

fn sliding<B: Packed, E>(puzzle: Result<SlidingTiles<B>, E>, text: &str) {
    let Some((puzzle, board)) = read(puzzle.ok(), text) else {
        return;
    };
    let labels: Vec<u8> = board.labels().collect();
    assert_eq!(puzzle.state(&labels), Ok(board));
    // Any board is a goal, and the solvability does not depend on how it is asked for.
    let goal: Vec<u8> = puzzle.goal().labels().collect();
    let turned = puzzle.clone().with_goal(&labels).expect("a board");
    let goal_board = turned.state(&goal).expect("a board");
    let (to, fro) = (puzzle.solvability(&board), turned.solvability(&goal_board));
    assert_eq!(to.is_solvable(), fro.is_solvable());
    let plain = sliding_solvability(puzzle.rows(), puzzle.columns(), &labels, &goal);
    assert_eq!(
        plain.as_ref().map(Solvability::is_solvable),
        Ok(to.is_solvable())
    );
}

fn burnt<B: Packed, E>(puzzle: Result<BurntPancake<B>, E>, text: &str) {
    if let Some((puzzle, stack)) = read(puzzle.ok(), text) {
        let pancakes: Vec<i8> = stack.pancakes(puzzle.size()).collect();
        assert_eq!(puzzle.state(&pancakes), Ok(stack));
    }
}
