//! [`Ledger`]: the counts, memory and time of some work, and the interval between two looks at the clock.
//!
//! A [`Meter`](super::Meter) is a view of a ledger and of the limits. From time to time it *looks*: it checks the clock
//! and the cancel flag, and calls the observer. Between two looks, work charges a [`Budget`]. Invariant: each expansion
//! that was done and each child that was generated is counted here, or charged to a budget that is not settled yet.

use core::time::Duration;

use super::budget::Budget;
use super::clock::Clock;
use super::limits::Limits;
use super::quota::Quota;
use super::stats::{Counts, Stats};
use super::task_observer::Coverage;

/// The greatest number of states that are expanded between two looks.
const MAX_INTERVAL: u64 = 4096;
/// The states that are expanded before the first look, if the run is given no time. The interval grows by no more than
/// the factor `GROWTH`.
const FIRST_INTERVAL: u64 = 32;
const GROWTH: u64 = 4;
/// The time that should pass between two looks. Toward the end of a run it is half of the time that is left, so that
/// the run ends in time even if states take twice as long as before; but at least `LEAST_PATIENCE`, so that looks cost
/// next to nothing.
const PATIENCE: Duration = Duration::from_millis(1);
const LEAST_PATIENCE: Duration = Duration::from_micros(20);

/// The account of some work, such as a search, over all its runs.
#[derive(Debug)]
pub(crate) struct Ledger {
    pub(crate) stats: Stats,
    pub(crate) memory: Quota,
    pub(super) coverage: Option<Coverage>,
    /// The time of all runs so far.
    spent: Duration,
    pub(super) budget: Budget,
    /// The number of steps without an expansion that are left until the next look.
    pub(super) steps: u64,
    /// The number of these steps when they were last granted, or the interval was last adapted.
    granted_steps: u64,
    /// The states that may be expanded between two looks.
    pub(super) interval: u64,
    /// The elapsed time when the interval was last adapted.
    adapted_at: Option<Duration>,
    /// The number of expanded states at that time.
    expanded_before: u64,
    /// A limit on the expanded states beside that of the user.
    pub(super) most_expanded: Option<u64>,
    /// The number of threads to use.
    threads: usize,
    clock: Clock,
    /// The greatest time that this run is given, for example by `run_for`.
    slice: Option<Duration>,
    /// The elapsed time at which this run ends: at the end of its slice, or at the limit on time if that is earlier.
    until: Option<Duration>,
    /// Whether the slice may still be [extended](Self::extend_slice): it may until the run has charged something.
    is_extensible: bool,
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
            granted_steps: 0,
            interval: FIRST_INTERVAL,
            adapted_at: None,
            expanded_before: 0,
            most_expanded: None,
            threads: 1,
            clock: Clock::default(),
            slice: None,
            until: None,
            is_extensible: false,
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
        self.memory.reset_peak();
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
        (self.slice, self.most_expanded) = (slice, None);
        (self.steps, self.granted_steps) = (0, 0);
        // The time that a run is given may be as short as that of a few states.
        let interval = if slice.is_some() { 1 } else { FIRST_INTERVAL };
        (self.interval, self.adapted_at) = (interval, None);
        let until = slice.map(|slice| self.spent.saturating_add(slice));
        self.until = until.into_iter().chain(limits.time).min();
        self.is_extensible = slice.is_some_and(|slice| !slice.is_zero());
    }

    /// Gives a run whose slice is over before it has charged anything as much time again as it has taken; returns
    /// whether it did. A walk begins each run by going back to where the last one ended, and in slices shorter than
    /// that it would never come to a new state.
    pub(super) fn extend_slice(&mut self, limit: Option<Duration>) -> bool {
        let Some(now) = self.clock.elapsed().filter(|_| self.is_extensible) else {
            return false;
        };
        let taken = now.saturating_sub(self.spent);
        let until = Some(now.saturating_add(taken));
        self.until = until.into_iter().chain(limit).min();
        self.is_extensible = false;
        true
    }

    /// Notes that something was charged.
    pub(super) const fn note_charge(&mut self) {
        self.is_extensible = false;
    }

    /// Begins a new account within a run, for work that starts over and holds no memory.
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

    /// Charges an expansion with all its children to the ledger's own budget; false if that does not cover it.
    #[inline]
    pub(crate) const fn charge_expansion(&mut self, children: u64) -> bool {
        self.budget.expand_with(children)
    }

    /// Counts what was charged to a budget, and claims what was reserved; the budget then covers no charge.
    pub(crate) fn settle(&mut self, budget: &mut Budget) {
        let charged = budget.take();
        self.stats.expanded = self.stats.expanded.saturating_add(charged.expanded);
        self.stats.generated = self.stats.generated.saturating_add(charged.generated);
        budget.claim_reserved(&self.memory);
        budget.free = self.memory.free();
    }

    /// [Settles](Self::settle) the ledger's own budget.
    pub(crate) fn settle_own(&mut self) {
        let mut budget = core::mem::take(&mut self.budget);
        self.settle(&mut budget);
    }

    /// Adapts the interval to the pace of the work: the expansions and steps that were done since it was last adapted,
    /// and the time that they took. A walk may end before it has used up its grant; only finished work counts.
    pub(super) fn adapt_interval(&mut self) {
        let now = self.clock.elapsed();
        let left = now.zip(self.until);
        let left = left.map_or(Duration::MAX, |(now, until)| until.saturating_sub(now));
        let patience = (left / 2).clamp(LEAST_PATIENCE, PATIENCE);
        let expanded = self.stats.expanded.saturating_sub(self.expanded_before);
        let done = expanded + (self.granted_steps - self.steps);
        let next = match (self.adapted_at, now) {
            (Some(before), Some(now)) if done > 0 => {
                // The work that takes the time `patience` at the pace since the last look.
                let taken = now.saturating_sub(before).as_nanos().max(1);
                let share = patience.as_nanos() * u128::from(done) / taken;
                share.min(u128::from(GROWTH * self.interval)) as u64
            }
            (_, Some(_)) => self.interval,
            // Without a clock nothing can be measured.
            (_, None) => MAX_INTERVAL,
        };
        self.interval = next.clamp(1, MAX_INTERVAL);
        (self.adapted_at, self.expanded_before) = (now, self.stats.expanded);
        self.granted_steps = self.steps;
    }

    /// Grants the steps of an interval.
    pub(super) const fn grant_steps(&mut self) {
        (self.steps, self.granted_steps) = (self.interval, self.interval);
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
