//! `check`: whether a puzzle can be solved, and why, without a search; and whether it obeys the laws of a puzzle.

use clap::Args;
use puzzle_search::laws;
use puzzle_search::puzzles::{Definition, PermutationPuzzle, sliding_solvability};
use puzzle_search::{Notation, Puzzle, Ranked, Solvability};
use serde_json::json;

use crate::catalogue::{Preset, PuzzleOptions, SourceText};
use crate::console::Console;
use crate::options::FormatOption;
use crate::text::boards::{self, GraphText};
use crate::{BAD_INPUT, CliResult, STOPPED};

/// The default input: standard input.
const INPUT: Preset = Preset {
    words: &["-"],
    goal: None,
};

/// Say whether a puzzle can be solved, and why, without a search
///
/// Boards of sliding tiles are of any size; of a graph and of a puzzle that is defined by its moves the start is in
/// the file, on a line such as start 2 1 0, or is given. There is a line for each board. It ends with code 0 if all
/// are solvable, 1 if one is not, and 3 if it is not known of one.
///
///   printf '1 2 3\n4 5 6\n8 7 0\n' | puzzle-search check
///   puzzle-search check 867254301 --goal snail
///   printf 'edges 1-2 2-3 3-1\nstart 2 1 0\n' | puzzle-search check
///   puzzle-search check examples/puzzles/cube.puzzle --laws
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(crate) struct CheckPuzzle {
    #[command(flatten)]
    which: PuzzleOptions,

    /// Check instead that the puzzle obeys the laws of a puzzle, on ten thousand states
    #[arg(long)]
    laws: bool,

    #[command(flatten)]
    format: FormatOption,
}

impl CheckPuzzle {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        if self.laws {
            return self.laws(console);
        }
        let mut worst = 0;
        for said in self.decide(console)? {
            let (word, code) = match said {
                Solvability::Solvable(_) => ("solvable", 0),
                Solvability::Unsolvable(_) => ("unsolvable", 1),
                Solvability::Unknown => ("unknown", STOPPED),
                Solvability::NotAState => ("not a state", BAD_INPUT),
            };
            worst = worst.max(code);
            let reason = said.reason().map(ToString::to_string);
            console.print(match self.format.is_json() {
                true => format!("{}\n", json!({ "solvability": word, "reason": reason })),
                false => format!("{said}\n"),
            })?;
        }
        Ok(worst)
    }

    fn decide(&self, console: &dyn Console) -> CliResult<Vec<Solvability>> {
        // Boards of any size, and definitions with a start, are not instances.
        if let Some(SourceText { text, .. }) = self.which.file_alone(console, INPUT)? {
            let goal = self.which.goal.as_deref();
            let begins = |line: &str, word: &str| line.split_whitespace().next() == Some(word);
            if text.lines().any(|line| begins(line, "points")) {
                return definition(&text, goal);
            }
            if !boards::is_graph(&text) {
                return of_boards(&text, goal, console);
            }
            let graph = GraphText::read(&text)?;
            if graph.start.is_none() {
                return Err("the start is missing: expected a line such as start 2 1 0".into());
            }
            let instance = self.which.graph_of(graph, goal)?;
            return Ok(vec![instance.puzzle.solvability(instance.start()?)]);
        }
        let instances = self.which.instances(console, INPUT)?;
        let decide = |instance: &crate::catalogue::Instance| {
            Ok(instance.puzzle.solvability(instance.start()?))
        };
        instances.iter().map(decide).collect()
    }

    fn laws(&self, console: &dyn Console) -> CliResult {
        let instance = self.which.instance(console, INPUT)?;
        let (puzzle, goal) = (&instance.puzzle, instance.goal()?);
        let start = instance.start.as_ref().unwrap_or(&goal);
        let mut checked = vec![laws::check_reversible(puzzle, start)];
        if puzzle.state_count().is_some() {
            checked.push(laws::check_ranked(puzzle, start));
        }
        for checked in checked {
            match checked {
                Ok(checked) => console.print(format_args!("{checked}\n"))?,
                Err(violation) => {
                    console.print(format_args!("{violation}\n"))?;
                    return Ok(1);
                }
            }
        }
        Ok(0)
    }
}

/// Decides boards of any size and any goal.
fn of_boards(text: &str, goal: Option<&str>, console: &dyn Console) -> CliResult<Vec<Solvability>> {
    let boards = boards::tiles(text, None, goal)?;
    boards::remark(&boards, console);
    let decide = |board: &boards::TileBoard| {
        let (rows, columns) = (board.rows, board.columns);
        Ok(sliding_solvability(
            rows,
            columns,
            &board.start,
            &board.goal,
        )?)
    };
    boards.iter().map(decide).collect()
}

/// The line with the start is not part of a definition. It is blanked out, so that the other lines keep their numbers.
fn definition(text: &str, goal: Option<&str>) -> CliResult<Vec<Solvability>> {
    let (mut start, mut others) = (None, String::new());
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.split('#').next().unwrap_or_default().trim();
        let rest = code.strip_prefix("start");
        match rest.filter(|rest| !rest.starts_with(char::is_alphanumeric)) {
            Some(_) if start.is_some() => {
                return Err(format!("line {number} is another start: expected one").into());
            }
            Some(pieces) => start = Some(pieces),
            None => others += line,
        }
        others += "\n";
    }
    let start = start.ok_or("the start is missing: expected a line such as start 2 1 3")?;
    let definition: Definition = others.parse()?;
    let mut puzzle = PermutationPuzzle::<[u8; 255]>::packed(&definition)?;
    if let Some(goal) = goal {
        puzzle = puzzle.with_goal(&crate::text::labels::<u8>("goal", goal)?)?;
    }
    Ok(vec![puzzle.solvability(&puzzle.parse(start)?)])
}
