//! [`Watch`]: who of the processes is there, over a connection of its own to each.
//!
//! Each says once a second that it is alive. One that was silent for long, or whose connection is closed, is
//! lost: the one that notices says so to the others, so that all name the same one.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::vec::Vec;

use super::connect::Connection;
use super::seal::{Seal, TAG};

/// So often a process says that it is alive.
const BEAT: Duration = Duration::from_secs(1);
/// After such a silence it is lost, also one in the middle of something.
pub(super) const SILENCE: Duration = Duration::from_secs(5);
/// How long a connection for states may be broken before its process counts as lost.
const BROKEN: Duration = Duration::from_secs(2);

/// Why the work cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// This process is gone.
    Lost(usize),
    /// This process has ended the work.
    Ended(usize),
    /// What came from this process is nothing that it can have sent.
    Garbled(usize),
}

/// What is said of a process, in four bytes and their tag.
mod signal {
    pub(super) const ALIVE: u32 = 0;
    /// The layer need not be complete.
    pub(super) const HURRY: u32 = 1;
    pub(super) const DONE: u32 = 2;
    pub(super) const ENDED: u32 = 3;
    /// And the number of the process.
    pub(super) const LOST: u32 = 4;
}

/// What this process knows of the others.
#[derive(Debug)]
pub(super) struct Watch {
    process: usize,
    fault: OnceLock<Fault>,
    hurry: AtomicBool,
    closing: AtomicBool,
    /// Whether the workers are gone, so that nobody waits for states.
    workers_gone: Mutex<bool>,
    gone: Condvar,
    /// A connection for states that is broken, and since when.
    broken: Mutex<Option<(usize, Instant)>>,
    /// The connections for signals, and all to be closed where something is wrong.
    to_others: Vec<Option<Mutex<(TcpStream, Seal)>>>,
    carriers: Vec<TcpStream>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watch {
    /// Listens at these connections, one to each other process, of which each begins to say that it is alive
    /// once it is connected to all: that may take it as long as our patience.
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
        let watch = Arc::new(Self {
            process,
            fault: OnceLock::new(),
            hurry: AtomicBool::new(false),
            closing: AtomicBool::new(false),
            workers_gone: Mutex::new(false),
            gone: Condvar::new(),
            broken: Mutex::new(None),
            to_others,
            carriers,
        });
        let mut listeners = Vec::new();
        for (other, ear) in ears {
            let here = Arc::clone(&watch);
            let builder = std::thread::Builder::new().name(std::format!("watch-{other}"));
            listeners.push(builder.spawn(move || here.listen(other, ear, patience))?);
        }
        Ok((watch, listeners))
    }

    /// What is wrong, if anything is.
    pub(super) fn fault(&self) -> Option<Fault> {
        self.fault.get().copied()
    }

    /// Whether some process cannot complete the layer.
    pub(super) fn is_hurried(&self) -> bool {
        self.hurry.load(Ordering::Relaxed)
    }

    /// This process cannot complete the layer: none needs to.
    pub(super) fn hurry(&self) {
        if !self.hurry.swap(true, Ordering::Relaxed) {
            self.say_to_all(signal::HURRY);
        }
    }

    /// This process cannot go on.
    pub(super) fn end(&self) {
        if self.note(Fault::Ended(self.process)) {
            self.say_to_all(signal::ENDED);
        }
    }

    /// What comes from this process cannot be made use of.
    pub(super) fn garble(&self, other: usize) {
        if self.note(Fault::Garbled(other)) {
            self.say_to_all(signal::ENDED);
        }
    }

    fn lose(&self, other: usize) {
        if self.note(Fault::Lost(other)) {
            self.say_to_all(signal::LOST + other as u32);
        }
    }

    /// Whether it is the first fault.
    fn note(&self, fault: Fault) -> bool {
        let is_first = self.fault.set(fault).is_ok();
        if is_first && *lock(&self.workers_gone) {
            self.cut();
        }
        is_first
    }

    /// Ends all connections for states.
    fn cut(&self) {
        for carrier in &self.carriers {
            let _ = carrier.shutdown(Shutdown::Both);
        }
    }

    /// A connection for states is broken. Why, the other one is going to tell.
    pub(super) fn mark_broken(&self, other: usize) {
        lock(&self.broken).get_or_insert((other, Instant::now()));
    }

    /// Waits until nobody here needs any more states.
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

    /// Nothing is awaited any more.
    pub(super) fn close(&self, listeners: Vec<JoinHandle<()>>) {
        self.say_to_all(signal::DONE);
        self.closing.store(true, Ordering::SeqCst);
        for other in self.to_others.iter().flatten() {
            let _ = lock(other).0.shutdown(Shutdown::Both);
        }
        for listener in listeners {
            let _ = listener.join();
        }
    }

    fn say_to_all(&self, signal: u32) {
        (0..self.to_others.len()).for_each(|other| self.say(other, signal));
    }

    /// That nobody is there is for the one to notice who listens.
    fn say(&self, other: usize, signal: u32) {
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
                self.say(other, signal::ALIVE);
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
                            return self.garble(other);
                        }
                        if !self.obey(other, u32::from_le_bytes(signal)) {
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
                self.lose(lost);
            }
            if heard.elapsed() >= silence {
                break;
            }
        }
        if !self.closing.load(Ordering::SeqCst) {
            self.lose(other);
        }
    }

    /// Whether there is more to come.
    fn obey(&self, other: usize, signal: u32) -> bool {
        match signal {
            signal::ALIVE => {}
            signal::HURRY => self.hurry.store(true, Ordering::Relaxed),
            signal::DONE => return false,
            signal::ENDED => {
                self.note(Fault::Ended(other));
            }
            lost => match (lost - signal::LOST) as usize {
                lost if lost < self.to_others.len() => self.lose(lost),
                _ => self.garble(other),
            },
        }
        true
    }
}
