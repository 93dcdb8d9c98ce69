//! Tables in files: a header that says what the table is, checksums, and writing that is all or
//! nothing.
//!
//! # Format
//!
//! All numbers are little-endian.
//!
//! | offset | bytes | what |
//! |---|---|---|
//! | 0 | 8 | magic: `89 50 53 54 0d 0a 1a 0a` |
//! | 8 | 4 | version of the format: 1 |
//! | 12 | 2 | kind of table ([`TableKind`]) |
//! | 14 | 2 | encoding of an entry ([`TableEncoding`]) |
//! | 16 | 8 | fingerprint of the puzzle |
//! | 24 | 8 | number of entries |
//! | 32 | 8 | bytes of the payload |
//! | 40 | 4 | bytes of the description |
//! | 44 | 4 | zero |
//! | 48 | 8 | checksum of the payload |
//! | 56 | 8 | checksum of all before it and of the description |
//! | 64 | | the description: UTF-8, followed by zeros up to a multiple of 64 bytes |
//! | | | the payload, up to the end of the file |
//!
//! A file is read only as the table that is asked for: kind, encoding, puzzle, description and number
//! of entries have to be the expected ones, and both checksums must hold.
//!
//! # Mapping
//!
//! With feature `mmap` a table may be mapped into memory: [`map`], [`TableFile::map`],
//! [`DistanceOracle::map`](crate::space::DistanceOracle::map) and
//! [`TilePatterns::cached`](crate::heuristics::tile_patterns::TilePatterns::cached). While it is, nobody
//! may change or shorten the file, in this process or another: what was borrowed would change, and a page
//! that is gone ends the process. That is a rule for whoever else writes to the directory. [`save`] keeps
//! it: it never changes a file, but puts another one in its place, and whoever has mapped the old one
//! keeps that.
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

use std::format;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::time::Duration;
use std::vec;
use std::vec::Vec;

mod error;
mod unfinished;

pub(crate) use crate::checksum::Checksum;
pub use crate::checksum::checksum;
pub use error::TableFileError;
pub(crate) use unfinished::Unfinished;

const MAGIC: [u8; 8] = *b"\x89PST\r\n\x1a\n";
const VERSION: u32 = 1;
/// The part of the header that has always the same size; the payload is aligned to it.
const FIXED: usize = 64;
/// Far more than any description has; a length beyond it is not believed.
const MOST_DESCRIPTION: usize = 1 << 16;

/// What a table tells.
///
/// ```
/// use puzzle_search::table_file::TableKind;
///
/// assert_eq!(TableKind::PatternDatabase.to_string(), "pattern database");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableKind {
    /// For each abstract state, the cost to reach the goal's.
    PatternDatabase,
    /// For each state of a whole space, its distance from the goal.
    DistanceTable,
}

impl TableKind {
    const ALL: [(u16, Self, &'static str); 2] = [
        (1, Self::PatternDatabase, "pattern database"),
        (2, Self::DistanceTable, "distance table"),
    ];
}

/// How an entry is stored.
///
/// ```
/// use puzzle_search::table_file::TableEncoding;
///
/// assert_eq!(TableEncoding::Nibbles.to_string(), "nibbles");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableEncoding {
    /// A byte each: the value.
    Bytes,
    /// Four bits each, the first entry in the low half: the value.
    Nibbles,
    /// Four bits each, the first entry in the low half: half of what the value exceeds the Manhattan
    /// distance by.
    HalvedNibbles,
    /// Two bits each, the first entry lowest: the value modulo three.
    ModuloThree,
}

impl TableEncoding {
    const ALL: [(u16, Self, &'static str); 4] = [
        (1, Self::Bytes, "bytes"),
        (2, Self::Nibbles, "nibbles"),
        (3, Self::HalvedNibbles, "halved nibbles"),
        (4, Self::ModuloThree, "modulo three"),
    ];

    /// How many bytes so many entries take; `None` if that exceeds `u64`.
    #[must_use]
    pub(crate) const fn bytes(self, entries: u64) -> Option<u64> {
        Some(match self {
            Self::Bytes => entries,
            Self::Nibbles | Self::HalvedNibbles => entries.div_ceil(2),
            Self::ModuloThree => entries.div_ceil(4),
        })
    }
}

macro_rules! coded {
    ($name:ident) => {
        impl $name {
            fn code(self) -> u16 {
                let of = Self::ALL.iter().find(|(_, value, _)| *value == self);
                of.map_or(0, |&(code, _, _)| code)
            }

            fn from_code(code: u16) -> Option<Self> {
                let of = Self::ALL.iter().find(|&&(known, _, _)| known == code);
                of.map(|&(_, value, _)| value)
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let of = Self::ALL.iter().find(|(_, value, _)| value == self);
                f.pad(of.map_or("", |&(_, _, name)| name))
            }
        }
    };
}

coded!(TableKind);
coded!(TableEncoding);

/// What a table is: everything that must agree before it is read.
///
/// ```
/// use puzzle_search::table_file::{checksum, TableEncoding, TableHeader, TableKind};
///
/// let header = TableHeader {
///     kind: TableKind::DistanceTable,
///     encoding: TableEncoding::Bytes,
///     puzzle: checksum(b"sliding tiles 3x3, goal 1 2 3 4 5 6 7 8 0"),
///     description: "moves to the goal".into(),
///     entries: 181_440,
/// };
/// assert_eq!(header.payload_bytes(), Some(181_440));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableHeader {
    /// What the table tells.
    pub kind: TableKind,
    /// How an entry is stored.
    pub encoding: TableEncoding,
    /// The fingerprint of the puzzle: a [`checksum`] of whatever makes it another puzzle.
    pub puzzle: u64,
    /// The rest that makes it another table, such as the pattern, in words.
    pub description: String,
    /// How many entries there are.
    pub entries: u64,
}

