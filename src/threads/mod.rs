//! [`Threads`], what asks for them, and the one place of the crate that deals with them.
//!
//! All threads are scoped threads of the standard library, started in this file (those of feature `timely` are its
//! own). The caller says how many there are. Work is divided into portions of known size, so that a work-stealing pool
//! would gain nothing. A panic stops all threads and is raised again in the caller's thread.

#[cfg(feature = "std")]
pub(crate) mod sync;
#[cfg(feature = "std")]
pub(crate) mod team;

#[cfg(feature = "std")]
pub(crate) use crew::{Crew, beside};

use crate::account::Stop;

/// A solver or an enumeration whose work is divided among threads, made by a method `threads`, such as
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
    pub(crate) of: A,
    pub(crate) threads: usize,
}

/// Does the work of all items, on so many threads; returns the sum of what it returns, and why it
/// ended early, if it did.
///
/// This thread takes part and looks after each item; when that says stop, no thread begins another
/// item. Without feature `std` there is only this thread.
pub(crate) fn share<T: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> u64 + Sync,
    mut look: impl FnMut() -> Result<(), Stop>,
) -> (u64, Result<(), Stop>) {
    #[cfg(feature = "std")]
    if threads > 1 {
        return with_threads(threads, items, work, look);
    }
    let _ = threads;
    let mut sum = 0;
    for item in items {
        sum += work(item);
        if let Err(stop) = look() {
            return (sum, Err(stop));
        }
    }
    (sum, Ok(()))
}

#[cfg(feature = "std")]
fn with_threads<T: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> u64 + Sync,
    mut look: impl FnMut() -> Result<(), Stop>,
) -> (u64, Result<(), Stop>) {
    let threads = items.size_hint().1.unwrap_or(threads).min(threads);
    let queue = std::sync::Mutex::new(items);
    let next = |crew: &Crew| {
        let mut queue = queue.lock().ok()?;
        if crew.is_stopped() {
            return None;
        }
        queue.next()
    };
    let help = |_, crew: &Crew| core::iter::from_fn(|| next(crew)).map(&work).sum::<u64>();
    let lead = |crew: &Crew| {
        let mut sum = 0;
        while let Some(item) = next(crew) {
            sum += work(item);
            if let Err(stop) = look() {
                crew.stop();
                return (sum, Err(stop));
            }
        }
        (sum, Ok(()))
    };
    let ((sum, end), helped) = beside(threads, help, lead);
    (sum + helped.into_iter().sum::<u64>(), end)
}

#[cfg(feature = "std")]
mod crew {
    use alloc::vec::Vec;
    use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use core::time::Duration;
    use std::sync::{Condvar, Mutex, PoisonError};
    use std::thread::Builder;

    /// More threads than any machine has cores.
    const MOST: usize = 1_024;

    /// The threads that work together.
    pub(crate) struct Crew {
        stopped: AtomicBool,
        /// How many helpers are still at work.
        helpers: Mutex<usize>,
        gone: Condvar,
        /// How many threads there are, once all are there.
        size: AtomicUsize,
    }

    impl Crew {
        /// All are to end soon.
        pub(crate) fn stop(&self) {
            self.stopped.store(true, Ordering::Relaxed);
        }

        /// Whether all are to end soon, also since one has panicked.
        pub(crate) fn is_stopped(&self) -> bool {
            self.stopped.load(Ordering::Relaxed)
        }

        /// How many threads there are: for the leader to ask.
        pub(crate) fn size(&self) -> usize {
            self.size.load(Ordering::Relaxed)
        }

        /// Waits so long for the helpers; returns whether all are gone.
        pub(crate) fn are_gone_in(&self, time: Duration) -> bool {
            let helpers = self.helpers.lock().unwrap_or_else(PoisonError::into_inner);
            // Without a clock there are no threads to wait for either.
            if *helpers == 0 {
                return true;
            }
            let waited = self
                .gone
                .wait_timeout_while(helpers, time, |left| *left > 0);
            *waited.unwrap_or_else(PoisonError::into_inner).0 == 0
        }

        /// Works, and stops the others where that panics.
        fn work(&self, helps: bool, work: impl FnOnce(&Self)) {
            let mut at_work = AtWork {
                crew: self,
                helps,
                panics: true,
            };
            work(self);
            at_work.panics = false;
        }

        fn count(&self, change: impl FnOnce(&mut usize)) {
            change(&mut self.helpers.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// A thread at work, and whether it has not come to its end.
    struct AtWork<'c> {
        crew: &'c Crew,
        helps: bool,
        panics: bool,
    }

    impl Drop for AtWork<'_> {
        fn drop(&mut self) {
            if self.panics {
                self.crew.stop();
            }
            if self.helps {
                self.crew.count(|left| *left -= 1);
                self.crew.gone.notify_all();
            }
        }
    }

    /// Leads on this thread, and helps on others, which have numbers from one on, so that there are so
    /// many threads in all, or as many as are to be had; returns what the leader returns, and what each of
    /// the helpers does. A panic in one of them stops the others and comes out here.
    pub(crate) fn beside<T: Send, R>(
        threads: usize,
        help: impl Fn(usize, &Crew) -> T + Sync,
        lead: impl FnOnce(&Crew) -> R,
    ) -> (R, Vec<T>) {
        let mut done = Vec::new();
        done.resize_with(threads.min(MOST).saturating_sub(1), || None);
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

    /// The same, compiled once for all that is done.
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
                let helps = move || crew.work(true, |crew| help(at, crew));
                let spawned = Builder::new().spawn_scoped(scope, helps);
                // Where no more threads are to be had, fewer do the work.
                if spawned.is_err() {
                    crew.count(|left| *left -= 1);
                }
                spawned.ok()
            };
            let helpers: Vec<_> = (1..threads.min(MOST)).map_while(helper).collect();
            crew.size.store(1 + helpers.len(), Ordering::Relaxed);
            crew.work(false, lead);
            for helper in helpers {
                if let Err(panic) = helper.join() {
                    // The puzzle's own code panicked: so does its caller.
                    std::panic::resume_unwind(panic);
                }
            }
        });
    }
}
