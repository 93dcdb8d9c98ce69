//! Writing a solver: a [`Solver`] has the settings of a search algorithm, and a [`Run`] the data of one search, through
//! all its stops. A run charges its work to a [`Monitor`] and returns a [`Verdict`]; [`Saver`] and [`Loader`] write and
//! read the run. The page of [`Run`] has a complete example, and [`laws::check_solver`](crate::laws::check_solver)
//! tests a solver.

mod course;
mod run;
mod saved;
mod saver;
mod search;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

pub use crate::account::ReplayFault;
pub use crate::monitor::{ChildNode, Children, Monitor, MonitorOf, SolverTraits};
pub use crate::saved_error::SavedError;
pub use crate::solution::ReplayError;
pub use crate::storage::ReachedTable;
pub use run::{BoxedRun, Run, Verdict, VerdictOf};
pub use saver::{Loader, Saver};
pub use search::Search;

use crate::account::Stop;
use crate::puzzle::Puzzle;
use crate::report::{ReportOf, Unsolved};
use crate::solution::Solution;

/// A search algorithm with its settings, ready to be used on puzzles of type `P`.
///
/// All solvers have these methods, so that one solver can be exchanged for another. The trait can be used as `dyn
/// Solver<P>`. A solver contains only settings; the data of a search is in a [`Run`], which a [`Search`] owns. To write
/// a solver of your own, implement [`begin`](Self::begin), which returns a `Run`: its page has an example.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, BreadthFirst, IdaStar, Puzzle, Solver};
///
/// let tiles = SlidingTiles::new(3, 3)?;
/// let start = tiles.state(&[8, 1, 3, 4, 0, 2, 7, 6, 5])?;
/// let puzzle = tiles.guided_by(Manhattan);
/// let solvers: [&dyn Solver<_>; 3] = [&BreadthFirst::new(), &AStar::new(), &IdaStar::new()];
/// for solver in solvers {
///     assert_eq!(solver.cost(&puzzle, &start)?, 14);
/// }
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not solve puzzles of type `{P}`",
    note = "`Bidirectional` needs a `Reversible` puzzle, `BaeStar` and `Nbs` a `TwoSided` one"
)]
pub trait Solver<P: Puzzle> {
    /// Returns the data of a new search. It may borrow what the solver borrows, but not the solver itself.
    fn begin<'r>(&self) -> BoxedRun<'r, P>
    where
        Self: 'r;

    /// Returns what is true of all searches of this solver. By default it uses the heuristic, and compares costs.
    fn traits(&self) -> SolverTraits {
        SolverTraits::default()
    }

    /// Searches from a start without limits, until a solution is found, it is proved that there is none, or the search
    /// cannot go on, for example because a cost overflows.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{BreadthFirst, Notation, Solver};
    ///
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let report = BreadthFirst::new().solve(&puzzle, &puzzle.parse("4 5 0  1 2 3")?);
    /// assert_eq!(report.into_result()?.len(), 21); // no state is farther from the goal
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    fn solve(&self, puzzle: &P, start: &P::State) -> ReportOf<P> {
        solved_by(self.begin(), self.traits(), puzzle, start)
    }

    /// Returns the states of a cheapest path, from the start to the goal, and its cost. Searches as
    /// [`solve`](Self::solve) does: if the solver does not prove its solutions optimal, such as
    /// [`GreedyBestFirst`](crate::solvers::GreedyBestFirst), the path need not be a cheapest one.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no solution, or if the search was stopped, for example because a cost overflows.
    ///
    /// Also returns an error if the solver [counts moves](SolverTraits::counts_moves) and the puzzle's facts do not say
    /// that every edge [costs one](crate::Facts::unit_costs): a path with the fewest moves may not be a cheapest one.
    /// Choose a solver that compares costs, such as [`UniformCost`](crate::UniformCost). If you want the fewest moves,
    /// call `solve`.
    ///
    /// ```
    /// use puzzle_search::{from_edges, AStar, BreadthFirst, Solver};
    ///
    /// // From 1 to 20: doubling costs 3, adding one costs 1.
    /// let puzzle = from_edges(|&n: &u32| [(2 * n, 3_u32), (n + 1, 1)], |&n| n == 20);
    /// let (states, cost) = AStar::new().path(&puzzle, &1)?;
    /// assert_eq!((states, cost), (vec![1, 2, 3, 4, 5, 10, 20], 10));
    ///
    /// assert!(BreadthFirst::new().path(&puzzle, &1).is_err());
    /// let fewest = BreadthFirst::new().solve(&puzzle, &1).into_result()?;
    /// assert_eq!((fewest.len(), fewest.cost()), (5, 13)); // another path of five moves costs 11
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    fn path(&self, puzzle: &P, start: &P::State) -> Result<PathOf<P>, Unsolved<P::Cost>> {
        let report = cheapest(self, puzzle, start)?;
        let bound = report.lower_bound;
        path_of(&report.into_result()?, puzzle, start, bound)
    }

