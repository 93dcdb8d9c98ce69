//! [`Team`]: threads that search together under common limits.
//!
//! Each thread has a monitor of its own, which looks at the clock and the cancel flag. The limits on amounts (states
//! expanded, generated and stored, and bytes) are common. A thread leases an amount of them, and then uses it without
//! access to shared data. If a lease is refused, the thread ends; the search can then use up the little that is left on
//! one thread. A thread works on *pieces* of the search, which are numbered in the order of a search on one thread.
//!
//! Invariant: the amounts leased and the amounts left are together what the limits leave to the team.

use core::ops::ControlFlow;
use core::time::Duration;

use super::sync::{AtomicUsize, Mutex, MutexGuard, Ordering, lock};
use super::{Crew, fork_join};
use crate::account::{Counts, Ledger, Limited, Limits, Meter, Quota, Stop};
use crate::cost::Cost;
use crate::monitor::{Monitor, Observer, Proof, SearchProgress};

/// The greatest number of states leased at a time.
const LEASED_STATES: u64 = 1 << 16;
/// The greatest number of bytes leased at a time.
const LEASED_BYTES: u64 = 1 << 20;
/// The least number of states or bytes of a lease; smaller leases are refused.
const LEAST_LEASE: u64 = 256;
/// How long the leader waits for the others between looks at its monitor.
const BETWEEN_LOOKS: Duration = Duration::from_millis(1);

/// The data that the threads share.
pub(crate) struct Team<C> {
    max_cost: Option<C>,
    /// The index of the first piece of work, in the order of one thread, that decided the search: later pieces are not
    /// needed.
    pub(crate) decider: AtomicUsize,
    /// Counts the changes of which the other threads have to take notice. A new count interrupts their work.
    news: AtomicUsize,
    common: Mutex<SharedLimits>,
    threads: u64,
    /// The limits of the search. Those on amounts are leased; each thread enforces the others by itself.
    limits: Limits,
    /// The elapsed time at which the slice of the run ends.
    slice_end: Option<Duration>,
    /// The time spent before the threads began.
    spent: Duration,
    memory: Quota,
}

impl<C: Cost> Team<C> {
    /// A team of `threads` threads, with `stored` states stored so far; `None` if the limits leave too little for each.
    pub(crate) fn new<S, M>(
        threads: usize,
        stored: u64,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Option<Self> {
        let common = SharedLimits::new(stored, &mut monitor.meter());
        if threads < 2 || !common.suffices(threads as u64) {
            return None;
        }
        // A limit that admits all bytes is none: there are no leases, so no thread may have a limit of its own.
        let bytes = monitor.limits().bytes;
        let limits = Limits {
            bytes: bytes.filter(|_| monitor.memory().is_limited()),
            moves: None,
            ..monitor.limits().clone()
        };
        Some(Self {
            max_cost: monitor.max_cost(),
            decider: AtomicUsize::new(usize::MAX),
            news: AtomicUsize::new(0),
            common: Mutex::new(common),
            threads: threads as u64,
            limits,
            slice_end: monitor.meter().slice_end(),
            spent: monitor.meter().elapsed().unwrap_or_default(),
            memory: monitor.memory().clone(),
        })
    }

    /// Records that the piece of work with this index decides the search, unless an earlier one does.
    pub(crate) fn decide(&self, at: usize) {
        self.decider.fetch_min(at, Ordering::Relaxed);
    }

    /// Whether the piece of work with this index is needed, as no earlier one has decided the search.
    pub(crate) fn needs(&self, at: usize) -> bool {
        at <= self.decider.load(Ordering::Relaxed)
    }

    /// Interrupts the other threads, so that they take notice of a change.
    pub(crate) fn tell_news(&self) {
        self.news.fetch_add(1, Ordering::Relaxed);
    }

    /// Runs `work` on each thread, with its number; this thread is number 0 and leads. Returns the stop that ended the
    /// work.
    pub(crate) fn work<S, M>(
        &self,
        monitor: &mut Monitor<'_, S, M, C>,
        work: impl Fn(usize, &mut Worker<'_, '_, '_, S, M, C>) -> Result<(), Stop> + Sync,
    ) -> Result<(), Stop> {
        let help = |at: usize, crew: &Crew| {
            let mut worker = Worker::new(self, crew, None);
            (work(at, &mut worker), worker.leave())
        };
        let lead = |crew: &Crew| {
            let mut worker = Worker::new(self, crew, Some(&mut *monitor));
            let mut end = work(0, &mut worker);
            while !crew.are_gone_in(BETWEEN_LOOKS) {
                if let (Ok(()), Err(stop)) = (end, worker.relay.show()) {
                    crew.stop();
                    end = Err(stop);
                }
            }
            (end, worker.leave())
        };
        let (led, helped) = fork_join(self.threads as usize, help, lead);
        let unreported = core::mem::take(&mut self.common().unreported);
        monitor.meter().add_counts(unreported);
        let mut end = Ok(());
        for (stopped, totals) in core::iter::once(led).chain(helped) {
            monitor.meter().duplicates(totals.duplicates);
            monitor.reopen(totals.reopened);
            // A limit on a common amount stops only the thread that reached it, so any other stop takes precedence.
            if stopped.is_err() && end.err().is_none_or(Stop::is_shared) {
                end = stopped;
            }
        }
        end
    }

    fn common(&self) -> MutexGuard<'_, SharedLimits> {
        lock(&self.common)
    }

    /// Leases a part of the amount that is left: at least `wanted`, and otherwise at most `most`. `None` if too little
    /// is left.
    fn lease(&self, limited: Limited, most: u64, wanted: u64) -> Option<u64> {
        let left = &mut self.common().left[limited as usize];
        let block = lease((*left)?, self.threads, most).max(wanted);
        *left = Some((*left)?.checked_sub(block)?);
        (block > 0).then_some(block)
    }
}

/// The amounts that are left of the common limits, and the counts that the monitor of the search has not seen.
struct SharedLimits {
    /// For each limit, what is not leased yet; `None` if there is no limit.
    left: [Option<u64>; Limited::ALL.len()],
    unreported: Counts,
}

impl SharedLimits {
    fn new(stored: u64, meter: &mut Meter<'_>) -> Self {
        let (counts, limits) = (meter.counts(), meter.limits());
        let left = Limited::ALL.map(|limited| {
            let left = match limited {
                Limited::Expanded => limits.room(limited, counts.expanded),
                Limited::Generated => limits.room(limited, counts.generated),
                Limited::Stored => limits.room(limited, stored),
                Limited::Bytes => meter.memory().free() as u64,
            };
            limits.on(limited).map(|_| left)
        });
        Self {
            left,
            unreported: Counts::default(),
        }
    }

