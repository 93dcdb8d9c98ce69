//! [`NodeTable`]: every node once, found by its state.

use core::hash::{BuildHasher, Hash};

use super::arena::Arena;
use super::index::Index;
use crate::monitor::{Memory, Stop};

/// What a [`NodeTable`] stores.
pub(crate) trait Node {
    type State: Eq + Hash;
    fn state(&self) -> &Self::State;
}

/// A node that knows its parent; the root is its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Linked<S> {
    pub(crate) state: S,
    pub(crate) parent: u32,
}

impl<S: Eq + Hash> Node for Linked<S> {
    type State = S;
    fn state(&self) -> &S {
        &self.state
    }
}

/// Nodes in the order of insertion, found by their state.
#[derive(Debug)]
pub(crate) struct NodeTable<N, B> {
    nodes: Arena<N>,
    index: Index,
    build: B,
}

impl<N: Node, B: BuildHasher> NodeTable<N, B> {
    pub(crate) const fn new(build: B) -> Self {
        Self {
            nodes: Arena::new(),
            index: Index::new(),
            build,
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> &N {
        self.nodes.get(index)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: u32) -> &mut N {
        self.nodes.get_mut(index)
    }

    #[inline]
    pub(crate) fn hash(&self, state: &N::State) -> u64 {
        self.build.hash_one(state)
    }

    #[inline]
    pub(crate) fn find(&self, hash: u64, state: &N::State) -> Option<u32> {
        self.index
            .find(hash, |index| self.nodes.get(index).state() == state)
    }

    /// Adds a node whose state is not there yet and has this hash.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u64, node: N, memory: &mut Memory) -> Result<u32, Stop> {
        if self.index.needs_room() {
            let hashes = self.nodes.iter().map(|n| self.build.hash_one(n.state()));
            self.index.reserve(hashes, memory)?;
        }
        let index = self.nodes.push(node, memory)?;
        self.index.insert(hash, index);
        Ok(index)
    }
}

#[cfg(test)]
mod tests {
    use super::{Linked, NodeTable};
    use crate::monitor::{Memory, Stop};
    use crate::storage::FixedState;
    use core::hash::{BuildHasher, Hasher};

    fn fill<B: BuildHasher>(build: B, states: u64, memory: &mut Memory) -> Result<(), Stop> {
        let mut table = NodeTable::new(build);
        for state in 0..states {
            let hash = table.hash(&state);
            assert_eq!(table.find(hash, &state), None);
            let parent = state as u32;
            assert_eq!(
                table.insert(hash, Linked { state, parent }, memory)?,
                parent
            );
        }
        for state in 0..states {
            assert_eq!(table.find(table.hash(&state), &state), Some(state as u32));
        }
        for state in states..2 * states {
            assert_eq!(table.find(table.hash(&state), &state), None);
        }
        assert_eq!(table.len() as u64, states);
        Ok(())
    }

    #[test]
    fn states_are_found_after_growth() {
        for states in [0, 1, 35, 36, 37, 1_000, 200_000] {
            assert_eq!(fill(FixedState, states, &mut Memory::new(None)), Ok(()));
        }
    }

    /// A hash that always collides makes the table slow but not wrong.
    #[derive(Clone, Default)]
    struct Constant;

    impl BuildHasher for Constant {
        type Hasher = Self;
        fn build_hasher(&self) -> Self {
            Self
        }
    }

    impl Hasher for Constant {
        fn finish(&self) -> u64 {
            u64::MAX
        }
        fn write(&mut self, _: &[u8]) {}
    }

    #[test]
    fn collisions_are_told_apart() {
        assert_eq!(fill(Constant, 500, &mut Memory::new(None)), Ok(()));
    }

    #[test]
    fn memory_is_bounded_at_every_moment() {
        let mut memory = Memory::new(Some(1 << 20));
        assert_eq!(fill(FixedState, 1 << 20, &mut memory), Err(Stop::Bytes));
        assert!(memory.peak() <= 1 << 20);
        assert!(memory.peak() > 1 << 19);
    }
}
