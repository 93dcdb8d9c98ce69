//! Best-first search by threads: hash-distributed A* (A. Kishimoto, A. Fukunaga, A. Botea, 2013).
//!
//! The states are divided by their hash among *shards*. A shard is a best-first run of its own, with a table, an open
//! list and closed bits, and is served by one thread. A child is sent to the shard that owns it, together with some
//! hundred others, and stored there. So a shard may expand a state before the cheapest path to it has arrived; the
//! state is then reopened. The first goal does not end the search, but becomes the incumbent.
//!
//! Invariant: every solution cheaper than the incumbent goes through an open state of some shard, or through a child
//! that waits in a batch, in an outgoing message or in a mailbox. So the search is over when no shard has anything
//! cheaper to expand and no message is in transit ([`Mailboxes`]), and the incumbent is optimal then.
//!
//! The shard of a state is selected by 16 bits of its hash that no table uses. A state stores its parent by a *name*,
//! one number made of the parent's shard and its index there. A state takes one byte more than on one thread: its
//! *tag*, eight bits of its parent's hash. When a state of an undirected puzzle is expanded, the tag tells which child
//! is its parent, even if another shard owns that, and the child is not sent there.

mod saved;
mod shard;
#[cfg(test)]
mod tests;

use alloc::string::String;
use alloc::vec::Vec;
use core::hash::Hash;

use super::batch::{Batch, Child};
use super::best_first::least_estimate;
use super::mailboxes::Mailboxes;
use super::order::Order;
use super::path;
use super::sync::Mutex;
use crate::account::Stop;
use crate::cost::Cost;
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::solver::{Loader, Run, Saver, Verdict, VerdictOf};
use crate::threads::team::Team;
use shard::{IncumbentPath, MAX_SHARDS, Notice, Shard, ShardNames, SharedSearch};

/// A search that stores fewer states is left to one thread.
const MIN_PARALLEL: u64 = 4_096;

