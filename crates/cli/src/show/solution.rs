//! `show solution`: solves a puzzle and makes a [`Film`] of it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use puzzle_search::Guarantee;

use super::film::{Film, FilmFrame};
use super::{in_words, page, picture, solver_in_words, terminal};
use crate::CliResult;
use crate::catalogue::{Instance, Layout, PuzzleOptions};
use crate::compare::HARDEST;
use crate::console::Console;
use crate::heuristics::HeuristicName;
use crate::options::parse_seconds;
use crate::progress_line::grouped;
use crate::search::{Saving, SearchEnd, SearchOptions, SearchRequest, SearchResult, SolverName};

/// Solve a puzzle and show the solution move by move: in the terminal, as an SVG that plays by itself, or as a page
/// with buttons
///
/// On a terminal it is an animation, in a pipe one frame after another. Without arguments it solves the hardest board
/// of the 8-puzzle.
///
///   puzzle-search show solution "8 6 7 2 5 4 3 0 1" --svg out.svg --html out.html
///   puzzle-search show solution magic-squares --goal "2 6 8 4 5 7 3 1" --step
///   puzzle-search show solution examples/puzzles/rooms.map 0,0 --goal 19,8 --svg out.svg
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(crate) struct ShowSolution {
    #[command(flatten)]
    which: PuzzleOptions,

    #[command(flatten)]
    search: SearchOptions,

    /// How long a move takes
    #[arg(long, value_name = "S", default_value = "0.6", value_parser = parse_seconds)]
    delay: Duration,

    /// On a terminal, wait for Enter before each move
    #[arg(long)]
    step: bool,

    /// Make a picture that plays by itself, also within a page, instead
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Make a page with play, pause, step and slider instead
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// The default solver: one that detects duplicates where many paths lead to the same state.
const fn solver_for(shape: &Layout) -> SolverName {
    match shape {
        Layout::Graph { .. } | Layout::Map { .. } => SolverName::AStar,
        Layout::Sheet => SolverName::Bfs,
        _ => SolverName::IdaStar,
    }
}

impl ShowSolution {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        let instance = self.which.instance(console, HARDEST)?;
        // A puzzle that cannot be drawn is not searched.
        instance.shape.places()?;
        let solver = self.search.solver.unwrap_or(solver_for(&instance.shape));
        let heuristic = instance.heuristic(self.search.heuristic)?;
        let sides = solver.sides(&self.search.by);
        let within = self.search.limits.within(console);
        let tables = self.search.tables(within.limits.clone(), console);
        let prepared = self.search.prepared(&instance, solver, sides, &tables)?;
        let question = SearchRequest {
            solver,
            options: &self.search.by,
            within: &within,
            saving: &Saving::default(),
            name: "solve",
        };
        let found = prepared.search(&question, instance.start()?, console)?;
        match &found.end {
            SearchEnd::Solved(guarantee) => {
                let film = film(&instance, solver, heuristic, &found, *guarantee)?;
                self.show(&film, console)?;
            }
            SearchEnd::Unsolvable(reason) => {
                console.print(format_args!("unsolvable: {reason}\n"))?;
            }
            SearchEnd::Stopped(reason, _) => console.print(format_args!("stopped: {reason}\n"))?,
        }
        Ok(found.exit_code())
    }

    fn show(&self, film: &Film, console: &dyn Console) -> CliResult<()> {
        let write = |path: &Path, text: String| -> CliResult<()> {
            crate::write_file(path, text)?;
            Ok(console.print(format_args!("{}: {}\n", path.display(), film.summary))?)
        };
        if let Some(path) = &self.svg {
            write(path, picture::animated(film, self.delay))?;
        }
        if let Some(path) = &self.html {
            write(path, page::html(film, self.delay))?;
        }
        if self.svg.is_none() && self.html.is_none() {
            terminal::show(film, (!self.step).then_some(self.delay), console)?;
        }
        Ok(())
    }
}

fn film(
    instance: &Instance,
    solver: SolverName,
    heuristic: HeuristicName,
    found: &SearchResult,
    guarantee: Guarantee,
) -> CliResult<Film> {
    let solution = found.solution.as_ref().ok_or("there is no solution")?;
    let states = solution.states(&instance.puzzle, instance.start()?)?;
    let named = solution
        .moves()
        .iter()
        .map(|mv| (mv.to_string(), mv.letter()));
    let names = [(String::new(), String::new())].into_iter().chain(named);
    let shape = &instance.shape;
    let frames = names.zip(&states).map(|((mv, letter), state)| FilmFrame {
        mv,
        letter,
        pieces: shape.pieces(state),
    });
    let frames: Vec<FilmFrame> = frames.collect();
    let goal = match shape {
        // A map may have several goals; the film ends at one.
        Layout::Map { .. } => frames.last().map(|frame| frame.pieces.clone()),
        _ => instance.puzzle.goal().map(|goal| shape.pieces(&goal)),
    };
    let (steps_are, steps) = match solver {
        SolverName::IdaStar => (
            "No fewer will do: states within each bound on the moves",
            found.steps.clone(),
        ),
        SolverName::Bfs => (
            "No fewer will do: states at each number of moves",
            found.steps.clone(),
        ),
        _ => ("", Vec::new()),
    };
    let (name, moves) = (in_words(instance), super::moves(solution.len()));
    Ok(Film {
        summary: format!("{name}: {moves}, {guarantee}"),
        places: shape.places()?,
        goal: goal.unwrap_or_default(),
        frames,
        moves_are: instance.moves_are,
        search: format!(
            "{}, {} states generated",
            solver_in_words(solver, heuristic),
            grouped(found.stats.generated)
        ),
        steps_are,
        steps,
    })
}
