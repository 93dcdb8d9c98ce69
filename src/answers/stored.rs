//! [`Stored`]: what a search has stored, as states with numbers.

use alloc::vec::Vec;
use core::hash::Hash;

use num_traits::cast;

use crate::cost::Cost;
use crate::monitor::{Memory, Stop};
use crate::puzzle::Puzzle;
use crate::search::{BestFirstRun, Order};
use crate::storage::{Linked, NodeTable};

/// States with numbers, as a search has reached them.
pub(super) trait Stored<S, C> {
    fn len(&self) -> usize;
    fn state(&self, node: u32) -> &S;
    fn find<P: Puzzle<State = S>>(&self, puzzle: &P, state: &S) -> Option<u32>;
    /// What it costs to reach a state.
    fn g(&self, node: u32) -> C;
    /// Whether a cheapest solution may go on from there.
    fn is_closed(&self, node: u32) -> bool;
}

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>> Stored<S, C> for BestFirstRun<S, C, O> {
    fn len(&self) -> usize {
        self.nodes().len()
    }
    fn state(&self, node: u32) -> &S {
        &self.nodes().get(node).state
    }
    fn find<P: Puzzle<State = S>>(&self, puzzle: &P, state: &S) -> Option<u32> {
        self.nodes().find_in(puzzle, state)
    }
    fn g(&self, node: u32) -> C {
        self.nodes().get(node).g
    }
    fn is_closed(&self, node: u32) -> bool {
        Self::is_closed(self, node)
    }
}

/// The complete layers of a breadth-first tree.
pub(super) struct Layers<'a, S> {
    nodes: &'a NodeTable<Linked<S>>,
    /// Where each ends.
    ends: Vec<u32>,
}

impl<'a, S: Clone + Eq + Hash> Layers<'a, S> {
    /// The layers up to this depth.
    pub(super) fn new(
        nodes: &'a NodeTable<Linked<S>>,
        depth: u64,
        memory: &mut Memory,
    ) -> Result<Self, Stop> {
        let mut ends = Vec::new();
        let mut first = 0;
        for (at, node) in (0..).zip(nodes.arena().iter()) {
            // The first one whose parent is not above the layer before it begins the next.
            if node.parent >= first && node.parent != at {
                memory.push(&mut ends, at)?;
                first = at;
            }
        }
        memory.push(&mut ends, nodes.len() as u32)?;
        ends.truncate(depth as usize + 1);
        Ok(Self { nodes, ends })
    }

    fn len(&self) -> u32 {
        self.ends.last().copied().unwrap_or(0)
    }

    fn find<P: Puzzle<State = S>>(&self, puzzle: &P, state: &S) -> Option<u32> {
        let node = self.nodes.find_in(puzzle, state);
        node.filter(|&node| node < self.len())
    }

    fn depth(&self, node: u32) -> u64 {
        self.ends.partition_point(|&end| end <= node) as u64
    }
}

/// Trees of which the states of one are those that are nearest to the starts, and of the other, if there
/// is one, those that are nearest to the goals. They have no state in common.
pub(super) struct Trees<'a, S> {
    pub(super) front: Layers<'a, S>,
    pub(super) back: Option<Layers<'a, S>>,
    /// How many moves a solution has.
    pub(super) moves: u64,
}

impl<S: Clone + Eq + Hash> Trees<'_, S> {
    /// A state, in its tree and by its number there.
    fn place(&self, node: u32) -> (Option<&Layers<'_, S>>, u32) {
        match node.checked_sub(self.front.len()) {
            Some(node) => (self.back.as_ref(), node),
            None => (None, node),
        }
    }
}

impl<S: Clone + Eq + Hash, C: Cost> Stored<S, C> for Trees<'_, S> {
    fn len(&self) -> usize {
        let back = self.back.as_ref().map_or(0, Layers::len);
        self.front.len() as usize + back as usize
    }
    fn state(&self, node: u32) -> &S {
        let (back, node) = self.place(node);
        &back.unwrap_or(&self.front).nodes.get(node).state
    }
    fn find<P: Puzzle<State = S>>(&self, puzzle: &P, state: &S) -> Option<u32> {
        let behind = || {
            let node = self.back.as_ref()?.find(puzzle, state)?;
            node.checked_add(self.front.len())
        };
        self.front.find(puzzle, state).or_else(behind)
    }
    fn g(&self, node: u32) -> C {
        let moves = match self.place(node) {
            (Some(back), node) => self.moves - back.depth(node),
            (None, node) => self.front.depth(node),
        };
        cast(moves).unwrap_or_else(C::max_value)
    }
    fn is_closed(&self, node: u32) -> bool {
        Stored::<S, C>::g(self, node) < cast(self.moves).unwrap_or_else(C::max_value)
    }
}
