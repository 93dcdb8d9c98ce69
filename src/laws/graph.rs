//! [`ExploredGraph`]: the explored part of a puzzle, around a start and around goals, with the distances to the goals.
//!
//! States are known by their indices, in variables such as `at`, `from` and `to`; the start has index 0. Invariant:
//! `states`, `parents` and the lists of `edges` have one item for each state, and no two states are equal (if equal
//! states have equal hashes).

use alloc::collections::{BinaryHeap, VecDeque};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt::Debug;

use hashbrown::{HashMap, HashSet};

use super::edges::ExploredEdges;
use super::subject::{Move, State, Subject};
use super::violation::{Law, Violation};
use crate::cost::Cost;
use crate::puzzle::{Neighbor, Puzzle};
use crate::storage::FixedState;

/// States and edges of a puzzle, explored breadth-first.
pub(super) struct ExploredGraph<'p, S, M, C> {
    pub(super) puzzle: &'p dyn Subject<S, M, C>,
    pub(super) states: Vec<S>,
    pub(super) edges: ExploredEdges<C>,
    /// The state and the move by which each state was first reached; `None` for the start and for states that were
    /// found backward from a goal.
    parents: Vec<Option<(usize, M)>>,
    index: HashMap<S, usize, FixedState>,
    /// The states of which some edges were left out, since the limit on states was reached.
    truncated: Vec<usize>,
}

/// The goals and predecessors by which a puzzle is explored backward.
pub(super) struct BackwardEdges<'p, S> {
    pub(super) goals: &'p [S],
    pub(super) predecessors: &'p dyn Fn(&S) -> Vec<S>,
}

/// The greatest length of a path whose moves are listed.
const MOST_LISTED: usize = 20;

/// The graph of a puzzle.
pub(super) type GraphOf<'p, P> =
    ExploredGraph<'p, <P as Puzzle>::State, <P as Puzzle>::Move, <P as Puzzle>::Cost>;

impl<'p, S: State, M: Move, C: Cost> ExploredGraph<'p, S, M, C> {
    /// Explores up to `most` states from the start, then up to `most` around the goals: backward from the goals if
    /// `backward` is given, otherwise around a path to a goal if no goal was found yet. Checks the laws about
    /// [`neighbors`](Puzzle::neighbors) on the way.
    pub(super) fn explore(
        puzzle: &'p dyn Subject<S, M, C>,
        start: &S,
        most: usize,
        backward: Option<&BackwardEdges<'_, S>>,
    ) -> Result<Self, Violation> {
        let mut graph = Self {
            puzzle,
            states: Vec::new(),
            edges: ExploredEdges::new(),
            parents: Vec::new(),
            index: HashMap::default(),
            truncated: Vec::new(),
        };
        let start_at = graph.add(start.clone(), None);
        graph.expand([start_at], most)?;
        graph.edges.complete = graph.truncated.is_empty();
        let has_goal = || graph.states.iter().any(|state| puzzle.is_goal(state));
        if let Some(backward) = backward {
            graph.explore_backward(backward, most)?;
        } else if !graph.edges.complete
            && !has_goal()
            && let Some(path) = find_path_to_goal(puzzle, start, most)
        {
            graph.explore_around(path, most)?;
        }
        graph.add_missing_edges();
        let goals = graph.states.iter().map(|state| puzzle.is_goal(state));
        graph.edges.goals = goals.collect();
        graph.edges.find_distances();
        Ok(graph)
    }

    fn add(&mut self, state: S, parent: Option<(usize, M)>) -> usize {
        let at = self.states.len();
        self.index.insert(state.clone(), at);
        self.states.push(state);
        self.parents.push(parent);
        self.edges.outgoing.push(Vec::new());
        at
    }

