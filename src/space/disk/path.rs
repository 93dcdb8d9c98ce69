//! Breadth-first search on disk for a goal, and the path, which is read backward from the layers.

use std::boxed::Box;
use std::vec::Vec;

use super::codes::{Codes, GoalTest};
use super::fingerprint::fingerprint_of_bytes;
use super::keys::StateKey;
use super::layers::{DiskLayers, Partitioned};
use super::session::{DiskSearch, Session, WorkId};
use super::sorted_runs::{ReachedGoal, SortedRuns};
use super::store::Store;
use super::{OnDisk, TO_A_GOAL};
use crate::account::{Claim, Meter, Quota, ReplayFault, Stop};
use crate::driver::StartStatus;
use crate::puzzle::Puzzle;
use crate::puzzle::portable::Portable;
use crate::report::{Guarantee, Outcome};
use crate::solution::replay::{EdgeChoice, along};
use crate::solvability::Reason;
use crate::space::error::SpaceError;

/// The outcome of a search of the puzzle `P`.
pub(super) type OutcomeOf<P> = Outcome<<P as Puzzle>::Move, <P as Puzzle>::Cost>;

/// Finds a path with the fewest moves. States are keys of type `K`.
pub(super) fn solve<P: Portable + Sync, K: StateKey>(
    disk: &OnDisk,
    puzzle: &P,
    start: &P::State,
    meter: &mut Meter<'_>,
) -> Result<OutcomeOf<P>, SpaceError> {
    if let Some(outcome) = at_once(puzzle, start, meter) {
        return Ok(outcome);
    }
    let (starts, threads) = (core::slice::from_ref(start), meter.threads());
    let codes = Codes(puzzle);
    let keys = || -> Box<dyn Iterator<Item = K> + '_> { Box::new([codes.key(start)].into_iter()) };
    let make = |segments, bytes, quota: &Quota| {
        let (runs, segments) = SortedRuns::new(&codes, &keys, segments, threads, bytes, quota)?;
        Ok((runs.seeking(), segments))
    };
    let finish = |table: &mut DiskSearch<SortedRuns<'_, K>>,
                  end: Result<(), Stop>,
                  meter: &mut Meter<'_>| {
        if let Err(stop) = end {
            return Ok(stopped(stop));
        }
        let is_goal = |key: &K| codes.state(key).is_some_and(|state| puzzle.is_goal(&state));
        let path = keys_to_goal(&mut table.store, &is_goal)?;
        let path = path.map(|keys| keys.iter().filter_map(|key| codes.state(key)).collect());
        Ok(found(puzzle, path, meter))
    };
    let session = Session {
        disk,
        kind: WorkId {
            number: TO_A_GOAL,
            states: None,
            fingerprint: fingerprint_of_bytes(puzzle, starts, GoalTest::Needed),
        },
        hardest: disk.bytes_of_hardest::<P>(),
    };
    let outcome = SpaceError::apart(session.run(make, finish, meter))?;
    Ok(outcome.unwrap_or_else(stopped))
}

/// The outcome, if it is known without a search.
fn at_once<P: Puzzle>(puzzle: &P, start: &P::State, meter: &mut Meter<'_>) -> Option<OutcomeOf<P>> {
    match StartStatus::of(puzzle, core::slice::from_ref(start)) {
        StartStatus::NotAState => Some(stopped(Stop::NotAState)),
        StartStatus::Goal(_) => Some(found(puzzle, Some([start.clone()].to_vec()), meter)),
        StartStatus::Unsolvable(reason) => Some(Outcome::Unsolvable { reason }),
        StartStatus::Open(_) => None,
    }
}

/// The outcome of a search that ended: the states of a path are replayed, and no path means that there is none.
fn found<P: Puzzle>(
    puzzle: &P,
    path: Option<Vec<P::State>>,
    meter: &mut Meter<'_>,
) -> OutcomeOf<P> {
    match path {
        Some(states) => solved(puzzle, &states, meter).unwrap_or_else(stopped),
        None => Outcome::Unsolvable {
            reason: Reason::new("every state that can be reached was searched and none is a goal"),
        },
    }
}

const fn stopped<M, C>(stop: Stop) -> Outcome<M, C> {
    Outcome::Stopped { stop, best: None }
}

/// The path to the goal that ended the search, or to a nearer one that earlier runs, for other goals, have stored;
/// `None` if there is no goal.
fn keys_to_goal<K: StateKey>(
    on_disk: &mut DiskLayers<SortedRuns<'_, K>>,
    is_goal: &dyn Fn(&K) -> bool,
) -> Result<Option<Vec<K>>, SpaceError> {
    let (runs, store) = (&mut on_disk.space, &on_disk.store);
    let reached = runs.reached.take();
    // The layer that was incomplete when the work was resumed is among those of earlier runs.
    for depth in 0..=on_disk.opened_with {
        let mut goal = None;
        runs.visit_states(depth, store, &mut |keys| {
            goal = keys.iter().copied().find(is_goal);
            goal.is_none()
        })?;
        if let Some(goal) = goal {
            return keys_of_path(runs, depth, [goal].to_vec(), store).map(Some);
        }
    }
    let path = reached.map(|(depth, ReachedGoal { from, goal })| {
        keys_of_path(runs, depth, [goal, from].to_vec(), store)
    });
    path.transpose()
}

/// Reads a path from the layers, backward from its last `keys`, the first of which is at `depth`; returns it from the
/// start on.
fn keys_of_path<K: StateKey>(
    runs: &mut SortedRuns<'_, K>,
    depth: u64,
    mut keys: Vec<K>,
    store: &Store,
) -> Result<Vec<K>, SpaceError> {
    for depth in (0..depth).rev() {
        let last = keys[keys.len() - 1];
        let Some(before) = runs.predecessor(last, depth, store)? else {
            // The puzzle is not undirected, or its neighbors changed between calls.
            return Err(Stop::Replay(ReplayFault::NoSuchEdge).into());
        };
        keys.push(before);
    }
    keys.reverse();
    Ok(keys)
}

fn solved<P: Puzzle>(
    puzzle: &P,
    states: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<OutcomeOf<P>, Stop> {
    let solution = along(
        puzzle,
        states,
        EdgeChoice::First,
        &mut Claim::none(),
        meter.memory(),
    )?;
    solution.verify(puzzle, &states[0])?;
    let is_optimal = puzzle.facts().unit_costs || states.len() == 1;
    let guarantee = if is_optimal {
        Guarantee::Optimal
    } else {
        Guarantee::FewestMoves
    };
    Ok(Outcome::Solved {
        solution,
        guarantee,
    })
}
