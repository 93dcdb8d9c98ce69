//! [`Batch`]: generated children that wait to be looked up together in the table of a search.
//!
//! A large search spends most of its time on cache misses, so those of a batch are made to overlap. Several states with
//! equal keys are taken out of the open list and expanded; then the lines of the index in which their children will be
//! looked up are prefetched, then the nodes that may have their states, and only then is the first child looked up. A
//! child that leads back to the parent of its parent is counted as a duplicate without a lookup: on a sliding board,
//! that is one child in three.
//!
//! Invariant: a batch has children in the order in which they were generated, and each of them was counted with the
//! expansion of its parent. After a stop, those not looked up stay in the batch, which is part of the run, and come
//! first: if their parents were put back into the open list, other states would be expanded before them, and counts
//! would depend on stops. So a child is taken out only when there is memory for all that is kept of it.

use alloc::vec::Vec;

use crate::account::{Claimed, Quota, Stop};
use crate::cost::{Cost, CostExt};
use crate::monitor::Monitor;
use crate::puzzle::Puzzle;
use crate::solver::{Loader, Saver};
use crate::storage::Key;

/// Returns how many states to expand before their children are looked up, in a table of `stored` states.
///
/// In a table larger than the cache, nearly every lookup waits for memory, and those of a batch wait at the same time.
/// In a small table, states are expanded one by one: a state that is expanded before the children of an earlier one are
/// looked up may be the wrong one, since such a child would have come before it.
pub(super) const fn states_at_once(stored: usize) -> usize {
    if is_cached(stored) { 1 } else { MOST_STATES }
}

/// The greatest number of states that are expanded together.
pub(super) const MOST_STATES: usize = 16;

/// Returns how many children to look up together, in a table of `stored` states, if the order of expansions hardly
/// depends on them.
pub(super) const fn children_at_once(stored: usize) -> usize {
    if is_cached(stored) { 1 } else { MOST_CHILDREN }
}

/// The greatest number of children that such a search looks up together.
const MOST_CHILDREN: usize = 4 * MOST_STATES;

/// A batch of no more children than this is looked up in one portion.
const LEAST_PORTION: usize = 64;

/// Whether a table of `stored` states fits into the cache.
pub(super) const fn is_cached(stored: usize) -> bool {
    const CACHED: usize = 1 << 14;
    stored < CACHED
}

/// A generated child that is not looked up yet.
#[derive(Debug)]
pub(super) struct Child<S, G> {
    /// The hash or the address by which the state is looked up.
    pub(super) key: Key,
    pub(super) state: S,
    /// The name of the parent: its index in the table or, if there are several tables, table and index in one number.
    pub(super) parent: u32,
    /// The cost of the path. Breadth-first searches have none here, or by threads a number of the child.
    pub(super) g: G,
}

/// The cost of a child as bytes and, in searches that are `TAGGED`, the label of its key.
impl<S, G: Cost> Child<S, G> {
    pub(super) fn save<const TAGGED: bool>(to: &mut Saver<'_, S>, child: &Self) {
        to.cost(child.g);
        if TAGGED {
            to.number(child.key.label());
        }
    }

    pub(super) fn load<const TAGGED: bool>(
        from: &mut Loader<'_, S>,
        mut key: Key,
        state: S,
        parent: u32,
    ) -> Option<Self> {
        let g = from.cost()?;
        if TAGGED {
            key = key.labelled(from.index(1 << u8::BITS)? as u8);
        }
        Some(Self {
            key,
            state,
            parent,
            g,
        })
    }
}

/// A state that is expanded, and the cheapest known path to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodePath<'n, S, G> {
    pub(super) state: &'n S,
    /// The name of the state, which its children store as that of their parent.
    pub(super) name: u32,
    /// The state before it on the path, if the child that leads back there is to be left out of the batch.
    pub(super) parent: Option<&'n S>,
    pub(super) g: G,
}

/// The children of one state that were added to a batch, but not charged yet.
pub(super) struct NewChildren {
    /// The index of the first of them in the batch.
    from: usize,
    /// The number of all children, also of those left out of the batch.
    generated: u64,
    /// The number of children left out because they are known to be duplicates.
    duplicates: u64,
    /// Whether a child was left out because its cost is beyond the range of costs.
    has_cut: bool,
}

/// The key by which a generated child is looked up, and whether it was looked up already and is a duplicate.
pub(super) struct ChildKey {
    pub(super) key: Key,
    pub(super) is_known: bool,
}

impl ChildKey {
    /// The key of a child that is not looked up yet.
    #[inline(always)]
    pub(super) const fn later(key: Key) -> Option<Self> {
        let is_known = false;
        Some(Self { key, is_known })
    }
}

/// Generated children that wait to be looked up, in their order.
#[derive(Debug)]
pub(super) struct Batch<S, G>(Claimed<Vec<Child<S, G>>>);

