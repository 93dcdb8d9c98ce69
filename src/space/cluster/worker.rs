//! [`Peer`]: one of the workers, which search in lockstep.
//!
//! All workers do the same steps in the same order. Decisions need no leader: each worker sends a word to all, and all
//! draw the same conclusion from all words before any of them goes on.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::vec::Vec;

use super::exchange::Exchange;
use super::owned_states::{OwnedStates, StoredKey};
use super::owned_table::least;
use super::process::{ClusterProcess, Fault};
use super::{Quit, filled, number};
use crate::account::{Meter, Quota, Side, Stop};
use crate::space::disk::{CodeSpace, GoalTest};
use crate::space::error::SpaceError;
use crate::space::layer_table::Grant;
use crate::space::layers::may_expand;

use crate::stable_hash::stable_hash;
use crate::threads::sync::open;

/// The states expanded between looks at the clock and the inbox.
pub(super) const LOOK: u32 = 1 << 8;

/// What the workers of one process share.
#[derive(Debug)]
pub(super) struct ProcessShared {
    pub(super) threads: usize,
    /// Why this process cannot go on.
    failure: Mutex<Option<Quit>>,
    /// The states expanded that the meter has not counted yet.
    pub(super) expanded: AtomicU64,
    /// The peak bytes in memory and on disk, summed over the workers.
    pub(super) peak: AtomicUsize,
    pub(super) disk: AtomicU64,
}

impl ProcessShared {
    pub(super) fn new(threads: usize) -> Self {
        Self {
            threads: threads.max(1),
            failure: Mutex::default(),
            expanded: AtomicU64::new(0),
            peak: AtomicUsize::new(0),
            disk: AtomicU64::new(0),
        }
    }

    pub(super) fn failure(&self) -> MutexGuard<'_, Option<Quit>> {
        open(&self.failure)
    }

    fn fail(&self, quit: Quit, process: &ClusterProcess) {
        self.failure().get_or_insert(quit);
        process.abort();
    }
}

/// The worker that owns a state.
fn owner(state: &[u8], workers: usize) -> usize {
    ((u128::from(stable_hash(state)) * workers as u128) >> 64) as usize
}

/// One end's search: this worker's part of the last layer, and the size of that layer over all workers.
pub(super) struct SearchEnd<S> {
    pub(super) part: S,
    pub(super) depth: u64,
    pub(super) states: u64,
    /// Whether all have agreed to save that layer.
    is_due: bool,
}

impl<S> SearchEnd<S> {
    pub(super) const fn new(part: S) -> Self {
        let (depth, states, is_due) = (0, 0, false);
        Self {
            part,
            depth,
            states,
            is_due,
        }
    }
}

/// The result of an enumeration.
pub(super) struct Counted<K> {
    /// The hardest states.
    pub(super) keys: Vec<K>,
    pub(super) layers: Vec<u64>,
    pub(super) stop: Option<Stop>,
}

/// The edges of a space forward, and backward if it is searched from both ends.
#[derive(Clone, Copy)]
pub(super) struct EdgeDirections<'s, K> {
    pub(super) forth: &'s (dyn CodeSpace<K> + Sync),
    pub(super) back: &'s (dyn CodeSpace<K> + Sync),
}

/// The next layer: its size, whether it is to be saved, and the least goal in it.
pub(super) struct NextLayer<K> {
    pub(super) states: u64,
    is_due: bool,
    pub(super) goal: Option<K>,
}

pub(super) struct Peer<'s, 'm, 'o, K: StoredKey> {
    pub(super) space: EdgeDirections<'s, K>,
    exchange: Exchange<'s>,
    shared: &'s ProcessShared,
    /// Of the worker that reports for its process.
    meter: Option<&'m mut Meter<'o>>,
    pub(super) scratch: Vec<u8>,
    /// The sizes of the complete layers from the starts.
    pub(super) layers: Vec<u64>,
    /// The number of states expanded from the goals.
    seen_from_goals: u64,
    /// The bytes held for the search from the other end.
    pub(super) beside: usize,
    peak: usize,
    limits: (Option<usize>, Option<u64>),
}

impl<'s, 'm, 'o, K: StoredKey> Peer<'s, 'm, 'o, K> {
    pub(super) fn new(
        space: EdgeDirections<'s, K>,
        exchange: Exchange<'s>,
        shared: &'s ProcessShared,
        limits: (Option<usize>, Option<u64>),
        meter: Option<&'m mut Meter<'o>>,
    ) -> Self {
        Self {
            space,
            exchange,
            shared,
            meter,
            scratch: std::vec![0; filled(space.forth.width())],
            layers: Vec::new(),
            seen_from_goals: 0,
            beside: 0,
            peak: 0,
            limits,
        }
    }

