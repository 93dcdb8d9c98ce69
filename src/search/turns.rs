//! [`Turns`]: work in phases, of which threads take the pieces one by one.
//!
//! A phase begins when the one before is done: so whoever has taken a piece knows that its phase lasts until
//! the piece is done, and sees all that was done in earlier ones.

use super::sync::{AtomicUsize, Ordering};

/// Phase, pieces and the next one are in one number, each in so many bits.
const BITS: u32 = 10;
const FIELD: usize = (1 << BITS) - 1;

/// Which pieces of the present phase are taken, and how many are not done yet.
#[derive(Debug)]
pub(super) struct Turns {
    now: AtomicUsize,
    left: AtomicUsize,
}

impl Turns {
    /// Nothing is to be done yet.
    pub(super) fn new() -> Self {
        Self {
            now: AtomicUsize::new(0),
            left: AtomicUsize::new(0),
        }
    }

    /// The next phase begins, by the one thread that leads; the one before is done.
    pub(super) fn begin(&self, phase: usize, pieces: usize) {
        self.left.store(pieces, Ordering::Relaxed);
        let now = (phase << BITS | pieces) << BITS;
        self.now.store(now, Ordering::Release);
    }

    /// Takes a piece, if there is one: the phase and its number.
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

    /// A piece that was taken is done.
    pub(super) fn finish(&self) {
        self.left.fetch_sub(1, Ordering::Release);
    }

    /// Whether all pieces of the phase are done.
    pub(super) fn is_done(&self) -> bool {
        self.left.load(Ordering::Acquire) == 0
    }
}
