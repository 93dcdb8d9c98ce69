//! The examples: those for judges answer their samples, and refuse bad input in one sentence; the others print what
//! they are to show.

use std::fs;
use std::path::Path;

use crate::example_runner::{run, unread};
use crate::support::replay;

/// What an example prints on good input.
fn answer(name: &str, input: &str) -> String {
    let output = run(name, &[], input);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(complaint, "", "{name} on {input:?}");
    assert_eq!(output.status.code(), Some(0), "{name} on {input:?}");
    String::from_utf8(output.stdout).expect("answers are UTF-8")
}

fn check(name: &str, samples: &[(&str, &str)]) {
    for (input, expected) in samples {
        assert_eq!(answer(name, input), *expected, "{name} on {input:?}");
    }
}

/// Bad input ends with exit code 2, an empty stdout, and this one line on stderr.
fn check_refused(name: &str, refusals: &[(&str, &str)]) {
    for (input, sentence) in refusals {
        refused(name, input.as_bytes(), sentence);
    }
    refused(
        name,
        b"1 2\xff",
        "byte 4 of the input is not UTF-8: expected a text",
    );
}

fn refused(name: &str, input: &[u8], sentence: &str) {
    let output = run(name, &[], input);
    let input = String::from_utf8_lossy(input);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(complaint, format!("{sentence}\n"), "{name} on {input:?}");
    assert_eq!(output.status.code(), Some(2), "{name} on {input:?}");
    assert!(output.stdout.is_empty(), "{name} on {input:?}");
}

fn sorted(cells: u8) -> Vec<u8> {
    (1..cells).chain([0]).collect()
}

#[test]
fn abc224_d_answers() {
    let grid = "12\n1 2\n2 3\n4 5\n5 6\n7 8\n8 9\n1 4\n4 7\n2 5\n5 8\n3 6\n6 9\n";
    let star = "5\n1 2\n1 3\n1 9\n2 9\n3 9\n";
    check(
        "abc224_d",
        &[
            (&format!("{star}3 9 2 4 5 6 7 8\n"), "5\n"),
            (&format!("{star}1 2 3 4 5 6 7 8\n"), "0\n"),
            (
                "12\n8 5\n9 6\n4 5\n4 1\n2 5\n8 9\n2 1\n3 6\n8 7\n6 5\n7 4\n2 3\n1 2 3 4 5 6 8 7\n",
                "-1\n",
            ),
            (
                "12\n6 5\n5 4\n4 1\n4 7\n8 5\n2 1\n2 5\n6 9\n3 6\n9 8\n8 7\n3 2\n2 3 4 6 1 9 7 8\n",
                "16\n",
            ),
            // No edge at all, and the farthest board of the 8-puzzle: 8 6 7 2 5 4 3 _ 1.
            ("0\n1 2 3 4 5 6 7 8\n", "0\n"),
            ("0\n2 1 3 4 5 6 7 8\n", "-1\n"),
            (&format!("{grid}9 4 7 6 5 2 3 1\n"), "31\n"),
        ],
    );
}

