//! [`Driver`]: what everything has in common that is run, stopped and continued.

mod held_to;
mod start_status;

use core::time::Duration;

pub(crate) use held_to::{HeldTo, Measure};
pub(crate) use start_status::StartStatus;

use crate::account::{Ledger, Limits, Stop};

/// Limits and account of some work. It has no type parameter, so it is compiled once.
#[derive(Debug, Default)]
pub(crate) struct Driver {
    pub(crate) limits: Limits,
    pub(crate) account: Ledger,
    /// The time that the next run is given.
    pub(crate) slice: Option<Duration>,
    /// A run is under way, or was when user code panicked.
    is_running: bool,
}

impl Driver {
    /// Carries out a run. After a panic there is none: what was left half done would be taken for whole.
    pub(crate) fn drive<T>(
        &mut self,
        run: impl FnOnce(&Limits, &mut Ledger) -> T,
    ) -> Result<T, Stop> {
        if core::mem::replace(&mut self.is_running, true) {
            return Err(Stop::Panicked);
        }
        self.account.start(&self.limits, self.slice);
        let end = run(&self.limits, &mut self.account);
        self.account.finish();
        self.is_running = false;
        Ok(end)
    }
}
