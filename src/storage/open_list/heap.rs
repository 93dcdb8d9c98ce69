//! [`Heap`]: a binary heap by key and tie, for any values.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::Entry;
use crate::account::{Claimed, Quota, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;

/// A binary heap of entries by key and tie.
#[derive(Debug)]
pub(crate) struct Heap<C>(Claimed<BinaryHeap<Item<C>>>);

/// The least capacity where the number of entries is not known.
const LEAST: usize = 64;

/// A function that passes on entries, one by one.
type Each<'e, C> = &'e dyn Fn(&mut dyn FnMut(Entry<C>));

/// key, tie and node; the least comes first, and among equal ones the latest node.
type Item<C> = Reverse<(C, C, Reverse<u32>)>;

impl<C: Cost> Heap<C> {
    pub(crate) const fn new() -> Self {
        Self(Claimed::empty())
    }

    /// Adds the entries that `each` passes on to an empty heap, with room for one more.
    pub(super) fn fill(&mut self, each: Each<'_, C>, memory: &Quota) -> Result<(), Stop> {
        let mut count = 0;
        each(&mut |_| count += 1);
        let capacity = (count + 1).max(LEAST);
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
        self.0.peek().copied().map(entry)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Entry<C>> {
        self.0.iter().copied().map(entry)
    }

    #[inline]
    pub(crate) fn push(&mut self, entry: Entry<C>, memory: &Quota) -> Result<(), Stop> {
        if self.0.len() == self.0.capacity() {
            let twice = (2 * self.0.capacity()).max(LEAST);
            self.0.set_capacity(twice, memory)?;
        }
        self.push_within(entry);
        Ok(())
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Entry<C>> {
        self.0.pop().map(entry)
    }

    /// Removes another entry with this key and tie, those of the entry that was removed last.
    #[inline]
    pub(crate) fn pop_equal(&mut self, Entry { key, tie, .. }: Entry<C>) -> Option<Entry<C>> {
        let Reverse((next_key, next_tie, _)) = *self.0.peek()?;
        if (next_key, next_tie) == (key, tie) {
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
        self.0.push_within(item(entry));
    }

    /// Writes the heap in memory order, so that iteration over it keeps its order.
    pub(crate) fn save(&self, to: &mut Writer<'_>) {
        to.list(&*self.0, |to, item| entry(*item).save(to));
    }

    /// Reads a heap of entries for `nodes` nodes.
    pub(crate) fn load(nodes: usize, from: &mut Reader<'_>) -> Option<Self> {
        let count = from.count(3)?;
        let mut items = Claimed::<Vec<_>>::with_room(count, &from.memory).ok()?;
        for _ in 0..count {
            items.push_within(item(Entry::load(nodes, from)?));
        }
        Some(Self(items.into_heap()))
    }
}

#[inline]
fn item<C>(Entry { key, tie, node }: Entry<C>) -> Item<C> {
    Reverse((key, tie, Reverse(node)))
}

#[inline]
fn entry<C>(Reverse((key, tie, Reverse(node))): Item<C>) -> Entry<C> {
    Entry { key, tie, node }
}
