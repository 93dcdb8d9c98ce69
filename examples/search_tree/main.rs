//! A small search, drawn step by step: which states are open, which are closed, and why the solver
//! goes where it goes.
//!
//! ```sh
//! cargo run --release --example search_tree
//! cargo run --release --example search_tree -- --solver ida-star --svg tree.svg
//! cargo run --release --example search_tree -- --size 2x2 --board "3 1 0 2" --solver bfs
//! ```
//!
//! Everything is drawn from what a solver tells its observer of each node. It ends with code 0 if the
//! puzzle was solved, 1 if it cannot be solved, 2 on bad input and 3 if a limit stopped it.

#[path = "../common/board_picture.rs"]
mod board_picture;
#[path = "../common/boards.rs"]
mod boards;
#[path = "../common/drawn.rs"]
mod drawn;
#[path = "../common/end.rs"]
mod end;
#[path = "../common/file.rs"]
mod file;
#[path = "../common/instance.rs"]
mod instance;
mod picture;
#[path = "../common/places.rs"]
mod places;
mod record;
#[path = "../common/svg.rs"]
mod svg;
mod text;
mod tidy;
mod tree;

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use puzzle_search::heuristics::{Either, Heuristic, Manhattan, Misplaced, Zero};
use puzzle_search::{
    AStar, BreadthFirst, IdaStar, IterativeDeepening, Limits, Outcome, Puzzle, Solver, UniformCost,
};

use drawn::{Drawn, Subject, Task};
use instance::Which;
use record::Recorder;
use tree::Search;

/// Six moves from the goal, four by the Manhattan distance: there are detours, and the tree fits on a
/// page.
const SMALL: &str = "1 3 5 4 2 6 7 8 0";

/// Draws a small search step by step.
///
/// The steps are printed; --svg draws them as trees that grow. Without arguments it is A* on a board
/// of the 8-puzzle.
#[derive(Debug, Parser)]
#[command(name = "search_tree")]
struct Options {
    #[command(flatten)]
    which: Which,

    /// The algorithm
    #[arg(long, value_enum, default_value_t = SolverName::AStar)]
    solver: SolverName,

    /// What guides a-star and ida-star
    #[arg(long, value_enum, default_value_t = HeuristicName::Manhattan)]
    heuristic: HeuristicName,

    /// Most states to expand, up to 2000: a large tree is hard to read
    #[arg(long, value_name = "N", default_value_t = 40)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=2000))]
    max_expansions: u64,

    /// Draw the tree
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SolverName {
    Bfs,
    UniformCost,
    AStar,
    IterativeDeepening,
    IdaStar,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HeuristicName {
    Manhattan,
    Misplaced,
    None,
}

impl SolverName {
    fn solver<P: Puzzle>(self) -> Box<dyn Solver<P>> {
        match self {
            Self::Bfs => Box::new(BreadthFirst::new()),
            Self::UniformCost => Box::new(UniformCost::new()),
            Self::AStar => Box::new(AStar::new()),
            Self::IterativeDeepening => Box::new(IterativeDeepening::new()),
            Self::IdaStar => Box::new(IdaStar::new()),
        }
    }

    const fn is_informed(self) -> bool {
        matches!(self, Self::AStar | Self::IdaStar)
    }

    const fn in_words(self) -> &'static str {
        match self {
            Self::Bfs => "Breadth-first search",
            Self::UniformCost => "Uniform-cost search",
            Self::AStar => "A*",
            Self::IterativeDeepening => "Iterative deepening",
            Self::IdaStar => "IDA*",
        }
    }
}

impl HeuristicName {
    const fn in_words(self) -> &'static str {
        match self {
            Self::Manhattan => "with the Manhattan distance",
            Self::Misplaced => "with the number of misplaced tiles",
            Self::None => "without a heuristic",
        }
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    let instance = options.which.instance(SMALL);
    end::end(instance.and_then(|instance| drawn::with(instance, &options)))
}

impl Task for &Options {
    type Answer = ExitCode;
    type UpTo16 = [u8; 64];
    type UpTo25 = [u8; 64];

    fn run<P: Drawn>(
        self,
        puzzle: P,
        start: &P::State,
        subject: Subject,
    ) -> Result<ExitCode, Box<dyn Error>>
    where
        Manhattan: Heuristic<P>,
        Misplaced: Heuristic<P>,
    {
        let heuristic = match self.heuristic {
            _ if !self.solver.is_informed() => Either::Left(Zero),
            HeuristicName::Manhattan => Either::Right(Either::Left(Manhattan)),
            HeuristicName::Misplaced => Either::Right(Either::Right(Misplaced)),
            HeuristicName::None => Either::Left(Zero),
        };
        let (search, code) = self.search(puzzle, heuristic, start, subject)?;
        let printed = io::stdout().lock().write_all(text::of(&search).as_bytes());
        if let Some(path) = &self.svg {
            std::fs::write(path, picture::of(&search))
                .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        }
        printed?;
        Ok(ExitCode::from(code))
    }
}

impl Options {
    /// What the search did, and the exit code.
    fn search<P: Drawn, H: Heuristic<P>>(
        &self,
        puzzle: P,
        heuristic: H,
        start: &P::State,
        subject: Subject,
    ) -> Result<(Search, u8), Box<dyn Error>> {
        let guided = puzzle.guided_by(heuristic);
        let puzzle = guided.puzzle();
        let mut recorder = Recorder::new(|state: &P::State| puzzle.pieces(state), P::letter);
        let limits = Limits::new().max_expanded(self.max_expansions);
        let search = self.solver.solver().search(&guided, start);
        let report = search.limits(limits).observe(&mut recorder).run();
        let (end, code) = match &report.outcome {
            Outcome::Solved {
                solution,
                guarantee,
            } => (format!("{}, {guarantee}", drawn::moves(solution.len())), 0),
            Outcome::Unsolvable { reason } => (format!("unsolvable: {reason}"), 1),
            Outcome::Stopped { stop, .. } => (format!("stopped: {stop}"), 3),
        };
        let way = report.solution().map(|way| way.states(puzzle, start));
        let way = way.transpose()?.unwrap_or_default();
        let way: Vec<_> = way.iter().map(|state| puzzle.pieces(state)).collect();
        let mut title = format!("{}: {}", subject.name, self.solver.in_words());
        if self.solver.is_informed() {
            title += &format!(" {}", self.heuristic.in_words());
        }
        let mut trees = recorder.trees(&report.iterations, &way);
        if !self.solver.is_informed() {
            let nodes = trees.iter_mut().flat_map(|tree| &mut tree.nodes);
            nodes.for_each(|node| node.h = None);
        }
        let search = Search {
            title,
            end,
            moves_are: P::MOVES,
            goal: puzzle.goal_pieces(),
            places: subject.places,
            trees,
        };
        Ok((search, code))
    }
}
