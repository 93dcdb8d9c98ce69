//! Whether a puzzle can be solved, and why: without a search.
//!
//! The text, from a file or from standard input, is one of
//!
//! * a board of sliding tiles, its rows on lines, 0 being the blank;
//! * a graph: `edges 1-2 2-3 ..`, then `start` and the piece on each vertex, 0 being the blank;
//! * the definition of a puzzle by its moves, and `start` with the piece on each place.
//!
//! A line `goal` with numbers can follow; the default is 1 2 3 .. with the blank last. What follows
//! a `#` is a comment. It ends with code 0 if the puzzle is solvable, 1 if not, and 2 on bad input.
//!
//! ```sh
//! printf '1 2 3\n4 5 6\n8 7 0\n' | cargo run --release --example solvable
//! printf 'edges 1-2 2-3 3-1\nstart 2 1 0\n' | cargo run --release --example solvable
//! ```

#[path = "common/text.rs"]
mod text;

use std::error::Error;
use std::process::ExitCode;

use puzzle_search::puzzles::{Definition, GraphTiles, PermutationPuzzle, sliding_solvability};
use puzzle_search::{Puzzle, Solvability};

const USAGE: &str = "usage: solvable [FILE], a file with a board, with a graph and a start, or with \
                     the definition of a puzzle and a start, or standard input\n";

type Answer = Result<Solvability, Box<dyn Error>>;

fn main() -> ExitCode {
    text::main(USAGE, |text| {
        let said = decide(text)?;
        let code = match said {
            Solvability::Solvable(_) => 0,
            Solvability::Unsolvable(_) => 1,
            Solvability::Unknown => 3,
        };
        Ok((format!("{said}\n"), code))
    })
}

fn decide(text: &str) -> Answer {
    let mut statements = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.split('#').next().unwrap_or_default().trim();
        let (word, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
        if !word.is_empty() {
            statements.push(Statement {
                number,
                word,
                rest,
                code,
            });
        }
    }
    let has = |word: &str| statements.iter().any(|statement| statement.word == word);
    if has("edges") {
        graph(&statements)
    } else if has("points") {
        definition(text, &statements)
    } else {
        board(&statements)
    }
}

/// A line that says something.
struct Statement<'a> {
    number: usize,
    word: &'a str,
    rest: &'a str,
    /// All of it.
    code: &'a str,
}

impl Statement<'_> {
    fn unexpected(&self, expected: &str) -> Box<dyn Error> {
        let word: String = self.word.chars().take(20).collect();
        format!(
            "line {} begins with {word:?}: expected {expected}",
            self.number
        )
        .into()
    }

    fn numbers<T: std::str::FromStr>(&self, text: &str) -> Result<Vec<T>, Box<dyn Error>> {
        let number = |item: &str| {
            let digits = item.bytes().all(|byte| byte.is_ascii_digit());
            let number = item.parse().ok().filter(|_| digits);
            number.ok_or_else(|| {
                let item: String = item.chars().take(20).collect();
                format!(
                    "{item:?} in line {} is not a number that fits: expected one",
                    self.number
                )
                .into()
            })
        };
        text.split_whitespace().map(number).collect()
    }
}

/// Any size, any goal.
fn board(statements: &[Statement<'_>]) -> Answer {
    let (mut start, mut columns, mut goal): (Vec<u32>, _, _) = (vec![], None, None);
    let mut rows = 0;
    for statement in statements {
        if statement.word == "goal" && goal.is_none() {
            goal = Some(statement.numbers::<u32>(statement.rest)?);
        } else if statement.word.bytes().all(|byte| byte.is_ascii_digit()) {
            let row = statement.numbers::<u32>(statement.code)?;
            let expected = *columns.get_or_insert(row.len());
            if row.len() != expected {
                let (found, number) = (row.len(), statement.number);
                return Err(
                    format!("line {number} has {found} numbers: expected {expected}").into(),
                );
            }
            start.extend(row);
            rows += 1;
        } else {
            return Err(statement.unexpected("a row of numbers, edges, points or a goal"));
        }
    }
    let cells = start.len() as u32;
    let goal = goal.unwrap_or_else(|| (1..cells).chain([0]).collect());
    Ok(sliding_solvability(
        rows,
        columns.unwrap_or(0),
        &start,
        &goal,
    )?)
}

fn graph(statements: &[Statement<'_>]) -> Answer {
    let (mut edges, mut start, mut goal) = (vec![], None, None);
    for statement in statements {
        match statement.word {
            "edges" => edges.extend(parse_edges(statement)?),
            "start" if start.is_none() => start = Some(statement.numbers::<u8>(statement.rest)?),
            "goal" if goal.is_none() => goal = Some(statement.numbers::<u8>(statement.rest)?),
            _ => return Err(statement.unexpected("edges, or start or goal once")),
        }
    }
    let start = start.ok_or("the start is missing: expected a line such as start 2 1 0")?;
    let mut puzzle = GraphTiles::large(start.len(), &edges)?;
    if let Some(goal) = goal {
        puzzle = puzzle.with_goal(&goal)?;
    }
    Ok(puzzle.solvability(&puzzle.state(&start)?))
}

fn parse_edges(statement: &Statement<'_>) -> Result<Vec<(usize, usize)>, Box<dyn Error>> {
    let edge = |item: &str| {
        let ends = item.split_once('-');
        let vertex = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
        let ends = ends.and_then(|(a, b)| Some((vertex(a)?, vertex(b)?)));
        ends.ok_or_else(|| {
            let item: String = item.chars().take(20).collect();
            let number = statement.number;
            format!(
                "{item:?} in line {number} is no edge: expected two vertices from 1, such as 1-2"
            )
            .into()
        })
    };
    statement.rest.split_whitespace().map(edge).collect()
}

fn definition(text: &str, statements: &[Statement<'_>]) -> Answer {
    let mut starts = statements
        .iter()
        .filter(|statement| statement.word == "start");
    let start = starts.next();
    let start = start.ok_or("the start is missing: expected a line such as start 2 1 3")?;
    if let Some(second) = starts.next() {
        return Err(second.unexpected("start once"));
    }
    // A definition knows no start: its line is left out, and the others keep their numbers.
    let lines = (1..).zip(text.lines());
    let others = lines.map(|(number, line)| if number == start.number { "" } else { line });
    let definition: Definition = others.collect::<Vec<_>>().join("\n").parse()?;
    let puzzle = PermutationPuzzle::<[u8; 255]>::packed(&definition)?;
    let start = puzzle.state(&start.numbers(start.rest)?)?;
    Ok(puzzle.solvability(&start))
}
