//! [`Search`]: what a solver did, as trees of nodes.

use crate::places::Places;

pub(super) struct Search {
    /// The puzzle and the solver.
    pub(super) title: String,
    /// How it ended.
    pub(super) end: String,
    /// What the letters of the moves mean.
    pub(super) moves_are: &'static str,
    pub(super) goal: Vec<u8>,
    pub(super) places: Places,
    /// A tree for each iteration; other searches have one.
    pub(super) trees: Vec<Tree>,
}

pub(super) struct Tree {
    /// Of an iteration, the bound on f; such a search remembers only the path.
    pub(super) bound: Option<u32>,
    /// In the order in which they were generated, the root first.
    pub(super) nodes: Vec<Node>,
}

pub(super) struct Node {
    /// Which node of the whole search this is, counted from 1.
    pub(super) number: usize,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    /// The move that leads here.
    pub(super) letter: String,
    /// The piece on each place.
    pub(super) pieces: Vec<u8>,
    pub(super) g: u32,
    /// Unless the solver asked for none.
    pub(super) h: Option<u32>,
    /// At which event of the search it was generated, and expanded.
    pub(super) generated: usize,
    pub(super) expanded: Option<usize>,
    pub(super) fate: Fate,
}

/// What became of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It waits to be expanded, or was.
    Kept,
    /// Its state was known already, by a path that is as cheap.
    Known,
    /// A cheaper path to its state was found later.
    Superseded,
    /// Its f is above the bound of the iteration.
    CutOff,
    /// It is on the path to the goal.
    Solution,
}

impl Node {
    pub(super) fn f(&self) -> u32 {
        self.g + self.h.unwrap_or(0)
    }

    /// g, and what is expected on top of it.
    pub(super) fn formula(&self) -> String {
        match self.h {
            Some(h) => format!("{}+{h}={}", self.g, self.f()),
            None => format!("g={}", self.g),
        }
    }
}
