//! [`Tally`]: how often each law was tested.

use alloc::vec::Vec;

use super::violation::Law;

/// How often each law was tested, and which could not be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Tally {
    counts: [usize; Law::ALL.len()],
    is_missed: [bool; Law::ALL.len()],
}

impl Tally {
    /// Adds `times` tests of a law.
    pub(super) const fn count(&mut self, law: Law, times: usize) {
        self.counts[law as usize] += times;
    }

    /// Notes that a law concerns the puzzle and was not tested.
    pub(super) const fn miss(&mut self, law: Law) {
        self.is_missed[law as usize] = true;
    }

    /// Adds what another has.
    pub(super) fn add(&mut self, other: &Self) {
        for law in Law::ALL {
            self.count(law, other.tested(law));
            self.is_missed[law as usize] |= other.is_missed[law as usize];
        }
    }

    pub(super) const fn tested(&self, law: Law) -> usize {
        self.counts[law as usize]
    }

    pub(super) fn untested(&self) -> Vec<Law> {
        let is_missed = |law: &Law| self.is_missed[*law as usize];
        Law::ALL.into_iter().filter(is_missed).collect()
    }
}
