//! Searches of an instance by every solver, without limits, within random ones, and stopped and run on.

use num_traits::{Bounded, ToPrimitive, cast};
use puzzle_search::{
    AStar, AStarIdaStar, Anytime, BaeStar, Beam, Bidirectional, BranchAndBound, BreadthFirst, Bts,
    DepthFirst, Dps, GreedyBestFirst, Guarantee, IdaStar, IterativeDeepening, Limits, Nbs, Outcome,
    Puzzle, Ranked, RankedBreadthFirst, ReportOf, Solver, Stop, TwoSided, UniformCost,
    WeightedAStar,
};

use crate::Fault;
use crate::answer::Answer;
use crate::numbers::Numbers;

/// A depth-first solver may go on for ever.
const MOST_EXPANDED: u64 = 2_000;

/// Checks every solver; returns how many searches there were.
pub(crate) fn solvers<P: Ranked + TwoSided>(
    puzzle: &P,
    start: &P::State,
    answer: &Answer,
    numbers: &mut Numbers,
) -> Result<u64, Fault> {
    let weight = 1.0 + numbers.below(30) as f64 / 10.0;
    let solvers: [(&str, bool, Box<dyn Solver<P>>); 21] = [
        ("breadth-first", true, Box::new(BreadthFirst::new())),
        (
            "ranked breadth-first",
            true,
            Box::new(RankedBreadthFirst::new()),
        ),
        ("bidirectional", true, Box::new(Bidirectional::new())),
        ("A*", true, Box::new(AStar::new())),
        ("A* backward", true, Box::new(AStar::new().backward())),
        ("BAE*", true, Box::new(BaeStar::new())),
        ("NBS", true, Box::new(Nbs::new())),
        ("A*+IDA*", false, Box::new(AStarIdaStar::new())),
        ("uniform cost", true, Box::new(UniformCost::new())),
        ("weighted A*", true, Box::new(WeightedAStar::new(weight))),
        (
            "weighted A* without reopening",
            true,
            Box::new(WeightedAStar::new(weight).without_reopening()),
        ),
        ("dynamic potential", true, Box::new(Dps::new(weight))),
        (
            "beam",
            true,
            Box::new(Beam::new(1 + numbers.below(9) as usize)),
        ),
        ("greedy", true, Box::new(GreedyBestFirst::new())),
        ("depth-first", true, Box::new(DepthFirst::new())),
        ("anytime", false, Box::new(Anytime::new())),
        ("IDA*", false, Box::new(IdaStar::new())),
        ("BTS", false, Box::new(Bts::new())),
        ("IDA* backward", false, Box::new(IdaStar::new().backward())),
        ("branch and bound", false, Box::new(BranchAndBound::new())),
        (
            "iterative deepening",
            false,
            Box::new(IterativeDeepening::new()),
        ),
    ];
    let mut searches = 0;
    for (name, ends, solver) in solvers {
        let trial = Trial {
            puzzle,
            start,
            answer,
            solver: &*solver,
            ends,
            // There may be other edges on that side.
            from_goals: name.ends_with("backward") || matches!(name, "BAE*" | "NBS"),
            outlasts_memory: matches!(name, "A*+IDA*" | "anytime"),
            factor: match name {
                "weighted A*" | "weighted A* without reopening" | "dynamic potential" => {
                    Some(weight)
                }
                "greedy" | "depth-first" | "beam" => None,
                _ => Some(1.0),
            },
            weighs: name.starts_with("weighted A*"),
        };
        let told = |fault: Fault| format!("{name}: {fault}");
        let whole = trial.run(&trial.unlimited()).map_err(told)?;
        let _ = trial.run(&trial.limits(numbers)).map_err(told)?;
        searches += 2;
        if numbers.one_in(2) {
            trial.in_steps(&whole, numbers).map_err(told)?;
            searches += 1;
        }
    }
    Ok(searches)
}

