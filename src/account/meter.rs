//! [`Meter`]: holds running work to its limits, and counts it, whatever it works on.
//!
//! A meter is a view of an *account*, a [`Ledger`], and of the limits. It has no type parameter: code that builds
//! tables, enumerates or stores states needs no more. A monitor is a view of the same account that adds bounds, the
//! incumbent and the observer of nodes. Invariant: work is charged before it is done, so that no step makes a count
//! exceed its limit.

use core::fmt::{self, Debug};
use core::sync::atomic::Ordering;
use core::time::Duration;

use super::budget::Budget;
use super::claimed::Claim;
#[cfg(feature = "std")]
use super::clock::Clock;
use super::layer::{Layer, Side};
use super::ledger::Ledger;
use super::limits::{Limited, Limits};
use super::quota::Quota;
use super::stats::{Counts, Stats};
use super::stop::Stop;
use super::task_observer::{Coverage, TaskObserver, TaskProgress, obey};

/// The number of children granted with each expansion. A puzzle with more asks for the next grant sooner.
const CHILDREN_PER_EXPANSION: u64 = 8;

/// Holds work to its [`Limits`]: it counts states, accounts for memory, checks clock and cancel flag, and calls the
/// [`TaskObserver`]. It knows no puzzle.
///
/// A [`Task`](crate::Task) hands one to its work: see [`job`](crate::job). The [`Monitor`](crate::solver::Monitor) of a
/// search [lends](crate::solver::Monitor::meter) one to code that needs no more than that, such as a
/// [`ReachedTable`](crate::solver::ReachedTable).
pub struct Meter<'a> {
    account: &'a mut Ledger,
    limits: &'a Limits,
    observer: &'a mut (dyn TaskObserver + 'a),
    /// Whether the observer of the monitor is shown each node: then no expansions are granted in advance.
    pub(crate) shows_nodes: bool,
}

impl Debug for Meter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter")
            .field("limits", &self.limits)
            .field("stats", &self.account.stats)
            .finish_non_exhaustive()
    }
}

impl<'a> Meter<'a> {
    /// A meter on an account whose run was [started](Ledger::start) within `limits`.
    pub(crate) fn new(
        account: &'a mut Ledger,
        limits: &'a Limits,
        observer: &'a mut (dyn TaskObserver + 'a),
    ) -> Self {
        Self {
            account,
            limits,
            observer,
            shows_nodes: false,
        }
    }
}

