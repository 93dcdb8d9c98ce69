//! [`FailureDetector`]: failure detection by heartbeats, on a separate connection to each process.
//!
//! Each process sends a heartbeat every second. A process that falls silent or closes its connection is lost. Whoever
//! notices tells the others, so that all processes name the same one.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::vec::Vec;

use super::connect::Connection;
use super::seal::{Seal, TAG};

/// The time between heartbeats.
const BEAT: Duration = Duration::from_secs(1);
/// A process counts as lost after this silence, even in the middle of a frame.
pub(super) const SILENCE: Duration = Duration::from_secs(5);
/// How long a connection for states may be broken before its process counts as lost.
const BROKEN: Duration = Duration::from_secs(2);

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

/// The signals, each four bytes and a tag.
mod signal {
    pub(super) const ALIVE: u32 = 0;
    /// The layer is aborted.
    pub(super) const ABORT: u32 = 1;
    pub(super) const DONE: u32 = 2;
    pub(super) const ENDED: u32 = 3;
    /// To this, the number of the lost process is added.
    pub(super) const LOST: u32 = 4;
}

/// The state of the failure detector.
#[derive(Debug)]
pub(super) struct FailureDetector {
    process: usize,
    fault: OnceLock<Fault>,
    abort: AtomicBool,
    closing: AtomicBool,
    /// Whether the workers are gone, so that nobody waits for states.
    workers_gone: Mutex<bool>,
    gone: Condvar,
    /// A broken connection for states, and since when.
    broken: Mutex<Option<(usize, Instant)>>,
    /// The connections for signals, and those for states, which a fault closes.
    to_others: Vec<Option<Mutex<(TcpStream, Seal)>>>,
    carriers: Vec<TcpStream>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FailureDetector {
    /// Begins to listen to these connections, one for each other process. A process sends heartbeats once it is
    /// connected to all others, which may take as long as its patience.
    pub(super) fn new(
        process: usize,
        patience: Duration,
        signals: Vec<Option<Connection>>,
        carriers: Vec<TcpStream>,
    ) -> std::io::Result<(Arc<Self>, Vec<JoinHandle<()>>)> {
        let mut ears = Vec::new();
        let mut to_others = Vec::new();
        for (other, connection) in signals.into_iter().enumerate() {
            to_others.push(match connection {
                Some(Connection { stream, to, from }) => {
                    stream.set_write_timeout(Some(BEAT))?;
                    let ear = stream.try_clone()?;
                    ear.set_read_timeout(Some(BEAT / 4))?;
                    ears.push((other, (ear, from)));
                    Some(Mutex::new((stream, to)))
                }
                None => None,
            });
        }
        let detector = Arc::new(Self {
            process,
            fault: OnceLock::new(),
            abort: AtomicBool::new(false),
            closing: AtomicBool::new(false),
            workers_gone: Mutex::new(false),
            gone: Condvar::new(),
            broken: Mutex::new(None),
            to_others,
            carriers,
        });
        let mut listeners = Vec::new();
        for (other, ear) in ears {
            let here = Arc::clone(&detector);
            let builder = std::thread::Builder::new().name(std::format!("watch-{other}"));
            listeners.push(builder.spawn(move || here.listen(other, ear, patience))?);
        }
        Ok((detector, listeners))
    }

    /// The first fault.
    pub(super) fn fault(&self) -> Option<Fault> {
        self.fault.get().copied()
    }

    /// Whether the layer is aborted.
    pub(super) fn is_aborted(&self) -> bool {
        self.abort.load(Ordering::Relaxed)
    }

    /// Aborts the layer in all processes, since this one cannot complete it.
    pub(super) fn abort(&self) {
        if !self.abort.swap(true, Ordering::Relaxed) {
            self.broadcast(signal::ABORT);
        }
    }

    /// Ends the work in all processes.
    pub(super) fn end(&self) {
        if self.note(Fault::Ended(self.process)) {
            self.broadcast(signal::ENDED);
        }
    }

    /// Ends the work because data from this process is corrupt.
    pub(super) fn declare_garbled(&self, other: usize) {
        if self.note(Fault::Garbled(other)) {
            self.broadcast(signal::ENDED);
        }
    }

    fn declare_lost(&self, other: usize) {
        if self.note(Fault::Lost(other)) {
            self.broadcast(signal::LOST + other as u32);
        }
    }

    /// Records a fault; returns whether it is the first one.
    fn note(&self, fault: Fault) -> bool {
        let is_first = self.fault.set(fault).is_ok();
        if is_first && *lock(&self.workers_gone) {
            self.cut();
        }
        is_first
    }

    /// Closes all connections for states.
    fn cut(&self) {
        for carrier in &self.carriers {
            let _ = carrier.shutdown(Shutdown::Both);
        }
    }

    /// A connection for states broke. A signal from the other process may still say why.
    pub(super) fn mark_broken(&self, other: usize) {
        lock(&self.broken).get_or_insert((other, Instant::now()));
    }

    /// Waits until no worker of this process needs states any more.
    pub(super) fn wait_for_workers(&self) {
        let gone = lock(&self.workers_gone);
        drop(self.gone.wait_while(gone, |gone| !*gone));
    }

    /// The workers are gone.
    pub(super) fn release(&self) {
        *lock(&self.workers_gone) = true;
        self.gone.notify_all();
        if self.fault().is_some() {
            self.cut();
        }
    }

    /// Disconnects in order.
    pub(super) fn close(&self, listeners: Vec<JoinHandle<()>>) {
        self.broadcast(signal::DONE);
        self.closing.store(true, Ordering::SeqCst);
        for other in self.to_others.iter().flatten() {
            let _ = lock(other).0.shutdown(Shutdown::Both);
        }
        for listener in listeners {
            let _ = listener.join();
        }
    }

    fn broadcast(&self, signal: u32) {
        (0..self.to_others.len()).for_each(|other| self.send_signal(other, signal));
    }

    /// A failed write is ignored, as the thread that listens detects the loss.
    fn send_signal(&self, other: usize, signal: u32) {
        if let Some(to_other) = &self.to_others[other] {
            let (stream, seal) = &mut *lock(to_other);
            let signal = signal.to_le_bytes();
            let _ = stream.write_all(&[&signal[..], &seal.next(&signal)].concat());
        }
    }

    fn listen(&self, other: usize, (mut ear, mut seal): (TcpStream, Seal), patience: Duration) {
        let (mut bytes, mut filled) = ([0; 4 + TAG], 0);
        let (mut heard, mut silence) = (Instant::now(), patience.max(SILENCE));
        let mut said = None::<Instant>;
        while !self.closing.load(Ordering::SeqCst) {
            if said.is_none_or(|said| said.elapsed() >= BEAT) {
                self.send_signal(other, signal::ALIVE);
                said = Some(Instant::now());
            }
            match ear.read(&mut bytes[filled..]) {
                Ok(0) => break,
                Ok(count) => {
                    (heard, silence) = (Instant::now(), SILENCE);
                    filled = (filled + count) % bytes.len();
                    if filled == 0 {
                        let [a, b, c, d, tag @ ..] = bytes;
                        let signal = [a, b, c, d];
                        if tag != seal.next(&signal) {
                            return self.declare_garbled(other);
                        }
                        if !self.handle(other, u32::from_le_bytes(signal)) {
                            return;
                        }
                    }
                }
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
                    _ => break,
                },
            }
            let broken = *lock(&self.broken);
            if let Some((lost, _)) = broken.filter(|(_, since)| since.elapsed() >= BROKEN) {
                self.declare_lost(lost);
            }
            if heard.elapsed() >= silence {
                break;
            }
        }
        if !self.closing.load(Ordering::SeqCst) {
            self.declare_lost(other);
        }
    }

    /// Handles a signal; returns whether more may follow.
    fn handle(&self, other: usize, signal: u32) -> bool {
        match signal {
            signal::ALIVE => {}
            signal::ABORT => self.abort.store(true, Ordering::Relaxed),
            signal::DONE => return false,
            signal::ENDED => {
                self.note(Fault::Ended(other));
            }
            lost => match (lost - signal::LOST) as usize {
                lost if lost < self.to_others.len() => self.declare_lost(lost),
                _ => self.declare_garbled(other),
            },
        }
        true
    }
}
