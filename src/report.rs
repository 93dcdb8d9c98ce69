//! [`Report`]: the result of a search: its outcome, proved bounds and counts. [`Unsolved`]: the error if no solution
//! is reported. Invariant: a reported lower bound is proved, and a solution was replayed from its start.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use crate::account::{Stats, Stop, StopClass};
use crate::cost::Cost;
use crate::monitor::IterationCounts;
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::solvability::Reason;

/// What a search has proved about its solution.
///
/// ```
/// assert_eq!(puzzle_search::Guarantee::Optimal.to_string(), "proved optimal");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Guarantee {
    /// No path to a goal costs less than the solution.
    Optimal,
    /// No path to a goal has fewer moves than the solution, but one with more moves may cost less. If the
    /// [facts](crate::Facts::unit_costs) of the puzzle say that every edge costs one, the guarantee is `Optimal`.
    FewestMoves,
    /// The cost of the solution is at most the [lower bound](Report::lower_bound) times a factor, such as the weight of
    /// [`WeightedAStar`](crate::solvers::WeightedAStar). [`Report::factor`] returns the factor that is proved.
    Within,
    /// The solution is a path to a goal, but another path may cost less. The reason may be the solver, or a heuristic
    /// that is not [admissible](crate::Facts::admissible).
    ///
    /// ```
    /// use puzzle_search::heuristics::{Manhattan, Scaled};
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{AStar, BreadthFirst, Guarantee, Notation, Outcome, Puzzle, Solver};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Scaled::new(Manhattan, 3, 1));
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// let report = AStar::new().solve(&puzzle, &start);
    /// assert!(matches!(report.outcome, Outcome::Solved { guarantee: Guarantee::Unproved, .. }));
    /// assert_eq!(report.lower_bound, None);
    /// assert!(BreadthFirst::new().solve(&puzzle, &start).is_optimal()); // it uses no heuristic
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    Unproved,
}

impl fmt::Display for Guarantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Optimal => "proved optimal",
            Self::FewestMoves => "proved to have the fewest moves",
            Self::Within => "proved to be within a factor of the optimum",
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
    /// The search found a solution.
    Solved {
        /// The path to the goal.
        solution: Solution<M, C>,
        /// What is proved about the solution.
        guarantee: Guarantee,
    },
    /// It is proved that no goal can be reached.
    Unsolvable {
        /// Why no goal can be reached, in words.
        reason: Reason,
    },
    /// The search ended before it had decided whether there is a solution, or which solution is the best.
    /// [`Stop::can_go_on`] tells whether the search can be continued.
    Stopped {
        /// Why the search ended, for example which limit was reached.
        stop: Stop,
        /// The best solution found so far, not proved optimal; `None` if no solution was found yet.
        best: Option<Solution<M, C>>,
    },
}

impl<M: Clone, C: Copy> Outcome<M, C> {
    /// A copy without an incumbent, or an error if there is no memory for it.
    pub(crate) fn copied(&self) -> Result<Self, Stop> {
        Ok(match self {
            Self::Solved {
                solution,
                guarantee,
            } => Self::Solved {
                solution: solution.copied()?,
                guarantee: *guarantee,
            },
            Self::Unsolvable { reason } => Self::Unsolvable {
                reason: reason.clone(),
            },
            Self::Stopped { stop, .. } => Self::Stopped {
                stop: *stop,
                best: None,
            },
        })
    }
}

