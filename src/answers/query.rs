//! [`Query`]: a question about several paths, which can be limited, observed, stopped and resumed.
//!
//! The query has the settings, and a closure does the work under a monitor. Invariant: all progress is kept in the
//! closure, which decides by itself whether a further run resumes or starts over.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::ops::{ControlFlow, Deref};
use core::time::Duration;

use crate::account::{Limits, OnProgress, Stats};
use crate::driver::{AppliedLimits, Driver, Measure, run_methods};
use crate::facts::Facts;
use crate::monitor::{Monitor, MonitorOf, Observer, Proof, SearchProgress};
use crate::puzzle::Puzzle;
use crate::report::Unsolved;
use crate::solution::Solution;
use crate::solver::{PathOf, path_of};

/// A search for more than one path, such as that for [all cheapest solutions](crate::AStar::all_solutions). It returns
/// a `T` when it is [run](Self::run).
///
/// Like a [`Search`](crate::Search), a query can be given limits and an observer. If a limit has stopped a query, run
/// it again to continue.
///
/// A query cannot be sent to another thread, unlike a [`Task`](crate::Task): make it in the thread that runs it.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, Limits};
///
/// let puzzle = SlidingTiles::new(2, 3)?;
/// let start = puzzle.state(&[4, 5, 0, 1, 2, 3])?;
/// let mut query = AStar::new().all_solutions(&puzzle, [start]).limits(Limits::new().max_expanded(10));
/// assert!(query.run().is_err());
/// query.set_limits(Limits::new());
/// assert_eq!(query.run()?.cost(), 21);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[must_use = "a query does nothing until it is run"]
pub struct Query<'a, P: Puzzle, T, O = ()> {
    question: Box<dyn Question<P, T> + 'a>,
    facts: Facts<P::Cost>,
    /// Whether paths are measured by cost or by moves, which decides which limits the query supports; `None` if the
    /// question checks the limits by itself.
    measure: Option<Measure>,
    driver: Driver,
    max_cost: Option<P::Cost>,
    observer: O,
    proof: Proof<P::Move, P::Cost>,
}

