//! [`Arena`]: a list in chunks, addressed by `u32`, whose beginning can be forgotten.
//!
//! No chunk but the first ever moves, so growing takes no second copy of the list. The first grows like a `Vec`, up to
//! the size of a chunk, and is looked into before the others, so that a small list costs no more than a `Vec`.
//!
//! Invariant: all chunks are full, except the last one, spare ones behind it, and forgotten ones, which have no
//! capacity. Forgotten items count in the indices of the others until these are renumbered.

use alloc::vec::Vec;

use crate::account::{Claim, Quota, Stop};

const CHUNK_BITS: u32 = 16;
const CHUNK: usize = 1 << CHUNK_BITS;
/// The greatest number of items in whole chunks that a `u32` can count.
const MOST: usize = (u32::MAX as usize >> CHUNK_BITS) << CHUNK_BITS;

/// The position of an item's chunk in [`Arena::later`].
#[inline(always)]
const fn later_position(index: usize) -> usize {
    (index >> CHUNK_BITS).wrapping_sub(1)
}

/// A list in chunks, addressed by `u32`. The first chunk grows like a `Vec`, so that a small search stays small; later
/// ones are allocated whole.
#[derive(Debug)]
pub(crate) struct Arena<T> {
    first: Vec<T>,
    later: Vec<Vec<T>>,
    /// The number of items, and of those for which there is room; both include the forgotten items.
    len: usize,
    capacity: usize,
    claim: Claim,
}

impl<T> Arena<T> {
    pub(crate) const fn new() -> Self {
        Self {
            first: Vec::new(),
            later: Vec::new(),
            len: 0,
            capacity: 0,
            claim: Claim::none(),
        }
    }

    /// One more than the last index: the number of items, forgotten ones included.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// The bytes of its chunks.
    #[cfg(test)]
    pub(crate) const fn bytes(&self) -> usize {
        self.claim.bytes()
    }

