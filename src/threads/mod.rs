//! [`Threads`], and fork-join work on scoped threads of the standard library. Only this file starts threads for work;
//! the processes of a cluster also have threads that read and write their connections.
//!
//! The caller gives the number of threads. One of them is the caller's, which *leads*; the others *help*. Work is
//! divided into many small items, which the threads take from one queue, so work stealing would gain nothing.
//!
//! Invariant: when a call returns, all its helpers have ended. A panic of one thread stops the others, and is then
//! raised again in the caller's thread.

#[cfg(feature = "std")]
pub(crate) mod sync;
#[cfg(feature = "std")]
pub(crate) mod team;

#[cfg(feature = "std")]
pub(crate) use crew::{Crew, MOST_THREADS, fork_join};

use crate::account::{Meter, Stop};

/// A solver whose work is divided among threads, made by a method `threads`, such as
/// [`IdaStar::threads`](crate::IdaStar::threads).
///
/// The puzzle must be `Sync`, and its states must be `Send`. For depth-first searches, moves must be `Send` too; for
/// breadth-first searches, states must also be `Sync`. Without the feature `std`, all work is done on one thread.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::solvers::Threads;
/// use puzzle_search::{IdaStar, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let solver: Threads<IdaStar> = IdaStar::new().threads(2);
/// let start = puzzle.puzzle().state(&[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// assert_eq!(solver.solve(&puzzle, &start).outcome, IdaStar::new().solve(&puzzle, &start).outcome);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threads<A> {
    /// The solver.
    pub(crate) of: A,
    pub(crate) threads: usize,
}

/// Work divided among threads.
impl Meter<'_> {
    /// Calls `work` with each of `items`, divided among the [threads](crate::Task::threads) of the task, and returns
    /// the sum of the results, at most `u64::MAX`. A thread takes one item after the other, so there should be some
    /// dozens of items for each thread, and the work on an item should take longer than a microsecond. Without feature
    /// `std`, this thread does everything.
    ///
    /// The clock and the cancel flag are not looked at until all items are done.
    ///
    /// # Panics
    ///
    /// Panics if `work` does.
    ///
    /// ```
    /// use puzzle_search::Task;
    /// use puzzle_search::job::{BuildError, Meter};
    ///
    /// let mut sum = Task::from_fn(|meter: &mut Meter<'_>| Ok::<_, BuildError>(meter.divide(1..=100, |n| n * n)));
    /// assert_eq!(sum.threads(2).run()?, 338_350);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn divide<T: Send>(
        &self,
        items: impl Iterator<Item = T> + Send,
        work: impl Fn(T) -> u64 + Sync,
    ) -> u64 {
        parallel_for(self.threads(), items, work, || Ok(())).0
    }
}

/// Fork-join: calls `work` on all items, on `threads` threads. Returns the sum of the results, and the stop if there
/// was one.
///
/// This thread takes part, and calls `look` after each of its items; after a stop, no thread begins another item.
/// Without feature `std`, this thread does everything.
pub(crate) fn parallel_for<T: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> u64 + Sync,
    mut look: impl FnMut() -> Result<(), Stop>,
) -> (u64, Result<(), Stop>) {
    #[cfg(feature = "std")]
    if threads > 1 {
        let threads = items.size_hint().1.unwrap_or(threads).min(threads);
        let queue = std::sync::Mutex::new(items);
        let step = || {
            let item = queue.lock().ok()?.next()?;
            Some(work(item))
        };
        return step_by_threads(threads, &step, &mut look);
    }
    let _ = threads;
    let mut sum = 0;
    for item in items {
        sum = u64::saturating_add(sum, work(item));
        if let Err(stop) = look() {
            return (sum, Err(stop));
        }
    }
    (sum, Ok(()))
}

/// Calls `step` on all threads until it returns `None`; compiled once for all work.
#[cfg(feature = "std")]
fn step_by_threads(
    threads: usize,
    step: &(dyn Fn() -> Option<u64> + Sync),
    look: &mut dyn FnMut() -> Result<(), Stop>,
) -> (u64, Result<(), Stop>) {
    let next = |crew: &Crew| if crew.is_stopped() { None } else { step() };
    let help = |_, crew: &Crew| core::iter::from_fn(|| next(crew)).fold(0, u64::saturating_add);
    let lead = |crew: &Crew| {
        let mut sum = 0;
        while let Some(done) = next(crew) {
            sum = u64::saturating_add(sum, done);
            if let Err(stop) = look() {
                crew.stop();
                return (sum, Err(stop));
            }
        }
        (sum, Ok(()))
    };
    let ((sum, end), helped) = fork_join(threads, help, lead);
    (helped.into_iter().fold(sum, u64::saturating_add), end)
}

#[cfg(feature = "std")]
mod crew {
    use alloc::vec::Vec;
    use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use core::time::Duration;
    use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
    use std::thread::{Builder, available_parallelism};

    /// More threads than any machine has cores.
    pub(crate) const MOST_THREADS: usize = 1_024;

