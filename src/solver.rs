//! [`Solver`], what a search is asked of, and [`Algorithm`] and [`Run`], what one is made of.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::account::Stop;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::portable::Portable;
use crate::report::{Guarantee, ReportOf, Unsolved};
use crate::search::{BorrowedSearch, SavedRun, SavedSolver, Search};
use crate::solvability::Reason;

/// A search algorithm with its settings, ready to be used on puzzles of type `P`.
///
/// All solvers have these methods, so that one solver can be exchanged for another. The trait can be used as
/// `dyn Solver<P>`. A solver contains only settings; the data of a running search is in its [`Search`]. To write a
/// solver of your own, implement [`Algorithm`].
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
    /// Searches from a start without limits, until a solution is found or it is proved that there is none.
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
    fn solve(&self, puzzle: &P, start: &P::State) -> ReportOf<P>;

    /// Returns the states of a cheapest path, from the start to the goal, and its cost. Searches as
    /// [`solve`](Self::solve) does: if the solver does not prove its solutions optimal, such as
    /// [`GreedyBestFirst`](crate::GreedyBestFirst), the path need not be a cheapest one.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no solution, or if the search was stopped, for example because a cost overflows.
    ///
    /// Also returns an error if the solver [counts moves](Self::counts_moves) and the puzzle's facts do not say that
    /// every edge [costs one](crate::Facts::unit_costs): a path with the fewest moves may not be a cheapest one. Choose
    /// a solver that compares costs, such as [`UniformCost`](crate::UniformCost). If you want the fewest moves, call
    /// `solve`.
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
    /// assert_eq!((fewest.len(), fewest.cost()), (5, 13));
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    fn path(&self, puzzle: &P, start: &P::State) -> Result<PathOf<P>, Unsolved<P::Cost>> {
        path_of(cheapest(self, puzzle, start)?, puzzle, start)
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
    fn search<'a>(&self, puzzle: &'a P, start: &P::State) -> BorrowedSearch<'a, P>
    where
        Self: 'a;

    /// Returns whether the solver uses the puzzle's heuristic.
    fn is_informed(&self) -> bool;

    /// Returns whether the solver looks for a path with the fewest moves, instead of a path of least cost.
    fn counts_moves(&self) -> bool;

    /// The state of a search of which the type is forgotten.
    #[doc(hidden)]
    fn begin_boxed<'r>(&self) -> Box<dyn Run<P> + 'r>
    where
        P: 'r,
        Self: 'r;
}

/// A search for what is cheapest: a solver that counts moves is refused where the fewest may cost more.
fn cheapest<P: Puzzle, A: Solver<P> + ?Sized>(
    solver: &A,
    puzzle: &P,
    start: &P::State,
) -> Result<ReportOf<P>, Unsolved<P::Cost>> {
    if solver.counts_moves() && !puzzle.facts().unit_costs {
        return Err(Unsolved::gave_up(Stop::UnitCostsUnknown, None));
    }
    Ok(solver.solve(puzzle, start))
}

/// The states of the solution that was found, and what it costs.
fn path_of<P: Puzzle>(
    report: ReportOf<P>,
    puzzle: &P,
    start: &P::State,
) -> Result<PathOf<P>, Unsolved<P::Cost>> {
    let bound = report.lower_bound;
    let solution = report.into_result()?;
    match solution.states(puzzle, start) {
        Ok(states) => Ok((states, solution.cost())),
        Err(error) => Err(Unsolved::gave_up(Stop::Replay(error.into()), bound)),
    }
}

impl<P: Puzzle, A: Algorithm<P>> Solver<P> for A {
    fn solve(&self, puzzle: &P, start: &P::State) -> ReportOf<P> {
        // Boxed, so that the protocol is compiled once for a puzzle and not for each solver.
        self.search(puzzle, start).run()
    }

    fn search<'a>(&self, puzzle: &'a P, start: &P::State) -> BorrowedSearch<'a, P>
    where
        Self: 'a,
    {
        let facts = (Algorithm::is_informed(self), Algorithm::counts_moves(self));
        Search::boxed(Box::new(self.begin()), facts, puzzle, start)
    }

    fn is_informed(&self) -> bool {
        Algorithm::is_informed(self)
    }

    fn counts_moves(&self) -> bool {
        Algorithm::counts_moves(self)
    }

    fn begin_boxed<'r>(&self) -> Box<dyn Run<P> + 'r>
    where
        P: 'r,
        Self: 'r,
    {
        Box::new(self.begin())
    }
}

/// The trait to implement for a solver of your own. An `Algorithm` contains the solver's settings and creates a
/// [`Run`], which does the searching. Every `Algorithm` is a [`Solver`].
///
/// See [`Monitor`](crate::Monitor) for a complete example. To test a solver, call
/// [`laws::check_solver`](crate::laws::check_solver).
pub trait Algorithm<P: Puzzle> {
    /// The data of a running search, such as its open and closed lists.
    type Run: Run<P>;

    /// Returns the data of a new search, which has no start states yet.
    fn begin(&self) -> Self::Run;

    /// Returns whether the solver uses the puzzle's heuristic; true by default. If it does, and the
    /// [facts](crate::Facts::admissible) of the puzzle say that the heuristic is not admissible, a search reports its
    /// solutions as [not proved optimal](crate::Guarantee::Unproved).
    fn is_informed(&self) -> bool {
        true
    }

