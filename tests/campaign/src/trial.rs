//! Searches of an instance by every solver, without limits, within random ones, and stopped and run on.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use num_traits::{ToPrimitive, cast};
use puzzle_search::puzzle::TwoSided;
use puzzle_search::solvers::{
    AStarIdaStar, Anytime, BaeStar, Beam, BranchAndBound, Bts, DepthFirst, Dps, GreedyBestFirst,
    Guess, Guesses, IterativeDeepening, Nbs, WeightedAStar,
};
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, Cost, IdaStar, Limits, Puzzle, Ranked, ReportOf, Solver,
    Stats, Stop, UniformCost,
};

use crate::Fault;
use crate::answer::Answer;
use crate::claims::{Case, Claims, Held};
use crate::numbers::Numbers;

/// A depth-first solver may go on for ever.
pub(crate) const MOST_EXPANDED: u64 = 2_000;

/// A solver, and what it promises.
type Promising<P> = (Claims, Box<dyn Solver<P>>);

/// Guesses that mislead, of several kinds.
#[derive(Clone, Copy)]
pub(crate) struct Misleading;

impl<S: Hash, C: Cost> Guesses<S, C> for Misleading {
    fn guess(&self, state: &S) -> Option<Guess<C>> {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        let hash = hasher.finish();
        Some(Guess {
            value: cast(hash % 11).unwrap_or_else(C::max_value),
            kind: (hash / 11 % 3) as u8,
        })
    }
}

/// Every solver on one thread.
fn every<P: Ranked + TwoSided>(numbers: &mut Numbers) -> Vec<Promising<P>> {
    let weight = 1.0 + numbers.below(30) as f64 / 10.0;
    let width = 1 + numbers.below(9) as usize;
    let of = Claims::of;
    let weighted = |name| of(name).within(Some(weight));
    vec![
        (of("breadth-first"), Box::new(BreadthFirst::new())),
        (of("bidirectional"), Box::new(Bidirectional::new())),
        (of("A*"), Box::new(AStar::new())),
        (
            of("A* backward").beginning_at_goals(),
            Box::new(AStar::new().backward()),
        ),
        (of("BAE*").beginning_at_goals(), Box::new(BaeStar::new())),
        (of("NBS").beginning_at_goals(), Box::new(Nbs::new())),
        (
            of("A*+IDA*").endless().outlasts_memory(),
            Box::new(AStarIdaStar::new()),
        ),
        (of("uniform cost"), Box::new(UniformCost::new())),
        (
            weighted("weighted A*").weighs(),
            Box::new(WeightedAStar::new(weight)),
        ),
        (weighted("dynamic potential"), Box::new(Dps::new(weight))),
        (of("beam").within(None), Box::new(Beam::new(width))),
        (
            of("beam by a guess").within(None),
            Box::new(Beam::new(width).led_by(Misleading)),
        ),
        (of("greedy").within(None), Box::new(GreedyBestFirst::new())),
        (of("depth-first").within(None), Box::new(DepthFirst::new())),
        (
            of("anytime").endless().outlasts_memory(),
            Box::new(Anytime::new()),
        ),
        (
            of("anytime by a guess").endless().outlasts_memory(),
            Box::new(Anytime::new().led_by(Misleading)),
        ),
        (of("IDA*").endless(), Box::new(IdaStar::new())),
        (of("BTS").endless(), Box::new(Bts::new())),
        (
            of("IDA* backward").endless().beginning_at_goals(),
            Box::new(IdaStar::new().backward()),
        ),
        (
            of("branch and bound").endless(),
            Box::new(BranchAndBound::new()),
        ),
        (
            of("iterative deepening").endless(),
            Box::new(IterativeDeepening::new()),
        ),
    ]
}

/// Checks every solver; returns how many searches there were.
pub(crate) fn solvers<P: Ranked + TwoSided>(
    puzzle: &P,
    start: &P::State,
    answer: &Answer,
    numbers: &mut Numbers,
) -> Result<u64, Fault> {
    let mut searches = 0;
    for (claims, solver) in every(numbers) {
        let case = Case {
            puzzle,
            starts: core::slice::from_ref(start),
            answer,
            claims,
            counts_moves: solver.traits().counts_moves,
        };
        let trial = Trial {
            case,
            solver: &*solver,
        };
        let told = |fault: Fault| format!("{}: {fault}", claims.name);
        let whole = trial.run(&Held::to(trial.case.unlimited())).map_err(told)?;
        let _ = trial.run(&trial.case.limits(numbers)).map_err(told)?;
        searches += 2;
        if numbers.one_in(2) {
            trial.in_steps(&whole, numbers).map_err(told)?;
            searches += 1;
        }
    }
    Ok(searches)
}

impl<P: Puzzle> Case<'_, P> {
    /// No limits, but for a solver that may go on for ever. The flag is clear, since a search keeps the one that it has.
    pub(crate) fn unlimited(&self) -> Limits {
        let limits = Limits::new().with_cancel(Arc::default());
        if self.claims.ends {
            limits
        } else {
            limits.max_expanded(MOST_EXPANDED)
        }
    }

    /// Random limits, most of which are reached.
    pub(crate) fn limits(&self, numbers: &mut Numbers) -> Held<P::Cost> {
        let (mut limits, mut max_cost) = (self.unlimited(), None);
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
            match (self.counts_moves, numbers.one_in(20)) {
                (true, _) => limits.moves = Some(numbers.size(4)),
                (false, false) => max_cost = cast(about),
                (false, true) => limits.moves = Some(about),
            }
        }
        Held { limits, max_cost }
    }
}

/// A solver on an instance, run in several ways.
struct Trial<'a, P: Puzzle> {
    case: Case<'a, P>,
    solver: &'a dyn Solver<P>,
}

impl<P: Puzzle> Trial<'_, P> {
    /// A search within limits, which has to be right.
    fn run(&self, held: &Held<P::Cost>) -> Result<ReportOf<P>, Fault> {
        let case = &self.case;
        let mut search = self.solver.search(case.puzzle, &case.starts[0]);
        search.set_limits(held.limits.clone());
        search.set_max_cost(held.max_cost);
        let report = search.run();
        case.check(&report, held, &Stats::default())
            .map_err(|fault| format!("{fault}; {held:?}, {:?}, {report:?}", case.answer))?;
        Ok(report)
    }

    /// The same search, stopped again and again, has to come to the same end.
    fn in_steps(&self, whole: &ReportOf<P>, numbers: &mut Numbers) -> Result<(), Fault> {
        let case = &self.case;
        let by = numbers.below(if case.claims.outlasts_memory { 2 } else { 4 });
        let step = 1 + numbers.size(6);
        let mut search = self.solver.search(case.puzzle, &case.starts[0]);
        let mut most = 0;
        let report = loop {
            most += step;
            let mut limits = case.unlimited();
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
            let (report, held) = (search.run(), Held::to(limits));
            case.check(&report, &held, &Stats::default())
                .map_err(|fault| format!("run on, {fault}; {held:?}, {report:?}"))?;
            let goes_on = match report.stop() {
                Some(Stop::Expanded) => case.claims.ends || most < MOST_EXPANDED,
                Some(Stop::Generated | Stop::Stored | Stop::Bytes) => true,
                _ => false,
            };
            if !goes_on {
                break report;
            }
        };
        if report != *whole {
            return Err(format!(
                "by {by} in steps of {step} {report:?}, at once {whole:?}"
            ));
        }
        Ok(())
    }
}
