//! The children of a search from both ends: generated into a batch, looked up together, and stored.

use core::hash::Hash;

use super::Both;
use super::ends::{Ends, Order};
use super::side::{BACK, FROM_BACK, FRONT, Link, Reached};
use crate::account::{Memory, Stop};
use crate::cost::Cost;
use crate::monitor::{Expanded, Generated, Monitor, Side};
use crate::puzzle::Puzzle;
use crate::puzzle::reversed::TwoSided;
use crate::search::batch::{self, Child, Reaching};
use crate::storage::{Entry, make_room_in};

impl<S: Clone + Eq + Hash, C: Cost> Both<S, C> {
    /// Adds a state's children to the batch and counts them; or does neither.
    pub(super) fn expand<Q, P>(
        &mut self,
        puzzle: &Q,
        node: u32,
        ends: &Ends<'_, P>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop>
    where
        Q: Puzzle<State = S, Cost = C>,
        P: TwoSided<State = S, Cost = C>,
    {
        let Some(Link { parent, g }) = self.link(node, self.side) else {
            return Ok(());
        };
        let (side, state) = (self.side, &self.nodes.get(node).state);
        let edge = Reaching {
            node,
            name: node,
            before: Some(parent),
            g,
        };
        self.cut |= self.batch.expand(
            puzzle,
            &self.nodes,
            edge,
            |_| false,
            monitor,
            |children, monitor| show(side, state, g, children, ends, monitor),
        )?;
        Ok(())
    }

    /// Stores the children of the batch, or the cheaper paths to what is stored already.
    #[inline(always)]
    pub(super) fn look_up<P: TwoSided<State = S, Cost = C>>(
        &mut self,
        ends: &Ends<'_, P>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        self.place_waiting(ends.order, monitor.memory())?;
        if !batch::is_cached(self.nodes.len()) {
            self.nodes.read_ahead(ends.puzzle, self.batch.keys());
        }
        let most = monitor.limits().stored.unwrap_or(u64::MAX);
        if self.nodes.len() + self.batch.len() >= FROM_BACK as usize {
            return Err(Stop::TooManyStates);
        }
        while let Some(first) = self.batch.first() {
            let room = most.saturating_sub(self.nodes.len() as u64);
            let piece = self.batch.piece(room);
            // Before a child is taken out there is room for all that is to be stored.
            self.nodes.make_room(piece, monitor.memory())?;
            make_room_in(&mut self.met, piece, monitor.memory())?;
            if piece > self.waiting.capacity() {
                monitor.memory().grow(&mut self.waiting, piece)?;
            }
            if room == 0
                && self
                    .nodes
                    .find(ends.puzzle, first.key, &first.state)
                    .is_none()
            {
                return Err(Stop::Stored);
            }
            self.store(piece, ends, monitor)?;
        }
        Ok(())
    }

    /// Puts what waited for memory where it belongs.
    #[inline]
    pub(super) fn place_waiting(
        &mut self,
        order: Order<C>,
        memory: &mut Memory,
    ) -> Result<(), Stop> {
        if !matches!(order, Order::InPairs(_)) {
            return self.sides[self.side]
                .open
                .push_all(&mut self.waiting, memory);
        }
        while let Some(&entry) = self.waiting.first() {
            let link = self.link(entry.node, self.side);
            let g = link.filter(|_| entry.key < self.level).map(|link| link.g);
            self.sides[self.side].put(entry, g, memory)?;
            self.waiting.remove(0);
        }
        Ok(())
    }

    /// Stores the first so many children of the batch.
    #[inline(always)]
    pub(super) fn store<P: TwoSided<State = S, Cost = C>>(
        &mut self,
        piece: usize,
        ends: &Ends<'_, P>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        let max_cost = monitor.limits().cost;
        let side = self.side;
        let Self {
            nodes,
            met,
            sides,
            batch,
            waiting,
            best,
            cut,
            level,
            ..
        } = self;
        let mut end = Ok(());
        let stored = nodes.len();
        for Child {
            key: looked_up,
            state,
            parent,
            g,
        } in batch.drain(piece)
        {
            let known = nodes.find_or_place(ends.puzzle, looked_up, &state);
            if let Ok(node) = known {
                let reached = nodes.get(node);
                let link = if reached.side() == side {
                    Some(reached.link)
                } else {
                    met.get(&node).copied()
                };
                monitor.duplicates(u64::from(link.is_some()));
                if link.is_some_and(|link| link.g <= g) {
                    continue;
                }
            }
            let Some(estimates) = ends.estimates(side, &state) else {
                continue;
            };
            let f = g.checked_add(&estimates.0);
            if let (Some(f), Some((_, cost))) = (f, *best)
                && f >= cost
            {
                continue;
            }
            let f = f.filter(|&f| max_cost.is_none_or(|max| f <= max));
            let Some(key) = f.and_then(|_| ends.key(g, estimates)) else {
                *cut = true;
                continue;
            };
            let node = match known {
                Ok(node) => {
                    let reached = nodes.get_mut(node);
                    let rest = if reached.side() == side {
                        let from = reached.link.parent & FROM_BACK;
                        let parent = parent | from;
                        reached.link = Link { parent, g };
                        met.get(&node).map(|link| link.g)
                    } else {
                        met.insert(node, Link { parent, g });
                        Some(reached.link.g)
                    };
                    if let Some(rest) = rest {
                        let cost = g.checked_add(&rest);
                        match cost.filter(|&cost| max_cost.is_none_or(|max| cost <= max)) {
                            Some(cost) if best.is_none_or(|(_, least)| cost < least) => {
                                *best = Some((node, cost));
                            }
                            Some(_) => {}
                            None => *cut = true,
                        }
                    }
                    if sides[side].closed.has(node as usize) {
                        sides[side].closed.remove(node as usize);
                        monitor.reopen(1);
                    }
                    node
                }
                Err(place) => {
                    let from = if side == BACK { FROM_BACK } else { 0 };
                    let parent = parent | from;
                    let link = Link { parent, g };
                    nodes.insert(ends.puzzle, place, Reached { state, link })
                }
            };
            let in_pairs = matches!(ends.order, Order::InPairs(_));
            let h = if in_pairs { estimates.0 } else { C::zero() };
            let entry = Entry { key, h, node };
            if end.is_ok() {
                let is_ready = in_pairs && key < *level;
                end = sides[side].put(entry, is_ready.then_some(g), monitor.memory());
            }
            if end.is_err() {
                // In its order, after those before it.
                waiting.push(entry);
            }
        }
        if nodes.len() > stored {
            monitor.store(nodes.len() as u64)?;
        }
        end
    }
}

/// Shows a state and its children to the observer, which are not told apart by moves.
#[cold]
#[inline(never)]
fn show<P: TwoSided>(
    side: usize,
    state: &P::State,
    g: P::Cost,
    children: &[Child<P::State, P::Cost>],
    ends: &Ends<'_, P>,
    monitor: &mut Monitor<'_, P>,
) -> Result<(), Stop> {
    let from = if side == FRONT {
        Side::Start
    } else {
        Side::Goal
    };
    let h = |state| ends.estimates(side, state).map(|(h, _)| h);
    monitor.show_expanded(Expanded::new(state, g, h(state)).on_side(from))?;
    children.iter().try_for_each(|Child { state, g, .. }| {
        monitor.show_generated(Generated::new(state, *g, h(state)).on_side(from))
    })
}
