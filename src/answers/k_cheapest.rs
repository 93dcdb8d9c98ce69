//! The search for the k cheapest solutions.

use alloc::vec::Vec;

use super::all_solutions::{GoingOn, check, none};
use super::explored::Explored;
use super::simple_paths::simple_paths;
use super::walks::walks;
use crate::cost::Cost;
use crate::monitor::{Memory, Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::report::Unsolved;
use crate::search::{
    AStar, BestFirstRun, ByF, ByG, Judge, Next, Order, Reached, UniformCost, path,
};
use crate::solution::Solution;
use crate::solver::Run;
use crate::task::Task;

/// Solutions, cheapest first, or why there is none.
type Answer<P> =
    Result<Vec<Solution<<P as Puzzle>::Move, <P as Puzzle>::Cost>>, Unsolved<<P as Puzzle>::Cost>>;

impl AStar {
    /// Returns a task that finds the `k` cheapest walks from `starts` to a goal. The result lists the walks in order of
    /// cost, and walks of equal cost in order of their number of moves. If there are fewer than `k` walks, the result
    /// lists all of them.
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
    /// use puzzle_search::{from_fn, UniformCost};
    ///
    /// // Doubling costs 3, adding one costs 1.
    /// let puzzle = from_fn(|&n: &u32| [("*2", 2 * n, 3_u32), ("+1", n + 1, 1)], |&n| n == 9);
    /// let walks = UniformCost::new().k_cheapest_walks(&puzzle, [1], 4).run()?;
    /// let walks: Vec<_> = walks.iter().map(|walk| (walk.cost(), walk.to_string())).collect();
    /// assert_eq!(walks[0], (7, "+1 +1 +1 *2 +1".into()));
    /// assert_eq!(walks.iter().map(|walk| walk.0).collect::<Vec<_>>(), [7, 8, 8, 8]);
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    ///
    /// The task ends with [`Stop::RoundedCosts`] for costs whose sums are [rounded](crate::Cost::IS_EXACT), such as
    /// floating-point numbers. It ends with [`Stop::NotAdmissible`] if the puzzle's facts say that its heuristic is not
    /// [admissible](crate::Facts::admissible). For such a puzzle use [`UniformCost::k_cheapest_walks`].
    ///
    /// **Paper**: C. Linares López, I. Herman, "Evolving A* to efficiently solve the k shortest-path problem", ECAI
    /// 2024 (this crate uses a simpler algorithm).
    pub fn k_cheapest_walks<'a, P: Puzzle>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
        k: usize,
    ) -> Task<'a, P, Answer<P>> {
        cheapest(BestFirstRun::<_, _, ByF>::new(), puzzle, starts, k, walks)
    }

    /// Returns a task that finds the `k` cheapest simple paths from `starts` to a goal. A simple path visits no state
    /// twice. Everything else is as described at [`k_cheapest_walks`](Self::k_cheapest_walks).
    ///
    /// **Papers**: J. Y. Yen, "Finding the k shortest loopless paths in a network", 1971; E. L. Lawler, "A
    /// procedure for computing the k best solutions", 1972.
    pub fn k_cheapest_paths<'a, P: Puzzle>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
        k: usize,
    ) -> Task<'a, P, Answer<P>> {
        let run = BestFirstRun::<_, _, ByF>::new();
        cheapest(run, puzzle, starts, k, simple_paths)
    }
}

impl UniformCost {
    /// Returns a task that finds the `k` cheapest walks from `starts` to a goal, as [`AStar::k_cheapest_walks`] does,
    /// but without a heuristic.
    pub fn k_cheapest_walks<'a, P: Puzzle>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
        k: usize,
    ) -> Task<'a, P, Answer<P>> {
        cheapest(BestFirstRun::<_, _, ByG>::new(), puzzle, starts, k, walks)
    }

    /// Returns a task that finds the `k` cheapest simple paths from `starts` to a goal, as [`AStar::k_cheapest_paths`]
    /// does, but without a heuristic.
    pub fn k_cheapest_paths<'a, P: Puzzle>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
        k: usize,
    ) -> Task<'a, P, Answer<P>> {
        let run = BestFirstRun::<_, _, ByG>::new();
        cheapest(run, puzzle, starts, k, simple_paths)
    }
}

/// Paths as edges of what was explored, cheapest first.
type Paths<C> = Vec<(C, Vec<u32>)>;

/// Lists up to so many paths that cost no more than some bound.
type List<C> = fn(&Explored<C>, usize, Option<C>, &mut Memory) -> Result<Paths<C>, Stop>;

