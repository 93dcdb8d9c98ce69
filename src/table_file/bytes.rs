//! [`TableBytes`]: the payload of a table.

use std::ops::Deref;
use std::vec::Vec;

/// The payload of a table, in memory of its own or mapped from a file.
///
/// ```
/// use puzzle_search::table_file::TableBytes;
///
/// let bytes = TableBytes::from(vec![1, 2, 3]);
/// assert_eq!(bytes.len(), 3);
/// ```
#[derive(Debug)]
pub struct TableBytes(pub(super) Storage);

#[derive(Debug)]
pub(super) enum Storage {
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
