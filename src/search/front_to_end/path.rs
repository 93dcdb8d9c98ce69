//! The cheapest path through a state that both sides have reached, and the verdict when a side is exhausted.

use core::hash::Hash;

use super::FrontToEnd;
use super::side::{BACK, FRONT};
use crate::account::Stop;
use crate::cost::Cost;
use crate::monitor::Monitor;
use crate::report::Guarantee;
use crate::search::path;
use crate::solver::Verdict;

impl<S: Clone + Eq + Hash, C: Cost, L> FrontToEnd<S, C, L> {
    /// Returns the incumbent, if nothing cheaper can be found.
    #[inline]
    pub(super) fn solved<M>(
        &self,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<Option<Verdict<S, M, C>>, Stop> {
        match self.best {
            Some((node, cost)) if cost <= self.bound => self.path_through(node, monitor).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns the cheapest known solution through a state that both sides have reached.
    #[cold]
    pub(super) fn path_through<M>(
        &self,
        node: u32,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<Verdict<S, M, C>, Stop> {
        let before = self.to_root(node, FRONT).count();
        let after = self.to_root(node, BACK).count() - 1;
        let mut states = path::with_room(before + after, monitor)?;
        states.extend(
            self.to_root(node, FRONT)
                .map(|node| self.reach.nodes.get(node).state.clone()),
        );
        states.reverse();
        let rest = self.to_root(node, BACK).skip(1);
        states.extend(rest.map(|node| self.reach.nodes.get(node).state.clone()));
        Ok(Verdict::path(states, Guarantee::Optimal))
    }

    /// Returns the nodes on the path from this one back to the root of a side.
    pub(super) fn to_root(&self, node: u32, side: usize) -> impl Iterator<Item = u32> {
        core::iter::successors(Some(node), move |&node| {
            let parent = self.reach.link(node, side).map_or(node, |link| link.parent);
            (parent != node).then_some(parent)
        })
    }

    /// Returns the verdict when this side has no open state. No solution is cheaper than the incumbent then, since the
    /// side would have found it.
    #[cold]
    pub(super) fn exhausted<M>(
        &self,
        side: usize,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<Verdict<S, M, C>, Stop> {
        match self.best {
            Some((node, _)) => self.path_through(node, monitor),
            None if self.reach.cut => Err(path::stop_after_cut(monitor)),
            _ if side == FRONT => Ok(Verdict::exhausted()),
            _ => Ok(Verdict::start_not_reached()),
        }
    }
}
