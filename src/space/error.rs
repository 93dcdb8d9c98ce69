//! [`SpaceError`]: why a whole space could not be enumerated, tabulated or searched.
//!
//! A stop within an enumeration or a search is a [`SpaceError::Stopped`] too, which becomes a part of the result there
//! (see [`SpaceError::apart`]). Invariant: callers get `Stopped` only from builds of oracles.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::time::Duration;
#[cfg(feature = "std")]
use std::{io, path::Path, path::PathBuf};

use crate::account::Stop;
#[cfg(feature = "std")]
use crate::table_file::SavedError;
use crate::task::Stopped;

/// Why the states of a space could not be enumerated or searched, or why a [`DistanceOracle`](super::DistanceOracle)
/// could not be built.
///
/// A stop by a limit, the cancel flag or the observer is no error of an enumeration or a search, whose
/// [`Census`](super::Census) or [`Outcome`](crate::Outcome) names the stop beside the results so far. An unfinished
/// oracle has no such results, so its build returns [`Stopped`](Self::Stopped).
///
/// # Enumerations in memory
///
/// * [`count_by_rank`](super::Enumerate::count_by_rank): [`Unnumbered`](Self::Unnumbered),
///   [`UnnumberedStart`](Self::UnnumberedStart), [`TooLarge`](Self::TooLarge)
/// * [`count`](super::Enumerate::count): [`UnnumberedStart`](Self::UnnumberedStart), [`NeitherFits`](Self::NeitherFits)
/// * [`count_by_hashing`](super::Enumerate::count_by_hashing) always returns a census.
///
/// A start that is [not a state](crate::Solvability::NotAState) ends every count with
/// [`Stop::NotAState`](crate::Stop::NotAState): in the census of `count_by_hashing`, elsewhere as
/// [`Stopped`](Self::Stopped).
///
/// # Oracles
///
/// * [`new`](super::DistanceOracle::new) and [`build`](super::DistanceOracle::build): [`Unnumbered`](Self::Unnumbered),
///   [`TooLarge`](Self::TooLarge), [`Stopped`](Self::Stopped), [`OneWay`](Self::OneWay), [`TooDeep`](Self::TooDeep)
/// * `cached`: these, and `TableFile`. `save` and `load` return a `SavedError` alone, which is the error of the file
///   format that oracles share with the tables of heuristics. The build of a heuristic's table returns a
///   [`BuildError`](crate::job::BuildError), in which heuristics of other crates give reasons of their own.
///
/// # On disk
///
/// * All methods of `OnDisk`: `Damaged` and `Io`; all but `layers_so_far`: `TooLittleMemory`, `WrongDirectory` and
///   `DiskFull`
/// * `count_by_rank`: also [`Unnumbered`](Self::Unnumbered), [`UnnumberedStart`](Self::UnnumberedStart) and, for more
///   than 2^60 ranks, [`TooLarge`](Self::TooLarge)
/// * `count_by_sorting` and `solve`: also `StateTooLong`
///
/// Except after `Damaged`, work that has begun goes on with the same call once the cause of the error is removed.
///
/// # By several processes
///
/// * `OnCluster::count`: `StateTooLong`, `NoSuchProcess`, `TooFewThreads`, `Network`, `Absent`, `OtherTask`,
///   `WrongSecret`, `Garbled`, `Lost`, `Ended` and `NoCommonLayer`
/// * with `OnCluster::on_disk`: also those of `OnDisk::count_by_sorting`
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::{Enumerate, SpaceError};
/// use puzzle_search::Limits;
///
/// let puzzle = SlidingTiles::new(4, 4)?;
/// let limits = Limits::new().max_bytes(16 << 30);
/// let mut count = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]).limits(limits);
/// let error = count.run().unwrap_err();
/// assert!(matches!(error, SpaceError::TooLarge { limit: 0x4_0000_0000, .. }));
/// assert_eq!(
///     error.to_string(),
///     "a table of 10461394944000 states takes 2615987248875 bytes: the limit is 17179869184",
/// );
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpaceError {
    /// The puzzle has no ranks, because it has more states than a `u128` can count.
    Unnumbered,
    /// One of the starts has no rank, or its rank is not below the puzzle's
    /// [`state_count`](crate::Ranked::state_count).
    UnnumberedStart {
        /// The index of this start among the starts, counted from 0.
        at: usize,
    },
    /// A table with an entry for each rank exceeds the limit on bytes or the address space.
    TooLarge {
        /// How many states have a rank.
        states: u128,
        /// How many bytes the table takes.
        bytes: u128,
        /// How many bytes the table may take.
        limit: u128,
    },
    /// There is not enough memory for a table with an entry for each rank, and not enough for hash tables of the
    /// states.
    NeitherFits {
        /// How many bytes the table with an entry for each rank takes; `None` if the puzzle has no ranks.
        table: Option<u128>,
        /// The limit on bytes; `None` if no limit was set.
        limit: Option<usize>,
        /// The depth of the last layer that was complete when the hash tables were full.
        depth: u64,
        /// How many states there are up to that depth.
        states: u64,
    },

    /// A limit, the cancel flag, the observer or a lack of memory stopped the build of an oracle.
    Stopped(Stop),
    /// [`Encoding::ModuloThree`](super::Encoding::ModuloThree) was requested for a puzzle that does not declare
    /// [`Facts::undirected`](crate::Facts::undirected).
    ///
    /// ```
    /// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
    /// use puzzle_search::space::{DistanceOracle, Encoding};
    ///
    /// let puzzle = PermutationPuzzle::new(&Definition::magic_squares())?;
    /// let error = DistanceOracle::build(&puzzle, Encoding::ModuloThree).run().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "a table modulo three needs moves that can be taken back, and the puzzle does not say that \
    ///      it has: expected a table of bytes",
    /// );
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    OneWay,
    /// A distance exceeds 254, the greatest distance that [`Encoding::Bytes`](super::Encoding::Bytes) can store.
    TooDeep,
    /// The file of an oracle could not be read or written, or does not contain the expected table.
    #[cfg(feature = "std")]
    TableFile(SavedError),

    /// The limit on bytes in memory is too low.
    TooLittleMemory {
        /// The limit to try next, in bytes. If the puzzle has a [`BitParallel`](super::BitParallel) numbering, the next
        /// error may name a still higher limit.
        needed: usize,
    },
    /// A state takes more bytes than the called method accepts.
    StateTooLong {
        /// How many bytes a state takes.
        bytes: usize,
        /// How many bytes a state may take.
        most: usize,
    },
    /// The checkpoint in the directory belongs to another puzzle, to other starts, to another method, or to other
    /// numbers of processes and threads that share a space. [`OnDisk`](super::OnDisk) says which puzzles are told apart.
    #[cfg(feature = "std")]
    WrongDirectory {
        /// The directory.
        directory: PathBuf,
    },
    /// The disk is full, or the [limit on the size of the files](super::OnDisk::max_disk_bytes) is reached.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::{OnDisk, SpaceError};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let directory = std::env::temp_dir().join(format!("puzzle-search-full-{}", std::process::id()));
    /// let disk = OnDisk::new(&directory).max_disk_bytes(2_000);
    /// let error = disk.count_by_rank(&puzzle, [puzzle.goal()]).run().unwrap_err();
    /// assert!(matches!(error, SpaceError::DiskFull { limit: Some(2_000), .. }));
    /// let census = disk.max_disk_bytes(1_000_000).count_by_rank(&puzzle, [puzzle.goal()]).run()?;
    /// assert_eq!(census.states(), 181_440);
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    DiskFull {
        /// The file that could not grow.
        file: PathBuf,
        /// The limit in bytes; `None` if the disk itself is full.
        limit: Option<u64>,
    },
    /// A file is missing, or its contents are not what was written to it.
    #[cfg(feature = "std")]
    Damaged {
        /// The file.
        file: PathBuf,
    },
    /// A file could not be read or written.
    #[cfg(feature = "std")]
    Io {
        /// The file.
        file: PathBuf,
        /// What kind of failure it was.
        kind: io::ErrorKind,
        /// The message of the operating system.
        said: Box<str>,
    },

    /// The process number that was given is not below the number of addresses.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::{OnCluster, SpaceError};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let cluster = OnCluster::new(["localhost:2101", "localhost:2102"], 2);
    /// let error = cluster.count(&puzzle, [puzzle.goal()]).run().unwrap_err();
    /// assert!(matches!(error, SpaceError::NoSuchProcess { process: 2, processes: 2 }));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    NoSuchProcess {
        /// The process number, counted from 0.
        process: usize,
        /// How many processes there are.
        processes: usize,
    },
    /// The system provides fewer threads than were requested.
    TooFewThreads {
        /// How many threads were requested.
        threads: usize,
    },
    /// This process cannot listen at its address, or cannot set up a connection.
    Network {
        /// The address of this process.
        address: String,
        /// The message of the operating system.
        said: Box<str>,
    },
    /// No connection to another process could be made within the time set by
    /// [`OnCluster::patience`](super::OnCluster::patience).
    Absent {
        /// The number of that process.
        process: usize,
        /// The address of that process.
        address: String,
        /// How long this process has waited.
        waited: Duration,
    },
    /// Another process has a different puzzle, method or starts, or a different number of processes, threads or hardest
    /// states.
    OtherTask {
        /// The number of that process.
        process: usize,
        /// The address of that process.
        address: String,
    },
    /// Another process, or whoever is at its address, does not know this process's
    /// [secret](super::OnCluster::secret).
    WrongSecret {
        /// The number of that process.
        process: usize,
        /// The address of that process.
        address: String,
    },
    /// What came from another process is not what that process sent: it was changed on the way, or the process runs
    /// another version of this crate.
    Garbled {
        /// The number of that process.
        process: usize,
        /// The address of that process.
        address: String,
        /// The depth of the last complete layer; `None` if no layer is complete.
        depth: Option<u64>,
    },
    /// The connection to another process broke, or a connected process sent nothing for five seconds.
    Lost {
        /// The number of that process.
        process: usize,
        /// The address of that process.
        address: String,
        /// The depth of the last complete layer; `None` if no layer is complete.
        depth: Option<u64>,
    },
    /// Another process has ended the work, because of a limit or an error.
    Ended {
        /// The number of that process.
        process: usize,
        /// The address of that process.
        address: String,
        /// The depth of the last complete layer; `None` if no layer is complete.
        depth: Option<u64>,
    },
    /// The directories of the processes have no layer in common, or only some of the processes work
    /// [on disk](super::OnCluster::on_disk).
    NoCommonLayer,
}

