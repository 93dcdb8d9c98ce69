//! [`Graph`]: the states around one, explored breadth-first, with their distances to the goals.

use alloc::collections::BinaryHeap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt::Debug;

use hashbrown::HashMap;
use num_traits::Zero;

use super::MOST_STATES;
use super::violation::{Law, Violation};
use crate::cost::Cost;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle};
use crate::storage::FixedState;

pub(super) struct Graph<P: Puzzle> {
    pub(super) states: Vec<P::State>,
    /// Whether these are all that can be reached.
    pub(super) complete: bool,
    /// The edges out of the states that were expanded: where they lead and what they cost.
    outgoing: Vec<Vec<(usize, P::Cost)>>,
    /// How each state was first reached; the root was not.
    parents: Vec<Option<(usize, P::Move)>>,
    /// The cost of a cheapest path to a goal within the graph: never less than the true one.
    pub(super) to_goal: Vec<Option<P::Cost>>,
    /// The next state on that path.
    toward_goal: Vec<Option<usize>>,
}

/// A longer path is not written out.
const MOST_NAMED: usize = 20;

impl<P: Puzzle> Graph<P> {
    /// Explores the puzzle, checking what can be checked of a state by itself.
    pub(super) fn explore(puzzle: &P, start: &P::State) -> Result<Self, Violation> {
        let mut graph = Self {
            states: vec![start.clone()],
            complete: true,
            outgoing: Vec::new(),
            parents: vec![None],
            to_goal: Vec::new(),
            toward_goal: Vec::new(),
        };
        let mut index: HashMap<P::State, usize, FixedState> = HashMap::default();
        index.insert(start.clone(), 0);
        let mut at = 0;
        while at < graph.states.len() {
            let state = graph.states[at].clone();
            let neighbors: Vec<NeighborOf<P>> = puzzle.neighbors(&state).into_iter().collect();
            graph.check_neighbors(puzzle, at, &neighbors)?;
            let mut edges = Vec::with_capacity(neighbors.len());
            for Neighbor { mv, state, cost } in neighbors {
                let known = index.get(&state).copied();
                let to = match known {
                    Some(to) => {
                        graph.check_merged(puzzle, at, &mv, &state, to)?;
                        to
                    }
                    None if graph.states.len() == MOST_STATES => {
                        graph.complete = false;
                        continue;
                    }
                    None => {
                        let to = graph.states.len();
                        index.insert(state.clone(), to);
                        graph.states.push(state);
                        graph.parents.push(Some((at, mv)));
                        to
                    }
                };
                edges.push((to, cost));
            }
            graph.outgoing.push(edges);
            at += 1;
        }
        (graph.to_goal, graph.toward_goal) = graph.distances_to_goals(puzzle);
        Ok(graph)
    }

    fn check_neighbors(
        &self,
        puzzle: &P,
        at: usize,
        neighbors: &[NeighborOf<P>],
    ) -> Result<(), Violation> {
        if !puzzle
            .neighbors(&self.states[at])
            .into_iter()
            .eq(neighbors.iter().cloned())
        {
            let second: Vec<_> = puzzle.neighbors(&self.states[at]).into_iter().collect();
            let detail =
                format!("one call answers {neighbors:?}, another {second:?}: expected the same");
            return Err(self.violation(Law::SameNeighbors, at, detail));
        }
        for (count, neighbor) in neighbors.iter().enumerate() {
            let mut earlier = neighbors[..count].iter();
            if let Some(other) = earlier.find(|other| other.mv == neighbor.mv) {
                let detail = format!(
                    "the move {:?} leads to {:?} and to {:?}: expected distinct moves",
                    neighbor.mv, other.state, neighbor.state
                );
                return Err(self.violation(Law::DistinctMoves, at, detail));
            }
        }
        Ok(())
    }

