//! [`Peer`]: one of the workers, which search in lockstep.
//!
//! All workers do the same steps in the same order. Decisions need no leader: each worker sends a word to all, and all
//! draw the same conclusion from all words before any of them goes on.

use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::vec::Vec;

use super::error::ClusterError;
use super::exchange::Exchange;
use super::owned_states::{OwnedStates, StoredKey};
use super::process::{ClusterProcess, Fault};
use super::saved_layers::SavedLayers;
use super::{Quit, filled, number};
use crate::account::{Meter, Quota, Side, Stop};
use crate::space::DiskError;
use crate::space::disk::{CodeSpace, GoalTest};
use crate::space::layer_table::Grant;
use crate::space::layers::may_expand;

use crate::space::spaces::Retained;
use crate::stable_hash::stable_hash;
use crate::threads::sync::open;

/// The most states expanded in a round.
const ROUND: u64 = 1 << 15;
/// About the most bytes sent in a round, estimated from the bytes sent for the layer before.
const SENT: u64 = 1 << 22;
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

    fn fail(&self, halt: Quit, process: &ClusterProcess) {
        self.failure().get_or_insert(halt);
        process.abort();
    }
}

/// The worker that owns a state.
fn owner(state: &[u8], workers: usize) -> usize {
    ((u128::from(stable_hash(state)) * workers as u128) >> 64) as usize
}

/// One end's search: this worker's part of the last layer, the size of that layer over all workers, and the most
/// states of it that one worker owns.
pub(super) struct SearchEnd<K: StoredKey> {
    pub(super) part: OwnedStates<K>,
    pub(super) depth: u64,
    pub(super) states: u64,
    most: u64,
    /// The most states expanded in a round.
    round: u64,
}

