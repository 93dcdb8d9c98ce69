//! [`Peer`]: one of the workers of a cluster, which do a breadth-first search in lockstep. Each expands the states that
//! it owns, and sends the children to their owners.
//!
//! A *word* is a short message that each worker sends to all others at the same step (all-gather). No worker leads: all
//! draw the same conclusion from the same words. A worker that fails does not end by itself: it says so in its next
//! word, and then all of them end.
//!
//! Invariant: all workers do the same steps in the same order, so between two words they have the same complete layers.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::vec::Vec;

use super::exchange::Exchange;
use super::owned_states::{OwnedStates, StoredKey};
use super::owned_table::least;
use super::process::{ClusterProcess, Fault};
use super::{Quit, nth_u64, sent_width};
use crate::account::{Meter, Quota, Side, Stop};
use crate::space::disk::{CodeSpace, GoalTest};
use crate::space::error::SpaceError;
use crate::space::layer_table::Grant;
use crate::space::layers::may_expand;
use crate::space::spaces::StartIds;
use crate::stable_hash::stable_hash;
use crate::threads::sync::lock;

/// The number of starts that are listed between looks at the clock and the cancel flag.
const LOOK: usize = 1 << 12;

/// What the workers of one process share.
#[derive(Debug)]
pub(super) struct ProcessShared {
    pub(super) threads: usize,
    /// The limits of the process on bytes and on stored states, which its workers share equally.
    bytes: Option<usize>,
    stored: Option<u64>,
    /// Why this process cannot go on.
    failure: Mutex<Option<Quit>>,
    /// The states expanded that the meter has not counted yet.
    pub(super) expanded: AtomicU64,
    /// The peak bytes in memory and on disk, summed over the workers.
    pub(super) peak: AtomicUsize,
    pub(super) disk: AtomicU64,
}

impl ProcessShared {
    pub(super) fn new(meter: &Meter<'_>) -> Self {
        let limits = meter.limits();
        Self {
            threads: meter.threads().max(1),
            bytes: limits.bytes,
            stored: limits.stored,
            failure: Mutex::default(),
            expanded: AtomicU64::new(0),
            peak: AtomicUsize::new(0),
            disk: AtomicU64::new(0),
        }
    }

    pub(super) fn failure(&self) -> MutexGuard<'_, Option<Quit>> {
        lock(&self.failure)
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

/// A layer whose size all workers know.
#[derive(Clone, Copy, Debug)]
struct AgreedLayer {
    /// The number of its states, summed over all workers.
    states: u64,
    /// Whether all workers save it before they expand it.
    is_due: bool,
}

/// The result of an enumeration, the same for all workers.
pub(super) struct Counted<K> {
    /// The hardest states.
    pub(super) keys: Vec<K>,
    /// The sizes of the complete layers.
    pub(super) layers: Vec<u64>,
    pub(super) stop: Option<Stop>,
}

/// A worker, which expands the states that it owns, and sends their children to the workers that own them.
pub(super) struct Peer<'s, 'm, 'o, K: StoredKey> {
    space: &'s (dyn CodeSpace<K> + Sync),
    exchange: Exchange<'s>,
    shared: &'s ProcessShared,
    /// The meter of the process, which only the worker on its first thread has.
    meter: Option<&'m mut Meter<'o>>,
    /// A buffer for the bytes of one state.
    scratch: Vec<u8>,
    /// The sizes of the complete layers.
    pub(super) layers: Vec<u64>,
    /// The greatest number of bytes of memory that it has held.
    peak: usize,
}

impl<'s, 'm, 'o, K: StoredKey> Peer<'s, 'm, 'o, K> {
    pub(super) fn new(
        space: &'s (dyn CodeSpace<K> + Sync),
        exchange: Exchange<'s>,
        shared: &'s ProcessShared,
        meter: Option<&'m mut Meter<'o>>,
    ) -> Self {
        Self {
            space,
            exchange,
            shared,
            meter,
            scratch: std::vec![0; sent_width(space.width())],
            layers: Vec::new(),
            peak: 0,
        }
    }

