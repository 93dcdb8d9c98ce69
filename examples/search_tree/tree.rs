//! [`Search`]: what a solver did, as trees of nodes.

use crate::places::Places;

pub(crate) struct Search {
    /// The puzzle and the solver.
    pub(crate) title: String,
    /// How it ended.
    pub(crate) end: String,
    /// What the letters of the moves mean.
    pub(crate) moves_are: &'static str,
    pub(crate) goal: Vec<u8>,
    pub(crate) places: Places,
    /// A tree for each iteration; other searches have one.
    pub(crate) trees: Vec<Tree>,
}

pub(crate) struct Tree {
    /// Of an iteration, the bound on f; such a search remembers only the path.
    pub(crate) bound: Option<u32>,
    /// In the order in which they were generated, the root first.
    pub(crate) nodes: Vec<Node>,
}

pub(crate) struct Node {
    /// Which node of the whole search this is, counted from 1.
    pub(crate) number: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    /// The move that leads here.
    pub(crate) letter: String,
    /// The piece on each place.
    pub(crate) pieces: Vec<u8>,
    pub(crate) g: u32,
    /// Unless the solver asked for none.
    pub(crate) h: Option<u32>,
    /// At which event of the search it was generated, and expanded.
    pub(crate) generated: usize,
    pub(crate) expanded: Option<usize>,
    pub(crate) fate: Fate,
}

/// What became of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
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
    pub(crate) fn f(&self) -> u32 {
        self.g + self.h.unwrap_or(0)
    }

    /// g, and what is expected on top of it.
    pub(crate) fn formula(&self) -> String {
        match self.h {
            Some(h) => format!("{}+{h}={}", self.g, self.f()),
            None => format!("g={}", self.g),
        }
    }
}
