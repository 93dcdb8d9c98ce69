//! [`Tolls`]: what steps cost, and the estimate that follows from it.

use alloc::boxed::Box;

use super::Connectivity;
use super::ground::Ground;
use super::octile::{Octile, multiple};
use crate::cost::Cost;
use crate::facts::Facts;

/// What a straight and a diagonal step cost, for each letter.
pub(super) type ByLetter<C> = Box<[[C; 2]; 256]>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tolls<C> {
    /// What a straight step and a diagonal one cost where the weight is one.
    pub(super) step: [C; 2],
    pub(super) by_letter: ByLetter<C>,
    /// The same, if it is so for all letters of the map.
    pub(super) everywhere: Option<[C; 2]>,
    pub(super) estimate: Octile<C>,
    /// Parity holds if all goals are on cells of one colour.
    pub(super) facts: Facts<C>,
}

impl<C: Cost> Tolls<C> {
    pub(super) fn new(ground: &Ground, step: [C; 2], by_letter: ByLetter<C>) -> Self {
        let mut letters = ground.letters();
        if letters.is_empty() {
            letters.push(b'.');
        }
        let costs = || letters.iter().map(|&letter| by_letter[usize::from(letter)]);
        let least = |at: usize| costs().map(|costs| costs[at]).min().unwrap_or_default();
        let ([straight, diagonal], most) = ([least(0), least(1)], costs().flatten().max());
        let has_diagonals = ground.connectivity != Connectivity::Four;
        let all = |holds: &dyn Fn(usize, C) -> bool| {
            costs().all(|[straight, diagonal]| {
                holds(0, straight) && (!has_diagonals || holds(1, diagonal))
            })
        };
        let is_odd = |cost: C| cost.to_u128().is_none_or(|cost| cost % 2 == 1);
        let cells = ground.map.letters().len() as u64;
        let most = multiple(most.unwrap_or_default(), cells);
        let sums_are_exact = C::IS_EXACT || all(&|_, cost| is_exact_up_to(most, cost));
        let least_cost = if has_diagonals {
            straight.min(diagonal)
        } else {
            straight
        };
        let facts = Facts::new()
            .unit_costs(all(&|_, cost| cost == C::one()))
            .least_cost(least_cost)
            .undirected(true)
            .consistent(sums_are_exact)
            // A straight step changes the colour of the cell, as on a chessboard, a diagonal one does not.
            .parity(C::IS_EXACT && all(&|at, cost| is_odd(cost) == (at == 0 && is_odd(straight))));
        let first = costs().next();
        let size = (ground.map.width(), ground.map.height());
        let diagonal = if has_diagonals {
            diagonal
        } else {
            multiple(straight, 2)
        };
        let share = (!sums_are_exact).then(|| room_for_rounding(most, least_cost));
        Self {
            everywhere: first.filter(|first| costs().all(|costs| costs == *first)),
            estimate: Octile::new(size, straight, diagonal, share),
            facts,
            step,
            by_letter,
        }
    }
}

/// Whether all sums of costs such as this one are exact up to `most`: it is a multiple of what the
/// last digit of the next power of two counts.
fn is_exact_up_to<C: Cost>(most: C, cost: C) -> bool {
    let mut power = C::one();
    while power < most {
        let Some(double) = power.checked_add(&power) else {
            return false;
        };
        power = double;
    }
    power
        .checked_add(&cost)
        .is_some_and(|sum| sum - power == cost)
}

/// What is left of one so that an estimate, multiplied by it, leaves room for rounding: no step of
/// a path that costs `most` or less is rounded by more than the last digit of that, and each costs `least`
/// or more. Twice as much, since estimates are rounded too.
fn room_for_rounding<C: Cost>(most: C, least: C) -> C {
    let (Some(half), Some(most), Some(least)) = (C::from(0.5), most.to_f64(), least.to_f64())
    else {
        return C::zero();
    };
    let mut digit = C::one();
    while C::one() + digit * half > C::one() {
        digit = digit * half;
    }
    let room = digit.to_f64().map(|digit| 4.0 * digit * most / least);
    let share = room.and_then(|room| C::from((1.0 - room).max(0.0)));
    share.unwrap_or_else(C::zero)
}
