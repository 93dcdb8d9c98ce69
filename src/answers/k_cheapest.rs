//! The k cheapest walks or simple paths, by A*.
//!
//! Starts and k go in, solutions come out, cheapest first. A* expands all states up to a bound on f. The expanded
//! states become a graph with a source before the starts and a sink behind the goals, in which the remaining cost of
//! each state, and the fewest moves at this cost, are exact. If the graph has fewer than k solutions within the bound,
//! the bound rises until half as many states again are expanded. Invariant: every state whose f is at most the bound is
//! expanded, so that the graph has all walks within the bound.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::Deref;

use super::all_solutions::{Resumption, check, unsolved};
use super::explored::Explored;
use super::listing::{ListedPath, Listing, PathKind, Paths};
use super::query::{Answer, Query, SolutionOf};
use crate::account::{Claimed, Quota, Stop};
use crate::cost::Cost;
use crate::driver::Measure;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::report::Unsolved;
use crate::search::{AStar, BestFirstRun, BestNode, ByF, Decision, Judge};
use crate::solution::{Solution, replay};

/// A solution, with the claim for its moves.
type ClaimedSolution<P> = Claimed<SolutionOf<P>>;

/// The solutions, cheapest first.
type Solutions<P> = Vec<SolutionOf<P>>;

impl AStar {
    /// Returns a query that finds the `k` cheapest walks from `starts` to a goal. The result lists the walks in order
    /// of cost, and walks of equal cost in order of their number of moves. If there are fewer than `k` walks, the
    /// result lists all of them.
    ///
    /// A walk may visit a state more than once, and may pass through goals before it ends at a goal. Two walks are
    /// different if they differ in a move or a state.
    ///
    /// A* expands all states whose f is within a bound, goals included. The bound grows until `k` walks cost no more
    /// than the bound. If there are fewer than `k` walks, the search ends only when every state that can be reached has
    /// been expanded. So set a limit if the space is infinite. Memory: what A* stores, and about 20 bytes for each edge
    /// between expanded states.
    ///
    /// ```
    /// use puzzle_search::{AStar, from_fn};
    ///
    /// // Doubling costs 3, adding one costs 1.
    /// let puzzle = from_fn(|&n: &u32| [("*2", 2 * n, 3_u32), ("+1", n + 1, 1)], |&n| n == 9);
    /// let walks = AStar::new().k_cheapest_walks(&puzzle, [1], 4).run()?;
    /// let walks: Vec<_> = walks.iter().map(|walk| (walk.cost(), walk.to_string())).collect();
    /// assert_eq!(walks[0], (7, "+1 +1 +1 *2 +1".into()));
    /// assert_eq!(walks.iter().map(|walk| walk.0).collect::<Vec<_>>(), [7, 8, 8, 8]);
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    ///
    /// The query ends with [`Stop::CostOverflow`] if there are fewer than `k` walks within the range of the cost type,
    /// and there may be others beyond. With a [limit on the cost](crate::answers::Query::max_cost), it lists those
    /// within. It ends with [`Stop::RoundedCosts`] for costs whose sums are [rounded](crate::Cost::IS_EXACT), such as
    /// floating-point numbers. It ends with [`Stop::NotAdmissible`] if the puzzle's facts say that its heuristic is not
    /// [admissible](crate::Facts::admissible). Give such a puzzle the heuristic [`Zero`](crate::heuristics::Zero), with
    /// which A* is uniform-cost search.
    ///
    /// **Paper**: C. Linares López, I. Herman, "Evolving A* to efficiently solve the k shortest-path problem", ECAI
    /// 2024 (this crate uses a simpler algorithm).
    pub fn k_cheapest_walks<'a, P: Puzzle + 'a>(
        &self,
        puzzle: impl Deref<Target = P> + 'a,
        starts: impl IntoIterator<Item = P::State>,
        k: usize,
    ) -> Query<'a, P, Solutions<P>> {
        query_cheapest(puzzle, starts, k, PathKind::Walks)
    }

    /// Returns a query that finds the `k` cheapest simple paths from `starts` to a goal. A simple path visits no state
    /// twice. Everything else is as described at [`k_cheapest_walks`](Self::k_cheapest_walks).
    ///
    /// **Papers**: J. Y. Yen, "Finding the k shortest loopless paths in a network", 1971; E. L. Lawler, "A
    /// procedure for computing the k best solutions", 1972.
    pub fn k_cheapest_paths<'a, P: Puzzle + 'a>(
        &self,
        puzzle: impl Deref<Target = P> + 'a,
        starts: impl IntoIterator<Item = P::State>,
        k: usize,
    ) -> Query<'a, P, Solutions<P>> {
        query_cheapest(puzzle, starts, k, PathKind::SimplePaths)
    }
}