    /// Expands the states `roots` and all states that are added on the way, breadth-first. New states are added while
    /// the graph has fewer than `most`; edges to further states are left out.
    fn expand(
        &mut self,
        roots: impl IntoIterator<Item = usize>,
        most: usize,
    ) -> Result<(), Violation> {
        let mut open: VecDeque<usize> = roots.into_iter().collect();
        while let Some(at) = open.pop_front() {
            let neighbors = self.puzzle.neighbors(&self.states[at]);
            self.check_neighbors(at, &neighbors)?;
            let (mut edges, all) = (Vec::with_capacity(neighbors.len()), neighbors.len());
            for Neighbor { mv, state, cost } in neighbors {
                let to = match self.index.get(&state).copied() {
                    Some(to) => {
                        self.check_equal_state(at, &mv, &state, to)?;
                        to
                    }
                    None if self.states.len() >= most => continue,
                    None => {
                        let to = self.add(state, Some((at, mv)));
                        open.push_back(to);
                        to
                    }
                };
                edges.push((to, cost));
            }
            if edges.len() < all {
                self.truncated.push(at);
            }
            self.edges.outgoing[at] = edges;
        }
        Ok(())
    }

    /// Adds up to `more` states from which the goals can be reached, nearest first.
    fn explore_backward(
        &mut self,
        backward: &BackwardEdges<'_, S>,
        more: usize,
    ) -> Result<(), Violation> {
        let first = self.states.len();
        let mut open = VecDeque::new();
        let mut seen = vec![false; first];
        let mut found = backward.goals.to_vec();
        loop {
            for state in found {
                let at = match self.index.get(&state) {
                    Some(&at) => at,
                    None if self.states.len() - first >= more => continue,
                    None => self.add(state, None),
                };
                seen.resize(self.states.len(), false);
                if !core::mem::replace(&mut seen[at], true) {
                    open.push_back(at);
                }
            }
            let Some(at) = open.pop_front() else { break };
            found = (backward.predecessors)(&self.states[at]);
        }
        // The limit of zero adds edges, but no states.
        self.expand(first..self.states.len(), 0)
    }

    /// Adds a path from the start to a goal, and states around it, those around the goal first, until `more` states are
    /// added in all (the path in any case).
    fn explore_around(&mut self, path: Vec<(M, S)>, more: usize) -> Result<(), Violation> {
        let first = self.states.len();
        let mut at = 0;
        for (mv, state) in path {
            at = match self.index.get(&state) {
                Some(&known) => known,
                None => self.add(state, Some((at, mv))),
            };
        }
        let added = first..self.states.len();
        self.expand(added.rev(), first + more)
    }

    /// Adds the edges that were left out but lead to states that were found later.
    fn add_missing_edges(&mut self) {
        for &at in &self.truncated {
            let edges = self.puzzle.neighbors(&self.states[at]).into_iter();
            let known = edges.filter_map(|edge| Some((*self.index.get(&edge.state)?, edge.cost)));
            self.edges.outgoing[at] = known.collect();
        }
    }

