//! All cheapest solutions by A*; and [`Resumption`]: whether a query that is run again resumes.
//!
//! Starts go in, and a [`SolutionGraph`](crate::answers::SolutionGraph) comes out. Invariant: when A* has ended, every
//! state whose f is at most the cost of the cheapest goal is closed, so that each state on a cheapest solution has its
//! exact g.

use core::hash::Hash;
use core::ops::Deref;

use super::gathering::{FinishedSearch, Gathering, gather};
use super::query::{Answer, Query};
use super::solution_graph::Graph;
use crate::account::Stop;
use crate::cost::Cost;
use crate::driver::{Measure, StartStatus};
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::Puzzle;
use crate::report::Unsolved;
use crate::search::{AStar, BestFirstRun, BestNode, ByF, Decision, Judge, Order};
use crate::solvability::Reason;
use crate::solver::Verdict;

impl AStar {
    /// Returns a query that finds all cheapest solutions from `starts`, as a
    /// [`SolutionGraph`](crate::answers::SolutionGraph). With several starts, only the solutions of the least cost over
    /// all starts are found.
    ///
    /// A* continues after the first solution until f of every open state exceeds the cost of this solution. Memory:
    /// what A* stores, slightly more than 4 additional bytes for each stored state, and the graph.
    ///
    /// ```
    /// use puzzle_search::heuristics::Manhattan;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{AStar, Notation, Puzzle};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// let all = AStar::new().all_solutions(&puzzle, [start]).run()?;
    /// assert_eq!((all.cost(), all.count()), (31, Some(40)));
    /// for solution in all.iter() {
    ///     assert!(solution.verify(&puzzle, &start).is_ok());
    /// }
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// If there is no solution, or a limit ends the query, it returns an [`Unsolved`](crate::Unsolved). The query ends
    /// with [`Stop::NotAdmissible`] if the puzzle's facts say that its heuristic is not
    /// [admissible](crate::Facts::admissible). Give such a puzzle the heuristic [`Zero`](crate::heuristics::Zero), with
    /// which A* is uniform-cost search. The query ends with [`Stop::RoundedCosts`] for costs whose sums are
    /// [rounded](crate::Cost::IS_EXACT), such as floating-point numbers. It ends with [`Stop::ZeroCostCycle`] if a
    /// cheapest solution contains a cycle of cost zero, since there are then infinitely many cheapest solutions.
    pub fn all_solutions<'a, P: Puzzle + 'a>(
        &self,
        puzzle: impl Deref<Target = P> + 'a,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Query<'a, P, Graph<P>> {
        let mut run = BestFirstRun::new(ByF);
        let (mut cost, mut gathering) = (None, None);
        let mut resumption = Resumption::default();
        let measure = Some(Measure::Costs);
        Query::new(puzzle, starts, measure, move |puzzle, starts, monitor| {
            resumption.has_cut = run.has_cut();
            if resumption.starts_over(monitor) {
                (run, cost, gathering) = (BestFirstRun::new(ByF), None, None);
                run.begin(starts.to_vec());
            }
            let cost = &mut cost;
            let judge = UpToGoals { puzzle, cost };
            let found = find(&mut run, judge, &mut gathering, starts, monitor);
            resumption.answer(found, monitor)
        })
    }
}

/// Decides whether a query that is run again resumes or starts over.
#[derive(Default)]
pub(super) struct Resumption<C> {
    is_possible: bool,
    /// The limit on the cost of the run before.
    max_cost: Option<C>,
    /// Whether this limit has pruned paths.
    pub(super) has_cut: bool,
}

impl<C: Cost> Resumption<C> {
    /// Returns whether the query has to start over, with nothing stored; if so, resets its counts. It starts over after
    /// a lower limit on the cost, since solutions found before may exceed this limit, and after any other limit if
    /// paths were pruned.
    pub(super) fn starts_over<S, M>(&self, monitor: &mut Monitor<'_, S, M, C>) -> bool {
        let (before, now) = (self.max_cost, monitor.max_cost());
        let is_lower = now.is_some_and(|now| before.is_none_or(|before| now < before));
        let is_new = !self.is_possible || is_lower || self.has_cut && before != now;
        if is_new {
            monitor.begin();
        }
        is_new
    }

