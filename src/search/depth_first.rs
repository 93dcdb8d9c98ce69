//! [`DepthFirst`] search.

use alloc::string::String;
use alloc::vec::Vec;
use core::hash::Hash;

use super::graph_walk::{Fold, GraphWalk};
use super::path;
use super::saved::SavedRun;
use crate::account::Stop;
use crate::codec::{Reader, Writer};
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::portable::Portable;
use crate::report::Guarantee;
use crate::solver::{Algorithm, Run, Verdict, VerdictOf};

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
/// * **Prefer** [`GreedyBestFirst`](crate::GreedyBestFirst) if there is a heuristic,
///   [`BreadthFirst`](crate::BreadthFirst) if the path should be short, and
///   [`IterativeDeepening`](crate::IterativeDeepening) if memory does not suffice.
///
/// In a space without cycles, [`longest_path`](Self::longest_path) finds the longest path to a goal, and
/// [`count_paths`](Self::count_paths) counts all paths to goals.
///
/// ```
/// use puzzle_search::{from_steps, DepthFirst, Solver};
///
/// // From 1 to 17 by squaring or adding one, never beyond 17.
/// let puzzle = from_steps(|&n: &u32| [n * n, n + 1].into_iter().filter(|&n| n <= 17), |&n| n == 17);
/// let report = DepthFirst::new().solve(&puzzle, &1);
/// let solution = report.solution().expect("there is a way");
/// assert_eq!(solution.states(&puzzle, &1)?, [1, 2, 4, 16, 17]);
/// assert!(solution.verify(&puzzle, &1).is_ok() && !report.is_optimal());
/// # Ok::<(), puzzle_search::ReplayError>(())
/// ```
///
/// **Paper**: R. Tarjan, "Depth-first search and linear graph algorithms", 1972.
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

impl<P: Puzzle> Algorithm<P> for DepthFirst {
    type Run = DepthFirstRun<P::State, P::Cost>;

    fn begin(&self) -> Self::Run {
        DepthFirstRun(GraphWalk::new())
    }

    fn is_informed(&self) -> bool {
        false
    }
}

/// The state of a depth-first search.
#[derive(Debug)]
#[expect(unnameable_types, reason = "its name is `Algorithm::Run`")]
pub struct DepthFirstRun<S: Clone + Eq + Hash, C>(GraphWalk<S, C, ()>);

/// Ends at a goal.
struct AnyGoal;

impl<P: Puzzle> Fold<P> for AnyGoal {
    type Value = ();
    const ENDS_AT_GOAL: bool = true;

    fn goal(&self) {}

    fn open(&self) {}

    fn add(&self, (): &mut (), _: (P::Cost, u32), (): &()) -> Result<(), Stop> {
        Ok(())
    }

    fn close_cycle(&self) -> Result<(), Stop> {
        Ok(())
    }
}

impl<P: Puzzle> Run<P> for DepthFirstRun<P::State, P::Cost> {
    fn start(&mut self, starts: Vec<P::State>) {
        self.0.start(starts);
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        if monitor.max_cost().is_some() {
            // What it has met along a dear path it does not enter along a cheaper one.
            return Err(Stop::UnsupportedLimit);
        }
        let Some(goal) = self.0.go_on(&AnyGoal, puzzle, monitor)? else {
            return Ok(Verdict::exhausted());
        };
        let states = path::from_root(self.0.nodes(), goal, monitor)?;
        Ok(Verdict::path(states, Guarantee::Unproved))
    }
}

impl<P: Portable> SavedRun<P> for DepthFirstRun<P::State, P::Cost> {
    fn name(&self) -> String {
        "depth-first".into()
    }

    fn save(&self, puzzle: &P, to: &mut Writer<'_>) {
        self.0.save(puzzle, to);
    }

    fn load(&mut self, puzzle: &P, from: &mut Reader<'_>) -> Option<()> {
        self.0.load(puzzle, from)
    }
}
