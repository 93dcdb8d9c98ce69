//! A shortest ladder from word to word: `cargo run --release --example word_ladder cold warm`.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use puzzle_search::{AStar, Solver, from_fn};

/// How many letters differ.
fn difference(word: &str, other: &str) -> u32 {
    let pairs = word.chars().zip(other.chars());
    pairs.map(|(a, b)| u32::from(a != b)).sum()
}

fn main() -> ExitCode {
    climb().unwrap_or_else(|error| {
        let _ = writeln!(io::stderr().lock(), "{error}");
        ExitCode::from(2)
    })
}

fn climb() -> Result<ExitCode, Box<dyn Error>> {
    let words: BTreeSet<&str> = include_str!("words.txt").lines().collect();
    let asked = std::env::args_os().skip(1);
    let asked: Vec<String> = asked.map(|word| word.to_string_lossy().into()).collect();
    if let Some(unknown) = asked.iter().find(|word| !words.contains(word.as_str())) {
        return Err(format!("{unknown:?} is not a word of examples/words.txt").into());
    }
    let [from, to] = &asked[..] else {
        return Err("expected two words: where the ladder begins, and where it ends".into());
    };
    let puzzle = from_fn(
        |&word: &&str| {
            let near = words.iter().filter(move |next| difference(word, next) == 1);
            near.map(|&next| (next, next, 1_u32)) // a move is the word it leads to
        },
        |word| word == to,
    )
    .with_heuristic(|word| Some(difference(word, to))); // a step changes one letter
    let report = AStar::new().solve(&puzzle, &from.as_str());
    let Some(solution) = report.solution() else {
        writeln!(io::stdout(), "no ladder leads from {from} to {to}")?;
        return Ok(ExitCode::from(1));
    };
    let ladder = solution.states(&puzzle, &from.as_str())?;
    writeln!(io::stdout(), "{}", ladder.join(" "))?;
    Ok(ExitCode::SUCCESS)
}
