//! Boards, maps and word lists in the examples, as people have them; and what is too long, or read by nobody.

#[path = "../../examples/common/boards.rs"]
#[expect(dead_code, reason = "what only the examples need")]
mod boards;

use std::fs;

use proptest::prelude::*;
use serde_json::Value;

use crate::example_runner::{run, unread};
use crate::support::Temporary;

/// What an example prints, what it complains of, and how it ends.
fn ending(name: &str, args: &[&str], input: impl AsRef<[u8]>) -> (String, String, Option<i32>) {
    let output = run(name, args, input);
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

/// Which boards of a text can be solved; nothing is complained of but what is to be `said`.
fn solvable(text: &str, said: &str) -> Vec<bool> {
    let (out, complaint, code) = ending("solvable", &[], text);
    assert_eq!(complaint, said, "{text}");
    let lines = out.lines().map(|line| line.starts_with("solvable"));
    let lines: Vec<bool> = lines.collect();
    assert_eq!(code, Some(lines.contains(&false).into()), "{text}");
    lines
}

/// Parity by hand: the permutation from one board to another is even just if the blank moves an even distance.
fn is_solvable(columns: usize, start: &[usize], goal: &[usize]) -> bool {
    let place = |label: usize| {
        goal.iter()
            .position(|&other| other == label)
            .expect("a board")
    };
    let blank = |board: &[usize]| board.iter().position(|&label| label == 0).expect("a blank");
    let places: Vec<usize> = start.iter().map(|&label| place(label)).collect();
    let inversions = (0..places.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let inversions = inversions.filter(|&(a, b)| places[a] > places[b]).count();
    let (from, to) = (blank(start), blank(goal));
    let distance =
        (from / columns).abs_diff(to / columns) + (from % columns).abs_diff(to % columns);
    inversions.is_multiple_of(2) == distance.is_multiple_of(2)
}

const SORTED: [usize; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];
const SWAPPED: [usize; 9] = [1, 2, 3, 4, 5, 6, 8, 7, 0];

#[test]
fn several_boards_have_several_answers() {
    let both = vec![
        is_solvable(3, &SORTED, &SORTED),
        is_solvable(3, &SWAPPED, &SORTED),
    ];
    assert_eq!(both, [true, false]);
    let (a, b) = ("1 2 3\n4 5 6\n7 8 0\n", "1 2 3\n4 5 6\n8 7 _\n");
    for text in [
        format!("{a}\n{b}"),
        format!("{a}{b}"),
        format!("{a}{b}0\n"),
        format!("{a}\n\n# the second\n{b}\n0 0\n"),
        format!("3\n{a}3\n{b}0\n"),
        format!("3 3\n{a}\n3 3\n{b}\n0 0\n"),
        format!("3x3\n{a}3x3\n{b}"),
        format!("2\n{a}{b}"),
        format!("2\n\n{a}\n{b}"),
        "1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 8 7 0\n".into(),
        "[1, 2, 3, 4, 5, 6, 7, 8, 0]\n[1, 2, 3, 4, 5, 6, 8, 7, 0]\n".into(),
        "12345678_\n12345687_\n".into(),
        "3\n1 2 3 4 5 6 7 8 0\n3\n123456870\n0\n".into(),
        "[[1,2,3],[4,5,6],[7,8,0]]\n[[1,2,3],[4,5,6],[8,7,0]]\n".into(),
    ] {
        assert_eq!(solvable(&text, ""), both, "{text}");
    }
    for text in [
        "3\n1 2 3\n4 5 6\n7 8 0\n",
        "3 3\n\n1 2 3\n4 5 6\n7 8\n",
        "4 3\n1 2 3 4\n5 6 7 8\n9 10 11 0\n",
        "3 4\n1 2 3 4\n5 6 7 8\n9 10 11 0\n0 0\n",
        "2 3\n1 2 3 4 5 0\n",
        "1 1\n0\n",
        "1 2 3\n\n4 5 6\n\n7 8 0\n",
        "# only a remark\n1 2 3 # a row\n4 5 6\r\n7 8 0",
    ] {
        assert_eq!(solvable(text, ""), [true], "{text}");
    }
    // Boards of different sizes.
    assert_eq!(solvable("3 1\n1\n2\n0\n2\n2 1\n3 0\n", ""), [true, false]);
    assert_eq!(solvable(&format!("{a}\n2 1\n3 0\n"), ""), [true, false]);

    let (json, complaint, code) = ending(
        "solve",
        &["--file", "-", "--format", "json"],
        format!("{b}\n8 6 7\n2 5 4\n3 0 1\n"),
    );
    assert_eq!((&*complaint, code), ("", Some(1)));
    let answers: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    let costs: Vec<_> = answers
        .iter()
        .map(|answer| answer["cost"].as_u64())
        .collect();
    assert_eq!(costs, [None, Some(31)]);
    let (text, _, code) = ending("solve", &["--file", "-"], format!("{a}\n{a}"));
    assert_eq!(
        (text.matches("Solved, proved optimal").count(), code),
        (2, Some(0))
    );
    let args = ["--file", "-", "--svg", "none.svg"];
    let (_, complaint, code) = ending("solve", &args, format!("{a}\n{b}"));
    assert_eq!(
        complaint,
        "error: there are 2 boards: expected one with --svg or --checkpoint\n"
    );
    assert_eq!(code, Some(2));
    let (_, complaint, code) = ending("replay", &["--file", "-"], format!("{a}\n{b}"));
    assert_eq!(
        (&*complaint, code),
        ("there are 2 boards: expected one\n", Some(2))
    );
}

#[test]
fn goals_have_lines_of_their_own_and_names() {
    let start = [8, 1, 3, 4, 0, 2, 7, 6, 5];
    let rows = "8 1 3\n4 0 2\n7 6 5\n";
    let snail = [1, 2, 3, 8, 0, 4, 7, 6, 5];
    let first = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    for (goal, expected) in [
        ("goal\n1 2 3\n8 0 4\n7 6 5\n", snail),
        ("goal 1 2 3\n8 _ 4\n7 6 5\n", snail),
        ("\nGoal:\n1 2 3\n\n8 0 4\n7 6 5\n", snail),
        ("goal = [[1, 2, 3], [8, 0, 4], [7, 6, 5]]\n", snail),
        ("goal 1 2 3 8 0 4 7 6 5\n", snail),
        ("goal 123804765\n", snail),
        ("goal snail # clockwise\n", snail),
        ("goal\nsnail\n", snail),
        ("goal blank-first\n", first),
        ("goal 0 1 2 3 4 5 6 7 8", first),
        ("goal standard", SORTED),
        ("", SORTED),
    ] {
        let answer = [is_solvable(3, &start, &expected)];
        assert_eq!(solvable(&format!("{rows}{goal}"), ""), answer, "{goal}");
        assert_eq!(
            solvable(&format!("{goal}\nstart\n{rows}"), ""),
            answer,
            "{goal}"
        );
        let (json, complaint, code) = ending(
            "solve",
            &["--file", "-", "--format", "json"],
            format!("{rows}{goal}"),
        );
        assert_eq!(
            (&*complaint, code),
            ("", Some((!answer[0]).into())),
            "{goal}"
        );
        let json: Value = serde_json::from_str(&json).expect("an object");
        assert_eq!(json["outcome"] == "solved", answer[0]);
    }
    // The snail of four rows: clockwise, and the blank where it ends.
    let four = "1 2 3 4\n12 13 14 5\n11 0 15 6\n10 9 8 7\n";
    let (out, _, _) = ending("solve", &["--file", "-", "--goal", "snail"], four);
    assert!(out.contains("Cost 0, moves 0\n"), "{out}");
    let (out, _, _) = ending(
        "solve",
        &["--board", "1 2 3 5 0 4", "--size", "2x3", "--goal", "snail"],
        "",
    );
    assert!(out.contains("\n  5 0 4       0 5 4\n"), "{out}");
    let (out, _, _) = ending(
        "hint",
        &["--goal", "snail", "--board", "1 2 3 8 4 0 7 6 5"],
        "",
    );
    assert!(out.contains("moves to the goal: 1\n"), "{out}");

    let goal_first = "there is a goal, and no board before it: expected the start before it, or after a line \"start\"";
    for (text, sentence) in [
        // Rows after the goal are the goal's.
        (format!("goal 1 2 3 8 0 4 7 6 5\n{rows}"), goal_first),
        (
            format!("{rows}goal 1 2 3 8 0 4 7 6 5\n{rows}"),
            "the goal: line 5: the row has 3 numbers: expected 9",
        ),
        (
            format!("{rows}goal snail\ngoal snail\n"),
            "line 5 begins with \"goal snail\": expected a start and a goal once",
        ),
        (
            format!("{rows}goal spiral\n"),
            "the goal is \"spiral\": expected its numbers, or standard, blank-first or snail",
        ),
        (
            format!("{rows}goal 1 2 3\n"),
            "the goal: the board has 3 numbers: expected 9, one for each cell",
        ),
    ] {
        let (out, complaint, code) = ending("solvable", &[], &text);
        assert_eq!(
            (&*out, &*complaint, code),
            ("", &*format!("{sentence}\n"), Some(2)),
            "{text}"
        );
    }
    let twice = ["--file", "-", "--goal", "snail"];
    let (_, complaint, code) = ending("solve", &twice, format!("{rows}goal snail\n"));
    let sentence = "error: the text has a goal, and another is given: expected one\n";
    assert_eq!((&*complaint, code), (sentence, Some(2)));
}

/// One reading everywhere: on one line nine numbers are a square, and six are nothing.
#[test]
fn every_example_reads_boards_alike() {
    let six = "6 numbers on one line are a board of 2 x 3 or of 3 x 2: expected each row on a line, or the size\n";
    for (text, moves) in [
        ("1 3 4 8 0 2 7 5 6", 16),
        ("1,3,4\n8,_,2\n7,5,6", 16),
        ("[[1, 3, 4], [8, x, 2], [7, 5, 6]]", 16),
        ("134802756", 16),
        ("1 2 3 4 5 6 7 8", 0),
        ("- 1\n3 2", 2),
    ] {
        assert_eq!(solvable(text, ""), [true], "{text}");
        let moves_of = |args: &[&str], input: &str| {
            let (json, complaint, code) =
                ending("solve", &[args, &["--format", "json"]].concat(), input);
            assert_eq!((&*complaint, code), ("", Some(0)), "{text}");
            let json: Value = serde_json::from_str(&json).expect("an object");
            json["cost"].as_u64()
        };
        assert_eq!(moves_of(&["--board", text], ""), Some(moves), "{text}");
        assert_eq!(moves_of(&["--file", "-"], text), Some(moves), "{text}");
        let (out, _, code) = ending("hint", &["--board", text], "");
        assert!(
            out.contains(&format!("moves to the goal: {moves}\n")),
            "{text}: {out}"
        );
        assert_eq!(code, Some(0));
        for args in [&["--board", text][..], &["--file", "-"]] {
            for name in ["replay", "search_tree"] {
                let (out, complaint, code) = ending(name, args, text);
                let is_solved = out.contains(&format!("{moves} moves, proved optimal"));
                // Sixteen moves are more than a tree shows.
                assert!(
                    is_solved || name == "search_tree" && code == Some(3),
                    "{name} {text}: {out}{complaint}"
                );
            }
        }
    }
    for (name, args, prefix) in [
        ("solvable", &[][..], ""),
        ("solve", &["--file", "-"], "error: "),
        ("solve", &["--board", "1 2 3 4 5 0"], "error: "),
        ("hint", &["--board", "1 2 3 4 5 0"], ""),
        ("replay", &["--board", "1 2 3 4 5 0"], ""),
        ("replay", &["--file", "-"], ""),
    ] {
        let (out, complaint, code) = ending(name, args, "1 2 3 4 5 0\n");
        assert_eq!(
            (&*out, &*complaint, code),
            ("", &*format!("{prefix}{six}"), Some(2)),
            "{name}"
        );
    }
    // Without a blank the greatest number is the blank, and that is said.
    let note = "note: the board has no blank, so 16, its greatest number, is read as the blank\n";
    let sixteen = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n";
    assert_eq!(solvable(sixteen, note), [true]);
    let (out, complaint, _) = ending("solve", &["--file", "-"], sixteen);
    assert!(
        complaint == note && out.contains("13 14 15  0"),
        "{complaint}{out}"
    );
    let (_, complaint, code) = ending("hint", &["--board", "4 2 3 1"], "");
    assert_eq!(complaint, note.replace("16", "4"));
    assert_eq!(code, Some(1));
    // What is truly two things.
    let (_, complaint, code) = ending("solvable", &[], "1\n0\n");
    let sentence = "line 1 is a row of a board of 2 x 1, or the size of a board of 1 x 1: expected a first line with \
                    rows and columns\n";
    assert_eq!((&*complaint, code), (sentence, Some(2)));
}

#[test]
fn what_is_wrong_with_one_of_several_boards_is_said() {
    let board = "1 2 3\n4 5 6\n7 8 0\n";
    for (text, sentence) in [
        (
            format!("{board}\n1 2 3\n4 5 6\n8 7 7\n"),
            "line 7: numbers 8 and 9 of the board are both 7: expected each of 0 to 8 once",
        ),
        (
            format!("{board}1 2 3\n4 5 6\n8 7 10\n"),
            "line 6: number 9 of the board is 10: expected 0 to 8",
        ),
        (
            format!("{board}1 2 3\n"),
            "line 4: the board has 3 numbers: expected 9, one for each cell",
        ),
        (
            format!("3\n{board}3\n1 2 3\n4 5 6\n7 8 8\n"),
            "line 8: numbers 8 and 9 of the board are both 8: expected each of 0 to 8 once",
        ),
        (
            "3 3\n1 2 3\n4 5 6\n".into(),
            "line 2: the board has 2 rows of 3 numbers: expected 3 rows of 3",
        ),
        (
            "1 2 3\n4 5 6\n7   8\n".into(),
            "line 3: a number is missing, and there is a gap: expected a mark for the blank, such as _",
        ),
        (
            "0 1\n".into(),
            "2 numbers on one line are a board of 1 x 2 or of 2 x 1: expected each row on a line, or the size",
        ),
        (
            format!("2\n{board}"),
            "line 2: the row has 3 numbers: expected 1",
        ),
        (
            format!("{board}edge 1-2\n"),
            "line 4 begins with \"edge 1-2\": expected a row of numbers, edges, points or a goal",
        ),
    ] {
        let (out, complaint, code) = ending("solvable", &[], &text);
        assert_eq!(
            (&*out, &*complaint, code),
            ("", &*format!("{sentence}\n"), Some(2)),
            "{text}"
        );
    }
}

#[test]
fn other_puzzles_are_read_from_files_by_solve_too() {
    for (puzzle, text, cost) in [
        (
            "swap",
            "# A judge's sample\n2 1 3\n7 5 9 # a row\n8 4 6\n",
            4,
        ),
        ("pancake", "[5, 4, 6, 2, 1, 3]\n", 5),
        ("magic-squares", "\u{feff}8 7 6 5 4 3 2 1\r\n", 1),
    ] {
        let args = ["--puzzle", puzzle, "--file", "-", "--format", "json"];
        let (json, complaint, code) = ending("solve", &args, text);
        assert_eq!((&*complaint, code), ("", Some(0)), "{puzzle}");
        let json: Value = serde_json::from_str(&json).expect("an object");
        assert_eq!(json["cost"], cost, "{puzzle}");
    }

    let theta = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/puzzles/theta.graph");
    let args = [
        "--puzzle", "graph", "--file", theta, "--solver", "bfs", "--format", "json",
    ];
    let (json, complaint, code) = ending("solve", &args, "");
    assert_eq!((&*complaint, code), ("", Some(0)));
    let json: Value = serde_json::from_str(&json).expect("an object");
    // As many as the other examples need.
    assert_eq!(json["cost"], 24);
    let (_, complaint, code) = ending("solve", &["--file", theta], "");
    assert!(
        complaint.contains("--puzzle graph") && code == Some(2),
        "{complaint}"
    );
    let triangle = "edges: 1-2, 2-3, 3-1\nstart: [2, 1, _]\n";
    let (out, _, _) = ending("solvable", &[], triangle);
    assert!(out.starts_with("solvable"), "{out}");
}

#[test]
fn maps_are_read_as_people_have_them() {
    let maze = "#####\n#S E#\n#####\n";
    let (out, complaint, code) = ending("replay", &["--map", "-", "--open", " "], maze);
    assert_eq!((&*complaint, code), ("", Some(0)));
    assert!(
        out.starts_with("a map of 5 x 3 cells: 2 moves, proved optimal\n"),
        "{out}"
    );
    let table = [
        "--map", "-", "--open", "0", "--wall", "1", "--from", "0,0", "--to", "2,0",
    ];
    let (out, _, code) = ending("replay", &table, "\u{feff}0,1,0\r\n0,1,0\r\n0,0,0\r\n");
    assert!(
        out.contains(": 6 moves, proved optimal\n") && code == Some(0),
        "{out}"
    );
    let (out, _, code) = ending(
        "replay",
        &["--map", "-"],
        "TYPE octile\nHeight 1\nWidth 3\nMap\nS.E\n",
    );
    assert!(
        out.contains(": 2 moves, proved optimal\n") && code == Some(0),
        "{out}"
    );
    let (_, complaint, code) = ending("replay", &["--map", "-", "--board", "1 2 0 3"], maze);
    assert!(
        complaint.contains("cannot be used with") && code == Some(2),
        "{complaint}"
    );
}

/// A route that cannot be is a row of the answer.
#[test]
fn one_goal_on_a_wall_is_one_wrong_route() {
    let (map, scen) = (Temporary::new("wall.map"), Temporary::new("wall.scen"));
    let [map_path, scen_path] = [&map, &scen].map(|file| file.0.to_str().expect("it is UTF-8"));
    fs::write(&map.0, "Type octile\nHeight 1\nWidth 4\nMap\n,. @\n").expect("it is writable");
    let route =
        |from: u8, to: u8| format!("0\thand\t4\t1\t{from}\t0\t{to}\t0\t{}\n", from.abs_diff(to));
    let routes = [route(0, 2), route(0, 3), route(3, 1), route(1, 2)];
    // No version line, and all routes but the second and the third are right.
    fs::write(&scen.0, routes.concat()).expect("it is writable");
    let args = ["--map", map_path, "--scen", scen_path, "--open", ", "];
    let (out, complaint, code) = ending("grid", &args, "");
    assert_eq!((&*complaint, code), ("", Some(1)), "{out}");
    assert_eq!(out.matches("      2 right").count(), 4, "{out}");
    assert!(
        out.contains("A*: route 2: goal (3, 0) is a wall: expected an open cell\n"),
        "{out}"
    );
    assert!(out.contains("A*: route 3 is 2, found no way\n"), "{out}");
}

#[test]
fn word_ladders_have_any_list_and_any_case() {
    for (args, input, ladder, expected) in [
        (&["COLD", "Warm"][..], "", "cold wold word worm warm\n", 0),
        (
            &["cat", "DOG", "--words", "-"],
            "\u{feff}Cat cot\nDOG COG cart",
            "cat cot cog dog\n",
            0,
        ),
        (&["--words", "-", "ÉTÉ", "ôté"], "été ôté", "été ôté\n", 0),
        // No letter is added on a ladder.
        (
            &["--words", "-", "cat", "cart"],
            "cat cart cats",
            "no ladder leads from cat to cart\n",
            1,
        ),
    ] {
        let (out, complaint, code) = ending("word_ladder", args, input);
        let found = (&*out, &*complaint, code);
        assert_eq!(found, (ladder, "", Some(expected)), "{args:?}");
    }
    let long = "x".repeat(1_000);
    let shown = format!(
        "\"{}\" is not a word of examples/words.txt\n",
        "x".repeat(60)
    );
    let two = "expected two words: where the ladder begins, and where it ends\n";
    for (args, sentence) in [
        (
            &["--words", "-", "cat", "cow"][..],
            "\"cow\" is not a word of -\n",
        ),
        (&["cold", "cart", "--words"], two),
        (&["cold", &long], &shown),
    ] {
        let (out, complaint, code) = ending("word_ladder", args, "cat cot");
        assert_eq!(
            (&*out, &*complaint, code),
            ("", sentence, Some(2)),
            "{args:?}"
        );
    }
}

#[test]
fn a_text_without_end_is_refused() {
    let zeros = vec![0; (1 << 25) + 1];
    let words = vec![b'1'; 1 << 20];
    for (name, args) in [
        ("luogu_p1379", &[][..]),
        ("acwing_179", &[]),
        ("acwing_108", &[]),
        ("abc224_d", &[]),
        ("cses_1670", &[]),
        ("solvable", &[]),
        ("knight", &[]),
        ("group", &[]),
        ("solve", &["--file", "-"]),
        ("replay", &["--file", "-"]),
        ("replay", &["--map", "-"]),
        ("word_ladder", &["--words", "-", "a", "b"]),
    ] {
        let (out, complaint, code) = ending(name, args, &zeros);
        assert!(
            complaint.ends_with("is too long: expected at most 33554432 bytes\n"),
            "{name}: {complaint}"
        );
        assert_eq!((&*out, code), ("", Some(2)), "{name}");
        // One long word is not repeated.
        let (out, complaint, code) = ending(name, args, &words);
        assert!(
            complaint.len() < 300 && complaint.ends_with('\n'),
            "{name}: {complaint}"
        );
        assert_eq!((&*out, code), ("", Some(2)), "{name}");
    }
}

/// Whoever reads only the beginning, as `head` does, has seen enough.
#[test]
fn examples_end_quietly_when_nobody_reads_on() {
    let cube = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/examples/puzzles/pocket-cube.puzzle"
    );
    for (name, args, input) in [
        ("abc224_d", &[][..], "0\n1 2 3 4 5 6 7 8\n"),
        ("acwing_108", &[], "1\n0\n0\n"),
        ("acwing_179", &[], "1 2 3 4 5 6 7 x 8\n"),
        ("campaign", &["--number", "260", "--seed", "1"], ""),
        ("compare", &["--board", "1 2 0 3"], ""),
        ("cses_1670", &[], "1 2 3 4 5 6 7 8 9\n"),
        ("cube", &["--random", "2", "--fast", "500"], ""),
        ("gods_number", &["--size", "2x2"], ""),
        ("grid", &["--routes", "1"], ""),
        ("group", &[cube], ""),
        ("hint", &["--board", "1 2 0 3"], ""),
        ("knight", &[], "K..\n...\n.T.\n"),
        ("korf100", &["--from", "12", "--to", "12"], ""),
        ("leetcode_773", &[], "[[1,2,3],[4,0,5]]\n"),
        (
            "levels",
            &["--size", "2x2", "--depth", "3", "--count", "1"],
            "",
        ),
        ("luogu_p1379", &[], "283104765\n"),
        ("quickstart", &[], ""),
        ("replay", &["--board", "1 2 0 3"], ""),
        ("search_tree", &["--board", "1 2 0 3"], ""),
        ("solvable", &[], "1 2 0 3\n"),
        ("solve", &["--board", "1 2 0 3"], ""),
        ("solve", &["--board", "1 2 0 3", "--format", "json"], ""),
        ("usaco_msquare", &[], "2 6 8 4 5 7 3 1\n"),
        (
            "uva_10181",
            &[],
            "1\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n",
        ),
        ("water_jugs", &["8", "5", "3", "4"], ""),
        ("word_ladder", &["cold", "warm"], ""),
    ] {
        let output = unread(name, args, input.as_bytes());
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "",
            "{name} {args:?}"
        );
        assert_eq!(output.status.code(), Some(0), "{name} {args:?}");
    }
}