    /// The greatest number of bytes of an arena that holds `items` items, including forgotten items in the same chunk and
    /// room to grow.
    pub(crate) const fn most_bytes(items: u128) -> u128 {
        let chunks = items.saturating_add(2 * CHUNK as u128);
        chunks.saturating_mul(size_of::<T>() as u128)
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> &T {
        let index = index as usize;
        match self.first.get(index) {
            Some(item) => item,
            None => &self.later[later_position(index)][index & (CHUNK - 1)],
        }
    }

    /// The item with this index, if there is one.
    #[inline]
    pub(crate) fn find(&self, index: u32) -> Option<&T> {
        let index = index as usize;
        match self.first.get(index) {
            None => self
                .later
                .get(later_position(index))?
                .get(index & (CHUNK - 1)),
            item => item,
        }
    }

    /// The item with this index, if there is one.
    #[inline]
    pub(crate) fn find_mut(&mut self, index: u32) -> Option<&mut T> {
        let index = index as usize;
        match self.first.get_mut(index) {
            None => self
                .later
                .get_mut(later_position(index))?
                .get_mut(index & (CHUNK - 1)),
            item => item,
        }
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: u32) -> &mut T {
        let index = index as usize;
        match self.first.get_mut(index) {
            Some(item) => item,
            None => &mut self.later[later_position(index)][index & (CHUNK - 1)],
        }
    }

    #[inline]
    pub(crate) const fn has_room_for(&self, items: usize) -> bool {
        items <= self.capacity - self.len
    }

    /// Makes room for `items` more items.
    #[inline]
    pub(crate) fn make_room(&mut self, items: usize, memory: &Quota) -> Result<(), Stop> {
        while self.capacity - self.len < items {
            self.grow(memory)?;
        }
        Ok(())
    }

    /// Appends an item for which there is room; returns its index.
    #[inline]
    pub(crate) fn push_within(&mut self, item: T) -> u32 {
        let index = self.len;
        let chunk = if index < CHUNK {
            &mut self.first
        } else {
            &mut self.later[later_position(index)]
        };
        chunk.push(item);
        self.len += 1;
        index as u32
    }

    /// Appends an item; returns its index.
    #[inline]
    pub(crate) fn push(&mut self, item: T, memory: &Quota) -> Result<u32, Stop> {
        self.make_room(1, memory)?;
        Ok(self.push_within(item))
    }

    #[cold]
    fn grow(&mut self, memory: &Quota) -> Result<(), Stop> {
        if self.capacity >= MOST {
            return Err(Stop::TooManyStates);
        }
        if self.capacity < CHUNK {
            let twice = CHUNK.min(2 * self.capacity).max(32);
            self.claim.set_capacity(&mut self.first, twice, memory)?;
            self.capacity = twice;
            return Ok(());
        }
        let mut chunk = Vec::new();
        self.claim.set_capacity(&mut chunk, CHUNK, memory)?;
        self.later.push(chunk);
        self.capacity += CHUNK;
        Ok(())
    }

    /// Removes all items, and keeps the memory. No item may have been forgotten.
    pub(crate) fn clear(&mut self) {
        self.first.clear();
        for chunk in &mut self.later {
            chunk.clear();
        }
        self.len = 0;
    }

    /// Forgets the items before `index`, which must not be read any more. The others keep their indices; memory is
    /// released in whole chunks.
    pub(crate) fn forget_before(&mut self, index: u32) {
        let Some(later) = (index as usize >> CHUNK_BITS).checked_sub(1) else {
            return;
        };
        let latest_first = self.later[..later].iter_mut().rev();
        for chunk in latest_first.chain([&mut self.first]) {
            // All earlier chunks were forgotten before.
            if chunk.capacity() == 0 {
                break;
            }
            let bytes = chunk.capacity() * size_of::<T>();
            self.claim.shrink_to(self.claim.bytes() - bytes);
            *chunk = Vec::new();
        }
    }

    /// Removes the forgotten chunks, so that the first one that is left begins with index 0. Returns by how much the
    /// indices shrink.
    pub(crate) fn renumber(&mut self) -> u32 {
        if self.capacity == 0 || self.first.capacity() > 0 {
            return 0;
        }
        let mut forgotten = 0;
        while matches!(self.later.get(forgotten), Some(chunk) if chunk.capacity() == 0) {
            forgotten += 1;
        }
        if let Some(kept) = self.later.get_mut(forgotten) {
            core::mem::swap(&mut self.first, kept);
        }
        forgotten += 1;
        let emptied = forgotten.min(self.later.len());
        self.later.drain(..emptied);
        self.len -= forgotten << CHUNK_BITS;
        self.capacity -= forgotten << CHUNK_BITS;
        (forgotten << CHUNK_BITS) as u32
    }

    /// The items from `index` on, at most `most`, up to the end of its chunk. There must be an item with this index.
    pub(crate) fn slice_from(&self, index: u32, most: usize) -> &[T] {
        let index = index as usize;
        let chunk = if index < CHUNK {
            &self.first
        } else {
            &self.later[later_position(index)]
        };
        let items = &chunk[index & (CHUNK - 1)..];
        &items[..most.min(items.len())]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.first.iter().chain(self.later.iter().flatten())
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.first.iter_mut().chain(self.later.iter_mut().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::{Arena, CHUNK};
    use crate::account::{Quota, Stop};

    #[test]
    fn items_keep_their_index_across_chunks() {
        let memory = Quota::new(None);
        let mut arena = Arena::new();
        for value in 0..3 * CHUNK + 5 {
            assert_eq!(arena.push(value, &memory), Ok(value as u32));
        }
        assert_eq!(arena.len(), 3 * CHUNK + 5);
        assert!(arena.iter().copied().eq(0..3 * CHUNK + 5));
        *arena.get_mut(70_000) = 1;
        assert_eq!((*arena.get(70_000), *arena.get(65_536)), (1, 65_536));
        assert_eq!(memory.peak(), 4 * CHUNK * size_of::<usize>());
    }

    #[test]
    fn forgotten_items_give_back_their_memory() {
        let memory = Quota::new(None);
        let mut arena = Arena::new();
        for value in 0..3 * CHUNK + 5 {
            assert_eq!(arena.push(value, &memory), Ok(value as u32));
        }
        let chunk = CHUNK * size_of::<usize>();
        for (before, chunks) in [(CHUNK - 1, 4), (2 * CHUNK + 7, 2), (2 * CHUNK + 9, 2)] {
            arena.forget_before(before as u32);
            assert_eq!(
                (memory.held(), arena.bytes()),
                (chunks * chunk, chunks * chunk)
            );
            assert_eq!(arena.slice_from(before as u32, 1), [before]);
        }
        assert_eq!(arena.renumber() as usize, 2 * CHUNK);
        assert_eq!((*arena.get(9), arena.len()), (2 * CHUNK + 9, CHUNK + 5));
        assert_eq!(arena.push(0, &memory), Ok(CHUNK as u32 + 5));
        assert_eq!(memory.held(), 2 * chunk);
        // Forgetting all items, where they fill whole chunks, leaves nothing.
        for value in CHUNK + 6..2 * CHUNK {
            assert_eq!(arena.push(value, &memory), Ok(value as u32));
        }
        for chunks in [2, 3] {
            arena.forget_before(chunks * CHUNK as u32);
            assert_eq!(memory.held(), 0);
            for value in 0..CHUNK {
                let index = chunks * CHUNK as u32 + value as u32;
                assert_eq!(arena.push(value, &memory), Ok(index));
                assert_eq!(*arena.get(index), value);
            }
            assert_eq!(memory.held(), chunk);
        }
        let (memory, mut one) = (Quota::new(None), Arena::new());
        for value in 0..2 * CHUNK {
            if value == CHUNK {
                one.forget_before(CHUNK as u32);
            }
            assert_eq!(one.push(value, &memory), Ok(value as u32));
        }
        assert_eq!(*one.get(CHUNK as u32 + 1), CHUNK + 1);
    }

    #[test]
    fn a_byte_limit_stops_before_the_allocation() {
        let memory = Quota::new(Some(1 << 20));
        let mut arena = Arena::new();
        let stop = loop {
            if let Err(stop) = arena.push(0_u64, &memory) {
                break stop;
            }
        };
        assert_eq!(stop, Stop::Bytes);
        assert_eq!(arena.len(), 2 * CHUNK);
        assert!(memory.peak() <= 1 << 20);
    }
}
