//! [`Octile`]: what a way costs on a map without walls.

use alloc::boxed::Box;

use super::Cell;
use crate::cost::{Cost, CostExt};

/// The cost between any two cells of a map without walls, where all steps cost the same.
///
/// A cheapest way there has as many diagonal steps as the smaller of the two displacements, and straight
/// ones for the rest; the Manhattan distance is the case where a diagonal step is two straight ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Octile<C> {
    /// What so many diagonal steps cost.
    diagonal: Box<[C]>,
    /// What it costs to go so far straight on.
    straight: Box<[C]>,
}

impl<C: Cost> Octile<C> {
    /// On a map of this size; all is multiplied by `share`, if there is one.
    pub(super) fn new(size: (u16, u16), straight: C, diagonal: C, share: Option<C>) -> Self {
        let diagonal = diagonal.min(straight.saturating_add(straight));
        // Where a diagonal step is cheaper than a straight one, two of them lead two cells straight on.
        let on = straight.min(diagonal);
        let taken = |cost: C| share.map_or(cost, |share| cost * share);
        let straight = |cells: u16| {
            let odd = cells % 2;
            let rest = multiple(straight, u64::from(odd));
            taken(multiple(on, u64::from(cells - odd)).saturating_add(rest))
        };
        let (width, height) = size;
        Self {
            diagonal: (0..width.min(height))
                .map(|steps| taken(multiple(diagonal, u64::from(steps))))
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

/// So many times a cost, or the greatest cost if that is beyond the range.
pub(super) fn multiple<C: Cost>(cost: C, times: u64) -> C {
    checked_multiple(cost, times).unwrap_or_else(C::max_value)
}

/// So many times a cost, unless that is beyond the range.
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
