//! [`OpenList`]: a priority queue by a key, such as f, and within a key by a tie, such as h. What key and tie are is
//! for the search to say; best-first searches say it in their order.
//!
//! A bucket is a stack of small blocks, known by the cursor of its latest entry. An f below the first row, as from an
//! inconsistent heuristic, shifts the rows. Beyond 16 KiB, buckets and stacks grow only in proportion to the number of
//! pushed entries: where keys are widely spread, as on maps, a short search would otherwise spend most of its time on
//! empty rows.

mod buckets;
mod heap;
mod pool;
mod round_robin;
mod stacks;
mod table;

use alloc::vec::Vec;

use crate::account::{Claimed, Quota, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;
use buckets::Buckets;
pub(crate) use heap::Heap;
pub(crate) use round_robin::{MOST_KINDS, RoundRobin, Waiting};
use stacks::Stacks;

/// Entries ordered by key, then by smaller tie, then the latest first.
///
/// While all values lie in a small window, the entries are in buckets. If ties are spread so widely that most buckets
/// would be empty, there is one stack for each key, and the latest entry of a key comes first, whatever its tie. If
/// keys are widely spread too, or costs are not exact, the entries are in a heap.
#[derive(Debug)]
pub(crate) enum OpenList<C> {
    Buckets(Buckets<C>),
    Stacks(Stacks<C>),
    Heap(Heap<C>),
}

/// An entry: a node with its key, and with what decides among equal keys. The least of both comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry<C> {
    pub(crate) key: C,
    pub(crate) tie: C,
    pub(crate) node: u32,
}

impl<C: Cost> OpenList<C> {
    /// An empty list; `base` is the key of the root.
    pub(crate) const fn new(base: C) -> Self {
        if C::IS_EXACT {
            Self::Buckets(Buckets::new(base))
        } else {
            Self::Heap(Heap::new())
        }
    }

    /// Sets the least key of an empty list, and chooses stacks at once if keys, and so ties, are large.
    pub(crate) fn rebase(&mut self, base: C) {
        // A short search could not fill the buckets of a key with ties as large as this.
        const WIDE: usize = 1 << 9;
        match self {
            Self::Buckets(buckets)
                if buckets.table.bytes() == 0 && base.to_usize().is_none_or(|base| base > WIDE) =>
            {
                *self = Self::Stacks(Stacks::new(base));
            }
            Self::Buckets(buckets) => buckets.base = base,
            Self::Stacks(stacks) => stacks.base = base,
            Self::Heap(_) => {}
        }
    }

    /// Removes all entries. Memory is not kept: the order among equal entries depends on the kind of list and on its
    /// size, and a search that begins anew has the order of a new one.
    pub(crate) fn clear(&mut self) {
        *self = Self::new(C::zero());
    }
    /// Passes on all entries, in any order.
    pub(crate) fn each(&self, visit: &mut dyn FnMut(Entry<C>)) {
        match self {
            Self::Buckets(buckets) => buckets.each(visit),
            Self::Stacks(stacks) => stacks.each(visit),
            Self::Heap(heap) => heap.iter().for_each(visit),
        }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, entry: Entry<C>, memory: &Quota) -> Result<(), Stop> {
        let has_place = match self {
            Self::Buckets(buckets) => buckets.push(entry, memory)?,
            Self::Stacks(stacks) => stacks.push(entry, memory)?,
            Self::Heap(_) => false,
        };
        if has_place {
            return Ok(());
        }
        self.push_elsewhere(entry, memory)
    }

    /// Adds entries in order, and removes the added ones from `entries`.
    #[inline(always)]
    pub(crate) fn push_all(
        &mut self,
        entries: &mut Vec<Entry<C>>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        if entries.is_empty() {
            return Ok(());
        }
        self.push_each(entries, memory)
    }

    #[cold]
    fn push_each(&mut self, entries: &mut Vec<Entry<C>>, memory: &Quota) -> Result<(), Stop> {
        let (mut pushed, mut outcome) = (0, Ok(()));
        while let Some(&entry) = entries.get(pushed) {
            outcome = self.push(entry, memory);
            if outcome.is_err() {
                break;
            }
            pushed += 1;
        }
        let left = entries.len() - pushed;
        for at in 0..left {
            entries[at] = entries[at + pushed];
        }
        entries.truncate(left);
        outcome
    }

