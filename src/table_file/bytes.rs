//! [`TableBytes`]: the payload of a table, owned or mapped.

use std::ops::Deref;
use std::vec::Vec;

use crate::account::{Claim, Claimed, Meter};

/// The payload of a table file: the bytes of its entries, either owned or mapped from the file. A `TableBytes`
/// dereferences to a slice of bytes.
///
/// ```
/// use puzzle_search::table_file::TableBytes;
///
/// let bytes = TableBytes::from(vec![1, 2, 3]);
/// assert_eq!(bytes.len(), 3);
/// ```
#[derive(Debug)]
pub struct TableBytes(Claimed<Storage>);

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
    pub(super) const fn new(storage: Storage, claim: Claim) -> Self {
        Self(Claimed::adopt(storage, claim))
    }

    /// Returns the bytes for random access. Mapped bytes are copied to huge pages, if the system has them and the limit
    /// on bytes permits: otherwise the translation of an address takes as long as the lookup. All other bytes are
    /// returned as they are.
    #[must_use]
    pub fn in_large_pages(self, meter: &mut Meter<'_>) -> Self {
        let _ = &meter;
        #[cfg(all(feature = "mmap", target_os = "linux"))]
        if matches!(self.0.value(), Storage::Mapped { .. })
            && let Ok(claim) = meter.claim(self.len())
            && let Some(copy) = self.copy_in_large_pages()
        {
            return Self::new(copy, claim);
        }
        self
    }

    /// A copy in huge pages; `None` if the system has none, or no memory.
    #[cfg(all(feature = "mmap", target_os = "linux"))]
    fn copy_in_large_pages(&self) -> Option<Storage> {
        let mut copy = memmap2::MmapMut::map_anon(self.len()).ok()?;
        copy.advise(memmap2::Advice::HugePage).ok()?;
        copy.copy_from_slice(self);
        let mapped = copy.make_read_only().ok()?;
        Some(Storage::Mapped { mapped, offset: 0 })
    }

    /// The bytes as a vector, which is a copy if they are mapped.
    pub(crate) fn into_vec(self) -> Vec<u8> {
        match self.0.into_inner() {
            Storage::Owned(bytes) => bytes,
            #[cfg(feature = "mmap")]
            mapped @ Storage::Mapped { .. } => Self::new(mapped, Claim::none()).to_vec(),
        }
    }
}

impl From<Vec<u8>> for TableBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self::new(Storage::Owned(bytes), Claim::none())
    }
}

impl Deref for TableBytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self.0.value() {
            Storage::Owned(bytes) => bytes,
            #[cfg(feature = "mmap")]
            Storage::Mapped { mapped, offset } => mapped.get(*offset..).unwrap_or_default(),
        }
    }
}

#[cfg(all(test, feature = "mmap", target_os = "linux"))]
mod tests {
    use std::vec::Vec;

    use super::{Claim, TableBytes};

    #[test]
    fn large_pages_hold_the_same() {
        let bytes: Vec<u8> = (0..5_000_000_u32).map(|at| (at >> 7) as u8).collect();
        let table = TableBytes::from(bytes.clone());
        // There is no copy on a system without huge pages.
        if let Some(copy) = table.copy_in_large_pages() {
            assert!(*TableBytes::new(copy, Claim::none()) == *bytes);
        }
    }
}
