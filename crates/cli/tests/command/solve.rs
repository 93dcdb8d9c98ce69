//! `solve`: answers, exit codes and errors.

use serde_json::Value;

use crate::runner::{Output, Temporary, refused, run};

const SOLVED: i32 = 0;
const UNSOLVABLE: i32 = 1;
const BAD_INPUT: i32 = 2;
const STOPPED: i32 = 3;

const SOLVERS: [&str; 7] = [
    "ida-star",
    "a-star",
    "bfs",
    "bidirectional",
    "uniform-cost",
    "branch-and-bound",
    "iterative-deepening",
];

/// A reversed 24-puzzle, which no solver solves within a test.
const HARD: &str = "24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0";

/// The JSON object on standard output, and the exit code.
fn json(args: &[&str]) -> (Value, i32) {
    let args = [args, &["--format", "json"]].concat();
    parsed(&run("solve", &args, b""))
}

fn parsed(output: &Output) -> (Value, i32) {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let object = serde_json::from_slice(&output.stdout).expect("one object on standard output");
    (object, output.code.expect("it was not killed"))
}

fn text(args: &[&str]) -> (String, i32) {
    let output = run("solve", args, b"");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8(output.stdout).expect("it is UTF-8");
    (text, output.code.expect("it was not killed"))
}

/// The board after the blank moves from the last cell `up` rows up and `left` columns left.
fn near_goal(rows: usize, columns: usize, up: usize, left: usize) -> String {
    let cells = rows * columns;
    let mut labels: Vec<usize> = (1..cells).chain([0]).collect();
    let mut blank = cells - 1;
    let steps = [(up, columns), (left, 1)];
    for step in steps.iter().flat_map(|&(times, by)| vec![by; times]) {
        labels.swap(blank, blank - step);
        blank -= step;
    }
    let labels: Vec<_> = labels.iter().map(ToString::to_string).collect();
    labels.join(" ")
}

#[test]
fn without_arguments_korfs_instance_12_is_solved() {
    let (answer, code) = json(&[]);
    assert_eq!(code, SOLVED);
    assert_eq!(answer["cost"], 45);
    assert_eq!(answer["lower_bound"], 45);
    assert_eq!(answer["generated"], 546_344);
    assert_eq!(answer["size"], "4x4");
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(45));

    let (text, code) = text(&[]);
    assert_eq!(code, SOLVED);
    for line in [
        "  14  1  9  6        0  1  2  3",
        "Solved, proved optimal.",
        "Cost 45, moves 45",
        "   41  Up    Right Up    Left  Left",
        "  generated            546,344",
    ] {
        assert!(text.lines().any(|l| l == line), "{line:?} in\n{text}");
    }
    assert!(text.lines().last().is_some_and(|l| l.contains("--help")));
}

#[test]
fn the_keys_are_those_promised_and_what_is_absent_is_null() {
    let mut promised = [
        "puzzle",
        "size",
        "solver",
        "heuristic",
        "outcome",
        "reason",
        "cost",
        "moves",
        "expanded",
        "generated",
        "peak_stored",
        "peak_bytes",
        "seconds",
        "lower_bound",
        "factor",
        "incumbents",
    ];
    promised.sort_unstable();
    let solved: &[&str] = &["1 2 0 3"];
    let unsolvable: &[&str] = &["2 1 3 0"];
    let stopped: &[&str] = &["--max-generated", "0"];
    for (args, outcome, null) in [
        (solved, "solved", &["reason"][..]),
        (
            unsolvable,
            "unsolvable",
            &["cost", "moves", "lower_bound", "factor"],
        ),
        (stopped, "stopped", &["cost", "moves", "factor"]),
    ] {
        let (answer, _) = json(args);
        let object = answer.as_object().expect("it is an object");
        let mut keys: Vec<_> = object.keys().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(keys, promised);
        assert_eq!(answer["outcome"], outcome);
        for (key, value) in object {
            assert_eq!(value.is_null(), null.contains(&key.as_str()), "{key}");
        }
    }
}

