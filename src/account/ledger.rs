//! [`Ledger`]: the counts, memory and time of some work, and the interval between two looks at the clock.

use core::time::Duration;

use super::budget::Budget;
use super::clock::Clock;
use super::limits::Limits;
use super::quota::Quota;
use super::stats::{Counts, Stats};
use super::task_observer::Coverage;

/// The greatest number of states that are expanded between two looks at clock and cancel flag.
const INTERVAL: u64 = 4096;
/// The states before the first look. The interval grows by the factor `GROWTH` while it takes little time.
const FIRST_INTERVAL: u64 = 32;
const GROWTH: u32 = 4;
/// The time that should pass between two looks at most.
const PATIENCE: Duration = Duration::from_millis(1);

/// The account of some work, which outlives a run.
#[derive(Debug)]
pub(crate) struct Ledger {
    pub(crate) stats: Stats,
    pub(crate) memory: Quota,
    pub(super) coverage: Option<Coverage>,
    /// The time of all runs so far.
    spent: Duration,
    pub(super) budget: Budget,
    /// The steps without an expansion that are left until the next look.
    pub(super) steps: u64,
    /// The states that may be expanded between two looks, and the time of the last grant.
    pub(super) interval: u64,
    granted_at: Option<Duration>,
    /// A limit on the expanded states beside that of the user.
    pub(super) most_expanded: Option<u64>,
    /// The number of threads to use.
    threads: usize,
    clock: Clock,
    /// The time that this run is given.
    slice: Option<Duration>,
    /// The elapsed time at which this run ends, and the stop that it then ends with.
    until: Option<Duration>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self {
            stats: Stats::default(),
            memory: Quota::default(),
            coverage: None,
            spent: Duration::ZERO,
            budget: Budget::default(),
            steps: 0,
            interval: FIRST_INTERVAL,
            granted_at: None,
            most_expanded: None,
            threads: 1,
            clock: Clock::default(),
            slice: None,
            until: None,
        }
    }
}

impl Ledger {
    /// An account of one thread's part of some work, which has taken the time `spent` before.
    #[cfg(feature = "std")]
    pub(crate) fn part(spent: Duration, memory: Quota) -> Self {
        Self {
            spent,
            memory,
            ..Self::default()
        }
    }

    /// An account that continues from the counts and the time of a saved one.
    pub(crate) fn resumed(stats: Stats, spent: Duration) -> Self {
        Self {
            stats,
            spent,
            ..Self::default()
        }
    }

    /// Begins a new account; held memory stays held.
    pub(crate) fn begin(&mut self) {
        self.memory.renew_peak();
        *self = Self {
            memory: core::mem::take(&mut self.memory),
            threads: self.threads,
            ..Self::default()
        };
    }

    /// Begins a run within `limits`, for at most `slice`.
    pub(crate) fn start(&mut self, limits: &Limits, slice: Option<Duration>) {
        self.memory.limit_to(limits.bytes);
        self.clock = Clock::start(self.spent, limits.clock.as_ref());
        (self.slice, self.steps, self.most_expanded) = (slice, 0, None);
        (self.interval, self.granted_at) = (FIRST_INTERVAL, None);
        let until = slice.map(|slice| self.spent.saturating_add(slice));
        self.until = until.into_iter().chain(limits.time).min();
    }

    /// Begins a new account within a run, for work that holds nothing yet.
    pub(super) fn begin_within(&mut self, limits: &Limits) {
        let slice = self.slice;
        self.begin();
        self.memory = Quota::default();
        self.start(limits, slice);
    }

    /// Ends a run: settles the remaining charges, and adds its time.
    pub(crate) fn finish(&mut self) {
        self.settle_own();
        if let Some(elapsed) = self.clock.elapsed() {
            self.spent = elapsed;
        }
    }

    /// Charges an expansion with all its children; false if the grant does not cover it.
    #[inline]
    pub(crate) const fn expands(&mut self, children: u64) -> bool {
        self.budget.expand_with(children)
    }

    pub(crate) fn settle(&mut self, budget: &mut Budget) {
        let charged = budget.take();
        self.stats.expanded += charged.expanded;
        self.stats.generated += charged.generated;
        budget.claim_reserved(&self.memory);
        budget.free = self.memory.free();
    }

    pub(crate) fn settle_own(&mut self) {
        let mut budget = core::mem::take(&mut self.budget);
        self.settle(&mut budget);
    }

    /// Adapts the interval to the time that the last one took.
    pub(super) fn pace(&mut self) {
        let now = self.clock.elapsed();
        self.interval = interval_after(self.interval, self.granted_at, now);
        self.granted_at = now;
    }

    /// The counts so far.
    pub(crate) fn stats(&self) -> Stats {
        Stats {
            peak_bytes: self.memory.peak(),
            ..self.stats
        }
    }

    pub(crate) const fn counts(&self) -> Counts {
        self.stats.counts()
    }

    pub(crate) const fn spent(&self) -> Duration {
        self.spent
    }

    /// The elapsed time at which the run ends.
    pub(crate) const fn until(&self) -> Option<Duration> {
        self.until
    }

    /// The time spent so far, if there is a clock.
    pub(crate) fn elapsed(&self) -> Option<Duration> {
        self.clock.elapsed()
    }

    /// Whether there is a clock.
    pub(crate) const fn has_clock(&self) -> bool {
        self.clock.runs()
    }

    /// A copy of the clock, for other threads.
    #[cfg(feature = "std")]
    pub(super) fn clock(&self) -> Clock {
        self.clock.clone()
    }

    pub(crate) const fn threads(&self) -> usize {
        self.threads
    }

    pub(crate) const fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }
}

/// The next interval, after one of `interval` states that lasted from `granted_at` to `now`.
fn interval_after(interval: u64, granted_at: Option<Duration>, now: Option<Duration>) -> u64 {
    let next = match (granted_at, now) {
        (Some(before), Some(now)) => {
            let taken = now.saturating_sub(before);
            if taken <= PATIENCE / GROWTH {
                interval * u64::from(GROWTH)
            } else {
                let share = PATIENCE.as_nanos() * u128::from(interval);
                (share / taken.as_nanos().max(1)) as u64
            }
        }
        (None, Some(_)) => FIRST_INTERVAL,
        // Without a clock nothing can be measured.
        (_, None) => INTERVAL,
    };
    next.clamp(1, INTERVAL)
}
