//! [`Task::run`]: any puzzle, any solver, any heuristic.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use puzzle_search::heuristics::{BothWays, Either, Manhattan, Misplaced, Zero};
use puzzle_search::puzzles::{Board, SlidingTiles};
use puzzle_search::{
    AStar, AStarIdaStar, Anytime, BaeStar, Beam, Bidirectional, BranchAndBound, BreadthFirst, Bts,
    Dps, GreedyBestFirst, IdaStar, IterativeDeepening, Limits, Nbs, Portable, Puzzle, ReportOf,
    Reversible, Solver, Stop, TwoSided, UniformCost, WeightedAStar,
};

use crate::Failure;
use crate::answer::{Answer, Question};
use crate::improvements::{Improvement, Improvements};
use crate::input::{InputError, Instance};
use crate::live::Live;
use crate::options::{HeuristicName, Options, SolverName};
use crate::pieces::{Pieces, State};
use crate::tile_heuristics::{self, NoHeuristic, OfTiles, Size, Tables};

/// What the search is saved as.
const NAME: &str = "solve";

/// So many of all solutions are listed.
const LISTED: usize = 10;

/// What to do, whatever the puzzle.
pub(crate) struct Task<'a> {
    pub(crate) options: &'a Options,
    pub(crate) instance: &'a Instance,
    /// Ends the search when it is set.
    pub(crate) cancel: Arc<AtomicBool>,
}

impl Task<'_> {
    /// Solves any other puzzle as the options say.
    pub(crate) fn run_pieces(
        &self,
        puzzle: Pieces,
        start: &State,
        question: Question,
    ) -> Result<Answer, Failure> {
        if self.options.is_two_sided() && !puzzle.knows_both_ends() {
            let expected = "another, and not --backward: estimates of the cost from the start are known \
                            to sliding, graph, swap, pancake and hanoi";
            return Err(InputError::unfit("solver", expected).into());
        }
        let puzzle = puzzle.guided();
        if self.options.is_two_sided() {
            self.two_sided(&puzzle, start, question)
        } else {
            self.guided(&puzzle, start, question)
        }
    }

    /// Solves it from the goal, too or alone.
    fn two_sided<P>(
        &self,
        puzzle: &P,
        start: &P::State,
        question: Question,
    ) -> Result<Answer, Failure>
    where
        P: TwoSided<Cost = u32, State: Send, Move: Display + Send> + Portable + Sync,
        P::Reversed: Portable<Move: Send> + Sync,
    {
        let (name, threads) = (self.options.solver, self.options.threads);
        let solver = two_sided(name, self.options.backward, threads).ok_or_else(|| {
            let expected = "ida-star, a-star, uniform-cost or iterative-deepening with --backward";
            InputError::unfit("solver", expected)
        })?;
        let found = self.search(&*solver, puzzle, start)?;
        Ok(Answer::new(self.options, question, found))
    }

    /// Solves a sliding board as the options say.
    pub(crate) fn run_tiles<B: Size>(
        &self,
        puzzle: SlidingTiles<B>,
        start: &Board<B>,
        question: Question,
    ) -> Result<Answer, Failure> {
        if self.options.is_two_sided() {
            // From the goal the puzzle is of the type that it is of without a solver that begins there, so that
            // what searches it is compiled once.
            let common = self.common();
            let both = BothWays::new(common, move |_: &SlidingTiles<B>| Any::<B>::Left(common));
            return self.two_sided(&puzzle.guided_by(both), start, question);
        }
        match self.of_tiles(&puzzle) {
            Ok(heuristic) => self.guided(&puzzle.guided_by(heuristic), start, question),
            Err(none) => self.without_tables(question, none),
        }
    }

    /// The heuristic of a sliding board.
    pub(crate) fn of_tiles<B: Size>(
        &self,
        puzzle: &SlidingTiles<B>,
    ) -> Result<Any<B>, NoHeuristic> {
        let name = self.options.heuristic().of_tiles();
        let Some(name) = name.filter(|_| self.options.is_informed()) else {
            return Ok(Either::Left(self.common()));
        };
        let tables = Tables {
            limits: self.limits(),
            directory: self.options.cache.as_deref(),
        };
        Ok(Either::Right(tile_heuristics::of_tiles(
            name, puzzle, &tables,
        )?))
    }

    /// The answer if tables could not be finished; none if the puzzle has no such tables.
    pub(crate) fn without_tables(
        &self,
        question: Question,
        none: NoHeuristic,
    ) -> Result<Answer, Failure> {
        match none.stop() {
            Some(stop) => Ok(Answer::without_search(self.options, question, stop)),
            None => Err(none.into()),
        }
    }

    /// How far a search and the builds of its tables may go.
    pub(crate) fn limits(&self) -> Limits {
        self.options.limits().with_cancel(Arc::clone(&self.cancel))
    }

    /// A heuristic that every puzzle of pieces has.
    pub(crate) fn common(&self) -> Common {
        match self.options.heuristic() {
            HeuristicName::Manhattan => Either::Right(Either::Left(Manhattan)),
            HeuristicName::Misplaced => Either::Right(Either::Right(Misplaced)),
            // The catalogue has sent away what the puzzle does not have.
            _ => Either::Left(Zero),
        }
    }

    fn guided<P>(&self, puzzle: &P, start: &P::State, question: Question) -> Result<Answer, Failure>
    where
        P: Reversible<Cost = u32, State: Send, Move: Display + Send> + Portable + Sync,
    {
        if self.options.is_for_several() {
            return Ok(self.several(puzzle, start, question));
        }
        let (name, threads) = (self.options.solver, self.options.threads);
        let solver = uninformed(name, threads).unwrap_or_else(|| informed(self.options));
        let found = self.search(&*solver, puzzle, start)?;
        Ok(Answer::new(self.options, question, found))
    }

    /// All cheapest solutions, or the cheapest ones.
    fn several<P>(&self, puzzle: &P, start: &P::State, question: Question) -> Answer
    where
        P: Puzzle<Cost = u32, Move: Display>,
    {
        let begun = Instant::now();
        let start = [start.clone()];
        let (found, stats) = if let Some(k) = self.options.k {
            let query = AStar::new().k_cheapest_paths(puzzle, start, k);
            let mut query = query.limits(self.limits()).observe(Live::new("searching"));
            query.set_max_cost(self.options.max_cost);
            let found = query
                .run()
                .map(|solutions| (Some(solutions.len() as u128), solutions));
            (found, query.stats())
        } else {
            let query = AStar::new().all_solutions(puzzle, start);
            let mut query = query.limits(self.limits()).observe(Live::new("searching"));
            query.set_max_cost(self.options.max_cost);
            let found = query
                .run()
                .map(|all| (all.count(), all.iter().take(LISTED).collect()));
            (found, query.stats())
        };
        Answer::of_several(self.options, question, found, (stats, begun.elapsed()))
    }

    fn search<P: Portable<Cost = u32>>(
        &self,
        solver: &dyn Solver<P>,
        puzzle: &P,
        start: &P::State,
    ) -> Result<(ReportOf<P>, Vec<Improvement>), Failure> {
        let mut improvements = Improvements::new("searching");
        improvements.is_written = true;
        let saving = &self.options.saving;
        saving.first(&[NAME.to_owned()])?;
        let search = (solver, puzzle, std::slice::from_ref(start));
        let (limits, max_cost) = (self.limits(), self.options.max_cost);
        let report = saving.run(NAME, search, &limits, max_cost, &mut improvements)?;
        match report.stop() {
            Some(Stop::Replay(fault)) => Err(fault.into()),
            _ => Ok((report, improvements.list)),
        }
    }
}