fn cheapest<'a, P: Puzzle, O: Order<P::Cost> + 'a>(
    mut run: BestFirstRun<P::State, P::Cost, O>,
    puzzle: &'a P,
    starts: impl IntoIterator<Item = P::State>,
    k: usize,
    list: List<P::Cost>,
) -> Task<'a, P, Answer<P>> {
    let starts: Vec<P::State> = starts.into_iter().collect();
    let mut judge = Further::new(puzzle);
    let mut going_on = GoingOn::default();
    Task::new(move |monitor| {
        if going_on.is_new(Run::<P>::has_cut(&run), monitor) {
            judge = Further::new(puzzle);
            Run::<P>::start(&mut run, starts.clone());
        }
        let found = find(&mut run, &mut judge, &starts, (k, list), monitor);
        going_on.answer(found, monitor)
    })
}

/// Expands everything, goals too, up to a bound that grows until enough is expanded.
struct Further<'a, P: Puzzle> {
    puzzle: &'a P,
    /// Everything whose key proves no more than this is expanded.
    bound: Option<P::Cost>,
    expanded: u64,
    /// The bound grows until so much is expanded.
    enough: u64,
    has_met_goal: bool,
}

impl<'a, P: Puzzle> Further<'a, P> {
    const fn new(puzzle: &'a P) -> Self {
        Self {
            puzzle,
            bound: None,
            expanded: 0,
            enough: 0,
            has_met_goal: false,
        }
    }
}

impl<P: Puzzle> Judge<P::State, P::Cost> for Further<'_, P> {
    fn ends_before(&mut self, bound: P::Cost) -> bool {
        if !self.has_met_goal {
            self.enough = 0;
        } else if self.bound.is_some() && self.expanded >= self.enough {
            return true;
        }
        self.bound = Some(bound);
        false
    }

    fn judge(&mut self, _: u32, reached: &Reached<P::State, P::Cost>) -> Next {
        self.expanded += 1;
        self.has_met_goal |= self.puzzle.is_goal(&reached.state);
        Next::Expand
    }
}

fn find<P: Puzzle, O: Order<P::Cost>>(
    run: &mut BestFirstRun<P::State, P::Cost, O>,
    judge: &mut Further<'_, P>,
    starts: &[P::State],
    (k, list): (usize, List<P::Cost>),
    monitor: &mut Monitor<'_, P>,
) -> Result<Answer<P>, Stop> {
    let puzzle = judge.puzzle;
    if !P::Cost::IS_EXACT {
        return Err(Stop::RoundedCosts);
    }
    if let Some(reason) = check::<P, O>(puzzle, starts)? {
        return Ok(Err(Unsolved::no(reason)));
    }
    loop {
        let is_over = run.search(puzzle, monitor, judge)?.is_none();
        // Whatever costs no more is within what was expanded.
        let within = if is_over {
            monitor.limits().cost
        } else {
            judge.bound
        };
        let memory = monitor.memory();
        let held = memory.held();
        let graph = Explored::new(puzzle, run, starts, memory);
        let paths = graph.and_then(|graph| {
            let paths = list(&graph, k, within, memory)?;
            if !is_over && paths.len() < k {
                return Ok(None);
            }
            let mut solutions = Vec::new();
            for (cost, edges) in &paths {
                let solution = solution(puzzle, run, &graph, (*cost, edges), memory)?;
                let replayed = solution.verify(puzzle, &starts[solution.start()]);
                replayed.map_err(|error| Stop::Replay(error.into()))?;
                memory.push(&mut solutions, solution)?;
            }
            Ok(Some(solutions))
        });
        memory.release(memory.held().saturating_sub(held));
        match paths? {
            Some(solutions) if solutions.is_empty() && k > 0 => {
                return none(run, monitor).map(Err);
            }
            Some(solutions) => return Ok(Ok(solutions)),
            None => judge.enough = judge.expanded + judge.expanded / 2 + 1,
        }
    }
}

/// The moves along edges of what was explored.
fn solution<P: Puzzle, O: Order<P::Cost>>(
    puzzle: &P,
    run: &BestFirstRun<P::State, P::Cost, O>,
    graph: &Explored<P::Cost>,
    (cost, edges): (P::Cost, &[u32]),
    memory: &mut Memory,
) -> Result<Solution<P::Move, P::Cost>, Stop> {
    let mut moves = Vec::new();
    let (mut at, mut start) = (graph.source(), 0);
    for &number in edges {
        let edge = graph.edge(number);
        if at == graph.source() {
            start = edge.nth as usize;
        } else if graph.is_move(at, edge) {
            let state = &run.nodes().get(at).state;
            memory.push(&mut moves, path::neighbor(puzzle, state, edge.nth)?.mv)?;
        }
        at = edge.to;
    }
    Ok(Solution::new(moves, cost).begun_at(start))
}
