//! [`Exchange`]: messages between workers, and termination detection.
//!
//! The dataflow has one input, whose batches are routed to the worker they are for, and one operator that puts them
//! into the worker's inbox. An epoch is over when none of its batches is in transit.

use alloc::rc::Rc;
use core::cell::RefCell;
use core::time::Duration;

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;
use std::vec::Vec;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::communication::allocator::Allocator;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::progress::Stamp;
use timely::worker::Worker;

use super::detector::{FailureDetector, Fault};
use super::number;

/// The bytes of states in a batch.
const FULL: usize = 1 << 14;
/// The longest sleep of a worker before it checks for faults.
const NAP: Duration = Duration::from_millis(10);

/// A message to one worker: states, or the copy of a word that is sent to all.
#[derive(Clone, Debug, Default)]
struct WorkerMessage {
    to: u64,
    from: u64,
    /// The epoch, if this is a word.
    word: Option<u64>,
    bytes: Vec<u8>,
}

impl Accountable for WorkerMessage {
    fn record_count(&self) -> i64 {
        i64::from(self.word.is_some() || !self.bytes.is_empty())
    }
}

impl ContainerBytes for WorkerMessage {
    fn from_bytes(bytes: Bytes) -> Self {
        let [to, from, is_word, epoch, length] = core::array::from_fn(|at| number(&bytes, at));
        let rest = bytes.get(40..).unwrap_or_default();
        Self {
            to,
            from,
            word: (is_word != 0).then_some(epoch),
            bytes: rest[..rest.len().min(length as usize)].to_vec(),
        }
    }

    fn length_in_bytes(&self) -> usize {
        40 + self.bytes.len().next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let (is_word, epoch) = (u64::from(self.word.is_some()), self.word.unwrap_or(0));
        let fill = self.bytes.len().next_multiple_of(8) - self.bytes.len();
        let head = [self.to, self.from, is_word, epoch, self.bytes.len() as u64];
        let head = head.iter().flat_map(|word| word.to_le_bytes());
        // Writing cannot fail, as there is room for the length that was announced.
        let _ = writer.write_all(&head.collect::<Vec<_>>());
        let _ = writer.write_all(&self.bytes);
        let _ = writer.write_all(&[0; 8][..fill]);
    }
}

/// Routes each batch to its worker.
struct RouteToWorker;

impl Distributor<WorkerMessage> for RouteToWorker {
    fn partition<T: Clone, P: Push<Message<T, WorkerMessage>>>(
        &mut self,
        batch: &mut WorkerMessage,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let to = batch.to as usize;
        Message::push_at(batch, stamp.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, WorkerMessage>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}

#[derive(Default)]
struct Inbox {
    states: Vec<Vec<u8>>,
    /// The words by epoch and worker.
    words: BTreeMap<u64, BTreeMap<u64, Vec<u8>>>,
}

/// A worker's connection to all workers.
pub(super) struct Exchange {
    worker: Worker,
    input: Option<InputHandle<u64, CapacityContainerBuilder<WorkerMessage>>>,
    probe: ProbeHandle<u64>,
    inbox: Rc<RefCell<Inbox>>,
    outgoing: Vec<Vec<u8>>,
    epoch: u64,
    detector: Arc<FailureDetector>,
}

impl Exchange {
    pub(super) fn new(builder: TcpBuilder, detector: Arc<FailureDetector>) -> Self {
        let allocator = Allocator::Tcp(builder.build());
        // Without a clock, timely never parks the thread.
        let clock = Some(Instant::now());
        let mut worker = Worker::new(timely::WorkerConfig::default(), allocator, clock);
        let inbox = Rc::new(RefCell::new(Inbox::default()));
        let into = Rc::clone(&inbox);
        let (input, probe) = worker.dataflow::<u64, _, _>(|scope| {
            let (input, batches) = scope.new_input::<WorkerMessage>();
            let pact = DistributorPact(|_| RouteToWorker);
            let arrived = batches.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                pact,
                "arrive",
                |_, _| {
                    move |batches, _| {
                        batches.for_each(|_, batch| {
                            let WorkerMessage {
                                from, word, bytes, ..
                            } = core::mem::take(batch);
                            let inbox = &mut *into.borrow_mut();
                            match word {
                                Some(epoch) => {
                                    inbox.words.entry(epoch).or_default().insert(from, bytes);
                                }
                                None => inbox.states.push(bytes),
                            }
                        });
                    }
                },
            );
            (input, arrived.probe().0)
        });
        let outgoing = (0..worker.peers()).map(|_| Vec::new()).collect();
        Self {
            worker,
            input: Some(input),
            probe,
            inbox,
            outgoing,
            epoch: 0,
            detector,
        }
    }

    pub(super) fn detector(&self) -> Arc<FailureDetector> {
        Arc::clone(&self.detector)
    }

    /// The worker's index, and the number of workers.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.worker.index(), self.worker.peers())
    }