#[test]
fn every_solver_solves_every_puzzle() {
    let diagonal = "1-2 2-3 3-4 4-1 1-3";
    let (wide, large) = (near_goal(5, 5, 2, 3), near_goal(8, 8, 3, 1));
    let long_graph: Vec<_> = (1..64).map(|v| format!("{v}-{}", v + 1)).collect();
    let long_graph = long_graph.join(" ");
    let path_of_64 = near_goal(1, 64, 0, 6);
    let swapped = near_goal(8, 8, 0, 0).replace("63 0", "64 63");
    let instances: [(&[&str], &str, u64); 20] = [
        (&["8 1 3 4 0 2 7 6 5"], "3x3", 14),
        (&["1 2 3 4 5 6 7 8 0"], "3x3", 0),
        (&["tiles", "2x3", "1 2 3 0 4 5"], "2x3", 2),
        (&["tiles", "3x4", &near_goal(3, 4, 2, 1)], "3x4", 3),
        (&["tiles", "1x5", "1 0 2 3 4"], "1x5", 3),
        (&["tiles", "5x1", "1 0 2 3 4"], "5x1", 3),
        (&["tiles", "1x1", "0"], "1x1", 0),
        (&["1 2 0 3", "--goal", "0 1 3 2"], "2x2", 3),
        (&[&wide], "5x5", 5),
        (&[&large], "8x8", 4),
        (&["graph", "2 1 3 0", "--edges", diagonal], "4", 5),
        (&["graph", &path_of_64, "--edges", &long_graph], "64", 6),
        (&["swap", "2 1 3 7 5 9 8 4 6"], "3x3", 4),
        (&["swap", &swapped], "8x8", 1),
        (&["magic-squares", "--goal", "2 6 8 4 5 7 3 1"], "2x4", 7),
        (&["hanoi", "4x4"], "4x4", 9),
        (&["hanoi", "1 2 1", "--goal", "2 2 2"], "3x4", 5),
        (&["pancakes", "5 4 6 2 1 3"], "6", 5),
        (&["top-spin", "4 3 2 1 5 6 7 8"], "8x4", 1),
        (&["top-spin", "20x4", "--scramble", "1"], "20x4", 1),
    ];
    for (args, size, cost) in instances {
        for solver in SOLVERS {
            let (answer, code) = json(&[args, &["--solver", solver]].concat());
            assert_eq!(
                (code, &answer["cost"]),
                (SOLVED, &Value::from(cost)),
                "{solver} {args:?}"
            );
            assert_eq!(answer["size"], size);
            assert_eq!(answer["solver"], solver);
            assert_eq!(answer["lower_bound"], cost);
            let moves = answer["moves"].as_array().expect("there are moves");
            assert_eq!(moves.len() as u64, cost);
        }
    }
}

#[test]
fn puzzles_are_solved_from_the_goal_too() {
    let (tiles, korf) = (["8 6 7 2 5 4 3 0 1"], []);
    let graph = ["graph", "--edges", "1-2 2-3 3-4 4-1 1-3", "2 1 3 0"];
    let swap = ["swap", "2 1 3 7 5 9 8 4 6"];
    let heavy = ["heavy-tiles", "8 6 7 2 5 4 3 0 1"];
    let large: Vec<_> = (1..31).rev().map(|pancake| pancake.to_string()).collect();
    let pancake = ["pancakes", &large.join(" ")];
    let hanoi = ["hanoi", "5x3", "--solver", "a-star"];
    let squares = ["magic-squares", "--goal", "2 6 8 4 5 7 3 1"];
    for args in [
        &tiles[..],
        &squares,
        &graph,
        &swap,
        &korf,
        &heavy,
        &pancake,
        &hanoi[..2],
    ] {
        let cost = &json(args).0["cost"];
        assert!(cost.is_u64());
        let ways = [
            (&["--solver", "bae-star"][..], "bae-star"),
            (&["--solver", "nbs"], "nbs"),
            (&["--backward"], "ida-star backward"),
            (&["--backward", "--threads", "2"], "ida-star backward"),
            (&["--solver", "a-star", "--backward"], "a-star backward"),
        ];
        for (way, name) in ways {
            let (answer, code) = json(&[args, way].concat());
            assert_eq!((code, &answer["cost"]), (SOLVED, cost), "{args:?} {way:?}");
            assert_eq!(answer["solver"], name);
            assert_eq!(&answer["lower_bound"], cost);
        }
    }
    for args in [
        &["--solver", "bfs", "--backward"][..],
        &["--solver", "bae-star", "--backward"],
        &["--solver", "bae-star", "--heuristic", "linear-conflict"],
        &["burnt-pancakes", "2 -1 3", "--solver", "bae-star"],
    ] {
        assert!(complaint(args).contains("backward"), "{args:?}");
    }
}

#[test]
fn every_heuristic_gives_the_same_cost() {
    let boards: [&[&str]; 3] = [
        &["8 1 3 4 0 2 7 6 5"],
        &["swap", "2 1 3 7 5 9 8 4 6"],
        &["magic-squares", "--goal", "2 6 8 4 5 7 3 1"],
    ];
    for (args, cost) in boards.into_iter().zip([14, 4, 7]) {
        let generated = ["manhattan", "misplaced", "none"].map(|heuristic| {
            let (answer, code) = json(&[args, &["--heuristic", heuristic]].concat());
            assert_eq!(code, SOLVED);
            assert_eq!(answer["cost"], cost);
            assert_eq!(answer["heuristic"], heuristic);
            answer["generated"].as_u64().expect("it is a count")
        });
        assert!(
            generated.is_sorted(),
            "the better informed does less: {generated:?}"
        );
    }
}

