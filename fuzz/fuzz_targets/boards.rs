//! Boards of every puzzle as text: what is read prints to a text that reads as the same board, and its
//! number is its own.

#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle_search::puzzles::{
    BurntPancake, Corners, GraphTiles, MagicSquares, Metric, Packed, Pancake, PocketCube, Ring,
    SlidingTiles, SwapGame, TopSpin, sliding_solvability,
};
use puzzle_search::{Puzzle, Ranked, Solvability};

fuzz_target!(|input: (u8, u8, u8, &str)| {
    let (which, rows, columns, text) = input;
    let (rows, columns) = (usize::from(rows % 9), usize::from(columns % 9));
    match which % 14 {
        0 => sliding(SlidingTiles::new(rows, columns), text),
        1 => sliding(SlidingTiles::wide(rows, columns), text),
        2 => sliding(SlidingTiles::large(rows, columns), text),
        3 => swaps(SwapGame::new(rows, columns), text),
        4 => swaps(SwapGame::wide(rows, columns), text),
        5 => swaps(SwapGame::large(rows, columns), text),
        6 => {
            let vertices = rows.max(1);
            let path: Vec<_> = (1..vertices).map(|vertex| (vertex - 1, vertex)).collect();
            let puzzle = GraphTiles::new(vertices, &path).expect("a path");
            if let Ok(board) = puzzle.parse(text) {
                let printed = puzzle.display(&board).to_string();
                assert_eq!(puzzle.parse(&printed), Ok(board));
                is_numbered(&puzzle, &board);
            }
        }
        7 => {
            let puzzle = MagicSquares::new(&[1, 2, 3, 4, 5, 6, 7, 8]).expect("a sheet");
            if let Ok(sheet) = puzzle.parse(text) {
                let labels: Vec<u8> = sheet.labels(8).collect();
                assert_eq!(puzzle.state(&labels), Ok(sheet));
                let printed = puzzle.display(&sheet).to_string();
                assert_eq!(puzzle.parse(&printed), Ok(sheet));
                is_numbered(&puzzle.with_goal(&labels).expect("a sheet"), &sheet);
            }
        }
        8 => pancakes(Pancake::new(rows), text),
        9 => pancakes(Pancake::wide(rows * columns), text),
        10 => burnt(BurntPancake::new(rows), text),
        11 => burnt(BurntPancake::large(rows * columns), text),
        12 => {
            if let Ok(puzzle) = TopSpin::new(rows, columns, Ring::Rotates)
                && let Ok(state) = puzzle.parse(text)
            {
                let printed = puzzle.display(&state).to_string();
                assert_eq!(puzzle.parse(&printed), Ok(state));
                is_numbered(&puzzle, &state);
            }
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

/// Of a state that can reach the goal the number leads back to it.
fn is_numbered<P: Ranked>(puzzle: &P, state: &P::State) {
    if let Some(rank) = puzzle.rank(state) {
        assert_eq!(puzzle.unrank(rank).as_ref(), Some(state));
        assert!(puzzle.state_count().is_some_and(|count| rank < count));
    }
}

fn sliding<B: Packed, E>(puzzle: Result<SlidingTiles<B>, E>, text: &str) {
    let Ok(puzzle) = puzzle else { return };
    let Ok(board) = puzzle.parse(text) else {
        return;
    };
    let printed = puzzle.display(&board).to_string();
    assert_eq!(puzzle.parse(&printed), Ok(board));
    let labels: Vec<u8> = board.cells().collect();
    assert_eq!(puzzle.state(&labels), Ok(board));
    is_numbered(&puzzle, &board);
    // Any board is a goal, and the solvability does not depend on how it is asked for.
    let goal: Vec<u8> = puzzle.goal().cells().collect();
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

fn swaps<B: Packed, E>(puzzle: Result<SwapGame<B>, E>, text: &str) {
    let Ok(puzzle) = puzzle else { return };
    if let Ok(board) = puzzle.parse(text) {
        let printed = puzzle.display(&board).to_string();
        assert_eq!(puzzle.parse(&printed), Ok(board));
        is_numbered(&puzzle, &board);
    }
}

fn pancakes<B: Packed, E>(puzzle: Result<Pancake<B>, E>, text: &str) {
    let Ok(puzzle) = puzzle else { return };
    if let Ok(stack) = puzzle.parse(text) {
        let printed = puzzle.display(&stack).to_string();
        assert_eq!(puzzle.parse(&printed), Ok(stack));
        is_numbered(&puzzle, &stack);
    }
}

fn burnt<B: Packed, E>(puzzle: Result<BurntPancake<B>, E>, text: &str) {
    let Ok(puzzle) = puzzle else { return };
    if let Ok(stack) = puzzle.parse(text) {
        let printed = puzzle.display(&stack).to_string();
        assert_eq!(puzzle.parse(&printed), Ok(stack));
        let pancakes: Vec<i8> = stack.pancakes(puzzle.size()).collect();
        assert_eq!(puzzle.state(&pancakes), Ok(stack));
        is_numbered(&puzzle, &stack);
    }
}