    /// Sends the bytes of a state to the worker that owns it.
    #[inline]
    pub(super) fn send(&mut self, to: usize, state: &[u8]) {
        let waiting = &mut self.outgoing[to];
        waiting.extend_from_slice(state);
        if waiting.len() >= FULL {
            self.post(to);
        }
    }

    fn post(&mut self, to: usize) {
        let bytes = core::mem::take(&mut self.outgoing[to]);
        self.put(to, None, bytes);
        self.outgoing[to].reserve(FULL + 64);
    }

    fn put(&mut self, to: usize, word: Option<u64>, bytes: Vec<u8>) {
        let (to, from) = (to as u64, self.worker.index() as u64);
        if let Some(input) = &mut self.input {
            input.send_batch(&mut WorkerMessage {
                to,
                from,
                word,
                bytes,
            });
        }
    }

    /// Makes progress without waiting; fails if there is a fault.
    pub(super) fn step(&mut self) -> Result<(), Fault> {
        self.worker.step();
        self.detector.fault().map_or(Ok(()), Err)
    }

    /// Takes the states that have arrived.
    pub(super) fn take(&mut self) -> Vec<Vec<u8>> {
        core::mem::take(&mut self.inbox.borrow_mut().states)
    }

    /// Ends the current epoch: this worker sends nothing more in it.
    fn advance(&mut self) {
        for to in 0..self.outgoing.len() {
            if !self.outgoing[to].is_empty() {
                self.post(to);
            }
        }
        self.epoch += 1;
        if let Some(input) = &mut self.input {
            input.advance_to(self.epoch);
        }
    }

    /// Waits until all batches of the epochs before `epoch` have arrived at all workers; calls `look` meanwhile.
    fn wait_before(&mut self, epoch: u64, look: &mut dyn FnMut()) -> Result<(), Fault> {
        while self.probe.less_than(&epoch) {
            if let Some(fault) = self.detector.fault() {
                return Err(fault);
            }
            look();
            self.worker.step_or_park(Some(NAP));
        }
        Ok(())
    }

    /// Ends a round. All earlier rounds have then arrived, so that at most two are in transit.
    pub(super) fn end_round(&mut self, look: &mut dyn FnMut()) -> Result<(), Fault> {
        self.advance();
        self.wait_before(self.epoch - 1, look)
    }

    /// Ends a round and waits until everything sent has arrived.
    pub(super) fn drain(&mut self, look: &mut dyn FnMut()) -> Result<(), Fault> {
        self.advance();
        self.wait_before(self.epoch, look)
    }

    /// All-gather: sends a word to all workers and returns the words of all, in the order of the workers. The word of
    /// a worker that sent none is empty.
    pub(super) fn all_gather(
        &mut self,
        word: &[u8],
        look: &mut dyn FnMut(),
    ) -> Result<Vec<Vec<u8>>, Fault> {
        let epoch = self.epoch;
        for to in 0..self.outgoing.len() {
            self.put(to, Some(epoch), word.to_vec());
        }
        self.drain(look)?;
        let words = self.inbox.borrow_mut().words.remove(&epoch);
        let mut words = words.unwrap_or_default();
        let workers = 0..self.outgoing.len() as u64;
        Ok(workers
            .map(|from| words.remove(&from).unwrap_or_default())
            .collect())
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.input = None;
        while self.worker.has_dataflows() && self.detector.fault().is_none() {
            self.worker.step_or_park(Some(NAP));
        }
        for dataflow in self.worker.installed_dataflows() {
            self.worker.drop_dataflow(dataflow);
        }
    }
}
