//! [`Piece`]: some of the states of a round, and what they send to the shards.

use alloc::vec::Vec;
use core::ops::Range;

use super::CHILDREN;
use crate::account::{Quota, Stop};
use crate::puzzle::Puzzle;
use crate::search::batch::Child;
use crate::search::shards::Shards;
use crate::search::tree::Direction;
use crate::threads::sync::MutexGuard;

/// There is room for so many children of a piece in a shard, unless there are many shards.
const LEAST: usize = 64;

/// Some of the states of a round.
#[derive(Default)]
pub(super) struct Piece {
    pub(super) states: Range<u32>,
    /// How many children each has that was expanded, and all together.
    pub(super) counts: Vec<u32>,
    pub(super) children: u32,
    /// How many are no parents of their own parents.
    pub(super) sent: usize,
    /// The name of each child that was new, and these alone.
    pub(super) found: Vec<u32>,
    pub(super) names: Vec<u32>,
    /// What it holds, and how much of it the monitor knows of.
    pub(super) lease: Quota,
    pub(super) told: usize,
    pub(super) is_refused: bool,
}

/// Children of one piece that belong to one shard, each with its number in the piece; and which of them were
/// new, with their names.
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

/// Makes room for so many items in an empty list.
pub(super) fn reserve<T>(list: &mut Vec<T>, items: usize, memory: &Quota) -> Result<(), Stop> {
    if list.capacity() < items {
        memory.grow(list, items)?;
    }
    Ok(())
}

impl Piece {
    /// From now on it may claim so much more.
    pub(super) fn lend(&mut self, share: Option<usize>) {
        self.lease.renew_peak();
        let held = self.lease.held();
        self.lease.limit_to(share.map(|share| held + share));
    }

    /// Generates the children of a state and sorts them; returns how many there are. Where there is no memory
    /// for one of them, those before it are left in their boxes, and not counted.
    #[inline]
    pub(super) fn expand<D: Direction<P>, P: Puzzle>(
        &mut self,
        puzzle: &P,
        shards: &Shards<P::State>,
        name: u32,
        row: &mut [&mut Vec<Child<P::State, u32>>],
    ) -> Result<u32, Stop> {
        let node = shards.node(name);
        // Where moves can be undone every expansion leads back to the parent.
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
            // Whether it is known cannot be predicted: this way it need not be.
            children.truncate(children.len() - known);
            number = number.checked_add(1).ok_or(Stop::OutOfMemory)?;
            self.sent += 1 - known;
        }
        self.children = number;
        Ok(number - first)
    }

    /// Makes room for what comes back.
    pub(super) fn make_room<S>(&mut self, row: &mut [MutexGuard<'_, Sent<S>>]) -> Result<(), Stop> {
        for sent in row {
            let Sent { children, new } = &mut **sent;
            reserve(new, children.len(), &self.lease)?;
        }
        reserve(&mut self.found, self.children as usize, &self.lease)
    }

    /// Keeps as many states as have so many children together.
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

    /// Tells the monitor what it holds.
    pub(super) fn tell(&mut self, memory: &Quota) {
        let held = self.lease.held();
        memory.add(held - self.told);
        self.told = held;
    }
}