#[test]
fn heuristics_of_tiles_give_the_same_cost_and_keep_their_databases() {
    let cache = Temporary::new("solve-cache");
    let cache = cache.0.to_str().expect("an ordinary path");
    let board = ["8 6 7 2 5 4 3 0 1"];
    for heuristic in ["linear-conflict", "walking-distance"] {
        for solver in ["ida-star", "a-star", "branch-and-bound", "bfs"] {
            let args = ["--heuristic", heuristic, "--solver", solver];
            let (answer, code) = json(&[&board[..], &args].concat());
            assert_eq!((code, &answer["cost"]), (SOLVED, &Value::from(31)));
        }
    }
    let korf_12 = "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15";
    let goal = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
    let args = [korf_12, "--goal", goal, "--cache", cache];
    let mut generated = Vec::new();
    for heuristic in ["pdb-5-5-5", "pdb-5-5-5", "pdb-6-6-3"] {
        let (answer, code) = json(&[&args[..], &["--heuristic", heuristic]].concat());
        assert_eq!((code, &answer["cost"]), (SOLVED, &Value::from(45)));
        generated.push(answer["generated"].as_u64().expect("it is a count"));
    }
    assert_eq!(generated[0], generated[1], "built, then read");
    assert_eq!(generated[2], 15_531);
    // No two of these patterns are equal up to a symmetry.
    let files = std::fs::read_dir(cache).expect("it was made").count();
    assert_eq!(files, 6);
    let memory = [
        &args[..1],
        &["--heuristic", "pdb-7-8", "--max-memory-mb", "100"],
    ]
    .concat();
    for (args, sentence) in [
        (
            vec!["1 2 3 0", "--heuristic", "pdb-5-5-5"],
            "the partition is for 4x4, the goal's blank in a corner",
        ),
        (
            vec!["1 2 3 0", "--heuristic", "pdb-6-6-6-6"],
            "the databases are for boards of 4x4 (5-5-5, 6-6-3, 7-8) and of 5x5 (6-6-6-6)",
        ),
        (
            vec!["magic-squares", "--heuristic", "pdb-7-8"],
            "magic-squares has no heuristic pdb-7-8: expected one of manhattan, misplaced, none",
        ),
    ] {
        let complaint = complaint(&args);
        assert!(complaint.trim_end().ends_with(sentence), "{complaint}");
    }
    let (answer, code) = json(&memory);
    assert_eq!(code, STOPPED);
    assert_eq!(
        answer["reason"],
        "the table was not built: the limit on memory was reached"
    );
}

/// Heavy tiles, discs and pancakes: every heuristic and bidirectional search find the published costs.
#[test]
fn discs_and_pancakes() {
    let (answer, _) = json(&["hanoi", "2x3"]);
    assert_eq!(answer["moves"], serde_json::json!(["1-2", "1-3", "2-3"]));
    let stack = ["pancakes", "5 4 6 2 1 3"];
    let generated = ["gap", "gap-1", "gap-2", "gap-3", "gap-4", "none"].map(|heuristic| {
        let (answer, code) = json(&[&stack[..], &["--heuristic", heuristic]].concat());
        assert_eq!((code, &answer["cost"]), (SOLVED, &Value::from(5)));
        answer["generated"].as_u64().expect("it is a count")
    });
    assert!(generated[0] < generated[2] && generated[2] < generated[5]);
    for (args, sentence) in [
        (
            &["--heuristic", "gap"][..],
            "tiles has no heuristic gap: expected one of manhattan, misplaced, none, linear-conflict, walking-distance, \
             pdb-5-5-5, pdb-6-6-3, pdb-7-8, pdb-6-6-6-6",
        ),
        (
            &["heavy-tiles", "1 2 3 0", "--heuristic", "pdb-7-8"],
            "heavy-tiles has no heuristic pdb-7-8: expected one of manhattan, misplaced, none, pdb-5-5-5",
        ),
        (
            &["pancakes", "2 1", "--heuristic", "manhattan"],
            "pancakes has no heuristic manhattan: expected one of gap, gap-1, gap-2, gap-3, gap-4, none",
        ),
        (
            &["hanoi", "4x9"],
            "9 pegs are out of range: expected 3 to 8",
        ),
        (&["pancakes", "1 1"], "both 1: expected each of 1 to 2 once"),
        (
            &["pancakes"],
            "the start is missing: expected a board, --scramble or --random",
        ),
    ] {
        let complaint = complaint(args);
        assert!(complaint.trim_end().ends_with(sentence), "{complaint}");
    }
}

