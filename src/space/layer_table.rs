//! [`LayerTable`]: a hash table of breadth-first layers, with duplicate detection. If the space is undirected, it holds
//! only the last two layers and the next one (frontier search).
//!
//! Invariant: states are stored in the order in which they were found, so each layer is a range of indices: first the
//! earlier layers, then `last`, and then the next layer up to the end.

use alloc::vec::Vec;
use core::hash::Hash;
use core::hint::black_box;
use core::ops::Range;

use super::spaces::Retained;
use crate::account::{Meter, Quota, Stop};
use crate::storage::{ByHash, Key, Node, NodeTable, Vacancy};

/// A generated state that has not been looked up yet.
#[derive(Debug)]
pub(super) struct Pending<S> {
    pub(super) key: Key,
    pub(super) state: S,
}

/// A node without parent and cost, since layers are counted and no paths are found.
#[derive(Debug)]
struct Plain<S>(S);

impl<S: Clone + Eq + Hash> Node for Plain<S> {
    type State = S;
    type Cost = ();

    #[inline]
    fn state(&self) -> &S {
        &self.0
    }

    fn parent(&self) -> u32 {
        0
    }

    fn cost(&self) {}
}

/// The quota of a table: how much it may take before it must ask again.
#[derive(Clone, Debug, Default)]
pub(super) struct Grant {
    pub(super) quota: Quota,
    /// The greatest number of states the table may hold in total.
    pub(super) states: Option<u64>,
}

impl Grant {
    /// All that the limits leave to a table, if other tables hold `elsewhere` states.
    pub(super) fn beside(elsewhere: u64, meter: &Meter<'_>) -> Self {
        let most = meter.limits().stored;
        Self {
            quota: meter.memory().clone(),
            states: most.map(|most| most.saturating_sub(elsewhere)),
        }
    }
}

/// The layers so far; the last one is being expanded into the next.
#[derive(Debug)]
pub(super) struct LayerTable<S: Clone + Eq + Hash> {
    states: NodeTable<Plain<S>>,
    retained: Retained,
    /// The index at which the layer before the last one begins; not used if all layers are retained.
    before: u32,
    /// The indices of the last layer.
    last: Range<u32>,
}

impl<S: Clone + Eq + Hash> LayerTable<S> {
    /// An empty table.
    pub(super) const fn new(retained: Retained) -> Self {
        Self {
            states: NodeTable::new(),
            retained,
            before: 0,
            last: 0..0,
        }
    }

    /// The greatest number of bytes that a table of `states` states takes.
    pub(super) const fn most_bytes(states: u128) -> u128 {
        NodeTable::<Plain<S>>::most_bytes(states)
    }

    /// The layer that is being expanded.
    pub(super) fn layer(&self) -> Range<u32> {
        self.last.clone()
    }

    #[inline]
    pub(super) fn state(&self, at: u32) -> &S {
        self.states.get(at).state()
    }

    /// Calls `visit` with the states of `range`, which is a part of the last layer.
    #[inline]
    pub(super) fn for_each_state<'s>(
        &'s self,
        mut range: Range<u32>,
        mut visit: impl FnMut(&'s S),
    ) {
        while !range.is_empty() {
            let some = self.states.slice_from(range.start, range.len());
            for state in some {
                visit(state.state());
            }
            range.start += some.len() as u32;
        }
    }

    #[inline]
    pub(super) fn key(&self, state: &S) -> Key {
        self.states.hash(state)
    }

    /// Adds a start to the last layer, unless it is a duplicate. No layer has been expanded yet.
    pub(super) fn start(&mut self, state: S, grant: &Grant) -> Result<(), Stop> {
        let key = self.key(&state);
        let child = Pending { key, state };
        if let Some(place) = self.place(&child, grant)? {
            self.states.insert(&ByHash, place, Plain(child.state));
        }
        self.last.end = self.states.len() as u32;
        Ok(())
    }