    /// Whether each of `threads` threads can lease something.
    fn suffices(&self, threads: u64) -> bool {
        let least = self.left.into_iter().flatten().min();
        least.is_none_or(|least| lease(least, threads, u64::MAX) > 0)
    }
}

/// The size of a lease: half of what is left, divided by the number of threads, and at most `most`; 0 if that is less
/// than [`LEAST_LEASE`].
const fn lease(left: u64, threads: u64, most: u64) -> u64 {
    let share = left / (2 * threads);
    match share {
        0..LEAST_LEASE => 0,
        _ if share > most => most,
        _ => share,
    }
}

/// A thread at work.
pub(crate) struct Worker<'c, 'm, 'o, S, M, C> {
    relay: Relay<'c, 'm, 'o, S, M, C>,
    account: Ledger,
    proof: Proof<M, C>,
    /// The limits of this thread: on amounts, those leased so far.
    limits: Limits,
}

/// The totals of a thread that has ended.
struct WorkerTotals {
    duplicates: u64,
    reopened: u64,
}

impl<'c, 'm, 'o, S, M, C: Cost> Worker<'c, 'm, 'o, S, M, C> {
    fn new(team: &'c Team<C>, crew: &'c Crew, lead: Option<&'m mut Monitor<'o, S, M, C>>) -> Self {
        let mut limits = team.limits.clone();
        for limited in Limited::ALL {
            limits.set(limited, limits.on(limited).map(|_| 0));
        }
        let mut worker = Self {
            relay: Relay {
                team,
                crew,
                lead,
                at: 0,
                looks: 0,
                news_seen: 0,
                reported: Counts::default(),
                end: Ok(()),
            },
            account: Ledger::part(team.spent, team.memory.lease(0)),
            proof: Proof::default(),
            limits,
        };
        worker.renew(Limited::Bytes);
        worker
    }

