//! [`Batch`]: children waiting to be looked up together.
//!
//! A large search is bound by cache misses. States of one bucket of the open list are taken out together. Their
//! children are hashed, then all lines of the index are read ahead, then all candidate nodes, and only then is anything
//! looked up: the misses of a batch overlap. A child equal to its grandparent is counted as a duplicate without a
//! lookup; if moves can be undone, that is one child in three.
//!
//! Children not yet looked up at a stop stay in the batch, which is part of the run. If their states were pushed back
//! instead, new children would overtake them, and counts would change. Whatever can fail for lack of memory is done
//! before a child is taken out of the batch.

use alloc::vec::Vec;

use crate::account::{Claimed, Quota, Stop};
use crate::cost::{Cost, CostExt};
use crate::monitor::Monitor;
use crate::puzzle::Puzzle;
use crate::solver::{Loader, Saver};
use crate::storage::Key;

/// Returns how many states are expanded before their children are looked up.
///
/// In a table larger than the cache nearly every lookup waits for memory; those of a batch wait together. A small table
/// is better served one by one, since a later state of a batch is expanded without knowledge of the earlier ones'
/// children.
pub(super) const fn size(stored: usize) -> usize {
    if is_cached(stored) { 1 } else { MOST }
}

/// The greatest number of states that are expanded together.
pub(super) const MOST: usize = 16;

/// Returns how many children are looked up together if it hardly matters to the states expanded meanwhile.
pub(super) const fn children(stored: usize) -> usize {
    if is_cached(stored) { 1 } else { 4 * MOST }
}

/// The number of children that are looked up at once in any case.
const FEW: usize = 64;

/// Whether a table of `stored` states fits into the cache.
pub(super) const fn is_cached(stored: usize) -> bool {
    const CACHED: usize = 1 << 14;
    stored < CACHED
}

/// A child on its way into a table.
#[derive(Debug)]
pub(super) struct Child<S, G> {
    pub(super) key: Key,
    pub(super) state: S,
    pub(super) parent: u32,
    pub(super) g: G,
}

/// The cost of a child as bytes, and the label of its key if it is `TAGGED`.
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

/// The cheapest known path to a state that is expanded: the state, the name by which its children store it as their
/// parent, its own parent, and the cost. Without the parent, the child that leads back to it is looked up like any
/// other.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodePath<'n, S, G> {
    pub(super) state: &'n S,
    pub(super) name: u32,
    pub(super) parent: Option<&'n S>,
    pub(super) g: G,
}

/// The children of a state that were added to a batch, from this index on, and the counts of all of them: the generated
/// ones, the duplicates, and whether one is beyond the range of costs.
pub(super) struct NewChildren {
    from: usize,
    generated: u64,
    duplicates: u64,
    has_cut: bool,
}

/// The key by which a generated child is looked up, and whether the child is known to be a duplicate already.
pub(super) struct ChildKey {
    pub(super) key: Key,
    pub(super) is_known: bool,
}

impl ChildKey {
    /// The key of a child that is looked up later.
    #[inline(always)]
    pub(super) const fn later(key: Key) -> Option<Self> {
        let is_known = false;
        Some(Self { key, is_known })
    }
}

/// Children in the order in which they were generated.
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
        // The capacity does not depend on whether children come one by one.
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

    /// Adds a stored state's children, except known ones, and counts them; or does neither. `key` is given the state
    /// and the cost of a child; one without a key is known. Returns whether a child is beyond the range of costs.
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

    /// Charges the expansion of a state whose children were generated, and shows it, or removes them. Returns whether a
    /// child is beyond the range of costs.
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

    /// Adds a state's children, except its own parent and known ones; or none of them.
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
            // If moves can be undone, every expansion leads back to the parent.
            let known = is_known | parent.is_some_and(|parent| child.state == *parent);
            let others = self.0.len();
            if let Err(stop) = self.push(child, memory) {
                self.truncate(from);
                return Err(stop);
            }
            // The answer cannot be predicted: the compiler takes one of two lengths, without a branch.
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

    /// Moves all of these children to the batch.
    #[cfg(feature = "std")]
    pub(super) fn append(&mut self, children: &mut Self, memory: &Quota) -> Result<(), Stop> {
        self.reserve(self.0.len() + children.0.len(), memory)?;
        self.0.as_vec().append(children.0.as_vec());
        Ok(())
    }

    /// Labels the keys of the children from index `from` on.
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

    /// Replaces the parent of the children from index `from` on.
    pub(super) fn come_from(&mut self, from: usize, parent: u32) {
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

    /// Returns how many children to look up at once if `room` states may be stored: all, unless there are very many,
    /// most of which may be duplicates.
    #[inline]
    pub(super) fn portion(&self, room: u64) -> usize {
        let all = self.0.len();
        if all <= FEW && all as u64 <= room {
            return all;
        }
        let most = all.min((all / 4).max(FEW));
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

    /// Writes any children likewise.
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

    /// Reads children of `parents` parents; `child` makes each from its state and its parent.
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