impl<S, G> Default for Batch<S, G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S, G> Batch<S, G> {
    pub(super) const fn new() -> Self {
        Self(Claimed::new())
    }

    /// Makes room for `children` children in all.
    #[inline]
    pub(super) fn reserve(&mut self, children: usize, memory: &Quota) -> Result<(), Stop> {
        if children > self.0.capacity() {
            return self.grow(children, memory);
        }
        Ok(())
    }

    #[cold]
    fn grow(&mut self, children: usize, memory: &Quota) -> Result<(), Stop> {
        // Powers of two make the capacity the same whether children come one by one or together.
        let more = children.next_power_of_two().max(64) - self.0.len();
        self.0.reserve(more, memory)
    }

    /// Returns how many more children there is room for.
    #[cfg(feature = "std")]
    pub(super) fn room(&self) -> usize {
        self.0.capacity() - self.0.len()
    }

    /// Adds a child.
    #[inline]
    pub(super) fn push(&mut self, child: Child<S, G>, memory: &Quota) -> Result<(), Stop> {
        self.reserve(self.0.len() + 1, memory)?;
        self.0.as_vec().push(child);
        Ok(())
    }

    /// [Generates](Self::generate) the children of a stored state and [charges](Self::charge) the expansion, or does
    /// neither. Returns whether a child was left out because its cost is beyond the range of costs.
    #[inline(always)]
    pub(super) fn expand<Q, M>(
        &mut self,
        puzzle: &Q,
        path: NodePath<'_, S, G>,
        key: impl Fn(&S, G) -> Option<ChildKey>,
        monitor: &mut Monitor<'_, S, M, G>,
        show: impl FnOnce(&mut Monitor<'_, S, M, G>) -> Result<(), Stop>,
    ) -> Result<bool, Stop>
    where
        S: Eq,
        G: Cost,
        Q: Puzzle<State = S, Cost = G>,
    {
        let children = self.generate(puzzle, path, key, monitor.memory())?;
        self.charge(children, monitor, show)
    }

    /// Charges the expansion of a state whose children were generated, and calls `show` if the observer is shown nodes.
    /// If either fails, removes these children. Returns whether a child was left out because its cost is beyond the
    /// range of costs.
    #[inline(always)]
    pub(super) fn charge<M>(
        &mut self,
        NewChildren {
            from,
            generated,
            duplicates,
            has_cut,
        }: NewChildren,
        monitor: &mut Monitor<'_, S, M, G>,
        show: impl FnOnce(&mut Monitor<'_, S, M, G>) -> Result<(), Stop>,
    ) -> Result<bool, Stop>
    where
        G: Cost,
    {
        let mut charged = monitor.charge_expansion(generated);
        if charged.is_ok() && monitor.shows_nodes() {
            charged = show(monitor);
            if charged.is_err() {
                monitor.refund(1, generated);
            }
        }
        if let Err(stop) = charged {
            self.truncate(from);
            return Err(stop);
        }
        monitor.meter().duplicates(duplicates);
        Ok(has_cut)
    }

    /// Adds the children of a state, except known duplicates and children beyond the range of costs; or none of them.
    /// `key` is given the state and the cost of a child; if the child is a duplicate, it returns `None` or says so.
    #[inline(always)]
    pub(super) fn generate<Q>(
        &mut self,
        puzzle: &Q,
        NodePath {
            state,
            name,
            parent,
            g,
        }: NodePath<'_, S, G>,
        key: impl Fn(&S, G) -> Option<ChildKey>,
        memory: &Quota,
    ) -> Result<NewChildren, Stop>
    where
        S: Eq,
        G: Cost,
        Q: Puzzle<State = S, Cost = G>,
    {
        let from = self.0.len();
        let (mut generated, mut beyond) = (0, 0);
        for neighbor in puzzle.neighbors(state) {
            generated += 1;
            if neighbor.cost.is_negative() {
                self.truncate(from);
                return Err(Stop::NegativeCost);
            }
            let Some(g) = g.checked_add(&neighbor.cost) else {
                // The path costs more than any solution that the cost type can express.
                beyond += 1;
                continue;
            };
            let Some(ChildKey { key, is_known }) = key(&neighbor.state, g) else {
                continue;
            };
            let child = Child {
                key,
                state: neighbor.state,
                parent: name,
                g,
            };
            // If moves can be undone, every state but the start has its own parent among its children.
            let known = is_known | parent.is_some_and(|parent| child.state == *parent);
            let others = self.0.len();
            if let Err(stop) = self.push(child, memory) {
                self.truncate(from);
                return Err(stop);
            }
            // The child is pushed and then removed, so that the compiler selects one of two lengths without a branch,
            // which could not be predicted.
            if known {
                self.truncate(others);
            }
        }
        let duplicates = generated - beyond - (self.0.len() - from) as u64;
        Ok(NewChildren {
            from,
            generated,
            duplicates,
            has_cut: beyond > 0,
        })
    }

    /// Moves all children of another batch to the end of this one.
    #[cfg(feature = "std")]
    pub(super) fn append(&mut self, children: &mut Self, memory: &Quota) -> Result<(), Stop> {
        self.reserve(self.0.len() + children.0.len(), memory)?;
        self.0.as_vec().append(children.0.as_vec());
        Ok(())
    }

    /// Sets the [label](Key::label) of the keys of the children from index `from` on.
    #[cfg(feature = "std")]
    #[inline]
    pub(super) fn label(&mut self, from: usize, label: u8) {
        for child in &mut self.0[from..] {
            child.key = child.key.labelled(label);
        }
    }

    /// Among the children from index `from` on, removes the one that satisfies the predicate if there is exactly one;
    /// returns whether there was.
    #[cfg(feature = "std")]
    #[inline]
    pub(super) fn remove_only(
        &mut self,
        from: usize,
        mut is_it: impl FnMut(&Child<S, G>) -> bool,
    ) -> bool {
        let mut found = (from..self.0.len()).filter(|&at| is_it(&self.0[at]));
        let (Some(only), None) = (found.next(), found.next()) else {
            return false;
        };
        self.0.as_vec().swap_remove(only);
        true
    }

    /// Removes and returns the children that satisfy the predicate.
    #[cfg(feature = "std")]
    pub(super) fn take_out(
        &mut self,
        is_one: impl Fn(&Child<S, G>) -> bool,
    ) -> impl Iterator<Item = Child<S, G>> {
        self.0.as_vec().extract_if(.., move |child| is_one(child))
    }

    /// Keeps the first `children` children only.
    #[inline]
    pub(super) fn truncate(&mut self, children: usize) {
        self.0.as_vec().truncate(children);
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn keys(&self) -> impl ExactSizeIterator<Item = Key> + Clone {
        self.0.iter().map(|child| child.key)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Child<S, G>> {
        self.0.iter()
    }

    /// Returns the parents of these children, each once.
    pub(super) fn parents(&self) -> impl Iterator<Item = u32> {
        let siblings = self.0.chunk_by(|one, two| one.parent == two.parent);
        siblings.filter_map(|children| children.first().map(|child| child.parent))
    }

    /// Sets the parent of the children from index `from` on.
    pub(super) fn set_parent(&mut self, from: usize, parent: u32) {
        for child in &mut self.0[from..] {
            child.parent = parent;
        }
    }

    pub(super) fn get(&self, at: usize) -> Option<&Child<S, G>> {
        self.0.get(at)
    }

    #[inline]
    pub(super) fn first(&self) -> Option<&Child<S, G>> {
        self.0.first()
    }

    /// Returns for how many children, from the first one on, to make room before they are looked up, if `room` more
    /// states may be stored. A large batch is divided, as most of its children may be duplicates, which need no room.
    #[inline]
    pub(super) fn portion(&self, room: u64) -> usize {
        let all = self.0.len();
        if all <= LEAST_PORTION && all as u64 <= room {
            return all;
        }
        let most = all.min((all / 4).max(LEAST_PORTION));
        most.min(usize::try_from(room).unwrap_or(usize::MAX)).max(1)
    }

    /// Writes the children, each followed by what `rest` writes.
    pub(super) fn save(
        &self,
        to: &mut Saver<'_, S>,
        rest: impl Fn(&mut Saver<'_, S>, &Child<S, G>),
    ) {
        Self::save_all(&*self.0, to, rest);
    }

    /// Writes any children as [`save`](Self::save) does.
    pub(super) fn save_all<'c>(
        children: impl IntoIterator<Item = &'c Child<S, G>, IntoIter: ExactSizeIterator>,
        to: &mut Saver<'_, S>,
        rest: impl Fn(&mut Saver<'_, S>, &Child<S, G>),
    ) where
        S: 'c,
        G: 'c,
    {
        to.list(children, |to, child| {
            to.state(&child.state);
            to.number(child.parent);
            rest(to, child);
        });
    }

    /// Reads children whose parents have names less than `parents`; `child` makes each from its state and the name of
    /// its parent, and reads what `rest` has written.
    pub(super) fn load(
        from: &mut Loader<'_, S>,
        parents: usize,
        child: impl Fn(&mut Loader<'_, S>, S, u32) -> Option<Child<S, G>>,
    ) -> Option<Self> {
        let mut batch = Self::new();
        for _ in 0..from.count(from.state_bytes() + 1)? {
            let (state, parent) = (from.state()?, from.index(parents)?);
            let child = child(from, state, parent)?;
            batch.push(child, &from.raw.memory).ok()?;
        }
        Some(batch)
    }

    /// Removes and returns the first `children` children.
    #[inline]
    pub(super) fn drain(&mut self, children: usize) -> impl Iterator<Item = Child<S, G>> {
        self.0.as_vec().drain(..children)
    }
}
