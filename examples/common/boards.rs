//! Boards of sliding tiles and graphs in a text: as many boards as there are, perhaps with their sizes, and a
//! goal for all of them.

#[path = "edges.rs"]
mod edges;
#[path = "goal.rs"]
mod goal;
#[path = "items.rs"]
pub(crate) mod items;
#[path = "lines.rs"]
mod lines;

use std::collections::BTreeSet;
use std::error::Error;
use std::io::{self, Write};

use puzzle_search::Notation;
use puzzle_search::puzzles::{Board, BoardText, GraphTiles, Packed, PuzzleError};

use items::items;
use lines::Lines;

type Read<T> = Result<T, Box<dyn Error>>;

/// Rows and columns.
type Size = (usize, usize);

/// A board of sliding tiles of any size, and its goal; 0 is the blank.
pub(crate) struct Tiles {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) start: Vec<u32>,
    pub(crate) goal: Vec<u32>,
    greatest: Option<u32>,
}

/// The boards in a text, of this size if one is given. The goal is given, or follows a word `goal`, or is 1 2 3 ..
/// with the blank last.
pub(crate) fn tiles(text: &str, size: Option<Size>, goal: Option<&str>) -> Read<Vec<Tiles>> {
    let (starts, own) = sections(text)?;
    if goal.is_some() && own.is_some() {
        return Err("the text has a goal, and another is given: expected one".into());
    }
    let goal = goal.or(own.as_deref()).unwrap_or("standard");
    let boards = Lines::of(&starts).boards(size)?;
    let with_goal = |board: BoardText| {
        Ok(Tiles {
            goal: goal::labels(goal, (board.rows, board.columns))?,
            rows: board.rows,
            columns: board.columns,
            start: board.labels,
            greatest: board.greatest,
        })
    };
    boards.into_iter().map(with_goal).collect()
}

/// Says which numbers are read as the blank. It is a remark, and no part of the answer.
pub(crate) fn remark(boards: &[Tiles]) {
    let greatest: BTreeSet<u32> = boards.iter().filter_map(|board| board.greatest).collect();
    for number in greatest {
        let _ = writeln!(
            io::stderr().lock(),
            "note: the board has no blank, so {number}, its greatest number, is read as the blank"
        );
    }
}

/// The code of a line, and its first word, in lower case.
fn statement(line: &str) -> (&str, String) {
    let code = line.split('#').next().unwrap_or_default();
    let code = code.trim();
    let word: String = code
        .chars()
        .take_while(|letter| letter.is_alphabetic())
        .collect();
    (code, word.to_lowercase())
}

/// What follows the first word of a line.
fn rest(code: &str) -> &str {
    let rest = code.trim_start_matches(char::is_alphabetic);
    rest.trim_start_matches([':', '=', ' ', '\t'])
}

fn unexpected(number: usize, code: &str, expected: &str) -> Box<dyn Error> {
    let word: String = code.chars().take(20).collect();
    format!("line {number} begins with {word:?}: expected {expected}").into()
}

/// What is said of the start and of the goal, each on the lines on which it is said.
fn sections(text: &str) -> Read<(String, Option<String>)> {
    let (mut start, mut goal) = (String::new(), String::new());
    let (mut has_goal, mut is_goal) = (false, false);
    for (number, line) in (1..).zip(text.lines()) {
        let (code, word) = statement(line);
        let code = match &*word {
            "goal" if !has_goal => {
                (has_goal, is_goal) = (true, true);
                rest(code)
            }
            "start" if start.trim().is_empty() => {
                is_goal = false;
                rest(code)
            }
            // Digits beyond nine and a mark of the blank are letters too, and a goal can have a name.
            "goal" | "start" => return Err(unexpected(number, code, "a start and a goal once")),
            word if is_goal || word.bytes().all(|letter| b"abcdefx".contains(&letter)) => code,
            _ => {
                let expected = "a row of numbers, edges, points or a goal";
                return Err(unexpected(number, code, expected));
            }
        };
        *(if is_goal { &mut goal } else { &mut start }) += code;
        start.push('\n');
        goal.push('\n');
    }
    if has_goal && start.trim().is_empty() {
        let expected = "expected the start before it, or after a line \"start\"";
        return Err(format!("there is a goal, and no board before it: {expected}").into());
    }
    Ok((start, has_goal.then_some(goal)))
}

/// A graph and the piece on each vertex.
pub(crate) struct GraphText {
    pub(crate) vertices: usize,
    /// Vertices counted from 0.
    pub(crate) edges: Vec<(usize, usize)>,
    start: String,
    goal: Option<String>,
}

/// Whether a text is about a graph.
pub(crate) fn is_graph(text: &str) -> bool {
    text.lines().any(|line| statement(line).1 == "edges")
}

impl GraphText {
    /// What lines such as `edges 1-2 2-3 ..`, `start 2 1 0` and perhaps `goal 1 2 0` say.
    pub(crate) fn read(text: &str) -> Read<Self> {
        let (mut edges, mut start, mut goal) = (String::new(), None, None);
        for (number, line) in (1..).zip(text.lines()) {
            let (code, word) = statement(line);
            let rest = rest(code);
            match &*word {
                "" if code.is_empty() => {}
                "edges" => edges = edges + " " + rest,
                "start" if start.is_none() => start = Some(rest),
                "goal" if goal.is_none() => goal = Some(rest),
                _ => return Err(unexpected(number, code, "edges, or start or goal once")),
            }
        }
        let start = start.ok_or("the start is missing: expected a line such as start 2 1 0")?;
        Self::new(&edges, start, goal)
    }

    /// The puzzle with its goal, and the start.
    pub(crate) fn puzzle<B: Packed>(&self) -> Result<(GraphTiles<B>, Board<B>), PuzzleError> {
        let mut puzzle = GraphTiles::packed(self.vertices, &self.edges)?;
        if let Some(goal) = &self.goal {
            let goal: Vec<u8> = puzzle.parse(goal)?.cells().collect();
            puzzle = puzzle.with_goal(&goal)?;
        }
        let start = puzzle.parse(&self.start)?;
        Ok((puzzle, start))
    }

    pub(crate) fn new(edges: &str, start: &str, goal: Option<&str>) -> Read<Self> {
        let vertices = items(start).count();
        Ok(Self {
            vertices,
            edges: edges::edges(edges, vertices)?,
            start: start.to_owned(),
            goal: goal.map(str::to_owned),
        })
    }
}
