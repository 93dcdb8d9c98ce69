//! [`Driver`]: the part that searches, distances, queries and agents share: they all run, stop and continue.

mod applied_limits;
mod start_status;

use core::mem;
use core::time::Duration;

pub(crate) use applied_limits::{AppliedLimits, Measure};
pub(crate) use start_status::StartStatus;

use crate::account::{Ledger, Limits, Stop};

/// The limits and the account of work that runs, stops and continues. It has no type parameter, so it is compiled once.
/// Invariant: `is_running` is true from [`enter`](Self::enter), or [`mark_running`](Self::mark_running), to
/// [`leave`](Self::leave). So it stays true after a panic in user code, and the data, which may then be inconsistent,
/// are not used any more.
#[derive(Debug)]
pub(crate) struct Driver {
    pub(crate) limits: Limits,
    pub(crate) account: Ledger,
    /// The time that the next run may take. A run takes it before it calls user code: if that panics, the run after it
    /// must not get this time.
    pub(crate) slice: Option<Duration>,
    /// Whether a run is under way, or was when user code panicked.
    is_running: bool,
}

/// Written out, since a derived function is compiled in every crate that calls it.
impl Default for Driver {
    fn default() -> Self {
        Self {
            limits: Limits::new(),
            account: Ledger::default(),
            slice: None,
            is_running: false,
        }
    }
}

impl Driver {
    /// Replaces the limits. A clock and a cancel flag stay until others are set: they are not amounts that a caller
    /// raises from run to run.
    pub(crate) fn set_limits(&mut self, limits: Limits) {
        let Limits { clock, cancel, .. } = mem::replace(&mut self.limits, limits);
        self.limits.clock = self.limits.clock.take().or(clock);
        self.limits.cancel = self.limits.cancel.take().or(cancel);
    }

    /// Begins a run within limits derived from the user's. Nothing may be [running](Self::is_running): after a panic
    /// the data may be inconsistent.
    pub(crate) fn enter(&mut self, limits: &Limits) -> &mut Ledger {
        self.mark_running();
        let slice = self.slice.take();
        self.start(limits, slice)
    }

    /// Notes that a run is under way, for a caller that calls user code before it [starts](Self::start) the run.
    pub(crate) const fn mark_running(&mut self) {
        self.is_running = true;
    }

    /// Begins a run of at most the time `slice`, for a caller that itself notes that a run is under way.
    pub(crate) fn start(&mut self, limits: &Limits, slice: Option<Duration>) -> &mut Ledger {
        self.account.start(limits, slice);
        &mut self.account
    }

    /// Ends a run whose account is finished.
    pub(crate) const fn leave(&mut self) {
        self.is_running = false;
    }

    /// Begins a run, calls `run`, and ends the run.
    pub(crate) fn drive<T>(
        &mut self,
        run: impl FnOnce(&Limits, &mut Ledger) -> T,
    ) -> Result<T, Stop> {
        if self.is_running {
            return Err(Stop::Panicked);
        }
        let limits = self.limits.clone();
        let account = self.enter(&limits);
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

/// Writes methods that searches, distances, queries and agents share. `limits:` writes those that set the limits and
/// those that return the counts and the observer, `max_cost:` a limit on the cost, and `run_for:` runs of a given time.
/// The path after the colon is that of the field in `self`.
macro_rules! run_methods {
    ($(#[$more:meta])* limits: $($driver:ident).+) => {
        /// Returns this value with its limits replaced by `limits`: see [`set_limits`](Self::set_limits).
        pub fn limits(mut self, limits: Limits) -> Self {
            self.set_limits(limits);
            self
        }

        /// Replaces the limits, for the next runs: see [limits that change](crate::Limits#limits-that-change).
        $(#[$more])*
        pub fn set_limits(&mut self, limits: Limits) {
            self.$($driver).+.set_limits(limits);
        }

        /// Returns the counts of what was done so far.
        #[must_use]
        pub fn stats(&self) -> Stats {
            self.$($driver).+.account.stats()
        }

        /// Returns the observer.
        #[must_use]
        pub const fn observer(&self) -> &O {
            &self.observer
        }
    };
    ($(#[$docs:meta])* max_cost: $($max_cost:ident).+) => {
        $(#[$docs])*
        pub fn max_cost(mut self, cost: P::Cost) -> Self {
            self.set_max_cost(Some(cost));
            self
        }

        /// Replaces the limit on the cost, for the next runs: see [limits that
        /// change](crate::Limits#limits-that-change).
        pub const fn set_max_cost(&mut self, cost: Option<P::Cost>) {
            self.$($max_cost).+ = cost;
        }
    };
    ($(#[$docs:meta])* run_for: $($driver:ident).+ -> $answer:ty) => {
        $(#[$docs])*
        pub fn run_for(&mut self, time: Duration) -> $answer {
            self.$($driver).+.slice = Some(time);
            self.run()
        }
    };
}
pub(crate) use run_methods;
