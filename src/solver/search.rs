//! [`Search`]: a search as a value, which can be run, stopped, inspected and resumed. It holds the puzzle, the
//! [`Run`] of the solver, the observer, and the [`Course`], which leads the run through its life cycle.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::ops::{ControlFlow, Deref};
use core::time::Duration;

use super::course::{Course, SearchPhase};
use super::run::{BoxedRun, Run};
use super::{Solver, SolverTraits};
#[cfg(doc)]
use crate::account::Stop;
use crate::account::{Limits, OnProgress, ReplayFault, Stats};
use crate::driver::run_methods;
use crate::monitor::{Observer, Proof, SearchProgress};
use crate::puzzle::{CostOf, MoveOf, Puzzle, StateOf};
use crate::report::ReportOf;
use crate::solution::{ReplayError, Solution};

/// A search that can be run, stopped and continued.
///
/// Make a search with [`Solver::search`](crate::Solver::search), or with [`Search::new`] if the search should own or
/// share its puzzle. If a limit stops the search, [set a larger limit](Self::set_limits) and [run](Self::run) it again.
/// On one thread, the continued search returns the same outcome, moves and counts as a search that was never stopped.
///
/// `B` is a pointer to the puzzle: `&P`, `Box<P>`, `Rc<P>` or `Arc<P>`. `O` is the type of the observer, which the
/// search owns. A `&mut` reference to an observer is also an [`Observer`].
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, Limits, Notation, Outcome, Puzzle, Solver};
///
/// let tiles = SlidingTiles::new(3, 3)?;
/// let start = tiles.parse("8 6 7  2 5 4  3 0 1")?;
/// let puzzle = tiles.guided_by(Manhattan);
/// let mut search = AStar::new().search(&puzzle, &start);
/// let (mut frames, mut allowed) = (0, 0);
/// let solution = loop {
///     allowed += 1_000;
///     search.set_limits(Limits::new().max_expanded(allowed)); // the total of all runs
///     match search.run().outcome {
///         Outcome::Solved { solution, .. } => break solution,
///         Outcome::Stopped { .. } => frames += 1, // here a game would draw a frame
///         Outcome::Unsolvable { reason } => panic!("{reason}"),
///     }
/// };
/// assert_eq!((solution.cost(), frames), (31, 6)); // 6,728 states are expanded
/// assert_eq!(search.run(), AStar::new().solve(&puzzle, &start));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// With a `Box<P>` or an `Arc<P>`, the search can be sent to another thread:
///
/// ```
/// use std::sync::Arc;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{BreadthFirst, Notation, Search};
///
/// let puzzle = Arc::new(SlidingTiles::new(3, 3)?);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let mut search = Search::new(&BreadthFirst::new(), Arc::clone(&puzzle), [start]);
/// let report = std::thread::spawn(move || search.run()).join().expect("it does not panic");
/// assert_eq!(report.lower_bound, Some(31));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// After a panic in user code (the puzzle, a heuristic or the observer), each further run ends with [`Stop::Panicked`].
/// A struct can own a search. Its type does not name the solver:
///
/// ```
/// use std::sync::Arc;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, Notation, Search};
///
/// struct Game {
///     puzzle: Arc<SlidingTiles>,
///     hint: Search<'static, Arc<SlidingTiles>>,
/// }
///
/// let puzzle = Arc::new(SlidingTiles::new(2, 3)?);
/// let start = puzzle.parse("4 5 0  1 2 3")?;
/// let hint = Search::new(&AStar::new(), Arc::clone(&puzzle), [start]);
/// let mut game = Game { puzzle, hint };
/// assert_eq!(game.hint.run().into_result()?.states(&*game.puzzle, &start)?.len(), 22);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// The lifetime `'r` is that of data that states and solver borrow.
#[must_use = "a search does nothing until it is run"]
pub struct Search<'r, B: Deref<Target: Puzzle>, O = ()> {
    pub(super) puzzle: B,
    pub(super) run: Box<dyn Run<B::Target> + Send + 'r>,
    observer: O,
    pub(super) course: Course<StateOf<B>, MoveOf<B>, CostOf<B>>,
}

