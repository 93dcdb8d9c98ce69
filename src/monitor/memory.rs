//! [`Memory`]: bytes held, their peak and their limit.

use super::limits::Stop;

/// Bytes held in lists and tables. A structure claims before it allocates, so that the limit holds
/// at every moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Memory {
    held: usize,
    peak: usize,
    limit: Option<usize>,
    /// Not held, but kept free for what a stop needs.
    aside: usize,
}

impl Memory {
    #[cfg(test)]
    pub(crate) const fn new(limit: Option<usize>) -> Self {
        Self {
            held: 0,
            peak: 0,
            limit,
            aside: 0,
        }
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
            return Err(Stop::Bytes);
        }
        self.held = held;
        self.peak = self.peak.max(held);
        Ok(())
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

    /// Gives back what was claimed.
    pub(crate) const fn release(&mut self, bytes: usize) {
        self.held = self.held.saturating_sub(bytes);
    }
}
