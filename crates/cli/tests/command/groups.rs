//! Solvability and groups: `check`, `group`, `cube`, and `solve` with a definition.

use crate::runner::{Temporary, ending as answer, example};

/// The path of a definition among the examples.
fn path(name: &str) -> String {
    example(&format!("{name}.puzzle"))
}

#[test]
fn check_says_whether_and_why() {
    let wheels = "points 6\ngenerator L (1 2 3 4)\ngenerator R (3 4 5 6)\n";
    for (input, expected, code) in [
        (
            "1 2 3\n4 5 6\n8 7 0\n",
            "unsolvable: the permutation from start to goal is odd while the blank moves an even \
             distance, for the goal with the blank last\n",
            1,
        ),
        (
            "# Sam Loyd's, with his goal turned round\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\ngoal 1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0\n",
            "solvable: the permutation from start to goal is even, and so is the distance of the \
             blank\n",
            0,
        ),
        (
            "edges 1-2 2-3 3-1\nstart 2 1 0\n",
            "solvable: with the blank in its place, the permutation from goal to start is in the \
             group of the walks of the blank, which has 2 elements\n",
            0,
        ),
        (
            "edges 1-2\nedges 2-3\nstart 2 1 0",
            "unsolvable: piece 1 cannot reach its place: no walk of the blank carries it there\n",
            1,
        ),
        (
            &format!("{wheels}start 2 1 3 4 5 6\n"),
            "unsolvable: the permutation from goal to start is not among the 120 that the moves \
             generate\n",
            1,
        ),
        (
            &format!("start 2 1 3 4 5 6\n{wheels}goal 2 1 3 4 5 6"),
            "solvable: the permutation from goal to start is in the group of the moves, which has \
             120 elements\n",
            0,
        ),
    ] {
        let (out, complaint, found) = answer("check", &[], input);
        assert_eq!(
            (&*out, &*complaint, found),
            (expected, "", Some(code)),
            "{input:?}"
        );
    }
    let (out, _, code) = answer("check", &["--help"], "");
    assert!(out.starts_with("Say whether a puzzle can be solved") && code == Some(0));
    let args = ["867254301", "--goal", "snail", "--format", "json"];
    let (out, _, code) = answer("check", &args, "");
    assert_eq!(code, Some(1));
    assert!(
        out.starts_with("{\"solvability\":\"unsolvable\",\"reason\":\"the permutation"),
        "{out}"
    );
    let cube = path("pocket-cube");
    for args in [
        &[&*cube, "--laws"][..],
        &["tiles", "2x3", "--laws"],
        &["burnt-pancakes", "3", "--laws"],
    ] {
        let (out, complaint, code) = answer("check", args, "");
        assert_eq!((&*complaint, code), ("", Some(0)), "{args:?}");
        assert_eq!(out.matches("lawful on ").count(), 2, "{out}");
        let (out, _, _) = answer("check", &[args, &["--format", "json"]].concat(), "");
        for line in out.lines() {
            let object: serde_json::Value = serde_json::from_str(line).expect("an object");
            assert_eq!(object["lawful"], true, "{line}");
        }
    }
}

#[test]
fn check_refuses_in_one_sentence() {
    for (input, sentence) in [
        ("", "there is no board: expected its numbers"),
        (
            "1 2\n3 4\n5 6 0\n",
            "line 3: the row has 3 numbers: expected 2",
        ),
        (
            "1 2\n3 +\n",
            "line 2: item 4 of the board is \"+\": expected a number",
        ),
        (
            "1 2\n3 3\n",
            "line 2: numbers 3 and 4 of the board are both 3: expected each of 0 to 3 once",
        ),
        (
            "hello",
            "line 1 begins with \"hello\": expected a row of numbers, edges, points or a goal",
        ),
        (
            "edges 1-2",
            "the start is missing: expected a board, --scramble or --random",
        ),
        (
            "edges 1_2\nstart 1 0",
            "edge 1 is \"1_2\": expected two different vertices from 1 to 2, such as 1-2",
        ),
        (
            "edges 1-3\nstart 1 0",
            "edge 1 is \"1-3\": expected two different vertices from 1 to 2, such as 1-2",
        ),
        (
            "points 3",
            "the start is missing: expected a board, --scramble or --random",
        ),
        (
            "points 3\nstart 1 2 3\ngenerator A (1 4)",
            "the input: line 3, column 16: the point is 4: expected 1 to 3",
        ),
    ] {
        let (out, complaint, code) = answer("check", &[], input);
        assert_eq!((&*out, code), ("", Some(2)), "{input:?}");
        assert_eq!(complaint, format!("error: {sentence}\n"), "{input:?}");
    }
    let (_, complaint, code) = answer("check", &["no/such.file"], "");
    assert!(complaint.starts_with("error: no/such.file cannot be read") && code == Some(2));
}

