//! [`ClusterProcess`]: this process of a cluster, with its connections to the other processes.
//!
//! There is one connection to each other process, with two threads. One thread reads frames, and puts the messages in
//! them into the inboxes of this process's workers. The other one writes the frames that wait in an outbox, so that no
//! worker waits for the network. Outboxes and inboxes are bounded, since workers wait for each other after each round.
//!
//! Invariant: a thread that reads waits for nothing but its connection. So no process waits for ever until another one
//! reads, and there is no deadlock.
//!
//! **Failure detection**: a thread that has nothing to write for a second writes a sign of life. A process that falls
//! silent, or whose connection ends before it has said that it is done, is lost. The process that notices it first
//! tells the others, so that all name the same lost process.

use core::time::Duration;

use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::thread::{Builder, Scope};
use std::time::Instant;
use std::vec::Vec;

use super::connect::{Agreed, Connection, connect, failed};
use super::exchange::Inbox;
use super::frame::{Frame, FrameLimits, Message};
use super::seal::Seal;
use super::{OnCluster, Quit};
use crate::account::Meter;
use crate::space::error::SpaceError;
use crate::threads::MOST_THREADS;
use crate::threads::sync::lock;

/// The time without frames after which a sign of life is sent.
const BEAT: Duration = Duration::from_secs(1);
/// A process counts as lost after this silence, even in the middle of a frame.
const SILENCE: Duration = Duration::from_secs(5);
/// How long this process stays connected at its end, so that others read why it has ended.
const LINGER: Duration = Duration::from_secs(1);
/// The bytes read or written at a time.
pub(super) const BUFFER: usize = 1 << 16;

/// Why the work cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// This process is gone.
    Lost(usize),
    /// This process ended the work.
    Ended(usize),
    /// Data received from this process cannot be what it sent.
    Garbled(usize),
}

/// The state that the threads of this process share.
#[derive(Debug)]
pub(super) struct ClusterProcess {
    process: usize,
    threads: usize,
    /// The number of hardest states in a word.
    hardest: usize,
    /// The first fault.
    fault: OnceLock<Fault>,
    /// Whether a process cannot complete the layer.
    is_aborted: AtomicBool,
    /// When the workers of this process were done.
    done: OnceLock<Instant>,
    /// One for each process; that of this process is not used.
    outboxes: Vec<Outbox>,
    /// One for each worker of this process.
    inboxes: Vec<Inbox>,
}

/// The frames that wait to be written to a process.
#[derive(Debug, Default)]
struct Outbox {
    frames: Mutex<Vec<Frame>>,
    has_frames: Condvar,
}

impl Outbox {
    fn put(&self, frame: Frame) {
        lock(&self.frames).push(frame);
        self.has_frames.notify_one();
    }

    /// Takes all frames, and waits at most [`BEAT`] for the first one.
    fn take(&self) -> Vec<Frame> {
        let waited = self
            .has_frames
            .wait_timeout_while(lock(&self.frames), BEAT, |frames| frames.is_empty());
        core::mem::take(&mut *waited.unwrap_or_else(PoisonError::into_inner).0)
    }
}

