//! The laws of a [`Solver`]: its answers are right, it keeps its limits, and stopping and continuing a search changes
//! no answer.
//!
//! A solver, a puzzle and starts go in; the number of stops comes out, or the first violation. Invariant: every report
//! is compared with the ground truth, and every search that was stopped runs to its end and is compared with the report
//! of a search without stops.

mod describe;
mod ground_truth;
mod interrupter;
mod node_counter;
mod run_limits;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;

use describe::{describe_report, or_no_solution};
use ground_truth::GroundTruth;
use interrupter::Interrupter;
use run_limits::{MOST_EXPANDED, RunLimits, base_limits};

use super::violation::{Law, Violation};
use crate::account::{Limits, Stop};
use crate::cost::Cost;
use crate::puzzle::Puzzle;
use crate::report::{Guarantee, Outcome, ReportOf};
use crate::solver::{Search, Solver};

/// The number of times that a schedule of limits stops a search, approximately.
const MOST_PAUSES: u64 = 500;
/// The number of limits on the cost, and on the moves, that are tried, approximately.
const MOST_LIMITS: usize = 20;

/// Checks a solver on a puzzle: searches from each of `starts`, and once from all of them together. Returns how often a
/// search was stopped and continued. Zero means that little was tested: all starts are goals or unsolvable before any
/// search, or the solver refused the puzzle, or left out states and found [no goal](Stop::Incomplete).
///
/// The check compares each report with an independent answer, which it computes from all states that can be reached:
/// the solution, its [guarantee](Guarantee), the lower bound, and the proof that there is no solution. Then it repeats
/// the search under each kind of limit, and with an observer that ends the search again and again:
///
/// * Limits on expanded and generated states, time limits and cancel flags stop the search after every step, or some
///   500 times if it is long. The search has to end with the same outcome and the same counts as without a stop.
/// * Limits on stored states, on bytes, on the cost and on the moves are kept, and raised and lowered in the pauses.
///   The search has to end with a right answer.
/// * An observer that wants to see nodes is shown all of them.
/// * A search that is started over, halfway or after its end, from the same start or another one, ends as a new one
///   does.
///
/// The check does not see memory that the solver takes and does not [claim](crate::job::Claim), nor states that it keeps
/// and does not [count](crate::job::Meter::store).
///
/// The solver has to be deterministic. The puzzle should be small: at most 100,000 states may be reached from each
/// start, and a search has to find its solution within 100,000 expansions. Where there is no solution, a search that
/// expands more, or ends with a stop, is not repeated: a depth-first solver need not end.
///
/// # Errors
///
/// Returns the first violation found: of [`Law::Answer`], [`Law::Pauses`], [`Law::Limits`] or [`Law::Observation`] by
/// the solver, or of another law by the puzzle.
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
    let mut truth_of_all = GroundTruth::default();
    for start in &starts {
        let truth = GroundTruth::of(puzzle, start)?;
        truth_of_all = truth_of_all.or(&truth);
        let trial = SolverTrial::new(solver, puzzle, core::slice::from_ref(start), truth)?;
        pauses += trial.check(&starts)?;
    }
    if starts.len() > 1 {
        pauses += SolverTrial::new(solver, puzzle, &starts, truth_of_all)?.check(&starts)?;
    }
    Ok(pauses)
}

/// A solver on a puzzle from some starts, with the right answer and the solver's report without interruptions.
struct SolverTrial<'a, P: Puzzle> {
    solver: &'a dyn Solver<P>,
    puzzle: &'a P,
    starts: &'a [P::State],
    truth: GroundTruth<P::Cost>,
    uninterrupted: ReportOf<P>,
}

/// A search from all starts, of which there is one at least.
fn search<'a, P: Puzzle>(
    solver: &'a dyn Solver<P>,
    puzzle: &'a P,
    starts: &[P::State],
) -> Search<'a, &'a P> {
    let search = solver.search(puzzle, &starts[0]);
    search.also_from(starts[1..].iter().cloned())
}

