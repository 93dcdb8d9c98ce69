//! What is asked of all paths of a space without cycles.

use alloc::vec::Vec;
use core::ops::Deref;

use super::all_solutions::{GoingOn, check};
use super::query::Query;
use crate::account::{Quota, Stop};
use crate::cost::Cost;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::report::Unsolved;
use crate::search::{ByG, Fold, GraphWalk};
use crate::solvability::Reason;

/// An answer, or why there is none.
pub(super) type Answer<P, T> = Result<T, Unsolved<<P as Puzzle>::Cost>>;

type WalkOf<P, F> = GraphWalk<<P as Puzzle>::State, <P as Puzzle>::Cost, <F as Fold<P>>::Value>;

/// The starts that differ, each with its index.
type Starts<'s, S> = alloc::vec::IntoIter<(usize, &'s S)>;

/// Walks everything, unless it is known beforehand why no start can be solved, and reads the answer off.
pub(super) fn all_paths<'a, P: Puzzle + 'a, F: Fold<P> + 'a, T>(
    puzzle: impl Deref<Target = P> + 'a,
    starts: impl IntoIterator<Item = P::State>,
    fold: F,
    read_off: impl Fn(&P, &WalkOf<P, F>, Starts<'_, P::State>, Option<Reason>, &Quota) -> Answer<P, T>
    + 'a,
) -> Query<'a, P, T>
where
    F::Value: 'a,
{
    let starts: Vec<P::State> = starts.into_iter().collect();
    let mut walk = WalkOf::<P, F>::new();
    let mut going_on = GoingOn::default();
    let facts = puzzle.facts();
    Query::new(facts, None, move |monitor| {
        if going_on.is_new(false, monitor) {
            walk.start(starts.clone());
        }
        let walked = walk_all(&mut walk, &fold, &*puzzle, &starts, monitor).map(Ok);
        let unsolvable = going_on.answer(walked, monitor)?;
        let distinct = starts.iter().enumerate();
        let distinct = distinct.filter(|&(at, start)| !starts[..at].contains(start));
        let distinct: Vec<_> = distinct.collect();
        let distinct = distinct.into_iter();
        read_off(&puzzle, &walk, distinct, unsolvable, monitor.memory())
    })
}

fn walk_all<P: Puzzle, F: Fold<P>>(
    walk: &mut WalkOf<P, F>,
    fold: &F,
    puzzle: &P,
    starts: &[P::State],
    monitor: &mut MonitorOf<'_, P>,
) -> Result<Option<Reason>, Stop> {
    if F::COMPARES_COSTS && !P::Cost::IS_EXACT {
        return Err(Stop::RoundedCosts);
    }
    let limits = monitor.limits();
    if monitor.max_cost().is_some() || limits.moves.is_some() {
        return Err(Stop::UnsupportedLimit);
    }
    let unsolvable = check::<P, ByG>(puzzle, starts)?;
    if unsolvable.is_none() {
        walk.advance(fold, puzzle, monitor)?;
    }
    Ok(unsolvable)
}
