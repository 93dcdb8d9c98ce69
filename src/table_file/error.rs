//! [`TableFileError`]: why a file is not the table that was asked for.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::string::String;

/// Why a table could not be written or read.
///
/// ```
/// use puzzle_search::table_file::{TableFile, TableFileError};
///
/// let error = TableFile::open("no/such/file".as_ref()).unwrap_err();
/// assert!(error.is_not_found());
/// assert!(error.to_string().starts_with("the table \"no/such/file\" cannot be read: "));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum TableFileError {
    /// The operating system refused.
    Io {
        /// The file.
        path: PathBuf,
        /// What was to be done to it.
        action: &'static str,
        /// Its reason.
        error: io::Error,
    },
    /// The file does not begin as a table does.
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// The file has another version of the format.
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// The file ends too early.
    Truncated {
        /// The file.
        path: PathBuf,
        /// Its bytes.
        found: u64,
        /// How many there should be, as far as is known.
        expected: u64,
    },
    /// The file goes on behind the table.
    TooLong {
        /// The file.
        path: PathBuf,
        /// Its bytes.
        found: u64,
        /// How many there should be.
        expected: u64,
    },
    /// The header is not as it was written.
    DamagedHeader {
        /// The file.
        path: PathBuf,
    },
    /// The payload is not as it was written.
    DamagedPayload {
        /// The file.
        path: PathBuf,
    },
    /// A sound table, but not the one that was asked for.
    AnotherTable {
        /// The file.
        path: PathBuf,
        /// In what it differs.
        what: &'static str,
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// The payload to write has not the size that its header says.
    Payload {
        /// Its bytes.
        found: u64,
        /// How many follow from the header.
        expected: u64,
    },
    /// The description to write is too long.
    Description {
        /// Its bytes.
        found: usize,
        /// The most there may be.
        expected: usize,
    },
    /// The table does not fit into memory.
    OutOfMemory {
        /// The file.
        path: PathBuf,
        /// The bytes of its payload.
        bytes: u64,
    },
}

impl TableFileError {
    pub(crate) fn io(path: &Path, action: &'static str, error: io::Error) -> Self {
        Self::Io {
            path: path.to_path_buf(),
            action,
            error,
        }
    }

    /// Whether there is no such file, so that the table has to be built.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::Io { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}

impl fmt::Display for TableFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io {
                path,
                action,
                error,
            } => write!(f, "the table {path:?} cannot be {action}: {error}"),
            Self::NotATable { path } => write!(f, "{path:?} is not a table: it begins otherwise"),
            Self::Version {
                path,
                found,
                expected,
            } => {
                let age = if found < expected { "older" } else { "newer" };
                write!(
                    f,
                    "the table {path:?} has the {age} version {found}: expected {expected}"
                )
            }
            Self::Truncated {
                path,
                found,
                expected,
            } => write!(
                f,
                "the table {path:?} is truncated: it has {found} bytes, expected {expected}"
            ),
            Self::TooLong {
                path,
                found,
                expected,
            } => write!(
                f,
                "the table {path:?} is too long: it has {found} bytes, expected {expected}"
            ),
            Self::DamagedHeader { path } => {
                write!(f, "the header of the table {path:?} is damaged")
            }
            Self::DamagedPayload { path } => {
                write!(f, "the entries of the table {path:?} are damaged")
            }
            Self::AnotherTable {
                path,
                what,
                found,
                expected,
            } => {
                // What a file says may hold anything.
                let (found, expected) = (found.escape_debug(), expected.escape_debug());
                write!(
                    f,
                    "{path:?} is another table: its {what} is {found}, expected {expected}"
                )
            }
            Self::Description { found, expected } => write!(
                f,
                "the description of the table to write has {found} bytes: expected {expected} at most"
            ),
            Self::Payload { found, expected } => write!(
                f,
                "the table to write has {found} bytes: expected {expected}, as its header says"
            ),
            Self::OutOfMemory { path, bytes } => write!(
                f,
                "the {bytes} bytes of the table {path:?} do not fit into memory"
            ),
        }
    }
}

impl core::error::Error for TableFileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}
