//! [`Octile`]: the octile distance, for any costs of straight and diagonal steps.
//!
//! Estimates are sums of two table entries, by the numbers of diagonal and of straight steps; the tables are filled by
//! checked additions. So no multiplication can overflow, and one formula serves the Manhattan and the octile distance,
//! whatever diagonal steps cost. An estimate beyond the range is the greatest cost; a path of that length has no cost
//! in range either.

use alloc::boxed::Box;

use super::Cell;
use crate::cost::{Cost, CostExt};

/// The cost of a cheapest path between any two cells of a map without walls and with equal weights.
///
/// The number of diagonal steps of such a path is the smaller of the two displacements. The rest is straight. The
/// Manhattan distance is the case in which a diagonal step costs twice as much as a straight one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Octile<C> {
    /// The cost of n diagonal steps, for each n.
    diagonal: Box<[C]>,
    /// The cost of moving n cells straight, for each n.
    straight: Box<[C]>,
}

impl<C: Cost> Octile<C> {
    /// Makes the table for a map of this size. All costs are multiplied by `share`, if it is given.
    pub(super) fn new(size: (u16, u16), straight: C, diagonal: C, share: Option<C>) -> Self {
        let diagonal = diagonal.min(straight.saturating_add(straight));
        // If a diagonal step is cheaper than a straight one, two of them are the cheapest way to move two cells
        // straight.
        let on = straight.min(diagonal);
        let scaled = |cost: C| share.map_or(cost, |share| cost * share);
        let straight = |cells: u16| {
            let odd = cells % 2;
            let rest = multiple(straight, u64::from(odd));
            scaled(multiple(on, u64::from(cells - odd)).saturating_add(rest))
        };
        let (width, height) = size;
        Self {
            diagonal: (0..width.min(height))
                .map(|steps| scaled(multiple(diagonal, u64::from(steps))))
                .collect(),
            straight: (0..width.max(height)).map(straight).collect(),
        }
    }

    #[inline]
    pub(super) fn between(&self, a: Cell, b: Cell) -> C {
        let (across, down) = (a.x().abs_diff(b.x()), a.y().abs_diff(b.y()));
        let (less, more) = (across.min(down), across.max(down));
        let of =
            |costs: &[C], cells: u16| costs.get(usize::from(cells)).copied().unwrap_or_default();
        of(&self.diagonal, less).saturating_add(of(&self.straight, more - less))
    }
}

/// A multiple of a cost, or the greatest cost on overflow.
pub(super) fn multiple<C: Cost>(cost: C, times: u64) -> C {
    checked_multiple(cost, times).unwrap_or_else(C::max_value)
}

/// A multiple of a cost, or `None` on overflow. Computed by doubling, since costs need no multiplication.
pub(super) fn checked_multiple<C: Cost>(cost: C, times: u64) -> Option<C> {
    let mut sum = C::zero();
    for bit in (0..u64::BITS - times.leading_zeros()).rev() {
        sum = sum.checked_add(&sum)?;
        if times >> bit & 1 == 1 {
            sum = sum.checked_add(&cost)?;
        }
    }
    Some(sum)
}
