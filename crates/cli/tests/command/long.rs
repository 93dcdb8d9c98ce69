//! Tests that take long: published experiments, whole spaces, and the progress line. They need optimisation, and run on
//! request:
//!
//! ```sh
//! cargo test --profile checked --test command -- --ignored
//! ```

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::runner::{Temporary, answer, ending, row};

/// The output of a run, which must succeed.
fn printed(name: &str, args: &[&str]) -> String {
    let (text, code) = answer(name, args);
    assert_eq!(code, Some(0), "{name} {args:?} {text}");
    text
}

#[test]
#[ignore = "takes long without optimisation"]
fn korf24_finds_the_published_cost() {
    let tables = Temporary::new("korf24");
    let path = tables.0.to_str().expect("an ordinary path");
    let cached = ["--instances", "38", "--cache", path];
    let text = printed("bench korf24", &cached);
    let [_, cost, _, generated, published] = row(&text, "38");
    assert_eq!((&*cost, &*published), ("96", "38173507"));
    // Fewer nodes than with the blank minimized out.
    assert_eq!(generated, "28795651");
    // A* keeps the states that fit into the memory, so they are not expanded again, but the last iteration has another
    // order.
    let best_first = ["--solver", "a-star-ida-star", "--max-memory-mb", "64"];
    let text = printed("bench korf24", &[&cached[..], &best_first].concat());
    let [_, cost, _, generated, published] = row(&text, "38");
    let fewer = generated.parse::<u64>().ok() < published.parse().ok();
    assert!(cost == "96" && fewer && generated != "28795651", "{text}");
    // Anytime search soon finds a solution of the hardest instance.
    let anytime = ["--instances", "50", "--solver", "anytime", "--cache", path];
    let few = ["--max-generated", "300000"];
    let (text, _, code) = ending("bench korf24", &[&anytime[..], &few].concat(), "");
    assert_eq!(code, Some(3));
    assert!(
        text.contains(", at most 1") && text.contains("113 is published"),
        "{text}"
    );
    assert!(
        text.contains("1 were stopped with solutions of 1."),
        "{text}"
    );
    // Two instances that take hours, each stopped after a second.
    let hard = [
        "--instances",
        "49,50",
        "--cache",
        path,
        "--max-seconds",
        "1",
    ];
    let (text, _, code) = ending("bench korf24", &hard, "");
    assert_eq!(text.matches(" costs at least ").count(), 2, "{text}");
    assert_eq!(code, Some(3));
}

#[test]
#[ignore = "takes long without optimisation"]
fn heavy_tiles_and_discs() {
    let json = |args: &[&str]| -> Value {
        let args = [args, &["--format", "json"]].concat();
        serde_json::from_str(&printed("solve", &args)).expect("one object on standard output")
    };
    let korf_12 = [
        "heavy-tiles",
        "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15",
        "--goal",
        "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
    ];
    for args in [
        &["--solver", "a-star"][..],
        &["--solver", "a-star", "--heuristic", "pdb-5-5-5"],
        &["--solver", "bae-star"],
    ] {
        let answer = json(&[&korf_12[..], args].concat());
        assert_eq!(answer["cost"], 340);
        // A shortest solution has 45 moves.
        let moves = answer["moves"].as_array().expect("there are moves");
        assert!(moves.len() >= 45 && moves.len() % 2 == 1);
    }
    let hanoi = ["hanoi", "12x4", "--solver", "bae-star"];
    let answer = json(&hanoi);
    assert_eq!(answer["cost"], 81);
    assert_eq!(answer["heuristic"], "discs");
}

/// Runs that last long enough to draw the progress line.
const LONG: [(&str, &[&str]); 3] = [
    (
        "count",
        &["tiles", "3x4", "--threads", "1", "--format", "json"],
    ),
    ("levels", &["pancakes", "10", "--count", "3"]),
    (
        "solve",
        &[
            "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4",
            "--goal",
            "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
            "--max-seconds",
            "1",
        ],
    ),
];

#[test]
#[ignore = "takes long without optimisation"]
fn nothing_of_it_is_in_a_pipe() {
    for (name, args) in LONG {
        let (text, complaint, _) = ending(name, args, "");
        assert_eq!(complaint, "", "{name}");
        assert!(!text.contains('\x1b'), "{name}");
    }
}

