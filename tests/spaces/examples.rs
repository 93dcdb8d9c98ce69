//! Examples that search for long: judges' harder boards, a 24-puzzle, heavy tiles; and what is shown meanwhile.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::example_runner::{answer, directory, row, run};
use crate::support::{Temporary, replay};

/// Solves a board, replays the answer and asserts its length.
fn solve_15_puzzle(board: [u8; 16], optimum: usize) {
    let row = |row: &[u8]| {
        row.iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let rows: Vec<String> = board.chunks(4).map(row).collect();
    let output = run("uva_10181", &[], format!("1\n{}\n", rows.join("\n")));
    let path = String::from_utf8(output.stdout).expect("letters");
    assert_eq!(
        replay(&board, path.trim_end()),
        (1..16).chain([0]).collect::<Vec<u8>>()
    );
    assert_eq!(path.trim_end().len(), optimum);
}

#[test]
fn uva_10181_answers_harder_boards() {
    solve_15_puzzle([6, 2, 8, 4, 12, 14, 1, 10, 13, 15, 3, 9, 11, 0, 5, 7], 48);
    solve_15_puzzle([6, 8, 4, 2, 12, 14, 1, 10, 13, 15, 3, 9, 11, 0, 5, 7], 50);
    solve_15_puzzle([1, 8, 14, 12, 11, 2, 9, 10, 0, 7, 6, 5, 15, 13, 4, 3], 54);
}

#[test]
#[ignore = "searches for a quarter of a minute"]
fn uva_10181_answers_the_hardest_board() {
    solve_15_puzzle([6, 3, 1, 9, 15, 13, 12, 11, 5, 8, 10, 14, 4, 0, 7, 2], 60);
}

#[test]
fn korf24_finds_the_published_cost() {
    let tables = Temporary::new("korf24");
    let path = tables.0.to_str().expect("an ordinary path");
    let cached = ["--instances", "38", "--cache", path];
    let text = answer("korf24", &cached);
    let [_, cost, _, generated, published] = row(&text, "38");
    assert_eq!((&*cost, &*published), ("96", "38173507"));
    // With the blank's region kept there are fewer.
    assert_eq!(generated, "28795651");
    // What fits into some memory is not gone through again and again, but the last iteration has another order.
    let best_first = ["--solver", "a-star-ida-star", "--max-memory-mb", "64"];
    let text = answer("korf24", &[&cached[..], &best_first].concat());
    let [_, cost, _, generated, published] = row(&text, "38");
    let fewer = generated.parse::<u64>().ok() < published.parse().ok();
    assert!(cost == "96" && fewer && generated != "28795651", "{text}");
    // The hardest has a solution soon.
    let anytime = ["--instances", "50", "--solver", "anytime", "--cache", path];
    let few = ["--max-generated", "300000"];
    let output = run("korf24", &[&anytime[..], &few].concat(), "");
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8(output.stdout).expect("it is UTF-8");
    assert!(
        text.contains(", at most 1") && text.contains("113 is published"),
        "{text}"
    );
    assert!(
        text.contains("1 were stopped with solutions of 1."),
        "{text}"
    );
    // Two that take hours, each stopped after a second.
    let hard = [
        "--instances",
        "49,50",
        "--cache",
        path,
        "--max-seconds",
        "1",
    ];
    let output = run("korf24", &hard, "");
    let text = String::from_utf8(output.stdout).expect("it is UTF-8");
    assert_eq!(text.matches(" costs at least ").count(), 2, "{text}");
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn heavy_tiles_and_discs() {
    let json = |args: &[&str]| -> Value {
        let args = [args, &["--format", "json"]].concat();
        serde_json::from_str(&answer("solve", &args)).expect("one object on standard output")
    };
    let korf_12 = [
        "--board",
        "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15",
        "--goal",
        "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
        "--costs",
        "heavy",
    ];
    for args in [
        &["--solver", "a-star"][..],
        &["--solver", "a-star", "--heuristic", "pdb-5-5-5"],
        &["--solver", "bae-star"],
    ] {
        let answer = json(&[&korf_12[..], args].concat());
        assert_eq!(answer["cost"], 340);
        // The shortest has 45 moves.
        let moves = answer["moves"].as_array().expect("there are moves");
        assert!(moves.len() >= 45 && moves.len() % 2 == 1);
    }
    let hanoi = [
        "--puzzle", "hanoi", "--size", "12x4", "--solver", "bae-star",
    ];
    let answer = json(&hanoi);
    assert_eq!(answer["cost"], 81);
    assert_eq!(answer["heuristic"], "discs");
}

/// Runs that take longer than it takes for something to be drawn.
const LONG: [(&str, &[&str]); 3] = [
    (
        "gods_number",
        &["--size", "3x4", "--threads", "1", "--format", "json"],
    ),
    (
        "levels",
        &["--puzzle", "pancake", "--size", "10", "--count", "3"],
    ),
    (
        "solve",
        &[
            "--board",
            "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4",
            "--goal",
            "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
            "--max-seconds",
            "1",
        ],
    ),
];

#[test]
fn nothing_of_it_is_in_a_pipe() {
    for (name, args) in LONG {
        let output = run(name, args, b"");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
        assert!(!output.stdout.contains(&0x1b), "{name}");
    }
}

/// What an example writes to a pseudo terminal, both streams together, and its exit code; `None` where
/// the program `script` of util-linux is missing, which is said.
#[cfg(target_os = "linux")]
#[expect(
    clippy::print_stderr,
    reason = "a test that is skipped is to be seen, among what the tests print"
)]
fn on_terminal(name: &str, args: &[&str]) -> Option<(String, Option<i32>)> {
    let quoted = |word: &str| format!("'{}'", word.replace('\'', r"'\''"));
    let mut command = quoted(&directory().join(name).to_string_lossy());
    for arg in args {
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
fn a_terminal_shows_it() {
    let signs = [" % counting: ", " % distances: ", "searching: bound "];
    for ((name, args), sign) in LONG.into_iter().zip(signs) {
        let Some((text, code)) = on_terminal(name, args) else {
            return;
        };
        assert!(text.contains(sign), "{name}: {text:?}");
        // It is gone in the end: what comes last is the answer.
        let last = text.rsplit('\r').find(|line| line.trim().len() > 4);
        assert!(
            last.is_some_and(|line| !line.contains(sign)),
            "{name}: {text:?}"
        );
        assert_eq!(code, Some(if name == "solve" { 3 } else { 0 }), "{name}");
    }
}

/// By a bound alone it has none after ten times as many.
#[test]
fn a_large_board_is_solved_soon() {
    let mut board: Vec<_> = (0..64).map(|cell| (cell * 27 + 11) % 64).collect();
    // An odd permutation of the tiles cannot be solved; two of them have changed places then.
    board.swap(0, 1);
    let board: Vec<_> = board.iter().map(ToString::to_string).collect();
    let board = ["--board", &board.join(" "), "--format", "json"];
    let anytime = ["--solver", "anytime", "--max-generated", "1000000"];
    let output = run("solve", &[board, anytime].concat(), "");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let factor = answer["factor"].as_f64().expect("it is solved");
    assert!(output.status.code() == Some(3) && factor < 2.5, "{answer}");
}
