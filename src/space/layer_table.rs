//! [`LayerTable`]: the states of layers, each once, found by hash.

use alloc::vec::Vec;
use core::hash::Hash;
use core::ops::Range;

use crate::account::{Quota, Stop};
use crate::storage::{ByHash, Key, Node, NodeTable, Place};

/// A neighbor on its way into a table.
#[derive(Debug)]
pub(super) struct Child<S> {
    pub(super) key: Key,
    pub(super) state: S,
}

/// A state without a parent.
#[derive(Debug)]
struct Plain<S>(S);

impl<S: Clone + Eq + Hash> Node for Plain<S> {
    type State = S;

    fn state(&self) -> &S {
        &self.0
    }

    fn parent(&self) -> u32 {
        0
    }
}

/// What a table may take without asking.
#[derive(Clone, Debug, Default)]
pub(super) struct Grant {
    pub(super) quota: Quota,
    /// How many states it may have in all.
    pub(super) states: Option<u64>,
}

/// Layers of states, the last of which is expanded, and what is known of the one to come.
#[derive(Debug)]
pub(super) struct LayerTable<S: Clone + Eq + Hash> {
    states: NodeTable<Plain<S>>,
    /// Whether only the last two layers are remembered: where moves can be taken back a neighbor of a state is
    /// in its layer or one of the two next to it.
    forgets: bool,
    /// Where the layer before the last one begins, if that is remembered at all.
    before: u32,
    last: Range<u32>,
}

impl<S: Clone + Eq + Hash> LayerTable<S> {
    /// Without a state; remembers the last two layers, or all.
    pub(super) const fn new(forgets: bool) -> Self {
        Self {
            states: NodeTable::new(),
            forgets,
            before: 0,
            last: 0..0,
        }
    }

    /// How many bytes it holds at most with so many states.
    pub(super) const fn most_bytes(states: u128) -> u128 {
        NodeTable::<Plain<S>>::most_bytes(states)
    }

    /// Whether only the last two layers are remembered.
    #[cfg(feature = "timely")]
    pub(super) const fn forgets(&self) -> bool {
        self.forgets
    }

    /// The layer that is expanded.
    pub(super) fn layer(&self) -> Range<u32> {
        self.last.clone()
    }

    /// The layer before it.
    #[cfg(feature = "timely")]
    pub(super) const fn layer_before(&self) -> Range<u32> {
        self.before..self.last.start
    }

    #[inline]
    pub(super) fn state(&self, at: u32) -> &S {
        self.states.get(at).state()
    }

    #[inline]
    pub(super) fn key(&self, state: &S) -> Key {
        self.states.hash(state)
    }

    /// Where a state is.
    #[cfg(feature = "timely")]
    pub(super) fn find(&self, key: Key, state: &S) -> Option<u32> {
        self.states.find(&ByHash, key, state)
    }

    /// Adds a state to the last layer, which is the first or empty, if it is not there.
    pub(super) fn start(&mut self, state: S, grant: &Grant) -> Result<(), Stop> {
        let key = self.key(&state);
        let child = Child { key, state };
        if let Some(place) = self.place(&child, grant)? {
            self.states.insert(&ByHash, place, Plain(child.state));
        }
        self.last.end = self.states.len() as u32;
        Ok(())
    }

    /// Adds those that are new to the layer to come; what a stop leaves waits on, in its order.
    pub(super) fn store(&mut self, waiting: &mut Vec<Child<S>>, grant: &Grant) -> Result<(), Stop> {
        /// Fewer states are in the cache anyway.
        const FEW: usize = 16;
        if self.stored() > FEW {
            let children = waiting.iter().map(|child| (child.key, &child.state));
            self.states.read_ahead_states(children);
        }
        let most = grant.states.unwrap_or(u64::MAX);
        if self.states.has_room_for(waiting.len())
            && most.saturating_sub(self.stored() as u64) >= waiting.len() as u64
        {
            for Child { key, state } in waiting.drain(..) {
                if let Err(place) = self.states.find_or_place(&ByHash, key, &state) {
                    self.states.insert(&ByHash, place, Plain(state));
                }
            }
            return Ok(());
        }
        self.store_some(waiting, grant)
    }

    /// Does what [`store`](Self::store) does, in the middle of a state that has very many edges.
    #[cold]
    #[inline(never)]
    pub(super) fn store_within_state(
        &mut self,
        waiting: &mut Vec<Child<S>>,
        grant: &Grant,
    ) -> Result<(), Stop> {
        self.store(waiting, grant)
    }

    /// Does what [`store`](Self::store) does where there may not be enough room for all.
    #[cold]
    fn store_some(&mut self, waiting: &mut Vec<Child<S>>, grant: &Grant) -> Result<(), Stop> {
        // Taken from the end, so that none has to be moved.
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

    /// Where a child belongs, if it is new; there is room for it then, and it may be stored.
    #[inline]
    fn place(&mut self, child: &Child<S>, grant: &Grant) -> Result<Option<Place>, Stop> {
        self.states.make_room(1, &grant.quota)?;
        let Err(place) = self.states.find_or_place(&ByHash, child.key, &child.state) else {
            return Ok(None);
        };
        match grant.states {
            Some(most) if self.stored() as u64 >= most => Err(Stop::Stored),
            _ => Ok(Some(place)),
        }
    }

    /// How many states there are.
    pub(super) const fn stored(&self) -> usize {
        self.states.kept()
    }

    /// How many of them belong to the layer to come.
    pub(super) const fn coming(&self) -> usize {
        self.states.len() - self.last.end as usize
    }

    /// Goes on to that layer.
    pub(super) fn turn(&mut self, quota: &Quota) {
        self.before = self.last.start;
        self.last = self.last.end..self.states.len() as u32;
        if self.forgets {
            let less = self.states.forget_before(self.before, quota);
            self.before -= less;
            self.last = self.last.start - less..self.last.end - less;
        }
    }

    /// Visits the states of the layer until it is told that it is enough; returns whether it was.
    pub(super) fn each(&self, visit: &mut dyn FnMut(&[S]) -> bool) -> bool {
        !self
            .layer()
            .all(|at| visit(core::slice::from_ref(self.state(at))))
    }
}
