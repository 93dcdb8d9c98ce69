//! [`DepthFirst`] search: a [`GraphWalk`] that ends at the first goal.

use alloc::string::String;
use alloc::vec::Vec;
use core::hash::Hash;

use super::graph_walk::{Fold, GraphWalk};
use super::path;
use crate::account::Stop;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::solver::{BoxedRun, Loader, Run, Saver, Solver, SolverTraits, Verdict, VerdictOf};

/// Depth-first search with a closed list: moves to the first neighbor that was not reached before, and backtracks if
/// there is none.
///
/// * **Finds** some path, usually a long one.
/// * **Needs** only a [`Puzzle`](crate::Puzzle). A heuristic is not used. Edges may cost zero. Limits on the cost
///   or on moves are not supported ([`Stop::UnsupportedLimit`](crate::Stop::UnsupportedLimit)).
/// * **Guarantee**: complete on finite spaces; nothing is proved about cost or moves.
/// * **Time**: no state is expanded twice. **Memory**: each state to which the search has moved, and the neighbors of
///   the states on the current path.
/// * **Unsolvable** starts are proved unsolvable once every reachable state has been expanded.
/// * **Prefer** [`GreedyBestFirst`](crate::solvers::GreedyBestFirst) if there is a heuristic,
///   [`BreadthFirst`](crate::BreadthFirst) if the path should be short, and
///   [`IterativeDeepening`](crate::solvers::IterativeDeepening) if memory does not suffice.
///
/// In a space without cycles, [`longest_path`](Self::longest_path) finds the longest path to a goal, and
/// [`count_paths`](Self::count_paths) counts all paths to goals.
///
/// ```
/// use puzzle_search::solvers::DepthFirst;
/// use puzzle_search::{from_steps, Solver};
///
/// // From 1 to 17 by squaring or adding one, never beyond 17.
/// let puzzle = from_steps(|&n: &u32| [n * n, n + 1].into_iter().filter(|&n| n <= 17), |&n| n == 17);
/// let report = DepthFirst::new().solve(&puzzle, &1);
/// let solution = report.solution().expect("there is a way");
/// assert_eq!(solution.states(&puzzle, &1)?, [1, 2, 4, 16, 17]);
/// assert!(solution.verify(&puzzle, &1).is_ok() && !report.is_optimal());
/// # Ok::<(), puzzle_search::solver::ReplayError>(())
/// ```
///
/// [**Paper**](crate::guide::references): R. Tarjan, "Depth-first search and linear graph algorithms", 1972.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DepthFirst;

impl DepthFirst {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: Puzzle> Solver<P> for DepthFirst {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(DepthFirstRun::<P::State, P::Cost>(GraphWalk::new()))
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::UNINFORMED
    }
}

/// The data of a depth-first search.
#[derive(Debug)]
pub(super) struct DepthFirstRun<S: Clone + Eq + Hash, C>(GraphWalk<S, C, ()>);

/// The fold of a walk that ends at the first goal: states have no values, and cycles are no error.
struct AnyGoal;

impl<P: Puzzle> Fold<P> for AnyGoal {
    type Value = ();
    const ENDS_AT_GOAL: bool = true;

    fn goal(&self) {}

    fn initial(&self) {}

    fn add_neighbor(&self, (): &mut (), _: (P::Cost, u32), (): &()) -> Result<(), Stop> {
        Ok(())
    }

    fn close_cycle(&self) -> Result<(), Stop> {
        Ok(())
    }
}

impl<P: Puzzle> Run<P> for DepthFirstRun<P::State, P::Cost> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.0.start(starts);
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        if monitor.max_cost().is_some() {
            // A state that is too far along the path by which it was entered is not entered again along a cheaper one,
            // which may be within the limit.
            return Err(Stop::UnsupportedLimit);
        }
        let Some(goal) = self.0.advance(&AnyGoal, puzzle, monitor)? else {
            return Ok(Verdict::exhausted());
        };
        let states = path::from_root(self.0.nodes(), goal, monitor)?;
        Ok(Verdict::path(states, Guarantee::Unproved))
    }

    fn name(&self) -> Option<String> {
        Some("depth-first".into())
    }

    fn save(&self, _: &P, to: &mut Saver<'_, P::State>) {
        self.0.save(to);
    }

    fn load(&mut self, _: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        self.0.load(from)
    }
}
