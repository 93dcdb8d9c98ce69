//! [`Classes`]: which row of a table a coset has.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::recolored::Recolored;
use crate::account::{Meter, Stop};
use crate::coordinates::coordinate::Coordinate;
use crate::coordinates::symmetry::MOST_SYMMETRIES;
use crate::tables::BuildError;

/// In a class's number and symmetry: the bits of the symmetry.
const SYMMETRY_BITS: u32 = MOST_SYMMETRIES.ilog2();

/// What is arranged, by classes: of all that symmetries take to one another there is one representative. A class has
/// a row for each number of what is oriented, as it is seen through the symmetry that leads to the representative.
///
/// What is oriented changes by a symmetry according to what is arranged. Where it is bits, as the flips of edges are,
/// all that changes is which of them are turned over: a symmetry needs one table, and rows are found without a miss of
/// the cache.
#[derive(Clone, Debug, Default)]
pub(super) struct Classes {
    /// How many numbers there are of what is oriented.
    width: usize,
    /// By the number of what is arranged.
    ways: Vec<Way>,
    /// What is arranged in the representative of each class.
    representatives: Vec<u32>,
    /// The ways other than to do nothing that leave a representative as it is, by class.
    fixing: Vec<(u32, Way)>,
    /// What becomes of the numbers of what is oriented: for each map its place in the order of the rows of a class.
    maps: Vec<u16>,
    /// In this order, the numbers.
    ordered: Vec<u16>,
    /// Whether each map is of all numbers to all numbers.
    is_total: bool,
}

/// Of what no class was found for yet.
const UNKNOWN: Way = Way {
    class: u32::MAX,
    map: 0,
    turned: 0,
};

/// How to come from what is arranged to the representative of its class.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// The class, and the symmetry that leads there.
    class: u32,
    /// What becomes of the oriented: by this map, and then by exclusive or.
    map: u16,
    turned: u16,
}

impl Way {
    #[inline]
    const fn class(self) -> usize {
        (self.class >> SYMMETRY_BITS) as usize
    }

    #[inline]
    const fn symmetry(self) -> usize {
        (self.class % (1 << SYMMETRY_BITS)) as usize
    }
}

impl Classes {
    /// Of coordinates whose numbers fit into 16 bits; `inverses` tells of each symmetry which one undoes it.
    pub(super) fn new(
        [arranged, oriented]: [&Coordinate; 2],
        recolored: &[Recolored],
        inverses: &[usize],
        meter: &mut Meter<'_>,
    ) -> Result<Self, BuildError> {
        let (all, width) = (arranged.states(), oriented.states());
        let order = bits(oriented);
        let mut classes = Self {
            width,
            ways: meter.memory().list(all, UNKNOWN)?,
            ordered: meter.memory().list(width, 0)?,
            is_total: true,
            ..Self::default()
        };
        for (number, &at) in order.iter().enumerate() {
            classes.ordered[usize::from(at)] = number as u16;
        }
        // By symmetry and rule.
        let mut known = BTreeMap::new();
        let mut claimed = 0;
        for start in 0..all {
            if classes.ways[start].class != UNKNOWN.class {
                continue;
            }
            meter.look()?;
            let class = classes.representatives.len() as u32;
            let representatives = &mut classes.representatives;
            meter.memory().push(representatives, start as u32)?;
            for (by, recolored_by) in recolored.iter().enumerate() {
                // A symmetry that takes pieces to what are no pieces is not used.
                let Some(at) = recolored_by.of_first(arranged, start) else {
                    continue;
                };
                let at = at as usize;
                let is_fixed = at == start && by > 0;
                if classes.ways[at].class != UNKNOWN.class && !is_fixed {
                    continue;
                }
                let back = inverses[by];
                let rule = recolored[back].rule(arranged, at);
                let (map, turned) = match known.get(&(back, rule.clone())) {
                    Some(&known) => known,
                    None => {
                        let number = |number| recolored[back].of_second(&rule, oriented, number);
                        let numbers = (0..width).map(|at| number(at).unwrap_or(0));
                        let image = numbers.map(|number| order[number as usize]).collect();
                        let found = classes.map(image, meter)?;
                        let bytes = size_of_val(&rule[..]) + size_of_val(&(back, &rule, found));
                        meter.claim(bytes)?;
                        claimed += bytes;
                        known.insert((back, rule), found);
                        found
                    }
                };
                let way = Way {
                    class: class << SYMMETRY_BITS | back as u32,
                    map,
                    turned,
                };
                if is_fixed {
                    meter.memory().push(&mut classes.fixing, (class, way))?;
                } else {
                    classes.ways[at] = way;
                }
            }
        }
        meter.release(claimed);
        let rows = classes.representatives.len().checked_mul(width);
        rows.map(|_| classes).ok_or(Stop::OutOfMemory.into())
    }