    /// A state that is equal to one seen before must have the same neighbors.
    fn check_merged(
        &self,
        puzzle: &P,
        at: usize,
        mv: &P::Move,
        state: &P::State,
        known: usize,
    ) -> Result<(), Violation> {
        let before = puzzle.neighbors(&self.states[known]);
        if puzzle.neighbors(state).into_iter().eq(before) {
            return Ok(());
        }
        let detail = format!(
            "{mv:?} leads to a state equal to {:?} that has other neighbors: expected the same",
            self.states[known]
        );
        Err(self.violation(Law::SameNeighbors, at, detail))
    }

    /// Dijkstra's algorithm backward from the goals, along the edges that were seen.
    fn distances_to_goals(&self, puzzle: &P) -> (Vec<Option<P::Cost>>, Vec<Option<usize>>) {
        let mut incoming = vec![Vec::new(); self.states.len()];
        for (from, to, cost) in self.edges() {
            incoming[to].push((from, cost));
        }
        let mut distances = vec![None; self.states.len()];
        let mut toward = vec![None; self.states.len()];
        let goals = (0..self.states.len()).filter(|&at| puzzle.is_goal(&self.states[at]));
        let mut open: BinaryHeap<_> = goals
            .map(|at| Reverse((P::Cost::zero(), at, None)))
            .collect();
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
        (distances, toward)
    }

    /// That there is a cheapest path to a goal, and its moves; for a state that has one.
    pub(super) fn but_a_goal_is_near(&self, puzzle: &P, at: usize, cost: P::Cost) -> String {
        let (mut moves, mut state) = (Vec::new(), at);
        while let Some(next) = self.toward_goal[state] {
            let edges = puzzle.neighbors(&self.states[state]).into_iter();
            let edges = edges.filter(|edge| edge.state == self.states[next]);
            moves.extend(edges.min_by_key(|edge| edge.cost).map(|edge| edge.mv));
            state = next;
        }
        match moves.len() {
            0 => "it is a goal".into(),
            1..=MOST_NAMED => format!(
                "there is a path to a goal that costs {cost}: {}",
                names(&moves).join(", ")
            ),
            more => format!("there is a path to a goal that costs {cost}, of {more} moves"),
        }
    }

    /// All edges: from, to, cost.
    pub(super) fn edges(&self) -> impl Iterator<Item = (usize, usize, P::Cost)> {
        let rows = self.outgoing.iter().enumerate();
        rows.flat_map(|(from, edges)| edges.iter().map(move |&(to, cost)| (from, to, cost)))
    }

    /// Where the edges of a state lead.
    pub(super) fn edges_of(&self, at: usize) -> impl Iterator<Item = usize> {
        self.outgoing[at].iter().map(|&(to, _)| to)
    }

    /// For each state, the cost of a cheapest path of at most `moves` moves from the root.
    pub(super) fn costs_within(&self, moves: usize) -> Vec<Option<P::Cost>> {
        let mut best = vec![None; self.states.len()];
        best[0] = Some(P::Cost::zero());
        for _ in 0..moves {
            let before = best.clone();
            for (from, to, cost) in self.edges() {
                let Some(sum) = before[from].and_then(|g: P::Cost| g.checked_add(&cost)) else {
                    continue;
                };
                if best[to].is_none_or(|known| sum < known) {
                    best[to] = Some(sum);
                }
            }
        }
        best
    }

    /// The moves from the root to a state.
    pub(super) fn moves_to(&self, at: usize) -> Vec<P::Move> {
        let (mut moves, mut state) = (Vec::new(), at);
        while let Some((parent, mv)) = &self.parents[state] {
            moves.push(mv.clone());
            state = *parent;
        }
        moves.reverse();
        moves
    }

    pub(super) fn violation(&self, law: Law, at: usize, detail: String) -> Violation {
        let moves = names(&self.moves_to(at));
        Violation::new(law, format!("{:?}", self.states[at]), moves, detail)
    }
}

/// The moves as their `Debug` writes them.
pub(super) fn names<M: Debug>(moves: &[M]) -> Vec<String> {
    moves.iter().map(|mv| format!("{mv:?}")).collect()
}
