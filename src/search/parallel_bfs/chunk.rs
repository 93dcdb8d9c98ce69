//! [`Chunk`]: some of the states of a round, and what they send to the shards.

use alloc::vec::Vec;
use core::ops::Range;

use super::CHILDREN;
use crate::account::{Claimed, Quota, Stop};
use crate::puzzle::Puzzle;
use crate::search::batch::Child;
use crate::search::bfs_tree::{TreeSide, TreeStore};
use crate::search::shards::Shards;
use crate::threads::sync::MutexGuard;

/// The least capacity of a box, unless there are many shards.
const LEAST: usize = 64;

/// Some of the states of a round.
#[derive(Default)]
pub(super) struct Chunk {
    pub(super) states: Range<u32>,
    /// The number of children of each expanded state, and their sum.
    pub(super) counts: Claimed<Vec<u32>>,
    pub(super) children: u32,
    /// The number of children that are not their grandparents.
    pub(super) sent: usize,
    /// The name of each child (`NONE` if it was not new), and those of new states alone.
    pub(super) found: Claimed<Vec<u32>>,
    pub(super) names: Claimed<Vec<u32>>,
    /// The memory that the chunk may claim in this phase.
    pub(super) lease: Quota,
    pub(super) is_refused: bool,
}

/// Children, each with its number in its chunk.
pub(super) type WaitingChildren<S> = Claimed<Vec<Child<S, u32>>>;

/// The children of one chunk that belong to one shard; and the numbers and names of the new ones.
pub(super) struct Sent<S> {
    pub(super) children: WaitingChildren<S>,
    pub(super) new: Claimed<Vec<(u32, u32)>>,
}

impl<S> Default for Sent<S> {
    fn default() -> Self {
        Self {
            children: Claimed::default(),
            new: Claimed::default(),
        }
    }
}

impl Chunk {
    /// Generates the children of a state and sorts them by shard; returns how many there are. Without memory for one of
    /// them, those before it stay in their boxes, and are not counted.
    #[inline]
    pub(super) fn expand<D: TreeSide<P>, P: Puzzle>(
        &mut self,
        puzzle: &P,
        shards: &Shards<P::State>,
        name: u32,
        row: &mut [&mut WaitingChildren<P::State>],
    ) -> Result<u32, Stop> {
        let node = shards.node(name);
        // If moves can be undone, every expansion leads back to the parent.
        let before = &shards.node(node.parent).state;
        let first = self.children;
        let mut number = first;
        for neighbor in D::edges(puzzle, &node.state) {
            let key = shards.tables[0].hash(&neighbor.state);
            let children = &mut *row[shards.names.owner(key)];
            if children.len() == children.capacity() {
                let least = LEAST.min(CHILDREN / shards.tables.len());
                children.reserve(least, &self.lease)?;
            }
            let known = usize::from(neighbor.state == *before);
            children.push_within(Child {
                key,
                state: neighbor.state,
                parent: name,
                g: number,
            });
            // Branchless, since the answer cannot be predicted.
            let unknown = children.len() - known;
            children.as_vec().truncate(unknown);
            number = number.checked_add(1).ok_or(Stop::OutOfMemory)?;
            self.sent += 1 - known;
        }
        self.children = number;
        Ok(number - first)
    }

    /// Makes room for the names that come back.
    pub(super) fn make_room<S>(&mut self, row: &mut [MutexGuard<'_, Sent<S>>]) -> Result<(), Stop> {
        for sent in row {
            let Sent { children, new } = &mut **sent;
            new.reserve(children.len(), &self.lease)?;
        }
        let children = self.children as usize;
        self.found.clear();
        self.found.reserve(children, &self.lease)
    }

    /// Keeps the first states that have at most `most` children together.
    pub(super) fn keep(&mut self, most: u32) {
        let mut sum = 0;
        let counts = self.counts.iter();
        let states = counts.take_while(|&&count| {
            let is_within = count <= most - sum;
            sum += if is_within { count } else { 0 };
            is_within
        });
        let states = states.count();
        self.counts.as_vec().truncate(states);
        self.children = sum;
    }
}
