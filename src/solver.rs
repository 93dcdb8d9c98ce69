//! [`Solver`]: one entry point for every algorithm, and the [`Report`] it answers with.

use alloc::boxed::Box;
use core::fmt;
use core::time::Duration;

use crate::monitor::{Monitor, Stats, Stop};
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::solvability::{Reason, Solvability};

/// A search algorithm, ready to be used on puzzles of type `P`.
///
/// All solvers share this signature, so that one can be swapped for another; `dyn Solver<P>` works,
/// and so do references and boxes.
/// A solver value is its configuration: it holds no working state and can be used again.
///
/// To write one, implement [`run`](Self::run): count with the [`Monitor`], whose methods end the
/// search through `?` when a limit is reached. See `CONTRIBUTING.md` and the solvers in
/// [`search`](crate::search).
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, BreadthFirst, IdaStar, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.state(&[8, 1, 3, 4, 0, 2, 7, 6, 5])?;
/// let solvers: [&dyn Solver<_>; 3] = [&BreadthFirst::new(), &AStar::new(), &IdaStar::new()];
/// for solver in solvers {
///     let report = solver.solve(&puzzle, &start);
///     assert_eq!(report.solution().map(|s| s.cost()), Some(14));
/// }
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
pub trait Solver<P: Puzzle> {
    /// The algorithm itself, for [`search`](Self::search) to call when `start` is not a goal and
    /// not known to be unsolvable; the root is counted as generated already.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that one of the monitor's methods answered.
    ///
    /// ```
    /// use puzzle_search::{from_fn, Guarantee, Monitor, Puzzle, Reason, Solution, Solver, Stop, Verdict};
    ///
    /// /// Tries a single move.
    /// struct OneMove;
    /// impl<P: Puzzle> Solver<P> for OneMove {
    ///     fn run(
    ///         &self,
    ///         puzzle: &P,
    ///         start: &P::State,
    ///         monitor: &mut Monitor<'_, P>,
    ///     ) -> Result<Verdict<P::Move, P::Cost>, Stop> {
    ///         monitor.expand(start, num_traits::zero())?;
    ///         let mut edges = puzzle.neighbors(start).into_iter();
    ///         Ok(match edges.find(|edge| puzzle.is_goal(&edge.state)) {
    ///             Some(edge) => {
    ///                 let solution = Solution::new(vec![edge.mv], edge.cost);
    ///                 Verdict::Solved(solution, Guarantee::FewestMoves)
    ///             }
    ///             None => Verdict::Unsolvable(Reason::new("one move does not lead there")),
    ///         })
    ///     }
    /// }
    ///
    /// # use puzzle_search::num_traits;
    /// let puzzle = from_fn(|&n: &u8| [("+1", n + 1, 1_u32), ("+2", n + 2, 1)], |&n| n == 2);
    /// assert_eq!(OneMove.solve(&puzzle, &0).solution().map(|found| found.to_string()), Some("+2".into()));
    /// ```
    fn run(
        &self,
        puzzle: &P,
        start: &P::State,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Verdict<P::Move, P::Cost>, Stop>;

    /// Whether it relies on [`Puzzle::heuristic`]. Then nothing is proved of its solutions where that
    /// is not [admissible](Puzzle::is_admissible); the default is the safe answer.
    fn is_informed(&self) -> bool {
        true
    }

    /// Searches from `start` within the monitor's limits.
    ///
    /// A start that is a goal is solved under any limits; one that
    /// [`solvability`](Puzzle::solvability) rules out is reported as unsolvable without a search.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{BreadthFirst, Limits, Monitor, Solver};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let mut monitor = Monitor::new().with_limits(Limits::new().max_expanded(0));
    /// assert!(BreadthFirst::new().search(&puzzle, &puzzle.goal(), &mut monitor).is_optimal());
    /// let odd = puzzle.parse("1 2 3  4 5 6  8 7 0")?;
    /// assert!(BreadthFirst::new().search(&puzzle, &odd, &mut monitor).is_unsolvable());
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    fn search(&self, puzzle: &P, start: &P::State, monitor: &mut Monitor<'_, P>) -> ReportFor<P> {
        monitor.begin();
        monitor.trust_bounds(!self.is_informed() || puzzle.is_admissible());
        if puzzle.is_goal(start) {
            monitor.count_root(puzzle, start);
            let verdict = Verdict::Solved(Solution::empty(), Guarantee::Optimal);
            return monitor.report(puzzle, Ok(verdict));
        }
        if let Solvability::Unsolvable(reason) = puzzle.solvability(start) {
            return monitor.report(puzzle, Ok(Verdict::Unsolvable(reason)));
        }
        let verdict = monitor
            .generate_root(puzzle, start)
            .and_then(|()| self.run(puzzle, start, monitor));
        monitor.report(puzzle, verdict)
    }

    /// Searches from `start` without limits.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u32| [("halve", n / 2, 1_u32)], |&n| n == 0);
    /// assert_eq!(BreadthFirst::new().solve(&puzzle, &9).solution().map(|found| found.len()), Some(4));
    /// ```
    fn solve(&self, puzzle: &P, start: &P::State) -> ReportFor<P> {
        self.search(puzzle, start, &mut Monitor::new())
    }
}

macro_rules! forward_solver {
    ($($pointer:ty),+) => {$(
        impl<P: Puzzle, S: Solver<P> + ?Sized> Solver<P> for $pointer {
            fn run(
                &self,
                puzzle: &P,
                start: &P::State,
                monitor: &mut Monitor<'_, P>,
            ) -> Result<Verdict<P::Move, P::Cost>, Stop> {
                (**self).run(puzzle, start, monitor)
            }

            fn is_informed(&self) -> bool {
                (**self).is_informed()
            }

            fn search(
                &self,
                puzzle: &P,
                start: &P::State,
                monitor: &mut Monitor<'_, P>,
            ) -> ReportFor<P> {
                (**self).search(puzzle, start, monitor)
            }

            fn solve(&self, puzzle: &P, start: &P::State) -> ReportFor<P> {
                (**self).solve(puzzle, start)
            }
        }
    )+};
}

forward_solver!(&S, Box<S>);

/// How a search ended that no limit stopped; see [`Solver::run`].
///
/// ```
/// use puzzle_search::{Guarantee, Solution, Verdict};
///
/// let verdict = Verdict::Solved(Solution::new(vec!['L'], 1_u32), Guarantee::Optimal);
/// assert_ne!(verdict, Verdict::exhausted());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M, C> {
    /// A solution and what is known of it.
    Solved(Solution<M, C>, Guarantee),
    /// No goal can be reached.
    Unsolvable(Reason),
}

