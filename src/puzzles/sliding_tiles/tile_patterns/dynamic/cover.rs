//! A minimum weighted vertex cover of a hypergraph, by branch and bound. The vertices are tiles, the edges are groups;
//! the payments of the tiles of each group must add up to at least its excess, and their total is minimal.

use smallvec::SmallVec;

use super::super::grid::members;

/// A set of tiles, and half of the number of moves that they need beyond their Manhattan distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TileGroup {
    pub(super) tiles: u64,
    pub(super) excess: u8,
}

/// The groups to be covered.
pub(super) type Constraints = SmallVec<[TileGroup; 16]>;

/// The least total of payments.
pub(super) fn least_payment(groups: Constraints) -> u32 {
    least_by_components(groups, u32::MAX)
}

/// The least total if it is below `enough`, otherwise any number from `enough` on. The connected components of the
/// hypergraph are independent.
fn least_by_components(mut left: Constraints, enough: u32) -> u32 {
    let mut sum = 0;
    while let Some(first) = left.pop() {
        let (mut tiles, mut component) = (first.tiles, Constraints::from_slice(&[first]));
        while let Some(at) = left.iter().position(|group| group.tiles & tiles != 0) {
            let group = left.swap_remove(at);
            tiles |= group.tiles;
            component.push(group);
        }
        sum += least_connected(&component, enough.saturating_sub(sum));
        if sum >= enough {
            break;
        }
    }
    sum
}

/// [`least_by_components`] for a connected component.
fn least_connected(groups: &[TileGroup], enough: u32) -> u32 {
    // The tiles of all groups, and the tiles of several groups. The excesses of disjoint groups add up to a lower
    // bound.
    let (mut common, mut seen, mut shared) = (u64::MAX, 0, 0);
    let (mut disjoint, mut bound, mut most) = (0, 0, 0);
    for group in groups {
        common &= group.tiles;
        shared |= seen & group.tiles;
        seen |= group.tiles;
        most = most.max(group.excess.into());
        if group.tiles & disjoint == 0 {
            disjoint |= group.tiles;
            bound += u32::from(group.excess);
        }
    }
    if bound >= enough {
        return enough;
    }
    if shared == 0 {
        return bound;
    }
    if common != 0 {
        return most;
    }
    // The tile of a group with a single tile has to pay all of its excess.
    if let Some(single) = groups.iter().find(|group| group.tiles.is_power_of_two()) {
        let paid = u32::from(single.excess);
        let rest = after(groups, single.tiles, single.excess);
        return paid + least_by_components(rest, enough.saturating_sub(paid));
    }
    // Branch on the tile in the most groups: it pays one more, or nothing more.
    let uses = |&tile: &u64| {
        groups
            .iter()
            .filter(|group| group.tiles & tile != 0)
            .count()
    };
    let tile = members(shared)
        .map(|tile| 1 << tile)
        .max_by_key(uses)
        .unwrap_or(0);
    let paying = 1 + least_by_components(after(groups, tile, 1), enough - 1);
    let others = groups.iter().map(|group| TileGroup {
        tiles: group.tiles & !tile,
        ..*group
    });
    paying.min(least_by_components(others.collect(), paying.min(enough)))
}

/// The groups that are not covered after a tile has paid `paid`, with their remaining excesses.
fn after(groups: &[TileGroup], tile: u64, paid: u8) -> Constraints {
    let left = groups.iter().map(|group| match group.tiles & tile {
        0 => *group,
        _ => TileGroup {
            excess: group.excess.saturating_sub(paid),
            ..*group
        },
    });
    left.filter(|group| group.excess > 0).collect()
}
