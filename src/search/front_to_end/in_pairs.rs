//! [`InPairs`]: the selection of near-optimal bidirectional search (NBS), which expands states in pairs, one of each
//! side (J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, IJCAI 2017).
//!
//! The bound of a pair of states u and v is the greatest of f(u), f(v) and g(u) + g(v) + e, where no edge costs less
//! than e. Each side has two lists (`open_waiting` and `open_ready` in the paper): the open list of the side,
//! ordered by f, and a list of *ready* states, ordered by g. The ready states with the least g of both sides are
//! expanded as long as the bound of that pair is within the lower bound. If it is not, the lower bound is raised to the
//! least bound of a pair.
//!
//! Invariant: when a pair is selected, all open states whose f is less than the lower bound are ready, and none whose f
//! is greater. States whose f is equal to the lower bound become ready one at a time, as late as possible.
//!
//! Rounded sums would not keep this order: with floating-point costs, the sides take turns by f instead.

use alloc::vec::Vec;
use core::hash::Hash;

use super::ends::{Ends, SideOrder};
use super::selection::{Alternating, Reach, Selected, Selection};
use super::side::{BACK, FRONT, HalfSearch, first_open};
use crate::account::{Quota, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;
use crate::facts::Facts;
use crate::puzzle::reversed::TwoSided;
use crate::storage::{Entry, OpenList};

/// The selection of pairs, those with the least bound first.
#[derive(Debug)]
pub(in crate::search) struct InPairs<C> {
    /// The ready states of each side, by g.
    ready: [OpenList<C>; 2],
    /// The lower bound, before it is [rounded up](Ends::rounded) to a cost that a solution may have.
    unrounded_bound: C,
    /// For each side, whether the first state of its open list has to be made ready next.
    due: [bool; 2],
    /// No edge costs less than this.
    least_edge: C,
}

/// How the least bound of a pair compares with the lower bound.
enum LeastPair<C> {
    /// It is within the lower bound: the first ready states of both sides are to be expanded.
    Within,
    /// It is this cost, which is greater. Every solution not yet found costs at least as much.
    Beyond(C),
    /// There is no pair, since this side has no state.
    None(usize),
}

impl<C: Cost> Default for InPairs<C> {
    fn default() -> Self {
        let ready = || OpenList::new(C::zero());
        Self {
            ready: [ready(), ready()],
            unrounded_bound: C::zero(),
            due: [false; 2],
            least_edge: C::zero(),
        }
    }
}

impl<C: Cost> InPairs<C> {
    /// Makes states ready until a pair is within the lower bound, or no pair can be.
    fn least_pair<S: Clone + Eq + Hash>(
        &mut self,
        reach: &mut Reach<S, C>,
        memory: &Quota,
    ) -> Result<LeastPair<C>, Stop> {
        loop {
            for side in [FRONT, BACK] {
                if self.due[side] {
                    self.make_ready(side, reach, memory)?;
                    self.due[side] = false;
                }
            }
            // The least cost of a solution through a state that is not ready, and through a pair of ready states.
            let (mut not_ready, mut sum) = (None, Some(self.least_edge));
            let mut least_f = [None; 2];
            for (side, least) in [FRONT, BACK].into_iter().zip(&mut least_f) {
                *least = loop {
                    let first = reach.sides[side].first_open(memory);
                    match first.filter(|first| first.key < self.unrounded_bound) {
                        Some(_) => self.make_ready(side, reach, memory)?,
                        None => break first.map(|first| first.key),
                    }
                };
                let nearest = first_open(&mut self.ready[side], &reach.sides[side].closed, memory);
                if least.is_none() && nearest.is_none() {
                    return Ok(LeastPair::None(side));
                }
                not_ready = [not_ready, *least].into_iter().flatten().min();
                sum = match (sum, nearest) {
                    (Some(sum), Some(nearest)) => {
                        let more = sum.checked_add(&nearest.key);
                        reach.cut |= more.is_none();
                        more
                    }
                    _ => None,
                };
            }
            if sum.is_some_and(|sum| sum <= self.unrounded_bound) {
                return Ok(LeastPair::Within);
            }
            // States whose f is equal to the bound become ready one at a time.
            self.due = least_f.map(|least| least.is_some_and(|f| f <= self.unrounded_bound));
            if self.due.contains(&true) {
                continue;
            }
            // If there is no least cost, every path not yet found costs more than the type can express.
            let bound = [not_ready, sum].into_iter().flatten().min();
            return Ok(bound.map_or(LeastPair::None(FRONT), LeastPair::Beyond));
        }
    }

    /// Moves the first entry of a side's open list to the ready states.
    fn make_ready<S: Clone + Eq + Hash>(
        &mut self,
        side: usize,
        reach: &mut Reach<S, C>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        let Some(entry) = reach.sides[side].open.pop() else {
            return Ok(());
        };
        // Ready states are ordered by g.
        let (key, tie) = (reach.cost(entry.node, side).unwrap_or(entry.key), C::zero());
        let pushed = self.ready[side].push(Entry { key, tie, ..entry }, memory);
        if pushed.is_err() {
            // There is memory for it, since it was just taken out.
            reach.sides[side].open.push(entry, memory)?;
        }
        pushed
    }
}

impl<C: Cost> Selection<C> for InPairs<C> {
    const NAME: &'static str = "NBS";

    fn tie(h: C) -> C {
        if C::IS_EXACT { h } else { C::zero() }
    }

    fn order(&mut self, forward: &Facts<C>, _: &Facts<C>) -> SideOrder {
        self.least_edge = forward.least_cost;
        SideOrder::ByF
    }

    fn clear(&mut self) {
        self.ready.iter_mut().for_each(OpenList::clear);
        (self.unrounded_bound, self.due) = (C::zero(), [false; 2]);
    }

    #[inline(always)]
    fn open(
        &mut self,
        side: usize,
        half: &mut HalfSearch<C>,
        entry: Entry<C>,
        g: C,
        memory: &Quota,
    ) -> Result<(), Stop> {
        if C::IS_EXACT && entry.key < self.unrounded_bound {
            let (key, tie) = (g, C::zero());
            self.ready[side].push(Entry { key, tie, ..entry }, memory)
        } else {
            half.open.push(entry, memory)
        }
    }

    fn open_all<S: Clone + Eq + Hash>(
        &mut self,
        side: usize,
        reach: &mut Reach<S, C>,
        waiting: &mut Vec<Entry<C>>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        while let Some(&entry) = waiting.first() {
            let g = reach.cost(entry.node, side).unwrap_or(entry.key);
            self.open(side, &mut reach.sides[side], entry, g, memory)?;
            waiting.remove(0);
        }
        Ok(())
    }

    fn select<P: TwoSided<Cost = C>>(
        &mut self,
        turn: usize,
        reach: &mut Reach<P::State, C>,
        ends: &Ends<'_, P>,
        entries: &mut Vec<Entry<C>>,
        memory: &Quota,
    ) -> Result<Selected<C>, Stop> {
        if !C::IS_EXACT {
            return Alternating.select(turn, reach, ends, entries, memory);
        }
        // A pair is found when it is the front's turn; the back's turn completes it.
        if turn == FRONT {
            match self.least_pair(reach, memory)? {
                LeastPair::Within => {}
                LeastPair::Beyond(bound) => {
                    self.unrounded_bound = bound;
                    return Ok(Selected::Raise(ends.rounded(bound)));
                }
                LeastPair::None(side) => return Ok(Selected::Exhausted(side)),
            }
        }
        // Each side expands one state at a time: otherwise NBS might expand more than twice the necessary number.
        let Some(entry) = self.ready[turn].pop() else {
            return Ok(Selected::Exhausted(turn));
        };
        if reach.sides[turn].closed.has(entry.node as usize) {
            return Ok(Selected::Again);
        }
        entries.push(entry);
        Ok(Selected::Expand(None))
    }

    fn save(&self, to: &mut Writer<'_>) {
        self.ready.iter().for_each(|ready| ready.save(to));
        to.cost(self.unrounded_bound);
        self.due.into_iter().for_each(|due| to.flag(due));
    }

    fn load(nodes: usize, from: &mut Reader<'_>) -> Option<Self> {
        Some(Self {
            ready: [OpenList::load(nodes, from)?, OpenList::load(nodes, from)?],
            unrounded_bound: from.cost()?,
            due: [from.flag()?, from.flag()?],
            least_edge: C::zero(),
        })
    }
}
