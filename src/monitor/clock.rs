//! [`Clock`]: how long a search has run, where there is a clock.

use core::time::Duration;

/// A browser's bare WebAssembly has a standard library without a clock.
#[cfg(all(
    feature = "std",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
mod instant {
    pub(super) type Instant = std::time::Instant;

    pub(super) fn now() -> Option<Instant> {
        Some(Instant::now())
    }
}

#[cfg(not(all(
    feature = "std",
    not(all(target_family = "wasm", target_os = "unknown"))
)))]
mod instant {
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Instant;

    impl Instant {
        pub(super) const fn elapsed(&self) -> core::time::Duration {
            core::time::Duration::ZERO
        }
    }

    pub(super) const fn now() -> Option<Instant> {
        None
    }
}

/// Time since it was started, and what was spent before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    before: Duration,
    start: Option<instant::Instant>,
}

impl Clock {
    pub(super) fn start(before: Duration) -> Self {
        Self {
            before,
            start: instant::now(),
        }
    }

    pub(crate) fn elapsed(&self) -> Option<Duration> {
        let start = self.start.as_ref()?;
        Some(self.before.saturating_add(start.elapsed()))
    }
}
