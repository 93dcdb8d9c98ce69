//! What is said to be solvable, against what can be reached.

use proptest::prelude::*;
use puzzle_search::puzzles::{Packed, SlidingTiles, sliding_solvability};
use puzzle_search::{Puzzle, Ranked, Solvability};

use crate::oracle;
use crate::support::{Numbers, walk_back};

/// All arrangements of the labels, in some order (Heap's algorithm).
fn arrangements(labels: &mut [u8], at: usize, visit: &mut impl FnMut(&[u8])) {
    if at == labels.len() {
        return visit(labels);
    }
    for other in at..labels.len() {
        labels.swap(at, other);
        arrangements(labels, at + 1, visit);
        labels.swap(at, other);
    }
}

/// Every board of this size: what is said against what the goal can reach.
fn exact<B: Packed>(puzzle: &SlidingTiles<B>) {
    let reachable = oracle::depths(puzzle, &puzzle.goal());
    assert_eq!(puzzle.state_count(), Some(reachable.len() as u128));
    let cells = puzzle.rows() * puzzle.columns();
    let mut labels: Vec<u8> = (0..cells).map(|label| label as u8).collect();
    arrangements(&mut labels, 0, &mut |labels| {
        let board = puzzle.state(labels).expect("a legal board");
        let said = puzzle.solvability(&board);
        assert_ne!(said, Solvability::Unknown);
        assert_eq!(
            said.is_solvable(),
            reachable.contains_key(&board),
            "{board:?}"
        );
        assert_eq!(
            puzzle.rank(&board).is_some(),
            said.is_solvable(),
            "{board:?}"
        );
    });
}

#[test]
fn sliding_boards_exhaustively() {
    let mut numbers = Numbers(11);
    for rows in 1..=3 {
        for columns in 1..=3 {
            let puzzle = SlidingTiles::new(rows, columns).expect("a legal size");
            exact(&puzzle);
            let goals = if rows * columns == 9 { 1 } else { 4 };
            for _ in 0..goals {
                let goal = numbers.shuffled(0..(rows * columns) as u8);
                exact(&puzzle.clone().with_goal(&goal).expect("a legal goal"));
            }
        }
    }
    for (rows, columns) in [(1, 7), (6, 1), (2, 4), (4, 2)] {
        let goal = numbers.shuffled(0..(rows * columns) as u8);
        let puzzle = SlidingTiles::new(rows, columns).and_then(|p| p.with_goal(&goal));
        exact(&puzzle.expect("a legal goal"));
    }
    let goal = numbers.shuffled(0..6);
    exact(
        &SlidingTiles::<u128>::packed(2, 3)
            .and_then(|p| p.with_goal(&goal))
            .expect("a legal goal"),
    );
    exact(
        &SlidingTiles::<[u8; 64]>::packed(3, 2)
            .and_then(|p| p.with_goal(&goal))
            .expect("a legal goal"),
    );
}

proptest! {
    /// On boards too large to search: what a walk reaches can be solved, and exchanging two tiles
    /// makes it unsolvable; on a single line any exchange does.
    #[test]
    fn sliding_boards_of_any_size(rows in 1..9_usize, columns in 1..9_usize, seed in any::<u64>()) {
        let cells = rows * columns;
        let mut numbers = Numbers(seed);
        let goal = numbers.shuffled(0..cells as u8);
        let puzzle = SlidingTiles::<[u8; 64]>::packed(rows, columns).and_then(|p| p.with_goal(&goal));
        let puzzle = puzzle.expect("a legal goal");
        let board = walk_back(&puzzle, 300, &mut numbers);
        prop_assert!(puzzle.solvability(&board).is_solvable());
        let mut labels: Vec<u8> = board.labels().collect();
        let mut tiles: Vec<usize> = (0..cells).filter(|&at| labels[at] != 0).collect();
        if tiles.len() >= 2 {
            let a = tiles.swap_remove(numbers.below(tiles.len()));
            let b = tiles[numbers.below(tiles.len())];
            labels.swap(a, b);
            let board = puzzle.state(&labels).expect("a legal board");
            prop_assert!(puzzle.solvability(&board).is_unsolvable());
        }
    }
}

#[test]
fn a_board_of_499_by_499_cells() {
    let cells = 499 * 499_u32;
    let goal: Vec<u32> = (0..cells).collect();
    let mut start = goal.clone();
    start.rotate_left(1); // one cycle of odd length, the blank in the opposite corner
    let said = sliding_solvability(499, 499, &start, &goal).expect("legal boards");
    assert!(said.is_solvable());
    start.swap(0, 1);
    let said = sliding_solvability(499, 499, &start, &goal).expect("legal boards");
    assert!(said.is_unsolvable());
}

#[test]
fn boards_that_are_none_are_answered_with_a_sentence() {
    let say = |rows, columns, start: &[i64], goal: &[i64]| {
        let error = sliding_solvability(rows, columns, start, goal).expect_err("a bad board");
        error.to_string()
    };
    assert_eq!(
        say(0, 3, &[], &[]),
        "a board of 0 x 3 cells is out of range: expected 1 to 18446744073709551615 cells"
    );
    assert_eq!(
        say(1, 2, &[0], &[0, 1]),
        "the board has 1 numbers: expected 2, one for each cell"
    );
    assert_eq!(
        say(1, 2, &[0, 1], &[0, 2]),
        "number 2 of the goal is 2: expected 0 to 1"
    );
    assert_eq!(
        say(1, 2, &[1, 1], &[0, 1]),
        "numbers 1 and 2 of the board are both 1: expected each of 0 to 1 once"
    );
    assert!(say(1, 2, &[-1, 0], &[0, 1]).starts_with("number 1 of the board is"));
}
