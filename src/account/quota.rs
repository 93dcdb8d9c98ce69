//! [`Quota`]: bytes held, their peak and their limit, shared by all that claims of it.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::stop::Stop;

/// A handle to the memory of some work. Whoever allocates claims before, so that the limit holds at every moment, also
/// where several threads claim.
#[derive(Clone, Debug, Default)]
pub(crate) struct Quota {
    account: Arc<Account>,
    /// What may still be claimed by this handle, if it is a [lease](Self::lease).
    left: Option<Arc<AtomicUsize>>,
}

#[derive(Debug)]
struct Account {
    held: AtomicUsize,
    peak: AtomicUsize,
    /// `usize::MAX`: none.
    limit: AtomicUsize,
    /// Not held, but kept free for what a stop needs.
    aside: AtomicUsize,
    /// How many bytes were missing when they were last refused.
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

    /// What may be held beside what is kept free.
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
    /// With this limit.
    #[cfg(test)]
    pub(crate) fn new(limit: Option<usize>) -> Self {
        let quota = Self::default();
        quota.limit_to(limit);
        quota
    }

    /// Beside another, which holds so much.
    #[cfg(feature = "std")]
    pub(crate) fn beside(held: usize) -> Self {
        let quota = Self::default();
        quota.add(held);
        quota
    }

    /// The same memory, of which this handle may claim so much, if there is a limit. Whoever leases out no more than is
    /// free lets several threads claim what is theirs, whatever the others do.
    pub(crate) fn lease(&self, bytes: usize) -> Self {
        Self {
            account: Arc::clone(&self.account),
            left: self.is_limited().then(|| Arc::new(AtomicUsize::new(bytes))),
        }
    }

    /// How many bytes were missing when they were last refused, unless that was asked already.
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

    /// From now on the peak is what is held.
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

    /// How many bytes each of so many parties may still claim, if there is a limit.
    #[cfg(feature = "std")]
    pub(crate) fn share(&self, parties: usize) -> Option<usize> {
        self.is_limited().then(|| self.free() / parties)
    }

    /// The peak was at least this high.
    pub(crate) fn raise_peak(&self, bytes: usize) {
        self.account.peak.fetch_max(bytes, Relaxed);
    }

    /// Adds what was reserved from what is free.
    pub(crate) fn add(&self, bytes: usize) {
        self.account.add(bytes);
    }

    /// Holds what was claimed elsewhere, too.
    pub(crate) fn claim_all(&self, elsewhere: &Self) {
        self.add(elsewhere.held());
        self.raise_peak(elsewhere.peak());
    }

    /// Claims so many bytes more, or none.
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

    /// Keeps so much more free, for what a stop is going to hand out.
    pub(crate) fn set_aside(&self, bytes: usize) -> Result<(), Stop> {
        if self.is_limited() && bytes > self.free() {
            return Err(Stop::Bytes);
        }
        self.account.aside.fetch_add(bytes, Relaxed);
        Ok(())
    }

    /// Keeps so much less free.
    pub(crate) fn put_back(&self, bytes: usize) {
        subtract(&self.account.aside, bytes);
    }

    /// So much of what was kept free is handed out.
    pub(crate) fn hand_out(&self, bytes: usize) {
        self.raise_peak(self.held().saturating_add(bytes));
    }

    /// Whether so much could be claimed; the peak is raised as if it had been.
    pub(crate) fn ask(&self, bytes: usize) -> Result<(), Stop> {
        self.claim(bytes)?;
        self.release(bytes);
        Ok(())
    }

    /// Adds an item to a list, for which room is claimed.
    #[inline]
    pub(crate) fn push<T>(&self, list: &mut Vec<T>, item: T) -> Result<(), Stop> {
        if list.len() == list.capacity() {
            self.grow(list, 1)?;
        }
        list.push(item);
        Ok(())
    }

    /// Makes room in a list for so many more items, or for half as many as it has.
    #[cold]
    pub(crate) fn grow<T>(&self, list: &mut Vec<T>, more: usize) -> Result<(), Stop> {
        let old = list.capacity();
        let new = (list.len() + more).max(old + old / 2).max(16);
        self.reserve(list, new)
    }

    /// Makes room in a list for this many items in all, of which there was room for fewer.
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

    /// A list of so many equal items, for which room is claimed.
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

    /// Gives back what was claimed for a list.
    pub(crate) fn release_list<T>(&self, list: &Vec<T>) {
        self.release(list.capacity() * size_of::<T>());
    }

    /// Gives back what was claimed.
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