proptest! {
    /// Whatever a text says, it is boards with goals, or a sentence.
    #[test]
    fn no_text_makes_the_reader_of_boards_panic(
        lines in prop::collection::vec("[0-4]|[0-4] [0-4x_]|[0-9 ]{0,9}|goal|start|snail|edges 1-2|[0-3][0-3]|.{0,5}", 0..9),
        size in prop::option::of((0_usize..4, 0_usize..4)),
    ) {
        let text = lines.join("\n");
        if boards::is_graph(&text) {
            let read = boards::GraphText::read(&text).map(|graph| graph.puzzle::<[u8; 64]>().is_ok());
            prop_assert!(read.is_ok() || read.is_err_and(|error| !error.to_string().contains('\n')));
            return Ok(());
        }
        match boards::tiles(&text, size, None) {
            Ok(boards) => {
                prop_assert!(!boards.is_empty(), "{}", text);
                for board in boards {
                    let cells = board.rows * board.columns;
                    prop_assert!(size.is_none_or(|size| size == (board.rows, board.columns)));
                    for mut labels in [board.start, board.goal] {
                        labels.sort_unstable();
                        prop_assert!(labels.into_iter().eq(0..cells as u32));
                    }
                }
            }
            Err(error) => {
                let sentence = error.to_string();
                prop_assert!(!sentence.contains('\n') && sentence.len() < 200, "{}", sentence);
            }
        }
    }

    /// Boards after one another are read as they are alone, whatever is between them.
    #[test]
    fn boards_after_one_another_are_read_as_alone(
        boards in prop::collection::vec(Just((0..9_u32).collect::<Vec<_>>()).prop_shuffle(), 1..6),
        before in "|3\n|3 3\n|\n",
        end in "|0\n|0 0\n",
    ) {
        let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ") + "\n";
        let board = |board: &Vec<u32>| before.clone() + &board.chunks(3).map(row).collect::<String>();
        let text = boards.iter().map(board).collect::<String>() + &end;
        let read = boards::tiles(&text, None, None).expect("boards");
        let read: Vec<_> = read.into_iter().map(|board| board.start).collect();
        prop_assert_eq!(read, boards);
    }
}
