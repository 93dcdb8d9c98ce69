//! [`Exchange`]: the messages between workers, in epochs. A message is a batch of states or a *word*, a short message
//! to all workers.
//!
//! A worker ends an epoch by sending a word to every worker, after all states that it has sent in that epoch. A round
//! of the expansion of a layer is such an epoch.
//!
//! Invariant: the messages of one worker to another arrive in order. So a worker that has the words of all workers for
//! an epoch has all states that were sent to it in that epoch.

use core::time::Duration;

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, PoisonError};
use std::vec::Vec;

use super::frame::Message;
use super::process::{BUFFER, ClusterProcess, Fault};
use crate::threads::sync::lock;

/// The number of bytes after which a batch of states is sent.
const BATCH: usize = 1 << 14;
/// About the greatest number of bytes of states that all workers together send in a round.
const ROUND_BYTES: usize = 1 << 19;
/// The longest time for which a waiting worker does not look at faults, the clock and the cancel flag.
const MOST_WAIT: Duration = Duration::from_millis(10);

/// The bytes of states after which one of `workers` workers ends a round.
fn round_bytes(workers: usize) -> usize {
    (ROUND_BYTES / workers.max(1)).max(BATCH)
}

/// The greatest number of bytes of the states that one of `workers` workers sends and receives and that are in memory
/// at a time. A worker is at most two rounds ahead of another one, to which the states of the two rounds before may
/// also be on their way. The rest is for batches that are not full, and for the buffers of connections.
pub(super) fn in_transit(workers: usize) -> usize {
    workers * (4 * round_bytes(workers) + 5 * BATCH + 2 * BUFFER)
}

/// The messages that have arrived for a worker.
#[derive(Debug)]
pub(super) struct Inbox {
    arrived: Mutex<Arrived>,
    is_complete: Condvar,
}

/// The contents of an inbox.
#[derive(Debug)]
struct Arrived {
    /// The batches of states that were not taken yet.
    states: Vec<Vec<u8>>,
    /// The words of each worker that were not taken yet, one for each epoch.
    words: Vec<VecDeque<Vec<u8>>>,
    /// The number of workers of which no word is left, since they have not ended the next epoch yet.
    missing: usize,
}

impl Arrived {
    /// Takes the words of the next epoch, if all workers have ended it.
    fn take_words(&mut self) -> Option<Vec<Vec<u8>>> {
        if self.missing > 0 {
            return None;
        }
        let words = self.words.iter_mut().filter_map(VecDeque::pop_front);
        let words = words.collect();
        self.missing = self.words.iter().filter(|words| words.is_empty()).count();
        Some(words)
    }
}

impl Inbox {
    pub(super) fn new(workers: usize) -> Self {
        let mut words = Vec::new();
        words.resize_with(workers, VecDeque::new);
        Self {
            arrived: Mutex::new(Arrived {
                states: Vec::new(),
                words,
                missing: workers,
            }),
            is_complete: Condvar::new(),
        }
    }

    /// Puts in a message from worker `from`.
    pub(super) fn put(&self, from: usize, message: Message) {
        let mut arrived = lock(&self.arrived);
        match message {
            Message::States(states) => arrived.states.push(states),
            Message::Word(word) => {
                let words = &mut arrived.words[from];
                words.push_back(word);
                if words.len() == 1 {
                    arrived.missing -= 1;
                    if arrived.missing == 0 {
                        self.is_complete.notify_one();
                    }
                }
            }
        }
    }
}

/// A worker's connection to all workers.
#[derive(Debug)]
pub(super) struct Exchange<'p> {
    process: &'p ClusterProcess,
    /// The index of this worker among all.
    worker: usize,
    /// States to send, by worker.
    outgoing: Vec<Vec<u8>>,
    /// The number of epochs that this worker has ended and whose words it has not taken.
    open_epochs: usize,
}

impl<'p> Exchange<'p> {
    /// The connection of a worker of this process.
    pub(super) fn new(process: &'p ClusterProcess, thread: usize) -> Self {
        let mut outgoing = Vec::new();
        outgoing.resize_with(process.workers(), Vec::new);
        Self {
            process,
            worker: process.worker(thread),
            outgoing,
            open_epochs: 0,
        }
    }