impl SpaceError {
    /// Separates a stop, which is the inner error, from all other errors.
    pub(super) fn apart<T>(end: Result<T, Self>) -> Result<Result<T, Stop>, Self> {
        match end {
            Ok(done) => Ok(Ok(done)),
            Err(Self::Stopped(stop)) => Ok(Err(stop)),
            Err(error) => Err(error),
        }
    }

    /// The error of a file that was there before.
    #[cfg(feature = "std")]
    #[cold]
    pub(super) fn io(file: &Path, error: &io::Error) -> Self {
        match error.kind() {
            // The checkpoint listed this file with more bytes than it has.
            io::ErrorKind::UnexpectedEof | io::ErrorKind::NotFound => Self::Damaged {
                file: file.to_path_buf(),
            },
            _ => Self::unmade(file, error),
        }
    }

    /// The error of a file or a directory that could not be made.
    #[cfg(feature = "std")]
    #[cold]
    pub(super) fn unmade(file: &Path, error: &io::Error) -> Self {
        let file = file.to_path_buf();
        match error.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => Self::DiskFull { file, limit: None },
            kind => Self::Io {
                file,
                kind,
                said: std::format!("{error}").into(),
            },
        }
    }
}

impl From<Stop> for SpaceError {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

#[cfg(feature = "std")]
impl From<SavedError> for SpaceError {
    fn from(error: SavedError) -> Self {
        Self::TableFile(error)
    }
}

impl<T: Stopped> Stopped for Result<T, SpaceError> {
    /// The result itself says what stopped the work.
    fn stopped(stop: Stop) -> Self {
        Ok(T::stopped(stop))
    }
}

/// How many layers the processes completed, as words: the depth of the last complete layer, if there is one.
struct LastLayer(Option<u64>);

impl fmt::Display for LastLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(depth) => write!(f, "after layer {depth}"),
            None => f.write_str("before layer 0"),
        }
    }
}

