//! [`Task::run`]: any puzzle, any solver, any heuristic.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use puzzle_search::heuristics::{Heuristic, Manhattan, Misplaced, Zero};
use puzzle_search::{
    AStar, Bidirectional, BranchAndBound, BreadthFirst, IdaStar, IterativeDeepening, Monitor,
    ReplayError, ReportFor, Reversible, Solver, UniformCost,
};

use crate::Failure;
use crate::answer::{Answer, Question};
use crate::options::{HeuristicName, Options, SolverName};
use crate::progress::Live;

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
        let report = match self.options.heuristic {
            HeuristicName::Manhattan => self.search(&puzzle.guided_by(Manhattan), start),
            HeuristicName::Misplaced => self.search(&puzzle.guided_by(Misplaced), start),
            HeuristicName::None => self.search(&puzzle.guided_by(Zero), start),
        }?;
        Ok(Answer::new(self.options, question, report))
    }

    fn search<P>(&self, puzzle: &P, start: &P::State) -> Result<ReportFor<P>, ReplayError>
    where
        P: Reversible<Cost = u32>,
    {
        let limits = self.options.limits().cancel(Arc::clone(&self.cancel));
        let mut live = Live::if_watched(self.options.format);
        let mut monitor = Monitor::new().with_limits(limits);
        if let Some(live) = &mut live {
            monitor = monitor.with_observer(live);
        }
        let report = solver(self.options.solver).search(puzzle, start, &mut monitor);
        if let Some(solution) = report.best() {
            solution.verify(puzzle, start)?;
        }
        Ok(report)
    }
}

fn solver<P: Reversible>(name: SolverName) -> Box<dyn Solver<P>> {
    match name {
        SolverName::IdaStar => Box::new(IdaStar::new()),
        SolverName::AStar => Box::new(AStar::new()),
        SolverName::Bfs => Box::new(BreadthFirst::new()),
        SolverName::Bidirectional => Box::new(Bidirectional::new()),
        SolverName::UniformCost => Box::new(UniformCost::new()),
        SolverName::DepthFirst => Box::new(BranchAndBound::new()),
        SolverName::IterativeDeepening => Box::new(IterativeDeepening::new()),
    }
}
