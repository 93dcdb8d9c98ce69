//! A shortest ladder from word to word: `cargo run --release --example word_ladder cold warm`. With `--words FILE`
//! it has the words of another list.

#[path = "common/end.rs"]
mod end;
#[path = "common/file.rs"]
mod file;

use std::collections::BTreeSet;
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use puzzle_search::{AStar, Solver, from_fn};

/// How many letters differ; words of different length are not on one ladder.
fn difference(word: &str, other: &str) -> Option<u32> {
    let pairs = word.chars().zip(other.chars());
    let is_as_long = word.chars().count() == other.chars().count();
    is_as_long.then(|| pairs.map(|(a, b)| u32::from(a != b)).sum())
}

fn main() -> ExitCode {
    end::end(climb())
}

fn climb() -> Result<ExitCode, Box<dyn Error>> {
    let asked = std::env::args_os().skip(1);
    let asked: Vec<String> = asked.map(|word| word.to_string_lossy().into()).collect();
    let (words, list, from, to) = match &asked[..] {
        [from, to] => (
            include_str!("words.txt").to_owned(),
            "examples/words.txt",
            from,
            to,
        ),
        [flag, list, from, to] | [from, to, flag, list] if flag == "--words" => {
            (file::read(Some(Path::new(list)))?, &**list, from, to)
        }
        _ => return Err("expected two words: where the ladder begins, and where it ends".into()),
    };
    let (words, from, to) = (words.to_lowercase(), from.to_lowercase(), to.to_lowercase());
    let words: BTreeSet<&str> = words.split_whitespace().collect();
    if let Some(unknown) = [&from, &to]
        .into_iter()
        .find(|word| !words.contains(word.as_str()))
    {
        let unknown: String = unknown.chars().take(60).collect();
        return Err(format!("{unknown:?} is not a word of {list}").into());
    }
    let puzzle = from_fn(
        |&word: &&str| {
            let near = words
                .iter()
                .filter(move |next| difference(word, next) == Some(1));
            near.map(|&next| (next, next, 1_u32)) // a move is the word it leads to
        },
        |word| *word == to,
    )
    .with_heuristic(|word| difference(word, &to)); // a step changes one letter
    let report = AStar::new().solve(&puzzle, &from.as_str());
    let Some(solution) = report.solution() else {
        writeln!(io::stdout(), "no ladder leads from {from} to {to}")?;
        return Ok(ExitCode::from(1));
    };
    let ladder = solution.states(&puzzle, &from.as_str())?;
    writeln!(io::stdout(), "{}", ladder.join(" "))?;
    Ok(ExitCode::SUCCESS)
}