/// The heuristics that every puzzle of pieces has.
pub(crate) type Common = Either<Zero, Either<Manhattan, Misplaced>>;

/// Any heuristic of sliding tiles.
pub(crate) type Any<B> = Either<Common, OfTiles<B>>;

/// The solver of this name, if it does not ask for a heuristic.
fn uninformed<P>(name: SolverName, threads: usize) -> Option<Box<dyn Solver<P>>>
where
    P: Reversible<State: Send, Move: Send> + Portable + Sync,
{
    match name {
        SolverName::Bfs => Some(Box::new(BreadthFirst::new())),
        SolverName::Bidirectional => Some(Box::new(Bidirectional::new())),
        SolverName::UniformCost => Some(Box::new(UniformCost::new().threads(threads))),
        SolverName::IterativeDeepening => {
            Some(Box::new(IterativeDeepening::new().threads(threads)))
        }
        _ => None,
    }
}

/// The solver of this name that begins at the goal, too or alone.
fn two_sided<P>(name: SolverName, backward: bool, threads: usize) -> Option<Box<dyn Solver<P>>>
where
    P: TwoSided<State: Send, Move: Send, Reversed: Portable<Move: Send> + Sync> + Portable + Sync,
{
    match (name, backward) {
        (SolverName::BaeStar, false) => Some(Box::new(BaeStar::new())),
        (SolverName::Nbs, false) => Some(Box::new(Nbs::new())),
        (SolverName::IdaStar, true) => Some(Box::new(IdaStar::new().threads(threads).backward())),
        (SolverName::AStar, true) => Some(Box::new(AStar::new().backward())),
        (SolverName::UniformCost, true) => Some(Box::new(UniformCost::new().backward())),
        (SolverName::IterativeDeepening, true) => Some(Box::new(
            IterativeDeepening::new().threads(threads).backward(),
        )),
        _ => None,
    }
}

/// The solver of this name; IDA* for one that does not ask for a heuristic.
fn informed<P>(options: &Options) -> Box<dyn Solver<P>>
where
    P: Portable<State: Send, Move: Send> + Sync,
{
    match options.solver {
        SolverName::AStar => Box::new(AStar::new().threads(options.threads)),
        SolverName::WeightedAStar => Box::new(WeightedAStar::new(options.weight)),
        SolverName::Dps => Box::new(Dps::new(options.weight)),
        SolverName::Greedy => Box::new(GreedyBestFirst::new()),
        SolverName::Beam => Box::new(Beam::new(options.width)),
        SolverName::Anytime => Box::new(Anytime::new()),
        SolverName::DepthFirst => Box::new(BranchAndBound::new().threads(options.threads)),
        SolverName::Bts => Box::new(Bts::new()),
        SolverName::AStarIdaStar => Box::new(AStarIdaStar::new()),
        _ => Box::new(IdaStar::new().threads(options.threads)),
    }
}
