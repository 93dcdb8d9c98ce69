//! [`Limits`]: the limits on states, memory, moves and time; [`Limited`]: the limited amounts that threads share.
//! Invariant: a limit of `None` is no limit, and no step is taken that would make a count exceed its limit.

use alloc::sync::Arc;
use core::sync::atomic::AtomicBool;
use core::time::Duration;

use super::clock::OwnClock;
use super::stop::Stop;

/// The limits at which a search or a [task](crate::Task) stops: on states, memory, moves and time. A flag can cancel
/// it. A limit on the cost is a setting of the search itself: see [`Search::max_cost`](crate::Search::max_cost).
///
/// By default there are no limits: a search continues until it has found a solution or proved that there is none.
///
/// ```
/// use core::time::Duration;
/// use puzzle_search::Limits;
///
/// let limits = Limits::new()
///     .max_expanded(1_000_000)
///     .max_bytes(512 << 20)
///     .max_time(Duration::from_secs(10));
/// assert_eq!(limits.expanded, Some(1_000_000));
/// ```
///
/// # Limits that change
///
/// Limits, and the limit on the cost, can be replaced between two runs of a [`Search`](crate::Search), a
/// [`Task`](crate::Task), a [`Query`](crate::answers::Query) or [`Distances`](crate::answers::Distances). In all of
/// them:
///
/// * Limits on counts and time apply to the totals of all runs. If a limit is lower than the count so far, the next run
///   stops at once. Lower limits on stored states and bytes free nothing, but refuse whatever is added.
/// * A lower limit on cost or moves holds from then on: no answer found after that exceeds it, and no lower bound is
///   raised past it, since paths that exceed it are left out.
/// * If paths were left out and the limit is raised or removed, the next run starts over. After any other change, the
///   work continues; only [`Distances`](crate::answers::Distances) and the queries start over with a lower limit too.
/// * The [clock](Self::with_clock) and the [cancel flag](Self::with_cancel) stay as they are, unless the new limits
///   have others. Work that was cancelled continues once its flag is cleared.
/// * If the outcome of a `Search` is *solved* or *unsolvable*, a further run returns it again, whatever the limits are.
///   A task or a query that is done starts over.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum number of states to expand.
    pub expanded: Option<u64>,
    /// The maximum number of states to generate.
    pub generated: Option<u64>,
    /// The maximum number of states to store at one time.
    pub stored: Option<u64>,
    /// The maximum number of bytes that lists and tables may use at one time.
    pub bytes: Option<usize>,
    /// The maximum number of moves of a solution.
    pub moves: Option<u64>,
    /// The maximum time to search.
    pub time: Option<Duration>,
    pub(crate) clock: Option<OwnClock>,
    /// A flag that another thread or a signal handler can set. The search ends soon after.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Creates a value in which no limit is set.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            expanded: None,
            generated: None,
            stored: None,
            bytes: None,
            moves: None,
            time: None,
            clock: None,
            cancel: None,
        }
    }

    /// Limits the number of states that are expanded.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Limits, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u32), ("+2", n + 2, 1)], |_| false);
    /// let limits = Limits::new().max_expanded(10);
    /// assert_eq!(BreadthFirst::new().search(&puzzle, &0).limits(limits).run().stats.expanded, 10);
    /// ```
    #[must_use]
    pub const fn max_expanded(mut self, states: u64) -> Self {
        self.expanded = Some(states);
        self
    }

    /// Limits the number of states that are generated. The search may stop a few states below the limit.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Limits, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u32), ("+2", n + 2, 1)], |_| false);
    /// let limits = Limits::new().max_generated(10);
    /// let stats = BreadthFirst::new().search(&puzzle, &0).limits(limits).run().stats;
    /// assert_eq!(stats.generated, 9); // the start, and the two children of four states
    /// ```
    #[must_use]
    pub const fn max_generated(mut self, states: u64) -> Self {
        self.generated = Some(states);
        self
    }

    /// Limits the number of states that are stored at one time.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Limits, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u32), ("+2", n + 2, 1)], |_| false);
    /// let limits = Limits::new().max_stored(10);
    /// assert_eq!(BreadthFirst::new().search(&puzzle, &0).limits(limits).run().stats.peak_stored, 10);
    /// ```
    #[must_use]
    pub const fn max_stored(mut self, states: u64) -> Self {
        self.stored = Some(states);
        self
    }

    /// Limits the number of bytes that lists and tables use at one time.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Limits, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u32), ("+2", n + 2, 1)], |_| false);
    /// let limits = Limits::new().max_bytes(100_000);
    /// assert!(BreadthFirst::new().search(&puzzle, &0).limits(limits).run().stats.peak_bytes <= 100_000);
    /// ```
    #[must_use]
    pub const fn max_bytes(mut self, bytes: usize) -> Self {
        self.bytes = Some(bytes);
        self
    }

    /// Limits the search to solutions of at most `moves` moves.
    ///
    /// Breadth-first solvers support this limit but not [`max_cost`](crate::Search::max_cost). Most other solvers
    /// support `max_cost` but not this limit. If the puzzle's facts say that all edges [cost
    /// one](crate::Facts::unit_costs), all these solvers support both limits, which then mean the same: the search ends
    /// with [`Stop::Cost`](crate::Stop::Cost). If the solver does not support a limit, the search ends with
    /// [`Stop::UnsupportedLimit`](crate::Stop::UnsupportedLimit).
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Limits, Solver, Stop, UniformCost};
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 2_u32)], |&n| n == 10);
    /// let limits = Limits::new().max_moves(9);
    /// let report = BreadthFirst::new().search(&puzzle, &0).limits(limits.clone()).run();
    /// assert_eq!(report.stop(), Some(Stop::Moves));
    /// let report = UniformCost::new().search(&puzzle, &0).limits(limits).run();
    /// assert_eq!(report.stop(), Some(Stop::UnsupportedLimit));
    /// ```
    #[must_use]
    pub const fn max_moves(mut self, moves: u64) -> Self {
        self.moves = Some(moves);
        self
    }

    /// Limits the wall-clock time of all runs of a search together, without the pauses between the runs. A search reads
    /// the clock at least every few thousand states. The build of a table reads it at least once for each layer.
    ///
    /// Where there is no clock, the limit ends the search with [`Stop::NoClock`](crate::Stop::NoClock) before it
    /// starts, unless you hand in a clock with [`with_clock`](Self::with_clock). There is none without the feature
    /// `std`, and none on the target `wasm32-unknown-unknown`.
    ///
    /// ```
    /// use core::time::Duration;
    /// use puzzle_search::solvers::IterativeDeepening;
    /// use puzzle_search::{from_fn, Limits, Solver, Stop};
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u64), ("0", 0, 1)], |_| false); // an infinite space
    /// let limits = Limits::new().max_time(Duration::from_millis(1));
    /// let report = IterativeDeepening::new().search(&puzzle, &0).limits(limits).run();
    /// let has_clock = cfg!(feature = "std");
    /// assert_eq!(report.stop(), Some(if has_clock { Stop::Time } else { Stop::NoClock }));
    /// ```
    #[must_use]
    pub const fn max_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Makes the search measure time by the function `now`, and not by the clock of the machine. This function returns
    /// the time since a fixed moment, such as the start of the program, and never goes backward. It serves the limit on
    /// the [time](Self::max_time), [`run_for`](crate::Search::run_for) and [`elapsed`](crate::Report::elapsed).
    ///
    /// It stays when the limits are [replaced](Self#limits-that-change) by others without a clock.
    ///
    /// You need this method where there is no clock, for example [in a
    /// browser](crate::guide::web_and_async#webassembly), and in tests of your own that are to be deterministic.
    ///
    /// ```
    /// use core::sync::atomic::{AtomicU64, Ordering};
    /// use core::time::Duration;
    /// use puzzle_search::{from_fn, BreadthFirst, Limits, Solver, Stop};
    ///
    /// static TICKS: AtomicU64 = AtomicU64::new(0);
    /// // Each look at this clock takes a millisecond.
    /// let now = || Duration::from_millis(TICKS.fetch_add(1, Ordering::Relaxed));
    /// let limits = Limits::new().with_clock(now).max_time(Duration::from_millis(20));
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u32), ("double", 2 * n, 1)], |_| false);
    /// let report = BreadthFirst::new().search(&puzzle, &1).limits(limits).run();
    /// assert_eq!(report.stop(), Some(Stop::Time));
    /// assert!(report.elapsed >= Some(Duration::from_millis(20)));
    /// ```
    #[must_use]
    pub fn with_clock(mut self, now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        self.clock = Some(OwnClock::new(now));
        self
    }

    /// Adds a flag. The search ends soon after the flag is set. The flag stays when the limits are
    /// [replaced](Self#limits-that-change) by others without one. A [`Task`](crate::Task) that keeps its result in a
    /// file does not check the flag while it reads, writes or checks the file.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use std::sync::Arc;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{BreadthFirst, Limits, Solver, Stop};
    ///
    /// let flag = Arc::new(AtomicBool::new(true)); // another thread would set it later
    /// let limits = Limits::new().with_cancel(Arc::clone(&flag));
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let start = puzzle.state(&[0, 1, 3, 2])?;
    /// let report = BreadthFirst::new().search(&puzzle, &start).limits(limits).run();
    /// assert_eq!(report.stop(), Some(Stop::Cancelled));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn with_cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }
}

