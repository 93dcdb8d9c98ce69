//! [`Trial`]: one search, and what it took.

use std::error::Error;

use puzzle_search::{Limits, Outcome, Puzzle, Solution, Solver};

use crate::improvements::{Improvement, Improvements};

pub(crate) struct Trial {
    pub(crate) solver: &'static str,
    pub(crate) heuristic: String,
    pub(crate) status: Status,
    /// Of the solution, or of the best one so far.
    pub(crate) cost: Option<u32>,
    /// What was proved of every solution.
    pub(crate) bound: Option<u32>,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// Most states at one time.
    pub(crate) stored: u64,
    /// Most bytes at one time.
    pub(crate) bytes: u64,
    pub(crate) seconds: f64,
    /// The solutions, each better than the one before.
    pub(crate) found: Vec<Improvement>,
}

/// How a search ended.
pub(crate) enum Status {
    /// What is proved of the solution.
    Solved(String),
    Unsolvable,
    /// Which limit was reached.
    Stopped(String),
}

impl Trial {
    /// Searches within limits, and verifies what is found.
    pub(crate) fn run<P: Puzzle<Cost = u32>>(
        (name, solver): (&'static str, &dyn Solver<P>),
        heuristic: &str,
        puzzle: &P,
        start: &P::State,
        limits: &Limits,
    ) -> Result<Self, Box<dyn Error>> {
        let search = solver.search(puzzle, start).limits(limits.clone());
        let mut improvements = Improvements::new(format!("{name} {heuristic}"));
        let report = search.observe(&mut improvements).run();
        let status = match &report.outcome {
            Outcome::Solved {
                solution,
                guarantee,
            } => {
                solution.verify(puzzle, start)?;
                Status::Solved(guarantee.to_string())
            }
            Outcome::Unsolvable { .. } => Status::Unsolvable,
            Outcome::Stopped { stop, .. } => Status::Stopped(stop.to_string()),
        };
        let stats = &report.stats;
        let seconds = report.elapsed.unwrap_or_default().as_secs_f64();
        let mut found = improvements.list;
        let cost = report.best().map(Solution::cost);
        // Most solvers have one solution, at the end.
        if let Some(cost) = cost
            && found.last().is_none_or(|last| last.cost != cost)
        {
            found.push(Improvement {
                cost,
                lower_bound: report.lower_bound,
                expanded: stats.expanded,
                seconds,
            });
        }
        Ok(Self {
            solver: name,
            heuristic: heuristic.to_owned(),
            status,
            cost,
            bound: report.lower_bound,
            expanded: stats.expanded,
            generated: stats.generated,
            stored: stats.peak_stored,
            bytes: stats.peak_bytes as u64,
            seconds,
            found,
        })
    }

    /// States generated in a second; `None` if that was too short for the clock.
    pub(crate) fn speed(&self) -> Option<u64> {
        let speed = self.generated as f64 / self.seconds;
        speed.is_finite().then_some(speed as u64)
    }

    pub(crate) const fn is_stopped(&self) -> bool {
        matches!(self.status, Status::Stopped(_))
    }
}