impl Meter<'_> {
    /// Returns the limits.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        self.limits
    }

    /// Charges the expansion of one state with `children` children. Call this method before any child is looked up or
    /// stored.
    ///
    /// # Errors
    ///
    /// Returns an error if the expansion would exceed a limit, if the work was cancelled, or if the observer ends it.
    /// The expansion is then not counted.
    #[inline]
    pub fn expand(&mut self, children: u64) -> Result<(), Stop> {
        if self.account.charge_expansion(children) {
            return Ok(());
        }
        self.charge_own(children)
    }

    /// Charges an expansion that the account's own budget has refused.
    #[cold]
    #[inline(never)]
    pub(crate) fn charge_own(&mut self, children: u64) -> Result<(), Stop> {
        let mut budget = core::mem::take(&mut self.account.budget);
        let charged = self.charge(&mut budget, 1, children);
        self.account.budget = budget;
        charged
    }

    /// Returns a [`Budget`] for a loop. It has the free bytes, but no expansions yet: the first charge to it is
    /// refused, and [`charge`](Self::charge) then refills it.
    pub(crate) fn lend(&mut self) -> Budget {
        self.account.settle_own();
        Budget::with_bytes(self.account.memory.free())
    }

    /// Settles what was charged to `budget`, counts `expansions` and `children` that it has refused unless they exceed
    /// a limit, and refills it.
    pub(crate) fn charge(
        &mut self,
        budget: &mut Budget,
        expansions: u64,
        children: u64,
    ) -> Result<(), Stop> {
        self.account.settle(budget);
        // If nodes are shown, each is charged by a call of its own: the clock is not read at each of them.
        let looked = if self.shows_nodes {
            self.step()
        } else {
            self.look()
        };
        self.unless_extended(looked)?;
        let account = &mut *self.account;
        let stats = &mut account.stats;
        let expanded = stats.expanded.saturating_add(expansions);
        let generated = stats.generated.saturating_add(children);
        let most_expanded = account.most_expanded.unwrap_or(u64::MAX);
        if expanded > most_expanded {
            return Err(Stop::Expanded);
        }
        self.limits.admit(Limited::Expanded, expanded)?;
        self.limits.admit(Limited::Generated, generated)?;
        (stats.expanded, stats.generated) = (expanded, generated);
        account.note_charge();
        if !self.shows_nodes {
            account.adapt_interval();
            let expansions = (most_expanded - expanded)
                .min(self.limits.room(Limited::Expanded, expanded))
                .min(account.interval);
            let children = self.limits.room(Limited::Generated, generated);
            budget.grant(
                expansions,
                children.min(CHILDREN_PER_EXPANSION * account.interval),
            );
        }
        budget.free = account.memory.free();
        Ok(())
    }

    /// Checks whether `starts` starts may be generated.
    pub(crate) fn admit_starts(&mut self, starts: u64) -> Result<(), Stop> {
        let looked = self.look();
        self.unless_extended(looked)?;
        self.limits.admit(Limited::Generated, starts)
    }

    /// The result of a look before something is charged, unless the slice is over and can be
    /// [extended](Ledger::extend_slice).
    fn unless_extended(&mut self, looked: Result<(), Stop>) -> Result<(), Stop> {
        match looked {
            Err(Stop::Slice) if self.account.extend_slice(self.limits.time) => Ok(()),
            looked => looked,
        }
    }

    /// Adds `children` to the number of generated children whose states were already stored.
    #[inline]
    pub const fn duplicates(&mut self, children: u64) {
        let stats = &mut self.account.stats;
        stats.duplicates = stats.duplicates.saturating_add(children);
    }

    /// Notes how many states are stored in all, new ones included. Call this method before adding states, or after it
    /// if the limit has room for them.
    ///
    /// # Errors
    ///
    /// Returns an error if the number exceeds the limit on stored states. The new states must then not be stored.
    #[inline]
    pub fn store(&mut self, states: u64) -> Result<(), Stop> {
        match self.limits.stored {
            Some(most) if states > most => Err(Stop::Stored),
            _ => {
                let stats = &mut self.account.stats;
                stats.peak_stored = stats.peak_stored.max(states);
                Ok(())
            }
        }
    }

    /// Claims `bytes` more bytes of memory. Call this method before the memory is allocated, and keep the [`Claim`] as
    /// long as the memory: the bytes are given back when the claim is dropped.
    ///
    /// # Errors
    ///
    /// Returns an error if all claimed memory together would exceed the limit on bytes. Nothing is then claimed.
    pub fn claim(&mut self, bytes: usize) -> Result<Claim, Stop> {
        Claim::new(bytes, &self.account.memory)
    }

    /// Sets the total of the [`Coverage`](crate::observe::Coverage) that observers are shown, of which zero states are
    /// done. Whoever builds a [table](crate::job) adds the states of each layer.
    pub const fn expect_states(&mut self, total: u64) {
        self.account.coverage = Some(Coverage::of(total));
    }

    /// Takes back what was counted for expansions that were not done, or that are not to be counted.
    pub fn refund(&mut self, expansions: u64, children: u64) {
        self.account.settle_own();
        let stats = &mut self.account.stats;
        stats.expanded = stats.expanded.saturating_sub(expansions);
        stats.generated = stats.generated.saturating_sub(children);
    }

    /// Reports to the observer that a layer of `states` states at the given depth is complete.
    ///
    /// # Errors
    ///
    /// Returns an error if the observer ends the work.
    pub(crate) fn finish_layer(&mut self, side: Side, depth: u64, states: u64) -> Result<(), Stop> {
        obey(self.observer.layer(&Layer {
            side,
            depth,
            states,
        }))
    }

    /// Checks the cancel flag and the time limit, and shows the progress to the observer.
    ///
    /// # Errors
    ///
    /// Returns an error if the cancel flag is set, if the time is used up ([`Stop::Time`], [`Stop::Slice`]) or cannot
    /// be measured ([`Stop::NoClock`]), or if the observer ends the work.
    pub fn look(&mut self) -> Result<(), Stop> {
        self.check_time_and_cancel()?;
        obey(self.observer.progress(&TaskProgress {
            stats: self.account.stats,
            coverage: self.account.coverage,
        }))
    }
}