/// A solver on an instance.
struct Trial<'a, P: Puzzle> {
    puzzle: &'a P,
    start: &'a P::State,
    answer: &'a Answer,
    solver: &'a dyn Solver<P>,
    /// Whether it ends on every finite space.
    ends: bool,
    /// Whether it sees what leads to the goals, whatever the start leads to.
    from_goals: bool,
    /// Whether it goes on in another way when memory ends.
    outlasts_memory: bool,
    /// How many times the optimum a solution may cost; any number of times if that is none.
    factor: Option<f64>,
    /// Whether it multiplies estimates, and proves less where they leave the range of the costs.
    weighs: bool,
}

impl<P: Puzzle> Trial<'_, P> {
    fn unlimited(&self) -> Limits<P::Cost> {
        let limits = Limits::new();
        if self.ends {
            limits
        } else {
            limits.max_expanded(MOST_EXPANDED)
        }
    }

    /// Some limits, most of which are reached.
    fn limits(&self, numbers: &mut Numbers) -> Limits<P::Cost> {
        let mut limits = self.unlimited();
        if numbers.one_in(3) {
            limits.expanded = Some(numbers.size(8));
        }
        if numbers.one_in(4) {
            limits.generated = Some(numbers.size(9));
        }
        if numbers.one_in(4) {
            limits.stored = Some(numbers.size(7));
        }
        if numbers.one_in(4) {
            limits.bytes = Some(numbers.size(14) as usize);
        }
        if numbers.one_in(3) {
            // About what a solution costs.
            let exact = self.answer.cost.unwrap_or(5).to_u64().unwrap_or(u64::MAX);
            let about = exact
                .saturating_add(numbers.below(3))
                .saturating_sub(numbers.below(3));
            match (self.solver.counts_moves(), numbers.one_in(20)) {
                (true, _) => limits.moves = Some(numbers.size(4)),
                (false, false) => limits.cost = cast(about),
                (false, true) => limits.moves = Some(about),
            }
        }
        limits
    }

    /// A search within limits, which has to be right.
    fn run(&self, limits: &Limits<P::Cost>) -> Result<ReportOf<P>, Fault> {
        let search = self.solver.search(self.puzzle, self.start);
        let report = search.limits(limits.clone()).run();
        self.check(&report, limits)
            .map_err(|fault| format!("{fault}; {limits:?}, {:?}, {report:?}", self.answer))?;
        Ok(report)
    }

    /// The same search, stopped again and again, has to come to the same end.
    fn in_steps(&self, whole: &ReportOf<P>, numbers: &mut Numbers) -> Result<(), Fault> {
        let by = numbers.below(if self.outlasts_memory { 2 } else { 4 });
        let step = 1 + numbers.size(6);
        let mut search = self.solver.search(self.puzzle, self.start);
        let mut most = 0;
        let report = loop {
            most += step;
            let mut limits = self.unlimited();
            match by {
                0 => limits.expanded = Some(most.min(limits.expanded.unwrap_or(u64::MAX))),
                1 => limits.generated = Some(most),
                2 => limits.stored = Some(most),
                _ => {
                    most += 256 + most / 8;
                    limits.bytes = Some(most as usize);
                }
            }
            search.set_limits(limits.clone());
            let report = search.run();
            self.check(&report, &limits)
                .map_err(|fault| format!("run on, {fault}; {limits:?}, {report:?}"))?;
            let goes_on = match report.stop() {
                Some(Stop::Expanded) => self.ends || most < MOST_EXPANDED,
                Some(Stop::Generated | Stop::Stored | Stop::Bytes) => true,
                _ => false,
            };
            if !goes_on {
                break report;
            }
        };
        let mut same = report.clone();
        same.stats.peak_bytes = whole.stats.peak_bytes;
        (same.elapsed, same.stats.peak_stored) = (whole.elapsed, whole.stats.peak_stored);
        if same != *whole {
            return Err(format!(
                "by {by} in steps of {step} {report:?}, at once {whole:?}"
            ));
        }
        Ok(())
    }

    fn check(&self, report: &ReportOf<P>, limits: &Limits<P::Cost>) -> Result<(), Fault> {
        let Answer { cost, moves, .. } = *self.answer;
        let counts_moves = self.solver.counts_moves();
        let value = |cost: P::Cost| cost.to_u128().unwrap_or(u128::MAX);
        let is = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        let (stats, bound) = (&report.stats, report.lower_bound.map(value));
        is(
            cost.is_none() || bound <= cost,
            "the lower bound is too high",
        )?;
        is(
            limits
                .generated
                .is_none_or(|most| stats.generated <= most.max(1)),
            "generated",
        )?;
        is(
            limits.expanded.is_none_or(|most| stats.expanded <= most),
            "expanded",
        )?;
        is(
            limits.stored.is_none_or(|most| stats.peak_stored <= most),
            "stored",
        )?;
        is(
            limits.bytes.is_none_or(|most| stats.peak_bytes <= most),
            "bytes",
        )?;
        if let Some(best) = report.best() {
            let replayed = best.verify(self.puzzle, self.start);
            replayed.map_err(|error| error.to_string())?;
            is(Some(value(best.cost())) >= cost, "better than the best")?;
        }
        match &report.outcome {
            Outcome::Solved {
                solution,
                guarantee,
            } => {
                let replayed = solution.verify(self.puzzle, self.start);
                replayed.map_err(|error| error.to_string())?;
                // Weights are of tenths, and less than 4.
                let most = cost.map(|cost| cost.saturating_mul(40));
                let is_lost = self.weighs && most > Some(value(P::Cost::max_value()));
                if counts_moves {
                    is(Some(solution.len() as u64) == moves, "not the fewest moves")?;
                } else if self.factor == Some(1.0) {
                    is(Some(value(solution.cost())) == cost, "not the cheapest")?;
                } else if let Some((factor, cost)) = self.factor.zip(cost)
                    && !is_lost
                {
                    let most = factor * cost as f64;
                    is(value(solution.cost()) as f64 <= most, "beyond the factor")?;
                }
                let optimal = *guarantee == Guarantee::Optimal;
                is(
                    !optimal || Some(value(solution.cost())) == cost,
                    "not optimal",
                )?;
                let within = *guarantee == Guarantee::Within && self.factor > Some(1.0);
                let is_enough =
                    optimal || counts_moves || within || self.factor.is_none() || is_lost;
                is(is_enough, "no guarantee")?;
                // A start that is a goal is found whatever the limits are.
                let within = limits.cost.is_none_or(|most| solution.cost() <= most)
                    && limits
                        .moves
                        .is_none_or(|most| solution.len() as u64 <= most);
                is(within, "dearer than the limit")
            }
            Outcome::Unsolvable { .. } => is(cost.is_none(), "not unsolvable"),
            Outcome::Stopped { stop, .. } => self.may_stop(*stop, limits),
        }
    }

    /// Whether there is a reason for a stop.
    fn may_stop(&self, stop: Stop, limits: &Limits<P::Cost>) -> Result<(), Fault> {
        let Answer { cost, moves, .. } = *self.answer;
        let unit = self.puzzle.facts().unit_costs;
        let least = |most: P::Cost| cost.is_none_or(|cost| cost > most.to_u128().unwrap_or(0));
        let is_legal = match stop {
            Stop::Expanded => limits.expanded.is_some(),
            Stop::Generated => limits.generated.is_some(),
            Stop::Stored => limits.stored.is_some(),
            Stop::Bytes => limits.bytes.is_some(),
            Stop::Cost | Stop::Moves => {
                let too_few = |most: u64| moves.is_none_or(|moves| moves > most);
                limits.cost.is_some_and(least) || limits.moves.is_some_and(too_few)
            }
            Stop::ZeroCostEdge => (self.answer.has_zero || self.from_goals) && !self.ends,
            // A depth-first solver may go round in circles until the type ends.
            Stop::CostOverflow => {
                let is_open = !self.ends || self.from_goals;
                self.answer.may_overflow || is_open && cost.is_none()
            }
            Stop::Incomplete => self.factor.is_none(),
            Stop::UnsupportedLimit if self.factor.is_none() => {
                limits.cost.is_some() || limits.moves.is_some()
            }
            Stop::UnsupportedLimit if self.weighs => {
                limits.cost.is_some() || limits.moves.is_some()
            }
            Stop::UnsupportedLimit => !unit && limits.moves.is_some(),
            _ => false,
        };
        if is_legal {
            Ok(())
        } else {
            Err(format!("no reason for {stop:?}"))
        }
    }
}
