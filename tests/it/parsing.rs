//! Boards and moves as text: what is printed is read back, what is wrong is said.

use std::collections::HashMap;
use std::fmt::Debug;

use proptest::prelude::*;
use puzzle_search::puzzles::{
    BurntPancake, Direction, Generator, GraphTiles, MagicSquares, Metric, Packed, Pancake,
    PermutationPuzzle, PocketCube, PuzzleError, Ring, SlidingTiles, SwapGame, TopSpin,
};
use puzzle_search::traversal::{Change, Edge, Root, Step, Visitor};
use puzzle_search::{Notation, Puzzle};

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(text in "\\PC*") {
        let tiles = SlidingTiles::new(2, 2).expect("a legal size");
        let graph = GraphTiles::new(3, &[(0, 1)]).expect("a simple graph");
        let swaps = SwapGame::new(2, 2).expect("a legal size");
        let magic = MagicSquares::new(&[1, 2, 3, 4, 5, 6, 7, 8]).expect("a legal target");
        let errors = [
            tiles.parse(&text).err(),
            graph.parse(&text).err(),
            swaps.parse(&text).err(),
            magic.parse(&text).err(),
        ];
        for error in errors.into_iter().flatten() {
            prop_assert!(!error.to_string().contains('\n'));
        }
        let _ = (text.parse::<Direction>(), text.parse::<Generator>());
    }

    #[test]
    fn what_is_printed_is_read_back(labels in Just((0..25_u8).collect::<Vec<_>>()).prop_shuffle()) {
        let puzzle = SlidingTiles::<u128>::packed(5, 5).expect("a legal size");
        let board = puzzle.state(&labels).expect("a legal board");
        prop_assert_eq!(puzzle.parse(&puzzle.display(&board).to_string()), Ok(board));
        prop_assert!(board.cells().eq(labels.iter().copied()));
        let labels: Vec<u8> = labels.into_iter().map(|label| label + 1).collect();
        let puzzle = SwapGame::<u128>::packed(5, 5).expect("a legal size");
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
    let magic = MagicSquares::new(&[1, 2, 3, 4, 5, 6, 7, 8]).expect("a legal target");
    let graph = |edges: &[(usize, usize)]| GraphTiles::new(3, edges).expect_err("a bad graph");
    let cases = [
        (
            SlidingTiles::new(5, 4).expect_err("too many cells"),
            "a board of 5 x 4 cells is out of range: expected 1 to 16 cells",
        ),
        (
            SlidingTiles::<[u8; 64]>::packed(usize::MAX, 2).expect_err("too many cells"),
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
            magic.parse("1 2 3 4 5 6 7 0").expect_err("no zero"),
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

#[test]
fn every_puzzle_reads_what_it_prints() {
    let numbers = &mut crate::support::Numbers(3);
    macro_rules! read_back {
        ($($puzzle:expr),+ $(,)?) => {$(
            let puzzle = $puzzle.expect("a legal size");
            for _ in 0..20 {
                let state = crate::support::walk_back(&puzzle, 9, numbers);
                let printed = puzzle.display(&state).to_string();
                assert_eq!(puzzle.parse(&printed).ok(), Some(state), "{printed}");
            }
            assert!(puzzle.is_goal(&puzzle.goal()));
        )+};
    }
    let definition = "points 4 \n generator T (1 2 3) \n generator U (3 4)".parse();
    read_back!(
        SlidingTiles::new(3, 4),
        GraphTiles::new(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]),
        SwapGame::new(2, 3),
        MagicSquares::new(&[2, 6, 8, 4, 5, 7, 3, 1]),
        PermutationPuzzle::new(&definition.expect("a definition")),
        Pancake::new(9),
        BurntPancake::new(7),
        TopSpin::new(9, 4, Ring::Rotates),
        Ok::<_, PuzzleError>(PocketCube::new(Metric::HalfTurns)),
    );
}

/// A puzzle packed in any way is the same puzzle: from every state the same moves lead to the same states,
/// in the same order, and so goes the traversal; what the laws say of one packing they say of all.
#[test]
fn every_packing_of_a_puzzle_is_searched_alike() {
    /// For each state, in the order in which they are found, whether it is a goal, what is known of it,
    /// and where its moves lead; then the moves of a traversal.
    type Listing = (Vec<(bool, String, Vec<(String, usize)>)>, Vec<String>);
    struct Moves(Vec<String>);
    impl<S, M: Debug, C> Visitor<S, M, C> for Moves {
        type Carried = u32;
        fn enter(
            &mut self,
            left: u32,
            edge: Edge<'_, S, M, C>,
            _: impl FnOnce() -> Option<Change<C>>,
        ) -> Step<u32> {
            self.0.push(format!("{left} {:?}", edge.mv));
            if left > 1 {
                Step::Descend(left - 1)
            } else {
                Step::Prune
            }
        }
        fn unwind(&mut self, _: u32, _: M) {}
    }
    fn listing<P: Puzzle<Cost = u32>>(puzzle: &P, start: &P::State) -> Listing {
        let mut states = vec![start.clone()];
        let mut index = HashMap::from([(start.clone(), 0)]);
        let mut listed = vec![];
        while let Some(state) = states.get(listed.len()).cloned() {
            let edges = puzzle.neighbors(&state).into_iter().map(|edge| {
                assert_eq!(edge.cost, 1);
                let to = *index.entry(edge.state.clone()).or_insert(states.len());
                if to == states.len() {
                    states.push(edge.state);
                }
                (format!("{:?}", edge.mv), to)
            });
            let edges = edges.collect();
            let known = format!("{:?}", puzzle.solvability(&state));
            listed.push((puzzle.is_goal(&state), known, edges));
        }
        let (moves, _) = puzzle.depth_first(Root::new(start), 5, Moves(vec![]));
        (listed, moves.0)
    }
    fn all<B: Packed>() -> [Listing; 6] {
        let tiles = SlidingTiles::<B>::packed(2, 3).expect("a legal size");
        let graph = GraphTiles::<B>::packed(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]);
        let graph = graph.expect("a legal graph");
        let swaps = SwapGame::<B>::packed(2, 3).expect("a legal size");
        let pancake = Pancake::<B>::packed(6).expect("a legal size");
        let burnt = BurntPancake::<B>::packed(4).expect("a legal size");
        let spin = TopSpin::<B>::packed(6, 3, Ring::Fixed).expect("a legal size");
        let six = [2, 1, 4, 3, 6, 5];
        [
            listing(&tiles, &tiles.state(&[4, 5, 0, 1, 2, 3]).expect("a board")),
            listing(&graph, &graph.state(&[2, 1, 3, 0]).expect("a board")),
            listing(&swaps, &swaps.state(&six).expect("a board")),
            listing(&pancake, &pancake.state(&six).expect("a stack")),
            listing(&burnt, &burnt.state(&[2, -1, 4, 3]).expect("a stack")),
            listing(&spin, &spin.state(&[3, 2, 1, 4, 5, 6]).expect("a ring")),
        ]
    }
    let expected = all::<u64>();
    let sizes = expected.each_ref().map(|(states, _)| states.len());
    assert_eq!(sizes, [360, 24, 720, 720, 384, 36]);
    for found in [
        all::<u32>(),
        all::<u128>(),
        all::<[u8; 6]>(),
        all::<[u8; 99]>(),
    ] {
        assert_eq!(found, expected);
    }
    assert!(SlidingTiles::<[u8; 99]>::packed(5, 13).is_err());
    assert!(GraphTiles::<[u8; 99]>::packed(65, &[]).is_err());
    assert!(SwapGame::<[u8; 99]>::packed(5, 13).is_err());
    assert!(Pancake::<[u8; 300]>::packed(256).is_err());
    assert!(Pancake::<[u8; 300]>::packed(255).is_ok());
    assert!(BurntPancake::<[u8; 99]>::packed(65).is_err());
    assert!(BurntPancake::<u32>::packed(9).is_err());
    assert!(TopSpin::<[u8; 300]>::packed(256, 4, Ring::Fixed).is_err());
}

#[test]
fn corners_that_are_none_are_refused() {
    let cube = PocketCube::new(Metric::HalfTurns);
    let refused = |corners: &[(u8, u8)]| cube.state(corners).expect_err("no state").to_string();
    assert_eq!(refused(&[]), "there are 0 corners: expected 7");
    assert_eq!(
        refused(&[(1, 0), (8, 0)]),
        "place 2 has corner 8 twisted 0 times: expected 1 to 7, and 0 to 2 times"
    );
    assert_eq!(
        refused(&[(1, 0), (2, 3)]),
        "place 2 has corner 2 twisted 3 times: expected 1 to 7, and 0 to 2 times"
    );
    assert_eq!(
        refused(&[(1, 0), (2, 1), (1, 2)]),
        "places 1 and 3 have the same corner: expected each once"
    );
}

#[test]
fn states_print_themselves_without_what_their_puzzle_does_not_have() {
    let pancake = Pancake::new(5).expect("a legal size");
    let stack = |numbers: &[u8]| format!("{:?}", pancake.state(numbers).expect("a stack"));
    assert_eq!(stack(&[5, 2, 3, 4, 1]), "[5, 2, 3, 4, 1, ..]");
    assert_eq!(stack(&[2, 1, 3, 4, 5]), "[2, 1, ..]");
    assert_eq!(stack(&[1, 2, 3, 4, 5]), "[..]");
    let full = Pancake::<[u8; 3]>::packed(3).expect("a legal size");
    let stack = full.state(&[3, 1, 2]).expect("a stack");
    assert_eq!(format!("{stack:?}"), "[3, 1, 2]");
    let burnt = BurntPancake::<[u8; 64]>::packed(3).expect("a legal size");
    for numbers in [[2, -1, 3], [2, 3, 1], [1, 2, 3], [-3, -2, -1]] {
        let stack = burnt.state(&numbers).expect("a stack");
        assert_eq!(format!("{stack:?}"), format!("{numbers:?}"));
    }
}
