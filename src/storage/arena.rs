//! [`Arena`]: a growing list that never holds two copies of itself.

use alloc::vec::Vec;

use crate::monitor::{Memory, Stop};

const CHUNK_BITS: u32 = 16;
const CHUNK: usize = 1 << CHUNK_BITS;

/// A list in chunks, addressed by `u32`. The first chunk grows as a `Vec` does, so that a small
/// search stays small; later ones are allocated whole.
#[derive(Debug)]
pub(crate) struct Arena<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Arena<T> {
    pub(crate) const fn new() -> Self {
        Self {
            chunks: Vec::new(),
            len: 0,
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// How many bytes its chunks hold.
    pub(crate) fn bytes(&self) -> usize {
        let items: usize = self.chunks.iter().map(Vec::capacity).sum();
        items * size_of::<T>()
    }

    /// How many bytes its chunks hold at most with so many items, growth included.
    pub(crate) const fn most_bytes(items: u128) -> u128 {
        let chunks = items.saturating_add(CHUNK as u128);
        chunks.saturating_mul(size_of::<T>() as u128)
    }

    /// The index that the next item will have.
    pub(crate) fn next_index(&self) -> Result<u32, Stop> {
        match u32::try_from(self.len) {
            Ok(index) if index < u32::MAX => Ok(index),
            _ => Err(Stop::TooManyStates),
        }
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> &T {
        let index = index as usize;
        &self.chunks[index >> CHUNK_BITS][index & (CHUNK - 1)]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: u32) -> &mut T {
        let index = index as usize;
        &mut self.chunks[index >> CHUNK_BITS][index & (CHUNK - 1)]
    }

    /// Appends an item.
    #[inline]
    pub(crate) fn push(&mut self, item: T, memory: &mut Memory) -> Result<u32, Stop> {
        let index = self.next_index()?;
        match self.chunks.last_mut() {
            Some(last) if last.len() < last.capacity() && last.len() < CHUNK => last.push(item),
            _ => self.push_slowly(item, memory)?,
        }
        self.len += 1;
        Ok(index)
    }

    #[cold]
    fn push_slowly(&mut self, item: T, memory: &mut Memory) -> Result<(), Stop> {
        let item_bytes = size_of::<T>().max(1);
        match self.chunks.last_mut() {
            Some(first) if first.len() < CHUNK => {
                let (old, new) = (first.capacity(), (2 * first.capacity()).min(CHUNK));
                memory.claim(new * item_bytes)?;
                first
                    .try_reserve_exact(new - first.len())
                    .map_err(|_| Stop::OutOfMemory)?;
                memory.release(old * item_bytes);
                first.push(item);
            }
            last => {
                let capacity = if last.is_none() { 32 } else { CHUNK };
                memory.claim(capacity * item_bytes)?;
                let mut chunk = Vec::new();
                chunk
                    .try_reserve_exact(capacity)
                    .map_err(|_| Stop::OutOfMemory)?;
                chunk.push(item);
                self.chunks.push(chunk);
            }
        }
        Ok(())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::{Arena, CHUNK};
    use crate::monitor::{Memory, Stop};

    #[test]
    fn items_keep_their_index_across_chunks() {
        let mut memory = Memory::new(None);
        let mut arena = Arena::new();
        for value in 0..3 * CHUNK + 5 {
            assert_eq!(arena.push(value, &mut memory), Ok(value as u32));
        }
        assert_eq!(arena.len(), 3 * CHUNK + 5);
        assert!(arena.iter().copied().eq(0..3 * CHUNK + 5));
        *arena.get_mut(70_000) = 1;
        assert_eq!((*arena.get(70_000), *arena.get(65_536)), (1, 65_536));
        assert_eq!(memory.peak(), 4 * CHUNK * size_of::<usize>());
    }

    #[test]
    fn a_byte_limit_stops_before_the_allocation() {
        let mut memory = Memory::new(Some(1 << 20));
        let mut arena = Arena::new();
        let stop = loop {
            if let Err(stop) = arena.push(0_u64, &mut memory) {
                break stop;
            }
        };
        assert_eq!(stop, Stop::Bytes);
        assert_eq!(arena.len(), 2 * CHUNK);
        assert!(memory.peak() <= 1 << 20);
    }
}
