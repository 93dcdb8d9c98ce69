//! [`AxisDistances`]: the distances of cosets along all axes.

use super::word;
use crate::symmetry::MOST_AXES;

/// The distance of a coset that is unsolvable.
pub(super) const UNREACHABLE: u8 = u8::MAX;

/// The distance of a coset along each axis, and that of its twin: the coset that differs from it only by the
/// [`OrbitParity`](super::subgroup::OrbitParity), or the coset itself if parity is not told apart. The two differ by at
/// most one: a solution of one coset, and perhaps an odd move that looks solved, solves the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AxisDistances {
    pub(super) own: [u8; MOST_AXES],
    pub(super) twin: [u8; MOST_AXES],
}

impl AxisDistances {
    pub(super) const UNKNOWN: Self = Self {
        own: [UNREACHABLE; MOST_AXES],
        twin: [UNREACHABLE; MOST_AXES],
    };

    /// Advances to a neighbor, given the remainders modulo three of the coset and of its twin.
    #[inline]
    pub(super) fn advance(&mut self, axis: usize, [own, twin]: [u8; 2]) {
        let distance = next_distance(self.own[axis], own);
        self.own[axis] = distance;
        // Without parity the twin is the same.
        self.twin[axis] = if twin == own {
            distance
        } else {
            next_distance(distance, twin)
        };
    }

    /// Reads the lower bounds in a word for a coset and its twin, of which nothing else is known.
    #[inline]
    pub(super) fn read(&mut self, axis: usize, word: u64, entries: [u8; 2]) {
        let mut own = word::least(word, entries[0]);
        let mut twin = own;
        if entries[0] != entries[1] {
            twin = word::least(word, entries[1]);
            // They differ by at most one, and each may be too small by a multiple of three. So if they seem to differ
            // by more, the lesser one is.
            own += 3 * u8::from(own + 1 < twin);
            twin += 3 * u8::from(twin + 1 < own);
        }
        (self.own[axis], self.twin[axis]) = (own, twin);
    }

    /// Exchanges the coset and its twin.
    #[inline]
    pub(super) const fn swap(&mut self, axis: usize) {
        (self.own[axis], self.twin[axis]) = (self.twin[axis], self.own[axis]);
    }
}

/// The distance of a neighbor of a coset, by its remainder modulo three.
#[inline]
pub(super) const fn next_distance(distance: u8, entry: u8) -> u8 {
    // One less, equal, or one more.
    let more = (entry + 4 - distance % 3) % 3;
    distance.wrapping_add(more).wrapping_sub(1)
}
