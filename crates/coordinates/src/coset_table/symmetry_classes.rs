//! [`SymmetryClasses`]: reduces the first two coordinates of a coset by symmetry, and so finds its row in the table.
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
/// How a symmetry changes the orientations depends on the arranged value. Where orientations are bits, such as the
/// flips of edges, the changes for different arranged values differ only by an exclusive or. Then a symmetry needs a
/// single map, which stays in the cache.
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
    /// Maps, one after another, from oriented values to positions in the order of a class's rows.
    maps: Vec<u16>,
    /// The oriented values in the order of a class's rows.
    ordered: Vec<u16>,
    /// Whether every map is one-to-one.
    is_total: bool,
    /// The claim on the memory of all lists.
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
    /// The index of the map of the orientations.
    map: u16,
    /// The number that is combined with each value of the map by exclusive or.
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
    /// The classes of coordinates that fit into 16 bits. The lists have an element for each symmetry: how it recolors
    /// values, and the index of its inverse.
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
        for (value, &position) in order.iter().enumerate() {
            classes.ordered[usize::from(position)] = value as u16;
        }
        // The maps that have been found, by symmetry and rule: how the symmetry changes the orientations.
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
                let Some(image) = recolored_by.of_first(arranged, start) else {
                    continue;
                };
                let value = image as usize;
                let is_fixed = value == start && by > 0;
                if classes.ways[value].packed_class != UNKNOWN.packed_class && !is_fixed {
                    continue;
                }
                let back = inverses[by];
                let rule = recolorings[back].rule(arranged, value);
                let (map, xor) = match known.get(&(back, rule.clone())) {
                    Some(&known) => known,
                    None => {
                        let number = |number| recolorings[back].of_second(&rule, oriented, number);
                        let numbers = (0..width).map(|oriented| number(oriented).unwrap_or(0));
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
                    classes.ways[value] = way;
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
        if let Some(found) = maps.find_map(|(map, index)| Some((index, xor_to_image(map)?))) {
            return Ok(found);
        }
        let index = u16::try_from(self.maps.len() / self.width).map_err(|_| {
            BuildError::unfit("symmetries turn pieces in too many ways: expected at most 65536")
        })?;
        let mut distinct = image.clone();
        distinct.sort_unstable();
        distinct.dedup();
        self.is_total &= distinct.len() == image.len();
        self.claim.reserve(&mut self.maps, image.len(), meter)?;
        self.maps.extend(image);
        Ok((index, 0))
    }

    /// The number of rows.
    pub(super) const fn rows(&self) -> usize {
        self.representatives.len() * self.width
    }

    /// The number of bytes of the lists.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.ways[..])
            + size_of_val(&self.representatives[..])
            + size_of_val(&self.fixing[..])
            + size_of_val(&self.maps[..])
            + size_of_val(&self.ordered[..])
    }

    /// Whether every map is one-to-one. A map is not if pieces of several kinds are oriented in different ways, so that
    /// some rows belong to no arrangement. Moves never lead to such a row, but its transitions in the table lead
    /// anywhere.
    pub(super) const fn is_total(&self) -> bool {
        self.is_total
    }

    /// The row of a coset, and the symmetry that takes the coset there.
    #[inline]
    pub(super) fn row(&self, arranged: usize, oriented: usize) -> (usize, usize) {
        let way = self.ways.get(arranged).copied().unwrap_or_default();
        self.row_by(way, oriented)
    }

    /// The row, and the symmetry, to which this way leads.
    #[inline]
    fn row_by(&self, way: ToRepresentative, oriented: usize) -> (usize, usize) {
        let position = self.maps.get(usize::from(way.map) * self.width + oriented);
        let position = position.map_or(0, |&position| position ^ way.xor);
        (
            way.class() * self.width + usize::from(position),
            way.symmetry(),
        )
    }

    /// The arranged and the oriented value of a row.
    pub(super) fn values_of(&self, row: usize) -> (usize, usize) {
        let (class, position) = (row / self.width, row % self.width);
        (
            self.representatives[class] as usize,
            usize::from(self.ordered[position]),
        )
    }

    /// The rows that a symmetry of the representative identifies with this one, each with the symmetry. The row itself
    /// may be among them.
    pub(super) fn symmetric_rows(&self, row: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let class = row / self.width;
        let (_, oriented) = self.values_of(row);
        let first = self
            .fixing
            .partition_point(|&(other, _)| (other as usize) < class);
        let same = self.fixing[first..]
            .iter()
            .take_while(move |&&(other, _)| other as usize == class);
        same.map(move |&(_, way)| self.row_by(way, oriented))
    }
}

/// For each value of a coordinate, its position: if the values are all bit vectors of the places that differ from the
/// goal (as flips of edges are), that vector, and otherwise the value itself.
fn bit_vector_order(coordinate: &Coordinate) -> Vec<u16> {
    let states = coordinate.states();
    let given = (0..states).map(|state| state as u16).collect();
    if !states.is_power_of_two() {
        return given;
    }
    // Add a place as a bit if it tells apart more values: `count` is their number.
    let mut bits = vec![0_u16; states];
    let mut count = 1;
    for (index, (_, goal)) in coordinate.colors(0).enumerate() {
        let differs = |state| {
            coordinate
                .colors(state)
                .nth(index)
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
