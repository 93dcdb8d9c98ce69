//! [`Chunk`]: consecutive states of a round, which one thread expands; and [`Parcel`]: the children that it sends to
//! one of the shards.
//!
//! The children of a chunk are numbered in the order in which they are generated. Invariant: the children in a parcel,
//! and the new ones among them, are in the order of their numbers.

use alloc::vec::Vec;
use core::ops::Range;

use super::CHUNK_CHILDREN;
use crate::account::{Claimed, Quota, Stop};
use crate::puzzle::Puzzle;
use crate::search::batch::Child;
use crate::search::bfs_tree::{TreeSide, TreeStore};
use crate::search::shards::Shards;
use crate::threads::sync::MutexGuard;

/// The least capacity of a parcel, unless there are many shards.
const LEAST_CAPACITY: usize = 64;

/// Consecutive states of a round.
#[derive(Default)]
pub(super) struct Chunk {
    /// The indices of the states in the order of insertion.
    pub(super) states: Range<u32>,
    /// The number of children of each expanded state, and their sum.
    pub(super) child_counts: Claimed<Vec<u32>>,
    pub(super) generated: u32,
    /// The number of children in the parcels: all but those whose state is that of their grandparent.
    pub(super) sent: usize,
    /// The name of each child (`NOT_NEW` if it was not new), and the names of the new ones alone.
    pub(super) child_names: Claimed<Vec<u32>>,
    pub(super) new_names: Claimed<Vec<u32>>,
    /// The memory that the chunk may claim in this phase.
    pub(super) lease: Quota,
    /// Whether there was too little memory for the children of all states.
    pub(super) is_refused: bool,
}

/// Children whose field `g` is their number in the chunk.
pub(super) type NumberedChildren<S> = Claimed<Vec<Child<S, u32>>>;

/// The children that one chunk sends to one shard.
pub(super) struct Parcel<S> {
    pub(super) children: NumberedChildren<S>,
    /// The shard's answer: number and name of each child that was new.
    pub(super) new: Claimed<Vec<(u32, u32)>>,
}

impl<S> Default for Parcel<S> {
    fn default() -> Self {
        Self {
            children: Claimed::default(),
            new: Claimed::default(),
        }
    }
}

impl Chunk {
    /// Generates the children of the state with this name and sorts them by shard; returns how many there are. If there
    /// is no memory for one of them, those before it stay in their parcels, and are not counted.
    #[inline]
    pub(super) fn expand<D: TreeSide<P>, P: Puzzle>(
        &mut self,
        puzzle: &P,
        shards: &Shards<P::State>,
        name: u32,
        by_shard: &mut [&mut NumberedChildren<P::State>],
    ) -> Result<u32, Stop> {
        let node = shards.node(name);
        // If moves can be undone, every state but the start has its own parent among its children.
        let grandparent = &shards.node(node.parent).state;
        let first = self.generated;
        let mut number = first;
        for neighbor in D::edges(puzzle, &node.state) {
            let key = shards.tables[0].hash(&neighbor.state);
            let children = &mut *by_shard[shards.names.owner(key)];
            if children.len() == children.capacity() {
                let least = LEAST_CAPACITY.min(CHUNK_CHILDREN / shards.tables.len());
                children.reserve(least, &self.lease)?;
            }
            let is_grandparent = usize::from(neighbor.state == *grandparent);
            children.push_within(Child {
                key,
                state: neighbor.state,
                parent: name,
                g: number,
            });
            // The grandparent is removed without a branch, which could not be predicted.
            let others = children.len() - is_grandparent;
            children.as_vec().truncate(others);
            number = number.checked_add(1).ok_or(Stop::OutOfMemory)?;
            self.sent += 1 - is_grandparent;
        }
        self.generated = number;
        Ok(number - first)
    }

    /// Makes room for the names that the shards answer with.
    pub(super) fn make_room<S>(
        &mut self,
        parcels: &mut [MutexGuard<'_, Parcel<S>>],
    ) -> Result<(), Stop> {
        for parcel in parcels {
            let Parcel { children, new } = &mut **parcel;
            new.reserve(children.len(), &self.lease)?;
        }
        let children = self.generated as usize;
        self.child_names.clear();
        self.child_names.reserve(children, &self.lease)
    }

    /// Keeps the longest sequence of first states that have at most `most` children together.
    pub(super) fn keep_within(&mut self, most: u32) {
        let mut sum = 0;
        let counts = self.child_counts.iter();
        let states = counts.take_while(|&&children| {
            let is_within = children <= most - sum;
            sum += if is_within { children } else { 0 };
            is_within
        });
        let states = states.count();
        self.child_counts.as_vec().truncate(states);
        self.generated = sum;
    }
}
