//! [`Memory`]: bytes held, their peak and their limit.

use super::limits::Stop;

/// Bytes held in lists and tables. A structure claims before it allocates, so that the limit holds
/// at every moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Memory {
    held: usize,
    peak: usize,
    limit: Option<usize>,
}

impl Memory {
    pub(crate) const fn new(limit: Option<usize>) -> Self {
        Self {
            held: 0,
            peak: 0,
            limit,
        }
    }

    pub(crate) const fn peak(&self) -> usize {
        self.peak
    }

    /// Asks for `bytes` more.
    pub(crate) fn claim(&mut self, bytes: usize) -> Result<(), Stop> {
        let held = self.held.checked_add(bytes).ok_or(Stop::OutOfMemory)?;
        if self.limit.is_some_and(|limit| held > limit) {
            return Err(Stop::Bytes);
        }
        self.held = held;
        self.peak = self.peak.max(held);
        Ok(())
    }

    /// Gives back what was claimed.
    pub(crate) const fn release(&mut self, bytes: usize) {
        self.held = self.held.saturating_sub(bytes);
    }
}
