//! [`ClusterError`]: why work by several processes could not begin or go on.

use std::boxed::Box;
use std::fmt;
use std::string::String;
use std::time::Duration;

use crate::account::Stop;
use crate::space::DiskError;
use crate::task::Stopped;

/// Why an enumeration or a search by several processes could not begin or go on.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::{ClusterError, Enumerate};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let cluster = Enumerate::new().on_cluster(["localhost:2101", "localhost:2102"], 2);
/// let error = cluster.count(&puzzle, [puzzle.goal()]).run().unwrap_err();
/// assert!(matches!(error, ClusterError::Process { process: 2, processes: 2 }));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClusterError {
    /// The process number that was given is not below the number of addresses.
    Process {
        /// The process number, counted from 0.
        process: usize,
        /// How many processes there are.
        processes: usize,
    },
    /// The system provides fewer threads than were requested.
    Threads {
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
    Another {
        /// The number of that process.
        process: usize,
        /// The address of that process.
        address: String,
    },
    /// Another process, or whoever is at its address, does not know this process's
    /// [secret](super::OnCluster::secret).
    Secret {
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
    Apart,
    /// Either the work on disk cannot begin or go on, or a state takes more than 64 bytes.
    Disk(DiskError),
}

/// Says how far the work came.
struct To(Option<u64>);

impl fmt::Display for To {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(depth) => write!(f, "after layer {depth}"),
            None => f.write_str("before layer 0"),
        }
    }
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Process { process, processes } => write!(
                f,
                "there is no process {process}: expected a number below that of the addresses, {processes}"
            ),
            Self::Threads { threads } => write!(
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
            Self::Another { process, address } => write!(
                f,
                "process {process} at {address} works on another puzzle, from other starts, or with other \
                 numbers of processes, threads or hardest states: expected the same everywhere"
            ),
            Self::Secret { process, address } => write!(
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
                To(*depth)
            ),
            Self::Lost {
                process,
                address,
                depth,
            } => write!(
                f,
                "process {process} at {address} was lost {}: start all again, with their directories if they \
                 have any",
                To(*depth)
            ),
            Self::Ended {
                process,
                address,
                depth,
            } => write!(
                f,
                "process {process} at {address} has ended the work {}: see what it says",
                To(*depth)
            ),
            Self::Apart => f.write_str(
                "the processes have no layer in common to go on from: expected the directories of one run in all \
                 of them, or none",
            ),
            Self::Disk(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ClusterError {}

impl From<DiskError> for ClusterError {
    fn from(error: DiskError) -> Self {
        Self::Disk(error)
    }
}

impl<T: Stopped> Stopped for Result<T, ClusterError> {
    /// A stop is no error: the result says what stopped the work.
    fn stopped(stop: Stop) -> Self {
        Ok(T::stopped(stop))
    }
}