#[test]
fn abc224_d_refuses() {
    let count = "expected the edge count M (1 number from 0 to 36)";
    let edge_1 = "expected edge 1 (2 numbers from 1 to 9)";
    let pieces = "expected the vertices of the pieces (8 numbers from 1 to 9)";
    check_refused(
        "abc224_d",
        &[
            ("", &format!("the input ends too early: {count}")),
            (" \n\n", &format!("the input ends too early: {count}")),
            ("five\n", &format!("item 1 of line 1 is \"five\": {count}")),
            ("-1\n", &format!("item 1 of line 1 is \"-1\": {count}")),
            ("37\n", &format!("item 1 of line 1 is \"37\": {count}")),
            ("1 2\n", &format!("line 1 has 2 items: {count}")),
            (
                "1\n1 10\n",
                &format!("item 2 of line 2 is \"10\": {edge_1}"),
            ),
            ("1\n0 1\n", &format!("item 1 of line 2 is \"0\": {edge_1}")),
            (
                "1\n+1 2\n",
                &format!("item 1 of line 2 is \"+1\": {edge_1}"),
            ),
            // A count that is larger, and one that is smaller, than the number of edges.
            (
                "1\n1 2 3 4 5 6 7 8\n",
                &format!("line 2 has 8 items: {edge_1}"),
            ),
            (
                "1\n1 2\n2 3\n1 2 3 4 5 6 7 8\n",
                &format!("line 3 has 2 items: {pieces}"),
            ),
            ("0\n", &format!("the input ends too early: {pieces}")),
            (
                "0\n1 2 3 4 5 6 7\n",
                &format!("line 2 has 7 items: {pieces}"),
            ),
            (
                "0\n1 2 3 4 5 6 7 99999999999999999999\n",
                &format!("item 8 of line 2 is \"99999999999999999999\": {pieces}"),
            ),
            (
                "0\n1 2 3 4 5 6 7 8\n\n9\n",
                "line 4 follows the pieces: expected the end of the input",
            ),
            (
                "0\n1 2 3 4 2 6 7 8\n",
                "pieces 2 and 5 are both on vertex 2: expected a vertex for each",
            ),
            (
                "2\n1 2\n3 3\n1 2 3 4 5 6 7 8\n",
                "edge 2 joins vertex 3 to itself: expected two vertices",
            ),
            (
                "3\n1 2\n2 3\n2 1\n1 2 3 4 5 6 7 8\n",
                "edges 1 and 3 of the graph are the same: expected each once",
            ),
        ],
    );
}

#[test]
fn luogu_p1379_answers() {
    check(
        "luogu_p1379",
        &[
            ("283104765\n", "4\n"),
            ("283104765", "4\n"),
            ("123804765\r\n", "0\n"),
        ],
    );
}

#[test]
fn luogu_p1379_refuses() {
    check_refused(
        "luogu_p1379",
        &[
            ("", "the board has 0 numbers: expected 9, one for each cell"),
            (
                "28310476\n",
                "the board has 8 numbers: expected 9, one for each cell",
            ),
            (
                "2831047651\n",
                "the board has 10 numbers: expected 9, one for each cell",
            ),
            (
                "283104762\n",
                "numbers 1 and 9 of the board are both 2: expected each of 0 to 8 once",
            ),
            ("283104769\n", "number 9 of the board is 9: expected 0 to 8"),
            (
                "2831x4765\n",
                "item 5 of the board is \"x\": expected a number",
            ),
            (
                "2 8 3 1 0 4 7 6 5\n",
                "the input has more than one word: expected one of 9 digits",
            ),
            (
                "823104765\n",
                "the board cannot reach 123804765: expected one that can, as the judge says",
            ),
        ],
    );
}

#[test]
fn cses_1670_answers() {
    check(
        "cses_1670",
        &[
            ("2 1 3\n7 5 9\n8 4 6\n", "4\n"),
            ("7 4 2\n3 9 5\n8 6 1\n", "9\n"),
            ("5 8 2\n6 4 7\n3 9 1\n", "10\n"),
            ("1 2 3\n4 5 6\n7 8 9\n", "0\n"),
        ],
    );
}

#[test]
fn cses_1670_refuses() {
    check_refused(
        "cses_1670",
        &[
            ("", "the state has 0 numbers: expected 9, one for each cell"),
            (
                "2 1 3\n7 5 9\n8 4\n",
                "the state has 8 numbers: expected 9, one for each cell",
            ),
            (
                "2 1 3\n7 5 9\n8 4 6\n1\n",
                "the state has 10 numbers: expected 9, one for each cell",
            ),
            (
                "2 1 3\n7 5 9\n8 4 2\n",
                "numbers 1 and 9 of the state are both 2: expected each of 1 to 9 once",
            ),
            (
                "2 1 3\n7 5 0\n8 4 6\n",
                "number 6 of the state is 0: expected 1 to 9",
            ),
            (
                "2 1 3\n7 5 10\n8 4 6\n",
                "number 6 of the state is 10: expected 1 to 9",
            ),
            (
                "2 1 3\n7 -5 9\n8 4 6\n",
                "item 5 of the state is \"-5\": expected a number",
            ),
        ],
    );
}

