//! Hash-distributed A* as bytes: the shards, with the children on their way to others, and the incumbent.
//!
//! Invariant of a loaded search: each name is that of a stored state, and the parents lead from it to a start, at costs
//! that do not rise. Bytes that would break this are refused.

use alloc::vec::Vec;
use core::hash::Hash;

use super::shard::IncumbentPath;
use super::{DistributedRun, MAX_SHARDS};
use crate::cost::Cost;
use crate::puzzle::Puzzle;
use crate::search::batch::{Batch, Child};
use crate::search::order::Order;
use crate::solver::{Loader, Saver};
use crate::storage::are_rooted;

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>> DistributedRun<S, C, O> {
    pub(super) fn write(&self, to: &mut Saver<'_, S>) {
        to.count(self.shards.len());
        to.count(self.starts.len());
        let messages: Vec<_> = self.mail.messages().collect();
        for (sender, shard) in self.shards.iter().enumerate() {
            shard.run.write(to);
            // The mailboxes are in the order of receivers, and in each one the messages are in the order of senders.
            let messages = messages.iter().skip(sender).step_by(self.shards.len());
            // Children in transit are saved as outgoing ones, so that the loaded search sends them again.
            for (message, outgoing) in messages.zip(&shard.outgoing) {
                let children: Vec<_> = message.iter().chain(outgoing.iter()).collect();
                Batch::save_all(children, to, Child::save::<true>);
            }
        }
        let best = *self.incumbent.path();
        to.flag(best.is_some());
        if let Some((cost, goal)) = best {
            to.cost(cost);
            to.number(goal);
        }
    }

    pub(super) fn read<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        from: &mut Loader<'_, S>,
    ) -> Option<()> {
        let shards = from.index(MAX_SHARDS + 1).filter(|&shards| shards > 0)? as usize;
        if shards != self.shards.len() {
            *self = Self {
                min_parallel: self.min_parallel,
                threads: self.threads,
                starts: core::mem::take(&mut self.starts),
                ..Self::new(self.order, shards)
            };
        }
        from.starts(&mut self.starts)?;
        // Names are checked at the end, when all shards are known.
        let names = u32::MAX as usize;
        for shard in &mut self.shards {
            shard.run.read(puzzle, from, Some(names))?;
            for outgoing in &mut shard.outgoing {
                *outgoing = Batch::load(from, names, |from, state, parent| {
                    let hash = shard.run.nodes.hash(&state);
                    Child::load::<true>(from, hash, state, parent)
                })?;
            }
        }
        if from.flag()? {
            let (cost, goal) = (from.cost()?, from.index(names)?);
            self.incumbent = IncumbentPath::none();
            self.incumbent.improve(cost, goal);
        }
        self.has_valid_names().then_some(())
    }
}

impl<S: Clone + Eq + Hash, C: Cost, O: Order<C>> DistributedRun<S, C, O> {
    /// Whether all names are those of stored states from which the parents lead to a start.
    fn has_valid_names(&self) -> bool {
        let names = self.shards[0].names;
        let reached = |name| {
            let (shard, index) = names.locate(name);
            let nodes = &self.shards[shard].run.nodes;
            ((index as usize) < nodes.len()).then(|| nodes.get(index))
        };
        let largest = self.shards.iter().map(|shard| shard.run.nodes.len()).max();
        let largest = largest.unwrap_or(0);
        let cost = |name| reached(name).map(|reached| reached.g);
        let is_known = |name, g| cost(name).is_some_and(|cost| cost <= g);
        let best = *self.incumbent.path();
        largest <= names.names_per_shard()
            && best.is_none_or(|(cost, goal)| is_known(goal, cost))
            && self.shards.iter().all(|shard| {
                let children = shard.outgoing.iter().flat_map(Batch::iter);
                let mut children = children.chain(shard.run.batch.iter());
                let mut nodes = shard.run.nodes.arena().iter();
                nodes.all(|node| is_known(node.parent, node.g))
                    && children.all(|child| is_known(child.parent, child.g))
            })
            && are_rooted(largest * names.shards, &|name| {
                // A name below this number may be that of no state: it counts as a root.
                reached(name).map_or((name, C::zero()), |node| (node.parent, node.g))
            })
    }
}