#[test]
fn group_describes_a_puzzle() {
    let (out, complaint, code) = answer("group", &[&path("two-wheels")], "");
    assert_eq!((&*complaint, code), ("", Some(0)));
    assert_eq!(
        out,
        "Two wheels\n\
         points      6\n\n\
         move L      order 4    odd   (1 2 3 4)\n\
         move L'     order 4    odd   (1 4 3 2)\n\
         move R      order 4    odd   (3 4 5 6)\n\
         move R'     order 4    odd   (3 6 5 4)\n\n\
         order       120\n\
         factors     2^3 * 3 * 5\n\
         even only   no\n\
         base        1 3 2\n\
         orbit sizes 6 5 4\n\
         generators  5 strong ones\n\
         orbit       1 2 3 4 5 6\n"
    );
    let (out, _, code) = answer("group", &[&path("cube")], "");
    assert_eq!(code, Some(0));
    assert!(out.contains("order       43252003274489856000\n"));
    assert!(out.contains("factors     2^27 * 3^14 * 5^3 * 7^2 * 11\n"));
    // 100!, as GAP and published tables have it.
    let turn: Vec<String> = (1..=100).map(|point: u32| point.to_string()).collect();
    let hundred = format!(
        "points 100\ngenerator A ({})\ngenerator B (2 3)",
        turn.join(" ")
    );
    let (out, _, code) = answer("group", &["-"], &hundred);
    assert_eq!(code, Some(0));
    let order = out
        .lines()
        .find_map(|line| line.strip_prefix("order       "));
    assert_eq!(
        order,
        Some(
            "9332621544394415268169923885626670049071596826438162146859296389521759999322991560894\
             1463976156518286253697920827223758251185210916864000000000000000000000000"
        )
    );
    let (out, complaint, code) = answer("group", &["-"], "points 3\ngenerator A (1 2");
    assert_eq!((&*out, code), ("", Some(2)));
    assert_eq!(
        complaint,
        "error: the input: line 2, column 17: the line ends too early: expected \")\"\n"
    );
}