    /// Counts the layers from these starts. `open` makes the store of the states that the worker with this index owns.
    pub(super) fn count<S: OwnedStates<K>>(
        &mut self,
        starts: StartIds<'_, K>,
        hardest: usize,
        open: impl Fn(usize, Grant) -> Result<S, Quit>,
    ) -> Result<Counted<K>, Quit> {
        // A worker that is stopped, or whose states cannot be opened, still takes part in the last exchange.
        let (end, ours) = match open(self.exchange.place().0, self.grant()) {
            Ok(mut part) => {
                let end = self.count_on(&mut part, starts);
                self.shared
                    .disk
                    .fetch_add(part.disk_peak(), Ordering::Relaxed);
                if let Err(quit @ Quit::Fault(_)) = end {
                    return Err(quit);
                }
                (end, part.least(hardest))
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

    fn count_on(
        &mut self,
        part: &mut impl OwnedStates<K>,
        starts: StartIds<'_, K>,
    ) -> Result<(), Quit> {
        let mut last = match self.resume(part)? {
            Some(last) => last,
            None => {
                let added = self.add_starts(part, starts);
                self.complete(part, added)?
            }
        };
        while last.states > 0 {
            self.barrier(part, last)?;
            last = self.expand_layer(part)?;
        }
        Ok(())
    }

    /// Resumes after the last layer that all workers have saved, and returns it; `None` if there is none. The word of a
    /// worker is the two numbers of complete layers with which it can resume, or nothing if it never saves.
    fn resume(&mut self, part: &mut impl OwnedStates<K>) -> Result<Option<AgreedLayer>, Quit> {
        let saved = part.saved();
        let ours = saved.map_or_else(Vec::new, |saved| saved.map(u64::to_le_bytes).concat());
        let words = self.all_gather(&ours)?;
        let saved = |word: &Vec<u8>| [nth_u64(word, 0), nth_u64(word, 1)];
        let all = || words.iter().map(saved);
        let layers = all().map(|[last, _]| last).min().unwrap_or(0);
        let is_common = words.iter().all(|word| word.len() == ours.len())
            && all().all(|saved| saved.contains(&layers));
        if !is_common {
            self.fail(SpaceError::NoCommonLayer.into());
            return self.all_gather(&[]).map(|_| None);
        }
        match part.resume(layers) {
            Ok(sizes) => self.layers = sizes,
            Err(quit) => self.fail(quit),
        }
        if layers == 0 {
            return Ok(None);
        }
        self.agree(part, Some(part.layer_len())).map(Some)
    }

    /// An equal share of what the limits of the process allow.
    fn grant(&self) -> Grant {
        let ProcessShared {
            threads,
            bytes,
            stored,
            ..
        } = *self.shared;
        let quota = Quota::default();
        quota.limit_to(bytes.map(|bytes| bytes / threads));
        let states = stored.map(|stored| stored / threads as u64);
        Grant { quota, states }
    }

    /// Adds the starts that this worker owns to layer 0.
    fn add_starts(
        &mut self,
        part: &mut impl OwnedStates<K>,
        starts: StartIds<'_, K>,
    ) -> Result<(), Quit> {
        let (this, workers) = self.exchange.place();
        for (listed, start) in starts().enumerate() {
            if listed % LOOK == LOOK - 1 {
                self.check_layer()?;
            }
            start.write(&mut self.scratch);
            if owner(&self.scratch, workers) == this {
                part.insert(start)?;
            }
        }
        Ok(())
    }

    /// Expands the last layer, and completes the next one.
    fn expand_layer(&mut self, part: &mut impl OwnedStates<K>) -> Result<AgreedLayer, Quit> {
        let (this, workers) = self.exchange.place();
        let (mut keys, mut expanded) = (Vec::new(), 0);
        let mut is_done = false;
        loop {
            let mut sent = 0;
            while sent < self.exchange.round_bytes() && !is_done {
                let Some(from) = keys.pop() else {
                    self.check()?;
                    self.store_arrived(part);
                    if let Err(quit) = part.next(&mut keys) {
                        self.fail(quit);
                    }
                    is_done = keys.is_empty() || self.exchange.process().is_aborted();
                    continue;
                };
                let Self {
                    space,
                    exchange,
                    scratch,
                    ..
                } = self;
                let mut inserted = Ok(());
                let is_state = space.expand(&from, GoalTest::Skipped, &mut |key, _| {
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
            let are_done = self.with_look(|exchange, look| exchange.end_round(is_done, look))?;
            self.store_arrived(part);
            if are_done {
                break;
            }
        }
        self.with_look(Exchange::drain)?;
        self.store_arrived(part);
        self.shared.expanded.fetch_add(expanded, Ordering::Relaxed);
        self.complete(part, Ok(()))
    }

    /// Completes the next layer, and makes it the last one if it has states. `added` is an error if not all of its
    /// states could be stored.
    fn complete(
        &mut self,
        part: &mut impl OwnedStates<K>,
        added: Result<(), Quit>,
    ) -> Result<AgreedLayer, Quit> {
        let states = match added.and_then(|()| part.deduplicate(&mut || self.check_layer())) {
            Ok(states) => Some(states),
            Err(quit @ Quit::Fault(_)) => return Err(quit),
            Err(_) if self.exchange.process().is_aborted() => None,
            Err(quit) => {
                self.fail(quit);
                None
            }
        };
        let next = self.agree(part, states)?;
        if next.states > 0 {
            self.layers.push(next.states);
            if let Err(quit) = part.advance() {
                self.fail(quit);
            }
        }
        Ok(next)
    }

    /// Adds up the sizes of all workers' parts of a layer. `states` is the size of this worker's part, or `None` if it
    /// is not complete; then all workers end.
    fn agree(
        &mut self,
        part: &impl OwnedStates<K>,
        states: Option<u64>,
    ) -> Result<AgreedLayer, Quit> {
        self.peak = self.peak.max(part.memory().peak());
        let mut word = states.map_or_else(Vec::new, |states| states.to_le_bytes().to_vec());
        if states.is_some() {
            word.push(part.is_due().into());
        }
        let words = self.all_gather(&word)?;
        if words.iter().any(Vec::is_empty) {
            // A part is incomplete because a process aborted the layer, maybe after it had sent its own size. Its next
            // word says why.
            self.all_gather(&[])?;
            return Err(Stop::Cancelled.into());
        }
        Ok(AgreedLayer {
            states: words.iter().map(|word| nth_u64(word, 0)).sum(),
            is_due: words.iter().any(|word| word.get(8) == Some(&1)),
        })
    }

    /// Barrier before the last layer is expanded: it is saved if that is due, and all processes agree to go on.
    fn barrier(&mut self, part: &mut impl OwnedStates<K>, layer: AgreedLayer) -> Result<(), Quit> {
        // The layer is saved before limits are checked, so that a stop loses no layer that is due.
        if layer.is_due
            && let Err(quit) = part.save(&self.layers)
        {
            self.fail(quit);
        }
        let depth = (self.layers.len() as u64).saturating_sub(1);
        let seen = self.layers.iter().sum();
        let mut is_stopped = Ok(());
        if let Some(meter) = &mut self.meter {
            meter.count_expanded(self.shared.expanded.swap(0, Ordering::Relaxed));
            is_stopped = meter
                .finish_layer(Side::Start, depth, layer.states)
                .and_then(|()| may_expand(depth, seen, meter));
        }
        if let Err(stop) = is_stopped {
            self.fail(stop.into());
        }
        self.all_gather(&[]).map(drop)
    }

    /// Looks at the clock and the cancel flag, and fails if there is a fault.
    fn check(&mut self) -> Result<(), Quit> {
        self.with_look(|exchange, look| {
            look();
            exchange.process().check()
        })
    }

    fn bytes(&self, key: &K) -> Vec<u8> {
        let mut bytes = std::vec![0; self.scratch.len()];
        key.write(&mut bytes);
        bytes
    }

    /// A [check](Self::check) that also fails if the layer is aborted, for work that may then end early.
    fn check_layer(&mut self) -> Result<(), Quit> {
        self.check()?;
        match self.exchange.process().is_aborted() {
            true => Err(Stop::Cancelled.into()),
            false => Ok(()),
        }
    }

    /// Runs `act` on the exchange, which looks at the clock and the cancel flag while it waits.
    fn with_look<T>(
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

    /// Stores the states that have arrived from other workers.
    fn store_arrived(&mut self, part: &mut impl OwnedStates<K>) {
        let width = self.scratch.len();
        let stored = self.exchange.receive().into_iter().try_for_each(|states| {
            let mut states = states.chunks_exact(width);
            states.try_for_each(|state| part.insert(K::read(state)))
        });
        if let Err(quit) = stored {
            self.fail(quit);
        }
    }

    /// Records why this process cannot go on. It says so with its next word.
    fn fail(&mut self, quit: Quit) {
        self.shared.fail(quit, self.exchange.process());
    }

    /// All-gather: sends a word to all workers and returns the words of all; fails if a process has said that it cannot
    /// go on.
    fn all_gather(&mut self, word: &[u8]) -> Result<Vec<Vec<u8>>, Quit> {
        let mut with_status = std::vec![u8::from(self.shared.failure().is_some())];
        with_status.extend(word);
        let mut words = self.with_look(|exchange, look| exchange.all_gather(&with_status, look))?;
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