#[test]
fn usaco_msquare_answers() {
    check(
        "usaco_msquare",
        &[
            ("2 6 8 4 5 7 3 1\n", "7\nBCABCCB\n"),
            ("6 7 4 1 8 5 2 3\n", "5\nCCBBB\n"),
            ("1 2 3 4 5 6 7 8\n", "0\n\n"),
            ("8 7 6 5 4 3 2 1\n", "1\nA\n"),
            ("4 1 2 3 6 7 8 5\n", "1\nB\n"),
            ("1 7 2 4 5 3 6 8\n", "1\nC\n"),
        ],
    );
}

#[test]
fn usaco_msquare_refuses() {
    check_refused(
        "usaco_msquare",
        &[
            ("", "the state has 0 numbers: expected 8, one for each cell"),
            (
                "2 6 8 4 5 7 3\n",
                "the state has 7 numbers: expected 8, one for each cell",
            ),
            (
                "2 6 8 4 5 7 3 1 1\n",
                "the state has 9 numbers: expected 8, one for each cell",
            ),
            (
                "2 6 8 4 5 7 3 2\n",
                "numbers 1 and 8 of the state are both 2: expected each of 1 to 8 once",
            ),
            (
                "2 6 8 4 5 7 3 9\n",
                "number 8 of the state is 9: expected 1 to 8",
            ),
            (
                "2 6 8 4 5 7 3 A\n",
                "item 8 of the state is \"A\": expected a number",
            ),
        ],
    );
}

#[test]
fn leetcode_773_answers() {
    check(
        "leetcode_773",
        &[
            ("[[1,2,3],[4,0,5]]\n", "1\n"),
            ("[[1,2,3],[5,4,0]]\n", "-1\n"),
            ("[[4,1,2],[5,0,3]]\n", "5\n"),
            ("[[3,2,4],[1,5,0]]\n", "14\n"),
            ("[[1, 2, 3], [4, 5, 0]]", "0\n"),
        ],
    );
}

#[test]
fn leetcode_773_refuses() {
    let shape = "the input is not a board of 2 rows and 3 columns: \
                 expected one like [[1,2,3],[4,0,5]]";
    check_refused(
        "leetcode_773",
        &[
            ("", shape),
            ("1 2 3 4 0 5\n", shape),
            ("[[1,2,3],[4,0,5]\n", shape),
            ("[[1,2,3]]\n", shape),
            ("[[1,2,3],[4,0]]\n", shape),
            ("[[1,2],[3,4],[0,5]]\n", shape),
            ("[[1,2,3],[4,0,5,6]]\n", shape),
            ("[[1 2,,3],[4,0,5]]\n", shape),
            ("[[1,2,3],[4,0,5]] 6\n", shape),
            (
                "[[1,,3],[4,0,5]]\n",
                "the board has 5 numbers: expected 6, one for each cell",
            ),
            (
                "[[1,2,3],[4,0,1]]\n",
                "numbers 1 and 6 of the board are both 1: expected each of 0 to 5 once",
            ),
            (
                "[[1,2,3],[4,0,6]]\n",
                "number 6 of the board is 6: expected 0 to 5",
            ),
            (
                "[[1,2,3],[4,0,b]]\n",
                "item 6 of the board is \"b\": expected a number",
            ),
        ],
    );
}

