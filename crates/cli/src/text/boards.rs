//! Parses boards of sliding tiles and graphs from text: any number of boards, optionally with their sizes, and one goal
//! for all of them.

use std::collections::BTreeSet;
use std::error::Error;

use puzzle_search::puzzles::{
    Board, BoardText, Packed, PuzzleError, SlidingTiles, sliding_solvability,
};

use super::lines::{Dimensions, TextLines};
use super::{goal, items};
use crate::CliResult;
use crate::console::Console;

/// A board of sliding tiles of any size, and its goal; 0 is the blank.
pub(crate) struct TileBoard {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) start: Vec<u32>,
    pub(crate) goal: Vec<u32>,
    greatest: Option<u32>,
}

/// The boards in a text, of size `size` if it is given. The goal is `goal`, or follows the word `goal` in the text; by
/// default it is 1 2 3 .. with the blank last.
pub(crate) fn tiles(
    text: &str,
    size: Option<Dimensions>,
    goal: Option<&str>,
) -> CliResult<Vec<TileBoard>> {
    let (starts, own) = sections(text)?;
    if goal.is_some() && own.is_some() {
        return Err("the text has a goal, and another is given: expected one".into());
    }
    let goal = goal.or(own.as_deref()).unwrap_or("standard");
    let boards = TextLines::of(&starts).boards(size)?;
    let with_goal = |board: BoardText| {
        Ok(TileBoard {
            goal: goal::labels(goal, board.rows, board.columns)?,
            rows: board.rows,
            columns: board.columns,
            start: board.labels,
            greatest: board.greatest,
        })
    };
    boards.into_iter().map(with_goal).collect()
}

impl TileBoard {
    /// A board at its goal.
    pub(crate) fn at_goal(rows: usize, columns: usize, goal: Option<&str>) -> CliResult<Self> {
        let goal = goal::labels(goal.unwrap_or("standard"), rows, columns)?;
        Ok(Self {
            rows,
            columns,
            start: goal.clone(),
            goal,
            greatest: None,
        })
    }

    /// The puzzle with this goal; an error if there are too many cells for the packing.
    pub(crate) fn puzzle<B: Packed>(&self) -> Result<SlidingTiles<B>, PuzzleError> {
        SlidingTiles::packed(self.rows, self.columns)?.with_goal(&bytes(&self.goal))
    }

    /// Whether the start cannot reach the standard goal, but the one with the blank first.
    pub(crate) fn needs_the_blank_first(&self) -> bool {
        let (rows, columns) = (self.rows, self.columns);
        let can = |goal: &[u32]| {
            let said = sliding_solvability(rows, columns, &self.start, goal);
            said.map(|said| said.is_solvable()).ok()
        };
        let named = |name| goal::labels(name, rows, columns).ok();
        named("standard").as_ref() == Some(&self.goal)
            && can(&self.goal) == Some(false)
            && named("blank-first").and_then(|goal| can(&goal)) == Some(true)
    }

    /// The start as a state of the puzzle.
    pub(crate) fn board<B: Packed>(
        &self,
        puzzle: &SlidingTiles<B>,
    ) -> Result<Board<B>, PuzzleError> {
        puzzle.state(&bytes(&self.start))
    }
}

/// Reports which numbers are read as the blank, on standard error.
pub(crate) fn remark(boards: &[TileBoard], console: &dyn Console) {
    let greatest: BTreeSet<u32> = boards.iter().filter_map(|board| board.greatest).collect();
    for number in greatest {
        console.remark(format_args!(
            "note: the board has no blank, so {number}, its greatest number, is read as the blank\n"
        ));
    }
}

/// The labels as bytes: no board that can be packed has larger numbers.
pub(crate) fn bytes(labels: &[u32]) -> Vec<u8> {
    labels.iter().map(|&label| label as u8).collect()
}

/// The line without its comment, and its first word in lower case.
fn statement(line: &str) -> (&str, String) {
    let code = line.split('#').next().unwrap_or_default();
    let code = code.trim();
    let word: String = code
        .chars()
        .take_while(|letter| letter.is_alphabetic())
        .collect();
    (code, word.to_lowercase())
}

/// The rest of a line after its first word.
fn rest(code: &str) -> &str {
    let rest = code.trim_start_matches(char::is_alphabetic);
    rest.trim_start_matches([':', '=', ' ', '\t'])
}

fn unexpected(number: usize, code: &str, expected: &str) -> Box<dyn Error> {
    let word: String = code.chars().take(20).collect();
    format!("line {number} begins with {word:?}: expected {expected}").into()
}

