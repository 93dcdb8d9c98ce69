//! What is searched: random graphs, and the crate's puzzles where they are small.

use puzzle_search::puzzles::{BurntPancake, Pancake, SlidingTiles, SwapGame};
use puzzle_search::{Ranked, Reversible, TwoSided};

use crate::Fault;
use crate::answer::Answer;
use crate::graph::Graph;
use crate::numbers::Numbers;
use crate::{spaces, trial};

/// Checks one instance; returns how many searches that took.
pub(crate) fn check(numbers: &mut Numbers) -> Result<u64, Fault> {
    match numbers.below(20) {
        0 => puzzle(numbers),
        1..6 => graph::<u8>(numbers),
        6..8 => graph::<u64>(numbers),
        _ => graph::<u32>(numbers),
    }
}

fn graph<C: puzzle_search::Cost>(numbers: &mut Numbers) -> Result<u64, Fault> {
    let graph = Graph::<C>::random(numbers);
    let states = graph.state_count().unwrap_or(0) as u64;
    let mut searches = 0;
    for _ in 0..2 {
        searches += any(&graph, &(numbers.below(states) as u16), numbers)?;
    }
    Ok(searches)
}

/// A start, a walk away from the goal.
fn walked<P: Reversible>(puzzle: &P, numbers: &mut Numbers) -> Option<P::State> {
    let mut state = puzzle.goals().into_iter().next()?;
    for _ in 0..numbers.below(40) {
        let before: Vec<_> = puzzle.predecessors(&state).into_iter().collect();
        if !before.is_empty() {
            state = before[numbers.below(before.len() as u64) as usize]
                .state
                .clone();
        }
    }
    Some(state)
}

fn puzzle(numbers: &mut Numbers) -> Result<u64, Fault> {
    fn of<P: Ranked + TwoSided + Clone + Sync, E>(
        puzzle: Result<P, E>,
        numbers: &mut Numbers,
    ) -> Result<u64, Fault> {
        let puzzle = puzzle.map_err(|_| "a legal size is refused")?;
        let start = walked(&puzzle, numbers).ok_or("there is no goal")?;
        any(&puzzle, &start, numbers)
    }
    let (rows, columns) = numbers.of_these(&[(1, 1), (1, 5), (2, 2), (2, 3), (3, 2)]);
    match numbers.below(6) {
        0 => of(SlidingTiles::new(rows, columns), numbers),
        1..4 => of(Pancake::new(2 + numbers.below(5) as usize), numbers),
        4 => of(BurntPancake::new(2 + numbers.below(3) as usize), numbers),
        _ => of(SwapGame::new(2, 3), numbers),
    }
}

/// Every solver, enumeration and oracle.
fn any<P: Ranked + TwoSided + Clone + Sync>(
    puzzle: &P,
    start: &P::State,
    numbers: &mut Numbers,
) -> Result<u64, Fault> {
    let answer = Answer::of(puzzle, start);
    let searches = trial::solvers(puzzle, start, &answer, numbers)?;
    Ok(searches + spaces::enumerations(puzzle, start, &answer, numbers)?)
}