impl fmt::Display for SpaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unnumbered => f.write_str(
                "the puzzle has more states than can be numbered: expected fewer than 2^128",
            ),
            Self::UnnumberedStart { at } => write!(
                f,
                "start {at} has no number: expected a state that the puzzle numbers"
            ),
            Self::TooLarge {
                states,
                bytes,
                limit,
            } => write!(
                f,
                "a table of {states} states takes {bytes} bytes: the limit is {limit}"
            ),
            Self::NeitherFits {
                table,
                limit,
                depth,
                states,
            } => {
                match table {
                    Some(bytes) => write!(f, "a table by rank takes {bytes} bytes")?,
                    None => f.write_str("the states are not numbered")?,
                }
                write!(
                    f,
                    ", and hash tables were full after {states} states to depth {depth}: "
                )?;
                match limit {
                    Some(limit) => write!(f, "the limit is {limit} bytes"),
                    None => f.write_str("there is no more memory"),
                }
            }
            Self::Stopped(stop) => stop.fmt(f),
            Self::OneWay => f.write_str(
                "a table modulo three needs moves that can be taken back, and the puzzle does not \
                 say that it has: expected a table of bytes",
            ),
            Self::TooDeep => f.write_str(
                "a state is more than 254 moves from the goal, which is more than a byte holds: \
                 expected a table modulo three",
            ),
            #[cfg(feature = "std")]
            Self::TableFile(error) => error.fmt(f),
            Self::TooLittleMemory { needed } => write!(
                f,
                "the limit on memory is too low: {needed} bytes are needed"
            ),
            Self::StateTooLong { bytes, most } => write!(
                f,
                "a state takes {bytes} bytes: expected {most} at most, on disk or by several processes"
            ),
            #[cfg(feature = "std")]
            Self::WrongDirectory { directory } => write!(
                f,
                "{directory:?} holds an enumeration of another puzzle, from other starts, of another kind or by \
                 other numbers of processes and threads: go on with its own, or give another directory"
            ),
            #[cfg(feature = "std")]
            Self::DiskFull {
                file,
                limit: Some(limit),
            } => write!(
                f,
                "{file:?} cannot grow: the limit on disk is {limit} bytes; go on with a higher one"
            ),
            #[cfg(feature = "std")]
            Self::DiskFull { file, limit: None } => write!(
                f,
                "{file:?} cannot grow: the disk is full; make room on it and go on"
            ),
            #[cfg(feature = "std")]
            Self::Damaged { file } => write!(
                f,
                "{file:?} is damaged or missing: begin anew, or bring back a copy of the directory"
            ),
            #[cfg(feature = "std")]
            Self::Io { file, said, .. } => write!(
                f,
                "{file:?} cannot be read or written: {said}; go on when it can"
            ),
            Self::NoSuchProcess { process, processes } => write!(
                f,
                "there is no process {process}: expected a number below that of the addresses, {processes}"
            ),
            Self::TooFewThreads { threads } => write!(
                f,
                "{threads} threads are not to be had: expected as many as the system allows"
            ),
            Self::Network { address, said } => {
                write!(f, "there is no connection at {address}: {said}")
            }
            Self::Absent {
                process,
                address,
                waited,
            } => write!(
                f,
                "process {process} at {address} cannot be reached, for {} seconds: start it, or look at its \
                 address",
                waited.as_secs()
            ),
            Self::OtherTask { process, address } => write!(
                f,
                "process {process} at {address} works on another puzzle, from other starts, or with other \
                 numbers of processes, threads or hardest states: expected the same everywhere"
            ),
            Self::WrongSecret { process, address } => write!(
                f,
                "process {process} at {address} does not know the secret: expected the same in all processes"
            ),
            Self::Garbled {
                process,
                address,
                depth,
            } => write!(
                f,
                "what came from process {process} at {address} {} is not what it sent: expected a network that \
                 changes nothing, and the same version of the program everywhere",
                LastLayer(*depth)
            ),
            Self::Lost {
                process,
                address,
                depth,
            } => write!(
                f,
                "process {process} at {address} was lost {}: start all again, with their directories if they \
                 have any",
                LastLayer(*depth)
            ),
            Self::Ended {
                process,
                address,
                depth,
            } => write!(
                f,
                "process {process} at {address} has ended the work {}: see what it says",
                LastLayer(*depth)
            ),
            Self::NoCommonLayer => f.write_str(
                "the processes have no layer in common to go on from: expected the directories of one run in all \
                 of them, or none",
            ),
        }
    }
}

impl core::error::Error for SpaceError {}
