//! The program itself: signals, closed pipes, terminals.

#[cfg(unix)]
use std::io::Write;
#[cfg(unix)]
use std::process::Output;
use std::process::Stdio;
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::{Duration, Instant};

use crate::runner::{Temporary, program, refused};

#[test]
fn without_arguments_it_solves_a_puzzle_and_says_what_to_try_next() {
    let output = program("", &[]).output().expect("it starts");
    let text = String::from_utf8(output.stdout).expect("it is UTF-8");
    assert!(
        text.contains("Solved, proved optimal.\nCost 45, moves 45\n"),
        "{text}"
    );
    assert!(text.contains("Next: puzzle-search solve"), "{text}");
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &[][..]));
}

#[test]
fn completions_and_a_manual_page() {
    let script = program("completions bash", &[])
        .output()
        .expect("it starts");
    let page = program("man", &[]).output().expect("it starts");
    for (output, word) in [(script, "_puzzle__search()"), (page, ".TH puzzle-search")] {
        let text = String::from_utf8(output.stdout).expect("it is UTF-8");
        assert!(text.contains(word), "{text}");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn a_space_is_counted_by_processes_of_this_machine() {
    for args in [
        &["tiles", "3x3", "--local", "1", "--format", "json"][..],
        &["--local=3", "--format", "json", "--", "tiles", "3x3"],
    ] {
        let output = program("count", args).output().expect("it starts");
        let text = String::from_utf8(output.stdout).expect("it is UTF-8");
        assert!(text.contains("\"diameter\":31"), "{text}");
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &[][..]));
    }
}