    /// All entries; those in buckets are sorted by smallest tie.
    pub(crate) fn nearest_first(&self) -> impl Iterator<Item = Entry<C>> {
        let (buckets, stacks, heap) = match self {
            Self::Buckets(buckets) => (Some(buckets.nearest_first()), None, None),
            Self::Stacks(stacks) => (None, Some(stacks.iter()), None),
            Self::Heap(heap) => (None, None, Some(heap.iter())),
        };
        let buckets = buckets.into_iter().flatten();
        let stacks = stacks.into_iter().flatten();
        buckets.chain(stacks).chain(heap.into_iter().flatten())
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<Entry<C>> {
        match self {
            Self::Buckets(buckets) => buckets.pop(),
            Self::Stacks(stacks) => stacks.pop(),
            Self::Heap(heap) => heap.pop(),
        }
    }

    /// Removes the entry with the highest potential: the greatest ratio of room to tie. `room` computes the room from
    /// the least key and an entry's key; the least key has the most, and keys without room end the search. In stacks
    /// only the latest entry of each key is compared, in a heap only the first.
    pub(crate) fn pop_by_potential(
        &mut self,
        mut room: impl FnMut(C, C) -> Option<f64>,
    ) -> Option<Entry<C>> {
        match self {
            Self::Buckets(buckets) => {
                let row = best_row(buckets.fronts(), room)?;
                buckets.pop_from(row)
            }
            Self::Stacks(stacks) => {
                let row = best_row(stacks.fronts(), room)?;
                stacks.pop_from(row)
            }
            Self::Heap(heap) => {
                let entry = heap.pop()?;
                room(entry.key, entry.key);
                Some(entry)
            }
        }
    }

    /// The least key.
    #[cfg(feature = "std")]
    pub(crate) fn least_key(&self) -> Option<C> {
        let first = match self {
            Self::Buckets(buckets) => buckets.iter().next(),
            Self::Stacks(stacks) => stacks.iter().next(),
            Self::Heap(heap) => heap.first(),
        };
        first.map(|entry| entry.key)
    }

    /// Removes up to `most` more entries that tie with `first`, which was removed last: those with its key and, except
    /// in stacks, its tie.
    pub(crate) fn pop_equals(&mut self, first: Entry<C>, most: usize, entries: &mut Vec<Entry<C>>) {
        for _ in 0..most {
            let next = match self {
                Self::Buckets(buckets) => buckets.pop_equal(first),
                Self::Stacks(stacks) => stacks.pop_equal(first),
                Self::Heap(heap) => heap.pop_equal(first),
            };
            let Some(entry) = next else { break };
            entries.push(entry);
        }
    }

    /// Adds an entry outside the window, and changes to stacks or a heap for it.
    #[inline(never)]
    fn push_elsewhere(&mut self, entry: Entry<C>, memory: &Quota) -> Result<(), Stop> {
        if let Self::Buckets(buckets) = self {
            *self = match Stacks::of(buckets, memory)? {
                Some(stacks) => Self::Stacks(stacks),
                None => Self::Heap(Heap::of(&|visit| buckets.each(visit), memory)?),
            };
        }
        if let Self::Stacks(stacks) = self {
            if stacks.push(entry, memory)? {
                return Ok(());
            }
            let heap = Heap::of(&|visit| stacks.each(visit), memory)?;
            *self = Self::Heap(heap);
        }
        match self {
            Self::Heap(heap) => heap.push(entry, memory).map(|_| ()),
            _ => Ok(()),
        }
    }
}

/// The base for a key below all rows, of which there are `rows`: at least as many more, so that the moving stays linear.
fn lowered<C: Cost>(base: C, rows: usize, key: C) -> C {
    let Some(rows) = C::from(rows) else {
        return key;
    };
    key.min(base.checked_sub(&rows).unwrap_or_else(C::zero))
}

/// The row with the highest potential. `fronts` are rows with their keys and the ties of their first entries.
fn best_row<C: Cost>(
    mut fronts: impl Iterator<Item = (usize, C, C)>,
    mut room: impl FnMut(C, C) -> Option<f64>,
) -> Option<usize> {
    let (first, least, tie) = fronts.next()?;
    // The least key has room, whatever rounding says.
    let (mut best, mut most) = (first, room(least, least).unwrap_or(0.0));
    let mut best_tie = tie.to_f64().unwrap_or(0.0);
    for (row, key, tie) in fronts {
        let Some(room) = room(least, key) else { break };
        let tie = tie.to_f64().unwrap_or(0.0);
        if best_tie == 0.0 {
            break;
        }
        if tie == 0.0 || room * best_tie > most * tie {
            (best, most, best_tie) = (row, room, tie);
        }
    }
    Some(best)
}

/// Saving and loading.
impl<C: Cost> OpenList<C> {
    pub(crate) fn save(&self, to: &mut Writer<'_>) {
        let (kind, base, pushed, entries) = match self {
            Self::Buckets(buckets) => (
                0_u8,
                buckets.base,
                buckets.table.pushed,
                collect(buckets.iter()),
            ),
            Self::Stacks(stacks) => (1, stacks.base, stacks.rows.pushed, collect(stacks.iter())),
            Self::Heap(heap) => {
                to.number(2_u8);
                return heap.save(to);
            }
        };
        to.number(kind);
        to.cost(base);
        to.count(pushed);
        to.count(entries.len());
        match self {
            Self::Buckets(buckets) => buckets.table.save_shape(to),
            Self::Stacks(stacks) => stacks.rows.save_shape(to),
            Self::Heap(_) => {}
        }
        entries.iter().for_each(|entry| entry.save(to));
    }

