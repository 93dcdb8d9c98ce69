//! [`Claim`]: bytes taken from a [`Quota`], given back when the claim is dropped; [`Claimed`]: a value together with
//! the claim for its memory.
//!
//! Invariant: the held bytes of a quota are the sum of its claims, and memory is claimed before it is allocated.

use alloc::collections::{BinaryHeap, TryReserveError, VecDeque};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::{Deref, DerefMut};

use super::meter::Meter;
use super::quota::Quota;
use super::stop::Stop;

/// Claimed memory, which is given back when the claim is dropped.
///
/// A solver or a builder keeps a claim beside the lists whose memory is claimed, so that the limit on bytes holds for
/// this memory as long as the lists have it. The page of the module [`job`](crate::job) has an example.
#[derive(Debug, Default)]
pub struct Claim {
    quota: Option<Quota>,
    bytes: usize,
}

impl Claim {
    /// Returns the number of claimed bytes.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Claims `bytes` bytes in all, more or fewer than before. Call this method before more memory is allocated, and
    /// after memory is freed.
    ///
    /// # Errors
    ///
    /// Returns an error if all claimed memory together would exceed the limit on bytes. The claim is then unchanged.
    pub fn resize(&mut self, bytes: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        match bytes.checked_sub(self.bytes) {
            Some(more) => self.add(more, meter.memory()),
            None => {
                self.shrink_to(bytes);
                Ok(())
            }
        }
    }

    /// Makes room in a list for `more` items, and claims the memory before it is allocated. If the list is full, its
    /// capacity grows by half at least. The memory that the list had before must be part of this claim.
    ///
    /// # Errors
    ///
    /// Returns an error if the claim is refused, or if the system has no more memory. The list and the claim are then
    /// unchanged.
    #[inline]
    pub fn reserve<T>(
        &mut self,
        list: &mut Vec<T>,
        more: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if list.capacity() - list.len() >= more {
            return Ok(());
        }
        self.grow(list, more, meter.memory())
    }

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

    /// A claim for memory that is known to be free, or is allocated already.
    pub(crate) fn of_free(bytes: usize, quota: &Quota) -> Self {
        let mut claim = Self::none();
        claim.add_free(bytes, quota);
        claim
    }

    /// Claims `bytes` more bytes.
    pub(crate) fn add(&mut self, bytes: usize, quota: &Quota) -> Result<(), Stop> {
        self.replace(0, bytes, quota, &mut || Ok(()))
    }

    /// Claims `bytes` more bytes from the same quota, which are known to be free.
    pub(super) fn add_free(&mut self, bytes: usize, quota: &Quota) {
        quota.add(bytes);
        self.quota.get_or_insert_with(|| quota.clone());
        self.bytes += bytes;
    }

    /// Claims `new` bytes in the place of `old` ones, and calls `allocate`. While `allocate` moves items, both are
    /// claimed; after an error, only the old ones are. If threads have leases, the old bytes are released to that of
    /// `quota`, not to that of the thread that claimed them, which may have ended.
    pub(crate) fn replace(
        &mut self,
        old: usize,
        new: usize,
        quota: &Quota,
        allocate: &mut dyn FnMut() -> Result<(), TryReserveError>,
    ) -> Result<(), Stop> {
        let old = old.min(self.bytes);
        let kept = self.bytes - old;
        let own = self.quota.as_ref();
        let is_same = own.is_some_and(|own| own.is_same_memory(quota));
        let moved = if is_same { 0 } else { kept };
        let mut claim = Self::new(new.saturating_add(moved), quota)?;
        allocate().map_err(|_| Stop::OutOfMemory)?;
        if is_same {
            claim.bytes += kept;
            self.bytes = 0;
            quota.release(old);
        }
        *self = claim;
        Ok(())
    }

    /// Makes room for `more` items; the capacity grows by half at least.
    #[cold]
    fn grow(&mut self, items: &mut dyn Items, more: usize, quota: &Quota) -> Result<(), Stop> {
        let (len, old) = (items.len(), items.capacity());
        let new = len.checked_add(more).ok_or(Stop::OutOfMemory)?;
        self.set_capacity(items, new.max(old + old / 2).max(16), quota)
    }