    /// Turns the result of a run into the answer, and notes whether the next run may resume.
    pub(super) fn answer<S, M, T>(
        &mut self,
        found: Result<Result<T, Unsolved<C>>, Stop>,
        monitor: &Monitor<'_, S, M, C>,
    ) -> Result<T, Unsolved<C>> {
        self.is_possible = found.as_ref().err().is_some_and(|stop| stop.can_go_on());
        self.max_cost = monitor.max_cost();
        found.unwrap_or_else(|stop| Err(Unsolved::stopped(stop, monitor.lower_bound())))
    }
}

/// Ends the search when f of every open state exceeds the cost of the cheapest goal; goals are not expanded.
struct UpToGoals<'a, P: Puzzle> {
    puzzle: &'a P,
    /// The cost of the cheapest goal that the search has met.
    cost: &'a mut Option<P::Cost>,
}

impl<P: Puzzle> Judge<P::State, P::Cost> for UpToGoals<'_, P> {
    fn ends_before(&mut self, bound: P::Cost) -> bool {
        self.cost.is_some_and(|cost| bound > cost)
    }

    fn judge(&mut self, _: u32, reached: &BestNode<P::State, P::Cost>) -> Decision {
        if !self.puzzle.is_goal(&reached.state) {
            return Decision::Expand;
        }
        *self.cost = (*self.cost).into_iter().chain([reached.g]).min();
        Decision::Leave
    }
}

/// Searches up to the cost of the cheapest goal, and gathers the solutions. Resumes after a stop.
fn find<P: Puzzle>(
    run: &mut BestFirstRun<P::State, P::Cost, ByF>,
    mut judge: UpToGoals<'_, P>,
    gathering: &mut Option<Gathering<P>>,
    starts: &[P::State],
    monitor: &mut MonitorOf<'_, P>,
) -> Result<Answer<P, Graph<P>>, Stop> {
    let puzzle = judge.puzzle;
    if !P::Cost::IS_EXACT {
        return Err(Stop::RoundedCosts);
    }
    if let Some(reason) = check::<P, ByF>(puzzle, starts)? {
        return Ok(Err(Unsolved::unsolvable(reason)));
    }
    run.search(puzzle, monitor, &mut judge)?;
    let Some(cost) = *judge.cost else {
        return unsolved(run, monitor).map(Err);
    };
    let stored = &*run;
    let search = FinishedSearch {
        puzzle,
        stored,
        cost,
    };
    gather(gathering, search, starts, monitor).map(Ok)
}

/// Why an exhausted search found no solution.
pub(super) fn unsolved<S: Clone + Eq + Hash, M, C: Cost>(
    run: &BestFirstRun<S, C, ByF>,
    monitor: &mut Monitor<'_, S, M, C>,
) -> Result<Unsolved<C>, Stop> {
    match run.no_solution(monitor)? {
        Verdict::Unsolvable(reason) => Ok(Unsolved::unsolvable(reason)),
        _ => Err(Stop::Incomplete),
    }
}

/// Checks the requirements of a search for several solutions; returns why there is none, if that is known without a
/// search.
pub(super) fn check<P: Puzzle, O: Order<P::Cost>>(
    puzzle: &P,
    starts: &[P::State],
) -> Result<Option<Reason>, Stop> {
    if O::INFORMED && !puzzle.facts().admissible {
        return Err(Stop::NotAdmissible);
    }
    match StartStatus::of(puzzle, starts) {
        StartStatus::NotAState => Err(Stop::NotAState),
        StartStatus::Unsolvable(reason) => Ok(Some(reason)),
        StartStatus::Goal(_) | StartStatus::Open(_) => Ok(None),
    }
}
