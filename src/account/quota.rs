//! [`Quota`]: the held bytes, their peak and their limit, shared by everything that claims from it.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::stop::Stop;

/// A handle to the memory of some work. Bytes are claimed before they are allocated, so that the limit holds at every
/// moment, also among several threads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Quota {
    account: Arc<Account>,
    /// The bytes that this handle may still claim, if it is a [lease](Self::lease).
    left: Option<Arc<AtomicUsize>>,
}

#[derive(Debug)]
struct Account {
    held: AtomicUsize,
    peak: AtomicUsize,
    /// `usize::MAX` means no limit.
    limit: AtomicUsize,
    /// Bytes that are not held, but kept free for a stop.
    aside: AtomicUsize,
    /// How many bytes were missing at the last refusal.
    wanted: AtomicUsize,
}

impl Default for Account {
    fn default() -> Self {
        let [held, peak, aside, wanted] = [0; 4].map(AtomicUsize::new);
        Self {
            held,
            peak,
            limit: AtomicUsize::new(usize::MAX),
            aside,
            wanted,
        }
    }
}

impl Account {
    fn add(&self, bytes: usize) {
        let held = self.held.fetch_add(bytes, Relaxed);
        self.peak.fetch_max(held.saturating_add(bytes), Relaxed);
    }

    /// The most bytes that may be held, with those set aside kept free.
    fn most(&self) -> usize {
        let limit = self.limit.load(Relaxed);
        limit.saturating_sub(self.aside.load(Relaxed))
    }