#[test]
fn moves_are_named_as_the_puzzle_names_them() {
    let (answer, _) = json(&["1 2 3 4 0 6 7 5 8"]);
    assert_eq!(answer["moves"], serde_json::json!(["Down", "Right"]));
    let (answer, _) = json(&["magic-squares", "--goal", "8 7 6 5 4 3 2 1"]);
    assert_eq!(answer["moves"], serde_json::json!(["A"]));
    let goal = "8 7 6 5 4 3 2 1";
    let (answer, _) = json(&["magic-squares", goal, "--goal", goal]);
    assert_eq!(answer["moves"], serde_json::json!([]));
}

#[test]
fn what_cannot_be_solved_ends_with_the_proof() {
    let loyd = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0";
    let (answer, code) = json(&[loyd]);
    assert_eq!(
        (code, &answer["outcome"]),
        (UNSOLVABLE, &Value::from("unsolvable"))
    );
    let proof = "the permutation from start to goal is odd while the blank moves an even distance, for the goal with \
                 the blank last; the goal with the blank first can be reached";
    assert_eq!(answer["reason"], proof);

    let (text, code) = text(&[loyd]);
    assert_eq!(code, UNSOLVABLE);
    assert!(
        text.contains(&format!("\nUnsolvable: {proof}.\n")),
        "{text}"
    );

    // Parity permits it, but two triangles joined at a corner leave too little room.
    let edges = "1-2 2-3 3-1 3-4 4-5 5-3";
    let args = ["graph", "--edges", edges, "3 2 1 4 0"];
    for solver in ["bfs", "bidirectional", "a-star", "uniform-cost"] {
        let (answer, code) = json(&[&args[..], &["--solver", solver]].concat());
        assert_eq!(code, UNSOLVABLE, "{solver}");
        let proof = answer["reason"].as_str().expect("a sentence");
        assert!(proof.starts_with("piece 1 cannot reach its place: no walk of the blank"));
    }
}

#[test]
fn every_limit_stops_the_search_with_a_lower_bound() {
    let limits: [(&[&str], &str); 6] = [
        (
            &["--max-expansions", "1000"],
            "the limit on expanded states was reached",
        ),
        (
            &["--max-expansions", "0"],
            "the limit on expanded states was reached",
        ),
        (
            &["--max-generated", "1000"],
            "the limit on generated states was reached",
        ),
        (&["--max-seconds", "0.2"], "the time limit was reached"),
        (
            &["--max-memory-mb", "1", "--solver", "a-star"],
            "the limit on memory was reached",
        ),
        (
            &["--max-cost", "95"],
            "no solution was found within the limit on the cost",
        ),
    ];
    for (limit, reason) in limits {
        let (answer, code) = json(&[&[HARD], limit].concat());
        assert_eq!(
            (code, &answer["outcome"]),
            (STOPPED, &Value::from("stopped"))
        );
        assert_eq!(answer["reason"], reason);
        assert!(answer["cost"].is_null());
        // The Manhattan distance.
        assert!(answer["lower_bound"].as_u64() >= Some(96), "{answer}");
    }
}

#[test]
fn every_solver_stops_at_every_limit() {
    for solver in SOLVERS {
        for limit in [
            ["--max-expansions", "500"],
            ["--max-generated", "500"],
            ["--max-seconds", "0.2"],
            ["--max-cost", "3"],
        ] {
            let (answer, code) = json(&[&[HARD, "--solver", solver], &limit[..]].concat());
            assert_eq!(code, STOPPED, "{solver} {limit:?}");
            assert!(
                answer["lower_bound"].as_u64() >= Some(1),
                "{solver} {limit:?} {answer}"
            );
        }
    }
}

#[test]
fn a_cost_limit_proves_the_next_bound() {
    let (answer, code) = json(&["--max-cost", "43"]);
    assert_eq!(code, STOPPED);
    assert!(answer["lower_bound"].as_u64() >= Some(44));
    let (answer, code) = json(&["--max-cost", "45"]);
    assert_eq!((code, &answer["cost"]), (SOLVED, &Value::from(45)));
}

#[test]
fn a_stopped_search_shows_its_best_solution() {
    let args = [
        "--solver",
        "branch-and-bound",
        "--max-generated",
        "5000",
        "8 6 7 2 5 4 3 0 1",
    ];
    let (answer, code) = json(&args);
    assert_eq!(code, STOPPED);
    let cost = answer["cost"].as_u64().expect("there is an incumbent");
    assert!(cost >= 31);
    assert_eq!(
        answer["moves"].as_array().map(|moves| moves.len() as u64),
        Some(cost)
    );
    assert!(answer["lower_bound"].as_u64() <= Some(31));

    let (text, code) = text(&args);
    assert_eq!(code, STOPPED);
    assert!(text.contains("Stopped: the limit on generated states was reached.\n"));
    assert!(text.contains("The best solution so far, not proved optimal:\n"));
    assert!(text.contains("Every solution costs at least "));
}

