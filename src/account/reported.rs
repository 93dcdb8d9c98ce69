//! [`ReportedList`]: a list that grows with some work and is part of its result, even of the result after a stop.
//!
//! Invariant: the bytes set aside for a copy of the list are equal in number to the bytes claimed for the list.

use alloc::vec::Vec;
use core::ops::Deref;

use super::claimed::{Claim, Items};
use super::quota::Quota;
use super::stop::Stop;

/// A list that grows with some work. When the work ends, the result takes the list; after a stop, the result has a copy
/// of it, while the work keeps the list to go on. Memory for the copy is set aside as the list grows, so that the limit
/// on bytes holds for the copy, too.
#[derive(Debug)]
pub(crate) struct ReportedList<T> {
    items: Vec<T>,
    memory: ListMemory,
}

/// The claim for a list, and the number of bytes that are set aside for a copy of it, both from the same quota; `None`
/// before the first claim.
#[derive(Debug)]
struct ListMemory {
    claim: Claim,
    set_aside: usize,
    quota: Option<Quota>,
}

impl ListMemory {
    fn set_capacity(
        &mut self,
        items: &mut dyn Items,
        capacity: usize,
        quota: &Quota,
    ) -> Result<(), Stop> {
        let more = capacity - items.capacity();
        let more = more.saturating_mul(items.item_bytes());
        quota.set_aside(more)?;
        self.set_aside += more;
        self.quota.get_or_insert_with(|| quota.clone());
        let grown = self.claim.set_capacity(items, capacity, quota);
        grown.inspect_err(|_| self.put_back(more))
    }

    fn put_back(&mut self, bytes: usize) {
        self.set_aside -= bytes;
        if let Some(quota) = &self.quota {
            quota.put_back(bytes);
        }
    }
}

impl Drop for ListMemory {
    fn drop(&mut self) {
        self.put_back(self.set_aside);
    }
}

impl<T> ReportedList<T> {
    pub(crate) const fn new() -> Self {
        Self {
            items: Vec::new(),
            memory: ListMemory {
                claim: Claim::none(),
                set_aside: 0,
                quota: None,
            },
        }
    }

    /// A list that begins with the items of one that was reported before.
    pub(crate) fn copy_of(items: &[T], quota: &Quota) -> Result<Self, Stop>
    where
        T: Clone,
    {
        let mut list = Self::new();
        let Self {
            items: copy,
            memory,
        } = &mut list;
        memory.set_capacity(copy, items.len(), quota)?;
        copy.extend_from_slice(items);
        Ok(list)
    }

    /// Makes room for one more item. The list grows by an eighth, since it may be large, and by `least` items at least.
    pub(crate) fn make_room(&mut self, least: usize, quota: &Quota) -> Result<(), Stop> {
        let old = self.items.capacity();
        if self.items.len() < old {
            return Ok(());
        }
        let capacity = old + old / 8 + least;
        self.memory.set_capacity(&mut self.items, capacity, quota)
    }

    /// Adds an item for which there is room.
    pub(crate) fn push_within(&mut self, item: T) {
        debug_assert!(self.items.len() < self.items.capacity());
        self.items.push(item);
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    /// Counts toward the peak the bytes of a copy that a result will have.
    pub(crate) fn count_copy(&self, quota: &Quota) {
        quota.use_aside(size_of_val(&self.items[..]));
    }

    /// Returns a copy for a result, and counts its bytes toward the peak.
    pub(crate) fn copy(&self, quota: &Quota) -> Result<Vec<T>, Stop>
    where
        T: Clone,
    {
        self.count_copy(quota);
        let mut copy = Vec::new();
        let reserved = copy.try_reserve_exact(self.len());
        reserved.map_err(|_| Stop::OutOfMemory)?;
        copy.extend_from_slice(self);
        Ok(copy)
    }

    /// Returns the list itself for a result, and leaves an empty one.
    pub(crate) fn take(&mut self) -> Vec<T> {
        core::mem::replace(self, Self::new()).items
    }
}

impl<T> Deref for ReportedList<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

#[cfg(test)]
mod tests {
    use super::{Quota, ReportedList, Stop};

    #[test]
    fn memory_for_a_copy_is_set_aside_as_long_as_there_is_the_list() {
        let memory = Quota::new(Some(100));
        let mut list = ReportedList::<u8>::new();
        assert_eq!(list.make_room(16, &memory), Ok(()));
        assert_eq!((memory.held(), memory.free()), (16, 68));
        let refused = ReportedList::copy_of(&[0_u8; 50], &memory);
        assert_eq!(refused.err(), Some(Stop::Bytes));
        assert_eq!((memory.held(), memory.free()), (16, 68));
        drop(list);
        assert_eq!((memory.held(), memory.free()), (0, 100));
    }
}
