//! Tables in files, such as pattern databases and tables of distances. A file contains one table, a header that
//! describes the table, and checksums.
//!
//! Invariant: a table file is complete or does not exist, and a table is accepted only with the expected header and
//! with right checksums.
//!
//! ```
//! use puzzle_search::table_file::{load, save, checksum, TableEncoding, TableHeader, TableKind};
//!
//! let header = TableHeader {
//!     kind: TableKind::DistanceTable,
//!     encoding: TableEncoding::Bytes,
//!     puzzle: checksum(b"a ring of six"),
//!     description: "steps to the first".into(),
//!     entries: 6,
//! };
//! let path = std::env::temp_dir().join(format!("puzzle-search-{}-{}", std::process::id(), header.file_name()));
//! save(&path, &header, &[0, 1, 2, 3, 2, 1])?;
//! assert_eq!(*load(&path, &header)?, [0, 1, 2, 3, 2, 1]);
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Format
//!
//! All numbers are little-endian.
//!
//! | offset | bytes | what |
//! |---|---|---|
//! | 0 | 8 | magic: `89 50 53 54 0d 0a 1a 0a` |
//! | 8 | 4 | version of the format: 1 |
//! | 12 | 2 | kind of table ([`TableKind`]): 1 for a pattern database, 2 for a distance table |
//! | 14 | 2 | encoding of the entries ([`TableEncoding`]): 1 for `Bytes`, 3 for `HalvedNibbles`, 4 for `ModuloThree`, 7 for `ModuloThreeWithBase` |
//! | 16 | 8 | fingerprint of the puzzle ([`TableHeader::puzzle`]) |
//! | 24 | 8 | number of entries |
//! | 32 | 8 | size of the payload (the entries) in bytes |
//! | 40 | 4 | size of the description in bytes, without the zeros after it |
//! | 44 | 4 | zero |
//! | 48 | 8 | checksum of the payload |
//! | 56 | 8 | checksum of bytes 0 to 55, and of the description with the zeros after it |
//! | 64 | | the description: UTF-8, followed by zeros up to a multiple of 64 bytes |
//! | | | the payload, up to the end of the file |
//!
//! [`load`] and [`map`] accept a file only if both checksums are right, and if the kind, encoding, fingerprint of the
//! puzzle, description and number of entries are the expected ones.
//!
//! # Writing
//!
//! A table is written to a temporary file in the same directory, which is then renamed. So several processes may write
//! in the same directory, also in containers that share it. A process that is killed while it writes leaves its
//! temporary file, `.puzzle-search-*.tmp`. It is harmless, and a later write in the directory removes it once it is an
//! hour old.
//!
//! # Mapping
//!
//! With the feature `mmap`, a table is mapped into memory by [`map`],
//! [`DistanceOracle::open_or_build`](crate::space::DistanceOracle::open_or_build),
//! [`TilePatterns::open_or_build`](crate::heuristics::tile_patterns::TilePatterns::open_or_build) and
//! [`job::open_or_build`](crate::job::open_or_build). While a file is mapped, no process, including the one that has
//! mapped it, may change or shorten the file. If the file is changed, the bytes of borrowed slices change. If the file
//! is shortened, a process that reads the missing bytes is killed. Calls of [`save`] are allowed, since `save` replaces
//! the old file by a new one.

mod bytes;
mod header;
mod replace;
mod unfinished;

use std::format;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use crate::account::{Claim, Meter, Stop};
pub(crate) use crate::checksum::Checksum;
pub use crate::checksum::checksum;
pub use crate::saved_error::SavedError;
use bytes::Storage;
pub use bytes::TableBytes;
use header::{
    FIXED_BYTES, MAGIC, MOST_DESCRIPTION, VERSION, header_checksum, parse, payload_offset, u32_at,
    u64_at,
};
pub use header::{TableEncoding, TableHeader, TableKind};
pub(crate) use replace::{replace, replace_by, unique};
pub(crate) use unfinished::{Saved, Unfinished};

