//! [`Clock`]: how long a search has run, where there is a clock.

use alloc::sync::Arc;
use core::fmt::{self, Debug};
use core::panic::{RefUnwindSafe, UnwindSafe};
use core::time::Duration;

/// A browser's bare WebAssembly has a standard library without a clock.
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

/// A clock of the caller's: it returns the time since some moment of its own.
#[derive(Clone)]
pub(crate) struct OwnClock(Arc<dyn Fn() -> Duration + Send + Sync>);

/// What a panic leaves behind in it is a time that is wrong, and limits nothing but time.
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

#[derive(Clone, Debug)]
enum Start {
    Machine(machine::Start),
    Own(OwnClock, Duration),
}

/// Time since it was started, and what was spent before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    before: Duration,
    start: Option<Start>,
}

impl Clock {
    /// By the caller's clock if there is one, and by that of the machine otherwise.
    pub(crate) fn start(before: Duration, own: Option<&OwnClock>) -> Self {
        let start = match own {
            Some(own) => Some(Start::Own(own.clone(), own.0())),
            None => machine::Start::now().map(Start::Machine),
        };
        Self { before, start }
    }

    /// Whether there is one that runs.
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
