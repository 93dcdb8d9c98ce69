//! A rectangle search as bytes: all of its state, between any two steps.
//!
//! Invariant of a loaded search: parents lead from each state and each waiting child to a start, and entries wait only
//! if they are added next, to a level that has a list. Bytes that would break this are refused.

use core::hash::Hash;
use core::num::NonZero;

use super::levels::LevelNode;
use super::rectangle::RectangleRun;
use super::round::{self, Round};

use crate::cost::Cost;
use crate::puzzle::Puzzle;
use crate::search::batch::{Batch, Child};
use crate::search::guess::{self, Guesses};
use crate::solver::{Loader, Saver};
use crate::storage::{RoundRobin, Waiting, are_rooted};

impl<S: Clone + Eq + Hash, C: Cost, G: Guesses<S, C>> RectangleRun<S, C, G> {
    pub(super) fn write(&self, to: &mut Saver<'_, S>) {
        guess::save(&self.guesses, &self.starts, to);
        to.count(self.roots);
        to.nodes(&self.nodes, |to, index, node| {
            to.number(node.parent);
            to.number(node.open_in.map_or(0, NonZero::get));
            to.cost(node.g);
            to.flag(self.closed.has(index));
        });
        let levels = &self.levels;
        to.count(levels.lists.len());
        levels.lists.iter().for_each(|list| list.save(to.raw()));
        levels.waiting.save(to.raw());
        to.count(levels.first_level);
        self.round.save(to);
        to.flag(self.taken.is_some());
        self.taken.into_iter().for_each(|node| to.number(node));
        to.count(levels.kinds);
        self.batch.save(to, Child::save::<false>);
        to.count(self.child_level);
        to.flag(self.is_due);
        to.number(self.expanded);
        to.number(self.bound_due_at);
        to.flag(self.cut);
    }

    pub(super) fn read<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        from: &mut Loader<'_, S>,
    ) -> Option<()> {
        guess::check(&self.guesses, &self.starts, from)?;
        self.roots = from.index(self.starts.len() + 1)? as usize;
        let closed = &mut self.closed;
        let count = from.nodes(&mut self.nodes, |from, (index, state), count| {
            let parent = from.index(count)?;
            let open_in = NonZero::new(from.index(u32::MAX as usize)?);
            let g = from.cost()?;
            closed.make_room(index, &from.raw.memory).ok()?;
            if from.flag()? {
                closed.insert(index);
            }
            Some(LevelNode {
                state,
                parent,
                open_in,
                g,
            })
        })?;
        for _ in 0..from.count(1)? {
            let level = RoundRobin::load(count, &mut from.raw)?;
            self.levels.lists.push(level, &from.raw.memory).ok()?;
        }
        self.levels.waiting = Waiting::load(count, &mut from.raw)?;
        let levels = self.levels.lists.len() + 1;
        self.levels.first_level = from.index(levels)? as usize;
        self.round = Round::load(levels, from)?;
        if from.flag()? {
            // A state is taken out of a level that has a list.
            self.levels.lists.find(self.round.level as u32)?;
            self.taken = Some(from.index(count)?);
        }
        self.levels.kinds = round::load_kinds(from)?;
        self.batch = Batch::load(from, count + 1, |from, state, parent| {
            Child::load::<false>(from, self.nodes.key(puzzle, &state), state, parent)
        })?;
        let link = |node| {
            let reached = self.nodes.get(node);
            (reached.parent, reached.g)
        };
        // A child's parent is stored, at no greater cost. Only a start that is not yet stored is its own parent, and it
        // is alone in the batch.
        let is_new =
            |child: &Child<_, _>| self.nodes.find(puzzle, child.key, &child.state).is_none();
        let may_wait = |child: &Child<_, C>| match (child.parent as usize) < count {
            true => link(child.parent).1 <= child.g,
            false => self.roots < self.starts.len() && self.batch.len() == 1 && is_new(child),
        };
        if !self.batch.iter().all(may_wait) || !are_rooted(count, &link) {
            return None;
        }
        self.child_level = from.index(levels)? as usize;
        self.is_due = from.flag()?;
        let is_looked_up_next = self.is_due || self.roots < self.starts.len();
        let entries_may_wait = is_looked_up_next && self.child_level < self.levels.lists.len();
        if !entries_may_wait && !self.levels.waiting.is_empty() {
            return None;
        }
        (self.expanded, self.bound_due_at) = (from.summand()?, from.summand()?);
        self.cut = from.flag()?;
        Some(())
    }
}
