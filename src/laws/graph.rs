//! [`Graph`]: the states around one, explored breadth-first, with their distances to the goals.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;

use hashbrown::HashMap;

use super::MOST_STATES;
use super::edges::Edges;
use super::subject::{Move, State, Subject};
use super::violation::{Law, Violation};
use crate::cost::Cost;
use crate::puzzle::{Neighbor, Puzzle};
use crate::storage::FixedState;

pub(super) struct Graph<S, M, C> {
    pub(super) states: Vec<S>,
    pub(super) edges: Edges<C>,
    /// How each state was first reached; the root was not.
    parents: Vec<Option<(usize, M)>>,
}

/// A longer path is not written out.
const MOST_NAMED: usize = 20;

/// The graph of a puzzle.
pub(super) type GraphOf<P> = Graph<<P as Puzzle>::State, <P as Puzzle>::Move, <P as Puzzle>::Cost>;

impl<S: State, M: Move, C: Cost> Graph<S, M, C> {
    /// Explores the puzzle, checking what can be checked of a state by itself.
    pub(super) fn explore(puzzle: &dyn Subject<S, M, C>, start: &S) -> Result<Self, Violation> {
        let mut graph = Self {
            states: vec![start.clone()],
            edges: Edges::new(),
            parents: vec![None],
        };
        let mut index: HashMap<S, usize, FixedState> = HashMap::default();
        index.insert(start.clone(), 0);
        let mut at = 0;
        while at < graph.states.len() {
            let state = graph.states[at].clone();
            let neighbors = puzzle.neighbors(&state);
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
                        graph.edges.complete = false;
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
            graph.edges.outgoing.push(edges);
            at += 1;
        }
        let goals = graph.states.iter().map(|state| puzzle.is_goal(state));
        graph.edges.goals = goals.collect();
        graph.edges.find_distances();
        Ok(graph)
    }

    fn check_neighbors(
        &self,
        puzzle: &dyn Subject<S, M, C>,
        at: usize,
        neighbors: &[Neighbor<S, M, C>],
    ) -> Result<(), Violation> {
        let second = puzzle.neighbors(&self.states[at]);
        if second != neighbors {
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
        puzzle: &dyn Subject<S, M, C>,
        at: usize,
        mv: &M,
        state: &S,
        known: usize,
    ) -> Result<(), Violation> {
        if puzzle.neighbors(state) == puzzle.neighbors(&self.states[known]) {
            return Ok(());
        }
        let detail = format!(
            "{mv:?} leads to a state equal to {:?} that has other neighbors: expected the same",
            self.states[known]
        );
        Err(self.violation(Law::SameNeighbors, at, detail))
    }

    /// That there is a cheapest path to a goal, and its moves; for a state that has one.
    pub(super) fn but_a_goal_is_near(
        &self,
        puzzle: &dyn Subject<S, M, C>,
        at: usize,
        cost: C,
    ) -> String {
        let (mut moves, mut state) = (Vec::new(), at);
        while let Some(next) = self.edges.toward_goal[state] {
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

    /// The moves from the root to a state.
    pub(super) fn moves_to(&self, at: usize) -> Vec<M> {
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
