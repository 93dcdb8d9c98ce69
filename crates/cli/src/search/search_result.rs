//! [`SearchResult`]: the result of a search, whatever the puzzle.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use puzzle_search::observe::IterationCounts;
use puzzle_search::solver::ReplayFault;
use puzzle_search::{Guarantee, Outcome, Report, Solution, Stats, Stop, Unsolved};

use super::recorder::{Improvement, SearchRecorder, StepCount};
use crate::CliResult;
use crate::any::{Move, OneOf};

pub(crate) struct SearchResult {
    pub(crate) end: SearchEnd,
    /// The solution; of a stopped search, the best so far.
    pub(crate) solution: Option<Solution<Move, u32>>,
    /// If more than one solution was asked for: how many there are, or `None` if they cannot be counted, and some of
    /// them.
    pub(crate) several: Option<SolutionList<Move>>,
    pub(crate) lower_bound: Option<u32>,
    /// The cost of the solution divided by the lower bound.
    pub(crate) factor: Option<f64>,
    pub(crate) stats: Stats,
    /// The iterations of an iterative search.
    pub(crate) iterations: Vec<IterationCounts<u32>>,
    pub(crate) elapsed: Duration,
    /// The incumbents, each cheaper than the one before.
    pub(crate) improvements: Vec<Improvement>,
    pub(crate) steps: Vec<StepCount>,
}

/// A solution that does not replay: a bug of the library.
#[derive(Debug)]
pub(crate) struct Bug(ReplayFault);

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a bug of the library: the path that was found is not a solution: {}",
            self.0
        )
    }
}

impl Error for Bug {}

/// The number of solutions, and some of them.
pub(super) type SolutionList<M> = (Option<u128>, Vec<Solution<M, u32>>);

/// How a search ended.
#[derive(Clone, Debug)]
pub(crate) enum SearchEnd {
    Solved(Guarantee),
    /// The proof.
    Unsolvable(String),
    /// The reason, and the stop unless tables were not finished.
    Stopped(String, Option<Stop>),
}

fn erased<M: OneOf<Move> + Clone>(solution: &Solution<M, u32>) -> Solution<Move, u32> {
    let moves = solution.moves().iter().cloned().map(OneOf::wrap);
    Solution::new(moves.collect(), solution.cost())
}

impl SearchResult {
    /// The result if the tables of the heuristic were not finished, so that there was no search.
    pub(crate) fn stopped(why: String) -> Self {
        Self {
            end: SearchEnd::Stopped(why, None),
            solution: None,
            several: None,
            lower_bound: None,
            factor: None,
            stats: Stats::default(),
            iterations: Vec::new(),
            elapsed: Duration::ZERO,
            improvements: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// The result of a report; an error if the solution does not replay, which is a bug of the library.
    pub(super) fn new<M: OneOf<Move> + Clone>(
        report: Report<M, u32>,
        recorder: SearchRecorder<'_>,
    ) -> CliResult<Self> {
        let (factor, solution) = (report.factor(), report.best().map(erased));
        let end = match report.outcome {
            Outcome::Solved { guarantee, .. } => SearchEnd::Solved(guarantee),
            Outcome::Unsolvable { reason } => SearchEnd::Unsolvable(reason.to_string()),
            Outcome::Stopped {
                stop: Stop::Replay(fault),
                ..
            } => return Err(Box::new(Bug(fault))),
            Outcome::Stopped { stop, .. } => SearchEnd::Stopped(stop.to_string(), Some(stop)),
        };
        Ok(Self {
            end,
            solution,
            factor,
            lower_bound: report.lower_bound,
            stats: report.stats,
            iterations: report.iterations,
            elapsed: report.elapsed.unwrap_or_default(),
            improvements: recorder.improvements,
            steps: recorder.steps,
            ..Self::stopped(String::new())
        })
    }

    /// The result of a search for several solutions.
    pub(super) fn several<M: OneOf<Move> + Clone>(
        found: Result<SolutionList<M>, Unsolved<u32>>,
        stats: Stats,
        elapsed: Duration,
    ) -> Self {
        let mut answer = Self {
            stats,
            elapsed,
            ..Self::stopped(String::new())
        };
        match found {
            Ok((count, solutions)) => {
                let solutions: Vec<_> = solutions.iter().map(erased).collect();
                answer.end = SearchEnd::Solved(Guarantee::Optimal);
                answer.solution = solutions.first().cloned();
                answer.lower_bound = answer.solution.as_ref().map(Solution::cost);
                answer.several = Some((count, solutions));
            }
            Err(unsolved) => {
                answer.lower_bound = unsolved.lower_bound().copied();
                let reason = unsolved.reason().map(ToString::to_string);
                answer.end = match unsolved.stop() {
                    None => SearchEnd::Unsolvable(reason.unwrap_or_default()),
                    Some(stop) => SearchEnd::Stopped(stop.to_string(), Some(stop)),
                };
            }
        }
        answer
    }

    /// The cost of the solution.
    pub(crate) fn cost(&self) -> Option<u32> {
        self.solution.as_ref().map(Solution::cost)
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.elapsed.as_secs_f64()
    }

    /// The incumbents and the solution, each cheaper than the one before. Most solvers find one solution, at the end,
    /// and report no incumbent.
    pub(crate) fn solutions(&self) -> Vec<Improvement> {
        let mut solutions = self.improvements.clone();
        let last = self.cost().map(|cost| Improvement {
            cost,
            lower_bound: self.lower_bound,
            expanded: self.stats.expanded,
            seconds: self.seconds(),
        });
        solutions.extend(last);
        solutions.dedup_by_key(|found| found.cost);
        solutions
    }

    /// The stop that ended the search.
    pub(crate) const fn stop(&self) -> Option<Stop> {
        match self.end {
            SearchEnd::Stopped(_, stop) => stop,
            _ => None,
        }
    }

    pub(crate) const fn exit_code(&self) -> u8 {
        match self.end {
            SearchEnd::Solved(_) => 0,
            SearchEnd::Unsolvable(_) => 1,
            SearchEnd::Stopped(..) => crate::STOPPED,
        }
    }
}
