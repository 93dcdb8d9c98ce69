//! Connections between the processes: two to each, one for states and one for [signals](super::watch).
//!
//! Each greets the other, and then proves with the key of their secret that it was this greeting and that it has heard
//! the other's. A greeting contains numbers that were drawn for it, so that no proof is of use a second time. Keys for
//! all that is sent afterwards follow from both greetings.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::string::{String, ToString};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::vec::Vec;

use super::error::ClusterError;
use super::seal::{Key, Seal, TAG, Tag};
use super::{Halt, number};
use crate::account::Stop;
use crate::table_file::unique;

const MAGIC: [u8; 8] = *b"\x89PSclus2";
/// How long an attempt, and an answer, may take.
const ATTEMPT: Duration = Duration::from_secs(2);
/// How long until the next attempt.
const PAUSE: Duration = Duration::from_millis(5);
/// How many callers are listened to at a time; others have to call again.
const CALLS: usize = 64;

/// What has to be the same in all processes.
pub(super) struct Agreed<'c> {
    pub(super) addresses: &'c [String],
    pub(super) process: usize,
    pub(super) threads: usize,
    pub(super) fingerprint: u64,
    pub(super) key: Key,
}

impl Agreed<'_> {
    fn hello(&self, is_for_signals: u64) -> Hello {
        let (processes, threads) = (self.addresses.len() as u64, self.threads as u64);
        Hello {
            process: self.process as u64,
            is_for_signals,
            agreed: [processes, threads, self.fingerprint],
        }
    }
}

/// The connections to each other process.
pub(super) struct Connections {
    pub(super) states: Vec<Option<Connection>>,
    pub(super) signals: Vec<Option<Connection>>,
}

/// A connection to another process, and the seals of what is sent to it and received from it.
pub(super) struct Connection {
    pub(super) stream: TcpStream,
    pub(super) to: Seal,
    pub(super) from: Seal,
}

/// What each says first.
#[derive(Clone, Copy)]
struct Hello {
    process: u64,
    is_for_signals: u64,
    agreed: [u64; 3],
}

impl Hello {
    const BYTES: usize = 64;

    /// With numbers that are drawn for this greeting alone.
    fn to_bytes(self) -> Vec<u8> {
        let [processes, threads, fingerprint] = self.agreed;
        let numbers = [
            self.process,
            self.is_for_signals,
            processes,
            threads,
            fingerprint,
            unique(),
            unique(),
        ];
        let mut bytes = MAGIC.to_vec();
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// `None` of whoever says something else.
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let [process, is_for_signals, processes, threads, fingerprint] =
            core::array::from_fn(|at| number(bytes, at + 1));
        let hello = Self {
            process,
            is_for_signals,
            agreed: [processes, threads, fingerprint],
        };
        bytes.starts_with(&MAGIC).then_some(hello)
    }
}

/// Which of the two says something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Connects,
    Listens,
}

/// Both greetings, first that of the process which connects.
struct Greetings(Vec<u8>);

impl Greetings {
    /// What only that side can say, and only after both greetings.
    fn proof(&self, key: Key, side: Side) -> Tag {
        key.tag(Self::label(side), &self.0)
    }

    fn connection(&self, stream: TcpStream, key: Key, side: Side) -> Connection {
        let seal = |from| Seal::new(key.derive(Self::label(from), &self.0));
        let [connects, listens] = [Side::Connects, Side::Listens].map(seal);
        let (to, from) = match side {
            Side::Connects => (connects, listens),
            Side::Listens => (listens, connects),
        };
        Connection { stream, to, from }
    }

    const fn label(side: Side) -> &'static str {
        match side {
            Side::Connects => "connects",
            Side::Listens => "listens",
        }
    }
}