/// The result of a search: its outcome, the proved bound, its counts and its time.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{BreadthFirst, Limits, Outcome, Solver, Stop};
///
/// let puzzle = SlidingTiles::new(4, 4)?;
/// let start = puzzle.state(&[0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1])?;
/// let limits = Limits::new().max_expanded(1_000);
/// let report = BreadthFirst::new().search(&puzzle, &start).limits(limits).run();
/// assert!(matches!(report.outcome, Outcome::Stopped { stop: Stop::Expanded, .. }));
/// assert_eq!(report.stats.expanded, 1_000);
/// assert!(report.lower_bound >= Some(7));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
#[must_use]
pub struct Report<M, C> {
    /// How the search ended.
    pub outcome: Outcome<M, C>,
    /// A proved lower bound: no path to a goal costs less. The field is `None` if no bound was proved, or if no goal
    /// can be reached. A solver that counts moves proves bounds only if the puzzle declares
    /// [unit costs](crate::Facts::unit_costs). The field is also `None` if the search was stopped because the puzzle
    /// breaks a law on which bounds rely, such as by an edge of [negative cost](Stop::NegativeCost).
    pub lower_bound: Option<C>,
    /// The counts of what the search did.
    pub stats: Stats,
    /// The iterations of an iterative search such as IDA*; empty for other solvers. The last iteration may be
    /// incomplete.
    pub iterations: Vec<IterationCounts<C>>,
    /// The total time of all runs of the search, without the pauses. The field is `None` if there is no clock: see
    /// [`Limits::with_clock`](crate::Limits::with_clock).
    pub elapsed: Option<Duration>,
}

/// The [`Report`] of a search on a puzzle of type `P`.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{BreadthFirst, Notation, ReportOf, Solver};
///
/// fn line(report: &ReportOf<SlidingTiles>) -> Option<String> {
///     report.solution().map(|solution| format!("{solution} ({} moves)", solution.len()))
/// }
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let report = BreadthFirst::new().solve(&puzzle, &puzzle.parse("1 0  3 2")?);
/// assert_eq!(line(&report), Some("Down (1 moves)".into()));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub type ReportOf<P> = Report<<P as Puzzle>::Move, <P as Puzzle>::Cost>;

/// Two reports are equal if all their fields are, but for what varies from run to run: `elapsed` and the bytes among
/// the [counts](Stats).
///
/// ```
/// use puzzle_search::puzzles::Pancake;
/// use puzzle_search::{BreadthFirst, Solver};
///
/// let puzzle = Pancake::new(5)?;
/// let start = puzzle.state(&[2, 1, 4, 3, 5])?;
/// let search = || BreadthFirst::new().solve(&puzzle, &start);
/// assert_eq!(search(), search());
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
impl<M: PartialEq, C: PartialEq> PartialEq for Report<M, C> {
    fn eq(&self, other: &Self) -> bool {
        self.outcome == other.outcome
            && self.lower_bound == other.lower_bound
            && self.stats == other.stats
            && self.iterations == other.iterations
    }
}

impl<M: Eq, C: Eq> Eq for Report<M, C> {}

/// One line: how the search ended, what it proved, its counts and its time.
///
/// ```
/// use puzzle_search::puzzles::Pancake;
/// use puzzle_search::{BreadthFirst, Solver};
///
/// let puzzle = Pancake::new(5)?;
/// let report = BreadthFirst::new().solve(&puzzle, &puzzle.state(&[2, 1, 4, 3, 5])?);
/// assert!(report.to_string().starts_with("cost 3 in 3 moves, proved optimal; 10 expanded, 39 generated, "));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
impl<M, C: Copy + fmt::Display> fmt::Display for Report<M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = self.lower_bound.as_ref();
        match &self.outcome {
            Outcome::Solved {
                solution,
                guarantee,
            } => {
                let (cost, moves) = (solution.cost(), solution.len());
                write!(f, "cost {cost} in {moves} moves, {guarantee}")
            }
            Outcome::Unsolvable { reason } => write_unsolvable(reason, f),
            Outcome::Stopped { stop, best: None } => {
                write_stopped(*stop, bound.map(|bound| bound as &dyn fmt::Display), f)
            }
            Outcome::Stopped {
                stop,
                best: Some(best),
            } => {
                let (cost, moves) = (best.cost(), best.len());
                write!(f, "cost {cost} in {moves} moves so far: {stop}")?;
                bound.map_or(Ok(()), |bound| write!(f, " (none costs less than {bound})"))
            }
        }?;
        write!(f, "; {}", self.stats)?;
        match self.elapsed {
            Some(elapsed) => write!(f, "; {elapsed:.1?}"),
            None => Ok(()),
        }
    }
}

