//! The children of a bidirectional heuristic search: generated into a batch, looked up together, and stored in the
//! common table. A child that reaches a state of the other side completes a solution, and may improve the incumbent.

use alloc::vec::Vec;
use core::hash::Hash;

use num_traits::Bounded;

use super::FrontToEnd;
use super::ends::{Ends, Estimates};
use super::selection::Selection;
use super::side::{BACK, FROM_BACK, FRONT, HalfSearch, Link, MetLinks, TwoSidedNode};
use crate::account::{Claimed, Quota, Side, Stop};
use crate::cost::Cost;
use crate::monitor::{Expanded, Generated, MonitorOf};
use crate::puzzle::Puzzle;
use crate::puzzle::reversed::TwoSided;
use crate::search::batch::{ChildKey, NodePath};
use crate::search::settle::{Path, Priority, Receive, settle};
use crate::storage::{Entry, NodeTable};

impl<S: Clone + Eq + Hash, C: Cost, L: Selection<C>> FrontToEnd<S, C, L> {
    /// Adds a state's children to the batch and counts them; or does neither. `puzzle` is the puzzle in the direction
    /// of the current side.
    pub(super) fn expand<Q, P>(
        &mut self,
        puzzle: &Q,
        node: u32,
        ends: &Ends<'_, P>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        Q: Puzzle<State = S, Cost = C>,
        P: TwoSided<State = S, Cost = C>,
    {
        let Some(Link { parent, g }) = self.reach.link(node, self.side) else {
            return Ok(());
        };
        let (side, nodes) = (self.side, &self.reach.nodes);
        let state = &nodes.get(node).state;
        let path = NodePath {
            state,
            name: node,
            parent: Some(&nodes.get(parent).state),
            g,
        };
        self.reach.cut |= self.batch.expand(
            puzzle,
            path,
            // The common table has the keys of the forward puzzle; the reversed one may have other addresses, or none.
            |state, _| ChildKey::later(nodes.key(ends.puzzle, state)),
            monitor,
            |monitor| show(puzzle, side, state, g, ends, monitor),
        )?;
        Ok(())
    }

    /// Opens the entries that wait, then stores and opens the children of the batch, or records cheaper paths to states
    /// already stored.
    #[inline(always)]
    pub(super) fn look_up<P: TwoSided<State = S, Cost = C>>(
        &mut self,
        ends: &Ends<'_, P>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let (reach, waiting) = (&mut self.reach, &mut self.waiting);
        let (side, memory) = (self.side, monitor.memory());
        self.selection
            .open_all(side, reach, waiting.as_vec(), memory)?;
        if reach.nodes.len() + self.batch.len() >= FROM_BACK as usize {
            return Err(Stop::TooManyStates);
        }
        let mut receiver = SideReceiver {
            ends,
            selection: &mut self.selection,
            side,
            met: &mut reach.met,
            half: &mut reach.sides[side],
            waiting,
            best: &mut self.best,
            cut: &mut reach.cut,
        };
        let (nodes, batch) = (&mut reach.nodes, &mut self.batch);
        settle(ends.puzzle, nodes, batch, &mut receiver, 0, monitor)
    }
}

/// Receives the children of one side.
struct SideReceiver<'a, 'e, P: TwoSided, L> {
    ends: &'a Ends<'e, P>,
    selection: &'a mut L,
    side: usize,
    met: &'a mut MetLinks<P::Cost>,
    /// The search of this side.
    half: &'a mut HalfSearch<P::Cost>,
    waiting: &'a mut Claimed<Vec<Entry<P::Cost>>>,
    best: &'a mut Option<(u32, P::Cost)>,
    cut: &'a mut bool,
}

impl<P: TwoSided, L: Selection<P::Cost>> SideReceiver<'_, '_, P, L> {
    /// Returns the parent field of a node that this side reaches first: it is marked if this is the back.
    const fn marked(&self, parent: u32) -> u32 {
        if self.side == BACK {
            parent | FROM_BACK
        } else {
            parent
        }
    }

    #[inline(always)]
    fn entry(&self, node: u32, Priority { key, tie }: Priority<P::Cost>) -> Entry<P::Cost> {
        Entry { key, tie, node }
    }
}

impl<P: TwoSided, L: Selection<P::Cost>> Receive<P> for SideReceiver<'_, '_, P, L> {
    type Node = TwoSidedNode<P::State, P::Cost>;
    type Estimate = Estimates<P::Cost>;
    type Priority = Priority<P::Cost>;

