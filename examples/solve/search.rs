//! [`Task::run`]: any puzzle, any solver, any heuristic.

use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use puzzle_search::heuristics::{Heuristic, Manhattan, Misplaced, Zero};
use puzzle_search::{
    AStar, Bidirectional, BranchAndBound, BreadthFirst, IdaStar, IterativeDeepening, Monitor,
    Puzzle, ReplayError, ReportFor, Reversible, Solver, UniformCost,
};

use crate::Failure;
use crate::answer::{Answer, Question};
use crate::live::Live;
use crate::options::{Format, HeuristicName, Options, SolverName};

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
                HeuristicName::None => {
                    self.search(&*informed(name), &puzzle.guided_by(Zero), start)
                }
            }
        }?;
        Ok(Answer::new(self.options, question, report))
    }

    fn search<P: Puzzle<Cost = u32>>(
        &self,
        solver: &dyn Solver<P>,
        puzzle: &P,
        start: &P::State,
    ) -> Result<ReportFor<P>, ReplayError> {
        let limits = self.options.limits().cancel(Arc::clone(&self.cancel));
        // Whoever pipes an answer for a program is not to be confused by a line for people.
        let is_seen = io::stdout().is_terminal() || self.options.format == Format::Text;
        let mut live = is_seen.then(|| Live::on_terminal(String::new())).flatten();
        let mut monitor = Monitor::new().with_limits(limits);
        if let Some(live) = &mut live {
            monitor = monitor.with_observer(live);
        }
        let report = solver.search(puzzle, start, &mut monitor);
        if let Some(solution) = report.best() {
            solution.verify(puzzle, start)?;
        }
        Ok(report)
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
