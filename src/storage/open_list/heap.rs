//! [`Heap`]: a binary heap by key and tie, for any values.
//!
//! Invariant: no entry comes before its parent, which is at `(i - 1) / 2` for the entry at `i`. The heap is compiled
//! for each type of costs, and takes less code for each than that of the standard library.

use alloc::vec::Vec;
use core::mem;

use super::Entry;
use crate::account::{Claimed, Quota, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;

/// A binary heap of entries, the least key first, then the least tie, then the latest node.
#[derive(Debug)]
pub(crate) struct Heap<C>(Claimed<Vec<Entry<C>>>);

/// The least capacity of a heap that grows.
const LEAST_CAPACITY: usize = 64;

/// A function that passes on entries, one by one.
type Each<'e, C> = &'e dyn Fn(&mut dyn FnMut(Entry<C>));

impl<C: Cost> Heap<C> {
    pub(crate) const fn new() -> Self {
        Self(Claimed::new())
    }

    /// Adds the entries that `each` passes on to an empty heap, with room for one more.
    pub(super) fn fill(&mut self, each: Each<'_, C>, memory: &Quota) -> Result<(), Stop> {
        let mut count = 0;
        each(&mut |_| count += 1);
        let capacity = (count + 1).max(LEAST_CAPACITY);
        if capacity > self.0.capacity() {
            self.0.set_capacity(capacity, memory)?;
        }
        each(&mut |entry| self.push_within(entry));
        Ok(())
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// The entry that comes first.
    #[cfg(feature = "std")]
    pub(super) fn first(&self) -> Option<Entry<C>> {
        self.0.first().copied()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Entry<C>> {
        self.0.iter().copied()
    }

    #[inline]
    pub(crate) fn push(&mut self, entry: Entry<C>, memory: &Quota) -> Result<(), Stop> {
        if self.0.len() == self.0.capacity() {
            let twice = (2 * self.0.capacity()).max(LEAST_CAPACITY);
            self.0.set_capacity(twice, memory)?;
        }
        self.push_within(entry);
        Ok(())
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Entry<C>> {
        let last = self.0.as_vec().pop()?;
        let Some(first) = self.0.first_mut() else {
            return Some(last);
        };
        let first = mem::replace(first, last);
        self.sink();
        Some(first)
    }

    /// Moves the first entry to where it belongs: down to a leaf without comparing it, and up from there. It was the
    /// last leaf before, so that it belongs near the leaves (as in bottom-up heapsort).
    #[inline]
    fn sink(&mut self) {
        let items = &mut *self.0;
        let entry = items[0];
        let (mut at, mut child) = (0, 1);
        while child < items.len() {
            if child + 1 < items.len() && !items[child].comes_before(items[child + 1]) {
                child += 1;
            }
            items[at] = items[child];
            at = child;
            child = 2 * at + 1;
        }
        rise(items, at, entry);
    }

    /// Removes the first entry, if it has the key and the tie of this one, which was removed last.
    #[inline]
    pub(crate) fn pop_equal(&mut self, Entry { key, tie, .. }: Entry<C>) -> Option<Entry<C>> {
        let next = self.0.first()?;
        if next.key == key && next.tie == tie {
            self.pop()
        } else {
            None
        }
    }

    /// Makes room for `more` entries.
    pub(super) fn make_room(&mut self, more: usize, memory: &Quota) -> Result<(), Stop> {
        let needed = self.0.len() + more;
        if needed > self.0.capacity() {
            let more = needed.max(2 * self.0.capacity());
            self.0.set_capacity(more, memory)?;
        }
        Ok(())
    }

    /// Adds an entry for which there is room.
    #[inline]
    pub(super) fn push_within(&mut self, entry: Entry<C>) {
        self.0.push_within(entry);
        let last = self.0.len() - 1;
        rise(&mut self.0, last, entry);
    }

    /// Writes the heap in memory order, so that iteration over it keeps its order.
    pub(crate) fn save(&self, to: &mut Writer<'_>) {
        to.list(&*self.0, |to, entry| entry.save(to));
    }

    /// Reads a heap of entries for `nodes` nodes.
    pub(crate) fn load(nodes: usize, from: &mut Reader<'_>) -> Option<Self> {
        let count = from.count(3)?;
        let mut heap = Self(Claimed::with_room(count, &from.memory).ok()?);
        for _ in 0..count {
            heap.push_within(Entry::load(nodes, from)?);
        }
        Some(heap)
    }
}

/// Puts an entry at position `at`, or as far above it as it belongs.
#[inline]
fn rise<C: Cost>(items: &mut [Entry<C>], mut at: usize, entry: Entry<C>) {
    while at > 0 {
        let parent = (at - 1) / 2;
        if !entry.comes_before(items[parent]) {
            break;
        }
        items[at] = items[parent];
        at = parent;
    }
    items[at] = entry;
}

impl<C: Cost> Entry<C> {
    #[inline]
    fn comes_before(self, other: Self) -> bool {
        if self.key != other.key {
            return self.key < other.key;
        }
        if self.tie != other.tie {
            return self.tie < other.tie;
        }
        self.node > other.node
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BinaryHeap;
    use alloc::vec::Vec;
    use core::cmp::Reverse;

    use proptest::collection::vec;
    use proptest::option::weighted;
    use proptest::prelude::*;

    use super::Heap;
    use crate::account::Quota;
    use crate::storage::Entry;

    /// Pushes the given keys and ties, and pops where there are none: in the order of the heap of the standard library,
    /// and in the same order in memory, in which a heap is saved.
    fn is_like_that_of_std(steps: &[Option<(u32, u32)>]) {
        let memory = Quota::new(None);
        let (mut heap, mut expected) = (Heap::new(), BinaryHeap::new());
        let item = |entry: Entry<u32>| Reverse((entry.key, entry.tie, Reverse(entry.node)));
        for (node, &step) in (0..).zip(steps) {
            match step {
                Some((key, tie)) => {
                    let entry = Entry { key, tie, node };
                    heap.push(entry, &memory).expect("memory");
                    expected.push(item(entry));
                }
                None => assert_eq!(heap.pop().map(item), expected.pop()),
            }
            let in_memory: Vec<_> = heap.iter().map(item).collect();
            assert_eq!(&in_memory[..], expected.as_slice());
        }
    }

    proptest! {
        #[test]
        fn entries_are_in_the_order_of_std(steps in vec(weighted(0.6, (0_u32..5, 0_u32..3)), 0..200)) {
            is_like_that_of_std(&steps);
        }
    }
}