    /// Finds a map, but for an exclusive or, or adds it.
    fn map(&mut self, image: Vec<u16>, meter: &mut Meter<'_>) -> Result<(u16, u16), BuildError> {
        let turned = |map: &[u16]| {
            let turned = image[0] ^ map[0];
            let is_it = map.iter().zip(&image).all(|(a, b)| a ^ turned == *b);
            is_it.then_some(turned)
        };
        let mut maps = self.maps.chunks_exact(self.width).zip(0..);
        if let Some(found) = maps.find_map(|(map, at)| Some((at, turned(map)?))) {
            return Ok(found);
        }
        let at = u16::try_from(self.maps.len() / self.width).map_err(|_| {
            BuildError::unfit("symmetries turn pieces in too many ways: expected at most 65536")
        })?;
        let mut distinct = image.clone();
        distinct.sort_unstable();
        distinct.dedup();
        self.is_total &= distinct.len() == image.len();
        if self.maps.capacity() - self.maps.len() < image.len() {
            meter.memory().grow(&mut self.maps, image.len())?;
        }
        self.maps.extend(image);
        Ok((at, 0))
    }

    /// How many rows there are.
    pub(super) const fn rows(&self) -> usize {
        self.representatives.len() * self.width
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.ways[..])
            + size_of_val(&self.representatives[..])
            + size_of_val(&self.fixing[..])
            + size_of_val(&self.maps[..])
            + size_of_val(&self.ordered[..])
    }

    /// Whether each row is seen as itself: not where pieces of several kinds are turned in different ways, so that
    /// there are numbers for combinations that no arrangement shows. Nothing that can be reached leads to those, but
    /// they may seem to lead anywhere.
    pub(super) const fn is_total(&self) -> bool {
        self.is_total
    }

    /// A row, and the symmetry through which it is seen.
    #[inline]
    pub(super) fn row(&self, arranged: usize, oriented: usize) -> (usize, usize) {
        let way = self.ways.get(arranged).copied().unwrap_or_default();
        self.along(way, oriented)
    }

    #[inline]
    fn along(&self, way: Way, oriented: usize) -> (usize, usize) {
        let after = self.maps.get(usize::from(way.map) * self.width + oriented);
        let after = after.map_or(0, |&after| after ^ way.turned);
        (
            way.class() * self.width + usize::from(after),
            way.symmetry(),
        )
    }

    /// What is arranged in a row, and what is oriented.
    pub(super) fn seen(&self, row: usize) -> (usize, usize) {
        let (class, at) = (row / self.width, row % self.width);
        (
            self.representatives[class] as usize,
            usize::from(self.ordered[at]),
        )
    }

    /// The other rows that are the same through a symmetry, and that symmetry; the row itself may be among them.
    pub(super) fn same(&self, row: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let class = row / self.width;
        let (_, oriented) = self.seen(row);
        let from = self
            .fixing
            .partition_point(|&(other, _)| (other as usize) < class);
        let same = self.fixing[from..]
            .iter()
            .take_while(move |&&(other, _)| other as usize == class);
        same.map(move |&(_, way)| self.along(way, oriented))
    }
}

/// An order of the numbers of a coordinate in which they are bits that differ from the goal's, if there are as many
/// numbers as such bits can form; otherwise their own.
fn bits(coordinate: &Coordinate) -> Vec<u16> {
    let states = coordinate.states();
    let own = (0..states).map(|state| state as u16).collect();
    if !states.is_power_of_two() {
        return own;
    }
    let mut bits = vec![0_u16; states];
    let mut count = 1;
    for (at, (_, goal)) in coordinate.colors(0).enumerate() {
        let differs = |state| {
            coordinate
                .colors(state)
                .nth(at)
                .is_some_and(|(_, color)| color != goal)
        };
        let more: Vec<u16> = (0..states)
            .map(|state| bits[state] * 2 + u16::from(differs(state)))
            .collect();
        let mut all = more.clone();
        all.sort_unstable();
        all.dedup();
        if all.len() == 2 * count {
            (bits, count) = (more, all.len());
        }
        if count == states {
            return bits;
        }
    }
    own
}