    /// Counts the layers from these starts; `open` opens what a worker owns.
    pub(super) fn count<S: OwnedStates<K>>(
        &mut self,
        starts: &[u8],
        hardest: usize,
        open: impl Fn(usize, Grant) -> Result<S, Quit>,
    ) -> Result<Counted<K>, Quit> {
        // A worker that is stopped, or whose states cannot be opened, still takes part in the last exchange.
        let (end, ours) = match open(self.exchange.place().0, self.grant(1)) {
            Ok(part) => {
                let mut search = SearchEnd::new(part);
                let end = self.count_on(&mut search, starts);
                let disk = search.part.disk_peak();
                self.shared.disk.fetch_add(disk, Ordering::Relaxed);
                if let Err(quit @ Quit::Fault(_)) = end {
                    return Err(quit);
                }
                (end, search.part.least(hardest))
            }
            Err(quit) => {
                self.fail(quit);
                (self.all_gather(&[]).map(drop), Ok(Vec::new()))
            }
        };
        let ours = ours.inspect_err(|_| self.exchange.process().end())?;
        let bytes = ours
            .iter()
            .flat_map(|key| self.bytes(key))
            .collect::<Vec<_>>();
        let words = self.exchange.all_gather(&bytes, &mut || {})?;
        let width = self.scratch.len();
        let keys = words.iter().flat_map(|word| word.chunks_exact(width));
        let keys = least(keys.map(K::read), hardest);
        let stop = match (end, &*self.shared.failure()) {
            (Err(_), &Some(Quit::Error(SpaceError::Stopped(stop)))) => Some(stop),
            (end, _) => end.map(|()| None)?,
        };
        let layers = core::mem::take(&mut self.layers);
        Ok(Counted { keys, layers, stop })
    }

    fn count_on<S: OwnedStates<K>>(
        &mut self,
        search: &mut SearchEnd<S>,
        starts: &[u8],
    ) -> Result<(), Quit> {
        self.resume(search, starts)?;
        if search.states == 0 {
            return Ok(());
        }
        loop {
            self.barrier(Side::Start, search, 0)?;
            let next = self.expand(search, self.space.forth, GoalTest::Skipped)?;
            if next.states == 0 {
                return Ok(());
            }
            self.advance(search, &next);
        }
    }

    /// Resumes after the last layer that all workers have saved; without one, begins with the starts.
    fn resume<S: OwnedStates<K>>(
        &mut self,
        search: &mut SearchEnd<S>,
        starts: &[u8],
    ) -> Result<(), Quit> {
        let saved = search.part.saved();
        let ours = saved.map_or_else(Vec::new, |saved| saved.map(u64::to_le_bytes).concat());
        let words = self.all_gather(&ours)?;
        let all = || words.iter().map(|word| [number(word, 0), number(word, 1)]);
        let layers = all().map(|[last, _]| last).min().unwrap_or(0);
        // A worker that saves nothing sends nothing.
        let is_common = words.iter().all(|word| word.len() == ours.len())
            && all().all(|saved| saved.contains(&layers));
        if !is_common {
            self.fail(SpaceError::NoCommonLayer.into());
            return self.all_gather(&[]).map(drop);
        }
        match search.part.resume(layers) {
            Ok(sizes) => self.layers = sizes,
            Err(quit) => self.fail(quit),
        }
        search.depth = layers.saturating_sub(1);
        if layers == 0 {
            return self.begin(search, starts);
        }
        self.count_first(search)
    }

    /// What one of `ends` searches of this worker may take.
    pub(super) fn grant(&self, ends: usize) -> Grant {
        let shares = self.shared.threads * ends;
        let (bytes, stored) = self.limits;
        let grant = Grant {
            quota: Quota::default(),
            states: stored.map(|stored| stored / shares as u64),
        };
        grant.quota.limit_to(bytes.map(|bytes| bytes / shares));
        grant
    }

    /// Makes the starts that this worker owns layer 0, and counts it.
    pub(super) fn begin<S: OwnedStates<K>>(
        &mut self,
        search: &mut SearchEnd<S>,
        starts: &[u8],
    ) -> Result<(), Quit> {
        let (this, workers) = self.exchange.place();
        let starts = starts.chunks_exact(self.scratch.len());
        let ours = starts.filter(|start| owner(start, workers) == this);
        if let Err(quit) = search.part.start(ours.map(K::read).collect()) {
            self.fail(quit);
        }
        self.count_first(search)
    }

