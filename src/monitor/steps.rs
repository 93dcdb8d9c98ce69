//! [`Steps`]: work that expands no state, on the account of a search, whatever its puzzle.

use super::Monitor;
use crate::account::{Memory, Stop};
use crate::puzzle::Puzzle;

/// What such work needs of a [`Monitor`].
pub(crate) trait Steps {
    fn memory(&mut self) -> &mut Memory;

    /// Counts a step before it is done. From time to time it looks at the cancel flag and the clock, and shows the
    /// progress; if that ends the run, the step is not to be done.
    fn step(&mut self) -> Result<(), Stop>;
}

impl<P: Puzzle> Steps for Monitor<'_, P> {
    fn memory(&mut self) -> &mut Memory {
        Monitor::memory(self)
    }

    #[inline]
    fn step(&mut self) -> Result<(), Stop> {
        if self.steps == 0 {
            self.pace();
            self.look()?;
            self.steps = self.interval;
        }
        self.steps -= 1;
        Ok(())
    }
}
