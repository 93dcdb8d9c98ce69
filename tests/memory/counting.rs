//! An allocator that counts what all threads hold, and refuses what exceeds a limit.
#![expect(unsafe_code, reason = "an allocator cannot do without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};

/// Smaller blocks are never refused: what little a program holds anyway may be allocated infallibly.
const SMALL: usize = 2 << 10;

static HELD: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);
static MOST: AtomicIsize = AtomicIsize::new(isize::MAX);

struct Counting;

/// Counts a block, unless it is refused.
fn take(bytes: usize) -> bool {
    let held = HELD.fetch_add(bytes as isize, Relaxed) + bytes as isize;
    if bytes >= SMALL && held > MOST.load(Relaxed) {
        give_back(bytes);
        return false;
    }
    PEAK.fetch_max(held, Relaxed);
    true
}

fn give_back(bytes: usize) {
    HELD.fetch_sub(bytes as isize, Relaxed);
}

// SAFETY: every request is handed on to the system's allocator as it is, or answered with null.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !take(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        give_back(layout.size());
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // A block that grows may have to be copied: both count for that moment.
        if !take(size) {
            return std::ptr::null_mut();
        }
        give_back(layout.size());
        // SAFETY: the caller keeps the contract.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// What a closure returns, and the most that was held during it, beyond what was held before.
pub(crate) fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.load(Relaxed);
    PEAK.store(before, Relaxed);
    let answer = work();
    let peak = PEAK.load(Relaxed) - before;
    (answer, usize::try_from(peak).unwrap_or(0))
}

/// Does something that counts for nobody.
pub(crate) fn unmeasured<T>(work: impl FnOnce() -> T) -> T {
    let (peak, most) = (PEAK.load(Relaxed), MOST.swap(isize::MAX, Relaxed));
    let answer = work();
    PEAK.store(peak, Relaxed);
    MOST.store(most, Relaxed);
    answer
}

/// What a closure returns, if no more than this may be held beyond what is held already.
pub(crate) fn within<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    /// Also where the work panics, so that its message can be written.
    struct Unlimited;
    impl Drop for Unlimited {
        fn drop(&mut self) {
            MOST.store(isize::MAX, Relaxed);
        }
    }
    let _unlimited = Unlimited;
    MOST.store(HELD.load(Relaxed).saturating_add_unsigned(bytes), Relaxed);
    work()
}
