//! [`Stored`]: what a search has stored, as states with numbers.

use alloc::vec::Vec;
use core::hash::Hash;

use num_traits::cast;

use crate::account::{Quota, Stop};
use crate::cost::Cost;
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
        self.nodes().find_state(puzzle, state)
    }
    fn g(&self, node: u32) -> C {
        self.nodes().get(node).g
    }
    fn is_closed(&self, node: u32) -> bool {
        Self::is_closed(self, node)
    }
}

/// The complete layers of a breadth-first tree: where each ends.
pub(super) struct Layers(Vec<u32>);

impl Layers {
    /// The layers up to this depth.
    pub(super) fn new<S: Clone + Eq + Hash>(
        nodes: &NodeTable<Linked<S>>,
        depth: u64,
        memory: &Quota,
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
        Ok(Self(ends))
    }

    fn len(&self) -> u32 {
        self.0.last().copied().unwrap_or(0)
    }

    fn depth(&self, node: u32) -> u64 {
        self.0.partition_point(|&end| end <= node) as u64
    }
}

/// A breadth-first tree and its complete layers.
type Tree<'a, S> = (&'a NodeTable<Linked<S>>, &'a Layers);

fn find_in<P: Puzzle>(
    (nodes, layers): Tree<'_, P::State>,
    puzzle: &P,
    state: &P::State,
) -> Option<u32> {
    let node = nodes.find_state(puzzle, state);
    node.filter(|&node| node < layers.len())
}

/// Trees of which the states of one are those that are nearest to the starts, and of the other, if there
/// is one, those that are nearest to the goals. They have no state in common.
pub(super) struct Trees<'a, S> {
    pub(super) front: Tree<'a, S>,
    pub(super) back: Option<Tree<'a, S>>,
    /// How many moves a solution has.
    pub(super) moves: u64,
}

impl<S: Clone + Eq + Hash> Trees<'_, S> {
    /// A state, in its tree and by its number there.
    fn place(&self, node: u32) -> (Option<Tree<'_, S>>, u32) {
        match node.checked_sub(self.front.1.len()) {
            Some(node) => (self.back, node),
            None => (None, node),
        }
    }
}

impl<S: Clone + Eq + Hash, C: Cost> Stored<S, C> for Trees<'_, S> {
    fn len(&self) -> usize {
        let back = self.back.map_or(0, |(_, layers)| layers.len());
        self.front.1.len() as usize + back as usize
    }
    fn state(&self, node: u32) -> &S {
        let (back, node) = self.place(node);
        &back.unwrap_or(self.front).0.get(node).state
    }
    fn find<P: Puzzle<State = S>>(&self, puzzle: &P, state: &S) -> Option<u32> {
        let behind = || {
            let node = find_in(self.back?, puzzle, state)?;
            node.checked_add(self.front.1.len())
        };
        find_in(self.front, puzzle, state).or_else(behind)
    }
    fn g(&self, node: u32) -> C {
        let moves = match self.place(node) {
            (Some((_, layers)), node) => self.moves - layers.depth(node),
            (None, node) => self.front.1.depth(node),
        };
        cast(moves).unwrap_or_else(C::max_value)
    }
    fn is_closed(&self, node: u32) -> bool {
        Stored::<S, C>::g(self, node) < cast(self.moves).unwrap_or_else(C::max_value)
    }
}
