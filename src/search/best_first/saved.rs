//! A best-first search as bytes: its stored states, its entries, and the children that are not looked up yet.
//!
//! Invariant: a search is accepted only if all indices are in range, each state is reached from a root by parents, and
//! no path is cheaper than its own prefix.

use core::hash::Hash;

use super::{BestFirstRun, BestNode};
use crate::cost::Cost;
use crate::puzzle::Puzzle;
use crate::search::batch::{self, Batch, Child};
use crate::search::order::Order;
use crate::solver::{Loader, Saver};
use crate::storage::{OpenList, are_rooted};

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>> BestFirstRun<S, C, O> {
    /// Reads a search by one thread; `None` if the bytes break the invariant. [`read`](Self::read) leaves it to the
    /// caller to check the parents.
    pub(in crate::search) fn read_whole<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        from: &mut Loader<'_, S>,
    ) -> Option<()> {
        self.read(puzzle, from, None)?;
        let link = |at| {
            let reached = self.nodes.get(at);
            (reached.parent, reached.g)
        };
        let mut children = self.batch.iter();
        let cost_no_less = children.all(|child| link(child.parent).1 <= child.g);
        (cost_no_less && are_rooted(self.nodes.len(), &link)).then_some(())
    }
}

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>, const TAGGED: bool> BestFirstRun<S, C, O, TAGGED> {
    pub(in crate::search) fn write(&self, to: &mut Saver<'_, S>) {
        to.count(self.starts.len());
        to.nodes(&self.nodes, |to, at, node| {
            to.number(node.parent);
            to.cost(node.g);
            to.flag(self.closed.has(at));
            if TAGGED {
                to.number(self.tags[at]);
            }
        });
        self.open.save(to.raw());
        // A table of addresses may find duplicates when they are generated, an index only when they are looked up. A
        // loaded search has a table of addresses if this one has, so that its counts are the same.
        to.flag(self.nodes.is_addressed());
        self.batch.save(to, Child::save::<TAGGED>);
        to.entries(&self.waiting);
        to.entries(&self.entries[self.done..]);
        to.cost(self.bound);
        to.cost(self.floor);
        to.flag(self.cut);
        to.number(self.order.to_number());
    }

    /// Reads a search. Parents are less than `names`, if they are stored by names that are not indices in this table.
    pub(in crate::search) fn read<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        from: &mut Loader<'_, S>,
        names: Option<usize>,
    ) -> Option<()> {
        from.starts(&mut self.starts)?;
        let Self { closed, tags, .. } = self;
        let count = from.nodes(&mut self.nodes, |from, (at, state), count| {
            let (parent, g) = (from.index(names.unwrap_or(count))?, from.cost()?);
            closed.make_room(at, &from.raw.memory).ok()?;
            if from.flag()? {
                closed.insert(at);
            }
            if TAGGED {
                let tag = from.index(1 << u8::BITS)? as u8;
                tags.push(tag, &from.raw.memory).ok()?;
            }
            Some(BestNode { state, parent, g })
        })?;
        self.open = OpenList::load(count, &mut from.raw)?;
        if from.flag()? {
            self.nodes.switch_to_addresses(puzzle, &from.raw.memory);
        }
        let key = |state: &S| self.nodes.key(puzzle, state);
        self.batch = Batch::load(from, names.unwrap_or(count), |from, state, parent| {
            Child::load::<TAGGED>(from, key(&state), state, parent)
        })?;
        self.waiting = from.entries(count, batch::MOST_STATES)?;
        self.entries = from.entries(count, Self::MOST_ENTRIES)?;
        (self.bound, self.floor) = (from.cost()?, from.cost()?);
        self.cut = from.flag()?;
        (from.number()? == self.order.to_number()).then_some(())
    }
}