/// A limited amount that all threads of a search spend together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limited {
    Expanded,
    Generated,
    Stored,
    Bytes,
}

impl Limits {
    /// These limits with another one on moves.
    pub(crate) fn with_moves(&self, moves: Option<u64>) -> Self {
        Self {
            moves,
            ..self.clone()
        }
    }
}

impl Limited {
    pub(crate) const ALL: [Self; 4] = [Self::Expanded, Self::Generated, Self::Stored, Self::Bytes];

    /// The stop at the limit.
    pub(crate) const fn stop(self) -> Stop {
        match self {
            Self::Expanded => Stop::Expanded,
            Self::Generated => Stop::Generated,
            Self::Stored => Stop::Stored,
            Self::Bytes => Stop::Bytes,
        }
    }
}

impl Limits {
    /// The limit on an amount.
    #[inline(always)]
    pub(crate) const fn on(&self, limited: Limited) -> Option<u64> {
        match limited {
            Limited::Expanded => self.expanded,
            Limited::Generated => self.generated,
            Limited::Stored => self.stored,
            Limited::Bytes => match self.bytes {
                Some(bytes) => Some(bytes as u64),
                None => None,
            },
        }
    }

    /// Sets the limit on an amount.
    #[cfg(feature = "std")]
    pub(crate) fn set(&mut self, limited: Limited, most: Option<u64>) {
        match limited {
            Limited::Expanded => self.expanded = most,
            Limited::Generated => self.generated = most,
            Limited::Stored => self.stored = most,
            Limited::Bytes => self.bytes = most.map(|most| most as usize),
        }
    }

    /// How much more of an amount may be spent, if `spent` is spent already.
    #[inline(always)]
    pub(crate) const fn room(&self, limited: Limited, spent: u64) -> u64 {
        match self.on(limited) {
            Some(most) => most.saturating_sub(spent),
            None => u64::MAX,
        }
    }

    /// Returns the stop if `spent` in all is beyond the limit on an amount.
    #[inline(always)]
    pub(crate) const fn admit(&self, limited: Limited, spent: u64) -> Result<(), Stop> {
        match self.on(limited) {
            Some(most) if spent > most => Err(limited.stop()),
            _ => Ok(()),
        }
    }
}
