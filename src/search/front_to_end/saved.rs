//! A bidirectional heuristic search as bytes.
//!
//! Invariant of a loaded search: on each side, parents lead from each reached state to a root of that side, at costs
//! that do not rise. Bytes that would break this are refused.

use alloc::vec::Vec;
use core::hash::Hash;

use super::side::{BACK, FROM_BACK, FRONT, Link, TwoSidedNode};
use super::{FrontToEnd, Selection};
use crate::cost::Cost;
use crate::puzzle::Puzzle;
use crate::search::batch::{self, Batch, Child};
use crate::solver::{Loader, Saver};
use crate::storage::{OpenList, are_rooted};

impl<S: Clone + Eq + Hash, C: Cost, L: Selection<C>> FrontToEnd<S, C, L> {
    pub(super) fn save(&self, to: &mut Saver<'_, S>) {
        to.flag(self.has_all_roots);
        to.nodes(&self.reach.nodes, |to, index, node| {
            to.number(node.link.parent);
            to.cost(node.link.g);
            self.reach
                .sides
                .iter()
                .for_each(|side| to.flag(side.closed.has(index)));
        });
        let mut met: Vec<_> = self.reach.met.iter().collect();
        met.sort_unstable_by_key(|&(&node, _)| node);
        to.list(met, |to, (&node, link)| {
            to.number(node);
            to.number(link.parent);
            to.cost(link.g);
        });
        for side in &self.reach.sides {
            side.open.save(to.raw());
            to.cost(side.least_key);
        }
        to.count(self.side);
        self.batch.save(to, Child::save::<false>);
        to.entries(&self.waiting);
        to.entries(&self.entries[self.done..]);
        to.flag(self.best.is_some());
        if let Some((node, cost)) = self.best {
            to.number(node);
            to.cost(cost);
        }
        to.cost(self.bound);
        to.flag(self.reach.cut);
        self.selection.save(to.raw());
    }

    pub(super) fn load<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        from: &mut Loader<'_, P::State>,
    ) -> Option<()> {
        self.has_all_roots = from.flag()?;
        let sides = &mut self.reach.sides;
        let count = from.nodes(&mut self.reach.nodes, |from, (index, state), count| {
            let parent = u32::try_from(from.number()?).ok()?;
            let g = from.cost()?;
            for side in &mut *sides {
                side.closed.make_room(index, &from.raw.memory).ok()?;
                if from.flag()? {
                    side.closed.insert(index);
                }
            }
            let link = Link { parent, g };
            ((parent & !FROM_BACK) < count as u32).then_some(TwoSidedNode { state, link })
        })?;
        let met = from.count(3)?;
        self.reach.met.make_room(met, &from.raw.memory).ok()?;
        for _ in 0..met {
            let (node, parent) = (from.index(count)?, from.index(count)?);
            let g = from.cost()?;
            self.reach.met.insert(node, Link { parent, g });
        }
        for side in &mut self.reach.sides {
            side.open = OpenList::load(count, &mut from.raw)?;
            side.least_key = from.cost()?;
        }
        self.side = from.index(2)? as usize;
        self.batch = Batch::load(from, count, |from, state, parent| {
            Child::load::<false>(from, self.reach.nodes.key(puzzle, &state), state, parent)
        })?;
        self.waiting = from.entries(count, batch::MOST_STATES)?;
        self.entries = from.entries(count, batch::MOST_STATES)?;
        if from.flag()? {
            self.best = Some((from.index(count)?, from.cost()?));
        }
        self.bound = from.cost()?;
        self.reach.cut = from.flag()?;
        self.selection = L::load(count, &mut from.raw)?;
        let link = |node, side| {
            let link = self.reach.link(node, side);
            link.map_or((node, C::zero()), |link| (link.parent, link.g))
        };
        let mut children = self.batch.iter();
        let are_children_valid = children.all(|child| {
            let parent = self.reach.link(child.parent, self.side);
            parent.is_some_and(|parent| parent.g <= child.g)
        });
        let mut sides = [FRONT, BACK].into_iter();
        let are_rooted = sides.all(|side| {
            // Each parent must be reached by the same side, or a later path could close a cycle.
            let reached = |node| self.reach.link(node, side);
            let mut links = (0..count as u32).filter_map(reached);
            links.all(|link| reached(link.parent).is_some())
                && are_rooted(count, &|node| link(node, side))
        });
        (are_children_valid && are_rooted).then_some(())
    }
}
