//! [`Task`]: work in layers that can be limited, watched, stopped and taken up again.

use alloc::boxed::Box;
use core::fmt::{self, Debug};
use core::ops::ControlFlow;
use core::time::Duration;

use crate::account::{Limits, Stats, Stop};
use crate::monitor::{Ledger, Monitor, Observer, OnProgress, Progress};
use crate::puzzle::Puzzle;
use crate::report::{Outcome, Unsolved};

/// A computation that returns a `T` when it is [run](Self::run), such as an enumeration of states or the build of a
/// table.
///
/// Like a [`Search`](crate::Search), a task can be given limits and an observer. If a limit has stopped a task, run it
/// again to continue.
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
pub struct Task<'a, P: Puzzle, T, O = ()> {
    work: Box<Work<'a, P, T>>,
    stopped: fn(Stop) -> T,
    /// The work is under way, or was when user code panicked.
    is_running: bool,
    limits: Limits<P::Cost>,
    /// What the limits mean to the work, or why it does not support one of them.
    effective: Option<Box<Effective<'a, P>>>,
    observer: O,
    ledger: Ledger<P::Move, P::Cost>,
    threads: usize,
    /// The time that a run is given.
    slice: Option<Duration>,
}

/// What limits mean to some work.
type Effective<'a, P> =
    dyn Fn(&Limits<<P as Puzzle>::Cost>) -> Result<Limits<<P as Puzzle>::Cost>, Stop> + 'a;

/// Begins, or goes on where it was stopped.
type Work<'a, P, T> = dyn FnMut(&mut Monitor<'_, P>) -> T + 'a;

impl<'a, P: Puzzle, T> Task<'a, P, T> {
    pub(crate) fn new(work: impl FnMut(&mut Monitor<'_, P>) -> T + 'a) -> Self
    where
        T: Stopped,
    {
        Self {
            work: Box::new(work),
            stopped: T::stopped,
            is_running: false,
            limits: Limits::new(),
            effective: None,
            observer: (),
            ledger: Ledger::default(),
            threads: 1,
            slice: None,
        }
    }

    /// Holds the work to what its limits mean where moves are counted, or costs are added up.
    pub(crate) fn hold_to(
        mut self,
        effective: impl Fn(&Limits<P::Cost>) -> Result<Limits<P::Cost>, Stop> + 'a,
    ) -> Self {
        self.effective = Some(Box::new(effective));
        self
    }
}

impl<'a, P: Puzzle, T, O: Observer<P>> Task<'a, P, T, O> {
    /// Returns this task with its limits replaced by `limits`.
    pub fn limits(mut self, limits: Limits<P::Cost>) -> Self {
        self.set_limits(limits);
        self
    }

    /// Replaces the limits of the task, for the next runs: see [limits that
    /// change](crate::Limits#limits-that-change).
    pub fn set_limits(&mut self, limits: Limits<P::Cost>) {
        self.limits = limits;
    }

    /// Returns this task with its work divided among `threads` threads (feature `std`). A task that cannot be divided
    /// runs on one thread. The result is the same for any number of threads.
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
        self.threads = threads;
        self
    }

    /// Returns this task with its observer replaced by `observer`.
    pub fn observe<N: Observer<P>>(self, observer: N) -> Task<'a, P, T, N> {
        Task {
            work: self.work,
            stopped: self.stopped,
            is_running: self.is_running,
            limits: self.limits,
            effective: self.effective,
            observer,
            ledger: self.ledger,
            threads: self.threads,
            slice: self.slice,
        }
    }

    /// Returns this task with its observer replaced by a closure, which is called with the progress. If the closure
    /// returns `Break`, the run ends.
    pub fn on_progress<F>(self, closure: F) -> Task<'a, P, T, OnProgress<F>>
    where
        F: FnMut(&Progress<'_, P::Cost>) -> ControlFlow<()>,
    {
        self.observe(OnProgress(closure))
    }

    /// Runs the task until it is done or stopped, and returns the result. If the task was stopped, the next call
    /// continues it. If it was done, the next call starts over.
    pub fn run(&mut self) -> T {
        // What the panic left half done would be taken for whole.
        if core::mem::replace(&mut self.is_running, true) {
            return (self.stopped)(Stop::Panicked);
        }
        let limits = match &self.effective {
            Some(effective) => effective(&self.limits),
            None => Ok(self.limits.clone()),
        };
        let limits = match limits {
            Ok(limits) => limits,
            Err(stop) => {
                self.is_running = false;
                return (self.stopped)(stop);
            }
        };
        let mut monitor = Monitor::new(&limits, &mut self.observer, &mut self.ledger, &[]);
        monitor.set_threads(self.threads);
        monitor.run_for(self.slice);
        let answer = (self.work)(&mut monitor);
        monitor.finish();
        self.is_running = false;
        answer
    }

    /// Runs the task as [`run`](Self::run) does, but for at most `time`. If this time is too short, the result says
    /// that [`Stop::Time`] has stopped the task, and another call continues it. Where there is no clock, it says
    /// [`Stop::NoClock`], unless you hand one in: see [`Limits::with_clock`].
    ///
    /// The enumerations on disk and by several processes, and the builds of tables, may look at the clock only once for
    /// each layer.
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
    ///     if census.stop != Some(Stop::Time) {
    ///         break census;
    ///     }
    /// };
    /// assert_eq!(census.states(), 360);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn run_for(&mut self, time: Duration) -> T {
        self.slice = Some(time);
        let answer = self.run();
        self.slice = None;
        answer
    }

    /// Returns the time that all runs of the task took, without the pauses; zero if there is no clock.
    #[must_use]
    pub const fn elapsed(&self) -> Duration {
        self.ledger.spent()
    }

    /// Returns the counts of what the task has done so far.
    #[must_use]
    pub fn stats(&self) -> Stats<P::Cost> {
        self.ledger.stats()
    }

    /// Returns the observer.
    #[must_use]
    pub const fn observer(&self) -> &O {
        &self.observer
    }
}

impl<P: Puzzle, T, O> Debug for Task<'_, P, T, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// What a task returns if it cannot go on.
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
        Err(Unsolved::gave_up(stop, None))
    }
}

/// Work that is kept between two runs of a task, from where it was stopped.
#[derive(Debug)]
pub(crate) struct Begun<T>(Option<T>);

impl<T> Begun<T> {
    pub(crate) const NOT_YET: Self = Self(None);

    /// Begins, or goes on with what was begun; returns it when it is done.
    pub(crate) fn finish<X: ?Sized, E>(
        &mut self,
        with: &mut X,
        begin: impl FnOnce(&mut X) -> Result<T, E>,
        go_on: impl FnOnce(&mut T, &mut X) -> Result<(), E>,
    ) -> Result<T, E> {
        let mut work = match self.0.take() {
            Some(work) => work,
            None => begin(with)?,
        };
        match go_on(&mut work, with) {
            Ok(()) => Ok(work),
            Err(stop) => {
                self.0 = Some(work);
                Err(stop)
            }
        }
    }
}
