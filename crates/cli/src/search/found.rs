//! [`Found`]: what a search found, whatever the puzzle.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use puzzle_search::observe::IterationCounts;
use puzzle_search::solver::ReplayFault;
use puzzle_search::{Guarantee, Outcome, Report, Solution, Stats, Stop, Unsolved};

use super::watch::{Improvement, Step, Watch};
use crate::Answer;
use crate::any::{Kind, Move};

pub(crate) struct Found {
    pub(crate) end: End,
    /// Of a stopped search, the best one so far.
    pub(crate) solution: Option<Solution<Move, u32>>,
    /// How many solutions there are, none if they cannot be counted, and some of them; if more than one was asked
    /// for.
    pub(crate) several: Option<Several<Move>>,
    pub(crate) lower_bound: Option<u32>,
    /// How many times the lower bound the solution costs.
    pub(crate) factor: Option<f64>,
    pub(crate) stats: Stats,
    /// Of an iterative search.
    pub(crate) iterations: Vec<IterationCounts<u32>>,
    pub(crate) elapsed: Duration,
    /// The solutions that were found one after the other, each better than the one before.
    pub(crate) improvements: Vec<Improvement>,
    pub(crate) steps: Vec<Step>,
}

/// A solution that does not replay: a bug of the library.
#[derive(Debug)]
pub(crate) struct Bug(ReplayFault);

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a bug of the library: what was found is no solution: {}",
            self.0
        )
    }
}

impl Error for Bug {}

/// How many solutions there are, and some of them.
pub(super) type Several<M> = (Option<u128>, Vec<Solution<M, u32>>);

/// How a search ended.
#[derive(Clone, Debug)]
pub(crate) enum End {
    Solved(Guarantee),
    /// The proof.
    Unsolvable(String),
    /// Why, and the limit that was reached if it was one.
    Stopped(String, Option<Stop>),
}

fn erased<M: Kind<Move> + Clone>(solution: &Solution<M, u32>) -> Solution<Move, u32> {
    let moves = solution.moves().iter().cloned().map(Kind::wrap);
    Solution::new(moves.collect(), solution.cost())
}

impl Found {
    /// Nothing was searched: the tables of the heuristic were not finished.
    pub(crate) fn stopped(why: String) -> Self {
        Self {
            end: End::Stopped(why, None),
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

    /// An error if the solution does not replay, which is a bug of the library.
    pub(super) fn new<M: Kind<Move> + Clone>(
        report: Report<M, u32>,
        watch: Watch<'_>,
    ) -> Answer<Self> {
        let (factor, solution) = (report.factor(), report.best().map(erased));
        let end = match report.outcome {
            Outcome::Solved { guarantee, .. } => End::Solved(guarantee),
            Outcome::Unsolvable { reason } => End::Unsolvable(reason.to_string()),
            Outcome::Stopped {
                stop: Stop::Replay(fault),
                ..
            } => return Err(Box::new(Bug(fault))),
            Outcome::Stopped { stop, .. } => End::Stopped(stop.to_string(), Some(stop)),
        };
        Ok(Self {
            end,
            solution,
            factor,
            lower_bound: report.lower_bound,
            stats: report.stats,
            iterations: report.iterations,
            elapsed: report.elapsed.unwrap_or_default(),
            improvements: watch.improvements,
            steps: watch.steps,
            ..Self::stopped(String::new())
        })
    }

    /// If more than one solution was asked for.
    pub(super) fn several<M: Kind<Move> + Clone>(
        found: Result<Several<M>, Unsolved<u32>>,
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
                answer.end = End::Solved(Guarantee::Optimal);
                answer.solution = solutions.first().cloned();
                answer.lower_bound = answer.solution.as_ref().map(Solution::cost);
                answer.several = Some((count, solutions));
            }
            Err(unsolved) => {
                let words = unsolved.to_string();
                answer.end = match unsolved.stop() {
                    None => End::Unsolvable(words),
                    stop => End::Stopped(words, stop),
                };
            }
        }
        answer
    }

    /// The limit that ended it.
    pub(crate) const fn stop(&self) -> Option<Stop> {
        match self.end {
            End::Stopped(_, stop) => stop,
            _ => None,
        }
    }

    pub(crate) const fn exit_code(&self) -> u8 {
        match self.end {
            End::Solved(_) => 0,
            End::Unsolvable(_) => 1,
            End::Stopped(..) => crate::STOPPED,
        }
    }
}
