//! [`TableHeader`]: the header of a table file, and its encoding as bytes, which the page of the
//! [module](super#format) describes.
//!
//! Invariant: no code of a kind or an encoding is ever given to another one, so an old file is never misread.

use core::fmt;
use std::format;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use crate::checksum::{Checksum, checksum};

/// The first bytes of every table file.
pub(super) const MAGIC: [u8; 8] = *b"\x89PST\r\n\x1a\n";
/// The version of the format.
pub(super) const VERSION: u32 = 1;
/// The size in bytes of the header without the description. The payload begins at a multiple of this size.
pub(super) const FIXED_BYTES: usize = 64;
/// The greatest number of bytes of a description. A greater length counts as damage.
pub(super) const MOST_DESCRIPTION: usize = 1 << 16;

/// The kind of a table: what its entries mean.
///
/// ```
/// use puzzle_search::table_file::TableKind;
///
/// assert_eq!(TableKind::PatternDatabase.to_string(), "pattern database");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableKind {
    /// For each abstract state, the cost of a cheapest path to an abstract goal.
    PatternDatabase,
    /// For each state of a whole space, the distance to the nearest goal.
    DistanceTable,
}

impl TableKind {
    /// The code in files, the kind and its name, for each kind.
    const ALL: [(u16, Self, &'static str); 2] = [
        (1, Self::PatternDatabase, "pattern database"),
        (2, Self::DistanceTable, "distance table"),
    ];
}

/// How the entries of a table are stored.
///
/// ```
/// use puzzle_search::table_file::TableEncoding;
///
/// assert_eq!(TableEncoding::HalvedNibbles.to_string(), "halved nibbles");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableEncoding {
    /// One byte for each entry: its value.
    Bytes,
    /// Only for patterns of sliding tiles. Four bits for each entry: (value - Manhattan distance of the pattern's
    /// tiles) / 2, but at most 15. The first of the two entries in a byte is in the low half.
    HalvedNibbles,
    /// Two bits for each entry: its value modulo three, or 3 if no goal can be reached. The first of the four entries
    /// in a byte is in the lowest bits.
    ModuloThree,
    /// Thirty entries in eight bytes, which are read as a little-endian number. The highest four bits are the base: the
    /// least of the thirty values, but at most 15. The lowest two bits belong to the first entry. The bits of an entry
    /// tell its difference to the base: 3 if that is three, and otherwise the difference modulo three.
    ModuloThreeWithBase,
}

impl TableEncoding {
    /// The code in files, the encoding and its name, for each encoding.
    const ALL: [(u16, Self, &'static str); 4] = [
        (1, Self::Bytes, "bytes"),
        (3, Self::HalvedNibbles, "halved nibbles"),
        (4, Self::ModuloThree, "modulo three"),
        // Codes that are no longer used: 2 (nibbles), 5 (fourteen entries to a word), and 6 (without a base).
        (7, Self::ModuloThreeWithBase, "modulo three with base"),
    ];

    /// The size of this number of entries in bytes; `None` if it exceeds `u64`.
    #[must_use]
    pub(crate) const fn bytes(self, entries: u64) -> Option<u64> {
        Some(match self {
            Self::Bytes => entries,
            Self::HalvedNibbles => entries.div_ceil(2),
            Self::ModuloThree => entries.div_ceil(4),
            Self::ModuloThreeWithBase => match entries.div_ceil(30).checked_mul(8) {
                Some(bytes) => bytes,
                None => return None,
            },
        })
    }
}

/// Implements `code`, `from_code` and `Display` by lookup in the table `ALL` of a type.
macro_rules! coded {
    ($name:ident) => {
        impl $name {
            fn code(self) -> u16 {
                let row = Self::ALL.iter().find(|(_, value, _)| *value == self);
                row.map_or(0, |&(code, _, _)| code)
            }

            fn from_code(code: u16) -> Option<Self> {
                let row = Self::ALL.iter().find(|&&(known, _, _)| known == code);
                row.map(|&(_, value, _)| value)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let row = Self::ALL.iter().find(|(_, value, _)| value == self);
                f.pad(row.map_or("", |&(_, _, name)| name))
            }
        }
    };
}

coded!(TableKind);
coded!(TableEncoding);

/// The header of a table file: what the entries of the table mean, how they are stored, and for which puzzle.
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
/// assert!(header.file_name().ends_with(".table"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableHeader {
    /// What the entries mean.
    pub kind: TableKind,
    /// How the entries are stored.
    pub encoding: TableEncoding,
    /// The fingerprint of the puzzle: a number of your choice that distinguishes the puzzle from other puzzles. For
    /// example, use the [`checksum`] of a text that gives the size and the goal of the puzzle.
    pub puzzle: u64,
    /// A text of your choice that distinguishes this table from other tables of the same puzzle. For example, name the
    /// pattern.
    pub description: String,
    /// The number of entries.
    pub entries: u64,
}

impl TableHeader {
    /// Returns the number of bytes that the entries take; `None` if this number does not fit into a `u64`.
    pub(crate) const fn payload_bytes(&self) -> Option<u64> {
        self.encoding.bytes(self.entries)
    }

    /// Returns a file name for the table with this header. Different headers have different names, unless two 64-bit
    /// checksums collide.
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
        // The name does not depend on the payload.
        let number = checksum(&self.to_bytes(0, 0));
        let kind = self.kind.to_string().replace(' ', "-");
        format!("{kind}-{number:016x}.table")
    }

    /// The header as the first bytes of a file, with both checksums.
    pub(super) fn to_bytes(&self, payload_bytes: u64, payload_checksum: u64) -> Vec<u8> {
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
        put(FIXED_BYTES, text);
        let checksum = header_checksum(&bytes);
        bytes[56..FIXED_BYTES].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }
}

/// The offset of the payload, after a description of this length.
pub(super) const fn payload_offset(description_bytes: usize) -> usize {
    FIXED_BYTES + description_bytes.next_multiple_of(FIXED_BYTES)
}

/// The checksum of the header's bytes, except its own.
pub(super) fn header_checksum(bytes: &[u8]) -> u64 {
    let mut checksum = Checksum::new();
    checksum.update(&bytes[..56]);
    checksum.update(&bytes[FIXED_BYTES..]);
    checksum.value()
}

/// Parses a header with this number of bytes of description, whose magic number, version and checksums the caller has
/// checked; `None` if a code is unknown or the description is no UTF-8.
pub(super) fn parse(bytes: &[u8], description_bytes: usize) -> Option<TableHeader> {
    let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let description = bytes.get(FIXED_BYTES..FIXED_BYTES + description_bytes)?;
    Some(TableHeader {
        kind: TableKind::from_code(u16_at(12))?,
        encoding: TableEncoding::from_code(u16_at(14))?,
        puzzle: u64_at(bytes, 16),
        description: core::str::from_utf8(description).ok()?.to_string(),
        entries: u64_at(bytes, 24),
    })
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    (0..4).fold(0, |word, i| word | u32::from(bytes[at + i]) << (8 * i))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