    /// Returns whether the solver looks for a path with the fewest moves, instead of a path of least cost; false by
    /// default.
    ///
    /// A solver that counts moves accepts the limit [`max_moves`](crate::Limits::max_moves) but not
    /// [`max_cost`](crate::Search::max_cost), and other solvers accept `max_cost` but not `max_moves`. If the puzzle's
    /// [facts](crate::Facts::unit_costs) say that all edges cost one, both kinds of solvers accept both limits.
    fn counts_moves(&self) -> bool {
        false
    }
}

/// The data of a running search, such as its open and closed lists. The puzzle is not part of the data, but is passed
/// to each call of [`advance`](Self::advance).
pub trait Run<P: Puzzle> {
    /// Begins a search from `starts`, and forgets an earlier search. Do not count the starts as generated: the caller
    /// has done so. No start is a goal, and none is `Unsolvable` according to [`Puzzle::solvability`].
    fn start(&mut self, starts: Vec<P::State>);

    /// Continues the search until the result is known or the search is stopped. After a stop, another call has to
    /// continue as if there had been no stop. After a verdict, another call has to return the same verdict.
    ///
    /// # Errors
    ///
    /// If a method of the monitor returns a [`Stop`] as its error, `advance` returns the same `Stop`. If the solver
    /// cannot search this puzzle, `advance` returns the `Stop` that names the reason.
    fn advance(&mut self, puzzle: &P, monitor: &mut MonitorOf<'_, P>)
    -> Result<VerdictOf<P>, Stop>;

    /// Returns whether paths were left out because they exceed the limit on the cost; false by default. If so, and if
    /// the limit is raised or removed before the next run, [`start`](Self::start) is called again.
    fn has_cut(&self) -> bool {
        false
    }
}

impl<P: Puzzle, R: Run<P> + ?Sized> Run<P> for Box<R> {
    fn start(&mut self, starts: Vec<P::State>) {
        (**self).start(starts);
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        (**self).advance(puzzle, monitor)
    }

    fn has_cut(&self) -> bool {
        (**self).has_cut()
    }
}

impl<P: Puzzle, A: Algorithm<P>> Algorithm<P> for &A {
    type Run = A::Run;

    fn begin(&self) -> A::Run {
        (**self).begin()
    }

    fn is_informed(&self) -> bool {
        Algorithm::is_informed(*self)
    }

    fn counts_moves(&self) -> bool {
        Algorithm::counts_moves(*self)
    }
}

macro_rules! forgotten {
    ($bound:ident, $run:ident, $begin:ident: $($pointer:ty),+) => {$(
        impl<'s, P: $bound + 's> Algorithm<P> for $pointer {
            type Run = Box<dyn $run<P> + 's>;

            fn begin(&self) -> Self::Run {
                (**self).$begin()
            }

            fn is_informed(&self) -> bool {
                (**self).is_informed()
            }

            fn counts_moves(&self) -> bool {
                (**self).counts_moves()
            }
        }
    )+};
}

forgotten!(Puzzle, Run, begin_boxed:
    &(dyn Solver<P> + 's),
    Box<dyn Solver<P> + 's>,
    Box<dyn Solver<P> + Send + 's>,
    Box<dyn Solver<P> + Send + Sync + 's>
);
forgotten!(Portable, SavedRun, begin_saved:
    &(dyn SavedSolver<P> + 's),
    Box<dyn SavedSolver<P> + 's>
);

/// The states of a path, and what it costs.
type PathOf<P> = (Vec<<P as Puzzle>::State>, <P as Puzzle>::Cost);

/// What a [`Run`] returns when its search is complete: a path to a goal, or the proof that no goal can be reached. `S`,
/// `M` and `C` are the types of states, moves and costs.
///
/// A path is checked: if it does not lead from a start to a goal along edges of the puzzle, or if its cost is wrong,
/// the search ends with [`Stop::Replay`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict<S, M, C> {
    /// A path from a start to a goal, given as a list of states. The solver need not know the moves.
    Path {
        /// The states, from a start to a goal.
        states: Vec<S>,
        /// What is proved about the path.
        guarantee: Guarantee,
    },
    /// A path from a start to a goal, given as a list of moves.
    Moves {
        /// The index of the start among the starts given to [`Run::start`].
        start: usize,
        /// The moves, first move first.
        moves: Vec<M>,
        /// The cost of all moves together.
        cost: C,
        /// What is proved about the path.
        guarantee: Guarantee,
    },
    /// The result is the incumbent: the best of the solutions that were given to
    /// [`Monitor::improve`](crate::Monitor::improve). The [`Guarantee`] says what is proved about this solution.
    Incumbent(Guarantee),
    /// No goal can be reached; the [`Reason`] says why.
    Unsolvable(Reason),
}

/// The [`Verdict`] of a [`Run`] on a puzzle of type `P`.
pub type VerdictOf<P> = Verdict<<P as Puzzle>::State, <P as Puzzle>::Move, <P as Puzzle>::Cost>;

impl<S, M, C> Verdict<S, M, C> {
    /// Returns a verdict of the variant [`Path`](Self::Path).
    #[must_use]
    pub const fn path(states: Vec<S>, guarantee: Guarantee) -> Self {
        Self::Path { states, guarantee }
    }

    /// Returns the verdict that no goal can be reached, because every state that can be reached was searched.
    #[must_use]
    pub fn exhausted() -> Self {
        Self::Unsolvable(Reason::new(
            "every state that can be reached was searched and none is a goal",
        ))
    }

    /// The heuristic says that no goal can be reached from the start.
    pub(crate) fn dead_end() -> Self {
        Self::Unsolvable(Reason::new(
            "the heuristic proves the start to be a dead end",
        ))
    }
}