/// The work of a query on its puzzle and starts, without the type of the pointer to the puzzle.
trait Question<P: Puzzle, T> {
    /// Begins the work, or resumes it after a stop.
    fn answer(&mut self, monitor: &mut MonitorOf<'_, P>) -> Answer<P, T>;

    /// The states of a solution, and its cost.
    fn path(&self, solution: &SolutionOf<P>) -> Answer<P, PathOf<P>>;
}

/// A question that a closure answers for a puzzle and starts.
struct ClosureQuestion<B, S, W> {
    puzzle: B,
    starts: Vec<S>,
    work: W,
}

impl<P, B, T, W> Question<P, T> for ClosureQuestion<B, P::State, W>
where
    P: Puzzle,
    B: Deref<Target = P>,
    W: FnMut(&P, &[P::State], &mut MonitorOf<'_, P>) -> Answer<P, T>,
{
    fn answer(&mut self, monitor: &mut MonitorOf<'_, P>) -> Answer<P, T> {
        (self.work)(&self.puzzle, &self.starts, monitor)
    }

    fn path(&self, solution: &SolutionOf<P>) -> Answer<P, PathOf<P>> {
        path_of(
            solution,
            &*self.puzzle,
            &self.starts[solution.start_index()],
            None,
        )
    }
}

/// A solution of the puzzle `P`.
pub(super) type SolutionOf<P> = Solution<<P as Puzzle>::Move, <P as Puzzle>::Cost>;

type UnsolvedOf<P> = Unsolved<<P as Puzzle>::Cost>;

/// The answer to a query, or why there is none.
pub(super) type Answer<P, T> = Result<T, UnsolvedOf<P>>;

impl<'a, P: Puzzle, T> Query<'a, P, T> {
    pub(super) fn new(
        puzzle: impl Deref<Target = P> + 'a,
        starts: impl IntoIterator<Item = P::State>,
        measure: Option<Measure>,
        work: impl FnMut(&P, &[P::State], &mut MonitorOf<'_, P>) -> Answer<P, T> + 'a,
    ) -> Self
    where
        P: 'a,
    {
        let facts = puzzle.facts();
        let starts = starts.into_iter().collect();
        Self {
            question: Box::new(ClosureQuestion {
                puzzle,
                starts,
                work,
            }),
            facts,
            measure,
            driver: Driver::default(),
            max_cost: None,
            observer: (),
            proof: Proof::default(),
        }
    }
}

impl<'a, P: Puzzle, T, O: Observer<P::State, P::Move, P::Cost>> Query<'a, P, T, O> {
    // The methods that a `Search` has as well: `limits`, `set_limits`, `stats` and `observer`, then `max_cost`.
    run_methods! {
        limits: driver
    }

    run_methods! {
        /// Returns this query, limited to paths that cost at most `cost`: see
        /// [`Search::max_cost`](crate::Search::max_cost).
        max_cost: max_cost
    }

    /// Returns this query with its observer replaced by `observer`.
    pub fn observe<N: Observer<P::State, P::Move, P::Cost>>(
        self,
        observer: N,
    ) -> Query<'a, P, T, N> {
        Query {
            question: self.question,
            facts: self.facts,
            measure: self.measure,
            driver: self.driver,
            max_cost: self.max_cost,
            observer,
            proof: self.proof,
        }
    }

    /// Returns this query with its observer replaced by a closure, which is called with the progress. If the closure
    /// returns `Break`, the run ends.
    pub fn on_progress<F>(self, closure: F) -> Query<'a, P, T, OnProgress<F>>
    where
        F: FnMut(&SearchProgress<P::Cost>) -> ControlFlow<()>,
    {
        self.observe(OnProgress(closure))
    }

    /// Runs the query until it is answered or stopped. If it was stopped, the next call continues it. If it was
    /// answered, the next call starts over.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no solution, or if the query was stopped. Two queries need no solution:
    /// [`count_paths`](crate::solvers::DepthFirst::count_paths) then counts zero, and a list of the zero cheapest is
    /// always empty.
    pub fn run(&mut self) -> Result<T, UnsolvedOf<P>> {
        let Self {
            question,
            facts,
            measure,
            driver,
            max_cost,
            observer,
            proof,
        } = self;
        let end = driver.drive(|limits, account| {
            let applied = match *measure {
                Some(measure) => AppliedLimits::new(facts, measure, limits, *max_cost),
                None => Ok(AppliedLimits::unchanged(limits.clone(), *max_cost)),
            };
            let AppliedLimits { limits, max_cost } = applied?;
            let mut monitor = Monitor::new(account, &limits, max_cost, observer, proof, &[]);
            let answer = question.answer(&mut monitor);
            monitor.finish();
            Ok(answer)
        });
        end.and_then(|end| end)
            .unwrap_or_else(|stop| Err(Unsolved::stopped(stop, None)))
    }

    run_methods! {
        /// Runs the query like [`run`](Self::run), for about `time`: see [`Task::run_for`](crate::Task::run_for).
        ///
        /// # Errors
        ///
        /// Returns an error in the same cases as [`run`](Self::run).
        run_for: driver -> Result<T, UnsolvedOf<P>>
    }
}

impl<P: Puzzle, O: Observer<P::State, P::Move, P::Cost>> Query<'_, P, Vec<SolutionOf<P>>, O> {
    /// Runs the query like [`run`](Self::run), and returns the states of each solution, and its cost.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as `run`.
    ///
    /// ```
    /// use puzzle_search::{AStar, from_edges};
    ///
    /// let roads = [("Ulm", "Bonn", 4), ("Ulm", "Jena", 3), ("Jena", "Kiel", 5), ("Bonn", "Kiel", 3)];
    /// let puzzle = from_edges(
    ///     |&from: &&str| roads.into_iter().filter(move |road| road.0 == from).map(|road| (road.1, road.2 as u32)),
    ///     |&at| at == "Kiel",
    /// );
    /// let paths = AStar::new().k_cheapest_paths(&puzzle, ["Ulm"], 2).paths()?;
    /// assert_eq!(paths, [(vec!["Ulm", "Bonn", "Kiel"], 7), (vec!["Ulm", "Jena", "Kiel"], 8)]);
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    pub fn paths(&mut self) -> Result<Vec<PathOf<P>>, UnsolvedOf<P>> {
        let solutions = self.run()?;
        let paths = solutions
            .iter()
            .map(|solution| self.question.path(solution));
        paths.collect()
    }
}

impl<P: Puzzle, O: Observer<P::State, P::Move, P::Cost>> Query<'_, P, SolutionOf<P>, O> {
    /// Runs the query like [`run`](Self::run), and returns the states of the solution, and its cost.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as `run`.
    ///
    /// ```
    /// use puzzle_search::solvers::DepthFirst;
    /// use puzzle_search::from_edges;
    ///
    /// let puzzle = from_edges(|&n: &u32| (n + 1..=6).map(move |to| (to, n * to % 5)), |&n| n == 6);
    /// let (states, cost) = DepthFirst::new().longest_path(&puzzle, [1]).path()?;
    /// assert_eq!((states, cost), (vec![1, 2, 3, 4, 6], 9));
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    pub fn path(&mut self) -> Result<PathOf<P>, UnsolvedOf<P>> {
        let solution = self.run()?;
        self.question.path(&solution)
    }
}

impl<P: Puzzle, T, O> Debug for Query<'_, P, T, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query")
            .field("limits", &self.driver.limits)
            .field("max_cost", &self.max_cost)
            .finish_non_exhaustive()
    }
}
