//! [`Edges`]: the explored part of a state space, with indices in place of states. It is compiled once for each type of
//! costs, whatever puzzles are checked.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::cost::Cost;

pub(super) struct Edges<C> {
    /// Whether all states that can be reached from the start were explored.
    pub(super) complete: bool,
    /// For each expanded state, the index of each neighbor and the cost of the edge.
    pub(super) outgoing: Vec<Vec<(usize, C)>>,
    /// Whether each state is a goal.
    pub(super) goals: Vec<bool>,
    /// The cost of a cheapest path to a goal within the graph: never less than the true one.
    pub(super) to_goal: Vec<Option<C>>,
    /// The next state on such a path.
    pub(super) toward_goal: Vec<Option<usize>>,
}

impl<C: Cost> Edges<C> {
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
            let next = layer.iter().flat_map(|&at| self.of(at));
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
    pub(super) fn of(&self, at: usize) -> impl Iterator<Item = usize> {
        self.outgoing[at].iter().map(|&(to, _)| to)
    }

    /// A state that a traversal of `depth` moves did not reach by a cheapest path, and the cost of such a path. `found`
    /// has the cost of the best path that the traversal found to each state.
    pub(super) fn lost(&self, depth: usize, found: &[Option<C>]) -> Option<(usize, C)> {
        // If edge costs differ, the path that replaces a skipped one may have more moves, and exceed the depth.
        let mut costs = self.all().map(|(_, _, cost)| cost);
        let first = costs.next();
        let same_costs = costs.all(|cost| Some(cost) == first);
        let within = self.costs_within(if same_costs { depth } else { depth / 2 });
        let cheapest = within.into_iter().zip(found).enumerate();
        cheapest
            .filter_map(|(at, (cost, found))| Some((at, cost?, found)))
            .find(|&(_, cost, found)| found.is_none_or(|found| found > cost))
            .map(|(at, cost, _)| (at, cost))
    }

    /// For each state, the cost of a cheapest path of at most `moves` moves from the root.
    fn costs_within(&self, moves: usize) -> Vec<Option<C>> {
        let mut best = vec![None; self.goals.len()];
        best[0] = Some(C::zero());
        for _ in 0..moves {
            let before = best.clone();
            for (from, to, cost) in self.all() {
                let Some(sum) = before[from].and_then(|g: C| g.checked_add(&cost)) else {
                    continue;
                };
                if best[to].is_none_or(|known| sum < known) {
                    best[to] = Some(sum);
                }
            }
        }
        best
    }
}