impl<M, C> Verdict<M, C> {
    /// The verdict of a solver that has seen every state that can be reached.
    ///
    /// ```
    /// use puzzle_search::Verdict;
    ///
    /// let Verdict::Unsolvable(reason) = Verdict::<char, u32>::exhausted() else {
    ///     panic!("it is one of unsolvability");
    /// };
    /// assert!(reason.to_string().starts_with("every state that can be reached was searched"));
    /// ```
    #[must_use]
    pub fn exhausted() -> Self {
        Self::Unsolvable(Reason::new(
            "every state that can be reached was searched and none is a goal",
        ))
    }

    /// The verdict on a start that has no number where every state that can reach a goal has one.
    ///
    /// ```
    /// use puzzle_search::Verdict;
    ///
    /// assert_ne!(Verdict::<char, u32>::unnumbered(), Verdict::exhausted());
    /// ```
    #[must_use]
    pub fn unnumbered() -> Self {
        Self::Unsolvable(Reason::new(
            "the start is not among the numbered states, and every state that can reach a goal is",
        ))
    }

    /// The verdict on a start that the heuristic knows to be a dead end.
    ///
    /// ```
    /// use puzzle_search::{from_fn, AStar, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u32| [("+1", n + 1, 1_u32)], |&n| n == 9)
    ///     .with_heuristic(|&n| (n <= 9).then_some(0));
    /// assert!(AStar::new().solve(&puzzle, &10).is_unsolvable()); // by this verdict
    /// ```
    #[must_use]
    pub fn dead_end() -> Self {
        Self::Unsolvable(Reason::new(
            "the heuristic proves the start to be a dead end",
        ))
    }
}

