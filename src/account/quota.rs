//! [`Quota`]: the held bytes, their peak and their limit, shared by everything that claims from it.
//!
//! Invariant: no claim makes the held bytes and those set aside together exceed the limit.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::stop::Stop;

/// A handle to the memory of some work. Bytes are claimed before they are allocated, so that the limit holds at every
/// moment, also among several threads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Quota(Arc<Handle>);

#[derive(Debug, Default)]
struct Handle {
    shared: Arc<SharedBytes>,
    /// The bytes that this handle may claim, if it is a [lease](Quota::lease) of limited memory.
    lease: Option<Lease>,
}

/// A part of the free bytes that one thread may claim.
#[derive(Debug)]
struct Lease {
    /// The bytes that may still be claimed.
    left: AtomicUsize,
    /// The number of bytes that were missing at the last refusal.
    missing: AtomicUsize,
}

/// The bytes of some work, for all handles to its memory.
#[derive(Debug)]
struct SharedBytes {
    /// The claimed bytes.
    held: AtomicUsize,
    /// The greatest number of bytes that were held at one time.
    peak: AtomicUsize,
    /// The greatest number of bytes that may be held; `usize::MAX` means no limit.
    limit: AtomicUsize,
    /// Bytes that are not held, but may only be used for the copies that results have after a stop.
    aside: AtomicUsize,
}

impl Default for SharedBytes {
    fn default() -> Self {
        let [held, peak, aside] = [0; 3].map(AtomicUsize::new);
        Self {
            held,
            peak,
            limit: AtomicUsize::new(usize::MAX),
            aside,
        }
    }
}

impl SharedBytes {
    fn add(&self, bytes: usize) {
        let held = self.held.fetch_add(bytes, Relaxed);
        self.peak.fetch_max(held.saturating_add(bytes), Relaxed);
    }

    /// The greatest number of bytes that may be held beside those set aside.
    fn max_held(&self) -> usize {
        let limit = self.limit.load(Relaxed);
        limit.saturating_sub(self.aside.load(Relaxed))
    }

    /// Claims `bytes` more bytes; returns whether they were free.
    fn claim(&self, bytes: usize) -> bool {
        let max = self.max_held();
        let fits = |held: usize| held.checked_add(bytes).filter(|&sum| sum <= max);
        let held = self.held.fetch_update(Relaxed, Relaxed, fits);
        held.map(|held| self.peak.fetch_max(held + bytes, Relaxed))
            .is_ok()
    }
}

impl Quota {
    /// A quota with this limit.
    #[cfg(test)]
    pub(crate) fn new(limit: Option<usize>) -> Self {
        let quota = Self::default();
        quota.limit_to(limit);
        quota
    }

    /// A handle to the same memory that may claim `bytes` bytes, if there is a limit. If the leases do not exceed the
    /// free bytes, no thread can use up another's lease.
    pub(crate) fn lease(&self, bytes: usize) -> Self {
        let lease = || Lease {
            left: AtomicUsize::new(bytes),
            missing: AtomicUsize::new(0),
        };
        Self(Arc::new(Handle {
            shared: Arc::clone(&self.0.shared),
            lease: self.is_limited().then(lease),
        }))
    }

    /// A handle to the same memory that may claim an equal share of the free bytes, if there are `parties` parties.
    #[cfg(feature = "std")]
    pub(crate) fn share(&self, parties: usize) -> Self {
        self.lease(self.free() / parties)
    }

    /// Adds `bytes` free bytes to this lease.
    #[cfg(feature = "std")]
    pub(crate) fn extend(&self, bytes: usize) {
        if let Some(lease) = &self.0.lease {
            lease.left.fetch_add(bytes, Relaxed);
        }
    }

    /// The bytes that were missing when this lease refused a claim last; zero if already taken.
    #[cfg(feature = "std")]
    pub(crate) fn take_missing(&self) -> usize {
        let lease = self.0.lease.as_ref();
        lease.map_or(0, |lease| lease.missing.swap(0, Relaxed))
    }