    pub(super) const fn process(&self) -> &'p ClusterProcess {
        self.process
    }

    /// The worker's index, and the number of workers.
    pub(super) const fn place(&self) -> (usize, usize) {
        (self.worker, self.outgoing.len())
    }

    /// The bytes of states after which this worker ends a round.
    pub(super) fn round_bytes(&self) -> usize {
        round_bytes(self.outgoing.len())
    }

    /// Sends the bytes of a state to the worker that owns it.
    #[inline]
    pub(super) fn send(&mut self, to: usize, state: &[u8]) {
        let waiting = &mut self.outgoing[to];
        waiting.extend_from_slice(state);
        if waiting.len() >= BATCH {
            self.post(to);
        }
    }

    /// Sends the batch for a worker.
    fn post(&mut self, to: usize) {
        let states = core::mem::take(&mut self.outgoing[to]);
        self.outgoing[to].reserve(BATCH + 64);
        self.process.send(self.worker, to, Message::States(states));
    }

    /// Takes the states that have arrived.
    pub(super) fn receive(&mut self) -> Vec<Vec<u8>> {
        let arrived = self.process.inbox(self.worker);
        core::mem::take(&mut lock(&arrived.arrived).states)
    }

    /// Ends the current epoch with a word to all workers.
    fn end_epoch(&mut self, word: &[u8]) {
        for to in 0..self.outgoing.len() {
            if !self.outgoing[to].is_empty() {
                self.post(to);
            }
            let word = Message::Word(word.to_vec());
            self.process.send(self.worker, to, word);
        }
        self.open_epochs += 1;
    }

    /// Waits until all workers have ended the epochs that this worker has ended, apart from the last `open_epochs`.
    /// Returns the words of the last epoch that all have ended. Calls `look` meanwhile.
    fn wait_for_epochs(
        &mut self,
        open_epochs: usize,
        look: &mut dyn FnMut(),
    ) -> Result<Vec<Vec<u8>>, Fault> {
        let inbox = self.process.inbox(self.worker);
        let mut last = Vec::new();
        while self.open_epochs > open_epochs {
            let arrived = lock(&inbox.arrived);
            let waited = inbox
                .is_complete
                .wait_timeout_while(arrived, MOST_WAIT, |arrived| arrived.missing > 0);
            let words = waited
                .unwrap_or_else(PoisonError::into_inner)
                .0
                .take_words();
            if let Some(words) = words {
                last = words;
                self.open_epochs -= 1;
            } else {
                self.process.check()?;
                look();
            }
        }
        Ok(last)
    }

    /// Ends a round with the word `is_done`, whether this worker is done with the layer. Waits until all earlier rounds
    /// have arrived, so that a worker is at most two rounds ahead of another one. Returns whether all workers were done
    /// in the round before.
    pub(super) fn end_round(
        &mut self,
        is_done: bool,
        look: &mut dyn FnMut(),
    ) -> Result<bool, Fault> {
        self.end_epoch(&[is_done.into()]);
        let words = self.wait_for_epochs(1, look)?;
        Ok(!words.is_empty() && words.iter().all(|word| *word == [1]))
    }

    /// Ends the epoch, and waits until all states sent to this worker have arrived.
    pub(super) fn drain(&mut self, look: &mut dyn FnMut()) -> Result<(), Fault> {
        self.all_gather(&[], look).map(drop)
    }

    /// All-gather: sends a word to all workers and returns the words of all, in the order of the workers.
    pub(super) fn all_gather(
        &mut self,
        word: &[u8],
        look: &mut dyn FnMut(),
    ) -> Result<Vec<Vec<u8>>, Fault> {
        self.end_epoch(word);
        self.wait_for_epochs(0, look)
    }
}

impl Drop for Exchange<'_> {
    /// A panic in the puzzle's code ends the work in all processes.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.process.end();
        }
    }
}
