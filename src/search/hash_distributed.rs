//! Best-first search by threads: states are distributed among them by their hash (hash-distributed A*).
//!
//! Each shard has its own table and open list, and is served by one thread. A child is sent to its shard, together with
//! some hundred others, and stored there. So a shard may expand a state before the cheapest path to it has arrived; the
//! state is then reopened. The first goal does not end the search, but becomes the incumbent. The search ends when no
//! shard has anything cheaper and no message is in transit ([`Mailboxes`]).
//!
//! A shard is a best-first run of its own, with a table, an open list and closed bits. States are divided by 16 bits of
//! the hash that no table uses. The name of a parent is one number made of shard and index. A state takes one byte more
//! than on one thread: its tag, eight bits of its parent's hash. By the tag, a state of an undirected puzzle recognises
//! the child that is its own parent, even in another shard, and does not send it there.

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
use shard::{IncumbentPath, MOST, Shard, ShardNames, SharedSearch, Sign};

/// A smaller search is left to one thread.
const MIN_PARALLEL: u64 = 4_096;
/// The state of a best-first search by threads.
#[derive(Debug)]
pub(super) struct DistributedRun<S: Clone + Eq + Hash, C: Cost, O> {
    order: O,
    /// The number of states that one thread stores before others help.
    min_parallel: u64,
    /// The greatest number of threads that search; a loaded search may have another number of shards.
    threads: usize,
    /// Starts not yet stored, last one first.
    starts: Vec<S>,
    shards: Vec<Shard<S, C, O>>,
    mail: Mailboxes<Batch<S, C>>,
    /// What each shard announces to the others.
    signs: Vec<Sign<C>>,
    best: IncumbentPath<C>,
}

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>> DistributedRun<S, C, O> {
    pub(super) fn new(order: O, threads: usize) -> Self {
        let shards = threads.clamp(1, MOST);
        Self {
            order,
            min_parallel: MIN_PARALLEL,
            threads: shards,
            starts: Vec::new(),
            shards: (0..shards)
                .map(|shard| Shard::new(order, ShardNames { shard, shards }))
                .collect(),
            mail: Mailboxes::new(shards),
            signs: (0..shards).map(|_| Sign::new(None)).collect(),
            best: IncumbentPath::none(),
        }
    }

    /// Stores the starts.
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
            let Shard { names, run, .. } = &self.shards[0];
            let owner = names.owner(run.nodes().hash(&start));
            let shard = &mut self.shards[owner];
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

    /// Expands the open states on all threads and, if they are too few, on this one.
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
                let end = self.divide(&team, puzzle, monitor);
                monitor.meter().store(self.stored())?;
                match end {
                    Err(stop) if stop.is_shared() => {}
                    end => return end,
                }
            }
        }
        self.serve(u64::MAX, puzzle, monitor)?;
        // The proof of optimality rests on this.
        assert!(self.mail.is_over(), "a child was lost between shards");
        Ok(())
    }

    /// Expands on this thread, until nothing is left or `enough` states are stored.
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
            signs: &[],
            best: &self.best,
            is_undirected: puzzle.facts().undirected,
        };
        shared.serve(&mut shards, enough, monitor).map(|_| ())
    }

    /// Expands on all threads.
    fn divide<P>(
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
        let all = self.shards.len();
        for (sign, shard) in self.signs.iter_mut().zip(&self.shards) {
            // One thread may have served it meanwhile.
            *sign = Sign::new(shard.key);
        }
        let shared = SharedSearch {
            puzzle,
            mail: &self.mail,
            signs: &self.signs,
            best: &self.best,
            is_undirected: puzzle.facts().undirected,
        };
        let shards: Vec<_> = self.shards.iter_mut().map(Some).map(Mutex::new).collect();
        team.work(monitor, |at, worker| {
            // The leader takes the shards for which there are no threads.
            let others = if at == 0 {
                worker.crew().size()..all
            } else {
                0..0
            };
            let mine = core::iter::once(at).chain(others);
            let mine = mine.filter_map(|at| shards[at].lock().ok()?.take());
            shared.work(&mut mine.collect::<Vec<_>>(), worker)
        })
    }

    /// Returns a lower bound on the cost of every solution; `None` if no shard has anything left.
    fn least<P: Puzzle<State = S, Cost = C>>(&self, puzzle: &P) -> Option<C> {
        let estimate = |child: &Child<S, C>| {
            let h = self.order.estimate(puzzle, &child.state)?;
            self.order.key(child.g, h)
        };
        let mut least = self.best.path().map(|(cost, _)| cost);
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
            children.for_each(|child| note(estimate(child)));
        }
        for message in self.mail.messages() {
            message.iter().for_each(|child| note(estimate(child)));
        }
        least
    }

    /// Returns the states from the start to a goal.
    fn path_to<M>(&self, goal: u32, monitor: &mut Monitor<'_, S, M, C>) -> Result<Vec<S>, Stop> {
        let names = self.shards[0].names;
        let reached = |name| {
            let (shard, index) = names.place(name);
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
        self.best = IncumbentPath::none();
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        self.store_starts(puzzle, monitor)?;
        if let Err(stop) = self.expand(puzzle, monitor) {
            if let Some(least) = self.least(puzzle) {
                // The search is stopped already, whatever the observer answers.
                let _ = monitor.raise_lower_bound(least);
            }
            return Err(stop);
        }
        let (max_cost, has_cut) = (monitor.max_cost(), Run::<P>::has_cut(self));
        let best = *self.best.path();
        match best {
            Some((cost, goal)) if max_cost.is_none_or(|max| cost <= max) => {
                let states = self.path_to(goal, monitor)?;
                Ok(Verdict::path(states, Guarantee::Optimal))
            }
            // No open state is within the limit.
            _ if max_cost.is_some() && (has_cut || self.least(puzzle).is_some()) => {
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