#[test]
fn processes_of_this_machine_go_on_with_their_files() {
    let directory = Temporary::new("processes");
    let path = directory.0.to_str().expect("it is UTF-8");
    let args = [
        &["tiles", "3x3", "--local", "2", "--disk", path][..],
        &[
            "--max-memory-mb",
            "4",
            "--max-disk-mb",
            "1",
            "--format",
            "json",
        ],
    ];
    let run = |more: &[&str]| {
        let output = program("count", &[&args.concat(), more].concat()).output();
        let output = output.expect("it starts");
        let text = String::from_utf8(output.stdout).expect("it is UTF-8");
        (text, output.status.code())
    };
    let (stopped, code) = run(&["--max-depth", "4"]);
    assert!(stopped.contains("\"layers\":[1,2,4,8,16]"), "{stopped}");
    assert_eq!(code, Some(3));
    let (text, code) = run(&[]);
    assert!(text.contains("\"diameter\":31"), "{text}");
    assert!(
        text.contains("\"peak_disk_bytes\":") && code == Some(0),
        "{text}"
    );
    // One process more divides the states in another way.
    let other = args
        .concat()
        .iter()
        .map(|&word| if word == "2" { "3" } else { word })
        .collect::<Vec<_>>();
    let output = program("count", &other).output().expect("it starts");
    let said = String::from_utf8(output.stderr).expect("it is UTF-8");
    assert!(
        said.contains("by other numbers of processes and threads"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn processes_of_this_machine_cannot_read_the_standard_input() {
    let sentence = "--local starts processes that cannot read the standard input: expected a file";
    refused("count", &["-", "--local", "2"], sentence);
}

/// The other process cannot read the board, since its standard input lists the addresses.
#[cfg(unix)]
#[test]
fn a_process_of_this_machine_that_ends_at_once_is_not_waited_for() {
    let begun = Instant::now();
    let mut command = program("count", &["tiles", "3x3", "/dev/stdin", "--local", "3"]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut board = child.stdin.take().expect("it is piped");
    board.write_all(b"8 6 7 2 5 4 3 0 1\n").expect("it is read");
    drop(board);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stderr).expect("it is UTF-8");
    let names_it = |process| said.contains(&format!("process {process} has ended at once: see"));
    assert!(names_it(1) || names_it(2), "{said}");
    assert_eq!(output.status.code(), Some(2));
    // Nobody waits for a connection, which would take a minute.
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    for (name, args) in [
        ("cube", &["--scramble", "R", "--table-mb", "1"][..]),
        ("count", &["tiles", "2x3"]),
    ] {
        let mut command = program(name, args);
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(
            (output.status.code(), &*output.stderr),
            (Some(0), &[][..]),
            "{name}"
        );
    }
}

/// Starts the program, sends an interrupt after a second, and waits for the end.
#[cfg(unix)]
fn interrupted(name: &str, args: &[&str]) -> Output {
    let mut command = program(name, args);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    // Leaves time to install the handler, even on a busy machine.
    thread::sleep(Duration::from_secs(1));
    let before = Instant::now();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("kill can be run").success());
    let output = child.wait_with_output().expect("it ends");
    assert!(before.elapsed() < Duration::from_secs(60), "{name}");
    output
}

/// The other boards are left out, which must not look as if all were solved.
#[cfg(unix)]
#[test]
fn ctrl_c_while_an_answer_is_written_ends_as_stopped() {
    let file = Temporary::new("many-boards");
    std::fs::write(&file.0, "1 2 3\n4 5 6\n7 0 8\n\n".repeat(400)).expect("a file");
    let path = file.0.to_str().expect("it is UTF-8");
    // Until it is interrupted nobody reads, so that the pipe is full.
    let output = interrupted("solve", &[path]);
    let solved = String::from_utf8_lossy(&output.stdout)
        .matches("Solved")
        .count();
    assert!((1..400).contains(&solved), "{solved}");
    assert_eq!((output.status.code(), &*output.stderr), (Some(3), &[][..]));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_each_long_run_with_what_is_known() {
    let pancakes = "1 2 3 4 5 6 7 8 9 10 11 12";
    let reversed = "24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0";
    let cases: [(&str, &[&str], &str, &str); 11] = [
        (
            "solve",
            &[reversed, "--format", "json", "--max-seconds", "120"],
            "the search was cancelled",
            "",
        ),
        (
            "count",
            &["tiles", "4x4", "--method", "hashing"],
            "Stopped: the search was cancelled. ",
            "",
        ),
        (
            "levels",
            &["pancakes", "12"],
            "",
            "Stopped: the search was cancelled. ",
        ),
        (
            "hint",
            &["pancakes", pancakes],
            "",
            "Stopped: the search was cancelled. ",
        ),
        ("show heuristics", &["--solve", "500"], "true cost", ""),
        (
            "solve",
            &["tiles", "6x6", "--random", "1000000000"],
            "",
            "the search was cancelled\n",
        ),
        (
            "solve",
            &["--random", "1", "--walk", "10000000000"],
            "",
            "the search was cancelled\n",
        ),
        (
            "map",
            &["--size", "500x500", "--routes", "100000"],
            "",
            "the search was cancelled\n",
        ),
        ("bench korf100", &[], " all ", ""),
        // Prints the best solution so far.
        ("cube", &["--fast", "600000"], " at least", ""),
        (
            "bench korf24",
            &["--instances", "50"],
            "",
            "the table was not built: the search was cancelled\n",
        ),
    ];
    let check = |(name, args, answer, complaint): (&str, &[&str], &str, &str)| {
        let output = interrupted(name, args);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(3), "{name}: {out} {err}");
        if name == "bench korf24" && err.is_empty() {
            // On a fast machine, the databases are built by then.
            assert!(out.contains(" costs at least "), "{out}");
            return;
        }
        if name == "cube" && out.is_empty() {
            // On a slow one, they are not.
            assert!(err.starts_with("the table was not built: "), "{err}");
            return;
        }
        assert!(out.contains(answer), "{name}: {out}");
        assert!(
            err.starts_with(complaint) && err.is_empty() == complaint.is_empty(),
            "{name}: {err}"
        );
    };
    // Four at a time, since each waits before it is interrupted.
    for cases in cases.chunks(4) {
        thread::scope(|scope| {
            for &case in cases {
                scope.spawn(move || check(case));
            }
        });
    }
}
