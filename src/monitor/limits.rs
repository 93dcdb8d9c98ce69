//! [`Limits`]: how far a search may go; [`Stop`]: which limit ended it.

use alloc::sync::Arc;
use core::fmt;
use core::sync::atomic::AtomicBool;
use core::time::Duration;

/// How far a search may go. Without a limit it goes on until it is decided; zero is legal.
///
/// ```
/// use core::time::Duration;
/// use puzzle_search::Limits;
///
/// let limits = Limits::new()
///     .max_expanded(1_000_000)
///     .max_bytes(512 << 20)
///     .max_time(Duration::from_secs(10))
///     .max_cost(80_u32);
/// assert_eq!(limits.expanded, Some(1_000_000));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits<C = u32> {
    /// Most states to expand.
    pub expanded: Option<u64>,
    /// Most states to generate.
    pub generated: Option<u64>,
    /// Most states to store at one time.
    pub stored: Option<u64>,
    /// Most bytes to hold at one time in lists and tables.
    pub bytes: Option<usize>,
    /// Dearest solution to look for. Solvers that count moves instead of costs apply it to moves.
    pub cost: Option<C>,
    /// Longest time to search, looked at every few thousand states; ignored without feature `std`.
    pub time: Option<Duration>,
    /// Ends the search soon after it is set, from another thread or a signal handler.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl<C> Default for Limits<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C> Limits<C> {
    /// No limits. `C` is the puzzle's cost type.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            expanded: None,
            generated: None,
            stored: None,
            bytes: None,
            cost: None,
            time: None,
            cancel: None,
        }
    }

    /// At most so many states are expanded.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Limits, Monitor, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u32), ("+2", n + 2, 1)], |_| false);
    /// let mut monitor = Monitor::new().with_limits(Limits::new().max_expanded(10));
    /// assert_eq!(BreadthFirst::new().search(&puzzle, &0, &mut monitor).stats.expanded, 10);
    /// ```
    #[must_use]
    pub const fn max_expanded(mut self, states: u64) -> Self {
        self.expanded = Some(states);
        self
    }

    /// At most so many states are generated.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Limits, Monitor, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u32), ("+2", n + 2, 1)], |_| false);
    /// let mut monitor = Monitor::new().with_limits(Limits::new().max_generated(10));
    /// assert_eq!(BreadthFirst::new().search(&puzzle, &0, &mut monitor).stats.generated, 10);
    /// ```
    #[must_use]
    pub const fn max_generated(mut self, states: u64) -> Self {
        self.generated = Some(states);
        self
    }

    /// At most so many states are stored at one time.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Limits, Monitor, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u32), ("+2", n + 2, 1)], |_| false);
    /// let mut monitor = Monitor::new().with_limits(Limits::new().max_stored(10));
    /// assert_eq!(BreadthFirst::new().search(&puzzle, &0, &mut monitor).stats.peak_stored, 10);
    /// ```
    #[must_use]
    pub const fn max_stored(mut self, states: u64) -> Self {
        self.stored = Some(states);
        self
    }

    /// At most so many bytes are held at one time in lists and tables.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Limits, Monitor, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u32), ("+2", n + 2, 1)], |_| false);
    /// let mut monitor = Monitor::new().with_limits(Limits::new().max_bytes(100_000));
    /// assert!(BreadthFirst::new().search(&puzzle, &0, &mut monitor).stats.peak_bytes <= 100_000);
    /// ```
    #[must_use]
    pub const fn max_bytes(mut self, bytes: usize) -> Self {
        self.bytes = Some(bytes);
        self
    }

    /// No solution is looked for that costs more than this.
    ///
    /// ```
    /// use puzzle_search::{from_fn, Limits, Monitor, Outcome, Solver, Stop, UniformCost};
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 2_u32)], |&n| n == 10);
    /// let mut monitor = Monitor::new().with_limits(Limits::new().max_cost(19));
    /// let report = UniformCost::new().search(&puzzle, &0, &mut monitor);
    /// assert!(matches!(report.outcome, Outcome::Stopped { stop: Stop::Cost, .. }));
    /// assert_eq!(report.lower_bound, Some(20));
    /// ```
    #[must_use]
    pub fn max_cost(mut self, cost: C) -> Self {
        self.cost = Some(cost);
        self
    }

    /// The search takes hardly longer than this.
    ///
    /// ```
    /// use core::time::Duration;
    /// use puzzle_search::{from_fn, IterativeDeepening, Limits, Monitor, Outcome, Solver, Stop};
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u64), ("0", 0, 1)], |_| false); // goes on for ever
    /// let mut monitor = Monitor::new().with_limits(Limits::new().max_time(Duration::from_millis(1)));
    /// # if cfg!(feature = "std") {
    /// let report = IterativeDeepening::new().search(&puzzle, &0, &mut monitor);
    /// assert!(matches!(report.outcome, Outcome::Stopped { stop: Stop::Time, .. }));
    /// # }
    /// ```
    #[must_use]
    pub const fn max_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// The search ends soon after this flag is set.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use std::sync::Arc;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{BreadthFirst, Limits, Monitor, Outcome, Solver, Stop};
    ///
    /// let flag = Arc::new(AtomicBool::new(true)); // another thread would set it later
    /// let mut monitor = Monitor::new().with_limits(Limits::new().with_cancel(flag.clone()));
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let start = puzzle.state(&[0, 1, 3, 2])?;
    /// let report = BreadthFirst::new().search(&puzzle, &start, &mut monitor);
    /// assert!(matches!(report.outcome, Outcome::Stopped { stop: Stop::Cancelled, .. }));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[must_use]
    pub fn with_cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }
}

/// What ended a search before it was decided.
///
/// ```
/// assert_eq!(puzzle_search::Stop::Time.to_string(), "the time limit was reached");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// The limit on expanded states.
    Expanded,
    /// The limit on generated states.
    Generated,
    /// The limit on stored states.
    Stored,
    /// The limit on bytes.
    Bytes,
    /// The limit on the cost: no solution costs that little, as far as the heuristic is
    /// [admissible](crate::Puzzle::is_admissible).
    Cost,
    /// The time limit.
    Time,
    /// The cancel flag was set.
    Cancelled,
    /// The observer answered `Break`.
    Observer,
    /// The allocator had no more memory.
    OutOfMemory,
    /// More states than 32-bit indices can tell apart.
    TooManyStates,
    /// The cost of a path exceeds the range of the cost type.
    CostOverflow,
    /// A depth-first solver met an edge of cost zero: cycles of such edges would never end.
    ZeroCostEdge,
    /// An edge that the search went along is not there when the path is replayed: the puzzle breaks
    /// a law, see [`laws::check`](crate::laws::check).
    MissingEdge,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Expanded => "the limit on expanded states was reached",
            Self::Generated => "the limit on generated states was reached",
            Self::Stored => "the limit on stored states was reached",
            Self::Bytes => "the limit on memory was reached",
            Self::Cost => "no solution was found within the limit on the cost",
            Self::Time => "the time limit was reached",
            Self::Cancelled => "the search was cancelled",
            Self::Observer => "the observer ended the search",
            Self::OutOfMemory => "no more memory could be allocated",
            Self::TooManyStates => "there are more states than 32-bit indices can tell apart",
            Self::CostOverflow => "the cost of a path exceeds the range of the cost type",
            Self::ZeroCostEdge => {
                "a depth-first solver met an edge of cost zero, which it cannot bound"
            }
            Self::MissingEdge => {
                "the neighbors of a state were not the same when asked for again, or do not agree \
                 with its predecessors"
            }
        })
    }
}

impl core::error::Error for Stop {}