impl<'a, P: Puzzle> SolverTrial<'a, P> {
    fn new(
        solver: &'a dyn Solver<P>,
        puzzle: &'a P,
        starts: &'a [P::State],
        truth: GroundTruth<P::Cost>,
    ) -> Result<Self, Violation> {
        let uninterrupted = search(solver, puzzle, starts).limits(base_limits()).run();
        let trial = Self {
            solver,
            puzzle,
            starts,
            truth,
            uninterrupted,
        };
        let stop = trial.uninterrupted.stop();
        let has_no_such_limit = |stop: &Stop| match stop {
            Stop::Expanded => false,
            Stop::SeveralStarts => starts.len() == 1,
            stop => stop.can_go_on(),
        };
        if let Some(stop) = stop.filter(has_no_such_limit) {
            let detail = format!("it stops, since {stop}: expected an answer without such a limit");
            return Err(trial.violation(Law::Limits, detail));
        }
        if stop == Some(Stop::Expanded) && trial.truth.cheapest.is_some() {
            let detail = format!(
                "it finds no solution within {MOST_EXPANDED} expansions: expected a start that takes fewer"
            );
            return Err(trial.violation(Law::Answer, detail));
        }
        trial.check_answer(&trial.uninterrupted, "without a stop")?;
        Ok(trial)
    }

    fn search(&self) -> Search<'a, &'a P> {
        search(self.solver, self.puzzle, self.starts)
    }

    fn violation(&self, law: Law, detail: String) -> Violation {
        let at = match self.starts {
            [start] => format!("{start:?}"),
            starts => format!("{starts:?}"),
        };
        Violation::at(law, at, detail)
    }

    /// Tries all schedules of limits. Returns the number of stops.
    fn check(&self, all_starts: &[P::State]) -> Result<usize, Violation> {
        if self.uninterrupted.stop().is_some() {
            return Ok(0);
        }
        let mut pauses = 0;
        for stride in [1, 7, 100] {
            pauses += self.pause_by_counts(stride)?;
        }
        pauses += self.pause_by_memory()?;
        pauses += self.pause_by_observer()?;
        pauses += self.limit_costs()?;
        pauses += self.limit_moves()?;
        self.check_nodes_shown()?;
        self.restart(all_starts)?;
        Ok(pauses)
    }

    /// Stops the search after every `stride` expansions (or more in a long search), and between them by a cancel flag
    /// and by a time limit; then after every `stride` generated states.
    fn pause_by_counts(&self, stride: u64) -> Result<usize, Violation> {
        let stats = &self.uninterrupted.stats;
        let steps = |most: u64| (0..=most).step_by((stride * (1 + most / MOST_PAUSES)) as usize);
        let cancelled = base_limits().with_cancel(Arc::new(AtomicBool::new(true)));
        let late = base_limits().max_time(Duration::ZERO);
        let expanded = steps(stats.expanded).map(|at| base_limits().max_expanded(at));
        let expanded = expanded.flat_map(|limits| [limits, cancelled.clone(), late.clone()]);
        let generated = steps(stats.generated).map(|at| base_limits().max_generated(at));
        let mut pauses = 0;
        for schedule in [expanded.collect(), generated.collect::<Vec<_>>()] {
            let mut search = self.search();
            let mut before = 0;
            for limits in schedule {
                let run_limits = RunLimits::of(limits);
                let (how, limits) = (run_limits.describe(), &run_limits.limits);
                search.set_limits(limits.clone());
                let report = search.run();
                self.check_answer(&report, &how)?;
                self.check_limits(&report, &run_limits, &how)?;
                let flag = limits.cancel.as_ref();
                let is_cancelled = flag.is_some_and(|flag| flag.load(Ordering::Relaxed));
                if is_cancelled && report.stats.expanded > before {
                    let detail = format!("{how}, it expands states: expected it to stop before");
                    return Err(self.violation(Law::Limits, detail));
                }
                before = report.stats.expanded;
                if report.stop().is_none() {
                    break;
                }
                pauses += 1;
            }
            search.set_limits(base_limits());
            self.check_same_end(&search.run(), "stopped again and again")?;
            self.check_same_end(&search.run(), "continued after its end")?;
        }
        Ok(pauses)
    }

    /// Starts a search over after a search from each start of the check, which has stopped halfway or ended.
    fn restart(&self, all_starts: &[P::State]) -> Result<(), Violation> {
        let mut search = self.search();
        let half = self.uninterrupted.stats.expanded / 2;
        for (before, most) in all_starts
            .iter()
            .flat_map(|start| [(start, half), (start, MOST_EXPANDED)])
        {
            search.restart([before.clone()]);
            search.set_limits(base_limits().max_expanded(most));
            let _ = search.run();
            search.restart(self.starts.iter().cloned());
            search.set_limits(base_limits());
            let how = format!("started over after up to {most} expansions from {before:?}");
            self.check_same_end(&search.run(), &how)?;
        }
        Ok(())
    }

