//! [`PhaseTickets`]: fork-join phases, from which threads take chunks of work one by one.
//!
//! A phase begins when the one before is done. So a thread that holds a chunk knows that its phase lasts until the
//! chunk is done, and sees everything done in earlier phases.

use super::sync::{AtomicUsize, Ordering};

/// The phase, its number of chunks and the next chunk are packed into one number, each in this many bits.
const BITS: u32 = 10;
const FIELD: usize = (1 << BITS) - 1;

/// The chunks of the present phase that are taken, and the number not yet done.
#[derive(Debug)]
pub(super) struct PhaseTickets {
    now: AtomicUsize,
    left: AtomicUsize,
}

impl PhaseTickets {
    /// Creates tickets of no phase.
    pub(super) fn new() -> Self {
        Self {
            now: AtomicUsize::new(0),
            left: AtomicUsize::new(0),
        }
    }

    /// Begins the next phase; called by the leader, once the phase before is done.
    pub(super) fn begin(&self, phase: usize, chunks: usize) {
        self.left.store(chunks, Ordering::Relaxed);
        let now = (phase << BITS | chunks) << BITS;
        self.now.store(now, Ordering::Release);
    }

    /// Takes a chunk, if there is one: the phase and the number of the chunk.
    pub(super) fn take(&self) -> Option<(usize, usize)> {
        let next = |now: usize| {
            let is_left = now & FIELD < now >> BITS & FIELD;
            is_left.then_some(now + 1)
        };
        let now = self
            .now
            .fetch_update(Ordering::Acquire, Ordering::Relaxed, next);
        now.ok().map(|now| (now >> (2 * BITS), now & FIELD))
    }

    /// Marks a chunk as done.
    pub(super) fn finish(&self) {
        self.left.fetch_sub(1, Ordering::Release);
    }

    /// Whether all chunks of the phase are done.
    pub(super) fn is_done(&self) -> bool {
        self.left.load(Ordering::Acquire) == 0
    }
}