impl TableHeader {
    /// How many bytes the entries take; `None` if that exceeds `u64`.
    ///
    /// ```
    /// use puzzle_search::table_file::{TableEncoding, TableHeader, TableKind};
    ///
    /// let header = TableHeader {
    ///     kind: TableKind::DistanceTable,
    ///     encoding: TableEncoding::ModuloThree,
    ///     puzzle: 1,
    ///     description: "moves".into(),
    ///     entries: 1_000,
    /// };
    /// assert_eq!(header.payload_bytes(), Some(250));
    /// ```
    #[must_use]
    pub const fn payload_bytes(&self) -> Option<u64> {
        self.encoding.bytes(self.entries)
    }

    /// The name of a file for this table: the same for equal headers, and no other table's.
    ///
    /// ```
    /// use puzzle_search::table_file::{TableEncoding, TableHeader, TableKind};
    ///
    /// let header = TableHeader {
    ///     kind: TableKind::DistanceTable,
    ///     encoding: TableEncoding::Bytes,
    ///     puzzle: 7,
    ///     description: "moves to the goal".into(),
    ///     entries: 24,
    /// };
    /// assert!(header.file_name().starts_with("distance-table-"));
    /// assert!(header.file_name().ends_with(".table"));
    /// ```
    #[must_use]
    pub fn file_name(&self) -> String {
        let number = checksum(&self.to_bytes(0, 0));
        let kind = self.kind.to_string().replace(' ', "-");
        format!("{kind}-{number:016x}.table")
    }

    /// The header as it is written.
    fn to_bytes(&self, payload_bytes: u64, payload_checksum: u64) -> Vec<u8> {
        let text = self.description.as_bytes();
        let mut bytes = vec![0; payload_offset(text.len())];
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        put(0, &MAGIC);
        put(8, &VERSION.to_le_bytes());
        put(12, &self.kind.code().to_le_bytes());
        put(14, &self.encoding.code().to_le_bytes());
        put(16, &self.puzzle.to_le_bytes());
        put(24, &self.entries.to_le_bytes());
        put(32, &payload_bytes.to_le_bytes());
        put(40, &(text.len() as u32).to_le_bytes());
        put(48, &payload_checksum.to_le_bytes());
        put(FIXED, text);
        let checksum = header_checksum(&bytes);
        bytes[56..FIXED].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }
}

/// Where the payload begins after a description of so many bytes.
const fn payload_offset(description: usize) -> usize {
    FIXED + description.next_multiple_of(FIXED)
}

/// Of everything but the place where it is written itself.
fn header_checksum(bytes: &[u8]) -> u64 {
    let mut checksum = Checksum::new();
    checksum.update(&bytes[..56]);
    checksum.update(&bytes[FIXED..]);
    checksum.value()
}

/// Writes a table, all or nothing: into a temporary file beside `path`, which is brought to disk and
/// then renamed.
///
/// # Errors
///
/// If the payload has not the size that follows from the header, or a step fails.
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
/// # Ok::<(), puzzle_search::table_file::TableFileError>(())
/// ```
pub fn save(path: &Path, header: &TableHeader, payload: &[u8]) -> Result<(), TableFileError> {
    save_by(path, header, |put| put(payload))
}

