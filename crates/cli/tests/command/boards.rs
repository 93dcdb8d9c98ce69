//! Parsing of boards and maps in usual notations, with limits on their length, and closed outputs.

use std::fs;

use serde_json::Value;

use crate::runner::{Temporary, answer, ending, example, refused, unread};

/// Which boards of a text are solvable; standard error has exactly `said`.
fn solvable(text: &str, said: &str) -> Vec<bool> {
    let (out, complaint, code) = ending("check", &[], text);
    assert_eq!(complaint, said, "{text}");
    let lines = out.lines().map(|line| line.starts_with("solvable"));
    let lines: Vec<bool> = lines.collect();
    assert_eq!(code, Some(lines.contains(&false).into()), "{text}");
    lines
}

/// An independent parity test: the permutation from one board to another is even if and only if the blank moves an even
/// distance.
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
        &["-", "--format", "json"],
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
    let (text, _, code) = ending("solve", &["-"], format!("{a}\n{a}"));
    assert_eq!(
        (text.matches("Solved, proved optimal").count(), code),
        (2, Some(0))
    );
    let args = ["-", "--svg", "none.svg"];
    let (_, complaint, code) = ending("solve", &args, format!("{a}\n{b}"));
    assert_eq!(
        complaint,
        "error: there are 2 boards: expected one with --svg or --checkpoint\n"
    );
    assert_eq!(code, Some(2));
    let (_, complaint, code) = ending("show solution", &["-"], format!("{a}\n{b}"));
    assert_eq!(
        (&*complaint, code),
        ("error: there are 2 boards: expected one\n", Some(2))
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
        let (json, complaint, code) =
            ending("solve", &["-", "--format", "json"], format!("{rows}{goal}"));
        assert_eq!(
            (&*complaint, code),
            ("", Some((!answer[0]).into())),
            "{goal}"
        );
        let json: Value = serde_json::from_str(&json).expect("an object");
        assert_eq!(json["outcome"] == "solved", answer[0]);
    }
    // The snail goal of four rows, clockwise with the blank at its end.
    let four = "1 2 3 4\n12 13 14 5\n11 0 15 6\n10 9 8 7\n";
    let (out, _, _) = ending("solve", &["-", "--goal", "snail"], four);
    assert!(out.contains("Cost 0, moves 0\n"), "{out}");
    let (out, _, _) = ending(
        "solve",
        &["tiles", "2x3", "1 2 3 5 0 4", "--goal", "snail"],
        "",
    );
    assert!(out.contains("\n  5 0 4       0 5 4\n"), "{out}");
    let (out, _, _) = ending("hint", &["--goal", "snail", "1 2 3 8 4 0 7 6 5"], "");
    assert!(out.contains("moves to the goal: 1\n"), "{out}");

    let goal_first = "there is a goal, and no board before it: expected the start before it, or after a line \"start\"";
    for (text, sentence) in [
        // Rows after the word belong to the goal.
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
        let (out, complaint, code) = ending("check", &[], &text);
        assert_eq!(
            (&*out, &*complaint, code),
            ("", &*format!("error: {sentence}\n"), Some(2)),
            "{text}"
        );
    }
    let twice = ["-", "--goal", "snail"];
    let (_, complaint, code) = ending("solve", &twice, format!("{rows}goal snail\n"));
    let sentence = "error: the text has a goal, and another is given: expected one\n";
    assert_eq!((&*complaint, code), (sentence, Some(2)));
}