fn query_cheapest<'a, P: Puzzle + 'a>(
    puzzle: impl Deref<Target = P> + 'a,
    starts: impl IntoIterator<Item = P::State>,
    k: usize,
    kind: PathKind,
) -> Query<'a, P, Solutions<P>> {
    let (mut run, mut cheapest) = (BestFirstRun::new(ByF), KCheapest::new());
    let mut resumption = Resumption::default();
    let measure = Some(Measure::Costs);
    Query::new(puzzle, starts, measure, move |puzzle, starts, monitor| {
        resumption.has_cut = run.has_cut();
        if resumption.starts_over(monitor) {
            (run, cheapest) = (BestFirstRun::new(ByF), KCheapest::new());
            run.begin(starts.to_vec());
        }
        let found = cheapest.find(&mut run, puzzle, starts, k, kind, monitor);
        resumption.answer(found, monitor)
    })
}

/// The progress of a search for the k cheapest solutions.
struct KCheapest<'a, M, C: Cost> {
    rising: RisingBound<C>,
    /// The list of solutions among the expanded states, once there may be k.
    list: Option<SolutionList<'a, M, C>>,
}

/// The bound within which all states, goals included, are expanded. It rises until `enough` states are expanded, and at
/// least until a goal is expanded.
#[derive(Default)]
struct RisingBound<C> {
    /// Every state whose f is at most this bound is expanded.
    bound: Option<C>,
    /// The number of expansions so far.
    expanded: u64,
    /// The number of expansions up to which the bound rises.
    enough: u64,
    /// The cost of the cheapest goal so far.
    goal: Option<C>,
}

/// The list of the solutions among the expanded states, while it is made.
struct SolutionList<'a, M, C: Cost> {
    /// Whether the open list is empty: the graph then has all states within the limit on the cost.
    is_exhausted: bool,
    /// The limit on the cost when the list was begun.
    max_cost: Option<C>,
    graph: Explored<C>,
    listing: Box<dyn Listing<C> + 'a>,
    paths: Option<Paths<C>>,
    solutions: Claimed<Vec<Claimed<Solution<M, C>>>>,
}

/// Expands all states within a [`RisingBound`].
struct UpToBound<'a, P: Puzzle> {
    puzzle: &'a P,
    rising: &'a mut RisingBound<P::Cost>,
}

impl<P: Puzzle> Judge<P::State, P::Cost> for UpToBound<'_, P> {
    fn ends_before(&mut self, bound: P::Cost) -> bool {
        let rising = &mut *self.rising;
        if rising.goal.is_none() {
            // The bound within which the first goal is found is the first one at which there may be enough walks.
            rising.enough = 0;
        } else if rising.bound.is_some() && rising.expanded >= rising.enough {
            return true;
        }
        rising.bound = Some(bound);
        false
    }

    fn judge(&mut self, _: u32, reached: &BestNode<P::State, P::Cost>) -> Decision {
        self.rising.expanded += 1;
        if self.puzzle.is_goal(&reached.state) {
            let goal = &mut self.rising.goal;
            *goal = (*goal).into_iter().chain([reached.g]).min();
        }
        Decision::Expand
    }

    fn lower_bound(&self, bound: P::Cost) -> P::Cost {
        self.rising.goal.map_or(bound, |goal| bound.min(goal))
    }
}

