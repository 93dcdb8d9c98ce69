//! [`SymmetryClasses`]: symmetry reduction of the first coordinates of a coset, by which it finds its row in the table.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use puzzle_search::Stop;
use puzzle_search::job::{BuildError, Claim, Meter};

use super::recoloring::Recoloring;
use crate::coordinate::Coordinate;
use crate::symmetry::MOST_SYMMETRIES;

/// The number of low bits, of a class and a symmetry packed together, that store the symmetry.
const SYMMETRY_BITS: u32 = MOST_SYMMETRIES.ilog2();

/// The values of the arranged coordinate, in classes under the symmetries, each with a representative. A class has one
/// row for each value of the oriented coordinate, as seen through the symmetry that leads to the representative.
///
/// How a symmetry changes the orientations depends on the arrangement. Where orientations are bits, such as the flips
/// of edges, the change differs only by an exclusive or. So a symmetry needs a single map, which stays in the cache.
#[derive(Debug, Default)]
pub(super) struct SymmetryClasses {
    /// The number of values of the oriented coordinate.
    width: usize,
    /// By the value of the arranged coordinate.
    ways: Vec<ToRepresentative>,
    /// The arranged value of the representative of each class.
    representatives: Vec<u32>,
    /// The symmetries, other than the identity, that fix the representative of a class, sorted by class.
    fixing: Vec<(u32, ToRepresentative)>,
    /// Maps from oriented values to positions in the order of a class's rows.
    maps: Vec<u16>,
    /// The oriented values in that order.
    ordered: Vec<u16>,
    /// Whether every map is one-to-one.
    is_total: bool,
    /// For all lists.
    claim: Claim,
}

/// The mark of a value whose class is not known yet.
const UNKNOWN: ToRepresentative = ToRepresentative {
    class: u32::MAX,
    map: 0,
    turned: 0,
};

/// How an arranged value is taken to the representative of its class.
#[derive(Clone, Copy, Debug, Default)]
struct ToRepresentative {
    /// The class, and the symmetry that leads there.
    class: u32,
    /// The change of orientations: a map, then an exclusive or.
    map: u16,
    turned: u16,
}

impl ToRepresentative {
    #[inline]
    const fn class(self) -> usize {
        (self.class >> SYMMETRY_BITS) as usize
    }

    #[inline]
    const fn symmetry(self) -> usize {
        (self.class % (1 << SYMMETRY_BITS)) as usize
    }
}

impl SymmetryClasses {
    /// The classes of coordinates that fit into 16 bits. `inverses` lists the inverse of each symmetry.
    pub(super) fn new(
        [arranged, oriented]: [&Coordinate; 2],
        recolorings: &[Recoloring],
        inverses: &[usize],
        meter: &mut Meter<'_>,
    ) -> Result<Self, BuildError> {
        let (all, width) = (arranged.states(), oriented.states());
        let order = bits(oriented);
        let mut classes = Self {
            width,
            is_total: true,
            ..Self::default()
        };
        classes.claim.reserve(&mut classes.ways, all, meter)?;
        classes.ways.resize(all, UNKNOWN);
        classes.claim.reserve(&mut classes.ordered, width, meter)?;
        classes.ordered.resize(width, 0);
        for (number, &at) in order.iter().enumerate() {
            classes.ordered[usize::from(at)] = number as u16;
        }
        // The maps found, by symmetry and rule.
        let mut known = BTreeMap::new();
        let mut known_claim = Claim::default();
        for start in 0..all {
            if classes.ways[start].class != UNKNOWN.class {
                continue;
            }
            meter.look()?;
            let class = classes.representatives.len() as u32;
            let representatives = &mut classes.representatives;
            classes.claim.reserve(representatives, 1, meter)?;
            classes.representatives.push(start as u32);
            for (by, recolored_by) in recolorings.iter().enumerate() {
                // A symmetry that does not map pieces to pieces is not used here.
                let Some(at) = recolored_by.of_first(arranged, start) else {
                    continue;
                };
                let at = at as usize;
                let is_fixed = at == start && by > 0;
                if classes.ways[at].class != UNKNOWN.class && !is_fixed {
                    continue;
                }
                let back = inverses[by];
                let rule = recolorings[back].rule(arranged, at);
                let (map, turned) = match known.get(&(back, rule.clone())) {
                    Some(&known) => known,
                    None => {
                        let number = |number| recolorings[back].of_second(&rule, oriented, number);
                        let numbers = (0..width).map(|at| number(at).unwrap_or(0));
                        let image = numbers.map(|number| order[number as usize]).collect();
                        let found = classes.map(image, meter)?;
                        let bytes = size_of_val(&rule[..]) + size_of_val(&(back, &rule, found));
                        known_claim.resize(known_claim.bytes() + bytes, meter)?;
                        known.insert((back, rule), found);
                        found
                    }
                };
                let way = ToRepresentative {
                    class: class << SYMMETRY_BITS | back as u32,
                    map,
                    turned,
                };
                if is_fixed {
                    classes.claim.reserve(&mut classes.fixing, 1, meter)?;
                    classes.fixing.push((class, way));
                } else {
                    classes.ways[at] = way;
                }
            }
        }
        let rows = classes.representatives.len().checked_mul(width);
        rows.map(|_| classes).ok_or(Stop::OutOfMemory.into())
    }

    /// Finds a map that equals `image` up to an exclusive or, or adds it.
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
        self.claim.reserve(&mut self.maps, image.len(), meter)?;
        self.maps.extend(image);
        Ok((at, 0))
    }

    /// The number of rows.
    pub(super) const fn rows(&self) -> usize {
        self.representatives.len() * self.width
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.ways[..])
            + size_of_val(&self.representatives[..])
            + size_of_val(&self.fixing[..])
            + size_of_val(&self.maps[..])
            + size_of_val(&self.ordered[..])
    }

    /// Whether every map is one-to-one. It is not if pieces of several kinds are oriented in different ways, so that
    /// some values belong to no arrangement. Edges never lead to these, but seem to lead from them to anywhere.
    pub(super) const fn is_total(&self) -> bool {
        self.is_total
    }

    /// The row of a coset, and the symmetry through which it is seen.
    #[inline]
    pub(super) fn row(&self, arranged: usize, oriented: usize) -> (usize, usize) {
        let way = self.ways.get(arranged).copied().unwrap_or_default();
        self.along(way, oriented)
    }

    #[inline]
    fn along(&self, way: ToRepresentative, oriented: usize) -> (usize, usize) {
        let after = self.maps.get(usize::from(way.map) * self.width + oriented);
        let after = after.map_or(0, |&after| after ^ way.turned);
        (
            way.class() * self.width + usize::from(after),
            way.symmetry(),
        )
    }

    /// The arranged and the oriented value of a row.
    pub(super) fn seen(&self, row: usize) -> (usize, usize) {
        let (class, at) = (row / self.width, row % self.width);
        (
            self.representatives[class] as usize,
            usize::from(self.ordered[at]),
        )
    }

    /// The rows that a symmetry of the representative identifies with this one, each with the symmetry. The row itself
    /// may be among them.
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

/// An order of a coordinate's values in which they are bit vectors of differences from the goal, if the values are all
/// such vectors; otherwise the given order.
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
