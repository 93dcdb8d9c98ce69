//! [`Course`]: the life cycle of a search, the same for every solver and observer.
//!
//! Every search goes through the same steps here, and no solver can override them. First the puzzle is asked whether a
//! start is a goal or no state of the puzzle, and whether all starts are known to be unsolvable. If that does not
//! decide the search, the starts are counted, and the [`Run`] is started and advanced until it returns a [`Verdict`].
//! The solution of the verdict is replayed: an edge that does not exist, a last state that is no goal, or a different
//! cost ends the search with a typed stop. This detects faulty solvers, neighbors that change between calls, and
//! predecessors that do not match the neighbors.
//!
//! Limits are totals. If the limit on the cost is raised after it has pruned paths, the search starts over; after any
//! other change of limits it continues. Invariant: no lower bound is raised past the least limit on the cost since the
//! search began ([`Proof`]), and no solution is accepted that exceeds the present limits, except a start that is a
//! goal.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;
use core::mem;
use core::time::Duration;

use num_traits::One;

use super::SolverTraits;
use super::run::{Run, Verdict, VerdictOf};
use crate::account::{Claim, ReplayFault, Stop};
use crate::cost::Cost;
use crate::driver::{AppliedLimits, Driver, Measure, StartStatus};
use crate::monitor::{Monitor, MonitorOf, Observer, Proof, beyond};
use crate::puzzle::Puzzle;
use crate::report::{Guarantee, Outcome, Report};
use crate::solution::{Solution, replay};

/// The data of a search beside its [`Run`]. Its type does not name the solver, so it is compiled once for a puzzle.
pub(super) struct Course<S, M, C> {
    pub(super) driver: Driver,
    pub(super) max_cost: Option<C>,
    traits: SolverTraits,
    pub(super) starts: Vec<S>,
    /// The indices of the starts that were passed to the run: those that are not known to be unsolvable.
    pub(super) run_starts: Vec<usize>,
    pub(super) phase: SearchPhase<M, C>,
    pub(super) proof: Proof<M, C>,
    /// Whether the last call had a clock, so that the report can tell the time.
    has_clock: bool,
}

/// The phase of a search.
#[derive(Clone, Debug)]
pub(super) enum SearchPhase<M, C> {
    /// The [`Run`] is not started yet.
    New,
    /// The [`Run`] is started.
    Begun,
    /// The search is over.
    Over(Outcome<M, C>),
}

impl<S: Clone + Eq + Hash + Debug, M: Clone + PartialEq + Debug, C: Cost> Course<S, M, C> {
    /// The course of a search that is not begun.
    pub(super) fn new(traits: SolverTraits, starts: Vec<S>) -> Self {
        Self {
            driver: Driver::default(),
            max_cost: None,
            traits,
            starts,
            run_starts: Vec::new(),
            phase: SearchPhase::New,
            proof: Proof::default(),
            has_clock: false,
        }
    }

