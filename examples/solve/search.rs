//! [`Task::run`]: any puzzle, any solver, any heuristic.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use puzzle_search::heuristics::{Heuristic, Manhattan, Misplaced, Zero};
use puzzle_search::puzzles::{Board, Packed, SlidingTiles};
use puzzle_search::{
    AStar, Bidirectional, BranchAndBound, BreadthFirst, IdaStar, IterativeDeepening, Puzzle,
    ReplayFault, ReportOf, Reversible, Solver, Stop, UniformCost,
};

use crate::Failure;
use crate::answer::{Answer, Question};
use crate::live::Live;
use crate::options::{HeuristicName, Options, SolverName};
use crate::tile_heuristics::{self, Size, Tables, Use};

/// What to do, whatever the puzzle.
pub(crate) struct Task<'a> {
    pub(crate) options: &'a Options,
    /// Ends the search when it is set.
    pub(crate) cancel: Arc<AtomicBool>,
}

impl Task<'_> {
    /// Solves a puzzle as the options say.
    pub(crate) fn run<P>(
        &self,
        puzzle: P,
        start: &P::State,
        question: Question,
    ) -> Result<Answer, Failure>
    where
        P: Reversible<Cost = u32, Move: Display>,
        Manhattan: Heuristic<P>,
        Misplaced: Heuristic<P>,
    {
        let name = self.options.solver;
        let report = if let Some(solver) = uninformed(name) {
            // Compiled once, whatever heuristic is asked for in vain.
            self.search(&*solver, &puzzle.guided_by(Zero), start)
        } else {
            match self.options.heuristic {
                HeuristicName::Manhattan => {
                    self.search(&*informed(name), &puzzle.guided_by(Manhattan), start)
                }
                HeuristicName::Misplaced => {
                    self.search(&*informed(name), &puzzle.guided_by(Misplaced), start)
                }
                // The catalogue has sent away what only sliding tiles have.
                _ => self.search(&*informed(name), &puzzle.guided_by(Zero), start),
            }
        }?;
        Ok(Answer::new(self.options, question, report))
    }

    /// Solves a sliding board as the options say.
    pub(crate) fn run_tiles<B: Size>(
        &self,
        puzzle: SlidingTiles<B>,
        start: &Board<B>,
        question: Question,
    ) -> Result<Answer, Failure> {
        let heuristic = self.options.heuristic.of_tiles();
        let is_informed = uninformed::<SlidingTiles<B>>(self.options.solver).is_none();
        let Some(heuristic) = heuristic.filter(|_| is_informed) else {
            return self.run(puzzle, start, question);
        };
        let tables = Tables {
            limits: self.options.limits().with_cancel(Arc::clone(&self.cancel)),
            directory: self.options.cache.as_deref(),
        };
        let search = TileSearch { task: self, start };
        match tile_heuristics::with(heuristic, puzzle, &tables, search) {
            Ok(report) => Ok(Answer::new(self.options, question, report?)),
            Err(none) => match none.stop() {
                Some(stop) => Ok(Answer::without_search(self.options, question, stop)),
                None => Err(none.into()),
            },
        }
    }

    fn search<P: Puzzle<Cost = u32>>(
        &self,
        solver: &dyn Solver<P>,
        puzzle: &P,
        start: &P::State,
    ) -> Result<ReportOf<P>, ReplayFault> {
        let limits = self.options.limits().with_cancel(Arc::clone(&self.cancel));
        let search = solver.search(puzzle, start);
        let report = search.limits(limits).observe(Live::new("searching")).run();
        match report.stop() {
            Some(Stop::Replay(fault)) => Err(fault),
            _ => Ok(report),
        }
    }
}

/// A search that waits for its heuristic.
struct TileSearch<'a, B: Packed> {
    task: &'a Task<'a>,
    start: &'a Board<B>,
}

impl<B: Packed> Use<B> for TileSearch<'_, B> {
    type Answer = Result<ReportOf<SlidingTiles<B>>, ReplayFault>;

    fn with<H: Heuristic<SlidingTiles<B>>>(self, puzzle: SlidingTiles<B>, h: H) -> Self::Answer {
        let solver = informed(self.task.options.solver);
        self.task.search(&*solver, &puzzle.guided_by(h), self.start)
    }
}

/// The solver of this name, if it does not ask for a heuristic.
fn uninformed<P: Reversible>(name: SolverName) -> Option<Box<dyn Solver<P>>> {
    match name {
        SolverName::Bfs => Some(Box::new(BreadthFirst::new())),
        SolverName::Bidirectional => Some(Box::new(Bidirectional::new())),
        SolverName::UniformCost => Some(Box::new(UniformCost::new())),
        SolverName::IterativeDeepening => Some(Box::new(IterativeDeepening::new())),
        SolverName::IdaStar | SolverName::AStar | SolverName::DepthFirst => None,
    }
}

/// The solver of this name; IDA* for one that does not ask for a heuristic.
fn informed<P: Puzzle>(name: SolverName) -> Box<dyn Solver<P>> {
    match name {
        SolverName::AStar => Box::new(AStar::new()),
        SolverName::DepthFirst => Box::new(BranchAndBound::new()),
        _ => Box::new(IdaStar::new()),
    }
}