    /// Reads a list of entries for `nodes` nodes.
    pub(crate) fn load(nodes: usize, from: &mut Reader<'_>) -> Option<Self> {
        let mut list = match from.number()? {
            0 => Self::Buckets(Buckets::new(from.cost()?)),
            1 => Self::Stacks(Stacks::new(from.cost()?)),
            2 => return Heap::load(nodes, from).map(Self::Heap),
            _ => return None,
        };
        // The number of pushed entries limits the rows. As the bytes are not trusted, it is capped by the nodes and
        // entries.
        const WORTH: usize = 16;
        let pushed = usize::try_from(from.number()?).ok()?;
        let count = from.count(3)?;
        let pushed = pushed.min((nodes + count).saturating_mul(WORTH));
        list.set_pushed(pushed);
        match &mut list {
            Self::Buckets(buckets) => buckets.table.load_shape(from)?,
            Self::Stacks(stacks) => stacks.rows.load_shape(from)?,
            Self::Heap(_) => {}
        }
        for _ in 0..count {
            let entry = Entry::load(nodes, from)?;
            list.push(entry, &from.memory).ok()?;
        }
        list.set_pushed(pushed);
        Some(list)
    }

    const fn set_pushed(&mut self, pushed: usize) {
        match self {
            Self::Buckets(buckets) => buckets.table.pushed = pushed,
            Self::Stacks(stacks) => stacks.rows.pushed = pushed,
            Self::Heap(_) => {}
        }
    }
}

/// Reverses entries, so that pushing them restores their order.
fn collect<C>(entries: impl Iterator<Item = Entry<C>>) -> Vec<Entry<C>> {
    let mut entries: Vec<_> = entries.collect();
    entries.reverse();
    entries
}

impl<C: Cost> Entry<C> {
    pub(crate) fn save(&self, to: &mut Writer<'_>) {
        to.cost(self.key);
        to.cost(self.tie);
        to.number(self.node);
    }

    /// Reads an entry for one of `nodes` nodes.
    pub(crate) fn load(nodes: usize, from: &mut Reader<'_>) -> Option<Self> {
        let (key, tie): (C, C) = (from.cost()?, from.cost()?);
        let node = from.index(nodes)?;
        Some(Self { key, tie, node })
    }