/// All subcommands agree: nine numbers on one line are a square, and six are ambiguous.
#[test]
fn every_subcommand_reads_boards_alike() {
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
                ending("solve", &[&["--format", "json"], args].concat(), input);
            assert_eq!((&*complaint, code), ("", Some(0)), "{text}");
            let json: Value = serde_json::from_str(&json).expect("an object");
            json["cost"].as_u64()
        };
        assert_eq!(moves_of(&["--", text], ""), Some(moves), "{text}");
        assert_eq!(moves_of(&["-"], text), Some(moves), "{text}");
        let (out, _, code) = ending("hint", &["--", text], "");
        assert!(
            out.contains(&format!("moves to the goal: {moves}\n")),
            "{text}: {out}"
        );
        assert_eq!(code, Some(0));
        for args in [&["--", text][..], &["-"]] {
            for name in ["show solution", "show tree"] {
                let (out, complaint, code) = ending(name, args, text);
                let is_solved = out.contains(&format!("{moves} moves, proved optimal"));
                // A solution of sixteen moves exceeds the limit of a tree.
                assert!(
                    is_solved || name == "show tree" && code == Some(3),
                    "{name} {text}: {out}{complaint}"
                );
            }
        }
    }
    for (name, args) in [
        ("check", &[][..]),
        ("solve", &["-"]),
        ("solve", &["1 2 3 4 5 0"]),
        ("hint", &["1 2 3 4 5 0"]),
        ("show solution", &["1 2 3 4 5 0"]),
        ("show solution", &["-"]),
    ] {
        let (out, complaint, code) = ending(name, args, "1 2 3 4 5 0\n");
        assert_eq!(
            (&*out, &*complaint, code),
            ("", &*format!("error: {six}"), Some(2)),
            "{name}"
        );
    }
    // Without a blank, the greatest number is read as the blank, with a note.
    let note = "note: the board has no blank, so 16, its greatest number, is read as the blank\n";
    let sixteen = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n";
    assert_eq!(solvable(sixteen, note), [true]);
    let (out, complaint, _) = ending("solve", &["-"], sixteen);
    assert!(
        complaint == note && out.contains("13 14 15  0"),
        "{complaint}{out}"
    );
    let (_, complaint, code) = ending("hint", &["4 2 3 1"], "");
    assert_eq!(complaint, note.replace("16", "4"));
    assert_eq!(code, Some(1));
    // A text that is really ambiguous.
    let (_, complaint, code) = ending("check", &[], "1\n0\n");
    let sentence = "error: line 1 is a row of a board of 2 x 1, or the size of a board of 1 x 1: expected a first line with \
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
        let (out, complaint, code) = ending("check", &[], &text);
        assert_eq!(
            (&*out, &*complaint, code),
            ("", &*format!("error: {sentence}\n"), Some(2)),
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
        ("pancakes", "[5, 4, 6, 2, 1, 3]\n", 5),
        ("magic-squares", "\u{feff}8 7 6 5 4 3 2 1\r\n", 1),
    ] {
        let args = [puzzle, "-", "--format", "json"];
        let (json, complaint, code) = ending("solve", &args, text);
        assert_eq!((&*complaint, code), ("", Some(0)), "{puzzle}");
        let json: Value = serde_json::from_str(&json).expect("an object");
        assert_eq!(json["cost"], cost, "{puzzle}");
    }

    let theta = example("theta.graph");
    let args = ["graph", &*theta, "--solver", "bfs", "--format", "json"];
    let (json, complaint, code) = ending("solve", &args, "");
    assert_eq!((&*complaint, code), ("", Some(0)));
    let json: Value = serde_json::from_str(&json).expect("an object");
    // The same cost as in the other examples.
    assert_eq!(json["cost"], 24);
    let (text, _, code) = ending("solve", &[&theta, "--solver", "a-star"], "");
    assert!(
        text.contains("Cost 24, moves 24") && code == Some(0),
        "{text}"
    );
    let triangle = "edges: 1-2, 2-3, 3-1\nstart: [2, 1, _]\n";
    let (out, _, _) = ending("check", &[], triangle);
    assert!(out.starts_with("solvable"), "{out}");
}

#[test]
fn maps_are_read_as_people_have_them() {
    let maze = "#####\n#S E#\n#####\n";
    let (out, complaint, code) = ending("show solution", &["map", "-", "--open", " "], maze);
    assert_eq!((&*complaint, code), ("", Some(0)));
    assert!(
        out.starts_with("a map of 5 x 3 cells: 2 moves, proved optimal\n"),
        "{out}"
    );
    let table = [
        "map", "-", "0,0", "--open", "0", "--wall", "1", "--goal", "2,0",
    ];
    let (out, _, code) = ending(
        "show solution",
        &table,
        "\u{feff}0,1,0\r\n0,1,0\r\n0,0,0\r\n",
    );
    assert!(
        out.contains(": 6 moves, proved optimal\n") && code == Some(0),
        "{out}"
    );
    let (out, _, code) = ending(
        "show solution",
        &["map", "-"],
        "TYPE octile\nHeight 1\nWidth 3\nMap\nS.E\n",
    );
    assert!(
        out.contains(": 2 moves, proved optimal\n") && code == Some(0),
        "{out}"
    );
    let (_, complaint, code) = ending(
        "show solution",
        &["map", "-", "1 2 0 3", "--open", " "],
        maze,
    );
    assert!(
        complaint.contains("is not a cell") && code == Some(2),
        "{complaint}"
    );
}