    fn claim(&self, bytes: usize) -> Result<(), usize> {
        let most = self.most();
        let fits = |held: usize| held.checked_add(bytes).filter(|&sum| sum <= most);
        if bytes == 0 {
            return Ok(());
        }
        match self.held.fetch_update(Relaxed, Relaxed, fits) {
            Ok(held) => {
                self.peak.fetch_max(held + bytes, Relaxed);
                Ok(())
            }
            Err(held) => Err(bytes - most.saturating_sub(held)),
        }
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

    /// A quota beside another one that holds `held` bytes.
    #[cfg(feature = "std")]
    pub(crate) fn beside(held: usize) -> Self {
        let quota = Self::default();
        quota.add(held);
        quota
    }

    /// A handle to the same memory that may claim `bytes` bytes, if there is a limit. If the leases do not exceed the
    /// free bytes, no thread can use up another's lease.
    pub(crate) fn lease(&self, bytes: usize) -> Self {
        Self {
            account: Arc::clone(&self.account),
            left: self.is_limited().then(|| Arc::new(AtomicUsize::new(bytes))),
        }
    }

    /// The bytes that were missing at the last refusal; zero if already taken.
    #[cfg(feature = "std")]
    pub(crate) fn take_wanted(&self) -> usize {
        self.account.wanted.swap(0, Relaxed)
    }

    pub(crate) fn held(&self) -> usize {
        self.account.held.load(Relaxed)
    }

    pub(crate) fn peak(&self) -> usize {
        self.account.peak.load(Relaxed)
    }

    /// Resets the peak to the held bytes.
    pub(crate) fn renew_peak(&self) {
        self.account.peak.store(self.held(), Relaxed);
    }

    pub(crate) fn limit_to(&self, limit: Option<usize>) {
        self.account
            .limit
            .store(limit.unwrap_or(usize::MAX), Relaxed);
    }

    /// How many bytes may still be claimed.
    pub(crate) fn free(&self) -> usize {
        let left = self.left.as_ref().map(|left| left.load(Relaxed));
        left.unwrap_or_else(|| self.account.most().saturating_sub(self.held()))
    }

    pub(crate) fn is_limited(&self) -> bool {
        self.account.limit.load(Relaxed) != usize::MAX
    }

    /// An equal share of the free bytes for each of `parties` parties, if there is a limit.
    #[cfg(feature = "std")]
    pub(crate) fn share(&self, parties: usize) -> Option<usize> {
        self.is_limited().then(|| self.free() / parties)
    }

    /// Raises the peak to at least `bytes`.
    pub(crate) fn raise_peak(&self, bytes: usize) {
        self.account.peak.fetch_max(bytes, Relaxed);
    }

    /// Holds `bytes` more bytes, which are known to be free.
    pub(crate) fn add(&self, bytes: usize) {
        self.account.add(bytes);
    }

    /// Also holds the bytes that another quota holds.
    pub(crate) fn claim_all(&self, elsewhere: &Self) {
        self.add(elsewhere.held());
        self.raise_peak(elsewhere.peak());
    }

    /// Claims `bytes` more bytes, or none.
    pub(crate) fn claim(&self, bytes: usize) -> Result<(), Stop> {
        let claimed = match &self.left {
            Some(left) => {
                let fits = |left: usize| left.checked_sub(bytes);
                let taken = left.fetch_update(Relaxed, Relaxed, fits);
                taken
                    .map(|_| self.account.add(bytes))
                    .map_err(|left| bytes - left)
            }
            None => self.account.claim(bytes),
        };
        claimed.map_err(|missing| {
            self.account.wanted.store(missing, Relaxed);
            if self.is_limited() {
                Stop::Bytes
            } else {
                Stop::OutOfMemory
            }
        })
    }

    /// Keeps `bytes` more bytes free, for a copy that a stop will hand out.
    pub(crate) fn set_aside(&self, bytes: usize) -> Result<(), Stop> {
        if self.is_limited() && bytes > self.free() {
            return Err(Stop::Bytes);
        }
        self.account.aside.fetch_add(bytes, Relaxed);
        Ok(())
    }

    /// Keeps `bytes` fewer bytes free.
    pub(crate) fn put_back(&self, bytes: usize) {
        subtract(&self.account.aside, bytes);
    }

    /// Hands out `bytes` bytes that were kept free, which count toward the peak.
    pub(crate) fn hand_out(&self, bytes: usize) {
        self.raise_peak(self.held().saturating_add(bytes));
    }

    /// Whether `bytes` bytes could be claimed; raises the peak as if they were.
    pub(crate) fn ask(&self, bytes: usize) -> Result<(), Stop> {
        self.claim(bytes)?;
        self.release(bytes);
        Ok(())
    }

    /// Adds an item to a list, and claims memory if there is no room.
    #[inline]
    pub(crate) fn push<T>(&self, list: &mut Vec<T>, item: T) -> Result<(), Stop> {
        if list.len() == list.capacity() {
            self.grow(list, 1)?;
        }
        list.push(item);
        Ok(())
    }

    /// Makes room in a list for `more` items; the capacity grows by half at least.
    #[cold]
    pub(crate) fn grow<T>(&self, list: &mut Vec<T>, more: usize) -> Result<(), Stop> {
        let old = list.capacity();
        let new = (list.len() + more).max(old + old / 2).max(16);
        self.reserve(list, new)
    }

    /// Makes room in a list for `new` items in all, more than its capacity.
    pub(crate) fn reserve<T>(&self, list: &mut Vec<T>, new: usize) -> Result<(), Stop> {
        let (old, more) = (list.capacity(), new - list.len());
        self.claim_items(new, size_of::<T>())?;
        let is_reserved = list.try_reserve_exact(more).is_ok();
        self.release(size_of::<T>() * if is_reserved { old } else { new });
        if is_reserved {
            Ok(())
        } else {
            Err(Stop::OutOfMemory)
        }
    }

    fn claim_items(&self, items: usize, size: usize) -> Result<(), Stop> {
        self.claim(items.checked_mul(size).ok_or(Stop::OutOfMemory)?)
    }

    /// A list of `items` clones of `item`, whose memory is claimed.
    pub(crate) fn list<T: Clone>(&self, items: usize, item: T) -> Result<Vec<T>, Stop> {
        let mut list = Vec::new();
        self.claim_items(items, size_of::<T>())?;
        if list.try_reserve_exact(items).is_err() {
            self.release(items * size_of::<T>());
            return Err(Stop::OutOfMemory);
        }
        list.resize(items, item);
        Ok(list)
    }

    /// Releases the memory claimed for a list.
    pub(crate) fn release_list<T>(&self, list: &Vec<T>) {
        self.release(list.capacity() * size_of::<T>());
    }

    /// Releases claimed bytes.
    pub(crate) fn release(&self, bytes: usize) {
        subtract(&self.account.held, bytes);
        if let Some(left) = &self.left {
            left.fetch_add(bytes, Relaxed);
        }
    }
}

fn subtract(from: &AtomicUsize, bytes: usize) {
    let less = |before: usize| Some(before.saturating_sub(bytes));
    let _ = from.fetch_update(Relaxed, Relaxed, less);
}
