//! Boards and graphs as texts: on each line a row of numbers, or a word and what belongs to it.

use std::error::Error;
use std::str::FromStr;

type Read<T> = Result<T, Box<dyn Error>>;

/// A line that says something.
pub(crate) struct Statement<'a> {
    /// Which line of the text.
    pub(crate) number: usize,
    pub(crate) word: &'a str,
    pub(crate) rest: &'a str,
    /// All of it.
    code: &'a str,
}

/// The lines that say something; what follows a `#` is a comment.
pub(crate) fn statements(text: &str) -> Vec<Statement<'_>> {
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
    statements
}

/// Whether the text is about a graph.
pub(crate) fn is_graph(statements: &[Statement<'_>]) -> bool {
    statements.iter().any(|statement| statement.word == "edges")
}

/// A board of sliding tiles of any size: its rows, 0 being the blank, and perhaps `goal`.
pub(crate) struct BoardText<T> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) start: Vec<T>,
    pub(crate) goal: Option<Vec<T>>,
}

impl<T: FromStr> BoardText<T> {
    pub(crate) fn read(statements: &[Statement<'_>]) -> Read<Self> {
        let (mut start, mut columns, mut goal): (Vec<T>, _, _) = (vec![], None, None);
        let mut rows = 0;
        for statement in statements {
            if statement.word == "goal" && goal.is_none() {
                goal = Some(statement.numbers(statement.rest)?);
            } else if statement.word.bytes().all(|byte| byte.is_ascii_digit()) {
                let row = statement.numbers(statement.code)?;
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
        Ok(Self {
            rows,
            columns: columns.unwrap_or(0),
            start,
            goal,
        })
    }
}

/// A graph and the piece on each vertex: `edges 1-2 2-3 ..`, `start 2 1 0` and perhaps `goal`.
pub(crate) struct GraphText {
    /// Vertices counted from 0.
    pub(crate) edges: Vec<(usize, usize)>,
    pub(crate) start: Vec<u8>,
    pub(crate) goal: Option<Vec<u8>>,
}

impl GraphText {
    pub(crate) fn read(statements: &[Statement<'_>]) -> Read<Self> {
        let (mut edges, mut start, mut goal) = (vec![], None, None);
        for statement in statements {
            match statement.word {
                "edges" => edges.extend(statement.edges()?),
                "start" if start.is_none() => start = Some(statement.numbers(statement.rest)?),
                "goal" if goal.is_none() => goal = Some(statement.numbers(statement.rest)?),
                _ => return Err(statement.unexpected("edges, or start or goal once")),
            }
        }
        let start = start.ok_or("the start is missing: expected a line such as start 2 1 0")?;
        Ok(Self { edges, start, goal })
    }
}

impl Statement<'_> {
    pub(crate) fn unexpected(&self, expected: &str) -> Box<dyn Error> {
        let word: String = self.word.chars().take(20).collect();
        format!(
            "line {} begins with {word:?}: expected {expected}",
            self.number
        )
        .into()
    }

    pub(crate) fn numbers<T: FromStr>(&self, text: &str) -> Read<Vec<T>> {
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

    fn edges(&self) -> Read<Vec<(usize, usize)>> {
        let edge = |item: &str| {
            let ends = item.split_once('-');
            let vertex = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
            let ends = ends.and_then(|(a, b)| Some((vertex(a)?, vertex(b)?)));
            ends.ok_or_else(|| {
                let item: String = item.chars().take(20).collect();
                let number = self.number;
                format!(
                    "{item:?} in line {number} is no edge: expected two vertices from 1, such as \
                     1-2"
                )
                .into()
            })
        };
        self.rest.split_whitespace().map(edge).collect()
    }
}