impl ClusterProcess {
    /// Connects to the other processes, and works with them.
    pub(super) fn run<T>(
        cluster: &OnCluster,
        fingerprint: u64,
        threads: usize,
        meter: &mut Meter<'_>,
        work: impl FnOnce(&Self, &mut Meter<'_>) -> Result<T, Quit>,
    ) -> Result<T, Quit> {
        let (process, addresses) = (cluster.process, &cluster.addresses);
        let processes = addresses.len();
        if process >= processes {
            return Err(SpaceError::NoSuchProcess { process, processes }.into());
        }
        if threads > MOST_THREADS {
            return Err(SpaceError::TooFewThreads { threads }.into());
        }
        let mut outboxes = Vec::new();
        outboxes.resize_with(processes, Outbox::default);
        let workers = processes * threads;
        let here = Self {
            process,
            threads,
            hardest: cluster.hardest,
            fault: OnceLock::new(),
            is_aborted: AtomicBool::new(false),
            done: OnceLock::new(),
            outboxes,
            inboxes: (0..threads).map(|_| Inbox::new(workers)).collect(),
        };
        let agreed = Agreed {
            addresses,
            process,
            threads,
            fingerprint,
            key: cluster.key,
        };
        std::thread::scope(|scope| {
            let closing = Closing(&here);
            let here = closing.0;
            let look = || {
                here.check()?;
                Ok(meter.look()?)
            };
            let connected = |other, connection| {
                let served = here.serve(scope, other, connection);
                served.map_err(|error| failed(&addresses[process], &error))
            };
            connect(&agreed, cluster.patience, look, connected).inspect_err(|_| here.end())?;
            work(here, meter)
        })
    }

    /// Starts the two threads of a connection.
    fn serve<'scope, 'env>(
        &'env self,
        scope: &'scope Scope<'scope, 'env>,
        other: usize,
        Connection { stream, to, from }: Connection,
    ) -> io::Result<()> {
        stream.set_read_timeout(Some(BEAT / 4))?;
        stream.set_write_timeout(Some(SILENCE))?;
        let reads = stream.try_clone()?;
        let named = |does| Builder::new().name(std::format!("{does}-{other}"));
        named("read").spawn_scoped(scope, move || self.read(other, &reads, from))?;
        named("write").spawn_scoped(scope, move || {
            // An error is ignored here, since the thread that reads finds out that the process is lost.
            let _ = self.write(other, &stream, to);
        })?;
        Ok(())
    }

    /// Writes the frames for a process, up to [`Frame::Done`].
    fn write(&self, other: usize, stream: &TcpStream, mut seal: Seal) -> io::Result<()> {
        let mut to = BufWriter::with_capacity(BUFFER, stream);
        loop {
            let mut frames = self.outboxes[other].take();
            if frames.is_empty() {
                frames.push(Frame::Alive);
            }
            for frame in frames {
                frame.write(&mut to, &mut seal)?;
                if frame == Frame::Done {
                    to.flush()?;
                    return stream.shutdown(Shutdown::Write);
                }
            }
            to.flush()?;
        }
    }

    /// Reads the frames of a process, up to [`Frame::Done`], and declares a fault if there is one.
    fn read(&self, other: usize, stream: &TcpStream, mut seal: Seal) {
        let limits = FrameLimits {
            processes: self.outboxes.len(),
            from: other * self.threads..(other + 1) * self.threads,
            to: self.worker(0)..self.worker(0) + self.threads,
            hardest: self.hardest,
        };
        let end = ReadingEnd {
            stream,
            process: self,
            heard: Instant::now(),
        };
        let mut from = BufReader::with_capacity(BUFFER, end);
        let error = loop {
            match Frame::read(&mut from, &mut seal, &limits) {
                Ok(Frame::Message { from, to, message }) => self.inbox(to).put(from, message),
                Ok(Frame::Alive) => {}
                Ok(Frame::Abort) => self.is_aborted.store(true, Ordering::Relaxed),
                Ok(Frame::Ended) => self.declare(Fault::Ended(other)),
                Ok(Frame::Lost(process)) => self.declare(Fault::Lost(process)),
                Ok(Frame::Done) => return,
                Err(error) => break error,
            }
        };
        if self.done.get().is_some() {
            return;
        }
        if error.kind() == ErrorKind::InvalidData {
            self.declare(Fault::Garbled(other));
            // If a connection is closed before all is read, the frame that tells the fault may not arrive.
            let _ = io::copy(&mut from, &mut io::sink());
        } else {
            self.declare(Fault::Lost(other));
            // So that the thread that writes does not wait for a process that hangs.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// The index among all workers of the worker on this thread of this process.
    pub(super) const fn worker(&self, thread: usize) -> usize {
        self.process * self.threads + thread
    }

    /// The number of all workers.
    pub(super) const fn workers(&self) -> usize {
        self.outboxes.len() * self.threads
    }

    /// The inbox of a worker of this process.
    pub(super) fn inbox(&self, worker: usize) -> &Inbox {
        &self.inboxes[worker - self.worker(0)]
    }

    /// Sends a message from one worker to another, in this process or another one.
    pub(super) fn send(&self, from: usize, to: usize, message: Message) {
        let process = to / self.threads;
        if process == self.process {
            self.inbox(to).put(from, message);
        } else {
            self.outboxes[process].put(Frame::Message { from, to, message });
        }
    }

    /// Fails if there is a fault.
    pub(super) fn check(&self) -> Result<(), Fault> {
        self.fault.get().map_or(Ok(()), |&fault| Err(fault))
    }

    /// Whether a process has aborted the layer.
    pub(super) fn is_aborted(&self) -> bool {
        self.is_aborted.load(Ordering::Relaxed)
    }

    /// Aborts the layer in all processes, since this one cannot complete it.
    pub(super) fn abort(&self) {
        if !self.is_aborted.swap(true, Ordering::Relaxed) {
            self.broadcast(&Frame::Abort);
        }
    }

    /// Ends the work in all processes.
    pub(super) fn end(&self) {
        self.declare(Fault::Ended(self.process));
    }

    /// Whether the workers have been done for long enough that the others know.
    fn has_lingered(&self) -> bool {
        self.done.get().is_some_and(|done| done.elapsed() >= LINGER)
    }

    /// Records the first fault, and tells the others of it.
    fn declare(&self, fault: Fault) {
        if self.fault.set(fault).is_err() {
            return;
        }
        match fault {
            Fault::Lost(process) => self.broadcast(&Frame::Lost(process)),
            // That process has told all others itself.
            Fault::Ended(process) if process != self.process => {}
            Fault::Ended(_) | Fault::Garbled(_) => self.broadcast(&Frame::Ended),
        }
    }

    /// Sends a frame to all other processes.
    fn broadcast(&self, frame: &Frame) {
        self.outboxes
            .iter()
            .for_each(|outbox| outbox.put(frame.clone()));
    }
}

/// Disconnects on drop, also after a panic: only then do the threads of the connections end.
struct Closing<'p>(&'p ClusterProcess);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
        let _ = self.0.done.set(Instant::now());
        self.0.broadcast(&Frame::Done);
    }
}

/// The reading end of a connection, which fails when the other process has been silent for too long.
struct ReadingEnd<'p> {
    stream: &'p TcpStream,
    process: &'p ClusterProcess,
    heard: Instant,
}

impl Read for ReadingEnd<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while !self.process.has_lingered() {
            match self.stream.read(bytes) {
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    if self.heard.elapsed() >= SILENCE {
                        break;
                    }
                }
                read => {
                    self.heard = Instant::now();
                    return read;
                }
            }
        }
        Err(ErrorKind::TimedOut.into())
    }
}
