//! [`DiskError`]: why an enumeration on disk could not begin or go on.

use std::boxed::Box;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::string::ToString;

use crate::account::Stop;
use crate::space::EnumerateError;
use crate::task::Stopped;

/// Why an enumeration or a search on disk could not begin or go on.
///
/// Except after [`Damaged`](Self::Damaged), work that has begun goes on with the same call once the cause of the error
/// is removed.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::{DiskError, Enumerate};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let directory = std::env::temp_dir().join(format!("puzzle-search-full-{}", std::process::id()));
/// let disk = Enumerate::new().on_disk(&directory).max_disk_bytes(2_000);
/// let error = disk.count_by_rank(&puzzle, [puzzle.goal()]).run().unwrap_err();
/// assert!(matches!(error, DiskError::Full { limit: Some(2_000), .. }));
/// let census = disk.max_disk_bytes(1_000_000).count_by_rank(&puzzle, [puzzle.goal()]).run()?;
/// assert_eq!(census.states(), 181_440);
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiskError {
    /// Either the puzzle has no ranks, or it has more than 2^60 ranks, or a start has no rank.
    Space(EnumerateError),
    /// The limit on bytes in memory is too low.
    Memory {
        /// The limit to try next, in bytes. If the puzzle has a [`BitParallel`](crate::space::BitParallel) numbering,
        /// the next error may name a still higher limit.
        needed: usize,
    },
    /// A state takes more bytes than the called method accepts.
    State {
        /// How many bytes a state takes.
        bytes: usize,
        /// How many bytes a state may take.
        most: usize,
    },
    /// The checkpoint in the directory belongs to another puzzle, to other starts, to another method, or to other numbers
    /// of processes and threads that share a space.
    Another {
        /// The directory.
        directory: PathBuf,
    },
    /// The disk is full, or the [limit on the size of the files](super::OnDisk::max_disk_bytes) is reached.
    Full {
        /// The file that could not grow.
        file: PathBuf,
        /// The limit in bytes; `None` if the disk itself is full.
        limit: Option<u64>,
    },
    /// A file is missing, or its contents are not what was written to it.
    Damaged {
        /// The file.
        file: PathBuf,
    },
    /// A file could not be read or written.
    Failed {
        /// The file.
        file: PathBuf,
        /// What kind of failure it was.
        kind: io::ErrorKind,
        /// The message of the operating system.
        said: Box<str>,
    },
}

impl DiskError {
    #[cold]
    pub(super) fn io(file: &Path, error: &io::Error) -> Self {
        let file = file.to_path_buf();
        match error.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => Self::Full { file, limit: None },
            // The checkpoint named more of this file than there is.
            io::ErrorKind::UnexpectedEof | io::ErrorKind::NotFound => Self::Damaged { file },
            kind => Self::Failed {
                file,
                kind,
                said: error.to_string().into(),
            },
        }
    }
}

impl fmt::Display for DiskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Space(error) => error.fmt(f),
            Self::Memory { needed } => write!(
                f,
                "the limit on memory is too low: {needed} bytes are needed"
            ),
            Self::State { bytes, most } => write!(
                f,
                "a state takes {bytes} bytes: expected {most} at most, to be sorted on disk"
            ),
            Self::Another { directory } => write!(
                f,
                "{directory:?} holds an enumeration of another puzzle, from other starts, of another kind or by \
                 other numbers of processes and threads: go on with its own, or give another directory"
            ),
            Self::Full {
                file,
                limit: Some(limit),
            } => write!(
                f,
                "{file:?} cannot grow: the limit on disk is {limit} bytes; go on with a higher one"
            ),
            Self::Full { file, limit: None } => write!(
                f,
                "{file:?} cannot grow: the disk is full; make room on it and go on"
            ),
            Self::Damaged { file } => write!(
                f,
                "{file:?} is damaged or missing: begin anew, or bring back a copy of the directory"
            ),
            Self::Failed { file, said, .. } => write!(
                f,
                "{file:?} cannot be read or written: {said}; go on when it can"
            ),
        }
    }
}

impl core::error::Error for DiskError {}

impl<T: Stopped> Stopped for Result<T, DiskError> {
    /// A stop is no error: the result says what stopped the work.
    fn stopped(stop: Stop) -> Self {
        Ok(T::stopped(stop))
    }
}