    /// Raises the limits on stored states and on bytes step by step.
    fn pause_by_memory(&self) -> Result<usize, Violation> {
        let stats = &self.uninterrupted.stats;
        let step = 1 + stats.peak_stored / MOST_PAUSES;
        let stored = (0..=stats.peak_stored).step_by(step as usize);
        let stored = stored.map(|states| RunLimits::of(base_limits().max_stored(states)));
        let step = 1 + stats.peak_bytes / MOST_PAUSES as usize;
        let bytes = (0..=stats.peak_bytes).step_by(step);
        let bytes = bytes.map(|bytes| RunLimits::of(base_limits().max_bytes(bytes)));
        Ok(self.run_schedule(stored.collect())? + self.run_schedule(bytes.collect())?)
    }

    /// Stops the search by an observer, at every other event.
    fn pause_by_observer(&self) -> Result<usize, Violation> {
        let mut search = self.search().observe(Interrupter::default());
        search.set_limits(base_limits());
        let mut pauses = 0;
        loop {
            let report = search.run();
            self.check_answer(&report, "stopped by an observer")?;
            if report.stop() != Some(Stop::Observer) {
                return self
                    .check_same_outcome(&report, "stopped by an observer")
                    .map(|()| pauses);
            }
            pauses += 1;
        }
    }

    /// Limits the cost, from the beginning and after a pause.
    fn limit_costs(&self) -> Result<usize, Violation> {
        let costs = self.truth.costs.iter();
        self.limit_solutions(costs.map(|&cost| RunLimits::of_cost(cost)).collect())
    }

    /// Limits the number of moves, from the beginning and after a pause.
    fn limit_moves(&self) -> Result<usize, Violation> {
        let most = self.truth.fewest.unwrap_or(2) as u64;
        let limits = (0..=most).step_by(1 + most as usize / MOST_LIMITS);
        let limits = limits.chain([most]);
        let run_limits = limits.map(|moves| RunLimits::of(base_limits().max_moves(moves)));
        self.limit_solutions(run_limits.collect())
    }

    /// Runs searches under each of these limits: from the beginning, and after a stop at each quarter of the
    /// expansions.
    fn limit_solutions(&self, all: Vec<RunLimits<P::Cost>>) -> Result<usize, Violation> {
        let mut pauses = 0;
        for run_limits in all {
            pauses += self.run_schedule(vec![run_limits.clone()])?;
            for quarters in 0..4 {
                let expanded = self.uninterrupted.stats.expanded * quarters / 4;
                let before = RunLimits::of(Limits::new().max_expanded(expanded));
                pauses += self.run_schedule(vec![before, run_limits.clone()])?;
            }
        }
        Ok(pauses)
    }

    /// Runs a search under one limit after another, then without further limits.
    fn run_schedule(&self, schedule: Vec<RunLimits<P::Cost>>) -> Result<usize, Violation> {
        let mut search = self.search();
        let (mut pauses, mut before) = (0, None);
        for run_limits in schedule {
            let last = run_limits.describe();
            let how =
                before.map_or_else(|| last.clone(), |before| format!("{before}, then {last}"));
            search.set_limits(run_limits.limits.clone());
            search.set_max_cost(run_limits.max_cost);
            let report = search.run();
            self.check_answer(&report, &how)?;
            self.check_limits(&report, &run_limits, &how)?;
            match report.stop() {
                None => return Ok(pauses),
                Some(stop) => pauses += usize::from(stop != Stop::UnsupportedLimit),
            }
            before = Some(last);
        }
        search.set_limits(base_limits());
        search.set_max_cost(None);
        let report = search.run();
        let how = before.map_or_else(String::new, |before| {
            format!("{before}, then without a limit")
        });
        self.check_answer(&report, &how)?;
        self.check_same_outcome(&report, &how)?;
        Ok(pauses)
    }