    /// Returns the cost of a cheapest path from a start to a goal. Searches as [`path`](Self::path) does.
    ///
    /// # Errors
    ///
    /// Returns an error under the same conditions as `path`.
    ///
    /// ```
    /// use puzzle_search::{from_edges, Solver, UniformCost};
    ///
    /// let puzzle = from_edges(|&n: &u32| [(2 * n, 3_u32), (n + 1, 1)], |&n| n == 20);
    /// assert_eq!(UniformCost::new().cost(&puzzle, &1)?, 10);
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    fn cost(&self, puzzle: &P, start: &P::State) -> Result<P::Cost, Unsolved<P::Cost>> {
        Ok(cheapest(self, puzzle, start)?.into_result()?.cost())
    }

    /// Returns a search from a start. The search can be given limits and an observer, and can be continued after a
    /// stop. To send a search to another thread, make it with [`Search::new`].
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{BreadthFirst, Limits, Notation, Outcome, Solver};
    ///
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let start = puzzle.parse("4 5 0  1 2 3")?;
    /// let mut search = BreadthFirst::new().search(&puzzle, &start).limits(Limits::new().max_expanded(100));
    /// assert!(matches!(search.run().outcome, Outcome::Stopped { .. }));
    /// search.set_limits(Limits::new());
    /// assert_eq!(search.run(), BreadthFirst::new().solve(&puzzle, &start)); // as if it had not stopped
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn search<'a>(&self, puzzle: &'a P, start: &P::State) -> Search<'a, &'a P>
    where
        Self: 'a,
    {
        Search::of_run(self.begin(), self.traits(), puzzle, vec![start.clone()])
    }
}

/// Runs a search without limits. This function is compiled once for a puzzle, not once for each solver.
fn solved_by<'r, P: Puzzle>(
    run: BoxedRun<'r, P>,
    traits: SolverTraits,
    puzzle: &'r P,
    start: &P::State,
) -> ReportOf<P> {
    Search::of_run(run, traits, puzzle, vec![start.clone()]).run()
}

macro_rules! delegate_solver {
    ($($pointer:ty),+) => {$(
        impl<P: Puzzle, A: Solver<P> + ?Sized> Solver<P> for $pointer {
            fn begin<'r>(&self) -> BoxedRun<'r, P>
            where
                Self: 'r,
            {
                (**self).begin()
            }

            fn traits(&self) -> SolverTraits {
                (**self).traits()
            }
        }
    )+};
}

delegate_solver!(&A, Box<A>, Arc<A>);

/// Solves for a cheapest path. Refuses a solver that counts moves unless the facts say that every edge costs one.
fn cheapest<P: Puzzle, A: Solver<P> + ?Sized>(
    solver: &A,
    puzzle: &P,
    start: &P::State,
) -> Result<ReportOf<P>, Unsolved<P::Cost>> {
    if solver.traits().counts_moves && !puzzle.facts().unit_costs {
        return Err(Unsolved::stopped(Stop::UnitCostsUnknown, None));
    }
    Ok(solver.solve(puzzle, start))
}

/// The states of a solution, and its cost. If the solution cannot be replayed, the error has the lower bound `bound`.
pub(crate) fn path_of<P: Puzzle>(
    solution: &Solution<P::Move, P::Cost>,
    puzzle: &P,
    start: &P::State,
    bound: Option<P::Cost>,
) -> Result<PathOf<P>, Unsolved<P::Cost>> {
    match solution.states(puzzle, start) {
        Ok(states) => Ok((states, solution.cost())),
        Err(error) => Err(Unsolved::stopped(error.into(), bound)),
    }
}

/// The states of a path, and its cost.
pub(crate) type PathOf<P> = (Vec<<P as Puzzle>::State>, <P as Puzzle>::Cost);