/// Reads `BYTES` bytes, and waits for them no longer than `until`.
fn read<const BYTES: usize>(from: &mut TcpStream, until: Instant) -> io::Result<[u8; BYTES]> {
    let (mut bytes, mut filled) = ([0; BYTES], 0);
    while filled < BYTES {
        let left = until.saturating_duration_since(Instant::now());
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
    Ok(bytes)
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
    // Of those who have called without knowing the secret one may be the process that is missing.
    let mut wait = |other: usize, strangers: &BTreeSet<usize>| -> Result<(), Halt> {
        look()?;
        let waited = begun.elapsed();
        if waited < patience {
            std::thread::sleep(PAUSE);
            return Ok(());
        }
        let (process, address) = (other, addresses[other].clone());
        let error = if strangers.contains(&other) {
            ClusterError::Secret { process, address }
        } else {
            ClusterError::Absent {
                process,
                address,
                waited,
            }
        };
        Err(error.into())
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
            wait(other, &BTreeSet::new())?;
        };
        links.states[other] = Some(states);
        links.signals[other] = Some(signals);
    }
    let Some(listener) = listener else {
        return Ok(links);
    };
    let mut strangers = BTreeSet::new();
    let (heard, callers) = mpsc::channel();
    // One who says nothing does not keep others out: each is heard by a thread of its own.
    std::thread::scope(|scope| {
        let mut calls = 0;
        while let Some(missing) = (process + 1..addresses.len()).find(|&other| links.lack(other)) {
            if let Ok((stream, _)) = listener.accept()
                && calls < CALLS
            {
                let (heard, time) = (heard.clone(), time());
                let hear = move || drop(heard.send(hear(agreed, stream, time)));
                let thread = std::thread::Builder::new().spawn_scoped(scope, hear);
                calls += usize::from(thread.is_ok());
            }
            for caller in callers.try_iter() {
                calls -= 1;
                if let Ok(Some(caller)) = caller {
                    strangers.extend(links.welcome(caller, agreed)?);
                }
            }
            if links.lack(missing) {
                wait(missing, &strangers)?;
            }
        }
        Ok(links)
    })
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

/// A connection to a process that listens; an error inside is for good.
fn attempt(
    agreed: &Agreed<'_>,
    other: usize,
    is_for_signals: u64,
    time: Duration,
) -> io::Result<Result<Connection, ClusterError>> {
    let address = &agreed.addresses[other];
    let mut last = io::Error::from(ErrorKind::AddrNotAvailable);
    for at in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&at, time) {
            // Where nobody listens a connection may be made to itself.
            Ok(stream) if stream.local_addr()? == at => {}
            Ok(stream) => return greet(agreed, other, is_for_signals, stream, time),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn greet(
    agreed: &Agreed<'_>,
    other: usize,
    is_for_signals: u64,
    mut stream: TcpStream,
    time: Duration,
) -> io::Result<Result<Connection, ClusterError>> {
    let until = Instant::now() + time;
    let ours = agreed.hello(is_for_signals);
    let mut greetings = ours.to_bytes();
    stream.write_all(&greetings)?;
    let answer = read::<{ Hello::BYTES + TAG }>(&mut stream, until)?;
    let (theirs, proof) = answer.split_at(Hello::BYTES);
    greetings.extend(theirs);
    let greetings = Greetings(greetings);
    stream.write_all(&greetings.proof(agreed.key, Side::Connects))?;
    stream.set_nodelay(true)?;
    let (process, address) = (other, agreed.addresses[other].clone());
    let Some(theirs) = Hello::from_bytes(theirs) else {
        return Ok(Err(ClusterError::Another { process, address }));
    };
    if proof != greetings.proof(agreed.key, Side::Listens) {
        return Ok(Err(ClusterError::Secret { process, address }));
    }
    let is_expected = theirs.process == other as u64
        && (theirs.is_for_signals, theirs.agreed) == (is_for_signals, ours.agreed);
    if !is_expected {
        // It closes the connection when it has found out, too: whoever calls it then calls about something else.
        let _ = read::<1>(&mut stream, until);
        return Ok(Err(ClusterError::Another { process, address }));
    }
    Ok(Ok(greetings.connection(stream, agreed.key, Side::Connects)))
}

/// Who has called.
struct Caller {
    hello: Hello,
    address: String,
    /// None of one who does not know the secret.
    connection: Option<Connection>,
}

/// Who calls, if it greets as a process does.
fn hear(agreed: &Agreed<'_>, mut stream: TcpStream, time: Duration) -> io::Result<Option<Caller>> {
    let until = Instant::now() + time;
    let address = stream.peer_addr()?.to_string();
    stream.set_nonblocking(false)?;
    let theirs = read::<{ Hello::BYTES }>(&mut stream, until)?;
    let Some(hello) = Hello::from_bytes(&theirs) else {
        return Ok(None);
    };
    let ours = agreed.hello(hello.is_for_signals).to_bytes();
    let greetings = Greetings([&theirs[..], &ours].concat());
    let answer = [&ours[..], &greetings.proof(agreed.key, Side::Listens)].concat();
    stream.write_all(&answer)?;
    stream.set_nodelay(true)?;
    let proof = read::<TAG>(&mut stream, until)?;
    let is_proved = proof == greetings.proof(agreed.key, Side::Connects);
    let connection = is_proved.then(|| greetings.connection(stream, agreed.key, Side::Listens));
    Ok(Some(Caller {
        hello,
        address,
        connection,
    }))
}

impl Connections {
    /// Whether a connection to a process is missing.
    fn lack(&self, process: usize) -> bool {
        self.states[process].is_none() || self.signals[process].is_none()
    }

    /// Takes the connection of a process that comes after this one; others are left alone. Returns which process the
    /// caller says it is, if it does not know the secret.
    fn welcome(
        &mut self,
        Caller {
            hello,
            address,
            connection,
        }: Caller,
        agreed: &Agreed<'_>,
    ) -> Result<Option<usize>, ClusterError> {
        let process = usize::try_from(hello.process).unwrap_or(usize::MAX);
        let Some(connection) = connection else {
            return Ok(Some(process).filter(|&process| process < agreed.addresses.len()));
        };
        if hello.agreed != agreed.hello(hello.is_for_signals).agreed {
            let known = agreed.addresses.get(process).cloned();
            let address = known.unwrap_or(address);
            return Err(ClusterError::Another { process, address });
        }
        let side = match hello.is_for_signals {
            0 => &mut self.states,
            _ => &mut self.signals,
        };
        if let Some(slot) = side.get_mut(process).filter(|_| process > agreed.process) {
            *slot = Some(connection);
        }
        Ok(None)
    }
}
