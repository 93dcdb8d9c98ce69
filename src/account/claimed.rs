//! [`Claimed`]: a container whose memory is claimed before it is allocated, and given back when it is dropped.

use alloc::collections::{BinaryHeap, TryReserveError, VecDeque};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::{Deref, DerefMut};

use super::quota::Quota;
use super::stop::Stop;

/// Claimed bytes, released on drop, for memory that something else allocates.
#[derive(Debug, Default)]
pub(crate) struct Claim {
    quota: Option<Quota>,
    bytes: usize,
}

impl Claim {
    /// A claim of no bytes.
    pub(crate) const fn none() -> Self {
        Self {
            quota: None,
            bytes: 0,
        }
    }

    pub(crate) fn new(bytes: usize, quota: &Quota) -> Result<Self, Stop> {
        quota.claim(bytes)?;
        Ok(Self {
            quota: Some(quota.clone()),
            bytes,
        })
    }

    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Replaces this claim by that for a copy, whose `bytes` bytes are claimed; or releases them, if the copy could not
    /// be allocated. This is compiled once, for all types of items.
    pub(crate) fn end_move(
        &mut self,
        bytes: usize,
        quota: &Quota,
        reserved: Result<(), TryReserveError>,
    ) -> Result<(), Stop> {
        let mut copy = Self {
            quota: Some(quota.clone()),
            bytes,
        };
        reserved.map_err(|_| Stop::OutOfMemory)?;
        core::mem::swap(self, &mut copy);
        copy.release_through(quota);
        Ok(())
    }

    /// Releases the claim to the lease that is in use now, if it is one on the same memory: nobody claims from the lease
    /// of an earlier thread any more.
    fn release_through(mut self, quota: &Quota) {
        if self.quota.as_ref().is_some_and(|own| own.is_on_same(quota)) {
            quota.release(core::mem::take(&mut self.bytes));
        }
    }

    /// Joins `bytes` more bytes, which are claimed; or releases them, if they could not be allocated.
    pub(crate) fn end_growth(
        &mut self,
        bytes: usize,
        quota: &Quota,
        reserved: Result<(), TryReserveError>,
    ) -> Result<(), Stop> {
        let mut more = Self::none();
        more.end_move(bytes, quota, reserved)?;
        self.join(more);
        Ok(())
    }

    /// Joins another claim on the same memory to this one.
    pub(crate) fn join(&mut self, mut other: Self) {
        self.bytes += core::mem::take(&mut other.bytes);
        if self.quota.is_none() {
            self.quota = other.quota.take();
        }
    }

    /// Joins the claim for a copy to this one, and releases the `old` bytes that were copied.
    pub(crate) fn replace(&mut self, old: usize, copy: Self) {
        let old = old.min(self.bytes);
        self.bytes -= old;
        let old = Self {
            quota: self.quota.clone(),
            bytes: old,
        };
        if let Some(quota) = &copy.quota {
            old.release_through(quota);
        }
        self.join(copy);
    }

    /// Releases `bytes` bytes.
    pub(crate) fn release(&mut self, bytes: usize) {
        let less = bytes.min(self.bytes);
        if let Some(quota) = &self.quota {
            quota.release(less);
        }
        self.bytes -= less;
    }

    /// Releases all except `bytes` bytes.
    pub(crate) fn shrink_to(&mut self, bytes: usize) {
        self.release(self.bytes.saturating_sub(bytes));
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(quota) = &self.quota {
            quota.release(self.bytes);
        }
    }
}

/// A container that can be [`Claimed`], since it grows only by `try_reserve_exact`.
pub(crate) trait Container: Default {
    type Item;
    fn len(&self) -> usize;
    fn capacity(&self) -> usize;
    fn try_reserve_exact(&mut self, more: usize) -> Result<(), TryReserveError>;
    /// Adds an item for which there is room.
    fn put(&mut self, item: Self::Item);
}

macro_rules! containers {
    ($($container:ident: $put:ident $(where $bound:path)?),+) => {$(
        impl<T $(: $bound)?> Container for $container<T> {
            type Item = T;

            #[inline]
            fn len(&self) -> usize {
                Self::len(self)
            }

            #[inline]
            fn capacity(&self) -> usize {
                Self::capacity(self)
            }

            fn try_reserve_exact(&mut self, more: usize) -> Result<(), TryReserveError> {
                Self::try_reserve_exact(self, more)
            }

            #[inline]
            fn put(&mut self, item: T) {
                self.$put(item);
            }
        }
    )+};
}

containers!(Vec: push, VecDeque: push_back, BinaryHeap: push where Ord);

/// A container together with the claim for its memory, which is released on drop.
#[derive(Debug, Default)]
pub(crate) struct Claimed<V> {
    inner: V,
    claim: Claim,
}

impl<V: Container> Claimed<V> {
    /// An empty container with room for `items` items.
    pub(crate) fn with_room(items: usize, quota: &Quota) -> Result<Self, Stop> {
        let mut list = Self::default();
        list.set_capacity(items, quota)?;
        Ok(list)
    }

    /// A container whose memory was allocated under `claim`.
    pub(crate) fn adopt(inner: V, claim: Claim) -> Self {
        Self { inner, claim }
    }

    /// Makes room for `more` items; the capacity grows by half at least.
    #[inline]
    pub(crate) fn reserve(&mut self, more: usize, quota: &Quota) -> Result<(), Stop> {
        if self.inner.capacity() - self.inner.len() >= more {
            return Ok(());
        }
        self.grow(more, quota)
    }