/// What is proved of a solution.
///
/// ```
/// assert_eq!(puzzle_search::Guarantee::Optimal.to_string(), "proved optimal");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Guarantee {
    /// No path to a goal costs less.
    Optimal,
    /// No path to a goal has fewer moves; on edges of different cost one may cost less. A puzzle
    /// that says so with [`has_unit_costs`](Puzzle::has_unit_costs) gets `Optimal` instead.
    FewestMoves,
    /// It is a path to a goal, and one may cost less: the solver relied on a heuristic that is not
    /// [admissible](Puzzle::is_admissible).
    ///
    /// ```
    /// use puzzle_search::heuristics::{Manhattan, Scaled};
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{AStar, BreadthFirst, Guarantee, Outcome, Puzzle, Solver};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Scaled::new(Manhattan, 3, 1));
    /// let start = puzzle.state(&[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
    /// let report = AStar::new().solve(&puzzle, &start);
    /// assert!(matches!(report.outcome, Outcome::Solved { guarantee: Guarantee::Unproved, .. }));
    /// assert_eq!(report.lower_bound, None);
    /// assert!(BreadthFirst::new().solve(&puzzle, &start).is_optimal()); // it uses no heuristic
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    Unproved,
}

impl fmt::Display for Guarantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Optimal => "proved optimal",
            Self::FewestMoves => "proved to have the fewest moves",
            Self::Unproved => "not proved optimal",
        })
    }
}

/// How a search ended.
///
/// ```
/// use puzzle_search::{from_fn, BreadthFirst, Outcome, Solver};
///
/// let puzzle = from_fn(|&n: &u32| [("halve", n / 2, 1_u32)], |&n| n == 0);
/// match BreadthFirst::new().solve(&puzzle, &9).outcome {
///     Outcome::Solved { solution, .. } => assert_eq!(solution.len(), 4),
///     Outcome::Unsolvable { reason } => panic!("{reason}"),
///     Outcome::Stopped { stop, .. } => panic!("{stop}"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<M, C> {
    /// A goal was reached.
    Solved {
        /// The path.
        solution: Solution<M, C>,
        /// What is proved of it.
        guarantee: Guarantee,
    },
    /// It is proved that no goal can be reached.
    Unsolvable {
        /// The proof in words.
        reason: Reason,
    },
    /// A limit ended the search before it was decided.
    Stopped {
        /// Which limit.
        stop: Stop,
        /// The best solution found so far, not proved to be optimal.
        best: Option<Solution<M, C>>,
    },
}

/// What a search found, proved and cost.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{BreadthFirst, Limits, Monitor, Outcome, Solver, Stop};
///
/// let puzzle = SlidingTiles::new(4, 4)?;
/// let start = puzzle.state(&[0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1])?;
/// let mut monitor = Monitor::new().with_limits(Limits::new().max_expanded(1_000));
/// let report = BreadthFirst::new().search(&puzzle, &start, &mut monitor);
/// assert!(matches!(report.outcome, Outcome::Stopped { stop: Stop::Expanded, .. }));
/// assert_eq!(report.stats.expanded, 1_000);
/// assert!(report.lower_bound >= Some(7));
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
#[must_use]
pub struct Report<M, C> {
    /// How the search ended.
    pub outcome: Outcome<M, C>,
    /// No path to a goal costs less than this; `None` if nothing was proved (unsolvable starts
    /// among them). Equals the cost of an optimal solution.
    pub lower_bound: Option<C>,
    /// What the search did.
    pub stats: Stats<C>,
    /// How long it took; `None` without a clock (feature `std`).
    pub elapsed: Option<Duration>,
}

/// The [`Report`] of a search on puzzle `P`.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{BreadthFirst, ReportFor, Solver};
///
/// fn line(report: &ReportFor<SlidingTiles>) -> Option<String> {
///     report.solution().map(|solution| format!("{solution} ({} moves)", solution.len()))
/// }
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let report = BreadthFirst::new().solve(&puzzle, &puzzle.parse("1 0  3 2")?);
/// assert_eq!(line(&report), Some("Down (1 moves)".into()));
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
pub type ReportFor<P> = Report<<P as Puzzle>::Move, <P as Puzzle>::Cost>;

/// Reports of the same search are equal: how long it took is not compared.
///
/// ```
/// use puzzle_search::puzzles::Pancake;
/// use puzzle_search::{BreadthFirst, Solver};
///
/// let puzzle = Pancake::new(5)?;
/// let start = puzzle.state(&[2, 1, 4, 3, 5])?;
/// let search = || BreadthFirst::new().solve(&puzzle, &start);
/// assert_eq!(search(), search());
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
impl<M: PartialEq, C: PartialEq> PartialEq for Report<M, C> {
    fn eq(&self, other: &Self) -> bool {
        self.outcome == other.outcome
            && self.lower_bound == other.lower_bound
            && self.stats == other.stats
    }
}

impl<M: Eq, C: Eq> Eq for Report<M, C> {}