    /// Reads entries for `nodes` nodes, with room for at least `room` entries.
    pub(crate) fn load_list(
        nodes: usize,
        room: usize,
        from: &mut Reader<'_>,
    ) -> Option<Claimed<Vec<Self>>> {
        let count = from.count(3)?;
        let mut entries = Claimed::new();
        entries.reserve(count.max(room), &from.memory).ok()?;
        for _ in 0..count {
            entries.push_within(Self::load(nodes, from)?);
        }
        Some(entries)
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, OpenList};
    use crate::account::Quota;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// The kinds of list, in the order of their conversions.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Kind {
        Buckets,
        Stacks,
        Heap,
    }

    fn kind(open: &OpenList<u64>) -> Kind {
        match open {
            OpenList::Buckets(_) => Kind::Buckets,
            OpenList::Stacks(_) => Kind::Stacks,
            OpenList::Heap(_) => Kind::Heap,
        }
    }

    fn pops_in_order(base: u64, entries: &[(u64, u64)], expected: Kind) {
        let memory = Quota::new(None);
        let mut open = OpenList::new(base);
        let mut left = Vec::new();
        for (node, &(key, tie)) in (0..).zip(entries) {
            let entry = Entry { key, tie, node };
            assert!(open.push(entry, &memory).is_ok());
            left.push(entry);
            if node % 3 == 2 {
                take(&mut open, &mut left);
            }
        }
        assert_eq!(kind(&open), expected);
        while !left.is_empty() {
            take(&mut open, &mut left);
        }
        assert_eq!(open.pop(), None);
    }

    fn take(open: &mut OpenList<u64>, left: &mut Vec<Entry<u64>>) {
        let got = open.pop().expect("entries are left");
        // Stacks ignore ties.
        let counts = u64::from(!matches!(open, OpenList::Stacks(_)));
        let least = left.iter().map(|e| (e.key, counts * e.tie)).min();
        assert_eq!(Some((got.key, counts * got.tie)), least);
        let at = left.iter().position(|e| *e == got);
        left.remove(at.expect("each entry comes out once"));
    }

    proptest! {
        #[test]
        fn the_smallest_key_then_the_smallest_tie_comes_first(
            entries in proptest::collection::vec((10..40_u64, 0..30_u64), 0..300),
        ) {
            pops_in_order(10, &entries, Kind::Buckets);
        }

        #[test]
        fn the_first_row_may_come_late(
            entries in proptest::collection::vec((10..60_u64, 0..10_u64), 0..300),
        ) {
            pops_in_order(60, &entries, Kind::Buckets);
        }

        #[test]
        fn where_ties_spread_the_key_alone_counts(
            mut entries in proptest::collection::vec((5..300_u64, 0..u64::MAX), 0..300),
        ) {
            entries.push((70, u64::MAX));
            pops_in_order(200, &entries, Kind::Stacks);
        }

        #[test]
        fn widely_spread_values_move_to_a_heap(
            mut entries in proptest::collection::vec((0..u64::MAX, 0..u64::MAX), 0..300),
        ) {
            entries.push((u64::MAX, 7));
            pops_in_order(10, &entries, Kind::Heap);
        }
    }

    #[test]
    fn conversions_keep_the_order() {
        let memory = Quota::new(None);
        let mut open = OpenList::new(0_u64);
        let entries = [(3, 2), (3, 1), (3, 5), (3, 1), (4, 0)];
        for (node, (key, tie)) in (0..).zip(entries) {
            assert!(open.push(Entry { key, tie, node }, &memory).is_ok());
        }
        assert!(
            open.push(
                Entry {
                    key: 9,
                    tie: 1 << 40,
                    node: 9
                },
                &memory
            )
            .is_ok()
        );
        assert_eq!(kind(&open), Kind::Stacks);
        let nodes: Vec<u32> = core::iter::from_fn(|| open.pop())
            .map(|entry| entry.node)
            .collect();
        assert_eq!(nodes, [3, 1, 0, 2, 4, 9]); // the smaller tie first, and of one tie the latest
    }
}
