//! The searches for all cheapest solutions where every edge costs one.

use alloc::vec::Vec;

use num_traits::cast;

use super::all_solutions::{Answer, GoingOn, check};
use super::gathering::gather;
use super::solution_graph::SolutionGraph;
use super::stored::{Layers, Trees};
use crate::monitor::{Memory, Monitor, Stop};
use crate::puzzle::{Puzzle, Reversible};
use crate::report::Unsolved;
use crate::search::{Bidirectional, BreadthFirst, ByG, Meets};
use crate::solver::{Algorithm, Run, Verdict};
use crate::task::Task;

impl BreadthFirst {
    /// Returns a task that finds all cheapest solutions from `starts`, as a [`SolutionGraph`]. With several starts,
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
    /// The search completes the layer in which it finds the first goal. The task ends with [`Stop::UnitCostsUnknown`]
    /// if the puzzle's facts do not say that every edge [costs one](crate::Facts::unit_costs). For such a puzzle use
    /// [`UniformCost::all_solutions`].
    ///
    /// [`UniformCost::all_solutions`]: crate::UniformCost::all_solutions
    pub fn all_solutions<'a, P: Puzzle>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, P, Answer<P>> {
        all(self, puzzle, starts)
    }
}

impl Bidirectional {
    /// Returns a task that finds all cheapest solutions from `starts` by a search from both ends. The result is a
    /// [`SolutionGraph`] with the same solutions as [`BreadthFirst::all_solutions`] finds.
    ///
    /// The task ends with [`Stop::UnitCostsUnknown`] if the puzzle's facts do not say that every edge [costs
    /// one](crate::Facts::unit_costs).
    pub fn all_solutions<'a, P: Reversible>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, P, Answer<P>> {
        all(self, puzzle, starts)
    }
}

fn all<'a, P: Puzzle, A: Algorithm<P, Run: Meets<P> + 'a>>(
    algorithm: &A,
    puzzle: &'a P,
    starts: impl IntoIterator<Item = P::State>,
) -> Task<'a, P, Answer<P>> {
    let mut run = algorithm.begin();
    let starts: Vec<P::State> = starts.into_iter().collect();
    let mut going_on = GoingOn::default();
    Task::new(move |monitor| {
        if going_on.is_new(false, monitor) {
            run.start(starts.clone());
        }
        let found = find(&mut run, puzzle, &starts, monitor);
        going_on.answer(found, monitor)
    })
}

fn find<P: Puzzle>(
    run: &mut impl Meets<P>,
    puzzle: &P,
    starts: &[P::State],
    monitor: &mut Monitor<'_, P>,
) -> Result<Answer<P>, Stop> {
    if !puzzle.facts().unit_costs {
        return Err(Stop::UnitCostsUnknown);
    }
    if let Some(reason) = check::<P, ByG>(puzzle, starts)? {
        return Ok(Err(Unsolved::no(reason)));
    }
    if starts.iter().any(|start| puzzle.is_goal(start)) {
        return Ok(Ok(SolutionGraph::of_no_moves(starts, |start| {
            puzzle.is_goal(start)
        })));
    }
    if let Some(verdict) = run.meet(puzzle, monitor)? {
        return match verdict {
            Verdict::Unsolvable(reason) => Ok(Err(Unsolved::no(reason))),
            _ => Err(Stop::Incomplete),
        };
    }
    let memory = monitor.memory();
    let held = memory.held();
    let trees = trees(run, memory);
    let graph = trees.and_then(|trees| {
        let cost = cast(trees.moves).ok_or(Stop::CostOverflow)?;
        gather(puzzle, &trees, cost, starts, monitor)
    });
    let memory = monitor.memory();
    memory.release(memory.held() - held);
    graph.map(Ok)
}

/// The layers on which solutions lie.
fn trees<'a, P: Puzzle>(
    run: &'a impl Meets<P>,
    memory: &mut Memory,
) -> Result<Trees<'a, P::State>, Stop> {
    let (nodes, depth) = run.front();
    let front = Layers::new(nodes, depth, memory)?;
    let Some((nodes, height)) = run.back() else {
        return Ok(Trees {
            front,
            back: None,
            moves: depth,
        });
    };
    Ok(Trees {
        front,
        back: Some(Layers::new(nodes, height, memory)?),
        moves: depth + height + 1,
    })
}
