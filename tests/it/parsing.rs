//! Boards and moves as text: what is printed is read back, what is wrong is said.

use proptest::prelude::*;
use puzzle_search::puzzles::{
    Direction, Generator, GraphTiles, MagicSquares, SlidingTiles, SwapGame,
};

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(text in "\\PC*") {
        let tiles = SlidingTiles::new(2, 2).expect("a legal size");
        let graph = GraphTiles::new(3, &[(0, 1)]).expect("a simple graph");
        let swaps = SwapGame::new(2, 2).expect("a legal size");
        let errors = [
            tiles.parse(&text).err(),
            graph.parse(&text).err(),
            swaps.parse(&text).err(),
            MagicSquares::parse(&text).err(),
        ];
        for error in errors.into_iter().flatten() {
            prop_assert!(!error.to_string().contains('\n'));
        }
        let _ = (text.parse::<Direction>(), text.parse::<Generator>());
    }

    #[test]
    fn what_is_printed_is_read_back(labels in Just((0..25_u8).collect::<Vec<_>>()).prop_shuffle()) {
        let puzzle = SlidingTiles::wide(5, 5).expect("a legal size");
        let board = puzzle.state(&labels).expect("a legal board");
        prop_assert_eq!(puzzle.parse(&puzzle.display(&board).to_string()), Ok(board));
        prop_assert!(board.cells().eq(labels.iter().copied()));
        let labels: Vec<u8> = labels.into_iter().map(|label| label + 1).collect();
        let puzzle = SwapGame::wide(5, 5).expect("a legal size");
        let board = puzzle.state(&labels).expect("a legal board");
        prop_assert_eq!(puzzle.parse(&puzzle.display(&board).to_string()), Ok(board));
    }
}

#[test]
fn boards_are_printed_in_rows() {
    let puzzle = SlidingTiles::new(4, 4).expect("a legal size");
    assert_eq!(
        puzzle.display(&puzzle.goal()).to_string(),
        " 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15  0"
    );
}

#[test]
fn every_error_is_a_sentence() {
    let tiles = SlidingTiles::new(2, 2).expect("a legal size");
    let graph = |edges: &[(usize, usize)]| GraphTiles::new(3, edges).expect_err("a bad graph");
    let cases = [
        (
            SlidingTiles::new(5, 4).expect_err("too many cells"),
            "a board of 5 x 4 cells is out of range: expected 1 to 16 cells",
        ),
        (
            SlidingTiles::large(usize::MAX, 2).expect_err("too many cells"),
            "a board of 18446744073709551615 x 2 cells is out of range: expected 1 to 64 cells",
        ),
        (
            tiles.parse("1 two 3 0").expect_err("no number"),
            "item 2 of the board is \"two\": expected a number",
        ),
        (
            tiles
                .parse("1 2 99999999999999999999999 0")
                .expect_err("too large"),
            "number 3 of the board is 18446744073709551615: expected 0 to 3",
        ),
        (
            tiles.parse("").expect_err("too short"),
            "the board has 0 numbers: expected 4, one for each cell",
        ),
        (
            tiles
                .clone()
                .with_goal(&[1, 2, 3, 3])
                .expect_err("a number twice"),
            "numbers 3 and 4 of the goal are both 3: expected each of 0 to 3 once",
        ),
        (
            MagicSquares::parse("1 2 3 4 5 6 7 0").expect_err("no zero"),
            "number 8 of the board is 0: expected 1 to 8",
        ),
        (
            GraphTiles::new(17, &[]).expect_err("too many"),
            "a graph of 17 vertices is out of range: expected 1 to 16 vertices",
        ),
        (
            graph(&[(0, 1), (1, 3)]),
            "edge 2 of the graph names vertex 3: expected 0 to 2",
        ),
        (
            graph(&[(1, 1)]),
            "edge 1 of the graph joins vertex 1 to itself: expected two vertices",
        ),
        (
            graph(&[(0, 1), (1, 2), (1, 0)]),
            "edges 1 and 3 of the graph are the same: expected each once",
        ),
    ];
    for (error, sentence) in cases {
        assert_eq!(error.to_string(), sentence);
    }
}
