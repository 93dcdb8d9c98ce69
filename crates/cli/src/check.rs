//! `check`: whether a puzzle can be solved, and why, without a search; and whether it obeys the laws of a puzzle.

use clap::Args;
use puzzle_search::laws;
use puzzle_search::puzzles::sliding_solvability;
use puzzle_search::{Puzzle, Ranked, Solvability};
use serde_json::json;

use crate::catalogue::{Instance, PuzzleOptions};
use crate::console::Console;
use crate::options::FormatOption;
use crate::text::boards::TileBoard;
use crate::{BAD_INPUT, CliResult, STOPPED};

/// The default input: standard input.
const INPUT: &[&str] = &["-"];

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

    /// Check instead that the puzzle obeys the laws of a puzzle, on ten thousand states from the start and as many
    /// around the goals
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
            let object = json!({ "solvability": word, "reason": reason });
            self.format
                .print(console, &object, format_args!("{said}\n"))?;
        }
        Ok(worst)
    }

    fn decide(&self, console: &dyn Console) -> CliResult<Vec<Solvability>> {
        let words = self.which.words(console, INPUT)?;
        self.which.check(&words)?;
        // Boards can be larger than those that can be searched.
        if let Some(boards) = self.which.boards(&words, console)? {
            let decide = |board: &TileBoard| {
                let TileBoard { rows, columns, .. } = *board;
                Ok(sliding_solvability(
                    rows,
                    columns,
                    &board.start,
                    &board.goal,
                )?)
            };
            return boards.iter().map(decide).collect();
        }
        let instances = self.which.instances_of(&words, console)?;
        let decide = |instance: &Instance| Ok(instance.puzzle.solvability(instance.start()?));
        instances.iter().map(decide).collect()
    }

    fn laws(&self, console: &dyn Console) -> CliResult {
        let instance = self.which.instance(console, INPUT)?;
        let (puzzle, goal) = (&instance.puzzle, instance.goal()?);
        let start = instance.start.as_ref().unwrap_or(&goal);
        let mut checks = vec![laws::Check::new().reversible(puzzle, start)];
        if puzzle.state_count().is_some() {
            checks.push(laws::Check::new().ranked(puzzle, start));
        }
        for checked in checks {
            let is_lawful = checked.is_ok();
            let said = checked.map_or_else(
                |violation| violation.to_string(),
                |checked| checked.to_string(),
            );
            let object = json!({ "lawful": is_lawful, "reason": said });
            self.format
                .print(console, &object, format_args!("{said}\n"))?;
            if !is_lawful {
                return Ok(1);
            }
        }
        Ok(0)
    }
}
