//! Boards and moves as text: what is printed is read back, what is wrong is said.

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::ControlFlow;

use proptest::prelude::*;
use puzzle_search::observe::{Generated, Observer};
use puzzle_search::puzzles::{
    BoardText, BurntPancake, Definition, Direction, GraphTiles, Metric, Packed, Pancake,
    PermutationPuzzle, PocketCube, PuzzleError, Ring, SlidingTiles, SwapGame,
};
use puzzle_search::{Notation, Puzzle, Solver};

use crate::support::{WalkWithin, magic_squares_to, top_spin_of};

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(text in "\\PC*") {
        let tiles = SlidingTiles::new(2, 2).expect("a legal size");
        let graph = GraphTiles::new(3, &[(0, 1)]).expect("a simple graph");
        let swaps = SwapGame::new(2, 2).expect("a legal size");
        let magic = magic_squares_to(&[1, 2, 3, 4, 5, 6, 7, 8]);
        let errors = [
            tiles.parse(&text).err(),
            graph.parse(&text).err(),
            swaps.parse(&text).err(),
            magic.parse(&text).err(),
        ];
        for error in errors.into_iter().flatten() {
            prop_assert!(!error.to_string().contains('\n'));
        }
        let _ = text.parse::<Direction>();
    }

    #[test]
    fn no_board_makes_its_reader_panic(text in "[0-9a-fx_.*,;|()\\[\\]{}# \\t\\r\\n\u{feff}-]{0,60}", rows in 0_usize..5, columns: usize) {
        for read in [text.parse(), BoardText::sized(&text, rows, 3), BoardText::sized(&text, rows, columns)] {
            match read {
                Ok(BoardText { rows, columns, mut labels, .. }) => {
                    labels.sort_unstable();
                    prop_assert!(labels.into_iter().eq(0..(rows * columns) as u32));
                }
                Err(error) => {
                    let sentence = error.to_string();
                    prop_assert!(!sentence.contains('\n') && sentence.contains("expected"), "{}", sentence);
                }
            }
        }
    }

    /// Where the blank is white space, it is the blank or the board is refused: it is never read elsewhere.
    #[test]
    fn no_blank_is_read_where_it_is_not(
        (rows, columns, labels) in (2_usize..6, 2_usize..6).prop_flat_map(|(rows, columns)| {
            let labels = (0..(rows * columns) as u32).collect::<Vec<_>>();
            (Just(rows), Just(columns), Just(labels).prop_shuffle())
        }),
        in_last_row: bool,
        is_aligned: bool,
        indent in 0_usize..3,
        blank in " {0,2}",
        cut: bool,
    ) {
        let mut labels = labels;
        if in_last_row {
            // Most boards have it elsewhere.
            let at = labels.iter().position(|&label| label == 0).expect("a blank");
            labels.swap(at, (rows - 1) * columns + at % columns);
        }
        let row = |row: &[u32]| {
            let number = |&label: &u32| match label {
                0 if is_aligned => "  ".to_owned(),
                0 => blank.clone(),
                _ if is_aligned => format!("{label:2}"),
                _ => label.to_string(),
            };
            let line = " ".repeat(indent) + &row.iter().map(number).collect::<Vec<_>>().join(" ");
            if cut { line.trim_end().to_owned() } else { line }
        };
        let text = labels.chunks(columns).map(row).collect::<Vec<_>>().join("\n");
        let last = labels.last() == Some(&0);
        for read in [text.parse(), BoardText::sized(&text, rows, columns)] {
            match read {
                Ok(read) => prop_assert_eq!(&read.labels, &labels, "{}", text),
                // Of rows of the same width only the last blank is plain to see.
                Err(_) => prop_assert!(!last || columns == 2 || rows * columns > 9, "{}", text),
            }
        }
    }

    /// In whatever style a board is written, it is the same board.
    #[test]
    fn boards_in_all_styles_are_the_same(
        (rows, columns, labels) in (2_usize..6, 2_usize..6).prop_flat_map(|(rows, columns)| {
            let labels = (0..(rows * columns) as u32).collect::<Vec<_>>();
            (Just(rows), Just(columns), Just(labels).prop_shuffle())
        }),
        blank in "0|-1|[_xX.*-]",
        between in " |, ?|;|\\|| \\| |\t",
        (open, close) in prop::sample::select(vec![("", ""), ("[", "]"), ("(", "),"), ("{", "}"), ("| ", " |")]),
        comment in "|  # said 1 2 3",
        end in "\n|\r\n|\n\n",
    ) {
        let row = |row: &[u32]| {
            let number = |label: &u32| if *label == 0 { blank.clone() } else { label.to_string() };
            row.iter().map(number).collect::<Vec<_>>().join(&between)
        };
        let lines = labels.chunks(columns).map(|labels| format!("{open}{}{close}{comment}{end}", row(labels)));
        let text = format!("\u{feff}# a board{end}{}", lines.collect::<String>());
        let read = BoardText::sized(&text, rows, columns).expect("a board");
        prop_assert_eq!((read.rows, read.columns, read.greatest), (rows, columns, None));
        prop_assert_eq!(&read.labels, &labels);
        prop_assert_eq!(text.parse(), Ok(read.clone()), "{}", text);
        // Brackets within brackets, however their lines are broken.
        if open == "[" {
            let text = text.replace(&comment, "").replace("# a board", "[").replace(", ", ",\n");
            prop_assert_eq!((text + "]").parse(), Ok(read));
        }
    }

    #[test]
    fn what_is_printed_is_read_back(labels in Just((0..25_u8).collect::<Vec<_>>()).prop_shuffle()) {
        let puzzle = SlidingTiles::<u128>::packed(5, 5).expect("a legal size");
        let board = puzzle.state(&labels).expect("a legal board");
        prop_assert_eq!(puzzle.parse(&puzzle.display(&board).to_string()), Ok(board));
        prop_assert!(board.labels().eq(labels.iter().copied()));
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
    let magic = magic_squares_to(&[1, 2, 3, 4, 5, 6, 7, 8]);
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
            Pancake::new(0).expect_err("too few pancakes"),
            "a stack of 0 pancakes is out of range: expected 1 to 16 pancakes",
        ),
        (
            BurntPancake::new(9).expect_err("too many pancakes"),
            "a stack of 9 pancakes is out of range: expected 1 to 8 pancakes",
        ),
        (
            tiles.parse("1 two 3 0").expect_err("no number"),
            "item 2 of the board is \"two\": expected a number",
        ),
        (
            tiles
                .parse("1 2 99999999999999999999999 0")
                .expect_err("too large"),
            "item 3 of the board is \"99999999999999999999\": expected a number with fewer digits",
        ),
        (
            BurntPancake::new(3)
                .and_then(|puzzle| puzzle.parse("1 -200 2"))
                .expect_err("too large"),
            "number 2 of the state is 200: expected 1 to 3",
        ),
        (
            BurntPancake::new(3)
                .and_then(|puzzle| puzzle.parse("1 -99999999999999999999 2"))
                .expect_err("too large"),
            "item 2 of the state is \"-9999999999999999999\": expected a number with fewer digits",
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
            "number 8 of the state is 0: expected 1 to 8",
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
        Ok::<_, PuzzleError>(magic_squares_to(&[2, 6, 8, 4, 5, 7, 3, 1])),
        PermutationPuzzle::new(&definition.expect("a definition")),
        Pancake::new(9),
        BurntPancake::new(7),
        Ok::<_, PuzzleError>(top_spin_of(9, 4, Ring::Rotates)),
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
    #[derive(Default)]
    struct Moves(Vec<String>);
    impl<S, M: Debug> Observer<S, M, u32> for Moves {
        fn wants_nodes(&self) -> bool {
            true
        }
        fn generated(&mut self, node: Generated<'_, S, M, u32>) -> ControlFlow<()> {
            self.0.push(format!("{} {:?}", node.g, node.mv));
            ControlFlow::Continue(())
        }
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
        let mut moves = Moves::default();
        let walk = WalkWithin::new(4).search(puzzle, start);
        let report = walk.observe(&mut moves).run();
        assert!(report.is_unsolvable());
        assert!(moves.0.len() > 20, "{}", moves.0.len());
        (listed, moves.0)
    }
    fn all<B: Packed>() -> [Listing; 6] {
        let tiles = SlidingTiles::<B>::packed(2, 3).expect("a legal size");
        let graph = GraphTiles::<B>::packed(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]);
        let graph = graph.expect("a legal graph");
        let swaps = SwapGame::<B>::packed(2, 3).expect("a legal size");
        let pancake = Pancake::<B>::packed(6).expect("a legal size");
        let burnt = BurntPancake::<B>::packed(4).expect("a legal size");
        let spin = Definition::top_spin(6, 3, Ring::Fixed).expect("a legal size");
        let spin = PermutationPuzzle::<B>::packed(&spin).expect("a legal size");
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
    assert!(Definition::top_spin(256, 4, Ring::Fixed).is_err());
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

#[test]
fn boards_are_read_as_people_write_them() {
    let square = [8, 1, 2, 0, 4, 3, 7, 6, 5];
    let three = |text: &'static str| (text, 3, 3, square.to_vec(), None);
    let sorted =
        |rows: usize, columns: usize| (1..(rows * columns) as u32).chain([0]).collect::<Vec<_>>();
    let cases = [
        three("[[8, 1, 2], [0, 4, 3], [7, 6, 5]]"),
        three("[[8,1,2],\n [0,4,3],\n [7,6,5]]\n"),
        three("[[8 1 2]\n [0 4 3]\n [7 6 5]]"),
        three("[\n  [\n    8,\n    1,\n    2\n  ],\n  [\n    0,\n    4, 3\n  ],\n  [7, 6, 5]\n]"),
        three("(8, 1, 2, 0, 4, 3, 7, 6, 5)"),
        three("[8, 1, 2],\n[0, 4, 3],\n[7, 6, 5]"),
        three("8;1;2\n0;4;3\n7;6;5\n"),
        three("8 1 2 |\n0 4 3 |\n7 6 5 |"),
        three("| 8 | 1 | 2 |\n|  0 | 4 | 3 |\n| 7 | 6 | 5 |"),
        three("8\t1\t2\r\n0\t4\t3\r\n7\t6\t5\r\n"),
        three("\u{feff}# a board\n8 1 2 # its first row\n0 4 3\n\n7 6 5"),
        three("8 1 2 0 4 3 7 6 5"),
        three("8 1 2\n_ 4 3\n7 6 5"),
        three("8 1 2\nx 4 3\n7 6 5"),
        three("8 1 2\nX 4 3\n7 6 5"),
        three("8 1 2\n. 4 3\n7 6 5"),
        three("8 1 2\n- 4 3\n7 6 5"),
        three("8 1 2\n-1 4 3\n7 6 5"),
        three("8 1 2\n* 4 3\n7 6 5"),
        three("8 1 2 / 0 4 3 / 7 6 5"),
        three("812/043/765"),
        three("812043765"),
        three("812_43765"),
        three("812\n.43\n765"),
        three("812 043 765"),
        (
            "1,2,3\n4,,5\n6,7,8",
            3,
            3,
            vec![1, 2, 3, 4, 0, 5, 6, 7, 8],
            None,
        ),
        (
            "1|2|3\n4|5|6\n7| |8",
            3,
            3,
            vec![1, 2, 3, 4, 5, 6, 7, 0, 8],
            None,
        ),
        ("1234567_8", 3, 3, vec![1, 2, 3, 4, 5, 6, 7, 0, 8], None),
        ("123456789ABCDEF0", 4, 4, sorted(4, 4), None),
        (
            "123456789abcde_f",
            4,
            4,
            [&sorted(4, 4)[..14], &[0, 15]].concat(),
            None,
        ),
        ("1234\n5678\n9ab0", 3, 4, sorted(3, 4), None),
        ("1 2 3 / 4 5 0", 2, 3, sorted(2, 3), None),
        (
            "1 2 3 4\n5 6 7 8\n9 A B C\nD E F 0",
            4,
            4,
            sorted(4, 4),
            None,
        ),
        (
            "+---+---+\n| 1 | 2 |\n+---+---+\n| 3 |   |\n+---+---+\n",
            2,
            2,
            sorted(2, 2),
            None,
        ),
        (
            "| 1 | 2 |\n|---|:-:|\n| 3 | _ |\n",
            2,
            2,
            sorted(2, 2),
            None,
        ),
        ("10\n32", 2, 2, vec![1, 0, 3, 2], None),
        // The last cell is missing.
        ("1 2 3\n4 5 6\n7 8", 3, 3, sorted(3, 3), None),
        (
            " 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15",
            4,
            4,
            sorted(4, 4),
            None,
        ),
        ("1 2 3 4 5 6 7 8", 3, 3, sorted(3, 3), None),
        ("12345678", 3, 3, sorted(3, 3), None),
        ("1 2\n3 4\n5", 3, 2, sorted(3, 2), None),
        ("1,2,3,\n4,5,", 2, 3, sorted(2, 3), None),
        // There is no blank.
        ("1 2 3\n4 5 6", 2, 3, sorted(2, 3), Some(6)),
        ("4 2 3 1", 2, 2, vec![0, 2, 3, 1], Some(4)),
        (
            "1 2 3 4\n5 6 7 8\n9 10 11 16\n13 14 15 12",
            4,
            4,
            vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 13, 14, 15, 12],
            Some(16),
        ),
        ("0", 1, 1, vec![0], None),
        ("2\n1\n0", 3, 1, vec![2, 1, 0], None),
    ];
    for (text, rows, columns, labels, greatest) in cases {
        let board: BoardText = text.parse().expect(text);
        assert_eq!((board.rows, board.columns), (rows, columns), "{text}");
        assert_eq!(
            (&board.labels, board.greatest),
            (&labels, greatest),
            "{text}"
        );
        let tiles = SlidingTiles::new(rows, columns).expect("a legal size");
        let read = tiles.parse(text).expect(text);
        assert!(read.labels().map(u32::from).eq(board.labels), "{text}");
    }
    // A known size tells what a row alone does not.
    for (text, rows, columns) in [
        ("1 2 3 4 5 0", 2, 3),
        ("1 2 3 4 5", 3, 2),
        ("123450", 2, 3),
        ("1\n2\n3\n0", 2, 2),
    ] {
        let board = BoardText::sized(text, rows, columns).expect(text);
        assert_eq!(board.labels, sorted(rows, columns), "{text}");
    }
    // Digits come before a number that begins with zero.
    for (text, labels) in [("01", &[0, 1][..]), ("10", &[1, 0]), ("01 2", &[0, 1, 2])] {
        for (rows, columns) in [(1, labels.len()), (labels.len(), 1)] {
            let board = BoardText::sized(text, rows, columns).expect(text);
            assert_eq!(board.labels, labels, "{text}");
        }
    }
    let triangle = GraphTiles::new(3, &[(0, 1), (1, 2), (2, 0)]).expect("a graph");
    assert_eq!(triangle.parse("[2, _, 1]"), triangle.state(&[2, 0, 1]));
    let swaps = SwapGame::new(2, 2).expect("a legal size");
    assert_eq!(
        swaps.parse("[[2, 1], [3, 4]] # one swap"),
        swaps.state(&[2, 1, 3, 4])
    );
}