/// The output of the program on a pseudo terminal, both streams together, and its exit code; `None`, with a note, if
/// the program `script` of util-linux is missing.
#[cfg(target_os = "linux")]
#[expect(
    clippy::print_stderr,
    reason = "a test that is skipped is to be seen, among what the tests print"
)]
fn on_terminal(name: &str, args: &[&str]) -> Option<(String, Option<i32>)> {
    let quoted = |word: &str| format!("'{}'", word.replace('\'', r"'\''"));
    let mut command = quoted(env!("CARGO_BIN_EXE_puzzle-search"));
    for arg in name.split(' ').chain(args.iter().copied()) {
        command = command + " " + &quoted(arg);
    }
    let script = Command::new("script")
        .args(["--quiet", "--return", "--command", &command, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output();
    match script {
        Ok(output) => Some((
            String::from_utf8_lossy(&output.stdout).into_owned(),
            output.status.code(),
        )),
        Err(error) => {
            eprintln!("skipped: no pseudo terminal, since script cannot be run: {error}");
            None
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes long without optimisation"]
fn a_terminal_shows_it() {
    let signs = [" % counting: ", " % distances: ", "solve: bound "];
    for ((name, args), sign) in LONG.into_iter().zip(signs) {
        let Some((text, code)) = on_terminal(name, args) else {
            return;
        };
        assert!(text.contains(sign), "{name}: {text:?}");
        // The progress line is erased at the end, so the answer comes last.
        let last = text.rsplit('\r').find(|line| line.trim().len() > 4);
        assert!(
            last.is_some_and(|line| !line.contains(sign)),
            "{name}: {text:?}"
        );
        assert_eq!(code, Some(if name == "solve" { 3 } else { 0 }), "{name}");
    }
}

/// Guided by the lower bound alone, the search finds no solution within ten times as many nodes.
#[test]
#[ignore = "takes long without optimisation"]
fn a_large_board_is_solved_soon() {
    let mut board: Vec<_> = (0..64).map(|cell| (cell * 27 + 11) % 64).collect();
    // An odd permutation is unsolvable; exchanging two tiles makes it even.
    board.swap(0, 1);
    let board: Vec<_> = board.iter().map(ToString::to_string).collect();
    let board = [&*board.join(" "), "--format", "json"];
    let anytime = ["--solver", "anytime", "--max-generated", "1000000"];
    let (text, _, code) = ending("solve", &[&board[..], &anytime].concat(), "");
    let answer: Value = serde_json::from_str(&text).expect("it is JSON");
    let factor = answer["factor"].as_f64().expect("it is solved");
    assert!(code == Some(3) && factor < 2.5, "{answer}");
}

#[test]
#[ignore = "takes long without optimisation"]
fn korf100_counts_the_published_nodes() {
    for threads in ["1", "3"] {
        let args = ["--from", "12", "--to", "12", "--threads", threads];
        let text = printed("bench korf100", &args);
        assert_eq!(row(&text, "12"), ["12", "45", "269708", "546344"]);
        assert_eq!(row(&text, "all"), ["all", "45", "269708", "546344"]);
    }
    let [_, cost, expanded] = {
        let text = printed(
            "bench korf100",
            &["--from", "12", "--to", "12", "--solver", "bae-star"],
        );
        row(&text, "12")
    };
    assert_eq!((&*cost, &*expanded), ("45", "82719"));
    let backward = [
        "--from",
        "12",
        "--to",
        "12",
        "--backward",
        "--format",
        "json",
    ];
    let means: Value = serde_json::from_str(&printed("bench korf100", &backward)).expect("JSON");
    assert_eq!(
        (&means["instances"], &means["wrong"]),
        (&1.into(), &0.into())
    );
    assert_eq!(means["mean_expanded"], 145_915);
    let heavy = [
        "--from", "12", "--to", "13", "--costs", "heavy", "--solver", "bae-star",
    ];
    let text = printed("bench korf100", &heavy);
    assert_eq!(row(&text, "all"), ["all", "705"]);
    let weighted = [
        "--to",
        "3",
        "--solver",
        "weighted-a-star",
        "--format",
        "json",
    ];
    let means: Value = serde_json::from_str(&printed("bench korf100", &weighted)).expect("JSON");
    let factor = means["mean_factor"].as_f64().expect("costs are published");
    assert!(
        means["wrong"] == 0 && (1.02..1.2).contains(&factor),
        "{means}"
    );
    let databases = ["--from", "12", "--to", "12", "--heuristic", "pdb-6-6-3"];
    let text = printed("bench korf100", &databases);
    assert_eq!(row(&text, "12"), ["12", "45"]);
}

#[test]
#[ignore = "takes long without optimisation"]
fn heuristics_are_compared_and_drawn() {
    let picture = Temporary::new("heuristics.svg");
    let path = picture.0.to_str().expect("an ordinary path");
    let text = printed("show heuristics", &["--solve", "3", "--svg", path]);
    let estimate = |name| -> f64 {
        let [_, estimate] = row(&text, name);
        estimate.parse().expect("a number")
    };
    let names = [
        "manhattan",
        "linear-conflict",
        "walking-distance",
        "pdb-5-5-5",
        "pdb-6-6-3",
    ];
    assert!(names.map(estimate).is_sorted(), "{text}");
    assert_eq!(row(&text, "true"), ["true", "cost", "52.24"]);
    let svg = fs::read_to_string(&picture.0).expect("it was drawn");
    for name in names {
        assert!(svg.contains(&format!(">{name}</text>")), "{name}");
    }
}