    /// Counts the layer with which the search begins or resumes.
    fn count_first<S: OwnedStates<K>>(&mut self, search: &mut SearchEnd<S>) -> Result<(), Quit> {
        let states = search.part.layer_len();
        let first = self.count_of(&search.part, states, None)?;
        (search.states, search.is_due) = (first.states, first.is_due);
        Ok(())
    }

    /// Expands a layer; returns the totals of the next one.
    pub(super) fn expand<S: OwnedStates<K>>(
        &mut self,
        search: &mut SearchEnd<S>,
        space: &dyn CodeSpace<K>,
        goals: GoalTest,
    ) -> Result<NextLayer<K>, Quit> {
        let part = &mut search.part;
        let (this, workers) = self.exchange.place();
        let (mut keys, mut expanded, mut goal) = (Vec::new(), 0, None::<K>);
        let mut is_done = false;
        loop {
            let mut sent = 0;
            while sent < self.exchange.round() && !is_done {
                let Some(from) = keys.pop() else {
                    self.step()?;
                    self.take(part);
                    if let Err(quit) = part.next(&mut keys) {
                        self.fail(quit);
                    }
                    is_done = keys.is_empty() || self.exchange.process().is_aborted();
                    continue;
                };
                let Self {
                    exchange, scratch, ..
                } = self;
                let mut inserted = Ok(());
                let is_state = space.expand(&from, goals, &mut |key, is_goal| {
                    if is_goal {
                        goal = Some(goal.map_or(key, |goal| goal.min(key)));
                    }
                    key.write(scratch);
                    let to = owner(scratch, workers);
                    if to != this {
                        exchange.send(to, scratch);
                        sent += scratch.len();
                    } else if let Err(quit) = part.insert(key) {
                        inserted = Err(quit);
                        return false;
                    }
                    true
                });
                if is_state {
                    expanded += 1;
                } else {
                    inserted = Err(Stop::NotAState.into());
                }
                if let Err(quit) = inserted {
                    self.fail(quit);
                    is_done = true;
                }
            }
            let are_done =
                self.while_looking(|exchange, look| exchange.end_round(is_done, look))?;
            self.take(part);
            if are_done {
                break;
            }
        }
        self.while_looking(Exchange::drain)?;
        self.take(part);
        self.shared.expanded.fetch_add(expanded, Ordering::Relaxed);
        let states = match part.deduplicate(&mut || self.go_on()) {
            Ok(states) => states,
            Err(quit @ Quit::Fault(_)) => return Err(quit),
            // Nobody asks for the size of an aborted layer.
            Err(_) if self.exchange.process().is_aborted() => 0,
            Err(quit) => {
                self.fail(quit);
                0
            }
        };
        self.count_of(&search.part, states, goal)
    }

    /// Makes the next layer the last one.
    pub(super) fn advance<S: OwnedStates<K>>(
        &mut self,
        search: &mut SearchEnd<S>,
        next: &NextLayer<K>,
    ) {
        if let Err(quit) = search.part.advance() {
            self.fail(quit);
        }
        search.depth += 1;
        (search.states, search.is_due) = (next.states, next.is_due);
    }

    /// Adds up the counts of all workers.
    fn count_of(
        &mut self,
        part: &impl OwnedStates<K>,
        states: u64,
        goal: Option<K>,
    ) -> Result<NextLayer<K>, Quit> {
        self.peak = self.peak.max(self.beside + part.memory().peak());
        let mut word = states.to_le_bytes().to_vec();
        word.push(part.is_due().into());
        word.extend(goal.iter().flat_map(|goal| self.bytes(goal)));
        let words = self.all_gather(&word)?;
        let goals = words.iter().filter_map(|word| word.get(9..));
        let goals = goals.flat_map(|keys| keys.chunks_exact(self.scratch.len()));
        Ok(NextLayer {
            states: words.iter().map(|word| number(word, 0)).sum(),
            is_due: words.iter().any(|word| word.get(8) == Some(&1)),
            goal: goals.map(K::read).min(),
        })
    }

