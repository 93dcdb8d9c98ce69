//! [`Clock`]: the running time of a search, by the machine's clock or the caller's.

use alloc::sync::Arc;
use core::fmt::{self, Debug};
use core::panic::{RefUnwindSafe, UnwindSafe};
use core::time::Duration;

/// On `wasm32-unknown-unknown` the standard library has no clock.
#[cfg(all(
    feature = "std",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
mod machine {
    use core::time::Duration;
    use std::time::Instant;

    #[derive(Clone, Copy, Debug)]
    pub(super) struct Start(Instant);

    impl Start {
        pub(super) fn now() -> Option<Self> {
            Some(Self(Instant::now()))
        }

        pub(super) fn elapsed(self) -> Duration {
            self.0.elapsed()
        }
    }
}

#[cfg(not(all(
    feature = "std",
    not(all(target_family = "wasm", target_os = "unknown"))
)))]
mod machine {
    use core::time::Duration;

    #[derive(Clone, Copy, Debug)]
    pub(super) enum Start {}

    impl Start {
        pub(super) const fn now() -> Option<Self> {
            None
        }

        pub(super) const fn elapsed(self) -> Duration {
            match self {}
        }
    }
}

/// The caller's clock, which returns the time since a moment of its choice.
#[derive(Clone)]
pub(crate) struct OwnClock(Arc<dyn Fn() -> Duration + Send + Sync>);

/// After a panic the clock may be wrong, which affects only limits on time.
impl UnwindSafe for OwnClock {}
impl RefUnwindSafe for OwnClock {}

impl OwnClock {
    pub(crate) fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }
}

impl Debug for OwnClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnClock")
    }
}

/// A clock that was started: that of the machine, or the caller's own with its time at the start.
#[derive(Clone, Debug)]
enum Start {
    Machine(machine::Start),
    Own(OwnClock, Duration),
}

/// The time since the start of a run, plus the time of the runs before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    before: Duration,
    start: Option<Start>,
}

impl Clock {
    /// Starts the caller's clock if there is one, otherwise the machine's.
    pub(crate) fn start(before: Duration, own: Option<&OwnClock>) -> Self {
        let start = match own {
            Some(own) => Some(Start::Own(own.clone(), own.0())),
            None => machine::Start::now().map(Start::Machine),
        };
        Self { before, start }
    }

    /// Whether there is a clock.
    pub(crate) const fn runs(&self) -> bool {
        self.start.is_some()
    }

    pub(crate) fn elapsed(&self) -> Option<Duration> {
        let since = match self.start.as_ref()? {
            Start::Machine(start) => start.elapsed(),
            Start::Own(own, start) => own.0().saturating_sub(*start),
        };
        Some(self.before.saturating_add(since))
    }
}
