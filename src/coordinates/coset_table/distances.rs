//! [`Distances`]: how far cosets are.

use super::word;
use crate::coordinates::symmetry::MOST_AXES;

/// The distance of what cannot be solved.
pub(super) const UNREACHABLE: u8 = u8::MAX;

/// How far a coset is along each axis, and its twin: the coset that differs from it by the
/// [`Sign`](super::subgroup::Sign) alone, or itself where there is no sign. The two distances differ by at most one:
/// what solves the one coset solves the other but for an odd move that looks solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Distances {
    pub(super) own: [u8; MOST_AXES],
    pub(super) twin: [u8; MOST_AXES],
}

impl Distances {
    pub(super) const UNKNOWN: Self = Self {
        own: [UNREACHABLE; MOST_AXES],
        twin: [UNREACHABLE; MOST_AXES],
    };

    /// Takes what the next distance is, by the remainders of the coset and of its twin.
    #[inline]
    pub(super) fn advance(&mut self, axis: usize, [own, twin]: [u8; 2]) {
        let distance = next_distance(self.own[axis], own);
        self.own[axis] = distance;
        // Where there is no sign, it is the same.
        self.twin[axis] = if twin == own {
            distance
        } else {
            next_distance(distance, twin)
        };
    }

    /// Takes what a word says of a coset and its twin of which nothing is known.
    #[inline]
    pub(super) fn read(&mut self, axis: usize, word: u64, entries: [u8; 2]) {
        let mut own = word::least(word, entries[0]);
        let mut twin = own;
        if entries[0] != entries[1] {
            twin = word::least(word, entries[1]);
            // They differ by at most one, and each may be said too small by a multiple of three: if they seem to differ
            // by more, the lesser is at least three more.
            own += 3 * u8::from(own + 1 < twin);
            twin += 3 * u8::from(twin + 1 < own);
        }
        (self.own[axis], self.twin[axis]) = (own, twin);
    }

    /// Puts the twin in the place of the coset.
    #[inline]
    pub(super) const fn swap(&mut self, axis: usize) {
        (self.own[axis], self.twin[axis]) = (self.twin[axis], self.own[axis]);
    }
}

/// The distance that is next to another, by its remainder modulo three.
#[inline]
pub(super) const fn next_distance(distance: u8, entry: u8) -> u8 {
    // One less, the same, or one more.
    let more = (entry + 4 - distance % 3) % 3;
    distance.wrapping_add(more).wrapping_sub(1)
}