impl<K: StoredKey> SearchEnd<K> {
    pub(super) fn advance(
        &mut self,
        NextLayer {
            states, most, sent, ..
        }: &NextLayer<K>,
    ) {
        self.part.advance();
        self.depth += 1;
        let round = self.states.saturating_mul(SENT).checked_div(*sent);
        self.round = round.unwrap_or(ROUND).clamp(LOOK.into(), ROUND);
        (self.states, self.most) = (*states, *most);
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

/// The next layer: its size, the bytes sent for it, and the least goal in it.
pub(super) struct NextLayer<K> {
    pub(super) states: u64,
    most: u64,
    sent: u64,
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

    /// Counts the layers from these starts; `open` opens the checkpoints of a worker.
    pub(super) fn count(
        &mut self,
        starts: &[u8],
        hardest: usize,
        open: impl Fn(usize) -> Result<Option<SavedLayers>, DiskError>,
    ) -> Result<Counted<K>, Quit> {
        let mut search = self.search_from(starts, self.space.forth.retained(), 1);
        let mut saved = match open(self.exchange.place().0) {
            Ok(saved) => saved,
            Err(error) => {
                self.fail(error.into());
                None
            }
        };
        let end = self.count_on(&mut search, saved.as_mut());
        if let Some(saved) = &saved {
            self.shared.disk.fetch_add(saved.peak(), Ordering::Relaxed);
        }
        if let Err(halt @ Quit::Fault(_)) = end {
            return Err(halt);
        }
        // A worker that is stopped in any other way still takes part in this exchange.
        let layer = search.part.layer();
        let keys = least(layer.map(|at| search.part.key(at)), hardest);
        let bytes = keys
            .iter()
            .flat_map(|key| self.bytes(key))
            .collect::<Vec<_>>();
        let words = self.exchange.all_gather(&bytes, &mut || {})?;
        let width = self.scratch.len();
        let keys = words.iter().flat_map(|word| word.chunks_exact(width));
        let keys = least(keys.map(K::read), hardest);
        let stop = match (end, &*self.shared.failure()) {
            (Err(_), &Some(Quit::Stop(stop))) => Some(stop),
            (end, _) => end.map(|()| None)?,
        };
        let layers = core::mem::take(&mut self.layers);
        Ok(Counted { keys, layers, stop })
    }

    fn count_on(
        &mut self,
        search: &mut SearchEnd<K>,
        mut saved: Option<&mut SavedLayers>,
    ) -> Result<(), Quit> {
        self.resume(search, saved.as_deref_mut())?;
        if search.states == 0 {
            return Ok(());
        }
        loop {
            let is_saved = self.barrier(Side::Start, search, 0, saved.as_deref())?;
            if let Some(saved) = saved.as_deref_mut().filter(|_| is_saved) {
                let width = self.scratch.len();
                if let Err(halt) = saved.commit(&search.part, &self.layers, width) {
                    self.fail(halt);
                }
            }
            let next = self.advance(search, self.space.forth, GoalTest::Skipped)?;
            if next.states == 0 {
                return Ok(());
            }
            search.advance(&next);
        }
    }

    /// Resumes after the last layer that all workers have saved; without one, begins with the starts.
    fn resume(
        &mut self,
        search: &mut SearchEnd<K>,
        saved: Option<&mut SavedLayers>,
    ) -> Result<(), Quit> {
        let ours = saved.as_deref().map_or_else(Vec::new, |saved| {
            saved.complete().map(u64::to_le_bytes).concat()
        });
        let words = self.all_gather(&ours)?;
        let all = || words.iter().map(|word| [number(word, 0), number(word, 1)]);
        let last = || all().map(|[last, _]| last);
        let layers = last().min().unwrap_or(0);
        // A worker without checkpoints sends nothing.
        let is_common = words.iter().all(|word| word.len() == ours.len())
            && all().all(|complete| complete.contains(&layers));
        if !is_common {
            self.fail(ClusterError::Apart.into());
        } else if let Some(saved) = saved {
            match saved.load(&mut search.part, layers, self.scratch.len()) {
                Ok(()) => self.layers = saved.layers(layers),
                Err(error) => self.fail(error.into()),
            }
        }
        search.depth = layers.saturating_sub(1);
        self.begin(search)
    }

    /// The starts that this worker owns, as layer 0 of one of `ends` searches.
    pub(super) fn search_from(
        &mut self,
        starts: &[u8],
        retained: Retained,
        ends: usize,
    ) -> SearchEnd<K> {
        let shares = self.shared.threads * ends;
        let (bytes, stored) = self.limits;
        let grant = Grant {
            quota: Quota::default(),
            states: stored.map(|stored| stored / shares as u64),
        };
        grant.quota.limit_to(bytes.map(|bytes| bytes / shares));
        let mut part = OwnedStates::new(retained, grant);
        let (this, workers) = self.exchange.place();
        for start in starts.chunks_exact(self.scratch.len()) {
            if owner(start, workers) == this {
                part.start(K::read(start));
            }
        }
        SearchEnd {
            part,
            depth: 0,
            states: 0,
            most: 0,
            round: ROUND,
        }
    }

    /// Counts the first layer.
    pub(super) fn begin(&mut self, search: &mut SearchEnd<K>) -> Result<(), Quit> {
        let layer = search.part.layer().len() as u64;
        let counted = self.count_of(&search.part, layer, 0, None)?;
        (search.states, search.most) = (counted.states, counted.most);
        Ok(())
    }

    /// Expands a layer; returns the totals of the next one.
    pub(super) fn advance(
        &mut self,
        search: &mut SearchEnd<K>,
        space: &dyn CodeSpace<K>,
        goals: GoalTest,
    ) -> Result<NextLayer<K>, Quit> {
        let part = &mut search.part;
        let (this, workers) = self.exchange.place();
        let layer = part.layer();
        let (mut at, mut expanded, mut sent, mut goal) = (layer.start, 0, 0, None::<K>);
        for _ in 0..search.most.div_ceil(search.round) {
            let end = layer.end.min(at.saturating_add(search.round as u32));
            while at < end {
                if at.is_multiple_of(LOOK) {
                    self.look(part)?;
                    if self.exchange.process().is_aborted() {
                        break;
                    }
                }
                let Self {
                    exchange, scratch, ..
                } = self;
                let is_state = space.expand(&part.key(at), goals, &mut |key, is_goal| {
                    if is_goal {
                        goal = Some(goal.map_or(key, |goal| goal.min(key)));
                    }
                    key.write(scratch);
                    let to = owner(scratch, workers);
                    if to == this {
                        part.insert(key);
                    } else {
                        exchange.send(to, scratch);
                        sent += scratch.len() as u64;
                    }
                    true
                });
                if !is_state {
                    self.fail(Quit::Stop(Stop::NotAState));
                    break;
                }
                expanded += 1;
                at += 1;
            }
            self.while_looking(Exchange::end_round)?;
            self.take(part);
        }
        self.while_looking(Exchange::drain)?;
        self.take(part);
        self.shared.expanded.fetch_add(expanded, Ordering::Relaxed);
        let next_layer_len = part.next_layer_len();
        self.count_of(&search.part, next_layer_len, sent, goal)
    }

    /// Adds up the counts of all workers.
    fn count_of(
        &mut self,
        part: &OwnedStates<K>,
        states: u64,
        sent: u64,
        goal: Option<K>,
    ) -> Result<NextLayer<K>, Quit> {
        if let Some(stop) = part.stop() {
            self.fail(Quit::Stop(stop));
        }
        self.peak = self.peak.max(self.beside + part.memory().peak());
        let mut word = [states.to_le_bytes(), sent.to_le_bytes()].concat();
        word.extend(goal.iter().flat_map(|goal| self.bytes(goal)));
        let words = self.all_gather(&word)?;
        let counts = words.iter().map(|word| number(word, 0));
        let goals = words.iter().filter_map(|word| word.get(16..));
        let goals = goals.flat_map(|keys| keys.chunks_exact(self.scratch.len()));
        Ok(NextLayer {
            states: counts.clone().sum(),
            most: counts.max().unwrap_or(0),
            sent: words.iter().map(|word| number(word, 1)).sum(),
            goal: goals.map(K::read).min(),
        })
    }

    /// Barrier before a layer is expanded: all processes agree to go on, and on whether to save the layer. The search
    /// from the other end has come to depth `beside`.
    pub(super) fn barrier(
        &mut self,
        side: Side,
        search: &SearchEnd<K>,
        beside: u64,
        saved: Option<&SavedLayers>,
    ) -> Result<bool, Quit> {
        if side == Side::Goal {
            self.seen_from_goals += search.states;
        } else if search.depth as usize == self.layers.len() {
            self.layers.push(search.states);
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
            self.fail(Quit::Stop(stop));
        }
        // The first worker's clock decides.
        let is_due = saved.is_some_and(SavedLayers::is_due);
        let words = self.all_gather(&[u8::from(is_due)])?;
        Ok(words.first().is_some_and(|word| *word == [1]))
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

    fn look(&mut self, part: &mut OwnedStates<K>) -> Result<(), Quit> {
        self.step()?;
        self.take(part);
        if let Some(stop) = part.stop() {
            self.fail(Quit::Stop(stop));
        }
        Ok(())
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
                shared.fail(Quit::Stop(stop), process);
            }
        };
        Ok(act(exchange, &mut look)?)
    }

    /// Stores the states that have arrived.
    fn take(&mut self, part: &mut OwnedStates<K>) {
        for states in self.exchange.take() {
            for state in states.chunks_exact(self.scratch.len()) {
                part.insert(K::read(state));
            }
        }
    }

    /// This process gives up at the next exchange of words.
    fn fail(&mut self, halt: Quit) {
        self.shared.fail(halt, self.exchange.process());
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

/// The `most` least keys, in ascending order.
fn least<K: StoredKey>(keys: impl Iterator<Item = K>, most: usize) -> Vec<K> {
    let mut least = BinaryHeap::new();
    for key in keys {
        if least.len() < most {
            least.push(key);
        } else if let Some(mut greatest) = least.peek_mut().filter(|greatest| key < **greatest) {
            *greatest = key;
        }
    }
    least.into_sorted_vec()
}
