//! [`Ledger`]: what was counted and is held, and what a run may spend before it looks.

use core::time::Duration;

use super::budget::Budget;
use super::clock::Clock;
use super::limits::Limits;
use super::quota::Quota;
use super::stats::{Counts, Stats};
use super::stop::Stop;
use super::watcher::Coverage;

/// No more states than this are expanded between two looks at clock and cancel flag.
const INTERVAL: u64 = 4096;
/// So many before the first look; then several times as many each time, as long as that takes little
/// time.
const FIRST_INTERVAL: u64 = 32;
const GROWTH: u32 = 4;
/// How much time may pass between two looks, roughly.
const PATIENCE: Duration = Duration::from_millis(1);

/// The account of some work, kept from one run to the next.
#[derive(Debug)]
pub(crate) struct Ledger {
    pub(crate) stats: Stats,
    pub(crate) memory: Quota,
    pub(super) coverage: Option<Coverage>,
    /// The time that all runs took.
    spent: Duration,
    pub(super) budget: Budget,
    /// How many steps that expand nothing may be done before the next look.
    pub(super) steps: u64,
    /// How many states may be expanded before the next look, and when that was granted.
    pub(super) interval: u64,
    granted_at: Option<Duration>,
    /// No more states than this are expanded in all, whatever the limits allow.
    pub(super) most_expanded: Option<u64>,
    /// By how many threads work is to be done.
    threads: usize,
    clock: Clock,
    /// The time that this run is given.
    slice: Option<Duration>,
    /// The elapsed time at which this run ends, and what it then ends with.
    until: Option<Duration>,
    late: Stop,
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
            late: Stop::Time,
        }
    }
}

impl Ledger {
    /// An account of work beside another, which began so long ago and holds so many bytes.
    #[cfg(feature = "std")]
    pub(crate) fn beside(spent: Duration, held: usize) -> Self {
        Self {
            spent,
            memory: Quota::beside(held),
            ..Self::default()
        }
    }

    /// An account with what was counted and spent before.
    pub(crate) fn resumed(stats: Stats, spent: Duration) -> Self {
        Self {
            stats,
            spent,
            ..Self::default()
        }
    }

    /// Begins a new account; what is held is held on.
    pub(crate) fn begin(&mut self) {
        self.memory.renew_peak();
        *self = Self {
            memory: core::mem::take(&mut self.memory),
            threads: self.threads,
            ..Self::default()
        };
    }

    /// Begins a run within these limits, which is given so much time.
    pub(crate) fn start(&mut self, limits: &Limits, slice: Option<Duration>) {
        self.memory.limit_to(limits.bytes);
        self.clock = Clock::start(self.spent, limits.clock.as_ref());
        (self.slice, self.steps, self.most_expanded) = (slice, 0, None);
        (self.interval, self.granted_at) = (FIRST_INTERVAL, None);
        let slice_end = slice.map(|slice| self.spent.saturating_add(slice));
        self.until = slice_end.into_iter().chain(limits.time).min();
        self.late = if self.until == limits.time {
            Stop::Time
        } else {
            Stop::Slice
        };
    }

    /// Begins a new account within a run, of work that holds nothing yet.
    pub(super) fn begin_within(&mut self, limits: &Limits) {
        let slice = self.slice;
        self.begin();
        self.memory = Quota::default();
        self.start(limits, slice);
    }

    /// Ends a run: counts what is not counted yet, and the time.
    pub(crate) fn finish(&mut self) {
        self.settle_own();
        if let Some(elapsed) = self.clock.elapsed() {
            self.spent = elapsed;
        }
    }

    /// Charges an expansion and all its children, if that was granted.
    #[inline]
    pub(crate) const fn expands(&mut self, children: u64) -> bool {
        self.budget.expand_with(children)
    }

    pub(crate) fn settle(&mut self, budget: &mut Budget) {
        let (expanded, generated) = budget.take();
        self.stats.expanded += expanded;
        self.stats.generated += generated;
        self.memory.add(budget.reserved - budget.claimed);
        budget.claimed = budget.reserved;
        budget.free = self.memory.free();
    }

    pub(crate) fn settle_own(&mut self) {
        let mut budget = core::mem::take(&mut self.budget);
        self.settle(&mut budget);
    }

    /// Grants more where the last grant was spent in little time, and less where states take long.
    pub(super) fn pace(&mut self) {
        let now = self.clock.elapsed();
        self.interval = interval_after(self.interval, self.granted_at, now);
        self.granted_at = now;
    }

    /// What was counted so far.
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

    /// What the run ends with at that time.
    pub(crate) const fn late(&self) -> Stop {
        self.late
    }

    /// How long it has taken so far, if there is a clock.
    pub(crate) fn elapsed(&self) -> Option<Duration> {
        self.clock.elapsed()
    }

    /// Whether the time of runs is told by a clock.
    pub(crate) const fn has_clock(&self) -> bool {
        self.clock.runs()
    }

    /// What tells that, for other threads too.
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

/// How many states may be expanded next, after this many that took from one time to the other.
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
        // Nothing to go by.
        (_, None) => INTERVAL,
    };
    next.clamp(1, INTERVAL)
}
