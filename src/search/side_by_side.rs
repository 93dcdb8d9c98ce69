//! Subtrees walked side by side, by threads.
//!
//! A thread takes the first subtree that is left, and walks it under a monitor of its own, which knows the
//! clock and the cancel flag. Limits that hold for all together it leases in blocks from a common account.
//! So nothing is shared for each node. Where a lease is refused the thread ends; the little that is left
//! then is for one thread alone.

use core::iter::Enumerate;
use core::ops::ControlFlow;
use core::slice::IterMut;
use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::subtrees::Subtree;
use crate::monitor::{Counts, Ledger, Limits, Monitor, Observer, Progress, Stats, Stop};
use crate::puzzle::Puzzle;
use crate::threads::{Crew, beside};

/// How many states are leased at a time.
const BLOCK: u64 = 1 << 16;
/// How many bytes.
const BYTES: u64 = 1 << 20;
/// No less of either.
const LEAST: u64 = 256;
/// How long the leader waits for the others between two looks.
const MOMENT: Duration = Duration::from_millis(1);

/// The subtrees of the puzzle `P`.
type SubtreeOf<P> = Subtree<<P as Puzzle>::State, <P as Puzzle>::Move, <P as Puzzle>::Cost>;

/// Walks what is left of the subtrees, on so many threads.
pub(super) fn walk<P, const INFORMED: bool>(
    threads: usize,
    subtrees: &mut [SubtreeOf<P>],
    bound: P::Cost,
    puzzle: &P,
    monitor: &mut Monitor<'_, P>,
) -> Result<(), Stop>
where
    P: Puzzle + Sync,
    P::State: Send,
    P::Move: Send,
{
    let decider = subtrees.iter().position(Subtree::decides);
    let decider = decider.unwrap_or(subtrees.len());
    let left = subtrees[..decider]
        .iter()
        .filter(|subtree| subtree.is_open());
    let threads = threads.min(left.count());
    let account = Account::new(monitor);
    if threads < 2 || !account.suffices(threads as u64) {
        return Ok(());
    }
    let limits = monitor.limits();
    let team = Team {
        queue: Mutex::new(subtrees.iter_mut().enumerate()),
        decider: AtomicUsize::new(decider),
        account: Mutex::new(account),
        threads: threads as u64,
        limits: Limits {
            time: limits.time,
            cancel: limits.cancel.clone(),
            ..Limits::new()
        },
        spent: monitor.elapsed().unwrap_or_default(),
        puzzle,
        bound,
    };
    let help = |crew: &Crew| {
        let mut worker = Worker::new(&team, crew, None);
        (worker.work::<INFORMED>(), worker.leave())
    };
    let lead = |crew: &Crew| {
        let mut worker = Worker::new(&team, crew, Some(&mut *monitor));
        let mut end = worker.work::<INFORMED>();
        while !crew.are_gone_in(MOMENT) {
            if let (Ok(()), Err(stop)) = (end, worker.relay.show()) {
                crew.stop();
                end = Err(stop);
            }
        }
        (end, worker.leave())
    };
    let (led, helped) = beside(threads, help, lead);
    let counted = team.account().unseen;
    monitor.count(counted);
    let (mut end, mut peak) = (Ok(()), 0);
    for (stopped, bytes) in core::iter::once(led).chain(helped) {
        peak += bytes;
        // What holds for all together stops one of them only.
        let is_worse = matches!(
            end,
            Ok(()) | Err(Stop::Expanded | Stop::Generated | Stop::Bytes)
        );
        if is_worse && stopped.is_err() {
            end = stopped;
        }
    }
    let held = monitor.memory().held();
    monitor.memory().raise_peak(held.saturating_add(peak));
    end
}

/// What threads have in common.
struct Team<'t, P: Puzzle> {
    queue: Mutex<Enumerate<IterMut<'t, SubtreeOf<P>>>>,
    /// The first subtree that decides the search: none after it has to be walked.
    decider: AtomicUsize,
    account: Mutex<Account>,
    threads: u64,
    /// Those that each can look after by itself.
    limits: Limits<P::Cost>,
    /// How long the search has taken.
    spent: Duration,
    puzzle: &'t P,
    bound: P::Cost,
}

impl<'t, P: Puzzle> Team<'t, P> {
    fn account(&self) -> MutexGuard<'_, Account> {
        self.account.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<(usize, &'t mut SubtreeOf<P>)> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let next = queue.find(|(_, subtree)| subtree.is_open());
        next.filter(|(at, _)| *at < self.decider.load(Ordering::Relaxed))
    }
}

/// What is left of the limits that hold for all together, and what was counted that the monitor of the
/// search does not know of.
struct Account {
    expanded: Option<u64>,
    generated: Option<u64>,
    bytes: Option<u64>,
    unseen: Counts,
}

impl Account {
    fn new<P: Puzzle>(monitor: &mut Monitor<'_, P>) -> Self {
        let (counts, limits) = (monitor.counts(), monitor.limits());
        let left = |max: Option<u64>, count| max.map(|max| max.saturating_sub(count));
        Self {
            expanded: left(limits.expanded, counts.expanded),
            generated: left(limits.generated, counts.generated),
            bytes: limits.bytes.map(|_| monitor.memory().free() as u64),
            unseen: Counts::default(),
        }
    }

    /// Whether there is something for each of so many.
    fn suffices(&self, threads: u64) -> bool {
        let left = [self.expanded, self.generated, self.bytes];
        let least = left.into_iter().flatten().min();
        least.is_none_or(|least| lease(least, threads, u64::MAX) > 0)
    }
}

