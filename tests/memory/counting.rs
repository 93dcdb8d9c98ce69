//! An allocator that counts, for each thread, what is held; and refuses what exceeds a limit.
#![expect(unsafe_code, reason = "an allocator cannot do without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Smaller blocks are never refused: what little a program holds anyway may be allocated infallibly.
const SMALL: usize = 2 << 10;

thread_local! {
    // Below zero where this thread has freed what another one has allocated.
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(isize::MAX) };
}

struct Counting;

/// Counts a block, unless it is refused.
fn take(bytes: usize) -> bool {
    let held = HELD.get().saturating_add_unsigned(bytes);
    if bytes >= SMALL && held > MOST.get() {
        return false;
    }
    HELD.set(held);
    PEAK.set(PEAK.get().max(held));
    true
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
        HELD.set(HELD.get().saturating_sub_unsigned(layout.size()));
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // A block that grows may have to be copied: both count for that moment.
        if !take(size) {
            return std::ptr::null_mut();
        }
        HELD.set(HELD.get().saturating_sub_unsigned(layout.size()));
        // SAFETY: the caller keeps the contract.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// What a closure returns, and the most that this thread has held during it, beyond what it held before.
pub(crate) fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    PEAK.set(before);
    let answer = work();
    let peak = PEAK.get().saturating_sub(before);
    (answer, usize::try_from(peak).unwrap_or(0))
}

/// Does something that counts for nobody.
pub(crate) fn unmeasured<T>(work: impl FnOnce() -> T) -> T {
    let (peak, most) = (PEAK.get(), MOST.replace(isize::MAX));
    let answer = work();
    PEAK.set(peak);
    MOST.set(most);
    answer
}

/// What a closure returns, if no more than this may be held beyond what is held already.
pub(crate) fn within<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    /// Also where the work panics, so that its message can be written.
    struct Unlimited;
    impl Drop for Unlimited {
        fn drop(&mut self) {
            MOST.set(isize::MAX);
        }
    }
    let _unlimited = Unlimited;
    MOST.set(HELD.get().saturating_add_unsigned(bytes));
    work()
}
