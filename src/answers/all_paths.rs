//! The queries over all paths of an acyclic space: every reachable state is expanded once, its value is computed from
//! the values of its children by a [`Fold`], and the answer is read off at the starts.

use alloc::vec::Vec;
use core::ops::Deref;

use super::all_solutions::{Resumption, check};
use super::query::{Answer, Query};
use crate::account::{Quota, Stop};
use crate::cost::Cost;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::search::{ByG, Fold, GraphWalk};
use crate::solvability::Reason;

type WalkOf<P, F> = GraphWalk<<P as Puzzle>::State, <P as Puzzle>::Cost, <F as Fold<P>>::Value>;

/// The distinct starts, each with its index.
type Starts<'s, S> = alloc::vec::IntoIter<(usize, &'s S)>;

/// Walks the space from all starts, except when none of them can be solved for a known reason, and reads off the
/// answer.
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
    let mut walk = WalkOf::<P, F>::new();
    let mut resumption = Resumption::default();
    Query::new(puzzle, starts, None, move |puzzle, starts, monitor| {
        if resumption.starts_over(monitor) {
            walk = WalkOf::<P, F>::new();
            walk.start(starts.to_vec());
        }
        let walked = walk_all(&mut walk, &fold, puzzle, starts, monitor).map(Ok);
        let unsolvable = resumption.answer(walked, monitor)?;
        let distinct = starts.iter().enumerate();
        let distinct = distinct.filter(|&(index, start)| !starts[..index].contains(start));
        let distinct: Vec<_> = distinct.collect();
        let distinct = distinct.into_iter();
        read_off(puzzle, &walk, distinct, unsolvable, monitor.memory())
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
