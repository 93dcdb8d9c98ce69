//! `show tree`: draws a small search step by step: which states are open and closed, and why the solver expands a state
//! next. It observes the nodes that a solver generates and expands.

mod nodes;
mod picture;
mod record;
mod text;
mod tidy;

use std::path::PathBuf;

use clap::Args;
use puzzle_search::{Outcome, Search};

use super::{in_words, moves, solver_in_words};
use crate::CliResult;
use crate::STOPPED;
use crate::catalogue::{Instance, PuzzleOptions};
use crate::console::Console;
use crate::heuristics::{HeuristicName, TableMaker};
use crate::search::{SolverName, SolverOptions, one_sided};
use nodes::SearchRecord;
use record::TreeRecorder;

/// Six moves from the goal, at Manhattan distance four: the tree has detours and fits on a page.
const SMALL: &[&str] = &["tiles", "1 3 5 4 2 6 7 8 0"];

/// Draw a small search step by step
///
/// The steps are printed; --svg draws them as trees that grow. Without arguments it is A* on a board of the 8-puzzle.
///
///   puzzle-search show tree --solver ida-star --svg tree.svg
///   puzzle-search show tree "3 1 0 2" --solver bfs
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(crate) struct ShowTree {
    #[command(flatten)]
    which: PuzzleOptions,

    /// The algorithm: bfs, uniform-cost, a-star, iterative-deepening or ida-star, whose trees are the usual ones
    #[arg(long, value_enum, default_value_t = SolverName::AStar)]
    solver: SolverName,

    /// What guides the solver [default: manhattan; gap, discs]
    #[arg(long, value_enum)]
    heuristic: Option<HeuristicName>,

    /// Most states to expand, up to 2000: a large tree is hard to read
    #[arg(long, value_name = "N", default_value_t = 40)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=2000))]
    max_expansions: u64,

    /// Draw the tree
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl ShowTree {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        let instance = self.which.instance(console, SMALL)?;
        let (search, code) = self.search(&instance, console)?;
        let printed = console.print(text::render(&search));
        if let Some(path) = &self.svg {
            crate::write_file(path, picture::render(&search))?;
        }
        printed?;
        Ok(code)
    }

    /// Runs the search; returns its record and the exit code.
    fn search(&self, instance: &Instance, console: &dyn Console) -> CliResult<(SearchRecord, u8)> {
        let is_informed = self.solver.is_informed();
        let chosen = instance.heuristic(self.heuristic)?;
        let heuristic = if is_informed {
            chosen
        } else {
            HeuristicName::None
        };
        let tables = TableMaker::new(console, console.limits(), None);
        let (puzzle, start) = (instance.guide(heuristic, &tables)?, instance.start()?);
        let options = SolverOptions::by_one_thread();
        let Some(solver) = one_sided(self.solver, &options, puzzle.clone()) else {
            return Err("a tree is of a search from the start: expected another solver".into());
        };
        let shape = &instance.shape;
        let places = shape.places()?;
        let mut recorder = TreeRecorder::new(shape);
        let limits = console.limits().max_expanded(self.max_expansions);
        let search = Search::new(&solver, &puzzle, [start.clone()]);
        let report = search.limits(limits).observe(&mut recorder).run();
        let (end, code) = match &report.outcome {
            Outcome::Solved {
                solution,
                guarantee,
            } => (format!("{}, {guarantee}", moves(solution.len())), 0),
            Outcome::Unsolvable { reason } => (format!("unsolvable: {reason}"), 1),
            Outcome::Stopped { stop, .. } => (format!("stopped: {stop}"), STOPPED),
        };
        let way = report.solution().map(|way| way.states(&puzzle, start));
        let way = way.transpose()?.unwrap_or_default();
        let way: Vec<_> = way.iter().map(|state| shape.pieces(state)).collect();
        let solver = solver_in_words(self.solver, heuristic);
        let title = format!("{}: {solver}", in_words(instance));
        let mut trees = recorder.trees(&report.iterations, &way);
        if !is_informed {
            let nodes = trees.iter_mut().flat_map(|tree| &mut tree.nodes);
            nodes.for_each(|node| node.h = None);
        }
        let goal = instance.goal()?;
        let search = SearchRecord {
            title,
            end,
            moves_are: instance.moves_are,
            goal: shape.pieces(&goal),
            places,
            trees,
        };
        Ok((search, code))
    }
}