    /// Makes room for `capacity` items in all, and [replaces](Self::replace) the claim for them.
    pub(crate) fn set_capacity(
        &mut self,
        items: &mut dyn Items,
        capacity: usize,
        quota: &Quota,
    ) -> Result<(), Stop> {
        let size = items.item_bytes();
        let bytes = capacity.checked_mul(size).ok_or(Stop::OutOfMemory)?;
        let (old, more) = (items.capacity() * size, capacity - items.len());
        self.replace(old, bytes, quota, &mut || items.try_reserve_exact(more))
    }

    /// Releases all except `bytes` bytes.
    pub(crate) fn shrink_to(&mut self, bytes: usize) {
        let less = self.bytes.saturating_sub(bytes);
        if let Some(quota) = &self.quota {
            quota.release(less);
        }
        self.bytes -= less;
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.shrink_to(0);
    }
}

/// A list that can grow, without the type of its items, so that growing is compiled once.
pub(crate) trait Items {
    fn len(&self) -> usize;
    fn capacity(&self) -> usize;
    fn item_bytes(&self) -> usize;
    fn try_reserve_exact(&mut self, more: usize) -> Result<(), TryReserveError>;
}

/// A container that can be [`Claimed`]: `put` does not allocate while there is room.
pub(crate) trait Container: Items + Default {
    type Item;
    /// Adds an item for which there is room.
    fn put(&mut self, item: Self::Item);
}

macro_rules! containers {
    ($($container:ident: $put:ident $(where $bound:path)?),+) => {$(
        impl<T $(: $bound)?> Items for $container<T> {
            #[inline]
            fn len(&self) -> usize {
                Self::len(self)
            }

            #[inline]
            fn capacity(&self) -> usize {
                Self::capacity(self)
            }

            fn item_bytes(&self) -> usize {
                size_of::<T>()
            }

            fn try_reserve_exact(&mut self, more: usize) -> Result<(), TryReserveError> {
                Self::try_reserve_exact(self, more)
            }
        }

        impl<T $(: $bound)?> Container for $container<T> {
            type Item = T;

            #[inline]
            fn put(&mut self, item: T) {
                self.$put(item);
            }
        }
    )+};
}

containers!(Vec: push, VecDeque: push_back, BinaryHeap: push where Ord);

/// A value together with the claim for its memory, such as a container and the claim for its allocation.
#[derive(Debug, Default)]
pub(crate) struct Claimed<V> {
    inner: V,
    claim: Claim,
}

impl<V> Claimed<V> {
    /// A value whose memory was allocated under `claim`.
    pub(crate) const fn adopt(inner: V, claim: Claim) -> Self {
        Self { inner, claim }
    }

    pub(crate) const fn value(&self) -> &V {
        &self.inner
    }

    /// Turns the value into another one that uses the same memory.
    pub(crate) fn map<W>(self, make: impl FnOnce(V) -> W) -> Claimed<W> {
        Claimed {
            inner: make(self.inner),
            claim: self.claim,
        }
    }

    /// Hands the value out, and releases its claim.
    pub(crate) fn into_inner(self) -> V {
        self.inner
    }

    /// The value and its claim.
    pub(crate) fn into_parts(self) -> (V, Claim) {
        (self.inner, self.claim)
    }
}

impl<V: Container> Claimed<V> {
    /// An empty container with room for `items` items.
    pub(crate) fn with_room(items: usize, quota: &Quota) -> Result<Self, Stop> {
        let mut list = Self::default();
        list.set_capacity(items, quota)?;
        Ok(list)
    }

    /// Makes room for `more` items; the capacity grows by half at least.
    #[inline]
    pub(crate) fn reserve(&mut self, more: usize, quota: &Quota) -> Result<(), Stop> {
        if self.inner.capacity() - self.inner.len() >= more {
            return Ok(());
        }
        self.claim.grow(&mut self.inner, more, quota)
    }

    /// Makes room for `items` items in all. While they move, both copies are claimed.
    pub(crate) fn set_capacity(&mut self, items: usize, quota: &Quota) -> Result<(), Stop> {
        self.claim.set_capacity(&mut self.inner, items, quota)
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

impl<T: Ord> Claimed<BinaryHeap<T>> {
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
        self.map(BinaryHeap::into_sorted_vec)
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
