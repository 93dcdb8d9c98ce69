//! [`Answer`]: what was asked and what was found, in words that suit every puzzle.

use std::fmt::Display;
use std::time::Duration;

use puzzle_search::{
    Guarantee, IterationCounts, Notation, Outcome, Report, Solution, Stats, Unsolved,
};

use crate::ctrl_c::STOPPED;
use crate::improvements::Improvement;
use crate::options::{Options, word};

/// What only the puzzle knows to say of what was asked.
pub(crate) struct Question {
    pub(crate) size: String,
    /// The start as it is drawn.
    pub(crate) start: String,
    /// The goal as it is drawn.
    pub(crate) goal: String,
}

impl Question {
    pub(crate) fn new<P: Notation>(
        size: impl Display,
        puzzle: &P,
        start: &P::State,
        goal: &P::State,
    ) -> Self {
        // Magic squares have a form on two lines too, in which neighbors are next to each other.
        let drawn = |state| format!("{:#}", puzzle.display(state));
        Self {
            size: size.to_string(),
            start: drawn(start),
            goal: drawn(goal),
        }
    }
}

/// How many solutions there are, none if they cannot be counted, and some of them.
pub(crate) type Several<M> = (Option<u128>, Vec<Solution<M, u32>>);

pub(crate) struct Answer {
    pub(crate) puzzle: String,
    pub(crate) solver: String,
    pub(crate) heuristic: String,
    pub(crate) question: Question,
    pub(crate) end: End,
    /// Of a stopped search, the best one so far.
    pub(crate) solution: Option<Solution<String, u32>>,
    /// If more than one was asked for.
    pub(crate) several: Option<Several<String>>,
    pub(crate) lower_bound: Option<u32>,
    /// How many times the lower bound the solution costs.
    pub(crate) factor: Option<f64>,
    /// The solutions that were found one after the other, each better than the one before.
    pub(crate) incumbents: Vec<Improvement>,
    pub(crate) stats: Stats,
    pub(crate) iterations: Vec<IterationCounts<u32>>,
    pub(crate) seconds: f64,
}

/// How the search ended.
pub(crate) enum End {
    Solved(Guarantee),
    /// The proof.
    Unsolvable(String),
    /// Why.
    Stopped(String),
}

impl Answer {
    pub(crate) fn new<M: Display>(
        options: &Options,
        question: Question,
        (report, incumbents): (Report<M, u32>, Vec<Improvement>),
    ) -> Self {
        Self {
            incumbents,
            factor: report.factor(),
            solution: report.best().map(in_words),
            lower_bound: report.lower_bound,
            seconds: report.elapsed.unwrap_or_default().as_secs_f64(),
            end: match report.outcome {
                Outcome::Solved { guarantee, .. } => End::Solved(guarantee),
                Outcome::Unsolvable { reason } => End::Unsolvable(reason.to_string()),
                Outcome::Stopped { stop, .. } => End::Stopped(stop.to_string()),
            },
            stats: report.stats,
            iterations: report.iterations,
            ..Self::without_search(options, question, "")
        }
    }

    /// The answer if more than one solution was asked for.
    pub(crate) fn of_several<M: Display>(
        options: &Options,
        question: Question,
        found: Result<Several<M>, Unsolved<u32>>,
        (stats, elapsed): (Stats, Duration),
    ) -> Self {
        let mut answer = Self {
            seconds: elapsed.as_secs_f64(),
            stats,
            ..Self::without_search(options, question, "")
        };
        match found {
            Ok((count, solutions)) => {
                let solutions: Vec<_> = solutions.iter().map(in_words).collect();
                answer.end = End::Solved(Guarantee::Optimal);
                answer.solution = solutions.first().cloned();
                answer.lower_bound = answer.solution.as_ref().map(Solution::cost);
                answer.several = Some((count, solutions));
            }
            Err(unsolved) if unsolved.stop().is_none() => {
                answer.end = End::Unsolvable(unsolved.to_string());
            }
            Err(unsolved) => answer.end = End::Stopped(unsolved.to_string()),
        }
        answer
    }

    /// The tables of the heuristic were not finished.
    pub(crate) fn without_search(options: &Options, question: Question, why: impl Display) -> Self {
        Self {
            puzzle: options.puzzle.word(),
            solver: options.solver_words(),
            heuristic: word(&options.heuristic()),
            question,
            end: End::Stopped(why.to_string()),
            solution: None,
            several: None,
            lower_bound: None,
            factor: None,
            incumbents: Vec::new(),
            stats: Stats::default(),
            iterations: Vec::new(),
            seconds: 0.0,
        }
    }

    pub(crate) const fn exit_code(&self) -> u8 {
        match self.end {
            End::Solved(_) => 0,
            End::Unsolvable(_) => 1,
            End::Stopped(_) => STOPPED,
        }
    }
}

fn in_words<M: Display>(solution: &Solution<M, u32>) -> Solution<String, u32> {
    let moves = solution.moves().iter().map(ToString::to_string);
    Solution::new(moves.collect(), solution.cost())
}
