//! [`Solve`]: finds a solution and makes a [`Film`] of it.

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::ValueEnum;
use puzzle_search::heuristics::{Heuristic, Manhattan, Misplaced};
use puzzle_search::{
    AStar, BreadthFirst, IdaStar, IterationCounts, Layer, Limits, Observer, Outcome, Puzzle,
    SearchProgress, Solution, Solver,
};

use crate::drawn::{Drawn, Subject, Task};
use crate::film::{Film, Frame, Step, Steps};
use crate::live::{Live, grouped};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolverName {
    IdaStar,
    AStar,
    Bfs,
}

impl SolverName {
    fn solver<P: Puzzle>(self) -> Box<dyn Solver<P>> {
        match self {
            Self::IdaStar => Box::new(IdaStar::new()),
            Self::AStar => Box::new(AStar::new()),
            Self::Bfs => Box::new(BreadthFirst::new()),
        }
    }

    /// With this estimate, if it uses any.
    fn in_words(self, estimate: &str) -> String {
        match self {
            Self::IdaStar => format!("IDA* with the {estimate} distance"),
            Self::AStar => format!("A* with the {estimate} distance"),
            Self::Bfs => "Breadth-first search".into(),
        }
    }

    const fn steps(self) -> &'static str {
        match self {
            Self::IdaStar => "No fewer will do: states within each bound on the moves",
            Self::AStar => "",
            Self::Bfs => "No fewer will do: states so many moves away",
        }
    }
}

pub(crate) struct Solve {
    pub(crate) solver: SolverName,
    pub(crate) max_time: Option<Duration>,
    /// Ends the search when it is set.
    pub(crate) cancel: Arc<AtomicBool>,
}

/// How the search ended.
pub(crate) enum Ending {
    Solved(Box<Film>),
    /// Why.
    Unsolvable(String),
    /// Why.
    Stopped(String),
}

impl Task for Solve {
    type Answer = Ending;
    type UpTo16 = u64;
    type UpTo25 = u128;

    fn run<P: Drawn>(
        self,
        puzzle: P,
        start: &P::State,
        subject: Subject,
    ) -> Result<Ending, Box<dyn Error>>
    where
        Manhattan: Heuristic<P>,
        Misplaced: Heuristic<P>,
    {
        let guided = puzzle.guided_by(Manhattan);
        let puzzle = guided.puzzle();
        let found = match self.search(&guided, start, "Manhattan") {
            Ok(found) => found,
            Err(ending) => return Ok(ending),
        };
        let states = found.solution.states(puzzle, start)?;
        let named = found.solution.moves().iter();
        let named = named.map(|mv| (mv.to_string(), P::letter(mv)));
        let names = [(String::new(), String::new())].into_iter().chain(named);
        let frames = names.zip(&states).map(|((mv, letter), state)| Frame {
            mv,
            letter,
            pieces: puzzle.pieces(state),
        });
        Ok(Ending::Solved(Box::new(Film {
            name: subject.name,
            places: subject.places,
            goal: puzzle.goal_pieces(),
            frames: frames.collect(),
            moves_are: P::MOVES,
            guarantee: found.guarantee,
            search: found.search,
            steps: found.steps,
        })))
    }
}

/// A solution, and what is to be said of it.
pub(crate) struct Found<M> {
    pub(crate) solution: Solution<M, u32>,
    pub(crate) guarantee: String,
    pub(crate) search: String,
    pub(crate) steps: Steps,
}

impl Solve {
    /// A solution, or why there is none.
    pub(crate) fn search<P: Puzzle<Cost = u32>>(
        self,
        puzzle: &P,
        start: &P::State,
        estimate: &str,
    ) -> Result<Found<P::Move>, Ending> {
        let mut limits = Limits::new().with_cancel(self.cancel);
        limits.time = self.max_time;
        let mut rows = Rows {
            live: Live::new("searching"),
            steps: Vec::new(),
        };
        let search = self.solver.solver().search(puzzle, start);
        let report = search.limits(limits).observe(&mut rows).run();
        let generated = grouped(report.stats.generated);
        let (solution, guarantee) = match report.outcome {
            Outcome::Solved {
                solution,
                guarantee,
            } => (solution, guarantee),
            Outcome::Unsolvable { reason } => return Err(Ending::Unsolvable(reason.to_string())),
            Outcome::Stopped { stop, .. } => return Err(Ending::Stopped(stop.to_string())),
        };
        let solver = self.solver.in_words(estimate);
        Ok(Found {
            solution,
            guarantee: guarantee.to_string(),
            search: format!("{solver}, {generated} states generated"),
            steps: Steps {
                heading: self.solver.steps(),
                rows: rows.steps,
            },
        })
    }
}

/// What a search that goes in steps says of each.
struct Rows {
    live: Live,
    steps: Vec<Step>,
}

impl<S, M> Observer<S, M, u32> for Rows {
    fn progress(&mut self, progress: &SearchProgress<u32>) -> ControlFlow<()> {
        Observer::<S, M, u32>::progress(&mut self.live, progress)
    }

    fn iteration(&mut self, iteration: &IterationCounts<u32>) -> ControlFlow<()> {
        self.steps.push(Step {
            number: iteration.bound.into(),
            states: iteration.generated,
        });
        Observer::<S, M, u32>::iteration(&mut self.live, iteration)
    }

    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        self.steps.push(Step {
            number: layer.depth,
            states: layer.states,
        });
        Observer::<S, M, u32>::layer(&mut self.live, layer)
    }
}
