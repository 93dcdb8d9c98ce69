//! [`Recoloring`]: the action of a symmetry on colorings.

use alloc::vec;
use alloc::vec::Vec;

use smallvec::SmallVec;

use puzzle_search::permutation::Permutation;

use crate::coordinate::Coordinate;

/// The action of a symmetry on the colorings of two views. The new color of the second view depends on the colors of
/// both views on the same place.
///
/// A symmetry moves the places, and maps a color to that of the images of its pieces, which is the same for all pieces
/// of a color in an orbit.
pub(super) struct Recoloring {
    /// The places, each with its image and the index of its orbit.
    places: Vec<(usize, usize, usize)>,
    /// The new colors of the first view, by orbit.
    first: Vec<u8>,
    /// The new colors of the second view, by orbit and by the color of the first.
    second: Vec<u8>,
    /// The numbers of colors of the views.
    colors: [usize; 2],
    /// One more than the greatest place.
    points: usize,
}

/// The color on each place. Up to 64 places need no allocation.
type Colors = SmallVec<[u8; 64]>;

impl Recoloring {
    /// The action of a permutation of the places, given the colors of both views on each place.
    pub(super) fn new(
        orbits: &[Vec<u32>],
        by: &Permutation,
        color: impl Fn(u32) -> [u8; 2],
    ) -> Self {
        let all = orbits.iter().enumerate();
        let places = all.flat_map(|(orbit, places)| {
            places
                .iter()
                .map(move |&place| (place as usize, by.image(place) as usize, orbit))
        });
        let places: Vec<_> = places.collect();
        let most = |view: usize| {
            let colors = places.iter().map(|&(place, ..)| color(place as u32)[view]);
            usize::from(colors.max().unwrap_or(0)) + 1
        };
        let colors = [most(0), most(1)];
        let points = places.iter().map(|&(place, ..)| place + 1).max();
        let mut recoloring = Self {
            first: vec![0; orbits.len() * colors[0]],
            second: vec![0; orbits.len() * colors[0] * colors[1]],
            places,
            colors,
            points: points.unwrap_or(0),
        };
        for &(place, to, orbit) in &recoloring.places {
            let [before, after] = [place, to].map(|place| color(place as u32));
            let at = orbit * colors[0] + usize::from(before[0]);
            recoloring.first[at] = after[0];
            recoloring.second[at * colors[1] + usize::from(before[1])] = after[1];
        }
        recoloring
    }

    /// The image of a state of the first view.
    pub(super) fn of_first(&self, view: &Coordinate, state: usize) -> Option<u32> {
        let before = self.seen(view, state);
        let mut after = Colors::from_elem(0, before.len());
        for &(place, to, orbit) in &self.places {
            after[to] = self.first[orbit * self.colors[0] + usize::from(before[place])];
        }
        view.number(|place| after[place as usize])
    }

    /// The rule by which colors of the second view change, given a state of the first. States with equal rules act
    /// alike.
    pub(super) fn rule(&self, view: &Coordinate, state: usize) -> Vec<&[u8]> {
        let first = self.seen(view, state);
        let rule = |&(place, _, orbit): &(usize, usize, usize)| {
            let at = orbit * self.colors[0] + usize::from(first[place]);
            &self.second[at * self.colors[1]..][..self.colors[1]]
        };
        self.places.iter().map(rule).collect()
    }

    /// The image of a state of the second view under a rule.
    pub(super) fn of_second(&self, rule: &[&[u8]], view: &Coordinate, state: usize) -> Option<u32> {
        let before = self.seen(view, state);
        let mut after = Colors::from_elem(0, before.len());
        for (&(place, to, _), rule) in self.places.iter().zip(rule) {
            after[to] = rule[usize::from(before[place])];
        }
        view.number(|place| after[place as usize])
    }

    /// The color on each place.
    #[inline]
    fn seen(&self, view: &Coordinate, state: usize) -> Colors {
        let mut seen = Colors::from_elem(0, self.points);
        for (place, color) in view.colors(state) {
            seen[place as usize] = color;
        }
        seen
    }
}
