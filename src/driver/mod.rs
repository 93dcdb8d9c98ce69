//! [`Driver`]: what everything has in common that is run, stopped and continued.

mod held_to;
mod start_status;

use core::time::Duration;

pub(crate) use held_to::{HeldTo, Measure};
pub(crate) use start_status::StartStatus;

use crate::account::{Ledger, Limits, Stop};

/// Limits and account of what is run, stopped and continued. It has no type parameter, so it is compiled once.
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
    /// Begins a run within limits that follow from those that were set. After a panic none begins: what was left half
    /// done would be taken for whole.
    pub(crate) fn enter(&mut self, limits: &Limits) -> Result<&mut Ledger, Stop> {
        if core::mem::replace(&mut self.is_running, true) {
            return Err(Stop::Panicked);
        }
        Ok(self.start(limits))
    }

    /// Begins a run of which somebody else knows whether it is under way.
    pub(crate) fn start(&mut self, limits: &Limits) -> &mut Ledger {
        self.account.start(limits, self.slice);
        &mut self.account
    }

    /// Ends the run, of which the account is finished.
    pub(crate) const fn leave(&mut self) {
        self.is_running = false;
    }

    /// Carries out a run.
    pub(crate) fn drive<T>(
        &mut self,
        run: impl FnOnce(&Limits, &mut Ledger) -> T,
    ) -> Result<T, Stop> {
        let limits = self.limits.clone();
        let account = self.enter(&limits)?;
        let end = run(&limits, account);
        account.finish();
        self.leave();
        Ok(end)
    }

    /// Whether a run is under way, or was when user code panicked.
    pub(crate) const fn is_running(&self) -> bool {
        self.is_running
    }
}
