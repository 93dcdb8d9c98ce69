//! [`Recolored`]: how what is seen changes by a symmetry.

use alloc::vec;
use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::coordinates::coordinate::Coordinate;
use crate::permutation::Permutation;

/// How what is seen of two views changes by a symmetry: colours of the first to colours of the first, and those of
/// the second according to what the first shows on the same place.
///
/// Places are moved, and colours are what the symmetry makes of the pieces that have them: one thing for all pieces of
/// an orbit that have the same.
pub(super) struct Recolored {
    /// The places, each with where it comes and the number of its orbit.
    places: Vec<(usize, usize, usize)>,
    /// What colours of the first view become, by orbit.
    first: Vec<u8>,
    /// What colours of the second become, by orbit and by the first.
    second: Vec<u8>,
    /// How many colours the views have.
    colors: [usize; 2],
    /// How many places there may be.
    points: usize,
}

/// The colour on each place; 64 places need no memory of their own.
type Colors = SmallVec<[u8; 64]>;

impl Recolored {
    /// By a permutation of the places, with the colours of both views on each.
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
        let mut recolored = Self {
            first: vec![0; orbits.len() * colors[0]],
            second: vec![0; orbits.len() * colors[0] * colors[1]],
            places,
            colors,
            points: points.unwrap_or(0),
        };
        for &(place, to, orbit) in &recolored.places {
            let [before, after] = [place, to].map(|place| color(place as u32));
            let at = orbit * colors[0] + usize::from(before[0]);
            recolored.first[at] = after[0];
            recolored.second[at * colors[1] + usize::from(before[1])] = after[1];
        }
        recolored
    }

    /// The number of what a state of the first view becomes.
    pub(super) fn of_first(&self, view: &Coordinate, state: usize) -> Option<u32> {
        let before = self.seen(view, state);
        let mut after = Colors::from_elem(0, before.len());
        for &(place, to, orbit) in &self.places {
            after[to] = self.first[orbit * self.colors[0] + usize::from(before[place])];
        }
        view.number(|place| after[place as usize])
    }

    /// What becomes of the colours of the second view, for a state of the first: the same for states of the first for
    /// which this is the same.
    pub(super) fn rule(&self, view: &Coordinate, state: usize) -> Vec<&[u8]> {
        let first = self.seen(view, state);
        let rule = |&(place, _, orbit): &(usize, usize, usize)| {
            let at = orbit * self.colors[0] + usize::from(first[place]);
            &self.second[at * self.colors[1]..][..self.colors[1]]
        };
        self.places.iter().map(rule).collect()
    }

    /// The number of what a state of the second view becomes by a rule.
    pub(super) fn of_second(&self, rule: &[&[u8]], view: &Coordinate, state: usize) -> Option<u32> {
        let before = self.seen(view, state);
        let mut after = Colors::from_elem(0, before.len());
        for (&(place, to, _), rule) in self.places.iter().zip(rule) {
            after[to] = rule[usize::from(before[place])];
        }
        view.number(|place| after[place as usize])
    }

    /// The colour on each place.
    #[inline]
    fn seen(&self, view: &Coordinate, state: usize) -> Colors {
        let mut seen = Colors::from_elem(0, self.points);
        for (place, color) in view.colors(state) {
            seen[place as usize] = color;
        }
        seen
    }
}