impl<'a, M: Clone + PartialEq + Debug, C: Cost + 'a> KCheapest<'a, M, C> {
    fn new() -> Self {
        Self {
            rising: RisingBound::default(),
            list: None,
        }
    }

    /// Expands states and lists solutions, by turns, until `k` are listed or no state is left. Resumes after a stop.
    fn find<P: Puzzle<Move = M, Cost = C>>(
        &mut self,
        run: &mut BestFirstRun<P::State, C, ByF>,
        puzzle: &P,
        starts: &[P::State],
        k: usize,
        kind: PathKind,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Answer<P, Solutions<P>>, Stop> {
        if !C::IS_EXACT {
            return Err(Stop::RoundedCosts);
        }
        if let Some(reason) = check::<P, ByF>(puzzle, starts)? {
            return Ok(Err(Unsolved::unsolvable(reason)));
        }
        let max_cost = monitor.max_cost();
        loop {
            let same_limit = self.list.take().filter(|list| list.max_cost == max_cost);
            let mut list = match same_limit {
                Some(list) => list,
                None => self.begin_list(run, puzzle, kind, monitor)?,
            };
            // The graph has all walks that cost no more than `within`.
            let bound = self.rising.bound;
            let within = if list.is_exhausted { max_cost } else { bound };
            let made = list.make(run, puzzle, starts, k, within, monitor);
            if let Err(stop) = made
                && stop.is_between_steps()
            {
                self.list = Some(list);
                return Err(stop);
            }
            made?;
            if !list.is_exhausted && list.solutions.len() < k {
                self.rising.enough = self.rising.expanded + self.rising.expanded / 2 + 1;
                continue;
            }
            if list.solutions.is_empty() && k > 0 {
                return unsolved(run, monitor).map(Err);
            }
            let may_cost_more =
                max_cost.is_none() && (run.has_cut() || list.graph.has_overflowed());
            if list.solutions.len() < k && may_cost_more {
                return Err(Stop::CostOverflow);
            }
            let solutions = list.solutions.into_inner().into_iter();
            return Ok(Ok(solutions.map(Claimed::into_inner).collect()));
        }
    }

    /// Expands more states, and begins a list of the solutions among them.
    fn begin_list<P: Puzzle<Move = M, Cost = C>>(
        &mut self,
        run: &mut BestFirstRun<P::State, C, ByF>,
        puzzle: &P,
        kind: PathKind,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<SolutionList<'a, M, C>, Stop> {
        let rising = &mut self.rising;
        let end = run.search(puzzle, monitor, &mut UpToBound { puzzle, rising })?;
        Ok(SolutionList {
            is_exhausted: end.is_none(),
            max_cost: monitor.max_cost(),
            graph: Explored::new(run.nodes().len()),
            listing: kind.begin(),
            paths: None,
            solutions: Claimed::default(),
        })
    }
}

impl<M: Clone + PartialEq + Debug, C: Cost> SolutionList<'_, M, C> {
    /// Makes the list: at most `k` solutions, and none if there are fewer than `k` while more may exist beyond the
    /// bound.
    fn make<P: Puzzle<Move = M, Cost = C>>(
        &mut self,
        run: &BestFirstRun<P::State, C, ByF>,
        puzzle: &P,
        starts: &[P::State],
        k: usize,
        within: Option<C>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        if self.paths.is_none() {
            self.graph.make(puzzle, run, starts, monitor)?;
            self.listing
                .go_on(&self.graph, k, within, &mut monitor.meter())?;
        }
        let listing = &mut self.listing;
        let paths = self.paths.get_or_insert_with(|| listing.finish());
        if !self.is_exhausted && paths.len() < k {
            return Ok(());
        }
        for path in &paths[self.solutions.len()..] {
            monitor.step()?;
            let memory = monitor.memory();
            let solution = solution(puzzle, run, &self.graph, path, memory)?;
            let found = solution.value();
            found.verify(puzzle, &starts[found.start_index()])?;
            self.solutions.push(solution, memory)?;
        }
        Ok(())
    }
}

/// Turns a path in the explored graph into a solution, with the claim for its moves.
fn solution<P: Puzzle>(
    puzzle: &P,
    run: &BestFirstRun<P::State, P::Cost, ByF>,
    graph: &Explored<P::Cost>,
    path: &ListedPath<P::Cost>,
    memory: &Quota,
) -> Result<ClaimedSolution<P>, Stop> {
    let mut moves = Claimed::new();
    let (mut node, mut start) = (graph.source(), 0);
    for &number in &*path.edges {
        let edge = graph.edge(number);
        if node == graph.source() {
            start = edge.nth as usize;
        } else if graph.is_move(node, edge) {
            let state = &run.nodes().get(node).state;
            moves.push(replay::neighbor(puzzle, state, edge.nth)?.mv, memory)?;
        }
        node = edge.to;
    }
    Ok(moves.map(|moves| Solution::new(moves, path.cost).begun_at(start)))
}