/// Methods for the loops of this crate.
impl Meter<'_> {
    /// Begins the account anew, for work that holds no memory yet: what was claimed before counts no longer.
    pub(crate) fn begin(&mut self) {
        self.account.begin_within(self.limits);
    }

    /// Counts a step that expands no state, before it is done. At intervals it checks the cancel flag and the clock,
    /// and shows the progress; after an error the caller must not do the step.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Stop> {
        if self.account.steps == 0 {
            self.look()?;
            self.account.adapt_interval();
            self.account.grant_steps();
        }
        self.account.steps -= 1;
        Ok(())
    }

    /// Checks the cancel flag and the time limit, as [`look`](Self::look) does, and shows nothing.
    pub(crate) fn check_time_and_cancel(&self) -> Result<(), Stop> {
        let cancel = self.limits.cancel.as_ref();
        if cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        match self.account.until() {
            Some(until) if self.account.elapsed().ok_or(Stop::NoClock)? >= until => {
                Err(match self.slice_end() {
                    Some(_) => Stop::Slice,
                    None => Stop::Time,
                })
            }
            _ => Ok(()),
        }
    }

    pub(crate) const fn memory(&self) -> &Quota {
        &self.account.memory
    }

    /// The elapsed time at which the slice of this run ends, unless the limit on time comes before.
    pub(crate) fn slice_end(&self) -> Option<Duration> {
        let until = self.account.until();
        until.filter(|_| until != self.limits.time)
    }

    /// The counts so far, but for what is charged to a budget that is not settled.
    pub(crate) fn stats(&self) -> Stats {
        self.account.stats()
    }

    /// The time spent so far, if there is a clock.
    pub(crate) fn elapsed(&self) -> Option<Duration> {
        self.account.elapsed()
    }

    /// A copy of the clock, for other threads.
    #[cfg(feature = "std")]
    pub(crate) fn clock(&self) -> Clock {
        self.account.clock()
    }

    /// The number of threads to use.
    pub(crate) const fn threads(&self) -> usize {
        self.account.threads()
    }

    /// Adds `states` to the coverage.
    pub(crate) const fn cover(&mut self, states: u64) {
        if let Some(coverage) = &mut self.account.coverage {
            coverage.done = coverage.done.saturating_add(states);
        }
    }

    /// Counts `states` expanded states that were admitted before, such as those of a part of a layer.
    pub(crate) const fn count_expanded(&mut self, states: u64) {
        self.account.stats.expanded += states;
    }

    /// The expanded and generated states so far; the account's own budget is settled first.
    pub(crate) fn counts(&mut self) -> Counts {
        self.account.settle_own();
        self.account.counts()
    }

    /// The number of states that may still be expanded, and of those that may still be generated.
    #[cfg(feature = "std")]
    pub(crate) fn room(&mut self) -> Counts {
        let counts = self.counts();
        Counts {
            expanded: self.limits.room(Limited::Expanded, counts.expanded),
            generated: self.limits.room(Limited::Generated, counts.generated),
        }
    }

    /// Sets a limit on the expanded states beside that of the user; beyond it the work ends with [`Stop::Expanded`].
    pub(crate) const fn expand_no_more_than(&mut self, most: Option<u64>) {
        self.account.most_expanded = most;
    }

    /// Adds the counts of another thread.
    #[cfg(feature = "std")]
    pub(crate) const fn add_counts(&mut self, more: Counts) {
        self.account.stats.expanded += more.expanded;
        self.account.stats.generated += more.generated;
    }
}

/// The lower of two limits.
pub(crate) fn least(one: Option<u64>, two: Option<u64>) -> Option<u64> {
    one.into_iter().chain(two).min()
}