impl<M, C> Report<M, C> {
    /// The solution, if the search was not stopped before it was decided.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u32| [("halve", n / 2, 1_u32)], |&n| n == 0);
    /// let report = BreadthFirst::new().solve(&puzzle, &9);
    /// assert_eq!(report.solution().map(|solution| solution.cost()), Some(4));
    /// ```
    #[must_use]
    pub const fn solution(&self) -> Option<&Solution<M, C>> {
        match &self.outcome {
            Outcome::Solved { solution, .. } => Some(solution),
            _ => None,
        }
    }

    /// [The solution](Self::solution) itself.
    ///
    /// ```
    /// use puzzle_search::puzzles::Pancake;
    /// use puzzle_search::{BreadthFirst, Solver};
    ///
    /// let puzzle = Pancake::new(3)?;
    /// let start = puzzle.state(&[3, 2, 1])?;
    /// let solution = BreadthFirst::new().solve(&puzzle, &start).into_solution();
    /// assert_eq!(solution.map(|solution| solution.to_string()).as_deref(), Some("3"));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[must_use]
    pub fn into_solution(self) -> Option<Solution<M, C>> {
        match self.outcome {
            Outcome::Solved { solution, .. } => Some(solution),
            _ => None,
        }
    }

    /// [The best solution](Self::best) itself.
    #[must_use]
    pub fn into_best(self) -> Option<Solution<M, C>> {
        match self.outcome {
            Outcome::Solved { solution, .. } => Some(solution),
            Outcome::Stopped { best, .. } => best,
            Outcome::Unsolvable { .. } => None,
        }
    }

    /// Which limit ended the search, if one did.
    #[must_use]
    pub const fn stop(&self) -> Option<Stop> {
        match &self.outcome {
            Outcome::Stopped { stop, .. } => Some(*stop),
            _ => None,
        }
    }

    /// Why no goal can be reached, if that is proved.
    #[must_use]
    pub const fn reason(&self) -> Option<&Reason> {
        match &self.outcome {
            Outcome::Unsolvable { reason } => Some(reason),
            _ => None,
        }
    }

    /// The best solution there is: of a stopped search, the best one found so far.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::{from_fn, BranchAndBound, Monitor, Observer, Puzzle, Solver};
    ///
    /// struct AnySolution;
    /// impl<P: Puzzle> Observer<P> for AnySolution {
    ///     fn incumbent(&mut self, _: P::Cost) -> ControlFlow<()> {
    ///         ControlFlow::Break(())
    ///     }
    /// }
    ///
    /// let puzzle = from_fn(|&n: &u32| [("add", n + 1, 11_u32), ("double", 2 * n, 30)], |&n| n == 16)
    ///     .with_heuristic(|&n| (n <= 16).then_some(0));
    /// let mut observer = AnySolution;
    /// let mut monitor = Monitor::new().with_observer(&mut observer);
    /// let report = BranchAndBound::new().search(&puzzle, &1, &mut monitor);
    /// assert!(report.solution().is_none()); // stopped before it was proved optimal
    /// assert!(report.best().is_some_and(|best| best.verify(&puzzle, &1).is_ok()));
    /// ```
    #[must_use]
    pub const fn best(&self) -> Option<&Solution<M, C>> {
        match &self.outcome {
            Outcome::Solved { solution, .. } => Some(solution),
            Outcome::Stopped { best, .. } => best.as_ref(),
            Outcome::Unsolvable { .. } => None,
        }
    }

    /// Whether a solution was found and proved to be a cheapest one.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Solver, UniformCost};
    ///
    /// let puzzle = from_fn(|&n: &u32| [("halve", n / 2, 5_u32)], |&n| n == 0);
    /// assert!(UniformCost::new().solve(&puzzle, &9).is_optimal());
    /// assert!(!BreadthFirst::new().solve(&puzzle, &9).is_optimal()); // it has looked at moves only
    /// ```
    #[must_use]
    pub const fn is_optimal(&self) -> bool {
        let Outcome::Solved { guarantee, .. } = &self.outcome else {
            return false;
        };
        matches!(guarantee, Guarantee::Optimal)
    }

    /// Whether it is proved that no goal can be reached.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u32| [("halve", n / 2, 1_u32)], |&n| n == 10);
    /// assert!(BreadthFirst::new().solve(&puzzle, &9).is_unsolvable());
    /// ```
    #[must_use]
    pub const fn is_unsolvable(&self) -> bool {
        matches!(self.outcome, Outcome::Unsolvable { .. })
    }
}