    /// Checks that a second call of `neighbors` returns the same, and that the moves are distinct.
    fn check_neighbors(&self, at: usize, neighbors: &[Neighbor<S, M, C>]) -> Result<(), Violation> {
        let second = self.puzzle.neighbors(&self.states[at]);
        if second != neighbors {
            let detail =
                format!("one call returns {neighbors:?}, another {second:?}: expected the same");
            return Err(self.violation(Law::SameNeighbors, at, detail));
        }
        for (nth, neighbor) in neighbors.iter().enumerate() {
            let mut earlier = neighbors[..nth].iter();
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

    /// Checks that a state has the same neighbors as the equal state that is already in the graph.
    fn check_equal_state(
        &self,
        at: usize,
        mv: &M,
        state: &S,
        known: usize,
    ) -> Result<(), Violation> {
        if self.puzzle.neighbors(state) == self.puzzle.neighbors(&self.states[known]) {
            return Ok(());
        }
        let detail = format!(
            "{mv:?} leads to a state equal to {:?} that has other neighbors: expected the same",
            self.states[known]
        );
        Err(self.violation(Law::SameNeighbors, at, detail))
    }

    /// Describes a path from a state to a goal that is cheapest in the graph. There must be one.
    pub(super) fn path_to_goal(&self, at: usize, cost: C) -> String {
        let (mut moves, mut state) = (Vec::new(), at);
        while let Some(next) = self.edges.toward_goal[state] {
            let edges = self.puzzle.neighbors(&self.states[state]).into_iter();
            let edges = edges.filter(|edge| edge.state == self.states[next]);
            moves.extend(edges.min_by_key(|edge| edge.cost).map(|edge| edge.mv));
            state = next;
        }
        match moves.len() {
            0 => "it is a goal".into(),
            1..=MOST_LISTED => format!(
                "there is a path to a goal that costs {cost}: {}",
                names(&moves).join(", ")
            ),
            more => format!("there is a path to a goal that costs {cost}, of {more} moves"),
        }
    }

    /// The moves from the start to a state, if any are known.
    pub(super) fn moves_to(&self, at: usize) -> Option<Vec<M>> {
        let (mut moves, mut state) = (Vec::new(), at);
        while let Some((parent, mv)) = &self.parents[state] {
            moves.push(mv.clone());
            state = *parent;
        }
        moves.reverse();
        (state == 0).then_some(moves)
    }

    pub(super) fn violation(&self, law: Law, at: usize, detail: String) -> Violation {
        let state = format!("{:?}", self.states[at]);
        match self.moves_to(at) {
            Some(moves) => Violation::new(law, state, names(&moves), detail),
            None => Violation::at(law, state, detail),
        }
    }

    /// A violation at a state that may not be in the graph.
    pub(super) fn violation_at(&self, law: Law, state: &S, detail: String) -> Violation {
        match self.index.get(state) {
            Some(&at) => self.violation(law, at, detail),
            None => Violation::at(law, format!("{state:?}"), detail),
        }
    }
}

/// Searches for a path to a goal by greedy best-first search, with at most `most` expansions. Returns its moves and
/// states.
fn find_path_to_goal<S: State, M: Move, C: Cost>(
    puzzle: &dyn Subject<S, M, C>,
    start: &S,
    most: usize,
) -> Option<Vec<(M, S)>> {
    let mut nodes: Vec<(S, Option<(usize, M)>)> = vec![(start.clone(), None)];
    let mut seen = HashSet::with_hasher(FixedState);
    let mut open = BinaryHeap::from([Reverse((C::zero(), 0))]);
    seen.insert(start.clone());
    for _ in 0..most {
        let Reverse((_, at)) = open.pop()?;
        for Neighbor { mv, state, .. } in puzzle.neighbors(&nodes[at].0) {
            if !seen.insert(state.clone()) {
                continue;
            }
            // Alleged dead ends come last: the heuristic may be wrong.
            let estimate = puzzle.heuristic(&state).unwrap_or_else(C::max_value);
            let is_goal = puzzle.is_goal(&state);
            nodes.push((state, Some((at, mv))));
            if is_goal {
                return Some(path_from_root(nodes));
            }
            open.push(Reverse((estimate, nodes.len() - 1)));
        }
    }
    None
}

/// The moves and states from the first node to the last.
fn path_from_root<S: Clone, M: Clone>(mut nodes: Vec<(S, Option<(usize, M)>)>) -> Vec<(M, S)> {
    let mut path = Vec::new();
    while let Some((state, Some((parent, mv)))) = nodes.pop() {
        nodes.truncate(parent + 1);
        path.push((mv, state));
    }
    path.reverse();
    path
}

/// The moves as their `Debug` writes them.
pub(super) fn names<M: Debug>(moves: &[M]) -> Vec<String> {
    moves.iter().map(|mv| format!("{mv:?}")).collect()
}