    /// Removes duplicates from `waiting` and adds the rest to the next layer. After a stop, the children that were not
    /// looked up remain in `waiting`, in order.
    pub(super) fn store(
        &mut self,
        waiting: &mut Vec<Pending<S>>,
        grant: &Grant,
    ) -> Result<(), Stop> {
        /// A table of this size is in the cache anyway.
        const FEW: usize = 16;
        if self.stored() > FEW {
            self.drop_found(waiting);
        }
        let most = grant.states.unwrap_or(u64::MAX);
        if self.states.has_room_for(waiting.len())
            && most.saturating_sub(self.stored() as u64) >= waiting.len() as u64
        {
            for Pending { key, state } in waiting.drain(..) {
                if let Err(place) = self.states.find_or_place(&ByHash, key, &state) {
                    self.states.insert(&ByHash, place, Plain(state));
                }
            }
            return Ok(());
        }
        self.store_some(waiting, grant)
    }

    /// Drops the children whose states are found at the first comparison, which most duplicates are. The reads are
    /// independent, so their cache misses overlap; what is left is then looked up in the cache.
    #[inline]
    fn drop_found(&self, waiting: &mut Vec<Pending<S>>) {
        let lines = waiting.iter().map(|child| self.states.touch(child.key));
        black_box(lines.fold(0, u32::wrapping_add));
        let mut left = 0;
        for at in 0..waiting.len() {
            let Pending { key, state } = &waiting[at];
            let is_found = self.states.is_found_first(*key, state);
            // A swap instead of a branch, which would wait for the read.
            waiting.swap(left, at);
            left += usize::from(!is_found);
        }
        waiting.truncate(left);
    }

    /// Does the same as [`store`](Self::store), one child at a time, where there may not be room for all.
    #[cold]
    fn store_some(&mut self, waiting: &mut Vec<Pending<S>>, grant: &Grant) -> Result<(), Stop> {
        // Pop from the reversed end, so that no child is moved.
        waiting.reverse();
        let mut end = Ok(());
        while let Some(child) = waiting.last() {
            match self.place(child, grant) {
                Ok(place) => {
                    if let (Some(child), Some(place)) = (waiting.pop(), place) {
                        self.states.insert(&ByHash, place, Plain(child.state));
                    }
                }
                Err(stop) => {
                    end = Err(stop);
                    break;
                }
            }
        }
        waiting.reverse();
        end
    }

    /// The place for a child if it is new. The table then has room for it, and may store it.
    #[inline]
    fn place(&mut self, child: &Pending<S>, grant: &Grant) -> Result<Option<Vacancy>, Stop> {
        self.states.make_room(1, &grant.quota)?;
        let Err(place) = self.states.find_or_place(&ByHash, child.key, &child.state) else {
            return Ok(None);
        };
        match grant.states {
            Some(most) if self.stored() as u64 >= most => Err(Stop::Stored),
            _ => Ok(Some(place)),
        }
    }

    /// The number of states held.
    pub(super) const fn stored(&self) -> usize {
        self.states.kept()
    }

    /// The number of states in the next layer.
    pub(super) const fn next_layer_len(&self) -> usize {
        self.states.len() - self.last.end as usize
    }

    /// Makes the next layer the one to expand.
    pub(super) fn advance(&mut self) {
        self.before = self.last.start;
        self.last = self.last.end..self.states.len() as u32;
        if self.retained == Retained::LastTwo {
            let less = self.states.forget_before(self.before);
            self.before -= less;
            self.last = self.last.start - less..self.last.end - less;
        }
    }

    /// Visits the states of the layer until `visit` returns `false`; returns whether it did.
    pub(super) fn visit_states(&self, visit: &mut dyn FnMut(&[S]) -> bool) -> bool {
        for at in self.layer() {
            if !visit(core::slice::from_ref(self.state(at))) {
                return true;
            }
        }
        false
    }
}
