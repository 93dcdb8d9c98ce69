//! Breadth-first search over ranks, backward from the goals.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use super::UNREACHABLE;
use crate::heuristics::BuildError;
use crate::monitor::{Layer, Monitor, Side, Stop};
use crate::parallel;
use crate::puzzle::{Puzzle, Ranked, Reversible};

/// So many entries are looked at by one thread at a time.
const CHUNK: usize = 1 << 12;

/// The cost to a goal of every state, by rank.
pub(super) fn costs<P: Puzzle, S>(
    space: &S,
    monitor: &mut Monitor<'_, P>,
) -> Result<Vec<u8>, BuildError>
where
    S: Ranked + Reversible + Sync,
{
    monitor.begin();
    let count = space.state_count().ok_or(BuildError::Unranked)?;
    let count = usize::try_from(count).map_err(|_| Stop::OutOfMemory)?;
    monitor.claim(count)?;
    monitor.expect_states(count as u64);
    let mut costs = Vec::new();
    let reserved = costs.try_reserve_exact(count);
    reserved.map_err(|_| Stop::OutOfMemory)?;
    costs.resize_with(count, || AtomicU8::new(UNREACHABLE));
    for goal in space.goals() {
        if let Some(entry) = space.rank(&goal).and_then(|rank| costs.get(rank as usize)) {
            entry.store(0, Ordering::Relaxed);
        }
    }
    let search = Search {
        space,
        costs: &costs,
        overflow: AtomicBool::new(false),
    };
    // The greatest cost that was ever entered is an upper bound of what is still to come.
    let (mut cost, mut greatest) = (0_u8, 0);
    while cost <= greatest {
        let chunks = (0..count).step_by(CHUNK).collect();
        let reached = AtomicU8::new(greatest);
        let states = parallel::sum(chunks, |first| {
            search.relax(first..count.min(first + CHUNK), cost, &reached)
        });
        if search.overflow.load(Ordering::Relaxed) {
            let most = u64::from(UNREACHABLE) - 1;
            return Err(BuildError::CostTooLarge { most });
        }
        greatest = reached.into_inner();
        monitor.meet(states);
        monitor.finish_layer(Layer::new(Side::Goal, u64::from(cost), states))?;
        monitor.check()?;
        cost += 1;
    }
    Ok(costs.into_iter().map(AtomicU8::into_inner).collect())
}

struct Search<'a, S> {
    space: &'a S,
    costs: &'a [AtomicU8],
    /// Whether a cost exceeds what an entry can say.
    overflow: AtomicBool,
}

impl<S: Ranked + Reversible> Search<'_, S> {
    /// Goes backward over the edges into every state of this cost; answers how many of these were
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
                        // Too much only if there is no other way.
                        if entry.load(Ordering::Relaxed) == UNREACHABLE {
                            self.overflow.store(true, Ordering::Relaxed);
                        }
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