    /// Checks a report against the ground truth. `how` says in words how the search was run.
    fn check_answer(&self, report: &ReportOf<P>, how: &str) -> Result<(), Violation> {
        let wrong = |detail| Err(self.violation(Law::Answer, format!("{how}, it {detail}")));
        let GroundTruth {
            cheapest, fewest, ..
        } = self.truth;
        let (least, fewest) = (or_no_solution(cheapest), or_no_solution(fewest));
        if let Some(Stop::Replay(fault)) = report.stop() {
            return wrong(format!("returns a path that is no solution: {fault}"));
        }
        if let Some(best) = report.best() {
            let start = self.starts.get(best.start_index());
            let replayed = start.map(|start| best.verify(self.puzzle, start));
            match replayed {
                Some(Ok(())) => {}
                Some(Err(error)) => return wrong(format!("returns what is no solution: {error}")),
                None => {
                    return wrong(format!(
                        "returns a solution from start {}",
                        best.start_index()
                    ));
                }
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
                    Guarantee::FewestMoves if moves > self.truth.fewest.unwrap_or(0) => {
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

    /// Checks that a search kept its limits, and that it did not stop at a limit that leaves room for a solution.
    fn check_limits(
        &self,
        report: &ReportOf<P>,
        RunLimits { limits, max_cost }: &RunLimits<P::Cost>,
        how: &str,
    ) -> Result<(), Violation> {
        let wrong = |detail| Err(self.violation(Law::Limits, format!("{how}, it {detail}")));
        let bounds_hold = !self.solver.traits().is_informed || self.puzzle.facts().admissible;
        let has_solution = match report.stop() {
            Some(Stop::Cost) => bounds_hold && self.truth.is_within(*max_cost),
            Some(Stop::Moves) => self
                .truth
                .fewest
                .is_some_and(|fewest| limits.moves.is_some_and(|most| fewest as u64 <= most)),
            _ => false,
        };
        if has_solution {
            let detail = format!("{how}, it finds no solution within the limit: expected one");
            return Err(self.violation(Law::Answer, detail));
        }
        let stats = &report.stats;
        // The empty solution is found under every limit.
        let found = report.solution().filter(|solution| !solution.is_empty());
        let exceeds = |max: Option<u64>, count: u64| max.is_some_and(|max| count > max);
        if exceeds(limits.expanded, stats.expanded) {
            return wrong(format!("expands {} states", stats.expanded));
        }
        // The starts count as generated even beyond the limit, if one of them is a goal.
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

    /// Checks that a search ended with the same outcome and counts as without interruptions.
    fn check_same_end(&self, report: &ReportOf<P>, how: &str) -> Result<(), Violation> {
        let (expected, found) = (&self.uninterrupted.stats, &report.stats);
        let is_same = report.outcome == self.uninterrupted.outcome
            && report.lower_bound == self.uninterrupted.lower_bound
            && (expected.expanded, expected.generated) == (found.expanded, found.generated);
        if is_same {
            return Ok(());
        }
        let detail = format!(
            "{how}, it ends with {}: expected {}, as without a stop",
            describe_report(report),
            describe_report(&self.uninterrupted)
        );
        Err(self.violation(Law::Pauses, detail))
    }

    /// Checks that a search ended with the same kind of outcome as without interruptions.
    fn check_same_outcome(&self, report: &ReportOf<P>, how: &str) -> Result<(), Violation> {
        let kind = |report: &ReportOf<P>| core::mem::discriminant(&report.outcome);
        // Under a limit on memory a solver may go on depth-first, which need not end if there is no solution: it stops
        // at the limit, or once costs are beyond their range.
        let stops = [Some(Stop::Expanded), Some(Stop::CostOverflow)];
        let is_endless = self.truth.cheapest.is_none() && stops.contains(&report.stop());
        if kind(report) == kind(&self.uninterrupted) || is_endless {
            return Ok(());
        }
        let detail = format!(
            "{how}, it ends with {}: expected {}, as without a stop",
            describe_report(report),
            describe_report(&self.uninterrupted)
        );
        Err(self.violation(Law::Pauses, detail))
    }
}

/// Whether a cost is at most the limit, if there is one. If sums are rounded, it may exceed the limit by a millionth.
fn is_at_most<C: Cost>(cost: C, limit: Option<C>) -> bool {
    let Some(limit) = limit else { return true };
    let is_near = || {
        let pair = cost.to_f64().zip(limit.to_f64());
        pair.is_some_and(|(cost, limit)| cost <= limit * (1.0 + 1e-6))
    };
    cost <= limit || !C::IS_EXACT && is_near()
}