/// The same of a payload that is shown piece by piece: twice, since its checksum is written before it.
pub(crate) fn save_by(
    path: &Path,
    header: &TableHeader,
    show: impl Fn(&mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>,
) -> Result<(), TableFileError> {
    let (mut checksum, mut found) = (Checksum::new(), 0);
    let shown = show(&mut |piece| {
        checksum.update(piece);
        found += piece.len() as u64;
        Ok(())
    });
    let failed = |error| TableFileError::io(path, "written", &error);
    shown.map_err(failed)?;
    let expected = header.payload_bytes();
    if header.description.len() > MOST_DESCRIPTION {
        return Err(TableFileError::new(format!(
            "the description of the table to write has {} bytes: expected {MOST_DESCRIPTION} at most",
            header.description.len()
        )));
    }
    if expected != Some(found) {
        let expected = expected.unwrap_or(u64::MAX);
        return Err(TableFileError::new(format!(
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

/// Writes a file, all or nothing: into a temporary one beside it, which is brought to disk and then renamed.
pub(crate) fn replace(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let mut parts = parts.iter();
    replace_by(path, |file| parts.try_for_each(|part| file.write_all(part)))
}

/// The same of what is written piece by piece.
pub(crate) fn replace_by(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let temporary = temporary_beside(path);
    let written = write_through(&temporary, write);
    if let Err(error) = written.and_then(|()| fs::rename(&temporary, path)) {
        // What is left of it is of no use; that it cannot be removed either says nothing new.
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    // A directory cannot be brought to disk on every platform; the file itself is.
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if let Ok(directory) = File::open(directory) {
        let _ = directory.sync_all();
    }
    clear_abandoned(directory);
    Ok(())
}

/// What the name of a file that is being written begins and ends with.
const TEMPORARY: (&str, &str) = (".puzzle-search-", ".tmp");
/// After so long whoever was writing such a file has ended.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// A name that no other process uses at the same time, and that is short whatever the file's is.
fn temporary_beside(path: &Path) -> PathBuf {
    use core::sync::atomic::{AtomicU64, Ordering};
    static SERIAL: AtomicU64 = AtomicU64::new(0);
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    let (first, last) = TEMPORARY;
    path.with_file_name(format!("{first}{}-{serial}{last}", std::process::id()))
}

/// Whether a file that is being written may have this name.
pub(crate) fn is_temporary(name: &str) -> bool {
    let (first, last) = TEMPORARY;
    name.starts_with(first) && name.ends_with(last)
}

/// Removes what writers that were killed have left.
fn clear_abandoned(directory: &Path) {
    let is_abandoned = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let name = name.to_str().unwrap_or_default();
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let age = modified.ok().and_then(|time| time.elapsed().ok());
        is_temporary(name) && age.is_some_and(|age| age > ABANDONED)
    };
    // A directory that cannot be read is not cleared; nothing else depends on that.
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries.filter(is_abandoned) {
        let _ = fs::remove_file(entry.path());
    }
}

fn write_through(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    write(&mut file)?;
    file.sync_all()
}

/// Reads the table that `expected` describes into memory.
///
/// # Errors
///
/// If there is no such file, it is not a table, one of another version, of something else, or
/// damaged.
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
pub fn load(path: &Path, expected: &TableHeader) -> Result<TableBytes, TableFileError> {
    let file = TableFile::open(path)?;
    file.expect(expected)?;
    file.read()
}

/// Maps the table that `expected` describes into memory, where the operating system shares it between
/// processes and may drop it when memory is short.
///
/// All of it is read once, for the checksum. While it is mapped nobody may change the file: see the
/// [module](self#mapping).
///
/// # Errors
///
/// As of [`load`].
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
pub fn map(path: &Path, expected: &TableHeader) -> Result<TableBytes, TableFileError> {
    let file = TableFile::open(path)?;
    file.expect(expected)?;
    file.map()
}

/// A file whose header is known to be that of a table; its payload is not read yet.
///
/// ```no_run
/// use puzzle_search::table_file::TableFile;
///
/// let file = TableFile::open("seven-eight.table".as_ref())?;
/// println!("{}: {} entries", file.header().description, file.header().entries);
/// # Ok::<(), puzzle_search::table_file::TableFileError>(())
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
    /// Opens a file and checks its header and its size.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is not a table of this version, or is damaged.
    ///
    /// ```
    /// use puzzle_search::table_file::TableFile;
    ///
    /// let missing = TableFile::open("there is no such file".as_ref());
    /// assert!(missing.is_err());
    /// ```
    pub fn open(path: &Path) -> Result<Self, TableFileError> {
        let failed = |error| TableFileError::io(path, "read", &error);
        let wrong = |what: String| Err(TableFileError::new(what));
        let mut file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut bytes = vec![0; FIXED];
        let some = read_up_to(&mut file, &mut bytes).map_err(failed)?;
        let known = some.min(MAGIC.len());
        if bytes[..known] != MAGIC[..known] || known == 0 {
            return wrong(format!("{path:?} is not a table: it begins otherwise"));
        }
        let truncated = |expected: u64| {
            wrong(format!(
                "the table {path:?} is truncated: it has {length} bytes, expected {expected}"
            ))
        };
        if some < FIXED {
            return truncated(FIXED as u64);
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
        if read_up_to(&mut file, &mut bytes[FIXED..]).map_err(failed)? < offset - FIXED {
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

    /// What the table is.
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

    /// Checks that it is this table and no other.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub(crate) fn expect(&self, expected: &TableHeader) -> Result<(), TableFileError> {
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
                // What a file says may hold anything.
                let (found, expected) = (found.escape_debug(), expected.escape_debug());
                return Err(TableFileError::new(format!(
                    "{:?} is another table: its {what} is {found}, expected {expected}",
                    self.path
                )));
            }
        }
        Ok(())
    }

    /// Reads the payload and checks it.
    ///
    /// # Errors
    ///
    /// If it cannot be read, does not fit into memory, or is damaged.
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
    /// let path = std::env::temp_dir().join(format!("puzzle-search-read-{}.table", std::process::id()));
    /// save(&path, &header, &[0, 1, 1])?;
    /// assert_eq!(*TableFile::open(&path)?.read()?, [0, 1, 1]);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(mut self) -> Result<TableBytes, TableFileError> {
        let memory = || {
            let (bytes, path) = (self.payload_bytes, &self.path);
            TableFileError::new(format!(
                "the {bytes} bytes of the table {path:?} do not fit into memory"
            ))
        };
        let length = usize::try_from(self.payload_bytes).map_err(|_| memory())?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length).map_err(|_| memory())?;
        bytes.resize(length, 0);
        let read = self.file.read_exact(&mut bytes);
        read.map_err(|error| TableFileError::io(&self.path, "read", &error))?;
        self.check(&bytes)?;
        Ok(bytes.into())
    }

    /// Maps the payload into memory and checks it. While it is mapped nobody may change the file: see
    /// the [module](self#mapping).
    ///
    /// # Errors
    ///
    /// As of [`read`](Self::read).
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
    /// let path = std::env::temp_dir().join(format!("puzzle-search-mapped-{}.table", std::process::id()));
    /// save(&path, &header, &[0, 1, 1])?;
    /// assert_eq!(*TableFile::open(&path)?.map()?, [0, 1, 1]);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "mmap")]
    #[cfg_attr(docsrs, doc(cfg(feature = "mmap")))]
    pub fn map(self) -> Result<TableBytes, TableFileError> {
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
        let mapped = mapped.map_err(|error| TableFileError::io(&self.path, "mapped", &error))?;
        self.check(mapped.get(offset..).unwrap_or_default())?;
        Ok(TableBytes(Storage::Mapped { mapped, offset }))
    }

    fn check(&self, payload: &[u8]) -> Result<(), TableFileError> {
        if checksum(payload) == self.payload_checksum {
            return Ok(());
        }
        let path = &self.path;
        Err(TableFileError::new(format!(
            "the entries of the table {path:?} are damaged"
        )))
    }
}

/// Reads until `bytes` are full or the file ends.
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

fn parse(bytes: &[u8], text: usize) -> Option<TableHeader> {
    let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let description = bytes.get(FIXED..FIXED + text)?;
    Some(TableHeader {
        kind: TableKind::from_code(u16_at(12))?,
        encoding: TableEncoding::from_code(u16_at(14))?,
        puzzle: u64_at(bytes, 16),
        description: core::str::from_utf8(description).ok()?.to_string(),
        entries: u64_at(bytes, 24),
    })
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    (0..4).fold(0, |word, i| word | u32::from(bytes[at + i]) << (8 * i))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

/// The payload of a table, in memory of its own or mapped from a file.
///
/// ```
/// use puzzle_search::table_file::TableBytes;
///
/// let bytes = TableBytes::from(vec![1, 2, 3]);
/// assert_eq!(bytes.len(), 3);
/// ```
#[derive(Debug)]
pub struct TableBytes(Storage);

#[derive(Debug)]
enum Storage {
    Owned(Vec<u8>),
    #[cfg(feature = "mmap")]
    Mapped {
        mapped: memmap2::Mmap,
        offset: usize,
    },
}

impl TableBytes {
    /// The bytes, copied if they are mapped.
    pub(crate) fn into_vec(self) -> Vec<u8> {
        match self.0 {
            Storage::Owned(bytes) => bytes,
            #[cfg(feature = "mmap")]
            Storage::Mapped { .. } => self.to_vec(),
        }
    }
}

impl From<Vec<u8>> for TableBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Storage::Owned(bytes))
    }
}

impl Deref for TableBytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Storage::Owned(bytes) => bytes,
            #[cfg(feature = "mmap")]
            Storage::Mapped { mapped, offset } => mapped.get(*offset..).unwrap_or_default(),
        }
    }
}
