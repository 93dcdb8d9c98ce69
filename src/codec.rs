//! [`Writer`] and [`Reader`]: the encoding of saved searches. Numbers and costs are variable-length integers (LEB128),
//! and lists begin with their length. The writer ends with a checksum, which is verified before the reader begins.
//!
//! Invariant: values are read in the order in which they were written, each by the inverse of its method. The reader
//! trusts no input: it makes no list of more items than the remaining bytes can encode, and returns `None` if the bytes
//! are not well formed.

use alloc::vec::Vec;
use core::fmt;

use crate::account::{Counts, Quota};
use crate::checksum::Checksum;
use crate::cost::Cost;

/// The number of bytes that are written or read at a time.
pub(crate) const BUFFER: usize = 1 << 16;

/// Encodes values, and passes the bytes to a sink.
pub(crate) struct Writer<'a> {
    pub(crate) buffer: Vec<u8>,
    checksum: Checksum,
    sink: &'a mut dyn FnMut(&[u8]),
    /// Whether every move that was to be written as an index among the moves of its state was found there; the
    /// [`Saver`](crate::solver::Saver) sets it.
    pub(crate) all_moves_found: bool,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(sink: &'a mut dyn FnMut(&[u8])) -> Self {
        Self {
            buffer: Vec::new(),
            checksum: Checksum::new(),
            sink,
            all_moves_found: true,
        }
    }

    pub(crate) fn put(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.checksum.update(&self.buffer);
        (self.sink)(&self.buffer);
        self.buffer.clear();
    }

    /// Writes the buffered bytes and the checksum. Returns [`all_moves_found`](Self::all_moves_found).
    pub(crate) fn finish(mut self) -> bool {
        self.flush();
        (self.sink)(&self.checksum.value().to_le_bytes());
        self.all_moves_found
    }

    pub(crate) fn flag(&mut self, flag: bool) {
        self.put(&[u8::from(flag)]);
    }

    /// Writes a number in LEB128: seven bits in each byte, lowest first; the highest bit is set if more bytes follow.
    fn bits(&mut self, mut bits: u128) {
        while bits >= 0x80 {
            self.put(&[bits as u8 | 0x80]);
            bits >>= 7;
        }
        self.put(&[bits as u8]);
    }

    pub(crate) fn number(&mut self, number: impl Into<u64>) {
        self.bits(number.into().into());
    }

    /// Writes the length of a list, or another number of items.
    pub(crate) fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.put(text.as_bytes());
    }

    /// Writes the number of items, then each item.
    pub(crate) fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
        mut item: impl FnMut(&mut Self, T),
    ) {
        let items = items.into_iter();
        self.count(items.len());
        items.for_each(|each| item(self, each));
    }

    pub(crate) fn node_counts(&mut self, counts: Counts) {
        self.number(counts.expanded);
        self.number(counts.generated);
    }

    pub(crate) fn cost<C: Cost>(&mut self, cost: C) {
        self.bits(cost.to_bits());
    }

    pub(crate) fn optional_cost<C: Cost>(&mut self, cost: Option<C>) {
        self.flag(cost.is_some());
        cost.into_iter().for_each(|cost| self.cost(cost));
    }
}

/// Decodes the bytes of a source.
pub(crate) struct Reader<'a> {
    /// Bytes from the source; those before `taken` have been taken.
    buffer: Vec<u8>,
    taken: usize,
    /// Fills a slice with the next bytes; returns false if there are not enough.
    source: &'a mut dyn FnMut(&mut [u8]) -> bool,
    /// The number of bytes that the source still has.
    unread: u64,
    /// The quota from which loaders claim memory; set once the limits are read.
    pub(crate) memory: Quota,
    /// The counts of the search when it was saved; set once they are read.
    pub(crate) saved_counts: Counts,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(length: u64, source: &'a mut dyn FnMut(&mut [u8]) -> bool) -> Self {
        Self {
            buffer: Vec::new(),
            taken: 0,
            source,
            unread: length,
            memory: Quota::default(),
            saved_counts: Counts::default(),
        }
    }

    /// The number of bytes that have not been taken.
    pub(crate) fn left(&self) -> u64 {
        self.unread + (self.buffer.len() - self.taken) as u64
    }

    /// Takes the next `bytes` bytes; `None` if there are fewer.
    pub(crate) fn take(&mut self, bytes: usize) -> Option<&[u8]> {
        let ready = self.buffer.len() - self.taken;
        if bytes > ready {
            if bytes as u64 > self.left() {
                return None;
            }
            self.buffer.drain(..self.taken);
            let more = self.unread.min((bytes - ready).max(BUFFER) as u64);
            self.taken = 0;
            self.buffer.resize(ready + more as usize, 0);
            self.unread -= more;
            if !(self.source)(&mut self.buffer[ready..]) {
                return None;
            }
        }
        let taken = self.buffer.get(self.taken..self.taken + bytes);
        self.taken += bytes;
        taken
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    pub(crate) fn flag(&mut self) -> Option<bool> {
        match self.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn bits(&mut self) -> Option<u128> {
        let mut bits = 0;
        for shift in (0..u128::BITS).step_by(7) {
            let byte = self.byte()?;
            let seven = u128::from(byte & 0x7f);
            if seven << shift >> shift != seven {
                return None;
            }
            bits |= seven << shift;
            if byte < 0x80 {
                return Some(bits);
            }
        }
        None
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        self.bits()?.try_into().ok()
    }

    /// A number that is small enough to be added to other counts without overflow.
    pub(crate) fn summand(&mut self) -> Option<u64> {
        self.number().filter(|&number| number < Counts::MOST)
    }

    pub(crate) fn node_counts(&mut self) -> Option<Counts> {
        Some(Counts {
            expanded: self.summand()?,
            generated: self.summand()?,
        })
    }

    /// Reads the length of a list; `None` if fewer than `item_bytes` encoded bytes are left for each item.
    pub(crate) fn count(&mut self, item_bytes: usize) -> Option<usize> {
        let count = self.number()?;
        let all = count.checked_mul(item_bytes.max(1) as u64)?;
        (all <= self.left()).then_some(usize::try_from(count).ok()?)
    }

    pub(crate) fn text(&mut self) -> Option<Vec<u8>> {
        let length = self.count(1)?;
        self.take(length).map(<[u8]>::to_vec)
    }

    /// A list whose items take at least one encoded byte each.
    pub(crate) fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let count = self.count(1)?;
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(item(self)?);
        }
        Some(items)
    }

    /// An index less than `below`.
    pub(crate) fn index(&mut self, below: usize) -> Option<u32> {
        let index = self.number()?;
        (index < below as u64).then_some(u32::try_from(index).ok()?)
    }

    pub(crate) fn cost<C: Cost>(&mut self) -> Option<C> {
        C::from_bits(self.bits()?)
    }

    pub(crate) fn optional_cost<C: Cost>(&mut self) -> Option<Option<C>> {
        Some(match self.flag()? {
            true => Some(self.cost()?),
            false => None,
        })
    }
}

impl fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}
