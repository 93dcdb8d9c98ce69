//! The laws of [`Ranked`]: ranks are a bijection between the states and the numbers below `state_count`.

use alloc::format;
use alloc::string::String;

use hashbrown::HashMap;

use super::bit_parallel;
use super::graph::GraphOf;
use super::tally::LawTally;
use super::violation::{Law, Violation};
use crate::puzzle::Ranked;
use crate::storage::FixedState;

/// Checks that ranks and states correspond, on the states of the graph and on up to `most` evenly spaced ranks.
pub(super) fn check<P: Ranked>(
    puzzle: &P,
    graph: &GraphOf<'_, P>,
    most: usize,
    tally: &mut LawTally,
) -> Result<(), Violation> {
    let start = &graph.states[0];
    let count = puzzle.state_count().unwrap_or(0);
    let start_has_rank = puzzle.rank(start).is_some();
    let mut seen: HashMap<u128, usize, FixedState> = HashMap::default();
    for (at, state) in graph.states.iter().enumerate() {
        let wrong = |detail: String| Err(graph.violation(Law::Ranks, at, detail));
        let Some(rank) = puzzle.rank(state) else {
            if start_has_rank {
                return wrong("it has no rank, but can be reached from a state that has".into());
            }
            if puzzle.state_count().is_some() && graph.edges.to_goal[at].is_some() {
                return wrong("it has no rank, but a goal can be reached from it".into());
            }
            continue;
        };
        if rank >= count {
            return wrong(format!("its rank is {rank}: expected less than {count}"));
        }
        if let Some(other) = seen.insert(rank, at) {
            let other = &graph.states[other];
            return wrong(format!(
                "its rank is {rank}, and so is that of {other:?}: expected one of its own"
            ));
        }
        let back = puzzle.unrank(rank);
        if back.as_ref() != Some(state) {
            let found = back.map_or_else(|| "nothing".into(), |back| format!("{back:?}"));
            return wrong(format!(
                "its rank is {rank}, but `unrank` answers {found} for that: expected the state"
            ));
        }
    }
    tally.count(Law::Ranks, seen.len());
    bit_parallel::check(puzzle, graph, tally)?;
    let wrong = |rank: u128, detail: String| Err(Violation::at_rank(Law::Ranks, rank, detail));
    if puzzle.unrank(count).is_some() {
        return wrong(
            count,
            format!("`unrank` answers a state: expected none, since there are {count} states"),
        );
    }
    let step = (count / most.max(1) as u128).max(1);
    let mut rank = 0;
    while rank < count {
        let Some(state) = puzzle.unrank(rank) else {
            return wrong(
                rank,
                format!("`unrank` answers no state: expected one, since there are {count}"),
            );
        };
        let back = puzzle.rank(&state);
        if back != Some(rank) {
            return wrong(
                rank,
                match back {
                    Some(back) => {
                        format!("`unrank` answers {state:?}, whose rank is {back}: expected {rank}")
                    }
                    None => {
                        format!("`unrank` answers {state:?}, which has no rank: expected {rank}")
                    }
                },
            );
        }
        tally.count(Law::Ranks, 1);
        rank = rank.saturating_add(step);
    }
    Ok(())
}
