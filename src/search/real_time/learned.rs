//! [`Learned`]: a puzzle with learned estimates, and how an agent learns them (S. Koenig, X. Sun, 2009: LSS-LRTA*).
//!
//! After a look-ahead, the estimates of the open states are backed up to the expanded ones by Dijkstra's algorithm,
//! backward along the edges among the stored states. The edges are generated a second time for this, since the common
//! best-first loop does not keep them.
//!
//! Invariant: an estimate is never lowered, and stays admissible as long as no edge is added or becomes cheaper.

use alloc::vec::Vec;

use crate::account::{Claimed, Quota, Stop};
use crate::cost::{Cost, CostExt};
use crate::facts::Facts;
use crate::puzzle::{NeighborOf, Puzzle};
use crate::search::best_first::BestFirstRun;
use crate::search::order::ByF;
use crate::search::store_then_deepen::StoringRun;
use crate::storage::{Entry, Heap, Map};

/// States with their raised estimates. `None` means that no goal can be reached.
pub(super) type LearnedList<P> = Claimed<Vec<(<P as Puzzle>::State, Option<<P as Puzzle>::Cost>)>>;
/// The learned estimate of each state that has one. `None` means that no goal can be reached.
pub(super) type LearnedTable<P> = Map<<P as Puzzle>::State, Option<<P as Puzzle>::Cost>>;

/// A puzzle with learned estimates.
pub(super) struct Learned<'a, P: Puzzle> {
    pub(super) puzzle: &'a P,
    pub(super) table: &'a LearnedTable<P>,
}

impl<P: Puzzle> Puzzle for Learned<'_, P> {
    type State = P::State;
    type Move = P::Move;
    type Cost = P::Cost;

    fn neighbors(&self, state: &P::State) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.puzzle.neighbors(state)
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.puzzle.is_goal(state)
    }

    fn heuristic(&self, state: &P::State) -> Option<P::Cost> {
        let learned = self.table.get(state).copied();
        learned.unwrap_or_else(|| self.puzzle.heuristic(state))
    }

    fn facts(&self) -> Facts<P::Cost> {
        self.puzzle.facts()
    }
}

/// An edge between two stored states of a look-ahead.
#[derive(Clone, Copy)]
struct StoredEdge<C> {
    to: u32,
    from: u32,
    cost: C,
}

/// Returns the expanded states whose estimates are raised. The new estimate is the least sum, over all open states, of
/// the cost to get there and the estimate of the open state; `None` if no open state can be reached.
pub(super) fn raised_estimates<P: Puzzle>(
    run: &BestFirstRun<P::State, P::Cost, ByF>,
    puzzle: &Learned<'_, P>,
    memory: &Quota,
) -> Result<LearnedList<P>, Stop> {
    let nodes = run.nodes();
    let closed = || (0..nodes.len() as u32).filter(|&node| run.is_closed(node));
    let mut edges = Claimed::new();
    for from in closed() {
        for edge in puzzle.neighbors(&nodes.get(from).state) {
            if let Some(to) = nodes.find_state(puzzle, &edge.state) {
                let cost = edge.cost;
                edges.push(StoredEdge { to, from, cost }, memory)?;
            }
        }
    }
    edges.sort_unstable_by_key(|edge| edge.to);
    let mut backed_up = Claimed::filled(nodes.len(), None, memory)?;
    let mut open = Heap::new();
    for leaf in run.frontier(puzzle, 0).flatten() {
        let h = puzzle.heuristic(&nodes.get(leaf.node).state);
        relax(leaf.node, h, &mut backed_up, &mut open, memory)?;
    }
    while let Some(Entry { key, node, .. }) = open.pop() {
        if backed_up[node as usize] != Some(key) {
            continue; // a stale entry
        }
        let first = edges.partition_point(|edge| edge.to < node);
        for edge in edges[first..].iter().take_while(|edge| edge.to == node) {
            let through = Some(key.saturating_add(edge.cost));
            relax(edge.from, through, &mut backed_up, &mut open, memory)?;
        }
    }
    let mut raised = Claimed::new();
    for node in closed() {
        let state = &nodes.get(node).state;
        let (before, now) = (puzzle.heuristic(state), backed_up[node as usize]);
        if now.is_none_or(|now| before.is_some_and(|before| now > before)) {
            raised.push((state.clone(), now), memory)?;
        }
    }
    Ok(raised)
}

/// Lowers the backed-up estimate of a state to `h` and opens the state, if `h` is less.
fn relax<C: Cost>(
    node: u32,
    h: Option<C>,
    backed_up: &mut [Option<C>],
    open: &mut Heap<C>,
    memory: &Quota,
) -> Result<(), Stop> {
    let before = &mut backed_up[node as usize];
    if h.is_some() && before.is_none_or(|before| h < Some(before)) {
        *before = h;
        let key = h.unwrap_or_else(C::zero);
        let tie = C::zero();
        open.push(Entry { key, tie, node }, memory)?;
    }
    Ok(())
}
