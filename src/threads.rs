//! [`share`]: work divided among threads; the one place of the crate that deals with them.

use crate::monitor::Stop;

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
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        queue.next()
    };
    std::thread::scope(|scope| {
        let help = || core::iter::from_fn(next).map(&work).sum::<u64>();
        // Where no more threads are to be had, fewer do the work.
        let helper = |_| Builder::new().spawn_scoped(scope, help).ok();
        let helpers: Vec<_> = (1..threads).map_while(helper).collect();
        let (mut sum, mut end) = (0, Ok(()));
        while let Some(item) = next() {
            sum += work(item);
            end = look();
            if end.is_err() {
                stopped.store(true, Ordering::Relaxed);
                break;
            }
        }
        for helper in helpers {
            match helper.join() {
                Ok(theirs) => sum += theirs,
                // The puzzle's own code panicked: so does its caller.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        (sum, end)
    })
}