impl<'r, P: Puzzle, B: Deref<Target = P>> Search<'r, B> {
    /// Creates a search that looks for a path from any of `starts` to a goal, with the solver `solver`.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{BreadthFirst, Notation, Search};
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let starts = [puzzle.parse("0 1  3 2")?, puzzle.parse("1 0  3 2")?];
    /// let mut search = Search::new(&BreadthFirst::new(), Box::new(puzzle), starts);
    /// assert_eq!(search.run().into_result()?.start_index(), 1);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn new<A: Solver<P> + ?Sized + 'r>(
        solver: &A,
        puzzle: B,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Self
    where
        P: 'r,
    {
        let starts = starts.into_iter().collect();
        Self::of_run(solver.begin(), solver.traits(), puzzle, starts)
    }

    /// Creates a search from a run that a solver [began](Solver::begin); compiled once for a puzzle, not once for each
    /// solver.
    #[inline(never)]
    pub(super) fn of_run(
        run: BoxedRun<'r, P>,
        traits: SolverTraits,
        puzzle: B,
        starts: Vec<P::State>,
    ) -> Self {
        Self {
            puzzle,
            run: run.0,
            observer: (),
            course: Course::new(traits, starts),
        }
    }
}

impl<'r, P: Puzzle, B: Deref<Target = P>, O: Observer<P::State, P::Move, P::Cost>>
    Search<'r, B, O>
{
    run_methods! {
        limits: course.driver
    }

    run_methods! {
        /// Returns this search, limited to solutions that cost at most `cost`. Floating-point costs are compared
        /// exactly: set the limit slightly higher than the cost that you want to allow.
        ///
        /// ```
        /// use puzzle_search::{from_fn, Outcome, Solver, Stop, UniformCost};
        ///
        /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 2_u32)], |&n| n == 10);
        /// let report = UniformCost::new().search(&puzzle, &0).max_cost(19).run();
        /// assert!(matches!(report.outcome, Outcome::Stopped { stop: Stop::Cost, .. }));
        /// assert_eq!(report.lower_bound, Some(20));
        /// ```
        max_cost: course.max_cost
    }

    /// Returns this search with `starts` added to its start states. If the search has already been run, its next run
    /// starts over. [`Solution::start_index`] tells at which start a solution begins.
    pub fn also_from(mut self, starts: impl IntoIterator<Item = P::State>) -> Self {
        self.course.starts.extend(starts);
        self.course.phase = SearchPhase::New;
        // What was proved of the old starts does not hold for the new ones; a known solution does.
        self.course.driver.account.begin();
        self.course.proof.begin();
        self
    }

    /// Returns this search with a known solution as its incumbent (the best solution so far). Even if the search is
    /// stopped, its report contains a solution that costs no more than the known solution.
    ///
    /// [`BranchAndBound`](crate::solvers::BranchAndBound), [`Anytime`](crate::solvers::Anytime) and
    /// [`Beam`](crate::solvers::Beam) look only for cheaper solutions. Iterative-deepening solvers, such as
    /// [`IdaStar`](crate::IdaStar), end as soon as they have proved that no solution is cheaper. Best-first and
    /// breadth-first solvers make no use of the known solution while they search.
    ///
    /// If you know only the cost of a solution, set the limit on the [cost](Self::max_cost) below this cost.
    ///
    /// # Errors
    ///
    /// Returns an error if the solution does not lead from [its start](Solution::start_index) to a goal at the stated
    /// cost.
    ///
    /// ```
    /// use puzzle_search::heuristics::Manhattan;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::solvers::{BranchAndBound, GreedyBestFirst};
    /// use puzzle_search::{Notation, Puzzle, Solver};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
    /// let start = puzzle.parse("8 1 3  4 0 2  7 6 5")?;
    /// let known = GreedyBestFirst::new().solve(&puzzle, &start).into_result()?;
    /// let report = BranchAndBound::new().search(&puzzle, &start).with_incumbent(known.clone())?.run();
    /// assert!(report.is_optimal() && report.into_result()?.cost() <= known.cost());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn with_incumbent(
        mut self,
        solution: Solution<P::Move, P::Cost>,
    ) -> Result<Self, ReplayError> {
        self.set_incumbent(solution)?;
        Ok(self)
    }

    /// Sets a known solution as the search's incumbent, as [`with_incumbent`](Self::with_incumbent) does.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, in the same cases as `with_incumbent`.
    pub fn set_incumbent(
        &mut self,
        solution: Solution<P::Move, P::Cost>,
    ) -> Result<(), ReplayError> {
        let start = self.course.starts.get(solution.start_index());
        let start = start.ok_or(ReplayError {
            fault: ReplayFault::NotAStart,
            played: 0,
        })?;
        solution.verify(&*self.puzzle, start)?;
        self.course.set_incumbent(solution);
        Ok(())
    }

    /// Returns this search with its observer replaced by `observer`.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::observe::{Layer, Observer};
    /// use puzzle_search::{from_fn, BreadthFirst, Puzzle, Solver};
    ///
    /// struct Layers(Vec<u64>);
    /// impl<S, M, C> Observer<S, M, C> for Layers {
    ///     fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
    ///         self.0.push(layer.states);
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// // A ring of six states: 1 and 5 are one step from 0, 2 and 4 are two steps, and 3 is three.
    /// let puzzle = from_fn(|&n: &u8| [("+1", (n + 1) % 6, 1_u32), ("-1", (n + 5) % 6, 1)], |_| false);
    /// let mut search = BreadthFirst::new().search(&puzzle, &0).observe(Layers(vec![]));
    /// assert!(search.run().is_unsolvable());
    /// assert_eq!(search.observer().0, [2, 2, 1]);
    /// ```
    pub fn observe<N: Observer<P::State, P::Move, P::Cost>>(self, observer: N) -> Search<'r, B, N> {
        Search {
            puzzle: self.puzzle,
            run: self.run,
            observer,
            course: self.course,
        }
    }

    /// Returns this search with its observer replaced by a closure, which is called with the progress of the search
    /// every few thousand states; on several threads, usually every few milliseconds. If the closure returns `Break`,
    /// the run stops with [`Stop::Observer`].
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::{from_fn, BreadthFirst, Solver, Stop};
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u32), ("double", 2 * n, 1)], |_| false);
    /// let mut search = BreadthFirst::new().search(&puzzle, &1).on_progress(|progress| {
    ///     if progress.stats.expanded > 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert_eq!(search.run().stop(), Some(Stop::Observer));
    /// ```
    pub fn on_progress<F>(self, closure: F) -> Search<'r, B, OnProgress<F>>
    where
        F: FnMut(&SearchProgress<P::Cost>) -> ControlFlow<()>,
    {
        self.observe(OnProgress(closure))
    }

    /// Runs the search until it is solved, proved unsolvable or stopped, and returns a report. If a limit or the
    /// observer stopped the search, another call continues it.
    ///
    /// Once the search is solved or proved unsolvable, further calls return the same report.
    pub fn run(&mut self) -> ReportOf<P> {
        let Self {
            puzzle,
            run,
            observer,
            course,
        } = self;
        course.run(&**puzzle, &mut **run, observer)
    }

    run_methods! {
        /// Runs the search like [`run`](Self::run), for about `time`. If this time is too short, the report has
        /// [`Stop::Slice`], and another call continues the search.
        ///
        /// The clock is read more often as the time runs out. If a state takes a few microseconds, the time is exceeded
        /// by less than a tenth of a millisecond; if it takes longer, by what a few states take. [Real
        /// time](crate::guide::real_time) has the exceptions.
        ///
        /// Each call that is given any time gets further. A depth-first search, such as IDA\*, first goes back along the
        /// path on which the last call ended; if that takes all of the time, the call goes on for as long again.
        ///
        /// If the limit on the total time, [`max_time`](Limits::max_time), is reached first, the report has
        /// [`Stop::Time`]. Where there is no clock, the report has [`Stop::NoClock`], unless you hand one in: see
        /// [`Limits::with_clock`].
        ///
        /// ```
        /// use std::time::Duration;
        /// use puzzle_search::{from_steps, BreadthFirst, Solver, Stop};
        ///
        /// let puzzle = from_steps(|&n: &u32| [2 * n, n + 1], |&n| n == 99);
        /// let mut search = BreadthFirst::new().search(&puzzle, &1);
        /// let report = loop {
        ///     let report = search.run_for(Duration::from_millis(5));
        ///     if report.stop() != Some(Stop::Slice) {
        ///         break report;
        ///     }
        /// };
        /// assert!(report.is_optimal());
        /// ```
        run_for: course.driver -> ReportOf<P>
    }

    /// Replaces the start states, so that the next run starts over. The search keeps its limits and its observer. Its
    /// counts and its time begin at zero.
    ///
    /// Restarting one search is faster than making new searches, since its memory is reused; but after a search of
    /// millions of states, a tiny one takes microseconds longer than a new one. After a panic in user code, a search
    /// cannot be restarted.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{BreadthFirst, Notation, Solver};
    ///
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let mut search = BreadthFirst::new().search(&puzzle, &puzzle.goal());
    /// for (text, moves) in [("4 5 0  1 2 3", 21), ("1 2 3  4 0 5", 1)] {
    ///     search.restart([puzzle.parse(text)?]);
    ///     assert_eq!(search.run().into_result()?.len(), moves);
    /// }
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn restart(&mut self, starts: impl IntoIterator<Item = P::State>) {
        // Collected before anything changes, since the iterator may panic.
        self.course.starts = starts.into_iter().collect();
        let Course {
            driver,
            proof,
            phase,
            ..
        } = &mut self.course;
        *phase = SearchPhase::New;
        driver.account.begin();
        *proof = Proof::default();
    }

    /// Replaces the puzzle and the start states, so that the next run starts over. The search keeps its limits and its
    /// observer. The guide has an example: [many units on one map](crate::guide::real_time#many-units).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use puzzle_search::puzzles::{Cell, Connectivity, Grid};
    /// use puzzle_search::{AStar, Search};
    ///
    /// let grid = Grid::new(".....\n.###.\n.....".parse()?, Connectivity::Four);
    /// let mut search = Search::new(&AStar::new(), Arc::new(grid.clone()), []);
    /// for (from, to, steps) in [((0, 0), (4, 2), 6), ((2, 0), (2, 2), 6), ((3, 2), (4, 0), 3)] {
    ///     let [from, to] = [from, to].map(|(x, y)| Cell::new(x, y));
    ///     search.restart_on(Arc::new(grid.clone().with_goals([to])?), [from]);
    ///     assert_eq!(search.run().solution().map(|route| route.len()), Some(steps));
    /// }
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn restart_on(&mut self, puzzle: B, starts: impl IntoIterator<Item = P::State>) {
        let starts: Vec<_> = starts.into_iter().collect();
        self.puzzle = puzzle;
        self.restart(starts);
    }

    /// Returns the start states, in the order in which they were given.
    #[must_use]
    pub fn starts(&self) -> &[P::State] {
        &self.course.starts
    }

    /// Returns how long the search has run so far, not counting pauses between runs. In a [loaded](Search::load)
    /// search, the time before it was saved is included. If there is no clock, the time is zero: see
    /// [`Limits::with_clock`].
    #[must_use]
    pub const fn elapsed(&self) -> Duration {
        self.course.driver.account.spent()
    }
}

impl<B: Deref<Target: Puzzle>, O> Debug for Search<'_, B, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("starts", &self.course.starts)
            .field("limits", &self.course.driver.limits)
            .field("phase", &self.course.phase)
            .finish_non_exhaustive()
    }
}