/// The state of a best-first search by threads.
#[derive(Debug)]
pub(super) struct DistributedRun<S: Clone + Eq + Hash, C: Cost, O> {
    order: O,
    /// The number of states that one thread stores before others help.
    min_parallel: u64,
    /// The greatest number of threads that search. A new search has the same number of shards; a loaded one has that of
    /// the saved search.
    threads: usize,
    /// Starts not yet stored, last one first.
    starts: Vec<S>,
    shards: Vec<Shard<S, C, O>>,
    mail: Mailboxes<Batch<S, C>>,
    /// What each shard announces to the others.
    notices: Vec<Notice<C>>,
    incumbent: IncumbentPath<C>,
}

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>> DistributedRun<S, C, O> {
    pub(super) fn new(order: O, threads: usize) -> Self {
        let shards = threads.clamp(1, MAX_SHARDS);
        Self {
            order,
            min_parallel: MIN_PARALLEL,
            threads: shards,
            starts: Vec::new(),
            shards: (0..shards)
                .map(|shard| Shard::new(order, ShardNames { shard, shards }))
                .collect(),
            mail: Mailboxes::new(shards),
            notices: (0..shards).map(|_| Notice::new(None)).collect(),
            incumbent: IncumbentPath::none(),
        }
    }

    /// Stores the starts, each in the shard that owns it.
    fn store_starts<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        if let Some(least) = least_estimate(self.order, puzzle, &self.starts) {
            if self.stored() == 0 {
                monitor.raise_lower_bound(least)?;
            }
            for shard in &mut self.shards {
                shard.run.begin_at(least, monitor)?;
            }
        }
        while let Some(start) = self.starts.pop() {
            let stored = self.stored();
            // All shards hash alike.
            let Shard { names, run, .. } = &self.shards[0];
            let owner = names.owner(run.nodes().hash(&start));
            let shard = &mut self.shards[owner];
            // The limit on stored states is common to all shards.
            shard.run.elsewhere = stored - shard.stored();
            let name = shard.names.name(shard.run.nodes().len() as u32);
            if let Err(stop) = shard.run.store_start(puzzle, &start, name, monitor) {
                self.starts.push(start);
                return Err(stop);
            }
        }
        Ok(())
    }

    fn stored(&self) -> u64 {
        self.shards.iter().map(Shard::stored).sum()
    }

    /// Expands all open states: on this thread until [`MIN_PARALLEL`] states are stored, then on all threads, and again
    /// on this one if the limits leave too little to share out.
    fn expand<P>(&mut self, puzzle: &P, monitor: &mut MonitorOf<'_, P>) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Cost = C> + Sync,
        S: Send,
        O: Send,
    {
        self.mail.begin();
        for shard in &mut self.shards {
            shard.is_idle = false;
        }
        let threads = self.threads.min(self.shards.len());
        if threads > 1 && !monitor.shows_nodes() {
            self.serve(self.min_parallel, puzzle, monitor)?;
            if !self.mail.is_over()
                && let Some(team) = Team::new(threads, self.stored(), monitor)
            {
                let end = self.serve_by_team(&team, puzzle, monitor);
                monitor.meter().store(self.stored())?;
                match end {
                    // Of a limit common to all threads, a little may be left, which this thread uses up.
                    Err(stop) if stop.is_shared() => {}
                    end => return end,
                }
            }
        }
        self.serve(u64::MAX, puzzle, monitor)?;
        // Otherwise a cheaper solution might have been lost, and nothing would be proved.
        assert!(self.mail.is_over(), "a child was lost between shards");
        Ok(())
    }

    /// Serves all shards on this thread, until nothing is left to expand or `enough` states are stored.
    fn serve<P>(
        &mut self,
        enough: u64,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Cost = C>,
    {
        let mut shards: Vec<_> = self.shards.iter_mut().collect();
        let shared = SharedSearch {
            puzzle,
            mail: &self.mail,
            notices: &[],
            incumbent: &self.incumbent,
            is_undirected: puzzle.facts().undirected,
        };
        shared.serve(&mut shards, enough, monitor).map(|_| ())
    }

    /// Serves the shards on the threads of this team, until the search is over or stopped.
    fn serve_by_team<P>(
        &mut self,
        team: &Team<C>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Cost = C> + Sync,
        S: Send,
        O: Send,
    {
        let shard_count = self.shards.len();
        for (notice, shard) in self.notices.iter_mut().zip(&self.shards) {
            // Nothing was announced while one thread served all shards.
            *notice = Notice::new(shard.least_key);
        }
        let shared = SharedSearch {
            puzzle,
            mail: &self.mail,
            notices: &self.notices,
            incumbent: &self.incumbent,
            is_undirected: puzzle.facts().undirected,
        };
        let shards: Vec<_> = self.shards.iter_mut().map(Some).map(Mutex::new).collect();
        team.work(monitor, |thread, worker| {
            // The leader also takes the shards for which there are no threads.
            let others = if thread == 0 {
                worker.crew().size()..shard_count
            } else {
                0..0
            };
            let mine = core::iter::once(thread).chain(others);
            let mine = mine.filter_map(|shard| shards[shard].lock().ok()?.take());
            shared.work(&mut mine.collect::<Vec<_>>(), worker)
        })
    }

    /// Returns a lower bound on the cost of every solution: the least that the incumbent, an open state or a waiting
    /// child allows; `None` if there are none of these.
    fn lower_bound<P: Puzzle<State = S, Cost = C>>(&self, puzzle: &P) -> Option<C> {
        let child_key = |child: &Child<S, C>| {
            let h = self.order.estimate(puzzle, &child.state)?;
            self.order.key(child.g, h)
        };
        let mut least = self.incumbent.path().map(|(cost, _)| cost);
        let mut note = |key: Option<C>| {
            let bound = key.map(|key| self.order.bound(key, key));
            least = least.into_iter().chain(bound).min();
        };
        for shard in &self.shards {
            note(shard.run.least_key());
            let children = shard
                .outgoing
                .iter()
                .flat_map(Batch::iter)
                .chain(shard.run.batch.iter());
            children.for_each(|child| note(child_key(child)));
        }
        for message in self.mail.messages() {
            message.iter().for_each(|child| note(child_key(child)));
        }
        least
    }

    /// Returns the states on the path from a start to the goal with this name.
    fn path_to<M>(&self, goal: u32, monitor: &mut Monitor<'_, S, M, C>) -> Result<Vec<S>, Stop> {
        let names = self.shards[0].names;
        let reached = |name| {
            let (shard, index) = names.locate(name);
            self.shards[shard].run.nodes().get(index)
        };
        let to_root = || {
            let parents = core::iter::successors(Some(goal), |&name| {
                let parent = reached(name).parent;
                (parent != name).then_some(parent)
            });
            parents.map(|name| &reached(name).state)
        };
        let mut states = path::with_room(to_root().count(), monitor)?;
        states.extend(to_root().cloned());
        states.reverse();
        Ok(states)
    }
}

impl<P, O> Run<P> for DistributedRun<P::State, P::Cost, O>
where
    P: Puzzle + Sync,
    O: Order<P::Cost> + Send,
{
    fn start(
        &mut self,
        _: &P,
        mut starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        starts.reverse();
        self.starts = starts;
        for shard in &mut self.shards {
            shard.clear();
        }
        self.mail
            .messages()
            .for_each(|mut message| message.truncate(0));
        self.incumbent = IncumbentPath::none();
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        self.store_starts(puzzle, monitor)?;
        if let Err(stop) = self.expand(puzzle, monitor) {
            if let Some(least) = self.lower_bound(puzzle) {
                // The observer may ask for a stop here, but the search has stopped already.
                let _ = monitor.raise_lower_bound(least);
            }
            return Err(stop);
        }
        let (max_cost, has_cut) = (monitor.max_cost(), Run::<P>::has_cut(self));
        let best = *self.incumbent.path();
        match best {
            Some((cost, goal)) if max_cost.is_none_or(|max| cost <= max) => {
                let states = self.path_to(goal, monitor)?;
                Ok(Verdict::path(states, Guarantee::Optimal))
            }
            // No open state is within the limit.
            _ if max_cost.is_some() && (has_cut || self.lower_bound(puzzle).is_some()) => {
                Err(monitor.stop_at_cost_limit())
            }
            _ if has_cut => Err(Stop::CostOverflow),
            _ if self.stored() == 0 => Ok(Verdict::dead_end()),
            _ => Ok(Verdict::exhausted()),
        }
    }

    fn has_cut(&self) -> bool {
        self.shards.iter().any(|shard| shard.run.cut)
    }

    fn name(&self) -> Option<String> {
        Some([O::NAME, " by threads"].concat())
    }

    fn save(&self, _: &P, to: &mut Saver<'_, P::State>) {
        self.write(to);
    }

    fn load(&mut self, puzzle: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        self.read(puzzle, from)
    }
}
