//! [`RoundRobin`]: a heap for each kind of entry; the kinds take turns in `pop`.
//!
//! A kind is a number that the search gives an entry, such as the type of its state. Invariant: an entry of kind k is
//! in the k-th heap, and heaps beyond the highest kind in use are empty.

use alloc::vec::Vec;

use super::{Entry, Heap};
use crate::account::{Claim, Claimed, Quota, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;

/// The greatest number of kinds, as a kind is one byte.
pub(crate) const MOST_KINDS: usize = 1 << 8;

/// Heaps of entries by key and tie, one for each kind; the kinds take turns.
#[derive(Debug)]
pub(crate) struct RoundRobin<C> {
    /// The heap of kind zero, the only one in most searches, and those of the other kinds.
    first: Heap<C>,
    others: Claimed<Vec<Heap<C>>>,
    /// The number of other kinds in use. Heaps behind these are empty, and kept for their memory.
    used: usize,
    /// The kind whose turn is next.
    next: usize,
}

/// Entries that wait to be added to their heaps.
#[derive(Debug)]
pub(crate) struct Waiting<C> {
    entries: Claimed<Vec<Entry<C>>>,
    kinds: Claimed<Vec<u8>>,
}

impl<C: Cost> RoundRobin<C> {
    pub(crate) const fn new() -> Self {
        Self {
            first: Heap::new(),
            others: Claimed::new(),
            used: 0,
            next: 0,
        }
    }

    /// One more than the highest kind since the last `clear`.
    pub(crate) const fn kinds(&self) -> usize {
        1 + self.used
    }

    pub(crate) fn clear(&mut self) {
        self.first.clear();
        self.others.iter_mut().for_each(Heap::clear);
        (self.used, self.next) = (0, 0);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Entry<C>> {
        let others = self.others.iter().flat_map(Heap::iter);
        self.first.iter().chain(others)
    }

    fn heap_of(&mut self, kind: usize) -> Option<&mut Heap<C>> {
        match kind.checked_sub(1) {
            Some(other) => self.others.get_mut(other),
            None => Some(&mut self.first),
        }
    }

    /// Removes the first entry of the kind whose turn it is, or of the next kind with an entry.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Entry<C>> {
        let kinds = self.kinds();
        for _ in 0..kinds {
            let turn = self.next;
            self.next = if turn + 1 < kinds { turn + 1 } else { 0 };
            if let Some(entry) = self.heap_of(turn)?.pop() {
                return Some(entry);
            }
        }
        None
    }

    /// Adds the waiting entries to their heaps, in the order in which they came; after an error the rest still waits.
    pub(crate) fn add_waiting(
        &mut self,
        waiting: &mut Waiting<C>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        let entries = waiting.entries.iter().zip(&*waiting.kinds);
        let (mut added, mut outcome) = (0, Ok(()));
        for (&entry, &kind) in entries {
            outcome = self.push(kind.into(), entry, memory);
            if outcome.is_err() {
                break;
            }
            added += 1;
        }
        waiting.entries.as_vec().drain(..added);
        waiting.kinds.as_vec().drain(..added);
        outcome
    }

    fn push(&mut self, kind: usize, entry: Entry<C>, memory: &Quota) -> Result<(), Stop> {
        if kind > self.others.len() {
            self.others.reserve(kind - self.others.len(), memory)?;
            self.others.as_vec().resize_with(kind, Heap::new);
        }
        if let Some(heap) = self.heap_of(kind) {
            heap.make_room(1, memory)?;
            heap.push_within(entry);
        }
        self.used = self.used.max(kind);
        Ok(())
    }

    /// Writes the heaps in memory order, so that iteration over them keeps its order.
    pub(crate) fn save(&self, to: &mut Writer<'_>) {
        self.first.save(to);
        to.list(self.others.iter().take(self.used), |to, heap| heap.save(to));
        to.count(self.next);
    }

    /// Reads entries for `nodes` nodes.
    pub(crate) fn load(nodes: usize, from: &mut Reader<'_>) -> Option<Self> {
        let first = Heap::load(nodes, from)?;
        let others = from.list(|from| Heap::load(nodes, from))?;
        if others.len() >= MOST_KINDS {
            return None;
        }
        let claim = Claim::new(others.capacity() * size_of::<Heap<C>>(), &from.memory);
        let others = Claimed::adopt(others, claim.ok()?);
        let next = from.index(others.len() + 1)? as usize;
        Some(Self {
            first,
            used: others.len(),
            others,
            next,
        })
    }
}

impl<C: Cost> Waiting<C> {
    pub(crate) const fn new() -> Self {
        Self {
            entries: Claimed::new(),
            kinds: Claimed::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.kinds.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Makes room for `more` entries.
    pub(crate) fn make_room(&mut self, more: usize, memory: &Quota) -> Result<(), Stop> {
        self.entries.reserve(more, memory)?;
        self.kinds.reserve(more, memory)
    }

    /// Adds an entry for which there is room.
    pub(crate) fn push_within(&mut self, kind: u8, entry: Entry<C>) {
        self.entries.push_within(entry);
        self.kinds.push_within(kind);
    }

    pub(crate) fn save(&self, to: &mut Writer<'_>) {
        to.list(&*self.entries, |to, entry| entry.save(to));
        let kinds = self.kinds.iter();
        kinds.for_each(|&kind| to.number(kind));
    }

    /// Reads entries for `nodes` nodes.
    pub(crate) fn load(nodes: usize, from: &mut Reader<'_>) -> Option<Self> {
        let entries = Entry::load_list(nodes, 0, from)?;
        let mut kinds = Claimed::<Vec<_>>::with_room(entries.len(), &from.memory).ok()?;
        for _ in &*entries {
            kinds.push_within(from.index(MOST_KINDS)? as u8);
        }
        Some(Self { entries, kinds })
    }
}