#[test]
fn solve_reads_a_definition() {
    let pocket = path("pocket-cube");
    let args = [&pocket, "--scramble", "R U2 F'", "--format", "json"];
    for solver in ["ida-star", "a-star", "bfs", "bidirectional"] {
        let args = [&args[..], &["--solver", solver]].concat();
        let (out, complaint, code) = answer("solve", &args, "");
        assert_eq!((&*complaint, code), ("", Some(0)), "{solver}");
        let object: serde_json::Value = serde_json::from_str(&out).expect("an object");
        assert_eq!(
            object["moves"],
            serde_json::json!(["F", "U2", "R'"]),
            "{solver}"
        );
    }
    let wheels = path("two-wheels");
    let (out, _, code) = answer("solve", &[&wheels, "2 1 3 4 5 6"], "");
    assert_eq!(code, Some(1));
    assert!(out.contains("not among the 120"));
    let (_, _, code) = answer(
        "solve",
        &[&wheels, "2 1 3 4 5 6", "--goal", "2 1 3 4 5 6"],
        "",
    );
    assert_eq!(code, Some(0));
    for (args, sentence) in [
        (
            vec![],
            "the start is missing: expected a board, --scramble or --random".to_owned(),
        ),
        (
            vec!["--scramble", "L U"],
            "--scramble: column 3: \"U\" is not a move: expected one of L L' R R'".to_owned(),
        ),
        (
            vec!["--scramble", "L", "1 2 3 4 5 6"],
            "there are two starts: expected a board, --scramble or --random".to_owned(),
        ),
    ] {
        let args = [&[&*wheels], &args[..]].concat();
        let (_, complaint, code) = answer("solve", &args, "");
        assert_eq!((complaint, code), (format!("error: {sentence}\n"), Some(2)));
    }
    // The start can be in the file, and the definition can be long.
    for (points, start) in [(4, "2 3 4 1".to_owned()), (70, String::new())] {
        let input = format!("points {points}\ngenerator T (1 2 3 4)\n");
        let input = match &*start {
            "" => input,
            start => format!("start {start}\n{input}"),
        };
        let scramble: &[_] = if start.is_empty() {
            &["--scramble", "T"]
        } else {
            &[]
        };
        let (out, complaint, code) = answer("solve", &[&["-"], scramble].concat(), &input);
        assert_eq!((&*complaint, code), ("", Some(0)), "{input}");
        assert!(out.contains("moves 3") || out.contains("moves 1"), "{out}");
    }
    let (_, complaint, code) = answer("solve", &["no/such.puzzle"], "");
    assert!(complaint.starts_with("error: no/such.puzzle cannot be read") && code == Some(2));
}

#[test]
fn cube_solves_what_it_can_and_says_why_not() {
    let (out, complaint, code) = answer(
        "cube",
        &[
            "--scramble",
            "R U F2 L'",
            "--table-mb",
            "1",
            "--format",
            "json",
        ],
        "",
    );
    assert_eq!((&*complaint, code), ("", Some(0)));
    for field in [
        "\"outcome\":\"solved\"",
        "\"length\":4",
        "\"moves\":\"L F2 U' R'\"",
        "\"optimal\":true",
    ] {
        assert!(out.contains(field), "{out}");
    }
    // The symmetries leave two of eighteen first moves.
    let symmetric = ["--scramble", "L2 R2 U2 D2 F2 B2", "--table-mb", "1"];
    let json = [&symmetric[..], &["--format", "json"]].concat();
    let (whole, _, code) = answer("cube", &json, "");
    for field in ["\"length\":6", "\"lower_bound\":6", "\"optimal\":true"] {
        assert!(whole.contains(field) && code == Some(0), "{whole}");
    }
    let (out, _, code) = answer("cube", &symmetric, "");
    assert!(
        out.starts_with(" 6 moves: ") && !out.contains("at least") && code == Some(0),
        "{out}"
    );
    // The search is stopped at once, and the same command resumes it.
    let directory = Temporary::new("cube-checkpoint");
    let directory = directory.0.to_str().expect("it is UTF-8");
    let saved = [&json[..], &["--checkpoint", directory]].concat();
    let stopped = [&saved[..], &["--max-seconds", "0"]].concat();
    let (said, _, code) = answer("cube", &stopped, "");
    let said: serde_json::Value = serde_json::from_str(&said).expect("an object");
    assert_eq!(said["outcome"], "stopped");
    assert!(said["lower_bound"].as_u64().is_some_and(|bound| bound <= 6));
    assert_eq!(code, Some(3));
    let (again, _, code) = answer("cube", &saved, "");
    let counted = |out: &str| out.split("\"seconds\"").next().map(str::to_owned);
    assert_eq!((counted(&again), code), (counted(&whole), Some(0)));
    let (out, complaint, code) = answer("cube", &["--random", "2", "--fast", "500"], "");
    assert_eq!((&*complaint, code), ("", Some(0)));
    for line in out.lines() {
        let (length, rest) = line.split_once(" moves: ").expect("a solution");
        assert!(
            length.trim().parse::<u32>().expect("a number") <= 25,
            "{line}"
        );
        assert!(rest.contains("at least"), "{line}");
    }
    assert_eq!(out.lines().count(), 2);
    let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let (out, _, code) = answer("cube", &[solved, "--table-mb", "1"], "");
    assert!(out.starts_with(" 0 moves:") && code == Some(0), "{out}");
    // The edge UF flipped, then the face U without its center, then a word that is not a move.
    let mut flipped: Vec<char> = solved.chars().collect();
    flipped.swap(7, 19);
    let flipped: String = flipped.into_iter().collect();
    let (out, _, code) = answer("cube", &[&flipped], "");
    assert!(
        out.ends_with("a piece of 2 places would have to be turned alone\n"),
        "{out}"
    );
    assert_eq!(code, Some(1));
    let json = [&flipped, "--format", "json"];
    let (out, complaint, code) = answer("cube", &json, "");
    let said: serde_json::Value = serde_json::from_str(&out).expect("an object");
    assert_eq!(
        (&said["outcome"], &*complaint, code),
        (&"unsolvable".into(), "", Some(1))
    );
    let reason = said["reason"].as_str().expect("a reason");
    assert!(
        reason.ends_with("a piece of 2 places would have to be turned alone"),
        "{reason}"
    );
    for (args, sentence) in [
        (
            &[&solved[1..]][..],
            "there are 53 stickers: expected 54, 9 for each face\n",
        ),
        (
            &[&*solved.replacen("UR", "RR", 1)],
            "at URF is a corner that no cube has: two of its stickers are R\n",
        ),
        (
            &[&*solved.replacen("UR", "RU", 1)],
            "at URF is a corner that no cube has: its colors are R U F clockwise",
        ),
        (&["--scramble", "R U X"], "column 5: \"X\" is not a move"),
    ] {
        let (_, complaint, code) = answer("cube", args, "");
        assert!(
            complaint.starts_with(&format!("error: {sentence}")),
            "{complaint}"
        );
        assert_eq!(code, Some(2));
    }
}

