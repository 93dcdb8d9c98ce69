//! [`Chunk`]: some of the states of a round, and what they send to the shards.

use alloc::vec::Vec;
use core::ops::Range;

use super::CHILDREN;
use crate::account::{Quota, Stop};
use crate::puzzle::Puzzle;
use crate::search::batch::Child;
use crate::search::bfs_tree::TreeSide;
use crate::search::shards::Shards;
use crate::threads::sync::MutexGuard;

/// The least capacity of a box, unless there are many shards.
const LEAST: usize = 64;

/// Some of the states of a round.
#[derive(Default)]
pub(super) struct Chunk {
    pub(super) states: Range<u32>,
    /// The number of children of each expanded state, and their sum.
    pub(super) counts: Vec<u32>,
    pub(super) children: u32,
    /// The number of children that are not their grandparents.
    pub(super) sent: usize,
    /// The name of each child (`NONE` if it was not new), and those of new states alone.
    pub(super) found: Vec<u32>,
    pub(super) names: Vec<u32>,
    /// The bytes the chunk holds, and how many of them the monitor knows of.
    pub(super) lease: Quota,
    pub(super) told: usize,
    pub(super) is_refused: bool,
}

/// The children of one chunk that belong to one shard, each with its number in the chunk; and the numbers and names of
/// the new ones.
pub(super) struct Sent<S> {
    pub(super) children: Vec<Child<S, u32>>,
    pub(super) new: Vec<(u32, u32)>,
}

impl<S> Default for Sent<S> {
    fn default() -> Self {
        Self {
            children: Vec::new(),
            new: Vec::new(),
        }
    }
}

/// Makes room for `items` items in an empty list.
pub(super) fn reserve<T>(list: &mut Vec<T>, items: usize, memory: &Quota) -> Result<(), Stop> {
    if list.capacity() < items {
        memory.grow(list, items)?;
    }
    Ok(())
}

impl Chunk {
    /// Limits further claims to `share` bytes.
    pub(super) fn lend(&mut self, share: Option<usize>) {
        self.lease.renew_peak();
        let held = self.lease.held();
        self.lease.limit_to(share.map(|share| held + share));
    }

    /// Generates the children of a state and sorts them by shard; returns how many there are. Without memory for one of
    /// them, those before it stay in their boxes, and are not counted.
    #[inline]
    pub(super) fn expand<D: TreeSide<P>, P: Puzzle>(
        &mut self,
        puzzle: &P,
        shards: &Shards<P::State>,
        name: u32,
        row: &mut [&mut Vec<Child<P::State, u32>>],
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
                self.lease.grow(children, least)?;
            }
            let known = usize::from(neighbor.state == *before);
            children.push(Child {
                key,
                state: neighbor.state,
                parent: name,
                g: number,
            });
            // Branchless, since the answer cannot be predicted.
            children.truncate(children.len() - known);
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
            reserve(new, children.len(), &self.lease)?;
        }
        reserve(&mut self.found, self.children as usize, &self.lease)
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
        self.counts.truncate(states);
        self.children = sum;
    }

    /// Tells the monitor how many bytes the chunk holds.
    pub(super) fn tell(&mut self, memory: &Quota) {
        let held = self.lease.held();
        memory.add(held - self.told);
        self.told = held;
    }
}
