//! Breadth-first search over ranks, backward from the goals.

use alloc::format;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use super::UNREACHABLE;
use crate::account::{Meter, Side, Stop};
use crate::puzzle::{Ranked, Reversible};
use crate::tables::BuildError;
use crate::threads::share;

/// So many entries are looked at by one thread at a time.
const CHUNK: usize = 1 << 12;

/// The cost to a goal of every state, by rank, as far as it is known.
#[derive(Debug)]
pub(super) struct Filling {
    costs: Vec<AtomicU8>,
    /// The cost whose states are next.
    cost: u8,
    /// The greatest cost that was ever entered: an upper bound of what is still to come.
    greatest: u8,
    /// Whether an edge led to a cost that an entry cannot say.
    overflow: bool,
}

impl Filling {
    pub(super) fn new<S: Ranked + Reversible>(
        space: &S,
        meter: &mut Meter<'_>,
    ) -> Result<Self, BuildError> {
        let count = space
            .state_count()
            .ok_or_else(|| BuildError::unfit("the abstract states have no numbers"))?;
        let count = usize::try_from(count).map_err(|_| Stop::OutOfMemory)?;
        meter.claim(count)?;
        meter.expect_states(count as u64);
        let mut costs = Vec::new();
        let reserved = costs.try_reserve_exact(count);
        reserved.map_err(|_| Stop::OutOfMemory)?;
        costs.resize_with(count, || AtomicU8::new(UNREACHABLE));
        for goal in space.goals() {
            if let Some(entry) = space.rank(&goal).and_then(|rank| costs.get(rank as usize)) {
                entry.store(0, Ordering::Relaxed);
            }
        }
        Ok(Self {
            costs,
            cost: 0,
            greatest: 0,
            overflow: false,
        })
    }

    /// Goes on layer by layer.
    pub(super) fn fill<S>(&mut self, space: &S, meter: &mut Meter<'_>) -> Result<(), BuildError>
    where
        S: Ranked + Reversible + Sync,
    {
        let count = self.costs.len();
        while self.cost <= self.greatest {
            meter.look()?;
            let search = Search {
                space,
                costs: &self.costs,
                overflow: AtomicBool::new(false),
            };
            let reached = AtomicU8::new(self.greatest);
            let (states, _) = share(
                meter.threads(),
                (0..count).step_by(CHUNK),
                |first| search.relax(first..count.min(first + CHUNK), self.cost, &reached),
                || Ok(()),
            );
            self.overflow |= search.overflow.into_inner();
            self.greatest = reached.into_inner();
            let cost = u64::from(self.cost);
            self.cost += 1;
            meter.meet(states);
            meter.finish_layer(Side::Goal, cost, states)?;
        }
        // What the last layer has covered is shown too.
        meter.look()?;
        if self.overflow && self.is_cut_off(space) {
            let most = u64::from(UNREACHABLE) - 1;
            return Err(BuildError::unfit(format!(
                "a state costs more than an entry of the table can say: expected at most {most}"
            )));
        }
        Ok(())
    }

    /// Whether a state is not reached although it has a neighbor that is.
    fn is_cut_off<S: Ranked>(&self, space: &S) -> bool {
        let cost = |state: &S::State| {
            let entry = self.costs.get(space.rank(state)? as usize)?;
            Some(entry.load(Ordering::Relaxed)).filter(|&cost| cost != UNREACHABLE)
        };
        let unreached = self.costs.iter().enumerate();
        let mut unreached =
            unreached.filter(|(_, cost)| cost.load(Ordering::Relaxed) == UNREACHABLE);
        unreached.any(|(rank, _)| {
            let state = space.unrank(rank as u128);
            state.is_some_and(|state| {
                let mut edges = space.neighbors(&state).into_iter();
                edges.any(|edge| cost(&edge.state).is_some())
            })
        })
    }

    pub(super) fn into_costs(self) -> Vec<u8> {
        self.costs.into_iter().map(AtomicU8::into_inner).collect()
    }
}

struct Search<'a, S> {
    space: &'a S,
    costs: &'a [AtomicU8],
    /// Whether an edge leads to a cost that an entry cannot say.
    overflow: AtomicBool,
}

impl<S: Ranked + Reversible> Search<'_, S> {
    /// Goes backward over the edges into every state of this cost; returns how many of these were
    /// seen in this range.
    fn relax(&self, ranks: core::ops::Range<usize>, cost: u8, reached: &AtomicU8) -> u64 {
        let mut states = 0;
        let mut stack = Vec::new();
        for rank in ranks {
            if self.costs[rank].load(Ordering::Relaxed) != cost {
                continue;
            }
            states += 1;
            stack.extend(self.space.unrank(rank as u128));
            while let Some(state) = stack.pop() {
                for edge in self.space.predecessors(&state) {
                    let step = num_traits::cast::<_, u8>(edge.cost);
                    let sum = step.and_then(|step| cost.checked_add(step));
                    let rank = self.space.rank(&edge.state);
                    let Some(entry) = rank.and_then(|rank| self.costs.get(rank as usize)) else {
                        continue;
                    };
                    let Some(sum) = sum.filter(|&sum| sum < UNREACHABLE) else {
                        // Too much only if there is no other way, which is known at the end.
                        self.overflow.store(true, Ordering::Relaxed);
                        continue;
                    };
                    if entry.load(Ordering::Relaxed) <= sum
                        || entry.fetch_min(sum, Ordering::Relaxed) <= sum
                    {
                        continue;
                    }
                    reached.fetch_max(sum, Ordering::Relaxed);
                    // What costs nothing belongs to this layer, and may lie behind.
                    if sum == cost {
                        stack.push(edge.state);
                    }
                }
            }
        }
        states
    }
}
