//! The least that all tiles pay together, if every group of them is to get what it needs: a minimum weighted
//! vertex cover, of a graph whose edges have two or three ends.

use smallvec::SmallVec;

use super::super::grid::members;

/// Some tiles, by number, and what they have to pay together: half of what their moves exceed their distances
/// by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) tiles: u64,
    pub(super) excess: u8,
}

/// What groups need.
pub(super) type Needs = SmallVec<[Group; 16]>;

/// The least sum that pays for all of them.
pub(super) fn least_payment(needs: Needs) -> u32 {
    least_by_parts(needs, u32::MAX)
}

/// The least sum that pays for all of them; if it is `enough` or more, some such number. Groups that share no
/// tile, not even by others, are paid apart.
fn least_by_parts(mut left: Needs, enough: u32) -> u32 {
    let mut sum = 0;
    while let Some(first) = left.pop() {
        let (mut tiles, mut part) = (first.tiles, Needs::from_slice(&[first]));
        while let Some(at) = left.iter().position(|group| group.tiles & tiles != 0) {
            let group = left.swap_remove(at);
            tiles |= group.tiles;
            part.push(group);
        }
        sum += least(&part, enough.saturating_sub(sum));
        if sum >= enough {
            break;
        }
    }
    sum
}

/// The same of groups that hang together.
fn least(needs: &[Group], enough: u32) -> u32 {
    // Tiles that all groups have, or that several have; groups without a common tile, of which no payment
    // counts for two.
    let (mut of_all, mut seen, mut of_several) = (u64::MAX, 0, 0);
    let (mut apart, mut bound, mut most) = (0, 0, 0);
    for group in needs {
        of_all &= group.tiles;
        of_several |= seen & group.tiles;
        seen |= group.tiles;
        most = most.max(group.excess.into());
        if group.tiles & apart == 0 {
            apart |= group.tiles;
            bound += u32::from(group.excess);
        }
    }
    if bound >= enough {
        return enough;
    }
    if of_several == 0 {
        return bound;
    }
    if of_all != 0 {
        return most;
    }
    // A group of one tile has no choice.
    if let Some(single) = needs.iter().find(|group| group.tiles.is_power_of_two()) {
        let paid = u32::from(single.excess);
        let rest = after(needs, single.tiles, single.excess);
        return paid + least_by_parts(rest, enough.saturating_sub(paid));
    }
    // The tile that most groups have pays one more, or no more.
    let uses = |&tile: &u64| needs.iter().filter(|group| group.tiles & tile != 0).count();
    let tile = members(of_several)
        .map(|tile| 1 << tile)
        .max_by_key(uses)
        .unwrap_or(0);
    let paying = 1 + least_by_parts(after(needs, tile, 1), enough - 1);
    let others = needs.iter().map(|group| Group {
        tiles: group.tiles & !tile,
        ..*group
    });
    paying.min(least_by_parts(others.collect(), paying.min(enough)))
}

/// What is left to pay after a tile has paid so much.
fn after(needs: &[Group], tile: u64, paid: u8) -> Needs {
    let left = needs.iter().map(|group| match group.tiles & tile {
        0 => *group,
        _ => Group {
            excess: group.excess.saturating_sub(paid),
            ..*group
        },
    });
    left.filter(|group| group.excess > 0).collect()
}
