//! The handshake: [`connect`] makes one connection to each other process, and verifies that it knows the same secret.
//!
//! Each of the two sides sends a greeting that contains fresh random numbers, and then its proof: a tag (message
//! authentication code) of both greetings under the secret key. The keys of all later messages are derived from both
//! greetings, too.
//!
//! Invariant: no proof or later message is accepted in another connection, since both sides contribute random numbers.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::string::{String, ToString};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::vec::Vec;

use super::seal::{Seal, SecretKey, TAG, Tag};
use super::{Quit, nth_u64};
use crate::space::error::SpaceError;
use crate::table_file::unique;

/// The first bytes of a greeting.
const MAGIC: [u8; 8] = *b"\x89PSclus3";
/// The most time for an attempt to connect, and for the answer to a greeting.
const ATTEMPT: Duration = Duration::from_secs(2);
/// The time between attempts.
const PAUSE: Duration = Duration::from_millis(5);
/// The greatest number of incoming connections (calls) that are answered at a time; others must call again.
const MOST_CALLS: usize = 64;

/// The number of this process, and what must be equal in all processes.
pub(super) struct Agreed<'c> {
    pub(super) addresses: &'c [String],
    pub(super) process: usize,
    pub(super) threads: usize,
    pub(super) fingerprint: u64,
    pub(super) key: SecretKey,
}

impl Agreed<'_> {
    fn greeting(&self) -> Greeting {
        let (processes, threads) = (self.addresses.len() as u64, self.threads as u64);
        Greeting {
            process: self.process as u64,
            agreed: [processes, threads, self.fingerprint],
        }
    }
}

/// A connection to another process, with the seals of both directions.
pub(super) struct Connection {
    pub(super) stream: TcpStream,
    pub(super) to: Seal,
    pub(super) from: Seal,
}

/// A greeting: the sender's number, and the numbers that both sides must agree on. [`MAGIC`] and random numbers are
/// added when it is sent.
#[derive(Clone, Copy)]
struct Greeting {
    process: u64,
    /// The number of processes, the number of threads of each, and the fingerprint of the task.
    agreed: [u64; 3],
}

impl Greeting {
    const BYTES: usize = 56;

    /// The bytes of the greeting, with fresh random numbers.
    fn to_bytes(self) -> Vec<u8> {
        let random = [unique(), unique()];
        let numbers = [&[self.process][..], &self.agreed, &random].concat();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// `None` if the bytes are no greeting.
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let greeting = Self {
            process: nth_u64(bytes, 1),
            agreed: [2, 3, 4].map(|at| nth_u64(bytes, at)),
        };
        bytes.starts_with(&MAGIC).then_some(greeting)
    }
}

/// The two roles in a handshake.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Connects,
    Listens,
}

/// The transcript of the handshake: both greetings, that of the connecting side first.
struct Transcript(Vec<u8>);

impl Transcript {
    /// The proof of one side. It depends on both greetings.
    fn proof(&self, key: SecretKey, role: Role) -> Tag {
        key.tag(Self::label(role), &self.0)
    }

    /// The connection of the side in this role. Each direction has a key of its own.
    fn connection(&self, stream: TcpStream, key: SecretKey, role: Role) -> Connection {
        let seal = |from| Seal::new(key.derive(Self::label(from), &self.0));
        let [connects, listens] = [Role::Connects, Role::Listens].map(seal);
        let (to, from) = match role {
            Role::Connects => (connects, listens),
            Role::Listens => (listens, connects),
        };
        Connection { stream, to, from }
    }