/// How much of what is left one of so many threads is granted at a time.
const fn lease(left: u64, threads: u64, most: u64) -> u64 {
    let share = left / (2 * threads);
    match share {
        0..LEAST => 0,
        _ if share > most => most,
        _ => share,
    }
}

/// A thread at work.
struct Worker<'c, 't, 'm, 'o, P: Puzzle> {
    relay: Relay<'c, 't, 'm, 'o, P>,
    ledger: Ledger<P::Move, P::Cost>,
    /// What was leased so far.
    limits: Limits<P::Cost>,
}

impl<'c, 't, 'm, 'o, P: Puzzle> Worker<'c, 't, 'm, 'o, P> {
    fn new(team: &'c Team<'t, P>, crew: &'c Crew, lead: Option<&'m mut Monitor<'o, P>>) -> Self {
        let (expanded, generated, bytes) = {
            let account = team.account();
            (account.expanded, account.generated, account.bytes)
        };
        let mut worker = Self {
            relay: Relay {
                team,
                crew,
                lead,
                at: 0,
                looks: 0,
                told: Counts::default(),
                end: Ok(()),
            },
            ledger: Ledger::begun_before(team.spent),
            limits: Limits {
                expanded: expanded.map(|_| 0),
                generated: generated.map(|_| 0),
                bytes: bytes.map(|_| 0),
                ..team.limits.clone()
            },
        };
        worker.renew(Stop::Bytes);
        worker
    }

    /// Takes one subtree after the other.
    fn work<const INFORMED: bool>(&mut self) -> Result<(), Stop> {
        let Relay { team, crew, .. } = self.relay;
        while !crew.is_stopped()
            && let Some((at, subtree)) = team.next()
        {
            self.relay.at = at;
            while let Err(stop) = self.walk::<INFORMED>(subtree) {
                match stop {
                    Stop::Expanded | Stop::Generated | Stop::Bytes if self.renew(stop) => {}
                    Stop::Expanded | Stop::Generated | Stop::Bytes => return Err(stop),
                    Stop::Observer => {
                        self.relay.end?;
                        break;
                    }
                    _ => {
                        crew.stop();
                        return Err(stop);
                    }
                }
            }
            if subtree.decides() {
                team.decider.fetch_min(at, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    fn walk<const INFORMED: bool>(&mut self, subtree: &mut SubtreeOf<P>) -> Result<(), Stop> {
        let Team { puzzle, bound, .. } = *self.relay.team;
        let before = self.ledger.counts();
        let mut monitor = Monitor::new(&self.limits, &mut self.relay, &mut self.ledger, &[]);
        let end = subtree.walk::<P, INFORMED>(bound, puzzle, &mut monitor);
        monitor.finish();
        subtree.counts += self.ledger.counts().since(before);
        end
    }

    /// Leases more of what has run out; returns whether there was some.
    fn renew(&mut self, stop: Stop) -> bool {
        let team = self.relay.team;
        let mut account = team.account();
        let take = |left: &mut Option<u64>, most| {
            let left = left.as_mut()?;
            let block = lease(*left, team.threads, most);
            *left -= block;
            (block > 0).then_some(block)
        };
        let grant = |limit: &mut Option<u64>, block: Option<u64>| {
            *limit = limit.map(|limit| limit + block.unwrap_or(0));
            block.is_some()
        };
        match stop {
            Stop::Expanded => grant(
                &mut self.limits.expanded,
                take(&mut account.expanded, BLOCK),
            ),
            Stop::Generated => {
                let block = take(&mut account.generated, 2 * BLOCK);
                grant(&mut self.limits.generated, block)
            }
            _ => {
                let block = take(&mut account.bytes, BYTES);
                let bytes = self
                    .limits
                    .bytes
                    .map(|bytes| bytes + block.unwrap_or(0) as usize);
                self.limits.bytes = bytes;
                block.is_some()
            }
        }
    }

    /// Counts what is not counted yet; returns how many bytes it held at most.
    fn leave(mut self) -> usize {
        self.relay.tell(self.ledger.counts());
        self.ledger.memory().peak()
    }
}

/// What stands between a thread's own monitor and the others.
struct Relay<'c, 't, 'm, 'o, P: Puzzle> {
    team: &'c Team<'t, P>,
    crew: &'c Crew,
    /// The monitor of the search, which is the leader's.
    lead: Option<&'m mut Monitor<'o, P>>,
    /// The subtree it is at.
    at: usize,
    looks: u64,
    /// What the others were told of what it has counted.
    told: Counts,
    /// What the monitor of the search says.
    end: Result<(), Stop>,
}

impl<P: Puzzle> Relay<'_, '_, '_, '_, P> {
    fn tell(&mut self, counts: Counts) {
        self.team.account().unseen += counts.since(self.told);
        self.told = counts;
    }

    /// Shows the monitor of the search what all have done.
    fn show(&mut self) -> Result<(), Stop> {
        let Some(monitor) = &mut self.lead else {
            return Ok(());
        };
        let unseen = core::mem::take(&mut self.team.account().unseen);
        monitor.count(unseen);
        monitor.look()
    }
}

impl<P: Puzzle> Observer<P> for Relay<'_, '_, '_, '_, P> {
    fn progress(&mut self, progress: &Progress<'_, P::Cost>) -> ControlFlow<()> {
        // The more there are, the less often each speaks to the others.
        self.looks += 1;
        if self.looks.is_multiple_of(self.team.threads) {
            let Stats {
                expanded,
                generated,
                ..
            } = *progress.stats;
            self.tell(Counts {
                expanded,
                generated,
            });
            self.end = self.show();
            if self.end.is_err() {
                self.crew.stop();
            }
        }
        let is_void = self.at > self.team.decider.load(Ordering::Relaxed);
        if is_void || self.crew.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