impl<M, C> Report<M, C> {
    /// Returns the solution, or an error that says why there is none. The result can be used with `?`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no solution, or if the search was stopped. A stopped search may have found a
    /// solution: see [`best`](Self::best).
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{BreadthFirst, Limits, Notation, Solver};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let start = puzzle.parse("1 2 3  4 5 6  0 7 8")?;
    /// assert_eq!(BreadthFirst::new().solve(&puzzle, &start).into_result()?.cost(), 2);
    ///
    /// let swapped = puzzle.parse("1 2 3  4 5 6  8 7 0")?;
    /// let no = BreadthFirst::new().solve(&puzzle, &swapped).into_result().expect_err("it is odd");
    /// assert!(no.to_string().starts_with("there is no solution: the permutation"));
    ///
    /// let limits = Limits::new().max_expanded(1);
    /// let report = BreadthFirst::new().search(&puzzle, &start).limits(limits).run();
    /// let gave_up = report.into_result().expect_err("it takes more");
    /// assert_eq!(
    ///     gave_up.to_string(),
    ///     "no solution was found: the limit on expanded states was reached (none costs less than 2)",
    /// );
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn into_result(self) -> Result<Solution<M, C>, Unsolved<C>> {
        match self.outcome {
            Outcome::Solved { solution, .. } => Ok(solution),
            Outcome::Unsolvable { reason } => Err(Unsolved::unsolvable(reason)),
            Outcome::Stopped { stop, .. } => Err(Unsolved::stopped(stop, self.lower_bound)),
        }
    }

    /// Returns the solution, or `None` if there is no solution or the search was stopped.
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

    /// Returns the cost of the [best](Self::best) solution divided by the lower bound; the best solution costs at most
    /// this factor times the optimum. Returns `None` if no solution or no bound was found, or if the bound is zero and
    /// the solution costs more than zero.
    ///
    /// ```
    /// use puzzle_search::solvers::GreedyBestFirst;
    /// use puzzle_search::{from_fn, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u32| [("+3", n + 3, 4_u32), ("+1", n + 1, 1)], |&n| n >= 12)
    ///     .with_heuristic(|&n| Some(12_u32.saturating_sub(n)));
    /// let report = GreedyBestFirst::new().solve(&puzzle, &0);
    /// assert_eq!((report.lower_bound, report.factor()), (Some(12), Some(16.0 / 12.0)));
    /// ```
    #[must_use]
    pub fn factor(&self) -> Option<f64>
    where
        C: Cost,
    {
        let (cost, bound) = (self.best()?.cost(), self.lower_bound?);
        if cost <= bound {
            return Some(1.0);
        }
        let factor = cost.to_f64()? / bound.to_f64()?;
        factor.is_finite().then_some(factor)
    }

    /// Returns what stopped the search, or `None` if the search was not stopped.
    #[must_use]
    pub const fn stop(&self) -> Option<Stop> {
        match &self.outcome {
            Outcome::Stopped { stop, .. } => Some(*stop),
            _ => None,
        }
    }

    /// Returns the solution or, if the search was stopped, the best solution found so far.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::observe::{Observer, SearchProgress};
    /// use puzzle_search::solvers::BranchAndBound;
    /// use puzzle_search::{from_fn, Puzzle, Solution, Solver};
    ///
    /// struct AnySolution;
    /// impl<S, M, C> Observer<S, M, C> for AnySolution {
    ///     fn incumbent(
    ///         &mut self,
    ///         _: &Solution<M, C>,
    ///         _: &SearchProgress<C>,
    ///     ) -> ControlFlow<()> {
    ///         ControlFlow::Break(())
    ///     }
    /// }
    ///
    /// let puzzle = from_fn(|&n: &u32| [("add", n + 1, 11_u32), ("double", 2 * n, 30)], |&n| n == 16)
    ///     .with_heuristic(|&n| (n <= 16).then_some(0));
    /// let report = BranchAndBound::new().search(&puzzle, &1).observe(AnySolution).run();
    /// assert!(report.solution().is_none()); // the search was stopped before the solution was proved optimal
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

    /// Returns whether a solution was found and proved to be a cheapest solution.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Solver, UniformCost};
    ///
    /// let puzzle = from_fn(|&n: &u32| [("halve", n / 2, 5_u32)], |&n| n == 0);
    /// assert!(UniformCost::new().solve(&puzzle, &9).is_optimal());
    /// assert!(!BreadthFirst::new().solve(&puzzle, &9).is_optimal()); // breadth-first search does not compare costs
    /// ```
    #[must_use]
    pub const fn is_optimal(&self) -> bool {
        let Outcome::Solved { guarantee, .. } = &self.outcome else {
            return false;
        };
        matches!(guarantee, Guarantee::Optimal)
    }

