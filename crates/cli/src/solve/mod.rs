//! `solve`: solves puzzles by any solver.

mod output;

use std::path::PathBuf;

use clap::Args;
use puzzle_search::job::BuildError;

use crate::catalogue::PuzzleOptions;
use crate::console::Console;
use crate::options::FormatOption;
use crate::quality::{self, NamedSearch};
use crate::search::{
    Saving, SearchOptions, SearchRequest, SearchResult, Several, Sides, SolverName,
};
use crate::svg::Svg;
use crate::units::short;
use crate::{CliResult, STOPPED};

/// Korf's instance 12, which is easy and takes 45 moves. In Korf's goal the blank comes first.
const KORF_12: &[&str] = &[
    "tiles",
    "14 1 9 6  4 8 12 5  7 2 3 0  10 11 13 15 \n goal blank-first",
];

/// The limit on the memory of a search from both ends that nobody asked for.
const MOST_BYTES: usize = 2_048 << 20;

/// Solve a puzzle
///
/// Without arguments it solves a 15-puzzle of Korf's. Several boards have several answers. Exit codes: 0 solved, 1
/// unsolvable, 2 bad input, 3 stopped by a limit or by Ctrl-C (twice: at once).
///
///   puzzle-search solve "8 6 7 2 5 4 3 0 1" --goal snail
///   puzzle-search solve boards.txt --format json
///   puzzle-search solve tiles 3x4 "1 2 3 4 5 6 7 8 9 0 10 11" --solver a-star
///   puzzle-search solve "2 1 3 0" --edges "1-2 2-3 3-4 4-1 1-3"
///   puzzle-search solve heavy-tiles "8 6 7 2 5 4 3 0 1" --solver bae-star
///   puzzle-search solve hanoi 12x4 --solver bae-star
///   puzzle-search solve tiles 4x4 --random --solver anytime --max-seconds 5 --svg quality.svg
///   puzzle-search solve examples/puzzles/pocket-cube.puzzle --scramble "R U2 F'" --solver bidirectional
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(crate) struct Solve {
    #[command(flatten)]
    which: PuzzleOptions,

    #[command(flatten)]
    search: SearchOptions,

    #[command(flatten)]
    saving: Saving,

    /// All cheapest solutions: how many, and the first ten; by A*
    #[arg(long, conflicts_with_all = ["k", "checkpoint"])]
    all: bool,

    /// The N cheapest solutions that visit no state twice; by A*
    #[arg(long, value_name = "N", conflicts_with = "checkpoint", value_parser = crate::options::parse_count::<usize>)]
    k: Option<usize>,

    /// A picture of how good the best solution was at what time
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "k"])]
    svg: Option<PathBuf>,

    #[command(flatten)]
    format: FormatOption,
}

/// The request in words, and its result.
struct Solved {
    name: String,
    size: String,
    solver: String,
    heuristic: String,
    /// The printed forms of start and goal.
    start: String,
    goal: String,
    /// Whether the board is likely to be meant for the goal with the blank first.
    needs_the_blank_first: bool,
    found: SearchResult,
}

impl Solve {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        let instances = self.which.instances(console, KORF_12)?;
        let count = instances.len();
        if count > 1 && (self.svg.is_some() || self.saving.checkpoint.is_some()) {
            return Err(format!(
                "there are {count} boards: expected one with --svg or --checkpoint"
            )
            .into());
        }
        let mut code = 0;
        for (at, instance) in instances.iter().enumerate() {
            let solved = self.solve(instance, console)?;
            code = code.max(solved.found.exit_code());
            if let Some(path) = &self.svg {
                crate::write_file(path, picture(&solved))?;
            }
            let apart = if at > 0 { "\n" } else { "" };
            let text = format_args!("{apart}{}", output::text(&solved));
            self.format.print(console, &output::json(&solved), text)?;
            self.saving.discard_finished();
            if console.is_cancelled() {
                // The other boards are left out.
                return Ok(if at + 1 < count { STOPPED } else { code });
            }
        }
        if self.which.is_empty() && !self.format.is_json() {
            console.print(
                "\nThat was Korf's instance 12, whose goal has the blank first; a goal of 1 2 .. with the blank last\n\
                 is the default for a board of yours. Next: puzzle-search solve \"8 6 7 2 5 4 3 0 1\",\n\
                 puzzle-search show solution, puzzle-search count tiles 3x4, and puzzle-search --help for the rest.\n",
            )?;
        }
        Ok(code)
    }

    fn several(&self) -> Option<Several> {
        if self.all {
            return Some(Several::All);
        }
        self.k.map(Several::Cheapest)
    }

    fn solve(
        &self,
        instance: &crate::catalogue::Instance,
        console: &dyn Console,
    ) -> CliResult<Solved> {
        let (start, goal) = (instance.start()?, instance.goal()?);
        let (search, several) = (&self.search, self.several());
        let by_default = match (search.heuristic, search.by.backward) {
            (None, false) => instance.solver,
            _ => SolverName::IdaStar,
        };
        let solver = search.solver.unwrap_or(by_default);
        // Several solutions are found by A*.
        let (name, sides) = match several {
            Some(_) => (SolverName::AStar, Sides::OneSided),
            None => (solver, solver.sides(&search.by)),
        };
        let mut within = search.limits.within(console);
        if search.solver.is_none() && solver == SolverName::Bidirectional {
            // Who names no solver does not expect it to take all memory.
            within.limits.bytes.get_or_insert(MOST_BYTES);
        }
        let tables = search.tables(within.limits.clone(), console);
        let found = match search.prepared(instance, name, sides, &tables) {
            Ok(prepared) => match several {
                Some(several) => prepared.several(several, &within, start, console)?,
                None => {
                    let question = SearchRequest {
                        solver,
                        options: &search.by,
                        within: &within,
                        saving: &self.saving,
                        name: "solve",
                    };
                    prepared.search(&question, start, console)?
                }
            },
            Err(error) => match error.downcast_ref() {
                Some(BuildError::Stopped(_)) => SearchResult::stopped(error.to_string()),
                _ => return Err(error),
            },
        };
        let tiles = instance.tiles.as_ref();
        Ok(Solved {
            name: instance.name.clone(),
            size: instance.size.clone(),
            solver: match several {
                Some(_) => crate::options::word(&name),
                None => solver.words(&search.by),
            },
            heuristic: instance.heuristic(search.heuristic)?.word(),
            start: instance.puzzle.drawn(start),
            goal: instance.puzzle.drawn(&goal),
            needs_the_blank_first: tiles.is_some_and(|board| board.needs_the_blank_first()),
            found,
        })
    }
}

/// Draws how good the best solution was at what time.
fn picture(solved: &Solved) -> String {
    let found = &solved.found;
    let searches = [NamedSearch {
        name: solved.solver.clone(),
        found,
    }];
    let title = format!("{} {}: {}", solved.name, solved.size, solved.solver);
    let mut svg = Svg::new((760.0, 100.0 + quality::height(&searches)), &title);
    let factor = found
        .factor
        .map(|factor| format!(" {factor:.3} times the lower bound,"));
    let summary = match found.cost() {
        Some(cost) => format!(
            "cost {cost},{} after {}",
            factor.unwrap_or_default(),
            short(found.seconds(), "s")
        ),
        None => "no solution was found".into(),
    };
    svg.text((32.0, 67.5), "soft small", summary);
    quality::draw(&mut svg, &searches, (64.0, 100.0), 728.0);
    svg.end()
}
