//! The handshake: two connections to each process, one for states and one for [signals](super::detector).
//!
//! Both sides send a greeting that contains fresh random numbers, then a tag over both greetings under the key of their
//! secret. So a recorded proof is useless later. The keys of all later messages are derived from both greetings, too.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::string::{String, ToString};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::vec::Vec;

use super::error::ClusterError;
use super::seal::{Seal, SecretKey, TAG, Tag};
use super::{Quit, number};
use crate::account::Stop;
use crate::table_file::unique;

const MAGIC: [u8; 8] = *b"\x89PSclus2";
/// The most time for an attempt, and for an answer.
const ATTEMPT: Duration = Duration::from_secs(2);
/// The time between attempts.
const PAUSE: Duration = Duration::from_millis(5);
/// The most callers that are answered at a time; others must call again.
const CALLS: usize = 64;

/// What must be equal in all processes, except for `process`.
pub(super) struct Agreed<'c> {
    pub(super) addresses: &'c [String],
    pub(super) process: usize,
    pub(super) threads: usize,
    pub(super) fingerprint: u64,
    pub(super) key: SecretKey,
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

/// The connections to all other processes.
pub(super) struct Connections {
    pub(super) states: Vec<Option<Connection>>,
    pub(super) signals: Vec<Option<Connection>>,
}

/// A connection to another process, with the seals of both directions.
pub(super) struct Connection {
    pub(super) stream: TcpStream,
    pub(super) to: Seal,
    pub(super) from: Seal,
}

/// A greeting.
#[derive(Clone, Copy)]
struct Hello {
    process: u64,
    is_for_signals: u64,
    agreed: [u64; 3],
}

impl Hello {
    const BYTES: usize = 64;

    /// The bytes of the greeting, with fresh random numbers.
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

    /// `None` if the bytes are no greeting.
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

/// The two roles in a handshake.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Connects,
    Listens,
}

/// Both greetings, that of the connecting side first.
struct Greetings(Vec<u8>);

impl Greetings {
    /// The proof of one side. It depends on both greetings.
    fn proof(&self, key: SecretKey, role: Role) -> Tag {
        key.tag(Self::label(role), &self.0)
    }

    fn connection(&self, stream: TcpStream, key: SecretKey, role: Role) -> Connection {
        let seal = |from| Seal::new(key.derive(Self::label(from), &self.0));
        let [connects, listens] = [Role::Connects, Role::Listens].map(seal);
        let (to, from) = match role {
            Role::Connects => (connects, listens),
            Role::Listens => (listens, connects),
        };
        Connection { stream, to, from }
    }

    const fn label(role: Role) -> &'static str {
        match role {
            Role::Connects => "connects",
            Role::Listens => "listens",
        }
    }
}

/// Reads `BYTES` bytes before the deadline `until`.
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

/// Connects to all processes with lower numbers, and accepts connections from those with higher ones.
pub(super) fn connect(
    agreed: &Agreed<'_>,
    patience: Duration,
    mut look: impl FnMut() -> Result<(), Stop>,
) -> Result<Connections, Quit> {
    let begun = Instant::now();
    let (addresses, process) = (agreed.addresses, agreed.process);
    // There is at least one attempt.
    let time = || {
        patience
            .saturating_sub(begun.elapsed())
            .clamp(PAUSE, ATTEMPT)
    };
    // A caller without the secret may be the process that is missing.
    let mut wait = |other: usize, strangers: &BTreeSet<usize>| -> Result<(), Quit> {
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
    // Bound first, so that early callers queue.
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
    // Each caller is heard by a thread of its own, so that a silent one does not block others.
    std::thread::scope(|scope| {
        let mut calls = 0;
        while let Some(missing) =
            (process + 1..addresses.len()).find(|&other| links.is_missing(other))
        {
            if let Ok((stream, _)) = listener.accept()
                && calls < CALLS
            {
                let (heard, time) = (heard.clone(), time());
                let hear = move || drop(heard.send(answer_call(agreed, stream, time)));
                let thread = std::thread::Builder::new().spawn_scoped(scope, hear);
                calls += usize::from(thread.is_ok());
            }
            for caller in callers.try_iter() {
                calls -= 1;
                if let Ok(Some(caller)) = caller {
                    strangers.extend(links.accept_caller(caller, agreed)?);
                }
            }
            if links.is_missing(missing) {
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

/// Connects to a listening process. The inner error is final.
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
            // If nobody listens, a socket may connect to itself.
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
    stream.write_all(&greetings.proof(agreed.key, Role::Connects))?;
    stream.set_nodelay(true)?;
    let (process, address) = (other, agreed.addresses[other].clone());
    let Some(theirs) = Hello::from_bytes(theirs) else {
        return Ok(Err(ClusterError::Another { process, address }));
    };
    if proof != greetings.proof(agreed.key, Role::Listens) {
        return Ok(Err(ClusterError::Secret { process, address }));
    }
    let is_expected = theirs.process == other as u64
        && (theirs.is_for_signals, theirs.agreed) == (is_for_signals, ours.agreed);
    if !is_expected {
        // Wait until the other side has found out, too, so that its next call is about something else.
        let _ = read::<1>(&mut stream, until);
        return Ok(Err(ClusterError::Another { process, address }));
    }
    Ok(Ok(greetings.connection(stream, agreed.key, Role::Connects)))
}

/// The result of answering a call.
struct Caller {
    hello: Hello,
    address: String,
    /// `None` if the caller does not know the secret.
    connection: Option<Connection>,
}

/// Answers a call; `None` if the caller sends no greeting.
fn answer_call(
    agreed: &Agreed<'_>,
    mut stream: TcpStream,
    time: Duration,
) -> io::Result<Option<Caller>> {
    let until = Instant::now() + time;
    let address = stream.peer_addr()?.to_string();
    stream.set_nonblocking(false)?;
    let theirs = read::<{ Hello::BYTES }>(&mut stream, until)?;
    let Some(hello) = Hello::from_bytes(&theirs) else {
        return Ok(None);
    };
    let ours = agreed.hello(hello.is_for_signals).to_bytes();
    let greetings = Greetings([&theirs[..], &ours].concat());
    let answer = [&ours[..], &greetings.proof(agreed.key, Role::Listens)].concat();
    stream.write_all(&answer)?;
    stream.set_nodelay(true)?;
    let proof = read::<TAG>(&mut stream, until)?;
    let is_proved = proof == greetings.proof(agreed.key, Role::Connects);
    let connection = is_proved.then(|| greetings.connection(stream, agreed.key, Role::Listens));
    Ok(Some(Caller {
        hello,
        address,
        connection,
    }))
}

impl Connections {
    /// Whether a connection to a process is missing.
    fn is_missing(&self, process: usize) -> bool {
        self.states[process].is_none() || self.signals[process].is_none()
    }

    /// Stores the connection of a process with a higher number. If the caller does not know the secret, returns the
    /// process number that it claims.
    fn accept_caller(
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
