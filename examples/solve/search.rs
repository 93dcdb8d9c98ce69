//! [`Task::run`]: any puzzle, any solver, any heuristic.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use puzzle_search::heuristics::{Either, Heuristic, Manhattan, Misplaced, Zero};
use puzzle_search::puzzles::{Board, SlidingTiles};
use puzzle_search::{
    AStar, BaeStar, Bidirectional, BranchAndBound, BreadthFirst, IdaStar, IterativeDeepening,
    Puzzle, ReplayFault, ReportOf, Reversible, Solver, Stop, TwoSided, UniformCost,
};

use crate::Failure;
use crate::answer::{Answer, Question};
use crate::input::InputError;
use crate::live::Live;
use crate::options::{HeuristicName, Options, SolverName};
use crate::tile_heuristics::{self, Size, Tables};

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
        if self.options.is_two_sided() {
            let expected = "another, and not --backward: estimates of the cost from the start are known \
                            to sliding, graph and swap";
            return Err(InputError::unfit("solver", expected).into());
        }
        self.guided(puzzle, self.common(), start, question)
    }

    /// Solves a puzzle that is one of its kind seen from the goal too, as the options say.
    pub(crate) fn run_two_sided<P>(
        &self,
        puzzle: P,
        start: &P::State,
        question: Question,
    ) -> Result<Answer, Failure>
    where
        P: TwoSided<Cost = u32, Move: Display, Reversed = P>,
        Manhattan: Heuristic<P>,
        Misplaced: Heuristic<P>,
    {
        if self.options.is_two_sided() {
            self.two_sided(puzzle, start, question)
        } else {
            self.run(puzzle, start, question)
        }
    }

    /// Solves it from the goal, too or alone.
    fn two_sided<P>(
        &self,
        puzzle: P,
        start: &P::State,
        question: Question,
    ) -> Result<Answer, Failure>
    where
        P: TwoSided<Cost = u32, Move: Display, Reversed = P>,
        Manhattan: Heuristic<P>,
        Misplaced: Heuristic<P>,
    {
        let name = self.options.solver;
        let solver = two_sided(name, self.options.backward).ok_or_else(|| {
            let expected = "ida-star, a-star, uniform-cost or iterative-deepening with --backward";
            InputError::unfit("solver", expected)
        })?;
        let report = self.search(&*solver, &puzzle.guided_by(self.common()), start)?;
        Ok(Answer::new(self.options, question, report))
    }

    /// Solves a sliding board as the options say.
    pub(crate) fn run_tiles<B: Size>(
        &self,
        puzzle: SlidingTiles<B>,
        start: &Board<B>,
        question: Question,
    ) -> Result<Answer, Failure> {
        let is_informed = uninformed::<SlidingTiles<B>>(self.options.solver).is_none();
        let name = self.options.heuristic.of_tiles();
        if self.options.is_two_sided() {
            if name.is_some() {
                let expected = "manhattan, misplaced or none with bae-star and --backward";
                return Err(InputError::unfit("heuristic", expected).into());
            }
            return self.two_sided(puzzle, start, question);
        }
        let heuristic = if let Some(name) = name.filter(|_| is_informed) {
            let tables = Tables {
                limits: self.options.limits().with_cancel(Arc::clone(&self.cancel)),
                directory: self.options.cache.as_deref(),
            };
            match tile_heuristics::of_tiles(name, &puzzle, &tables) {
                Ok(heuristic) => Either::Right(heuristic),
                Err(none) => {
                    return match none.stop() {
                        Some(stop) => Ok(Answer::without_search(self.options, question, stop)),
                        None => Err(none.into()),
                    };
                }
            }
        } else {
            Either::Left(self.common())
        };
        self.guided(puzzle, heuristic, start, question)
    }

    /// A heuristic that every puzzle has.
    const fn common(&self) -> Common {
        match self.options.heuristic {
            HeuristicName::Manhattan => Either::Right(Either::Left(Manhattan)),
            HeuristicName::Misplaced => Either::Right(Either::Right(Misplaced)),
            // The catalogue has sent away what only sliding tiles have.
            _ => Either::Left(Zero),
        }
    }

    fn guided<P: Reversible<Cost = u32, Move: Display>, H: Heuristic<P>>(
        &self,
        puzzle: P,
        heuristic: H,
        start: &P::State,
        question: Question,
    ) -> Result<Answer, Failure> {
        let name = self.options.solver;
        let solver = uninformed(name).unwrap_or_else(|| informed(name));
        let report = self.search(&*solver, &puzzle.guided_by(heuristic), start)?;
        Ok(Answer::new(self.options, question, report))
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

/// The heuristics that every puzzle has.
type Common = Either<Zero, Either<Manhattan, Misplaced>>;

/// The solver of this name, if it does not ask for a heuristic.
fn uninformed<P: Reversible>(name: SolverName) -> Option<Box<dyn Solver<P>>> {
    match name {
        SolverName::Bfs => Some(Box::new(BreadthFirst::new())),
        SolverName::Bidirectional => Some(Box::new(Bidirectional::new())),
        SolverName::UniformCost => Some(Box::new(UniformCost::new())),
        SolverName::IterativeDeepening => Some(Box::new(IterativeDeepening::new())),
        SolverName::IdaStar | SolverName::AStar | SolverName::BaeStar | SolverName::DepthFirst => {
            None
        }
    }
}

/// The solver of this name that begins at the goal, too or alone.
fn two_sided<P: TwoSided>(name: SolverName, backward: bool) -> Option<Box<dyn Solver<P>>> {
    match (name, backward) {
        (SolverName::BaeStar, false) => Some(Box::new(BaeStar::new())),
        (SolverName::IdaStar, true) => Some(Box::new(IdaStar::new().backward())),
        (SolverName::AStar, true) => Some(Box::new(AStar::new().backward())),
        (SolverName::UniformCost, true) => Some(Box::new(UniformCost::new().backward())),
        (SolverName::IterativeDeepening, true) => {
            Some(Box::new(IterativeDeepening::new().backward()))
        }
        _ => None,
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
