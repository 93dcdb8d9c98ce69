//! The laws of a [`Solver`]: its answers are right, wherever it is stopped.

mod answer;
mod every_other;
mod words;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::AtomicBool;
use core::time::Duration;

use answer::Answer;
use every_other::EveryOther;
use words::{in_words, known, written};

use super::violation::{Law, Violation};
use crate::account::{Limits, Stop};
use crate::cost::Cost;
use crate::puzzle::Puzzle;
use crate::report::{Guarantee, Outcome, ReportOf};
use crate::search::BorrowedSearch;
use crate::solver::Solver;

/// A search that expands more states than this is not followed to its end.
const MOST_EXPANDED: u64 = 100_000;
/// How often one search is stopped at most, by each schedule.
const MOST_PAUSES: u64 = 500;
/// How many limits on the cost and on the moves are tried.
const MOST_LIMITS: usize = 20;

/// Checks a solver on a puzzle: searches from each of `starts`, and once from all of them together. Returns how often a
/// search was stopped and continued.
///
/// The check compares each report with an independent answer, which it computes from all states that can be reached:
/// the solution, its [guarantee](Guarantee), the lower bound, and the proof that there is no solution. Then it repeats
/// the search under each kind of limit, and with an observer that ends the search again and again:
///
/// * Limits on expanded and generated states, time limits and cancel flags stop the search after every step, or some
///   500 times if it is long. The search has to end with the same outcome and the same counts as without a stop.
/// * Limits on stored states, on bytes, on the cost and on the moves are kept, and raised and lowered in the pauses.
///   The search has to end with a right answer.
///
/// The solver has to be deterministic. The puzzle should be small: at most 100,000 states may be reached from each
/// start. A search that ends with a stop, or expands more than 100,000 states, is not repeated: where there is no
/// solution, a depth-first solver need not end.
///
/// # Errors
///
/// Returns the first violation found: of [`Law::Answer`], [`Law::Pauses`] or [`Law::Limits`] by the solver, or of
/// another law by the puzzle.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{laws, AStar, Notation};
///
/// let puzzle = SlidingTiles::new(2, 3)?;
/// let starts = [puzzle.parse("4 5 0  1 2 3")?, puzzle.parse("1 2 3  4 0 5")?];
/// let pauses = laws::check_solver(&AStar::new(), &puzzle, starts).expect("it keeps the laws");
/// assert!(pauses > 1_000);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub fn check_solver<P: Puzzle>(
    solver: &dyn Solver<P>,
    puzzle: &P,
    starts: impl IntoIterator<Item = P::State>,
) -> Result<usize, Violation> {
    let starts: Vec<P::State> = starts.into_iter().collect();
    let mut pauses = 0;
    let mut together = Answer::default();
    for start in &starts {
        let answer = Answer::of(puzzle, start)?;
        together = together.or(&answer);
        let trial = Trial::new(solver, puzzle, core::slice::from_ref(start), answer)?;
        pauses += trial.check()?;
    }
    if starts.len() > 1 {
        pauses += Trial::new(solver, puzzle, &starts, together)?.check()?;
    }
    Ok(pauses)
}

/// A solver on a puzzle from some starts, and what it says without a stop.
struct Trial<'a, P: Puzzle> {
    solver: &'a dyn Solver<P>,
    puzzle: &'a P,
    starts: &'a [P::State],
    answer: Answer<P::Cost>,
    whole: ReportOf<P>,
}

fn search<'a, P: Puzzle>(
    solver: &'a dyn Solver<P>,
    puzzle: &'a P,
    starts: &[P::State],
) -> BorrowedSearch<'a, P> {
    let search = solver.search(puzzle, &starts[0]);
    search.also_from(starts[1..].iter().cloned())
}

/// What a search is held to.
#[derive(Clone, Debug)]
struct Held<C> {
    limits: Limits,
    max_cost: Option<C>,
}

impl<C> Held<C> {
    const fn to(limits: Limits) -> Self {
        Self {
            limits,
            max_cost: None,
        }
    }

    const fn to_cost(cost: C) -> Self {
        Self {
            limits: free(),
            max_cost: Some(cost),
        }
    }
}

/// No limit but one that keeps a search from going on for ever.
const fn free() -> Limits {
    let mut limits = Limits::new();
    limits.expanded = Some(MOST_EXPANDED);
    limits
}

