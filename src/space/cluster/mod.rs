//! Enumerations by several processes, on one machine or on many.
//!
//! A worker is a thread of one of the processes. It owns the states whose bytes hash to it: it expands them and sends
//! their neighbors, as bytes and in batches, to the workers that own them, which remove duplicates. A layer is expanded
//! in rounds, after each of which all sent states are received, so that the bytes in transit are bounded.
//!
//! Invariant: each state is stored by one worker, its owner, and all workers work on the same layer.
//!
//! | file | what |
//! |---|---|
//! | `connect`, `seal` | the handshake of two processes that know the same secret; tags of what they send |
//! | `frame`, `process` | what is sent between processes; connections, faults |
//! | `exchange` | what is sent between workers: states, and *words*, short messages of each worker to all others |
//! | `worker` | the search, in which all workers go in lockstep |
//! | `owned_states`, `owned_table`, `owned_runs` | what a worker owns: in a hash table, or as sorted runs on disk |
//!
//! If a process is lost, the workers of all others end, and their callers get an error.

mod connect;
mod exchange;
mod frame;
mod owned_runs;
mod owned_states;
mod owned_table;
mod process;
mod seal;
mod worker;

use core::sync::atomic::Ordering;
use core::time::Duration;

use std::boxed::Box;
use std::path::PathBuf;
use std::string::String;
use std::vec::Vec;

use self::exchange::{Exchange, in_transit};
use self::owned_runs::{OwnedRuns, RunFiles};
use self::owned_states::StoredKey;
use self::owned_table::OwnedTable;
use self::process::{ClusterProcess, Fault};
use self::seal::SecretKey;
use self::worker::{Counted, Peer, ProcessShared};
use crate::account::{Meter, Stop};
use crate::driver::StartStatus;
use crate::puzzle::portable::Portable;
use crate::space::census::Census;
use crate::space::disk::{CodeSpace, Codes, GoalTest, fingerprint_of_bytes};
use crate::space::error::SpaceError;
use crate::space::spaces::Space;
use crate::table_file::checksum;
use crate::task::Task;
use crate::threads::{Crew, fork_join};

/// An enumeration by several processes, on one machine or on many (feature `std`).
///
/// You start the processes yourself. All processes must call the same method with the same puzzle, starts, addresses,
/// number of [threads](Task::threads) and number of [hardest states](Self::hardest). Only the process number
/// differs. All processes return the same answer. Puzzles are compared only on some thousand states on random walks from
/// the starts: processes whose puzzles differ only elsewhere are not told apart, and their answer is wrong.
///
/// * **Memory**: each process stores its share of the states. A state takes about 30 bytes, or about 78 bytes if
///   [`state_bytes`](Portable::state_bytes) is more than 16. An enumeration of an
///   [undirected](crate::Facts::undirected) puzzle stores only three layers at a time, any other one all states. An
///   enumeration [on disk](Self::on_disk) uses as much memory as you allow.
/// * **Network**: if all processes together have `n` threads, about `(n - 1) / n` of all generated neighbors are sent
///   to another thread.
/// * **Limits**: the limits on time, bytes and stored states, and the cancel flag, concern only the process in which
///   they are set. A limit on expanded states is compared with the total of all processes. The limit on generated
///   states has no effect. If a limit stops one process, all other processes return an error, usually
///   [`SpaceError::Ended`].
/// * **Failure**: if a process is killed, is disconnected or hangs, all other processes return [`SpaceError::Lost`]
///   within a few seconds, also while they still wait for connections to others. An enumeration [on
///   disk](Self::on_disk) can be resumed from the last layer that all processes have saved. A panic in the puzzle's
///   code ends the work in all processes.
/// * **Trust**: only processes with the same [secret](Self::secret) work together. Nothing is encrypted: whoever can
///   read the network can read the states.
///
/// After a stop or an error, the same [`Task`] can be run again in all processes. The task continues from the last
/// layer that all have [on disk](Self::on_disk), or from the beginning if there is none. So does a new task, for
/// example in a restarted process.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::OnCluster;
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// // One address for each process. In this example, threads stand in for the processes.
/// let addresses = ["127.0.0.1:2101", "127.0.0.1:2102"];
/// # let free = || std::net::TcpListener::bind("127.0.0.1:0")?.local_addr();
/// # let addresses = [free()?.to_string(), free()?.to_string()];
/// let run = |process| {
///     let cluster = OnCluster::new(&addresses, process);
///     cluster.count(&puzzle, [puzzle.goal()]).run()
/// };
/// let (one, other) = std::thread::scope(|scope| {
///     let other = scope.spawn(|| run(1));
///     (run(0), other.join().expect("it does not panic"))
/// });
/// assert_eq!((one?.states(), other?.depth()), (181_440, 31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnCluster {
    hardest: usize,
    addresses: Vec<String>,
    process: usize,
    patience: Duration,
    directory: Option<PathBuf>,
    max_disk_bytes: Option<u64>,
    key: SecretKey,
}

