//! Solvers by name.

use clap::{Args, ValueEnum};
use puzzle_search::puzzle::{Portable, TwoSided};
use puzzle_search::solvers::{
    AStarIdaStar, Anytime, BaeStar, Beam, BranchAndBound, Bts, Dps, GreedyBestFirst, Guesses,
    IterativeDeepening, Nbs, WeightedAStar,
};
use puzzle_search::{AStar, Bidirectional, BreadthFirst, IdaStar, Reversible, Solver, UniformCost};

use crate::options::{parse_count, word};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolverName {
    IdaStar,
    AStar,
    /// From both ends; for what can be searched from the goal
    BaeStar,
    /// From both ends
    Nbs,
    Bfs,
    Bidirectional,
    UniformCost,
    WeightedAStar,
    /// Dynamic potential search
    Dps,
    Greedy,
    Beam,
    /// Has a solution soon and improves it
    Anytime,
    /// Has a first solution and improves it, in little memory
    BranchAndBound,
    /// IDA* for many different costs
    Bts,
    /// A* until --max-memory-mb, then IDA*
    AStarIdaStar,
    IterativeDeepening,
}

/// How a solver goes about it.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Solver")]
pub(crate) struct SolverOptions {
    /// From the goal to the start: ida-star, a-star, uniform-cost and iterative-deepening
    #[arg(long)]
    pub(crate) backward: bool,

    /// Search by N threads: ida-star and iterative-deepening, and forward a-star, uniform-cost, branch-and-bound, bfs
    /// and bidirectional
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    pub(crate) threads: usize,

    /// How much more than the optimum weighted-a-star and dps may cost, as a factor
    #[arg(long, value_name = "W", default_value_t = 1.5, value_parser = parse_weight)]
    pub(crate) weight: f64,

    /// How many states beam keeps of each depth
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = parse_count::<usize>)]
    pub(crate) width: usize,
}

fn parse_threads(text: &str) -> Result<usize, &'static str> {
    let threads = parse_count(text)?;
    Some(threads)
        .filter(|&threads| threads > 0)
        .ok_or("expected one thread at least")
}

fn parse_weight(text: &str) -> Result<f64, &'static str> {
    let weight = text.parse().ok().filter(|&weight| weight >= 1.0);
    weight.ok_or("expected a number that is 1 at least")
}

impl SolverOptions {
    pub(crate) const fn by_one_thread() -> Self {
        Self {
            backward: false,
            threads: 1,
            weight: 1.5,
            width: 1_000,
        }
    }
}

impl SolverName {
    /// The name of the solver in an answer.
    pub(crate) fn words(self, options: &SolverOptions) -> String {
        let way = if options.backward { " backward" } else { "" };
        format!("{}{way}", word(&self))
    }

    pub(crate) const fn sides(self, options: &SolverOptions) -> Sides {
        match self {
            Self::BaeStar | Self::Nbs => Sides::TwoSided,
            _ if options.backward => Sides::TwoSided,
            _ => Sides::OneSided,
        }
    }

    /// Whether the solver uses a heuristic.
    pub(crate) const fn is_informed(self) -> bool {
        !matches!(
            self,
            Self::Bfs | Self::Bidirectional | Self::UniformCost | Self::IterativeDeepening
        )
    }
}

/// Where a solver begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sides {
    /// At the start alone.
    OneSided,
    /// At the goal, alone or as well.
    TwoSided,
}

/// A chosen solver.
pub(crate) type BoxedSolver<P> = Box<dyn Solver<P>>;

/// The solver of this name, if it searches from the start alone. The guesses lead anytime and beam.
pub(crate) fn one_sided<P>(
    name: SolverName,
    options: &SolverOptions,
    guesses: impl Guesses<P::State, P::Cost> + Clone + Send + 'static,
) -> Option<BoxedSolver<P>>
where
    P: Reversible<State: Send + Sync, Move: Send> + Portable + Sync,
{
    let &SolverOptions {
        threads,
        weight,
        width,
        ..
    } = options;
    let solver: BoxedSolver<P> = match name {
        SolverName::Bfs if threads > 1 => Box::new(BreadthFirst::new().threads(threads)),
        SolverName::Bidirectional if threads > 1 => Box::new(Bidirectional::new().threads(threads)),
        SolverName::IdaStar => Box::new(IdaStar::new().threads(threads)),
        SolverName::AStar => Box::new(AStar::new().threads(threads)),
        SolverName::Bfs => Box::new(BreadthFirst::new()),
        SolverName::Bidirectional => Box::new(Bidirectional::new()),
        SolverName::UniformCost => Box::new(UniformCost::new().threads(threads)),
        SolverName::WeightedAStar => Box::new(WeightedAStar::new(weight)),
        SolverName::Dps => Box::new(Dps::new(weight)),
        SolverName::Greedy => Box::new(GreedyBestFirst::new()),
        SolverName::Beam => Box::new(Beam::new(width).led_by(guesses)),
        SolverName::Anytime => Box::new(Anytime::new().led_by(guesses)),
        SolverName::BranchAndBound => Box::new(BranchAndBound::new().threads(threads)),
        SolverName::Bts => Box::new(Bts::new()),
        SolverName::AStarIdaStar => Box::new(AStarIdaStar::new()),
        SolverName::IterativeDeepening => Box::new(IterativeDeepening::new().threads(threads)),
        SolverName::BaeStar | SolverName::Nbs => return None,
    };
    Some(solver)
}

/// The solver of this name, if it is compiled for the 24-puzzle; all other solvers search it as any puzzle.
pub(super) fn of_larger_tiles<P>(
    name: SolverName,
    options: &SolverOptions,
) -> Option<BoxedSolver<P>>
where
    P: Portable<State: Send, Move: Send> + Sync,
{
    let solver: BoxedSolver<P> = match name {
        SolverName::IdaStar => Box::new(IdaStar::new().threads(options.threads)),
        SolverName::AStar if options.threads == 1 => Box::new(AStar::new()),
        SolverName::AStarIdaStar => Box::new(AStarIdaStar::new()),
        SolverName::Anytime => Box::new(Anytime::new()),
        _ => return None,
    };
    Some(solver)
}

/// The solver of this name, if it searches from the goal, alone or as well.
pub(crate) fn two_sided<P>(name: SolverName, options: &SolverOptions) -> Option<BoxedSolver<P>>
where
    P: TwoSided<State: Send, Move: Send, Reversed: Portable<Move: Send> + Sync> + Portable + Sync,
{
    let threads = options.threads;
    let solver: BoxedSolver<P> = match (name, options.backward) {
        (SolverName::BaeStar, false) => Box::new(BaeStar::new()),
        (SolverName::Nbs, false) => Box::new(Nbs::new()),
        (SolverName::IdaStar, true) => Box::new(IdaStar::new().threads(threads).backward()),
        (SolverName::AStar, true) => Box::new(AStar::new().backward()),
        (SolverName::UniformCost, true) => Box::new(UniformCost::new().backward()),
        (SolverName::IterativeDeepening, true) => {
            Box::new(IterativeDeepening::new().threads(threads).backward())
        }
        _ => return None,
    };
    Some(solver)
}