    #[cold]
    fn grow(&mut self, more: usize, quota: &Quota) -> Result<(), Stop> {
        let (len, old) = (self.inner.len(), self.inner.capacity());
        let new = len.checked_add(more).ok_or(Stop::OutOfMemory)?;
        self.set_capacity(new.max(old + old / 2).max(16), quota)
    }

    /// Makes room for `items` items in all. While they move, both copies are claimed.
    pub(crate) fn set_capacity(&mut self, items: usize, quota: &Quota) -> Result<(), Stop> {
        let bytes = quota.claim_items(items, size_of::<V::Item>())?;
        let more = items - self.inner.len();
        let reserved = self.inner.try_reserve_exact(more);
        self.claim.end_move(bytes, quota, reserved)
    }

    /// Adds an item, and claims memory if there is no room.
    #[inline]
    pub(crate) fn push(&mut self, item: V::Item, quota: &Quota) -> Result<(), Stop> {
        self.reserve(1, quota)?;
        self.inner.put(item);
        Ok(())
    }

    /// Adds an item for which there is room.
    #[inline]
    pub(crate) fn push_within(&mut self, item: V::Item) {
        debug_assert!(self.inner.len() < self.inner.capacity());
        self.inner.put(item);
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.inner.len()
    }

    #[inline]
    pub(crate) fn capacity(&self) -> usize {
        self.inner.capacity()
    }

    /// Hands the container out, and releases its claim.
    pub(crate) fn into_inner(self) -> V {
        self.inner
    }
}

impl<T> Claimed<Vec<T>> {
    /// An empty list.
    pub(crate) const fn new() -> Self {
        Self {
            inner: Vec::new(),
            claim: Claim::none(),
        }
    }

    /// A list of `items` clones of `item`.
    pub(crate) fn filled(items: usize, item: T, quota: &Quota) -> Result<Self, Stop>
    where
        T: Clone,
    {
        let mut list = Self::with_room(items, quota)?;
        list.inner.resize(items, item);
        Ok(list)
    }

    pub(crate) fn clear(&mut self) {
        self.inner.clear();
    }

    /// The list and its claim.
    pub(crate) fn into_parts(self) -> (Vec<T>, Claim) {
        (self.inner, self.claim)
    }

    /// The list, which the caller must not grow.
    #[inline]
    pub(crate) const fn as_vec(&mut self) -> &mut Vec<T> {
        &mut self.inner
    }
}

/// Claims do not take part in comparisons.
impl<T: PartialEq> PartialEq for Claimed<Vec<T>> {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

impl<T: Eq> Eq for Claimed<Vec<T>> {}

impl<T: PartialOrd> PartialOrd for Claimed<Vec<T>> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.inner.partial_cmp(&other.inner)
    }
}

impl<T: Ord> Ord for Claimed<Vec<T>> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.inner.cmp(&other.inner)
    }
}

impl<T: Ord> Claimed<Vec<T>> {
    /// A heap of the items. A list in heap order keeps its order.
    pub(crate) fn into_heap(self) -> Claimed<BinaryHeap<T>> {
        Claimed {
            inner: self.inner.into(),
            claim: self.claim,
        }
    }
}

impl<T: Ord> Claimed<BinaryHeap<T>> {
    /// An empty heap.
    pub(crate) const fn empty() -> Self {
        Self {
            inner: BinaryHeap::new(),
            claim: Claim::none(),
        }
    }

    /// Takes the greatest item out.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        self.inner.pop()
    }

    /// Drops all items, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.inner.clear();
    }

    /// The items, in order.
    pub(crate) fn into_sorted(self) -> Claimed<Vec<T>> {
        Claimed {
            inner: self.inner.into_sorted_vec(),
            claim: self.claim,
        }
    }

    /// Replaces the greatest item by `item`, if that is less.
    pub(crate) fn replace_greatest(&mut self, item: T) {
        if let Some(mut greatest) = self.inner.peek_mut()
            && item < *greatest
        {
            *greatest = item;
        }
    }
}

impl<T> Deref for Claimed<Vec<T>> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.inner
    }
}

impl<T> Deref for Claimed<BinaryHeap<T>> {
    type Target = BinaryHeap<T>;

    #[inline]
    fn deref(&self) -> &BinaryHeap<T> {
        &self.inner
    }
}

impl<T> DerefMut for Claimed<Vec<T>> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.inner
    }
}

#[cfg(test)]
mod tests {
    use super::{Claimed, Quota, Stop};
    use alloc::vec::Vec;

    #[test]
    fn what_a_list_leaves_is_free_for_the_lease_that_moved_it() {
        let memory = Quota::new(Some(100));
        let mut list = Claimed::<Vec<u64>>::with_room(4, &memory).expect("it fits");
        let lease = memory.lease(64);
        list.set_capacity(8, &lease).expect("it fits");
        assert_eq!((memory.held(), memory.free(), lease.free()), (64, 36, 32));
        drop(list);
        assert_eq!(memory.held(), 0);
    }

    #[test]
    fn lists_beyond_all_memory_are_refused_and_leave_no_peak() {
        let memory = Quota::new(None);
        let mut list = Claimed::<Vec<u64>>::new();
        assert_eq!(
            list.set_capacity(usize::MAX, &memory),
            Err(Stop::OutOfMemory)
        );
        assert_eq!((memory.held(), memory.peak()), (0, 0));
    }
}
