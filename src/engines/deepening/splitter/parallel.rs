//! The walk of the parts of a [`Splitter`] on several threads.
//!
//! Invariant: a part is walked by one thread at a time, and no part before the one that decides is left out, except
//! after a stop. In branch and bound, the threads share the incumbent's cost as their bound.

use super::{Part, PartEnd, Splitter, goal_from_start};
use crate::account::Stop;
use crate::cost::Cost;
use crate::engines::deepening::Goal;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::traversal::Bound;
use crate::threads::sync::{Mutex, MutexGuard, Ordering, lock};
use crate::threads::team::{Team, Worker};

impl<S, M, C, const INFORMED: bool, const IMPROVES: bool> Splitter<S, M, C, INFORMED, IMPROVES>
where
    S: Clone + Send,
    M: Clone + PartialEq + Send,
    C: Cost,
{
    /// Walks the open parts on all threads: each takes the first open part that no thread has taken. Walks
    /// nothing if there are fewer than two threads or open parts, or if the limits leave too little for each thread.
    pub(super) fn walk_parallel<P>(
        &mut self,
        bound: Bound<C>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C> + Sync,
    {
        let parts = &mut self.parts;
        let decider = parts.iter().position(Part::decides);
        let decider = decider.filter(|_| !IMPROVES).unwrap_or(parts.len());
        let open_parts = parts[..decider].iter().filter(|part| part.is_open());
        let Some(team) = Team::new(self.threads.min(open_parts.count()), 0, monitor) else {
            return Ok(());
        };
        team.decider.store(decider, Ordering::Relaxed);
        let queue = Mutex::new(parts.iter_mut().enumerate());
        let next = || {
            let next = lock(&queue).find(|(_, part)| part.is_open());
            next.filter(|(index, _)| team.needs(*index))
        };
        let best = SharedIncumbent {
            bound: Mutex::new(bound),
            found: Mutex::new(None),
        };
        let walked = team.work(monitor, |_, worker| {
            while !worker.crew().is_stopped()
                && let Some((index, part)) = next()
            {
                worker.turn_to(index);
                let before = worker.counts();
                let end = part.walk_shared::<P, INFORMED, IMPROVES>(&best, &team, puzzle, worker);
                part.counts += worker.counts().since(before);
                end?;
                if part.decides() && !IMPROVES {
                    team.decide(index);
                }
                // The walk was stopped, or an earlier part decides.
                if part.is_open() {
                    break;
                }
            }
            Ok(())
        });
        self.found = best.found().take();
        walked
    }
}

/// The cheapest solution that any thread has found, and the bound below its cost.
struct SharedIncumbent<M, C> {
    bound: Mutex<Bound<C>>,
    found: Mutex<Option<Goal<M, C>>>,
}

impl<M, C: Cost> SharedIncumbent<M, C> {
    fn bound(&self) -> MutexGuard<'_, Bound<C>> {
        lock(&self.bound)
    }

    fn found(&self) -> MutexGuard<'_, Option<Goal<M, C>>> {
        lock(&self.found)
    }
}

impl<S, M: Clone, C: Cost> Part<S, M, C> {
    /// Walks the part until it ends or is stopped. If the search `IMPROVES`, walks on behind each goal, and always
    /// below the cost of the best solution that any thread has found.
    fn walk_shared<P, const INFORMED: bool, const IMPROVES: bool>(
        &mut self,
        best: &SharedIncumbent<M, C>,
        team: &Team<C>,
        puzzle: &P,
        worker: &mut Worker<'_, '_, '_, S, M, C>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        loop {
            let bound = *best.bound();
            let end = worker.work(|monitor| {
                self.walk::<P, INFORMED>(bound, puzzle, monitor)?;
                if let (true, PartEnd::Goal(cost, moves)) = (IMPROVES, &self.end) {
                    let goal = goal_from_start(self, moves, *cost, monitor)?;
                    let mut bound = best.bound();
                    if bound.admits(goal.cost) {
                        *bound = Bound::Below(goal.cost);
                        *best.found() = Some(goal);
                        team.tell_news();
                    }
                }
                Ok(())
            });
            end?;
            let goes_on = if IMPROVES {
                self.pass_goal().is_some() || self.is_open()
            } else {
                false
            };
            if !goes_on || worker.is_stopped() {
                return Ok(());
            }
        }
    }
}
