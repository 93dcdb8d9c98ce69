//! [`Unfinished`]: a table that is being built, in a file.

use std::format;
use std::fs;
use std::io;
use std::path::Path;
use std::path::PathBuf;
use std::string::{String, ToString};
use std::time::Duration;
use std::vec::Vec;

use super::{TableFile, TableFileError, TableHeader, save_by};

/// The file of a table that is being built, beside the one that it will be in: the entries that are known, and in
/// words how far it is.
#[derive(Debug)]
pub(crate) struct Unfinished {
    path: PathBuf,
    header: TableHeader,
    /// When it was saved last.
    saved: Duration,
}

/// What stands before and after those words.
const REACHED: (&str, &str) = ("not finished, ", "; of: ");
/// It is saved if that was not done for so long.
const OFTEN: Duration = Duration::from_secs(30);

impl Unfinished {
    /// Of the table that this file is to hold.
    pub(crate) fn of(path: &Path, header: TableHeader) -> Self {
        Self {
            path: path.with_extension("unfinished"),
            header,
            saved: Duration::ZERO,
        }
    }

    fn header(&self, reached: &str) -> TableHeader {
        let (before, after) = REACHED;
        TableHeader {
            description: format!("{before}{reached}{after}{}", self.header.description),
            ..self.header.clone()
        }
    }

    /// Whether there is such a file.
    pub(crate) fn exists(&self) -> bool {
        self.path.exists()
    }

    /// How far it is, and the entries.
    pub(crate) fn read(&self) -> Result<(String, Vec<u8>), TableFileError> {
        let read = TableFile::open(&self.path).and_then(|file| self.read_from(file));
        read.map_err(|error| self.useless(&error))
    }

    fn read_from(&self, file: TableFile) -> Result<(String, Vec<u8>), TableFileError> {
        let said = file.header().description.strip_prefix(REACHED.0);
        let said = said.and_then(|said| Some(said.split_once(REACHED.1)?.0));
        let reached = said.unwrap_or_default().to_string();
        file.expect(&self.header(&reached))?;
        Ok((reached, file.read()?.into_vec()))
    }

    /// Whether it is time to save it.
    pub(crate) fn is_due(&mut self, now: Option<Duration>) -> bool {
        let due = now.filter(|&now| now >= self.saved + OFTEN);
        self.saved = due.unwrap_or(self.saved);
        due.is_some()
    }

    /// Saves it, all or nothing, of pieces that are shown twice.
    pub(crate) fn save(
        &self,
        reached: &str,
        show: impl Fn(&mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>,
    ) -> Result<(), TableFileError> {
        save_by(&self.path, &self.header(reached), show)
    }

    /// Says that the file cannot be gone on with, and what can be done.
    #[cold]
    fn useless(&self, why: &TableFileError) -> TableFileError {
        TableFileError::new(format!("{why}: remove {:?} to begin anew", self.path))
    }

    /// The same of a file whose entries and words do not agree.
    #[cold]
    pub(crate) fn contradicts_itself(&self) -> TableFileError {
        self.useless(&TableFileError::new(
            "what it says of its entries does not hold",
        ))
    }

    /// Removes the file. If it cannot be removed, that harms nobody: the table itself is found before it.
    pub(crate) fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }
}
