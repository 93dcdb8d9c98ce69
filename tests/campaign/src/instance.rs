//! What is searched: random graphs, and the crate's puzzles where they are small.

use std::ops::AddAssign;

use puzzle_search::puzzle::{Portable, TwoSided};
use puzzle_search::puzzles::{BurntPancake, Pancake, SlidingTiles, SwapGame};
use puzzle_search::{Ranked, Reversible};

use crate::Fault;
use crate::answer::Answer;
use crate::graph::Graph;
use crate::numbers::Numbers;
use crate::{questions, schedules, spaces, trial};

/// What was checked without a fault.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checked {
    /// Searches, enumerations and other questions under one set of limits.
    pub searches: u64,
    /// Searches and other questions whose limits change in pauses.
    pub schedules: u64,
}

impl AddAssign for Checked {
    fn add_assign(&mut self, more: Self) {
        self.searches += more.searches;
        self.schedules += more.schedules;
    }
}

/// Checks one instance.
pub(crate) fn check(numbers: &mut Numbers) -> Result<Checked, Fault> {
    let (mut searches, mut schedules) = (0, 0);
    match numbers.below(20) {
        0 => searches = puzzle(numbers)?,
        1..4 => searches = graph::<u8>(numbers)?,
        4..7 => searches = graph::<u32>(numbers)?,
        7 => schedules = questions::check::<u8>(numbers)?,
        8 | 9 => schedules = questions::check::<u32>(numbers)?,
        10..13 => schedules = schedules::check::<u8>(numbers)?,
        _ => schedules = schedules::check::<u32>(numbers)?,
    }
    Ok(Checked {
        searches,
        schedules,
    })
}

fn graph<C: puzzle_search::Cost>(numbers: &mut Numbers) -> Result<u64, Fault> {
    let graph = Graph::<C>::random(60, numbers);
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
    fn of<P: Ranked<State: Send> + TwoSided + Portable + Clone + Send + Sync, E>(
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
fn any<P: Ranked<State: Send> + TwoSided + Portable + Clone + Send + Sync>(
    puzzle: &P,
    start: &P::State,
    numbers: &mut Numbers,
) -> Result<u64, Fault> {
    let answer = Answer::of(puzzle, core::slice::from_ref(start));
    let searches = trial::solvers(puzzle, start, &answer, numbers)?;
    Ok(searches + spaces::enumerations(puzzle, start, &answer, numbers)?)
}
