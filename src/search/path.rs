//! Paths to stored nodes, as lists of states. Nodes store their parents, not moves: a replay of the path finds the
//! moves. Also the verdicts and stops of searches that find no path.
//!
//! A solver asks whether there is memory for a path before it makes the list: if not, it stops, and finds the goal
//! again when it is resumed. It claims none of that memory: the [`Search`](crate::Search) claims
//! the memory of path and moves when it replays them.

use alloc::vec::Vec;

use crate::account::Stop;
use crate::cost::Cost;
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::Puzzle;
use crate::solution::replay::{EdgeChoice, along, list, start_of};
use crate::solver::Verdict;
use crate::storage::{Arena, Node, extend_to_root, states_to_root};

/// Returns an empty list with room for `states` states of a path, if there is memory for them and for the moves between
/// them.
pub(super) fn with_room<S, M, C: Cost>(
    states: usize,
    monitor: &mut Monitor<'_, S, M, C>,
) -> Result<Vec<S>, Stop> {
    let (state, mv) = (size_of::<S>(), size_of::<M>());
    // A replay holds the moves and, at the same time, first the states, and then a copy of the moves.
    let each = mv.saturating_add(state.max(mv));
    let moves = states.saturating_sub(1);
    monitor.memory().ask(moves.saturating_mul(each))?;
    list(states)
}

/// Returns the states from the root to a node.
pub(super) fn from_root<S, M, C: Cost, N: Node<State = S>>(
    nodes: &Arena<N>,
    node: u32,
    monitor: &mut Monitor<'_, S, M, C>,
) -> Result<Vec<S>, Stop> {
    let mut states = with_room(states_to_root(nodes, node), monitor)?;
    extend_to_root(nodes, node, &mut states);
    states.reverse();
    Ok(states)
}

/// Replays a path from a start to a goal, and makes it the incumbent if it is the cheapest so far.
///
/// Fails as [`Monitor::improve`] does.
pub(super) fn improve<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    states: &[P::State],
    monitor: &mut MonitorOf<'_, P>,
) -> Result<(), Stop> {
    let start = start_of(states, starts)?;
    // The claim of an incumbent also covers a copy of the moves, which is made only when a stop hands it out. Until
    // then the states take the memory of the copy, so that only the rest of them is claimed here.
    let copy = (states.len() - 1) * size_of::<P::Move>();
    let bytes = size_of_val(states).saturating_sub(copy);
    let mut claim = monitor.meter().claim(bytes)?;
    let memory = monitor.memory();
    let found = along(puzzle, states, EdgeChoice::Cheapest, &mut claim, memory)?;
    monitor.improve(puzzle, start, &states[0], found.moves(), found.cost())
}

/// Returns the stop of a search that has no open states left, but has pruned paths by the limit on the cost or, without
/// a limit, because they cost more than the cost type can express.
pub(super) fn stop_after_cut<S, M, C: Cost>(monitor: &mut Monitor<'_, S, M, C>) -> Stop {
    match monitor.max_cost() {
        Some(_) => monitor.stop_at_cost_limit(),
        None => Stop::CostOverflow,
    }
}

/// Returns the verdict of a search that has no open states left, has pruned no path, and stores `stored` states. If it
/// stores none, all starts were dead ends.
pub(super) fn unsolvable<S, M, C>(stored: usize) -> Verdict<S, M, C> {
    match stored {
        0 => Verdict::dead_end(),
        _ => Verdict::exhausted(),
    }
}
