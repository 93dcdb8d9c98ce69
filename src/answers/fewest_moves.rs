//! All solutions with the fewest moves, by breadth-first and bidirectional search, where every edge costs one.
//!
//! Starts go in, and a [`SolutionGraph`] comes out. Invariant: the layers of both trees are complete, up to the depth
//! at which a goal is reached or the trees meet, so that they have every state of every solution.

use core::ops::Deref;

use num_traits::cast;

use super::all_solutions::{Resumption, check};
use super::gathering::{FinishedSearch, Gathering, gather};
use super::node_store::{Layers, MetTrees};
use super::query::{Answer, Query};
use super::solution_graph::{Graph, SolutionGraph};
use crate::account::Stop;
use crate::driver::Measure;
use crate::monitor::MonitorOf;
use crate::puzzle::{Puzzle, Reversible};
use crate::report::Unsolved;
use crate::search::{BfsRun, Bidirectional, BreadthFirst, ByG, FarEnd, GoalLayer, OtherTree};
use crate::solver::Verdict;

impl BreadthFirst {
    /// Returns a query that finds all cheapest solutions from `starts`, as a [`SolutionGraph`]. With several starts,
    /// only the solutions of the least cost over all starts are found.
    ///
    /// ```
    /// use puzzle_search::{from_steps, BreadthFirst};
    ///
    /// let puzzle = from_steps(|&n: &u32| [n + 1, n + 2, 2 * n], |&n| n == 9);
    /// let all = BreadthFirst::new().all_solutions(&puzzle, [1]).run()?;
    /// assert_eq!((all.cost(), all.count()), (4, Some(8)));
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    ///
    /// The search completes the layer in which it finds the first goal. The query ends with [`Stop::UnitCostsUnknown`]
    /// if the puzzle's facts do not say that every edge [costs one](crate::Facts::unit_costs). For such a puzzle use
    /// [`AStar::all_solutions`](crate::AStar::all_solutions).
    pub fn all_solutions<'a, P: Puzzle + 'a>(
        &self,
        puzzle: impl Deref<Target = P> + 'a,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Query<'a, P, Graph<P>> {
        query_all::<P, GoalLayer>(puzzle, starts)
    }
}

impl Bidirectional {
    /// Returns a query that finds all cheapest solutions from `starts` by a search from both ends. The result is a
    /// [`SolutionGraph`] with the same solutions as [`BreadthFirst::all_solutions`] finds.
    ///
    /// The query ends with [`Stop::UnitCostsUnknown`] if the puzzle's facts do not say that every edge [costs
    /// one](crate::Facts::unit_costs).
    pub fn all_solutions<'a, P: Reversible + 'a>(
        &self,
        puzzle: impl Deref<Target = P> + 'a,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Query<'a, P, Graph<P>> {
        query_all::<P, OtherTree>(puzzle, starts)
    }
}

/// A query by a search whose far end `E` is a layer with a goal, or the tree from the goals.
fn query_all<'a, P: Puzzle + 'a, E: FarEnd<P> + 'a>(
    puzzle: impl Deref<Target = P> + 'a,
    starts: impl IntoIterator<Item = P::State>,
) -> Query<'a, P, Graph<P>> {
    let mut run = BfsRun::<P, E>::one_thread();
    let mut met = None;
    let mut resumption = Resumption::default();
    let measure = Some(Measure::Moves);
    Query::new(puzzle, starts, measure, move |puzzle, starts, monitor| {
        if resumption.starts_over(monitor) {
            (run, met) = (BfsRun::one_thread(), None);
            run.begin(starts.to_vec());
        }
        let found = find(&mut run, &mut met, puzzle, starts, monitor);
        resumption.answer(found, monitor)
    })
}

/// Searches until a goal is reached or the trees meet, and gathers the solutions. Resumes after a stop.
fn find<P: Puzzle>(
    run: &mut BfsRun<P, impl FarEnd<P>>,
    met: &mut Option<SolutionLayers<P>>,
    puzzle: &P,
    starts: &[P::State],
    monitor: &mut MonitorOf<'_, P>,
) -> Result<Answer<P, Graph<P>>, Stop> {
    if !puzzle.facts().unit_costs {
        return Err(Stop::UnitCostsUnknown);
    }
    if let Some(reason) = check::<P, ByG>(puzzle, starts)? {
        return Ok(Err(Unsolved::unsolvable(reason)));
    }
    if starts.iter().any(|start| puzzle.is_goal(start)) {
        return Ok(Ok(SolutionGraph::of_no_moves(starts, |start| {
            puzzle.is_goal(start)
        })));
    }
    let mut layers = match met.take() {
        Some(met) => met,
        None => {
            if let Some(verdict) = run.grow_until_met(puzzle, monitor)? {
                return match verdict {
                    Verdict::Unsolvable(reason) => Ok(Err(Unsolved::unsolvable(reason))),
                    _ => Err(Stop::Incomplete),
                };
            }
            SolutionLayers::new(run, monitor)?
        }
    };
    let graph = layers.gather(run, puzzle, starts, monitor);
    if graph.as_ref().is_err_and(|stop| stop.is_between_steps()) {
        *met = Some(layers);
    }
    graph.map(Ok)
}

/// The collection of solutions, once the search has reached a goal or its two trees have met.
struct SolutionLayers<P: Puzzle> {
    /// The complete layers of the trees from the starts and from the goals.
    front: Layers,
    back: Option<Layers>,
    moves: u64,
    gathering: Option<Gathering<P>>,
}

impl<P: Puzzle> SolutionLayers<P> {
    fn new(run: &BfsRun<P, impl FarEnd<P>>, monitor: &mut MonitorOf<'_, P>) -> Result<Self, Stop> {
        let memory = monitor.memory();
        let (nodes, depth) = run.front();
        let front = Layers::new(nodes, depth, memory)?;
        let mut met = Self {
            front,
            back: None,
            moves: depth,
            gathering: None,
        };
        if let Some((nodes, height)) = run.back() {
            met.back = Some(Layers::new(nodes, height, memory)?);
            met.moves = depth + height + 1;
        }
        Ok(met)
    }

    fn gather(
        &mut self,
        run: &BfsRun<P, impl FarEnd<P>>,
        puzzle: &P,
        starts: &[P::State],
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Graph<P>, Stop> {
        let trees = MetTrees {
            front: (run.front().0, &self.front),
            back: run.back().map(|(nodes, _)| nodes).zip(self.back.as_ref()),
            moves: self.moves,
        };
        let cost = cast(self.moves).ok_or(Stop::CostOverflow)?;
        let stored = &trees;
        let search = FinishedSearch {
            puzzle,
            stored,
            cost,
        };
        gather(&mut self.gathering, search, starts, monitor)
    }
}