#[test]
fn bad_input_is_named_in_one_sentence() {
    let graph = ["graph", "1 2 0"];
    let edges = |edges| [&graph[..], &["--edges", edges]].concat();
    let on = |board| vec!["--", board];
    let sized = |size| vec!["tiles", size, "1 2 3 0"];
    let many = vec!["1"; 65].join(" ");
    for (args, sentence) in [
        (
            on("1 2 y 0"),
            "item 3 of the board is \"y\": expected a number",
        ),
        (
            on("-1 2 3 0"),
            "items 1 and 4 of the board, \"-1\" and \"0\", are both blank: expected one blank",
        ),
        (
            on("1 2 3 300"),
            "number 4 of the board is 300: expected 0 to 3",
        ),
        (on("1 2 3 5"), "number 4 of the board is 5: expected 0 to 3"),
        (
            on("1 2 2 0"),
            "numbers 2 and 3 of the board are both 2: expected each of 0 to 3 once",
        ),
        (on(""), "there is no board: expected its numbers"),
        (
            on("1 2 3 4 5 0"),
            "6 numbers on one line are a board of 2 x 3 or of 3 x 2: expected each row on a line, or the size",
        ),
        (
            sized("3x3"),
            "the board has 4 numbers: expected 9, one for each cell",
        ),
        (
            sized("0x3"),
            "a board of 0 x 3 cells is out of range: expected 1 to 64 cells",
        ),
        (
            sized("9x9"),
            "a board of 9 x 9 cells is out of range: expected 1 to 64 cells",
        ),
        (
            sized("99999999999x9"),
            "a board of 99999999999 x 9 cells is out of range: expected 1 to 64 cells",
        ),
        (
            sized("4294967296x4294967296"),
            "a board of 4294967296 x 4294967296 cells is out of range: expected 1 to 64 cells",
        ),
        (
            vec!["3x3"],
            "the start is missing: expected a board, --scramble or --random",
        ),
        (
            vec!["1 2 3 0", "--goal", "1 2 0"],
            "the goal: the board has 3 numbers: expected 4, one for each cell",
        ),
        (
            vec!["1 2 3 0", "--goal", "1 2 2 0"],
            "the goal: numbers 2 and 3 of the board are both 2: expected each of 0 to 3 once",
        ),
        (
            vec!["1 2 3 0", "--goal", "1 2 ? 0"],
            "the goal: item 3 of the board is \"?\": expected a number",
        ),
        (
            vec!["tiles", "1 2 3 0", "--edges", "1-2"],
            "--edges goes with a graph only",
        ),
        (
            graph.to_vec(),
            "a graph has edges: expected a file with them, or --edges \"1-2 2-3\"",
        ),
        (
            edges("1-2 2_3"),
            "edge 2 is \"2_3\": expected two different vertices from 1 to 3, such as 1-2",
        ),
        (
            edges("1-2 2-4"),
            "edge 2 is \"2-4\": expected two different vertices from 1 to 3, such as 1-2",
        ),
        (
            edges("0-1"),
            "edge 1 is \"0-1\": expected two different vertices from 1 to 3, such as 1-2",
        ),
        (
            edges("2-2"),
            "edge 1 is \"2-2\": expected two different vertices from 1 to 3, such as 1-2",
        ),
        (
            edges("1-2 2-1"),
            "edges 1 and 2 of the graph are the same: expected each once",
        ),
        (
            [&edges("1-2")[..], &["1x3"]].concat(),
            "\"1x3\" follows the start: expected a puzzle, its size and a start",
        ),
        (
            vec!["graph", "--edges", "", &many],
            "a graph of 65 vertices is out of range: expected 1 to 64 vertices",
        ),
        (
            vec!["swap", "0 1 2 3"],
            "number 1 of the state is 0: expected 1 to 4",
        ),
        (
            vec!["magic-squares", "--goal", "1 2 3"],
            "the goal has 3 numbers: expected 8, one for each cell",
        ),
        (
            vec!["magic-squares", "4x2"],
            "magic squares are of size 2x4",
        ),
        (
            vec!["top-spin", "65x4"],
            "a ring of 65 pieces is out of range: expected 64 at most",
        ),
        (
            vec!["pancakes", "0"],
            "a stack of 0 pancakes is out of range: expected 1 to 64 pancakes",
        ),
    ] {
        assert_eq!(complaint(&args), format!("error: {sentence}\n"), "{args:?}");
    }
}

