//! Searches on a schedule: stopped by any limit at any place, with limits raised, lowered and removed in between,
//! saved and loaded, given a solution, and run on after a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use num_traits::{ToPrimitive, cast};
use puzzle_search::solvers::{
    AStarIdaStar, Anytime, BaeStar, Beam, BranchAndBound, Bts, DepthFirst, Dps, GreedyBestFirst,
    IterativeDeepening, Nbs, WeightedAStar,
};
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, Cost, IdaStar, ReportOf, Search, Solution, Solver, Stop,
    UniformCost,
};

use crate::Fault;
use crate::answer::Answer;
use crate::claims::{Case, Claims, Held};
use crate::graph::{Graph, panic_after};
use crate::numbers::Numbers;
use crate::trial::Misleading;

/// The most changes of a schedule before it is run to its end.
const MOST_CHANGES: u64 = 8;

/// Checks some schedules on one graph; returns how many there were.
pub(crate) fn check<C: Cost>(numbers: &mut Numbers) -> Result<u64, Fault> {
    // Large ones are divided among threads.
    let most = if numbers.one_in(40) { 9_000 } else { 40 };
    let graph = Graph::<C>::random(most, numbers);
    let states = graph.len() as u64;
    let mut schedules = 0;
    for _ in 0..3 {
        let count = if numbers.one_in(4) {
            1 + numbers.below(3)
        } else {
            1
        };
        let starts: Vec<u16> = (0..count).map(|_| numbers.below(states) as u16).collect();
        let answer = Answer::of(&graph, &starts);
        for _ in 0..4 {
            one(&graph, &starts, &answer, numbers)?;
            schedules += 1;
        }
    }
    Ok(schedules)
}

/// Follows a random schedule with a random solver.
fn one<C: Cost>(
    graph: &Graph<C>,
    starts: &[u16],
    answer: &Answer,
    numbers: &mut Numbers,
) -> Result<(), Fault> {
    type Saved<C> = Box<dyn Solver<Graph<C>>>;
    let of = Claims::of;
    let weight = 1.0 + numbers.below(30) as f64 / 10.0;
    let threads = 1 + numbers.below(4) as usize;
    let weighted = |name| of(name).within(Some(weight));
    // A number that those that can be led do not use.
    let is_led = threads.is_multiple_of(2);
    let (claims, solver): (Claims, Saved<C>) = match numbers.below(27) {
        0 => (of("breadth-first"), Box::new(BreadthFirst::new())),
        1 => (of("bidirectional"), Box::new(Bidirectional::new())),
        2 => (of("A*"), Box::new(AStar::new())),
        3 => (
            of("A* backward").beginning_at_goals(),
            Box::new(AStar::new().backward()),
        ),
        4 | 5 => (of("BAE*").beginning_at_goals(), Box::new(BaeStar::new())),
        6 | 7 => (of("NBS").beginning_at_goals(), Box::new(Nbs::new())),
        8 => (
            of("A*+IDA*").endless().outlasts_memory(),
            Box::new(AStarIdaStar::new()),
        ),
        9 => (of("uniform cost"), Box::new(UniformCost::new())),
        10 => (
            weighted("weighted A*").weighs(),
            Box::new(WeightedAStar::new(weight)),
        ),
        11 | 12 => (weighted("dynamic potential"), Box::new(Dps::new(weight))),
        13 if is_led => (
            of("beam by a guess").within(None),
            Box::new(Beam::new(1 + numbers.below(9) as usize).led_by(Misleading)),
        ),
        13 => (
            of("beam").within(None),
            Box::new(Beam::new(1 + numbers.below(9) as usize)),
        ),
        14 => (of("greedy").within(None), Box::new(GreedyBestFirst::new())),
        15 => (of("depth-first").within(None), Box::new(DepthFirst::new())),
        16 if is_led => (
            of("anytime by a guess").endless().outlasts_memory(),
            Box::new(Anytime::new().led_by(Misleading)),
        ),
        16 => (
            of("anytime").endless().outlasts_memory(),
            Box::new(Anytime::new()),
        ),
        17 => (of("IDA*").endless(), Box::new(IdaStar::new())),
        18 => (of("BTS").endless(), Box::new(Bts::new())),
        19 => (
            of("IDA* backward").endless().beginning_at_goals(),
            Box::new(IdaStar::new().backward()),
        ),
        20 => (
            of("branch and bound").endless(),
            Box::new(BranchAndBound::new()),
        ),
        21 => (
            of("iterative deepening").endless(),
            Box::new(IterativeDeepening::new()),
        ),
        22 => (of("A* by threads"), Box::new(AStar::new().threads(threads))),
        23 => (
            of("uniform cost by threads"),
            Box::new(UniformCost::new().threads(threads)),
        ),
        24 => (
            of("IDA* by threads").endless(),
            Box::new(IdaStar::new().threads(threads)),
        ),
        25 => (
            of("branch and bound by threads").endless(),
            Box::new(BranchAndBound::new().threads(threads)),
        ),
        // These cannot be saved.
        _ => {
            let (name, solver): (_, Box<dyn Solver<Graph<C>>>) = if numbers.one_in(2) {
                (
                    "breadth-first by threads",
                    Box::new(BreadthFirst::new().threads(threads)),
                )
            } else {
                (
                    "bidirectional by threads",
                    Box::new(Bidirectional::new().threads(threads)),
                )
            };
            let solver = &*solver;
            let search = Search::new(&solver, graph, starts.to_vec());
            let case = Case {
                puzzle: graph,
                starts,
                answer,
                claims: of(name),
                counts_moves: true,
            };
            return Schedule {
                case,
                steps: Vec::new(),
            }
            .follow(search, None, numbers);
        }
    };
    let solver = &*solver;
    let search = Search::new(&solver, graph, starts.to_vec());
    let case = Case {
        puzzle: graph,
        starts,
        answer,
        claims,
        counts_moves: solver.traits().counts_moves,
    };
    let reload = |search: &Search<'_, _>| {
        let bytes = search.save().map_err(|error| error.to_string())?;
        Search::load(&solver, graph, &bytes).map_err(|error| error.to_string())
    };
    Schedule {
        case,
        steps: Vec::new(),
    }
    .follow(search, Some(&reload), numbers)
}