    /// The threads of the phase.
    pub(crate) const fn crew(&self) -> &'c Crew {
        self.relay.crew
    }

    /// Begins with the piece of work with this index, which is needed until an earlier one decides the search.
    pub(crate) const fn turn_to(&mut self, at: usize) {
        self.relay.at = at;
    }

    /// Whether the threads are stopped, or this piece of work is no longer needed.
    pub(crate) fn is_stopped(&self) -> bool {
        self.crew().is_stopped() || !self.relay.team.needs(self.relay.at)
    }

    /// Counts states that this thread stores without a lease.
    pub(crate) fn add_stored(&mut self, states: u64) {
        self.limits.stored = self.limits.stored.map(|stored| stored + states);
    }

    /// Calls `work` until it is done or stopped. If a lease is used up, leases more and calls it again. A stop ends the
    /// other threads as well, unless it is by a common amount, or this piece of work is merely no longer needed.
    pub(crate) fn work(
        &mut self,
        mut work: impl FnMut(&mut Monitor<'_, S, M, C>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        loop {
            let Self {
                relay,
                account,
                proof,
                limits,
            } = self;
            let slice_end = relay.team.slice_end;
            let slice = slice_end.map(|end| end.saturating_sub(account.spent()));
            account.start(limits, slice);
            let max_cost = relay.team.max_cost;
            let mut monitor = Monitor::new(account, limits, max_cost, relay, proof, &[]);
            let end = work(&mut monitor);
            monitor.finish();
            match end {
                Ok(()) => return Ok(()),
                Err(Stop::Observer) => return self.relay.end,
                Err(stop) => match stop.shared_amount() {
                    Some(limited) if self.renew(limited) => {}
                    Some(_) => return end,
                    None => {
                        self.crew().stop();
                        return end;
                    }
                },
            }
        }
    }

    /// Reports to the monitor of the search, if this is the leader.
    pub(crate) fn show(&mut self) -> Result<(), Stop> {
        self.relay.report(self.account.counts());
        self.relay.show().inspect_err(|_| self.crew().stop())
    }

    /// The counts of this thread.
    pub(crate) const fn counts(&self) -> Counts {
        self.account.counts()
    }

    /// Leases more of the amount that is used up; returns whether enough was left.
    fn renew(&mut self, limited: Limited) -> bool {
        let (most, wanted) = match limited {
            Limited::Expanded | Limited::Stored => (LEASED_STATES, 0),
            Limited::Generated => (2 * LEASED_STATES, 0),
            Limited::Bytes => (LEASED_BYTES, self.account.memory.take_missing() as u64),
        };
        let block = self.relay.team.lease(limited, most, wanted);
        match (block, self.limits.on(limited)) {
            (Some(block), _) if limited == Limited::Bytes => {
                self.account.memory.extend(block as usize);
            }
            (Some(block), Some(leased)) => self.limits.set(limited, Some(leased + block)),
            _ => {}
        }
        block.is_some()
    }

    /// Reports the last counts, and ends the worker.
    fn leave(mut self) -> WorkerTotals {
        self.relay.report(self.account.counts());
        let stats = self.account.stats();
        WorkerTotals {
            duplicates: stats.duplicates,
            reopened: stats.reopened,
        }
    }
}

/// Connects a thread's own monitor to the other threads.
struct Relay<'c, 'm, 'o, S, M, C> {
    team: &'c Team<C>,
    crew: &'c Crew,
    /// The monitor of the search, which only the leader has.
    lead: Option<&'m mut Monitor<'o, S, M, C>>,
    /// The piece of work in progress.
    at: usize,
    looks: u64,
    /// The value of the news counter at the last look.
    news_seen: usize,
    /// The counts reported so far.
    reported: Counts,
    /// The stop of the monitor of the search, if it has reported one.
    end: Result<(), Stop>,
}

impl<S, M, C: Cost> Relay<'_, '_, '_, S, M, C> {
    /// Adds the counts of this thread to those that the monitor of the search will be shown.
    fn report(&mut self, counts: Counts) {
        self.team.common().unreported += counts.since(self.reported);
        self.reported = counts;
    }

    /// Reports the counts of all threads to the monitor of the search.
    fn show(&mut self) -> Result<(), Stop> {
        let Some(monitor) = &mut self.lead else {
            return Ok(());
        };
        let unreported = core::mem::take(&mut self.team.common().unreported);
        monitor.meter().add_counts(unreported);
        monitor.meter().look()
    }
}

impl<S, M, C: Cost> Observer<S, M, C> for Relay<'_, '_, '_, S, M, C> {
    fn progress(&mut self, progress: &SearchProgress<C>) -> ControlFlow<()> {
        // With more threads, each reports less often.
        self.looks += 1;
        if self.looks.is_multiple_of(self.team.threads) {
            self.report(progress.stats.counts());
            self.end = self.show();
            if self.end.is_err() {
                self.crew.stop();
            }
        }
        let news = self.team.news.load(Ordering::Relaxed);
        let has_news = core::mem::replace(&mut self.news_seen, news) != news;
        if has_news || !self.team.needs(self.at) || self.crew.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
