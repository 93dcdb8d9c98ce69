//! [`PhaseTickets`]: work in phases, whose items threads take one by one without a lock.
//!
//! One thread, the leader, begins each phase, once all items of the one before are done. Invariant: a phase lasts as
//! long as a thread holds one of its items, and that thread sees everything that was done in earlier phases.

use super::sync::{AtomicUsize, Ordering};

/// The phase, its number of items and the next item are packed into one number, each in this many bits.
const BITS: u32 = 10;
const FIELD: usize = (1 << BITS) - 1;

/// The items of the present phase that are not taken, and the number of those that are not done.
#[derive(Debug)]
pub(super) struct PhaseTickets {
    /// The phase, its number of items and the next item, in this order from the highest bits.
    next: AtomicUsize,
    undone: AtomicUsize,
}

impl PhaseTickets {
    /// Creates tickets, of which none can be taken before a phase begins.
    pub(super) fn new() -> Self {
        Self {
            next: AtomicUsize::new(0),
            undone: AtomicUsize::new(0),
        }
    }

    /// Begins a phase of `items` items, fewer than 2^10; called by the leader, once the phase before is done.
    pub(super) fn begin(&self, phase: usize, items: usize) {
        self.undone.store(items, Ordering::Relaxed);
        let first = (phase << BITS | items) << BITS;
        self.next.store(first, Ordering::Release);
    }

    /// Takes an item, if there is one left: returns the phase and the number of the item.
    pub(super) fn take(&self) -> Option<(usize, usize)> {
        let after = |next: usize| {
            let is_left = next & FIELD < next >> BITS & FIELD;
            is_left.then_some(next + 1)
        };
        let taken = self
            .next
            .fetch_update(Ordering::Acquire, Ordering::Relaxed, after);
        taken.ok().map(|next| (next >> (2 * BITS), next & FIELD))
    }

    /// Marks an item as done.
    pub(super) fn finish(&self) {
        self.undone.fetch_sub(1, Ordering::Release);
    }

    /// Whether all items of the phase are done.
    pub(super) fn is_done(&self) -> bool {
        self.undone.load(Ordering::Acquire) == 0
    }
}