/// Writes a table to the file `path`, completely or not at all. The argument `payload` contains the entries, encoded as
/// `header` describes.
///
/// # Errors
///
/// Returns an error if the size of `payload` is not that of the entries, if the description in `header` is
/// longer than 65,536 bytes, or if the file cannot be written.
///
/// ```
/// use puzzle_search::table_file::{self, TableEncoding, TableHeader, TableKind};
///
/// let header = TableHeader {
///     kind: TableKind::DistanceTable,
///     encoding: TableEncoding::Bytes,
///     puzzle: 7,
///     description: "an example".into(),
///     entries: 3,
/// };
/// let path = std::env::temp_dir().join(format!("puzzle-search-{}.table", std::process::id()));
/// table_file::save(&path, &header, &[0, 1, 2])?;
/// assert_eq!(*table_file::load(&path, &header)?, [0, 1, 2]);
/// # std::fs::remove_file(&path).expect("it was just written");
/// # Ok::<(), puzzle_search::table_file::SavedError>(())
/// ```
pub fn save(
    path: impl AsRef<Path>,
    header: &TableHeader,
    payload: &[u8],
) -> Result<(), SavedError> {
    save_by(path.as_ref(), header, |put| put(payload))
}

/// Saves a payload that `show` passes on in pieces. The closure is called twice, first for the checksum, which precedes
/// the payload in the file, and then to write. It must pass the same bytes each time.
pub(crate) fn save_by(
    path: &Path,
    header: &TableHeader,
    show: impl Fn(&mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>,
) -> Result<(), SavedError> {
    let (mut checksum, mut found) = (Checksum::new(), 0);
    let shown = show(&mut |piece| {
        checksum.update(piece);
        found += piece.len() as u64;
        Ok(())
    });
    let failed = |error| SavedError::io("table", path, "written", &error);
    shown.map_err(failed)?;
    let expected = header.payload_bytes();
    if header.description.len() > MOST_DESCRIPTION {
        return Err(SavedError::new(format!(
            "the description of the table to write has {} bytes: expected {MOST_DESCRIPTION} at most",
            header.description.len()
        )));
    }
    if expected != Some(found) {
        let expected = expected.unwrap_or(u64::MAX);
        return Err(SavedError::new(format!(
            "the table to write has {found} bytes: expected {expected}, as its header says"
        )));
    }
    let head = header.to_bytes(found, checksum.value());
    let written = replace_by(path, |file| {
        file.write_all(&head)?;
        show(&mut |piece| file.write_all(piece))
    });
    written.map_err(failed)
}

/// Reads the table in the file at `path` into memory, and checks that it is the table that `expected` describes.
///
/// # Errors
///
/// Returns an error if the file cannot be read, is damaged, does not fit into memory, is not a table file of this
/// version of the format, or contains a table that differs from `expected`.
///
/// ```
/// use puzzle_search::table_file::{load, save, TableEncoding, TableHeader, TableKind};
///
/// let header = TableHeader {
///     kind: TableKind::DistanceTable,
///     encoding: TableEncoding::Bytes,
///     puzzle: 1,
///     description: "moves".into(),
///     entries: 3,
/// };
/// let path = std::env::temp_dir().join(format!("puzzle-search-load-{}.table", std::process::id()));
/// save(&path, &header, &[0, 1, 1])?;
/// assert_eq!(*load(&path, &header)?, [0, 1, 1]);
/// let another = TableHeader { puzzle: 2, ..header };
/// assert!(load(&path, &another).is_err());
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load(path: impl AsRef<Path>, expected: &TableHeader) -> Result<TableBytes, SavedError> {
    let file = TableFile::open(path)?;
    file.expect(expected)?;
    file.read()
}

/// Maps the file at `path` into memory, and checks that it contains the table that `expected` describes.
///
/// The whole table is read once, to verify its checksum. No process may change the file while it is mapped: see
/// [Mapping](self#mapping).
///
/// # Errors
///
/// Returns an error in the same cases as [`load`], and if the file cannot be mapped.
///
/// ```
/// use puzzle_search::table_file::{map, save, TableEncoding, TableHeader, TableKind};
///
/// let header = TableHeader {
///     kind: TableKind::DistanceTable,
///     encoding: TableEncoding::Bytes,
///     puzzle: 1,
///     description: "moves".into(),
///     entries: 3,
/// };
/// let path = std::env::temp_dir().join(format!("puzzle-search-map-{}.table", std::process::id()));
/// save(&path, &header, &[0, 1, 1])?;
/// assert_eq!(*map(&path, &header)?, [0, 1, 1]);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "mmap")]
#[cfg_attr(docsrs, doc(cfg(feature = "mmap")))]
pub fn map(path: impl AsRef<Path>, expected: &TableHeader) -> Result<TableBytes, SavedError> {
    let file = TableFile::open(path)?;
    file.expect(expected)?;
    file.map()
}

/// An open table file. Its header has been read and checked. Its payload (the entries of the table) has not been read
/// yet.
///
/// ```no_run
/// use puzzle_search::table_file::TableFile;
///
/// let file = TableFile::open("seven-eight.table")?;
/// println!("{}: {} entries", file.header().description, file.header().entries);
/// # Ok::<(), puzzle_search::table_file::SavedError>(())
/// ```
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    file: File,
    header: TableHeader,
    payload_bytes: u64,
    payload_checksum: u64,
}

