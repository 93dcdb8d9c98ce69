//! [`share`]: one layer's work, divided among threads.

use crate::monitor::{Monitor, Stop};
use crate::puzzle::Puzzle;

/// Does the work of all items, on so many threads, and answers the sum of what it answers.
///
/// This thread takes part and looks at the monitor after each item; when that says stop, no thread
/// begins another item. Without feature `std` there is only this thread.
pub(super) fn share<P: Puzzle, T: Send>(
    threads: usize,
    mut items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> u64 + Sync,
    monitor: &mut Monitor<'_, P>,
) -> Result<u64, Stop> {
    #[cfg(feature = "std")]
    if threads > 1 {
        return with_threads(threads, items, work, monitor);
    }
    let _ = threads;
    items.try_fold(0, |sum, item| {
        let sum = sum + work(item);
        monitor.attend().map(|()| sum)
    })
}

#[cfg(feature = "std")]
fn with_threads<P: Puzzle, T: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> u64 + Sync,
    monitor: &mut Monitor<'_, P>,
) -> Result<u64, Stop> {
    use alloc::vec::Vec;
    use core::sync::atomic::{AtomicBool, Ordering};
    use std::sync::Mutex;
    use std::thread::Builder;

    /// More threads than any machine has cores.
    const MOST: usize = 1_024;

    let threads = items.size_hint().1.unwrap_or(MOST).min(threads).min(MOST);
    let (queue, stopped) = (Mutex::new(items), AtomicBool::new(false));
    let next = || {
        let mut queue = queue.lock().ok()?;
        queue.next().filter(|_| !stopped.load(Ordering::Relaxed))
    };
    std::thread::scope(|scope| {
        let help = || core::iter::from_fn(next).map(&work).sum::<u64>();
        // Where no more threads are to be had, fewer do the work.
        let helper = |_| Builder::new().spawn_scoped(scope, help).ok();
        let helpers: Vec<_> = (1..threads).map_while(helper).collect();
        let mine = core::iter::from_fn(next).try_fold(0, |sum, item| {
            let sum = sum + work(item);
            let go_on = monitor.attend();
            stopped.store(go_on.is_err(), Ordering::Relaxed);
            go_on.map(|()| sum)
        });
        let theirs = helpers.into_iter().map(|helper| match helper.join() {
            Ok(sum) => sum,
            // The puzzle's own code panicked: so does its caller.
            Err(panic) => std::panic::resume_unwind(panic),
        });
        let theirs: u64 = theirs.sum();
        mine.map(|mine| mine + theirs)
    })
}