    /// The threads of a call of [`fork_join`].
    pub(crate) struct Crew {
        stopped: AtomicBool,
        /// The number of helpers that have not ended.
        helpers: Mutex<usize>,
        gone: Condvar,
        /// The number of threads, once all have started.
        size: AtomicUsize,
    }

    impl Crew {
        /// Asks all threads to end soon.
        pub(crate) fn stop(&self) {
            self.stopped.store(true, Ordering::Relaxed);
        }

        /// Whether all threads are to end soon, also because one has panicked.
        pub(crate) fn is_stopped(&self) -> bool {
            self.stopped.load(Ordering::Relaxed)
        }

        /// The number of threads, for the leader to ask. Others may ask before all have started.
        pub(crate) fn size(&self) -> usize {
            self.size.load(Ordering::Relaxed)
        }

        /// How often a thread looks for work before it sleeps: `looks` times if each thread has a core of its own, and
        /// otherwise a few times, since looking would take time from the threads that work.
        pub(crate) fn looks(&self, looks: u32) -> u32 {
            const FEW: u32 = 16;
            static CORES: OnceLock<usize> = OnceLock::new();
            let cores = || available_parallelism().map_or(MOST_THREADS, usize::from);
            if self.size() > *CORES.get_or_init(cores) {
                looks.min(FEW)
            } else {
                looks
            }
        }

        /// Waits at most `time` for the helpers to end; returns whether all have.
        pub(crate) fn are_gone_in(&self, time: Duration) -> bool {
            let helpers = self.helpers.lock().unwrap_or_else(PoisonError::into_inner);
            // This comes first because without a clock, where there are no helpers, waiting would panic.
            if *helpers == 0 {
                return true;
            }
            let waited = self
                .gone
                .wait_timeout_while(helpers, time, |left| *left > 0);
            *waited.unwrap_or_else(PoisonError::into_inner).0 == 0
        }

        /// Runs `work`, and stops the other threads if it panics.
        fn work(&self, duty: Duty, work: impl FnOnce(&Self)) {
            let mut at_work = AtWork {
                crew: self,
                duty,
                panics: true,
            };
            work(self);
            at_work.panics = false;
        }

        fn count(&self, change: impl FnOnce(&mut usize)) {
            change(&mut self.helpers.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Duty {
        Lead,
        Help,
    }

    /// Notes on drop that a thread has ended its work, and whether by a panic.
    struct AtWork<'c> {
        crew: &'c Crew,
        duty: Duty,
        panics: bool,
    }

    impl Drop for AtWork<'_> {
        fn drop(&mut self) {
            if self.panics {
                self.crew.stop();
            }
            if self.duty == Duty::Help {
                self.crew.count(|left| *left -= 1);
                self.crew.gone.notify_all();
            }
        }
    }

    /// Runs `lead` on this thread and `help` on the others, numbered from 1. There are `threads` threads, or fewer if
    /// the system has no more. Returns the results of the leader and of each helper. A panic in one of them stops the
    /// others and is raised again here.
    pub(crate) fn fork_join<T: Send, R>(
        threads: usize,
        help: impl Fn(usize, &Crew) -> T + Sync,
        lead: impl FnOnce(&Crew) -> R,
    ) -> (R, Vec<T>) {
        let mut done = Vec::new();
        done.resize_with(threads.min(MOST_THREADS).saturating_sub(1), || None);
        let done = Mutex::new(done);
        let (mut lead, mut led) = (Some(lead), None);
        work(
            threads,
            &|at, crew| {
                let helped = help(at, crew);
                done.lock().unwrap_or_else(PoisonError::into_inner)[at - 1] = Some(helped);
            },
            &mut |crew| led = lead.take().map(|lead| lead(crew)),
        );
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut helped = Vec::with_capacity(done.len());
        for one in done {
            helped.extend(one);
        }
        (led.expect("the leader has led"), helped)
    }

    /// The part of [`fork_join`] that does not depend on the types of the results, so that it is compiled once.
    fn work(threads: usize, help: &(dyn Fn(usize, &Crew) + Sync), lead: &mut dyn FnMut(&Crew)) {
        let crew = Crew {
            stopped: AtomicBool::new(false),
            helpers: Mutex::new(0),
            gone: Condvar::new(),
            size: AtomicUsize::new(1),
        };
        let crew = &crew;
        std::thread::scope(|scope| {
            let helper = |at| {
                crew.count(|left| *left += 1);
                let helps = move || crew.work(Duty::Help, |crew| help(at, crew));
                let spawned = Builder::new().spawn_scoped(scope, helps);
                // If the system has no more threads, fewer do the work.
                if spawned.is_err() {
                    crew.count(|left| *left -= 1);
                }
                spawned.ok()
            };
            let helpers: Vec<_> = (1..threads.min(MOST_THREADS)).map_while(helper).collect();
            crew.size.store(1 + helpers.len(), Ordering::Relaxed);
            crew.work(Duty::Lead, lead);
            for helper in helpers {
                if let Err(panic) = helper.join() {
                    // The puzzle's own code panicked, which its caller should see.
                    std::panic::resume_unwind(panic);
                }
            }
        });
    }
}