impl<'a, P: Puzzle> Trial<'a, P> {
    fn new(
        solver: &'a dyn Solver<P>,
        puzzle: &'a P,
        starts: &'a [P::State],
        answer: Answer<P::Cost>,
    ) -> Result<Self, Violation> {
        let whole = search(solver, puzzle, starts).limits(free()).run();
        let trial = Self {
            solver,
            puzzle,
            starts,
            answer,
            whole,
        };
        let stop = trial.whole.stop();
        if let Some(stop) = stop.filter(|&stop| stop.can_go_on() && stop != Stop::Expanded) {
            let detail = format!("it stops, since {stop}: expected an answer without such a limit");
            return Err(trial.violation(Law::Limits, detail));
        }
        if stop == Some(Stop::Expanded) && trial.answer.cheapest.is_some() {
            let detail = format!(
                "it finds no solution within {MOST_EXPANDED} expansions: expected a start that takes fewer"
            );
            return Err(trial.violation(Law::Answer, detail));
        }
        trial.judge(&trial.whole, "without a stop")?;
        Ok(trial)
    }

    fn search(&self) -> BorrowedSearch<'a, P> {
        search(self.solver, self.puzzle, self.starts)
    }

    fn violation(&self, law: Law, detail: String) -> Violation {
        let at = match self.starts {
            [start] => format!("{start:?}"),
            starts => format!("{starts:?}"),
        };
        Violation::at(law, at, detail)
    }

    /// All that is tried; returns how often a search was stopped.
    fn check(&self) -> Result<usize, Violation> {
        if self.whole.stop().is_some() {
            return Ok(0);
        }
        let mut pauses = 0;
        for factor in [1, 7, 100] {
            pauses += self.pause_by_counts(factor)?;
        }
        pauses += self.pause_by_memory()?;
        pauses += self.pause_by_observer()?;
        pauses += self.limit_costs()?;
        pauses += self.limit_moves()?;
        Ok(pauses)
    }

    /// Stops it after every few expansions, with a flag and by the time in between, and after every few children.
    fn pause_by_counts(&self, factor: u64) -> Result<usize, Violation> {
        let stats = &self.whole.stats;
        let steps = |most: u64| (0..=most).step_by((factor * (1 + most / MOST_PAUSES)) as usize);
        let cancelled = free().with_cancel(Arc::new(AtomicBool::new(true)));
        let late = free().max_time(Duration::ZERO);
        let expanded = steps(stats.expanded).map(|at| Limits::new().max_expanded(at));
        let expanded = expanded.flat_map(|limits| [limits, cancelled.clone(), late.clone()]);
        let generated = steps(stats.generated).map(|at| free().max_generated(at));
        let mut pauses = 0;
        for schedule in [expanded.collect(), generated.collect::<Vec<_>>()] {
            let mut search = self.search();
            let mut before = 0;
            for limits in schedule {
                let held = Held::to(limits);
                let (how, limits) = (written(&held), &held.limits);
                search.set_limits(limits.clone());
                let report = search.run();
                self.judge(&report, &how)?;
                self.keeps(&report, &held, &how)?;
                if limits.cancel.is_some() && report.stats.expanded > before {
                    let detail = format!("{how}, it expands states: expected it to stop before");
                    return Err(self.violation(Law::Limits, detail));
                }
                before = report.stats.expanded;
                if report.stop().is_none() {
                    break;
                }
                pauses += 1;
            }
            search.set_limits(free());
            self.is_whole(&search.run())?;
            self.is_whole(&search.run())?;
        }
        Ok(pauses)
    }

    /// Lets it have more and more memory.
    fn pause_by_memory(&self) -> Result<usize, Violation> {
        let stats = &self.whole.stats;
        let step = 1 + stats.peak_stored / MOST_PAUSES;
        let stored = (0..=stats.peak_stored).step_by(step as usize);
        let stored = stored.map(|states| Held::to(free().max_stored(states)));
        let step = 1 + stats.peak_bytes / MOST_PAUSES as usize;
        let bytes = (0..=stats.peak_bytes).step_by(step);
        let bytes = bytes.map(|bytes| Held::to(free().max_bytes(bytes)));
        Ok(self.follow(stored.collect())? + self.follow(bytes.collect())?)
    }

    /// Ends it by an observer, at every other event.
    fn pause_by_observer(&self) -> Result<usize, Violation> {
        let mut search = self.search().observe(EveryOther::default());
        search.set_limits(free());
        let mut pauses = 0;
        loop {
            let report = search.run();
            self.judge(&report, "stopped by an observer")?;
            if report.stop() != Some(Stop::Observer) {
                return self
                    .is_alike(&report, "stopped by an observer")
                    .map(|()| pauses);
            }
            pauses += 1;
        }
    }

    /// Limits the cost from the beginning, and in a pause.
    fn limit_costs(&self) -> Result<usize, Violation> {
        let costs = self.answer.costs.iter();
        self.limit_solutions(costs.map(|&cost| Held::to_cost(cost)).collect())
    }

    /// The same of the moves.
    fn limit_moves(&self) -> Result<usize, Violation> {
        let most = self.answer.fewest.unwrap_or(2) as u64;
        let limits = (0..=most).step_by(1 + most as usize / MOST_LIMITS);
        let limits = limits.chain([most]);
        let held = limits.map(|moves| Held::to(free().max_moves(moves)));
        self.limit_solutions(held.collect())
    }

    fn limit_solutions(&self, all: Vec<Held<P::Cost>>) -> Result<usize, Violation> {
        let mut pauses = 0;
        for held in all {
            pauses += self.follow(vec![held.clone()])?;
            for share in 0..4 {
                let expanded = self.whole.stats.expanded * share / 4;
                let before = Held::to(Limits::new().max_expanded(expanded));
                pauses += self.follow(vec![before, held.clone()])?;
            }
        }
        Ok(pauses)
    }

    /// Runs a search under one limit after another and then without.
    fn follow(&self, schedule: Vec<Held<P::Cost>>) -> Result<usize, Violation> {
        let mut search = self.search();
        let (mut pauses, mut before) = (0, None);
        for held in schedule {
            let last = written(&held);
            let how =
                before.map_or_else(|| last.clone(), |before| format!("{before}, then {last}"));
            search.set_limits(held.limits.clone());
            search.set_max_cost(held.max_cost);
            let report = search.run();
            self.judge(&report, &how)?;
            self.keeps(&report, &held, &how)?;
            match report.stop() {
                None => return Ok(pauses),
                Some(stop) => pauses += usize::from(stop != Stop::UnsupportedLimit),
            }
            before = Some(last);
        }
        search.set_limits(free());
        search.set_max_cost(None);
        let report = search.run();
        let how = before.map_or_else(String::new, |before| {
            format!("{before}, then without a limit")
        });
        self.judge(&report, &how)?;
        self.is_alike(&report, &how)?;
        Ok(pauses)
    }

    /// Whether what it says is true.
    fn judge(&self, report: &ReportOf<P>, how: &str) -> Result<(), Violation> {
        let wrong = |detail| Err(self.violation(Law::Answer, format!("{how}, it {detail}")));
        let Answer {
            cheapest, fewest, ..
        } = self.answer;
        let (least, fewest) = (known(cheapest), known(fewest));
        if let Some(best) = report.best() {
            let start = self.starts.get(best.start());
            let replayed = start.map(|start| best.verify(self.puzzle, start));
            match replayed {
                Some(Ok(())) => {}
                Some(Err(error)) => return wrong(format!("returns what is no solution: {error}")),
                None => return wrong(format!("returns a solution from start {}", best.start())),
            }
        }
        let judged = match &report.outcome {
            Outcome::Unsolvable { reason } if cheapest.is_some() => wrong(format!(
                "says that there is no solution ({reason}): expected one that costs {least}"
            )),
            Outcome::Solved {
                solution,
                guarantee,
            } => {
                let (cost, moves) = (solution.cost(), solution.len());
                match guarantee {
                    Guarantee::Optimal if !is_at_most(cost, cheapest) => wrong(format!(
                        "returns a solution of cost {cost} as optimal: expected one that costs {least}"
                    )),
                    Guarantee::FewestMoves if moves > self.answer.fewest.unwrap_or(0) => {
                        wrong(format!(
                            "returns a solution with {moves} moves as that with the fewest: expected {fewest}"
                        ))
                    }
                    Guarantee::Within if report.factor().is_none() => {
                        wrong("proves a factor without a lower bound: expected one".to_string())
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        };
        judged?;
        if let Some(bound) = report.lower_bound
            && !is_at_most(bound, cheapest)
        {
            return wrong(format!(
                "reports the lower bound {bound}: expected no more than the cheapest path costs, {least}"
            ));
        }
        Ok(())
    }

    /// Whether it is within its limits.
    fn keeps(
        &self,
        report: &ReportOf<P>,
        Held { limits, max_cost }: &Held<P::Cost>,
        how: &str,
    ) -> Result<(), Violation> {
        let wrong = |detail| Err(self.violation(Law::Limits, format!("{how}, it {detail}")));
        let trusts = !self.solver.is_informed() || self.puzzle.facts().admissible;
        let is_false = match report.stop() {
            Some(Stop::Cost) => trusts && self.answer.is_within(*max_cost),
            Some(Stop::Moves) => self
                .answer
                .fewest
                .is_some_and(|fewest| limits.moves.is_some_and(|most| fewest as u64 <= most)),
            _ => false,
        };
        if is_false {
            let detail = format!("{how}, it finds no solution within the limit: expected one");
            return Err(self.violation(Law::Answer, detail));
        }
        let stats = &report.stats;
        // A start that is a goal is found whatever the limits are.
        let found = report.solution().filter(|solution| !solution.is_empty());
        let exceeds = |max: Option<u64>, count: u64| max.is_some_and(|max| count > max);
        if exceeds(limits.expanded, stats.expanded) {
            return wrong(format!("expands {} states", stats.expanded));
        }
        // It counts starts up to the first goal.
        let starts = self.starts.len() as u64;
        if exceeds(
            limits.generated.map(|most| most.max(starts)),
            stats.generated,
        ) {
            return wrong(format!("generates {} states", stats.generated));
        }
        if found.is_some() && stats.expanded == 0 {
            return wrong(
                "finds a solution and expands no state: expected it to charge them".into(),
            );
        }
        if exceeds(limits.stored, stats.peak_stored) {
            return wrong(format!("stores {} states", stats.peak_stored));
        }
        if exceeds(limits.bytes.map(|max| max as u64), stats.peak_bytes as u64) {
            return wrong(format!("uses {} bytes", stats.peak_bytes));
        }
        let Some(solution) = found else { return Ok(()) };
        if max_cost.is_some_and(|max| solution.cost() > max) {
            return wrong(format!("returns a solution of cost {}", solution.cost()));
        }
        if exceeds(limits.moves, solution.len() as u64) {
            return wrong(format!("returns a solution of {} moves", solution.len()));
        }
        Ok(())
    }

    /// Whether it ends as without a stop.
    fn is_whole(&self, report: &ReportOf<P>) -> Result<(), Violation> {
        let (whole, now) = (&self.whole.stats, &report.stats);
        let is_same = report.outcome == self.whole.outcome
            && report.lower_bound == self.whole.lower_bound
            && (whole.expanded, whole.generated) == (now.expanded, now.generated);
        if is_same {
            return Ok(());
        }
        let detail = format!(
            "stopped again and again, it ends with {}: expected {}, as without a stop",
            in_words(report),
            in_words(&self.whole)
        );
        Err(self.violation(Law::Pauses, detail))
    }

    /// Whether it finds a solution, or none, as without a stop.
    fn is_alike(&self, report: &ReportOf<P>, how: &str) -> Result<(), Violation> {
        let kind = |report: &ReportOf<P>| core::mem::discriminant(&report.outcome);
        // A limit on memory may make it go depth-first, which need not end where there is no solution.
        let is_endless = self.answer.cheapest.is_none() && report.stop() == Some(Stop::Expanded);
        if kind(report) == kind(&self.whole) || is_endless {
            return Ok(());
        }
        let detail = format!(
            "{how}, it ends with {}: expected {}, as without a stop",
            in_words(report),
            in_words(&self.whole)
        );
        Err(self.violation(Law::Pauses, detail))
    }
}

/// Whether a cost is at most what is known, if it is; rounded sums may differ.
fn is_at_most<C: Cost>(cost: C, known: Option<C>) -> bool {
    let Some(known) = known else { return true };
    let is_near = || {
        let pair = cost.to_f64().zip(known.to_f64());
        pair.is_some_and(|(cost, known)| cost <= known * (1.0 + 1e-6))
    };
    cost <= known || !C::IS_EXACT && is_near()
}
