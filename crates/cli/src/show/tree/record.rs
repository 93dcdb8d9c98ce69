//! [`TreeRecorder`]: an observer that records the nodes of a search as trees.

use std::ops::ControlFlow;

use puzzle_search::observe::{Expanded, Generated, IterationCounts, Observer};

use crate::any::{Move, State};
use crate::catalogue::Layout;

use super::nodes::{Fate, SearchTree, TreeNode};

pub(super) struct TreeRecorder<'a> {
    shape: &'a Layout,
    trees: Vec<SearchTree>,
    /// The number of generations and expansions so far.
    events: usize,
    nodes: usize,
}

impl<'a> TreeRecorder<'a> {
    pub(super) const fn new(shape: &'a Layout) -> Self {
        Self {
            shape,
            trees: Vec::new(),
            events: 0,
            nodes: 0,
        }
    }

    /// The trees, with the path to the goal marked; an iterative search has one for each iteration.
    pub(super) fn trees(
        self,
        iterations: &[IterationCounts<u32>],
        way: &[Vec<u8>],
    ) -> Vec<SearchTree> {
        let mut trees = self.trees;
        // The end of a stopped iteration is not reported to observers.
        if let (Some(tree), Some(last)) = (trees.last_mut(), iterations.last()) {
            tree.bound.get_or_insert(last.bound);
        }
        for SearchTree { bound, nodes } in &mut trees {
            // A search with a bound detects no duplicates, so nodes are either kept or cut off.
            let Some(bound) = *bound else { continue };
            for node in nodes {
                node.fate = if node.f() > bound {
                    Fate::CutOff
                } else {
                    Fate::Kept
                };
            }
        }
        let (Some(tree), Some((_, moves))) = (trees.last_mut(), way.split_first()) else {
            return trees;
        };
        let mut at = 0;
        tree.nodes[at].fate = Fate::Solution;
        for pieces in moves {
            let mut children = tree.nodes[at].children.iter();
            let Some(&child) = children.find(|&&child| tree.nodes[child].pieces == *pieces) else {
                break;
            };
            at = child;
            tree.nodes[at].fate = Fate::Solution;
        }
        trees
    }

    /// Counts an event, and returns its number.
    const fn event(&mut self) -> usize {
        self.events += 1;
        self.events
    }

    /// Adds a node to the latest tree.
    fn add(
        &mut self,
        parent: Option<usize>,
        letter: String,
        pieces: Vec<u8>,
        g: u32,
        h: Option<u32>,
    ) {
        let generated = self.event();
        self.nodes += 1;
        let number = self.nodes;
        let Some(tree) = self.trees.last_mut() else {
            return;
        };
        let at = tree.nodes.len();
        let mut fate = Fate::Kept;
        for node in tree.nodes.iter_mut().filter(|node| node.pieces == pieces) {
            if node.g <= g {
                fate = Fate::Known;
            } else if node.fate == Fate::Kept {
                node.fate = Fate::Superseded;
            }
        }
        tree.nodes.push(TreeNode {
            number,
            parent,
            children: Vec::new(),
            letter,
            pieces,
            g,
            h,
            generated,
            expanded: None,
            fate,
        });
        if let Some(parent) = parent {
            tree.nodes[parent].children.push(at);
        }
    }

    /// Begins a tree.
    fn plant(&mut self, pieces: Vec<u8>, h: Option<u32>) {
        self.trees.push(SearchTree {
            bound: None,
            nodes: Vec::new(),
        });
        self.add(None, String::new(), pieces, 0, h);
    }
}

impl Observer<State, Move, u32> for TreeRecorder<'_> {
    fn wants_nodes(&self) -> bool {
        true
    }

    fn generated(&mut self, node: Generated<'_, State, Move, u32>) -> ControlFlow<()> {
        let pieces = self.shape.pieces(node.state);
        let (Some(parent), Some(mv)) = (node.parent, node.mv) else {
            self.plant(pieces, node.h);
            return ControlFlow::Continue(());
        };
        let parent = self.shape.pieces(parent);
        // The parent is the latest expansion of its state. Depth-first search can have a state on the path twice, but
        // all nodes expanded below the second are deeper than its child.
        let nodes = self.trees.last().map_or(&[][..], |tree| &tree.nodes);
        let of_parent = |node_at: &usize| {
            let candidate = &nodes[*node_at];
            candidate.pieces == parent && candidate.g < node.g && candidate.expanded.is_some()
        };
        let parent = (0..nodes.len())
            .filter(of_parent)
            .max_by_key(|&at| nodes[at].expanded);
        self.add(parent, mv.letter(), pieces, node.g, node.h);
        ControlFlow::Continue(())
    }

    fn expanded(&mut self, node: Expanded<'_, State, u32>) -> ControlFlow<()> {
        let pieces = self.shape.pieces(node.state);
        // Each iteration after the first begins with the root, which is not reported as generated again.
        if let Some(tree) = self.trees.last()
            && tree.bound.is_some()
        {
            let h = tree.nodes[0].h;
            self.plant(pieces.clone(), h);
        }
        let event = self.event();
        let nodes = self.trees.last_mut().map(|tree| tree.nodes.iter_mut());
        let waits = |known: &&mut TreeNode| {
            known.expanded.is_none() && known.pieces == pieces && known.g == node.g
        };
        // Best-first search keeps the first node of a state; depth-first search expands the node generated last.
        let waiting = nodes.into_iter().flatten().filter(waits);
        if let Some(node) = waiting.max_by_key(|node| (node.fate == Fate::Kept, node.number)) {
            node.expanded = Some(event);
        }
        ControlFlow::Continue(())
    }

    fn iteration(&mut self, iteration: &IterationCounts<u32>) -> ControlFlow<()> {
        if let Some(tree) = self.trees.last_mut() {
            tree.bound = Some(iteration.bound);
        }
        ControlFlow::Continue(())
    }
}