/// What is done with a search, step by step.
struct Schedule<'a, C: Cost> {
    case: Case<'a, Graph<C>>,
    steps: Vec<String>,
}

/// Saves a search, and loads it.
type Reload<'r, S> = &'r dyn Fn(&S) -> Result<S, Fault>;

impl<'a, C: Cost> Schedule<'a, C> {
    fn follow(
        mut self,
        search: Search<'a, &'a Graph<C>>,
        reload: Option<Reload<'_, Search<'a, &'a Graph<C>>>>,
        numbers: &mut Numbers,
    ) -> Result<(), Fault> {
        self.steps_of(search, reload, numbers).map_err(|fault| {
            let Case { claims, starts, .. } = self.case;
            let steps = self.steps.join("\n  ");
            format!(
                "{} from {starts:?}: {fault}\n  {steps}\n{:?}",
                claims.name, self.case.answer.cost
            )
        })
    }

    fn steps_of(
        &mut self,
        mut search: Search<'a, &'a Graph<C>>,
        reload: Option<Reload<'_, Search<'a, &'a Graph<C>>>>,
        numbers: &mut Numbers,
    ) -> Result<(), Fault> {
        let mut held = self.case.limits(numbers);
        for _ in 0..numbers.below(MOST_CHANGES) {
            search.set_limits(held.limits.clone());
            search.set_max_cost(held.max_cost);
            if numbers.one_in(6)
                && let Some(solution) = self.some_solution(numbers)
            {
                self.steps.push(format!("given {solution:?}"));
                search
                    .set_incumbent(solution)
                    .map_err(|error| error.to_string())?;
            }
            if let Some(reload) = reload
                && numbers.one_in(4)
            {
                self.steps.push("saved and loaded".into());
                search = reload(&search)?;
                search.set_limits(held.limits.clone());
                search.set_max_cost(held.max_cost);
            }
            if numbers.may_panic() && numbers.one_in(20) {
                return self.with_panic(search, numbers);
            }
            let report = self.run(&mut search, &held)?;
            let Some(stop) = report.stop().filter(|stop| stop.can_go_on()) else {
                return self.is_over(search, &report, numbers);
            };
            held = self.next_limits(held, stop, numbers);
        }
        let held = Held::to(self.case.unlimited());
        search.set_limits(held.limits.clone());
        search.set_max_cost(None);
        self.run(&mut search, &held).map(|_| ())
    }

