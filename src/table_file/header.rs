//! [`TableHeader`]: what a table is, and how that is written.

use core::fmt;
use std::format;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use crate::checksum::{Checksum, checksum};

pub(super) const MAGIC: [u8; 8] = *b"\x89PST\r\n\x1a\n";
pub(super) const VERSION: u32 = 1;
/// The part of the header that has always the same size; the payload is aligned to it.
pub(super) const FIXED: usize = 64;
/// Far more than any description has; a length beyond it is not believed.
pub(super) const MOST_DESCRIPTION: usize = 1 << 16;

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
    /// Four bytes for fourteen entries, as a little-endian number: two bits each, the first entry lowest, the value
    /// modulo three; above them four bits, the least of their values, 15 if that is more.
    ModuloThreeWithBase,
}

impl TableEncoding {
    const ALL: [(u16, Self, &'static str); 5] = [
        (1, Self::Bytes, "bytes"),
        (2, Self::Nibbles, "nibbles"),
        (3, Self::HalvedNibbles, "halved nibbles"),
        (4, Self::ModuloThree, "modulo three"),
        (
            5,
            Self::ModuloThreeWithBase,
            "modulo three, with the least of fourteen",
        ),
    ];

    /// How many bytes so many entries take; `None` if that exceeds `u64`.
    #[must_use]
    pub(crate) const fn bytes(self, entries: u64) -> Option<u64> {
        Some(match self {
            Self::Bytes => entries,
            Self::Nibbles | Self::HalvedNibbles => entries.div_ceil(2),
            Self::ModuloThree => entries.div_ceil(4),
            Self::ModuloThreeWithBase => match entries.div_ceil(14).checked_mul(4) {
                Some(bytes) => bytes,
                None => return None,
            },
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

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
        put(FIXED, text);
        let checksum = header_checksum(&bytes);
        bytes[56..FIXED].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }
}

/// Where the payload begins after a description of so many bytes.
pub(super) const fn payload_offset(description: usize) -> usize {
    FIXED + description.next_multiple_of(FIXED)
}

/// Of everything but the place where it is written itself.
pub(super) fn header_checksum(bytes: &[u8]) -> u64 {
    let mut checksum = Checksum::new();
    checksum.update(&bytes[..56]);
    checksum.update(&bytes[FIXED..]);
    checksum.value()
}

/// The header that these bytes hold, with a description of so many.
pub(super) fn parse(bytes: &[u8], text: usize) -> Option<TableHeader> {
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

pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    (0..4).fold(0, |word, i| word | u32::from(bytes[at + i]) << (8 * i))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