#[test]
fn what_is_no_board_or_two_is_refused() {
    let unknown = [
        ("", "there is no board: expected its numbers"),
        ("# nothing", "there is no board: expected its numbers"),
        (
            "1 2 3 4 5 0",
            "6 numbers on one line are a board of 2 x 3 or of 3 x 2: expected each row on a line, or the size",
        ),
        (
            "1 2 3 4 0",
            "5 numbers on one line are a board of 1 x 5 or of 5 x 1: expected each row on a line, or the size",
        ),
        (
            "123405",
            "6 numbers on one line are a board of 2 x 3 or of 3 x 2: expected each row on a line, or the size",
        ),
        (
            "1\n2\n3\n0",
            "4 numbers on a line each are a board of 2 x 2 or of 4 x 1: expected each row on a line, or the size",
        ),
        (
            "1 2 x 0",
            "items 3 and 4 of the board, \"x\" and \"0\", are both blank: expected one blank",
        ),
        (
            "1 2\n3 _\n- 4",
            "line 3: items 4 and 5 of the board, \"_\" and \"-\", are both blank: expected one blank",
        ),
        (
            "1 2 0 0",
            "numbers 3 and 4 of the board are both 0: expected each of 0 to 3 once",
        ),
        (
            "1 2 3\n4 5\n6 7 8",
            "line 2: the row has 2 numbers: expected 3",
        ),
        (
            "1 2 3\n4 5 6\n7",
            "line 3: the row has 1 number: expected 3",
        ),
        (
            "1 2 3\n4 5 0\n6 7",
            "line 3: the row has 2 numbers: expected 3",
        ),
        // The blank may be anywhere.
        (
            "1 2 3\n4 5 6\n7   8",
            "line 3: a number is missing, and there is a gap: expected a mark for the blank, such as _",
        ),
        (
            " 1  2  3\n 4  5  6\n    7  8",
            "line 3: a number is missing, and there is a gap: expected a mark for the blank, such as _",
        ),
        (
            "1 2\n3 y",
            "line 2: item 4 of the board is \"y\": expected a number",
        ),
        (
            "1 2\n3 +0",
            "line 2: item 4 of the board is \"+0\": expected a number",
        ),
        ("1", "number 1 of the board is 1: expected 0 to 0"),
        (
            "1 2\n3 5",
            "line 2: number 4 of the board is 5: expected 0 to 3",
        ),
        (
            "1 2\n3 3",
            "line 2: numbers 3 and 4 of the board are both 3: expected each of 0 to 3 once",
        ),
        (
            "12\n35",
            "line 1: number 1 of the board is 12: expected 0 to 1",
        ),
        (
            "123456789123456789",
            "\"123456789123456789\" has 18 characters: expected a number, or at most 16 hexadecimal digits in all",
        ),
        (
            "12g",
            "\"12g\" has 3 characters: expected a number, or at most 16 hexadecimal digits in all",
        ),
    ];
    for (text, sentence) in unknown {
        let error = text.parse::<BoardText>().expect_err(text);
        assert_eq!(error.to_string(), sentence, "{text:?}");
    }
    let sized = [
        (
            "1 2 3",
            "the board has 3 numbers: expected 6, one for each cell",
        ),
        (
            "1 2\n3 4\n5 0",
            "the board has 3 rows of 2 numbers: expected 2 rows of 3",
        ),
        (
            "1 2 3 4 0",
            "the board has 5 numbers: expected 6, one for each cell",
        ),
        (
            "1 2 3 4   5",
            "line 1: a number is missing, and there is a gap: expected a mark for the blank, such as _",
        ),
        (
            "812043765",
            "the board has 9 numbers: expected 6, one for each cell",
        ),
    ];
    for (text, sentence) in sized {
        let error = BoardText::sized(text, 2, 3).expect_err(text);
        assert_eq!(error.to_string(), sentence, "{text:?}");
    }
    // However long a word is, little of it is repeated.
    let long = "9".repeat(100_000);
    for text in [
        long.clone(),
        format!("1 2 3 {long}"),
        format!("1 2 3 z{long}"),
    ] {
        let sentence = text.parse::<BoardText>().expect_err("a word").to_string();
        assert!(sentence.len() < 120, "{sentence}");
    }
    let long = "Z".repeat(1_000);
    let sentence = long.parse::<Direction>().expect_err("no move").to_string();
    assert!(sentence.len() < 120, "{sentence}");
}