/// Separates the lines of the start from those of the goal, and keeps the line numbers of both.
fn sections(text: &str) -> CliResult<(String, Option<String>)> {
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
            // Letters can be hexadecimal digits or a mark for the blank, and in the goal its name.
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

/// The definition of a puzzle, and a start for it.
pub(crate) struct DefinitionText {
    /// The text without the line of the start; the other lines keep their numbers.
    pub(crate) definition: String,
    pub(crate) start: Option<String>,
}

impl DefinitionText {
    /// Parses a definition with, optionally, a line such as `start 2 1 3`.
    pub(crate) fn read(text: &str) -> CliResult<Self> {
        let (mut definition, mut start) = (String::new(), None);
        for (number, line) in (1..).zip(text.lines()) {
            let (code, word) = statement(line);
            match &*word {
                "start" if start.is_none() => start = Some(rest(code).to_owned()),
                "start" => return Err(unexpected(number, code, "one start")),
                _ => definition += line,
            }
            definition.push('\n');
        }
        Ok(Self { definition, start })
    }
}

/// The maximum number of vertices.
const MOST: usize = 64;

/// A graph and the piece on each vertex.
pub(crate) struct GraphText {
    pub(crate) vertices: usize,
    /// Vertices counted from 0.
    pub(crate) edges: Vec<(usize, usize)>,
    pub(crate) start: Option<String>,
    pub(crate) goal: Option<String>,
}

/// Whether a text defines a graph.
pub(crate) fn is_graph(text: &str) -> bool {
    text.lines().any(|line| statement(line).1 == "edges")
}

impl GraphText {
    /// Parses lines such as `edges 1-2 2-3 ..`, `start 2 1 0` and, optionally, `goal 1 2 0`.
    pub(crate) fn read(text: &str) -> CliResult<Self> {
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
        let goal = goal.map(str::to_owned);
        Ok(Self {
            goal,
            ..Self::new(&edges, start)?
        })
    }

    /// A graph with as many vertices as the start has pieces; without a start, as the highest in an edge says.
    pub(crate) fn new(edges: &str, start: Option<&str>) -> CliResult<Self> {
        let vertices = start.map(|start| items(start).count());
        let edges = super::edges(edges, vertices.unwrap_or(MOST))?;
        let last = edges.iter().map(|&(a, b)| a.max(b)).max();
        Ok(Self {
            vertices: vertices.unwrap_or(last.map_or(0, |last| last + 1)),
            edges,
            start: start.map(str::to_owned),
            goal: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever a text says, it is boards with goals, or a sentence.
        #[test]
        fn no_text_makes_the_reader_of_boards_panic(
            lines in prop::collection::vec("[0-4]|[0-4] [0-4x_]|[0-9 ]{0,9}|goal|start|snail|edges 1-2|[0-3][0-3]|.{0,5}", 0..9),
            size in prop::option::of((0_usize..4, 0_usize..4)),
        ) {
            let text = lines.join("\n");
            if is_graph(&text) {
                let read = GraphText::read(&text);
                prop_assert!(read.is_ok() || read.is_err_and(|error| !error.to_string().contains('\n')));
                return Ok(());
            }
            match tiles(&text, size, None) {
                Ok(boards) => {
                    prop_assert!(!boards.is_empty(), "{}", text);
                    for board in boards {
                        let cells = board.rows * board.columns;
                        prop_assert!(size.is_none_or(|size| size == (board.rows, board.columns)));
                        for mut labels in [board.start, board.goal] {
                            labels.sort_unstable();
                            prop_assert!(labels.into_iter().eq(0..cells as u32));
                        }
                    }
                }
                Err(error) => {
                    let sentence = error.to_string();
                    prop_assert!(!sentence.contains('\n') && sentence.len() < 200, "{}", sentence);
                }
            }
        }

        /// Boards after one another are read as they are alone, whatever is between them.
        #[test]
        fn boards_after_one_another_are_read_as_alone(
            boards in prop::collection::vec(Just((0..9_u32).collect::<Vec<_>>()).prop_shuffle(), 1..6),
            before in "|3\n|3 3\n|\n",
            end in "|0\n|0 0\n",
        ) {
            let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ") + "\n";
            let board = |board: &Vec<u32>| before.clone() + &board.chunks(3).map(row).collect::<String>();
            let text = boards.iter().map(board).collect::<String>() + &end;
            let read = tiles(&text, None, None).expect("boards");
            let read: Vec<_> = read.into_iter().map(|board| board.start).collect();
            prop_assert_eq!(read, boards);
        }
    }
}