    /// Continues the search until it is over or stopped, unless it is over already, and reports.
    pub(super) fn run<P: Puzzle<State = S, Move = M, Cost = C>>(
        &mut self,
        puzzle: &P,
        run: &mut (dyn Run<P> + Send + '_),
        observer: &mut dyn Observer<S, M, C>,
    ) -> Report<M, C> {
        let mut end = Ok(Claim::none());
        let slice = self.driver.slice.take();
        let is_over = matches!(self.phase, SearchPhase::Over(_));
        if !is_over && !self.driver.is_running() {
            self.driver.mark_running();
            end = self.go_on(puzzle, run, observer, slice);
            self.driver.leave();
        }
        let outcome = match (&end, &self.phase) {
            (Err(stop), _) | (Ok(_), SearchPhase::Over(Outcome::Stopped { stop, .. })) => {
                self.stopped_with_incumbent(*stop)
            }
            (Ok(_), SearchPhase::Over(outcome)) => outcome
                .copied()
                .unwrap_or_else(|stop| self.stopped_with_incumbent(stop)),
            // User code has panicked in an earlier run.
            (Ok(_), SearchPhase::New | SearchPhase::Begun) => stopped(Stop::Panicked),
        };
        self.report(outcome)
    }

    /// Makes a known solution the incumbent, if it is cheaper.
    pub(super) fn set_incumbent(&mut self, solution: Solution<M, C>) {
        let best = self.proof.best();
        if best.is_none_or(|best| solution.cost() < best.cost()) {
            self.proof.restore(solution, &self.driver.account.memory);
        }
    }

    /// The outcome of a stopped search, with a copy of its incumbent. The memory of the copy was claimed with that of
    /// the incumbent.
    fn stopped_with_incumbent(&self, stop: Stop) -> Outcome<M, C> {
        let best = self.proof.best().and_then(|best| best.copied().ok());
        Outcome::Stopped { stop, best }
    }

    /// Continues the search until it is over or stopped. Returns the claim for the outcome and for a copy of it.
    fn go_on<P: Puzzle<State = S, Move = M, Cost = C>>(
        &mut self,
        puzzle: &P,
        run: &mut (dyn Run<P> + Send + '_),
        observer: &mut dyn Observer<S, M, C>,
        slice: Option<Duration>,
    ) -> Result<Claim, Stop> {
        let measure = if self.traits.counts_moves {
            Measure::Moves
        } else {
            Measure::Costs
        };
        let (facts, limits) = (puzzle.facts(), &self.driver.limits);
        let applied = AppliedLimits::new(&facts, measure, limits, self.max_cost)?;
        let max_cost = applied.max_cost;
        // Paths that were pruned may be within the new limit: start over.
        if run.has_cut() && self.proof.allows_more(max_cost) {
            self.phase = SearchPhase::New;
            self.proof.begin();
        }
        let is_new = !matches!(self.phase, SearchPhase::Begun);
        if is_new {
            self.driver.account.begin();
            self.proof.trusts_bounds = facts.admissible || !self.traits.is_informed;
        }
        // Only limits that have pruned a path restrict the lower bound.
        if !run.has_cut() {
            self.proof.pruning_limit = None;
        }
        self.proof.lower_pruning_limit(max_cost);
        let account = self.driver.start(&applied.limits, slice);
        let mut status = is_new.then(|| StartStatus::of(puzzle, &self.starts));
        if let Some(StartStatus::Open(open)) = &mut status {
            self.run_starts = mem::take(open);
        }
        let (limits, proof, run_starts) = (&applied.limits, &mut self.proof, &self.run_starts);
        let mut monitor = Monitor::new(account, limits, max_cost, observer, proof, run_starts);
        monitor.traits = self.traits;
        let verdict = match status {
            None => run.advance(puzzle, &mut monitor),
            Some(StartStatus::Open(_)) => {
                match start(puzzle, run, &self.starts, run_starts, &mut monitor) {
                    Ok(()) => {
                        self.phase = SearchPhase::Begun;
                        run.advance(puzzle, &mut monitor)
                    }
                    Err(stop) => Err(stop),
                }
            }
            Some(StartStatus::Goal(index)) => {
                monitor.generate_starts_with_goal(puzzle, &self.starts);
                Ok(Verdict::path(
                    vec![self.starts[index].clone()],
                    Guarantee::Optimal,
                ))
            }
            Some(StartStatus::Unsolvable(reason)) => Ok(Verdict::Unsolvable(reason)),
            Some(StartStatus::NotAState) => Err(Stop::NotAState),
        };
        monitor.finish();
        self.has_clock = self.driver.account.has_clock();
        let end = match verdict {
            Ok(verdict) => self.decide(puzzle, verdict, &applied),
            Err(stop) => Err(stop),
        };
        if let Err(stop) = end
            && !stop.can_go_on()
        {
            self.phase = SearchPhase::Over(stopped(stop));
        }
        end
    }

    /// Replays the solution of a verdict, and makes it the outcome of the search. Returns the claim for the outcome and
    /// for the copy that the report has.
    fn decide<P: Puzzle<State = S, Move = M, Cost = C>>(
        &mut self,
        puzzle: &P,
        verdict: VerdictOf<P>,
        applied: &AppliedLimits<C>,
    ) -> Result<Claim, Stop> {
        let mut claim = Claim::none();
        let (solution, guarantee) = match verdict {
            Verdict::Path { states, guarantee } => (
                self.replay_path(puzzle, states, guarantee, &mut claim)?,
                guarantee,
            ),
            Verdict::Moves {
                start,
                moves,
                cost,
                guarantee,
            } => {
                let bytes = moves.capacity().saturating_mul(size_of::<M>());
                claim.add(bytes, &self.driver.account.memory)?;
                (self.replay_moves(puzzle, start, moves, cost)?, guarantee)
            }
            Verdict::Incumbent(guarantee) => (self.replay_incumbent(puzzle)?, guarantee),
            Verdict::Unsolvable(reason) => {
                self.phase = SearchPhase::Over(Outcome::Unsolvable { reason });
                return Ok(claim);
            }
        };
        let guarantee = match guarantee {
            // A start that is a goal needs no proof.
            _ if !self.proof.trusts_bounds && !solution.is_empty() => Guarantee::Unproved,
            Guarantee::FewestMoves if puzzle.facts().unit_costs => Guarantee::Optimal,
            other => other,
        };
        self.check_within(applied, &solution, guarantee)?;
        let bytes = size_of_val(solution.moves());
        claim.add(bytes, &self.driver.account.memory)?;
        self.phase = SearchPhase::Over(Outcome::Solved {
            solution,
            guarantee,
        });
        Ok(claim)
    }

    /// Refuses a solution that exceeds the present limits, since it may have been found within earlier ones. A start
    /// that is a goal is a solution within any limits.
    fn check_within(
        &mut self,
        AppliedLimits { limits, max_cost }: &AppliedLimits<C>,
        solution: &Solution<M, C>,
        guarantee: Guarantee,
    ) -> Result<(), Stop> {
        if solution.is_empty() {
            return Ok(());
        }
        let (stop, is_proved) = if let Some(max) = *max_cost
            && solution.cost() > max
        {
            let is_optimal = guarantee == Guarantee::Optimal;
            if is_optimal {
                self.proof.raise_lower_bound(beyond(max));
            }
            let bound = self.proof.lower_bound();
            (
                Stop::Cost,
                is_optimal || bound.is_some_and(|bound| bound > max),
            )
        } else if limits.moves.is_some_and(|max| solution.len() as u64 > max) {
            (Stop::Moves, guarantee == Guarantee::FewestMoves)
        } else {
            return Ok(());
        };
        // The solver ignored the limit if it returned this solution without a proof that there is none within the
        // limit.
        Err(if is_proved || !self.proof.trusts_bounds {
            stop
        } else {
            Stop::UnsupportedLimit
        })
    }

    fn replay_path<P: Puzzle<State = S, Move = M, Cost = C>>(
        &self,
        puzzle: &P,
        states: Vec<S>,
        guarantee: Guarantee,
        claim: &mut Claim,
    ) -> Result<Solution<M, C>, Stop> {
        let memory = &self.driver.account.memory;
        // The path of a start that is a goal needs no memory, so it is found within any limits.
        let bytes = size_of_val(states.get(1..).unwrap_or_default());
        let states_claim = Claim::new(bytes, memory)?;
        let edge = match guarantee {
            Guarantee::FewestMoves => replay::EdgeChoice::First,
            _ => replay::EdgeChoice::Cheapest,
        };
        let start = replay::start_of(&states, &self.starts)?;
        let solution = replay::along(puzzle, &states, edge, claim, memory)?;
        if states.last().is_none_or(|last| !puzzle.is_goal(last)) {
            return Err(Stop::Replay(ReplayFault::NotAGoal));
        }
        drop(states);
        drop(states_claim);
        Ok(solution.begun_at(start))
    }

    fn replay_moves<P: Puzzle<State = S, Move = M, Cost = C>>(
        &self,
        puzzle: &P,
        start: usize,
        moves: Vec<M>,
        cost: C,
    ) -> Result<Solution<M, C>, Stop> {
        let index = self.run_starts.get(start).copied();
        let index = index.ok_or(Stop::Replay(ReplayFault::NotAStart))?;
        let solution = Solution::new(moves, cost).begun_at(index);
        solution.verify(puzzle, &self.starts[index])?;
        Ok(solution)
    }

    /// A verified copy of the incumbent. The memory of the copy was claimed with that of the incumbent.
    fn replay_incumbent<P: Puzzle<State = S, Move = M, Cost = C>>(
        &self,
        puzzle: &P,
    ) -> Result<Solution<M, C>, Stop> {
        let best = self.proof.best();
        let start = best.and_then(|best| self.starts.get(best.start_index()));
        let Some((best, start)) = best.zip(start) else {
            return Err(Stop::Replay(ReplayFault::NotAStart));
        };
        best.verify(puzzle, start)?;
        best.copied()
    }

    fn report(&self, outcome: Outcome<M, C>) -> Report<M, C> {
        let lower_bound = match &outcome {
            Outcome::Solved {
                solution,
                guarantee: Guarantee::Optimal,
            } => Some(solution.cost()),
            Outcome::Unsolvable { .. } => None,
            Outcome::Stopped { stop, .. } if stop.refutes_bounds() => None,
            _ => self.proof.lower_bound(),
        };
        Report {
            outcome,
            lower_bound,
            stats: self.driver.account.stats(),
            iterations: self.proof.iterations(self.driver.account.counts()),
            elapsed: self.has_clock.then(|| self.driver.account.spent()),
        }
    }
}

/// The outcome of a stopped search without its incumbent.
const fn stopped<M, C>(stop: Stop) -> Outcome<M, C> {
    Outcome::Stopped { stop, best: None }
}

/// Counts the starts, none of which is a goal, and starts the run from those with the indices `run_starts`.
fn start<P: Puzzle>(
    puzzle: &P,
    run: &mut (dyn Run<P> + Send + '_),
    starts: &[P::State],
    run_starts: &[usize],
    monitor: &mut MonitorOf<'_, P>,
) -> Result<(), Stop> {
    if puzzle.facts().unit_costs {
        monitor.raise_lower_bound(One::one())?;
    }
    monitor.generate_starts(puzzle, starts)?;
    let mut given = Vec::new();
    for &index in run_starts {
        given.push(starts[index].clone());
    }
    run.start(puzzle, given, monitor)
}
