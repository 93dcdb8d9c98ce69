//! Nodes found by the addresses of their states: a direct-address table.

use alloc::vec::Vec;
use core::hash::BuildHasher;
use core::hint::black_box;

use super::{Node, NodeTable, Place};
use crate::account::{Memory, Stop};
use crate::puzzle::Puzzle;
use crate::storage::{Index, Vacancy};

/// A table of so few addresses, 16 KiB, is made before anything is stored.
const FEW: usize = 1 << 12;
/// Up to so many addresses, 4 MiB, a table is taken to be in the cache.
const CACHED: usize = 1 << 20;

/// Where each item of an arena is, by its address.
///
/// Whoever finds an index here compares the item there with the one that is looked for: so the table need not
/// be cleared, and says something of an address where there is nothing.
#[derive(Clone, Debug)]
pub(super) struct Direct(Vec<u32>);

impl Direct {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// A table of so many addresses.
    pub(super) fn of(addresses: usize, memory: &mut Memory) -> Result<Self, Stop> {
        memory.list(addresses, 0).map(Self)
    }

    #[inline]
    pub(super) const fn addresses(&self) -> usize {
        self.0.len()
    }

    pub(super) const fn release(&self, memory: &mut Memory) {
        memory.release_list(&self.0);
    }

    /// What was said last of an address. A puzzle that breaks the law has some that are too large.
    #[inline]
    pub(super) fn get(&self, address: usize) -> Option<u32> {
        self.0.get(address).copied()
    }

    #[inline]
    pub(super) fn set(&mut self, address: usize, index: u32) {
        if let Some(at) = self.0.get_mut(address) {
            *at = index;
        }
    }
}

/// Nodes of a puzzle, found by the addresses of their states once that pays. Where the compiler knows that a puzzle
/// has no addresses, nothing of this is left.
impl<N: Node, B: BuildHasher> NodeTable<N, B> {
    /// Whether states are found by their addresses, in a table that is taken to be in the cache: a lookup takes no
    /// longer alone than together with others.
    #[inline]
    pub(crate) fn is_looked_up_at_once<P: Puzzle>(&self, puzzle: &P) -> bool {
        self.is_addressed(puzzle) && self.direct.addresses() <= CACHED
    }

    /// Whether states are found by their addresses.
    #[inline]
    pub(crate) fn is_addressed<P: Puzzle>(&self, puzzle: &P) -> bool {
        puzzle.addresses() > 0 && self.direct.addresses() > 0
    }

    /// The address of a state, or its hash.
    #[inline]
    pub(crate) fn key<P: Puzzle<State = N::State>>(&self, puzzle: &P, state: &N::State) -> u64 {
        if self.is_addressed(puzzle) {
            puzzle.address(state) as u64
        } else {
            self.hash(state)
        }
    }

    /// The node with this state.
    #[inline]
    pub(crate) fn find_in<P: Puzzle<State = N::State>>(
        &self,
        puzzle: &P,
        state: &N::State,
    ) -> Option<u32> {
        if self.is_addressed(puzzle) {
            self.at(puzzle.address(state), state)
                .map(|(index, _)| index)
        } else {
            self.find(self.hash(state), state)
        }
    }

    /// The node with this state, whose address this is, and its index: in a table of addresses.
    #[inline]
    pub(crate) fn at(&self, address: usize, state: &N::State) -> Option<(u32, &N)> {
        let index = self.direct.get(address)?;
        let node = self.nodes.find(index)?;
        (node.state() == state).then_some((index, node))
    }

    /// The node with this state and key, or the place for it.
    #[inline(always)]
    pub(crate) fn find_or_place_in<P: Puzzle<State = N::State>>(
        &self,
        puzzle: &P,
        key: u64,
        state: &N::State,
    ) -> Result<u32, Place> {
        if self.is_addressed(puzzle) {
            let found = self.at(key as usize, state).map(|(index, _)| index);
            found.ok_or(Place {
                hash: key,
                vacancy: Vacancy::NONE,
            })
        } else {
            self.find_or_place(key, state)
        }
    }

    /// Adds a node in its place.
    #[inline(always)]
    pub(crate) fn insert_in<P: Puzzle<State = N::State>>(
        &mut self,
        puzzle: &P,
        place: Place,
        node: N,
    ) -> u32 {
        if self.is_addressed(puzzle) {
            let index = self.nodes.push_within(node);
            self.direct.set(place.hash as usize, index);
            index
        } else {
            self.insert(place, node)
        }
    }

    /// Reads ahead what lookups of these keys are going to read, unless that is in the cache.
    #[inline]
    pub(crate) fn read_ahead_of<P: Puzzle<State = N::State>>(
        &self,
        puzzle: &P,
        keys: impl Iterator<Item = u64> + Clone,
    ) {
        if !self.is_addressed(puzzle) {
            return self.read_ahead(keys);
        }
        if self.direct.addresses() > CACHED {
            let mut sum = 0_u32;
            for key in keys {
                if let Some(index) = self.direct.get(key as usize)
                    && let Some(node) = self.nodes.find(index)
                {
                    sum = sum.wrapping_add(node.parent());
                }
            }
            black_box(sum);
        }
    }

    /// An empty table is for this puzzle now.
    #[inline]
    pub(crate) fn begin<P: Puzzle<State = N::State>>(&mut self, puzzle: &P, memory: &mut Memory) {
        if self.direct.addresses() > 0 && self.direct.addresses() != puzzle.addresses() {
            self.direct.release(memory);
            (self.direct, self.index) = (Direct::new(), Index::new());
        }
        self.find_by_address(puzzle, memory);
    }

    /// Finds states by their addresses from now on, if there are some and enough states are stored to pay for
    /// the table. Nobody may have the key of a state that is not stored.
    #[inline]
    pub(crate) fn find_by_address<P: Puzzle<State = N::State>>(
        &mut self,
        puzzle: &P,
        memory: &mut Memory,
    ) {
        let addresses = puzzle.addresses();
        if addresses > 0 && self.direct.addresses() == 0 {
            let pays = addresses <= FEW || self.len() > addresses / 8;
            if pays && self.len() >= 2 * self.refused {
                self.make_direct(puzzle, memory);
            }
        }
    }

    #[cold]
    fn make_direct<P: Puzzle<State = N::State>>(&mut self, puzzle: &P, memory: &mut Memory) {
        let addresses = puzzle.addresses();
        // Not where little memory would be left for nodes: they are found as before.
        let is_small = addresses <= memory.free() / (4 * size_of::<u32>());
        let direct = is_small.then(|| Direct::of(addresses, memory));
        let Some(Ok(direct)) = direct else {
            self.refused = self.len().max(1);
            return;
        };
        memory.release(self.index.bytes());
        (self.direct, self.index) = (direct, Index::closed());
        for index in 0..self.nodes.len() as u32 {
            let address = puzzle.address(self.nodes.get(index).state());
            self.direct.set(address, index);
        }
    }
}