    /// Runs the search within its limits, and checks the report.
    fn run(
        &mut self,
        search: &mut Search<'a, &'a Graph<C>>,
        held: &Held<C>,
    ) -> Result<ReportOf<Graph<C>>, Fault> {
        let before = search.stats();
        let report = search.run();
        self.steps.push(format!("{held:?}: {report:?}"));
        self.case.check(&report, held, &before)?;
        Ok(report)
    }

    /// What is decided stays so, whatever the limits are.
    fn is_over(
        &mut self,
        mut search: Search<'a, &'a Graph<C>>,
        report: &ReportOf<Graph<C>>,
        numbers: &mut Numbers,
    ) -> Result<(), Fault> {
        let held = self.case.limits(numbers);
        search.set_limits(held.limits);
        search.set_max_cost(held.max_cost);
        let again = search.run();
        if again.outcome == report.outcome {
            Ok(())
        } else {
            Err(format!("what was decided has become {again:?}"))
        }
    }

    /// Lets the graph panic at some question: from then on the search answers nothing else.
    fn with_panic(
        &mut self,
        mut search: Search<'a, &'a Graph<C>>,
        numbers: &mut Numbers,
    ) -> Result<(), Fault> {
        let questions = numbers.size(10);
        self.steps
            .push(format!("a panic after {questions} questions"));
        panic_after(Some(questions));
        let ran = catch_unwind(AssertUnwindSafe(|| search.run()));
        panic_after(None);
        if ran.is_ok() {
            return Ok(());
        }
        let report = search.run();
        match report.stop() {
            Some(Stop::Panicked) => Ok(()),
            _ => Err(format!("after a panic {report:?}")),
        }
    }

    /// Some solution, which may be a dear one.
    fn some_solution(&self, numbers: &mut Numbers) -> Option<Solution<u32, C>> {
        let Case { puzzle, starts, .. } = self.case;
        let at = numbers.below(starts.len() as u64) as usize;
        let mut search = Search::new(&DepthFirst::new(), puzzle, starts[at..].iter().copied());
        let found = search.run().into_result().ok()?;
        let start = at + found.start_index();
        let mut from_all = Search::new(&DepthFirst::new(), puzzle, starts.iter().copied());
        if start == 0 {
            Some(found)
        } else {
            from_all.run().into_result().ok()
        }
    }

    /// Raises the limit that was met, or all are others.
    fn next_limits(&self, held: Held<C>, stop: Stop, numbers: &mut Numbers) -> Held<C> {
        let Held {
            mut limits,
            mut max_cost,
        } = held;
        let more = 1 + numbers.size(7);
        match numbers.below(8) {
            0..3 => {
                let raised = |limit: Option<u64>| limit.map(|limit| limit + more);
                match stop {
                    Stop::Expanded => limits.expanded = raised(limits.expanded),
                    Stop::Generated => limits.generated = raised(limits.generated),
                    Stop::Stored => limits.stored = raised(limits.stored),
                    Stop::Bytes => {
                        limits.bytes = limits.bytes.map(|bytes| bytes + 16 * more as usize);
                    }
                    Stop::Time => limits.time = None,
                    Stop::Cancelled => limits.cancel = Some(Arc::default()),
                    _ => {
                        max_cost = max_cost.and_then(|cost| cost.checked_add(&cast(more % 8)?));
                        limits.moves = limits.moves.map(|moves| moves + more % 4);
                    }
                }
            }
            3 => limits.time = Some(Duration::ZERO),
            4 => limits.cancel = Some(Arc::new(AtomicBool::new(true))),
            5 => {
                // Lower than the best that can be found, or just that.
                let exact = self
                    .case
                    .answer
                    .cost
                    .unwrap_or(4)
                    .to_u64()
                    .unwrap_or(u64::MAX);
                let about = exact.saturating_sub(numbers.below(3));
                if self.case.counts_moves {
                    limits.moves = Some(numbers.size(3));
                } else {
                    max_cost = cast(about);
                }
            }
            6 => return Held::to(self.case.unlimited()),
            _ => return self.case.limits(numbers),
        }
        Held { limits, max_cost }
    }
}
