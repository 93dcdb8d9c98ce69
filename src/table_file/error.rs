//! [`TableFileError`]: why a table file could not be written or read, or is another table.

use std::boxed::Box;
use std::fmt;
use std::format;
use std::io;
use std::path::Path;

/// The error that is returned if a table file cannot be written or read.
///
/// ```
/// use puzzle_search::table_file::TableFile;
///
/// let error = TableFile::open("no/such/file").unwrap_err();
/// assert!(error.is_not_found());
/// assert!(error.to_string().starts_with("the table \"no/such/file\" cannot be read: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableFileError {
    is_not_found: bool,
    message: Box<str>,
}

impl TableFileError {
    #[cold]
    pub(crate) fn new(message: impl Into<Box<str>>) -> Self {
        Self {
            is_not_found: false,
            message: message.into(),
        }
    }

    #[cold]
    pub(crate) fn io(path: &Path, action: &str, error: &io::Error) -> Self {
        Self {
            is_not_found: error.kind() == io::ErrorKind::NotFound,
            ..Self::new(format!("the table {path:?} cannot be {action}: {error}"))
        }
    }

    /// Returns true if the file to read, or the directory to write to, does not exist.
    #[must_use]
    pub const fn is_not_found(&self) -> bool {
        self.is_not_found
    }
}

impl fmt::Display for TableFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for TableFileError {}
