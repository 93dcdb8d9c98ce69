//! The children of a best-first search: generated into a batch, looked up together, and stored.

use core::hash::Hash;

use num_traits::Bounded;

use super::{BestFirstRun, Reached};
use crate::account::Stop;
use crate::cost::Cost;
use crate::monitor::{Expanded, Generated, Monitor};
use crate::puzzle::Puzzle;
use crate::search::batch::{self, Child, Reaching};
use crate::search::order::Order;
use crate::storage::Entry;

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>, const TAGGED: bool> BestFirstRun<S, C, O, TAGGED> {
    /// Whether a stop has left children that are not looked up, or entries that are not in the open list.
    #[cfg(feature = "std")]
    pub(in crate::search) const fn has_work_left(&self) -> bool {
        self.batch.len() > 0 || !self.waiting.is_empty()
    }

    /// Stores the children of the batch, or the cheaper paths to what is stored already.
    #[inline(always)]
    pub(in crate::search) fn look_up<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        self.open.push_all(&mut self.waiting, monitor.memory())?;
        if !batch::is_cached(self.nodes.len()) {
            self.nodes.read_ahead(puzzle, self.batch.keys());
        }
        let most = monitor.limits().stored.unwrap_or(u64::MAX);
        let most = most.saturating_sub(self.elsewhere);
        while let Some(first) = self.batch.first() {
            let room = most.saturating_sub(self.nodes.len() as u64);
            let piece = self.batch.piece(room);
            // Before a child is taken out there is room for all that is to be stored.
            self.nodes.make_room(piece, monitor.memory())?;
            if piece > self.waiting.capacity() {
                monitor.memory().grow(&mut self.waiting, piece)?;
            }
            if TAGGED && piece > self.tags.capacity() - self.tags.len() {
                monitor.memory().grow(&mut self.tags, piece)?;
            }
            if room == 0
                && self.nodes.find(puzzle, first.key, &first.state).is_none()
                && self.order.estimate(puzzle, &first.state).is_some()
            {
                return Err(Stop::Stored);
            }
            self.store(puzzle, piece, monitor)?;
        }
        Ok(())
    }

    /// Stores the first so many children of the batch.
    #[inline(always)]
    fn store<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        piece: usize,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        let max_cost = monitor.limits().cost;
        let Self {
            order,
            nodes,
            tags,
            open,
            closed,
            batch,
            waiting,
            cut,
            below,
            elsewhere,
            ..
        } = self;
        let mut end = Ok(());
        let stored = nodes.len();
        for child in batch.drain(piece) {
            let Child {
                key: looked_up,
                state,
                parent,
                g,
            } = child;
            let known = nodes.find_or_place(puzzle, looked_up, &state);
            if let Ok(node) = known {
                monitor.duplicates(1);
                if nodes.get(node).g <= g {
                    continue;
                }
            }
            let Some(h) = order.estimate(puzzle, &state) else {
                continue;
            };
            let f = g.checked_add(&h);
            if let (Some(below), Some(f)) = (*below, f)
                && f >= below
            {
                continue;
            }
            let f = f.filter(|&f| max_cost.is_none_or(|max| f <= max));
            let Some(key) = f.and_then(|_| order.key(g, h)) else {
                *cut = true;
                continue;
            };
            let node = match known {
                Ok(node) => {
                    let reached = nodes.get_mut(node);
                    let before = core::mem::replace(&mut reached.g, g);
                    reached.parent = parent;
                    if TAGGED {
                        tags[node as usize] = looked_up.label();
                    }
                    if !O::REOPENS {
                        continue;
                    }
                    // Rounded, the key may be that of the entry that waits: two of them would both be expanded.
                    let waits = !C::IS_EXACT && !O::MAY_EXCEED && !closed.has(node as usize);
                    if waits && order.key(before, h) == Some(key) {
                        continue;
                    }
                    node
                }
                Err(place) => {
                    if TAGGED {
                        tags.push(looked_up.label());
                    }
                    nodes.insert(puzzle, place, Reached { state, parent, g })
                }
            };
            let entry = Entry { key, h, node };
            if end.is_ok() {
                end = open.push(entry, monitor.memory());
            }
            if end.is_err() {
                // In its order, after those before it.
                waiting.push(entry);
            }
        }
        let stored_now = nodes.len();
        if stored_now > stored {
            monitor.store(stored_now as u64 + *elsewhere)?;
        }
        end
    }

    /// Adds a state's children to the batch and counts them; or does neither.
    #[inline]
    pub(in crate::search) fn expand<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        mut path: Reaching<C>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        let node = path.node;
        self.closed.make_room(node as usize, monitor.memory())?;
        let (order, nodes) = (self.order, &self.nodes);
        // Most children are known: where that costs no more now than later they are left out at once.
        let looks_up = !TAGGED && nodes.is_looked_up_at_once(puzzle);
        path.before = path.before.filter(|_| !looks_up);
        let is_known = |child: &Child<S, C>| {
            let known = looks_up.then(|| nodes.at(child.key.address(), &child.state));
            known.flatten().is_some_and(|(_, known)| known.g <= child.g)
        };
        self.cut |= self
            .batch
            .expand(puzzle, nodes, path, is_known, monitor, |_, monitor| {
                let Reached { state, g, .. } = nodes.get(node);
                show(
                    puzzle,
                    |state| order.estimate(puzzle, state).filter(|_| O::INFORMED),
                    state,
                    *g,
                    monitor,
                )
            })?;
        if self.closed.insert(node as usize) {
            monitor.reopen(1);
        }
        Ok(())
    }
}

/// Shows a state and its children to the observer.
#[cold]
#[inline(never)]
pub(in crate::search) fn show<P: Puzzle>(
    puzzle: &P,
    estimate: impl Fn(&P::State) -> Option<P::Cost>,
    state: &P::State,
    g: P::Cost,
    monitor: &mut Monitor<'_, P>,
) -> Result<(), Stop> {
    monitor.show_expanded(Expanded::new(state, g, estimate(state)))?;
    for neighbor in puzzle.neighbors(state) {
        let g = g.checked_add(&neighbor.cost);
        let h = g.and_then(|_| estimate(&neighbor.state));
        let g = g.unwrap_or(P::Cost::max_value());
        let child = Generated::new(&neighbor.state, g, h);
        monitor.show_generated(child.with_parent(state, &neighbor.mv))?;
    }
    Ok(())
}
