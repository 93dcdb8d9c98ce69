//! Connections between the processes: two to each, one for states and one for [signals](super::watch).

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::string::{String, ToString};
use std::time::{Duration, Instant};
use std::vec::Vec;

use super::error::ClusterError;
use super::{Halt, number};
use crate::monitor::Stop;

const MAGIC: [u8; 8] = *b"\x89PSclus1";
/// How long an attempt, and an answer, may take.
const ATTEMPT: Duration = Duration::from_secs(2);
/// How long until the next attempt.
const PAUSE: Duration = Duration::from_millis(5);

/// What has to be the same in all processes.
pub(super) struct Agreed<'c> {
    pub(super) addresses: &'c [String],
    pub(super) process: usize,
    pub(super) threads: usize,
    pub(super) fingerprint: u64,
}

/// The connections to each other process.
pub(super) struct Connections {
    pub(super) states: Vec<Option<TcpStream>>,
    pub(super) signals: Vec<Option<TcpStream>>,
}

/// What each says first.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Hello {
    process: u64,
    is_for_signals: u64,
    agreed: [u64; 3],
}

impl Hello {
    const BYTES: usize = 48;

    fn write(&self, to: &mut TcpStream) -> io::Result<()> {
        let [processes, threads, fingerprint] = self.agreed;
        let numbers = [
            self.process,
            self.is_for_signals,
            processes,
            threads,
            fingerprint,
        ];
        let mut bytes = MAGIC.to_vec();
        numbers
            .iter()
            .for_each(|number| bytes.extend(number.to_le_bytes()));
        to.write_all(&bytes)
    }

    /// Waits so long for all of it; `None` of whoever says something else.
    fn read(from: &mut TcpStream, time: Duration) -> io::Result<Option<Self>> {
        let begun = Instant::now();
        let (mut bytes, mut filled) = ([0; Self::BYTES], 0);
        while filled < bytes.len() {
            let left = time.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Err(ErrorKind::TimedOut.into());
            }
            from.set_read_timeout(Some(left))?;
            match from.read(&mut bytes[filled..])? {
                0 => return Err(ErrorKind::UnexpectedEof.into()),
                count => filled += count,
            }
        }
        from.set_read_timeout(None)?;
        from.set_nodelay(true)?;
        let [process, is_for_signals, processes, threads, fingerprint] =
            core::array::from_fn(|at| number(&bytes, at + 1));
        let hello = Self {
            process,
            is_for_signals,
            agreed: [processes, threads, fingerprint],
        };
        Ok(bytes.starts_with(&MAGIC).then_some(hello))
    }
}

/// Connects to all processes before this one, and is connected to by those after it.
pub(super) fn connect(
    agreed: &Agreed<'_>,
    patience: Duration,
    mut look: impl FnMut() -> Result<(), Stop>,
) -> Result<Connections, Halt> {
    let begun = Instant::now();
    let (addresses, process) = (agreed.addresses, agreed.process);
    // One attempt there is in any case.
    let time = || {
        patience
            .saturating_sub(begun.elapsed())
            .clamp(PAUSE, ATTEMPT)
    };
    let mut wait = |other: usize| -> Result<(), Halt> {
        look()?;
        let waited = begun.elapsed();
        if waited < patience {
            std::thread::sleep(PAUSE);
            return Ok(());
        }
        let address = addresses[other].clone();
        let process = other;
        Err(ClusterError::Absent {
            process,
            address,
            waited,
        }
        .into())
    };
    let empty = || addresses.iter().map(|_| None).collect();
    let mut links = Connections {
        states: empty(),
        signals: empty(),
    };
    // Bound first: what comes early waits.
    let listener = if process + 1 < addresses.len() {
        Some(listen(&addresses[process])?)
    } else {
        None
    };
    for other in 0..process {
        let (states, signals) = loop {
            if let Ok(states) = attempt(agreed, other, 0, time()) {
                let states = states?;
                if let Ok(signals) = attempt(agreed, other, 1, time()) {
                    break (states, signals?);
                }
            }
            wait(other)?;
        };
        links.states[other] = Some(states);
        links.signals[other] = Some(signals);
    }
    let Some(listener) = listener else {
        return Ok(links);
    };
    let is_missing = |links: &Connections, other: usize| {
        links.states[other].is_none() || links.signals[other].is_none()
    };
    while let Some(missing) =
        (process + 1..addresses.len()).find(|&other| is_missing(&links, other))
    {
        match listener.accept() {
            Ok((stream, _)) => {
                welcome(agreed, stream, &mut links, time())?;
                if is_missing(&links, missing) {
                    wait(missing)?;
                }
            }
            Err(_) => wait(missing)?,
        }
    }
    Ok(links)
}

fn listen(address: &str) -> Result<TcpListener, ClusterError> {
    let bound = TcpListener::bind(address).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    bound.map_err(|error| failed(address, &error))
}

pub(super) fn failed(address: &str, error: &io::Error) -> ClusterError {
    ClusterError::Network {
        address: address.into(),
        said: error.to_string().into(),
    }
}

fn hello(agreed: &Agreed<'_>, is_for_signals: u64) -> Hello {
    let (processes, threads) = (agreed.addresses.len() as u64, agreed.threads as u64);
    Hello {
        process: agreed.process as u64,
        is_for_signals,
        agreed: [processes, threads, agreed.fingerprint],
    }
}

/// A connection to a process that listens; an error inside is for good.
fn attempt(
    agreed: &Agreed<'_>,
    other: usize,
    is_for_signals: u64,
    time: Duration,
) -> io::Result<Result<TcpStream, ClusterError>> {
    let address = &agreed.addresses[other];
    let mut last = io::Error::from(ErrorKind::AddrNotAvailable);
    for at in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&at, time) {
            // Where nobody listens a connection may be made to itself.
            Ok(stream) if stream.local_addr()? == at => {}
            Ok(mut stream) => {
                let ours = hello(agreed, is_for_signals);
                ours.write(&mut stream)?;
                let theirs = Hello::read(&mut stream, time)?;
                let expected = Hello {
                    process: other as u64,
                    ..ours
                };
                return Ok(if theirs == Some(expected) {
                    Ok(stream)
                } else {
                    let (process, address) = (other, address.clone());
                    Err(ClusterError::Another { process, address })
                });
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Answers a process that connects to this one; others are left alone.
fn welcome(
    agreed: &Agreed<'_>,
    mut stream: TcpStream,
    links: &mut Connections,
    time: Duration,
) -> Result<(), ClusterError> {
    let heard = stream
        .set_nonblocking(false)
        .and_then(|()| Hello::read(&mut stream, time));
    let Ok(Some(theirs)) = heard else {
        return Ok(());
    };
    let process = theirs.process as usize;
    let ours = hello(agreed, theirs.is_for_signals);
    let is_said = ours.write(&mut stream).is_ok();
    if theirs.agreed != ours.agreed {
        let address = agreed.addresses.get(process).cloned().unwrap_or_default();
        return Err(ClusterError::Another { process, address });
    }
    let side = if theirs.is_for_signals == 0 {
        &mut links.states
    } else {
        &mut links.signals
    };
    if let Some(slot) = side
        .get_mut(process)
        .filter(|_| is_said && process > agreed.process)
    {
        *slot = Some(stream);
    }
    Ok(())
}