#[test]
fn what_the_command_line_refuses_is_bad_input() {
    for (option, value) in [
        ("--solver", "dijkstra"),
        ("--heuristic", "euclid"),
        ("--format", "xml"),
        ("--max-seconds", "nan"),
        ("--max-seconds", "inf"),
        ("--max-seconds", "-1"),
        ("--max-seconds", "1e30"),
        ("--max-seconds", "soon"),
        ("--max-expansions", "-1"),
        ("--max-generated", "99999999999999999999"),
        ("--max-cost", "4294967296"),
        ("--max-memory-mb", "99999999999999999"),
        ("--max-memory-mb", "0.5"),
        ("--weight", "nan"),
        ("--weight", "-1"),
        ("--weight", "0.5"),
    ] {
        let complaint = complaint(&[option, value]);
        let first = complaint.lines().next().unwrap_or_default();
        assert!(
            first.contains(option) && first.contains(value),
            "{complaint}"
        );
    }
    assert!(complaint(&["--frobnicate"]).contains("--frobnicate"));
    for (args, sentence) in [
        (
            &["chess"][..],
            "error: \"chess\" is no puzzle: expected tiles, ",
        ),
        (&["-3x3"], "error: unexpected argument '-3' found"),
        (
            &["tiles", "4by4"],
            "error: \"4by4\" has 4 characters: expected a number",
        ),
        (
            &["tiles", "99999999999999999999999999x9"],
            "error: the size 99999999999999999999999999x9 is too large",
        ),
        (
            &["tiles", "1 2 3 0", "--random"],
            "error: there are two starts: expected a board, --scramble or --random",
        ),
    ] {
        let complaint = complaint(args);
        assert!(complaint.starts_with(sentence), "{complaint}");
    }
}