    /// Distinguishes what the two sides derive from the same transcript.
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

/// Connects to all processes with lower numbers, and accepts connections from those with higher ones. Passes each
/// connection to `connected` at once.
pub(super) fn connect(
    agreed: &Agreed<'_>,
    patience: Duration,
    mut look: impl FnMut() -> Result<(), Quit>,
    mut connected: impl FnMut(usize, Connection) -> Result<(), SpaceError>,
) -> Result<(), Quit> {
    let begun = Instant::now();
    let (addresses, process) = (agreed.addresses, agreed.process);
    // The time for an attempt. It is never zero, so that there is at least one attempt.
    let time = || {
        patience
            .saturating_sub(begun.elapsed())
            .clamp(PAUSE, ATTEMPT)
    };
    // Waits for process `other`, or fails when patience is at its end. A stranger is a caller that claims to be a
    // process but does not know the secret. It may be that process, so its number is reported only if the process stays
    // missing.
    let mut wait = |other: usize, strangers: &BTreeSet<usize>| -> Result<(), Quit> {
        look()?;
        let waited = begun.elapsed();
        if waited < patience {
            std::thread::sleep(PAUSE);
            return Ok(());
        }
        let (process, address) = (other, addresses[other].clone());
        let error = if strangers.contains(&other) {
            SpaceError::WrongSecret { process, address }
        } else {
            SpaceError::Absent {
                process,
                address,
                waited,
            }
        };
        Err(error.into())
    };
    let mut missing: BTreeSet<usize> = (process + 1..addresses.len()).collect();
    // The listener is bound before this process connects to others, so that early callers can queue.
    let listener = if missing.is_empty() {
        None
    } else {
        Some(listen(&addresses[process])?)
    };
    for other in 0..process {
        let connection = loop {
            if let Ok(attempted) = attempt(agreed, other, time()) {
                break attempted?;
            }
            wait(other, &BTreeSet::new())?;
        };
        connected(other, connection)?;
    }
    let Some(listener) = listener else {
        return Ok(());
    };
    let mut strangers = BTreeSet::new();
    let (heard, callers) = mpsc::channel();
    // Each caller is heard by a thread of its own, so that a silent one does not block others.
    std::thread::scope(|scope| {
        let mut calls = 0;
        while let Some(&first) = missing.first() {
            if let Ok((stream, _)) = listener.accept()
                && calls < MOST_CALLS
            {
                let (heard, time) = (heard.clone(), time());
                let hear = move || drop(heard.send(answer_call(agreed, stream, time)));
                let thread = std::thread::Builder::new().spawn_scoped(scope, hear);
                calls += usize::from(thread.is_ok());
            }
            for caller in callers.try_iter() {
                calls -= 1;
                let Ok(Some(caller)) = caller else {
                    continue;
                };
                match caller.identify(agreed)? {
                    (other, Some(connection)) if missing.remove(&other) => {
                        connected(other, connection)?;
                    }
                    (other, None) if missing.contains(&other) => {
                        strangers.insert(other);
                    }
                    _ => {}
                }
            }
            if missing.contains(&first) {
                wait(first, &strangers)?;
            }
        }
        Ok(())
    })
}

fn listen(address: &str) -> Result<TcpListener, SpaceError> {
    let bound = TcpListener::bind(address).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    bound.map_err(|error| failed(address, &error))
}

pub(super) fn failed(address: &str, error: &io::Error) -> SpaceError {
    SpaceError::Network {
        address: address.into(),
        said: error.to_string().into(),
    }
}

/// Connects to a listening process. The outer error is worth another attempt, the inner one is final.
fn attempt(
    agreed: &Agreed<'_>,
    other: usize,
    time: Duration,
) -> io::Result<Result<Connection, SpaceError>> {
    let address = &agreed.addresses[other];
    let mut last = io::Error::from(ErrorKind::AddrNotAvailable);
    for at in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&at, time) {
            // If nobody listens at a port of this machine, a socket may connect to itself.
            Ok(stream) if stream.local_addr()? == at => {}
            Ok(stream) => return greet(agreed, other, stream, time),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The connecting side of the handshake. The outer error is worth another attempt, the inner one is final.
fn greet(
    agreed: &Agreed<'_>,
    other: usize,
    mut stream: TcpStream,
    time: Duration,
) -> io::Result<Result<Connection, SpaceError>> {
    let until = Instant::now() + time;
    let ours = agreed.greeting();
    let mut transcript = ours.to_bytes();
    stream.write_all(&transcript)?;
    let answer = read::<{ Greeting::BYTES + TAG }>(&mut stream, until)?;
    let (theirs, proof) = answer.split_at(Greeting::BYTES);
    transcript.extend(theirs);
    let transcript = Transcript(transcript);
    stream.write_all(&transcript.proof(agreed.key, Role::Connects))?;
    stream.set_nodelay(true)?;
    let (process, address) = (other, agreed.addresses[other].clone());
    let Some(theirs) = Greeting::from_bytes(theirs) else {
        return Ok(Err(SpaceError::OtherTask { process, address }));
    };
    if proof != transcript.proof(agreed.key, Role::Listens) {
        return Ok(Err(SpaceError::WrongSecret { process, address }));
    }
    if theirs.process != other as u64 || theirs.agreed != ours.agreed {
        // Wait until the other side has found out, too, so that its next call is about something else.
        let _ = read::<1>(&mut stream, until);
        return Ok(Err(SpaceError::OtherTask { process, address }));
    }
    let connection = transcript.connection(stream, agreed.key, Role::Connects);
    Ok(Ok(connection))
}

/// A process that called, after the handshake.
struct Caller {
    greeting: Greeting,
    address: String,
    /// `None` if the caller does not know the secret.
    connection: Option<Connection>,
}

/// The listening side of the handshake; `None` if the caller sends no greeting.
fn answer_call(
    agreed: &Agreed<'_>,
    mut stream: TcpStream,
    time: Duration,
) -> io::Result<Option<Caller>> {
    let until = Instant::now() + time;
    let address = stream.peer_addr()?.to_string();
    stream.set_nonblocking(false)?;
    let theirs = read::<{ Greeting::BYTES }>(&mut stream, until)?;
    let Some(greeting) = Greeting::from_bytes(&theirs) else {
        return Ok(None);
    };
    let ours = agreed.greeting().to_bytes();
    let transcript = Transcript([&theirs[..], &ours].concat());
    let answer = [&ours[..], &transcript.proof(agreed.key, Role::Listens)].concat();
    stream.write_all(&answer)?;
    stream.set_nodelay(true)?;
    let proof = read::<TAG>(&mut stream, until)?;
    let is_proved = proof == transcript.proof(agreed.key, Role::Connects);
    let connection = is_proved.then(|| transcript.connection(stream, agreed.key, Role::Listens));
    Ok(Some(Caller {
        greeting,
        address,
        connection,
    }))
}

impl Caller {
    /// The process that the caller claims to be, with its connection if it knows the secret.
    fn identify(self, agreed: &Agreed<'_>) -> Result<(usize, Option<Connection>), SpaceError> {
        let process = usize::try_from(self.greeting.process).unwrap_or(usize::MAX);
        if self.connection.is_some() && self.greeting.agreed != agreed.greeting().agreed {
            let address = agreed.addresses.get(process).cloned();
            let address = address.unwrap_or(self.address);
            return Err(SpaceError::OtherTask { process, address });
        }
        Ok((process, self.connection))
    }
}
