//! [`InPairs`]: the selection of near-optimal bidirectional search, which expands states in pairs, one of each side.
//!
//! On each side, states with f beyond the bound stay in the open list of the side, by f, and the others are in a list
//! of ready states, by g (`open_waiting` and `open_ready` in the paper). The nearest ready states of both sides are
//! expanded as long as both g and the cheapest edge add up to no more than the bound. If no pair is within the bound,
//! it is raised to the least bound of a pair. States with f at the bound become ready as late as possible. With rounded
//! sums, the sides take turns by f instead.

use alloc::vec::Vec;
use core::hash::Hash;

use super::ends::{Ends, SideOrder};
use super::selection::{Alternating, Reach, Selected, Selection};
use super::side::{BACK, FRONT, HalfSearch, first};
use crate::account::{Quota, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;
use crate::facts::Facts;
use crate::puzzle::reversed::TwoSided;
use crate::storage::{Entry, OpenList};

/// Pairs of one state of each side, those with the least bound first.
#[derive(Debug)]
pub(in crate::search) struct InPairs<C> {
    /// The states of each side with f within the bound, by g.
    ready: [OpenList<C>; 2],
    /// The bound before it is rounded.
    level: C,
    /// The sides whose first open state is to be made ready.
    due: [bool; 2],
    /// The cost of the cheapest edge.
    least_edge: C,
}

/// What the nearest states of both sides prove.
enum Pair<C> {
    /// A solution within the bound can go through them.
    Within,
    /// Every solution not yet found costs at least this.
    Beyond(C),
    /// This side has none.
    None(usize),
}

impl<C: Cost> Default for InPairs<C> {
    fn default() -> Self {
        let ready = || OpenList::new(C::zero());
        Self {
            ready: [ready(), ready()],
            level: C::zero(),
            due: [false; 2],
            least_edge: C::zero(),
        }
    }
}

impl<C: Cost> InPairs<C> {
    /// Whether a solution within the bound can go through the nearest states of both sides.
    fn pair<S: Clone + Eq + Hash>(
        &mut self,
        reach: &mut Reach<S, C>,
        memory: &Quota,
    ) -> Result<Pair<C>, Stop> {
        loop {
            for at in [FRONT, BACK] {
                if self.due[at] {
                    self.make_ready(at, reach, memory)?;
                    self.due[at] = false;
                }
            }
            // What a solution costs at least: through a state that is not ready, and through the nearest ready ones.
            let (mut beyond, mut sum) = (None, Some(self.least_edge));
            let mut least_f = [None; 2];
            for (at, least) in [FRONT, BACK].into_iter().zip(&mut least_f) {
                *least = loop {
                    let first = reach.sides[at].first(memory);
                    match first.filter(|first| first.key < self.level) {
                        Some(_) => self.make_ready(at, reach, memory)?,
                        None => break first.map(|first| first.key),
                    }
                };
                let nearest = first(&mut self.ready[at], &reach.sides[at].closed, memory);
                if least.is_none() && nearest.is_none() {
                    return Ok(Pair::None(at));
                }
                beyond = [beyond, *least].into_iter().flatten().min();
                sum = match (sum, nearest) {
                    (Some(sum), Some(nearest)) => {
                        let more = sum.checked_add(&nearest.key);
                        reach.cut |= more.is_none();
                        more
                    }
                    _ => None,
                };
            }
            if sum.is_some_and(|sum| sum <= self.level) {
                return Ok(Pair::Within);
            }
            // States at the bound become ready one at a time.
            self.due = least_f.map(|least| least.is_some_and(|f| f <= self.level));
            if self.due.contains(&true) {
                continue;
            }
            // Without a bound, every other path costs more than the type can express.
            let bound = [beyond, sum].into_iter().flatten().min();
            return Ok(bound.map_or(Pair::None(FRONT), Pair::Beyond));
        }
    }

    /// Makes the first open state of a side ready.
    fn make_ready<S: Clone + Eq + Hash>(
        &mut self,
        at: usize,
        reach: &mut Reach<S, C>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        let Some(entry) = reach.sides[at].open.pop() else {
            return Ok(());
        };
        let (key, tie) = (reach.cost(entry.node, at).unwrap_or(entry.key), C::zero());
        let pushed = self.ready[at].push(Entry { key, tie, ..entry }, memory);
        if pushed.is_err() {
            // An entry fits where it was just taken out.
            reach.sides[at].open.push(entry, memory)?;
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
        (self.level, self.due) = (C::zero(), [false; 2]);
    }

    #[inline(always)]
    fn open(
        &mut self,
        at: usize,
        side: &mut HalfSearch<C>,
        entry: Entry<C>,
        g: C,
        memory: &Quota,
    ) -> Result<(), Stop> {
        if C::IS_EXACT && entry.key < self.level {
            let (key, tie) = (g, C::zero());
            self.ready[at].push(Entry { key, tie, ..entry }, memory)
        } else {
            side.open.push(entry, memory)
        }
    }

    fn open_all<S: Clone + Eq + Hash>(
        &mut self,
        at: usize,
        reach: &mut Reach<S, C>,
        waiting: &mut Vec<Entry<C>>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        while let Some(&entry) = waiting.first() {
            let g = reach.cost(entry.node, at).unwrap_or(entry.key);
            self.open(at, &mut reach.sides[at], entry, g, memory)?;
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
        if turn == FRONT {
            match self.pair(reach, memory)? {
                Pair::Within => {}
                Pair::Beyond(bound) => {
                    self.level = bound;
                    return Ok(Selected::Raise(ends.rounded(bound)));
                }
                Pair::None(at) => return Ok(Selected::Exhausted(at)),
            }
        }
        // One of each side at a time, or the factor of two in the number of expansions would be lost.
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
        to.cost(self.level);
        self.due.into_iter().for_each(|due| to.flag(due));
    }

    fn load(nodes: usize, from: &mut Reader<'_>) -> Option<Self> {
        Some(Self {
            ready: [OpenList::load(nodes, from)?, OpenList::load(nodes, from)?],
            level: from.cost()?,
            due: [from.flag()?, from.flag()?],
            least_edge: C::zero(),
        })
    }
}