#[test]
fn acwing_108_answers() {
    let (start, goal) = ("1 2 3\n0 4 6\n7 5 8\n", "1 2 3\n4 5 6\n7 8 0\n");
    let odd = "1 2 3\n4 5 6\n8 7 0\n";
    check(
        "acwing_108",
        &[
            (&format!("3\n{start}{goal}1\n0\n0\n"), "TAK\nTAK\n"),
            (&format!("3\n{start}\n{goal}\n1\n0\n\n0"), "TAK\nTAK\n"),
            (&format!("3\n{start}{odd}"), "NIE\n"),
            (&format!("3\n{odd}\n{odd}3\r\n{goal}{odd}"), "TAK\nNIE\n"),
        ],
    );
}

#[test]
fn acwing_108_answers_the_largest_board() {
    let n = 499;
    let board = |swapped: bool| {
        let mut labels: Vec<usize> = (0..n * n).collect();
        if swapped {
            labels.swap(1, n * n - 1);
        }
        let row = |row: &[usize]| {
            row.iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        labels.chunks(n).map(row).collect::<Vec<_>>().join("\n")
    };
    let (sorted, swapped) = (board(false), board(true));
    let input = format!("{n}\n{sorted}\n{swapped}\n{n}\n{swapped}\n\n{swapped}\n");
    assert_eq!(answer("acwing_108", &input), "NIE\nTAK\n");
}

#[test]
fn acwing_108_refuses() {
    let n_1 = "expected n of case 1 (1 number from 1 to 499)";
    let n_2 = "expected n of case 2 (1 number from 1 to 499)";
    check_refused(
        "acwing_108",
        &[
            ("", &format!("the input ends too early: {n_1}")),
            ("0\n", &format!("item 1 of line 1 is \"0\": {n_1}")),
            ("501\n", &format!("item 1 of line 1 is \"501\": {n_1}")),
            ("three\n", &format!("item 1 of line 1 is \"three\": {n_1}")),
            (
                "2\n0 1\n2 3\n0 1\n2 3\n",
                "n of case 1 is 2: expected an odd number",
            ),
            // Whatever is wrong with the second case, no answer to the first is printed.
            (
                "1\n0\n0\n500\n",
                &format!("item 1 of line 4 is \"500\": {n_2}"),
            ),
            ("1\n0\n0\n4\n", "n of case 2 is 4: expected an odd number"),
            (
                "1\n0\n0\n1\n0\n",
                "the input ends too early: expected row 1 of the goal of case 2 (1 number from 0 to 0)",
            ),
            (
                "3\n1 2 3\n0 4 6\n7 5\n",
                "line 4 has 2 items: expected row 3 of the board of case 1 (3 numbers from 0 to 8)",
            ),
            (
                "3\n1 2 3\n0 4 6\n7 5 9\n",
                "item 3 of line 4 is \"9\": \
                 expected row 3 of the board of case 1 (3 numbers from 0 to 8)",
            ),
            (
                "3\n1 2 3\n0 4 6\n7 5 7\n1 2 3\n4 5 6\n7 8 0\n",
                "case 1: numbers 7 and 9 of the board are both 7: expected each of 0 to 8 once",
            ),
            (
                "3\n1 2 3\n0 4 6\n7 5 8\n1 2 3\n4 5 6\n7 8 8\n",
                "case 1: numbers 8 and 9 of the goal are both 8: expected each of 0 to 8 once",
            ),
        ],
    );
}

#[test]
fn acwing_179_answers() {
    let path = answer("acwing_179", "2  3  4  1  5  x  7  6  8\n");
    let letters = path.trim_end();
    assert_eq!(letters.len(), 19);
    assert_eq!(replay(&[2, 3, 4, 1, 5, 0, 7, 6, 8], letters), sorted(9));
    assert!(
        letters.chars().all(|letter| "udlr".contains(letter)),
        "{letters}"
    );

    check(
        "acwing_179",
        &[
            ("1 2 3 4 5 6 7 8 x\n", "\n"),
            ("1 2 3 4 5 6 8 7 x\n", "unsolvable\n"),
            // As HDU 1043: many boards.
            (
                "1 2 3 4 5 6 8 7 x\n1 2 3 4 5 6 7 x 8\n1 2 3 4 5 x 7 8 6",
                "unsolvable\nr\nd\n",
            ),
        ],
    );
}

#[test]
fn acwing_179_answers_the_farthest_board() {
    let path = answer("acwing_179", "8 6 7 2 5 4 3 x 1\n");
    assert_eq!(path.trim_end().len(), 31);
    assert_eq!(
        replay(&[8, 6, 7, 2, 5, 4, 3, 0, 1], path.trim_end()),
        sorted(9)
    );
}

#[test]
fn acwing_179_refuses() {
    check_refused(
        "acwing_179",
        &[
            (
                "",
                "the input is empty: expected a board of 9 items on each line",
            ),
            (
                "\n\n",
                "the input is empty: expected a board of 9 items on each line",
            ),
            (
                "1 2 3 4 5 6 7 x\n",
                "line 1: the board has 8 numbers: expected 9, one for each cell",
            ),
            (
                "1 2 3 4 5 6 7 8 x 8\n",
                "line 1: the board has 10 numbers: expected 9, one for each cell",
            ),
            (
                "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 7 x\n",
                "line 2: numbers 7 and 8 of the board are both 7: expected each of 0 to 8 once",
            ),
            (
                "1 2 3 4 5 6 7 8 0\n",
                "item 9 of line 1 is \"0\": expected 1 to 8 or x",
            ),
            (
                "1 2 3 4 5 6 7 9 x\n",
                "item 8 of line 1 is \"9\": expected 1 to 8 or x",
            ),
            (
                "1 2 3 4 5 6 7 8 y\n",
                "item 9 of line 1 is \"y\": expected 1 to 8 or x",
            ),
        ],
    );
}

#[test]
fn uva_10181_answers() {
    let first = "2 3 4 0\n1 5 7 8\n9 6 10 12\n13 14 11 15\n";
    let second = "13 1 2 4\n5 0 3 7\n9 6 10 12\n15 8 11 14\n";
    let solved = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n";
    check(
        "uva_10181",
        &[
            (
                &format!("2\n{first}{second}"),
                "LLLDRDRDR\nThis puzzle is not solvable.\n",
            ),
            (&format!("2\n{solved}\n{first}"), "\nLLLDRDRDR\n"),
            ("0\n", ""),
        ],
    );
}

#[test]
fn uva_10181_refuses() {
    let board = "2 3 4 0\n1 5 7 8\n9 6 10 12\n13 14 11 15\n";
    let count = "expected the board count N (1 number from 0 to 4294967295)";
    check_refused(
        "uva_10181",
        &[
            ("", &format!("the input ends too early: {count}")),
            ("two\n", &format!("item 1 of line 1 is \"two\": {count}")),
            ("-1\n", &format!("item 1 of line 1 is \"-1\": {count}")),
            (
                &format!("2\n{board}"),
                "the input ends too early: expected row 1 of board 2 (4 numbers from 0 to 15)",
            ),
            (
                &format!("1\n{board}{board}"),
                "line 6 follows the boards: expected the end of the input",
            ),
            (
                "1\n2 3 4\n",
                "line 2 has 3 items: expected row 1 of board 1 (4 numbers from 0 to 15)",
            ),
            (
                &format!("2\n{board}2 3 4 16\n"),
                "item 4 of line 6 is \"16\": expected row 1 of board 2 (4 numbers from 0 to 15)",
            ),
            (
                &format!("2\n{board}2 3 4 0\n1 5 7 8\n9 6 10 12\n13 14 11 0\n"),
                "board 2: numbers 4 and 16 of the board are both 0: expected each of 0 to 15 once",
            ),
        ],
    );
}

/// What an example shows: the lines that are to be among those that it prints.
#[test]
fn what_is_to_be_copied_works() {
    let hints = "\n\n";
    let shows: [(&str, &str, &[&str]); 13] = [
        (
            "own_puzzle",
            "",
            &[
                "7 crossings, 20 states: the goat alone the wolf the goat the cabbage alone the goat",
            ],
        ),
        ("water_jugs", "", &["[8, 0, 0]", "[1, 4, 3]"]),
        ("map_path", "", &["11 steps"]),
        ("game_hints", hints, &["moves to go"]),
        (
            "all_solutions",
            "",
            &[
                "Some(40) solutions of cost 31",
                "the 40th costs 31, the 42nd 33",
            ],
        ),
        (
            "progress_and_cancel",
            "",
            &["the search was cancelled: at least "],
        ),
        (
            "save_and_resume",
            "",
            &["stopped after 5000 states", "cost 31"],
        ),
        ("own_heuristic", "", &["lawful on ", "cost 31"]),
        (
            "own_solver",
            "",
            &[
                "Some(Expanded) after 3 states",
                " moves",
                "the same after each of ",
            ],
        ),
        ("pattern_database", "", &["1680 entries each", "cost "]),
        (
            "whole_space",
            "",
            &[
                "181440 boards, at most 31 moves from the goal",
                "in the end 181440 boards",
            ],
        ),
        ("levels", "", &["the hardest need 22 moves", "22 moves: "]),
        ("threads", "", &["IDA*: ", "cost "]),
    ];
    for (name, input, lines) in shows {
        let text = answer(name, input);
        for line in lines {
            assert!(text.contains(line), "{name}: {line:?} in\n{text}");
        }
    }
    // Both sides of a game: what is no move is said, what is one is played.
    let played = answer("game_hints", "Sideways\n\n");
    assert!(played.contains("\"Sideways\" is no move here"), "{played}");
    let all = answer("game_hints", &"\n".repeat(40));
    assert!(all.ends_with("Solved.\n"), "{all}");
}

#[test]
fn a_text_without_end_is_refused() {
    let (zeros, words) = (vec![0; (1 << 25) + 1], vec![b'1'; 1 << 20]);
    for name in [
        "luogu_p1379",
        "acwing_179",
        "acwing_108",
        "abc224_d",
        "cses_1670",
    ] {
        refused(
            name,
            &zeros,
            "the input is too long: expected at most 33554432 bytes",
        );
        // One long word is not repeated.
        let output = run(name, &[], &words);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(
            complaint.len() < 300 && complaint.ends_with('\n'),
            "{name}: {complaint}"
        );
        assert_eq!(
            (output.status.code(), &*output.stdout),
            (Some(2), &[][..]),
            "{name}"
        );
    }
}

/// Whoever reads only the beginning, as `head` does, has seen enough.
#[test]
fn judges_may_stop_reading() {
    for (name, input) in [
        ("abc224_d", "0\n1 2 3 4 5 6 7 8\n"),
        ("acwing_108", "1\n0\n0\n"),
        ("acwing_179", "1 2 3 4 5 6 7 x 8\n"),
        ("cses_1670", "1 2 3 4 5 6 7 8 9\n"),
        ("leetcode_773", "[[1,2,3],[4,0,5]]\n"),
        ("luogu_p1379", "283104765\n"),
        ("usaco_msquare", "2 6 8 4 5 7 3 1\n"),
        ("uva_10181", "1\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n"),
    ] {
        let output = unread(name, &[], input.as_bytes());
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
        assert_eq!(output.status.code(), Some(0), "{name}");
    }
}

#[test]
fn every_example_is_run_by_a_test_and_is_in_the_index() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (tests, index) = (
        include_str!("examples.rs"),
        include_str!("../../examples/README.md"),
    );
    let mut count = 0;
    for entry in fs::read_dir(root.join("examples")).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.file_stem().expect("it has a name").to_string_lossy();
            assert!(
                tests.contains(&format!("\"{name}\"")),
                "no test names {name}"
            );
            assert!(
                index.contains(&format!("`{name}`")),
                "{name} is not in the index"
            );
            let lines = fs::read_to_string(&path)
                .expect("it is UTF-8")
                .lines()
                .count();
            assert!(lines <= 80, "{name} has {lines} lines");
            count += 1;
        }
    }
    assert!(count >= 20, "{count} examples");
}
