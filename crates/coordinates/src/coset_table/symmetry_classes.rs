//! [`SymmetryClasses`]: symmetry reduction of the first coordinates of a coset, by which it finds its row in the table.
//!
//! A coset goes in as the values of two coordinates, the arranged and the oriented one; a row comes out, and the
//! symmetry that takes the coset there. Invariant: a row is class * width + position, and the arranged values of a
//! class are those that the symmetries take to its representative.

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
    /// For each value of the arranged coordinate, how it is taken to the representative of its class.
    ways: Vec<ToRepresentative>,
    /// The arranged value of the representative of each class.
    representatives: Vec<u32>,
    /// The symmetries, other than the identity, that fix the representative of a class, sorted by class.
    fixing: Vec<(u32, ToRepresentative)>,
    /// Maps from oriented values to positions in the order of a class's rows.
    maps: Vec<u16>,
    /// The oriented values in the order of a class's rows.
    ordered: Vec<u16>,
    /// Whether every map is one-to-one.
    is_total: bool,
    /// For all lists.
    claim: Claim,
}

/// The mark of a value whose class is not known yet.
const UNKNOWN: ToRepresentative = ToRepresentative {
    packed_class: u32::MAX,
    map: 0,
    xor: 0,
};

/// How an arranged value is taken to the representative of its class.
#[derive(Clone, Copy, Debug, Default)]
struct ToRepresentative {
    /// The class, and in the low bits the symmetry that leads to its representative.
    packed_class: u32,
    /// The change of orientations: the index of a map, and what is combined with its values by exclusive or.
    map: u16,
    xor: u16,
}

impl ToRepresentative {
    #[inline]
    const fn class(self) -> usize {
        (self.packed_class >> SYMMETRY_BITS) as usize
    }

    #[inline]
    const fn symmetry(self) -> usize {
        (self.packed_class % (1 << SYMMETRY_BITS)) as usize
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
        let (values, width) = (arranged.states(), oriented.states());
        let order = bit_vector_order(oriented);
        let mut classes = Self {
            width,
            is_total: true,
            ..Self::default()
        };
        classes.claim.reserve(&mut classes.ways, values, meter)?;
        classes.ways.resize(values, UNKNOWN);
        classes.claim.reserve(&mut classes.ordered, width, meter)?;
        classes.ordered.resize(width, 0);
        for (number, &at) in order.iter().enumerate() {
            classes.ordered[usize::from(at)] = number as u16;
        }
        // The maps found, by symmetry and rule.
        let mut known = BTreeMap::new();
        let mut known_claim = Claim::default();
        for start in 0..values {
            if classes.ways[start].packed_class != UNKNOWN.packed_class {
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
                if classes.ways[at].packed_class != UNKNOWN.packed_class && !is_fixed {
                    continue;
                }
                let back = inverses[by];
                let rule = recolorings[back].rule(arranged, at);
                let (map, xor) = match known.get(&(back, rule.clone())) {
                    Some(&known) => known,
                    None => {
                        let number = |number| recolorings[back].of_second(&rule, oriented, number);
                        let numbers = (0..width).map(|at| number(at).unwrap_or(0));
                        let image = numbers.map(|number| order[number as usize]).collect();
                        let found = classes.intern(image, meter)?;
                        let bytes = size_of_val(&rule[..]) + size_of_val(&(back, &rule, found));
                        known_claim.resize(known_claim.bytes() + bytes, meter)?;
                        known.insert((back, rule), found);
                        found
                    }
                };
                let way = ToRepresentative {
                    packed_class: class << SYMMETRY_BITS | back as u32,
                    map,
                    xor,
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

    /// Finds a map that equals `image` up to an exclusive or, or adds it; returns the index of the map, and the
    /// exclusive or.
    fn intern(&mut self, image: Vec<u16>, meter: &mut Meter<'_>) -> Result<(u16, u16), BuildError> {
        let xor_to_image = |map: &[u16]| {
            let xor = image[0] ^ map[0];
            let is_equal = map.iter().zip(&image).all(|(a, b)| a ^ xor == *b);
            is_equal.then_some(xor)
        };
        let mut maps = self.maps.chunks_exact(self.width).zip(0..);
        if let Some(found) = maps.find_map(|(map, at)| Some((at, xor_to_image(map)?))) {
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
        self.row_by(way, oriented)
    }

    /// The row, and the symmetry, to which this way leads.
    #[inline]
    fn row_by(&self, way: ToRepresentative, oriented: usize) -> (usize, usize) {
        let after = self.maps.get(usize::from(way.map) * self.width + oriented);
        let after = after.map_or(0, |&after| after ^ way.xor);
        (
            way.class() * self.width + usize::from(after),
            way.symmetry(),
        )
    }

    /// The arranged and the oriented value of a row.
    pub(super) fn values_of(&self, row: usize) -> (usize, usize) {
        let (class, at) = (row / self.width, row % self.width);
        (
            self.representatives[class] as usize,
            usize::from(self.ordered[at]),
        )
    }

    /// The rows that a symmetry of the representative identifies with this one, each with the symmetry. The row itself
    /// may be among them.
    pub(super) fn symmetric_rows(&self, row: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let class = row / self.width;
        let (_, oriented) = self.values_of(row);
        let from = self
            .fixing
            .partition_point(|&(other, _)| (other as usize) < class);
        let same = self.fixing[from..]
            .iter()
            .take_while(move |&&(other, _)| other as usize == class);
        same.map(move |&(_, way)| self.row_by(way, oriented))
    }
}

/// An order of a coordinate's values in which they are bit vectors of differences from the goal, if the values are all
/// such vectors; otherwise the given order.
fn bit_vector_order(coordinate: &Coordinate) -> Vec<u16> {
    let states = coordinate.states();
    let given = (0..states).map(|state| state as u16).collect();
    if !states.is_power_of_two() {
        return given;
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
        let extended: Vec<u16> = (0..states)
            .map(|state| bits[state] * 2 + u16::from(differs(state)))
            .collect();
        let mut distinct = extended.clone();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() == 2 * count {
            (bits, count) = (extended, distinct.len());
        }
        if count == states {
            return bits;
        }
    }
    given
}