    /// Returns whether the search proved that no goal can be reached.
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

/// The error of [`Report::into_result`]: there is no solution, or the search was stopped.
///
/// ```
/// use puzzle_search::{from_fn, BreadthFirst, Solver};
///
/// let puzzle = from_fn(|&n: &u32| [("halve", n / 2, 1_u32)], |&n| n == 100);
/// let unsolved = BreadthFirst::new().solve(&puzzle, &7).into_result().expect_err("it gets smaller");
/// assert!(unsolved.stop().is_none() && unsolved.reason().is_some()); // a proof, not a limit, ended the search
/// // `Debug` prints the same sentence as `Display`: a `main` that returns this error ends with a readable message.
/// assert_eq!(format!("{unsolved:?}"), unsolved.to_string());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Unsolved<C> {
    why: Why<C>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Why<C> {
    Unsolvable(Reason),
    /// The stop, and the lower bound that was proved before.
    Stopped(Stop, Option<C>),
}

impl<C> Unsolved<C> {
    /// The error of a search that has proved that there is no solution.
    pub(crate) const fn unsolvable(reason: Reason) -> Self {
        let why = Why::Unsolvable(reason);
        Self { why }
    }

    /// The error of a search that was stopped after it had proved this lower bound.
    pub(crate) fn stopped(stop: Stop, bound: Option<C>) -> Self {
        let bound = if stop.refutes_bounds() { None } else { bound };
        let why = Why::Stopped(stop, bound);
        Self { why }
    }

    /// Returns what stopped the search, or `None` if it is proved that there is no solution.
    #[must_use]
    pub const fn stop(&self) -> Option<Stop> {
        match self.why {
            Why::Unsolvable(_) => None,
            Why::Stopped(stop, _) => Some(stop),
        }
    }

    /// Returns the lower bound that was proved before the search was stopped: no solution costs less.
    #[must_use]
    pub const fn lower_bound(&self) -> Option<&C> {
        match &self.why {
            Why::Stopped(_, Some(bound)) => Some(bound),
            _ => None,
        }
    }

    /// Returns why there is no solution, or `None` if a solution may exist.
    #[must_use]
    pub const fn reason(&self) -> Option<&Reason> {
        match &self.why {
            Why::Unsolvable(reason) => Some(reason),
            Why::Stopped(..) => None,
        }
    }
}

impl<C> Unsolved<C> {
    fn write(&self, f: &mut fmt::Formatter<'_>, bound: Option<&dyn fmt::Display>) -> fmt::Result {
        match &self.why {
            Why::Unsolvable(reason) => write_unsolvable(reason, f),
            Why::Stopped(stop, _) => write_stopped(*stop, bound, f),
        }
    }
}

// These functions do not depend on the type of costs, so they are compiled once.

fn write_unsolvable(reason: &Reason, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "there is no solution: {reason}")
}

fn write_stopped(
    stop: Stop,
    bound: Option<&dyn fmt::Display>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    match bound {
        _ if matches!(
            stop.class(),
            StopClass::Refusal | StopClass::UnsupportedLimits
        ) =>
        {
            write!(f, "the search was refused: {stop}")
        }
        None => write!(f, "no solution was found: {stop}"),
        Some(bound) => write!(
            f,
            "no solution was found: {stop} (none costs less than {bound})"
        ),
    }
}

impl<C: fmt::Display> fmt::Display for Unsolved<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(
            f,
            self.lower_bound().map(|bound| bound as &dyn fmt::Display),
        )
    }
}

/// Formats the same sentence as `Display`.
impl<C: fmt::Debug> fmt::Debug for Unsolved<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = self.lower_bound().map(|bound| format!("{bound:?}"));
        self.write(f, bound.as_ref().map(|bound| bound as &dyn fmt::Display))
    }
}

impl<C: fmt::Debug + fmt::Display> core::error::Error for Unsolved<C> {}
