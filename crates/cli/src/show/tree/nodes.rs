//! [`SearchRecord`]: the nodes of a search, as trees.

use crate::places::Placement;

pub(super) struct SearchRecord {
    /// The names of the puzzle and the solver.
    pub(super) title: String,
    /// How the search ended, in words.
    pub(super) end: String,
    /// The meaning of the letters of moves.
    pub(super) moves_are: &'static str,
    pub(super) goal: Vec<u8>,
    pub(super) places: Placement,
    /// A tree for each iteration; other searches have one tree.
    pub(super) trees: Vec<SearchTree>,
}

pub(super) struct SearchTree {
    /// The bound on f, if the tree is an iteration, which remembers only states on its path.
    pub(super) bound: Option<u32>,
    /// The nodes in the order of generation, the root first.
    pub(super) nodes: Vec<TreeNode>,
}

pub(super) struct TreeNode {
    /// The number of the node in the whole search, counted from 1.
    pub(super) number: usize,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    /// The move to this node.
    pub(super) letter: String,
    /// The piece on each place.
    pub(super) pieces: Vec<u8>,
    pub(super) g: u32,
    /// The estimate; `None` if the solver uses none.
    pub(super) h: Option<u32>,
    /// The events of the search at which the node was generated and expanded.
    pub(super) generated: usize,
    pub(super) expanded: Option<usize>,
    pub(super) fate: Fate,
}

/// The state of a node at the end of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Open or closed.
    Kept,
    /// A duplicate: a path to its state is known that costs no more.
    Known,
    /// Stale: a cheaper path to its state was found later.
    Superseded,
    /// Cut off: its f is above the bound of the iteration.
    CutOff,
    /// On the path to the goal.
    Solution,
}

impl TreeNode {
    pub(super) fn f(&self) -> u32 {
        self.g + self.h.unwrap_or(0)
    }

    /// The node's g, h and f, as a formula.
    pub(super) fn formula(&self) -> String {
        match self.h {
            Some(h) => format!("{}+{h}={}", self.g, self.f()),
            None => format!("g={}", self.g),
        }
    }
}
