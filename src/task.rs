//! [`Task`]: a computation, such as an enumeration or the build of a table, that can be limited, observed, stopped and
//! resumed. The type names no puzzle, only the result.
//!
//! Invariant: the progress of a task is in its [`Job`], and the limits, the number of threads and the counts so far are
//! in its driver. So a run after a stop goes on where the last one ended, with the counts of all runs.

use alloc::boxed::Box;
use core::fmt::{self, Debug};
use core::ops::ControlFlow;
use core::time::Duration;

use crate::account::{
    Layer, Limits, Meter, OnLayer, OnProgress, Stats, Stop, TaskObserver, TaskProgress,
};
use crate::driver::{Driver, run_methods};
use crate::report::{Outcome, Unsolved};

/// A computation that returns a `T` when it is [run](Self::run), such as an enumeration of states or the build of a
/// table.
///
/// Like a [`Search`](crate::Search), a task can be given limits and be observed. If a limit has stopped a task, run it
/// again to continue. Tasks that look for several solutions are [queries](crate::answers::Query).
///
/// A task can be sent to another thread, such as one that builds a table in the background of a game.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::Enumerate;
/// use puzzle_search::{Limits, Stop};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let mut task = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]).limits(Limits::new().max_moves(4));
/// let census = task.run()?;
/// assert_eq!((census.stop, census.layers), (Some(Stop::Moves), vec![1, 2, 4, 8, 16]));
/// task.set_limits(Limits::new());
/// assert_eq!(task.run()?.states(), 181_440);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[must_use = "a task does nothing until it is run"]
pub struct Task<'a, T, O = ()> {
    job: Box<dyn Job<Output = T> + 'a>,
    /// Makes the result of a run that was stopped before the job began.
    stopped: fn(Stop) -> T,
    observer: O,
    driver: Driver,
}

/// The work of a task, which can be stopped and resumed. Its fields keep its progress.
pub(crate) trait Job: Send {
    type Output;

    /// Begins the work, or resumes it after a stop.
    fn run(&mut self, meter: &mut Meter<'_>) -> Self::Output;
}

/// A job by a closure, which keeps its progress in the variables that it captures.
struct Closure<F>(F);

impl<T, F: FnMut(&mut Meter<'_>) -> T + Send> Job for Closure<F> {
    type Output = T;

    fn run(&mut self, meter: &mut Meter<'_>) -> T {
        self.0(meter)
    }
}

impl<'a, T, E: From<Stop> + 'a> Task<'a, Result<T, E>> {
    /// Returns a task that calls `work`. The closure charges its steps to the [`Meter`], returns the meter's errors
    /// with `?`, and keeps its progress in variables that it captures: if the task was stopped, the next run calls the
    /// closure again, on the same account. After a result, the next run begins a new account, and the closure has to
    /// start over.
    ///
    /// To build a table, see [`job`](crate::job).
    ///
    /// ```
    /// use puzzle_search::job::Meter;
    /// use puzzle_search::{Limits, Stop, Task};
    ///
    /// // The first square that ends in 444.
    /// let mut n = 0_u64;
    /// let mut task = Task::from_fn(|meter: &mut Meter<'_>| {
    ///     while n * n % 1_000 != 444 {
    ///         meter.expand(1)?;
    ///         n += 1;
    ///     }
    ///     Ok::<_, Stop>(std::mem::take(&mut n))
    /// });
    /// task.set_limits(Limits::new().max_expanded(30));
    /// assert_eq!(task.run(), Err(Stop::Expanded));
    /// task.set_limits(Limits::new());
    /// assert_eq!((task.run(), task.stats().expanded), (Ok(38), 38));
    /// ```
    pub fn from_fn(work: impl FnMut(&mut Meter<'_>) -> Result<T, E> + Send + 'a) -> Self
    where
        T: 'a,
    {
        let (mut work, mut is_begun) = (work, false);
        Self {
            job: Box::new(Closure(move |meter: &mut Meter<'_>| {
                if !is_begun {
                    meter.begin();
                }
                let end = work(meter);
                is_begun = end.is_err();
                end
            })),
            stopped: |stop| Err(stop.into()),
            observer: (),
            driver: Driver::default(),
        }
    }
}

