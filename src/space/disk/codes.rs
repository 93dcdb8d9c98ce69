//! [`Codes`]: a portable puzzle as a space of keys, which order states by their bytes.

use super::keys::{MOST_BYTES, StateKey};
use crate::puzzle::portable::Portable;
use crate::space::spaces::{Followed, Space, follow};

/// A space of keys that also tells goals.
pub(crate) trait CodeSpace<K>: Space<K> {
    /// The number of bytes of a state.
    fn width(&self) -> usize;

    /// Expands a state, and passes each neighbor to `take` with whether it is found to be a goal, until `take` returns
    /// `false`. Returns whether the key is that of a state.
    fn expand(&self, from: &K, goals: GoalTest, take: &mut dyn FnMut(K, bool) -> bool) -> bool;
}

/// Whether generated states are tested for goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GoalTest {
    Needed,
    Skipped,
}

/// A puzzle whose states are identified by their bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codes<'a, P>(pub(crate) &'a P);

impl<P: Portable> Codes<'_, P> {
    pub(crate) fn key<K: StateKey>(&self, state: &P::State) -> K {
        let (mut bytes, width) = ([0; MOST_BYTES], self.0.state_bytes());
        self.0.write_state(state, &mut bytes[..width]);
        K::read(&bytes[..width])
    }

    pub(crate) fn state<K: StateKey>(&self, key: &K) -> Option<P::State> {
        let (mut bytes, width) = ([0; MOST_BYTES], self.0.state_bytes());
        key.write(&mut bytes[..width]);
        self.0.read_state(&bytes[..width])
    }
}

impl<P: Portable, K: StateKey> Space<K> for Codes<'_, P> {
    fn is_undirected(&self) -> bool {
        self.0.facts().undirected
    }

    /// A key that belongs to no state has no edges.
    fn successors(&self, of: &[K], skip: usize, take: &mut dyn FnMut(K) -> bool) -> Followed {
        Followed::through(of, skip, |key, skip| {
            let state = self.state(key)?;
            let neighbors = self.0.neighbors(&state);
            follow(neighbors, skip, |neighbor| take(self.key(&neighbor.state)))
        })
    }
}

impl<P: Portable, K: StateKey> CodeSpace<K> for Codes<'_, P> {
    fn width(&self) -> usize {
        self.0.state_bytes()
    }

    fn expand(&self, from: &K, goals: GoalTest, take: &mut dyn FnMut(K, bool) -> bool) -> bool {
        let Some(state) = self.state(from) else {
            return false;
        };
        for neighbor in self.0.neighbors(&state) {
            let is_goal = goals == GoalTest::Needed && self.0.is_goal(&neighbor.state);
            if !take(self.key(&neighbor.state), is_goal) {
                break;
            }
        }
        true
    }
}