impl OnCluster {
    /// Creates the settings of an enumeration, for one of the processes that run it. They list no hardest states.
    ///
    /// `addresses` lists one address, `host:port`, for each process, in the same order in all processes. `process` is
    /// the index of this process in that list. This process listens at its own address.
    #[must_use]
    pub fn new<A: Into<String>>(addresses: impl IntoIterator<Item = A>, process: usize) -> Self {
        Self {
            hardest: 0,
            addresses: addresses.into_iter().map(Into::into).collect(),
            process,
            patience: Duration::from_secs(60),
            directory: None,
            max_disk_bytes: None,
            key: SecretKey::new(b""),
        }
    }

    /// Sets the maximum number of hardest states that the census lists, as
    /// [`Enumerate::hardest`](super::Enumerate::hardest) does.
    #[must_use]
    pub const fn hardest(mut self, states: usize) -> Self {
        self.hardest = states;
        self
    }

    /// Sets how long a task waits for connections to all other processes before it returns [`SpaceError::Absent`].
    /// The default is one minute.
    #[must_use]
    pub const fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Sets the secret that all processes know. A process that does not know it is not listened to. If it is at the
    /// address of another process, the task returns [`SpaceError::WrongSecret`].
    ///
    /// A good secret is at least 16 random bytes, for example from `/dev/urandom`. Without a call of this method the
    /// secret is empty, so that everyone knows it: use a private network then.
    ///
    /// * The secret itself is never sent. Each of two processes proves that it knows the secret by a tag of numbers
    ///   that the other one has just drawn (SipHash-2-4), so that a recorded proof is useless.
    /// * Everything that is sent afterwards has a tag, too. If something was changed, left out or added on the way, the
    ///   task returns [`SpaceError::Garbled`] or [`SpaceError::Lost`].
    /// * Nothing is encrypted. Whoever can read what is sent can also try words as the secret, so a word is a bad one.
    ///   Whoever knows the secret is trusted: such a process can send wrong states.
    /// * Anyone who can reach the network can still hinder the work, by cutting connections or by making many.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::{OnCluster, SpaceError};
    ///
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// # let free = || std::net::TcpListener::bind("127.0.0.1:0")?.local_addr();
    /// # let addresses = [free()?.to_string(), free()?.to_string()];
    /// let run = |process, secret: &[u8]| {
    ///     let cluster = OnCluster::new(&addresses, process).secret(secret);
    ///     # let cluster = cluster.patience(std::time::Duration::from_millis(500));
    ///     cluster.count(&puzzle, [puzzle.goal()]).run()
    /// };
    /// let error = std::thread::scope(|scope| {
    ///     let other = scope.spawn(|| run(1, b"another secret"));
    ///     let _ = run(0, b"5e1d0c3b7a29f846");
    ///     other.join().expect("it does not panic").unwrap_err()
    /// });
    /// assert!(matches!(error, SpaceError::WrongSecret { process: 0, .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn secret(mut self, secret: impl AsRef<[u8]>) -> Self {
        self.key = SecretKey::new(secret.as_ref());
        self
    }

    /// Stores the layers of an enumeration in files of `directory`, as sorted runs, and not in hash tables. If the same
    /// processes are started again, they go on from the last layer that all of them have saved. Call this method in all
    /// processes or in none.
    ///
    /// Each thread of each process has a directory of its own in `directory`, which the processes of a run may share.
    /// Two runs must not use the same directory at the same time. Files in it are handled as [`OnDisk`](super::OnDisk)
    /// handles its own: other files are left alone, and all have checksums.
    ///
    /// * **Memory**: the buffers take up to the limit on bytes of each process, or up to 256 MiB if there is no limit.
    ///   What is being sent is included: 2.5 MB for each thread if there are two in all, and 28 MB if there are a
    ///   hundred.
    /// * **Disk**: the files of a process contain its share of the last layers, and the generated children of the layer
    ///   that is expanded. If the puzzle is not [undirected](crate::Facts::undirected), they contain all layers.
    /// * **Checkpoints** are written after layers, but at most a few times a second. Work on a layer that is not
    ///   complete is done again.
    ///
    /// ```
    /// use puzzle_search::Limits;
    /// use puzzle_search::puzzles::Pancake;
    /// use puzzle_search::space::OnCluster;
    ///
    /// let puzzle = Pancake::new(7)?;
    /// let directory = std::env::temp_dir().join(format!("puzzle-search-workers-{}", std::process::id()));
    /// # let free = || std::net::TcpListener::bind("127.0.0.1:0")?.local_addr();
    /// # let addresses = [free()?.to_string(), free()?.to_string()];
    /// let run = |process, moves| {
    ///     let cluster = OnCluster::new(&addresses, process).on_disk(&directory);
    ///     let limits = Limits::new().max_bytes(4_000_000).max_moves(moves);
    ///     cluster.count(&puzzle, [puzzle.goal()]).limits(limits).run()
    /// };
    /// let both = |moves| {
    ///     std::thread::scope(|scope| {
    ///         let other = scope.spawn(|| run(1, moves));
    ///         (run(0, moves), other.join().expect("it does not panic"))
    ///     })
    /// };
    /// assert_eq!(both(4).0?.layers, [1, 6, 30, 149, 543]);
    /// // The same calls go on.
    /// assert_eq!(both(100).0?.states(), 5_040);
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_disk(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directory = Some(directory.into());
        self
    }

    /// Limits the total size of the files of this process to `bytes` bytes, of which each of its threads may use an
    /// equal part. If the files need more, the task returns [`SpaceError::DiskFull`].
    #[must_use]
    pub const fn max_disk_bytes(mut self, bytes: u64) -> Self {
        self.max_disk_bytes = Some(bytes);
        self
    }

    /// Counts the states that can be reached from `starts`, as
    /// [`Enumerate::count_by_hashing`](super::Enumerate::count_by_hashing) does.
    ///
    /// # Errors
    ///
    /// The task returns a [`SpaceError`] if the processes cannot connect, if they work on different tasks, if another
    /// process is lost or has ended the work, or if a state takes more than 64 bytes; and [on disk](Self::on_disk) if
    /// the limit on bytes is too low, if the directory holds other work, or if the disk is full or fails.
    pub fn count<'a, P: Portable + Sync>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, Result<Census<P::State>, SpaceError>> {
        let (mut cluster, starts): (_, Vec<P::State>) =
            (self.clone(), starts.into_iter().collect());
        Task::new(move |meter| match puzzle.state_bytes() {
            0..=16 => cluster.count_by::<P, u128>(puzzle, &starts, meter),
            17..=64 => cluster.count_by::<P, [u128; 4]>(puzzle, &starts, meter),
            bytes => Err(SpaceError::StateTooLong { bytes, most: 64 }),
        })
    }

    fn count_by<P: Portable + Sync, K: StoredKey>(
        &mut self,
        puzzle: &P,
        starts: &[P::State],
        meter: &mut Meter<'_>,
    ) -> Result<Census<P::State>, SpaceError> {
        StartStatus::admit(puzzle, starts)?;
        let fingerprint = fingerprint_of_bytes(puzzle, starts, GoalTest::Skipped);
        let (hardest, codes) = (self.hardest, Codes(puzzle));
        let retained = Space::<K>::retained(&codes);
        let shared = ProcessShared::new(meter);
        let workers = self.addresses.len().saturating_mul(shared.threads);
        let division = [
            fingerprint,
            self.addresses.len() as u64,
            shared.threads as u64,
        ];
        let starts = || -> Box<dyn Iterator<Item = K> + '_> {
            Box::new(starts.iter().map(|start| codes.key(start)))
        };
        // All processes must list the same number of hardest states, since it bounds what a worker may send.
        let agreed = fingerprint.wrapping_add(hardest as u64);
        let done = match &self.directory {
            None => {
                let open = |_, grant| Ok(OwnedTable::new(retained, grant));
                let work = |worker: &mut Peer<'_, '_, '_, K>| worker.count(&starts, hardest, open);
                self.run(&codes, agreed, &shared, work, meter)
            }
            Some(directory) => {
                let open = |worker, grant| {
                    let identity = [division.as_slice(), &[worker as u64]].concat();
                    let identity: Vec<u8> = identity.iter().flat_map(|n| n.to_le_bytes()).collect();
                    let files = RunFiles {
                        directory: &directory.join(std::format!("worker-{worker}")),
                        max_bytes: self.max_disk_bytes.map(|most| most / shared.threads as u64),
                        identity: checksum(&identity),
                        retained,
                        width: sent_width(puzzle.state_bytes()),
                        in_transit: in_transit(workers),
                        hardest,
                        threads: shared.threads,
                    };
                    OwnedRuns::open(files, grant)
                };
                let work = |worker: &mut Peer<'_, '_, '_, K>| worker.count(&starts, hardest, open);
                self.run(&codes, agreed, &shared, work, meter)
            }
        };
        let disk = shared.disk.load(Ordering::Relaxed);
        let Counted { keys, layers, stop } = match SpaceError::apart(done)? {
            Ok(counted) => counted,
            Err(stop) => return Ok(Census::stopped_at_once(stop, meter)),
        };
        let states = keys.iter().filter_map(|key| codes.state(key));
        Ok(Census {
            layers,
            hardest: states.collect(),
            stop,
            stats: meter.stats(),
            peak_disk_bytes: disk,
            elapsed: meter.elapsed(),
        })
    }

    /// Runs `work` on all threads of this process, together with the other processes.
    fn run<K: StoredKey>(
        &self,
        space: &(dyn CodeSpace<K> + Sync),
        fingerprint: u64,
        shared: &ProcessShared,
        work: impl Fn(&mut Peer<'_, '_, '_, K>) -> Result<Counted<K>, Quit> + Sync,
        meter: &mut Meter<'_>,
    ) -> Result<Counted<K>, SpaceError> {
        meter.begin();
        let threads = shared.threads;
        let mut depth = None;
        let work = |process: &ClusterProcess, meter: &mut Meter<'_>| {
            let help = |thread, _: &Crew| {
                let exchange = Exchange::new(process, thread);
                let _ = work(&mut Peer::new(space, exchange, shared, None));
            };
            let lead = |crew: &Crew| {
                if crew.size() < threads {
                    process.end();
                    return Err(SpaceError::TooFewThreads { threads }.into());
                }
                let exchange = Exchange::new(process, 0);
                let mut worker = Peer::new(space, exchange, shared, Some(meter));
                let done = work(&mut worker);
                depth = worker.layers.len().checked_sub(1).map(|depth| depth as u64);
                done
            };
            fork_join(threads, help, lead).0
        };
        let done = ClusterProcess::run(self, fingerprint, threads, meter, work);
        let done = done.map_err(|quit| match (quit, shared.failure().take()) {
            (Quit::Ended(_), Some(failure)) => failure,
            (quit, _) => quit,
        });
        meter.count_expanded(shared.expanded.swap(0, Ordering::Relaxed));
        let peak = shared.peak.load(Ordering::Relaxed);
        meter.memory().raise_peak(peak);
        let address = |process: usize| self.addresses.get(process).cloned().unwrap_or_default();
        done.map_err(|quit| match quit {
            Quit::Error(error) => error,
            Quit::Ended(process) | Quit::Fault(Fault::Ended(process)) => SpaceError::Ended {
                process,
                address: address(process),
                depth,
            },
            Quit::Fault(Fault::Garbled(process)) => SpaceError::Garbled {
                process,
                address: address(process),
                depth,
            },
            Quit::Fault(Fault::Lost(process)) => SpaceError::Lost {
                process,
                address: address(process),
                depth,
            },
        })
    }
}

/// The bytes sent for a state of `width` bytes: at least one, also for a puzzle whose only state takes none.
fn sent_width(width: usize) -> usize {
    width.max(1)
}

/// The number at index `at` of a list of numbers as bytes; zero if the list is too short.
fn nth_u64(word: &[u8], at: usize) -> u64 {
    let bytes = word
        .get(8 * at..8 * at + 8)
        .and_then(|bytes| bytes.try_into().ok());
    u64::from_le_bytes(bytes.unwrap_or_default())
}

/// Why a worker stops.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Quit {
    /// The process with this number ended the work, and all workers learned it from its word.
    Ended(usize),
    /// A process ended the work or was lost, at any time.
    Fault(Fault),
    /// This process has an error.
    Error(SpaceError),
}

impl From<SpaceError> for Quit {
    fn from(error: SpaceError) -> Self {
        Self::Error(error)
    }
}

impl From<Fault> for Quit {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Stop> for Quit {
    fn from(stop: Stop) -> Self {
        Self::Error(stop.into())
    }
}