impl TableFile {
    /// Opens a table file and checks its header and its size.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is not a table file of this version of the format, or is damaged.
    ///
    /// ```
    /// use puzzle_search::table_file::TableFile;
    ///
    /// let error = TableFile::open("no/such/file").unwrap_err();
    /// assert!(error.is_not_found());
    /// assert!(error.to_string().starts_with("the table \"no/such/file\" cannot be read: "));
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Self, SavedError> {
        Self::open_at(path.as_ref())
    }

    fn open_at(path: &Path) -> Result<Self, SavedError> {
        let failed = |error| SavedError::io("table", path, "read", &error);
        // The checks are in this order so that the error names the first thing that is wrong.
        let wrong = |what: String| Err(SavedError::new(what));
        let mut file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut bytes = vec![0; FIXED_BYTES];
        let some = read_up_to(&mut file, &mut bytes).map_err(failed)?;
        let known = some.min(MAGIC.len());
        if bytes[..known] != MAGIC[..known] || known == 0 {
            return wrong(format!(
                "{path:?} is not a table: it begins otherwise; remove it, or name another file"
            ));
        }
        let truncated = |expected: u64| {
            wrong(format!(
                "the table {path:?} is truncated: it has {length} bytes, expected {expected}"
            ))
        };
        if some < FIXED_BYTES {
            return truncated(FIXED_BYTES as u64);
        }
        let version = u32_at(&bytes, 8);
        if version != VERSION {
            let age = if version < VERSION { "older" } else { "newer" };
            return wrong(format!(
                "the table {path:?} has the {age} version {version}: expected {VERSION}"
            ));
        }
        let damaged = || wrong(format!("the header of the table {path:?} is damaged"));
        let text = u32_at(&bytes, 40) as usize;
        if text > MOST_DESCRIPTION {
            return damaged();
        }
        let offset = payload_offset(text);
        bytes.resize(offset, 0);
        if read_up_to(&mut file, &mut bytes[FIXED_BYTES..]).map_err(failed)? < offset - FIXED_BYTES
        {
            return truncated(offset as u64);
        }
        let header = parse(&bytes, text).filter(|_| header_checksum(&bytes) == u64_at(&bytes, 56));
        let payload_bytes = u64_at(&bytes, 32);
        let sound = header.filter(|header| header.payload_bytes() == Some(payload_bytes));
        let Some(header) = sound else {
            return damaged();
        };
        let expected = payload_bytes.saturating_add(offset as u64);
        if length < expected {
            return truncated(expected);
        }
        if length > expected {
            return wrong(format!(
                "the table {path:?} is too long: it has {length} bytes, expected {expected}"
            ));
        }
        Ok(Self {
            path: path.to_path_buf(),
            file,
            header,
            payload_bytes,
            payload_checksum: u64_at(&bytes, 48),
        })
    }