fn complaint(args: &[&str]) -> String {
    let output = run("solve", args, b"");
    let complaint = String::from_utf8(output.stderr).expect("it is UTF-8");
    assert_eq!(output.code, Some(BAD_INPUT), "{args:?} {complaint}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert!(complaint.starts_with("error: "), "{args:?} {complaint}");
    complaint
}

#[test]
fn all_solutions_and_the_cheapest_ones() {
    let hard = "8 6 7 2 5 4 3 0 1";
    let (all, code) = json(&[hard, "--all"]);
    assert_eq!(
        (code, &all["count"], &all["cost"]),
        (0, &40.into(), &31.into())
    );
    assert_eq!(all["solutions"].as_array().map(Vec::len), Some(10));
    assert_eq!(all["solver"], "a-star");
    let (cheapest, code) = json(&[hard, "--k", "50"]);
    assert_eq!((code, &cheapest["count"]), (0, &50.into()));
    let costs = cheapest["costs"].as_array().expect("a list");
    assert_eq!(costs.iter().filter(|&cost| *cost == 31).count(), 40);
    assert!(costs[40] == 33 && cheapest["moves"] == cheapest["solutions"][0]);
    let (shown, code) = text(&["1 2 3 4 5 6 0 7 8", "--all"]);
    assert!(code == 0 && shown.contains("Solutions: 1\n"), "{shown}");
    let (unsolvable, code) = json(&["1 2 3 4 5 6 8 7 0", "--k", "3"]);
    assert_eq!((code, &unsolvable["outcome"]), (1, &"unsolvable".into()));
    let (stopped, code) = json(&[hard, "--all", "--max-expansions", "100"]);
    assert_eq!((code, &stopped["outcome"]), (3, &"stopped".into()));
}

#[test]
fn why_there_are_not_several_solutions_is_said_once() {
    let within = ["8 6 7 2 5 4 3 0 1", "--max-cost", "30", "--all"];
    let (answer, code) = json(&within);
    let reason = "no solution was found within the limit on the cost";
    assert_eq!((&answer["reason"], code), (&reason.into(), STOPPED));
    assert_eq!(answer["lower_bound"], 31);
    let (one, _) = json(&["2 1 3 0"]);
    let (all, code) = json(&["2 1 3 0", "--all"]);
    assert_eq!((&all["reason"], code), (&one["reason"], UNSOLVABLE));
}

#[test]
fn solutions_that_are_good_enough() {
    let hard = ["8 6 7 2 5 4 3 0 1", "--solver"];
    for (solver, most) in [
        ("weighted-a-star", 62),
        ("dps", 62),
        ("greedy", 1_000),
        ("beam", 1_000),
        ("anytime", 31),
    ] {
        let args = [solver, "--weight", "2", "--width", "20"];
        let (answer, code) = json(&[&hard[..], &args].concat());
        let cost = answer["cost"].as_u64().expect("it is solved");
        assert!(code == 0 && (31..=most).contains(&cost), "{answer}");
        let bound = answer["lower_bound"].as_u64().expect("there is one");
        assert!(
            bound <= 31 && (matches!(solver, "greedy" | "beam") || cost <= 2 * bound),
            "{answer}"
        );
        let incumbents = answer["incumbents"].as_array().expect("a list");
        let costs: Vec<_> = incumbents.iter().map(|i| i["cost"].as_u64()).collect();
        assert!(costs.is_sorted_by(|a, b| a > b), "{answer}");
        assert_eq!(costs.is_empty(), !matches!(solver, "beam" | "anytime"));
        assert!(costs.last().is_none_or(|&last| last == Some(cost)));
        let factor = answer["factor"].as_f64().expect("there is one");
        assert!((factor - cost as f64 / bound as f64).abs() < 1e-9);
    }
}

#[test]
fn the_quality_is_drawn() {
    let picture = Temporary::new("quality.svg");
    let path = picture.0.to_str().expect("it is UTF-8");
    let drawn = |args: &[&str], code: i32| {
        let output = run("solve", &[args, &["--svg", path]].concat(), b"");
        assert_eq!(output.code, Some(code));
        let svg = std::fs::read_to_string(path).expect("it was written");
        crate::markup::check(&svg);
        svg
    };
    let anytime = drawn(&["8 6 7 2 5 4 3 0 1", "--solver", "anytime"], 0);
    assert!(
        anytime.contains("cost 31, 1.000 times the lower bound,"),
        "{anytime}"
    );
    // The cost falls to the optimum.
    let (_, line) = anytime.split_once("class=\"mark\" d=\"").expect("a line");
    let (line, _) = line.split_once('"').expect("its end");
    assert!(line.contains('V'), "{line}");
    let at_once = drawn(&["1 2 3 4 5 6 0 7 8"], 0);
    assert!(at_once.contains("cost 2, 1.000"), "{at_once}");
    let none = drawn(&["1 2 3 4 5 6 8 7 0"], 1);
    assert!(none.contains("no solution was found"), "{none}");
}

/// A search that is stopped and resumed by the same command has the counts of an uninterrupted one.
#[test]
fn a_search_goes_on_from_its_checkpoint() {
    let directory = Temporary::new("solve-checkpoint");
    let directory = directory.0.to_str().expect("it is UTF-8");
    let board = ["8 6 7 2 5 4 3 0 1"];
    let saved = [&board[..], &["--checkpoint", directory]].concat();
    for solver in ["a-star", "ida-star", "bae-star"] {
        let by = |args: &[&'static str]| [&["--solver", solver][..], args].concat();
        let (whole, _) = json(&by(&board));
        let stop = [&by(&["--max-expansions", "700"])[..], &saved[..]].concat();
        assert_eq!(json(&stop).1, STOPPED);
        let other = [&by(&["1 2 3 4 5 6 7 0 8"])[..], &saved[1..]].concat();
        let other = complaint(&other);
        assert!(
            other.contains("holds a search from another start"),
            "{other}"
        );
        let (end, code) = json(&[&by(&[])[..], &saved[..]].concat());
        assert_eq!(code, SOLVED);
        for field in ["cost", "expanded", "generated", "lower_bound"] {
            assert_eq!(end[field], whole[field], "{solver}: {field}");
        }
    }
    let threads = [&saved[..], &["--solver", "bfs", "--threads", "2"]].concat();
    assert!(complaint(&threads).contains("cannot be saved"));
}

#[test]
fn limits_are_on_each_run_of_a_search_that_goes_on() {
    let directory = Temporary::new("solve-each-run");
    let directory = directory.0.to_str().expect("it is UTF-8");
    let board = ["8 6 7 2 5 4 3 0 1", "--solver", "a-star"];
    let saved = ["--checkpoint", directory];
    let (whole, _) = json(&board);
    for limit in ["--max-expansions", "--max-generated"] {
        let again = [&board[..], &saved, &[limit, "3000"]].concat();
        assert_eq!([json(&again).1, json(&again).1], [STOPPED; 2]);
        let mut later = (0..9).map(|_| json(&again));
        let solved = later.find(|(_, code)| *code == SOLVED);
        let (solved, _) = solved.expect("it goes on");
        assert_eq!(solved["expanded"], whole["expanded"]);
    }
    let again = [&[HARD, "--max-seconds", "0.02"][..], &saved].concat();
    let times: [f64; 3] =
        std::array::from_fn(|_| json(&again).0["seconds"].as_f64().expect("a time"));
    assert!(
        times[0] >= 0.02 && times[1] >= 0.04 && times[2] >= 0.06,
        "{times:?}"
    );
}

#[test]
fn a_start_may_begin_with_a_negative_number() {
    for args in [
        &["burnt-pancakes", "3", "-1 -2 -3"][..],
        &["burnt-pancakes", "-1 -2 -3", "--solver", "bfs"],
        &["--goal", "1 2 3", "burnt-pancakes", "-1,-2,-3"],
    ] {
        let (answer, code) = json(args);
        assert_eq!(
            (&answer["cost"], code),
            (&Value::from(6), SOLVED),
            "{args:?}"
        );
    }
}

#[test]
fn slashes_between_the_rows_of_a_board_do_not_name_a_file() {
    for args in [
        &["123/456/7x8"][..],
        &["tiles", "4x4", "1234/5678/9abc/de0f"],
    ] {
        let (answer, code) = json(args);
        assert_eq!(
            (&answer["cost"], code),
            (&Value::from(1), SOLVED),
            "{args:?}"
        );
    }
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    let (board, two) = (
        "8 6 7 2 5 4 3 0 1",
        "there are two starts: expected a board, --scramble or --random",
    );
    let alone = "a start is given: expected a puzzle alone";
    for (name, args, sentence) in [
        ("check", &[board, "--random"][..], two),
        ("check", &[board, "--scramble", "Up"], two),
        (
            "check",
            &["cube", "--scramble", "R", "--goal", "xyz"],
            "the goal of cube is the solved cube: expected no --goal",
        ),
        ("levels", &[board], alone),
        ("levels", &["--random"], alone),
        (
            "solve",
            &[board, "--open", "E"],
            "--open and --wall go with a map only",
        ),
        (
            "hint",
            &["--random", "0"],
            "there are 0 boards: expected one",
        ),
    ] {
        refused(name, args, sentence);
    }
    for args in [
        &["--threads", "0"][..],
        &["--fast", "--max-cost", "2"],
        &["--fast", "--max-memory-mb", "9"],
    ] {
        let output = run("cube", args, b"");
        assert_eq!(
            (&*output.stdout, output.code),
            (&[][..], Some(BAD_INPUT)),
            "{args:?}"
        );
    }
}

/// A board of 36 cells has more states than can be numbered, so that walks make its starts.
#[test]
fn random_starts_of_large_boards_are_even_and_odd() {
    let output = run("check", &["tiles", "6x6", "--random", "20"], b"");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let odd = text.lines().filter(|line| line.contains("is odd")).count();
    assert!(
        (1..20).contains(&odd) && output.code == Some(SOLVED),
        "{text}"
    );
}

/// Random starts are solvable, depend only on the seed, and are no farther from the goal than the random walk.
#[test]
fn random_and_scrambled_starts() {
    let lines = |args: &[&str]| {
        let output = run("solve", &[args, &["--format", "json"]].concat(), b"");
        assert_eq!(
            (output.code, output.stderr),
            (Some(SOLVED), vec![]),
            "{args:?}"
        );
        let text = String::from_utf8(output.stdout).expect("it is UTF-8");
        let parse = |line: &str| serde_json::from_str::<Value>(line).expect(line);
        let moves = |line: &str| parse(line)["moves"].clone();
        text.lines().map(moves).collect::<Vec<_>>()
    };
    for puzzle in [
        &["tiles", "3x3"][..],
        &["swap", "2x3", "--solver", "a-star"],
        &["magic-squares", "--solver", "bfs"],
        &["pancakes", "8"],
        &["hanoi", "5x3"],
        &["burnt-pancakes", "4", "--solver", "bfs"],
        &["top-spin", "--solver", "bae-star"],
        &[
            "graph",
            "--edges",
            "1-2 2-3 3-4 4-1 1-3",
            "--solver",
            "a-star",
        ],
    ] {
        let three = [puzzle, &["--random", "3", "--seed", "5"]].concat();
        let found = lines(&three);
        assert_eq!((found.len(), &found), (3, &lines(&three)), "{puzzle:?}");
        let near = [puzzle, &["--random", "2", "--walk", "3"]].concat();
        for moves in lines(&near) {
            assert!(moves.as_array().is_some_and(|moves| moves.len() <= 3));
        }
    }
    let scrambled = lines(&["tiles", "3x3", "--scramble", "Up Left"]);
    assert_eq!(scrambled, [serde_json::json!(["Right", "Down"])]);
    let cube = lines(&["cube", "--scramble", "R U2", "--solver", "bidirectional"]);
    assert_eq!(cube, [serde_json::json!(["U2", "R'"])]);
    let wrong = complaint(&["tiles", "3x3", "--scramble", "Up sideways"]);
    assert!(
        wrong.contains("--scramble: move 2 is \"sideways\": expected one of "),
        "{wrong}"
    );
}
