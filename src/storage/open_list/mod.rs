//! [`OpenList`]: a priority queue by a key, such as f, and within a key by a tie, such as h. The search computes both;
//! best-first searches do so by their `Order`.
//!
//! Invariant: the entries are all in the window, or all in the heap. The [`KeyWindow`] is a bucket queue (R. B. Dial,
//! "Algorithm 360", 1969) with a row for each key from the least one, the *base*, up: either a bucket for each key and
//! tie, or a stack for each key. A key below the base, as from an inconsistent heuristic, shifts the rows. Beyond 16
//! KiB, rows grow only in proportion to the number of pushed entries: where keys are widely spread, as on maps, a short
//! search would otherwise spend most of its time on empty rows.

mod buckets;
mod heap;
mod pool;
mod round_robin;
mod stacks;
mod window;

use alloc::vec::Vec;

use crate::account::{Claimed, Quota, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;
pub(crate) use heap::Heap;
pub(crate) use round_robin::{MOST_KINDS, RoundRobin, Waiting};
use window::{KeyWindow, QueueKind, QueuedNode, RowFront};

/// Entries ordered by key, then by smaller tie, then the latest first.
///
/// While keys and ties each span few values, the entries are in buckets. If ties are spread so widely that most buckets
/// would be empty, there is one stack for each key, and the latest entry of a key comes first, whatever its tie. If
/// keys are widely spread too, or costs are not exact, the entries are in a heap. A list changes from one kind to the
/// next when an entry has no place in it, and back only when it is cleared.
#[derive(Debug)]
pub(crate) struct OpenList<C> {
    /// The key of the first row of the window.
    base: C,
    window: KeyWindow,
    heap: Heap<C>,
}

/// An entry: a node with its key, and with what decides among equal keys. The least of both comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry<C> {
    pub(crate) key: C,
    pub(crate) tie: C,
    pub(crate) node: u32,
}

impl<C: Cost> OpenList<C> {
    const FIRST_KIND: QueueKind = if C::IS_EXACT {
        QueueKind::Buckets
    } else {
        QueueKind::Heap
    };

    /// An empty list; `base` is the key of the root.
    pub(crate) const fn new(base: C) -> Self {
        Self {
            base,
            window: KeyWindow::new(Self::FIRST_KIND),
            heap: Heap::new(),
        }
    }

    /// Sets the least key of an empty list, and chooses stacks at once if keys, and so ties, are large.
    pub(crate) fn rebase(&mut self, base: C) {
        // A short search could not fill the buckets of a key with ties as large as this.
        const WIDE: usize = 1 << 9;
        self.base = base;
        if base.to_usize().is_none_or(|base| base > WIDE) {
            self.window.begin_with_stacks();
        }
    }

    /// Removes all entries. Memory is kept, but not what the order among equal entries depends on: the kind of list and
    /// its shape. So a search that begins again has the order of a new one.
    pub(crate) fn clear(&mut self) {
        self.base = C::zero();
        self.window.clear(Self::FIRST_KIND);
        self.heap.clear();
    }

    /// Passes on all entries: those in buckets or stacks in the order of [`pop`](Self::pop), those in the heap in any.
    pub(crate) fn each(&self, visit: &mut dyn FnMut(Entry<C>)) {
        self.window.each(&mut |queued| {
            if let Some(entry) = self.entry(queued) {
                visit(entry);
            }
        });
        self.heap.iter().for_each(visit);
    }

    /// The entry of a node in the window. The sum is the key with which the node was pushed, so it does not overflow.
    #[inline(always)]
    fn entry(&self, QueuedNode { row, tie, node }: QueuedNode) -> Option<Entry<C>> {
        Some(Entry {
            key: self.base + C::from(row)?,
            tie: C::from(tie)?,
            node,
        })
    }

    /// The row of a key, unless it is below the base.
    #[inline(always)]
    fn row(&self, key: C) -> Option<usize> {
        key.checked_sub(&self.base)?.to_usize()
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, entry: Entry<C>, memory: &Quota) -> Result<(), Stop> {
        if let (Some(row), Some(tie)) = (self.row(entry.key), entry.tie.to_u32()) {
            let node = entry.node;
            if self.window.push(QueuedNode { row, tie, node }, memory)? {
                return Ok(());
            }
        }
        self.push_elsewhere(entry, memory)
    }

    /// Adds an entry that has no place in the window: lowers the base, or changes to stacks or to a heap.
    #[inline(never)]
    fn push_elsewhere(&mut self, entry: Entry<C>, memory: &Quota) -> Result<(), Stop> {
        if self.window.kind != QueueKind::Heap {
            let is_below = entry.key < self.base;
            if is_below && self.lower_base(entry.key, memory)?
                || self.window.change_to_stacks(memory)?
            {
                return self.push(entry, memory);
            }
            let mut heap = core::mem::replace(&mut self.heap, Heap::new());
            heap.fill(&|visit| self.each(visit), memory)?;
            self.heap = heap;
            self.window.close();
        }
        self.heap.push(entry, memory)
    }

