//! [`StepCosts`]: the costs of steps, and the heuristic and facts that follow from them.
//!
//! Costs are stored by the letter of a cell, in one table of 256 pairs (straight, diagonal) for any cost type. The
//! default for eight directions is 70 and 99, not 1000 and 1414: closer to the root of two, and fourteen times smaller.
//! Floating-point costs are multiples of 2^-23, so that no sum on a map of less than 2^28 cells is rounded: estimates
//! need no allowance for rounding, and paths of equal length have equal costs. Where a user's own costs are rounded,
//! estimates are reduced by the most that the longest path on the map could need.

use alloc::boxed::Box;

use super::Connectivity;
use super::ground::Ground;
use super::octile::{Octile, multiple};
use crate::cost::Cost;
use crate::facts::Facts;

/// The cost of a straight and of a diagonal step, for each letter.
pub(super) type ByLetter<C> = Box<[[C; 2]; 256]>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StepCosts<C> {
    /// The costs of a straight and of a diagonal step for weight 1.
    pub(super) step: [C; 2],
    pub(super) by_letter: ByLetter<C>,
    /// The costs of a straight and of a diagonal step, if they are the same for all letters of the map.
    pub(super) everywhere: Option<[C; 2]>,
    pub(super) estimate: Octile<C>,
    /// The facts of the grid; parity is true only if all goals are on cells of one color.
    pub(super) facts: Facts<C>,
}

impl<C: Cost> StepCosts<C> {
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
        let facts = Facts {
            unit_costs: all(&|_, cost| cost == C::one()),
            least_cost,
            undirected: true,
            consistent: sums_are_exact,
            // A straight step changes the color of the cell, as on a chessboard; a diagonal step does not.
            parity: C::IS_EXACT && all(&|at, cost| is_odd(cost) == (at == 0 && is_odd(straight))),
            ..Facts::new()
        };
        let first = costs().next();
        let size = (ground.map.width(), ground.map.height());
        let diagonal = if has_diagonals {
            diagonal
        } else {
            multiple(straight, 2)
        };
        let share = (!sums_are_exact).then(|| rounding_factor(most, least_cost));
        Self {
            everywhere: first.filter(|first| costs().all(|costs| costs == *first)),
            estimate: Octile::new(size, straight, diagonal, share),
            facts,
            step,
            by_letter,
        }
    }
}

/// Whether all sums of multiples of `cost` up to `most` are exact: the cost is a multiple of the unit in the last place
/// of the next power of two.
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

/// The factor below one by which estimates are multiplied to remain admissible despite rounding. A path of cost `most`
/// has at most `most / least` steps, and adding a step rounds by at most the unit in the last place of `most`. The
/// factor allows twice this error, since estimates are rounded too.
fn rounding_factor<C: Cost>(most: C, least: C) -> C {
    let (Some(half), Some(most), Some(least)) = (C::from(0.5), most.to_f64(), least.to_f64())
    else {
        return C::zero();
    };
    let mut digit = C::one();
    while C::one() + digit * half > C::one() {
        digit = digit * half;
    }
    let error = digit.to_f64().map(|digit| 4.0 * digit * most / least);
    let factor = error.and_then(|error| C::from((1.0 - error).max(0.0)));
    factor.unwrap_or_else(C::zero)
}