#[test]
fn cube_takes_cubes_and_moves_as_people_write_them() {
    let solve = |args: &[&str]| answer("cube", &[args, &["--table-mb", "1"]].concat(), "");
    // White is up, and green in front.
    let turned = "wwgwwgwwg rrrrrrrrr ggyggyggy yybyybyyb ooooooooo wbbwbbwbb";
    let (out, complaint, code) = solve(&[turned]);
    assert_eq!((&*complaint, code), ("", Some(0)));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines[0],
        "the cube is held with W up and G in front: the moves are for this way"
    );
    assert!(lines[1].starts_with(" 1 moves: R'   ("), "{out}");
    // A slice turn is two face turns and a rotation of the cube.
    let (out, _, code) = solve(&["--scramble", "[R: U2] (M2)' y", "--format", "json"]);
    let said: serde_json::Value = serde_json::from_str(&out).expect("an object");
    assert_eq!(
        (&said["up"], &said["front"], code),
        (&"D".into(), &"R".into(), Some(0))
    );
    assert_eq!(said["length"], 4);
    let (out, _, code) = answer("cube", &["--random", "1", "--fast", "1"], "");
    assert!(!out.contains("held") && code == Some(0), "{out}");
}

#[test]
fn a_definition_is_solved_from_both_ends_unless_told_otherwise() {
    let rings =
        "points 14\ngenerator A (1 2 3 4 5 6 7 8)\ngenerator B (5 9 10 11 8 12 13 14)\ninverses\n";
    let solver = |more: &[&str]| {
        let args = [&["-", "--format", "json", "--scramble", "A B A B"], more].concat();
        let (out, complaint, code) = answer("solve", &args, rings);
        assert_eq!((&*complaint, code), ("", Some(0)));
        let object: serde_json::Value = serde_json::from_str(&out).expect("an object");
        object["solver"].clone()
    };
    assert_eq!(solver(&[]), "bidirectional");
    assert_eq!(solver(&["--solver", "a-star"]), "a-star");
    assert_eq!(
        solver(&["--heuristic", "manhattan", "--max-cost", "4"]),
        "ida-star"
    );
}