    /// Lowers the base to `key`, which is below it, or further; returns false if that makes too many rows.
    fn lower_base(&mut self, key: C, memory: &Quota) -> Result<bool, Stop> {
        // The base cannot fall below zero.
        let (rows, most) = (self.base - key, self.base.to_usize());
        let more = match rows.to_usize() {
            Some(rows) => self
                .window
                .prepend_rows(rows, most.unwrap_or(rows), memory)?,
            None => None,
        };
        let Some(more) = more.and_then(C::from) else {
            return Ok(false);
        };
        self.base = self.base - more;
        Ok(true)
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

    /// The loop of [`push_all`](Self::push_all), which is inlined without it.
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

    /// All entries; those in buckets are sorted by tie, such as h, the least first.
    pub(crate) fn nearest_first(&self) -> impl Iterator<Item = Entry<C>> {
        let queued = self.window.nearest_first();
        let entries = queued.filter_map(|queued| self.entry(queued));
        entries.chain(self.heap.iter())
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<Entry<C>> {
        match self.window.pop() {
            Some(queued) => self.entry(queued),
            None => self.heap.pop(),
        }
    }

    /// Removes the entry with the highest potential (R. Stern, R. Puzis and A. Felner, "Potential search", 2011): the
    /// greatest ratio of slack to tie. `slack` is called with the least key and with an entry's key, and returns how
    /// far the latter is below the bound; the least key has the most slack, and keys beyond the bound, for which it
    /// returns `None`, are not compared. In stacks only the latest entry of each key is compared, in a heap only the
    /// first.
    pub(crate) fn pop_by_potential(
        &mut self,
        mut slack: impl FnMut(C, C) -> Option<f64>,
    ) -> Option<Entry<C>> {
        if let Some(row) = best_row(self.window.fronts(), self.base, &mut slack) {
            let queued = self.window.pop_from(row)?;
            return self.entry(queued);
        }
        let entry = self.heap.pop()?;
        // The caller learns the least key by this call.
        slack(entry.key, entry.key);
        Some(entry)
    }

    /// The least key.
    #[cfg(feature = "std")]
    pub(crate) fn least_key(&self) -> Option<C> {
        match self.window.first_row() {
            Some(row) => Some(self.base + C::from(row)?),
            None => self.heap.first().map(|entry| entry.key),
        }
    }

    /// Removes up to `most` more entries with the same key and, except in stacks, the same tie as the last of
    /// `entries`, which was removed last, and appends them to `entries`.
    pub(crate) fn pop_equals(&mut self, most: usize, entries: &mut Vec<Entry<C>>) {
        let Some(&first) = entries.last() else {
            return;
        };
        if self.window.kind == QueueKind::Heap {
            let equals = core::iter::from_fn(|| self.heap.pop_equal(first));
            entries.extend(equals.take(most));
        } else if let Some(row) = self.row(first.key) {
            self.window.pop_some_from(row, most, &mut |tie, node| {
                let tie = C::from(tie).unwrap_or(first.tie);
                entries.push(Entry { tie, node, ..first });
            });
        }
    }
}

/// The row with the highest potential. `fronts` are the rows that have entries, each with the tie of its first entry.
fn best_row<C: Cost>(
    fronts: impl Iterator<Item = RowFront>,
    base: C,
    slack: &mut impl FnMut(C, C) -> Option<f64>,
) -> Option<usize> {
    let mut fronts = fronts.filter_map(|RowFront { row, tie }| {
        let (key, tie) = (base + C::from(row)?, C::from(tie)?.to_f64());
        Some((row, key, tie.unwrap_or(0.0)))
    });
    let (mut best_row, least, mut best_tie) = fronts.next()?;
    // The least key has slack, whatever rounding says.
    let mut best_slack = slack(least, least).unwrap_or(0.0);
    for (row, key, tie) in fronts {
        let Some(next) = slack(least, key) else { break };
        // A tie of zero has infinite potential.
        if best_tie == 0.0 {
            break;
        }
        if tie == 0.0 || next * best_tie > best_slack * tie {
            (best_row, best_slack, best_tie) = (row, next, tie);
        }
    }
    Some(best_row)
}

/// Saving and loading.
impl<C: Cost> OpenList<C> {
    pub(crate) fn save(&self, to: &mut Writer<'_>) {
        to.number(self.window.kind as u8);
        if self.window.kind == QueueKind::Heap {
            return self.heap.save(to);
        }
        let mut entries = Vec::new();
        self.each(&mut |entry| entries.push(entry));
        to.cost(self.base);
        to.count(self.window.pushed());
        to.count(entries.len());
        self.window.save_shape(to);
        // In reverse, so that pushing the entries restores their order.
        entries.iter().rev().for_each(|entry| entry.save(to));
    }

    /// Reads a list of entries for `nodes` nodes.
    pub(crate) fn load(nodes: usize, from: &mut Reader<'_>) -> Option<Self> {
        let kinds = [QueueKind::Buckets, QueueKind::Stacks, QueueKind::Heap];
        let kind = *kinds.get(usize::try_from(from.number()?).ok()?)?;
        let mut list = Self::new(C::zero());
        list.window.kind = kind;
        if kind == QueueKind::Heap {
            list.heap = Heap::load(nodes, from)?;
            return Some(list);
        }
        if Self::FIRST_KIND == QueueKind::Heap {
            return None;
        }
        list.base = from.cost()?;
        // The number of pushed entries limits the rows. Since the bytes are not trusted, it is capped at this many
        // pushes for each node and each entry.
        const MOST_PUSHES: usize = 16;
        let pushed = usize::try_from(from.number()?).ok()?;
        let count = from.count(3)?;
        let pushed = pushed.min((nodes + count).saturating_mul(MOST_PUSHES));
        list.window.set_pushed(pushed);
        list.window.load_shape(from)?;
        for _ in 0..count {
            let entry = Entry::load(nodes, from)?;
            list.push(entry, &from.memory).ok()?;
        }
        list.window.set_pushed(pushed);
        Some(list)
    }
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
    use super::{Entry, OpenList, QueueKind};
    use crate::account::Quota;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    fn pops_in_order(base: u64, entries: &[(u64, u64)], expected: QueueKind) {
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
        assert_eq!(open.window.kind, expected);
        while !left.is_empty() {
            take(&mut open, &mut left);
        }
        assert_eq!(open.pop(), None);
    }

    fn take(open: &mut OpenList<u64>, left: &mut Vec<Entry<u64>>) {
        let got = open.pop().expect("entries are left");
        // Stacks ignore ties.
        let counts = u64::from(open.window.kind != QueueKind::Stacks);
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
            pops_in_order(10, &entries, QueueKind::Buckets);
        }

        #[test]
        fn the_first_row_may_come_late(
            entries in proptest::collection::vec((10..60_u64, 0..10_u64), 0..300),
        ) {
            pops_in_order(60, &entries, QueueKind::Buckets);
        }

        #[test]
        fn where_ties_spread_the_key_alone_counts(
            mut entries in proptest::collection::vec((5..300_u64, 0..=u64::from(u32::MAX)), 0..300),
        ) {
            entries.push((70, u32::MAX.into()));
            pops_in_order(200, &entries, QueueKind::Stacks);
        }

        #[test]
        fn widely_spread_values_move_to_a_heap(
            mut entries in proptest::collection::vec((0..u64::MAX, 0..u64::MAX), 0..300),
        ) {
            entries.push((u64::MAX, 7));
            pops_in_order(10, &entries, QueueKind::Heap);
        }
    }

    proptest! {
        #[test]
        fn a_cleared_list_has_the_order_of_a_new_one(
            before in proptest::collection::vec(any::<(u64, u64)>(), 0..300),
            after in proptest::collection::vec(any::<(u64, u64)>(), 0..300),
            spreads in (1..9_000_u64, 1..9_000_u64),
            base in 0..1_000_u64,
        ) {
            let memory = Quota::new(None);
            let push = |list: &mut OpenList<u64>, entries: &[(u64, u64)]| {
                for (node, &(key, tie)) in (0..).zip(entries) {
                    let (key, tie) = (key % spreads.0, tie % spreads.1);
                    assert!(list.push(Entry { key, tie, node }, &memory).is_ok());
                }
            };
            let (mut kept, mut new) = (OpenList::new(0), OpenList::new(0));
            push(&mut kept, &before);
            kept.clear();
            for list in [&mut kept, &mut new] {
                list.rebase(base);
                push(list, &after);
            }
            prop_assert_eq!(kept.window.kind, new.window.kind);
            for _ in 0..=after.len() {
                prop_assert_eq!(kept.pop(), new.pop());
            }
        }
    }

    #[test]
    fn a_conversion_without_memory_changes_nothing() {
        let mut refused = 0;
        for limit in (0..1 << 16).step_by(64) {
            let memory = Quota::new(Some(limit));
            let mut open = OpenList::new(0_u64);
            let entries = (0..100).map(|node| (u64::from(node), 1_u64 << (node / 4), node));
            let pushed = entries
                .map(|(key, tie, node)| open.push(Entry { key, tie, node }, &memory))
                .take_while(Result::is_ok)
                .count();
            let mut nodes: Vec<u32> = open.nearest_first().map(|entry| entry.node).collect();
            nodes.sort_unstable();
            assert!((0..pushed as u32).eq(nodes), "{limit}");
            refused += usize::from(open.window.kind == QueueKind::Buckets && pushed > 10);
        }
        assert!(refused > 0);
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
                    tie: 1 << 30,
                    node: 9
                },
                &memory
            )
            .is_ok()
        );
        assert_eq!(open.window.kind, QueueKind::Stacks);
        let nodes: Vec<u32> = core::iter::from_fn(|| open.pop())
            .map(|entry| entry.node)
            .collect();
        assert_eq!(nodes, [3, 1, 0, 2, 4, 9]); // the smaller tie first, and of one tie the latest
    }
}
