//! [`Arena`]: a growing list that never holds two copies of itself.

use alloc::vec::Vec;

use crate::monitor::{Memory, Stop};

const CHUNK_BITS: u32 = 16;
const CHUNK: usize = 1 << CHUNK_BITS;
/// More items than this have no index of their own.
const MOST: usize = (u32::MAX as usize >> CHUNK_BITS) << CHUNK_BITS;

/// A list in chunks, addressed by `u32`. The first chunk grows as a `Vec` does, so that a small
/// search stays small; later ones are allocated whole.
#[derive(Debug)]
pub(crate) struct Arena<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
    capacity: usize,
}

impl<T> Arena<T> {
    pub(crate) const fn new() -> Self {
        Self {
            chunks: Vec::new(),
            len: 0,
            capacity: 0,
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

    /// Makes room for so many more items.
    #[inline]
    pub(crate) fn make_room(&mut self, items: usize, memory: &mut Memory) -> Result<(), Stop> {
        while self.capacity - self.len < items {
            self.grow(memory)?;
        }
        Ok(())
    }

    /// Appends an item for which there is room; returns its index.
    #[inline]
    pub(crate) fn push_within(&mut self, item: T) -> u32 {
        let index = self.len;
        self.chunks[index >> CHUNK_BITS].push(item);
        self.len += 1;
        index as u32
    }

    /// Appends an item; returns its index.
    #[inline]
    pub(crate) fn push(&mut self, item: T, memory: &mut Memory) -> Result<u32, Stop> {
        self.make_room(1, memory)?;
        Ok(self.push_within(item))
    }

    #[cold]
    fn grow(&mut self, memory: &mut Memory) -> Result<(), Stop> {
        let item_bytes = size_of::<T>().max(1);
        if self.capacity >= MOST {
            return Err(Stop::TooManyStates);
        }
        match self.chunks.as_mut_slice() {
            [first] if first.capacity() < CHUNK => {
                let (old, new) = (first.capacity(), (2 * first.capacity()).min(CHUNK));
                memory.claim(new * item_bytes)?;
                first
                    .try_reserve_exact(new - first.len())
                    .map_err(|_| Stop::OutOfMemory)?;
                memory.release(old * item_bytes);
                self.capacity = new;
            }
            chunks => {
                let more = if chunks.is_empty() { 32 } else { CHUNK };
                memory.claim(more * item_bytes)?;
                let mut chunk = Vec::new();
                chunk
                    .try_reserve_exact(more)
                    .map_err(|_| Stop::OutOfMemory)?;
                self.chunks.push(chunk);
                self.capacity += more;
            }
        }
        Ok(())
    }

    /// Forgets all items; keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.chunks.iter_mut().for_each(Vec::clear);
        self.len = 0;
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