    /// Barrier before a layer is expanded: it is saved if that is due, and all processes agree to go on. The search from
    /// the other end has come to depth `beside`.
    pub(super) fn barrier<S: OwnedStates<K>>(
        &mut self,
        side: Side,
        search: &mut SearchEnd<S>,
        beside: u64,
    ) -> Result<(), Quit> {
        if side == Side::Goal {
            self.seen_from_goals += search.states;
        } else if search.depth as usize == self.layers.len() {
            self.layers.push(search.states);
        }
        // Before a limit is looked at, so that a stop loses no layer that is due to be saved.
        if search.is_due
            && let Err(quit) = search.part.save(&self.layers)
        {
            self.fail(quit);
        }
        let seen = self.layers.iter().sum::<u64>() + self.seen_from_goals;
        let mut is_stopped = Ok(());
        if let Some(meter) = &mut self.meter {
            meter.count_expanded(self.shared.expanded.swap(0, Ordering::Relaxed));
            is_stopped = meter
                .finish_layer(side, search.depth, search.states)
                .and_then(|()| may_expand(search.depth + beside, seen, meter));
        }
        if let Err(stop) = is_stopped {
            self.fail(stop.into());
        }
        self.all_gather(&[]).map(drop)
    }

    /// Takes a step during long work; returns whether the layer is aborted.
    pub(super) fn is_aborted(&mut self) -> Result<bool, Quit> {
        self.step()?;
        Ok(self.exchange.process().is_aborted())
    }

    fn step(&mut self) -> Result<(), Quit> {
        self.while_looking(|exchange, look| {
            look();
            exchange.process().check()
        })
    }

    pub(super) fn bytes(&self, key: &K) -> Vec<u8> {
        let mut bytes = std::vec![0; self.scratch.len()];
        key.write(&mut bytes);
        bytes
    }

    /// Takes a step during work that ends early if the layer is aborted.
    fn go_on(&mut self) -> Result<(), Quit> {
        match self.is_aborted()? {
            true => Err(Stop::Cancelled.into()),
            false => Ok(()),
        }
    }

    /// Runs a step of the exchange, and looks at clock and cancel flag meanwhile.
    fn while_looking<T>(
        &mut self,
        act: impl FnOnce(&mut Exchange<'s>, &mut dyn FnMut()) -> Result<T, Fault>,
    ) -> Result<T, Quit> {
        let Self {
            exchange,
            meter,
            shared,
            ..
        } = self;
        let process = exchange.process();
        let mut look = || {
            if let Some(Err(stop)) = meter.as_mut().map(|meter| meter.look()) {
                shared.fail(stop.into(), process);
            }
        };
        Ok(act(exchange, &mut look)?)
    }

    /// Stores the states that have arrived.
    fn take(&mut self, part: &mut impl OwnedStates<K>) {
        let width = self.scratch.len();
        let taken = self.exchange.take().into_iter().try_for_each(|states| {
            let mut states = states.chunks_exact(width);
            states.try_for_each(|state| part.insert(K::read(state)))
        });
        if let Err(quit) = taken {
            self.fail(quit);
        }
    }

    /// This process gives up at the next exchange of words.
    fn fail(&mut self, quit: Quit) {
        self.shared.fail(quit, self.exchange.process());
    }

    /// All-gather: sends a word to all workers and returns their words; fails if a process has given up.
    pub(super) fn all_gather(&mut self, word: &[u8]) -> Result<Vec<Vec<u8>>, Quit> {
        let with_status = self.with_status(word);
        let words = self.while_looking(|exchange, look| exchange.all_gather(&with_status, look))?;
        self.check_status(words)
    }

    /// The same, without looks at the clock: a stop would abort work that others may still be doing.
    pub(super) fn all_gather_uninterrupted(&mut self, word: &[u8]) -> Result<Vec<Vec<u8>>, Quit> {
        let with_status = self.with_status(word);
        let words = self.exchange.all_gather(&with_status, &mut || {})?;
        self.check_status(words)
    }

    fn with_status(&self, word: &[u8]) -> Vec<u8> {
        let mut with_status = std::vec![u8::from(self.shared.failure().is_some())];
        with_status.extend(word);
        with_status
    }

    fn check_status(&self, mut words: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Quit> {
        if let Some(worker) = words.iter().position(|word| word.first() != Some(&0)) {
            return Err(Quit::Ended(worker / self.shared.threads));
        }
        words.iter_mut().for_each(|word| *word = word.split_off(1));
        Ok(words)
    }
}

impl<K: StoredKey> Drop for Peer<'_, '_, '_, K> {
    fn drop(&mut self) {
        self.shared.peak.fetch_add(self.peak, Ordering::Relaxed);
    }
}