impl<'a, T> Task<'a, T> {
    pub(crate) fn new(work: impl FnMut(&mut Meter<'_>) -> T + Send + 'a) -> Self
    where
        T: Stopped,
    {
        Self::of(Closure(work))
    }

    pub(crate) fn of(job: impl Job<Output = T> + 'a) -> Self
    where
        T: Stopped,
    {
        Self {
            job: Box::new(job),
            stopped: T::stopped,
            observer: (),
            driver: Driver::default(),
        }
    }
}

impl<'a, T, O: TaskObserver> Task<'a, T, O> {
    run_methods! {
        limits: driver
    }

    /// Returns this task with its work divided among `threads` threads (feature `std`). A task that cannot be divided
    /// runs on one thread. The result is the same for any number of threads, unless the page of the task says
    /// otherwise.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let census = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]).threads(2).run()?;
    /// assert_eq!(census.states(), 181_440);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn threads(mut self, threads: usize) -> Self {
        self.driver.account.set_threads(threads);
        self
    }

    /// Returns this task with its observer replaced by `observer`.
    pub fn observe<N: TaskObserver>(self, observer: N) -> Task<'a, T, N> {
        Task {
            job: self.job,
            stopped: self.stopped,
            observer,
            driver: self.driver,
        }
    }

    /// Returns this task with its observer replaced by a closure, which is called with the progress. If the closure
    /// returns `Break`, the run ends.
    pub fn on_progress<F>(self, closure: F) -> Task<'a, T, OnProgress<F>>
    where
        F: FnMut(&TaskProgress) -> ControlFlow<()>,
    {
        self.observe(OnProgress(closure))
    }

    /// Returns this task with its observer replaced by a closure, which is called with each
    /// [layer](TaskObserver::layer) that is complete. If the closure returns `Break`, the run ends.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let (puzzle, mut lines) = (SlidingTiles::new(2, 2)?, vec![]);
    /// let task = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]);
    /// let mut task = task.on_layer(|layer| {
    ///     lines.push(format!("{} after {} moves", layer.states, layer.depth));
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(task.run()?.states(), 12);
    /// drop(task);
    /// assert_eq!(lines[..2], ["1 after 0 moves", "2 after 1 moves"]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn on_layer(
        self,
        closure: impl FnMut(&Layer) -> ControlFlow<()>,
    ) -> Task<'a, T, impl TaskObserver> {
        self.observe(OnLayer(closure))
    }

    /// Runs the task until it is done or stopped, and returns the result. If the task was stopped, the next call
    /// continues it. If it was done, the next call starts over.
    pub fn run(&mut self) -> T {
        let (job, observer) = (&mut self.job, &mut self.observer);
        let driver = &mut self.driver;
        let end =
            driver.drive(|limits, account| job.run(&mut Meter::new(account, limits, observer)));
        end.unwrap_or_else(self.stopped)
    }

    run_methods! {
        /// Runs the task like [`run`](Self::run), for about `time`. If this time is too short, the result says that
        /// [`Stop::Slice`] has stopped the task, and another call continues it. Where there is no clock, it says
        /// [`Stop::NoClock`], unless you hand one in: see [`Limits::with_clock`].
        ///
        /// The time may be exceeded by more than that of a search, by tens of milliseconds where a table of millions of
        /// states grows. The enumerations on disk and by several processes, and the builds of tables, may look at the
        /// clock only once for each layer.
        ///
        /// ```
        /// use std::time::Duration;
        /// use puzzle_search::puzzles::SlidingTiles;
        /// use puzzle_search::space::Enumerate;
        /// use puzzle_search::Stop;
        ///
        /// let puzzle = SlidingTiles::new(2, 3)?;
        /// let mut task = Enumerate::new().count_by_hashing(&puzzle, [puzzle.goal()]);
        /// let census = loop {
        ///     let census = task.run_for(Duration::from_millis(5));
        ///     if census.stop != Some(Stop::Slice) {
        ///         break census;
        ///     }
        /// };
        /// assert_eq!(census.states(), 360);
        /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
        /// ```
        run_for: driver -> T
    }
}

impl<T, O> Debug for Task<'_, T, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task")
            .field("limits", &self.driver.limits)
            .finish_non_exhaustive()
    }
}

/// A result that can say why a task did not begin.
pub(crate) trait Stopped {
    fn stopped(stop: Stop) -> Self;
}

impl<M, C> Stopped for Outcome<M, C> {
    fn stopped(stop: Stop) -> Self {
        Self::Stopped { stop, best: None }
    }
}

impl<T, C> Stopped for Result<T, Unsolved<C>> {
    fn stopped(stop: Stop) -> Self {
        Err(Unsolved::stopped(stop, None))
    }
}
