//! [`Memory`]: bytes held, their peak and their limit.

use alloc::vec::Vec;

use super::stop::Stop;

/// Bytes held in lists and tables. A structure claims before it allocates, so that the limit holds
/// at every moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Memory {
    held: usize,
    peak: usize,
    limit: Option<usize>,
    /// Not held, but kept free for what a stop needs.
    aside: usize,
    /// How many bytes were missing when they were last refused.
    wanted: usize,
}

impl Memory {
    #[cfg(test)]
    pub(crate) const fn new(limit: Option<usize>) -> Self {
        Self {
            held: 0,
            peak: 0,
            limit,
            aside: 0,
            wanted: 0,
        }
    }

    /// Beside another, which holds so much.
    #[cfg(feature = "std")]
    pub(crate) fn beside(held: usize) -> Self {
        Self {
            held,
            peak: held,
            ..Self::default()
        }
    }

    /// How many bytes were missing when they were last refused, unless that was asked already.
    #[cfg(feature = "std")]
    pub(crate) const fn take_wanted(&mut self) -> usize {
        core::mem::replace(&mut self.wanted, 0)
    }

    pub(crate) const fn held(&self) -> usize {
        self.held
    }

    pub(crate) const fn peak(&self) -> usize {
        self.peak
    }

    /// The same, of which the peak is what is held.
    pub(crate) const fn renewed(&self) -> Self {
        Self {
            peak: self.held,
            ..*self
        }
    }

    pub(crate) const fn limit_to(&mut self, limit: Option<usize>) {
        self.limit = limit;
    }

    /// How many bytes may still be claimed.
    pub(crate) fn free(&self) -> usize {
        let limit = self.limit.unwrap_or(usize::MAX);
        limit.saturating_sub(self.held).saturating_sub(self.aside)
    }

    pub(crate) const fn is_limited(&self) -> bool {
        self.limit.is_some()
    }

    /// How many bytes each of so many parties may still claim, if there is a limit.
    #[cfg(feature = "std")]
    pub(crate) fn share(&self, parties: usize) -> Option<usize> {
        self.is_limited().then(|| self.free() / parties)
    }

    /// The peak was at least this high.
    pub(crate) fn raise_peak(&mut self, bytes: usize) {
        self.peak = self.peak.max(bytes);
    }

    /// Adds what was reserved from what is free.
    pub(crate) fn add(&mut self, bytes: usize) {
        self.held = self.held.saturating_add(bytes);
        self.peak = self.peak.max(self.held);
    }

    /// Asks for `bytes` more.
    pub(crate) fn claim(&mut self, bytes: usize) -> Result<(), Stop> {
        let held = self.held.checked_add(bytes).ok_or(Stop::OutOfMemory)?;
        if self.limit.is_some() && bytes > self.free() {
            self.wanted = bytes - self.free();
            return Err(Stop::Bytes);
        }
        self.held = held;
        self.peak = self.peak.max(held);
        Ok(())
    }

    /// Holds what was claimed elsewhere, too.
    pub(crate) fn claim_all(&mut self, elsewhere: &Self) {
        self.add(elsewhere.held);
        self.raise_peak(elsewhere.peak);
    }

    /// Nothing is held.
    pub(crate) const fn forget(&mut self) {
        (self.held, self.peak, self.aside) = (0, 0, 0);
    }

    /// Keeps so much more free, for what a stop is going to hand out.
    pub(crate) fn set_aside(&mut self, bytes: usize) -> Result<(), Stop> {
        if self.limit.is_some() && bytes > self.free() {
            return Err(Stop::Bytes);
        }
        self.aside = self.aside.saturating_add(bytes);
        Ok(())
    }

    /// Keeps so much less free.
    pub(crate) const fn put_back(&mut self, bytes: usize) {
        self.aside = self.aside.saturating_sub(bytes);
    }

    /// So much of what was kept free is handed out.
    pub(crate) fn hand_out(&mut self, bytes: usize) {
        self.peak = self.peak.max(self.held.saturating_add(bytes));
    }

    /// Whether so much could be claimed; the peak is raised as if it had been.
    pub(crate) fn ask(&mut self, bytes: usize) -> Result<(), Stop> {
        self.claim(bytes)?;
        self.release(bytes);
        Ok(())
    }

    /// Adds an item to a list, for which room is claimed.
    #[inline]
    pub(crate) fn push<T>(&mut self, list: &mut Vec<T>, item: T) -> Result<(), Stop> {
        if list.len() == list.capacity() {
            self.grow(list, 1)?;
        }
        list.push(item);
        Ok(())
    }

    /// Makes room in a list for so many more items, or for half as many as it has.
    #[cold]
    pub(crate) fn grow<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), Stop> {
        let old = list.capacity();
        let new = (list.len() + more).max(old + old / 2).max(16);
        self.reserve(list, new)
    }

    /// Makes room in a list for this many items in all, of which there was room for fewer.
    pub(crate) fn reserve<T>(&mut self, list: &mut Vec<T>, new: usize) -> Result<(), Stop> {
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

    fn claim_items(&mut self, items: usize, size: usize) -> Result<(), Stop> {
        self.claim(items.checked_mul(size).ok_or(Stop::OutOfMemory)?)
    }

    /// A list of so many equal items, for which room is claimed.
    pub(crate) fn list<T: Clone>(&mut self, items: usize, item: T) -> Result<Vec<T>, Stop> {
        let mut list = Vec::new();
        self.claim(items.checked_mul(size_of::<T>()).ok_or(Stop::OutOfMemory)?)?;
        if list.try_reserve_exact(items).is_err() {
            self.release(items * size_of::<T>());
            return Err(Stop::OutOfMemory);
        }
        list.resize(items, item);
        Ok(list)
    }

    /// Gives back what was claimed for a list.
    pub(crate) const fn release_list<T>(&mut self, list: &Vec<T>) {
        self.release(list.capacity() * size_of::<T>());
    }

    /// Gives back what was claimed.
    pub(crate) const fn release(&mut self, bytes: usize) {
        self.held = self.held.saturating_sub(bytes);
    }
}