/// An invalid route is reported as a row of the answer.
#[test]
fn one_goal_on_a_wall_is_one_wrong_route() {
    let (map, scen) = (Temporary::new("wall.map"), Temporary::new("wall.scen"));
    let [map_path, scen_path] = [&map, &scen].map(|file| file.0.to_str().expect("it is UTF-8"));
    fs::write(&map.0, "Type octile\nHeight 1\nWidth 4\nMap\n,. @\n").expect("it is writable");
    let route =
        |from: u8, to: u8| format!("0\thand\t4\t1\t{from}\t0\t{to}\t0\t{}\n", from.abs_diff(to));
    let routes = [route(0, 2), route(0, 3), route(3, 1), route(1, 2)];
    // No version line, and all routes except the second and the third are right.
    fs::write(&scen.0, routes.concat()).expect("it is writable");
    let args = [map_path, "--scen", scen_path, "--open", ", "];
    let (out, complaint, code) = ending("map", &args, "");
    assert_eq!((&*complaint, code), ("", Some(1)), "{out}");
    assert_eq!(out.matches("      2 right").count(), 5, "{out}");
    assert!(
        out.contains("A*: route 2: goal (3, 0) is a wall: expected an open cell\n"),
        "{out}"
    );
    assert!(out.contains("A*: route 3 is 2, found no way\n"), "{out}");
}

#[test]
fn a_text_without_end_is_refused() {
    let zeros = vec![0; (1 << 25) + 1];
    let words = vec![b'1'; 1 << 20];
    for (name, args) in [
        ("check", &[][..]),
        ("group", &[]),
        ("solve", &["-"]),
        ("show solution", &["-"]),
        ("show solution", &["map", "-"]),
    ] {
        let (out, complaint, code) = ending(name, args, &zeros);
        assert!(
            complaint.ends_with("is too long: expected at most 33554432 bytes\n"),
            "{name}: {complaint}"
        );
        assert_eq!((&*out, code), ("", Some(2)), "{name}");
        // Errors do not repeat a long word in full.
        let (out, complaint, code) = ending(name, args, &words);
        assert!(
            complaint.len() < 300 && complaint.ends_with('\n'),
            "{name}: {complaint}"
        );
        assert_eq!((&*out, code), ("", Some(2)), "{name}");
    }
}

#[test]
fn a_board_for_the_goal_with_the_blank_first_is_told_so() {
    let korf = "14 1 9 6  4 8 12 5  7 2 3 0  10 11 13 15";
    let is_told = |args: &[&str]| ending("solve", args, "").0.contains("--goal blank-first.");
    assert!(is_told(&[korf]));
    assert!(!is_told(&["--goal", "blank-first", korf]));
    // With an odd number of columns, the goal with the blank first cannot be reached either.
    assert!(!is_told(&["1 2 3 4 5 6 8 7 0"]));
}

#[test]
fn a_start_is_given_once_and_a_goal_with_a_board() {
    let file = Temporary::new("boards.txt");
    fs::write(&file.0, "8 6 7 2 5 4 3 0 1\n").expect("a file");
    let path = file.0.to_str().expect("it is UTF-8");
    let board = "1 2 3 4 5 6 7 8 0";
    let follows = format!("\"{board}\" follows the start: expected a puzzle, its size and a start");
    refused("solve", &[path, board], &follows);
    let two = "there are two starts: expected a board, --scramble or --random";
    refused("solve", &[path, "--random"], two);
    let none = "the start is missing: expected a board, --scramble or --random";
    refused("solve", &["tiles", "3x3", "--goal", "snail"], none);
    let goals = "the text has a goal, and another is given: expected one";
    refused("solve", &["--goal", board], goals);
}

#[test]
fn a_start_that_is_given_replaces_the_one_in_the_file_of_the_puzzle() {
    let theta = example("theta.graph");
    let ring = Temporary::new("ring.puzzle");
    fs::write(&ring.0, "points 3\ngenerator T (1 2 3)\nstart 2 3 1\n").expect("a file");
    let ring = ring.0.to_str().expect("it is UTF-8");
    for (file, goal) in [(&*theta, "1 2 3 4 5 6 0"), (ring, "1 2 3")] {
        for start in [
            &[goal][..],
            &["--scramble", ""],
            &["--random", "--walk", "0"],
        ] {
            let (text, _) = answer("solve", &[&[file], start].concat());
            assert!(text.contains("Cost 0, moves 0"), "{text}");
        }
        let (text, _) = answer("hint", &[file, goal]);
        assert!(text.contains("moves to the goal: 0"), "{text}");
        let (text, code) = answer("hint", &[file]);
        assert!(
            !text.contains("moves to the goal: 0") && code == Some(0),
            "{text}"
        );
    }
    let (_, complaint, code) = ending("solve", &[&theta, "garbage"], "");
    assert!(
        complaint.contains("\"garbage\"") && code == Some(2),
        "{complaint}"
    );
    let both = |file: &str| format!("--edges goes without {file}, which defines the puzzle");
    for file in [&*theta, ring] {
        refused("solve", &[file, "--edges", "1-2 2-3"], &both(file));
    }
    // A file that has nothing but the start goes with edges.
    let start = Temporary::new("start.txt");
    fs::write(&start.0, "2 1 3 0\n").expect("a file");
    let start = start.0.to_str().expect("it is UTF-8");
    let (text, _) = answer("solve", &["graph", start, "--edges", "1-2 2-3 3-4 4-1 1-3"]);
    assert!(text.contains("Cost 5, moves 5"), "{text}");
}

