//! [`ExploredEdges`]: the explored part of a state space, with indices in place of states. It is compiled once for each
//! type of costs, whatever puzzles are checked.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::cost::Cost;

/// The edges between explored states, and the distances to the goals. A state is an index; the start has index 0.
pub(super) struct ExploredEdges<C> {
    /// Whether all states that can be reached from the start were explored.
    pub(super) complete: bool,
    /// For each state, the index of each explored neighbor and the cost of the edge.
    pub(super) outgoing: Vec<Vec<(usize, C)>>,
    /// Whether each state is a goal.
    pub(super) goals: Vec<bool>,
    /// The cost of a cheapest path to a goal within the graph: never less than the true one.
    pub(super) to_goal: Vec<Option<C>>,
    /// The next state on such a path.
    pub(super) toward_goal: Vec<Option<usize>>,
}

impl<C: Cost> ExploredEdges<C> {
    pub(super) const fn new() -> Self {
        Self {
            complete: true,
            outgoing: Vec::new(),
            goals: Vec::new(),
            to_goal: Vec::new(),
            toward_goal: Vec::new(),
        }
    }

    /// Dijkstra's algorithm backward from the goals, along the edges that were seen.
    pub(super) fn find_distances(&mut self) {
        let states = self.goals.len();
        let mut incoming = vec![Vec::new(); states];
        for (from, to, cost) in self.all() {
            incoming[to].push((from, cost));
        }
        let mut distances = vec![None; states];
        let mut toward = vec![None; states];
        let goals = (0..states).filter(|&at| self.goals[at]);
        let mut open: BinaryHeap<_> = goals.map(|at| Reverse((C::zero(), at, None))).collect();
        while let Some(Reverse((distance, at, next))) = open.pop() {
            if distances[at].is_some() {
                continue;
            }
            (distances[at], toward[at]) = (Some(distance), next);
            for (from, cost) in &incoming[at] {
                if let Some(distance) = distance.checked_add(cost) {
                    open.push(Reverse((distance, *from, Some(at))));
                }
            }
        }
        (self.to_goal, self.toward_goal) = (distances, toward);
    }

    /// Whether a goal can be reached from a state within the graph, even if no such path has a cost within the range.
    pub(super) fn reaches_goal(&self, from: usize) -> bool {
        let mut seen = vec![false; self.goals.len()];
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if self.goals[at] {
                return true;
            }
            if !core::mem::replace(&mut seen[at], true) {
                open.extend(self.neighbors_of(at));
            }
        }
        false
    }

    /// The fewest moves from the first state to a goal.
    pub(super) fn fewest_moves(&self) -> Option<usize> {
        let mut seen = vec![false; self.goals.len()];
        let mut layer = vec![0];
        seen[0] = true;
        for moves in 0.. {
            if layer.is_empty() {
                return None;
            }
            if layer.iter().any(|&at| self.goals[at]) {
                return Some(moves);
            }
            let next = layer.iter().flat_map(|&at| self.neighbors_of(at));
            layer = next
                .filter(|&to| !core::mem::replace(&mut seen[to], true))
                .collect();
        }
        None
    }

    /// All edges: from, to, cost.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, usize, C)> {
        let rows = self.outgoing.iter().enumerate();
        rows.flat_map(|(from, edges)| edges.iter().map(move |&(to, cost)| (from, to, cost)))
    }

    /// The neighbors of a state.
    pub(super) fn neighbors_of(&self, at: usize) -> impl Iterator<Item = usize> {
        self.outgoing[at].iter().map(|&(to, _)| to)
    }

    /// A state that a walk within this bound should have reached by a cheapest path and did not, and the cost of such a
    /// path. `found` has the cost at which the walk reached each state.
    pub(super) fn missed_by_walk(&self, bound: C, found: &[Option<C>]) -> Option<(usize, C)> {
        // For each state the cost of a cheapest path through no goal, and of one through a goal. Walks end at goals,
        // except at the start, so a state counts only if the former is less.
        let mut cheapest = vec![[None; 2]; self.goals.len()];
        let mut open = BinaryHeap::from([Reverse((C::zero(), 0, false))]);
        while let Some(Reverse((g, at, through))) = open.pop() {
            if cheapest[at][usize::from(through)].is_some() {
                continue;
            }
            cheapest[at][usize::from(through)] = Some(g);
            for &(to, cost) in &self.outgoing[at] {
                if let Some(g) = g.checked_add(&cost).filter(|g| *g <= bound) {
                    open.push(Reverse((g, to, through || at > 0 && self.goals[at])));
                }
            }
        }
        let known = cheapest.into_iter().zip(found).enumerate();
        known
            .filter_map(|(at, ([cost, through], found))| Some((at, cost?, through, found)))
            .filter(|(_, cost, through, _)| through.is_none_or(|through| through > *cost))
            .find(|(_, cost, _, found)| found.is_none_or(|found| found > *cost))
            .map(|(at, cost, ..)| (at, cost))
    }
}