    /// Returns the header.
    ///
    /// ```
    /// use puzzle_search::table_file::{save, TableEncoding, TableFile, TableHeader, TableKind};
    ///
    /// let header = TableHeader {
    ///     kind: TableKind::DistanceTable,
    ///     encoding: TableEncoding::Bytes,
    ///     puzzle: 1,
    ///     description: "moves".into(),
    ///     entries: 3,
    /// };
    /// let path = std::env::temp_dir().join(format!("puzzle-search-header-{}.table", std::process::id()));
    /// save(&path, &header, &[0, 1, 1])?;
    /// assert_eq!(*TableFile::open(&path)?.header(), header);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn header(&self) -> &TableHeader {
        &self.header
    }

    /// Checks that the header is the expected one.
    ///
    /// # Errors
    ///
    /// Returns an error that names the first difference.
    pub(crate) fn expect(&self, expected: &TableHeader) -> Result<(), SavedError> {
        let said = |header: &TableHeader| {
            [
                ("kind", header.kind.to_string()),
                ("puzzle fingerprint", format!("{:016x}", header.puzzle)),
                ("description", header.description.clone()),
                ("encoding", header.encoding.to_string()),
                ("number of entries", header.entries.to_string()),
            ]
        };
        for ((what, found), (_, expected)) in said(&self.header).iter().zip(&said(expected)) {
            if found != expected {
                // A file may contain control characters.
                let (found, expected) = (found.escape_debug(), expected.escape_debug());
                return Err(SavedError::new(format!(
                    "{:?} is another table: its {what} is {found}, expected {expected}; name another file",
                    self.path
                )));
            }
        }
        Ok(())
    }

    /// Reads the payload into memory and verifies its checksum. Whether it is the expected table is up to
    /// [`expect`](Self::expect).
    pub(crate) fn read(self) -> Result<TableBytes, SavedError> {
        self.read_claimed(Claim::none())
    }

    /// Reads the payload into memory that `claim` covers, and verifies its checksum.
    fn read_claimed(mut self, claim: Claim) -> Result<TableBytes, SavedError> {
        let memory = || {
            let (bytes, path) = (self.payload_bytes, &self.path);
            SavedError::new(format!(
                "the {bytes} bytes of the table {path:?} do not fit into memory"
            ))
        };
        let length = usize::try_from(self.payload_bytes).map_err(|_| memory())?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length).map_err(|_| memory())?;
        bytes.resize(length, 0);
        let read = self.file.read_exact(&mut bytes);
        read.map_err(|error| SavedError::io("table", &self.path, "read", &error))?;
        self.check(&bytes)?;
        Ok(TableBytes::new(Storage::Owned(bytes), claim))
    }

    /// Maps the payload into memory and verifies its checksum. No process may change the file while it is mapped: see
    /// [Mapping](self#mapping).
    #[cfg(feature = "mmap")]
    #[cfg_attr(docsrs, doc(cfg(feature = "mmap")))]
    pub(crate) fn map(self) -> Result<TableBytes, SavedError> {
        let offset = payload_offset(self.header.description.len());
        if self.payload_bytes == 0 {
            return self.read();
        }
        // SAFETY: whoever changes a table file while it is mapped breaks a documented rule of this
        // module: `save` never does, it replaces the file by another.
        #[expect(
            unsafe_code,
            reason = "a file can be mapped only by promising that nobody changes it"
        )]
        let mapped = unsafe { memmap2::MmapOptions::new().populate().map(&self.file) };
        let mapped =
            mapped.map_err(|error| SavedError::io("table", &self.path, "mapped", &error))?;
        self.check(mapped.get(offset..).unwrap_or_default())?;
        let mapped = Storage::Mapped { mapped, offset };
        Ok(TableBytes::new(mapped, Claim::none()))
    }

    /// Returns the payload: mapped with feature `mmap`, and otherwise read into claimed memory.
    pub(crate) fn entries<E>(self, meter: &mut Meter<'_>) -> Result<TableBytes, E>
    where
        E: From<Stop> + From<SavedError>,
    {
        if cfg!(feature = "mmap") {
            #[cfg(feature = "mmap")]
            return Ok(self.map()?);
        }
        let bytes = usize::try_from(self.payload_bytes).map_err(|_| Stop::OutOfMemory)?;
        let claim = meter.claim(bytes)?;
        Ok(self.read_claimed(claim)?)
    }

    /// Verifies the checksum of the payload.
    fn check(&self, payload: &[u8]) -> Result<(), SavedError> {
        if checksum(payload) == self.payload_checksum {
            return Ok(());
        }
        let path = &self.path;
        Err(SavedError::new(format!(
            "the entries of the table {path:?} are damaged: remove it, to have it built anew"
        )))
    }
}

/// Formats numbers, each after a space.
pub(crate) fn format_numbers(numbers: &[u64]) -> String {
    numbers.iter().map(|number| format!(" {number}")).collect()
}

/// Parses numbers separated by spaces.
pub(crate) fn parse_numbers(text: &str) -> Option<Vec<u64>> {
    let words = text.split_whitespace();
    words.map(|word| word.parse().ok()).collect()
}

/// Reads until `bytes` are full or the file ends; returns how many bytes were read.
fn read_up_to(file: &mut File, bytes: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < bytes.len() {
        match file.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(some) => filled += some,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