    pub(crate) fn held(&self) -> usize {
        self.0.shared.held.load(Relaxed)
    }

    pub(crate) fn peak(&self) -> usize {
        self.0.shared.peak.load(Relaxed)
    }

    /// Resets the peak to the held bytes.
    pub(crate) fn reset_peak(&self) {
        self.0.shared.peak.store(self.held(), Relaxed);
    }

    /// Replaces the limit. In a lease it does nothing, since the leased bytes are its limit.
    pub(crate) fn limit_to(&self, limit: Option<usize>) {
        if self.0.lease.is_none() {
            let limit = limit.unwrap_or(usize::MAX);
            self.0.shared.limit.store(limit, Relaxed);
        }
    }

    /// The number of bytes that may still be claimed.
    pub(crate) fn free(&self) -> usize {
        match &self.0.lease {
            Some(lease) => lease.left.load(Relaxed),
            None => self.0.shared.max_held().saturating_sub(self.held()),
        }
    }

    pub(crate) fn is_limited(&self) -> bool {
        self.0.shared.limit.load(Relaxed) != usize::MAX
    }

    /// Raises the peak to at least `bytes`.
    pub(crate) fn raise_peak(&self, bytes: usize) {
        self.0.shared.peak.fetch_max(bytes, Relaxed);
    }

    /// Holds `bytes` more bytes, which are known to be free.
    pub(super) fn add(&self, bytes: usize) {
        if let Some(lease) = &self.0.lease {
            subtract(&lease.left, bytes);
        }
        self.0.shared.add(bytes);
    }

    /// Claims `bytes` more bytes, or none.
    pub(super) fn claim(&self, bytes: usize) -> Result<(), Stop> {
        let Some(lease) = &self.0.lease else {
            return match bytes == 0 || self.0.shared.claim(bytes) {
                true => Ok(()),
                false if self.is_limited() => Err(Stop::Bytes),
                false => Err(Stop::OutOfMemory),
            };
        };
        let fits = |left: usize| left.checked_sub(bytes);
        match lease.left.fetch_update(Relaxed, Relaxed, fits) {
            Ok(_) => {
                self.0.shared.add(bytes);
                Ok(())
            }
            Err(left) => {
                lease.missing.store(bytes - left, Relaxed);
                Err(Stop::Bytes)
            }
        }
    }

    /// Sets aside `bytes` more bytes, which cannot be claimed any more, for a copy that a result may need after a stop.
    pub(super) fn set_aside(&self, bytes: usize) -> Result<(), Stop> {
        if self.is_limited() && bytes > self.free() {
            return Err(Stop::Bytes);
        }
        self.0.shared.aside.fetch_add(bytes, Relaxed);
        Ok(())
    }

    /// Puts back `bytes` bytes that were set aside.
    pub(super) fn put_back(&self, bytes: usize) {
        subtract(&self.0.shared.aside, bytes);
    }

    /// Raises the peak by `bytes` bytes that were set aside and are now used for a copy.
    pub(super) fn use_aside(&self, bytes: usize) {
        self.raise_peak(self.held().saturating_add(bytes));
    }

    /// Checks whether `bytes` bytes could be claimed, and raises the peak as if they were.
    pub(crate) fn ask(&self, bytes: usize) -> Result<(), Stop> {
        self.claim(bytes)?;
        self.release(bytes);
        Ok(())
    }

    /// Whether both are handles to the same memory.
    pub(super) fn is_same_memory(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0.shared, &other.0.shared)
    }

    /// Releases claimed bytes.
    pub(super) fn release(&self, bytes: usize) {
        subtract(&self.0.shared.held, bytes);
        if let Some(lease) = &self.0.lease {
            lease.left.fetch_add(bytes, Relaxed);
        }
    }
}

fn subtract(from: &AtomicUsize, bytes: usize) {
    let less = |before: usize| Some(before.saturating_sub(bytes));
    let _ = from.fetch_update(Relaxed, Relaxed, less);
}
