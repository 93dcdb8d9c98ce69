//! The laws of [`Ranked`].

use alloc::format;
use alloc::string::String;

use hashbrown::HashMap;

use super::graph::Graph;
use super::subject::{Erased, OWN};
use super::violation::{Law, Violation};
use super::{MOST_STATES, bit_parallel};
use crate::puzzle::Ranked;
use crate::storage::FixedState;

/// Checks that a puzzle obeys the laws of [`Ranked`], on up to [`MOST_STATES`] states that can be reached from `start`.
/// It also calls `unrank` for evenly spaced ranks in `0..state_count`, and checks the results.
///
/// If [`bit_parallel`](Ranked::bit_parallel) returns a numbering, the laws of
/// [`BitParallel`](crate::space::BitParallel) are checked too. For large puzzles, the method
/// [`gather`](crate::space::BitParallel::gather) is not checked.
///
/// # Errors
///
/// Returns the first violation found.
///
/// ```
/// use puzzle_search::puzzles::SwapGame;
/// use puzzle_search::laws;
///
/// let puzzle = SwapGame::new(3, 3)?;
/// laws::check_ranked(&puzzle, &puzzle.goal()).expect("a bijection");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub fn check_ranked<P: Ranked>(puzzle: &P, start: &P::State) -> Result<(), Violation> {
    let graph = Graph::explore(&Erased::<_, OWN>::new(puzzle), start)?;
    let count = puzzle.state_count().unwrap_or(0);
    let numbered = puzzle.rank(start).is_some();
    let mut seen: HashMap<u128, usize, FixedState> = HashMap::default();
    for (at, state) in graph.states.iter().enumerate() {
        let wrong = |detail: String| Err(graph.violation(Law::Ranks, at, detail));
        let Some(rank) = puzzle.rank(state) else {
            if numbered {
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
    bit_parallel::check(puzzle, &graph)?;
    let wrong = |rank: u128, detail: String| Err(Violation::of_number(Law::Ranks, rank, detail));
    if puzzle.unrank(count).is_some() {
        return wrong(
            count,
            format!("`unrank` answers a state: expected none, since there are {count} states"),
        );
    }
    let step = (count / MOST_STATES as u128).max(1);
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
        rank = rank.saturating_add(step);
    }
    Ok(())
}