    #[inline(always)]
    fn make_room(&mut self, children: usize, memory: &Quota) -> Result<(), Stop> {
        self.met.make_room(children, memory)?;
        if children > self.waiting.capacity() {
            self.waiting.reserve(children, memory)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn estimate(&self, _: &P, state: &P::State) -> Option<(P::Cost, Self::Estimate)> {
        let estimates = self.ends.estimates(self.side, state)?;
        Some((estimates.ahead, estimates))
    }

    #[inline(always)]
    fn below(&self) -> Option<P::Cost> {
        self.best.map(|(_, cost)| cost)
    }

    #[inline(always)]
    fn priority(
        &self,
        _: &P,
        _: &P::State,
        g: P::Cost,
        estimates: Self::Estimate,
    ) -> Option<Self::Priority> {
        let key = self.ends.key(g, estimates)?;
        let tie = L::tie(estimates.ahead);
        Some(Priority { key, tie })
    }

    #[inline(always)]
    fn note_cut(&mut self) {
        *self.cut = true;
    }

    #[inline(always)]
    fn cost(&self, nodes: &NodeTable<Self::Node>, node: u32) -> Option<P::Cost> {
        let reached = nodes.get(node);
        if reached.side() == self.side {
            Some(reached.link.g)
        } else {
            self.met.get(&node).map(|link| link.g)
        }
    }

    #[inline(always)]
    fn node(&mut self, state: P::State, path: Path<P::Cost>) -> Self::Node {
        let (parent, g) = (self.marked(path.parent), path.g);
        let link = Link { parent, g };
        TwoSidedNode { state, link }
    }

    #[inline(always)]
    fn improve(
        &mut self,
        nodes: &mut NodeTable<Self::Node>,
        node: u32,
        Path { parent, g, .. }: Path<P::Cost>,
        _: Self::Priority,
        monitor: &mut MonitorOf<'_, P>,
    ) -> bool {
        let reached = nodes.get_mut(node);
        // The cost from here to the other end, if the other side has reached the state.
        let rest = if reached.side() == self.side {
            let parent = self.marked(parent);
            reached.link = Link { parent, g };
            self.met.get(&node).map(|link| link.g)
        } else {
            self.met.insert(node, Link { parent, g });
            Some(reached.link.g)
        };
        if let Some(rest) = rest {
            let max = monitor.max_cost();
            let cost = g.checked_add(&rest);
            match cost.filter(|&cost| max.is_none_or(|max| cost <= max)) {
                Some(cost) if self.best.is_none_or(|(_, least)| cost < least) => {
                    *self.best = Some((node, cost));
                }
                Some(_) => {}
                None => *self.cut = true,
            }
        }
        if self.half.closed.has(node as usize) {
            self.half.closed.remove(node as usize);
            monitor.reopen(1);
        }
        true
    }

    #[inline(always)]
    fn open(
        &mut self,
        node: u32,
        g: P::Cost,
        priority: Self::Priority,
        memory: &Quota,
    ) -> Result<(), Stop> {
        let entry = self.entry(node, priority);
        self.selection.open(self.side, self.half, entry, g, memory)
    }

    fn wait(&mut self, node: u32, priority: Self::Priority) {
        let entry = self.entry(node, priority);
        self.waiting.push_within(entry);
    }
}

/// Shows a state and its children to the observer, without moves.
#[cold]
#[inline(never)]
fn show<Q, P>(
    puzzle: &Q,
    side: usize,
    state: &P::State,
    g: P::Cost,
    ends: &Ends<'_, P>,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<(), Stop>
where
    Q: Puzzle<State = P::State, Cost = P::Cost>,
    P: TwoSided,
{
    let from = if side == FRONT {
        Side::Start
    } else {
        Side::Goal
    };
    let estimate = |state: &P::State| ends.estimates(side, state).map(|estimates| estimates.ahead);
    monitor.show_expanded(Expanded::new(from, state, g, estimate(state)))?;
    // All children are shown, the duplicates too that did not get into the batch.
    for neighbor in puzzle.neighbors(state) {
        let g = g.checked_add(&neighbor.cost);
        let h = g.and_then(|_| estimate(&neighbor.state));
        let g = g.unwrap_or(P::Cost::max_value());
        monitor.show_generated(Generated {
            parent: Some(state),
            ..Generated::new(from, &neighbor.state, g, h)
        })?;
    }
    Ok(())
}
