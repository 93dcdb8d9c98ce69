//! [`NodeStore`]: the stored states of a search, by index, whichever algorithm has stored them: [`BestFirstRun`] or the
//! trees of breadth-first search ([`MetTrees`]).

use alloc::vec::Vec;
use core::hash::Hash;

use num_traits::cast;

use crate::account::{Claimed, Quota, Stop};
use crate::cost::Cost;
use crate::puzzle::Puzzle;
use crate::search::{BestFirstRun, Order};
use crate::storage::{Linked, NodeTable};

/// States with indices, as a search has reached them.
pub(super) trait NodeStore<S, C> {
    fn len(&self) -> usize;
    fn state(&self, node: u32) -> &S;
    fn find<P: Puzzle<State = S>>(&self, puzzle: &P, state: &S) -> Option<u32>;
    /// The cost of the best path to a state.
    fn g(&self, node: u32) -> C;
    /// Whether a state is closed, so that a cheapest solution may continue from it.
    fn is_closed(&self, node: u32) -> bool;
}

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>> NodeStore<S, C> for BestFirstRun<S, C, O> {
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

/// The end of each complete layer of a breadth-first tree.
pub(super) struct Layers(Claimed<Vec<u32>>);

impl Layers {
    /// The layers up to depth `depth`.
    pub(super) fn new<S: Clone + Eq + Hash>(
        nodes: &NodeTable<Linked<S>>,
        depth: u64,
        memory: &Quota,
    ) -> Result<Self, Stop> {
        let mut ends = Claimed::new();
        let mut first = 0;
        for (index, node) in (0..).zip(nodes.arena().iter()) {
            // A layer begins at the first node whose parent lies in the layer before. A root is its own parent.
            if node.parent >= first && node.parent != index {
                ends.push(index, memory)?;
                first = index;
            }
        }
        ends.push(nodes.len() as u32, memory)?;
        ends.as_vec().truncate(depth as usize + 1);
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
type LayeredTree<'a, S> = (&'a NodeTable<Linked<S>>, &'a Layers);

fn find_in<P: Puzzle>(
    tree: LayeredTree<'_, P::State>,
    puzzle: &P,
    state: &P::State,
) -> Option<u32> {
    let node = tree.0.find_state(puzzle, state);
    node.filter(|&node| node < tree.1.len())
}

/// The trees of a finished search: `front` from the starts, and `back`, if there is one, from the goals. The trees have
/// no state in common. The nodes of `back` have indices behind those of `front`.
pub(super) struct MetTrees<'a, S: Clone + Eq + Hash> {
    pub(super) front: LayeredTree<'a, S>,
    pub(super) back: Option<LayeredTree<'a, S>>,
    /// The number of moves of a solution.
    pub(super) moves: u64,
}

impl<S: Clone + Eq + Hash> MetTrees<'_, S> {
    /// The tree of a state, if it is `back`, and the index of the state in its tree.
    fn place(&self, node: u32) -> (Option<LayeredTree<'_, S>>, u32) {
        match node.checked_sub(self.front.1.len()) {
            Some(node) => (self.back, node),
            None => (None, node),
        }
    }
}

impl<S: Clone + Eq + Hash, C: Cost> NodeStore<S, C> for MetTrees<'_, S> {
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
        NodeStore::<S, C>::g(self, node) < cast(self.moves).unwrap_or_else(C::max_value)
    }
}