/// A reader that closes the pipe early, as `head` does, has seen enough.
#[test]
fn it_ends_quietly_when_nobody_reads_on() {
    let cube = example("pocket-cube.puzzle");
    for (name, args, input) in [
        ("bench korf100", &["--from", "12", "--to", "12"][..], ""),
        ("check", &[], "1 2 0 3\n"),
        ("compare", &["1 2 0 3"], ""),
        ("count", &["tiles", "2x2"], ""),
        ("cube", &["--random", "2", "--fast", "500"], ""),
        ("group", &[&*cube], ""),
        ("hint", &["1 2 0 3"], ""),
        (
            "levels",
            &["tiles", "2x2", "--depth", "3", "--count", "1"],
            "",
        ),
        ("map", &["--routes", "1"], ""),
        ("show solution", &["1 2 0 3"], ""),
        ("show tree", &["1 2 0 3"], ""),
        ("solve", &["1 2 0 3"], ""),
        ("solve", &["1 2 0 3", "--format", "json"], ""),
    ] {
        assert_eq!(
            unread(name, args, input),
            (String::new(), 0),
            "{name} {args:?}"
        );
    }
}

/// The output of `map`, which must not write to standard error.
fn routes(args: &[&str], code: i32) -> String {
    let (out, complaint, found) = ending("map", args, b"");
    assert_eq!(
        (complaint.as_str(), found),
        ("", Some(code)),
        "{args:?} {out}"
    );
    out
}

#[test]
fn map_finds_the_lengths_of_its_files() {
    let out = routes(&["--routes", "40"], 0);
    assert_eq!(out.matches("    40 right").count(), 5, "{out}");
    let out = routes(&["--kind", "maze", "--size", "21x15", "--routes", "7"], 0);
    assert_eq!(out.matches("     7 right").count(), 5, "{out}");
    for (args, complaint) in [
        (
            &["none.map", "--scen", "none.scen"][..],
            "none.map cannot be read",
        ),
        (&["none.map"], "--scen"),
        (&["--size", "0x4"], "expected width x height"),
    ] {
        let (out, sentence, code) = ending("map", args, b"");
        assert!(out.is_empty() && sentence.contains(complaint), "{sentence}");
        assert_eq!(code, Some(2));
    }
}

#[test]
fn a_map_of_one_cell_has_ways_of_length_zero() {
    let (text, code) = answer("map", &["--size", "1x1"]);
    assert!(
        text.contains("the longest, 0.00000:") && code == Some(0),
        "{text}"
    );
}

#[test]
fn map_reads_files_and_says_what_is_wrong_in_them() {
    let (map, scen) = (Temporary::new("hand.map"), Temporary::new("hand.scen"));
    let path = |file: &Temporary| file.0.to_str().expect("it is UTF-8").to_owned();
    let args = [path(&map), "--scen".to_owned(), path(&scen)];
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let write = |file: &Temporary, text: &str| fs::write(&file.0, text).expect("it is writable");
    write(
        &map,
        "type octile\nheight 3\nwidth 5\nmap\n.....\n.@@@.\n.....\n",
    );
    write(
        &scen,
        "version 1\n0\thand\t5\t3\t0\t0\t4\t2\t6\n0\thand\t5\t3\t1\t2\t1\t2\t0\n",
    );
    let out = routes(&args, 0);
    // The path can go around either end of the wall.
    assert!(
        out.contains("Soooo\n.###o\n....G") || out.contains("S....\no###.\nooooG"),
        "{out}"
    );
    // Cutting a corner would give this length.
    write(&scen, "version 1\n0\thand\t5\t3\t0\t0\t4\t2\t5.41421\n");
    let out = routes(&args, 1);
    assert!(
        out.contains("A*: route 1 is 5.41421, found 6.00000\n"),
        "{out}"
    );
    write(&scen, "version 1\n0\thand\t5\t4\t0\t0\t4\t2\t6\n");
    let (_, complaint, code) = ending("map", &args, b"");
    let expected = "route 1 is on a map of 5 x 4 cells: expected 5 x 3\n";
    assert!(
        complaint.ends_with(expected) && code == Some(2),
        "{complaint}"
    );
    write(&scen, "version 1\n0\thand\t5\t3\t0\t0\t4\t3\t6\n");
    let (_, complaint, _) = ending("map", &args, b"");
    assert!(
        complaint.contains("hand.scen: line 2, column 18"),
        "{complaint}"
    );
}
